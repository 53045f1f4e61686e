"""The OpenAPI document: operations of the common queries, of all other queries, of jobs, types and health.

The request of a common query has the fields of its options and those of the types that answer it in their own way; the
read options of a type are further fields. `/v1/types/TYPE` has the exact schemas. FastAPI describes jobs, types and
health; the queries are added here. The name of a schema depends only on its class: `SolveReport`, or
`WordleTurnReport` for a class of one puzzle type. So new classes do not change the names of others.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import count
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from entails.puzzles import puzzle_type_named, puzzles
from entails.queries import common_queries, queries_of, subjects
from entails.service.calls import CALLS, MOST_TEXT, Call, Unfinished, call_of
from entails.service.middleware import ProblemDetails, documented
from entails.service.puzzle_types import type_names
from entails.service.routes import Answer

_REFERENCE = "#/components/schemas/"
_CLASS = "x-class"
_SECURITY = "token"
_SHARED = ("generate",)
"""Queries that are described like the common ones, although only a few types answer them."""
_EXAMPLE_TYPES = ("sudoku", "takuzu")
_OWN_EXAMPLES = {"suggest": ("wordle", "suggest"), "moves": ("scrabble", "moves")}
_ERRORS = (401, 404, 413, 422, 429, 500, 503)
_PLAIN = ("title", "description", "default")
"""Keys that do not change which values fit a schema."""


class _Marked(GenerateJsonSchema):
    """A generator of JSON schemas that records the class of each model."""

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
        of_queries, paths = _queries()
        document["paths"] |= paths
        schemas = components.get("schemas", {}) | of_queries
        schemas["JobReport"]["properties"]["problem"] = {
            "anyOf": [{"$ref": f"{_REFERENCE}ProblemDetails"}, {"type": "null"}]
        }
        components["schemas"] = _hoisted(_used(schemas, document["paths"]))
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
    """Return the document as text; equal documents give equal texts."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n"


def packaged_text(servers: Sequence[Mapping[str, Any]], folder: Traversable | None = None) -> str | None:
    """Return the document that was made when the wheel was built, or None in a checkout.

    Args:
        servers: Addresses of the server if it has a prefix, which the packaged document cannot know.
        folder: Folder of the document; by default that of this package.
    """
    file = (folder or files("entails.service")).joinpath("openapi.json")
    if not file.is_file():
        return None
    text = file.read_text(encoding="utf-8")
    return written({**json.loads(text), "servers": [*servers]}) if servers else text


def shared_queries() -> list[str]:
    """Return the queries that have an operation of their own in the document."""
    return [*common_queries(), *_SHARED]


