"""Scheduling of processes: queues, turns and costs, with fake processes."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from entails.service import answer as worker
from entails.service import scheduler as pools
from entails.service.answer import CallResult
from entails.service.scheduler import Busy, Costs, FairQueue, Pool
from entails.service.settings import ServiceSettings
from entails.service.workers import SLOW_NICENESS, connect
from entails.solvers.pool import limits
from entails.solvers.pool.limits import cores
from entails.solvers.pool.process import spawn


class Pretender:
    """A fake process that responds on command."""

    def __init__(self) -> None:
        self.answer: asyncio.Future[CallResult] = asyncio.get_running_loop().create_future()
        self.stepped_back = False

    def cpu_seconds(self) -> float | None:
        return None

    def lower_priority(self) -> None:
        self.stepped_back = True

    def fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class PretendedWorkers:
    """A pool of fake processes, which records the call and niceness of each."""

    kernels = None

    def __init__(self) -> None:
        self.asked: list[tuple[str, int, Pretender]] = []
        self.cpu = 0.0

    async def run_call(self, call: str, body: bytes, seconds: float, **how: Any) -> CallResult:
        del body, seconds
        worker = Pretender()
        self.asked.append((call, how["niceness"], worker))
        how["begun"](worker)
        return await worker.answer

    def names(self) -> list[str]:
        return [call for call, _, _ in self.asked]

    def finish(self, number: int) -> None:
        self.asked[number][2].answer.set_result(CallResult("report", "{}", cpu=self.cpu))


def in_a_loop(work: Callable[[Pool, PretendedWorkers], Coroutine[Any, Any, None]], **settings: Any) -> None:
    chosen = {"workers": 1, "slow_workers": 1, "client_slow": 1, "jobs_db": "unused", **settings}

    async def run() -> None:
        workers = PretendedWorkers()
        await work(Pool(workers, ServiceSettings(**chosen)), workers)  # type: ignore[arg-type]

    asyncio.run(run())


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_clients_take_turns() -> None:
    queue: FairQueue[str] = FairQueue()
    for client, name in (("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1")):
        queue.push(client, name)
    assert [queue.pop() for _ in range(5)] == ["a1", "b1", "a2", "a3", None]
    queue.push("a", "a1")
    assert queue.pop(lambda client: client != "a") is None
    assert queue.pop() == "a1"
    assert not queue


def test_costs_are_of_a_client_first_and_forget() -> None:
    costs = Costs()
    mine, others = costs.key("me", "x/solve", 100), costs.key("you", "x/solve", 120)
    assert costs.expected(mine) == 0
    costs.learn(mine, 1.0)
    assert costs.expected(others) == 1.0  # the best estimate for a new client
    costs.learn(others, 0.0)
    for _ in range(10):
        costs.learn(others, 0.0)
    assert costs.expected(others) < 0.05 < 0.9 < costs.expected(mine)


def test_costs_follow_a_lasting_change_and_not_one_odd_call() -> None:
    """Costs follow a lasting change, not an outlier: one slow call changes little, three in a row much."""
    costs = Costs()
    key = costs.key("a", "solve", 100)
    for _ in range(20):
        costs.learn(key, 1.0)
    costs.learn(key, 11.0)
    assert costs.expected(key) == pytest.approx(4.0), "the last call counts for three tenths"
    costs.learn(key, 1.0)
    assert costs.expected(key) == pytest.approx(3.1)
    for _ in range(3):
        costs.learn(key, 11.0)
    assert costs.expected(key) > 8.0
    for _ in range(8):
        costs.learn(key, 1.0)
    assert costs.expected(key) < 1.5


def test_one_client_with_many_calls_delays_another_by_one() -> None:
    async def work(pool: Pool, workers: PretendedWorkers) -> None:
        tasks = [asyncio.create_task(pool.run(f"a/{number}", b"", "ann")) for number in range(4)]
        await settled()
        tasks.append(asyncio.create_task(pool.run("b/0", b"", "bob")))
        await settled()
        for number in range(5):
            workers.finish(number)
            await settled()
        assert workers.names() == ["a/0", "a/1", "b/0", "a/2", "a/3"]
        await asyncio.gather(*tasks)
        assert (pool.running, pool.waiting, pool.waiting_bytes) == (0, 0, 0)

    in_a_loop(work)


def test_a_call_that_turns_out_long_steps_back_and_its_like_wait_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "FAST_SECONDS", 0.01)

    async def work(pool: Pool, workers: PretendedWorkers) -> None:
        first = asyncio.create_task(pool.run("long", b"", "ann"))
        await asyncio.sleep(0.05)
        assert workers.asked[0][2].stepped_back
        second = asyncio.create_task(pool.run("long", b"", "ann"))
        quick = asyncio.create_task(pool.run("quick", b"", "ann"))
        await settled()
        assert workers.names() == ["long", "quick"]  # the second long one waits for the second row
        workers.finish(1)
        workers.finish(0)
        await settled()
        assert workers.asked[2][:2] == ("long", SLOW_NICENESS)
        workers.finish(2)
        await asyncio.gather(first, second, quick)
        assert (pool.running, pool.preempted) == (0, 0)

    in_a_loop(work)


def test_a_long_call_makes_room_when_there_is_no_other_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "FAST_SECONDS", 0.01)

    async def work(pool: Pool, workers: PretendedWorkers) -> None:
        first = asyncio.create_task(pool.run("long", b"", "ann"))
        await asyncio.sleep(0.05)
        second = asyncio.create_task(pool.run("other", b"", "bob"))
        await asyncio.sleep(0.05)  # it is long too, but no call is waiting
        assert workers.names() == ["long", "other"]
        quick = asyncio.create_task(pool.run("quick", b"", "cat"))
        await settled()
        assert workers.names() == ["long", "other", "quick"]
        assert pool.preempted == 1
        workers.finish(2)
        workers.finish(0)
        await settled()
        assert workers.asked[3][:2] == ("other", SLOW_NICENESS)  # from the beginning, in the second row
        workers.finish(3)
        await asyncio.gather(first, second, quick)
        assert (pool.running, pool.waiting) == (0, 0)

    in_a_loop(work)


def test_who_goes_away_frees_a_place_and_who_is_one_too_many_is_refused() -> None:
    async def work(pool: Pool, workers: PretendedWorkers) -> None:
        running = asyncio.create_task(pool.run("x", b"", "ann"))
        await settled()
        waiting = [asyncio.create_task(pool.run("x", b"", "ann")) for _ in range(2)]
        await settled()
        with pytest.raises(Busy):
            await pool.run("x", b"", "ann")
        waiting[0].cancel()
        running.cancel()
        await settled()
        assert len(workers.asked) == 2
        workers.finish(1)
        assert (await waiting[1]).kind == "report"
        assert (pool.running, pool.waiting) == (0, 0)
        blocking = asyncio.create_task(pool.run("x", b"", "ann"))
        await settled()
        with pytest.raises(Busy):  # it has waited long enough
            await pool.run("x", b"", "bob")
        blocking.cancel()

    in_a_loop(work, client_waiting=2, queue_seconds=0.1)


def test_a_worker_where_forking_is_not_safe() -> None:
    async def run() -> None:
        ended: list[object] = []
        worker = await connect(spawn(0), 0, ended.append)
        await worker.ping()
        answer = await worker.run_call("sudoku/solve", b'{"puzzle": "..4..3...2....1."}', 60.0, 4096)
        assert (answer.kind, '"unique":true' in answer.text.replace(" ", "")) == ("report", True)
        worker.end()
        assert ended == [worker]
        await asyncio.sleep(0.1)

    asyncio.run(run())


def test_who_reads_parts_hears_that_a_call_starts_again() -> None:
    """The client of a stream is told that a call restarts, because it must drop the parts received."""
    heard: list[object] = []

    async def work(pool: Pool, workers: PretendedWorkers) -> None:
        long = asyncio.create_task(pool.run("a/slow", b"{}", "ann", on_progress=heard.append))
        await settled()
        workers.asked[0][2].fail(pools._Preempted())
        await settled()
        workers.finish(1)
        await long

    in_a_loop(work)
    assert heard == [None, None]


def test_a_call_runs_on_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call runs on one core: a pre-endgame or simulation in a worker starts no threads for other cores."""
    seen: list[int] = []

    def answer(*_: object) -> CallResult:
        seen.append(cores())
        return CallResult("report", "{}")

    monkeypatch.setattr(worker, "answer", answer)
    monkeypatch.setattr(worker, "set_monitored", lambda: None)
    monkeypatch.setattr(limits._Share, "cores", None)
    monkeypatch.setattr(limits, "_allowed", lambda: 64)
    worker.answer_call("scrabble/pre-endgame", b"{}", 4096, None, False, print)
    assert seen == [1]
