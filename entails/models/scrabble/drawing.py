"""A board as people draw it: rows of squares between their names. Read and written.

       A B C D E F G H I J K L M N O
     1 = . . ' . . . = . . . ' . . =
     2 . - . . . " . . . " . . . - .
     ...
     8 = . . ' M A R S . . . ' . . =

Capitals are tiles, small letters blanks, premium squares as in a board file (' " ^ - = ~). Squares may stand apart or
close together; names of rows and columns, frames of | and lines of - are not needed. _ and * are empty squares too.
"""

import re
from collections.abc import Sequence

from entails.models.brackets import bracketed, unbracketed
from entails.models.errors import InvalidPuzzle
from entails.models.scrabble.board import EMPTY_SQUARE, Board
from entails.models.scrabble.layout import LARGEST, PREMIUMS, Layout
from entails.models.scrabble.notation import Notation

_EMPTY = {*PREMIUMS, "_", "*", "+", "·", " "}
_FRAME = re.compile(r"[\s|+\-─━│┃┌┐└┘├┤┬┴┼═║╔╗╚╝]*")
_ROW_NUMBER = re.compile(r"\s*[0-9]{1,2}(?=[^0-9])")
_WALLS = re.compile(r"[|│┃║]")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LONGEST_LINE = 400
_EXPECTED = "one line a row, such as . . . . M A R S . . . . . . ."

LABELS = {".": "·", "'": "2L", '"': "3L", "^": "4L", "-": "2W", "=": "3W", "~": "4W"}
FRENCH_LABELS = {".": "·", "'": "LD", '"': "LT", "^": "LQ", "-": "MD", "=": "MT", "~": "MQ"}
"""Lettre double, triple, quadruple, and mot."""
COLOURS = {
    ".": "dim",
    "'": "black on rgb(157,203,230)",
    '"': "black on rgb(74,144,201)",
    "^": "black on rgb(110,120,190)",
    "-": "black on rgb(242,178,178)",
    "=": "black on rgb(222,92,84)",
    "~": "black on rgb(176,62,120)",
}


def draw(board: Board, notation: Notation = "gcg") -> str:
    """The board as plain text; reading it gives the board again."""
    layout = board.layout
    row_names, column_names = _names(notation)
    named = 2 if notation == "french" and layout.columns > 9 else 1
    wide = max(named, *(len(bracketed(tile)) for tile in {*"".join(board.rows)}))
    lines = ["   " + " ".join(name.rjust(wide) for name in column_names[: layout.columns])]
    for row in range(layout.rows):
        tiles = zip(board.rows[row], range(layout.columns), strict=True)
        squares = [layout.symbol(row, column) if tile == EMPTY_SQUARE else bracketed(tile) for tile, column in tiles]
        lines.append(f"{row_names[row]:>2} " + " ".join(square.rjust(wide) for square in squares))
    return "\n".join(lines)


def draw_markup(board: Board, notation: Notation = "gcg", new: Sequence[tuple[int, int]] = ()) -> str:
    """The board in rich's markup, for a terminal: squares side by side in colours, premiums by name, tiles of the
    squares `new` brighter."""
    fresh = set(new)
    labels = FRENCH_LABELS if notation == "french" else LABELS

    def style(row: int, column: int) -> str:
        tile = board.tile(row, column)
        if tile == EMPTY_SQUARE:
            symbol = board.layout.symbol(row, column)
            label = "★" if board.is_empty and (row, column) in board.layout.start else labels[symbol]
            return f"[{COLOURS[symbol]}]{label:^3}[/]"
        return f"[{_tile_colour(tile.islower(), (row, column) in fresh)}]{bracketed(tile).strip('[]'):^3}[/]"

    layout = board.layout
    row_names, column_names = _names(notation)
    lines = ["   " + "".join(f"{name:^3}" for name in column_names[: layout.columns]).rstrip()]
    for row in range(layout.rows):
        lines.append(f"{row_names[row]:>2} " + "".join(style(row, column) for column in range(layout.columns)))
    return "\n".join(lines)


def read_drawn(text: str, layout: Layout | None = None) -> tuple[str, ...]:
    """The rows of a drawn board, "." for empty squares. Without a layout it has as many columns as rows."""
    lines = [
        (number, line)
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1)
        if not _is_frame(line) and not line.lstrip().startswith("#")
    ]
    if lines and _is_heading(lines[0][1]):
        del lines[0]
    if not lines:
        raise InvalidPuzzle("there is no board in it", expected=_EXPECTED)
    if len(lines) > LARGEST:
        raise InvalidPuzzle(f"the board has {len(lines)} rows", where=f"line {lines[LARGEST][0]}", expected=_EXPECTED)
    columns = layout.columns if layout is not None else len(lines)
    return tuple(_row(line, number, row, columns) for row, (number, line) in enumerate(lines))


def _names(notation: Notation) -> tuple[list[str], list[str]]:
    """How rows and columns are called."""
    numbers, letters = [f"{number}" for number in range(1, LARGEST + 1)], list(_LETTERS)
    return (numbers, letters) if notation == "gcg" else (letters, numbers)


def _tile_colour(blank: bool, fresh: bool) -> str:
    ink = "bold rgb(180,40,40)" if blank else "bold black"
    return f"{ink} on rgb(255,200,60)" if fresh else f"{ink} on rgb(240,217,160)"


def _is_frame(line: str) -> bool:
    return _FRAME.fullmatch(line) is not None


def _is_heading(line: str) -> bool:
    """The names of the columns: A B C... or 1 2 3..."""
    names = "".join(line.split())
    numbers = "".join(str(number) for number in range(1, LARGEST + 1))
    return len(names) >= 2 and (_LETTERS.startswith(names.upper()) or (numbers.startswith(names) and names.isdigit()))


def _row(line: str, number: int, row: int, columns: int) -> str:
    if len(line) > _LONGEST_LINE:
        raise InvalidPuzzle("this line is too long for a row", where=f"line {number}", expected=_EXPECTED)
    squares = _squares(unbracketed(line), row, columns)
    if len(squares) != columns:
        problem = f"this row has {len(squares)} squares"
        raise InvalidPuzzle(problem, where=f"line {number}", expected=f"{columns}, one for each column")
    for at, symbol in squares:
        if not symbol.isalpha() and symbol not in _EMPTY:
            where = f"line {number}, column {at + 1}"
            raise InvalidPuzzle(f"{symbol!r} is not a square", where=where, expected="a letter, . or a premium square")
    return "".join(symbol if symbol.isalpha() else EMPTY_SQUARE for _, symbol in squares)


def _squares(line: str, row: int, columns: int) -> list[tuple[int, str]]:
    """(place in the line, character) of each square. Inside a frame a blank space can be a square."""
    label = _ROW_NUMBER.match(line)
    begin = label.end() if label else 0
    walls = [match.start() for match in _WALLS.finditer(line)]
    if len(walls) >= 2:
        inside = [(at, line[at]) for at in range(walls[0] + 1, walls[-1])]
        for squares in (inside, inside[::2], inside[1::2]):
            if len(squares) == columns:
                return squares
    found = [(at, line[at]) for at in range(begin, len(line)) if not line[at].isspace() and at not in walls]
    named = label is None and len(found) == columns + 1 and found[0][1].upper() == _LETTERS[row]
    return found[1:] if named else found
