"""`entails mcp`: a few tools of the Model Context Protocol, over standard streams or HTTP.

The tools of queries take `type`, `puzzle` and the options of the query, and return what `POST /v1/QUERY` returns: an
`Answer` with the report as `result`. Limits and workers are those of the service.
"""

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, TextIO, cast

import anyio
import uvicorn
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.routing import Mount
from starlette.types import Receive, Scope, Send

from entails import __version__
from entails.models.errors import EntailsError
from entails.puzzles.detect import recognised
from entails.queries import queries_of
from entails.queries.parse import parse
from entails.queries.query import named
from entails.service.answer import CallResult
from entails.service.calls import CALLS, MOST_TEXT, Unfinished
from entails.service.middleware import WRONG_HOST, Guard, RequestRejected, is_allowed, problem_response
from entails.service.puzzle_types import described_query, described_type, type_names, type_summaries
from entails.service.routes import enveloped
from entails.service.scheduler import Busy, Pool
from entails.service.settings import ServiceSettings
from entails.service.workers import NoWorker, Overrun, Supervisor, WorkerCrashed, WorkerPool

_CLIENT: ContextVar[str] = ContextVar("client", default="standard input")
_ABOUT = """Constraint puzzles: Sudoku, Wordle, Scrabble, pencil puzzles, and custom problems (model_*). list_types and
describe_type say what a type reads and which options its queries have. Every answer is JSON: `status` (yes, no or
undecided, all three are results), `engine`, `confirmed_by` and `result`, the report."""

Arguments = dict[str, Any]


@dataclass(frozen=True)
class Tool:
    """A tool: its description, the JSON schema of its arguments, and the function that returns its JSON."""

    about: str
    schema: Mapping[str, Any]
    run: Callable[[Pool, Arguments], Awaitable[str]]


_START_SECONDS = 30.0
"""Seconds for which a call waits for the start of the server; clients wait for a minute or longer."""
_RETRY_SECONDS = 0.2
_QUERIES = {
    "check": "Check for a unique solution; if there is none, list the clues that conflict.",
    "solve": "Solve a puzzle; report whether the solution is unique.",
    "explain": "Explain why a puzzle has no solution: minimal conflicts, and repairs.",
    "hint": "Show a hint for the next step; `strength` sets how much it reveals.",
    "steps": "Solve a puzzle as a person does, with a reason for every step.",
    "generate": "Generate puzzles of a given difficulty.",
    "rate": "Rate the difficulty of a puzzle for people.",
}
_MODEL = {
    "check": "Check a custom problem, stated as variables and constraints, for a unique solution.",
    "solve": "Solve a custom problem, stated as variables and constraints; optimise it if it has an objective.",
    "explain": "Explain why a custom problem has no solution: minimal conflicts, and repairs.",
}
_FIXED = {
    "wordle_suggest": ("wordle/suggest", "Rank the next guesses of a Wordle game by the expected guesses to go."),
    "scrabble_best": ("scrabble/best", "Find the best moves of a Scrabble position."),
}
_MORE = "Further fields are options of the query; describe_type lists them."
_PUZZLE = {
    "anyOf": [{"type": "string", "maxLength": MOST_TEXT}, {"type": "object"}],
    "description": "The puzzle as text in a format of its type, or a link; a document may be an object.",
}
_SECONDS = {"type": "number", "exclusiveMinimum": 0, "description": "Time limit, below that of the server."}


def tools(chosen: Collection[str] = ()) -> dict[str, Tool]:
    """Return the tools by name, for these puzzle types or for all."""
    offered = [name for name in type_names() if not chosen or name in chosen]
    listed: dict[str, Tool] = {
        "list_types": Tool(
            "List the puzzle types, their queries and their other names.", _object({}), _lister(offered)
        ),
        "describe_type": Tool(
            "Describe a type: queries and examples; with `query`, the schemas of its options and report.",
            _object({"type": {"type": "string", "enum": offered}, "query": {"type": "string"}}, "type"),
            _describer(offered),
        ),
    }
    for query, about in _QUERIES.items():
        if answering := [name for name in offered if query in queries_of(name)]:
            fields = {"type": {"type": "string", "enum": answering}, "puzzle": _PUZZLE, "seconds": _SECONDS}
            required = ("type",) if query == "generate" else ("type", "puzzle")
            listed[query] = Tool(f"{about} {_MORE}", _object(fields, *required), _caller_of(query, answering))
    if "model" in offered:
        document = {"puzzle": {"anyOf": [{"type": "object"}, {"type": "string"}]}, "seconds": _SECONDS}
        for query, about in _MODEL.items():
            more = 'The document has "variables" and "constraints": describe_type of model has examples.'
            listed[f"model_{query}"] = Tool(f"{about} {more}", _object(document, "puzzle"), _fixed(f"model/{query}"))
    for name, (call, about) in _FIXED.items():
        if call.partition("/")[0] in offered:
            listed[name] = Tool(about, CALLS[call].request.model_json_schema(), _fixed(call))
    link = {"link": {"type": "string", "maxLength": MOST_TEXT}}
    about = "Read a link (puzz.link, Penpa+, f-puzzles, SudokuPad) or another text; return its type and the puzzle."
    listed["read_link"] = Tool(about, _object(link, "link"), _read_link)
    return listed


