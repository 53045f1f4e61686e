"""`Lattice`: the geometry of rectangular boards: names, lines, neighbours.

Cells are numbered row by row from 0; people see them as r1c1.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from entails.locale.message import Message, Sentence

ROW = Message("row {number}", "la ligne {number}")
COLUMN = Message("column {number}", "la colonne {number}")
REGION = Message("region {name}", "la région {name}")
BOX = Message("box {number}", "le bloc {number}")


@dataclass(frozen=True, slots=True)
class CellLine:
    """Cells of a row, column or region, with its display name."""

    name: Sentence
    cells: tuple[int, ...]

    def windows(self, length: int) -> Iterator[tuple[int, ...]]:
        """Iterate over all runs of `length` neighbouring cells."""
        return (self.cells[start : start + length] for start in range(len(self.cells) - length + 1))


@dataclass(frozen=True)
class Lattice:
    """A rectangular board of this size."""

    rows: int
    columns: int

    @property
    def cells(self) -> range:
        return range(self.rows * self.columns)

    def cell(self, row: int, column: int) -> int:
        return row * self.columns + column

    def place(self, cell: int) -> tuple[int, int]:
        """Return row and column, from 0."""
        return divmod(cell, self.columns)

    def name(self, cell: int) -> str:
        """Return the name of a cell; cell 0 is r1c1."""
        row, column = self.place(cell)
        return f"r{row + 1}c{column + 1}"

    def names(self, cells: Sequence[int]) -> str:
        """Return the names of cells, separated by commas."""
        return ", ".join(map(self.name, cells))

    @cached_property
    def row_lines(self) -> tuple[CellLine, ...]:
        return tuple(
            CellLine(ROW(number=row + 1), tuple(range(row * self.columns, (row + 1) * self.columns)))
            for row in range(self.rows)
        )

    @cached_property
    def column_lines(self) -> tuple[CellLine, ...]:
        return tuple(
            CellLine(COLUMN(number=column + 1), tuple(range(column, self.rows * self.columns, self.columns)))
            for column in range(self.columns)
        )

    @property
    def lines(self) -> tuple[CellLine, ...]:
        """Return the rows, then the columns."""
        return self.row_lines + self.column_lines

    def boxes(self, high: int, wide: int) -> tuple[CellLine, ...]:
        """Return boxes of `high` rows and `wide` columns, row by row."""
        corners = [(row, column) for row in range(0, self.rows, high) for column in range(0, self.columns, wide)]
        return tuple(
            CellLine(BOX(number=number), self.square(row, column, high, wide))
            for number, (row, column) in enumerate(corners, 1)
        )

    def regions(self, names: Sequence[str]) -> tuple[CellLine, ...]:
        """Return a region for each name, in order of appearance; a cell without a name is in no region."""
        return tuple(
            CellLine(REGION(name=name), tuple(cell for cell in self.cells if names[cell] == name))
            for name in dict.fromkeys(names)
            if name
        )

    def squares(self, side: int) -> Iterator[tuple[int, ...]]:
        """Iterate over all squares with this side length."""
        for row in range(self.rows - side + 1):
            for column in range(self.columns - side + 1):
                yield self.square(row, column, side, side)

    def square(self, row: int, column: int, high: int, wide: int) -> tuple[int, ...]:
        """Return the cells of the rectangle whose first cell is at this row and column."""
        return tuple(self.cell(row + down, column + right) for down in range(high) for right in range(wide))

    @cached_property
    def borders(self) -> tuple[tuple[int, int], ...]:
        """Return the pairs of cells that share a side, each once."""
        across = ((cell, cell + 1) for cell in self.cells if (cell + 1) % self.columns)
        down = ((cell, cell + self.columns) for cell in self.cells[: -self.columns])
        return (*across, *down)

    def beside(self, cell: int) -> Iterator[int]:
        """Iterate over the cells that share a side with this one."""
        row, column = self.place(cell)
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            if 0 <= row + down < self.rows and 0 <= column + right < self.columns:
                yield self.cell(row + down, column + right)

    def around(self, cell: int) -> Iterator[int]:
        """Iterate over the cells that share a side or a corner with this one."""
        row, column = self.place(cell)
        for r in range(max(0, row - 1), min(self.rows, row + 2)):
            for c in range(max(0, column - 1), min(self.columns, column + 2)):
                if (r, c) != (row, column):
                    yield self.cell(r, c)

    def steps(self, start: int, end: int) -> int:
        """Return the distance between two cells in horizontal and vertical steps."""
        (row, column), (to_row, to_column) = self.place(start), self.place(end)
        return abs(row - to_row) + abs(column - to_column)

    def corners(self) -> Iterator[tuple[int, int]]:
        """Iterate over the pairs of cells that touch only at a corner, each once."""
        for square in self.squares(2):
            yield from ((square[0], square[3]), (square[1], square[2]))

    def diagonals(self) -> Iterator[tuple[int, ...]]:
        """Iterate over the diagonals of at least two cells: falling ones, then rising ones."""
        for step in (1, -1):
            for start in range(-self.rows - self.columns, self.rows + self.columns):
                columns = ((row, start + step * row) for row in range(self.rows))
                line = tuple(self.cell(row, column) for row, column in columns if 0 <= column < self.columns)
                if len(line) > 1:
                    yield line


@dataclass(frozen=True)
class OnBoard:
    """A value on a board of this size: the base of a puzzle's model."""

    rows: int
    columns: int

    @property
    def board(self) -> Lattice:
        return Lattice(self.rows, self.columns)
