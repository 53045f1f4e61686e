"""A server with an empty kernel cache reports this, answers what needs no kernels, and compiles in the background."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from service.running_server import RunningServer, running_server
from service.stores import new_job
from service.test_service_calls import GRID
from service.test_service_jobs import until

from entails.service import compiling
from entails.service.compiling import NO_KERNEL, KernelCompiler
from entails.service.routes import preferred_wait
from entails.service.settings import ServiceSettings
from entails.service.store import SqliteStore
from entails.service.workers import WorkerDied
from entails.solvers.kernels.jit import CACHE_VARIABLE, _stamp, cache_of_kernels
from entails.studies.warm import _stamp_of, cold_jobs

TAKUZU = ".1..\n...0\n0...\n..1."
HISTORY = "crane:bybbg slate:bbgyb"
MODULE, JOB = "counting", "model counter"
SIZE = 1500
CLAUSES = "\n".join(f"{number} {number + 1} {number + 2} 0" for number in range(1, SIZE - 1))
COUNTED = f"p cnf {SIZE} {SIZE - 2}\n{CLAUSES}\n"
"""Binary strings without three zeros in a row; plain Python takes much longer than two seconds to count them."""


def strings_without_three_zeros(length: int) -> int:
    counts = [1, 2, 4]
    while len(counts) <= length:
        counts.append(sum(counts[-3:]))
    return counts[length]


@pytest.fixture
def cache_without_counter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Build a kernel cache without the model counter."""
    if cold_jobs():
        pytest.skip("the kernels are not compiled here: entails warm")
    known, stamp, folder = cache_of_kernels(), _stamp(_stamp_of(JOB)), tmp_path / "kernels"
    folder.mkdir()
    for part in known.iterdir():
        if part.name == stamp.parent.name:
            (folder / part.name).mkdir()
            for file in part.iterdir():
                if file.name != stamp.name:
                    (folder / part.name / file.name).touch()
        elif not part.name.startswith(f"{MODULE}-"):
            (folder / part.name).symlink_to(part)
    monkeypatch.setenv(CACHE_VARIABLE, str(folder))
    return folder


