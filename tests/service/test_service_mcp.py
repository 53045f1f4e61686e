"""`entails mcp`, called by the client of the protocol's SDK."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp")

import httpx
import httpx2
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from service.test_service_calls import GRID

from entails.puzzles import puzzles
from entails.service.mcp import accepted_hosts, tools
from entails.service.settings import ServiceSettings

LINK = "https://puzz.link/p?slither/5/5/k202cj010dj"
CLASH = {
    "variables": [{"name": name, "domain": [1, 2]} for name in "xy"],
    "constraints": [{"kind": "compare", "left": left, "op": "<", "right": right} for left, right in ("xy", "yx")],
}


def test_there_are_few_tools_for_all_types() -> None:
    offered = tools()
    assert len(offered) <= 15
    types = offered["solve"].schema["properties"]["type"]["enum"]
    assert set(puzzles()) <= set(types)
    assert set(tools(["takuzu"])) == set(offered) - {
        "generate",
        "model_check",
        "model_solve",
        "model_explain",
        "wordle_suggest",
        "scrabble_best",
    }
    assert tools(["takuzu"])["solve"].schema["properties"]["type"]["enum"] == ["takuzu"]


async def _json(session: ClientSession, name: str, **arguments: Any) -> Any:
    """Return the JSON result of a tool; while the workers start, call it again."""
    for _ in range(600):
        result = await session.call_tool(name, arguments)
        text = result.content[0].text  # type: ignore[union-attr]
        if not result.is_error:
            return json.loads(text)
        assert "try again" in text, text
        await asyncio.sleep(0.2)
    raise AssertionError("the workers do not start")


async def _error(session: ClientSession, name: str, **arguments: Any) -> str:
    result = await session.call_tool(name, arguments)
    assert result.is_error
    return result.content[0].text  # type: ignore[union-attr,no-any-return]


async def _talk(session: ClientSession) -> None:
    await session.initialize()
    listed = {tool.name: tool for tool in (await session.list_tools()).tools}
    assert set(listed) == set(tools())
    assert "puzzle" in listed["solve"].input_schema["properties"]
    answer = await _json(session, "solve", type="sudoku", puzzle=GRID)
    assert (answer["status"], answer["result"]["unique"]) == ("yes", True)
    assert answer["engine"] == answer["result"]["engine"]
    assert "colour" in await _error(session, "solve", type="sudoku", puzzle="zzz", colour="red")
    assert (await _error(session, "solve", type="nope", puzzle="")).startswith("type: unknown type 'nope'; expected ")
    assert (await _error(session, "hint", type="cnf", puzzle="")).startswith("type: unknown type 'cnf'; expected ")
    assert "unknown tool" in await _error(session, "paint")


async def _use_all(session: ClientSession) -> None:
    """Call every tool and check its result. The first call waits for the start of the server."""
    await session.initialize()
    first = await session.call_tool("solve", {"type": "takuzu", "puzzle": ".0../0.../.01./..1."})
    assert not first.is_error, first
    named = {summary["name"]: summary for summary in await _json(session, "list_types")}
    assert set(named) == {*puzzles(), "lexicon"}
    about = await _json(session, "describe_type", type="takuzu")
    assert [query["name"] for query in about["queries"]] == named["takuzu"]["queries"]
    rate = await _json(session, "describe_type", type="takuzu", query="rate")
    assert rate["request"]["properties"]["puzzle"]["type"] == "string"
    assert "has no query 'paint'" in await _error(session, "describe_type", type="takuzu", query="paint")
    takuzu: dict[str, Any] = {"type": "takuzu", "puzzle": ".0../0.../.01./..1."}
    for name in ("check", "solve", "hint", "steps", "rate"):
        assert (await _json(session, name, **takuzu))["result"]["puzzle"] == takuzu["puzzle"], name
    none = await _json(session, "explain", type="takuzu", puzzle="000./..../..../....")
    assert none["result"]["conflicts"]
    built = await _json(session, "generate", type="sudoku", size=4, seed=1)
    assert built["result"]["grids"]
    assert (await _json(session, "model_check", puzzle=CLASH))["status"] == "no"
    assert (await _json(session, "model_solve", puzzle=CLASH))["status"] == "no"
    assert (await _json(session, "model_explain", puzzle=CLASH))["result"]["conflicts"]
    ranked = await _json(session, "wordle_suggest", puzzle="crane:bybbg", top=3)
    assert len(ranked["result"]) > 0
    rack = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15 EILNTUS/ 0/12 0"
    assert (await _json(session, "scrabble_best", puzzle=rack))["status"] == "yes"
    assert (await _json(session, "read_link", link=LINK))["type"] == "slitherlink"
    assert await _error(session, "read_link", link="nothing that is a puzzle")


def test_every_tool() -> None:
    async def run() -> None:
        words = ["-m", "entails", "mcp", "--workers", "1", "--seconds", "60"]
        server = StdioServerParameters(command=sys.executable, args=words, env=dict(os.environ))
        async with stdio_client(server) as (coming, going), ClientSession(coming, going) as session:
            await _use_all(session)

    asyncio.run(run())


@pytest.mark.parametrize("ending", ["<&-", "</dev/null", "<request"])
def test_it_ends_cleanly_when_its_input_closes(ending: str, tmp_path: Path) -> None:
    hello = {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    request = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
    (tmp_path / "request").write_text(json.dumps(request) + "\n", "utf-8")
    command = f'"{sys.executable}" -m entails mcp --puzzle takuzu --workers 1 {ending}'
    ran = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert bool(ran.stdout) == (ending == "<request")


def test_over_http_with_a_token() -> None:
    async def run() -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        words = ["-m", "entails", "mcp", "--http", "--port", str(port), "--token", "s"]
        process = await asyncio.create_subprocess_exec(sys.executable, *words)
        address = f"http://127.0.0.1:{port}/mcp/"
        try:
            deadline = time.monotonic() + 120
            while True:
                try:
                    assert httpx.post(address, json={}).status_code == 401
                    rebound = httpx.post(
                        address, json={}, headers={"Host": "evil.example", "Authorization": "Bearer s"}
                    )
                    assert rebound.status_code == 421
                    break
                except httpx.TransportError:
                    assert time.monotonic() < deadline
                    await asyncio.sleep(0.2)
            async with (
                httpx2.AsyncClient(headers={"Authorization": "Bearer s"}, timeout=60) as http,
                streamable_http_client(address, http_client=http) as (coming, going),
                ClientSession(coming, going) as session,
            ):
                await _talk(session)
        finally:
            process.terminate()
            await process.wait()

    asyncio.run(run())


def test_hosts_are_those_of_the_option_else_of_this_machine() -> None:
    assert accepted_hosts(ServiceSettings()) == ("localhost", "127.0.0.1", "[::1]")
    assert accepted_hosts(ServiceSettings(host="0.0.0.0")) == ()
    assert accepted_hosts(ServiceSettings(allowed_host=("puzzles.example",))) == ("puzzles.example",)
