"""Silent, slow, oversized and excessive connections do not affect other clients."""

import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from service.running_server import RunningServer
from service.test_service_calls import GRID, pigeons
from service.test_service_jobs import calls_running, until, until_under_way

from entails.queries.solve import SolveReport

HEALTH = ("healthz", "readyz", "metrics")


@pytest.fixture(scope="module")
def server(strict_server: RunningServer) -> RunningServer:
    return strict_server


def connected(server: RunningServer) -> socket.socket:
    host, port = server.address.removeprefix("http://").rstrip("/").split(":")
    return socket.create_connection((host, int(port)), timeout=60)


def heard(connection: socket.socket) -> bytes:
    """Return everything received until the other side closes."""
    result = b""
    try:
        while data := connection.recv(65536):
            result += data
    except ConnectionResetError:
        pass
    return result


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"POST /v1/sudoku/solve HTTP/1.1\r\nHost: x\r\n",
        b"POST /v1/sudoku/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{",
    ],
    ids=["silent", "half a head", "half a body"],
)
def test_many_unfinished_connections_leave_room(server: RunningServer, sent: bytes) -> None:
    """Ten times as many unfinished connections as allowed leave room for others."""
    with ExitStack() as stack:
        for _ in range(1000):
            connection = stack.enter_context(connected(server))
            try:
                connection.sendall(sent)
            except ConnectionError:
                continue  # already closed to make room for another one
        for place in HEALTH:
            assert httpx.get(f"{server.address}{place}", timeout=30).status_code == 200
    until_answered(server)


def until_answered(server: RunningServer) -> None:
    """Wait until a call is answered after those connections have ended."""
    deadline = time.monotonic() + 120
    while True:
        response = httpx.post(f"{server.address}v1/sudoku/solve", json={"puzzle": GRID}, timeout=60)
        if response.status_code == 200:
            return
        assert response.status_code == 503
        assert response.headers["content-type"] == "application/problem+json"
        assert time.monotonic() < deadline
        time.sleep(0.2)


def test_unfinished_requests_end_in_words(server: RunningServer) -> None:
    with connected(server) as silent, connected(server) as half:
        half.sendall(b"POST /v1/sudoku/solve HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
        answer = heard(half)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"application/problem+json" in answer
        assert heard(silent) == b""


def test_large_heads_and_what_is_no_http_are_refused_in_words(server: RunningServer) -> None:
    response = httpx.get(f"{server.address}healthz", headers={"X-Long": "x" * 9000})
    assert response.status_code == 431
    assert response.headers["content-type"] == "application/problem+json"
    with connected(server) as endless:
        endless.sendall(b"GET /healthz HTTP/1.1\r\n" + b"X-More: y\r\n" * 2000)
        assert heard(endless).startswith(b"HTTP/1.1 431 ")
    with connected(server) as babbling:
        babbling.sendall(b"hello there\r\n\r\n")
        answer = heard(babbling)
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b"application/problem+json" in answer


def test_light_calls_beside_heavy_ones(server: RunningServer) -> None:
    """A light client is served while heavy clients at the same address keep sending."""
    ending = threading.Event()
    heavy: list[int] = []

    def options() -> None:
        with httpx.Client(base_url=server.address, timeout=60, verify=False) as client:
            while not ending.is_set():
                heavy.append(client.post("v1/cnf/solve", json={"puzzle": pigeons(12)}).status_code)

    threads = [threading.Thread(target=options) for _ in range(12)]
    for thread in threads:
        thread.start()
    try:
        until(lambda: calls_running(server) > 0)
        with httpx.Client(base_url=server.address, timeout=60) as client:
            for _ in range(20):
                before = len(heavy)
                answer = client.post("v1/sudoku/solve", json={"puzzle": GRID})
                assert answer.status_code == 200
                assert answer.json()["unique"] is True
                assert len(heavy) <= before + 3  # it did not wait behind all of them
    finally:
        ending.set()
        for thread in threads:
            thread.join(timeout=60)
    assert set(heavy) <= {200, 429}


def test_a_query_that_takes_too_long_is_undecided_and_harms_no_other(server: RunningServer) -> None:
    def hostile(name: str, request: dict[str, str]) -> Any:
        with server.client() as second:
            return second.ask(name, **request)

    cruel = "/(((((.+)+)+)+)+)+5/"  # a regular expression with exponential backtracking
    requests = (("cnf/solve", {"puzzle": pigeons(12)}), ("lexicon/search", {"pattern": cruel}))
    with ThreadPoolExecutor(len(requests)) as threads:
        calls = [threads.submit(hostile, *request) for request in requests]
        until_under_way(server, *calls)
        with server.client() as client:
            during = client.ask("sudoku/solve", puzzle=GRID)
        answers = [call.result(timeout=60) for call in calls]
    assert isinstance(during, SolveReport)
    assert during.unique is True
    assert [(answer.status, answer.reason) for answer in answers] == [("undecided", "time")] * 2
