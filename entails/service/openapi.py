"""The OpenAPI document. FastAPI describes jobs and health; the calls are added here.

The name of a schema depends only on its class: `SolveReport`, or `WordleTurnReport` for a class of one puzzle type. So
new classes do not change the names of others.
"""

import json
from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from entails.puzzles import puzzles
from entails.queries import subjects
from entails.service.calls import CALLS, Call, Unfinished
from entails.service.middleware import ProblemDetails, documented

_REFERENCE = "#/components/schemas/"
_CLASS = "x-class"
_SECURITY = "token"


class _Marked(GenerateJsonSchema):
    """A schema generator that records the class of each model."""

    def model_schema(self, schema: Any) -> Any:
        marked = super().model_schema(schema)
        owner = schema["cls"]
        return {**marked, _CLASS: f"{owner.__module__}.{owner.__name__}"} if "$ref" not in marked else marked


def described(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document of an application."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title,
            version=app.version,
            description=app.description,
            routes=app.routes,
            servers=app.servers or None,
        )
        components = document.setdefault("components", {})
        schemas = components.setdefault("schemas", {})
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        of_calls, paths = _calls()
        schemas |= of_calls
        document["paths"] |= paths
        schemas["JobReport"]["properties"]["problem"] = {
            "anyOf": [{"$ref": f"{_REFERENCE}ProblemDetails"}, {"type": "null"}]
        }
        schemas["JobReport"] |= {"allOf": [_typed_result(call, paths) for call in CALLS.values()]}
        components["securitySchemes"] = {
            _SECURITY: {
                "type": "http",
                "scheme": "bearer",
                "description": "Required if the server has tokens.",
            }
        }
        for path, methods in document["paths"].items():
            for operation in methods.values() if path.startswith("/v1/") else ():
                operation["security"] = [{}, {_SECURITY: []}]
        app.openapi_schema = document
    return app.openapi_schema


def written(document: dict[str, Any]) -> str:
    """Return the document as text; equal documents give equal text."""
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _calls() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schemas and paths of all calls."""
    wanted: list[tuple[tuple[str, str], Any, TypeAdapter[Any]]] = [
        (("", "problem"), "validation", TypeAdapter(ProblemDetails)),
        (("", "unfinished"), "validation", TypeAdapter(Unfinished)),
    ]
    for call in CALLS.values():
        wanted.append(((call.name, "request"), "validation", TypeAdapter(call.request)))
        wanted.append(((call.name, "report"), "validation", TypeAdapter(call.report)))
    by_call, definitions = TypeAdapter.json_schemas(
        wanted,
        ref_template=_REFERENCE + "{model}",
        schema_generator=_Marked,
    )
    schemas, names = _renamed(definitions.get("$defs", {}))
    places = {key[0]: _with_names(schema, names) for key, schema in by_call.items()}
    paths = {f"/v1/{call.name}": {"post": _operation(call, places)} for call in CALLS.values()}
    return schemas, paths


def _operation(call: Call, places: dict[Any, Any]) -> dict[str, Any]:
    examples = {name: {"summary": name, "value": value} for name, value in call.examples.items()}
    content: dict[str, Any] = {"schema": places[call.name, "request"]}
    if examples:
        content["examples"] = examples
    unfinished = {"$ref": f"{_REFERENCE}Unfinished"}
    report = {"anyOf": [places[call.name, "report"], unfinished]}
    return {
        "operationId": call.name.replace("/", "_").replace("-", "_"),
        "summary": call.summary,
        "tags": [call.puzzle],
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": {
            "200": {"description": "The report", "content": {"application/json": {"schema": report}}},
            **{str(status): response for status, response in documented(401, 413, 422, 429, 500, 503).items()},
        },
    }


def _typed_result(call: Call, paths: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of the result of a job of this call."""
    response = paths[f"/v1/{call.name}"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    return {
        "if": {"properties": {"call": {"const": call.name}}},
        "then": {"properties": {"result": {"anyOf": [*response["anyOf"], {"type": "null"}]}}},
    }


def _renamed(definitions: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the schemas by new name, and the new names by old name."""
    names: dict[str, str] = {}
    for known, schema in definitions.items():
        is_model = _CLASS in schema
        name = _name(schema.pop(_CLASS, f".{schema.get('title', known)}"))
        if is_model:
            schema["title"] = name
        if name in names.values():
            raise ValueError(f"two schemas are called {name}; rename one of the classes")
        names[known] = name
    return {names[known]: _with_names(schema, names) for known, schema in definitions.items()}, names


def _name(place: str) -> str:
    """Return the name of a schema: that of the class, prefixed by the puzzle type whose folder it is in."""
    *folders, name = place.split(".")
    for puzzle in _of_puzzles():
        if puzzle.replace("-", "_") in folders:
            prefix = "".join(map(str.capitalize, puzzle.split("-")))
            return name if name.startswith(prefix) else prefix + name
    return name


def _of_puzzles() -> Iterator[str]:
    yield from puzzles()
    yield from subjects()


def _with_names(schema: Any, names: dict[str, str]) -> Any:
    """Return the schema with renamed references."""
    if isinstance(schema, dict):
        return {
            key: _REFERENCE + names[value.removeprefix(_REFERENCE)]
            if key == "$ref" and isinstance(value, str) and value.startswith(_REFERENCE)
            else {tag: _REFERENCE + names[ref.removeprefix(_REFERENCE)] for tag, ref in value.items()}
            if key == "mapping"
            else _with_names(value, names)
            for key, value in schema.items()
            if key != _CLASS
        }
    return [_with_names(part, names) for part in schema] if isinstance(schema, list) else schema
