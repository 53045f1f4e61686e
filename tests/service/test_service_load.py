"""Hundreds of requests at once, hostile ones among them: everybody gets an answer, and memory stays bounded."""

import asyncio
from collections import Counter
from pathlib import Path

import httpx
import pytest
from service.running_server import RunningServer, running_server
from service.test_service_calls import GRID, pigeons

REQUESTS = 240
POSITION = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15 EILNTUS/ 0/12 0"
MIX: list[tuple[str, dict[str, object], set[int]]] = [
    ("sudoku/solve", {"puzzle": GRID}, {200}),
    ("wordle/check", {"puzzle": "crane:bybbg"}, {200}),
    ("scrabble/moves", {"puzzle": POSITION, "top": 1}, {200}),
    ("sudoku/hint", {"puzzle": GRID}, {200}),
    ("sudoku/solve", {"puzzle": "not a grid"}, {422}),
    ("cnf/solve", {"puzzle": pigeons(12), "seconds": 0.5}, {200}),
    ("sudoku/count", {"puzzle": "." * 81, "max": 1_000_000, "seconds": 0.5}, {200}),
    ("wordle/suggest", {"puzzle": "crane:bybbg", "top": 1}, {200}),
]


def memory_mb(server: RunningServer) -> float:
    """What the server and all its processes hold; shared pages count in part."""
    total = 0
    for pid in [server.process.pid, *server.children()]:
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
    return total / 1024


async def flood(server: RunningServer) -> Counter[tuple[str, int]]:
    found: Counter[tuple[str, int]] = Counter()
    async with httpx.AsyncClient(timeout=300, limits=httpx.Limits(max_connections=REQUESTS)) as client:

        async def one(number: int) -> None:
            call, body, expected = MIX[number % len(MIX)]
            response = await client.post(f"{server.address}v1/{call}", json=body)
            assert response.status_code in expected | {429}, (call, response.text)
            if response.status_code == 429:
                assert response.headers["retry-after"]
            found[call, response.status_code] += 1

        await asyncio.gather(*(one(number) for number in range(REQUESTS)))
    return found


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="memory is read from /proc")
def test_a_flood_with_hostile_requests(tmp_path: Path) -> None:
    with running_server(tmp_path, seconds=60.0, warm=True) as server:
        server.ready()
        before = memory_mb(server)
        found = asyncio.run(flood(server))
        assert found.total() == REQUESTS
        assert found["sudoku/hint", 200] > 0
        after = memory_mb(server)
        assert after < before + 1500
        with server.client() as client:
            assert client.ask("sudoku/solve", puzzle=GRID).unique is True
