"""The bundled tasks: what the real libraries answer, all of it, and enough of it."""

from collections import Counter
from pathlib import Path

import anyio
import pytest

from sandbox.bubblewrap import BubblewrapSandbox
from tasks.bundle import Task
from tasks.bundle_folder import HIDDEN, SAMPLES, read_folder
from tasks.catalogue import Catalogue
from tasks.digests import SUMS
from tasks.hidden import load_hidden
from tasks.recorder import record
from tasks.reference import References

BUNDLED = Catalogue.load().tasks
RECORDED = {HIDDEN, SAMPLES, SUMS}

pytestmark = pytest.mark.parametrize("task", BUNDLED, ids=[task.id for task in BUNDLED])


def test_every_behaviour_is_shown_and_there_are_12_to_20_samples(task: Task) -> None:
    assert 12 <= len(task.samples) <= 20
    assert {case.behaviour for case in task.samples} == set(task.card.behaviour_names)


def test_every_behaviour_is_judged_by_many_hidden_cases_that_no_sample_shows(task: Task) -> None:
    hidden = load_hidden(task).cases
    assert len(hidden) >= 110
    counts = Counter(case.behaviour for case in hidden)
    assert counts.keys() == set(task.card.behaviour_names)
    assert min(counts.values()) >= 4
    assert not {case.args for case in hidden} & {case.args for case in task.samples}
    assert {0} < {case.exit_code for case in hidden}


async def test_recording_it_again_from_the_real_library_gives_its_bytes(
    task: Task, tmp_path: Path, bubblewrap: BubblewrapSandbox, references: References
) -> None:
    copy = written_part_of(task.folder, tmp_path / task.id)
    with anyio.fail_after(240):
        recording = await record(copy, bubblewrap, references)
    assert read_folder(copy) == read_folder(task.folder)
    assert recording.task.digest == task.digest
    assert not recording.dropped


def written_part_of(folder: Path, copy: Path) -> Path:
    for name, content in read_folder(folder).items():
        if name not in RECORDED:
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes(content)
    return copy
