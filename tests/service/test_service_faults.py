"""Faults: dying processes, vanishing clients, full disks. No response is wrong, and the server recovers."""

import json
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from service.running_server import RunningServer, alive, running_server
from service.stores import new_job
from service.test_service_calls import GRID, pigeons
from service.test_service_jobs import calls_running, until

from entails.service.client import Client
from entails.service.store import JobFilter, SqliteStore, StoreUnavailable

LONG = {"puzzle": pigeons(12)}


@pytest.fixture(scope="module")
def server(open_server: RunningServer) -> RunningServer:
    return open_server


@pytest.fixture
def client(server: RunningServer) -> Iterator[Client]:
    with server.client() as talking:
        yield talking


def kill(pids: list[int], how: signal.Signals = signal.SIGKILL) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, how)


def ticks(pid: int) -> int:
    """Return the CPU time of a process with all its threads, in hundredths of a second."""
    with suppress(OSError):
        return sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return 0


def kill_when_busy(server: RunningServer) -> None:
    """Kill a worker that computes, beyond its start-up and clean-up, and wait until it has ended."""
    before: dict[int, int] = {}
    numbers: list[int] = []

    def seen() -> bool:
        used = {pid: ticks(pid) for pid in server.workers()}
        numbers.extend(pid for pid, now in used.items() if now >= before.setdefault(pid, now) + 30)
        return bool(numbers)

    until(seen)
    kill(numbers)
    until(lambda: not any(alive(pid) for pid in numbers))


def start_request(server: RunningServer, answers: list[httpx.Response], **request: Any) -> threading.Thread:
    def options() -> None:
        answers.append(httpx.post(f"{server.address}v1/cnf/solve", json=request, timeout=60))

    thread = threading.Thread(target=options)
    thread.start()
    return thread


def test_a_killed_idle_worker_changes_no_answer(server: RunningServer, client: Client) -> None:
    for _ in range(3):
        assert client.ask("sudoku/solve", puzzle=GRID).unique is True
        kill(server.workers())
        assert client.ask("sudoku/solve", puzzle=GRID).unique is True


def test_a_worker_killed_under_a_call_is_replaced_and_a_second_death_is_reported(server: RunningServer) -> None:
    answers: list[httpx.Response] = []
    once = start_request(server, answers, **LONG, seconds=6)
    kill_when_busy(server)
    once.join(timeout=60)
    assert answers[0].json()["reason"] == "time"  # the second process worked until the end
    twice = start_request(server, answers, **LONG, seconds=25)
    kill_when_busy(server)
    kill_when_busy(server)
    twice.join(timeout=60)
    assert answers[1].status_code == 500
    assert answers[1].headers["content-type"] == "application/problem+json"
    assert "two worker processes crashed" in answers[1].json()["detail"]
    assert "memory" not in answers[1].text


def test_a_job_whose_worker_is_killed_runs_again_and_then_fails_plainly(server: RunningServer, client: Client) -> None:
    job = client.begin("cnf/solve", **LONG, seconds=6)
    kill_when_busy(server)
    ended = client.wait(job.id)
    assert (ended.state, ended.result["reason"]) == ("succeeded", "time")
    doomed = client.begin("cnf/solve", **LONG)
    kill_when_busy(server)
    kill_when_busy(server)
    ended = client.wait(doomed.id)
    assert ended.state == "failed"
    assert ended.result is None
    assert "two worker processes crashed" in ended.problem["detail"]


def test_a_forkserver_that_is_stopped_is_replaced_and_calls_do_not_hang(server: RunningServer, client: Client) -> None:
    forkserver = server.children()[0]
    kill([forkserver], signal.SIGSTOP)
    kill(server.workers())
    started = time.monotonic()
    response = httpx.post(f"{server.address}v1/sudoku/solve", json={"puzzle": GRID}, timeout=60)
    assert time.monotonic() - started < 30
    assert response.status_code in (200, 503)
    if response.status_code == 503:
        assert response.headers["retry-after"]
        assert response.headers["content-type"] == "application/problem+json"
    server.ready()
    assert server.children()[0] != forkserver
    assert client.ask("sudoku/solve", puzzle=GRID).unique is True


