"""CPMpy models: the same solutions, optima and conflicts as with CPMpy itself."""

from typing import Any

import cpmpy as cp
import pytest

import entails
from entails.models.errors import InvalidStatement


def constraints(x: Any, b: Any) -> dict[str, Any]:
    """Return constraints over three integers from 0 to 3 and a boolean, by name."""
    return {
        "linear": x[0] + 2 * x[1] - x[2] <= 3,
        "product": x[0] * x[1] == x[2],
        "division": (x[0] - 2) // 2 == x[1] - 1,
        "remainder": (x[0] - 2) % 2 == x[1] - 1,
        "power": x[0] ** 2 == x[1] + x[2],
        "distance": abs(x[0] - x[1]) > 1,
        "sum": cp.sum(x) > 5,
        "weights": 3 * b + x[0] > 4,
        "logic": cp.any([b, x[0] == 1]) & ~(b & (x[1] > 1)),
        "implication": b.implies(x[0] > 1),
        "equivalence": b == (x[0] > 1),
        "constant": b == False,  # noqa: E712
        "exclusive": cp.Xor([b, x[0] > 1, x[1] > 1]),
        "choice": cp.IfThenElse(b, x[0] > 1, x[1] > 1),
        "element": x[x[0] % 3] == 1,
        "maximum": cp.max(x) < 3,
        "minimum": cp.min([x[0], x[1] + 1]) == 2,
        "different": cp.AllDifferent(x),
        "different expressions": cp.AllDifferent([x[0] + 1, x[1], x[2] * 2]),
        "different except": cp.AllDifferentExceptN(x, [0, 1]),
        "different except 0": cp.AllDifferentExcept0(x),
        "equal": cp.AllEqual(x),
        "increasing": cp.IncreasingStrict(x),
        "circuit": cp.Circuit(x),
        "inverse": cp.Inverse(x, [x[1], x[0], x[2]]),
        "table": cp.Table(x, [[1, 2, 3], [0, 0, 1]]),
        "forbidden": cp.NegativeTable(x, [[1, 2, 3], [0, 0, 1]]),
        "regular": cp.Regular(x, [("a", 1, "b"), ("b", 2, "a"), ("a", 0, "a")], "a", ["b"]),
        "domain": cp.InDomain(x[0] + x[1], [1, 4]),
        "no overlap": cp.NoOverlap(x, [1, 2, 1]),
        "no overlap with ends": cp.NoOverlap([x[0], x[1]], [1, 2], [x[2], x[0] + 3]),
        "no overlap, no time": cp.NoOverlap(x, [0, 2, 1]),
        "cumulative": cp.Cumulative(x, [1, 2, 2], demand=[1, 2, 1], capacity=2),
        "cardinality": cp.GlobalCardinalityCount(x, [1, 2], [1, x[0]]),
        "closed cardinality": cp.GlobalCardinalityCount(x, [1, 2, 3], [1, 1, x[0]], closed=True),
        "distinct": cp.NValue(x) <= 2,
        "distinct in a sum": cp.NValue(x) + x[0] == 3,
        "count": cp.Count(x, 1) == x[0],
        "among": cp.Among(x, [1, 2]) == 2,
        "order": cp.LexLess([x[0], x[1]], [x[1], x[2]]),
        "order or equal": cp.LexLessEq([x[0], x[1]], [x[1], x[2]]),
        "precedence": cp.Precedence(x, [1, 2]),
        "never": x[0] > 7,
        "division by zero": x[0] // (x[1] - 1) == x[2],
        "division by zero inside": b.implies((x[0] % x[1] > 0) | (x[2] == 0)),
        "division by zero not equal": ~(x[0] // (x[1] * x[2]) == 1),
        "item out of range": cp.cpm_array([2, x[1], 0])[x[0]] >= x[2],
        "item out of range inside": b == (cp.cpm_array([2, 3])[x[0] - x[1]] > 2),
        "item of a matrix": cp.NDElement([[0, 1], [x[2], 3]], [x[0], x[1]]) > b,
        "quotient in a decomposition": cp.Precedence([x[0] // x[1], x[2]], [1, 2]) == b,
        "circuit inside": cp.Circuit(x) == b,
        "cumulative inside": cp.Xor([cp.Cumulative([x[0], x[1]], [x[2], 2], [x[2], 3], 1, 1), b]),
    }


NAMES = list(constraints(cp.intvar(0, 3, shape=3, name="x"), cp.boolvar(name="b")))


@pytest.mark.parametrize("name", NAMES)
def test_the_same_solutions_as_cpmpy(name: str) -> None:
    x, b = cp.intvar(0, 3, shape=3, name="x"), cp.boolvar(name="b")
    everything = [x[0] >= 0, x[1] >= 0, x[2] >= 0, b | ~b]
    model = cp.Model([*everything, constraints(x, b)[name]])
    expected = set()
    model.solveAll(display=lambda: expected.add((*(int(v) for v in x.value()), bool(b.value()))), solver="ortools")
    problem = entails.from_cpmpy(cp.Model([*everything, constraints(x, b)[name]]))
    names = ["x[0]", "x[1]", "x[2]", "b"]
    assert {tuple(solution[each] for each in names) for solution in problem.solutions()} == expected


def test_an_objective_and_a_conflict() -> None:
    x = cp.intvar(0, 9, shape=2, name="x")
    early = x[0] <= 3
    early.set_description("the first is early")
    model = cp.Model([early, x[1] >= x[0] + 2], maximize=x[0] - x[1])
    problem = entails.from_cpmpy(model)
    assert problem.solve().objective == -2
    model += x[1] <= 1
    explanation = entails.from_cpmpy(model).explain()
    assert [group.text for group in explanation.conflicts[0].groups] == [str(model.constraints[1]), "x[1] <= 1"]
    assert "the first is early" in str(entails.from_cpmpy(cp.Model([early, x[0] >= 5])).explain())


def test_an_objective_is_defined() -> None:
    x = cp.intvar(0, 3, shape=2, name="x")
    assert entails.from_cpmpy(cp.Model(x[0] <= 2, maximize=x[0] - 3 // x[1])).solve().objective == 1


def test_invalid_model() -> None:
    with pytest.raises(InvalidStatement, match="int is not a CPMpy model"):
        entails.from_cpmpy(3)
