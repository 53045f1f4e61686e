"""Reader of grids in any text format, detected from the content.

The formats are tried in this order; the first that fits decides:

1. an XML document whose first element is <opensudoku>: one grid per game;
2. a section header such as [Puzzle]: one .sdk file;
3. JSON that does not end on its first line, unless a later line is a whole grid: one grid;
4. a line that is a whole grid, a list of candidates, a link, a line of a technique library or a JSON value: one grid
   per line (.sdm);
5. a single line: as in 4, with an error if it is invalid;
6. otherwise one grid in rows: .sdk without header, .ss, .sdx, a drawing, a pencil-mark dump.

Sixteen lines of sixteen characters may be one 16x16 grid or sixteen 4x4 grids. If the digits do not decide, this is an
error that asks for the shape. Blank lines, lines that start with # and the header of a CSV file are ignored.
"""

import re
from collections.abc import Callable, Iterator

from entails.formats.sudoku.files import is_library_line, is_opensudoku, read_library_line, read_opensudoku
from entails.formats.sudoku.json import read_json
from entails.formats.sudoku.links import is_link, read_link
from entails.formats.sudoku.text import (
    LONGEST,
    candidates_shape,
    first_field,
    is_frame,
    is_sdk,
    line_shape,
    read_candidates,
    read_line,
    read_rows,
    read_sdk,
)
from entails.models.entry import Entry
from entails.models.errors import Invalid, InvalidPuzzle
from entails.models.fields import Json, load_json
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_CELLS_ONLY = re.compile(r"[.0*_\-·1-9A-Pa-p]+")
_XML = re.compile(r"\s*<")
_JSON_START = re.compile(r'\{\s*(?:"|\}?$)|\[')
_BEYOND_4 = re.compile(r"[5-9A-Pa-p]")
_HEADINGS = {"puzzle", "puzzles", "quiz", "quizzes", "sudoku", "sudokus", "grid", "grids"}
_MOST_ROWS = 200
"""Maximum number of lines of one grid. A 25x25 drawing has 51; the rest is for notes."""
_EXPECTED = "a grid such as 81 characters, a drawn grid, JSON or a link"

_Reader = Callable[[str, Shape | None], Grid]


def read_grids(text: str, shape: Shape | None = None) -> Iterator[Entry[Grid]]:
    """Yield every grid of a text with its line number (from 1). An invalid line becomes an entry with an error.

    `shape` is the shape of grids whose text does not state it.
    """
    text = text.removeprefix("\ufeff")
    if _XML.match(text) and is_opensudoku(text):
        yield from read_opensudoku(text, shape)
        return
    first = next(_content(text), None)
    if first is None:
        yield Entry(1, None, InvalidPuzzle("the text is empty", expected=_EXPECTED))
        return
    lines = [line for _, line in _content(text)] if len(text) <= LONGEST else []
    if lines and (read_whole := whole_reader(lines, shape)):
        yield _entry(first[0], "\n".join(lines), shape, read_whole)
    else:
        is_empty = True
        for number, line in _content(text):
            for entry in read_listed(number, line, shape, first[0]):
                is_empty = False
                yield entry
        if is_empty:
            yield Entry(first[0], None, InvalidPuzzle("a heading without grids", expected=_EXPECTED))


def read_listed(number: int, line: str, shape: Shape | None, first: int | None) -> Iterator[Entry[Grid]]:
    """Read a line of a list: its grid, or nothing for a blank line, a comment, or a heading on line `first`."""
    content = line.strip()
    if content and not content.startswith("#") and (number != first or not _is_heading(content)):
        yield _entry(number, content, shape, _read_alone)


def parse_grid(text: str, shape: Shape | None = None) -> Grid:
    """Read the grid of a text that contains exactly one."""
    entries = read_grids(text, shape)
    entry = next(entries)
    if entry.puzzle is None:
        error = entry.error or InvalidPuzzle("no grid", expected=_EXPECTED)
        raise error.at(f"line {entry.line}") if entry.line > 1 else error
    if second := next(entries, None):
        raise InvalidPuzzle("more than one grid", where=f"line {second.line}", expected="exactly one")
    return entry.puzzle


