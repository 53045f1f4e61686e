"""`Entry`: one place of an input, and the puzzle or the error found there.

`Block`: many puzzles of one plain form at once, a row of an array each, so that compiled code can take them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from entails.models.errors import Invalid

P_co = TypeVar("P_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Entry(Generic[P_co]):
    """A puzzle, or else the error that says why there is none; `line` counts from 1. `notes` are remarks about it, such
    as lines of a list of words that were skipped. `id` is what a table calls it."""

    line: int
    puzzle: P_co | None
    error: Invalid | None = None
    notes: tuple[str, ...] = ()
    id: str | None = None


P = TypeVar("P")

Rows = NDArray[np.uint8]

AT_LEAST = 500
"""Puzzles that make it worth while to load compiled code: fewer are answered before it is there."""


@dataclass(frozen=True)
class Block(Generic[P]):
    """Puzzles that follow each other in an input: `rows` holds them, `lines` says where they stand (from 1), `ids` what
    a table calls them, and `puzzle` makes the value of one row."""

    rows: Rows
    lines: Sequence[int] | NDArray[np.int64]
    puzzle: Callable[[Rows], P]
    ids: Sequence[str | None] | None = None

    def __len__(self) -> int:
        return len(self.rows)

    def entries(self) -> Iterator[Entry[P]]:
        """The same one by one."""
        ids = [None] * len(self) if self.ids is None else self.ids
        for row, line, own in zip(self.rows, self.lines, ids, strict=True):
            yield Entry(int(line), self.puzzle(row), id=own)


class Counted(NamedTuple):
    """Row by row: the first solution (zeros when there is none), and how many there are, up to the limit asked for."""

    solutions: Rows
    counts: NDArray[np.int64]


Read = Callable[[Iterator[bytes], Any], Iterator[Block[P] | Entry[P]]]


@dataclass(frozen=True)
class InBlocks(Generic[P]):
    """How puzzles of a kind are taken by the thousand.

    `read` finds blocks in the pieces of an input, with an entry for whatever is not plain, in order. `of` makes a block
    of puzzles, None unless all of them are plain; `of_texts` one of those among some texts that are, `lines` saying
    which (from 1). `count` solves a block, counting up to a limit; its answers are
    checked. `engine` and `encoder` name what does so. `text` is what a row says in the puzzle's one-line form, as an
    array of characters.
    """

    engine: str
    encoder: str
    read: Read[P]
    of: Callable[[Sequence[P]], Block[P] | None]
    of_texts: Callable[[Sequence[str]], Block[P]]
    count: Callable[[Block[P], int], Counted]
    text: Callable[[Rows], Rows]
