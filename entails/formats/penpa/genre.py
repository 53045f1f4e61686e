"""Penpa+ drawings, by the cells of their board, and the puzzles that they are.

Line 1 of a drawing has the grid type, its size and texts. Line 4 has the drawing, under abbreviated names. Line 6 has
the points that are cells, each as the difference from the previous one. Points are numbered over the board and a frame
two cells wide: cells first, then corners (each below and right of its cell), then borders, then four marks per cell.

A drawing becomes a Sudoku by its grid or name, another puzzle by the tag that the setter chose. It does not contain its
rules. Digits, regions, cages with sums, thermometers, arrows and diagonals have their usual meaning. Rules in words are
accepted if they state only this; other rules and untagged genres are rejected.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from urllib.parse import unquote

from entails.formats.penpa import unpacked
from entails.formats.puzzlink.parts import walled
from entails.formats.sudoku.json import write_json
from entails.formats.text import in_rows, is_penpa, joined
from entails.formats.variant.fpuzzles import write_variant
from entails.formats.variant.sudokupad import is_usual
from entails.models.errors import InvalidPuzzle, quantity
from entails.models.fields import Json, load_json
from entails.models.lattice import Lattice
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import SYMBOLS, Shape
from entails.models.variant import Variant, VariantRule, whole_rules

_WHERE = "Penpa"
_SHORT = {"9": "qa", "Q": "pu_q", "A": "pu_a", "G": "grid", "M": "edit_mode", "S": "surface", "L": "line", "E": "edge"}
_SHORT |= {"W": "wall", "C": "cage", "N": "number", "1": "small number", "Y": "symbol", "P": "special", "B": "board"}
_SHORT |= {"R": "command_redo", "U": "command_undo", "8": "command_replay", "F": "free line", "2": "free edge"}
_SHORT |= {"T": "thermo", "3": "arrows", "D": "direction", "0": "frame", "5": "polygon", "4": "deleted edge"}
_SHORT |= {"6": "killercages", "7": "thermometer without bulb", "_": "__a"}
_LONG = {"numberS": "small number", "lineE": "edge", "deletelineE": "deleted edge", "sudoku": "small number"}
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|z[0-9A-Z_]')
_HISTORY = {"command_redo", "command_undo", "command_replay"}
_READ = {"number", "small number", "surface", "symbol", "edge", "cage", "killercages", "thermo", "arrows"}
_GRIDS = ("square", "sudoku")
_LARGEST = 60
_BORDERS = (2, 21)
_BLACK = 1
_DIGITS = ("1", "6", "10")
_CIRCLES = {1: "white", 2: "black"}


@dataclass(frozen=True)
class Penpa:
    """A Penpa+ board with its drawn elements.

    Attributes:
        grid: The grid type of Penpa+.
        tags: The genres that the setter chose.
        borders: Pairs of cells with a border between them.
        diagonals: Whether the falling and the rising diagonal are drawn from end to end.
        outside: Texts beside the board; they only label the answer unless the rules mention them.
    """

    grid: str
    rows: int
    columns: int
    title: str
    rules: str
    tags: tuple[str, ...]
    numbers: dict[int, int]
    corners: dict[int, int]
    circles: dict[int, str]
    shaded: frozenset[int]
    borders: frozenset[tuple[int, int]]
    diagonals: tuple[bool, bool]
    cages: tuple[tuple[int, ...], ...]
    thermometers: tuple[tuple[int, ...], ...]
    arrows: tuple[tuple[int, ...], ...]
    outside: tuple[str, ...]

    @property
    def board(self) -> Lattice:
        return Lattice(self.rows, self.columns)

    def allow_only(self, *kept: str) -> None:
        """Raise InvalidPuzzle if the drawing has other elements than these."""
        for name in ("numbers", "corners", "circles", "shaded", "borders", "cages", "thermometers", "arrows"):
            if getattr(self, name) and name not in kept:
                raise InvalidPuzzle(
                    f"{_NAMES.get(name, name)} are not supported", where=_WHERE, expected=", ".join(kept)
                )
        if any(self.diagonals) and "diagonals" not in kept:
            raise InvalidPuzzle("diagonals are not supported", where=_WHERE, expected=", ".join(kept))


_NAMES = {"corners": "small numbers", "shaded": "shaded cells"}


def read_penpa(text: str) -> Penpa:
    """Read the drawing of a Penpa+ link."""
    lines = unpacked(text)
    if len(lines) < 6:
        raise InvalidPuzzle(quantity(len(lines), "line"), where=_WHERE, expected="a Penpa+ drawing")
    header = lines[0].split(",")
    if header[0] not in _GRIDS:
        problem = f"the grid type {header[0][:20]!r} is not supported"
        raise InvalidPuzzle(problem, where=_WHERE, expected=" or ".join(_GRIDS))
    sizes = [int(field) if re.fullmatch("[0-9]{1,3}", field) else 0 for field in header[1:3]]
    if len(sizes) < 2 or not all(1 <= size <= _LARGEST for size in sizes):
        raise InvalidPuzzle("missing size", where=_WHERE, expected=f"1 to {_LARGEST} columns and rows")
    points = _Points(sizes[0] + 4, sizes[1] + 4, _list(_json(lines[5], 6), "cells"))
    drawn = _json(lines[3], 4)
    if not isinstance(drawn, dict):
        raise InvalidPuzzle("missing drawing", where=f"{_WHERE}, line 4", expected="a JSON object")
    drawn = {_LONG.get(key, key): content for key, content in drawn.items()}
    for key, content in drawn.items():
        if content and key not in _READ | _HISTORY:
            raise InvalidPuzzle(f"{key[:30]!r} is not supported", where=_WHERE, expected=_EXPECTED)
    tags = _json(lines[17], 18) if len(lines) > 17 and lines[17].strip() else []
    texts = [unquote(field.replace("%2D", "\n")).strip() for field in header[15:19]] + [""] * 4
    return _PenpaReader(points, drawn).penpa(
        header[0],
        texts[0].removeprefix("Title:").strip(),
        "" if texts[3] in ("ON", "OFF") else texts[3],  # without rules, this is the next field
        tuple(str(tag).lower() for tag in _list(tags, "tags")),
    )


_EXPECTED = "digits, borders, cages, thermometers, arrows"


def _json(line: str, number: int) -> Json:
    """Parse a line of abbreviated JSON. Quoted text is kept, except that zZ stands for z."""

    def long(match: re.Match[str]) -> str:
        token = match[0]
        if token.startswith('"'):
            return token.replace("zZ", "z")
        return "null" if token == "zO" else f'"{_SHORT.get(token[1:], token)}"'

    return load_json(_TOKEN.sub(long, line), f"{_WHERE}, line {number}")


def _list(value: Json, noun: str) -> list[Json]:
    if not isinstance(value, list):
        raise InvalidPuzzle(f"{noun}: not a list", where=_WHERE, expected="a list")
    return value


class _Points:
    """The numbering of points in a drawing, and the rectangle of points that are cells."""

    def __init__(self, wide: int, high: int, steps: list[Json]) -> None:
        self.wide, self.many = wide, wide * high
        numbers = [step for step in steps if type(step) is int]
        if not numbers or len(numbers) != len(steps) or len(steps) > _LARGEST**2:
            raise InvalidPuzzle("no cells", where=f"{_WHERE}, line 6", expected="a list of numbers")
        cells = sorted(accumulate(numbers))
        self.top, self.left = cells[0] // wide, cells[0] % wide
        self.rows, self.columns = cells[-1] // wide - self.top + 1, cells[-1] % wide - self.left + 1
        full = [
            (self.top + row) * wide + self.left + column for row in range(self.rows) for column in range(self.columns)
        ]
        if cells != full or cells[0] < 0 or cells[-1] >= self.many:
            raise InvalidPuzzle("the cells are not a rectangle", where=_WHERE, expected="a board without holes")
        self.board = Lattice(self.rows, self.columns)

    def at(self, point: int) -> tuple[int, int, int]:
        """Return the layer of a point, and its row and column relative to the board."""
        layer, rest = divmod(point, self.many)
        return layer, rest // self.wide - self.top, rest % self.wide - self.left

    def cell(self, point: int) -> int | None:
        """Return the cell whose centre is this point, or None for a point outside the board."""
        layer, row, column = self.at(point)
        inside = layer == 0 and 0 <= row < self.rows and 0 <= column < self.columns
        return self.board.cell(row, column) if inside else None

    def mark(self, cell: int, corner: int) -> int:
        """Return the point near a corner of a cell: 0 top left, 1 top right, 2 bottom left, 3 bottom right."""
        row, column = self.board.place(cell)
        return 4 * (self.many + (self.top + row) * self.wide + self.left + column) + corner


class _PenpaReader:
    """Reader of the elements in a Penpa+ drawing."""

    def __init__(self, points: _Points, drawn: dict[str, Json]) -> None:
        self.points, self.drawn, self.board = points, drawn, points.board
        self.outside: list[str] = []

    def penpa(self, grid: str, title: str, rules: str, tags: tuple[str, ...]) -> Penpa:
        borders, diagonals = self.edges()
        cages = tuple(self.paths("killercages"))
        self.match_outlines(cages)
        numbers, circles = dict(self.numbers()), dict(self.symbols())
        return Penpa(
            grid,
            self.board.rows,
            self.board.columns,
            title,
            rules,
            tags,
            numbers,
            dict(self.corners()),
            circles,
            frozenset(cell for cell, _ in self.at_cells("surface")),
            borders,
            diagonals,
            cages,
            tuple(path for path in self.paths("thermo") if len(path) > 1),
            tuple(path for path in self.paths("arrows") if len(path) > 1),
            tuple(self.outside),
        )

    def items(self, key: str) -> Iterator[tuple[str, Json]]:
        content = self.drawn.get(key) or {}
        if not isinstance(content, dict):
            raise InvalidPuzzle(f"{key}: not an object", where=_WHERE, expected="an object of points")
        yield from content.items()

    def point(self, text: str) -> int:
        if not re.fullmatch("[0-9]{1,7}", text):
            raise InvalidPuzzle(f"invalid point {text[:20]!r}", where=_WHERE, expected="a number")
        return int(text)

    def at_cells(self, key: str) -> Iterator[tuple[int, Json]]:
        """Yield the elements of a type with their cells; outside the board, accept only labels of the solution."""
        for text, content in self.items(key):
            cell = self.points.cell(self.point(text))
            if cell is not None:
                yield cell, content
            elif self.labels_answer(content):
                self.outside.append(str(_list(content, key)[0])[:12])
            else:
                problem = f"the {key} {str(content)[:30]} is outside the board"
                raise InvalidPuzzle(problem, where=_WHERE, expected=_EXPECTED)

    def labels_answer(self, content: Json) -> bool:
        """Return whether an element labels a row or column for the solution: a letter or a short arrow."""
        if not isinstance(content, list) or len(content) < 2:
            return False
        return bool(re.fullmatch("[A-Z]", str(content[0]))) or content[1] == "arrow_Short"

    def numbers(self) -> Iterator[tuple[int, int]]:
        for cell, content in self.at_cells("number"):
            where, fields = f"{_WHERE}, {self.board.name(cell)}", _list(content, "number")
            text = str(fields[0]).strip() if fields else ""
            if len(fields) > 2 and not text and fields[1] == _BLACK:
                continue
            if len(fields) < 3 or not re.fullmatch("[0-9]{1,3}", text) or str(fields[2]) not in _DIGITS:
                raise InvalidPuzzle(f"unexpected {str(content)[:30]}", where=where, expected="a plain number")
            if fields[1] != _BLACK:
                raise InvalidPuzzle(f"{text} is drawn in style {fields[1]}", where=where, expected="a black number")
            yield cell, int(text)

    def corners(self) -> Iterator[tuple[int, int]]:
        """Yield the numbers in the top left corners of cells."""
        for key, content in self.items("small number"):
            point, fields = self.point(key), _list(content, "small number")
            layer, row, column = self.points.at(point // 4)
            text = str(fields[0]).strip() if fields else ""
            inside = 0 <= row < self.board.rows and 0 <= column < self.board.columns
            if not text:
                continue
            if layer != 1 or point % 4 or not inside or not re.fullmatch("[0-9]{1,4}", text):
                raise InvalidPuzzle(
                    f"the small number {text[:12]!r} is not supported", where=_WHERE, expected="sums of cages"
                )
            yield self.board.cell(row, column), int(text)

    def symbols(self) -> Iterator[tuple[int, str]]:
        for cell, content in self.at_cells("symbol"):
            fields = _list(content, "symbol")
            style = fields[0] if fields and type(fields[0]) is int else 0
            if len(fields) < 2 or fields[1] not in ("circle_L", "circle_M") or style not in _CIRCLES:
                where = f"{_WHERE}, {self.board.name(cell)}"
                raise InvalidPuzzle(f"unsupported symbol {str(fields[1:2])[:30]}", where=where, expected=_EXPECTED)
            yield cell, _CIRCLES[int(style)]

    def paths(self, key: str) -> Iterator[tuple[int, ...]]:
        """Yield the cells of each path, in drawing order."""
        for path in _list(self.drawn.get(key) or [], key):
            cells: list[int] = []
            for point in _list(path, key):
                cell = self.points.cell(point) if type(point) is int and point >= 0 else None
                if cell is None:
                    raise InvalidPuzzle(f"{key}: outside the board", where=_WHERE, expected="cells")
                cells += [cell] if cell not in cells else []
            if cells:
                yield tuple(cells)

    def edges(self) -> tuple[frozenset[tuple[int, int]], tuple[bool, bool]]:
        """Return the borders between cells, and which diagonals of the board are drawn."""
        borders, slanting = set[tuple[int, int]](), set[tuple[tuple[int, int], tuple[int, int]]]()
        for key, style in self.items("edge"):
            ends = sorted(self.points.at(self.point(point)) for point in key.split(","))
            if len(ends) != 2 or any(layer != 1 for layer, _, _ in ends):
                raise InvalidPuzzle(f"the line {key[:20]} is not supported", where=_WHERE, expected="lines on borders")
            (_, row, column), (_, other_row, other_column) = ends
            step = (other_row - row, other_column - column)
            if step in ((1, 1), (1, -1)):
                slanting.add(((row, column), (other_row, other_column)))
            elif step in ((0, 1), (1, 0)):
                borders |= self.border(row, column, other_column, across=step == (0, 1), style=style)
            else:
                raise InvalidPuzzle(f"the line {key[:20]} is not supported", where=_WHERE, expected="lines on borders")
        return frozenset(borders), self.diagonals(slanting)

    def border(self, row: int, column: int, other_column: int, *, across: bool, style: Json) -> set[tuple[int, int]]:
        """Return the two cells beside a line between adjacent corners; a corner is below and right of its cell."""
        if style not in _BORDERS:
            raise InvalidPuzzle(
                f"line style {str(style)[:12]} is not supported", where=_WHERE, expected="thick black borders"
            )
        rows, columns = self.board.rows, self.board.columns
        if across and 0 <= other_column < columns and -1 <= row < rows:
            inside = row + 1 < rows and row >= 0
            return {(self.board.cell(row, other_column), self.board.cell(row + 1, other_column))} if inside else set()
        if not across and 0 <= row + 1 < rows and -1 <= column < columns:
            inside = column + 1 < columns and column >= 0
            return {(self.board.cell(row + 1, column), self.board.cell(row + 1, column + 1))} if inside else set()
        raise InvalidPuzzle("a line is outside the board", where=_WHERE, expected="lines on borders")

    def diagonals(self, slanting: set[tuple[tuple[int, int], tuple[int, int]]]) -> tuple[bool, bool]:
        size = self.board.rows
        falling = {((step - 1, step - 1), (step, step)) for step in range(size)}
        rising = {((step - 1, size - 1 - step), (step, size - 2 - step)) for step in range(size)}
        complete = (falling <= slanting, rising <= slanting)
        known = (falling if complete[0] else set()) | (rising if complete[1] else set())
        if slanting - known or (slanting and size != self.board.columns):
            raise InvalidPuzzle("slanted lines are not supported", where=_WHERE, expected="diagonals of the board")
        return complete

    def match_outlines(self, cages: tuple[tuple[int, ...], ...]) -> None:
        """Check that the drawn outlines are those of the entered cages."""
        seen = {frozenset(map(self.point, key.split(","))) for key, _ in self.items("cage")}
        if seen != {line for cage in cages for line in self.outline(cage)}:
            problem = "the outlines of the cages do not match their cells"
            raise InvalidPuzzle(problem, where=_WHERE, expected="cages drawn as killer cages")

    def outline(self, cage: Iterable[int]) -> Iterator[frozenset[int]]:
        """Yield the lines around a cage, near the corners of its cells."""
        cells, board, mark = set(cage), self.board, self.points.mark

        def beside(cell: int, down: int, right: int) -> int | None:
            row, column = board.place(cell)
            row, column = row + down, column + right
            inside = 0 <= row < board.rows and 0 <= column < board.columns
            return board.cell(row, column) if inside and board.cell(row, column) in cells else None

        for cell in cells:
            for (down, right), start, end in (((-1, 0), 0, 1), ((1, 0), 2, 3), ((0, -1), 0, 2), ((0, 1), 1, 3)):
                if beside(cell, down, right) is None:
                    yield frozenset((mark(cell, start), mark(cell, end)))
            for (down, right), sides in (
                ((0, 1), ((-1, 0, 1, 0), (1, 0, 3, 2))),
                ((1, 0), ((0, -1, 2, 0), (0, 1, 3, 1))),
            ):
                neighbour = beside(cell, down, right)
                for aside_down, aside_right, mine, its in sides if neighbour is not None else ():
                    assert neighbour is not None
                    both = (beside(here, aside_down, aside_right) is not None for here in (cell, neighbour))
                    if not all(both):
                        yield frozenset((mark(cell, mine), mark(neighbour, its)))


_SUDOKU_TAGS = {"classic", "irregular", "killer", "thermo", "arrow"}
_DIAGONAL = re.compile(
    r"(each|both)( of the)?( two)?( main)? diagonals?( marked)? (must )?(also )?contains? (each|every|all)( the)?"
    r" digits?( from)? 1 (to|through) [0-9]+( exactly once| once)?"
)
_KNOWN = (
    r"(place|put|write|enter) (a digit|digits|a number|numbers) from 1 (to|through) [0-9]+ (in|into|to)"
    r" (each|every|the|all)( empty)? cells?( in the grid)?( so that| such that) (each|every) (digit|number) appears"
    r" exactly once in (each|every) row column and( [0-9]+x[0-9]+)?( outlined)? (box|region|area)",
    r"(digits|numbers) (along|on|in) (a |the |each )?thermometers? (must )?(strictly )?increase"
    r"( from( the)?( round)? bulb( end)?( to (the )?(tip|end|flat end))?)?",
    r"(digits|numbers) (along|on) (an |the |each )?arrows? (must )?(sum|add up)( up)? to the (digit|number|value) in"
    r" (its|the|their|that arrows)( attached| connected)? circles?",
)
_TITLE = re.compile(
    r"anti|consecutive|knight|king|queen|odd|even|parity|disjoint|window|hyper|whisper|renban|untouch|fog", re.I
)
_EMPTY = "."


@dataclass(frozen=True)
class DetectedPuzzle:
    """The name of a puzzle type, and a text that its reader accepts."""

    name: str
    text: str


def detect_puzzle(text: str, wanted: str | None = None) -> DetectedPuzzle:
    """Detect the puzzle of a link. A plain Sudoku becomes a variant if that type is `wanted`."""
    drawn = read_penpa(text)
    named = "sudoku" in f"{drawn.title} {drawn.rules}".lower()
    if drawn.grid == "sudoku" or _SUDOKU_TAGS & set(drawn.tags) or (named and not drawn.tags):
        return _sudoku(drawn, wanted)
    genres = [genre for genre in _GENRES if genre in drawn.tags]
    if len(genres) != 1 or len(drawn.tags) != 1:
        problem = (
            f"the genre {', '.join(drawn.tags)[:60]!r} is not supported" if drawn.tags else "no tag names the genre"
        )
        raise InvalidPuzzle(problem, where=_WHERE, expected=f"a Sudoku grid, or a tag: {', '.join(_GENRES)}")
    name, kept, write = _GENRES[genres[0]]
    _rules_match(
        drawn, re.compile(rf"(normal |standard |usual |regular |classic )?({genres[0]}|{name})( rules)?( apply)?")
    )
    if drawn.outside:
        raise InvalidPuzzle(
            f"unexpected {drawn.outside[0]!r} outside the board", where=_WHERE, expected="clues in cells"
        )
    drawn.allow_only(*kept)
    return DetectedPuzzle(name, write(drawn))


def typed_text(name: str, text: str) -> str:
    """Return the text that a puzzle type reads: the puzzle of a link, or any other text unchanged."""
    if not is_penpa(text):
        return text
    detected = detect_puzzle(text, name)
    if detected.name != name:
        raise InvalidPuzzle(f"the link contains a {detected.name}", where=_WHERE, expected=f"entails {detected.name}")
    return detected.text


def _sudoku(drawn: Penpa, wanted: str | None) -> DetectedPuzzle:
    """Convert a drawing to a plain Sudoku if it has only digits and regions, otherwise to a variant."""
    if strange := set(drawn.tags) - _SUDOKU_TAGS:
        raise InvalidPuzzle(
            f"the genre {min(strange)[:30]!r} is not supported", where=_WHERE, expected=", ".join(sorted(_SUDOKU_TAGS))
        )
    if drawn.rows != drawn.columns or drawn.rows > 16:
        raise InvalidPuzzle(
            f"{quantity(drawn.rows, 'row')} of {quantity(drawn.columns, 'cell')}",
            where=_WHERE,
            expected="a square up to 16x16",
        )
    both_diagonals = _rules_match(drawn, _DIAGONAL)
    drawn.allow_only("numbers", "corners", "borders", "cages", "thermometers", "arrows", "diagonals")
    if drawn.outside and not drawn.rules:
        problem = f"{drawn.outside[0]!r} outside the board is not explained by rules"
        raise InvalidPuzzle(problem, where=_WHERE, expected="digits in cells")
    if not drawn.rules and (match := _TITLE.search(drawn.title)):
        raise InvalidPuzzle(
            f"the title mentions {match[0]!r}, but there are no rules", where=_WHERE, expected="rules in the drawing"
        )
    size = drawn.rows
    diagonals = [line for line, drawn_ in zip(whole_rules("diagonal", size), drawn.diagonals, strict=True) if drawn_]
    diagonals = list(whole_rules("diagonal", size)) if both_diagonals else diagonals
    rules = [*diagonals, *_cages(drawn)]
    rules += [VariantRule("thermometer", path) for path in drawn.thermometers]
    rules += [VariantRule("arrow", path[:1], path[1:]) for path in drawn.arrows]
    digits = tuple(_digit(drawn, cell) for cell in drawn.board.cells)
    regions = _regions(drawn)
    if wanted != "variant" and rules in ([], list(whole_rules("diagonal", size))):
        shape = Shape.jigsaw("".join(SYMBOLS[region] for region in regions), diagonals=bool(rules))
        return DetectedPuzzle("sudoku", write_json(Grid.of(shape, [digit or 0 for digit in digits])))
    return DetectedPuzzle("variant", write_variant(Variant(size, regions, digits, tuple(rules))))


def _rules_match(drawn: Penpa, also: re.Pattern[str]) -> bool:
    """Return whether a sentence of the rules matches the pattern `also`; reject unknown sentences."""
    matched = False
    for sentence in re.split(r"[.!;\n]+", drawn.rules):
        plain = re.sub(r"[^a-z0-9x -]+", "", sentence.lower()).strip()
        if also.fullmatch(plain):
            matched = True
        elif plain and not is_usual(plain) and not any(re.fullmatch(known, plain) for known in _KNOWN):
            problem = f"the rule {sentence.strip()[:60]!r} is stated only in words"
            raise InvalidPuzzle(problem, where=_WHERE, expected="standard rules")
    return matched


def _digit(drawn: Penpa, cell: int) -> int | None:
    digit = drawn.numbers.get(cell)
    if digit is not None and not 1 <= digit <= drawn.rows:
        where = f"{_WHERE}, {drawn.board.name(cell)}"
        raise InvalidPuzzle(f"unexpected {digit}", where=where, expected=f"1 to {drawn.rows}")
    return digit


def _cages(drawn: Penpa) -> list[VariantRule]:
    """Return the cages as rules. A cage has at most one sum, in a corner of one of its cells."""
    sums, rules = dict(drawn.corners), []
    for cage in drawn.cages:
        totals = [sums.pop(cell) for cell in cage if cell in sums]
        if len(totals) > 1:
            raise InvalidPuzzle("a cage has two sums", where=_WHERE, expected="one sum")
        rules.append(VariantRule("cage", tuple(sorted(cage)), value=totals[0] if totals else None))
    if sums:
        where = f"{_WHERE}, {drawn.board.name(min(sums))}"
        raise InvalidPuzzle("a small number is in no cage", where=where, expected="sums of cages")
    return rules


def _regions(drawn: Penpa) -> tuple[int, ...]:
    """Return the region of each cell; the borders must divide the board into regions of equal size."""
    regions, size = _rooms(drawn), drawn.rows
    if {regions.count(region) for region in regions} != {size} and not drawn.borders:
        raise InvalidPuzzle("no regions", where=_WHERE, expected="thick borders")
    if {regions.count(region) for region in regions} != {size}:
        problem = f"the borders make {quantity(len(set(regions)), 'region')}"
        raise InvalidPuzzle(problem, where=_WHERE, expected=f"{size} regions of {size} cells")
    return regions


def _rooms(drawn: Penpa) -> tuple[int, ...]:
    """Return the room of each cell; reject a border that ends inside a room, because its meaning is unclear."""
    rooms = walled(drawn.board, [int(pair in drawn.borders) for pair in drawn.board.borders])
    for cell, neighbour in drawn.borders:
        if rooms[cell] == rooms[neighbour]:
            where = f"{_WHERE}, {drawn.board.name(cell)}"
            raise InvalidPuzzle("a border ends inside a region", where=where, expected="borders of regions")
    return rooms


def _clues(drawn: Penpa) -> str:
    words = (str(drawn.numbers[cell]) if cell in drawn.numbers else _EMPTY for cell in drawn.board.cells)
    return _typed(list(words), drawn)


def _pearls(drawn: Penpa) -> str:
    signs = {"white": "1", "black": "2"}
    return _typed([signs[drawn.circles[c]] if c in drawn.circles else _EMPTY for c in drawn.board.cells], drawn)


def _areas(drawn: Penpa) -> str:
    return _typed([str(room + 1) for room in _rooms(drawn)], drawn)


def _typed(words: list[str], drawn: Penpa) -> str:
    return joined(in_rows(words, drawn.columns))


_GENRES: dict[str, tuple[str, tuple[str, ...], Callable[[Penpa], str]]] = {
    "slitherlink": ("slitherlink", ("numbers",), _clues),
    "nurikabe": ("nurikabe", ("numbers",), _clues),
    "fillomino": ("fillomino", ("numbers",), _clues),
    "kuromasu": ("kurodoko", ("numbers",), _clues),
    "kurodoko": ("kurodoko", ("numbers",), _clues),
    "shikaku": ("shikaku", ("numbers",), _clues),
    "numberlink": ("numberlink", ("numbers",), _clues),
    "masyu": ("masyu", ("circles",), _pearls),
    "norinori": ("norinori", ("borders",), _areas),
    "lits": ("lits", ("borders",), _areas),
}
"""The puzzle type, the allowed elements and the function that writes the text, by tag."""
