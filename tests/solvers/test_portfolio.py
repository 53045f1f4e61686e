"""The race of engines: its results are those of brute force, the loser is stopped, and a contradiction is an error."""

from itertools import product
from typing import Any

import pytest
from helpers import HARD, Formula

import entails
from entails.models.errors import EngineFault, UnsupportedCapability
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import Satisfied, Stats, Undecided, Unsatisfiable
from entails.solvers import portfolio
from entails.solvers.pool import process
from entails.solvers.pool.process import WorkerSession
from entails.solvers.portfolio import ENGINE


def sums(total: int, *, with_objective: bool = False) -> entails.Problem:
    p = entails.Problem()
    x, y, z = p.ints("x y z", 0, 4)
    p.add(x + 2 * y == total, x != z, z < y, y < x)
    if with_objective:
        p.maximise(3 * x - z)
    return p


@pytest.mark.parametrize("total", [5, 11, 12])
def test_number_of_solutions_and_who_decided(total: int) -> None:
    brute = sum(x + 2 * y == total and x != z and z < y and y < x for x, y, z in product(range(5), repeat=3))
    listing = sums(total).solutions(engine="portfolio", options=Options(max_solutions=100))
    assert (len(list(listing)), listing.complete) == (brute, True)
    assert set(listing.decided_by) <= {"cadical195", "cpsat"}
    assert listing.decided_by
    outcome = sums(total).solve(engine="portfolio")
    assert isinstance(outcome, Satisfied if brute else Unsatisfiable)
    lazily = sums(total).solutions(engine="portfolio")
    assert len(list(lazily)) == brute


@pytest.mark.parametrize("assume", [(), ("x=4",)])
def test_the_best_solution(assume: tuple[str, ...]) -> None:
    best = max(
        3 * x - z
        for x, y, z in product(range(5), repeat=3)
        if x + 2 * y == 8 and x != z and z < y and y < x and (not assume or x == 4)
    )
    outcome = sums(8, with_objective=True).solve(engine="portfolio", assume=assume)
    assert isinstance(outcome, Satisfied)
    assert (outcome.objective, outcome.optimal) == (best, True)


def test_quick_races_start_few_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Losers that still start when the next race begins do not pile up."""
    started: list[None] = []

    class CountedWorker(process.Worker):
        def __init__(self) -> None:
            started.append(None)
            super().__init__()

    monkeypatch.setattr(process, "Worker", CountedWorker)
    with ENGINE.open(Formula(2, ([1], [2])).encoding("cnf"), UNLIMITED, Options()) as session:
        for _ in range(12):
            assert isinstance(session.solve(), Satisfied)
    assert len(started) <= 6


def test_wide_integers_are_for_one_engine_alone() -> None:
    p = entails.Problem()
    x, y = p.ints("x y", 0, 10**9)
    p.add(3 * x + 7 * y == 10**9, x > y)
    outcome = p.solve(engine="portfolio")
    assert isinstance(outcome, Satisfied)
    assert outcome.stats.decided_by == ("cpsat",)


def test_time_is_kept() -> None:
    with ENGINE.open(HARD.encoding("cnf"), Limits(seconds=0.3), Options()) as session:
        outcome = session.solve()
        assert isinstance(outcome, Undecided)
        assert outcome.reason == "time"
        assert isinstance(session.solve(), Undecided)


def test_a_contradiction_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(session: WorkerSession[Any], *_: object) -> object:
        return (
            Unsatisfiable(Stats("cpsat"))
            if session.engine_name == "cpsat"
            else Satisfied(None, Stats("x"), (), 1.0, True)
        )

    monkeypatch.setattr(WorkerSession, "solve", wrong)
    monkeypatch.setattr(portfolio, "_LEAST_TO_CONFIRM", 60.0)
    formula = Formula(1, ([1],))
    with (
        ENGINE.open(formula.encoding("cnf"), UNLIMITED, Options()) as session,
        pytest.raises(EngineFault, match="disagree"),
    ):
        session.solve()


def test_it_does_not_explain() -> None:
    with pytest.raises(UnsupportedCapability, match="portfolio cannot explain"):
        sums(12).explain(engine="portfolio")
