"""`entails mcp`: the calls as tools of the Model Context Protocol, over standard streams or HTTP.

A tool has the request, report, limits and workers of its call.
"""

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator, Collection
from contextvars import ContextVar
from typing import Any, TextIO, cast

import anyio
import uvicorn
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.types import Receive, Scope, Send

from entails import __version__
from entails.service.answer import CallResult
from entails.service.calls import CALLS, Call, Unfinished
from entails.service.middleware import Guard, RequestRejected, problem_response
from entails.service.scheduler import Busy, Pool
from entails.service.settings import ServiceSettings
from entails.service.workers import NoWorker, Overrun, Supervisor, WorkerCrashed, WorkerPool

_CLIENT: ContextVar[str] = ContextVar("client", default="standard input")
_ABOUT = """Constraint puzzles: Sudoku, Wordle, Scrabble, pencil puzzles, and custom problems (model_*). Every tool
returns a report as JSON. "No" and "undecided" are results, not errors."""


def tools(puzzles: Collection[str] = ()) -> dict[str, Call]:
    """Return the calls by tool name: those that are answered at once, of the given puzzle types or of all."""
    wanted = (name for name in CALLS if not puzzles or name.partition("/")[0] in puzzles)
    calls = (CALLS[name] for name in wanted)
    return {call.name.replace("/", "_").replace("-", "_"): call for call in calls if call.pace == "now"}


def mcp_server(pool: Pool, offered: dict[str, Call]) -> "Server[Any, Any]":
    """Return an MCP server that offers the calls as tools."""
    server: Server[Any, Any] = Server("entails", version=__version__, instructions=_ABOUT)

    @server.list_tools()  # type: ignore[no-untyped-call, untyped-decorator, unused-ignore]
    async def _listed() -> list[types.Tool]:
        return [
            types.Tool(name=name, description=call.summary, inputSchema=call.request.model_json_schema())
            for name, call in offered.items()
        ]

    @server.call_tool(validate_input=False)  # type: ignore[untyped-decorator, unused-ignore]
    async def _called(name: str, arguments: dict[str, Any]) -> list[types.TextContent]:
        if name not in offered:
            raise ValueError(f"unknown tool {name}")
        return [types.TextContent(type="text", text=await _answered(pool, offered[name], arguments))]

    return server


async def _answered(pool: Pool, call: Call, arguments: dict[str, Any]) -> str:
    """Return the report of a call; raise ValueError with one sentence if it is rejected."""
    try:
        answer: CallResult = await pool.run(call.name, json.dumps(arguments).encode(), _CLIENT.get())
    except Overrun:
        return Unfinished(reason="time").json_line()
    except (Busy, NoWorker):
        raise ValueError("the server is busy or starting; try again in a moment") from None
    except WorkerCrashed:
        raise ValueError("two worker processes crashed on this call") from None
    if answer.kind == "memory":
        return Unfinished(reason="memory").json_line()
    if answer.kind == "fault":
        raise ValueError("internal error")
    if answer.kind == "refused":
        raise ValueError(answer.text)
    return answer.text


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
    """Open a stream's file a second time, as UTF-8. Closing the copy leaves the stream itself open."""
    errors = "replace" if mode == "r" else "strict"
    return cast(TextIO, os.fdopen(os.dup(stream.fileno()), mode, encoding="utf-8", errors=errors, newline="\n"))


def application(settings: ServiceSettings, puzzles: Collection[str]) -> Starlette:
    """Return the HTTP application, which serves /mcp and requires the tokens of the settings."""
    guard, listed = Guard.of(settings), tools(puzzles)
    manager: list[StreamableHTTPSessionManager] = []

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with _opened(settings) as pool:
            manager.append(
                StreamableHTTPSessionManager(app=mcp_server(pool, listed), json_response=True, stateless=True)
            )
            async with manager[0].run():
                yield

    async def endpoint(scope: Scope, receive: Receive, send: Send) -> None:
        try:
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
