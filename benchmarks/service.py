"""The service under load: how fast simple calls are answered, alone and among many, hostile ones among them."""

import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path

import httpx

from benchmarks.measure import figure

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
POSITION = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15 EILNTUS/ 0/12 0"
SIMPLE: list[tuple[str, dict[str, object]]] = [
    ("sudoku/solve", {"puzzle": GRID}),
    ("sudoku/hint", {"puzzle": GRID}),
    ("wordle/check", {"puzzle": "crane:bybbg"}),
    ("scrabble/check", {"puzzle": POSITION, "placement": "H8 .ILENT"}),
]
_START = (
    "import sys; from pathlib import Path; from clausal.service.run import run; "
    "from clausal.service.settings import Settings; "
    "run(Settings(port=0, jobs_db=Path(sys.argv[1])), lambda address: print(address, flush=True))"
)


def main() -> None:
    """Start a server, talk to it, and say what it did."""
    asyncio.run(_measure())


async def _measure() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            _START,
            str(Path(folder, "jobs.sqlite")),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        assert server.stdout is not None
        try:
            address = (await server.stdout.readline()).decode().strip()
            async with httpx.AsyncClient(
                base_url=address, timeout=60, limits=httpx.Limits(max_connections=300)
            ) as http:
                await _talk(http, server.pid)
        finally:
            server.terminate()
            await server.wait()


async def _talk(http: httpx.AsyncClient, pid: int) -> None:
    while (await http.get("/readyz")).status_code != 200:
        await asyncio.sleep(0.2)
    for _ in range(8):
        for call, body in SIMPLE:
            await http.post(f"/v1/{call}", json=body)
    print(f"     idle memory: {_memory_mb(pid):.0f} MB, workers included")
    alone = await _latencies(http, 200, at_once=1)
    rate_start = time.perf_counter()
    crowded = await _latencies(http, 1000, at_once=16)
    rate = 1000 / (time.perf_counter() - rate_start)
    figure("simple requests a second", f"{rate:.0f}", "200", rate >= 200)
    ratio = _percentile(crowded, 0.99) / _percentile(alone, 0.99)
    told = f"{ratio:.1f} times ({_percentile(alone, 0.99) * 1e3:.0f} and {_percentile(crowded, 0.99) * 1e3:.0f} ms)"
    figure("p99 of simple calls, 16 at once against one", told, "within 10 times", ratio <= 10)
    await _among_hostile(http, pid)


async def _among_hostile(http: httpx.AsyncClient, pid: int) -> None:
    """300 requests at once, a tenth of them hostile: every one gets an answer that is no fault of the server."""
    statuses: list[int] = []

    async def one(number: int) -> None:
        if number % 10 == 0:
            response = await http.post("/v1/cnf/solve", json={"puzzle": _pigeons(12), "seconds": 1})
        elif number % 10 == 1:
            response = await http.post("/v1/sudoku/solve", json={"puzzle": "zzz"})
        else:
            call, body = SIMPLE[number % len(SIMPLE)]
            response = await http.post(f"/v1/{call}", json=body)
        statuses.append(response.status_code)

    await asyncio.gather(*(one(number) for number in range(300)))
    bad = sum(1 for status in statuses if status >= 500)
    busy = statuses.count(429)
    figure(
        "300 mixed requests at once, hostile ones among them", f"{bad} failed, {busy} put off", "none failed", not bad
    )
    print(f"     memory afterwards: {_memory_mb(pid):.0f} MB")


async def _latencies(http: httpx.AsyncClient, count: int, at_once: int) -> list[float]:
    """Seconds to the answer of each of `count` simple calls, `at_once` connections at a time. Spoken by hand: a full
    client would take more of the two cores than the server."""
    waiting = iter(random.Random(0).choices(SIMPLE, k=count))
    host, port = http.base_url.host, http.base_url.port
    found: list[float] = []

    async def talk() -> None:
        reader, writer = await asyncio.open_connection(host, port)
        for call, body in waiting:
            content = json.dumps(body).encode()
            head = f"POST /v1/{call} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
            started = time.perf_counter()
            writer.write(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
            answer = (await reader.readuntil(b"\r\n\r\n")).lower()
            await reader.readexactly(int(answer.partition(b"content-length:")[2].split(b"\r\n")[0]))
            found.append(time.perf_counter() - started)
            assert answer.startswith(b"http/1.1 200"), answer
        writer.close()

    await asyncio.gather(*(talk() for _ in range(at_once)))
    return found


def _percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def _memory_mb(pid: int) -> float:
    """What the server and its workers hold (Linux; shared pages count once each, by proportion)."""
    pids, total = [pid], 0
    for one in pids:
        for task in Path(f"/proc/{one}/task").iterdir():
            pids += [int(child) for child in (task / "children").read_text().split()]
        lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
        total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def _pigeons(holes: int) -> str:
    """One pigeon more than there are holes: short to say, long to refute."""
    clauses = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    clauses += [
        [-(one * holes + hole + 1), -(other * holes + hole + 1)]
        for hole in range(holes)
        for one in range(holes + 1)
        for other in range(one)
    ]
    head = f"p cnf {holes * (holes + 1)} {len(clauses)}"
    return "\n".join([head, *(" ".join(map(str, [*clause, 0])) for clause in clauses)]) + "\n"
