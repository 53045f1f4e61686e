"""The OpenAPI document. FastAPI describes jobs and health; the calls are described here, from the list that makes them.

The name of a schema follows from the class alone: `SolveReport`, and `WordleTurnReport` for what belongs to one puzzle.
So a name never changes because another class came.
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
    """Notes in each schema of a model which class it is of."""

    def model_schema(self, schema: Any) -> Any:
        marked = super().model_schema(schema)
        owner = schema["cls"]
        return {**marked, _CLASS: f"{owner.__module__}.{owner.__name__}"} if "$ref" not in marked else marked


def described(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document."""
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
                "description": "Only where the server was started with tokens.",
            }
        }
        for path, methods in document["paths"].items():
            for operation in methods.values() if path.startswith("/v1/") else ():
                operation["security"] = [{}, {_SECURITY: []}]
        app.openapi_schema = document
    return app.openapi_schema


def written(document: dict[str, Any]) -> str:
    """The document as text, the same for the same code."""
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _calls() -> tuple[dict[str, Any], dict[str, Any]]:
    """Schemas and paths of all calls."""
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
    """What the result of a job is when it is a job of this call."""
    answered = paths[f"/v1/{call.name}"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    return {
        "if": {"properties": {"call": {"const": call.name}}},
        "then": {"properties": {"result": {"anyOf": [*answered["anyOf"], {"type": "null"}]}}},
    }


def _renamed(definitions: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """The schemas by their names, and what they were called before."""
    names: dict[str, str] = {}
    for known, schema in definitions.items():
        is_model = _CLASS in schema
        name = _name(schema.pop(_CLASS, f".{schema.get('title', known)}"))
        if is_model:
            schema["title"] = name
        if name in names.values():
            raise ValueError(f"two schemas would be called {name}: rename one of the classes")
        names[known] = name
    return {names[known]: _with_names(schema, names) for known, schema in definitions.items()}, names


def _name(place: str) -> str:
    """By the class, and the puzzle whose folder it is in."""
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
    """The schema with its references renamed."""
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
