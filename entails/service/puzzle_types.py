"""The puzzle types over HTTP: a list, and JSON schemas of the requests and reports of each type.

The schemas of a type are built in a thread on the first request for them, and kept as text only: the models of all
types would take as much memory as another server.
"""

import asyncio
from http import HTTPStatus
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Path
from pydantic import Field, TypeAdapter
from starlette.requests import Request
from starlette.responses import Response

from entails.listing import Listed
from entails.models.fields import Value
from entails.puzzles import loadable, puzzle, puzzle_type_named
from entails.puzzles.base import AnyPuzzle
from entails.queries import queries_of, subjects
from entails.service.assets import Asset
from entails.service.calls import CALLS, call_of
from entails.service.middleware import RequestRejected, documented


class ExampleReport(Value):
    """An example of a puzzle type."""

    name: str
    text: str
    about: str


class PuzzleReport(Value):
    """A puzzle type in the report of `/v1/types`. `drawn` means that the web interface can draw it."""

    name: str
    summary: str
    also_called: tuple[str, ...] = ()
    questions: tuple[str, ...]
    drawn: bool
    examples: tuple[ExampleReport, ...] = ()


class TypeSummary(Value):
    """An entry in the list of types: a puzzle type, or another subject of queries such as `lexicon`."""

    name: str
    summary: str
    also_called: tuple[str, ...] = ()
    queries: tuple[str, ...] = Field(description="Queries that the type answers.")


class QueryDescription(Value):
    """A query of a puzzle type with the JSON schemas of its request, without `type`, and of its report."""

    name: str
    summary: str
    answered: Literal["now", "job"] = Field(description="At once, or only as a job; every query may be a job.")
    request: dict[str, Any]
    report: dict[str, Any]
    examples: dict[str, dict[str, Any]] = Field(description="Example requests by what they show.")


class TypeDescription(Value):
    """A puzzle type with the schemas of its queries. `drawn` means that the web interface can draw it."""

    name: str
    summary: str
    also_called: tuple[str, ...] = ()
    drawn: bool
    examples: tuple[ExampleReport, ...] = ()
    queries: tuple[QueryDescription, ...]


def type_names() -> list[str]:
    """Return the names of all subjects of queries, puzzle types first."""
    return list(dict.fromkeys(name.partition("/")[0] for name in CALLS))


def type_summaries() -> list[TypeSummary]:
    """Return the types with the names of their queries, without importing modules of types."""
    return [
        TypeSummary(
            name=name, summary=_listed(name).summary, also_called=_also_called(name), queries=tuple(queries_of(name))
        )
        for name in type_names()
    ]


def described_type(name: str) -> TypeDescription:
    """Return a type with the schemas of its queries."""
    puzzle_type = None if name in subjects() else puzzle_type_named(name)
    return TypeDescription(
        name=name,
        summary=_listed(name).summary,
        also_called=_also_called(name),
        drawn=puzzle_type is not None and puzzle_type.is_drawn,
        examples=() if puzzle_type is None else _examples(puzzle_type),
        queries=tuple(described_query(name, verb) for verb in queries_of(name)),
    )


def described_query(name: str, verb: str) -> QueryDescription:
    """Return a query of a type with its schemas, which are not cached."""
    call = call_of(name, verb)
    return QueryDescription(
        name=verb,
        summary=call.summary,
        answered=call.pace,
        request=call.request.model_json_schema(),
        report=TypeAdapter(call.report).json_schema(),
        examples={title: dict(example) for title, example in call.examples.items()},
    )


def _listed(name: str) -> Listed:
    return subjects()[name] if name in subjects() else puzzle(name)


def _also_called(name: str) -> tuple[str, ...]:
    return tuple(_listed(name).constants.get("ALIASES", ()))


def add_puzzle_routes(app: FastAPI, guarded: list[Any]) -> None:
    """Add the routes of the puzzle types to the application."""
    known: list[PuzzleReport] = []
    common: dict[str, Any] = {"tags": ["types"], "dependencies": guarded}
    summaries = type_summaries()
    described: dict[str, Asset] = {}
    building = asyncio.Lock()

    @app.get(
        "/v1/puzzles",
        summary="List the puzzle types with their examples.",
        operation_id="puzzles_list",
        responses=documented(401),
        **common,
    )
    async def puzzles() -> list[PuzzleReport]:
        async with building:
            if not known:  # loaded on first use: this imports every puzzle type
                known.extend(await asyncio.to_thread(lambda: [_report(name) for name in loadable()]))
        return known

    @app.get(
        "/v1/types",
        summary="List the types: puzzle types, and other subjects of queries.",
        operation_id="types_list",
        responses=documented(401),
        **common,
    )
    async def listed_types() -> list[TypeSummary]:
        return summaries

    @app.get(
        "/v1/types/{type}",
        response_model=TypeDescription,
        summary="Describe a type: its queries, their options and reports as JSON schemas, and examples.",
        operation_id="types_describe",
        responses=documented(401, 404, 422),
        **common,
    )
    async def described_types(wanted: Annotated[str, Path(alias="type", max_length=80)], request: Request) -> Response:
        if wanted not in type_names():
            raise RequestRejected(HTTPStatus.NOT_FOUND, f"unknown type {wanted[:40]!r}; see /v1/types")
        async with building:
            if wanted not in described:
                text = await asyncio.to_thread(lambda: described_type(wanted).model_dump_json())
                described[wanted] = Asset(text.encode(), "application/json")
        return described[wanted].response(request)


def _report(name: str) -> PuzzleReport:
    about, puzzle_type = puzzle(name), puzzle_type_named(name)
    return PuzzleReport(
        name=name,
        summary=about.summary,
        also_called=_also_called(name),
        questions=tuple(queries_of(name)),
        drawn=puzzle_type.is_drawn,
        examples=_examples(puzzle_type),
    )


def _examples(puzzle_type: AnyPuzzle) -> tuple[ExampleReport, ...]:
    return tuple(
        ExampleReport(name=example.name, text=example.text, about=example.about) for example in puzzle_type.examples
    )
