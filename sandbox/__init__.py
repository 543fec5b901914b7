"""Where untrusted code runs: boxes, limits and toolchains. Knows nothing of tasks, protocols or databases."""
