"""Functions for Sudoku: steps, ratings, generation and canonical forms, beside the common ones.

Example:
    >>> import entails
    >>> grid = entails.parse("sudoku", "..4..3...2....1.")
    >>> entails.sudoku.hint(grid, "step").sentence
    'In box 1, the 4 can only go in r2c1.'
"""

from typing import TYPE_CHECKING

# written by scripts/exports.py
if TYPE_CHECKING:
    from typing import Any, Literal

    from entails.models.fields import Document
    from entails.models.rating import SudokuStudyReport
    from entails.queries.check import check as check
    from entails.queries.count import count as count
    from entails.queries.count import forced as forced
    from entails.queries.decode import Decoded
    from entails.queries.explain import explain as explain
    from entails.queries.explain import explain_stream as explain_stream
    from entails.queries.explain import minimal_clues as minimal_clues
    from entails.queries.export import constraints as constraints
    from entails.queries.export import drawing as drawing
    from entails.queries.export import export as export
    from entails.queries.quine import exact_depth as exact_depth
    from entails.queries.quine import quine as quine
    from entails.queries.solve import solutions as solutions
    from entails.queries.solve import solve as solve
    from entails.queries.solve import solve_many as solve_many
    from entails.queries.sudoku.generate import generate as generate
    from entails.queries.sudoku.hint import hint as hint
    from entails.queries.sudoku.isomorphs import canonical as canonical
    from entails.queries.sudoku.isomorphs import isomorphic as isomorphic
    from entails.queries.sudoku.practice import practice as practice
    from entails.queries.sudoku.rate import rate as rate
    from entails.queries.sudoku.steps import steps as steps
    from entails.queries.sudoku.steps import techniques as techniques
    from entails.studies.sudoku.calibrate import Calibration

    def calibrate(
        data: Document,
        *,
        target: str | None = ...,
        method: Literal["lsq", "nnls", "ridge", "anneal", "coordinate"] = ...,
        first_use: bool = ...,
        intercept: bool = ...,
        transform: Literal["none", "log", "root"] = ...,
        cap: float | None = ...,
        limit: int | None = ...,
        criteria: tuple[str, ...] = ...,
        techniques: tuple[str, ...] | None = ...,
        repeats: int = ...,
        seed: int = ...,
    ) -> Calibration: ...
    def decode(formula: Document, answer: Document) -> Decoded: ...
    def quine_fit(
        data: Document,
        *,
        target: str,
        cap: int = ...,
        limit: int | None = ...,
        preset: str = ...,
        heuristic: tuple[str, ...] = ...,
    ) -> Any: ...
    def study(
        name: str,
        data: Document | None = ...,
        *,
        seconds: float = ...,
        ratings: Document | None = ...,
        target: str | None = ...,
        limit: int | None = ...,
        chaos: int = ...,
        seed: int = ...,
    ) -> SudokuStudyReport: ...


__all__ = [
    "calibrate",
    "canonical",
    "check",
    "constraints",
    "count",
    "decode",
    "drawing",
    "exact_depth",
    "explain",
    "explain_stream",
    "export",
    "forced",
    "generate",
    "hint",
    "isomorphic",
    "minimal_clues",
    "practice",
    "quine",
    "quine_fit",
    "rate",
    "solutions",
    "solve",
    "solve_many",
    "steps",
    "study",
    "techniques",
]
# end

if not TYPE_CHECKING:
    from entails.listing import lazy

    __getattr__, __dir__ = lazy(__name__)
