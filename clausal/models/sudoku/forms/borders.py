"""The borders of a drawn grid: which ones to draw, and which regions a drawing's heavy borders enclose."""

from dataclasses import dataclass

from clausal.models.errors import InvalidPuzzle
from clausal.models.sudoku.shape import BOXES, SYMBOLS, Shape

_ARMS = (
    "0101 1010 0110 0011 1100 1001 1110 1011 0111 1101 1111 "
    "0202 2020 0220 0022 2200 2002 2220 2022 0222 2202 2222 "
    "2120 2021 0212 1202 "
    "1112 1211 1212 2111 1121 2121 2112 2211 1122 1221 2212 1222 2122 2221"
)
_CHARACTERS = "─│┌┐└┘├┤┬┴┼━┃┏┓┗┛┣┫┳┻╋┠┨┯┷┽┾┿╀╁╂╃╄╅╆╇╈╉╊"
JUNCTIONS = dict(zip(_ARMS.split(), _CHARACTERS, strict=True))
"""The box-drawing character for the weights (0 none, 1 light, 2 heavy) of its arms: up, right, down, left."""

HEAVY_WALL, HEAVY_RULE = "┃", "━"


@dataclass(frozen=True, slots=True)
class Borders:
    """Weights of the borders around cells. Boxes get one light frame each and nothing inside; jigsaw regions, which are
    harder to see, get heavy borders with light ones between their cells."""

    shape: Shape
    strong: int
    weak: int

    @classmethod
    def of(cls, shape: Shape) -> "Borders":
        """The borders that suit a shape."""
        boxed = shape.size in BOXES and shape.regions == Shape.classic(shape.size).regions
        return cls(shape, 1, 0) if boxed else cls(shape, 2, 1)

    def wall(self, row: int, gap: int) -> int:
        """Weight of the vertical border before column `gap` (or after the last column) in a row."""
        return self._between((row, gap - 1), (row, gap))

    def rule(self, gap: int, column: int) -> int:
        """Weight of the horizontal border above row `gap` (or below the last row) in a column."""
        return self._between((gap - 1, column), (gap, column))

    def junction(self, row_gap: int, column_gap: int) -> str:
        """The character where borders meet."""
        arms = (
            self.wall(row_gap - 1, column_gap),
            self.rule(row_gap, column_gap),
            self.wall(row_gap, column_gap),
            self.rule(row_gap, column_gap - 1),
        )
        return JUNCTIONS["".join(map(str, arms))]

    def _between(self, one: tuple[int, int], other: tuple[int, int]) -> int:
        here, there = self._region(*one), self._region(*other)
        if here is None and there is None:
            return 0
        return self.weak if here == there else self.strong

    def _region(self, row: int, column: int) -> int | None:
        size = self.shape.size
        return self.shape.regions[row * size + column] if 0 <= row < size and 0 <= column < size else None


def drawn_shape(lines: list[str], size: int, asked: Shape | None) -> Shape | None:
    """The shape whose regions a drawing encloses with heavy borders; None when it has no such borders.

    Without this, a drawn jigsaw would be read as a grid with boxes.
    """
    regions = _enclosed(list(map(str.strip, lines)), size)
    if regions is None:
        return None
    drawn = Shape.jigsaw(regions)
    shape = asked or (Shape.classic(size) if size in BOXES else drawn)
    if shape.regions == drawn.regions:
        return shape
    if asked is None:
        return drawn
    raise InvalidPuzzle("the heavy borders do not enclose its regions", where="drawing", expected="the shape's own borders")


def _enclosed(lines: list[str], size: int) -> str | None:
    """A character per cell that names its region, from a drawing in which every border has its own line or column."""
    if len(lines) != 2 * size + 1 or not 2 <= size <= len(SYMBOLS) or not lines[1].startswith(HEAVY_WALL):
        return None
    pitch, rest = divmod(len(lines[0]) - 1, size)
    if rest or pitch < 2 or any(len(line) != len(lines[0]) for line in lines):
        return None
    region: list[int | None] = [None] * (size * size)
    found = 0
    for start in range(size * size):
        if region[start] is not None:
            continue
        waiting = [start]
        while waiting:
            cell = waiting.pop()
            if region[cell] is None:
                region[cell] = found
                waiting += _open_neighbours(lines, pitch, size, cell)
        found += 1
    return None if found == 1 else "".join(chr(ord("0") + number) for number in region if number is not None)


def _open_neighbours(lines: list[str], pitch: int, size: int, cell: int) -> list[int]:
    """The cells beside this one with no heavy border between."""
    row, column = divmod(cell, size)

    def wall(gap: int) -> bool:
        return lines[2 * row + 1][gap * pitch] == HEAVY_WALL

    def rule(gap: int) -> bool:
        return lines[2 * gap][column * pitch + 1] == HEAVY_RULE

    steps = (
        (column > 0 and not wall(column), cell - 1),
        (column < size - 1 and not wall(column + 1), cell + 1),
        (row > 0 and not rule(row), cell - size),
        (row < size - 1 and not rule(row + 1), cell + size),
    )
    return [neighbour for is_open, neighbour in steps if is_open]
