"""The study's search square by square, for people."""

from typing import TYPE_CHECKING

from entails.cli.output import columns, draw, print_line, say
from entails.models.scrabble.drawing import draw_markup
from entails.models.scrabble.notation import square_name, write_placement
from entails.models.scrabble.restricted import ACROSS

if TYPE_CHECKING:
    from entails.cli.answering import Asked
    from entails.models.scrabble.board import Board
    from entails.models.scrabble.layout import Square
    from entails.models.scrabble.position import Position
    from entails.solvers.scrabble.arrangements import Search, SquareSearch

_WAYS = ("0 none", "1 down", "2 across")
_MOST_PLAYS = 10
_ACROSS, _DOWN, _BOTH, _FREE = "-", "|", "+", "."


def squares(asked: "Asked") -> None:
    rows = [(found.puzzle, _square(found.value, found.puzzle)) for found in asked]
    if not asked.is_one:
        for position, row in rows:
            print_line("  ".join([asked.kind.write(position), *row]))
        return
    assert asked.last is not None  # the whole search
    (position, first), search = rows[0], asked.last.value
    pictures = draw_markup(position.board, position.notation).splitlines(), _map(position.board, search)
    draw("\n".join(f"{left}   {right}" for left, right in zip(*pictures, strict=True)))
    legend = f"({_ACROSS} across, {_DOWN} down)"
    say(f"right: the direction of each tile, and where a word through it may lie {legend}", "dim")
    say("")
    heading = ["square", "tile", "where", "around", "direction", "before", "after", "arrangements", "plays"]
    columns([heading[: len(first)], *(row for _, row in rows)])
    if not position.rack.total:
        return
    say("")
    if search.length is None:
        say("no word of 5, 4 or 6 letters can be played", "red")
        return
    plays = sorted((play for one in search.squares for play in one.plays), key=lambda play: -play.score)
    say(f"{len(plays)} plays of {search.length} letters, the first length that has any; the best:", "green")
    best = plays[:_MOST_PLAYS]
    columns([(write_placement(play, position.notation), play.word, str(points)) for play, points in best], 2)


def _square(searched: "SquareSearch", position: "Position") -> list[str]:
    square = searched.square
    name, around = square_name(square.row, square.column, position.notation), "".join(map(str, square.around))
    direction, reach = _WAYS[square.direction], (str(square.before), str(square.after))
    row = [name, square.letter or "start", square.kind, around, direction, *reach]
    return [*row, f"{searched.arranged:,}", str(len(searched.plays))] if position.rack.total else row


def _map(board: "Board", search: "Search") -> list[str]:
    """The board as the strategy sees it: directions for tiles, and the squares of the cylinders."""
    marks: dict[Square, str] = {}
    squares = [searched.square for searched in search.squares]
    for square in squares:
        for step in range(-square.before, square.after + 1):
            across = square.direction == ACROSS
            place = (square.row, square.column + step) if across else (square.row + step, square.column)
            mark = _ACROSS if across else _DOWN
            marks[place] = mark if marks.get(place, mark) == mark else _BOTH
    marks |= {(square.row, square.column): str(square.direction) for square in squares}
    wide, high = range(board.layout.columns), range(board.layout.rows)
    return ["", *(" ".join(marks.get((row, column), _FREE) for column in wide) for row in high)]
