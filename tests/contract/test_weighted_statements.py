"""The optimum of a statement with an objective equals that of brute force for every engine and compiler."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from statement_makers import KINDS, make_statement
from statement_meaning import answers, best, whole_answers, worth

from entails.encoders.cnf.compile import compile_cnf
from entails.encoders.cpsat.compile import compile_cpsat
from entails.models.encoding import Encoding, Objective
from entails.models.limits import DEFAULTS, UNLIMITED
from entails.models.outcome import Outcome, Satisfied, Unsatisfiable
from entails.models.statement import Statement, Variable
from entails.solvers.engine import engine

Compiler = Callable[[Statement], Encoding[Any]]
WAYS: dict[str, tuple[str, Compiler]] = {
    "rc2": ("rc2", compile_cnf),
    "rc2 pruned": ("rc2", partial(compile_cnf, style="pruned")),
    "cnf in cpsat": ("cpsat", compile_cnf),
    "cpsat": ("cpsat", compile_cpsat),
}


def outcome_of(way: str, statement: Statement) -> Outcome[Any]:
    name, compiler = WAYS[way]
    with engine(name).open(compiler(statement), UNLIMITED, DEFAULTS) as session:
        return session.solve()


def check(outcome: Outcome[Any], statement: Statement) -> None:
    expected = best(statement)
    if expected is None:
        assert isinstance(outcome, Unsatisfiable)
    else:
        assert isinstance(outcome, Satisfied)
        assert (outcome.objective, outcome.bound, outcome.optimal) == (expected, expected, True)
        shown = {
            values[: statement.shown] for values in whole_answers(statement) if worth(statement, values) == expected
        }
        assert outcome.answer in shown


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", WAYS)
def test_the_best_answer(way: str, kind: str) -> None:
    for seed in range(4):
        statement = make_statement(Random(seed), KINDS[kind], objective=True, soft=seed % 2)
        check(outcome_of(way, statement), statement)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.randoms(use_true_random=False), st.sampled_from(sorted(KINDS)), st.sampled_from(sorted(WAYS)))
def test_any_statement(random: Random, kind: str, way: str) -> None:
    statement = make_statement(random, KINDS[kind], objective=True)
    check(outcome_of(way, statement), statement)


def test_a_sat_engine_returns_the_objective_value() -> None:
    statement = make_statement(Random(5), KINDS["sum"], objective=True)
    with engine("cadical195").open(compile_cnf(statement), UNLIMITED, DEFAULTS) as session:
        outcome = session.solve()
    assert isinstance(outcome, Satisfied)
    assert outcome.answer in answers(statement)
    assert outcome.objective in {worth(statement, values) for values in whole_answers(statement)}
    assert (outcome.optimal, outcome.bound) == (False, None)


@pytest.mark.parametrize("way", WAYS)
def test_an_objective_of_nothing(way: str) -> None:
    """With a constant objective, every solution is optimal."""
    statement = Statement((Variable("x", range(3)),), objective=Objective("minimise", fixed=5))
    check(outcome_of(way, statement), statement)
