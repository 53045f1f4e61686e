"""Grid files of other programs: OpenSudoku's XML and HoDoKu's technique libraries.

OpenSudoku: a folder of games, each with its cells in the attribute `data`. A new game has 81 digits. A game in progress
has "version: N" and some fields per cell; the first is the digit, the last is 0 for a given. The player's digits,
names, dates and notes are ignored. A document that declares entities is rejected: the format does not need them, and
they can expand without bound.

Technique library: each line is a position with the step to find, as in :0400:1:.+3.5...:812 543:125::. The fields are
the number of the technique, its digits, the cells ("+" before a digit that was not given), the removed candidates, and
the eliminations of the step. A candidate is digit, row and column. Only the cells and candidates are read.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from xml.parsers import expat

from entails.formats.sudoku.text import quoted, read_line
from entails.models.entry import Entry
from entails.models.errors import Invalid, InvalidPuzzle, quantity
from entails.models.sudoku.grid import Grid, mask_digits
from entails.models.sudoku.shape import Shape

_ROOT = re.compile(r"\s*(?:<\?xml\b[^>]*>\s*)?(?:<!--.*?-->\s*)*<opensudoku\b", re.DOTALL)
_VERSION = re.compile(r"version:\s*([0-9]{1,2})\s+")
_FIELDS = {1: 3, 2: 3, 3: 3, 4: 4, 5: 5}
"""The number of fields per cell, by version: version 4 adds a second type of marks, version 5 colours."""
_DATA = ("data", "cells_data")
_WHERE = "OpenSudoku"


def is_opensudoku(text: str) -> bool:
    """Return whether the first element of a text is <opensudoku>."""
    return _ROOT.match(text[:2000]) is not None


def read_opensudoku(text: str, shape: Shape | None = None) -> Iterator[Entry[Grid]]:
    """Yield the grid of every game with its line."""
    games: list[tuple[int, dict[str, str]]] = []
    parser = expat.ParserCreate()

    def start(name: str, attributes: dict[str, str]) -> None:
        if name == "game":
            games.append((parser.CurrentLineNumber, attributes))

    def doctype(*_declared: object) -> None:
        raise InvalidPuzzle("the document declares entities", where=_WHERE, expected="plain elements")

    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = doctype
    broken: Invalid | None = None
    try:
        parser.Parse(re.sub(r"^<\?xml[^>]*>", "", text.lstrip(), count=1).encode(), True)
    except expat.ExpatError as error:
        broken = InvalidPuzzle(
            f"invalid XML ({expat.ErrorString(error.code)})", where=_WHERE, expected="a complete document"
        )
    except Invalid as error:
        broken = error
    lines_before = text[: len(text) - len(text.lstrip())].count("\n")
    for line, attributes in games:
        try:
            yield Entry(line + lines_before, _grid(attributes, shape))
        except Invalid as error:
            yield Entry(line + lines_before, None, error)
    if broken:
        yield Entry(parser.CurrentLineNumber + lines_before, None, broken)
    elif not games:
        yield Entry(1, None, InvalidPuzzle("no game", where=_WHERE, expected='<game data="..."/>'))


def _grid(attributes: dict[str, str], shape: Shape | None) -> Grid:
    data = next((attributes[key] for key in _DATA if key in attributes), None)
    if data is None:
        raise InvalidPuzzle("game without cells", where=_WHERE, expected="an attribute data")
    version = _VERSION.match(data)
    return read_line(_givens(data[version.end() :], int(version[1])) if version else data, shape)


def _givens(text: str, version: int) -> str:
    """Return the givens of a game in progress, as a line of cells."""
    fields = [field for field in text.split("|") if field.strip()]
    width = _FIELDS.get(version)
    if width is None:
        raise InvalidPuzzle(f"version {version} is not supported", where=_WHERE, expected="1 to 5")
    if len(fields) != 81 * width:
        raise InvalidPuzzle(f"{len(fields)} fields", where=_WHERE, expected=f"{width} for each of 81 cells")
    digits, editable = fields[::width], fields[width - 1 :: width]
    for field in (*digits, *editable):
        if not re.fullmatch("[0-9]", field):
            raise InvalidPuzzle(f"invalid digit {quoted(field)}", where=_WHERE, expected="0 to 9")
    return "".join(digit if kept == "0" else "0" for digit, kept in zip(digits, editable, strict=True))


_LINE = re.compile(r":[^:]*:[^:]*:(?P<cells>[^:]*)(?::(?P<struck>[^:]*))?(?::.*)?")
_CANDIDATE = re.compile(r"[1-9]{3}")
_EMPTY = ".0"
_EXPECTED = ":technique:digits:81 cells:removed candidates, such as 814:"


def is_library_line(line: str) -> bool:
    """Return whether a line looks like one of a HoDoKu technique library."""
    return line.startswith(":") and _LINE.fullmatch(line) is not None


def read_library_line(line: str, shape: Shape | None) -> Grid:
    """Read the position of a library line as a grid with pencil marks."""
    del shape
    parts = _LINE.fullmatch(line)
    if parts is None:
        raise InvalidPuzzle("invalid line of a technique library", expected=_EXPECTED)
    classic = Shape.classic(9)
    cells = [0 if symbol in _EMPTY else int(symbol) for symbol in _symbols(parts["cells"])]
    marks = [1 << (digit - 1) if digit else 511 for digit in cells]
    for candidate in (parts["struck"] or "").split():
        if not _CANDIDATE.fullmatch(candidate):
            raise InvalidPuzzle(
                f"invalid candidate {candidate[:10]!r}",
                where="removed candidates",
                expected="digit, row and column, such as 814",
            )
        digit, row, column = map(int, candidate)
        marks[9 * (row - 1) + column - 1] &= ~(1 << (digit - 1))
    placed = tuple(cell for cell, sign in enumerate(_signs(parts["cells"])) if sign)
    return replace(Grid.of(classic, cells, marks), found=placed)


def write_library_line(
    grid: Grid,
    technique: str,
    digits: Sequence[int] = (),
    removes: Sequence[tuple[int, int]] = (),
    places: Sequence[tuple[int, int]] = (),
) -> str:
    """Write a position of a classic 9x9 grid and the step to find as a library line; candidates are (cell, digit)."""
    cells = "".join(f"{'+' if cell in grid.found else ''}{digit or '.'}" for cell, digit in enumerate(grid.cells))
    open_cells = Grid(grid.shape, grid.cells).open_masks()
    struck = [
        (cell, digit)
        for cell, (all_open, still_open) in enumerate(zip(open_cells, grid.open_masks(), strict=True))
        for digit in mask_digits(all_open & ~still_open)
    ]
    fields = (technique, "".join(map(str, digits)), cells, *map(_candidates, (struck, removes, places)))
    return f":{':'.join(fields)}:"


def _candidates(candidates: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{digit}{cell // 9 + 1}{cell % 9 + 1}" for cell, digit in candidates)


def _signs(text: str) -> list[bool]:
    """Return, for each cell, whether a "+" precedes it."""
    return ["+" in cell for cell in re.findall(r"\+?[^+]", text)]


def _symbols(text: str) -> str:
    """Return the 81 cells of a library line without "+" signs; reject invalid characters."""
    symbols = text.replace("+", "")
    strange = next((symbol for symbol in symbols if symbol not in "123456789" + _EMPTY), None)
    if strange is not None or len(symbols) != 81:
        problem = quantity(len(symbols), "cell") if strange is None else f"unexpected character {strange!r}"
        raise InvalidPuzzle(problem, where="library line, grid", expected=_EXPECTED)
    return symbols
