"""A drawing as characters: box-drawing characters or ASCII, with rich's markup for colours.

A border takes a line of characters only where it carries information, so that boards stay small. `TextBorders` decides
the weight of each border.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import groupby, pairwise
from typing import TypeVar

from entails.models.drawing import Cell, Drawing, Edge, Place

BOX = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""Box-drawing characters by their arms up, right, down and left: 0 absent, 1 light, 2 heavy, as digits in base 3."""
NOTHING, LIGHT, HEAVY = range(3)
_T = TypeVar("_T", Cell, Edge)


def box(up: int, right: int, down: int, left: int) -> str:
    """Return the box-drawing character with arms of these weights."""
    return BOX[27 * up + 9 * right + 3 * down + left]


class TextBorders:
    """The weights of the borders in a drawing, for its rendering as text.

    Rectangular boxes have light frames and nothing inside. Regions of other shapes, which are harder to see, have heavy
    borders and light lines between their cells. Cages have light borders only.
    """

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing

    def wall(self, row: int, gap: int) -> int:
        """Return the weight of the border before column `gap` in a row."""
        return self._weight(self.edges.get(("down", row, gap)), (row, gap - 1), (row, gap))

    def rule(self, gap: int, column: int) -> int:
        """Return the weight of the border above row `gap` in a column."""
        return self._weight(self.edges.get(("across", gap, column)), (gap - 1, column), (gap, column))

    def corner(self, row: int, column: int) -> str:
        """Return the character where four borders meet."""
        up, down = self.wall(row - 1, column), self.wall(row, column)
        left, right = self.rule(row, column - 1), self.rule(row, column)
        return "·" if self.drawing.dots and not up + down + left + right else box(up, right, down, left)

    def walled(self, gap: int) -> bool:
        """Return whether the drawing has a border before column `gap`."""
        pointed = any(point.column == 2 * gap for point in self.drawing.points)
        return self.drawing.dots or pointed or any(self.wall(row, gap) for row in range(self.drawing.rows))

    def ruled(self, gap: int) -> bool:
        """Return whether the drawing has a border above row `gap`."""
        pointed = any(point.row == 2 * gap for point in self.drawing.points)
        return self.drawing.dots or pointed or any(self.rule(gap, column) for column in range(self.drawing.columns))

    @cached_property
    def edges(self) -> dict[tuple[str, int, int], Edge]:
        """The edges of the drawing by direction, row and column."""
        return {(edge.way, edge.row, edge.column): edge for edge in self.drawing.edges}

    def _weight(self, edge: Edge | None, here: Place, there: Place) -> int:
        if edge is not None and edge.line:
            return HEAVY
        if self.drawing.dots or not (self._inside(here) or self._inside(there)):
            return NOTHING
        if is_border(self.drawing, here, there):
            return HEAVY if self._heavy else LIGHT
        if self.drawing.cages:
            return LIGHT if self._cages.get(here) != self._cages.get(there) else NOTHING
        return LIGHT if self._heavy or self._crowded else NOTHING

    def _inside(self, place: Place) -> bool:
        return 0 <= place[0] < self.drawing.rows and 0 <= place[1] < self.drawing.columns

    @cached_property
    def _cages(self) -> dict[Place, int]:
        return {place: number for number, cage in enumerate(self.drawing.cages) for place in cage.cells}

    @cached_property
    def _crowded(self) -> bool:
        """Whether cells need grid lines to be told apart."""
        signs = any(edge.text for edge in self.drawing.edges)
        return signs or any(cell.shade == "black" and (cell.text or cell.clue) for cell in self.drawing.cells)

    @cached_property
    def _heavy(self) -> bool:
        """Whether thick borders must look different from thin ones; no if all of them cross the whole board."""
        drawing = self.drawing
        if not drawing.regions or self._crowded or drawing.cages:
            return bool(drawing.regions)
        rows, columns = range(drawing.rows), range(drawing.columns)
        walls = ({is_border(drawing, (row, gap - 1), (row, gap)) for row in rows} for gap in columns)
        rules = ({is_border(drawing, (gap - 1, column), (gap, column)) for column in columns} for gap in rows)
        return any(len(kinds) > 1 for kinds in (*walls, *rules))


_CORNERS = "".join(sorted(set(BOX) - set(" ─━│┃")))
_TO_ASCII = str.maketrans("─━│┃·█░★♛●○×♣▲▼◀▶■" + _CORNERS, "-=|#.#:*QOoxT^v<>#" + "+" * len(_CORNERS))
_STYLES = {"open": "dim", "given": "bold", "found": "cyan", "marked": "bold red"}
_FILLS = {"grey": "░", "black": "█"}
_OPEN = "·"


