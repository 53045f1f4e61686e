"""`Entry`: a puzzle of an input, or an error in its place. `Block`: many plain puzzles as one array."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from entails.models.errors import Invalid, InvalidPuzzle, quantity

P_co = TypeVar("P_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Entry(Generic[P_co]):
    """A puzzle of an input, or the error that took its place.

    Attributes:
        line: Line number, from 1.
        notes: Remarks, such as skipped lines of a word list.
        id: Name of the puzzle in a table.
    """

    line: int
    puzzle: P_co | None
    error: Invalid | None = None
    notes: tuple[str, ...] = ()
    id: str | None = None


def only_one(entries: Iterable[Entry[Any]]) -> Any:
    """Return the puzzle of the only entry; raise an error for any other number of entries."""
    listed = list(entries)
    if len(listed) != 1:
        raise InvalidPuzzle(quantity(len(listed), "puzzle") if listed else "no puzzle", expected="exactly one")
    if listed[0].error is not None:
        raise listed[0].error
    return listed[0].puzzle


P = TypeVar("P")

Rows = NDArray[np.uint8]

AT_LEAST = 500
"""Minimum number of puzzles for which loading compiled code pays."""


@dataclass(frozen=True)
class Block(Generic[P]):
    """Consecutive puzzles of an input in plain form, one array row each.

    Attributes:
        rows: The puzzles.
        lines: Their line numbers, from 1.
        ids: Their names in a table.
        puzzle: Build the value of one row.
    """

    rows: Rows
    lines: Sequence[int] | NDArray[np.int64]
    puzzle: Callable[[Rows], P]
    ids: Sequence[str | None] | None = None

    def __len__(self) -> int:
        return len(self.rows)

    def entries(self) -> Iterator[Entry[P]]:
        """Iterate over the puzzles as entries."""
        ids = [None] * len(self) if self.ids is None else self.ids
        for row, line, own in zip(self.rows, self.lines, ids, strict=True):
            yield Entry(int(line), self.puzzle(row), id=own)


class Counted(NamedTuple):
    """First solution of each row (zeros if there is none), and the number of solutions up to the limit."""

    solutions: Rows
    counts: NDArray[np.int64]


Read = Callable[[Iterator[bytes], Any], Iterator[Block[P] | Entry[P]]]


@dataclass(frozen=True)
class InBlocks(Generic[P]):
    """Bulk operations of a puzzle type: they read, solve and write many puzzles as arrays.

    Attributes:
        read: Find blocks in the pieces of an input, with an entry for each puzzle that is not plain, in order.
        of: Make a block of puzzles; None unless all are plain.
        of_texts: Make a block of the plain puzzles among some texts; `lines` tells which, from 1.
        count: Solve a block and count solutions up to a limit; solutions are checked.
        engine, encoder: Names of what `count` uses.
        text: Return rows in the one-line form, as an array of characters.
    """

    engine: str
    encoder: str
    read: Read[P]
    of: Callable[[Sequence[P]], Block[P] | None]
    of_texts: Callable[[Sequence[str]], Block[P]]
    count: Callable[[Block[P], int], Counted]
    text: Callable[[Rows], Rows]
