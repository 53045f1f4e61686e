"""Stamping: of similar constraints, one is compiled, and array operations derive the clauses of the others.

"x < y" over a thousand pairs of equal domains gives the same clauses a thousand times, in other literals. Definitions
belong to one constraint, so constraints over the same variables, which could share definitions, are not stamped.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.encoders.cnf.arithmetic import order_of
from entails.encoders.cnf.at_most_one import Ints
from entails.encoders.cnf.writer import ConstraintShape, Space, Writer, WriterState
from entails.models.constraints import Constraint
from entails.models.encoding import Clauses

ENOUGH = 8
"""Minimum number of similar constraints; for fewer, arrays do not pay."""


class Alike(NamedTuple):
    """Similar constraints, each with its variables and literals."""

    constraints: list[Constraint]
    variables: list[tuple[int, ...]]
    literals: list[tuple[int, ...]]

    def without(self, special: Callable[[Any, Writer], bool], out: Writer) -> tuple["Alike", list[Constraint]]:
        """Split similar constraints into those that can be stamped and special ones."""
        apart = [special(constraint, out) for constraint in self.constraints]
        if not any(apart):
            return self, []
        left = [[member for member, own in zip(members, apart, strict=True) if not own] for members in self]
        return Alike(*left), [constraint for constraint, own in zip(self.constraints, apart, strict=True) if own]  # type: ignore[arg-type]


ShapeOf = Callable[[Any], ConstraintShape | None]


def gather(
    constraints: Iterable[Constraint], shapes: dict[type[Constraint], ShapeOf], space: Space
) -> tuple[list[Alike], list[Constraint]]:
    """Gather similar constraints; return the groups, and the remaining constraints in order."""
    by_pattern: dict[Hashable, Alike] = {}
    alone: list[Constraint] = []
    shaped = [(constraint, _shape(constraint, shapes, space)) for constraint in constraints]
    uses = Counter(
        (type(constraint), shape.variables, shape.literals) for constraint, shape in shaped if shape is not None
    )
    for constraint, shape in shaped:
        if shape is None or uses[type(constraint), shape.variables, shape.literals] > 1:
            alone.append(constraint)
            continue
        domains = tuple(space.domain_number(variable) for variable in shape.variables)
        alike = by_pattern.setdefault(
            (type(constraint), shape.pattern, domains, len(constraint.when)), Alike([], [], [])
        )
        alike.constraints.append(constraint)
        alike.variables.append(shape.variables)
        alike.literals.append(shape.literals + constraint.when)
    enough = [alike for alike in by_pattern.values() if len(alike.constraints) >= ENOUGH]
    stamped = {id(constraint) for alike in enough for constraint in alike.constraints}
    return enough, [constraint for constraint, _ in shaped if id(constraint) not in stamped]


def _shape(constraint: Constraint, shapes: dict[type[Constraint], ShapeOf], space: Space) -> ConstraintShape | None:
    """Return the shape of a constraint with independent variables and literals; None for other constraints."""
    shape_of = shapes.get(type(constraint))
    shape = None if shape_of is None else shape_of(constraint)
    if shape is None:
        return None
    literals = {abs(literal) for literal in (*shape.literals, *constraint.when)}
    if len(literals) < len(shape.literals) + len(constraint.when) or len({*shape.variables}) < len(shape.variables):
        return None
    if shape.variables and literals and not literals.isdisjoint(_facts(shape.variables, space)):
        return None
    return shape


def _facts(variables: Iterable[int], space: Space) -> set[int]:
    return {abs(literal) for variable in variables for literal in space.facts(variable).values()}


def stamp(alike: Alike, write: Callable[[Any, Writer], None], out: Writer) -> bool:
    """Write similar constraints by stamping the first; return False if it writes arrays itself.

    Order literals of compared variables are created for all of them first, and shared.
    """
    first, orders = alike.constraints[0], None
    trial = _written(first, write, out, {})
    if any(isinstance(key, tuple) and key[0] == "order" for key in trial.by_key):
        orders = [[literal for variable in own for literal in order_of(out, variable)] for own in alike.variables]
        keys = [("order", variable) for variable in alike.variables[0]]
        trial = _written(first, write, out, {key: out.by_key[key] for key in keys})
    if trial.has_blocks:
        return False
    auxiliaries, slots = trial.top - out.top, _slots(alike, orders, out.space)
    place_of = _places((*slots[0].tolist(), *range(out.top + 1, trial.top + 1)))
    numbers = np.arange(out.top + 1, out.top + 1 + len(alike.constraints) * auxiliaries, dtype=np.int32)
    out.top += len(numbers)
    literals = np.hstack([slots, numbers.reshape(len(alike.constraints), auxiliaries)])
    definitions = np.full(len(alike.constraints), out.definitions, np.int32)
    groups = np.array([out.granularity.number[constraint.group] for constraint in alike.constraints], np.int32)
    defined, claimed = trial.separate()
    out.block(_stamped(defined, literals, place_of, definitions))
    out.block(_stamped(claimed, literals, place_of, groups))
    return True


def _written(
    constraint: Constraint, write: Callable[[Any, Writer], None], out: Writer, known: dict[Hashable, Any]
) -> Writer:
    """Compile a constraint in a separate writer that knows these definitions."""
    trial = Writer(out.space, out.granularity, WriterState(out.top, known, out.apart, None))
    trial.begin(0, constraint.when)
    write(constraint, trial)
    return trial


def _slots(alike: Alike, orders: list[list[int]] | None, space: Space) -> Ints:
    """Return a row of literals per constraint: facts and order literals of its variables, and its own literals."""
    columns: list[NDArray[np.int32]] = [np.zeros((len(alike.constraints), 0), np.int32)]
    over = np.array(alike.variables, np.int32).reshape(len(alike.constraints), -1)
    for place, variable in enumerate(alike.variables[0]):
        columns.append(np.add.outer(space.first_literals[over[:, place]], np.arange(space.variables[variable].facts)))
    columns.append(np.array(alike.literals, np.int32).reshape(len(alike.constraints), -1))
    if orders is not None:
        columns.append(np.array(orders, np.int32))
    return np.hstack(columns).astype(np.int32)


def _places(literals: Sequence[int]) -> dict[int, int]:
    """Return the position, from 1, of each literal in the first constraint; negative for a negated literal."""
    place_of: dict[int, int] = {}
    for place, literal in enumerate(literals, 1):
        place_of.setdefault(literal, place)
        place_of.setdefault(-literal, -place)
    return place_of


def _stamped(clauses: Clauses, literals: Ints, place_of: dict[int, int], groups: Ints) -> Clauses:
    """Return the clauses of the first constraint with the literals of each row in place of its own."""
    places = np.array([place_of[literal] for literal in clauses.lits.tolist()], np.int32)
    lits = literals[:, np.abs(places) - 1] * np.sign(places)
    rows, width = lits.shape
    starts = np.add.outer(np.arange(rows) * width, clauses.starts[:-1]).ravel()
    return Clauses(
        lits.astype(np.int32).ravel(),
        np.append(starts, rows * width).astype(np.int32),
        np.repeat(groups, len(clauses)),
    )