def _content(text: str) -> Iterator[tuple[int, str]]:
    """Yield the number and the stripped text of each line with content, lazily, since a text may have millions."""
    for number, line in enumerate(_LINE.finditer(text), 1):
        content = line[0].strip()
        if content and not content.startswith("#"):
            yield number, content


def _entry(number: int, text: str, shape: Shape | None, read: _Reader) -> Entry[Grid]:
    try:
        return Entry(number, read(text, shape))
    except Invalid as error:
        return Entry(number, None, error)


def whole_reader(lines: list[str], shape: Shape | None) -> _Reader | None:
    """Return the reader that takes all lines as one grid; None if each line is a grid (see the order above)."""
    if any(map(is_sdk, lines)):
        return read_sdk
    if len(lines) == 1:
        return None
    if _JSON_START.match(lines[0]):
        alone = _json(lines[0]) is not None or any(_stands_alone(line, shape) for line in lines[1:])
        return None if alone else read_json
    if shape is None and len(lines) == 16 and all(len(line) == 16 and _CELLS_ONLY.fullmatch(line) for line in lines):
        return read_rows if _BEYOND_4.search("".join(lines)) else _reject_ambiguous
    if len(lines) > _MOST_ROWS or any(_stands_alone(line, shape) for line in lines):
        return None
    return read_rows


def _reject_ambiguous(_text: str, _shape: Shape | None) -> Grid:
    raise InvalidPuzzle(
        "these 16 lines of 16 cells may be one 16x16 grid or sixteen 4x4 grids", expected="the shape, set with --shape"
    )


def _read_alone(line: str, shape: Shape | None) -> Grid:
    """Read a grid that takes a whole line."""
    if len(line) > LONGEST:
        raise InvalidPuzzle(f"line of {len(line):,} characters", expected=_EXPECTED)
    return next(read for looks_right, read in _READERS if looks_right(line, shape))(line, shape)


def _read_cells(line: str, shape: Shape | None) -> Grid:
    """Read a line of cells, or of candidates if it has the length of a candidate list."""
    field = first_field(line)
    if line_shape(len(field), shape) is None and (listed := candidates_shape(len(field), shape)):
        return read_candidates(field, listed)
    return read_line(line, shape)


def _is_cells(line: str, shape: Shape | None) -> bool:
    """Return whether a line begins with as many cells, or candidates, as a grid has."""
    field = first_field(line)
    fits = line_shape(len(field), shape) or candidates_shape(len(field), shape)
    return fits is not None and _CELLS_ONLY.fullmatch(field) is not None and not is_frame(field)


_READERS: tuple[tuple[Callable[[str, Shape | None], object], _Reader], ...] = (
    (_is_cells, _read_cells),
    (lambda line, _: _JSON_START.match(line), read_json),
    (lambda line, _: is_link(line), read_link),
    (lambda line, _: is_library_line(line), read_library_line),
    (lambda *_: True, _read_cells),
)
"""Tests and readers of a single line; the first test that passes decides. Most lines are plain cells."""


def _stands_alone(line: str, shape: Shape | None) -> bool:
    """Return whether a line looks like a whole grid, even if one of its characters is invalid."""
    if _JSON_START.match(line):
        value = _json(line) if line.endswith("}") else None
        return isinstance(value, dict) and ("cells" in value or "grid" in value)
    return _is_cells(line, shape) or is_link(line) or is_library_line(line)


def _is_heading(line: str) -> bool:
    return first_field(line[:20]).lower() in _HEADINGS


def _json(line: str) -> Json:
    """Return the value of a line that is JSON by itself, or None."""
    try:
        return load_json(line)
    except Invalid:
        return None
