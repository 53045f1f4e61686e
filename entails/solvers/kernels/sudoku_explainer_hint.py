"""`Hint`: the best argument so far of a finder of Sudoku Explainer. The least rating wins, then the shortest argument,
then the simplest kind, then what was found first."""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_steps import I64, LOWEST, UNITS_OF, Board

RATING, LENGTH, KIND, PLACE, REMOVES, TRIAL, RESTS, OTHER = range(8)
"""The columns of `score`: ten times the rating, how many nodes the argument has, its kind, the candidate that it places
(or NOTHING), how many it rules out; how many are on trial; on how many it rests, and a number for its sentence."""

NOTHING = -1
NO_RATING = 999
DOUBLE, X_KIND, Y_KIND, XY_KIND, CELL_KIND, REGION_KIND, CONTRADICTION_KIND = range(1, 8)
"""The kinds of chains, in the order in which Sudoku Explainer prefers them."""


class Hint(NamedTuple):
    """`removes` holds the candidates that the best argument rules out, `trial` those of the one being looked at,
    `rests` what the best rests on: candidates, with NOTHING between its parts, or nodes where chains begin."""

    score: I64
    removes: I64
    trial: I64
    rests: I64


def new_hint() -> Hint:
    """Room for a hint."""
    return Hint(np.zeros(8, np.int64), *np.zeros((3, 729), np.int64))


@kernel
def no_hint(hint: Hint) -> None:
    hint.score[:] = 0
    hint.score[RATING] = NO_RATING
    hint.score[PLACE] = NOTHING


@kernel
def would_be_best(hint: Hint, rating: int, length: int, kind: int) -> bool:
    """Is an argument of this rating, length and kind better than the best so far?"""
    score = hint.score
    if rating != score[RATING]:
        return bool(rating < score[RATING])
    if length != score[LENGTH]:
        return bool(length < score[LENGTH])
    return bool(kind < score[KIND])


@kernel
def try_removing(hint: Hint, board: Board, cell: int, mask: int) -> None:
    """These digits are ruled out in a cell, as far as they are still there."""
    left = board.marks[cell] & mask
    while left != 0:
        hint.trial[hint.score[TRIAL]] = 9 * cell + LOWEST[left]
        hint.score[TRIAL] += 1
        left &= left - 1


@kernel
def keep_trial(hint: Hint, rating: int, length: int, kind: int) -> bool:
    """What is on trial becomes the best hint, if it rules out anything and is better; True if so."""
    count = hint.score[TRIAL]
    hint.score[TRIAL] = 0
    if count > 0 and would_be_best(hint, rating, length, kind):
        keep_score(hint, rating, length, kind, NOTHING)
        hint.score[REMOVES] = count
        for at in range(count):
            hint.removes[at] = hint.trial[at]
        return True
    return False


@kernel
def rest_on(hint: Hint, candidate: int) -> None:
    """The best hint rests on this candidate."""
    hint.rests[hint.score[RESTS]] = candidate
    hint.score[RESTS] += 1


@kernel
def keep_score(hint: Hint, rating: int, length: int, kind: int, placed: int) -> None:
    score = hint.score
    score[RATING], score[LENGTH], score[KIND], score[PLACE] = rating, length, kind, placed
    score[REMOVES] = score[RESTS] = score[OTHER] = 0


@kernel
def added_for(length: int) -> int:
    """What the length of a chain adds to ten times its rating."""
    added, most = 0, 4
    while length - 2 > most:
        most = most * 3 // 2 if added % 2 == 0 else most * 4 // 3
        added += 1
    return added


@kernel
def share_a_unit(one: int, other: int, view: int) -> bool:
    return bool(UNITS_OF[one, view] == UNITS_OF[other, view])
