"""The integer route, which never lists intervals: brute force on small domains, known results on wide ones."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_conditions import Playground, conditions

import entails
from entails import Problem
from entails.encoders.check.checker import broken
from entails.formats.model_json.read import read_document
from entails.formats.model_json.write import document_text
from entails.models.constraints import Calculation
from entails.models.errors import EntailsError, InvalidStatement, TooLarge, UnsupportedPuzzle
from entails.models.problem.model import ProblemModel
from entails.queries.query import unwatched
from entails.queries.solve import SolveOptions, answer

BILLION = 10**9


@contextmanager
def everything_wide() -> Iterator[None]:
    """Treat every interval of two or more values as wide, and list no function as a table."""
    with (
        patch("entails.models.statement.WIDE", 1),
        patch("entails.solvers.forced.WIDE", 1),
        patch("entails.models.expressions.linearize.MOST_ROWS", 0),
    ):
        yield


def all_worlds(ground: Playground) -> list[dict[str, int]]:
    domains = {name: unknown.values for name, unknown in ground.builder.unknowns.items()}
    return [dict(zip(domains, values, strict=True)) for values in product(*domains.values())]


def listed(model: ProblemModel, **how: Any) -> set[tuple[int, ...]]:
    return {tuple(map(int, solution.values())) for solution in entails.solutions(model, **how)}  # type: ignore[call-overload]


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_same_answers_as_brute_force(data: st.DataObject) -> None:
    with everything_wide():
        ground = Playground()
        condition = data.draw(conditions(ground))
        worlds = all_worlds(ground)
        wanted = {
            tuple(world.values())
            for world in worlds
            if condition.value(lambda unknown, world=world: world[unknown.name])  # type: ignore[misc]
        }
        try:
            ground.builder.add(condition, "the condition")
        except InvalidStatement:
            assert not wanted
            return
        model = ground.builder.model()
        assert model.statement.wide
        assert listed(model) == wanted
        for world in worlds:
            assert (broken(model.statement, tuple(world.values())) is None) == (tuple(world.values()) in wanted)
        assert listed(read_document(document_text(model))) == wanted
        backbone = entails.forced(model)
        assert backbone.consistent == bool(wanted)
        for name, low, high in backbone.bounds:
            column = [world[list(ground.builder.unknowns).index(name)] for world in wanted]
            assert (low, high) == (min(column), max(column))


@pytest.mark.parametrize(
    ("left", "right"), [((-7, 7), (1, 3)), ((-7, 7), (-3, -1)), ((0, 9), (2, 4)), ((-9, -1), (2, 2))]
)
@pytest.mark.parametrize("name", ["//", "%", "div", "rem"])
def test_all_divisions(name: str, left: tuple[int, int], right: tuple[int, int]) -> None:
    from entails.models.expressions.operators import applied

    with everything_wide():
        p = Problem()
        x, y, z = p.integer("x", *left), p.integer("y", *right), p.integer("z", -20, 20)
        p.add(applied(name, x, y) == z)
        constraints = p.statement().constraints
        assert any(isinstance(constraint, Calculation) for constraint in constraints)
        answers = {(solution["x"], solution["y"]): solution["z"] for solution in p.solutions()}
        for dividend, divisor in product(range(left[0], left[1] + 1), range(right[0], right[1] + 1)):
            exact = dividend / divisor
            quotient = dividend // divisor if name in ("//", "%") else int(exact)
            expected = quotient if name in ("//", "div") else dividend - divisor * quotient
            assert answers.pop((dividend, divisor)) == expected
        assert not answers


def sum_problem() -> Problem:
    p = Problem()
    x, y = p.ints("x y", 0, BILLION)
    p.add(3 * x + 7 * y == BILLION, "the sum")
    p.add(x > y, "x is larger")
    return p


def test_a_sum_over_a_billion_values() -> None:
    p = sum_problem()
    solution = p.solve().answer
    assert 3 * solution["x"] + 7 * solution["y"] == BILLION
    assert solution["x"] > solution["y"]
    assert p.forced().bounds == (("x", 100_000_007, 333_333_331), ("y", 1, 99_999_997))
    assert p.solve(assume=["x=333333331"]).answer["y"] == 1
    assert p.solve(assume=["not x=333333331"]).answer["x"] != 333_333_331
    assert not p.solve(assume=["x=333333332"])
    assert p.check().unique is False


def test_the_report_says_which_engine_and_why() -> None:
    report = answer(sum_problem().as_puzzle(), SolveOptions(), unwatched).report
    assert (report.engine, report.encoder) == ("cpsat", "cpsat")
    assert report.chosen_because == "x has 1,000,000,001 values"


def test_the_factors_of_a_large_number() -> None:
    p = Problem()
    x, y = p.ints("x y", 2, BILLION)
    p.add(x * y == 999_983 * 1_000_003, "the product")
    p.add(x < y, "in order")
    assert [dict(solution) for solution in p.solutions()] == [{"x": 999_983, "y": 1_000_003}]
    assert p.count().value == 1
    assert p.forced().names == ("x=999983", "y=1000003")


def test_squares_remainders_and_an_objective() -> None:
    p = Problem()
    x, y = p.ints("x y", -(10**6), 10**6)
    p.add(y == x**2 % 1000, "the last three digits")
    p.add(x < -10)
    p.maximise(1000 * y - abs(x))
    best = max(range(-(10**6), -10), key=lambda x: 1000 * (x * x % 1000) + x)
    outcome = p.solve()
    assert dict(outcome.answer) == {"x": best, "y": best**2 % 1000}
    assert outcome.optimal


def test_conflicts_and_repairs() -> None:
    p = Problem()
    x, y = p.ints("x y", 0, BILLION)
    p.hard(x + y == BILLION, "all of it")
    p.soft(x >= 600_000_000, "x gets most")
    p.soft(y >= 600_000_000, "y gets most")
    p.soft(x % 2 == 0, "x is even")
    explanation = p.explain()
    assert [[group.text for group in conflict.groups] for conflict in explanation.conflicts] == [
        ["x gets most", "y gets most"]
    ]
    repairs = {tuple(group.text for group in repair.groups) for repair in explanation.repairs}
    assert repairs == {("x gets most",), ("y gets most",)}
    assert explanation.complete
    assert explanation.chosen_because == "x has 1,000,000,001 values"


@pytest.mark.parametrize("query", ["steps", "to_dimacs", "minimal_clues", "session"])
def test_queries_over_clauses_refuse_wide_variables_by_name(query: str) -> None:
    with pytest.raises(TooLarge, match=r"x has 1,000,000,001 values, listed in a CNF"):
        getattr(sum_problem(), query)()


def test_an_engine_without_integers_refuses_by_name() -> None:
    with pytest.raises(TooLarge, match=r"x has 1,000,000,001 values, listed in a CNF"):
        sum_problem().solve(engine="cadical195")


def too_large() -> Iterator[tuple[str, Problem]]:
    p = Problem()
    x, y = p.ints("x y", 0, 10**12)
    p.add(x * y > 5)
    yield "product", p
    p = Problem()
    x, y = p.ints("x y", 0, 4 * 10**18)
    p.add(x + y > 5)
    yield "sum", p
    p = Problem()
    x, y = p.ints("x y", 0, 2**53)
    p.maximise(x + y)
    yield "objective", p
    p = Problem()
    p.ints("x1..x9", -(10**18), 10**18)
    yield "domains", p


@pytest.mark.parametrize(("name", "problem"), list(too_large()))
def test_an_overflow_is_an_error(name: str, problem: Problem) -> None:
    with pytest.raises((TooLarge, UnsupportedPuzzle), match=r"2\^62|2\^53|64-bit|numbers from") as refused:
        problem.solve()
    assert isinstance(refused.value, EntailsError), name


def test_conflicts_among_large_domains_are_found_by_cpsat() -> None:
    problem = entails.Problem()
    x = problem.ints("x1..x30", 0, 999)
    for left in range(29):
        problem.add(x[left] < x[left + 1], f"order {left}")
    problem.add(x[29] < x[3], "round")
    explanation = problem.explain(most=1)
    assert explanation.chosen_because == "x1 has 1,000 values"
    assert len(explanation.conflicts[0].groups) == 27
    assert len(explanation.repairs[0].groups) == 1
    assert explanation.smallest_repair
    assert len(problem.explain(smallest=True).conflicts[0].groups) == 27
    assert problem.check().consistent is False


def test_a_shifted_wide_number_is_checked() -> None:
    """The number x + 5 is hidden, and too wide to try its values."""
    p = Problem()
    x, y = p.ints("x y", 0, 10**12)
    p.all_different([x + place for place in range(13)] + [y])
    assert broken(p.statement(), (3, 10**12)) is None
    assert broken(p.statement(), (3, 15)) is not None


@pytest.mark.parametrize("width", [9, 10**12])
def test_determined_numbers_blame_what_determines_them(width: int) -> None:
    """A hidden number is y + 1 or y + 2 for another hidden y, and the choice between them is hidden too."""
    p = Problem()
    x, z = p.ints("x z", 0, width)
    p.add((((x // 2 + 1) // 2 == z) & (x > 4)) | (((x // 2 + 2) // 2 == z) & (x < 3)))
    for value in (0, 1, 2, 5, 6, 7):
        expected = (value // 2 + 1) // 2 if value > 4 else (value // 2 + 2) // 2
        assert broken(p.statement(), (value, expected)) is None
        assert broken(p.statement(), (value, expected + 1)) is not None
