"""A choice of statements: any alternative is a solution, the best counts, bounds skip alternatives."""

import pickle

import pytest

import entails
from entails.encoders.cpsat.compile import ChosenCpSat, CpChoice, StatementCase, compile_choice
from entails.models.constraints import Clause, Compare, Linear
from entails.models.encoding import CpSat, Group, Objective, Sense
from entails.models.errors import UnsupportedCapability
from entails.models.limits import DEFAULTS, UNLIMITED, Options
from entails.models.outcome import Outcome, Satisfied, Unsatisfiable
from entails.models.statement import Statement, Variable
from entails.solvers.engine import engine, solutions
from entails.solvers.explain import explain

CPSAT = engine("cpsat")
NAMES = ("large", *(f"x={value}" for value in range(6)))
RISES = Group("rises", "y is more than x")
SMALL = Group("small", "x is at most 2", soft=True)
BIG = Group("big", "x is at least 4", soft=True)

Answer = tuple[bool, int]
stated: list[int] = []


def rising(first: int, sense: Sense = "maximise", least: int = 0, most: int = 5) -> StatementCase:
    """Build an alternative with x among three numbers and y above x; x is the objective, "large" from 3 on."""
    stated.append(first)
    x, y = Variable("x", range(first, first + 3)), Variable("y", range(6))
    statement = Statement(
        (x, y),
        (RISES, SMALL, BIG),
        (
            Compare(0, "<", 1),
            Linear(((1, 0),), "<=", most, group=1),
            Linear(((1, 0),), ">=", least, group=2),
        ),
        Objective(sense, terms=((1, 0),), fixed=10),
    )
    return StatementCase(
        statement, {2 + value: 1 + value - first for value in x.values}, frozenset({1} if first > 2 else ())
    )


def most_of(first: int, sense: Sense = "maximise", least: int = 0, most: int = 5) -> float:
    del least, most
    return 10 + first + (2 if sense == "maximise" else 0)


def decoded(facts: object) -> Answer:
    true = {fact for fact in facts if fact > 0}  # type: ignore[attr-defined]
    return 1 in true, max(true) - 2


def recipe(*parts: tuple[object, ...], sense: Sense = "maximise", bounded: bool = False) -> CpSat[Answer]:
    return compile_choice(CpChoice(rising, parts, NAMES, most_of if bounded else None, sense), decoded)


def solved(encoding: CpSat[Answer]) -> Outcome[Answer]:
    with CPSAT.open(encoding, UNLIMITED, DEFAULTS) as session:
        return session.solve()


def test_an_answer_of_any_case_is_an_answer() -> None:
    listing = solutions(CPSAT, recipe((0,), (3,)), UNLIMITED, DEFAULTS)
    assert sorted(listing) == [(False, 0), (False, 1), (False, 2), (True, 3), (True, 4)]
    assert listing.complete


@pytest.mark.parametrize("bounded", [False, True])
@pytest.mark.parametrize(("sense", "best"), [("maximise", (True, 4)), ("minimise", (False, 0))])
def test_the_best_over_all_cases_counts(sense: Sense, best: Answer, bounded: bool) -> None:
    outcome = solved(recipe((0, sense), (3, sense), sense=sense, bounded=bounded))
    assert isinstance(outcome, Satisfied)
    assert (outcome.answer, outcome.objective, outcome.optimal) == (best, 10 + best[1], True)


def test_cases_that_cannot_be_better_are_not_stated() -> None:
    encoding = recipe((0,), (3,), (1,), bounded=True)
    stated.clear()
    assert isinstance(solved(encoding), Satisfied)
    assert stated == [3], "no x from 0 to 3 is better than 4"


def test_without_a_case_there_is_no_answer() -> None:
    assert isinstance(solved(recipe()), Unsatisfiable)


def test_of_several_cases_everything_holds() -> None:
    assert isinstance(solved(recipe((0, "maximise", 4, 2), (3, "maximise", 4, 2))), Unsatisfiable)
    assert isinstance(solved(recipe((0, "maximise", 4, 2), (3, "maximise", 4, 5))), Satisfied)


def test_a_single_case_tells_why_not() -> None:
    encoding = recipe((0, "maximise", 1, 0))
    explanation = explain(CPSAT, encoding, UNLIMITED, Options(soft_groups=True))
    assert [[group.id for group in conflict.groups] for conflict in explanation.conflicts] == [["small", "big"]]


def test_facts_can_be_assumed() -> None:
    with CPSAT.open(recipe((0,), (2,), (3,)), UNLIMITED, DEFAULTS) as session:
        large, two = session.solve([1]), session.solve([2 + 2, -1])
        assert isinstance(large, Satisfied)
        assert large.answer[0]
        assert isinstance(two, Satisfied)
        assert two.answer == (False, 2)
        assert isinstance(session.solve([1, 2 + 2]), Unsatisfiable)


def test_it_travels() -> None:
    outcome = solved(pickle.loads(pickle.dumps(recipe((0,), (3,), bounded=True))))
    assert isinstance(outcome, Satisfied)
    assert outcome.answer == (True, 4)


def of_puzzle(puzzle: tuple[int, ...]) -> CpChoice:
    return CpChoice(rising, tuple((first,) for first in puzzle), NAMES)


def test_as_an_encoder() -> None:
    encoder = ChosenCpSat[tuple[int, ...], Answer]("rising", of_puzzle, lambda _, facts: decoded(facts))
    outcome = solved(encoder.encode((0, 1)))
    assert isinstance(outcome, Satisfied)
    assert outcome.answer == (False, 3)


def test_there_is_no_dimacs_file_of_a_choice() -> None:
    with pytest.raises(UnsupportedCapability, match="scrabble has no format 'dimacs'; available: cgp, json, drawing"):
        list(entails.export(entails.parse("scrabble", "empty", rack="AEINRST"), form="dimacs"))


def test_an_empty_clause_is_a_case_without_answer() -> None:
    statement = Statement((Variable("x", range(2)),), (RISES,), (Clause(()),))
    never = compile_choice(CpChoice(lambda: StatementCase(statement, {2: 1, 3: 2}), ((),), NAMES), decoded)
    assert isinstance(solved(never), Unsatisfiable)
