"""SadMan's .sdk: nine lines of nine characters, under a [Puzzle] header when the file has more sections.

The other sections hold one player's progress, which is not the puzzle; lines that start with # tell who made it.
"""

import re

from entails.models.errors import InvalidPuzzle
from entails.models.sudoku.forms.rows import read_rows
from entails.models.sudoku.forms.symbols import digits_only
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape

_PUZZLE = re.compile(r"^[ \t]*\[puzzle\][ \t]*$(.*?)(?=^[ \t]*\[|\Z)", re.IGNORECASE | re.MULTILINE | re.DOTALL)
_HEADER = re.compile(r"^[ \t]*\[[a-z]+\][ \t]*$", re.IGNORECASE | re.MULTILINE)


def is_sdk(text: str) -> bool:
    """The text has a section header of its own."""
    return _HEADER.search(text) is not None


def read_sdk(text: str, shape: Shape | None = None) -> Grid:
    """The grid of the [Puzzle] section, or of the whole text when there are no sections."""
    if not is_sdk(text):
        return read_rows(text, shape)
    section = _PUZZLE.search(text)
    if section is None:
        raise InvalidPuzzle("the file has sections but no puzzle", where=".sdk", expected="a [Puzzle] section")
    return read_rows(section[1], shape)


def write_sdk(grid: Grid) -> str:
    """The [Puzzle] section."""
    line, size = digits_only(grid, "sdk").line, grid.shape.size
    rows = (line[start : start + size] for start in range(0, len(line), size))
    return "\n".join(("[Puzzle]", *rows))
