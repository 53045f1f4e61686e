"""Grids as ipuz: plain, with diagonals, with regions of any form. Letters become digits in their order.

Sudoku in ipuz, the JSON that puzzle programs exchange: its kinds say the rules, `puzzle` the digits, `zones` and
`cages` cells that belong together.

What is read here is common to all puzzles that are made of it. Kinds and marks that are not known are refused by their
names; titles, colours and what a player saved are no part of the puzzle. Pairs of coordinates are column and row. Files
count them from 0 or from 1: which it is, the coordinates have to tell.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from entails.formats.sudoku.text import agreed, digits_only
from entails.models.errors import InvalidPuzzle, UnsupportedPuzzle
from entails.models.fields import Json, dump_json, load_json
from entails.models.lattice import Lattice
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import BOXES, SYMBOLS, Shape

_WHERE = "ipuz"
_VERSION = "http://ipuz.org/v2"
_LOOKS = re.compile(r'"version"\s*:\s*"https?://(?:www\.)?ipuz\.org/')
_KNOWN_VERSION = re.compile(r"https?://(?:www\.)?ipuz\.org/v[12]")
_KIND = re.compile(r"https?://(?:www\.)?ipuz\.org/([a-z/]+)(?:#1)?", re.IGNORECASE)
_KINDS = {"wordoku", "latinsquare", "diagonalsudoku", "hypersudoku", "jigsawsudoku", "calcudoku", "killersudoku"}
_ABOUT = {
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
_ABOUT |= {"annotation", "author", "editor", "date", "notes", "difficulty", "origin", "checksum", "volatile", "saved"}
_ABOUT |= {"solution", "displaycharset", "cageborder", "styles", "dimensions", "block", "empty", "charset", "puzzle"}
_ABOUT |= {"zones", "cages", "boxes", "showoperators"}
_COLOURS = {"color", "colortext", "colorborder", "colorbar", "highlight", "named", "border", "imagebg"}
_SIGNS = {"+": "+", "-": "-", "*": "x", "x": "x", "×": "x", "/": "/", "÷": "/", ":": "/"}
_CAGE_KEYS = {"cells", "rect", "value", "operator", "style"}


@dataclass(frozen=True)
class IpuzCage:
    """Cells with their result and its sign (one of + - x /); None and nothing where they are not told."""

    cells: tuple[int, ...]
    value: int | None
    sign: str = ""


@dataclass(frozen=True)
class Ipuz:
    """A square of cells; `kinds` are those of Sudoku, without the beginning of their addresses."""

    size: int
    kinds: frozenset[str]
    given: tuple[int | None, ...]
    zones: tuple[tuple[int, ...], ...] = ()
    cages: tuple[IpuzCage, ...] = ()

    @property
    def puzzle(self) -> str:
        """Which of our puzzles this is."""
        if "calcudoku" in self.kinds:
            return "kenken"
        return "variant" if self.kinds & {"latinsquare", "hypersudoku", "killersudoku"} else "sudoku"

    @property
    def regions(self) -> tuple[int, ...]:
        """The zone of each cell, once they are known to divide the board into as many zones as a zone has cells."""
        found = [-1] * self.size**2
        for number, zone in enumerate(self.zones):
            for cell in zone:
                found[cell] = number
        covered = sum(map(len, self.zones)) == len(found) and -1 not in found
        if not covered or any(len(zone) != self.size for zone in self.zones):
            problem = "the zones do not divide the board"
            raise InvalidPuzzle(problem, where=f"{_WHERE}, zones", expected=f"{self.size} zones of {self.size} cells")
        return tuple(found)


def is_ipuz(text: str) -> bool:
    """Does a document say that it is ipuz?"""
    return text.lstrip("\ufeff \t\r\n").startswith("{") and _LOOKS.search(text) is not None


def read_ipuz(text: str) -> Ipuz:
    """What a document says, if its kind is one of Sudoku's."""
    return ipuz_of(load_json(text.lstrip("\ufeff"), _WHERE))


