"""`repozero test` and `repozero submit`: a folder as an attempt at a task."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from clients.conversation import Conversation, on_stderr, on_stdout
from clients.folder_attempt import FolderAttempt, SubmittedFolder, TriedFolder
from clients.narration import Narration
from clients.outcomes import submission_document, tell_submission, tell_tests, tests_document
from clients.server_options import of_a_server
from clients.session import Session
from clients.solution import UnreadableSolution, read_solution

Folder = click.Path(path_type=Path, exists=True, file_okay=False)


@click.command()
@click.argument("task_id", metavar="TASK")
@click.argument("folder", metavar="DIR", type=Folder)
@click.option("--sample", "sample_ids", metavar="ID", multiple=True, help="Only this sample; may be given again.")
@of_a_server
def test(talk: Conversation, task_id: str, folder: Path, sample_ids: Sequence[str]) -> None:
    """Run the program in DIR on the samples of TASK: exit 0 if all pass, and 1 if not."""
    attempt = _attempt(talk, "test", task_id, folder, label="")

    async def work(session: Session) -> TriedFolder:
        return await attempt.test(session, sample_ids)

    tested = talk.hold(work)
    if talk.as_json:
        talk.answer(tests_document(tested))
    else:
        tell_tests(tested, Narration(on_stdout()), on_stdout(), [*talk.flags, task_id, str(folder)])
    sys.exit(0 if tested.tests.all_passed else 1)


@click.command()
@click.argument("task_id", metavar="TASK")
@click.argument("folder", metavar="DIR", type=Folder)
@click.option("--label", default="", help="What to call the attempt; by default the folder's name.")
@of_a_server
def submit(talk: Conversation, task_id: str, folder: Path, label: str) -> None:
    """Validate the program in DIR on the hidden cases of TASK: exit 0 if it is accepted, and 1 if not."""
    attempt = _attempt(talk, "submit", task_id, folder, label)

    async def work(session: Session) -> SubmittedFolder:
        return await attempt.submit(session)

    submitted = talk.hold(work)
    if talk.as_json:
        talk.answer(submission_document(submitted))
    else:
        tell_submission(submitted, Narration(on_stdout()), [*talk.flags, task_id, str(folder)])
    sys.exit(0 if submitted.accepted else 1)


def _attempt(talk: Conversation, verb: str, task_id: str, folder: Path, label: str) -> FolderAttempt:
    try:
        solution = read_solution(folder)
    except UnreadableSolution as fault:
        talk.fail(str(fault))
    return FolderAttempt(task_id, folder, solution, label or f"{verb} {folder.resolve().name}", on_stderr())
