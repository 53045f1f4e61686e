"""The service under load: simple calls alone and among many, some hostile; and under `wrk` overload, against a bare
FastAPI application. Only correct responses count.
"""

import asyncio
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from statistics import median

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
    "import sys; from entails.service.server import run; from entails.service.settings import ServiceSettings; "
    "run(ServiceSettings(port=0, jobs_db=sys.argv[1]), lambda address: print(address, flush=True))"
)
_BARE = """
import socket, sys
import uvicorn
from fastapi import FastAPI, Request, Response
from entails.service.answer import answer
from entails.solvers.engine import set_monitored

set_monitored()
app = FastAPI()

@app.post("/v1/sudoku/solve")
async def solve(request: Request) -> Response:
    return Response(answer("sudoku/solve", await request.body(), 4096, lambda news: None).text)

listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen(512)
print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False)).run(sockets=[listener])
"""
"""A bare application that runs the same solve inline."""
_RIGHT = """
wrk.method, wrk.body = "POST", '{"puzzle": "%s"}'
wrk.headers["Content-Type"] = "application/json"
local threads = {}
function setup(thread) table.insert(threads, thread) end
function init(args) right = 0 end
function response(status, headers, body)
  if status == 200 and body:find("%s", 1, true) then right = right + 1 end
end
function done(summary, latency, requests)
  local sum = 0
  for _, thread in ipairs(threads) do sum = sum + thread:get("right") end
  print("RIGHT " .. sum .. " " .. summary.duration)
end
"""
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
_SECONDS = 5
_USUAL, _OVERLOAD = 64, 256
_HEAVY = 40


def main() -> None:
    """Start a server, send the loads, and print the results."""
    asyncio.run(_measure())


async def _measure() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with (
            _started(_START, str(Path(folder, "jobs.sqlite"))) as (address, pid),
            httpx.AsyncClient(base_url=address, timeout=60, limits=httpx.Limits(max_connections=300)) as http,
        ):
            await _talk(http, pid)
            if shutil.which("wrk") is None:
                print("skip overload: no wrk here (Debian, Ubuntu: apt install wrk)")
                return
            await _overload(address, pid, Path(folder))
            await _light_beside_heavy(http)


@asynccontextmanager
async def _started(code: str, *words: str) -> AsyncIterator[tuple[str, int]]:
    """Start a server process; yield its address and process id."""
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    assert server.stdout is not None
    try:
        yield (await server.stdout.readline()).decode().strip(), server.pid
    finally:
        server.terminate()
        await server.wait()


async def _overload(address: str, pid: int, folder: Path) -> None:
    """Measure correct responses per second by wrk: at most, with four times the connections, and of the bare
    application.
    """
    script = folder / "right.lua"
    script.write_text(_RIGHT % (GRID, SOLUTION))
    result: dict[int, list[float]] = {16: [], _USUAL: [], _OVERLOAD: []}
    for _ in range(3):  # in turns, so that other work slows all of them equally
        for connections, rates in result.items():
            rates.append(await _right_a_second(address, connections, script))
    peak, crowded = max(median(result[16]), median(result[_USUAL])), median(result[_OVERLOAD])
    text = f"{crowded / peak:.0%} of the peak ({crowded:.0f} and {peak:.0f} a second)"
    figure(f"right answers with {_OVERLOAD} connections", text, "80 %", crowded >= 0.8 * peak)
    async with _started(_BARE) as (bare, bare_pid):
        await _right_a_second(bare, 1, script, seconds=2)
        rates: dict[int, list[float]] = {pid: [], bare_pid: []}
        seconds: dict[int, list[float]] = {pid: [], bare_pid: []}
        for _ in range(3):
            for number, place in ((pid, address), (bare_pid, bare)):
                before = _cpu_seconds(number)
                rates[number].append(await _right_a_second(place, 16, script))
                seconds[number].append((_cpu_seconds(number) - before) / rates[number][-1] / _SECONDS)
    ours, theirs = (sum(rates[number]) / 3 for number in (pid, bare_pid))
    text = f"{ours / theirs:.2f} times ({ours:.0f} and {theirs:.0f} a second)"
    figure("16 connections, against a bare FastAPI that solves inline", text, "1.2 times", ours >= 1.2 * theirs)
    ours, theirs = (1000 * median(seconds[number]) for number in (pid, bare_pid))
    text = f"{ours / theirs:.2f} times ({ours:.2f} and {theirs:.2f} s)"
    figure("CPU time of 1,000 answers, against the bare one", text, "at most 1.2 times", ours <= 1.2 * theirs)


async def _right_a_second(address: str, connections: int, script: Path, seconds: int = _SECONDS) -> float:
    words = [
        "-t1",
        f"-c{connections}",
        f"-d{seconds}s",
        "--timeout",
        "30s",
        "-s",
        str(script),
        f"{address}v1/sudoku/solve",
    ]
    wrk = await asyncio.create_subprocess_exec("wrk", *words, stdout=asyncio.subprocess.PIPE)
    item, _ = await wrk.communicate()
    right, microseconds = item.decode().partition("RIGHT ")[2].split()
    return int(right) / (float(microseconds) / 1e6)


