"""Completions: what goes on from what was typed, among the tasks that fit what was chosen before."""

from collections.abc import AsyncGenerator, Mapping
from pathlib import Path

import pytest
from mcp import Client, MCPError
from mcp_types import INVALID_PARAMS, PromptReference, ResourceTemplateReference

from sandbox.fake import FakeSandbox
from server.settings import Settings
from tests.bundles import CARD, TASK_ID, write_files
from tests.tools.world import open_world

SPEC = ResourceTemplateReference(uri="repozero://tasks/{track}/{library}/{name}/spec")
PROMPT = PromptReference(name="solve_task")

OTHER_TASKS = ["py2js/greeting/farewell", "py2js/grammar/hello", "py2js/numbers/primes"]
ALL_TASKS = sorted([TASK_ID, *OTHER_TASKS])


@pytest.fixture
async def client(settings: Settings, tasks: Path, sandbox: FakeSandbox) -> AsyncGenerator[Client]:
    for task_id in OTHER_TASKS:
        write_files(tasks / task_id, {"task.toml": CARD.replace(TASK_ID, task_id).encode()})
    async with open_world(settings, tasks, sandbox) as world, world.agent() as agent:
        yield agent.client


async def completed(
    client: Client,
    ref: ResourceTemplateReference | PromptReference,
    name: str,
    value: str = "",
    given: Mapping[str, str] | None = None,
) -> list[str]:
    chosen = dict(given) if given is not None else None
    completion = (await client.complete(ref, {"name": name, "value": value}, context_arguments=chosen)).completion
    assert (completion.total, completion.has_more) == (len(completion.values), False)
    return completion.values


@pytest.mark.parametrize(
    ("name", "value", "given", "values"),
    [
        ("track", "", None, ["py2js"]),
        ("track", "c", None, []),
        ("library", "", None, ["grammar", "greeting", "numbers"]),
        ("library", "gr", None, ["grammar", "greeting"]),
        ("library", "", {"track": "c2rust"}, []),
        ("library", "", {"track": "py2js", "name": "hello"}, ["grammar", "greeting"]),
        ("name", "", {"track": "py2js", "library": "greeting"}, ["farewell", "hello"]),
        ("name", "f", {"track": "py2js", "library": "greeting"}, ["farewell"]),
        ("name", "f", {"library": "grammar"}, []),
        ("name", "p", {"name": "ignored", "other": "ignored"}, ["primes"]),
    ],
)
@pytest.mark.parametrize("part", ["spec", "driver", "samples"])
async def test_the_variables_of_a_template_narrow_each_other(
    client: Client, part: str, name: str, value: str, given: dict[str, str] | None, values: list[str]
) -> None:
    ref = ResourceTemplateReference(uri=f"repozero://tasks/{{track}}/{{library}}/{{name}}/{part}")
    assert await completed(client, ref, name, value, given) == values


async def test_the_task_of_the_prompt_is_completed(client: Client) -> None:
    assert await completed(client, PROMPT, "task_id") == ALL_TASKS
    assert await completed(client, PROMPT, "task_id", "py2js/gre") == ["py2js/greeting/farewell", TASK_ID]
    assert await completed(client, PROMPT, "task_id", "hello") == []


@pytest.mark.parametrize(
    ("ref", "name"),
    [
        (SPEC, "task_id"),
        (ResourceTemplateReference(uri="repozero://tasks/{task_id}"), "track"),
        (ResourceTemplateReference(uri=f"repozero://tasks/{TASK_ID}/spec"), "track"),
        (PROMPT, "track"),
        (PromptReference(name="solve"), "task_id"),
    ],
)
async def test_what_can_not_be_completed_is_refused(
    client: Client, ref: ResourceTemplateReference | PromptReference, name: str
) -> None:
    with pytest.raises(MCPError, match="There is nothing to complete here") as refused:
        await client.complete(ref, {"name": name, "value": ""})
    assert refused.value.code == INVALID_PARAMS


async def test_no_more_than_the_protocol_allows_is_sent(settings: Settings, tasks: Path, sandbox: FakeSandbox) -> None:
    for number in range(110):
        task_id = f"py2js/greeting/hello-{number:03}"
        write_files(tasks / task_id, {"task.toml": CARD.replace(TASK_ID, task_id).encode()})
    async with open_world(settings, tasks, sandbox) as world, world.agent() as agent:
        completion = (await agent.client.complete(PROMPT, {"name": "task_id", "value": ""})).completion
    assert (len(completion.values), completion.total, completion.has_more) == (100, 111, True)
