"""Specification, driver and samples as resources: the same as the tools give, and nothing else."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from mcp import Client, MCPError
from mcp_types import INVALID_PARAMS, TextResourceContents

from sandbox.fake import FakeSandbox
from server.settings import Settings
from tests.bundles import CARD, FILES, TASK_ID, write_files
from tests.tools.agent import Agent
from tests.tools.world import open_world
from tools.resources import TASKS_A_PAGE
from tools.uris import Part, TaskUri

OTHER_TASKS = [f"py2js/greeting/hello-{number:02}" for number in range(TASKS_A_PAGE * 2)]


@pytest.fixture
def client(agent: Agent) -> Client:
    return agent.client


@pytest.fixture
async def client_of_many(settings: Settings, tasks: Path, sandbox: FakeSandbox) -> AsyncGenerator[Client]:
    """There are more tasks than two pages hold."""
    for task_id in OTHER_TASKS:
        write_files(tasks / task_id, {"task.toml": CARD.replace(TASK_ID, task_id).encode()})
    async with open_world(settings, tasks, sandbox) as world, world.agent() as agent:
        yield agent.client


async def read(client: Client, uri: str) -> TextResourceContents:
    (contents,) = (await client.read_resource(uri)).contents
    assert isinstance(contents, TextResourceContents)
    assert contents.uri == uri
    return contents


@pytest.mark.parametrize(
    ("part", "mime_type", "file"),
    [
        ("spec", "text/markdown", "spec.md"),
        ("driver", "text/x-python", "driver.py"),
        ("samples", "application/x-ndjson", "cases/sample.jsonl"),
    ],
)
async def test_a_resource_is_the_file_of_the_bundle(client: Client, part: str, mime_type: str, file: str) -> None:
    contents = await read(client, f"repozero://tasks/{TASK_ID}/{part}")
    assert (contents.mime_type, contents.text) == (mime_type, FILES[file].decode())


async def test_whatever_is_listed_can_be_read(client: Client) -> None:
    listed = (await client.list_resources()).resources
    assert len(listed) == len(Part)
    for resource in listed:
        contents = await read(client, resource.uri)
        assert (resource.size, resource.mime_type) == (len(contents.text.encode()), contents.mime_type)
        assert resource.title
        assert resource.description


async def test_long_lists_come_in_pages_that_hold_everything_once(client_of_many: Client) -> None:
    seen: list[str] = []
    page = await client_of_many.list_resources()
    while True:
        assert len(page.model_dump_json(exclude_none=True)) <= 10_000
        seen += [resource.uri for resource in page.resources]
        if page.next_cursor is None:
            break
        page = await client_of_many.list_resources(cursor=page.next_cursor)
    assert seen == [str(TaskUri(task_id, part)) for task_id in [TASK_ID, *OTHER_TASKS] for part in Part]


async def test_there_is_a_template_for_each_part(client: Client) -> None:
    templates = (await client.list_resource_templates()).resource_templates
    assert [(template.uri_template, template.mime_type) for template in templates] == [
        ("repozero://tasks/{track}/{library}/{name}/spec", "text/markdown"),
        ("repozero://tasks/{track}/{library}/{name}/driver", None),
        ("repozero://tasks/{track}/{library}/{name}/samples", "application/x-ndjson"),
    ]
    assert all(template.description for template in templates)


@pytest.mark.parametrize(
    "uri",
    [
        "repozero://tasks/py2js/greeting/other/spec",
        f"repozero://tasks/{TASK_ID}",
        f"repozero://tasks/{TASK_ID}/",
        f"repozero://tasks/{TASK_ID}/hidden",
        f"repozero://tasks/{TASK_ID}/cases/hidden.jsonl.xz",
        f"repozero://tasks/{TASK_ID}/spec/",
        f"repozero://tasks/{TASK_ID}/spec?x=1",
        f"repozero://tasks/{TASK_ID}/spec#x",
        f"repozero://tasks/{TASK_ID}/spec\n",
        f"repozero://tasks/{TASK_ID}/SPEC",
        f"repozero://tasks/{TASK_ID}/%73pec",
        f"repozero://tasks//{TASK_ID}/spec",
        f"repozero://tasks/x/../{TASK_ID}/spec",
        "repozero://tasks/../../etc/passwd/spec",
        "repozero://tasks/py2js/greeting/../spec",
        "repozero://tasks/py2js/greeting/{name}/spec",
        f"repozero://other/{TASK_ID}/spec",
        f"Repozero://tasks/{TASK_ID}/spec",
        "file:///etc/passwd",
        "x" * 5_000,
        "",
    ],
)
async def test_anything_else_is_not_there(client: Client, uri: str) -> None:
    with pytest.raises(MCPError) as refused:
        await client.read_resource(uri)
    assert refused.value.code == INVALID_PARAMS
    assert refused.value.error.data == {"uri": uri}
    assert refused.value.message.startswith("There is no resource ")
    assert refused.value.message.endswith("List the resources for their URIs.")
    assert len(refused.value.message) < 1_000


async def test_a_cursor_that_was_not_given_out_is_refused(client: Client) -> None:
    for listing in (client.list_resources, client.list_resource_templates, client.list_prompts):
        with pytest.raises(MCPError, match="Begin the list without a cursor") as refused:
            await listing(cursor="py2js/greeting/other")
        assert refused.value.code == INVALID_PARAMS
