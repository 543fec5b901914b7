"""Tables for people. Whatever a cell quotes is text: no markup, nothing that a terminal would obey."""

from collections.abc import Iterable, Sequence

from rich.table import Table
from rich.text import Text

from clients.printable import printable
from clients.results import ACCEPTED, OpenAttempt, TaskRow
from clients.run_results import SampleVerdict
from clients.sample_run import NOT_RUN


def task_table(tasks: Sequence[TaskRow]) -> Table:
    table = _table("TASK", "TITLE", "DIFFICULTY", "SAMPLES")
    for task in tasks:
        table.add_row(*_cells(task.task_id, task.title, task.difficulty, str(task.samples)))
    return table


def attempt_table(attempts: Sequence[OpenAttempt]) -> Table:
    table = _table("OPEN ATTEMPT", "TASK", "LABEL", "FILES", "SUBMISSIONS LEFT", "STARTED")
    for one in attempts:
        numbers = (str(one.files), str(one.submissions_left))
        table.add_row(*_cells(one.attempt_id, one.task_id, one.label or "", *numbers, one.started_at))
    return table


def sample_table(samples: Sequence[SampleVerdict]) -> Table:
    table = _table("SAMPLE", "VERDICT")
    for sample in samples:
        name, verdict = _cells(sample.sample_id, sample.verdict)
        verdict.stylize(verdict_style(sample.verdict))
        table.add_row(name, verdict)
    return table


def verdict_style(verdict: str) -> str:
    if verdict == ACCEPTED:
        return "green"
    return "yellow" if verdict == NOT_RUN else "red"


def _table(first: str, *others: str) -> Table:
    """Without lines, so that other programs can cut it; the first column, an id to copy, stays in one piece."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(first, no_wrap=True, overflow="ignore")
    for heading in others:
        table.add_column(heading, overflow="fold")
    return table


def _cells(*texts: str) -> Iterable[Text]:
    return [Text(printable(text).replace("\n", " ")) for text in texts]
