"""The constraints of a CP-SAT model as plain values, so that they can be told and checked without OR-Tools.

Variables are given by their index. A literal is an index too, and -i - 1 is the negation of i, as in the proto.
"""

from dataclasses import dataclass
from typing import Literal

Domain = tuple[int, ...]
"""Inclusive intervals, flattened: (0, 3, 7, 7) is 0 to 3, and 7."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A sum of variables with coefficients, and a constant."""

    terms: tuple[tuple[int, int], ...] = ()
    offset: int = 0

    def negated(self) -> "Expression":
        return Expression(tuple((-coefficient, variable) for coefficient, variable in self.terms), -self.offset)


@dataclass(frozen=True, slots=True)
class Linear:
    """The sum is in the domain."""

    sum: Expression
    domain: Domain


@dataclass(frozen=True, slots=True)
class Bools:
    """So many of the literals hold."""

    kind: Literal["bool_or", "bool_and", "bool_xor", "at_most_one", "exactly_one"]
    literals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """The target is made of the others: their product, quotient, remainder or maximum."""

    kind: Literal["int_div", "int_mod", "int_prod", "lin_max"]
    target: Expression
    exprs: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class AllDiff:
    """No two are equal."""

    exprs: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Element:
    """The item at the index, from 0, is the target."""

    index: Expression
    items: tuple[Expression, ...]
    target: Expression


@dataclass(frozen=True, slots=True)
class Table:
    """Together they make one of the rows, or none of them where it is `negated`."""

    exprs: tuple[Expression, ...]
    rows: tuple[tuple[int, ...], ...]
    negated: bool


@dataclass(frozen=True, slots=True)
class Automaton:
    """Their values lead from the start to a final state."""

    exprs: tuple[Expression, ...]
    start: int
    finals: tuple[int, ...]
    transitions: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Inverse:
    """direct[i] = j wherever inverse[j] = i."""

    direct: tuple[int, ...]
    inverse: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Circuit:
    """The arcs (tail, head, literal) that hold make one circuit; or `several`, all through node 0."""

    arcs: tuple[tuple[int, int, int], ...]
    several: bool = False


@dataclass(frozen=True, slots=True)
class Interval:
    """start + size = end. Other constraints refer to it; enforcement literals say whether it is there."""

    start: Expression
    size: Expression
    end: Expression


@dataclass(frozen=True, slots=True)
class NoOverlap:
    """The intervals, given by the places of their constraints, do not overlap; in 2D with those of the other axis."""

    intervals: tuple[int, ...]
    across: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Cumulative:
    """At no time the demands of running intervals exceed the capacity."""

    intervals: tuple[int, ...]
    demands: tuple[Expression, ...]
    capacity: Expression


@dataclass(frozen=True, slots=True)
class Reservoir:
    """A level that changes at certain times stays between two bounds. Without `active` literals all changes count."""

    times: tuple[Expression, ...]
    changes: tuple[Expression, ...]
    active: tuple[int, ...]
    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class Nothing:
    """A constraint that says nothing."""


Body = (
    Linear
    | Bools
    | Arithmetic
    | AllDiff
    | Element
    | Table
    | Automaton
    | Inverse
    | Circuit
    | Interval
    | NoOverlap
    | Cumulative
    | Reservoir
    | Nothing
)


@dataclass(frozen=True, slots=True)
class Constraint:
    """What is said, under which name, and the literals without which it is not claimed."""

    name: str
    body: Body
    enforced: tuple[int, ...] = ()