def plain(drawing: Drawing) -> str:
    """Return a drawing as unstyled characters."""
    return "\n".join("".join(text for text, _ in line).rstrip() for line in _lines(drawing))


def markup(drawing: Drawing) -> str:
    """Return a drawing in rich's markup: clues in bold, solved cells in colour, open cells dim."""
    return "\n".join("".join(_styled(*run) for run in line) for line in _lines(drawing))


def ascii_only(text: str) -> str:
    """Replace box-drawing characters and symbols by ASCII."""
    return text.translate(_TO_ASCII)


def fits(encoding: str | None) -> bool:
    """Return whether an encoding can represent the box-drawing characters."""
    try:
        (BOX + _OPEN).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _styled(text: str, style: str) -> str:
    from rich.markup import escape

    return f"[{style}]{escape(text)}[/{style}]" if style and text.strip() else escape(text)


def _lines(drawing: Drawing) -> Iterator[list[tuple[str, str]]]:
    """Yield the lines of a drawing as runs of characters with styles."""
    for row in _Canvas(drawing).lines():
        yield [("".join(text for text, _ in run), style) for style, run in groupby(row, key=lambda spot: spot[1])]


class _Canvas:
    """The styled characters of a drawing, with the positions of cells and borders."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing, self.borders = drawing, TextBorders(drawing)
        self.spots: dict[Place, tuple[str, str]] = {}
        self.width = max(
            1,
            *(len(cell.text or cell.clue) for cell in drawing.cells),
            *(len(cage.clue) - 1 for cage in drawing.cages),
            *(len(word) for line in (*drawing.top, *drawing.bottom) for word in line),
            0,
        )
        indent = max((len(" ".join(words)) for words in drawing.left), default=-1) + 1
        walls = [self.borders.walled(gap) for gap in range(drawing.columns + 1)]
        rules = [self.borders.ruled(gap) for gap in range(drawing.rows + 1)]
        self.walls, (*self.lefts, end) = _places(indent, walls, self.width + 1, beside=1)
        self.rules, (*self.tops, _) = _places(max(map(len, drawing.top), default=0), rules, 1, beside=0)
        self.ends = [x - walled for x, walled in zip([*self.lefts[1:], end], walls[1:], strict=True)]

    def lines(self) -> Iterator[list[tuple[str, str]]]:
        self._borders()
        self._signs()
        self._cells()
        self._paths()
        self._points()
        self._outside()
        high, wide = (max(spot[axis] for spot in self.spots) + 1 for axis in (0, 1))
        for y in range(high):
            yield [self.spots.get((y, x), (" ", "")) for x in range(wide)]

    def write(self, y: int, x: int, text: str, style: str = "") -> None:
        for step, character in enumerate(text):
            self.spots[y, x + step] = (character, style)

    def middle(self, place: Place) -> Place:
        """Return the line and column of the last character in a cell."""
        return self.tops[place[0]], self.lefts[place[1]] + self.width

    def _borders(self) -> None:
        borders, edges = self.borders, self.borders.edges
        for row, top in enumerate(self.tops):
            for gap, x in enumerate(self.walls):
                if x is not None and (weight := borders.wall(row, gap)):
                    self.write(top, x, box(weight, 0, weight, 0), _edge_style(edges.get(("down", row, gap))))
        for gap, y in enumerate(self.rules):
            for column, left in enumerate(self.lefts):
                if y is not None and (weight := borders.rule(gap, column)):
                    style = _edge_style(edges.get(("across", gap, column)))
                    self.write(y, left, box(0, weight, 0, weight) * (self.ends[column] - left), style)
            for column, x in enumerate(self.walls):
                if y is not None and x is not None:
                    self.write(y, x, borders.corner(gap, column))

    def _signs(self) -> None:
        for edge in self.drawing.edges:
            across = edge.way == "across"
            y = self.rules[edge.row] if across else self.tops[edge.row]
            x = self.lefts[edge.column] + self.width if across else self.walls[edge.column]
            if edge.text and y is not None and x is not None:
                self.write(y, x, edge.text[0], _edge_style(edge))
        for cage in self.drawing.cages:
            row, column = cage.cells[0]
            y = self.rules[row]
            if cage.clue and y is not None:
                self.write(y, self.lefts[column], cage.clue, _STYLES["given"])

    def _cells(self) -> None:
        for cell in self.drawing.cells:
            y, x = self.tops[cell.row], self.lefts[cell.column]
            style = _STYLES["marked" if cell.marked else "given" if cell.clue and not cell.text else cell.kind]
            if cell.shade in _FILLS:
                self.write(y, x, _FILLS[cell.shade] * (self.ends[cell.column] - x), style)
            empty = _OPEN if cell.name and cell.kind == "open" and cell.shade not in _FILLS else ""
            text = cell.text or cell.clue or empty
            self.write(y, x + 1 + self.width - len(text), text, style)

    def _points(self) -> None:
        for point in self.drawing.points:
            (row, in_row), (column, in_column) = divmod(point.row, 2), divmod(point.column, 2)
            y = self.tops[row] if in_row else self.rules[row]
            x = self.lefts[column] + self.width if in_column else self.walls[column]
            if y is not None and x is not None:
                self.write(y, x, "●" if point.black else "○", _STYLES["given"])

    def _paths(self) -> None:
        """Draw lines through cells, over borders but under the text of cells."""
        arms: dict[Place, set[str]] = {}
        written = {self.middle((cell.row, cell.column)) for cell in self.drawing.cells if cell.text or cell.clue}
        for line in self.drawing.lines:
            for here, there in pairwise(map(self.middle, line.through)):
                (top, left), (bottom, right) = sorted((here, there))
                if top == bottom:
                    ways, path = ("right", "left"), [(top, x) for x in range(left, right + 1)]
                elif left == right:
                    ways, path = ("down", "up"), [(y, left) for y in range(top, bottom + 1)]
                else:  # a diagonal has no characters of its own
                    continue
                for spot, next_spot in pairwise(path):
                    arms.setdefault(spot, set()).add(ways[0])
                    arms.setdefault(next_spot, set()).add(ways[1])
        for spot, ways_out in arms.items():
            if spot not in written:
                heavy = (HEAVY * (way in ways_out) for way in ("up", "right", "down", "left"))
                self.write(*spot, box(*heavy), _STYLES["found"])

    def _outside(self) -> None:
        style, drawing = _STYLES["given"], self.drawing
        first, last = self.lefts[0], self.ends[-1]
        for y, words in zip(self.tops, drawing.left, strict=False):
            self.write(y, first - 2 - len(" ".join(words)), " ".join(words), style)
        for y, words in zip(self.tops, drawing.right, strict=False):
            self.write(y, last + 2, " ".join(words), style)
        above, below = max(map(len, drawing.top), default=0), self.tops[-1] + 2
        for x, words in zip(self.lefts, drawing.top, strict=False):
            self._stacked(above - len(words), x, words, style)
        for x, words in zip(self.lefts, drawing.bottom, strict=False):
            self._stacked(below, x, words, style)

    def _stacked(self, y: int, x: int, words: Sequence[str], style: str) -> None:
        for step, word in enumerate(words):
            self.write(y + step, x + 1 + self.width - len(word), word, style)


def _edge_style(edge: Edge | None) -> str:
    if edge is None or not (edge.line or edge.text):
        return ""
    return _STYLES["marked" if edge.marked else edge.kind]


def _places(start: int, gaps: Sequence[bool], size: int, *, beside: int) -> tuple[list[int | None], list[int]]:
    """Return the positions of borders (None: no border), of cells, and of the end.

    `beside` is the space between a cell and the border that follows it.
    """
    borders: list[int | None] = []
    cells: list[int] = []
    at = start
    for number, there in enumerate(gaps):
        at += beside if there and number else 0
        borders.append(at if there else None)
        at += there
        cells.append(at)
        at += size
    return borders, cells


def is_border(drawing: Drawing, here: Place, there: Place) -> bool:
    """Return whether a thick border separates two cells; the outside of the board is a region of its own."""
    return _region(drawing, here) != _region(drawing, there)


def _region(drawing: Drawing, place: Place) -> int | None:
    row, column = place
    if not (0 <= row < drawing.rows and 0 <= column < drawing.columns):
        return None
    return drawing.regions[row * drawing.columns + column] if drawing.regions else 0


def with_marks(drawing: Drawing, names: Collection[str]) -> Drawing:
    """Return the drawing with the named places marked."""
    return drawing.model_copy(
        update={
            "cells": tuple(_marked(cell, names) for cell in drawing.cells),
            "edges": tuple(_marked(edge, names) for edge in drawing.edges),
        }
    )


def _marked(place: _T, names: Collection[str]) -> _T:
    return place.model_copy(update={"marked": True}) if place.name and place.name in names else place
