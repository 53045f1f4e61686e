"""Processes that share some work: no more of them than there is work for."""

import pytest

from entails.solvers.pool import pool
from entails.solvers.pool.pool import map_jobs
from entails.solvers.pool.process import Worker


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
