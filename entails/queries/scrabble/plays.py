"""What the generator finds, as people ask for it: filtered, in order, with what stays on the rack."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Annotated, NamedTuple, TypedDict, overload

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from entails.models.errors import bracketed
from entails.models.fields import CommandArgument, Value
from entails.models.scrabble.board import Placement, write_place
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import Rack
from entails.solvers.scrabble.placements import Placements, made_of

MARS = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15 EILNTUS/ 0/12 0"
"""The position of examples: an opening, to be answered."""

RACK = {"rack": CommandArgument("[RACK]", "Your tiles, ? for a blank; without them those that the board names.")}
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


class PlayReport(NamedTuple):
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
class Plays(Sequence[PlayReport]):
    """Some of all placements `found`: those of these `indices`, in this order."""

    position: Position
    found: Placements
    indices: NDArray[np.intp]
    leaves: "LeaveReport | None" = None

    def __len__(self) -> int:
        return len(self.indices)

    @overload
    def __getitem__(self, index: int) -> PlayReport: ...

    @overload
    def __getitem__(self, index: slice) -> list[PlayReport]: ...

    def __getitem__(self, index: int | slice) -> PlayReport | list[PlayReport]:
        if isinstance(index, slice):
            return [*self._made(self.indices[index])]
        return next(self._made(self.indices[[index]]))

    def __iter__(self) -> Iterator[PlayReport]:
        return self._made(self.indices)

    def _made(self, indices: NDArray[np.intp]) -> Iterator[PlayReport]:
        found, leaves = self.found, self.leaves
        scores, ranks = found.scores[indices].tolist(), found.ranks[indices].tolist()
        racks: Iterable[Rack | None] = repeat(None)
        values: Iterable[float] = repeat(0.0)
        if leaves is not None:
            numbers = leaves.numbers[indices].tolist()
            racks, values = map(leaves.racks.__getitem__, numbers), map(leaves.values.__getitem__, numbers)
        return made_of(PlayReport, found.placements(indices), scores, ranks, racks, values)


@dataclass(frozen=True)
class LeaveReport:
    """What can be left on the rack, and what that is worth for the turns to come; of each placement which of them it
    leaves, and that and the score together."""

    racks: tuple[Rack, ...]
    values: tuple[float, ...]
    numbers: NDArray[np.int64]
    equities: NDArray[np.float64]

    @classmethod
    def of(cls, position: Position, found: Placements) -> "LeaveReport":
        from entails.solvers.scrabble.leave import equities, kept_of, leave_numbers, leave_worth
        from entails.solvers.scrabble.players import leave_tables

        tables = leave_tables(position.tile_set)
        kept = kept_of(position.rack)
        return cls(
            tuple(Rack(tuple(counts), position.rack.alphabet) for counts in kept.tolist()),
            tuple(round(worth, 2) for worth in leave_worth(position, kept, tables).tolist()),
            leave_numbers(position.rack, found),
            equities(position, found, tables),
        )


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


def move_report(position: Position, play: PlayReport) -> MoveReport:
    """A play as a line of a list."""
    report = MoveReport(**play_fields(position, play.placement), score=play.score, rank=play.rank)
    if play.leave is None:
        return report
    leave = {"leave": str(play.leave), "leave_value": play.leave_value, "equity": round(play.equity, 2)}
    return report.model_copy(update=leave)
