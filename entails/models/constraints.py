"""The vocabulary: what can be said about variables and facts. Each kind is a frozen value.

Variables are given by their number in the statement, from 0. Facts are signed numbers from 1, as in DIMACS: `+f` holds,
`-f` does not. What a constraint means is told three times, in places that share no code: `encoders/cnf`,
`encoders/cpsat` and `encoders/check`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from entails.locale.message import Sentence

Number = int
"""A variable, by its place in the statement."""
CountOp = Literal["=", "!=", "<=", ">="]
Op = Literal["=", "!=", "<", "<=", ">", ">="]
Formula: TypeAlias = "int | tuple[str, *tuple[Formula, ...]]"
"""A literal, or ("and" | "or" | "not" | "implies" | "iff" | "xor", parts...)."""


@dataclass(frozen=True, kw_only=True)
class Constraint:
    """`group` is the sentence it stands under. With `when`, it is claimed only where all these literals hold."""

    kind: ClassVar[str]
    group: int = 0
    when: tuple[int, ...] = ()


@dataclass(frozen=True)
class Clause(Constraint):
    """One of these holds at least."""

    kind: ClassVar[str] = "clause"
    lits: tuple[int, ...]


@dataclass(frozen=True)
class Count(Constraint):
    """So many of these hold. A literal that stands twice counts twice."""

    kind: ClassVar[str] = "count"
    lits: tuple[int, ...]
    op: CountOp
    k: int


@dataclass(frozen=True)
class AllDifferent(Constraint):
    """No two have the same value, but values of `apart_from` may come again.

    Where there are as many variables as values, each value is taken; `each` then is the sentence of one value ("row 3
    holds one {value}"), so that a contradiction can name it.
    """

    kind: ClassVar[str] = "all_different"
    over: tuple[Number, ...]
    apart_from: frozenset[int] = frozenset()
    each: Sentence | None = None


@dataclass(frozen=True)
class Linear(Constraint):
    """A sum of variables and of facts (each worth its coefficient when it holds), compared with a number."""

    kind: ClassVar[str] = "sum"
    terms: tuple[tuple[int, Number], ...]
    op: Op
    value: int
    facts: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Compare(Constraint):
    """left op right + offset."""

    kind: ClassVar[str] = "compare"
    left: Number
    op: Op
    right: Number
    offset: int = 0


@dataclass(frozen=True)
class Distance(Constraint):
    """|left - right| op k."""

    kind: ClassVar[str] = "distance"
    left: Number
    right: Number
    op: Op
    k: int


@dataclass(frozen=True)
class Product(Constraint):
    """All of them multiplied make this number."""

    kind: ClassVar[str] = "product"
    over: tuple[Number, ...]
    value: int


class TupleRows:
    """The rows of a table as one array that never changes. Its hash costs the same whatever its size."""

    __slots__ = ("array",)

    def __init__(self, rows: "NDArray[np.integer] | Sequence[Sequence[int]]", width: int | None = None) -> None:
        array = np.array(rows, dtype=np.int32, ndmin=2)
        self.array: NDArray[np.int32] = array.reshape(-1, width) if width is not None else array
        self.array.setflags(write=False)

    def __len__(self) -> int:
        return len(self.array)

    def __hash__(self) -> int:
        return hash(self.array.shape)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TupleRows) and (self is other or np.array_equal(self.array, other.array))

    def __reduce__(self) -> tuple[object, ...]:
        return TupleRows, (self.array, self.array.shape[1])

    def __repr__(self) -> str:
        return f"Rows({self.array.shape[0]} x {self.array.shape[1]})"


@dataclass(frozen=True)
class Table(Constraint):
    """Together they take one of these rows; or none of them, where it is not `allowed`."""

    kind: ClassVar[str] = "table"
    over: tuple[Number, ...]
    rows: TupleRows
    allowed: bool = True


@dataclass(frozen=True)
class Automaton(Constraint):
    """Read in order, their values lead from `start` to one of `finals`. A step without a transition is refused."""

    kind: ClassVar[str] = "automaton"
    over: tuple[Number, ...]
    start: int
    finals: frozenset[int]
    transitions: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Logic(Constraint):
    """A formula over facts holds."""

    kind: ClassVar[str] = "logic"
    formula: Formula


@dataclass(frozen=True)
class Element(Constraint):
    """items[index - first] = value. An item is a variable or a constant, and so is the value."""

    kind: ClassVar[str] = "element"
    index: Number
    items: tuple[tuple[Literal["var", "const"], int], ...]
    value: tuple[Literal["var", "const"], int]
    first: int = 0


@dataclass(frozen=True)
class Differ(Constraint):
    """The two rows of variables are not equal everywhere."""

    kind: ClassVar[str] = "differ"
    left: tuple[Number, ...]
    right: tuple[Number, ...]


@dataclass(frozen=True)
class Connected(Constraint):
    """The vertices whose literal holds hang together by `edges`; none at all does too. A `root` is one of them."""

    kind: ClassVar[str] = "connected"
    lits: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    root: int | None = None


@dataclass(frozen=True)
class Loop(Constraint):
    """The edges whose literal holds make one closed loop: there is one, and nothing beside it.

    That no edge ends or forks at a vertex may stand under a sentence of its own, which nobody doubts: `at_vertex` then
    has the group of each vertex. So a contradiction can name the places where it goes wrong.
    """

    kind: ClassVar[str] = "loop"
    lits: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    at_vertex: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Bulk(Constraint):
    """Clauses by the million: flat arrays as in `encoding.Clauses`, each clause with a group of its own (all in `group`
    when `group_of` is empty). It is compared by identity."""

    kind: ClassVar[str] = "clauses"
    lits: NDArray[np.int32]
    starts: NDArray[np.int32]
    group_of: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))

    __eq__ = object.__eq__
    __hash__ = object.__hash__
