"""Many grids of one shape in one loaded solver, and canonical forms.

The rules stay loaded and the givens are assumptions. Loading the rules takes longer than solving a grid, and learnt
clauses hold for all grids. Unit propagation comes first: a grid that it fills needs no search and has no second
solution.

Two classic 9x9 grids are equivalent exactly if their canonical forms are equal. The canonical form is the smallest line
of 81 characters (an empty cell before all digits) among all grids that result from transposing, moving rows and columns
within and with their bands, and relabelling the digits.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from entails.formats.sudoku.blocks import CLASSIC, of_row
from entails.models.errors import EngineFault, UnsupportedCapability, UnsupportedPuzzle
from entails.models.limits import DEFAULTS, UNLIMITED
from entails.models.outcome import Satisfied, Solved, Undecided
from entails.models.sudoku.grid import Grid, mask_digits
from entails.models.sudoku.shape import Shape
from entails.solvers.engine import engine
from entails.solvers.sat import SatEngine, SatSession
from entails.solvers.sudoku import formula

RENEW_AFTER = 4_000
"""Searches before the solver is reloaded.

Each leaves an unused variable behind, but learnt clauses strengthen unit propagation.
"""

_ENCODER: Final = "complete"
KEPT_SHAPES = 16
"""Maximum number of shapes whose rules stay loaded, because a file may hold thousands of different jigsaws."""


class PersistentSudoku:
    """A solver that keeps the rules loaded while it solves one grid after another and proves uniqueness."""

    def __init__(self, engine_name: str = "cadical153") -> None:
        chosen = engine(engine_name)
        if not isinstance(chosen, SatEngine) or chosen.isolated:
            raise UnsupportedCapability(f"engine {engine_name} cannot keep the rules loaded: choose a SAT engine")
        self.engine, self.encoder = chosen.name, _ENCODER
        self._engine = chosen
        self._sessions: dict[Shape, SatSession[Grid]] = {}
        self._searches = 0

    def solve(self, grid: Grid) -> Solved[Grid]:
        """Return the solution of a grid and whether the solution is unique."""
        session = self._session(grid.shape)
        size, facts = grid.shape.size, _facts(grid)
        most = size * size * size
        placed = [fact for fact in session.propagate_learnt(facts) if 0 < fact <= most]
        if len(placed) == size * size:
            return Solved(grid, self._checked(grid, _filled(grid.shape, placed)), True)
        return self._search(session, grid, facts)

    def _search(self, session: SatSession[Grid], grid: Grid, facts: list[int]) -> Solved[Grid]:
        self._searches += 1
        session.push()
        try:
            first = session.solve(facts)
            if not isinstance(first, Satisfied):
                return Solved(grid, None, False)
            session.block(first.facts)
            second = session.solve(facts)
            assert not isinstance(second, Undecided)
            return Solved(grid, self._checked(grid, first.answer), not isinstance(second, Satisfied))
        finally:
            session.pop()

    def answer(self, puzzle: Grid) -> tuple[Grid | None, bool]:
        """Return the solution and whether it is unique as a pair, as all persistent solvers do."""
        solved = self.solve(puzzle)
        return solved.solution, solved.unique

    def _session(self, shape: Shape) -> SatSession[Grid]:
        if self._searches >= RENEW_AFTER:
            self.close()
        if shape not in self._sessions:
            if len(self._sessions) >= KEPT_SHAPES:
                self._sessions.pop(next(iter(self._sessions))).close()
            rules = formula(Grid(shape, (0,) * shape.cells), _ENCODER)
            self._sessions[shape] = SatSession(self._engine, rules, UNLIMITED, DEFAULTS)
        return self._sessions[shape]

    def _checked(self, grid: Grid, answer: Grid) -> Grid:
        if problem := grid.solved_by(answer):
            raise EngineFault(f"engine {self._engine.name} returned an invalid solution: {problem}")
        return answer

    def close(self) -> None:
        self._searches = 0
        while self._sessions:
            self._sessions.popitem()[1].close()

    def __enter__(self) -> "PersistentSudoku":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _facts(grid: Grid) -> list[int]:
    size = grid.shape.size
    facts = [cell * size + digit for cell, digit in enumerate(grid.cells) if digit]
    if grid.marks is not None:
        full = (1 << size) - 1
        for cell, mask in enumerate(grid.marks):
            facts += [-(cell * size + digit) for digit in mask_digits(~mask & full)]
    return facts


def _filled(shape: Shape, placed: list[int]) -> Grid:
    placed.sort()
    return Grid(shape, tuple([(fact - 1) % shape.size + 1 for fact in placed]))


def require_canonical_form(grid: Grid) -> None:
    """Raise an error unless a grid is classic 9x9 without pencil marks; other grids have no canonical form."""
    if grid.shape != CLASSIC or grid.marks is not None:
        raise UnsupportedPuzzle("only classic 9x9 grids without pencil marks have a canonical form")


def canonical_forms(grids: Sequence[Grid]) -> list[Grid]:
    """Return the canonical form of each grid."""
    from entails.solvers.kernels.sudoku_generate import column_orders, least_forms

    for grid in grids:
        require_canonical_form(grid)
    rows = np.array([grid.cells for grid in grids], np.uint8).reshape(-1, CLASSIC.cells)
    forms = np.empty_like(rows)
    least_forms(rows, column_orders(), forms)
    return [of_row(row) for row in forms]