def ipuz_of(value: Json) -> Ipuz:
    """The same for JSON that was read."""
    if not isinstance(value, dict):
        raise InvalidPuzzle("this is no puzzle", where=_WHERE, expected="a JSON object")
    if not isinstance(value.get("version"), str) or not _KNOWN_VERSION.fullmatch(str(value["version"])):
        said = str(value.get("version"))[:40]
        raise InvalidPuzzle(f"the version {said!r} is not known here", where=_WHERE, expected=_VERSION)
    kinds = frozenset(_kinds(value.get("kind")))
    _refuse_unknown(value)
    reader = _IpuzReader(value)
    given = tuple(reader.given())
    zones, cages = reader.groups()
    if zones and not kinds & {"jigsawsudoku", "hypersudoku"} and not reader.are_boxes(zones):
        raise InvalidPuzzle("no kind says what the zones mean", where=f"{_WHERE}, zones", expected="jigsawsudoku")
    if cages and not kinds & {"killersudoku", "calcudoku"}:
        expected = "killersudoku or calcudoku"
        raise InvalidPuzzle("no kind says what the cages mean", where=f"{_WHERE}, cages", expected=expected)
    no_boxes = kinds & {"jigsawsudoku", "latinsquare", "calcudoku"}
    if value.get("boxes") is not None and bool(value["boxes"]) == bool(no_boxes):
        problem = "boxes are asked for beside" if no_boxes else "there are to be no boxes in"
        named = ", ".join(sorted(no_boxes)) or "a Sudoku"
        raise InvalidPuzzle(f"{problem} {named}", where=f"{_WHERE}, boxes", expected="latinsquare for no boxes")
    return Ipuz(reader.size, kinds, given, zones, cages)


def _kinds(kinds: Json) -> Iterator[str]:
    if not isinstance(kinds, list) or not kinds:
        raise InvalidPuzzle("there is no kind", where=_WHERE, expected="a list such as http://ipuz.org/sudoku#1")
    for kind in kinds:
        found = _KIND.fullmatch(kind) if isinstance(kind, str) else None
        genre, _, further = found[1].lower().partition("/") if found else ("", "", "")
        if genre != "sudoku" or (further and further not in _KINDS):
            said = f"{genre}/{further}".strip("/") if found else str(kind)[:60]
            expected = f"sudoku, or one of {', '.join(sorted(_KINDS))}"
            raise InvalidPuzzle(f"the kind {said!r} is not known here", where=_WHERE, expected=expected)
        if further:
            yield further


def _refuse_unknown(value: dict[str, Json]) -> None:
    """Programs may add fields with a colon or a dot in their names; a list, an object or a yes may be a rule."""
    for key, content in value.items():
        is_remark = bool(re.search("[:.]", key)) and type(content) in (str, int, float)
        if content and key not in _ABOUT and not is_remark:
            raise InvalidPuzzle(f"{key[:40]!r} is not known here", where=_WHERE, expected="the fields of a Sudoku")


