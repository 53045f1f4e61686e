"""Sudoku of any size and shape."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from entails.data.examples import examples
from entails.data.files import unpacked
from entails.encoders.encoder import CnfEncoder, CpSatEncoder, Encoder, NativeEncoder, every_style
from entails.encoders.sudoku import answer, state
from entails.formats.sudoku.read import read_grids
from entails.formats.sudoku.write import FORMS, draw_markup, write_grid
from entails.models.drawing import Drawing
from entails.models.entry import Entry
from entails.models.errors import Invalid, InvalidPuzzle
from entails.models.fields import Option, Value, decoded
from entails.models.lattice import Lattice
from entails.models.limits import Limits
from entails.models.outcome import ModelCount
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.puzzles.base import Example, PuzzleKind, Route
from entails.puzzles.common.cells import digit_cells, digit_choices
from entails.solvers.sudoku.persistent import PersistentSudoku

if TYPE_CHECKING:
    from entails.models.entry import InBlocks
    from entails.solvers.quine.depth import ExactDepth

PLACE = 1
GENRES = ("sudoku",)

_EVERY_ENCODER: tuple[Encoder[Grid, Grid], ...] = (
    *every_style(state, answer),
    CnfEncoder("listed", state, answer, "listed"),
    CpSatEncoder("all-different", state, answer, "a number for each cell, all different in each unit (CP-SAT)"),
    NativeEncoder(summary="the grid itself, for engines that know the rules of Sudoku"),
)
ENCODERS: dict[str, Encoder[Grid, Grid]] = {encoder.name: encoder for encoder in _EVERY_ENCODER}


class SudokuReadOptions(Value):
    """What the text of a grid may leave open."""

    shape: Annotated[str | None, Option(metavar="SHAPE")] = Field(
        default=None,
        description="Shape of the grid: 9x9, 16x16, x (diagonals), jigsaw: and a region for each cell, or x-jigsaw:.",
    )


def _read(data: bytes, settings: SudokuReadOptions) -> Iterator[Entry[Grid]]:
    shape = Shape.named(settings.shape) if settings.shape else None
    return read_grids(decoded(unpacked(data)), shape)


def _write(grid: Grid) -> str:
    """The line of cells says everything about a classic grid; others need JSON."""
    plain = grid.marks is None and grid.shape == _classic(grid.shape.size)
    return write_grid(grid, "line" if plain else "json")


def _classic(size: int) -> Shape | None:
    try:
        return Shape.classic(size)
    except Invalid:  # a jigsaw may have a size that no classic grid has
        return None


def _from_names(grid: Grid, names: Sequence[str]) -> Grid:
    cells = list(grid.cells)
    for name in names:
        cell, digit = grid.shape.parse_candidate(name)
        if cells[cell] not in (0, digit):
            raise InvalidPuzzle("the cell has another digit already", where=name, expected="one digit for each cell")
        cells[cell] = digit
    return grid.fill(cells)


def _exact_depth(grid: Grid, limits: Limits, cap: int | None) -> "ExactDepth":
    """Imported on use: it is compiled code."""
    from entails.solvers.quine.depth import grid_depth

    return grid_depth(grid, limits, cap)


def _count_all(grid: Grid, limits: Limits) -> ModelCount | None:
    from entails.solvers.engine import Budget
    from entails.solvers.sudoku.bits import ENGINE, count_all, grids_from_lines

    if ENGINE.missing() or ENGINE.refuses_puzzle(grid) or grid.marks is not None:
        return None
    return count_all(grids_from_lines([grid.line]), Budget(limits))


def _in_blocks() -> "InBlocks[Grid]":
    """Imported on use: it is compiled code."""
    from entails.solvers.sudoku.bits import IN_BLOCKS

    return IN_BLOCKS


def _draw(grid: Grid, answer: Grid | None) -> str:
    return draw_markup(answer or grid, grid)


def _drawing(grid: Grid, answer: Grid | None) -> Drawing:
    size, board = grid.shape.size, Lattice(grid.shape.size, grid.shape.size)
    cells = digit_cells(board, [digit or None for digit in grid.cells], [d or None for d in (answer or grid).cells])
    diagonal = {cell for unit in grid.shape.units[3 * size :] for cell in unit.cells}
    return Drawing(
        rows=size,
        columns=size,
        cells=tuple(
            one.model_copy(update={"shade": "light"}) if number in diagonal else one for number, one in enumerate(cells)
        ),
        regions=grid.shape.regions,
        choices=digit_choices(range(1, size + 1)),
    )


KIND: PuzzleKind[Grid, Grid] = PuzzleKind(
    name="sudoku",
    model=Grid,
    takes="a grid, a file of grids, or - for standard input",
    settings=SudokuReadOptions,
    read=_read,
    write=_write,
    write_answer=lambda answer: answer.line,
    rules=Grid.solved_by,
    encoders=ENCODERS,
    ways={
        "solve": Route("pruned", "cadical195"),
        "count": Route("pruned", "cadical195"),
        "check": Route("pruned", "cadical195"),
        "explain": Route("complete", "minisat22"),
        "forced": Route("complete", "cadical195"),
        "export": Route("pruned", "cadical195"),
        "quine": Route("pruned", "quine"),
    },
    from_names=_from_names,
    state=state,
    draw=_draw,
    drawing=_drawing,
    examples=tuple(Example(*row) for row in examples("sudoku")),
    forms=FORMS,
    persistent=PersistentSudoku,
    in_blocks=_in_blocks,
    exact_depth=_exact_depth,
    count_all=_count_all,
)
