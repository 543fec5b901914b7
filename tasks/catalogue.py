"""The tasks that a server offers."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Self

from tasks.bundle import Task, load_bundle
from tasks.bundle_error import BundleError
from tasks.bundle_folder import CARD, IGNORED

BUNDLED = Path(__file__).parent / "library"
"""The tasks that come with the project."""


class UnknownTask(Exception):
    """Raised when no task has this id."""

    def __init__(self, task_id: str) -> None:
        super().__init__(f"there is no task {task_id!r}")
        self.task_id = task_id


class Catalogue:
    """All tasks of some folders. A broken bundle is left out and noted in `faults`, by its path."""

    def __init__(self, tasks: Iterable[Task], faults: Mapping[str, BundleError]) -> None:
        self._tasks = MappingProxyType({task.id: task for task in sorted(tasks, key=lambda task: task.id)})
        self.faults = faults

    @classmethod
    def load(cls, folders: Sequence[Path] = (BUNDLED,)) -> Self:
        """Load each `<folder>/<track>/<library>/<name>`. Of two tasks with one id the earlier folder's stays."""
        tasks = dict[str, Task]()
        faults = dict[str, BundleError]()
        for bundle in (bundle for folder in folders for bundle in bundle_folders(folder)):
            try:
                task = load_bundle(bundle)
            except BundleError as fault:
                faults[str(bundle)] = fault
                continue
            if tasks.setdefault(task.id, task) is not task:
                faults[str(bundle)] = BundleError(CARD, f"{tasks[task.id].folder} has this id too", "id")
        return cls(tasks.values(), faults)

    def get(self, task_id: str) -> Task:
        """The task with this id.

        Raises:
            UnknownTask: there is none.
        """
        if task_id not in self._tasks:
            raise UnknownTask(task_id)
        return self._tasks[task_id]

    @property
    def tasks(self) -> tuple[Task, ...]:
        """All of them, ordered by id."""
        return tuple(self._tasks.values())


def bundle_folders(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*/*/*") if path.is_dir() and IGNORED not in path.parts)
