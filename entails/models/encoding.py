"""The three kinds of encoding that an encoder can make of a puzzle, and the groups that give constraints their words.

All three speak of *facts*: fact `i` has the name `names[i - 1]` ("r1c1=5"), `+i` says that it holds and `-i` that it
does not, exactly like DIMACS literals. So assumptions, blocked answers, cores and forced facts look the same whichever
engine answers, and `decode` turns the facts that hold into the puzzle's own answer.

Encodings are plain data and pickle, so that a question can move to a worker process.

`Objective`: what makes one answer better than another.

`LazySequence`: a sequence whose members are made when somebody looks at them. Its length is known before.

An encoding has hundreds of names and sentences, and most questions need none of them.
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
"""What a statement may cost that is given up."""


@dataclass(frozen=True)
class Objective:
    """A sum of variables (each times a number), of facts (each worth a number when it holds) and of a `fixed` number.

    In a CNF there are no variables but facts and auxiliaries: there `terms` is empty, and `facts` may be any literals.
    """

    sense: Sense
    terms: tuple[tuple[int, int], ...] = ()
    facts: tuple[tuple[int, int], ...] = ()
    fixed: int = 0

    def worth(self, true: Container[int]) -> int:
        """What an answer is worth in which exactly these facts hold. (What variables add is not in it.)"""
        return self.fixed + sum(worth for worth, lit in self.facts if (abs(lit) in true) == (lit > 0))


P = TypeVar("P")
A = TypeVar("A")
Literals = Sequence[int]
Decode = Callable[[Literals], A]
Answer = Callable[[P, Literals], A]
"""Makes an answer of a puzzle and the facts that hold in it. A function of a module, so that encodings pickle."""
Kind = Literal["cnf", "cpsat", "native"]

_UNPACKED_AT_ONCE = 1 << 16


@dataclass(frozen=True, slots=True)
class Group:
    """Constraints that stand or fall together, under a sentence that a person can read.

    `id` is short and stable ("given r1c1=5"); `text` is the sentence; `parent` is the id of the group this one
    refines; a `doubtable` group may be named in an explanation, the others are the rules of the game. `cells` are the
    variables to point at. An `implied` group is true anyway and only there to be quoted ("row 1 adds up to 45").
    `sentence` is the text with its arguments apart, where it can be said in other languages too. `weight` is what it
    costs to give the group up: lighter ones are doubted before heavier ones.
    """

    id: str
    text: str
    parent: str | None = None
    doubtable: bool = False
    cells: tuple[str, ...] = ()
    implied: bool = False
    sentence: Sentence | None = None
    weight: int = 1

    def say(self, language: Language = "en") -> str:
        """The sentence in this language, or as it was written."""
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
        """The clauses as Python lists, as python-sat wants them. Cached: shared clauses are unpacked once."""
        return list(self._unpacked(0, len(self)))

    def __iter__(self) -> Iterator[list[int]]:
        """Each clause as a list. Of many, only some exist at a time: as lists they take ten times the memory."""
        if len(self) <= _UNPACKED_AT_ONCE:
            return iter(self.lists)
        firsts = range(0, len(self), _UNPACKED_AT_ONCE)
        return chain.from_iterable(self._unpacked(first, first + _UNPACKED_AT_ONCE) for first in firsts)

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
        """What the clauses say, as a short key: equal for equal clauses in equal order."""
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
    """A conjunction of clauses, free of selectors: what it says is exactly the puzzle.

    `base` is what many puzzles share (the rules of the game on one board), `added` what this puzzle says besides.
    The first `answers` variables are the puzzle's own facts, the rest are auxiliaries of the encoding. `one_hot` says
    that no answer's true facts contain those of another, so that an answer is blocked by its true facts alone. An
    `objective` weighs literals, auxiliaries too. Where a file says which variables are `shown`, answers that differ
    in others count as one.
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
    kind: Literal["cnf"] = field(default="cnf", repr=False)

    @property
    def answers(self) -> int:
        """How many variables are facts of the puzzle; they come first."""
        return len(self.names)

    @property
    def clauses(self) -> Clauses:
        """Everything it says, base first."""
        return self.base + self.added

    @cached_property
    def doubtable(self) -> tuple[int, ...]:
        """Indices of the groups that may be doubted."""
        return tuple(i for i, group in enumerate(self.groups) if group.doubtable)


@dataclass(frozen=True)
class CpParts:
    """A built CP-SAT model: `facts[i]` is what fact `i + 1` says (a variable and a value), `switches` maps a doubtable
    group to the literal that enforces its constraints."""

    model: "CpModel"
    facts: Sequence[tuple["IntVar", int]]
    switches: dict[int, "IntVar"] = field(default_factory=dict)

    @cached_property
    def saying(self) -> tuple[tuple["IntVar", dict[int, list[int]]], ...]:
        """The same by variable: the facts that each of its values makes true. An answer is read off variable by
        variable, since there are far fewer of them than facts."""
        found: dict[int, tuple[IntVar, dict[int, list[int]]]] = {}
        for fact, (variable, value) in enumerate(self.facts, 1):
            found.setdefault(variable.index, (variable, {}))[1].setdefault(value, []).append(fact)
        return tuple(found.values())

    @cached_property
    def deniable(self) -> tuple[int, ...]:
        """Facts that have to be denied to tell an answer from others: their variable has values that no fact names."""
        return tuple(
            fact
            for variable, said in self.saying
            if len(said) < self._values(variable)
            for facts in said.values()
            for fact in facts
        )

    def _values(self, variable: "IntVar") -> int:
        domain = list(self.model.proto.variables[variable.index].domain)
        return sum(high - low + 1 for low, high in zip(domain[::2], domain[1::2], strict=True))


@dataclass(frozen=True, eq=False)
class CpSat(Generic[A]):
    """A recipe for CP-SAT, built where it is solved, since a CpModel does not pickle.

    `build` is a function of a module and `parts` are its arguments, one model each. An answer of any model is an
    answer of the puzzle; with an objective, of one `sense` in all models, the best over all of them counts. `bound`
    takes the same arguments and says what no answer of that model can surpass: models that cannot beat the best answer
    known are not even built. `one_hot` is as in `Cnf`. `light_presolve` leaves out parts of presolve that do not pay
    on small models with a large table.
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
    kind: Literal["cpsat"] = field(default="cpsat", repr=False)

    @cached_property
    def doubtable(self) -> tuple[int, ...]:
        """Indices of the groups that may be doubted."""
        return tuple(i for i, group in enumerate(self.groups) if group.doubtable)


@dataclass(frozen=True, eq=False)
class Native(Generic[A]):
    """The puzzle itself, for engines that know its rules; only engines listed by its puzzle kind accept it."""

    puzzle: Any
    kind: Literal["native"] = field(default="native", repr=False)
    groups: tuple[Group, ...] = ()
    doubtable: tuple[int, ...] = ()


Encoding = Cnf[A] | CpSat[A] | Native[A]

T = TypeVar("T")


class LazySequence(Sequence[T]):
    """Reads, compares and prints as a tuple, and travels as one."""

    def __init__(self, count: int, make: Callable[[], tuple[T, ...]]) -> None:
        self._count = count
        self._make = make

    @cached_property
    def members(self) -> tuple[T, ...]:
        made = self._make()
        del self._make
        return made

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
