"""The same function on many processes: all results, and no more processes than there is work, or memory, for."""

import os

from clausal.solvers.cores import cores_here
from clausal.solvers.crew import each_job, held

NUMBERS = [(number,) for number in range(-3, 40)]
SIZES = [abs(number) for (number,) in NUMBERS]


def test_nobody_is_hired_for_whom_there_is_no_work() -> None:
    assert list(each_job("crew_work:process", iter(()), 1_000_000)) == []
    found = list(each_job("crew_work:process", iter(NUMBERS[:2]), 1_000_000))
    assert len(found) == 2
    assert os.getpid() not in found


def test_a_million_workers_are_as_many_as_the_machine_holds() -> None:
    assert held(2) == 2
    assert held(1_000_000) == held(100_000) <= 16 * cores_here()


def test_results_come_in_order_where_the_order_counts() -> None:
    assert list(each_job("crew_work:size", iter(NUMBERS), 3, in_order=True)) == SIZES
    assert sorted(each_job("crew_work:size", iter(NUMBERS), 3)) == sorted(SIZES)
