"""`Writer`: clauses in the making.

A constraint says two kinds of clauses. *Definitions* give auxiliary variables their meaning: they restrict no fact, so
nobody doubts them, and constraints share them. *Claims* are what the constraint says; they stand under its sentence and
hold only where all its `when` literals do.

Definitions say "if and only if": the facts decide every auxiliary, so that models and answers are the same number.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from entails.encoders.clauses.apart import Apart
from entails.encoders.clauses.space import Space
from entails.models.encoding import NO_CLAUSES, Clauses
from entails.models.statement.grain import Grain

T = TypeVar("T")
TRUE = 1 << 40
"""Stands for a literal that holds anyway, and `-TRUE` for one that never does. No clause is written with it."""
_LONG = 1 << 20
"""So many literals wait in lists at most; lists take ten times the memory of arrays."""


@dataclass(frozen=True, eq=False)
class Known:
    """What is written already and may be used: the last variable, definitions by key, variables known to differ; and
    what was written before that."""

    top: int
    made: Mapping[Hashable, Any]
    apart: Apart
    before: "Known | None"

    def find(self, key: Hashable) -> Any:
        """What is made under this key; None when nothing is."""
        found = self.made.get(key)
        return found if found is not None or self.before is None else self.before.find(key)


class Writer:
    """Collects clauses, numbers auxiliaries, and remembers what is defined. `before` is what the frame has written: it
    is used, and left as it is."""

    def __init__(self, space: Space, grain: Grain, before: Known | None = None) -> None:
        self.space = space
        self.grain = grain
        self.facts = space.facts
        self.at_most_one = space.at_most_one
        self.top = space.statement.facts if before is None else before.top
        self.made: dict[Hashable, Any] = {}
        self.apart = Apart(len(space.variables), None if before is None else before.apart)
        self.definitions = -1 if grain.definitions is None else grain.definitions
        self._before = before
        self._ahead: list[Clauses] = []
        self._blocks: list[Clauses] = []
        self._claimed: list[int] = []
        self._defined: list[int] = []
        self._runs: list[tuple[int, int]] = []
        self._end: tuple[int, ...] = (0,)

    def begin(self, group: int, when: tuple[int, ...] = ()) -> None:
        """What is claimed from now on stands under this group, and only where these literals hold."""
        self._runs.append((len(self._claimed), group))
        self._end = (*(-literal for literal in when), 0) if when else (0,)
        if len(self._claimed) > _LONG or len(self._defined) > _LONG:
            self._pack()
            self._runs.append((0, group))

    def claim(self, *literals: int) -> None:
        """One of these holds, says the constraint."""
        self._claimed += literals
        self._claimed += self._end

    def claim_open(self, *literals: int) -> None:
        """The same, where literals may be settled."""
        if TRUE not in literals:
            self.claim(*(literal for literal in literals if literal != -TRUE))

    def define(self, *literals: int) -> None:
        """One of these holds, by the meaning of an auxiliary among them."""
        self._defined += literals
        self._defined.append(0)

    def define_open(self, *literals: int) -> None:
        """The same, where literals may be settled."""
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
        """A new auxiliary variable."""
        self.top += 1
        return self.top

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made under this key before, or is made now."""
        found: T | None = self.made.get(key)
        if found is None and self._before is not None:
            found = self._before.find(key)
        if found is None:
            found = self.made[key] = make()
        return found

    def any_of(self, literals: Iterable[int]) -> int:
        """A literal that holds when one of these does; `TRUE` or its opposite where that is certain."""
        different = {*literals}
        different.discard(-TRUE)
        if len(different) < 2:
            return next(iter(different), -TRUE)
        if TRUE in different or any(-literal in different for literal in different):
            return TRUE
        parts = tuple(sorted(different))
        return self.once(("any", parts), lambda: self._any_of(parts))

    def _any_of(self, parts: tuple[int, ...]) -> int:
        found = self.fresh()
        self.define(-found, *parts)
        for part in parts:
            self.define(-part, found)
        return found

    def all_of(self, literals: Iterable[int]) -> int:
        """A literal that holds when all of these do."""
        return -self.any_of(-literal for literal in literals)

    def block(self, clauses: Clauses) -> None:
        """Clauses that are arrays already, with their groups."""
        self._pack()
        self._blocks.append(clauses)

    def ahead(self, clauses: Clauses) -> None:
        """The same, but these stand before all that are not ahead: reasoning by disjunctions depends on the order, and
        "at least one" comes first there."""
        self._ahead.append(clauses)

    @property
    def guard(self) -> tuple[int, ...]:
        """What is added to each claim."""
        return self._end[:-1]

    @property
    def group(self) -> int:
        """The group of what is claimed now."""
        return self._runs[-1][1]

    def known(self) -> Known:
        """What may be used by whoever writes on."""
        return Known(self.top, self.made, self.apart, self._before)

    @property
    def has_blocks(self) -> bool:
        """Is something written as arrays?"""
        return bool(self._blocks or self._ahead)

    def separate(self) -> tuple[Clauses, Clauses]:
        """What is defined and what is claimed, apart, of what is no array yet."""
        parts = []
        for flat in (self._defined, self._claimed):
            lits, starts, ends = _split(flat)
            parts.append(Clauses(lits, starts, np.zeros(len(ends), np.int32)))
        return parts[0], parts[1]

    def clauses(self) -> Clauses:
        """Everything said so far."""
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
        """Make arrays of what waits in lists."""
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
    """Literals, starts, and the places of the zeros that end the clauses."""
    numbers = np.array(flat, dtype=np.int32)
    ends = np.flatnonzero(numbers == 0)
    starts = np.zeros(len(ends) + 1, np.int32)
    starts[1:] = ends - np.arange(len(ends))
    return numbers[numbers != 0], starts, ends
