"""Plays with their leaves and equities, and their reports."""

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
from entails.solvers.scrabble.placements import Placements, tuples_from_columns

MARS = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15 EILNTUS/ 0/12 0"
"""Position of the examples: the second play of a game."""

RACK = {"rack": CommandArgument("[RACK]", "Your tiles, ? for a blank (default: the rack of the position).")}
WithLeave = Annotated[bool, Field(description="Order by equity: score plus the value of the leave.")]


class FoundPlayReport(Value):
    """A play in a report: place, direction, word and score."""

    position: str
    across: bool
    word: str
    tiles: str
    score: int


class MoveReport(FoundPlayReport):
    """A line of `scrabble moves` and `scrabble best`.

    Plays of equal score share a `rank`. With --leave: the tiles kept, their leave value, and the equity (score plus
    leave value).
    """

    rank: int
    leave: str | None = None
    leave_value: float | None = None
    equity: float | None = None

    def absent(self) -> set[str]:
        return {"leave", "leave_value", "equity"} if self.leave is None else set()


class PlayReport(NamedTuple):
    """A play with its score, its rank (equal scores share one) and, if requested, its leave and value."""

    placement: Placement
    score: int
    rank: int
    leave: Rack | None = None
    leave_value: float = 0.0

    @property
    def equity(self) -> float:
        """The score plus the value of the leave."""
        return self.score + self.leave_value


@dataclass(frozen=True, eq=False)
class Plays(Sequence[PlayReport]):
    """A list of placements, chosen and ordered by `indices`."""

    position: Position
    placements: Placements
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
            return [*self._reports(self.indices[index])]
        return next(self._reports(self.indices[[index]]))

    def __iter__(self) -> Iterator[PlayReport]:
        return self._reports(self.indices)

    def _reports(self, indices: NDArray[np.intp]) -> Iterator[PlayReport]:
        placements, leaves = self.placements, self.leaves
        scores, ranks = placements.scores[indices].tolist(), placements.ranks[indices].tolist()
        racks: Iterable[Rack | None] = repeat(None)
        values: Iterable[float] = repeat(0.0)
        if leaves is not None:
            numbers = leaves.numbers[indices].tolist()
            racks, values = map(leaves.racks.__getitem__, numbers), map(leaves.values.__getitem__, numbers)
        return tuples_from_columns(PlayReport, placements.placements(indices), scores, ranks, racks, values)


@dataclass(frozen=True)
class LeaveReport:
    """The leaves of all placements, with their values.

    Attributes:
        racks: The possible leaves.
        values: Their values.
        numbers: Index of the leave of each placement.
        equities: Score plus leave value of each placement.
    """

    racks: tuple[Rack, ...]
    values: tuple[float, ...]
    numbers: NDArray[np.int64]
    equities: NDArray[np.float64]

    @classmethod
    def of(cls, position: Position, placements: Placements) -> "LeaveReport":
        from entails.solvers.scrabble.leave import equities, leave_numbers, leave_points, possible_leaves
        from entails.solvers.scrabble.players import leave_tables

        tables = leave_tables(position.tile_set)
        kept = possible_leaves(position.rack)
        return cls(
            tuple(Rack(tuple(counts), position.rack.alphabet) for counts in kept.tolist()),
            tuple(round(points, 2) for points in leave_points(position, kept, tables).tolist()),
            leave_numbers(position.rack, placements),
            equities(position, placements, tables),
        )


class PlayFields(TypedDict):
    """The fields of a play that every report has."""

    position: str
    across: bool
    word: str
    tiles: str


def play_fields(position: Position, play: Placement) -> PlayFields:
    """Return these fields for a play, in the notation of the position."""
    place = write_place(play.row, play.column, play.across, position.notation)
    return {"position": place, "across": play.across, "word": bracketed(play.word), "tiles": bracketed(play.tiles)}


def move_report(position: Position, play: PlayReport) -> MoveReport:
    """Return a play as a line of `scrabble moves`."""
    report = MoveReport(**play_fields(position, play.placement), score=play.score, rank=play.rank)
    if play.leave is None:
        return report
    leave = {"leave": str(play.leave), "leave_value": play.leave_value, "equity": round(play.equity, 2)}
    return report.model_copy(update=leave)
