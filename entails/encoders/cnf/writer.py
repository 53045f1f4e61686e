"""`Writer`: collector of clauses, auxiliary variables and definitions.

A constraint has two sorts of clauses. *Definitions* give auxiliary variables their meaning: they restrict no fact,
so they are hard, and constraints share them. *Claims* state the constraint; they belong to its group and apply
only if all its `when` literals are true. Definitions are equivalences: the facts determine every auxiliary, so
there are as many models as solutions.

`Space` looks up the literals of variables. `Apart` keeps the pairs of variables known to differ: a pair that a row
and a box share is written once, and cages of different cells are encoded by sets of values. `Size` predicts
clauses, literals and auxiliaries before anything is built, since a document may need more memory than there is; a
prediction is never too low and seldom more than a few times too high. `ConstraintShape` is a constraint apart from
its variables and literals.
"""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, combinations
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from entails.models.constraints import Clause, Constraint
from entails.models.encoding import NO_CLAUSES, Clauses
from entails.models.errors import TooLarge
from entails.models.statement import GroupIndex, Statement

Keys = NDArray[np.int64]


class Apart:
    """Pairs of variables that are known to differ, as numbers. `before` has the pairs of the base."""

    def __init__(self, variables: int, before: "Apart | None" = None) -> None:
        self._variables = variables
        self._before = before
        self._known: list[Keys] = []
        self._set: set[int] | None = None

    def keys(self, left: NDArray[np.integer], right: NDArray[np.integer]) -> Keys:
        """Return a number for each pair of variables."""
        keys: Keys = np.minimum(left, right).astype(np.int64) * self._variables + np.maximum(left, right)
        return keys

    def new(self, keys: Keys, *, repeated: bool = False) -> NDArray[np.bool_]:
        """Return which pairs were not recorded before, each at its first occurrence only, unless `repeated`."""
        first = np.full(keys.size, repeated)
        if not repeated:
            first[np.unique(keys, return_index=True)[1]] = True
        for known in self._arrays():
            first &= ~np.isin(keys.ravel(), known)
        return first.reshape(keys.shape)

    def add(self, keys: Keys) -> None:
        if keys.size:
            self._known.append(keys.ravel())
            self._set = None

    def all_differ(self, variables: Iterable[int]) -> bool:
        """Return whether all pairs of these variables are known to differ."""
        return all(self._has(low * self._variables + high) for low, high in combinations(sorted(variables), 2))

    def _has(self, key: int) -> bool:
        if self._set is None:
            self._set = {key for known in self._known for key in known.tolist()}
        return key in self._set or (self._before is not None and self._before._has(key))

    def _arrays(self) -> list[Keys]:
        return self._known if self._before is None else [*self._before._arrays(), *self._known]


T = TypeVar("T")


class Space:
    """The variables of a statement and their literals, cached, with the at-most-one encoding to use."""

    def __init__(self, statement: Statement, at_most_one: str = "pairwise") -> None:
        self.statement = statement
        self.at_most_one = at_most_one
        self.variables = statement.variables
        self._firsts = statement.first_literals
        self._facts: dict[int, dict[int, int]] = {}
        self._domains: dict[int, int] = {}
        self._numbers: dict[tuple[bool, range | tuple[int, ...]], int] = {}
        self._plans: dict[int, Any] = {}

    @cached_property
    def first_literals(self) -> NDArray[np.int32]:
        """Return the number of the first fact of each variable."""
        return np.array(self._firsts, np.int32)

    def facts(self, variable: int) -> dict[int, int]:
        """Return the literal of each value of a variable, smallest value first. Exactly one of them is true."""
        literals = self._facts.get(variable)
        if literals is None:
            declared, first = self.variables[variable], self._firsts[variable]
            if declared.boolean:
                literals = {0: -first, 1: first}
            else:
                literals = dict(sorted((value, first + place) for place, value in enumerate(declared.values)))
            self._facts[variable] = literals
        return literals

    def shared_domain(self, variables: Sequence[int]) -> range | tuple[int, ...] | None:
        """Return the common domain of these variables; None if domains differ, or for booleans."""
        declared = self.variables
        domain = declared[variables[0]].values if variables else ()
        for number in variables:
            candidate = declared[number]
            if candidate.boolean or (candidate.values is not domain and candidate.values != domain):
                return None
        return domain

    def domain_number(self, variable: int) -> int:
        """Return a number that identifies the domain of a variable: equal for the same values in the same order."""
        domain = self._domains.get(variable)
        if domain is None:
            declared = self.variables[variable]
            domain = self._numbers.setdefault((declared.boolean, declared.values), len(self._numbers))
            self._domains[variable] = domain
        return domain

    def count(self, variable: int) -> int:
        """Return the number of values of a variable."""
        return len(self.variables[variable].values)

    def owner(self, literal: int) -> int:
        """Return the variable that a fact belongs to."""
        return bisect_right(self._firsts, abs(literal)) - 1

    def once(self, constraint: Constraint, plan: Callable[[], T]) -> T:
        """Return the encoding plan of a constraint, computed once for both its size and its clauses."""
        result: T | None = self._plans.get(id(constraint))
        if result is None:
            result = self._plans[id(constraint)] = plan()
        return result


