"""Expressions as people write them: their meaning, and the constraints they become."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_conditions import Playground, conditions, expressions
from statement_oracle import every_answer

from entails.models.constraints import (
    Calculation,
    Clause,
    Compare,
    Count,
    Distance,
    Element,
    Linear,
    Logic,
    Product,
    Table,
)
from entails.models.errors import InvalidStatement, TooLarge
from entails.models.expressions.connectives import Joint
from entails.models.expressions.core import Condition, Expression, as_expression, join
from entails.models.expressions.operators import applied, item
from entails.models.problem.builder import Builder
from entails.models.statement import Statement


def read(expression: Expression, values: tuple[int, ...]) -> int:
    return expression.value(lambda unknown: values[unknown.number])


def meant(ground: Playground, condition: Condition) -> set[tuple[int, ...]]:
    """Return the assignments for which a condition is true, by direct evaluation."""
    unknowns = list(ground.builder.unknowns.values())
    every = product(*(unknown.values for unknown in unknowns))
    return {values for values in every if read(condition, values)}


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_the_constraints_say_what_was_written(data: st.DataObject) -> None:
    ground = Playground()
    condition = data.draw(conditions(ground, 3))
    wanted = meant(ground, condition)
    try:
        ground.builder.add(condition)
    except InvalidStatement:
        assert not wanted  # rejected because it can never be true
        return
    result = every_answer(ground.builder.statement())
    assert set(result) == wanted
    assert len(result) == len(wanted), "a hidden variable is not determined"


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_condition_for_a_rule(data: st.DataObject) -> None:
    ground = Playground()
    guard, condition = data.draw(conditions(ground, 2)), data.draw(conditions(ground, 2))
    ground.builder.add(condition, when=guard)
    result = every_answer(ground.builder.statement())
    assert sorted(result) == sorted(meant(ground, guard.implies(condition)))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_an_objective_is_the_expression(data: st.DataObject) -> None:
    ground = Playground()
    expression = as_expression(data.draw(expressions(ground, 2)))
    ground.builder.maximise(expression)
    statement = ground.builder.statement()
    for values in product(*(variable.values for variable in statement.variables[: statement.shown])):
        assert objective_of(statement, values) == {read(expression, values)}


def objective_of(statement: Statement, shown: tuple[int, ...]) -> set[int]:
    from statement_oracle import every_assignment

    assert statement.objective is not None
    fixed = tuple(Clause((statement.fact(number, value),)) for number, value in enumerate(shown))
    narrowed = Statement(statement.variables, statement.groups, (*fixed, *statement.constraints))
    items = set()
    for values in every_assignment(narrowed):
        true = {statement.fact(number, value) for number, value in enumerate(values)}
        items.add(
            sum(factor * values[variable] for factor, variable in statement.objective.terms)
            + sum(factor * (fact in true) for factor, fact in statement.objective.facts)
        )
    return items


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_bounds_and_what_is_known(data: st.DataObject) -> None:
    ground = Playground()
    expression = as_expression(data.draw(expressions(ground, 3)))
    low, high = expression.bounds
    unknowns = list(ground.builder.unknowns.values())
    for values in product(*(unknown.values for unknown in unknowns)):
        assert low <= read(expression, values) <= high
    condition = data.draw(conditions(ground, 3))
    if condition.known is not None:
        assert len(meant(ground, condition)) == (3 * 3 * 3 * 2 * 2 if condition.known else 0)


def constraints_of(*condition: Condition) -> list[object]:
    owner = next(iter(condition[0].unknowns())).owner
    assert isinstance(owner, Builder)
    owner.add(*condition)
    return list(owner.statement().constraints)


@pytest.fixture
def ground() -> Playground:
    return Playground()


def test_a_condition_with_its_own_constraint_type_uses_it(ground: Playground) -> None:
    x, y, z, a, b = ground.x, ground.y, ground.z, ground.a, ground.b
    # facts: x 1 2 3, y 4 5 6, z 7 8 9, a 10, b 11
    assert constraints_of(x == 1) == [Clause((2,))]
    for condition, wanted in [
        (x != 1, Clause((-2,))),
        ((x == 1) | (y > 1) | ~a, Clause((2, 6, -10))),
        (a.implies(b), Clause((-10, 11))),
        (~(a & b), Clause((-10, -11))),
        (x < y + 1, Compare(0, "<", 1, 1)),
        (2 * x == 2 * y, Compare(0, "=", 1)),
        (abs(x - y) >= 2, Distance(0, 1, ">=", 2)),
        (a + b + (x == 2) == 2, Count((10, 11, 3), "=", 2)),
        (a + b >= 1, Clause((10, 11))),
        (a - b < 1, Count((10, -11), "<=", 1)),
        (3 * x + z <= 7, Linear(((3, 0), (1, 2)), "<=", 7)),
        (6 - x >= y + z, Linear(((1, 0), (1, 1), (1, 2)), "<=", 6)),
        (x + 2 * a > 1, Linear(((1, 0),), ">", 1, ((2, 10),))),
        (x * y == 2, Product((0, 1), 2)),
        (item([5, z, 7], x) == 7, Element(0, (("const", 5), ("var", 2), ("const", 7)), ("const", 7))),
        (
            item([5, z, 7, 8], y + 1) == x,
            Element(1, (("const", 5), ("var", 2), ("const", 7), ("const", 8)), ("var", 0), -1),
        ),
        (a.implies(x + y > z), Linear(((1, 0), (1, 1), (-1, 2)), ">", 0, when=(10,))),
        (a == (b ^ (x == 0)), Logic(("iff", 10, ("xor", 11, 1)))),
    ]:
        builder = Playground().builder
        rewritten = _for(builder, condition)
        builder.add(rewritten)
        assert list(builder.statement().constraints) == [wanted], str(condition)


def _for(builder: Builder, condition: Condition) -> Condition:
    """Rewrite a condition over the variables of another builder with the same declarations."""
    for unknown in condition.unknowns():
        unknown.owner = builder
    return condition


def test_a_literal_that_tells_of_a_comparison_needs_no_hidden_one(ground: Playground) -> None:
    ground.builder.add(ground.a == (ground.x + ground.y == ground.z))
    statement = ground.builder.statement()
    assert [constraint.when for constraint in statement.constraints] == [(10,), (-10,)]
    assert len(statement.variables) == 5


def test_the_same_comparison_is_hidden_once(ground: Playground) -> None:
    x, y, a, b = ground.x, ground.y, ground.a, ground.b
    ground.builder.add((x < y) ^ a ^ b)
    ground.builder.add((y <= x) ^ a)
    ground.builder.add(((x < y) | a) & ((y > x) | b) & (a == b))
    statement = ground.builder.statement()
    assert [variable.name for variable in statement.variables if variable.hidden] == ["_1"]
    assert statement.groups[-1].id == "meanings"
    assert not statement.groups[-1].soft


def test_hidden_variables_come_last_whatever_the_order(ground: Playground) -> None:
    ground.builder.add((ground.x * ground.y + ground.z > 1) | ground.a | (ground.x > ground.y))
    later = ground.builder.integer("later", 0, 1)
    ground.builder.add(later == ground.a)
    statement = ground.builder.statement()
    assert [variable.name for variable in statement.variables][:6] == ["x", "y", "z", "a", "b", "later"]
    assert all(variable.hidden for variable in statement.variables[6:])
    assert statement.shown == 6


def test_sums_are_put_together_as_they_are_built() -> None:
    builder = Builder()
    xs = builder.ints("x1..x500", 0, 3)
    total = sum(xs)
    assert isinstance(total, Expression)
    builder.add(total <= 7)
    (constraint,) = builder.statement().constraints
    assert isinstance(constraint, Linear)
    assert len(constraint.terms) == 500


def test_a_table_that_is_too_large_is_arithmetic() -> None:
    builder = Builder()
    x, y = builder.ints("x y", 0, 1000)
    builder.add(x * y + x == 7, "a product")
    kinds = [type(constraint) for constraint in builder.statement().constraints]
    assert kinds == [Linear, Calculation]
    assert isinstance(x % 7, Expression)


def test_a_number_beyond_64_bits_is_refused() -> None:
    builder = Builder()
    x, y = builder.ints("x y", 0, 10**10)
    builder.add(x * y + x == 7, "a product")
    with pytest.raises(TooLarge, match=r"a product: x·y may be 100,000,000,000,000,000,000; expected numbers from"):
        builder.statement()


def test_a_comparison_without_open_terms_inside_a_negated_exclusion() -> None:
    builder = Builder()
    x, y = builder.ints("x y", 0, 3)
    a, b = builder.bools("a b")
    builder.add(~join("xor", a, b, (x > 3) + (y > 3) <= 1))
    assert [constraint.group for constraint in builder.statement().constraints] == [0]


@pytest.mark.parametrize("joint", ["xor", "iff"])
def test_a_negated_connective_of_three_parts(joint: Joint) -> None:
    for negated in (False, True):
        builder = Builder()
        a, b, c = builder.bools("a b c")
        condition = join(joint, a, b, b.implies(c))
        builder.add(~condition if negated else condition)
        expected = {
            world
            for world in product((0, 1), repeat=3)
            if condition.value(lambda unknown, of=world: of[unknown.number]) != negated
        }
        assert set(every_answer(builder.statement())) == expected


def test_a_product_inside_a_sum_is_a_table(ground: Playground) -> None:
    ground.builder.add(ground.x * ground.y + ground.z == 3)
    kinds = [type(constraint) for constraint in ground.builder.statement().constraints]
    assert kinds == [Linear, Table]


@pytest.mark.parametrize(
    ("write", "problem"),
    [
        (lambda g: bool(g.x == 3), r"x = 3 has no truth value"),
        (lambda g: g.x + 1.5, r"1.5 is not an integer"),
        (lambda g: g.x == 1.5, r"1.5 is not an integer"),
        (lambda g: g.x == "red", r"x has no value 'red'"),
        (lambda g: g.x // g.y, r"y may be 0"),
        (lambda g: item([1, 2], g.x), r"x may be 2, which is out of range; expected indices from 0 to 1"),
        (lambda _: applied("max"), r"max without arguments"),
        (lambda g: g.a & 3, r"3 is not a condition"),
        (
            lambda g: g.builder.add(g.x > 2),
            r"x > 2 can never be true; expected a condition that can be true with x from 0",
        ),
        (lambda g: g.builder.add(g.x == 3), r"x = 3 can never be true"),
        (lambda g: g.builder.add(g.x + g.y == 5), r"x \+ y = 5 can never be true"),
        (lambda g: g.builder.add(2 * g.x + 2 * g.y == 3), r"can never be true"),
        (lambda g: g.builder.add("only words"), r"a rule without a condition"),
        (lambda g: g.builder.add(g.a, "one", because="two"), r"two sentences"),
        (lambda g: g.builder.add(Playground().a), r"a is a variable of another problem"),
    ],
)
def test_misuse_is_reported_in_a_sentence(ground: Playground, write: object, problem: str) -> None:
    with pytest.raises(InvalidStatement, match=problem):
        write(ground)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("write", "english", "french"),
    [
        (lambda g: 2 * g.x + g.y - 3 <= 7 - g.z, "2·x + y - 3 ≤ -z + 7", "2·x + y - 3 ≤ -z + 7"),
        (lambda g: (g.x == 1) | ~g.a, "x = 1 or not a", "x = 1 ou non a"),
        (lambda g: g.a.implies(g.x != 1), "if a then x ≠ 1", "si a alors x ≠ 1"),
        (lambda g: ~(g.a & g.b), "not (a and b)", "non (a et b)"),
        (lambda g: g.a == (g.x > g.y), "a exactly when x > y", "a si et seulement si x > y"),
        (lambda g: abs(g.x - g.y) != g.z // 2, "|x - y| ≠ z // 2", "|x - y| ≠ z // 2"),
        (lambda g: (g.x + g.y) * g.z == 4, "(x + y)·z = 4", "(x + y)·z = 4"),
        (lambda g: item([3, 4, g.z], g.x) > 3, "[3, 4, z][x] > 3", "[3, 4, z][x] > 3"),
    ],
)
def test_expressions_in_words(ground: Playground, write: object, english: str, french: str) -> None:
    condition = write(ground)  # type: ignore[operator]
    assert str(condition) == english
    assert condition.say("fr") == french
