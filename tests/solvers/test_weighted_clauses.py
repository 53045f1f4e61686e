"""Weighted clauses: optima against brute force, and the examples of python-sat."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.examples.musx import MUSX
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

import entails
from entails.formats.wcnf import read_wcnf, weighted
from entails.models.limits import UNLIMITED, Options
from entails.models.outcome import Satisfied, Unsatisfiable
from entails.solvers.engine import engine

LITERALS = st.integers(-4, 4).filter(bool)
CLAUSES = st.lists(st.lists(LITERALS, max_size=3), max_size=5)
WISHES = st.lists(st.tuples(st.integers(1, 9), st.lists(LITERALS, max_size=3)), max_size=5)


def text(hard: list[list[int]], soft: list[tuple[int, list[int]]]) -> str:
    lines = [" ".join(map(str, ["h", *clause, 0])) for clause in hard]
    lines += [" ".join(map(str, [weight, *clause, 0])) for weight, clause in soft]
    return "\n".join(["h 4 -4 0", *lines]) + "\n"


def costs(hard: list[list[int]], soft: list[tuple[int, list[int]]]) -> dict[tuple[int, ...], int]:
    """Return the cost of every assignment that satisfies the hard clauses."""
    result = {}
    for signs in product((1, -1), repeat=4):
        answer = tuple(sign * variable for sign, variable in zip(signs, range(1, 5), strict=True))
        if all(set(answer) & set(clause) for clause in hard):
            result[answer] = sum(weight for weight, clause in soft if not set(answer) & set(clause))
    return result


@settings(max_examples=60, deadline=None)
@given(CLAUSES, WISHES)
def test_the_cheapest_answer(hard: list[list[int]], soft: list[tuple[int, list[int]]]) -> None:
    expected = costs(hard, soft)
    formula = weighted(read_wcnf(text(hard, soft).encode()))
    for name in ("rc2", "cpsat"):
        with engine(name).open_here(formula, UNLIMITED, Options()) as session:
            outcome = session.solve()
        if not expected:
            assert isinstance(outcome, Unsatisfiable)
            continue
        assert isinstance(outcome, Satisfied)
        assert outcome.optimal
        assert outcome.objective == outcome.bound == min(expected.values()) == expected[outcome.answer]


@settings(max_examples=60, deadline=None)
@given(CLAUSES, WISHES)
def test_wishes_that_conflict(hard: list[list[int]], soft: list[tuple[int, list[int]]]) -> None:
    """The optimum violates a repair: its cost is the weight of the violated soft clauses."""
    expected = costs(hard, soft)
    formula = weighted(read_wcnf(text(hard, soft).encode()))
    explanation = entails.explain(formula, most=100)
    assert explanation.complete
    assert explanation.consistent == (min(expected.values(), default=1) == 0)
    if explanation.consistent or not expected:
        assert not explanation.repairs
        return
    weight = {f"clause {len(hard) + 1 + place}": weight for place, (weight, _) in enumerate(soft, start=1)}
    prices = [sum(weight[group.id] for group in repair.groups) for repair in explanation.repairs]
    assert min(prices) == min(expected.values())


def test_the_example_of_rc2() -> None:
    wcnf = "h -1 -2 0\nh -1 -3 0\n1 1 0\n1 2 0\n1 3 0\n"
    outcome = entails.solve(entails.parse("cnf", wcnf))
    assert isinstance(outcome, Satisfied)
    assert (outcome.answer, outcome.objective, outcome.stats.engine) == ((-1, 2, 3), 1.0, "rc2")
    with RC2(WCNF(from_string=wcnf)) as peer:
        assert tuple(peer.compute()) == outcome.answer
        assert peer.cost == outcome.objective


def test_the_example_of_musx() -> None:
    """The example of MUSX is reproduced: our conflicts include the one that it finds."""
    wcnf = WCNF()
    for clause in ([1], [2], [-1], [-2], [1, 2]):
        wcnf.append(clause, weight=1)
    result = MUSX(wcnf, verbosity=0).compute()
    explanation = entails.explain(entails.parse("cnf", "p wcnf 2 5\n" + wcnf.to_dimacs()))
    conflicts = [
        [int(group.id.removeprefix("clause ")) for group in conflict.groups] for conflict in explanation.conflicts
    ]
    assert sorted(result) in conflicts
    assert sorted(conflicts) == [[1, 3], [2, 4], [3, 4, 5]]


@pytest.mark.parametrize("query", ["count", "forced", "solutions"])
def test_other_queries_are_about_the_hard_clauses(query: str) -> None:
    formula = entails.parse("cnf", "h 1 2 0\nh -1 -2 0\n5 1 3 0\n")
    match query:
        case "count":
            assert entails.count(formula).value == 4
        case "forced":
            assert entails.forced(formula).facts == ()
        case _:
            assert len(set(entails.solutions(formula))) == 4