def _queries() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schemas and the paths of all queries."""
    calls = {query: list(_variants(query)) for query in shared_queries()}
    wanted: list[tuple[tuple[str, str], Any, TypeAdapter[Any]]] = [
        (("", "problem"), "validation", TypeAdapter(ProblemDetails)),
        (("", "unfinished"), "validation", TypeAdapter(Unfinished)),
        (("", "answer"), "validation", TypeAdapter(Answer)),
    ]
    for call in (call for variants in calls.values() for call in variants):
        wanted.append(((call.name, "request"), "validation", TypeAdapter(call.request)))
        wanted.append(((call.name, "report"), "validation", TypeAdapter(call.report)))
    by_call, definitions = TypeAdapter.json_schemas(
        wanted,
        ref_template=_REFERENCE + "{model}",
        schema_generator=_Marked,
    )
    schemas, names = _renamed(definitions.get("$defs", {}))
    places = {key[0]: _with_names(schema, names) for key, schema in by_call.items()}
    schemas["Verdict"] = {**schemas["Answer"]["properties"]["status"], "title": "Verdict"}
    schemas["Answer"]["properties"]["status"] = {"$ref": f"{_REFERENCE}Verdict"}
    schemas["PuzzleTypeName"] = {"type": "string", "enum": type_names(), "title": "PuzzleTypeName"}
    paths = {}
    for query, variants in calls.items():
        title = query.capitalize()
        requests = [_resolved(places[call.name, "request"], schemas) for call in variants]
        schemas[f"{title}Request"] = _merged(f"{title}Request", requests)
        reports = _distinct([places[call.name, "report"] for call in variants])
        schemas[f"{title}Answer"] = _answer_schema(f"{title}Answer", schemas["Answer"], reports)
        paths[f"/v1/{query}"] = {"post": _operation(query, variants)}
    return schemas, paths | _other_paths()


def _variants(query: str) -> Iterator[Call]:
    """Yield a call for each module with this query: that of the puzzle type with the fewest read options."""
    by_module: dict[str, list[str]] = {}
    for name in type_names():
        if query in queries_of(name):
            by_module.setdefault(queries_of(name)[query].module, []).append(name)
    for names in by_module.values():
        yield call_of(min(names, key=_read_options), query)


def _read_options(name: str) -> int:
    return 0 if name in subjects() else len(puzzle_type_named(name).options.model_fields)


def _resolved(schema: dict[str, Any], schemas: Mapping[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        schema = schemas[schema["$ref"].removeprefix(_REFERENCE)]
    return schema


def _merged(title: str, requests: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return a schema that accepts the requests of all these calls, with the puzzle type as a field."""
    properties: dict[str, Any] = {
        "type": {"$ref": f"{_REFERENCE}PuzzleTypeName"},
    }
    if any("puzzle" in request["properties"] for request in requests):
        properties["puzzle"] = {
            "anyOf": [{"type": "string", "maxLength": MOST_TEXT}, {"type": "object", "additionalProperties": True}],
            "description": "The puzzle as text, in any format of its type; a document may be an object.",
        }
    for name in dict.fromkeys(name for request in requests for name in request["properties"] if name != "puzzle"):
        having = [request["properties"][name] for request in requests if name in request["properties"]]
        kinds = _distinct(having)
        properties[name] = having[0] if len(kinds) == 1 else {"anyOf": kinds}
    required = set[str].intersection(*(set(request.get("required", ())) for request in requests))
    return {
        "type": "object",
        "title": title,
        "description": "Further fields are the options of the type: see /v1/types/TYPE.",
        "properties": properties,
        "required": ["type", *sorted(required)],
        "additionalProperties": True,
    }


