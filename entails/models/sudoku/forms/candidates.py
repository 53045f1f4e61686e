"""A grid as its candidates, cell by cell: 729 characters for 9x9, where the d-th of each nine is d or empty.

A cell with a single candidate is a given. Only what the puzzle states is written, nothing that follows from it: an
empty cell without marks has all its candidates.
"""

from entails.models.errors import InvalidPuzzle
from entails.models.sudoku.forms.symbols import classic_or, read_digit
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape


def candidates_shape(length: int, shape: Shape | None) -> Shape | None:
    """The shape of a list of candidates of this length; None when no grid has so many."""
    size = round(length ** (1 / 3))
    return classic_or(shape, size) if size**3 == length else None


def read_candidates(text: str, shape: Shape) -> Grid:
    """A grid from `size ** 3` characters."""
    size = shape.size
    masks = []
    for cell in range(shape.cells):
        mask = 0
        for place, character in enumerate(text[cell * size : (cell + 1) * size], 1):
            digit = read_digit(character, shape, shape.cell_name(cell))
            if digit not in (0, place):
                raise InvalidPuzzle(
                    f"{character!r} stands in the place of another candidate",
                    where=shape.cell_name(cell),
                    expected=f"{shape.symbols[place - 1]!r} or '.'",
                )
            mask |= 1 << (digit - 1) if digit else 0
        masks.append(mask)
    return Grid.of(shape, [mask.bit_length() if mask.bit_count() == 1 else 0 for mask in masks], masks)


def write_candidates(grid: Grid) -> str:
    """Each candidate as its digit, '.' for one that the puzzle excludes by a given or a mark."""
    return "".join(
        symbol if mask >> place & 1 else "."
        for mask in stated_masks(grid)
        for place, symbol in enumerate(grid.shape.symbols)
    )


def stated_masks(grid: Grid) -> tuple[int, ...]:
    """For each cell, the candidates that its own given or marks leave, whatever the other cells hold."""
    if grid.marks is not None:
        return grid.marks
    everything = (1 << grid.shape.size) - 1
    return tuple(1 << (digit - 1) if digit else everything for digit in grid.cells)
