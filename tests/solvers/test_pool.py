"""Worker processes that share jobs: their number, the order of results, errors, lost processes, the wire protocol."""

import os
import signal
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from entails.models.errors import EngineFault
from entails.solvers.pool import pool
from entails.solvers.pool.pool import map_jobs, stream
from entails.solvers.pool.process import Worker
from entails.solvers.pool.server import Unpacker, pack, read_message


def double(number: int, tell: object = None) -> int:
    del tell
    return 2 * number


def test_no_more_processes_than_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Worker] = []

    def start() -> Worker:
        started.append(Worker())
        return started[-1]

    monkeypatch.setattr(pool, "Worker", start)
    jobs = ((number,) for number in range(2))
    assert sorted(map_jobs(f"{__name__}:double", jobs, 1_000_000)) == [0, 2]
    assert len(started) == 2


def test_without_jobs_there_is_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(pool, "Worker")
    assert list(map_jobs(f"{__name__}:double", iter(()), 3)) == []


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("lead", [False, True])
def test_results_in_the_order_of_the_jobs(workers: int, lead: bool) -> None:
    jobs = ((number,) for number in range(20))
    assert list(map_jobs(f"{__name__}:double", jobs, workers, lead=lead, in_order=True)) == list(range(0, 40, 2))


def die_once(path: str, tell: object = None) -> str:
    """End the process without a reply, once."""
    del tell
    if Path(path).exists():
        return "done"
    Path(path).touch()
    os.kill(os.getpid(), signal.SIGKILL)
    return "never"


def report(number: int, tell: Callable[[int], None]) -> None:
    if number < 0:
        raise ValueError(number)
    tell(number)


def test_a_job_whose_process_dies_is_done_by_another(tmp_path: Path) -> None:
    jobs = ((str(tmp_path / str(number)),) for number in range(2))
    assert list(map_jobs(f"{__name__}:die_once", jobs, 2)) == ["done", "done"]


def test_a_job_that_kills_every_process_is_a_fault(tmp_path: Path) -> None:
    jobs = iter([(str(tmp_path / "flag"),)])
    with pytest.raises(EngineFault, match=r"a worker process ended without a reply$"):
        list(map_jobs(f"{__name__}:die_once", jobs, 2, tries=1))


def test_results_before_an_error_are_yielded_first() -> None:
    results = map_jobs(f"{__name__}:fail_second", ((number,) for number in range(3)), 3, in_order=True)
    assert next(results) == 0
    with pytest.raises(ValueError, match="1"):
        next(results)


def fail_second(number: int, tell: object = None) -> int:
    del tell
    if number == 1:
        raise ValueError(number)
    time.sleep(0.3)
    return number


def test_what_jobs_report_is_streamed_and_an_error_is_raised() -> None:
    assert sorted(stream(f"{__name__}:report", [(number,) for number in range(5)], 2)) == list(range(5))
    with pytest.raises(ValueError, match="-1"):
        list(stream(f"{__name__}:report", [(1,), (-1,), (2,)], 2))


def test_messages_arrive_in_pieces() -> None:
    messages = ["first", {"second": [2]}, b"x" * 1000]
    data = b"".join(map(pack, messages))
    unpacker = Unpacker()
    pieces = [data[start : start + 7] for start in range(0, len(data), 7)]
    assert [message for piece in pieces for message in unpacker.feed(piece)] == messages
    file = BytesIO(data[:-1])
    assert [read_message(file), read_message(file)] == messages[:2]
    with pytest.raises(EOFError):
        read_message(file)
