"""Lists and counts of solutions: lazy, complete, or with a reason."""

from typing import Any

import pytest
from helpers import HARD, Formula, random_3sat
from liar import Liar

from entails.models.errors import EngineFault, UnsupportedCapability
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import ModelCount, Outcome, Stats, Undecided
from entails.solvers.engine import count_enumerate, solutions
from entails.solvers.engine import engine as engine_named

LOOSE = Formula(4, ([1, 2, 3, 4],))


def test_nothing_runs_before_it_is_iterated() -> None:
    items = []

    def watch(number: int, honest: Outcome[Any]) -> Outcome[Any]:
        items.append(number)
        return honest

    listing = solutions(Liar(watch), LOOSE.encoding(), UNLIMITED, Options())
    assert items == []
    iterator = iter(listing)
    next(iterator)
    assert items == [1]
    next(iterator)
    assert items == [1, 2]


def test_refused_only_when_it_is_iterated() -> None:
    listing = solutions(engine_named("cadical195"), LOOSE.encoding(), Limits(nodes=3), Options())
    with pytest.raises(UnsupportedCapability, match="nodes"):
        next(iter(listing))


@pytest.mark.parametrize("reason", ["time", "conflicts", "memory"])
def test_what_stopped_it(reason: Any) -> None:
    def tired(number: int, honest: Outcome[Any]) -> Outcome[Any]:
        return honest if number <= 3 else Undecided(reason, Stats("liar"))

    listing = solutions(Liar(tired), LOOSE.encoding(), UNLIMITED, Options())
    assert len(list(listing)) == 3
    assert (listing.complete, listing.reason, listing.found) == (False, reason, 3)
    counted = count_enumerate(Liar(tired), LOOSE.encoding(), UNLIMITED, Options())
    assert counted == ModelCount(3, False, reason)
    assert str(counted) == "at least 3"


def test_counts() -> None:
    engine = engine_named("cadical195")
    assert count_enumerate(engine, LOOSE.encoding(), UNLIMITED, Options()) == ModelCount(15, True)
    assert count_enumerate(engine, LOOSE.encoding(), UNLIMITED, Options(max_solutions=15)) == ModelCount(15, True)
    assert count_enumerate(engine, LOOSE.encoding(), UNLIMITED, Options(max_solutions=14)) == ModelCount(
        14, False, "maximum"
    )
    assert str(count_enumerate(engine, Formula(0, ([],)).encoding(), UNLIMITED, Options())) == "0"


@pytest.mark.parametrize("name", ["glucose421", "cadical195", "cpsat"])
def test_limits_hold_over_the_whole_list(name: str) -> None:
    """A time limit applies to the whole list of solutions, even if each one is found at once."""
    engine = engine_named(name)
    engine.load()
    counted = count_enumerate(engine, random_3sat(60, 100).encoding(), Limits(seconds=0.5), Options())
    assert counted.value > 10
    assert (counted.exact, counted.reason) == (False, "time")


def test_undecided_from_the_start() -> None:
    assert count_enumerate(engine_named("minisat22"), HARD.encoding(), Limits(conflicts=10), Options()) == ModelCount(
        0, False, "conflicts"
    )


def test_an_engine_that_repeats_itself_is_found_out() -> None:
    """An engine that repeats a solution is detected instead of looping forever."""
    first: list[Outcome[Any]] = []

    def stuck(_: int, honest: Outcome[Any]) -> Outcome[Any]:
        first.append(honest)
        return first[0]

    with pytest.raises(EngineFault, match="returned a blocked solution again"):
        list(solutions(Liar(stuck), LOOSE.encoding(), UNLIMITED, Options()))
