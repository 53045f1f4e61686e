"""Solving paths of many grids as arrays, without sentences, for ratings.

There is one row per round, grid after grid; `starts` has the first row of each grid. The rounds are those of
`path.solve_steps` with the same techniques.

Backtracking is a criterion (the 13th technique of Landreau 2025): the number of guesses that finish a stuck grid.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from entails.models.errors import InvalidOption
from entails.models.sudoku.grid import Grid
from entails.solvers.kernels.sudoku_board import FINE, FULL, I64, new_board, new_step_table
from entails.solvers.kernels.sudoku_numbers import BACKTRACKING, SINGLES, TECHNIQUES
from entails.solvers.kernels.sudoku_numbers import TECHNIQUES as TECHNIQUE_COUNT
from entails.solvers.kernels.sudoku_walk import GAVE_UP, LONGEST, PathTrace, new_trace, walk_and_guess, walk_many
from entails.solvers.sudoku.steps.position import StepPosition, arrays, require_classic, usable, wanted
from entails.solvers.sudoku.steps.technique import COUNTED, Technique, chosen

MOST = 20_000
"""Maximum number of guesses: a grid without a solution could need any number."""


def guesses(position: StepPosition) -> int | None:
    """Return the number of guesses that finish a position; None if it exceeds MOST.

    Each digit tried in a cell is one guess. Between guesses, the counted techniques of the position are applied.
    """
    counts = np.zeros(TECHNIQUE_COUNT, np.int64)
    count = walk_and_guess(
        position.board.digits,
        position.board.marks,
        new_board(),
        position.order[position.order < TECHNIQUE_COUNT],
        position.wanted,
        position.single,
        position.steps,
        new_trace(),
        MOST,
        counts,
    )
    return None if count == GAVE_UP else count


SOLVED, STUCK, CONTRADICTION = range(3)
_AT_ONCE = 32


@dataclass(frozen=True, eq=False, slots=True)
class Traces:
    """Solving paths of many grids. Techniques are indexed as in the table `TECHNIQUES`.

    Attributes:
        starts: The rounds of grid g are those from `starts[g]` up to `starts[g + 1]`.
        rounds: One row per round; see `PathTrace`.
        status: Per grid, SOLVED, STUCK or CONTRADICTION.
        final: Per grid, the remaining candidates of each cell as masks.
        guesses: Per stuck grid, its guesses, if backtracking was requested; -1 if there are too many.
        guess_counts: Per stuck grid, the uses of techniques between guesses.
    """

    starts: I64
    rounds: PathTrace
    status: I64
    final: I64
    guesses: I64
    guess_counts: I64

    @property
    def grid(self) -> I64:
        """Return the index of the grid that each round belongs to."""
        return np.repeat(np.arange(len(self.status)), np.diff(self.starts))

    @property
    def counts(self) -> I64:
        """Return how often each grid uses each technique; backtracking counts its guesses."""
        flat = np.bincount(self.grid * TECHNIQUES + self.rounds.technique, minlength=len(self.status) * TECHNIQUES)
        counts = flat.reshape(-1, TECHNIQUES)
        counts[:, BACKTRACKING] = self.guesses
        return counts

    @property
    def first_use(self) -> I64:
        """Return the first round (from 0) in which each grid uses each technique; -1 if it never does."""
        first = np.full((len(self.status), TECHNIQUES), -1)
        back = np.arange(len(self.rounds.technique))[::-1]
        grid = self.grid
        first[grid[back], self.rounds.technique[back]] = back - self.starts[grid[back]]
        return first


def traces(
    grids: Sequence[Grid] | NDArray[np.integer], techniques: Iterable[str] = COUNTED, *, unique: bool = False
) -> Traces:
    """Return the paths of all grids, which may be an array of digits, 81 per row with 0 for an empty cell."""
    digits, marks = puzzles(grids)
    named = counted(techniques)
    order = usable(named, unique)
    count = len(digits)
    ends, troubles = np.zeros((2, count), np.int64)
    final = np.zeros((count, 81), np.int64)
    board, steps, single = new_board(), new_step_table(), np.zeros((SINGLES, 81), np.int64)
    room = new_trace(_AT_ONCE * LONGEST)
    pieces: list[tuple[NDArray[np.int16], ...]] = []
    done = 0
    for first in range(0, count, _AT_ONCE):
        batch = slice(first, first + _AT_ONCE)
        room.size[0] = 0
        walk_many(
            digits[batch],
            marks[batch],
            order,
            wanted(order),
            board,
            single,
            steps,
            room,
            ends[batch],
            troubles[batch],
            final[batch],
        )
        ends[batch] += done
        used = int(room.size[0])
        done += used
        pieces.append(tuple(column[:used].copy() for column in room[:-1]))
    columns = zip(*pieces, strict=True) if pieces else [[column[:0]] for column in room[:-1]]
    rounds = PathTrace._make([*map(np.concatenate, columns), np.array([done])])
    status = np.where(troubles != FINE, CONTRADICTION, np.where(np.any(final & (final - 1), axis=1), STUCK, SOLVED))
    guesses, guess_counts = _guesses(digits, marks, named, order, status == STUCK)
    return Traces(np.concatenate([[0], ends]), rounds, status, final, guesses, guess_counts)


def counted(techniques: Iterable[str]) -> tuple[Technique, ...]:
    """Return the techniques with these names; raise InvalidOption for those that ratings do not count."""
    named = chosen(techniques)
    for technique in named:
        if not technique.is_counted:
            raise InvalidOption(
                f"{technique.name} is a technique for steps and hints, not for ratings",
                where="techniques",
                expected=f"some of {', '.join(COUNTED)}",
            )
    return named


def puzzles(grids: Sequence[Grid] | NDArray[np.integer]) -> tuple[I64, I64]:
    """Return the digits and the candidates of classic grids as arrays, one row per grid."""
    if isinstance(grids, np.ndarray):
        return np.ascontiguousarray(grids, np.int64), np.full(grids.shape, FULL)
    for grid in grids:
        require_classic(grid)
    both = [arrays(grid) for grid in grids]
    if not both:
        return np.zeros((0, 81), np.int64), np.zeros((0, 81), np.int64)
    return np.stack([digits for digits, _ in both]), np.stack([marks for _, marks in both])


def _guesses(
    digits: I64, marks: I64, named: Sequence[Technique], order: I64, stuck: NDArray[np.bool_]
) -> tuple[I64, I64]:
    guesses, counts = np.zeros(len(digits), np.int64), np.zeros((len(digits), TECHNIQUES), np.int64)
    if any(technique.criterion for technique in named):
        board, steps, single = new_board(), new_step_table(), np.zeros((SINGLES, 81), np.int64)
        for grid in np.flatnonzero(stuck):
            guesses[grid] = walk_and_guess(
                digits[grid], marks[grid], board, order, wanted(order), single, steps, new_trace(), MOST, counts[grid]
            )
    return guesses, counts
