"""The one map from what went wrong to what an agent reads: one sentence of cause, then the next action."""

import re
from collections.abc import Sequence

from pydantic import ValidationError

from sandbox.errors import BuildFailed, MissingEntry, SandboxUnavailable, ToolchainMissing
from tasks.attempts import BudgetSpent, EmptyWorkspace, TaskChanged, UnknownAttempt, UnknownSubmission
from tasks.catalogue import UnknownTask
from tasks.paths import BadPath
from tasks.trials import TrialTimeout, UnfitArguments, UnknownSample
from tasks.workspace import AmbiguousChange, EditMismatch, UnknownFile, UnwritableText, WorkspaceFull
from tools.json_size import cut_to
from tools.pages import BadOffset

MOST_CAUSE_BYTES = 800
"""A cause may quote what the caller sent; that must not fill a result."""
MOST_BUILD_OUTPUT_BYTES = 8_000
MOST_NAME_CHARACTERS = 60

_UNCHANGED = "Nothing was changed"

_NEXT_ACTION: dict[type[Exception], str] = {
    UnknownTask: "Call list_tasks for the ids.",
    UnknownAttempt: "Call list_tasks for your open attempts, or start_attempt for a new one.",
    UnknownSubmission: "Call get_attempt for the submissions of your attempt.",
    UnknownFile: f"{_UNCHANGED}; call get_attempt for the files there are.",
    BadPath: f"{_UNCHANGED}; choose another path and call again.",
    AmbiguousChange: f"{_UNCHANGED}; name each path once.",
    UnwritableText: f"{_UNCHANGED}; send the text without it.",
    WorkspaceFull: f"{_UNCHANGED}; split or delete files first.",
    EditMismatch: f"{_UNCHANGED}; call read_file and give a longer or exact old_text.",
    EmptyWorkspace: "Write the program with write_files first; nothing was charged.",
    MissingEntry: "Write it with write_files first; nothing was charged.",
    TaskChanged: "Call start_attempt for a new attempt; read_file still gives the files of this one.",
    BudgetSpent: "Call get_attempt for the verdicts so far, or start_attempt for a new attempt.",
    UnknownSample: "Leave sample_ids empty for all samples, or call get_task with section samples for their ids.",
    UnfitArguments: "Call run_program with other arguments.",
    TrialTimeout: "Call run_program again; if the program waits or loops, mend that first.",
    BuildFailed: "Mend the source and call again.",
    BadOffset: "Begin at offset 0.",
    SandboxUnavailable: "Nothing was charged; tell the person who runs this server.",
    ToolchainMissing: "Nothing was charged; tell the person who runs this server.",
}

OF_THE_MACHINE = (SandboxUnavailable, ToolchainMissing)
"""What the agent is told, and the person who runs the server has to mend."""


def explanation(error: Exception) -> str | None:
    """What to tell the agent about its own mistake, or `None` where the failure is not the agent's."""
    action = _NEXT_ACTION.get(type(error))
    if action is None:
        return None
    told = f"{_sentence(str(error))} {action}"
    return f"{told}\n{cut_to(error.output, MOST_BUILD_OUTPUT_BYTES)}" if isinstance(error, BuildFailed) else told


def invalid_arguments(error: ValidationError, allowed: Sequence[str]) -> str:
    """What is wrong with a call's arguments, field by field, without repeating what was sent."""
    faults = [f"{_place(fault['loc'])} {_complaint(fault['type'], fault['msg'])}" for fault in error.errors()[:5]]
    cause = _sentence("Invalid arguments: " + "; ".join(faults))
    return f"{cause} {_UNCHANGED}; mend the call. This tool takes {', '.join(allowed)}."


def unknown_tool(name: str, known: Sequence[str]) -> str:
    return f"{_sentence(f'There is no tool {name!r}')} Call one of {', '.join(known)}."


def unknown_resource(uri: str) -> str:
    return f"{_sentence(f'There is no resource {uri!r}')} List the resources for their URIs."


def unknown_prompt(name: str, known: Sequence[str]) -> str:
    return f"{_sentence(f'There is no prompt {name!r}')} Get one of {', '.join(known)}."


def wrong_prompt_arguments(expected: Sequence[str]) -> str:
    return f"This prompt takes {', '.join(expected)} and nothing else. Get it again with that."


def unknown_cursor(cursor: str) -> str:
    return f"{_sentence(f'There is no page {cursor!r}')} Begin the list without a cursor."


def unknown_completion() -> str:
    return (
        "There is nothing to complete here. Complete a variable of a resource template, or an argument of a prompt, "
        "named as they are listed."
    )


def fault_text(incident: str) -> str:
    """The fixed text for a failure of ours. It says nothing of the cause, which may hold hidden data."""
    return (
        f"Something failed on the server's side (incident {incident}). Nothing was charged and nothing was lost; "
        "call again, and report the incident if it persists."
    )


def _place(location: tuple[int | str, ...]) -> str:
    return ".".join(_name(part) for part in location) or "the arguments"


def _name(part: int | str) -> str:
    """A field's name or an item's number; a name that the caller made up may be of any length and hold anything."""
    text = str(part)
    return (
        text
        if text.isascii() and text.isprintable() and len(text) <= MOST_NAME_CHARACTERS
        else repr(text[:MOST_NAME_CHARACTERS])
    )


def _complaint(kind: str, message: str) -> str:
    if kind == "extra_forbidden":
        return "is not an argument of this tool"
    if kind == "missing":
        return "is missing"
    return re.sub(r"^(Input|String|List|Value error,|Value) ", "", message)


def _sentence(text: str) -> str:
    cut = cut_to(text, MOST_CAUSE_BYTES)
    whole = cut.rstrip(".") if cut == text else f"{cut} (cut)"
    return f"{whole[0].upper()}{whole[1:]}."
