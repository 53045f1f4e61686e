"""Text of OR-Tools constraints, in the notation that people use."""

from collections.abc import Callable
from typing import Any

import pytest
from ortools.sat.python import cp_model

from entails.encoders.cp_model.text import Wording
from entails.formats.cp_model import from_object


class SmallModel:
    """A CP-SAT model with a few variables."""

    def __init__(self) -> None:
        self.model = cp_model.CpModel()
        self.x, self.y, self.z = (self.model.new_int_var(0, 9, name) for name in "xyz")
        self.a, self.b, self.c = (self.model.new_bool_var(name) for name in "abc")
        self.many = [self.model.new_int_var(0, 9, f"v{place}") for place in range(15)]

    def task(self, name: str, size: int = 3) -> Any:
        return self.model.new_fixed_size_interval_var(self.x, size, name)


def enforced(constraint: Any, *literals: Any) -> Any:
    constraint.only_enforce_if(*literals)
    return constraint


SENTENCES: list[tuple[Callable[[SmallModel], Any], str]] = [
    (lambda m: m.model.add(m.x + 2 * m.y <= 5), "x + 2*y <= 5"),
    (lambda m: m.model.add(m.x >= m.y + 3), "x >= y + 3"),
    (lambda m: m.model.add(m.x + m.y <= 2 * m.z - 1), "x + y <= 2*z - 1"),
    (lambda m: m.model.add(-m.x - m.y <= -5), "x + y >= 5"),
    (lambda m: m.model.add(m.x == m.y), "x = y"),
    (lambda m: m.model.add(m.x != 4), "x != 4"),
    (lambda m: m.model.add(m.x - m.y != 0), "x != y"),
    (lambda m: m.model.add_linear_constraint(m.x + m.y, 2, 7), "2 <= x + y <= 7"),
    (
        lambda m: m.model.add_linear_expression_in_domain(m.x, cp_model.Domain.from_values([1, 3, 4, 5])),
        "x in {1, 3..5}",
    ),
    (lambda m: enforced(m.model.add(m.x + m.y >= 3), m.a, ~m.b), "if a and not b: x + y >= 3"),
    (lambda m: m.model.add(sum(m.many) <= 7), "".join(f"v{place} + " for place in range(12)) + "… (15 terms) <= 7"),
    (lambda m: m.model.add_bool_or(m.a, ~m.b), "a or not b"),
    (lambda m: m.model.add_bool_and(m.a, ~m.b), "a and not b"),
    (lambda m: m.model.add_implication(m.a, m.b), "if a: b"),
    (lambda m: m.model.add_bool_xor(m.a, m.b, m.c), "an odd number of a, b, c"),
    (lambda m: m.model.add_at_most_one(m.a, m.b), "at most one of a, b"),
    (lambda m: m.model.add_exactly_one(m.a, m.b, m.c), "exactly one of a, b, c"),
    (lambda m: m.model.add_all_different(m.x, m.y + 1, m.z), "x, y + 1, z all different"),
    (lambda m: m.model.add_element(m.x, [m.y, 2, 3], m.z), "[y, 2, 3][x] = z"),
    (lambda m: m.model.add_allowed_assignments([m.x, m.y], [(1, 2), (3, 4)]), "(x, y) in {(1, 2), (3, 4)}"),
    (lambda m: m.model.add_forbidden_assignments([m.x], [(n,) for n in range(6)]), "(x) not in a table of 6 rows"),
    (
        lambda m: m.model.add_automaton([m.x, m.y], 0, [1], [(0, 1, 1), (1, 2, 1)]),
        "x, y is read by an automaton of 2 transitions",
    ),
    (lambda m: m.model.add_inverse([m.x, m.y], [m.z, m.x]), "x, y is the inverse of z, x"),
    (lambda m: m.model.add_circuit([(0, 1, m.a), (1, 0, m.b)]), "one circuit through 2 nodes"),
    (lambda m: m.model.add_multiple_circuit([(0, 1, m.a), (1, 0, m.b)]), "circuits from node 0 through 2 nodes"),
    (lambda m: m.model.add_max_equality(m.x, [m.y, m.z + 1]), "x = max(y, z + 1)"),
    (lambda m: m.model.add_min_equality(m.x, [m.y, m.z - 1, 3]), "x = min(y, z - 1, 3)"),
    (lambda m: m.model.add_abs_equality(m.x, m.y - m.z), "x = |y - z|"),
    (lambda m: m.model.add_multiplication_equality(m.x, [m.y, m.z + 1]), "x = y * (z + 1)"),
    (lambda m: m.model.add_division_equality(m.x, m.y, 2), "x = y / 2"),
    (lambda m: m.model.add_modulo_equality(m.x, m.y, 3), "x = y mod 3"),
    (lambda m: m.model.add_no_overlap([m.task("cut"), m.task("sew")]), "cut, sew do not overlap"),
    (lambda m: m.model.add_no_overlap_2d([m.task("w")], [m.task("h")]), "w do not overlap in the plane"),
    (
        lambda m: m.model.add_cumulative([m.task("cut"), m.task("sew")], [2, m.y], 3),
        "cut, sew together never exceed 3 (needs 2, y)",
    ),
    (
        lambda m: m.model.add_reservoir_constraint([m.x, m.y], [1, -1], 0, 2),
        "a level with 2 changes stays between 0 and 2",
    ),
    (lambda m: m.model.add_bool_or(m.a, m.model.new_bool_var("")), "a or #21"),
    (lambda m: m.model.add(m.x + m.model.new_constant(4) <= 7), "x + 4 <= 7"),
]


@pytest.mark.parametrize(("make", "words"), SENTENCES, ids=[words[:40] for _, words in SENTENCES])
def test_sentences(make: Callable[[SmallModel], Any], words: str) -> None:
    built = SmallModel()
    place = make(built).index
    model = from_object(built.model)
    assert Wording(model.contents, model.names).constraint(model.contents.constraints[place]) == words


def test_an_interval_is_written_by_its_ends() -> None:
    built = SmallModel()
    task = built.task("cut")
    model = from_object(built.model)
    assert Wording(model.contents, model.names).constraint(model.contents.constraints[task.index]) == "x + 3 = x + 3"