def _distinct(schemas: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return these schemas without those that accept the same values as an earlier one."""
    by_text: dict[str, dict[str, Any]] = {}
    for schema in schemas:
        plain = {key: value for key, value in schema.items() if key not in _PLAIN}
        by_text.setdefault(_content(plain), plain)
    return list(by_text.values())


def _answer_schema(title: str, answer: Mapping[str, Any], reports: Sequence[dict[str, Any]]) -> dict[str, Any]:
    result = {"anyOf": [*reports, {"$ref": f"{_REFERENCE}Unfinished"}]}
    return {**answer, "title": title, "properties": {**answer["properties"], "result": result}}


def _operation(query: str, variants: Sequence[Call]) -> dict[str, Any]:
    title = query.capitalize()
    answering = [name for name in _EXAMPLE_TYPES if query in queries_of(name)] or [variants[0].puzzle]
    examples = {}
    for name in answering:
        for text, example in call_of(name, query).examples.items():
            examples[f"{name}: {text}"] = {"summary": f"{name}: {text}", "value": {"type": name, **example}}
            break
    return {
        "operationId": query.replace("-", "_"),
        "summary": variants[0].summary,
        "tags": ["queries"],
        "requestBody": _body({"$ref": f"{_REFERENCE}{title}Request"}, examples),
        "responses": _responses({"$ref": f"{_REFERENCE}{title}Answer"}, "The answer"),
    }


def _other_paths() -> dict[str, Any]:
    """Return the paths of queries that only a few types have, and the path for every query of every type."""
    everything = list(dict.fromkeys(name.partition("/")[2] for name in CALLS))
    others = [query for query in everything if query not in shared_queries()]
    types = {"$ref": f"{_REFERENCE}PuzzleTypeName"}
    typed = {"type": "object", "properties": {"type": types}, "required": ["type"], "additionalProperties": True}
    examples = {
        query: {"summary": f"{query} ({name})", "value": {"type": name, **example}}
        for query, (name, verb) in _OWN_EXAMPLES.items()
        for example in [next(iter(call_of(name, verb).examples.values()))]
    }
    of_query = {
        "operationId": "other_query",
        "summary": "Answer a query that only a few types have. /v1/types lists them, /v1/types/TYPE has their schemas.",
        "tags": ["queries"],
        "parameters": [_parameter("query", {"type": "string", "enum": others, "title": "OtherQuery"})],
        "requestBody": _body(typed, examples),
        "responses": _responses({"$ref": f"{_REFERENCE}Answer"}, "The answer"),
    }
    of_type = {
        "operationId": "query_of_type",
        "summary": "Answer a query of a type with its report alone, without `status` and `result` around it.",
        "tags": ["queries"],
        "parameters": [
            _parameter("type", types),
            _parameter("query", {"type": "string", "enum": everything, "title": "Query"}),
        ],
        "requestBody": _body({"type": "object", "additionalProperties": True}, {}),
        "responses": _responses({}, "The report"),
    }
    return {"/v1/{query}": {"post": of_query}, "/v1/{type}/{query}": {"post": of_type}}


def _parameter(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _body(schema: dict[str, Any], examples: dict[str, Any]) -> dict[str, Any]:
    content = {"schema": schema, "examples": examples} if examples else {"schema": schema}
    return {"required": True, "content": {"application/json": content}}


def _responses(schema: dict[str, Any], description: str) -> dict[str, Any]:
    content = {
        "application/json": {"schema": schema},
        "text/event-stream": {"schema": {"type": "string"}},  # with `Accept: text/event-stream`
    }
    return {
        "200": {"description": f"{description}; with Accept: text/event-stream, as events", "content": content},
        **{str(status): response for status, response in documented(*_ERRORS).items()},
    }


def _used(schemas: dict[str, Any], paths: dict[str, Any]) -> dict[str, Any]:
    """Return the schemas that the paths refer to, directly or through other schemas."""
    used, waiting = set[str](), [json.dumps(paths)]
    while waiting:
        for name in re.findall(rf'"{_REFERENCE}([^"]+)"', waiting.pop()):
            if name not in used:
                used.add(name)
                waiting.append(json.dumps(schemas[name]))
    return {name: schema for name, schema in schemas.items() if name in used}


def _hoisted(schemas: dict[str, Any]) -> dict[str, Any]:
    """Give each enumeration or object that several fields repeat a schema of its own; return all schemas."""
    places: dict[str, list[str]] = {}
    for name in sorted(schemas):
        for field, part in _inner(schemas[name].get("properties", {})):
            places.setdefault(_content(part), []).append(field)
    names: dict[str, str] = {}
    for content, fields in places.items():
        if len(fields) > 1:
            base = "".join(map(str.capitalize, fields[0].split("_")))
            taken = {*schemas, *names.values()}
            kind = "Choice" if "enum" in json.loads(content) else "Object"
            numbered = (f"{base}{kind}{number or ''}" for number in count())
            names[content] = next(name for name in numbered if name not in taken)
    hoisted = {name: {**json.loads(content), "title": name} for content, name in names.items()}

    def replaced(schema: Any) -> Any:
        if isinstance(schema, dict):
            if _is_inline(schema) and (name := names.get(_content(schema))):
                return {"$ref": _REFERENCE + name}
            return {key: replaced(value) for key, value in schema.items()}
        return [replaced(part) for part in schema] if isinstance(schema, list) else schema

    def with_references(schema: dict[str, Any]) -> dict[str, Any]:
        fields = schema.get("properties")
        if fields is None:
            return schema
        return {**schema, "properties": {name: replaced(field) for name, field in fields.items()}}

    return {name: with_references(schema) for name, schema in schemas.items()} | hoisted


def _inner(fields: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the enumerations and objects inside the schemas of fields, each with its field's name."""
    for name, field in fields.items():
        waiting: list[Any] = [field]
        while waiting:
            part = waiting.pop()
            if isinstance(part, dict):
                if _is_inline(part):
                    yield name, part
                else:
                    waiting += part.values()
            elif isinstance(part, list):
                waiting += part


def _is_inline(schema: Mapping[str, Any]) -> bool:
    return "enum" in schema or schema.get("type") == "object"


def _content(schema: Mapping[str, Any]) -> str:
    return json.dumps({key: value for key, value in schema.items() if key not in _PLAIN}, sort_keys=True)


def _renamed(definitions: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the schemas under their new names, and the new name of each old one."""
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
    """Return the name of a schema: its class, prefixed by the puzzle type whose folder defines the class."""
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
    """Return a schema with its references renamed."""
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
