"""JSON schemas that every client accepts: flat, without references, titles, unions or nulls.

One provider refuses unions at the root, one editor refuses arrays without items, one command-line agent refuses unions
in items; a single bad tool can fail a whole request. So there is none of it in any schema.
"""

from typing import Any, TypeAlias, cast

from pydantic import BaseModel

Schema: TypeAlias = dict[str, Any]


def input_schema(model: type[BaseModel]) -> Schema:
    return _flat(model.model_json_schema())


def output_schema(model: type[BaseModel]) -> Schema:
    """The schema of a result dumped without its `None` fields."""
    return _flat(model.model_json_schema(mode="serialization"))


def _flat(schema: Schema) -> Schema:
    flat = _cleaned(schema, schema.get("$defs", {}))
    flat.pop("description", None)
    return flat


def _cleaned(node: Schema, definitions: dict[str, Schema]) -> Schema:
    node = _dereferenced(node, definitions)
    cleaned: Schema = {}
    for key, value in node.items():
        if key in {"$defs", "title"} or (key == "default" and value is None):
            continue
        cleaned[key] = _cleaned_value(key, value, definitions)
    if cleaned.get("type") == "object" and "properties" in cleaned:
        cleaned["additionalProperties"] = False
        required = [name for name in cleaned.pop("required", []) if not _nullable(node["properties"][name])]
        cleaned |= {"required": required} if required else {}  # early drafts of JSON Schema forbid an empty list
    return cleaned


def _cleaned_value(key: str, value: Any, definitions: dict[str, Schema]) -> Any:
    if key == "properties":
        return {name: _cleaned(child, definitions) for name, child in cast(dict[str, Schema], value).items()}
    if key in {"items", "additionalProperties"} and isinstance(value, dict):
        return _cleaned(cast(Schema, value), definitions)
    return value


def _dereferenced(node: Schema, definitions: dict[str, Schema]) -> Schema:
    """`node` with its reference and its null option resolved; what it says itself wins."""
    own = {key: value for key, value in node.items() if key not in {"$ref", "anyOf"}}
    if _nullable(node):
        option = next(option for option in node["anyOf"] if option.get("type") != "null")
        return _dereferenced(option | own, definitions)
    if "$ref" in node:
        return _dereferenced(definitions[node["$ref"].rsplit("/", 1)[-1]] | own, definitions)
    return node


def _nullable(node: Schema) -> bool:
    return any(option.get("type") == "null" for option in node.get("anyOf", []))
