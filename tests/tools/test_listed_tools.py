"""Rules that every listed tool keeps, so that no client refuses it, or with it the whole request."""

import re
from collections.abc import Iterator
from typing import Any

import jsonschema
from mcp_types import Tool

from tests.tools.agent import Agent

FORBIDDEN_KEYS = {"$ref", "$defs", "anyOf", "oneOf", "allOf", "not", "nullable", "title"}
MAX_DESCRIPTION_BYTES = 1_500


async def tools_of(agent: Agent) -> list[Tool]:
    return (await agent.client.list_tools()).tools


def schemas_of(tool: Tool) -> list[dict[str, Any]]:
    return [tool.input_schema] + ([tool.output_schema] if tool.output_schema else [])


def nodes_of(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The schema and all that are part of it."""
    yield schema
    for child in schema.get("properties", {}).values():
        yield from nodes_of(child)
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from nodes_of(schema[key])


async def test_the_tools_are_these(agent: Agent) -> None:
    assert [tool.name for tool in await tools_of(agent)] == [
        *("list_tasks", "get_task", "start_attempt", "get_attempt", "write_files", "edit_file", "read_file"),
        *("run_tests", "run_program", "submit", "get_submission"),
    ]


async def test_names_are_short_and_in_snake_case(agent: Agent) -> None:
    assert len(await tools_of(agent)) <= 13
    for tool in await tools_of(agent):
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", tool.name)
        assert len(tool.name) <= 40


async def test_each_tool_has_a_title_and_all_hints(agent: Agent) -> None:
    for tool in await tools_of(agent):
        assert tool.title, tool.name
        assert tool.annotations, tool.name
        hints = tool.annotations
        assert hints.title == tool.title
        given = (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint, hints.open_world_hint)
        assert None not in given, tool.name
        assert not (hints.read_only_hint and hints.destructive_hint), tool.name


async def test_only_tools_that_change_nothing_of_an_attempt_are_read_only(agent: Agent) -> None:
    changing = {tool.name for tool in await tools_of(agent) if tool.annotations and not tool.annotations.read_only_hint}
    assert changing == {"start_attempt", "write_files", "edit_file", "submit"}


async def test_texts_for_the_model_fit_in_what_clients_keep(agent: Agent) -> None:
    for tool in await tools_of(agent):
        assert tool.description
        assert len(tool.description.encode()) <= MAX_DESCRIPTION_BYTES
    assert agent.client.instructions
    assert len(agent.client.instructions.encode()) <= MAX_DESCRIPTION_BYTES
    for tool in await tools_of(agent):
        assert tool.name in agent.client.instructions


async def test_schemas_are_sound_and_flat(agent: Agent) -> None:
    for tool in await tools_of(agent):
        for schema in schemas_of(tool):
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
            for node in nodes_of(schema):
                assert not FORBIDDEN_KEYS & node.keys(), tool.name
                assert isinstance(node["type"], str), tool.name
                assert node["type"] != "null", tool.name
                assert node.get("default", 0) is not None, tool.name
                assert "prefixItems" not in node, tool.name


async def test_arrays_say_what_they_hold_and_objects_are_closed(agent: Agent) -> None:
    for tool in await tools_of(agent):
        for schema in schemas_of(tool):
            for node in nodes_of(schema):
                if node["type"] == "array":
                    assert node["items"]["type"], tool.name
                if node["type"] == "object":
                    assert "additionalProperties" in node, tool.name
                    assert node["additionalProperties"] is False or "properties" not in node, tool.name
                    assert node.get("required") != [], tool.name
                    assert set(node.get("required", [])) <= node.get("properties", {}).keys(), tool.name


async def test_every_argument_is_described(agent: Agent) -> None:
    for tool in await tools_of(agent):
        assert tool.input_schema["additionalProperties"] is False
        for node in nodes_of(tool.input_schema):
            for name, argument in node.get("properties", {}).items():
                assert argument.get("description", "").endswith("."), f"{tool.name}: {name}"


async def test_a_tool_takes_few_arguments_and_needs_fewer(agent: Agent) -> None:
    for tool in await tools_of(agent):
        assert len(tool.input_schema["properties"]) <= 5, tool.name
        optional = tool.input_schema["properties"].keys() - set(tool.input_schema.get("required", []))
        for name in optional:
            argument = tool.input_schema["properties"][name]
            assert "default" in argument or argument["type"] == "array", f"{tool.name}: {name}"
