"""The borders of a drawn grid: which ones to draw, and which regions a drawing's heavy borders enclose."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from entails.models.errors import InvalidPuzzle
from entails.models.sudoku.shape import SYMBOLS, Shape

_ARMS = (
    "0101 1010 0110 0011 1100 1001 1110 1011 0111 1101 1111 "
    "0202 2020 0220 0022 2200 2002 2220 2022 0222 2202 2222 "
    "2120 2021 0212 1202 "
    "1112 1211 1212 2111 1121 2121 2112 2211 1122 1221 2212 1222 2122 2221"
)
_CHARACTERS = "─│┌┐└┘├┤┬┴┼━┃┏┓┗┛┣┫┳┻╋┠┨┯┷┽┾┿╀╁╂╃╄╅╆╇╈╉╊"
JUNCTIONS = dict(zip(_ARMS.split(), _CHARACTERS, strict=True))
"""The box-drawing character for the weights (0 none, 1 light, 2 heavy) of its arms: up, right, down, left."""

_HEAVY_WALL, _HEAVY_RULE = "┃", "━"
_Crossing = Callable[[int, int], bool]


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
        return cls(shape, 1, 0) if shape.box else cls(shape, 2, 1)

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
    crossing = _drawn_crossings(list(map(str.strip, lines)), size)
    if crossing is None:
        return None
    drawn = _connected(size, crossing)
    if asked is not None:
        if drawn == _connected(size, lambda here, there: asked.regions[here] == asked.regions[there]):
            return asked
        raise InvalidPuzzle(
            "the heavy borders do not enclose its regions", where="drawing", expected="those of the shape"
        )
    regions = max(drawn) + 1
    if regions == 1:
        return None
    if regions != size:
        raise InvalidPuzzle(
            f"the heavy borders enclose {regions} regions",
            where="drawing",
            expected=f"{size}, or the shape beside the text",
        )
    return Shape.jigsaw("".join(SYMBOLS[region] for region in drawn))


def _drawn_crossings(lines: list[str], size: int) -> _Crossing | None:
    """Which neighbours have no heavy border between them, in a drawing that gives every border a line or a column."""
    if len(lines) != 2 * size + 1 or not 2 <= size <= len(SYMBOLS) or not lines[1].startswith(_HEAVY_WALL):
        return None
    pitch, rest = divmod(len(lines[0]) - 1, size)
    if rest or pitch < 2 or any(len(line) != len(lines[0]) for line in lines):
        return None

    def crossing(here: int, there: int) -> bool:
        row, column = divmod(max(here, there), size)
        if abs(here - there) == 1:
            return lines[2 * row + 1][column * pitch] != _HEAVY_WALL
        return lines[2 * row][column * pitch + 1] != _HEAVY_RULE

    return crossing


def _connected(size: int, crossing: _Crossing) -> tuple[int, ...]:
    """For each cell the number of its connected region, counted from 0 in order of appearance."""
    region: dict[int, int] = {}
    found = 0
    for start in range(size * size):
        if start in region:
            continue
        waiting = [start]
        while waiting:
            cell = waiting.pop()
            if cell not in region:
                region[cell] = found
                waiting += (beside for beside in _beside(cell, size) if crossing(cell, beside))
        found += 1
    return tuple(region[cell] for cell in range(size * size))


def _beside(cell: int, size: int) -> Iterator[int]:
    row, column = divmod(cell, size)
    if column > 0:
        yield cell - 1
    if column < size - 1:
        yield cell + 1
    if row > 0:
        yield cell - size
    if row < size - 1:
        yield cell + size
