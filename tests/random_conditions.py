"""Random conditions over a few small variables."""

from hypothesis import strategies as st

from entails.models.constraints import TupleRows
from entails.models.errors import InvalidStatement
from entails.models.expressions.core import Condition, Expression, Operand, join
from entails.models.expressions.global_constraints import Accepted, Different, Differing, InTable, Machine
from entails.models.expressions.operators import applied, item
from entails.models.problem.builder import Builder

NUMBERS = st.integers(-4, 6)
OPS = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])


class Playground:
    """Three integers, one with gaps in its domain, and two booleans."""

    def __init__(self) -> None:
        self.builder = Builder("playground")
        self.x, self.y = self.builder.ints("x y", 0, 2)
        self.z = self.builder.integer("z", [-1, 1, 4])
        self.a, self.b = self.builder.bools("a b")


@st.composite
def expressions(draw: st.DrawFn, ground: Playground, depth: int = 2) -> Operand:
    kind = draw(
        st.sampled_from(["unknown", "sum", "scaled", "function", "condition", "item"] if depth else ["unknown"])
    )
    if kind == "unknown":
        return draw(st.sampled_from([ground.x, ground.y, ground.z, ground.a, ground.b]))
    if kind == "condition":
        return draw(conditions(ground, depth - 1))
    left = draw(expressions(ground, depth - 1))
    right = draw(expressions(ground, depth - 1) | NUMBERS)
    assert isinstance(left, Expression)
    if kind == "sum":
        return draw(st.sampled_from([left + right, left - right, right - left]))
    if kind == "scaled":
        return draw(NUMBERS) * left
    if kind == "item":
        return item([draw(NUMBERS), ground.z, ground.x], draw(st.sampled_from([ground.x, ground.y])))
    name = draw(st.sampled_from(["abs", "*", "//", "%", "min", "max"]))
    try:
        return applied(name, left) if name == "abs" else applied(name, left, right)
    except InvalidStatement:  # divided by an expression that may be 0
        return left


@st.composite
def conditions(draw: st.DrawFn, ground: Playground, depth: int = 2) -> Condition:
    kind = draw(st.sampled_from(["fact", "compare", "joined", "claim"] if depth else ["fact"]))
    if kind == "fact":
        facts = [ground.a, ground.b, ground.x == 1, ground.y != 2, ground.z == 4, ground.z.among(1, 4), ground.x == 7]
        return draw(st.sampled_from(facts))
    if kind == "claim":
        return draw(claims(ground))
    if kind == "compare":
        left, right = draw(expressions(ground, depth - 1)), draw(expressions(ground, depth - 1) | NUMBERS)
        compared = {
            "==": lambda: left == right,
            "!=": lambda: left != right,
            "<": lambda: left < right,  # type: ignore[operator]
            "<=": lambda: left <= right,  # type: ignore[operator]
            ">": lambda: left > right,  # type: ignore[operator]
            ">=": lambda: left >= right,  # type: ignore[operator]
        }[draw(OPS)]()
        assert isinstance(compared, Condition)
        return compared
    drawing, second = draw(conditions(ground, depth - 1)), draw(conditions(ground, depth - 1))
    items = [drawing & second, drawing | second, drawing ^ second, drawing.implies(second), drawing == second, ~drawing]
    items += [~join("xor", ground.a, drawing, second), ~join("and", drawing, second, ground.b)]
    return items[draw(st.integers(0, len(items) - 1))]


@st.composite
def claims(draw: st.DrawFn, ground: Playground) -> Condition:
    three = (ground.x, ground.y, ground.z)
    rows = draw(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=4))
    steps = draw(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=8))
    return draw(
        st.sampled_from(
            [
                Different(three),
                Different((ground.x, ground.y + 1, ground.z)),
                Different(three, frozenset({1})),
                InTable((ground.x, ground.y), TupleRows(rows, 2)),
                InTable((ground.x, ground.y), TupleRows(rows, 2), allowed=False),
                Accepted((ground.x, ground.y, ground.a), Machine(0, frozenset({1}), tuple(steps))),
                Differing((ground.x, ground.a), (ground.y, ground.b)),
            ]
        )
    )