def compilers_of(server: RunningServer) -> list[int]:
    """Return the compiler processes: those that serve calls and are not forked."""
    return [pid for pid in server.children() if b"solvers.pool.server" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def test_a_cold_server_serves_what_needs_no_kernel_and_waits_for_the_rest(
    cache_without_counter: Path, tmp_path: Path
) -> None:
    with running_server(tmp_path, warm=True, job_workers=1) as server, httpx.Client(timeout=120) as http:

        def post(call: str, **request: Any) -> httpx.Response:
            return http.post(f"{server.address}v1/{call}", json=request)

        compilers: list[int] = []
        until(lambda: bool(compilers.extend(compilers_of(server)) or compilers))
        os.kill(compilers[0], signal.SIGSTOP)  # before it has compiled anything, while it is still importing
        until(lambda: http.get(f"{server.address}readyz").json()["capabilities"][NO_KERNEL] == "ready")
        ready = http.get(f"{server.address}readyz")
        needs = post("cnf/count", puzzle=COUNTED)
        puzzle, check = post("takuzu/solve", puzzle=TAKUZU), post("wordle/check", puzzle=HISTORY)
        assert (puzzle.status_code, check.status_code) == (200, 200)
        assert ready.status_code == 503, ready.text
        assert ready.headers["content-type"] == "application/problem+json"
        states = ready.json()["capabilities"]
        assert states.pop(JOB) in ("waiting", "compiling")
        assert set(states.values()) == {"ready"}
        assert "being compiled" in ready.json()["detail"]
        assert needs.status_code == 503, needs.text
        assert int(needs.headers["retry-after"]) > 0
        assert "still being compiled" in needs.json()["detail"]
        job = http.post(f"{server.address}v1/jobs", json={"call": "cnf/count", "request": {"puzzle": COUNTED}}).json()
        impatient = http.post(f"{server.address}v1/cnf/count", json={"puzzle": COUNTED}, headers={"Prefer": "wait=1"})
        assert impatient.status_code == 503
        os.kill(compilers[0], signal.SIGCONT)
        patient = http.post(f"{server.address}v1/cnf/count", json={"puzzle": COUNTED}, headers={"Prefer": "wait=100"})
        assert patient.status_code == 200, patient.text
        assert patient.headers["preference-applied"] == "wait=100"
        assert int(patient.json()["count"]) == strings_without_three_zeros(SIZE)
        server.ready()
        assert set(http.get(f"{server.address}readyz").json()["capabilities"].values()) == {"ready"}
        until(lambda: http.get(f"{server.address}v1/jobs/{job['id']}").json()["state"] == "succeeded")
        result = http.get(f"{server.address}v1/jobs/{job['id']}").json()
        assert result["result"]["count"] == patient.json()["count"]
        assert result["attempts"] == 1  # a job whose kernels are missing is put back without counting
        assert post("sudoku/count", puzzle=GRID).json()["count"] == 1
        assert any(cache_without_counter.glob(f"{MODULE}-*/*/*.nbi"))


class FakeProcess:
    """A compiler process with scripted behaviour."""

    def __init__(self, answer: Callable[[str, tuple[object, ...]], Awaitable[None]]) -> None:
        self.answer, self.ended = answer, False

    async def run(self, function: str, *arguments: object) -> None:
        await self.answer(function, arguments)

    def end(self) -> None:
        self.ended = True


def compiled_with(
    monkeypatch: pytest.MonkeyPatch,
    cold: list[str],
    answer: Callable[[str, tuple[object, ...]], Awaitable[None]],
    scenario: Callable[[KernelCompiler, list[FakeProcess]], Awaitable[None]],
) -> None:
    """Run a scenario on a compiler in which the jobs `cold` are not compiled."""
    monkeypatch.setattr(compiling, "cold_jobs", lambda: cold)

    async def run() -> None:
        processes: list[FakeProcess] = []

        async def start() -> FakeProcess:
            processes.append(FakeProcess(answer))
            return processes[-1]

        compiler, tasks = KernelCompiler(start, 1), []

        async def kept(work: Callable[[], Awaitable[None]]) -> None:
            while True:
                try:
                    await work()
                except WorkerDied:
                    await asyncio.sleep(0)

        compiler.open(lambda name, work: tasks.append(asyncio.create_task(kept(work), name=name)))
        async with asyncio.timeout(20):
            await scenario(compiler, processes)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert all(process.ended for process in processes)

    asyncio.run(run())


def test_jobs_are_compiled_by_priority_and_demanded_kernels_first(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[object] = []
    gate = asyncio.Event()
    kernel = ("entails.solvers.kernels.counting", "count", b"types")

    async def answer(_: str, arguments: tuple[object, ...]) -> None:
        order.append(arguments[0])
        if len(order) == 1:
            await gate.wait()

    async def scenario(compiler: KernelCompiler, processes: list[FakeProcess]) -> None:
        assert compiler.is_cold
        while not order:
            await asyncio.sleep(0)
        assert compiler.capabilities()["bit solver"] == "compiling"
        assert compiler.missing is not None
        assert "now bit solver" in compiler.missing
        compiler.demand(kernel)
        compiler.demand(kernel)
        assert not await compiler.changed(compiler.compiled, 0.01)
        gate.set()
        await compiler.finished.wait()
        assert compiler.missing is None
        assert set(compiler.capabilities().values()) == {"ready"}
        assert len(processes) == 1

    compiled_with(monkeypatch, ["chaos", "Scrabble", "bit solver"], answer, scenario)
    assert order == ["bit solver", kernel[0], "Scrabble", "chaos"]


def test_a_job_that_cannot_be_compiled_is_reported_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[object] = []

    async def answer(_: str, arguments: tuple[object, ...]) -> None:
        tries.append(arguments[0])
        if arguments[0] == "Scrabble":
            raise WorkerDied

    async def scenario(compiler: KernelCompiler, _: list[FakeProcess]) -> None:
        while compiler.states["chaos"] != "ready":
            await asyncio.sleep(0)
        assert compiler.states["Scrabble"] == "failed"
        assert compiler.missing is not None
        assert "failed: Scrabble" in compiler.missing
        assert compiler.is_cold

    compiled_with(monkeypatch, ["Scrabble", "chaos"], answer, scenario)
    assert tries.count("Scrabble") == 3


def test_a_cache_that_cannot_be_written_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv(CACHE_VARIABLE, str(file / "kernels"))
    compiling.use_writable_cache()
    assert os.access(cache_of_kernels(), os.W_OK)
    cache_of_kernels().rmdir()


def test_a_worker_leaves_calls_it_cannot_run_to_others(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "jobs.sqlite")
    store.add(new_job("first", call="cnf/count"), 9, 9)
    store.add(new_job("second", call="sudoku/solve"), 9, 9)
    claimed = store.claim("cold", 15.0, ["cnf/count", "cnf/quine"])
    assert claimed is not None
    assert claimed.id == "second"
    assert store.claim("cold", 15.0, ["cnf/count"]) is None
    claimed = store.claim("warm", 15.0)
    assert claimed is not None
    assert claimed.id == "first"
    store.close()


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("", 0),
        ("wait=30", 30),
        ("respond-async, wait=10", 10),
        ("respond-async; Wait = 7", 7),
        ('wait="20"', 20),
        ("wait=999999999", 600),
        ("wait=-5", 0),
        ("wait=soon", 0),
        ("await=5", 0),
    ],
)
def test_the_preferred_wait(header: str, seconds: float) -> None:
    assert preferred_wait(header) == seconds


def test_servers_compile_in_the_background_by_default() -> None:
    assert ServiceSettings().warm
