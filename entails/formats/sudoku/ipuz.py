"""Sudoku in ipuz, a JSON format that puzzle programs exchange.

The kinds of a document name its rules; `puzzle` has the digits, `zones` and `cages` have groups of cells. `Ipuz` serves
all puzzle types of this family; grids are plain, with diagonals, or with irregular regions. Letters become digits in
their order. Unknown kinds and marks are rejected with their names; titles, colours and saved progress are ignored.
Coordinates are pairs of column and row, counted from 0 or from 1; the reader infers which from their range.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from entails.formats.sudoku.text import agreed_shape, digits_only
from entails.models.errors import InvalidPuzzle, UnsupportedPuzzle
from entails.models.fields import Json, dump_json, load_json
from entails.models.lattice import Lattice
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import BOXES, SYMBOLS, Shape

_WHERE = "ipuz"
_VERSION = "http://ipuz.org/v2"
_DECLARATION = re.compile(r'"version"\s*:\s*"https?://(?:www\.)?ipuz\.org/')
_KNOWN_VERSION = re.compile(r"https?://(?:www\.)?ipuz\.org/v[12]")
_KIND = re.compile(r"https?://(?:www\.)?ipuz\.org/([a-z/]+)(?:#1)?", re.IGNORECASE)
_KINDS = {"wordoku", "latinsquare", "diagonalsudoku", "hypersudoku", "jigsawsudoku", "calcudoku", "killersudoku"}
_KNOWN_FIELDS = {
    "version",
    "kind",
    "copyright",
    "publisher",
    "publication",
    "url",
    "uniqueid",
    "title",
    "intro",
    "explanation",
}
_KNOWN_FIELDS |= {
    "annotation",
    "author",
    "editor",
    "date",
    "notes",
    "difficulty",
    "origin",
    "checksum",
    "volatile",
    "saved",
}
_KNOWN_FIELDS |= {
    "solution",
    "displaycharset",
    "cageborder",
    "styles",
    "dimensions",
    "block",
    "empty",
    "charset",
    "puzzle",
}
_KNOWN_FIELDS |= {"zones", "cages", "boxes", "showoperators"}
_COLOURS = {"color", "colortext", "colorborder", "colorbar", "highlight", "named", "border", "imagebg"}
_SIGNS = {"+": "+", "-": "-", "*": "x", "x": "x", "×": "x", "/": "/", "÷": "/", ":": "/"}
_CAGE_KEYS = {"cells", "rect", "value", "operator", "style"}


@dataclass(frozen=True)
class IpuzCage:
    """A cage: its cells, its result (or None) and its operation, one of + - x / (or empty)."""

    cells: tuple[int, ...]
    value: int | None
    sign: str = ""


@dataclass(frozen=True)
class Ipuz:
    """A square ipuz puzzle. `kinds` are its Sudoku kinds, without the common prefix of their addresses."""

    size: int
    kinds: frozenset[str]
    given: tuple[int | None, ...]
    zones: tuple[tuple[int, ...], ...] = ()
    cages: tuple[IpuzCage, ...] = ()

    @property
    def puzzle(self) -> str:
        """The puzzle type of Entails for these kinds."""
        if "calcudoku" in self.kinds:
            return "kenken"
        return "variant" if self.kinds & {"latinsquare", "hypersudoku", "killersudoku"} else "sudoku"

    @property
    def regions(self) -> tuple[int, ...]:
        """The zone that each cell belongs to.

        Raises InvalidPuzzle unless the zones divide the board into `size` zones of `size` cells.
        """
        regions = [-1] * self.size**2
        for number, zone in enumerate(self.zones):
            for cell in zone:
                regions[cell] = number
        covered = sum(map(len, self.zones)) == len(regions) and -1 not in regions
        if not covered or any(len(zone) != self.size for zone in self.zones):
            problem = "the zones do not divide the board"
            raise InvalidPuzzle(problem, where=f"{_WHERE}, zones", expected=f"{self.size} zones of {self.size} cells")
        return tuple(regions)


def is_ipuz(text: str) -> bool:
    """Return whether a document declares an ipuz version."""
    return text.lstrip("\ufeff \t\r\n").startswith("{") and _DECLARATION.search(text) is not None


def read_ipuz(text: str) -> Ipuz:
    """Read an ipuz document of a Sudoku kind."""
    return ipuz_from_json(load_json(text.lstrip("\ufeff"), _WHERE))


def ipuz_from_json(value: Json) -> Ipuz:
    """Read an ipuz document of a Sudoku kind from parsed JSON."""
    if not isinstance(value, dict):
        raise InvalidPuzzle("invalid puzzle", where=_WHERE, expected="a JSON object")
    if not isinstance(value.get("version"), str) or not _KNOWN_VERSION.fullmatch(str(value["version"])):
        version = str(value.get("version"))[:40]
        raise InvalidPuzzle(f"version {version!r} is not supported", where=_WHERE, expected=_VERSION)
    kinds = frozenset(_kinds(value.get("kind")))
    _reject_unknown(value)
    reader = _IpuzReader(value)
    givens = tuple(reader.givens())
    zones, cages = reader.groups()
    if zones and not kinds & {"jigsawsudoku", "hypersudoku"} and not reader.are_boxes(zones):
        raise InvalidPuzzle("no kind for the zones", where=f"{_WHERE}, zones", expected="jigsawsudoku")
    if cages and not kinds & {"killersudoku", "calcudoku"}:
        expected = "killersudoku or calcudoku"
        raise InvalidPuzzle("no kind for the cages", where=f"{_WHERE}, cages", expected=expected)
    no_boxes = kinds & {"jigsawsudoku", "latinsquare", "calcudoku"}
    if value.get("boxes") is not None and bool(value["boxes"]) == bool(no_boxes):
        problem = "boxes are set for" if no_boxes else "boxes are disabled for"
        named = ", ".join(sorted(no_boxes)) or "a Sudoku"
        raise InvalidPuzzle(f"{problem} {named}", where=f"{_WHERE}, boxes", expected="latinsquare for no boxes")
    return Ipuz(reader.size, kinds, givens, zones, cages)


def _kinds(kinds: Json) -> Iterator[str]:
    if not isinstance(kinds, list) or not kinds:
        raise InvalidPuzzle("missing kind", where=_WHERE, expected="a list such as http://ipuz.org/sudoku#1")
    for kind in kinds:
        match = _KIND.fullmatch(kind) if isinstance(kind, str) else None
        genre, _, further = match[1].lower().partition("/") if match else ("", "", "")
        if genre != "sudoku" or (further and further not in _KINDS):
            name = f"{genre}/{further}".strip("/") if match else str(kind)[:60]
            expected = f"sudoku, or one of {', '.join(sorted(_KINDS))}"
            raise InvalidPuzzle(f"kind {name!r} is not supported", where=_WHERE, expected=expected)
        if further:
            yield further


def _reject_unknown(value: dict[str, Json]) -> None:
    """Reject unknown fields that may be rules.

    Programs may add fields with a colon or a dot in their names. Such a field is ignored if it is a text or a number; a
    list, an object or true may be a rule.
    """
    for key, content in value.items():
        is_remark = bool(re.search("[:.]", key)) and type(content) in (str, int, float)
        if content and key not in _KNOWN_FIELDS and not is_remark:
            raise InvalidPuzzle(f"field {key[:40]!r} is not supported", where=_WHERE, expected="the fields of a Sudoku")


class _IpuzReader:
    """Reader of the parts of an ipuz document."""

    def __init__(self, value: dict[str, Json]) -> None:
        self.value = value
        rows = value.get("puzzle")
        if (
            not isinstance(rows, list)
            or not 2 <= len(rows) <= len(SYMBOLS)
            or any(not isinstance(row, list) or len(row) != len(rows) for row in rows)
        ):
            problem, expected = "the grid is not square", f"2 to {len(SYMBOLS)} rows of cells"
            raise InvalidPuzzle(problem, where=f"{_WHERE}, puzzle", expected=expected)
        self.rows: list[list[Json]] = [row for row in rows if isinstance(row, list)]
        self.size, self.board = len(rows), Lattice(len(rows), len(rows))
        self.empty = str(value.get("empty") if value.get("empty") is not None else 0)
        self.signs = self._signs()

    def _signs(self) -> dict[str, int]:
        """Return the digit of each symbol that may occur in a cell."""
        charset = self.value.get("charset")
        if not charset:
            return {str(digit): digit for digit in range(1, self.size + 1)}
        if not isinstance(charset, str) or len({*charset, self.empty}) != self.size + 1 or len(charset) != self.size:
            problem = "invalid charset"
            expected = f"{self.size} different characters, and another for empty cells"
            raise InvalidPuzzle(problem, where=f"{_WHERE}, charset", expected=expected)
        return {sign: digit for digit, sign in enumerate(charset, 1)}

    def givens(self) -> Iterator[int | None]:
        """Yield the given digit of each cell, row by row; None for an empty cell."""
        for number, cell in enumerate(cell for row in self.rows for cell in row):
            where = f"{_WHERE}, {self.board.name(number)}"
            if isinstance(cell, dict):
                self._plain_style(cell.get("style"), where)
                if unknown := sorted(key for key in cell.keys() - {"given", "style"} if cell[key]):
                    raise InvalidPuzzle(f"field {unknown[0][:30]!r} is not supported", where=where, expected="given")
                cell = cell.get("given", self.empty)
            if cell is None:
                raise InvalidPuzzle("missing cell", where=where, expected="a full square")
            if type(cell) not in (int, str) or (str(cell) != self.empty and str(cell) not in self.signs):
                expected = f"{self.empty}, or one of {' '.join(self.signs)}"
                raise InvalidPuzzle(f"unexpected {str(cell)[:12]!r}", where=where, expected=expected)
            yield None if str(cell) == self.empty else self.signs[str(cell)]

    def _plain_style(self, style: Json, where: str) -> None:
        """Reject a style that is more than a colour: shapes and signs may be rules. A name refers to `styles`."""
        styles = self.value.get("styles")
        if isinstance(style, str) and isinstance(styles, dict):
            style = styles.get(style, style)
        if not style:
            return
        if not isinstance(style, dict):
            raise InvalidPuzzle(f"style {str(style)[:30]!r} is not supported", where=where, expected="a digit")
        for key, content in style.items():
            if content and key not in _COLOURS:
                raise InvalidPuzzle(f"mark {key[:30]!r} is not supported", where=where, expected="a digit")

    def groups(self) -> tuple[tuple[tuple[int, ...], ...], tuple[IpuzCage, ...]]:
        """Return the zones and the cages."""
        zones = [self._places(group, f"{_WHERE}, zone {n}") for n, group in self._listed("zones", {"cells", "rect"})]
        cages = [self._places(group, f"{_WHERE}, cage {n}") for n, group in self._listed("cages", _CAGE_KEYS)]
        first = self._first([place for places in (*zones, *cages) for place in places])
        hides = self.value.get("showoperators") is False
        return tuple(self._cells(places, first) for places in zones), tuple(
            IpuzCage(self._cells(places, first), *self._result(cage, f"{_WHERE}, cage {number}", hides=hides))
            for places, (number, cage) in zip(cages, self._listed("cages", _CAGE_KEYS), strict=True)
        )

    def _listed(self, key: str, known: set[str]) -> Iterator[tuple[int, dict[str, Json]]]:
        groups = self.value.get(key) or []
        if not isinstance(groups, list):
            raise InvalidPuzzle("not a list", where=f"{_WHERE}, {key}", expected="a list of objects")
        for number, group in enumerate(groups, 1):
            where = f"{_WHERE}, {key} {number}"
            if not isinstance(group, dict):
                raise InvalidPuzzle("not an object", where=where, expected="cells")
            for name, content in group.items():
                if content and name not in known | {"style"}:
                    expected = ", ".join(sorted(known))
                    raise InvalidPuzzle(f"field {name[:30]!r} is not supported", where=where, expected=expected)
            yield number, group

    def _places(self, group: dict[str, Json], where: str) -> list[tuple[int, int]]:
        """Return the (column, row) pairs of a group, unchanged from the document."""
        places: list[tuple[int, int]] = []
        for pair in _as_list(group.get("cells")):
            numbers = [_whole_number(number, where) for number in _as_list(pair)]
            if len(numbers) != 2:
                raise InvalidPuzzle(f"invalid cell {str(pair)[:20]}", where=where, expected="a column and a row")
            places.append((numbers[0], numbers[1]))
        if group.get("rect"):
            corners = [_whole_number(number, where) for number in _as_list(group["rect"])]
            if len(corners) != 4 or corners[0] > corners[2] or corners[1] > corners[3] or max(corners) > self.size:
                raise InvalidPuzzle("invalid rectangle", where=where, expected="two columns and rows: x1, y1, x2, y2")
            left, top, right, bottom = corners
            places += [(column, row) for row in range(top, bottom + 1) for column in range(left, right + 1)]
        if not places or len(set(places)) < len(places):
            raise InvalidPuzzle("no cells, or a repeated cell", where=where, expected="a list of cells")
        return places

    def _first(self, places: list[tuple[int, int]]) -> int:
        """Return the coordinate of the first row and column: 0 if a 0 occurs, 1 if the size of the board occurs."""
        numbers = {number for place in places for number in place}
        if (0 in numbers) == (self.size in numbers) and numbers:
            problem = "cannot tell whether coordinates start at 0 or at 1"
            raise InvalidPuzzle(problem, where=_WHERE, expected="a cell at the border of the board")
        return 0 if 0 in numbers else 1

    def _cells(self, places: list[tuple[int, int]], first: int) -> tuple[int, ...]:
        for place in places:
            if not all(first <= number < self.size + first for number in place):
                expected = f"{first} to {self.size - 1 + first}"
                raise InvalidPuzzle(f"{list(place)} is not on the board", where=_WHERE, expected=expected)
        return tuple(self.board.cell(row - first, column - first) for column, row in places)

    def _result(self, cage: dict[str, Json], where: str, *, hides: bool) -> tuple[int | None, str]:
        """Return the result of a cage and its operation; the operation is empty if the cage hides it."""
        operator = cage.get("operator") or ""
        if not isinstance(operator, str) or (operator and operator not in _SIGNS):
            raise InvalidPuzzle(f"invalid operator {str(operator)[:12]!r}", where=where, expected="+ - * or /")
        value = None if cage.get("value") is None else _whole_number(cage["value"], where)
        return value, "" if hides or not operator else _SIGNS[operator]

    def are_boxes(self, zones: tuple[tuple[int, ...], ...]) -> bool:
        """Return whether the zones are the standard boxes."""
        return {frozenset(zone) for zone in zones} == {frozenset(box) for box in boxes(self.size)}


def boxes(size: int) -> tuple[tuple[int, ...], ...]:
    """Return the cells of the standard boxes; empty for a size without boxes."""
    return tuple(unit.cells for unit in Shape.classic(size).units[2 * size :]) if size in BOXES else ()


def _as_list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _whole_number(value: Json, where: str) -> int:
    """Parse an integer, which may be written as text."""
    if type(value) not in (int, str) or not re.fullmatch("[0-9]{1,9}", str(value)):
        raise InvalidPuzzle(f"invalid number {str(value)[:12]!r}", where=where, expected="a whole number")
    return int(str(value))


def write_ipuz(puzzle: Ipuz) -> str:
    """Write a puzzle as an ipuz document on one line, with coordinates from 1.

    If no coordinate shows this, the boxes are written as zones, so that a reader can infer it.
    """
    kinds = sorted(puzzle.kinds)
    document: dict[str, Any] = {
        "version": _VERSION,
        "kind": ["http://ipuz.org/sudoku#1", *(f"http://ipuz.org/sudoku/{kind}#1" for kind in kinds)],
    }
    if puzzle.size != 9:
        document["charset"] = SYMBOLS[: puzzle.size]
    document["puzzle"] = [
        [0 if digit is None else SYMBOLS[digit - 1] if digit > 9 else digit for digit in row]
        for row in _rows(puzzle.given, puzzle.size)
    ]
    zones = puzzle.zones
    written = [cell for group in (*zones, *(cage.cells for cage in puzzle.cages)) for cell in group]
    if written and not any(puzzle.size in (row, column) for column, row in _pairs(written, puzzle.size)):
        zones = boxes(puzzle.size)
        if puzzle.kinds & {"jigsawsudoku", "latinsquare", "calcudoku"} or not zones:
            raise UnsupportedPuzzle(
                "no cage touches the last row or column, so an ipuz reader could not locate the cages"
            )
    if zones:
        document["zones"] = [{"cells": _pairs(zone, puzzle.size)} for zone in zones]
    if puzzle.cages:
        document["cages"] = [_cage_json(cage, puzzle.size) for cage in puzzle.cages]
    return dump_json(document)


def _rows(cells: Sequence[int | None], size: int) -> Iterator[Sequence[int | None]]:
    return (cells[start : start + size] for start in range(0, len(cells), size))


def _pairs(cells: Iterable[int], size: int) -> list[list[int]]:
    return [[cell % size + 1, cell // size + 1] for cell in cells]


def _cage_json(cage: IpuzCage, size: int) -> dict[str, Any]:
    content: dict[str, Any] = {"cells": _pairs(cage.cells, size)}
    if cage.value is not None:
        content["value"] = cage.value
    if cage.sign:
        content["operator"] = {"x": "*"}.get(cage.sign, cage.sign)
    return content


def grid_from_ipuz(value: Json, requested: Shape | None = None) -> Grid:
    """Convert an ipuz document to a grid, if a shape can express its rules."""
    document = ipuz_from_json(value)
    if document.puzzle != "sudoku":
        kinds = ", ".join(sorted(document.kinds))
        raise InvalidPuzzle(
            f"the puzzle is {kinds}, not a plain grid", where="ipuz", expected=f"entails {document.puzzle}"
        )
    diagonals = "diagonalsudoku" in document.kinds
    if "jigsawsudoku" in document.kinds:
        stated = Shape.jigsaw("".join(SYMBOLS[region] for region in document.regions), diagonals)
    else:
        stated = Shape.diagonal(document.size) if diagonals else Shape.classic(document.size)
    return Grid.of(agreed_shape(stated, requested, "ipuz"), [digit or 0 for digit in document.given])


def write_ipuz_grid(grid: Grid) -> str:
    """Write a grid as an ipuz document."""
    shape = digits_only(grid, "ipuz").shape
    kinds = {"diagonalsudoku"} if shape.has_diagonals else set[str]()
    zones: tuple[tuple[int, ...], ...] = ()
    if shape.box is None:
        kinds.add("jigsawsudoku")
        zones = tuple(unit.cells for unit in shape.units[2 * shape.size : 3 * shape.size])
    givens = tuple(digit or None for digit in grid.cells)
    return write_ipuz(Ipuz(shape.size, frozenset(kinds), givens, zones))
