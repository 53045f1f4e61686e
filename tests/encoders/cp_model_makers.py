"""Makers of small random CP-SAT models, one for each constraint type."""

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

from ortools.sat.python import cp_model


class CpModelMaker:
    """A model with three integers and three booleans, and random parts of constraints over them."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.model = cp_model.CpModel()
        spans = [(0, 3), (-2, 1), (1, 3)]
        self.numbers = [self.model.new_int_var(*span, name) for span, name in zip(spans, "xyz", strict=True)]
        self.bools = [self.model.new_bool_var(name) for name in "abc"]

    def number(self) -> Any:
        return self.random.choice(self.numbers)

    def constant(self) -> int:
        return self.random.randint(-2, 4)

    def affine(self) -> Any:
        return self.random.choice([1, 1, 1, -1, 2]) * self.number() + self.random.choice([0, 0, 1, -1])

    def term(self) -> Any:
        return self.random.choice([self.affine(), self.affine(), self.constant()])

    def literal(self) -> Any:
        literal = self.random.choice(self.bools)
        return literal if self.random.random() < 0.7 else ~literal

    def literals(self) -> list[Any]:
        return [self.literal() for _ in range(self.random.randint(1, 4))]

    def interval(self, name: str) -> Any:
        start, size = self.affine(), self.random.randint(0, 2)
        if self.random.random() < 0.4:
            return self.model.new_optional_fixed_size_interval_var(start, size, self.literal(), name)
        if self.random.random() < 0.4:
            return self.model.new_interval_var(start, self.numbers[2], self.number(), name)
        return self.model.new_fixed_size_interval_var(start, size, name)

    def intervals(self) -> list[Any]:
        return [self.interval(name) for name in ("i", "j", "k")[: self.random.randint(1, 3)]]


def _linear(m: CpModelMaker) -> Any:
    total = sum(m.random.choice([-2, -1, 1, 3]) * number for number in m.numbers) + m.random.choice([0, 1]) * m.bools[0]
    bound = m.random.randint(-4, 6)
    compare: list[Callable[[], Any]] = [
        lambda: total <= bound,
        lambda: total >= bound,
        lambda: total == bound,
        lambda: total != bound,
    ]
    if m.random.random() < 0.3:
        values = m.random.sample(range(-6, 9), 4)
        return m.model.add_linear_expression_in_domain(total, cp_model.Domain.from_values(values))
    return m.model.add(m.random.choice(compare)())


def _arcs(m: CpModelMaker) -> list[tuple[int, int, Any]]:
    nodes = range(m.random.choice([2, 3]))
    pairs = [pair for pair in product(nodes, nodes) if m.random.random() < 0.8]
    needed = [(node, node) for node in nodes if all(node not in pair for pair in pairs)]
    return [(tail, head, m.literal()) for tail, head in (*pairs, *needed)]


def _routes(m: CpModelMaker) -> Any:
    """Build a multiple-circuit constraint whose depot, node 0, has no arc to itself."""
    arcs = [arc for arc in _arcs(m) if arc[:2] != (0, 0)]
    return m.model.add_multiple_circuit([*arcs, (0, 1, m.literal()), (1, 0, m.literal())])


def _rows(m: CpModelMaker, width: int) -> list[tuple[int, ...]]:
    every = list(product(range(-2, 4), repeat=width))
    return m.random.sample(every, m.random.randint(1, len(every) // 2))


def _automaton(m: CpModelMaker) -> Any:
    steps = {(m.random.randint(0, 2), m.random.randint(-2, 3)): m.random.randint(0, 2) for _ in range(10)}
    transitions = [(tail, label, head) for (tail, label), head in steps.items()]
    over = [m.affine() for _ in range(3)]
    return m.model.add_automaton(over, m.random.randint(0, 2), m.random.sample(range(3), 2), transitions)


def _no_overlap_2d(m: CpModelMaker) -> Any:
    names = m.random.choice([("i", "j"), ("i", "j", "k")])
    return m.model.add_no_overlap_2d(
        [m.interval(name) for name in names],
        [m.model.new_fixed_size_interval_var(m.affine(), m.random.randint(0, 2), f"{name}2") for name in names],
    )


def _cumulative(m: CpModelMaker) -> Any:
    intervals = m.intervals()
    demands = [m.random.choice([1, 2, m.numbers[2]]) for _ in intervals]
    return m.model.add_cumulative(intervals, demands, m.random.choice([1, 2, 3, m.numbers[0]]))


def _reservoir(m: CpModelMaker) -> Any:
    times, changes = [m.affine() for _ in range(3)], [m.random.choice([-2, -1, 1, 2]) for _ in range(3)]
    if m.random.random() < 0.5:
        return m.model.add_reservoir_constraint(times, changes, m.random.randint(-2, 0), m.random.randint(0, 2))
    active = [m.literal() for _ in times]
    return m.model.add_reservoir_constraint_with_active(
        times, changes, active, m.random.randint(-2, 0), m.random.randint(0, 2)
    )


MAKERS: dict[str, Callable[[CpModelMaker], Any]] = {
    "linear": _linear,
    "bool_or": lambda m: m.model.add_bool_or(m.literals()),
    "bool_and": lambda m: m.model.add_bool_and(m.literals()),
    "bool_xor": lambda m: m.model.add_bool_xor(m.literals()),
    "at_most_one": lambda m: m.model.add_at_most_one(m.literals()),
    "exactly_one": lambda m: m.model.add_exactly_one(m.literals()),
    "int_div": lambda m: m.model.add_division_equality(m.affine(), m.affine(), m.numbers[2]),
    "int_mod": lambda m: m.model.add_modulo_equality(m.affine(), m.affine(), m.numbers[2]),
    "int_prod": lambda m: m.model.add_multiplication_equality(m.affine(), [m.affine(), m.affine()]),
    "lin_max": lambda m: m.model.add_max_equality(m.affine(), [m.term(), m.term(), m.term()]),
    "lin_min": lambda m: m.model.add_min_equality(m.affine(), [m.term(), m.term()]),
    "abs": lambda m: m.model.add_abs_equality(m.affine(), m.number() - m.number()),
    "all_diff": lambda m: m.model.add_all_different([m.affine() for _ in range(m.random.randint(1, 4))]),
    "element": lambda m: m.model.add_element(m.affine(), [m.term() for _ in range(3)], m.term()),
    "table": lambda m: m.model.add_allowed_assignments([m.affine(), m.affine()], _rows(m, 2)),
    "forbidden": lambda m: m.model.add_forbidden_assignments([m.affine(), m.affine()], _rows(m, 2)),
    "automaton": _automaton,
    "inverse": lambda m: m.model.add_inverse(m.numbers[:2], [m.numbers[2], m.numbers[0]]),
    "circuit": lambda m: m.model.add_circuit(_arcs(m)),
    "routes": _routes,
    "no_overlap": lambda m: m.model.add_no_overlap(m.intervals()),
    "no_overlap_2d": _no_overlap_2d,
    "cumulative": _cumulative,
    "reservoir": _reservoir,
}
