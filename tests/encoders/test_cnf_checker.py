"""The first false clause of a formula, against the definition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entails.encoders import formula as formulas
from entails.encoders.formula import broken_clause
from entails.models.encoding import Clauses, Cnf, Group

LITERAL = st.integers(-6, 6).filter(bool)


@given(
    st.lists(st.lists(LITERAL, max_size=4), max_size=8),
    st.lists(st.booleans(), min_size=6, max_size=6),
    st.integers(0, 6),
    st.sampled_from([0, 300]),
)
def test_the_first_false_clause(clauses: list[list[int]], signs: list[bool], facts: int, few: int) -> None:
    """A clause with an auxiliary variable, whose value is unknown, never counts as false."""
    names = [f"x{number}" for number in range(1, facts + 1)]
    formula = Cnf(6, names, (Group("all", "all"),), tuple, Clauses.of(clauses))
    assignment = tuple(number if sign else -number for number, sign in enumerate(signs, 1))[:facts]
    false = [
        number
        for number, clause in enumerate(clauses, 1)
        if all(abs(lit) <= facts and lit not in assignment for lit in clause)
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(formulas, "_FEW_CLAUSES", few)
        assert broken_clause(formula, assignment) == (false[0] if false else None)
        assert broken_clause(formula, assignment) == (false[0] if false else None)
