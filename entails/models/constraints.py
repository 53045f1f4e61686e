"""The constraint types, and schedules. Each is a frozen value.

Variables are given by their number in the statement, from 0. Facts are numbered from 1. Literals are
signed, as in DIMACS: `+f` means that fact f is true, `-f` that it is false. The meaning of a constraint is implemented
three times, in packages that share no code: `encoders/cnf`, `encoders/cpsat` and `encoders/check`.

A schedule says when tasks take place, on which resources, and where these are overloaded.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from entails.locale.message import Sentence

_INT32 = 2**31 - 1
Number = int
"""A variable, by its place in the statement."""
CountOp = Literal["=", "!=", "<=", ">="]
Op = Literal["=", "!=", "<", "<=", ">", ">="]
Formula: TypeAlias = "int | tuple[str, *tuple[Formula, ...]]"
"""A literal, or ("and" | "or" | "not" | "implies" | "iff" | "xor", parts...)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Constraint:
    """Base of constraints. It belongs to `group`; with `when`, it applies only if all these literals are true."""

    kind: ClassVar[str]
    group: int = 0
    when: tuple[int, ...] = ()


@dataclass(frozen=True)
class Clause(Constraint):
    """The constraint that at least one of these literals is true."""

    __slots__ = ("lits",)
    kind: ClassVar[str] = "clause"
    lits: tuple[int, ...]


@dataclass(frozen=True)
class Count(Constraint):
    """The comparison of the number of true literals with k. A literal that occurs twice counts twice."""

    kind: ClassVar[str] = "count"
    lits: tuple[int, ...]
    op: CountOp
    k: int


@dataclass(frozen=True)
class AllDifferent(Constraint):
    """The constraint that no two variables have the same value; values of `apart_from` may repeat.

    If there are as many variables as values, each value is taken; `each` is then the sentence of one value ("row 3
    has one {value}"), so that a conflict can name it.
    """

    kind: ClassVar[str] = "all_different"
    over: tuple[Number, ...]
    apart_from: frozenset[int] = frozenset()
    each: Sentence | None = None


@dataclass(frozen=True)
class Linear(Constraint):
    """A sum of variables and facts (a true fact adds its coefficient), compared with a number."""

    kind: ClassVar[str] = "sum"
    terms: tuple[tuple[int, Number], ...]
    op: Op
    value: int
    facts: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Compare(Constraint):
    """The comparison `left op right + offset` of two variables."""

    kind: ClassVar[str] = "compare"
    left: Number
    op: Op
    right: Number
    offset: int = 0


@dataclass(frozen=True)
class Distance(Constraint):
    """The comparison `|left - right| op k` of two variables."""

    kind: ClassVar[str] = "distance"
    left: Number
    right: Number
    op: Op
    k: int


@dataclass(frozen=True)
class Product(Constraint):
    """The constraint that the product of the variables is this number."""

    kind: ClassVar[str] = "product"
    over: tuple[Number, ...]
    value: int


FunctionName = Literal["*", "//", "%", "div", "rem", "abs", "min", "max"]
"""Name of a function.

`//` and `%` round down, as in Python; `div` and `rem` round towards zero, as in FlatZinc and C.
"""


@dataclass(frozen=True)
class Calculation(Constraint):
    """The equation `result = function(over)`: a function of variables equals a variable.

    The function is a product, quotient, remainder, absolute value, minimum or maximum.

    It states for wide variables what a table would list. The divisor of a division cannot be 0.
    """

    kind: ClassVar[str] = "arithmetic"
    function: FunctionName
    over: tuple[Number, ...]
    result: Number


class TupleRows:
    """The rows of a table as one immutable array, with a hash of constant cost."""

    __slots__ = ("array",)

    def __init__(self, rows: "NDArray[np.integer] | Sequence[Sequence[int]]", width: int | None = None) -> None:
        array = np.array(rows, dtype=np.int64, ndmin=2)
        if not array.size or np.abs(array).max() <= _INT32:
            array = array.astype(np.int32)
        self.array: NDArray[np.integer] = array.reshape(-1, width) if width is not None else array
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
    """The constraint that the values of the variables form one of these rows, or none of them if `allowed` is false."""

    kind: ClassVar[str] = "table"
    over: tuple[Number, ...]
    rows: TupleRows
    allowed: bool = True


@dataclass(frozen=True)
class Automaton(Constraint):
    """The constraint that an automaton accepts the values in order. A missing transition rejects them."""

    kind: ClassVar[str] = "automaton"
    over: tuple[Number, ...]
    start: int
    finals: frozenset[int]
    transitions: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Logic(Constraint):
    """The constraint that a formula over facts is true."""

    kind: ClassVar[str] = "logic"
    formula: Formula


@dataclass(frozen=True)
class Element(Constraint):
    """The equation `items[index - first] = value`. Items and value are variables or constants."""

    kind: ClassVar[str] = "element"
    index: Number
    items: tuple[tuple[Literal["var", "const"], int], ...]
    value: tuple[Literal["var", "const"], int]
    first: int = 0


