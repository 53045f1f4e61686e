"""What `scrabble check`, `tiles` and `show` do."""

import sys
from typing import Literal

from clausal.cli.exit import NO, YES
from clausal.cli.output import draw, print_json, print_line, say
from clausal.models.scrabble.board import Board
from clausal.models.scrabble.cgp import write_cgp
from clausal.models.scrabble.drawing import draw as drawn
from clausal.models.scrabble.drawing import draw_markup
from clausal.models.scrabble.layout import Square
from clausal.models.scrabble.notation import Notation, read_placement, write_place
from clausal.models.scrabble.placement import Placement
from clausal.models.scrabble.position import Position
from clausal.models.scrabble.rack import Rack
from clausal.models.scrabble.record import record_of, write_json
from clausal.models.scrabble.rules import Reason, ScoreSheet, WordScore
from clausal.models.scrabble.tiles import SYMBOLS
from clausal.puzzles.scrabble_reports import check_report, judged, show_report, tiles_report


def check_play(position: Position, text: str, notation: Notation, *, json: bool) -> int:
    """Judge one play and add it up."""
    placement = read_placement(text, position.board, notation)
    if json:
        report = check_report(position, placement, notation)
        print_json(report)
        return YES if report.legal else NO
    play, reasons, sheet = judged(position, placement, notation)
    _print_check(play, reasons, sheet, notation)
    return NO if reasons else YES


def show_tiles(position: Position, *, json: bool) -> int:
    """What is unseen, for a person in rows of equal letters."""
    unseen, report = position.unseen, tiles_report(position)
    if json:
        print_json(report)
        return YES
    say(f"{report.count} unseen of {position.tile_set.total} ({position.tile_set.name})", "bold")
    for line in rows_of_tiles(unseen):
        print_line(f"  {line}")
    parts = [f"{report.vowels} vowels", f"{report.consonants} consonants", f"{report.blanks} blank"]
    print_line(f"{', '.join(parts)}{'s' if report.blanks != 1 else ''}, {report.points} points")
    return YES


def show_position(
    position: Position, notation: Notation, form: Literal["drawn", "cgp", "json"] | None, *, json: bool
) -> int:
    """The board for a person, or the position in one of its forms."""
    record = record_of(position)
    if json:
        print_json(show_report(position))
    elif form == "cgp":
        print_line(write_cgp(record))
    elif form == "json":
        print_line(write_json(record))
    elif form == "drawn":
        print_line(drawn(position.board, notation))
    else:
        print_board(position.board, notation)
        if position.rack.total:
            print_line(f"rack {position.rack}")
        if any(position.scores):
            print_line(f"scores {' : '.join(map(str, position.scores))}, the player to move first")
    return YES


def print_board(board: Board, notation: Notation, new: tuple[Square, ...] = ()) -> None:
    """A picture in colours on a terminal, plain rows elsewhere."""
    if sys.stdout.isatty():
        draw(draw_markup(board, notation, new))
    else:
        print_line(drawn(board, notation))


def laid_squares(placement: Placement) -> tuple[Square, ...]:
    """Where a play laid its tiles, to show them brighter."""
    return tuple((row, column) for row, column, _, _ in placement.laid)


def rows_of_tiles(tiles: Rack) -> list[str]:
    """Tiles in rows of equal letters, none too long for a terminal."""
    groups = [symbol * count for symbol, count in zip(SYMBOLS, tiles.counts, strict=True) if count]
    rows: list[str] = []
    for group in groups:
        if rows and len(rows[-1]) + len(group) < 40:
            rows[-1] += f" {group}"
        else:
            rows.append(group)
    return rows


def _print_check(
    placement: Placement,
    reasons: tuple[Reason, ...],
    sheet: ScoreSheet | None,
    notation: Notation,
) -> None:
    place = write_place(placement.row, placement.column, placement.across, notation)
    verdict = "not legal" if reasons else "legal"
    points = "" if sheet is None else f", {sheet.total} points" if not reasons else f" (it would score {sheet.total})"
    say(f"{place} {placement.word}: {verdict}{points}", "red" if reasons else "green")
    for reason in reasons:
        print_line(f"  - {reason}")
    if sheet is None:
        return
    rows = [(word.word, _sum_of(word)) for word in sheet.words]
    if sheet.bonus:
        rows.append(("bonus", f"{placement.used.total} tiles = {sheet.bonus}"))
    if len(rows) > 1:
        rows.append(("total", str(sheet.total)))
    width = max(len(name) for name, _ in rows)
    for name, added in rows:
        print_line(f"  {name.ljust(width)}  {added}")


def _sum_of(word: WordScore) -> str:
    """As people add it up: (3 + 1x2 + 1) x 3 = 18."""
    parts = [f"{value}x{premium}" if premium > 1 else f"{value}" for _, value, premium in word.letters]
    added = " + ".join(parts)
    return f"({added}) x {word.multiplier} = {word.points}" if word.multiplier > 1 else f"{added} = {word.points}"
