"""What `scrabble moves`, `best` and `bingo` do."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clausal.cli.exit import NO, YES
from clausal.cli.output import columns, print_json, say
from clausal.cli.scrabble_referee import print_board
from clausal.models.errors import InvalidPuzzle
from clausal.models.letters import fold, is_word
from clausal.models.scrabble.notation import Notation, write_place
from clausal.models.scrabble.placement import THROUGH, Placement
from clausal.models.scrabble.position import Position
from clausal.models.scrabble.rack import Rack
from clausal.models.scrabble.report import BingoReport, MoveReport
from clausal.solvers.scrabble.generator import all_placements
from clausal.solvers.scrabble.placements import Placements

_LONGEST = 40
_LEAVE_HEADING = ["", "score", "", "left", "worth"]


@dataclass(frozen=True)
class Wish:
    """Which of the placements somebody wants to see; `most` is None for all of them."""

    most: int | None
    min_score: int
    contains: str
    leave: bool


def show_moves(position: Position, wish: Wish, notation: Notation, *, json: bool) -> int:
    """The placements, best first."""
    found = all_placements(position)
    moves = _Moves(position, found, notation, leave=wish.leave)
    fits = (found.scores >= wish.min_score) & found.holding(_letters(wish.contains))[found.play_of]
    wanted = [index for index in moves.order if fits[index]]
    shown = wanted[: wish.most]
    if json:
        for index in shown:
            print_json(moves.report(index))
    elif shown:
        say(_heading(len(found), len(wanted)), "bold")
        _print_moves([moves.report(index) for index in shown])
        if len(shown) < len(wanted):
            say(f"{len(wanted) - len(shown):,} more (--all shows them)", "dim")
    else:
        say("there is no such play" if len(found) else "no play is possible", "red")
    return YES if shown else NO


def show_best(position: Position, notation: Notation, *, leave: bool, json: bool) -> int:
    """The first of them, on the board."""
    found = all_placements(position)
    moves = _Moves(position, found, notation, leave=leave)
    if not len(found):
        if not json:
            say("no play is possible", "red")
        return NO
    index = moves.order[0]
    report, placement = moves.report(index), found.placement(index)
    if json:
        print_json(report)
        return YES
    laid = tuple((row, column) for row, column, _, _ in placement.laid)
    print_board(position.board.with_placement(placement), notation, laid)
    equity = "" if report.equity is None else f", worth {report.equity:.1f} with {report.leave or 'nothing'} left"
    say(f"{report.position} {bracketed(placement)}: {report.score} points{equity}", "green")
    return YES


def show_bingo(position: Position, notation: Notation, *, show: bool, json: bool) -> int:
    """Is there a play with the bonus?"""
    found = all_placements(position)
    tiles = position.rules.bonus_tiles
    moves = _Moves(position, found, notation, leave=False)
    with_bonus = np.flatnonzero(found.laid >= tiles).tolist()
    plays = [moves.report(index) for index in with_bonus] if show else None
    if json:
        shown = None if plays is None else tuple(plays)
        print_json(BingoReport(bingo=bool(with_bonus), count=len(with_bonus), tiles=tiles, plays=shown))
    elif not with_bonus:
        say(f"no: no play lays {tiles} tiles", "red")
    else:
        ways = "one play lays" if len(with_bonus) == 1 else f"{len(with_bonus):,} plays lay"
        say(f"yes: {ways} {tiles} tiles{'' if show else ' (--show tells which)'}", "green")
        _print_moves(plays or [])
    return YES if with_bonus else NO


class _Moves:
    """Placements in the order that is wanted, and each of them as a report."""

    def __init__(self, position: Position, found: Placements, notation: Notation, *, leave: bool) -> None:
        self._found, self._notation = found, notation
        self._leaves = Leaves.of(position, found) if leave else None
        self.order: Sequence[int] = range(len(found))
        if self._leaves is not None:
            self.order = np.argsort(-(found.scores + self._leaves.values), kind="stable").tolist()

    def report(self, index: int) -> MoveReport:
        placement, score = self._found[index]
        report = MoveReport(
            position=write_place(placement.row, placement.column, placement.across, self._notation),
            across=placement.across,
            word=placement.word,
            tiles=placement.tiles,
            score=score,
            rank=self._found.rank(score),
        )
        if self._leaves is None:
            return report
        value = round(float(self._leaves.values[index]), 2)
        return report.model_copy(
            update={"leave": self._leaves.tiles(index), "leave_value": value, "equity": round(score + value, 2)}
        )


@dataclass(frozen=True)
class Leaves:
    """The tiles that each placement leaves on the rack, as counts, and what they are worth for the turns to come."""

    counts: NDArray[np.int64]
    values: NDArray[np.float64]

    @classmethod
    def of(cls, position: Position, found: Placements) -> "Leaves":
        from clausal.solvers.scrabble.leave import kept_of, leave_numbers, leave_worth
        from clausal.solvers.scrabble.players import leave_tables

        kept, numbers = kept_of(position.rack), leave_numbers(position.rack, found)
        worth = leave_worth(position, kept, leave_tables(position.tile_set.language))
        return cls(kept[numbers], worth[numbers])

    def tiles(self, index: int) -> str:
        """The tiles of one of them as text."""
        return str(Rack(tuple(self.counts[index].tolist())))


def bracketed(placement: Placement) -> str:
    """The word as players write it, letters of the board in brackets: UNTI(M)ELy."""
    pieces = [
        f"({letter})" if tile == THROUGH else tile for letter, tile in zip(placement.word, placement.tiles, strict=True)
    ]
    return "".join(pieces).replace(")(", "")


def _print_moves(moves: Iterable[MoveReport]) -> None:
    rows = [_row(move) for move in moves]
    if rows:
        columns([_LEAVE_HEADING, *rows] if len(rows[0]) == len(_LEAVE_HEADING) else rows, 1)


def _row(move: MoveReport) -> list[str]:
    placement = Placement(0, 0, move.across, move.word, move.tiles)
    row = [move.position.ljust(4), str(move.score), bracketed(placement)]
    return row if move.equity is None else [*row, move.leave or "-", f"{move.equity:.1f}"]


def _heading(total: int, wanted: int) -> str:
    plays = "one play" if total == 1 else f"{total:,} plays"
    return plays if wanted == total else f"{wanted:,} of {plays}"


def _letters(text: str) -> str:
    folded = fold(text.strip())
    if folded and not is_word(folded[:_LONGEST]):
        raise InvalidPuzzle("these are not letters", where="--contains", expected="letters that the word must hold")
    return folded
