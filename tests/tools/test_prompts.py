"""The prompt: picked by a person, it tells a model what the task is and how to go about it."""

import pytest
from mcp import Client, MCPError
from mcp_types import INVALID_PARAMS, TextContent

from tests.bundles import TASK_ID
from tests.tools.agent import Agent

MOST_DESCRIPTION_BYTES = 1_500


@pytest.fixture
def client(agent: Agent) -> Client:
    return agent.client


async def solve(client: Client, task_id: str) -> str:
    result = await client.get_prompt("solve_task", {"task_id": task_id})
    (message,) = result.messages
    assert message.role == "user"
    assert isinstance(message.content, TextContent)
    return message.content.text


async def test_the_prompt_and_its_argument_are_described(client: Client) -> None:
    (prompt,) = (await client.list_prompts()).prompts
    (argument,) = prompt.arguments or []
    assert (prompt.name, argument.name, argument.required) == ("solve_task", "task_id", True)
    for text in (prompt.title, prompt.description, argument.description):
        assert text
        assert len(text.encode()) <= MOST_DESCRIPTION_BYTES


async def test_the_prompt_tells_the_task_and_the_way_through_it(client: Client) -> None:
    text = await solve(client, TASK_ID)
    for fact in (TASK_ID, "base58 2.1.1", "JavaScript", "main.mjs", "greet: Greeting somebody", "2 sample cases"):
        assert fact in text


async def test_the_prompt_names_only_tools_that_there_are_and_all_of_the_way(client: Client) -> None:
    text = await solve(client, TASK_ID)
    named = {tool.name for tool in (await client.list_tools()).tools if tool.name in text}
    assert named == {
        "get_task",
        "start_attempt",
        "write_files",
        "edit_file",
        "run_tests",
        "run_program",
        "submit",
        "get_submission",
    }


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("solve", {"task_id": TASK_ID}, "There is no prompt 'solve'. Get one of solve_task."),
        ("solve_task", {}, "This prompt takes task_id and nothing else"),
        ("solve_task", None, "This prompt takes task_id and nothing else"),
        ("solve_task", {"task_id": TASK_ID, "style": "terse"}, "This prompt takes task_id and nothing else"),
        ("solve_task", {"task_id": "py2js/other"}, "There is no task 'py2js/other'. Call list_tasks for the ids."),
    ],
)
async def test_a_prompt_asked_for_wrongly_is_refused(
    client: Client, name: str, arguments: dict[str, str] | None, told: str
) -> None:
    with pytest.raises(MCPError) as refused:
        await client.get_prompt(name, arguments)
    assert refused.value.code == INVALID_PARAMS
    assert told in refused.value.message