@dataclass(frozen=True)
class Differ(Constraint):
    """The constraint that two lists of variables differ in at least one position."""

    kind: ClassVar[str] = "differ"
    left: tuple[Number, ...]
    right: tuple[Number, ...]


@dataclass(frozen=True)
class Connected(Constraint):
    """The constraint that the vertices with true literals are connected by `edges`.

    There may be no such vertex. A `root` is always one of them.
    """

    kind: ClassVar[str] = "connected"
    lits: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    root: int | None = None


@dataclass(frozen=True)
class Loop(Constraint):
    """The constraint that the edges with true literals form exactly one closed loop.

    The rule that no edge ends or branches at a vertex may have hard groups of its own: `at_vertex` has the group of
    each vertex, so that a conflict can name the place.
    """

    kind: ClassVar[str] = "loop"
    lits: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    at_vertex: tuple[int, ...] = ()


Operand = tuple[Literal["var", "const"], int]
"""A variable or a constant."""


@dataclass(frozen=True)
class Task:
    """A stretch of time that begins at `start`, a variable, and lasts for `duration`.

    With `present`, a literal, it takes place only if that is true. A task of duration 0 is at no time.
    """

    name: str
    start: Number
    duration: Operand
    present: int | None = None


@dataclass(frozen=True)
class TasksApart(Constraint):
    """The constraint that no two tasks take place at the same time. `resource` is the name of what they share."""

    kind: ClassVar[str] = "no_overlap"
    tasks: tuple[Task, ...]
    resource: str = ""


@dataclass(frozen=True)
class CapacityLimit(Constraint):
    """The constraint that the demands of the tasks at any time add up to `capacity` at most; none is negative."""

    kind: ClassVar[str] = "cumulative"
    tasks: tuple[Task, ...]
    demands: tuple[Operand, ...]
    capacity: Operand
    resource: str = ""


@dataclass(frozen=True)
class RoundTrip(Constraint):
    """The constraint that places, numbered from `first`, form one circuit; each variable names the next place.

    With `optional`, a place whose next place is itself is left out; all may be. With `depot`, a number that is not one
    of the places, they lie on any number of circuits through the depot.
    """

    kind: ClassVar[str] = "circuit"
    over: tuple[Number, ...]
    first: int = 0
    optional: bool = False
    depot: int | None = None


@dataclass(frozen=True)
class InverseLists(Constraint):
    """The constraint that left[i] = j exactly if right[j] = i, counted from `first_left` and `first_right`."""

    kind: ClassVar[str] = "inverse"
    left: tuple[Number, ...]
    right: tuple[Number, ...]
    first_left: int = 0
    first_right: int = 0


@dataclass(frozen=True)
class Lexicographic(Constraint):
    """The constraint that the left list precedes the right one in dictionary order, or equals it unless `strict`."""

    kind: ClassVar[str] = "lexicographic"
    left: tuple[Number, ...]
    right: tuple[Number, ...]
    strict: bool = False


@dataclass(frozen=True)
class Cardinality(Constraint):
    """The constraint that each of `values` occurs as often as its count; with `closed`, no other value occurs."""

    kind: ClassVar[str] = "cardinality"
    over: tuple[Number, ...]
    values: tuple[int, ...]
    counts: tuple[Operand, ...]
    closed: bool = False


@dataclass(frozen=True)
class DistinctValues(Constraint):
    """The comparison of the number of different values that the variables take with a number."""

    kind: ClassVar[str] = "distinct_values"
    over: tuple[Number, ...]
    op: Op
    value: Operand


@dataclass(frozen=True, eq=False)
class Bulk(Constraint):
    """Millions of clauses as flat arrays, as in `encoding.Clauses`, compared by identity.

    Each clause has its own group; all are in `group` if `group_of` is empty.
    """

    kind: ClassVar[str] = "clauses"
    lits: NDArray[np.int32]
    starts: NDArray[np.int32]
    group_of: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))

    __eq__ = object.__eq__
    __hash__ = object.__hash__


@dataclass(frozen=True)
class Bar:
    """A task on a resource, from `start` to `end`; `clashes` marks one that takes part in an overload."""

    resource: str
    task: str
    start: int
    end: int
    clashes: bool = False


@dataclass(frozen=True)
class Clash:
    """An interval in which a resource is overloaded, with a sentence."""

    resource: str
    start: int
    end: int
    sentence: Sentence

    def __str__(self) -> str:
        return self.sentence.say()


@dataclass(frozen=True)
class Schedule:
    """The tasks of a solution.

    Attributes:
        bars: The tasks, by resource and time.
        clashes: Where they clash; empty if the problem has a solution.
        removed: Sentences of the constraints that this schedule does without, if the problem has no solution.
    """

    bars: tuple[Bar, ...]
    clashes: tuple[Clash, ...] = ()
    removed: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [f"{bar.resource or '-'}: {bar.task} from {bar.start} to {bar.end}" for bar in self.bars]
        return "\n".join([*lines, *map(str, self.clashes)])
