"""Engines that propagate return exactly the result of unit propagation, whatever they solved before."""

from random import Random

import pytest
from helpers import BANK, SUBJECTS, Formula, opened, random_formula, random_literals, subject_id

from entails.models.encoding import Kind
from entails.models.errors import UnsupportedCapability
from entails.models.limits import UNLIMITED, Options
from entails.solvers.engine import Engine

Subject = tuple[Engine, Kind]


def plain_python_first(clauses: list[list[int]], assumed: list[int]) -> set[int] | None:
    """Run textbook unit propagation; return None on a contradiction."""
    known = set(assumed)
    if any(-lit in known for lit in known):
        return None
    while True:
        before = len(known)
        for clause in map(set, clauses):
            if not any(lit in known or -lit in clause for lit in clause):
                open_ = {lit for lit in clause if -lit not in known}
                if not open_:
                    return None
                if len(open_) == 1:
                    known |= open_
        if len(known) == before:
            return known


def check(engine: Engine, kind: Kind, formula: Formula, seed: int) -> None:
    random = Random(seed)
    with opened(engine, formula, kind) as session:
        for assumed in ([], *(random_literals(random, formula.variables) for _ in range(4))):
            follows = plain_python_first(list(formula.clauses), assumed)
            consistent, literals = session.propagate(assumed)
            assert consistent == (follows is not None)
            if follows is not None:
                assert {lit for lit in literals if abs(lit) <= formula.variables} == follows
            session.solve(assumed)


@pytest.mark.parametrize(
    "subject", [subject for subject in SUBJECTS if "propagate" in subject[0].capabilities], ids=subject_id
)
def test_propagates_exactly(subject: Subject) -> None:
    engine, kind = subject
    for number, formula in enumerate((*BANK.values(), *map(random_formula, range(200, 230)))):
        check(engine, kind, formula, number)


@pytest.mark.parametrize(
    "subject", [subject for subject in SUBJECTS if "propagate" in subject[0].capabilities], ids=subject_id
)
def test_blocks_scopes_and_groups_count(subject: Subject) -> None:
    engine, kind = subject
    formula = Formula(3, ([1], [-1, 2]), random_formula(0, soft=1).groups, (1, 0))
    with engine.open(formula.encoding(kind), UNLIMITED, Options(soft_groups=True)) as session:
        assert {1, 2} <= set(session.propagate()[1])
        session.push()
        session.block([2, 3])
        assert -3 in session.propagate()[1]
        assert not session.propagate([3])[0]
        session.pop()
        assert session.propagate([3])[0]
        session.block([1])
        assert not session.propagate()[0]


@pytest.mark.parametrize(
    "subject", [subject for subject in SUBJECTS if "propagate" not in subject[0].capabilities], ids=subject_id
)
def test_refused_otherwise(subject: Subject) -> None:
    engine, kind = subject
    with opened(engine, Formula(1, ([1],)), kind) as session, pytest.raises(UnsupportedCapability, match=engine.name):
        session.propagate()
