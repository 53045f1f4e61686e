"""A line of a technique library, as HoDoKu keeps them: a moment of a solution, with the step that is meant there.

:0400:1:.+3.5...:812 543:125:: is the number of the technique, the digits it is about, the cells ("+" before a digit
that was found, not given), the candidates that were struck out, and what the step rules out. A candidate is digit, row
and column. The cells and the candidates left are read; the step is for the reader to find.
"""

import re
from dataclasses import replace

from entails.models.errors import InvalidPuzzle
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape

_LINE = re.compile(r":[^:]*:[^:]*:(?P<cells>[^:]*)(?::(?P<struck>[^:]*))?(?::.*)?")
_CANDIDATE = re.compile(r"[1-9]{3}")
_EMPTY = ".0"
_EXPECTED = ":technique:digits:81 cells:candidates struck out, such as 814:"


def is_library_line(line: str) -> bool:
    """Has it the look of such a line?"""
    return line.startswith(":") and _LINE.fullmatch(line) is not None


def read_library_line(line: str, shape: Shape | None) -> Grid:
    """The moment as a grid with pencil marks."""
    del shape
    parts = _LINE.fullmatch(line)
    if parts is None:
        raise InvalidPuzzle("this is no line of a technique library", expected=_EXPECTED)
    classic = Shape.classic(9)
    cells = [0 if symbol in _EMPTY else int(symbol) for symbol in _symbols(parts["cells"])]
    marks = [1 << (digit - 1) if digit else 511 for digit in cells]
    for candidate in (parts["struck"] or "").split():
        if not _CANDIDATE.fullmatch(candidate):
            raise InvalidPuzzle(
                f"{candidate[:10]!r} is no candidate", where="struck out", expected="digit, row and column, such as 814"
            )
        digit, row, column = map(int, candidate)
        marks[9 * (row - 1) + column - 1] &= ~(1 << (digit - 1))
    found = tuple(cell for cell, sign in enumerate(_signs(parts["cells"])) if sign)
    return replace(Grid.of(classic, cells, marks), found=found)


def _signs(text: str) -> list[bool]:
    """Which of the cells have a sign before them."""
    return ["+" in cell for cell in re.findall(r"\+?[^+]", text)]


def _symbols(text: str) -> str:
    """The 81 cells, without the signs before digits that were found."""
    symbols = text.replace("+", "")
    strange = next((symbol for symbol in symbols if symbol not in "123456789" + _EMPTY), None)
    if strange is not None or len(symbols) != 81:
        what = f"has {len(symbols)} cells" if strange is None else f"has the character {strange!r}"
        raise InvalidPuzzle(f"the grid of the library line {what}", expected=_EXPECTED)
    return symbols
