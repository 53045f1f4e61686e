"""Six at-most-one encodings: equivalence by brute force, and the sizes given in their papers."""

from itertools import combinations, count, product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from entails.encoders.cnf.at_most_one import AT_MOST_ONE

LARGEST = 12
each_form = pytest.mark.parametrize("form", AT_MOST_ONE)
each_size = pytest.mark.parametrize("size", range(LARGEST + 1))


def clauses_of(form: str, lits: list[int]) -> list[list[int]]:
    supply = count(max(map(abs, lits), default=0) + 1)
    return list(AT_MOST_ONE[form](lits, lambda: next(supply)))


def allowed(clauses: list[list[int]], lits: list[int]) -> set[tuple[int, ...]]:
    """Return the assignments of the literals that extend to a model of the clauses."""
    variables = sorted({abs(lit) for lit in lits})
    with Solver(name="minisat22", bootstrap_with=clauses) as solver:
        return {
            values
            for signs in product((1, -1), repeat=len(variables))
            if solver.solve(assumptions=list(values := tuple(s * v for s, v in zip(signs, variables, strict=True))))
        }


def at_most_one_true(lits: list[int]) -> set[tuple[int, ...]]:
    variables = sorted({abs(lit) for lit in lits})
    every = (
        tuple(s * v for s, v in zip(signs, variables, strict=True)) for signs in product((1, -1), repeat=len(variables))
    )
    return {values for values in every if sum(lit in values for lit in lits) <= 1}


@each_form
@each_size
def test_allows_exactly_the_assignments_with_at_most_one_true(form: str, size: int) -> None:
    lits = list(range(1, size + 1))
    assert allowed(clauses_of(form, lits), lits) == at_most_one_true(lits)


@each_form
@settings(max_examples=30, deadline=None)
@given(lits=st.lists(st.integers(-6, 6).filter(bool), max_size=9))
def test_any_literals(form: str, lits: list[int]) -> None:
    """At-most-one holds for negative, repeated and opposite literals: each occurrence counts."""
    assert allowed(clauses_of(form, lits), lits) == at_most_one_true(lits)


@each_form
@each_size
def test_auxiliaries_are_fresh_and_used(form: str, size: int) -> None:
    lits = list(range(1, size + 1))
    supplied = []

    def fresh() -> int:
        supplied.append(size + len(supplied) + 1)
        return supplied[-1]

    clauses = list(AT_MOST_ONE[form](lits, fresh))
    used = {abs(lit) for clause in clauses for lit in clause}
    assert used >= set(supplied)
    assert used <= {*lits, *supplied}
    assert form != "pairwise" or not supplied


@pytest.mark.parametrize("size", range(3, 40))
def test_sizes(size: int) -> None:
    lits = list(range(1, size + 1))
    assert len(clauses_of("pairwise", lits)) == comb(size, 2)
    assert len(clauses_of("sequential", lits)) == 3 * size - 4
    assert len(clauses_of("ladder", lits)) == 3 * size - 4
    assert len(clauses_of("bitwise", lits)) == size * (size - 1).bit_length()


@pytest.mark.parametrize("form", ["product", "commander"])
def test_sizes_grow_slowly(form: str) -> None:
    """Sizes match the papers: Chen's grid has 2n + 4 sqrt(n) + O(n^(1/4)) clauses; squads of three have 3.5 per
    literal.
    """
    for size in (25, 100, 400, 900):
        clauses = len(clauses_of(form, list(range(1, size + 1))))
        assert clauses <= (2 * size + 4 * size**0.5 + 12 * size**0.25 if form == "product" else 3 * size)


@pytest.mark.parametrize(
    ("form", "theirs"),
    [
        ("pairwise", EncType.pairwise),
        ("bitwise", EncType.bitwise),
        ("sequential", EncType.seqcounter),
        ("ladder", EncType.ladder),
    ],
)
def test_agrees_with_python_sat(form: str, theirs: int) -> None:
    for size in range(2, 9):
        lits = list(range(1, size + 1))
        clauses = CardEnc.atmost(lits=lits, bound=1, encoding=theirs).clauses
        assert allowed(clauses_of(form, lits), lits) == allowed(clauses, lits)
        if form == "pairwise":
            pairs = {frozenset(clause) for clause in clauses_of(form, lits)}
            assert pairs == {frozenset(clause) for clause in clauses}
            assert pairs == {frozenset((-item, -two)) for item, two in combinations(lits, 2)}