TRUE = 1 << 40
"""A literal that is always true; `-TRUE` is always false. Neither is written to a clause."""
_LONG = 1 << 20
"""Maximum number of literals kept in lists, which take ten times the memory of arrays."""


@dataclass(frozen=True, eq=False)
class WriterState:
    """State from which another writer continues: last variable, definitions by key, pairs that differ."""

    top: int
    by_key: Mapping[Hashable, Any]
    apart: Apart
    before: "WriterState | None"

    def find(self, key: Hashable) -> Any:
        """Return the definition with this key, or None."""
        definition = self.by_key.get(key)
        return definition if definition is not None or self.before is None else self.before.find(key)


class Writer:
    """Collector of clauses, auxiliary variables and definitions. `before` is the state of the base, not changed."""

    def __init__(self, space: Space, granularity: GroupIndex, before: WriterState | None = None) -> None:
        self.space = space
        self.granularity = granularity
        self.facts = space.facts
        self.at_most_one = space.at_most_one
        self.top = space.statement.facts if before is None else before.top
        self.by_key: dict[Hashable, Any] = {}
        self.apart = Apart(len(space.variables), None if before is None else before.apart)
        self.definitions = -1 if granularity.definitions is None else granularity.definitions
        self._before = before
        self._ahead: list[Clauses] = []
        self._blocks: list[Clauses] = []
        self._claimed: list[int] = []
        self._defined: list[int] = []
        self._runs: list[tuple[int, int]] = []
        self._end: tuple[int, ...] = (0,)

    def begin(self, group: int, when: tuple[int, ...] = ()) -> None:
        """Start a group: clauses of the following claims belong to it and apply only if these literals are true."""
        self._runs.append((len(self._claimed), group))
        self._end = (*(-literal for literal in when), 0) if when else (0,)
        if len(self._claimed) > _LONG or len(self._defined) > _LONG:
            self._pack()
            self._runs.append((0, group))

    def claim(self, *literals: int) -> None:
        """Add a clause that states a constraint (a claim): one of these literals is true."""
        self._claimed += literals
        self._claimed += self._end

    def claim_open(self, *literals: int) -> None:
        """Add a claim whose literals may include `TRUE` or `-TRUE`."""
        if TRUE not in literals:
            self.claim(*(literal for literal in literals if literal != -TRUE))

    def define(self, *literals: int) -> None:
        """Add a clause that defines an auxiliary variable."""
        self._defined += literals
        self._defined.append(0)

    def define_open(self, *literals: int) -> None:
        """Add a clause of a definition whose literals may include `TRUE` or `-TRUE`."""
        if TRUE not in literals:
            self.define(*(literal for literal in literals if literal != -TRUE))

    def define_all(self, clauses: Iterable[Iterable[int]]) -> None:
        for clause in clauses:
            self._defined += clause
            self._defined.append(0)

    def claim_all(self, clauses: Iterable[Iterable[int]]) -> None:
        for clause in clauses:
            self._claimed += clause
            self._claimed += self._end

    def fresh(self) -> int:
        """Return a new auxiliary variable."""
        self.top += 1
        return self.top

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the definition with this key, created on first use."""
        definition: T | None = self.by_key.get(key)
        if definition is None and self._before is not None:
            definition = self._before.find(key)
        if definition is None:
            definition = self.by_key[key] = make()
        return definition

    def any_of(self, literals: Iterable[int]) -> int:
        """Return a literal for the disjunction of these; `TRUE` or `-TRUE` if it is known."""
        different = {*literals}
        different.discard(-TRUE)
        if len(different) < 2:
            return next(iter(different), -TRUE)
        if TRUE in different or any(-literal in different for literal in different):
            return TRUE
        parts = tuple(sorted(different))
        return self.once(("any", parts), lambda: self._any_of(parts))

    def _any_of(self, parts: tuple[int, ...]) -> int:
        auxiliary = self.fresh()
        self.define(-auxiliary, *parts)
        for part in parts:
            self.define(-part, auxiliary)
        return auxiliary

    def all_of(self, literals: Iterable[int]) -> int:
        """Return a literal for the conjunction of these."""
        return -self.any_of(-literal for literal in literals)

    def block(self, clauses: Clauses) -> None:
        """Add clauses that are already arrays, with their groups."""
        self._pack()
        self._blocks.append(clauses)

    def ahead(self, clauses: Clauses) -> None:
        """Add clauses before all others. Reasoning by disjunctions depends on the order: "at least one" first."""
        self._ahead.append(clauses)

    @property
    def guard(self) -> tuple[int, ...]:
        """Return the literals that are added to each claim, the negations of its conditions."""
        return self._end[:-1]

    @property
    def group(self) -> int:
        """Return the group of the claims being added."""
        return self._runs[-1][1]

    def known(self) -> WriterState:
        """Return the state from which another writer can continue."""
        return WriterState(self.top, self.by_key, self.apart, self._before)

    @property
    def has_blocks(self) -> bool:
        """Return whether any clauses were added as arrays."""
        return bool(self._blocks or self._ahead)

    def separate(self) -> tuple[Clauses, Clauses]:
        """Return the clauses of definitions and of claims separately, without those added as arrays."""
        parts = []
        for flat in (self._defined, self._claimed):
            lits, starts, ends = _split(flat)
            parts.append(Clauses(lits, starts, np.zeros(len(ends), np.int32)))
        return parts[0], parts[1]

    def clauses(self) -> Clauses:
        """Return all clauses so far."""
        self._pack()
        blocks = [block for block in (*self._ahead, *self._blocks) if len(block)]
        if len(blocks) < 2:
            return blocks[0] if blocks else NO_CLAUSES
        sizes = [block.starts[-1] for block in blocks]
        offsets = np.cumsum([0, *sizes[:-1]])
        starts = [block.starts[:-1] + offset for block, offset in zip(blocks, offsets, strict=True)]
        return Clauses(
            np.concatenate([block.lits for block in blocks]),
            np.concatenate([*starts, [offsets[-1] + sizes[-1]]]).astype(np.int32),
            np.concatenate([block.group_of for block in blocks]),
        )

    def _pack(self) -> None:
        """Convert the clauses collected as lists to arrays."""
        if self._defined:
            lits, starts, ends = _split(self._defined)
            self._blocks.append(Clauses(lits, starts, np.full(len(ends), self.definitions, np.int32)))
            self._defined = []
        if self._claimed:
            lits, starts, ends = _split(self._claimed)
            begins = np.searchsorted(ends, [begin for begin, _ in self._runs] + [len(self._claimed)])
            groups = np.array([group for _, group in self._runs], np.int32)
            self._blocks.append(Clauses(lits, starts, np.repeat(groups, np.diff(begins))))
            self._claimed = []
        self._runs = [(0, self._runs[-1][1])] if self._runs else []


def _split(flat: list[int]) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
    """Return literals, start indices, and the positions of the zeros that end clauses."""
    numbers = np.array(flat, dtype=np.int32)
    ends = np.flatnonzero(numbers == 0)
    starts = np.zeros(len(ends) + 1, np.int32)
    starts[1:] = ends - np.arange(len(ends))
    return numbers[numbers != 0], starts, ends


class Size(NamedTuple):
    """Numbers of clauses, literals and auxiliary variables."""

    clauses: int = 0
    literals: int = 0
    auxiliaries: int = 0

    def plus(self, addend: "Size") -> "Size":
        return Size(self[0] + addend[0], self[1] + addend[1], self[2] + addend[2])

    def times(self, count: int) -> "Size":
        return Size(self[0] * count, self[1] * count, self[2] * count)

    def under(self, guards: int) -> "Size":
        """Return the size after `guards` literals are added to each clause."""
        return Size(self.clauses, self.literals + guards * self.clauses, self.auxiliaries)

    def beyond(self, most: "Size") -> str | None:
        """Return a text about the first number above its limit in `most`; None if none is."""
        for name, count, limit in zip(self._fields, self, most, strict=True):
            if count > limit:
                return f"about {count:,} {name}, and {limit:,} are allowed"
        return None


NOTHING = Size()
MOST = Size(clauses=5_000_000, literals=20_000_000, auxiliaries=2_000_000)
"""Default size limit: some hundred megabytes."""


def reject_beyond(most: Size, size: Size, what: str) -> None:
    """Raise TooLarge for a size above the limits in `most`."""
    if (trouble := size.beyond(most)) is not None:
        raise TooLarge(f"the encoding would take {trouble}", where=what)


def size_clause(clause: Clause, space: Space) -> Size:
    del space
    return Size(1, len(clause.lits))


def size_all(clauses: Sequence[Clause]) -> Size:
    """Return the size of a list of clauses, including their `when` literals."""
    return Size(len(clauses), sum([len(clause.lits) + len(clause.when) for clause in clauses]))


def write_clause(clause: Clause, out: Writer) -> None:
    out.claim(*clause.lits)


def packed(constraints: Sequence[Clause], number: Sequence[int | None]) -> Clauses:
    """Convert clause constraints to arrays; `number` maps the statement's groups to those of the encoding."""
    written = [
        (*constraint.lits, *(-literal for literal in constraint.when)) if constraint.when else constraint.lits
        for constraint in constraints
    ]
    return Clauses(
        np.array([*chain.from_iterable(written)], np.int32),
        np.array([0, *accumulate(map(len, written))], np.int32),
        np.array([number[constraint.group] for constraint in constraints], np.int32),
    )


class ConstraintShape(NamedTuple):
    """A pattern of variables and literals; constraints of equal shape have equal clauses up to renaming."""

    pattern: Hashable
    variables: tuple[int, ...] = ()
    literals: tuple[int, ...] = ()