class _IpuzReader:
    """Reads the parts of a document."""

    def __init__(self, value: dict[str, Json]) -> None:
        self.value = value
        rows = value.get("puzzle")
        if (
            not isinstance(rows, list)
            or not 2 <= len(rows) <= len(SYMBOLS)
            or any(not isinstance(row, list) or len(row) != len(rows) for row in rows)
        ):
            problem, expected = "there is no square grid", f"2 to {len(SYMBOLS)} rows of cells"
            raise InvalidPuzzle(problem, where=f"{_WHERE}, puzzle", expected=expected)
        self.rows: list[list[Json]] = [row for row in rows if isinstance(row, list)]
        self.size, self.board = len(rows), Lattice(len(rows), len(rows))
        self.empty = str(value.get("empty") if value.get("empty") is not None else 0)
        self.signs = self._signs()

    def _signs(self) -> dict[str, int]:
        """The digit of each sign that may stand in a cell."""
        charset = self.value.get("charset")
        if not charset:
            return {str(digit): digit for digit in range(1, self.size + 1)}
        if not isinstance(charset, str) or len({*charset, self.empty}) != self.size + 1 or len(charset) != self.size:
            problem = "these are not the signs of a grid"
            expected = f"{self.size} different characters, and another for empty cells"
            raise InvalidPuzzle(problem, where=f"{_WHERE}, charset", expected=expected)
        return {sign: digit for digit, sign in enumerate(charset, 1)}

    def given(self) -> Iterator[int | None]:
        """The digit of each cell, row by row."""
        for number, cell in enumerate(cell for row in self.rows for cell in row):
            where = f"{_WHERE}, {self.board.name(number)}"
            if isinstance(cell, dict):
                self._plain_style(cell.get("style"), where)
                if unknown := sorted(key for key in cell.keys() - {"given", "style"} if cell[key]):
                    raise InvalidPuzzle(f"{unknown[0][:30]!r} is not known here", where=where, expected="given")
                cell = cell.get("given", self.empty)
            if cell is None:
                raise InvalidPuzzle("this cell is left out", where=where, expected="a full square")
            if type(cell) not in (int, str) or (str(cell) != self.empty and str(cell) not in self.signs):
                expected = f"{self.empty}, or one of {' '.join(self.signs)}"
                raise InvalidPuzzle(f"{str(cell)[:12]!r} stands here", where=where, expected=expected)
            yield None if str(cell) == self.empty else self.signs[str(cell)]

    def _plain_style(self, style: Json, where: str) -> None:
        """Colours are for the eye; shapes and signs may be rules. A name stands for a style of the document."""
        styles = self.value.get("styles")
        if isinstance(style, str) and isinstance(styles, dict):
            style = styles.get(style, style)
        if not style:
            return
        if not isinstance(style, dict):
            raise InvalidPuzzle(f"the style {str(style)[:30]!r} is not known here", where=where, expected="a digit")
        for key, content in style.items():
            if content and key not in _COLOURS:
                raise InvalidPuzzle(f"the mark {key[:30]!r} is not known here", where=where, expected="a digit")

    def groups(self) -> tuple[tuple[tuple[int, ...], ...], tuple[IpuzCage, ...]]:
        """The zones, and the cages."""
        zones = [self._places(group, f"{_WHERE}, zone {n}") for n, group in self._listed("zones", {"cells", "rect"})]
        cages = [self._places(group, f"{_WHERE}, cage {n}") for n, group in self._listed("cages", _CAGE_KEYS)]
        first = self._first([place for places in (*zones, *cages) for place in places])
        hides = self.value.get("showoperators") is False
        return tuple(self._cells(places, first) for places in zones), tuple(
            IpuzCage(self._cells(places, first), *self._result(cage, f"{_WHERE}, cage {number}", hides=hides))
            for places, (number, cage) in zip(cages, self._listed("cages", _CAGE_KEYS), strict=True)
        )

    def _listed(self, key: str, known: set[str]) -> Iterator[tuple[int, dict[str, Json]]]:
        found = self.value.get(key) or []
        if not isinstance(found, list):
            raise InvalidPuzzle("this is no list", where=f"{_WHERE}, {key}", expected="a list of objects")
        for number, one in enumerate(found, 1):
            where = f"{_WHERE}, {key} {number}"
            if not isinstance(one, dict):
                raise InvalidPuzzle("this is no object", where=where, expected="cells")
            for name, content in one.items():
                if content and name not in known | {"style"}:
                    expected = ", ".join(sorted(known))
                    raise InvalidPuzzle(f"{name[:30]!r} is not known here", where=where, expected=expected)
            yield number, one

    def _places(self, group: dict[str, Json], where: str) -> list[tuple[int, int]]:
        """Columns and rows as they are written."""
        found: list[tuple[int, int]] = []
        for pair in _list(group.get("cells")):
            numbers = [_whole(number, where) for number in _list(pair)]
            if len(numbers) != 2:
                raise InvalidPuzzle(f"{str(pair)[:20]} is no cell", where=where, expected="a column and a row")
            found.append((numbers[0], numbers[1]))
        if group.get("rect"):
            corners = [_whole(number, where) for number in _list(group["rect"])]
            if len(corners) != 4 or corners[0] > corners[2] or corners[1] > corners[3] or max(corners) > self.size:
                raise InvalidPuzzle(
                    "this is no rectangle", where=where, expected="two columns and rows: x1, y1, x2, y2"
                )
            left, top, right, bottom = corners
            found += [(column, row) for row in range(top, bottom + 1) for column in range(left, right + 1)]
        if not found or len(set(found)) < len(found):
            raise InvalidPuzzle("there are no cells, or one twice", where=where, expected="a list of cells")
        return found

    def _first(self, places: list[tuple[int, int]]) -> int:
        """Where coordinates begin: 0 where there is one, 1 where there is one as large as the board."""
        numbers = {number for place in places for number in place}
        if (0 in numbers) == (self.size in numbers) and numbers:
            problem = "the coordinates do not tell whether they are counted from 0 or from 1"
            raise InvalidPuzzle(problem, where=_WHERE, expected="cells at a border of the board")
        return 0 if 0 in numbers else 1

    def _cells(self, places: list[tuple[int, int]], first: int) -> tuple[int, ...]:
        for place in places:
            if not all(first <= number < self.size + first for number in place):
                expected = f"{first} to {self.size - 1 + first}"
                raise InvalidPuzzle(f"{list(place)} is not on the board", where=_WHERE, expected=expected)
        return tuple(self.board.cell(row - first, column - first) for column, row in places)

    def _result(self, cage: dict[str, Json], where: str, *, hides: bool) -> tuple[int | None, str]:
        """What its digits make, and by which operation if that is shown."""
        said = cage.get("operator") or ""
        if not isinstance(said, str) or (said and said not in _SIGNS):
            raise InvalidPuzzle(f"{str(said)[:12]!r} is no operator", where=where, expected="+ - * or /")
        value = None if cage.get("value") is None else _whole(cage["value"], where)
        return value, "" if hides or not said else _SIGNS[said]

    def are_boxes(self, zones: tuple[tuple[int, ...], ...]) -> bool:
        """Are the zones no more than the usual boxes?"""
        return {frozenset(zone) for zone in zones} == {frozenset(box) for box in boxes(self.size)}


