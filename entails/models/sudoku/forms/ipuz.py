"""Grids as ipuz: plain, with diagonals, with regions of any form. Letters become digits in their order."""

from entails.models.errors import InvalidPuzzle
from entails.models.sudoku.forms.ipuz_document import Ipuz, ipuz_of, write_ipuz
from entails.models.sudoku.forms.json_text import Json
from entails.models.sudoku.forms.symbols import agreed, digits_only
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import SYMBOLS, Shape


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