def _object(fields: Mapping[str, Any], *required: str) -> dict[str, Any]:
    return {"type": "object", "properties": dict(fields), "required": list(required)}


def _lister(offered: Collection[str]) -> Callable[[Pool, Arguments], Awaitable[str]]:
    async def run(_: Pool, arguments: Arguments) -> str:
        del arguments
        summaries = [summary for summary in type_summaries() if summary.name in offered]
        return f"[{','.join(summary.model_dump_json() for summary in summaries)}]"

    return run


def _describer(offered: Collection[str]) -> Callable[[Pool, Arguments], Awaitable[str]]:
    async def run(_: Pool, arguments: Arguments) -> str:
        name, query = _typed(arguments, offered), arguments.get("query")
        if query is not None and query not in queries_of(name):
            raise ValueError(f"query: {name} has no query {str(query)[:40]!r}; expected {', '.join(queries_of(name))}")
        return await asyncio.to_thread(_description, name, query)

    return run


def _description(name: str, query: str | None) -> str:
    """Return a short description of a puzzle type, or the long schemas of one of its queries."""
    if query is not None:
        return described_query(name, query).model_dump_json()
    described = described_type(name)
    short = described.model_dump(mode="json", exclude={"queries"})
    short["queries"] = [
        {"name": each.name, "summary": each.summary, "options": list(each.request["properties"])}
        for each in described.queries
    ]
    return json.dumps(short, ensure_ascii=False)


def _typed(arguments: Arguments, answering: Collection[str]) -> str:
    """Return the puzzle type that the arguments name."""
    name = arguments.get("type")
    if name not in answering:
        problem = "value is missing" if name is None else f"unknown type {str(name)[:40]!r}"
        raise ValueError(f"type: {problem}; expected {', '.join(answering)}")
    return str(name)


def _caller_of(query: str, answering: Collection[str]) -> Callable[[Pool, Arguments], Awaitable[str]]:
    async def run(pool: Pool, arguments: Arguments) -> str:
        name = _typed(arguments, answering)
        return await _answered(pool, f"{name}/{query}", {key: arguments[key] for key in arguments if key != "type"})

    return run


def _fixed(call: str) -> Callable[[Pool, Arguments], Awaitable[str]]:
    async def run(pool: Pool, arguments: Arguments) -> str:
        return await _answered(pool, call, arguments)

    return run


async def _read_link(_: Pool, arguments: Arguments) -> str:
    link = arguments.get("link")
    if not isinstance(link, str) or not 0 < len(link) <= MOST_TEXT:
        raise ValueError(f"link: expected text of at most {MOST_TEXT:,} characters")
    return await asyncio.to_thread(_link_text, link)


def _link_text(link: str) -> str:
    name = recognised(link.encode(errors="surrogatepass"))
    read = parse(name, link)
    return json.dumps({"type": name, "puzzle": link, **named(read), "queries": list(queries_of(name))})


def mcp_server(pool: Pool, offered: Mapping[str, Tool]) -> "Server[Any]":
    """Return an MCP server that offers the tools."""
    listing = types.ListToolsResult(
        tools=[
            types.Tool(name=name, description=tool.about, input_schema=dict(tool.schema))
            for name, tool in offered.items()
        ]
    )

    async def listed(_: object, __: object) -> types.ListToolsResult:
        return listing

    async def called(_: object, wanted: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            if wanted.name not in offered:
                raise ValueError(f"unknown tool {wanted.name[:40]!r}; expected {', '.join(offered)}")
            text, is_error = await offered[wanted.name].run(pool, wanted.arguments or {}), False
        except (ValueError, EntailsError) as error:
            text, is_error = str(error), True
        return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=is_error)

    return Server("entails", version=__version__, instructions=_ABOUT, on_list_tools=listed, on_call_tool=called)