def boxes(size: int) -> tuple[tuple[int, ...], ...]:
    """The cells of the usual boxes; none for a size that has no boxes."""
    return tuple(unit.cells for unit in Shape.classic(size).units[2 * size :]) if size in BOXES else ()


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _whole(value: Json, where: str) -> int:
    """Numbers may be written as texts."""
    if type(value) not in (int, str) or not re.fullmatch("[0-9]{1,9}", str(value)):
        raise InvalidPuzzle(f"{str(value)[:12]!r} is no number", where=where, expected="a whole number")
    return int(str(value))


def write_ipuz(puzzle: Ipuz) -> str:
    """The document on one line. Coordinates are counted from 1; boxes are said as zones where nothing else tells so."""
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
            raise UnsupportedPuzzle("no cage touches the last row or column, so that ipuz could not tell where it is")
    if zones:
        document["zones"] = [{"cells": _pairs(zone, puzzle.size)} for zone in zones]
    if puzzle.cages:
        document["cages"] = [_written_cage(cage, puzzle.size) for cage in puzzle.cages]
    return dump_json(document)


def _rows(cells: Sequence[int | None], size: int) -> Iterator[Sequence[int | None]]:
    return (cells[start : start + size] for start in range(0, len(cells), size))


def _pairs(cells: Iterable[int], size: int) -> list[list[int]]:
    return [[cell % size + 1, cell // size + 1] for cell in cells]


def _written_cage(cage: IpuzCage, size: int) -> dict[str, Any]:
    found: dict[str, Any] = {"cells": _pairs(cage.cells, size)}
    if cage.value is not None:
        found["value"] = cage.value
    if cage.sign:
        found["operator"] = {"x": "*"}.get(cage.sign, cage.sign)
    return found


def grid_from_ipuz(value: Json, asked: Shape | None = None) -> Grid:
    """The grid of a document whose rules are those of a shape."""
    said = ipuz_of(value)
    if said.puzzle != "sudoku":
        kinds = ", ".join(sorted(said.kinds))
        raise InvalidPuzzle(f"this is {kinds}, no plain grid", where="ipuz", expected=f"entails {said.puzzle}")
    diagonals = "diagonalsudoku" in said.kinds
    if "jigsawsudoku" in said.kinds:
        stated = Shape.jigsaw("".join(SYMBOLS[region] for region in said.regions), diagonals)
    else:
        stated = Shape.diagonal(said.size) if diagonals else Shape.classic(said.size)
    return Grid.of(agreed(stated, asked, "ipuz"), [digit or 0 for digit in said.given])


def write_ipuz_grid(grid: Grid) -> str:
    """The document of a grid."""
    shape = digits_only(grid, "ipuz").shape
    kinds = {"diagonalsudoku"} if shape.has_diagonals else set[str]()
    zones: tuple[tuple[int, ...], ...] = ()
    if shape.box is None:
        kinds.add("jigsawsudoku")
        zones = tuple(unit.cells for unit in shape.units[2 * shape.size : 3 * shape.size])
    given = tuple(digit or None for digit in grid.cells)
    return write_ipuz(Ipuz(shape.size, frozenset(kinds), given, zones))
