"""The paths of many grids as arrays: what a rating needs, without steps and sentences.

One row per round, all grids one after the other; `starts` says where each begins. The rounds are those of
`path.solve_steps` with the same techniques.

Backtracking as a criterion (the 13th technique of Landreau 2025): how many guesses finish a grid that is stuck.
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
from entails.solvers.sudoku.steps.position import StepPosition, arrays, refuse_other_shapes, usable, wanted
from entails.solvers.sudoku.steps.technique import COUNTED, Technique, chosen

MOST = 20_000
"""A grid without solution, or a poor set of techniques, could go on for ever."""


def guesses(position: StepPosition) -> int | None:
    """Each digit tried in a cell is one guess; between guesses the techniques of the position that ratings count do
    their work. None when there would be more than MOST."""
    counts = np.zeros(TECHNIQUE_COUNT, np.int64)
    made = walk_and_guess(
        position.board.digits,
        position.board.marks,
        new_board(),
        position.order[position.order < TECHNIQUE_COUNT],
        position.wanted,
        position.single,
        position.found,
        new_trace(),
        MOST,
        counts,
    )
    return None if made == GAVE_UP else made


SOLVED, STUCK, CONTRADICTION = range(3)
_AT_ONCE = 32


@dataclass(frozen=True, eq=False, slots=True)
class Traces:
    """`rounds` has a row per round: see `Trace`. The rounds of grid g are those from `starts[g]` up to `starts[g + 1]`.
    Techniques have the numbers of the table `TECHNIQUES`.

    Per grid: `status`; `final`, the mask of what each cell can still be at the end; and when backtracking was asked for
    and the grid is stuck, `guesses` (-1 when there are too many to count) and `guess_counts`, the techniques used
    between them.
    """

    starts: I64
    rounds: PathTrace
    status: I64
    final: I64
    guesses: I64
    guess_counts: I64

    @property
    def grid(self) -> I64:
        """The grid of each round."""
        return np.repeat(np.arange(len(self.status)), np.diff(self.starts))

    @property
    def counts(self) -> I64:
        """How often each grid uses each technique; backtracking counts its guesses."""
        flat = np.bincount(self.grid * TECHNIQUES + self.rounds.technique, minlength=len(self.status) * TECHNIQUES)
        counts = flat.reshape(-1, TECHNIQUES)
        counts[:, BACKTRACKING] = self.guesses
        return counts

    @property
    def first_use(self) -> I64:
        """The round in which each grid first uses each technique, from 0; -1 for never."""
        first = np.full((len(self.status), TECHNIQUES), -1)
        back = np.arange(len(self.rounds.technique))[::-1]
        grid = self.grid
        first[grid[back], self.rounds.technique[back]] = back - self.starts[grid[back]]
        return first


def traces(
    grids: Sequence[Grid] | NDArray[np.integer], techniques: Iterable[str] = COUNTED, *, unique: bool = False
) -> Traces:
    """The paths of all grids; an array of digits, 81 a row and 0 for an empty cell, serves as well."""
    digits, marks = _puzzles(grids)
    named = chosen(techniques)
    for technique in named:
        if not technique.is_counted:
            raise InvalidOption(
                f"{technique.name} is a technique for steps and hints, not for ratings",
                where="techniques",
                expected=f"some of {', '.join(COUNTED)}",
            )
    order = usable(named, unique)
    count = len(digits)
    ends, troubles = np.zeros((2, count), np.int64)
    final = np.zeros((count, 81), np.int64)
    board, found, single = new_board(), new_step_table(), np.zeros((SINGLES, 81), np.int64)
    room = new_trace(_AT_ONCE * LONGEST)
    pieces: list[tuple[NDArray[np.int16], ...]] = []
    done = 0
    for first in range(0, count, _AT_ONCE):
        some = slice(first, first + _AT_ONCE)
        room.size[0] = 0
        walk_many(
            digits[some],
            marks[some],
            order,
            wanted(order),
            board,
            single,
            found,
            room,
            ends[some],
            troubles[some],
            final[some],
        )
        ends[some] += done
        used = int(room.size[0])
        done += used
        pieces.append(tuple(column[:used].copy() for column in room[:-1]))
    columns = zip(*pieces, strict=True) if pieces else [[column[:0]] for column in room[:-1]]
    rounds = PathTrace._make([*map(np.concatenate, columns), np.array([done])])
    status = np.where(troubles != FINE, CONTRADICTION, np.where(np.any(final & (final - 1), axis=1), STUCK, SOLVED))
    guesses, guess_counts = _guesses(digits, marks, named, order, status == STUCK)
    return Traces(np.concatenate([[0], ends]), rounds, status, final, guesses, guess_counts)


def _puzzles(grids: Sequence[Grid] | NDArray[np.integer]) -> tuple[I64, I64]:
    if isinstance(grids, np.ndarray):
        return np.ascontiguousarray(grids, np.int64), np.full(grids.shape, FULL)
    for grid in grids:
        refuse_other_shapes(grid)
    both = [arrays(grid) for grid in grids]
    if not both:
        return np.zeros((0, 81), np.int64), np.zeros((0, 81), np.int64)
    return np.stack([digits for digits, _ in both]), np.stack([marks for _, marks in both])


def _guesses(
    digits: I64, marks: I64, named: Sequence[Technique], order: I64, stuck: NDArray[np.bool_]
) -> tuple[I64, I64]:
    guesses, counts = np.zeros(len(digits), np.int64), np.zeros((len(digits), TECHNIQUES), np.int64)
    if any(technique.criterion for technique in named):
        board, found, single = new_board(), new_step_table(), np.zeros((SINGLES, 81), np.int64)
        for grid in np.flatnonzero(stuck):
            guesses[grid] = walk_and_guess(
                digits[grid], marks[grid], board, order, wanted(order), single, found, new_trace(), MOST, counts[grid]
            )
    return guesses, counts
