"""Every constraint type has the same meaning for each compiler and for the checker: brute force on random statements.

A face gives the answers of a statement. A new kind needs a maker (`statement_makers`), a meaning (`statement_meaning`)
and a file in each compiler; the first test says what is missing.
"""

from functools import cache
from random import Random

import pytest
from helpers import available, subject_id
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from statement_faces import FACES, FOLDERS, by_cnf
from statement_makers import KINDS, MAKERS, make_statement
from statement_meaning import Values, answers

from entails.encoders.cnf import STYLES, Style
from entails.encoders.cnf.at_most_one import AT_MOST_ONE
from entails.encoders.cnf.compile import compile_cnf
from entails.models.constraints import Constraint
from entails.models.limits import DEFAULTS, UNLIMITED
from entails.models.statement import Statement
from entails.solvers.engine import Engine, solutions

SEEDS = range(12)


@cache
def case(kind: str, seed: int) -> tuple[Statement, list[Values]]:
    """Return a random statement and its solutions by brute force."""
    statement = make_statement(Random(seed), KINDS[kind], soft=seed % 3)
    return statement, sorted(answers(statement))


def every_kind() -> set[type[Constraint]]:
    return set(Constraint.__subclasses__())


def test_no_kind_misses_a_face() -> None:
    assert set(FACES) == {"builder", "json", "cnf", "cpsat", "check", "dimacs"}
    assert set(MAKERS) == every_kind()
    assert len(KINDS) == len(MAKERS), "two kinds with one name"
    for folder, (table, function) in FOLDERS.items():
        assert set(table) == every_kind(), folder
        for kind in every_kind():
            compiled = table[kind]
            assert callable(compiled if function is None else getattr(compiled, function)), (folder, kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("face", FACES)
def test_same_answers_as_brute_force(face: str, kind: str) -> None:
    for seed in SEEDS:
        statement, expected = case(kind, seed)
        assert sorted(FACES[face](statement)) == expected, f"seed {seed}"


@pytest.mark.parametrize("form", AT_MOST_ONE)
@pytest.mark.parametrize("style", STYLES)
def test_all_styles_and_forms(style: Style, form: str) -> None:
    for kind in KINDS:
        for seed in SEEDS[:2]:
            statement, expected = case(kind, seed)
            assert sorted(by_cnf(statement, style, form)) == expected, f"seed {seed}, {kind}"


@pytest.mark.parametrize(
    "engine", [item for item in available("cnf") if "enumerate" in item.capabilities], ids=subject_id
)
def test_every_engine_lists_the_answers_of_the_clauses(engine: Engine) -> None:
    for kind in KINDS:
        statement, expected = case(kind, len(kind))
        assert sorted(solutions(engine, compile_cnf(statement), UNLIMITED, DEFAULTS)) == expected, kind


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.randoms(use_true_random=False), st.sampled_from(sorted(KINDS)), st.sampled_from(sorted(FACES)))
def test_any_statement(random: Random, kind: str, face: str) -> None:
    statement = make_statement(random, KINDS[kind], soft=random.randint(0, 2))
    assert sorted(FACES[face](statement)) == sorted(answers(statement))
