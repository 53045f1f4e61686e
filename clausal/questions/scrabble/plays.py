"""What the generator finds, as people ask for it: filtered, in order, with what stays on the rack."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypedDict, overload

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from clausal.models.alphabet import LATIN, Alphabet
from clausal.models.asking import Argument
from clausal.models.brackets import bracketed
from clausal.models.scrabble.notation import write_place
from clausal.models.scrabble.placement import Placement
from clausal.models.scrabble.position import Position
from clausal.models.scrabble.rack import Rack
from clausal.models.value import Value
from clausal.solvers.scrabble.placements import Placements

MARS = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15 EILNTUS/ 0/12 0"
"""The position of examples: an opening, to be answered."""

RACK = {"rack": Argument("[RACK]", "Your tiles, ? for a blank; without them those that the board names.")}
WithLeave = Annotated[bool, Field(description="Count what the tiles that stay are worth, and order by the sum.")]


class FoundPlayReport(Value):
    """A play that a search found."""

    position: str
    across: bool
    word: str
    tiles: str
    score: int


class MoveReport(FoundPlayReport):
    """`scrabble moves`, one line per placement, best first, and `scrabble best`. The place in the list is `rank`;
    placements of equal score share it. With --leave: the tiles that stay on the rack, what they are worth for the next
    turns, and score and leave together."""

    rank: int
    leave: str | None = None
    leave_value: float | None = None
    equity: float | None = None

    def absent(self) -> set[str]:
        return {"leave", "leave_value", "equity"} if self.leave is None else set()


@dataclass(frozen=True)
class Play:
    """A placement, its points, its place in the list (equal scores share it), and, where that is counted, the tiles
    that stay on the rack and what they are worth."""

    placement: Placement
    score: int
    rank: int
    leave: Rack | None = None
    leave_value: float = 0.0

    @property
    def equity(self) -> float:
        """Score and leave together."""
        return self.score + self.leave_value


@dataclass(frozen=True, eq=False)
class Plays(Sequence[Play]):
    """Some of all placements `found`: those of these `indices`, in this order."""

    position: Position
    found: Placements
    indices: NDArray[np.intp]
    leaves: "Leaves | None" = None

    def __len__(self) -> int:
        return len(self.indices)

    @overload
    def __getitem__(self, index: int) -> Play: ...

    @overload
    def __getitem__(self, index: slice) -> list[Play]: ...

    def __getitem__(self, index: int | slice) -> Play | list[Play]:
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self)))]
        at = int(self.indices[index])
        placement, points = self.found[at]
        rank = self.found.rank(points)
        if self.leaves is None:
            return Play(placement, points, rank)
        return Play(placement, points, rank, self.leaves.rack(at), round(float(self.leaves.values[at]), 2))


@dataclass(frozen=True)
class Leaves:
    """The tiles that each placement leaves on the rack, as counts, and what they are worth for the turns to come."""

    counts: NDArray[np.int64]
    values: NDArray[np.float64]
    alphabet: Alphabet = LATIN

    @classmethod
    def of(cls, position: Position, found: Placements) -> "Leaves":
        from clausal.solvers.scrabble.leave import kept_of, leave_numbers, leave_worth
        from clausal.solvers.scrabble.players import leave_tables

        kept, numbers = kept_of(position.rack), leave_numbers(position.rack, found)
        worth = leave_worth(position, kept, leave_tables(position.tile_set.language))
        return cls(kept[numbers], worth[numbers], position.rack.alphabet)

    def rack(self, index: int) -> Rack:
        """The tiles that one of them leaves."""
        return Rack(tuple(self.counts[index].tolist()), self.alphabet)


class PlayFields(TypedDict):
    """How every report tells a play."""

    position: str
    across: bool
    word: str
    tiles: str


def play_fields(position: Position, play: Placement) -> PlayFields:
    """A play in the notation of the position."""
    place = write_place(play.row, play.column, play.across, position.notation)
    return {"position": place, "across": play.across, "word": bracketed(play.word), "tiles": bracketed(play.tiles)}


def move_report(position: Position, play: Play) -> MoveReport:
    """A play as a line of a list."""
    report = MoveReport(**play_fields(position, play.placement), score=play.score, rank=play.rank)
    if play.leave is None:
        return report
    leave = {"leave": str(play.leave), "leave_value": play.leave_value, "equity": round(play.equity, 2)}
    return report.model_copy(update=leave)
