"""How hard a puzzle is, for the front door."""

from typing import Any

from clausal.puzzles import kind_of

__all__ = ["rate"]


def rate(puzzle: Any, **choices: Any) -> Any:
    """How hard it is for a person. The choices and the rating are those of the puzzle: of a Sudoku, see
    `clausal.solvers.sudoku.difficulty.model`."""
    of_kind = kind_of(puzzle)
    of_kind.way("rate")
    assert of_kind.rate is not None  # it answers the question, so it has the function
    return of_kind.rate(puzzle, **choices)
