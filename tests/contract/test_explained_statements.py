"""Conflicts of statements without a solution, from clauses and from CP-SAT, equal those of brute force.

Each soft group has a selector; with some of them off, the solutions are those of the remaining groups.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from statement_makers import KINDS, make_statement
from statement_meaning import answers, conflicts

from entails.encoders.cnf.compile import compile_cnf
from entails.encoders.cpsat.compile import compile_cpsat
from entails.locale.message import Message
from entails.models.constraints import AllDifferent, Clause
from entails.models.encoding import Encoding, Group
from entails.models.limits import UNLIMITED, Options
from entails.models.outcome import Satisfied, Unsatisfiable
from entails.models.statement import GroupIndex, Statement, Variable
from entails.solvers.engine import engine
from entails.solvers.explain import explain

Compiler = Callable[[Statement], Encoding[Any]]
WAYS: dict[str, tuple[str, Compiler]] = {
    "cnf": ("cadical195", compile_cnf),
    "cnf in cpsat": ("cpsat", compile_cnf),
    "cpsat": ("cpsat", compile_cpsat),
}
SOFT_GROUPS = Options(soft_groups=True)


def contradictory(kind: str, wanted: int) -> list[Statement]:
    """Return random statements without a solution, with soft groups."""
    result = (make_statement(Random(seed), KINDS[kind], soft=4, most=6) for seed in range(10_000))
    chosen: list[Statement] = []
    while len(chosen) < wanted:
        statement = next(result)
        if not answers(statement) and len(GroupIndex.of(statement).groups) < 12:
            chosen.append(statement)
    return chosen


def found_conflicts(way: str, statement: Statement) -> set[frozenset[str]]:
    name, compiler = WAYS[way]
    explanation = explain(engine(name), compiler(statement), UNLIMITED, SOFT_GROUPS, most=200)
    assert explanation.complete
    assert all(conflict.minimal for conflict in explanation.conflicts)
    result = [frozenset(group.id for group in conflict.groups) for conflict in explanation.conflicts]
    assert len(result) == len(set(result))
    return set(result)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", WAYS)
def test_same_conflicts_as_brute_force(way: str, kind: str) -> None:
    for statement in contradictory(kind, 2):
        assert found_conflicts(way, statement) == conflicts(statement)


@pytest.mark.parametrize("way", WAYS)
def test_groups_switched_off(way: str) -> None:
    name, compiler = WAYS[way]
    for seed, kind in enumerate(KINDS.values()):
        random = Random(seed)
        statement = make_statement(random, kind, soft=3)
        soft = [number for number, group in enumerate(GroupIndex.of(statement).groups) if group.soft]
        with engine(name).open(compiler(statement), UNLIMITED, SOFT_GROUPS) as session:
            for _ in range(4):
                held = random.sample(soft, random.randint(0, len(soft)))
                expected = answers(statement, held)
                outcome = session.solve(groups=held)
                assert isinstance(outcome, Satisfied if expected else Unsatisfiable)
                assert not isinstance(outcome, Satisfied) or outcome.answer in expected


@pytest.mark.parametrize("way", WAYS)
def test_fine_sentences_are_soft_one_by_one(way: str) -> None:
    """Fine groups are tested separately: of three different numbers two are 1, so only the sentence of 1 conflicts."""
    each = Message("the row holds one {value}")()
    text = (AllDifferent((0, 1, 2), each=each), Clause((1,), group=1), Clause((4,), group=2))
    groups = tuple(Group(name, name, soft=True) for name in ("row", "x is 1", "y is 1"))
    statement = Statement(tuple(Variable(name, range(1, 4)) for name in "xyz"), groups, text)
    expected = {frozenset({"x is 1", "y is 1", "the row holds one 1"})}
    expected.add(frozenset({"x is 1", "y is 1", "the row holds one 2", "the row holds one 3"}))
    assert found_conflicts(way, statement) == conflicts(statement) == expected
