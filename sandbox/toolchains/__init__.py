"""How a language's programs are built and started, one file a language."""
