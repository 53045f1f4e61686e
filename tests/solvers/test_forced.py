"""Forced facts against brute force, with limits and with two engines."""

from dataclasses import replace
from typing import Any

import pytest
from helpers import BANK, HARD, Formula, available, random_formula, subject_id
from liar import Liar

from entails.models.errors import EngineFault
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import Forced, Outcome, Satisfied, Stats, Undecided, Unsatisfiable
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.engine import Engine
from entails.solvers.engine import engine as engine_named
from entails.solvers.forced import forced
from entails.solvers.sudoku import formula

FEW_ENGINES = ("cadical195", "glucose421", "minisat22", "kissat404", "cpsat", "quine")
FORMULAS = [*BANK.values(), *(random_formula(seed) for seed in range(500, 530))]


@pytest.mark.parametrize("engine", [e for e in available("cnf") if e.name in FEW_ENGINES], ids=subject_id)
def test_what_all_models_share(engine: Engine) -> None:
    for item in FORMULAS:
        models = item.models()
        for kind in sorted(engine.accepts):
            facts = forced(engine, item.encoding(kind), UNLIMITED, Options())
            assert facts.complete
            assert facts.consistent == bool(models)
            if models:
                assert set(facts.facts) == set.intersection(*map(set, models))
                assert list(facts.facts) == sorted(facts.facts, key=abs)
            else:
                assert facts.facts == ()


def test_names() -> None:
    facts = forced(engine_named("cadical195"), Formula(3, ([1], [-2])).encoding(), UNLIMITED, Options())
    assert facts == Forced(True, (1, -2), ("x1", "not x2"))


def test_one_hot_facts_are_stated_positively() -> None:
    """Forced facts of one-hot variables are positive: a cell with 1 is not also reported as not 2."""
    grid = Grid.of(Shape.classic(4), [1, 2, 3, *[0] * 13])
    facts = forced(engine_named("cadical195"), formula(grid, "complete"), UNLIMITED, Options())
    assert facts.names == ("r1c1=1", "r1c2=2", "r1c3=3", "r1c4=4")


class TestForcedCutShort:
    def test_before_the_first_answer(self) -> None:
        facts = forced(engine_named("minisat22"), HARD.encoding(), Limits(conflicts=20), Options())
        assert (facts.consistent, facts.facts, facts.complete, facts.reason) == (None, (), False, "conflicts")

    def test_in_time(self) -> None:
        facts = forced(engine_named("cadical195"), HARD.encoding(), Limits(seconds=0.3), Options())
        assert (facts.consistent, facts.complete, facts.reason) == (None, False, "time")

    def test_later_it_gives_what_follows_by_propagation(self) -> None:
        """At a limit, the forced facts are those of propagation: here 3 would need another query."""
        formula = Formula(5, ([1], [-1, 2], [3, 4], [3, -4]))

        def tired(number: int, honest: Outcome[Any]) -> Outcome[Any]:
            return honest if number == 1 else Undecided("time", Stats("liar"))

        facts = forced(Liar(tired), formula.encoding(), UNLIMITED, Options())
        assert facts == Forced(True, (1, 2), ("x1", "x2"), False, "time")


class TestForcedByLiars:
    FORMULA = Formula(2, ([1, 2],))

    def test_there_is_another_answer(self) -> None:
        """A false "no other solution" is detected, by which every fact of the solution would be forced."""
        liar = Liar(lambda number, honest: honest if number == 1 else Unsatisfiable(Stats("liar")))
        assert forced(liar, self.FORMULA.encoding(), UNLIMITED, Options()).facts
        with pytest.raises(EngineFault, match="cadical195 finds a solution"):
            forced(liar, self.FORMULA.encoding(), UNLIMITED, Options(), verifier=engine_named("cadical195"))

    def test_there_is_an_answer(self) -> None:
        liar = Liar(lambda _, __: Unsatisfiable(Stats("liar")))
        with pytest.raises(EngineFault, match="cadical195 finds a solution"):
            forced(liar, self.FORMULA.encoding(), UNLIMITED, Options(), verifier=engine_named("cadical195"))

    def test_wrong_answers_meet_the_rules(self) -> None:
        def wrong(_: int, honest: Outcome[Any]) -> Outcome[Any]:
            return replace(honest, answer=()) if isinstance(honest, Satisfied) else honest

        def check(answer: Any) -> None:
            if not answer:
                raise EngineFault("an empty answer")

        with pytest.raises(EngineFault, match="empty"):
            forced(Liar(wrong), self.FORMULA.encoding(), UNLIMITED, Options(), checked=check)

    def test_an_honest_engine_passes(self) -> None:
        facts = forced(
            Liar(lambda _, honest: honest),
            Formula(2, ([1], [1, 2])).encoding(),
            UNLIMITED,
            Options(),
            verifier=engine_named("cadical195"),
        )
        assert facts.facts == (1,)
