"""A problem that stays in an engine: after assuming, adding and retracting, results equal those of a new problem."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_conditions import Playground, conditions
from statement_oracle import every_answer

from entails.models.errors import InvalidStatement, UnsupportedCapability
from entails.models.outcome import Satisfied, Unsatisfiable
from entails.models.problem.builder import Builder
from entails.solvers.incremental import ProblemSession


@pytest.mark.parametrize("engine", ["cadical195", "cpsat"])
def test_assume_add_retract(engine: str) -> None:
    p = Builder()
    x, y = p.ints("x y", 0, 9)
    p.add(x + y == 10, "ten together")
    larger = p.add(x > y, "x is larger")
    with ProblemSession(p, engine) as s:
        assert s.solve().answer[x + y] == 10
        s.assume(x == 4)
        outcome = s.solve()
        assert isinstance(outcome, Unsatisfiable)
        assert outcome.core is not None
        assert set(outcome.core.groups) == {"ten together", "x is larger", "x = 4"}
        s.retract(larger)
        assert s.solve().answer[y] == 6
        s.release()
        product = s.add(x * y == 21, "21 multiplied")
        assert {s.solve().answer[x], s.solve(x < y).answer[x]} <= {3, 7}
        assert s.solve(x < y).answer[x] == 3
        assert s.solve(x > y).answer[x] == 7
        assert not s.solve(x == y)
        s.retract(product)
        assert s.solve(x == y).answer[x] == 5
        with pytest.raises(InvalidStatement, match="is not among the rules"):
            s.retract(product)
        with pytest.raises(InvalidStatement, match="can never be true"):
            s.add(x > 9)
        assert [rule.text for rule in s.rules] == ["ten together"]
    assert [rule.text for rule in p.rules] == ["ten together", "x is larger"]


def test_it_needs_an_engine_that_can_add_clauses() -> None:
    p = Builder()
    p.integer("x", 0, 3)
    with pytest.raises(UnsupportedCapability, match="cannot add rules to a session"):
        ProblemSession(p, "bits")


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_as_if_it_had_been_stated_anew(data: st.DataObject) -> None:
    """After random additions and retractions, the verdict is that of the remaining rules."""
    ground = Playground()
    unknowns = list(ground.builder.unknowns.values())
    for _ in range(2):
        condition = data.draw(conditions(ground, 2))
        if condition.known is not False:
            ground.builder.add(condition)
    with ProblemSession(ground.builder, data.draw(st.sampled_from(["minisat22", "cpsat", "quine"]))) as session:
        for _ in range(4):
            condition = data.draw(conditions(ground, 2))
            if condition.known is not False:
                session.add(condition)
            if session.rules and data.draw(st.booleans()):
                session.retract(data.draw(st.sampled_from(session.rules)))
            fresh = Playground().builder
            for rule in session.rules:
                _move(rule.condition, fresh)
                fresh.add(rule.condition)
                _move(rule.condition, ground.builder)
            wanted = set(every_answer(fresh.statement()))
            outcome = session.solve()
            assert isinstance(outcome, Satisfied if wanted else Unsatisfiable)
            if isinstance(outcome, Satisfied):
                assert tuple(int(outcome.answer[unknown]) for unknown in unknowns) in wanted


def _move(condition: object, owner: Builder) -> None:
    for unknown in condition.unknowns():  # type: ignore[attr-defined]
        unknown.owner = owner
