"""`entails mcp`, spoken to by the client of the protocol's own SDK."""

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
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from service.test_service_calls import GRID

from entails.service.calls import CALLS
from entails.service.mcp import tools


def test_every_call_that_is_answered_at_once_is_a_tool() -> None:
    offered = tools()
    assert {call.name for call in offered.values()} == {name for name, call in CALLS.items() if call.pace == "now"}
    assert set(tools(["takuzu"])) == {f"takuzu_{call.verb}" for call in tools(["takuzu"]).values()}


async def _talk(session: ClientSession) -> None:
    await session.initialize()
    listed = {tool.name: tool for tool in (await session.list_tools()).tools}
    assert "sudoku_solve" in listed
    assert "puzzle" in listed["sudoku_solve"].inputSchema["properties"]
    for _ in range(60):  # the workers may still be starting
        solved = await session.call_tool("sudoku_solve", {"puzzle": GRID})
        if not solved.isError:
            break
        assert "try again" in solved.content[0].text  # type: ignore[union-attr]
    report: dict[str, Any] = json.loads(solved.content[0].text)  # type: ignore[union-attr]
    assert report["unique"] is True
    refused = await session.call_tool("sudoku_solve", {"puzzle": "zzz", "colour": "red"})
    assert refused.isError
    assert "colour" in refused.content[0].text  # type: ignore[union-attr]
    unknown = await session.call_tool("sudoku_paint", {})
    assert unknown.isError


def test_over_standard_streams() -> None:
    async def run() -> None:
        words = ["-m", "entails", "mcp", "--puzzle", "sudoku", "--workers", "1"]
        server = StdioServerParameters(command=sys.executable, args=words, env=dict(os.environ))  # its cache among them
        async with (
            stdio_client(server) as (coming, going),
            ClientSession(coming, going) as session,
        ):
            await _talk(session)

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
        words = ["-m", "entails", "mcp", "--http", "--port", str(port), "--token", "s", "--puzzle", "sudoku"]
        process = await asyncio.create_subprocess_exec(sys.executable, *words)
        address = f"http://127.0.0.1:{port}/mcp/"
        try:
            deadline = time.monotonic() + 120
            while True:
                try:
                    assert httpx.post(address, json={}).status_code == 401
                    break
                except httpx.TransportError:
                    assert time.monotonic() < deadline
                    await asyncio.sleep(0.2)
            async with (
                httpx.AsyncClient(headers={"Authorization": "Bearer s"}, timeout=60) as http,
                streamable_http_client(address, http_client=http) as (coming, going, _),
                ClientSession(coming, going) as session,
            ):
                await _talk(session)
        finally:
            process.terminate()
            await process.wait()

    asyncio.run(run())