async def _answered(pool: Pool, call: str, arguments: Arguments) -> str:
    """Return the answer of a call as JSON; raise ValueError with one sentence if it is rejected."""
    try:
        answer = await _answered_when_ready(pool, call, json.dumps(arguments).encode())
    except Overrun:
        return enveloped(CallResult("report", ""), Unfinished(reason="time").json_line())
    except Busy:
        raise ValueError("the server is busy; try again in a moment") from None
    except NoWorker:
        raise ValueError("the server is still starting; try again in a minute") from None
    except WorkerCrashed:
        raise ValueError("two worker processes crashed on this call") from None
    if answer.kind == "memory":
        return enveloped(answer, Unfinished(reason="memory").json_line())
    if answer.kind == "fault":
        raise ValueError("internal error")
    if answer.kind == "refused":
        raise ValueError(answer.text)
    return enveloped(answer, answer.text)


async def _answered_when_ready(pool: Pool, call: str, body: bytes) -> CallResult:
    """Answer a call; wait while the server starts and while a kernel that the call needs is compiled."""
    loop = asyncio.get_running_loop()
    until = loop.time() + _START_SECONDS
    while True:
        left = until - loop.time()
        try:
            return await pool.run(call, body, _CLIENT.get(), max(left, 0.0))
        except NoWorker:
            if left <= 0:
                raise
            await asyncio.sleep(_RETRY_SECONDS)


@contextlib.asynccontextmanager
async def _opened(settings: ServiceSettings) -> AsyncIterator[Pool]:
    supervisor = Supervisor()
    workers = WorkerPool(settings.memory_mb, idle=max(settings.workers, settings.slow_workers), warm=settings.warm)
    workers.open(supervisor)
    try:
        yield Pool(workers, settings)
    finally:
        await supervisor.close()
        workers.close()


def serve_stdio(settings: ServiceSettings, puzzles: Collection[str]) -> int:
    """Serve over standard input and output until the input closes."""
    if sys.stdin is None:  # it was closed from the start
        return 0
    offered = tools(puzzles)  # before a thread reads standard input: much is imported here

    async def run(reader: TextIO, writer: TextIO) -> None:
        streams = stdio_server(anyio.wrap_file(reader), anyio.wrap_file(writer))
        async with _opened(settings) as pool, streams as (coming, going):
            server = mcp_server(pool, offered)
            await server.run(coming, going, server.create_initialization_options())

    with _copy_of(sys.stdin, "r") as reader, _copy_of(sys.stdout, "w") as writer:
        asyncio.run(run(reader, writer))
    return 0


def _copy_of(stream: TextIO, mode: str) -> TextIO:
    """Open a stream's file again as UTF-8. Closing the copy leaves the stream open."""
    errors = "replace" if mode == "r" else "strict"
    return cast(TextIO, os.fdopen(os.dup(stream.fileno()), mode, encoding="utf-8", errors=errors, newline="\n"))


_LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")


def accepted_hosts(settings: ServiceSettings) -> tuple[str, ...]:
    """Return the accepted Host headers, empty for any; by default the local names if the server listens on them."""
    is_local = settings.host in ("localhost", "127.0.0.1", "::1")
    return settings.allowed_host or (_LOCAL_HOSTS if is_local else ())


def application(settings: ServiceSettings, puzzles: Collection[str]) -> Starlette:
    """Return the HTTP application: it serves /mcp and requires a token of the settings."""
    guard, listed, hosts = Guard.of(settings), tools(puzzles), accepted_hosts(settings)
    manager: list[StreamableHTTPSessionManager] = []

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with _opened(settings) as pool:
            manager.append(
                StreamableHTTPSessionManager(
                    app=mcp_server(pool, listed),
                    json_response=True,
                    stateless=True,
                    max_request_body_size=settings.body_bytes,
                )
            )
            async with manager[0].run():
                yield

    async def endpoint(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            if hosts and not is_allowed(Headers(scope=scope).get("host", ""), hosts):
                raise RequestRejected(HTTPStatus.MISDIRECTED_REQUEST, WRONG_HOST)
            _CLIENT.set(guard.caller(scope).client)
        except RequestRejected as refused:
            await problem_response(refused, None)(scope, receive, send)
            return
        await manager[0].handle_request(scope, receive, send)

    return Starlette(routes=[Mount("/mcp", app=endpoint)], lifespan=lifespan)


def serve_http(settings: ServiceSettings, puzzles: Collection[str]) -> int:
    """Serve over HTTP until a signal."""
    uvicorn.run(
        application(settings, puzzles), host=settings.host, port=settings.port, log_level="warning", access_log=False
    )
    return 0
