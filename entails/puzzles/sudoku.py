"""Sudoku of any size and shape."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from entails.data import examples
from entails.encoders.encoder import CnfEncoder, CpSatEncoder, Encoder, NativeEncoder, all_encoders
from entails.encoders.sudoku import answer, state
from entails.formats.sudoku.read import read_grids
from entails.formats.sudoku.write import FORMS, draw_markup, write_grid
from entails.locale.message import Message, Sentence, fact_sentence
from entails.locale.sudoku_steps import in_players_notation
from entails.models.drawing import Drawing
from entails.models.entry import Entry
from entails.models.errors import Invalid, InvalidPuzzle
from entails.models.fields import Option, Value, decoded
from entails.models.lattice import Lattice
from entails.models.limits import Limits
from entails.models.outcome import ModelCount
from entails.models.statement import Statement
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.puzzles.base import Example, Puzzle, Route
from entails.puzzles.common.cells import digit_cells, digit_choices
from entails.solvers.sudoku.persistent import PersistentSudoku

if TYPE_CHECKING:
    from entails.models.entry import InBlocks
    from entails.solvers.quine.depth import ExactDepth

PLACE = 1
GENRES = ("sudoku",)

_EVERY_ENCODER: tuple[Encoder[Grid, Grid], ...] = (
    *all_encoders(state, answer),
    CnfEncoder("listed", state, answer, "listed"),
    CpSatEncoder("all-different", state, answer, "one variable per cell, all different in each unit (CP-SAT)"),
    NativeEncoder(summary="the grid itself, for native Sudoku engines"),
)
ENCODERS: dict[str, Encoder[Grid, Grid]] = {encoder.name: encoder for encoder in _EVERY_ENCODER}


class SudokuReadOptions(Value):
    """Read options of a Sudoku: the shape."""

    shape: Annotated[str | None, Option(metavar="SHAPE")] = Field(
        default=None,
        description="Shape: 9x9, 16x16, x (diagonals), jigsaw:REGIONS (one character per cell) or x-jigsaw:REGIONS.",
    )


def _classic(size: int) -> Shape | None:
    try:
        return Shape.classic(size)
    except Invalid:  # a jigsaw may have a size that no classic grid has
        return None


class SudokuPuzzle(Puzzle[Grid, Grid]):
    name = "sudoku"
    model = Grid
    input_help = "a grid, a file of grids, or - for standard input"
    options = SudokuReadOptions
    encoders = ENCODERS
    formats = FORMS
    routes: Mapping[str, Route] = {
        "solve": Route("pruned", "cadical195"),
        "count": Route("pruned", "cadical195"),
        "check": Route("pruned", "cadical195"),
        "explain": Route("complete", "minisat22"),
        "forced": Route("complete", "cadical195"),
        "export": Route("pruned", "cadical195"),
        "quine": Route("pruned", "quine"),
    }
    examples = tuple(Example(*row) for row in examples("sudoku"))

    def read(self, data: bytes, options: SudokuReadOptions) -> Iterator[Entry[Grid]]:
        """Read the grids of a decompressed text."""
        shape = Shape.named(options.shape) if options.shape else None
        return read_grids(decoded(data), shape)

    def format(self, puzzle: Grid) -> str:
        """Return a classic grid as a line of cells, any other grid as JSON."""
        plain = puzzle.marks is None and puzzle.shape == _classic(puzzle.shape.size)
        return write_grid(puzzle, "line" if plain else "json")

    def format_answer(self, answer: Grid) -> str:
        return answer.line

    def statement(self, puzzle: Grid) -> Statement:
        return state(puzzle)

    def decode_atoms(self, puzzle: Grid, names: Sequence[str]) -> Grid:
        cells = list(puzzle.cells)
        for name in names:
            cell, digit = puzzle.shape.parse_candidate(name)
            if cells[cell] not in (0, digit):
                problem = "the cell already has another digit"
                raise InvalidPuzzle(problem, where=name, expected="one digit for each cell")
            cells[cell] = digit
        return puzzle.fill(cells)

    def check(self, puzzle: Grid, answer: Grid) -> str | None:
        return puzzle.solved_by(answer)

    def fact_sentence(self, name: str) -> Sentence:
        """Return a fact as players of each language write it: r1c1=5 is L1C1=5 in French."""
        words = fact_sentence(name)
        return Message(words.say(), in_players_notation(words.say("fr"), "fr"))()

    def markup(self, puzzle: Grid, answer: Grid | None) -> str:
        return draw_markup(answer or puzzle, puzzle)

    def draw(self, puzzle: Grid, answer: Grid | None) -> Drawing:
        size, board = puzzle.shape.size, Lattice(puzzle.shape.size, puzzle.shape.size)
        cells = digit_cells(
            board, [digit or None for digit in puzzle.cells], [d or None for d in (answer or puzzle).cells]
        )
        diagonal = {cell for unit in puzzle.shape.units[3 * size :] for cell in unit.cells}
        return Drawing(
            rows=size,
            columns=size,
            cells=tuple(
                drawn.model_copy(update={"shade": "light"}) if cell in diagonal else drawn
                for cell, drawn in enumerate(cells)
            ),
            regions=puzzle.shape.regions,
            choices=digit_choices(range(1, size + 1)),
        )

    def persistent(self) -> PersistentSudoku:
        return PersistentSudoku()

    def block_solver(self) -> "InBlocks[Grid]":
        from entails.solvers.sudoku.bits import IN_BLOCKS  # compiled code

        return IN_BLOCKS

    def exact_depth(self, puzzle: Grid, limits: Limits, cap: int | None) -> "ExactDepth":
        from entails.solvers.quine.depth import grid_depth  # compiled code

        return grid_depth(puzzle, limits, cap)

    def count_all(self, puzzle: Grid, limits: Limits) -> ModelCount | None:
        from entails.solvers.engine import Budget
        from entails.solvers.sudoku.bits import ENGINE, count_all, grids_from_lines

        if ENGINE.missing() or ENGINE.rejects_puzzle(puzzle) or puzzle.marks is not None:
            return None
        return count_all(grids_from_lines([puzzle.line]), Budget(limits))


PUZZLE = SudokuPuzzle()
