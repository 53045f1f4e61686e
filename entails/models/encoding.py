"""The types of encoding of a puzzle, and the groups that give constraints their sentences.

All use *facts*: fact `i` has the name `names[i - 1]` ("r1c1=5"); `+i` is true and `-i` is false, as in DIMACS. So
assumptions, blocked solutions, cores and forced facts look the same for every engine, and `decode` turns the true facts
into the puzzle's own solution. Encodings are plain data and pickle, so that work can move to another process.

An encoding has hundreds of names and sentences that most queries never read: `LazySequence` builds them on access.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from entails.locale.message import Language, Sentence

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

Sense = Literal["maximise", "minimise"]
MOST_WEIGHT = 1_000_000
"""Maximum repair cost of a constraint."""


@dataclass(frozen=True)
class Objective:
    """The objective: a sum of variables (with coefficients), facts (with values) and a `fixed` number.

    In a CNF `terms` is empty, and `facts` may be any literals, auxiliary ones included. `then` has further objectives:
    of the solutions that are best so far, the best by the next one is wanted.
    """

    sense: Sense
    terms: tuple[tuple[int, int], ...] = ()
    facts: tuple[tuple[int, int], ...] = ()
    fixed: int = 0
    then: tuple["Objective", ...] = ()

    def worth(self, true: Container[int]) -> int:
        """Return the objective value if exactly these facts are true, without the terms of variables."""
        return self.fixed + sum(worth for worth, lit in self.facts if (abs(lit) in true) == (lit > 0))


P = TypeVar("P")
A = TypeVar("A")
Literals = Sequence[int]
Decode = Callable[[Literals], A]
Answer = Callable[[P, Literals], A]
"""Module-level function (so that encodings pickle) that builds a solution from a puzzle and its true facts."""
Kind = Literal["cnf", "cnf+", "cpsat", "native"]

_UNPACKED_AT_ONCE = 1 << 16


@dataclass(frozen=True, slots=True)
class Group:
    """Constraints that are kept or removed together, with a sentence for people.

    Attributes:
        id: Short and stable name, such as "given r1c1=5".
        text: The sentence in English.
        parent: Id of the group that this one refines.
        soft: Whether conflicts may name it and repairs may remove it. Hard groups are the rules.
        cells: Names of the variables to point at.
        implied: Whether it follows from others and is only there to be quoted ("row 1 adds up to 45").
        sentence: The text with its arguments, for other languages.
        weight: Cost of removing it in a repair.
    """

    id: str
    text: str
    parent: str | None = None
    soft: bool = False
    cells: tuple[str, ...] = ()
    implied: bool = False
    sentence: Sentence | None = field(default=None, hash=False)
    weight: int = 1

    def say(self, language: Language = "en") -> str:
        """Return the sentence of the group in this language; a text without a translation is returned unchanged."""
        return self.text if self.sentence is None or language == "en" else self.sentence.say(language)


@dataclass(frozen=True, eq=False)
class Clauses:
    """Clauses as flat arrays: clause `i` is `lits[starts[i]:starts[i + 1]]` and belongs to group `group_of[i]`."""

    lits: NDArray[np.int32]
    starts: NDArray[np.int32]
    group_of: NDArray[np.int32]

    @classmethod
    def of(cls, clauses: Sequence[Literals], group_of: Sequence[int] | None = None) -> "Clauses":
        """Pack clauses given as lists; without `group_of` they all belong to group 0."""
        sizes = np.fromiter((len(clause) for clause in clauses), dtype=np.int32, count=len(clauses))
        starts = np.zeros(len(clauses) + 1, dtype=np.int32)
        np.cumsum(sizes, out=starts[1:])
        lits = np.fromiter((lit for clause in clauses for lit in clause), dtype=np.int32, count=int(starts[-1]))
        groups = np.zeros(len(clauses), np.int32) if group_of is None else np.asarray(group_of, np.int32)
        return cls(lits, starts, groups)

    def __len__(self) -> int:
        return len(self.starts) - 1

    @cached_property
    def lists(self) -> list[list[int]]:
        """Return the clauses as Python lists, as python-sat takes them; cached, so shared clauses are unpacked once."""
        return list(self._unpacked(0, len(self)))

    def __iter__(self) -> Iterator[list[int]]:
        """Iterate over the clauses as lists, converting some at a time: lists take ten times the memory of arrays."""
        if len(self) <= _UNPACKED_AT_ONCE:
            return iter(self.lists)
        first_literals = range(0, len(self), _UNPACKED_AT_ONCE)
        return chain.from_iterable(self._unpacked(first, first + _UNPACKED_AT_ONCE) for first in first_literals)

    def _unpacked(self, first: int, end: int) -> Iterator[list[int]]:
        starts = self.starts[first : end + 1]
        flat = self.lits[starts[0] : starts[-1]].tolist()
        return (flat[a:b] for a, b in pairwise((starts - starts[0]).tolist()))

    def unsatisfied(self, literals: Sequence[int]) -> NDArray[np.intp]:
        """Return the indices of the clauses in which none of these literals occurs."""
        satisfied = np.concatenate(
            [np.zeros(1, np.intp), np.cumsum(np.isin(self.lits, np.asarray(literals, np.int32)))]
        )
        return np.flatnonzero(satisfied[self.starts[1:]] == satisfied[self.starts[:-1]])

    @cached_property
    def digest(self) -> str:
        """Return a short key that is equal for equal clauses in equal order."""
        return sha256(self.starts.tobytes() + b"/" + self.lits.tobytes()).hexdigest()[:24]

    def __getstate__(self) -> dict[str, Any]:
        return {name: self.__dict__[name] for name in ("lits", "starts", "group_of")}

    def __add__(self, other: "Clauses") -> "Clauses":
        if not len(self) or not len(other):
            return self if len(self) else other
        return Clauses(
            np.concatenate([self.lits, other.lits]),
            np.concatenate([self.starts, other.starts[1:] + self.starts[-1]]),
            np.concatenate([self.group_of, other.group_of]),
        )


NO_CLAUSES = Clauses.of([])


@dataclass(frozen=True, eq=False)
class Cnf(Generic[A]):
    """A conjunction of clauses without selector variables.

    Attributes:
        base: Clauses that many puzzles share, such as the rules on one board.
        added: Further clauses of this puzzle.
        names: Names of the first variables, the facts of the puzzle; the others are auxiliary.
        one_hot: Whether the true facts of a solution never contain those of another, so that they suffice to block it.
        objective: Objective over literals, auxiliary ones included.
        shown: Variables to project solutions on, if a file lists them.
        rival: A CP-SAT encoding with the same facts, for a race of engines.
    """

    variables: int
    names: Sequence[str]
    groups: Sequence[Group]
    decode: Decode[A]
    added: Clauses
    base: Clauses = NO_CLAUSES
    one_hot: bool = False
    about: tuple[str, ...] = ()
    objective: Objective | None = None
    shown: tuple[int, ...] | None = None
    rival: "CpSat[A] | None" = field(default=None, repr=False)
    kind: Literal["cnf"] = field(default="cnf", repr=False)

    @property
    def answers(self) -> int:
        """Return the number of variables that are facts of the puzzle; they come first."""
        return len(self.names)

    @property
    def clauses(self) -> Clauses:
        """Return all clauses, base first."""
        return self.base + self.added

    @cached_property
    def soft(self) -> tuple[int, ...]:
        """Return the indices of the soft groups."""
        return tuple(i for i, group in enumerate(self.groups) if group.soft)


@dataclass(frozen=True, slots=True)
class AtMostK:
    """The constraint that at most `k` of these different literals are true, if all literals of `when` are.

    `k` is at least 1 and less than the number of literals, and no literal occurs with its negation.
    """

    lits: tuple[int, ...]
    k: int
    group: int = 0
    when: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class CnfPlus(Generic[A]):
    """Clauses and cardinality constraints, for engines that have both.

    It is no `Cnf`, so that nothing takes its clauses for the whole formula.

    Attributes:
        cnf: The clauses, with the facts and groups; its solutions are the true facts.
        at_most: The cardinality constraints, over variables of `cnf`.
    """

    cnf: Cnf[Any]
    at_most: tuple[AtMostK, ...]
    decode: Decode[A]
    kind: Literal["cnf+"] = field(default="cnf+", repr=False)

    @property
    def names(self) -> Sequence[str]:
        return self.cnf.names

    @property
    def groups(self) -> Sequence[Group]:
        return self.cnf.groups

    @property
    def soft(self) -> tuple[int, ...]:
        """Return the indices of the soft groups."""
        return self.cnf.soft

    @property
    def one_hot(self) -> bool:
        return self.cnf.one_hot

    @property
    def about(self) -> tuple[str, ...]:
        return self.cnf.about


@dataclass(frozen=True)
class CpParts:
    """A built CP-SAT model.

    Attributes:
        facts: The variable and the value of each fact, from fact 1.
        switches: For each soft group, the literal that enforces its constraints.
    """

    model: "CpModel"
    facts: Sequence[tuple["IntVar", int]]
    switches: dict[int, "IntVar"] = field(default_factory=dict)

    @cached_property
    def literals_of_value(self) -> tuple[tuple["IntVar", dict[int, list[int]]], ...]:
        """Return, for each variable, the facts that each of its values makes true.

        A solution is read variable by variable, since there are far fewer variables than facts.
        """
        by_variable: dict[int, tuple[IntVar, dict[int, list[int]]]] = {}
        for fact, (variable, value) in enumerate(self.facts, 1):
            by_variable.setdefault(variable.index, (variable, {}))[1].setdefault(value, []).append(fact)
        return tuple(by_variable.values())

    @cached_property
    def deniable(self) -> tuple[int, ...]:
        """Return the facts of variables that have values without a fact; excluding a solution denies these facts."""
        return tuple(
            fact
            for variable, literals in self.literals_of_value
            if len(literals) < self._values(variable)
            for facts in literals.values()
            for fact in facts
        )

    def _values(self, variable: "IntVar") -> int:
        domain = list(self.model.proto.variables[variable.index].domain)
        return sum(high - low + 1 for low, high in zip(domain[::2], domain[1::2], strict=True))


@dataclass(frozen=True)
class PlainParts(CpParts):
    """A CP-SAT model without selectors, for other programs. Constraints of soft groups are named with their sentences.

    Attributes:
        sentences: The sentences of hard constraints, by their index in the model.
        remarks: Remarks on variables, by their index: names of hidden ones, meanings of values.
    """

    sentences: dict[int, str] = field(default_factory=dict)
    remarks: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class CpSat(Generic[A]):
    """A recipe for CP-SAT models, built where they are solved, since a CpModel does not pickle.

    Attributes:
        build: Module-level function that builds a model.
        parts: Its arguments, one model each; a solution of any model is a solution of the puzzle.
        sense: Whether to maximise or minimise; the best solution over all models counts.
        bound: Function of the same arguments that bounds the objective; models that cannot improve are not built.
        one_hot: As in `Cnf`.
        light_presolve: Whether to skip parts of presolve that do not pay on small models with a large table.
        plain: Function of the same arguments that builds the model without switches, for export.
        label: Function of the same arguments that names a model, if there may be several.
    """

    build: Callable[..., CpParts]
    parts: tuple[tuple[Any, ...], ...]
    names: Sequence[str]
    groups: Sequence[Group]
    decode: Decode[A]
    about: tuple[str, ...] = ()
    bound: Callable[..., float] | None = None
    sense: Sense = "maximise"
    one_hot: bool = False
    light_presolve: bool = False
    full_relaxation: bool = False
    plain: Callable[..., PlainParts] | None = None
    label: Callable[..., str] | None = None
    kind: Literal["cpsat"] = field(default="cpsat", repr=False)

    @cached_property
    def soft(self) -> tuple[int, ...]:
        """Return the indices of the soft groups."""
        return tuple(i for i, group in enumerate(self.groups) if group.soft)


@dataclass(frozen=True, eq=False)
class Native(Generic[A]):
    """The puzzle itself, for engines that know its rules. Only the engines listed by its puzzle type accept it."""

    puzzle: Any
    kind: Literal["native"] = field(default="native", repr=False)
    groups: tuple[Group, ...] = ()
    soft: tuple[int, ...] = ()


Encoding = Cnf[A] | CnfPlus[A] | CpSat[A] | Native[A]

T = TypeVar("T")


class LazySequence(Sequence[T]):
    """A sequence of known length whose items are built on access; it compares, prints and pickles as a tuple."""

    def __init__(self, count: int, make: Callable[[], tuple[T, ...]]) -> None:
        self._count = count
        self._make = make

    @cached_property
    def members(self) -> tuple[T, ...]:
        members = self._make()
        del self._make
        return members

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        return iter(self.members)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...

    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        return self.members[index]

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Sequence) and self.members == tuple(other))

    def __hash__(self) -> int:
        return hash(self.members)

    def __repr__(self) -> str:
        return repr(self.members)

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (self.members,)
