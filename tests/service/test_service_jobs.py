"""Jobs: accepted, watched, cancelled, and never lost, whatever happens to the server."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from service.running_server import RunningServer, alive, running_server
from service.test_service_calls import pigeons

from entails.service.client import Client, ServiceProblem

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LONG = {"puzzle": pigeons(13)}


@pytest.fixture(scope="module")
def server(open_server: RunningServer) -> RunningServer:
    return open_server


@pytest.fixture
def client(server: RunningServer) -> Iterator[Client]:
    with server.client() as talking:
        yield talking


def until(true: Callable[[], bool]) -> None:
    """Wait until a condition is true, however busy the machine is."""
    deadline = time.monotonic() + 200
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def running(client: Client, identity: str) -> None:
    """Wait until a job is running."""
    until(lambda: client.job(identity).state != "queued")


def until_under_way(server: RunningServer, *calls: "Future[Any]") -> None:
    """Wait until the server answers one of these calls, or one has ended: then its result or error says why."""
    until(lambda: calls_running(server) > 0 or any(call.done() for call in calls))


def calls_running(server: RunningServer) -> int:
    """How many calls have a worker. Cheap to ask again and again: others want to send their calls meanwhile."""
    with urlopen(f"{server.address}metrics", timeout=120) as response:
        text = response.read().decode()
    return int(float(text.partition("\nentails_calls_running ")[2].split()[0]))


def test_a_job_gives_what_the_call_gives(client: Client) -> None:
    job = client.begin("sudoku/count", puzzle=GRID)
    assert job.state in ("queued", "running", "succeeded")
    assert client.result(job.id).count == 1
    ended = client.job(job.id)
    assert ended.state == "succeeded"
    assert ended.created <= ended.started <= ended.ended


def test_progress_comes_as_events(client: Client) -> None:
    job = client.begin("sudoku/generate", n=3, seed=5)
    seen = list(client.events(job.id))
    assert seen[-1].state == "succeeded"
    assert len(seen[-1].result["grids"]) == 3
    assert all(item.id == job.id for item in seen)


def test_a_refused_request_is_a_failed_job(client: Client) -> None:
    job = client.begin("sudoku/solve", puzzle="zzz")
    with pytest.raises(ServiceProblem, match="characters"):
        client.result(job.id)
    assert client.job(job.id).problem["errors"][0]["pointer"] == "/request/puzzle"


def test_bad_jobs_are_refused_at_once(client: Client) -> None:
    with pytest.raises(ServiceProblem, match="unknown call") as refused:
        client.begin("sudoku/paint")
    assert refused.value.problem.status == 422
    with pytest.raises(ServiceProblem) as refused:
        client.begin("sudoku/solve", puzzle=3)
    assert refused.value.problem.errors[0].pointer == "/request/puzzle"
    with pytest.raises(ServiceProblem) as refused:
        client.job("nothing")
    assert refused.value.problem.status == 404


def test_the_same_key_gives_the_same_job(client: Client) -> None:
    first = client.begin("sudoku/count", key="k1", puzzle=GRID)
    assert client.begin("sudoku/count", key="k1", puzzle=GRID).id == first.id
    with pytest.raises(ServiceProblem, match="Idempotency-Key"):
        client.begin("sudoku/count", key="k1", puzzle="." * 81)
    client.wait(first.id)
    assert client.begin("sudoku/count", key="k1", puzzle=GRID).id == first.id


def test_running_and_queued_jobs_are_cancelled_and_a_full_queue_says_so(client: Client) -> None:
    hard = client.begin("cnf/solve", **LONG)
    running(client, hard.id)
    queued = [client.begin("sudoku/count", puzzle=GRID) for _ in range(3)]
    with pytest.raises(ServiceProblem) as full:
        client.begin("sudoku/count", puzzle=GRID)
    assert full.value.problem.status == 429
    assert full.value.retry_after
    assert client.cancel(queued[0].id).state == "cancelled"
    assert client.cancel(hard.id).state == "cancelled"
    assert client.cancel(hard.id).state == "cancelled"
    assert client.wait(queued[1].id).state == "succeeded"
    assert client.wait(queued[2].id).state == "succeeded"
    assert client.job(queued[0].id).state == "cancelled"
    assert client.cancel(queued[2].id).state == "succeeded"


def test_watching_ends_with_the_job(server: RunningServer, client: Client) -> None:
    job = client.begin("cnf/solve", **LONG)
    running(client, job.id)
    states: list[str] = []

    def watch() -> None:
        with server.client() as second:
            for event in second.events(job.id):
                states.append(event.state)

    watcher = threading.Thread(target=watch)
    watcher.start()
    until(lambda: bool(states))
    client.cancel(job.id)
    watcher.join(timeout=20)
    assert states[0] == "running"
    assert states[-1] == "cancelled"


def test_nothing_is_lost_when_a_server_is_killed_or_ended(tmp_path: Path) -> None:
    """No job is lost when three servers replace each other: the first is killed, the second stopped."""
    with running_server(tmp_path, workers=1) as first, first.client() as client:
        done = client.begin("sudoku/count", puzzle=GRID)
        assert client.wait(done.id).state == "succeeded"
        under_way = client.begin("cnf/solve", **LONG)
        running(client, under_way.id)
        waiting = client.begin("sudoku/count", key="after", puzzle=GRID)
        workers = first.children()
        first.kill()
    assert workers
    until(lambda: not any(alive(pid) for pid in workers))
    with running_server(tmp_path, workers=2) as second, second.client() as client:
        assert client.job(done.id).result["count"] == 1
        running(client, under_way.id)
        assert client.job(under_way.id).state == "running"
        client.cancel(under_way.id)
        assert client.result(waiting.id).count == 1
        assert client.begin("sudoku/count", key="after", puzzle=GRID).id == waiting.id
        second.ready()
        kept = client.begin("cnf/solve", **LONG)
        running(client, kept.id)
        _ended_in_order(second, kept.id)
    with running_server(tmp_path, workers=1) as third, third.client() as client:
        assert client.job(kept.id).state in ("queued", "running")
        client.cancel(kept.id)


def _ended_in_order(server: RunningServer, identity: str) -> None:
    """Stop a server with SIGTERM, which finishes responses and disconnects watchers."""
    seen: list[str] = []

    def watch() -> None:
        with server.client() as second:
            for event in second.events(identity):
                seen.append(event.state)

    def slow() -> str:
        with server.client() as second:
            status: str = second.ask("cnf/solve", puzzle=pigeons(12), seconds=2).status
            return status

    with ThreadPoolExecutor(2) as threads:
        watcher = threads.submit(watch)
        until(lambda: bool(seen) or watcher.done())
        answer = threads.submit(slow)
        until_under_way(server, answer)
        assert server.stop() in (0, -15)
        assert answer.result(timeout=60) == "undecided"
        watcher.result(timeout=60)
    assert seen