async def _light_beside_heavy(http: httpx.AsyncClient) -> None:
    """Measure a light client beside heavy ones that never pause."""
    big = {"puzzle": "." * 625, "most": 60}
    answers: list[int] = []

    async def heavy() -> None:
        async with httpx.AsyncClient(base_url=http.base_url, timeout=60) as own:
            while True:
                answers.append((await own.post("/v1/sudoku/explain", json=big)).status_code)
                await asyncio.sleep(0.05)

    tasks = [asyncio.create_task(heavy()) for _ in range(_HEAVY)]
    await asyncio.sleep(3)
    items, right, deadline = [], 0, time.perf_counter() + 15
    while time.perf_counter() < deadline:
        started = time.perf_counter()
        response = await http.post("/v1/sudoku/solve", json={"puzzle": GRID})
        items.append(time.perf_counter() - started)
        right += response.status_code == 200 and SOLUTION in response.text
        await asyncio.sleep(0.02)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    p99 = _percentile(items, 0.99)
    text = f"p99 {p99:.2f} s, median {_percentile(items, 0.5) * 1e3:.0f} ms, {right} of {len(items)} right"
    text += f"; {answers.count(200)} heavy ones answered, {answers.count(429)} put off"
    figure(f"a light client beside {_HEAVY} heavy ones", text, "p99 under 1 s", p99 < 1 and right == len(items))


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
    text = f"{ratio:.1f} times ({_percentile(alone, 0.99) * 1e3:.0f} and {_percentile(crowded, 0.99) * 1e3:.0f} ms)"
    figure("p99 of simple calls, 16 at once against one", text, "within 10 times", ratio <= 10)
    await _among_hostile(http, pid)
    await _stays_small(http, pid)


async def _stays_small(http: httpx.AsyncClient, pid: int) -> None:
    """Measure memory after two thousand and after 12,000 requests."""
    await _latencies(http, 2_000, at_once=8)
    before = _memory_mb(pid)
    await _latencies(http, 10_000, at_once=8)
    after = _memory_mb(pid)
    text = f"{before:.0f} MB after 2,000, {after:.0f} MB after 12,000"
    figure("memory over 12,000 simple requests", text, "10 % more at most", after <= 1.1 * before)


async def _among_hostile(http: httpx.AsyncClient, pid: int) -> None:
    """Send 300 simultaneous requests, a tenth of them hostile; each must get a response other than a server error."""
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
    """Return the seconds to the response of each of `count` simple calls, `at_once` connections at a time, over a raw
    connection to save CPU.
    """
    waiting = iter(random.Random(0).choices(SIMPLE, k=count))
    host, port = http.base_url.host, http.base_url.port
    numbers: list[float] = []

    async def talk() -> None:
        reader, writer = await asyncio.open_connection(host, port)
        for call, body in waiting:
            content = json.dumps(body).encode()
            head = f"POST /v1/{call} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
            started = time.perf_counter()
            writer.write(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
            answer = (await reader.readuntil(b"\r\n\r\n")).lower()
            await reader.readexactly(int(answer.partition(b"content-length:")[2].split(b"\r\n")[0]))
            numbers.append(time.perf_counter() - started)
            assert answer.startswith(b"http/1.1 200"), answer
        writer.close()

    await asyncio.gather(*(talk() for _ in range(at_once)))
    return numbers


def _percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def _memory_mb(pid: int) -> float:
    """Return the memory of the server and its workers (Linux; shared pages count proportionally)."""
    total = 0
    for number in _processes(pid):
        with suppress(OSError):  # it has ended in the meantime
            lines = Path(f"/proc/{number}/smaps_rollup").read_text().splitlines()
            total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def _cpu_seconds(pid: int) -> float:
    """Return the CPU time of the server and its processes, including those that have ended (Linux)."""
    ticks = 0
    for number in _processes(pid):
        with suppress(OSError):
            ticks += sum(map(int, Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _processes(pid: int) -> list[int]:
    """Return a process, its children, theirs, and so on (Linux)."""
    pids = [pid]
    for number in pids:
        with suppress(OSError):
            for task in Path(f"/proc/{number}/task").iterdir():
                pids += [int(child) for child in (task / "children").read_text().split()]
    return pids


def _pigeons(holes: int) -> str:
    """Return a pigeonhole formula, one pigeon more than holes: short to write, long to refute."""
    clauses = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    clauses += [
        [-(index * holes + hole + 1), -(second * holes + hole + 1)]
        for hole in range(holes)
        for index in range(holes + 1)
        for second in range(index)
    ]
    head = f"p cnf {holes * (holes + 1)} {len(clauses)}"
    return "\n".join([head, *(" ".join(map(str, [*clause, 0])) for clause in clauses)]) + "\n"
