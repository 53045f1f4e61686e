"""What `scrabble squares` does: the candidate squares of a board as a picture, a table, or JSON."""

from collections.abc import Iterable

from clausal.cli.exit import NO, YES
from clausal.cli.output import columns, draw, print_json, say
from clausal.models.scrabble.board import Board
from clausal.models.scrabble.drawing import draw_markup
from clausal.models.scrabble.layout import Square
from clausal.models.scrabble.notation import Notation, square_name, write_place, write_placement
from clausal.models.scrabble.position import Position
from clausal.models.scrabble.report import FoundPlayReport, SquareReport
from clausal.models.scrabble.restricted import ACROSS, CandidateSquare
from clausal.solvers.scrabble.arrangements import Search, SquareSearch, search
from clausal.solvers.scrabble.placements import Scored

_WAYS = ("0 none", "1 down", "2 across")
_MOST_PLAYS = 10
_ACROSS, _DOWN, _BOTH, _FREE = "-", "|", "+", "."


def show_squares(position: Position, notation: Notation, *, json: bool) -> int:
    """Every candidate square, and with a rack what the strategy finds there. Exit code 1 when it finds no play."""
    found = search(position)
    with_rack = bool(position.rack.total)
    if json:
        for searched in found.squares:
            print_json(_report(searched, notation, with_rack=with_rack))
    else:
        _print(position, found, notation, with_rack=with_rack)
    return NO if with_rack and found.length is None else YES


def _print(position: Position, found: Search, notation: Notation, *, with_rack: bool) -> None:
    squares = [searched.square for searched in found.squares]
    pictures = draw_markup(position.board, notation).splitlines(), _map(position.board, squares)
    draw("\n".join(f"{left}   {right}" for left, right in zip(*pictures, strict=True)))
    say(
        f"right: the direction of each tile, and where a word through it may lie ({_ACROSS} across, {_DOWN} down)",
        "dim",
    )
    say("")
    heading = ["square", "tile", "where", "around", "direction", "before", "after"]
    rows = [_row(searched, notation) for searched in found.squares]
    if with_rack:
        heading += ["arrangements", "plays"]
        rows = [[*row, f"{one.arranged:,}", str(len(one.plays))] for row, one in zip(rows, found.squares, strict=True)]
    columns([heading, *rows])
    if with_rack:
        _print_plays(found, notation)


def _print_plays(found: Search, notation: Notation) -> None:
    say("")
    if found.length is None:
        say("no word of 5, 4 or 6 letters can be played", "red")
        return
    plays = sorted((play for one in found.squares for play in one.plays), key=lambda play: -play.score)
    say(f"{len(plays)} plays of {found.length} letters, the first length that has any; the best:", "green")
    columns([(write_placement(play, notation), play.word, str(points)) for play, points in plays[:_MOST_PLAYS]], 2)


def _row(searched: SquareSearch, notation: Notation) -> list[str]:
    square = searched.square
    name = square_name(square.row, square.column, notation)
    around = "".join(map(str, square.around))
    return [
        name,
        square.letter or "start",
        square.kind,
        around,
        _WAYS[square.direction],
        str(square.before),
        str(square.after),
    ]


def _map(board: Board, squares: Iterable[CandidateSquare]) -> list[str]:
    """The board as the strategy sees it: directions for tiles, and the squares of the cylinders."""
    marks: dict[Square, str] = {}
    for square in squares:
        for step in range(-square.before, square.after + 1):
            across = square.direction == ACROSS
            place = (square.row, square.column + step) if across else (square.row + step, square.column)
            mark = _ACROSS if across else _DOWN
            marks[place] = mark if marks.get(place, mark) == mark else _BOTH
    marks |= {(square.row, square.column): str(square.direction) for square in squares}
    layout = board.layout
    rows = [" ".join(marks.get((row, column), _FREE) for column in range(layout.columns)) for row in range(layout.rows)]
    return ["", *rows]


def _report(searched: SquareSearch, notation: Notation, *, with_rack: bool) -> SquareReport:
    square = searched.square
    return SquareReport(
        square=square_name(square.row, square.column, notation),
        row=square.row + 1,
        column=square.column + 1,
        letter=square.letter,
        kind=square.kind,
        around=square.around,
        direction=square.direction,
        before=square.before,
        after=square.after,
        arrangements=searched.arranged if with_rack else None,
        plays=tuple(_play(play, notation) for play in searched.plays) if with_rack else None,
    )


def _play(scored: Scored, notation: Notation) -> FoundPlayReport:
    play = scored.placement
    return FoundPlayReport(
        position=write_place(play.row, play.column, play.across, notation),
        across=play.across,
        word=play.word,
        tiles=play.tiles,
        score=scored.score,
    )
