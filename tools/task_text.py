"""A task as one text: what an agent reads before it writes anything."""

from sandbox.limits import KIB, MIB
from tasks.bundle import Task
from tasks.case_rows import row_of


def task_text(task: Task, section: str) -> str:
    """The named part of a task, or `all` of them."""
    parts = {"spec": _spec, "driver": _driver, "samples": _samples}
    chosen = parts.values() if section == "all" else [parts[section]]
    head = _head(task) if section == "all" else ""
    return head + "\n".join(part(task) for part in chosen)


def _head(task: Task) -> str:
    limits = task.card.run_limits()
    lines = [
        f"# {task.card.title} ({task.id})",
        "",
        f"Re-implement {task.card.library.name} {task.card.library.version} and the driver below "
        f"in {task.track.target_language}, entry {task.card.entry}, so that for any arguments stdout and the exit code "
        "equal the original's, byte for byte.",
        "",
        *(f"- {rule}" for rule in task.track.rules),
        f"- Limits of one run: {limits.cpu_seconds:g} s of CPU time, {limits.memory_bytes // MIB} MiB of memory, "
        f"{limits.stdout_bytes // KIB} KiB of stdout. stderr is not judged.",
        *_build_limit(task),
        "",
        "Behaviours that the hidden cases cover:",
        *(f"- {behaviour.name}: {behaviour.summary}" for behaviour in task.card.behaviours),
        "",
        "",
    ]
    return "\n".join(lines)


def _build_limit(task: Task) -> list[str]:
    seconds = task.card.build_limits().cpu_seconds
    return [f"- Limit of a build: {seconds:g} s of CPU time."] if task.track.compiled else []


def _spec(task: Task) -> str:
    return f"---- specification ----\n{task.spec.rstrip()}\n"


def _driver(task: Task) -> str:
    return f"---- {task.driver_name} (the original program) ----\n{task.driver.rstrip()}\n"


def _samples(task: Task) -> str:
    rows = "".join(row_of(case) for case in task.samples)
    return f"---- samples, one JSON object a line ----\n{rows}"