def test_clients_that_vanish_leave_their_workers(server: RunningServer, client: Client) -> None:
    host, port = server.address.removeprefix("http://").rstrip("/").split(":")
    before = gone(server)
    body = json.dumps(LONG).encode()
    head = "POST /v1/cnf/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    head += f"Content-Length: {len(body)}\r\n\r\n"
    connections = [socket.create_connection((host, int(port))) for _ in range(30)]
    for connection in connections:
        connection.sendall(head.encode() + body)
    until(lambda: calls_running(server) > 0)
    for connection in connections:
        connection.close()
    until(lambda: calls_running(server) == 0)
    assert client.ask("sudoku/solve", puzzle=GRID).unique is True
    assert gone(server) == before + 30


def gone(server: RunningServer) -> int:
    """Return the number of calls whose clients have disconnected."""
    name = 'entails_calls_total{call="cnf/solve",outcome="gone"} '
    _, item, after = httpx.get(f"{server.address}metrics").text.partition(name)
    return int(float(after.split()[0])) if item else 0


def test_early_calls_are_put_off_in_words(tmp_path: Path) -> None:
    with running_server(tmp_path, queue_seconds=0.2) as starting:
        response = httpx.post(f"{starting.address}v1/sudoku/solve", json={"puzzle": GRID}, timeout=60)
        assert response.status_code == 503
        assert response.headers["retry-after"]
        assert "loaded" in response.json()["detail"]
        assert httpx.get(f"{starting.address}readyz").status_code == 503
        assert httpx.get(f"{starting.address}healthz").status_code == 200


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a disk of 400 kB."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(folder)], check=False)
    if mounted.returncode:
        pytest.skip("a small disk cannot be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_loses_no_job_and_passes(small_disk: Path, tmp_path: Path) -> None:
    filler = small_disk / "filler"
    with (
        running_server(tmp_path, jobs_db=str(small_disk / "jobs.sqlite"), workers=1) as server,
        server.client() as client,
    ):
        server.ready()
        accepted = [client.begin("sudoku/count", puzzle=GRID).id]
        client.wait(accepted[0])
        filler.write_bytes(b"." * max(0, _free(small_disk) - 60_000))
        refused: list[httpx.Response] = []
        for number in range(20):
            request = {"puzzle": GRID + " " * 20_000 + str(number)}
            response = httpx.post(f"{server.address}v1/jobs", json={"call": "sudoku/count", "request": request})
            if response.status_code == 202:
                accepted.append(response.json()["id"])
            else:
                refused.append(response)
        assert refused
        for response in refused:
            assert response.status_code == 503
            assert response.headers["content-type"] == "application/problem+json"
            assert response.headers["retry-after"]
            assert "the disk is full" in response.json()["detail"]
        until(lambda: httpx.get(f"{server.address}readyz").status_code == 503)
        assert client.ask("sudoku/count", puzzle=GRID).count == 1  # calls do not need the disk
        filler.unlink()
        server.ready()
        accepted.append(client.begin("sudoku/count", puzzle=GRID).id)
        assert {client.wait(identity).state for identity in accepted} <= {"succeeded", "failed"}


def _free(folder: Path) -> int:
    result = os.statvfs(folder)
    return result.f_bavail * result.f_frsize


def test_a_disk_that_is_read_only_passes_too(small_disk: Path) -> None:
    store = SqliteStore(small_disk / "jobs.sqlite")
    store.add(new_job("before"), 9, 9)
    store.close()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    try:
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match="read-only"):
                store.add(new_job("during"), 9, 9)
    finally:
        subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    store.add(new_job("after"), 9, 9)
    assert {job.id for job in store.listed(JobFilter(most=9))} == {"before", "after"}
    store.close()
