"""The decision tree with the smallest total number of guesses, found by branch and bound.

The total of a set H of n words is 0 for no word, and otherwise the minimum, over all guesses g, of n plus the totals of
the parts into which g splits H (the part "g itself" costs nothing more). If words have weights, n is their weight;
`word_tree_survey` states the bounds below for any weights. The search is kept small by:

- closed forms for sets that one guess separates (see `glance`);
- the bound that a part of x words costs at least 2x - 1, so a guess with k parts costs at least 3n - k, less 1 if it is
  in H; a part larger than the most parts that any guess makes costs more;
- trying guesses in the order of 2·(sum of squared sizes) + n·(that bound), so that a good total is found early and cuts
  off the rest (alpha-beta: a total of `beta` or more is not of interest);
- one guess of each equivalence class, and only the classes of the set above (see `survey`);
- stored bounds of sets (see `word_tree_survey`).

The bounds and the order follow Selby 2022 (facts only); the equivalence classes and the tables of labels do not.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel, recursive_kernel
from entails.solvers.kernels.word_tree_survey import (
    I32,
    I64,
    NEVER,
    NOBODY,
    U8,
    U16,
    Memo,
    brought_together,
    by_promise,
    clues_after,
    glance,
    least_bound,
    lower_bounds,
    name_of,
    new_memo,
    remember,
    survey,
    weight_of,
)

Flags = NDArray[np.bool_]

STOP, DONE, OF, SETS, LOOKS, MOST_LOOKS = range(6)
"""The fields of `TreeProblem.counters`.

They are the stop flag; the words that `least_after` has settled and their total, or the guesses that `least_total`
has tried at the root; the sets searched; the work, counted in words seen by all guesses, and its limit (0 for
none). Unlike a time limit, a limit of work always gives the same result.
"""
COUNTERS = 6


class TreeProblem(NamedTuple):
    """The constant data of a tree search."""

    numbers: I64
    letters: U8
    """The letters of the guesses, by the numbers in `guesses`."""
    secrets: U8
    """The letters of the words of the set at the root."""
    weights: I64
    """The weights of the same words, in descending order."""
    counters: I64


class Split(NamedTuple):
    """A set of words split into parts: word indices, part after part, and the start of each part."""

    members: I32
    starts: I32


_LABELS, _ROWS, _LETTERS = np.zeros((1, 1), np.uint16), np.zeros(1, np.int32), np.zeros((1, 1), np.uint8)
_GAME = TreeProblem(np.zeros((1, 2), np.int64), _LETTERS, _LETTERS, np.zeros(1, np.int64), np.zeros(COUNTERS, np.int64))


@kernel
def split_by(row: U16) -> Split:
    """Split the columns of a guess by its labels (counting sort)."""
    size, parts = len(row), int(row.max()) + 1
    starts, members = np.zeros(parts + 1, np.int32), np.empty(size, np.int32)
    for word in range(size):
        starts[row[word] + 1] += 1
    for part in range(parts):
        starts[part + 1] += starts[part]
    fill = starts.copy()
    for word in range(size):
        members[fill[row[word]]] = word
        fill[row[word]] += 1
    return Split(members, starts)


@kernel
def smallest_first(starts: I32, is_open: Flags) -> I32:
    """Return the open parts, smallest first: they are cheap, and may already refute the guess."""
    chosen = np.empty(len(is_open), np.int32)
    count = 0
    for part in range(len(is_open)):
        if not is_open[part]:
            continue
        size, place = starts[part + 1] - starts[part], count
        while place and starts[chosen[place - 1] + 1] - starts[chosen[place - 1]] > size:
            chosen[place] = chosen[place - 1]
            place -= 1
        chosen[place] = part
        count += 1
    return chosen[:count]


@kernel
def capacity(most_parts: int, depth: int) -> int:
    """Return the most words that `depth` guesses can tell apart if each makes at most `most_parts` parts."""
    words = 1 if depth > 0 else 0
    for _ in range(depth - 1):
        if words < NEVER:
            words *= most_parts
    return words


@kernel
def floor_of(weights: I64, secrets: I32, members: I32, most_parts: int) -> int:
    """Return a lower bound of the cost of a set of words if no guess makes more than `most_parts` parts.

    The heaviest word is guessed first, and at most `most_parts` others with the second guess.
    """
    floor = 0
    for place in range(len(members)):
        floor += (2 if place < most_parts else 3) * weights[secrets[members[place]]]
    return floor - int(weights[secrets[members[0]]])


class Prospect(NamedTuple):
    """A lower bound of a guess's total, and the parts still to be searched."""

    total: int
    members: I32
    """The indices of the words in their set, part after part."""
    starts: I32
    floors: I64
    """A lower bound for each part."""
    waiting: I32
    """The parts to be searched, smallest first."""


@kernel
def prospect(
    labels: U16,
    guesses: I32,
    own: I32,
    row: int,
    most_parts: int,
    secrets: I32,
    clues: U8,
    depth: int,
    beta: int,
    memo: Memo,
    game: TreeProblem,
) -> Prospect:
    """Bound the total of one guess on all columns of a table without search; stop once `beta` is reached."""
    members, starts = split_by(labels[row])
    parts = len(starts) - 1
    most_words = capacity(most_parts, depth - 1)
    floors, is_open = np.zeros(parts, np.int64), np.zeros(parts, np.bool_)
    total = weight_of(game.weights, secrets)
    looks = 100 + 10 * len(secrets)
    for part in range(parts):
        start, size = starts[part], starts[part + 1] - starts[part]
        if size > 1 or own[members[start]] != row:
            floors[part] = floor_of(game.weights, secrets, members[start : start + size], most_parts)
            if size > most_words:
                floors[part] = NEVER
            is_open[part] = size > 2
            total += floors[part]
    for part in range(parts):
        if total >= beta:
            break
        if is_open[part]:
            mine = members[starts[part] : starts[part + 1]]
            words = secrets[mine]
            inner = clues_after(clues, game.letters[guesses[row]], game.secrets[words[0]])
            lower, upper = glance(
                labels, guesses, own[mine], mine, words, inner, depth - 1, memo, game.numbers, game.weights
            )
            looks += 100 + len(mine) * len(mine)
            is_open[part] = lower < upper
            if lower > floors[part]:
                total += lower - floors[part]
                floors[part] = lower
    game.counters[LOOKS] += looks
    if 0 < game.counters[MOST_LOOKS] < game.counters[LOOKS]:
        game.counters[STOP] = 1
    return Prospect(total, members, starts, floors, smallest_first(starts, is_open))


@recursive_kernel(0, _LABELS, _ROWS, _ROWS, _ROWS, _ROWS, np.zeros(1, np.uint8), 0, 0, 0, new_memo(2), _GAME)
def least_total(
    labels: U16,
    guesses: I32,
    own: I32,
    columns: I32,
    secrets: I32,
    clues: U8,
    depth: int,
    beta: int,
    beam: int,
    memo: Memo,
    game: TreeProblem,
) -> int:
    """Return the smallest total of a set within `depth` guesses if it is below `beta`, else a lower bound >= `beta`.

    The set is given by the columns of the table above it (see `word_tree_survey`) and by the numbers of its words at
    the root. Only the `beam` best guesses are tried at each set. After a stop the result is meaningless.
    """
    lower, upper = glance(labels, guesses, own, columns, secrets, clues, depth, memo, game.numbers, game.weights)
    if lower >= upper or lower >= beta or game.counters[STOP]:
        return lower
    game.counters[SETS] += 1
    first, second = name_of(game.numbers, secrets, depth, clues)
    size, weights = len(columns), game.weights[secrets]
    is_root, weight = size == len(game.secrets), weight_of(game.weights, secrets)
    if not is_root:  # every visit counts as work at least once
        game.counters[LOOKS] += size * len(guesses)
    if least_bound(labels, guesses, own, columns, clues, game.letters, weights, beta - 1, beta) == beta:
        remember(memo, first, second, beta, NEVER, NOBODY)
        return beta
    surveyed = survey(labels, guesses, own, columns, clues, game.letters, weights, lower >= 2 * weight)
    if surveyed.splitter != NOBODY:
        remember(memo, first, second, 2 * weight, 2 * weight, surveyed.splitter)
        return 2 * weight
    if depth == 2:
        remember(memo, first, second, NEVER, NEVER, NOBODY)
        return NEVER
    bounds = lower_bounds(surveyed, weights)
    least, most_parts = max(lower, bounds.min()), surveyed.parts.max()
    best, choice = beta, NOBODY
    rows = by_promise(surveyed, bounds, weight, beta, beam)
    for tried, row in enumerate(rows):
        if best <= least or game.counters[STOP]:
            break
        if is_root:
            game.counters[DONE], game.counters[OF] = tried, len(rows)
        if bounds[row] >= best:
            continue
        total, members, starts, floors, waiting = prospect(
            surveyed.labels, surveyed.guesses, surveyed.own, row, most_parts, secrets, clues, depth, best, memo, game
        )
        for part in waiting:
            if total >= best:
                break
            mine = members[starts[part] : starts[part + 1]]
            words = secrets[mine]
            inner = clues_after(clues, game.letters[surveyed.guesses[row]], game.secrets[words[0]])
            below = best - total + floors[part]
            value = least_total(
                surveyed.labels,
                surveyed.guesses,
                surveyed.own[mine],
                mine,
                words,
                inner,
                depth - 1,
                below,
                beam,
                memo,
                game,
            )
            total += value - floors[part]
        if total < best:
            best, choice = total, surveyed.guesses[row]
    remember(memo, first, second, best, NEVER if choice == NOBODY else best, choice)
    return best


@kernel
def least_after(
    labels: U16,
    guesses: I32,
    own: I32,
    row: int,
    secrets: I32,
    clues: U8,
    depth: int,
    beta: int,
    beam: int,
    memo: Memo,
    game: TreeProblem,
) -> int:
    """Return the smallest total of a table's columns with the guess of `row` first; else as in `least_total`.

    For the large sets at the root: words of a part are far apart in such a table, so the parts to be searched are
    copied into tables of their own first. A bound for each of them then refutes most openers that can be refuted.
    """
    total, members, starts, floors, waiting = prospect(
        labels, guesses, own, row, len(secrets), secrets, clues, depth, beta, memo, game
    )
    words_waiting = 0
    for part in waiting:
        words_waiting += starts[part + 1] - starts[part]
    game.counters[DONE], game.counters[OF] = 0, words_waiting
    if total >= beta or not words_waiting:
        return total
    near = brought_together(labels, members, starts, waiting)
    every = np.arange(len(secrets)).astype(np.int32)
    rows, done = len(guesses), 0
    for part in waiting:
        if total >= beta or beta == NEVER or beam < len(guesses) or game.counters[STOP]:
            break
        mine = members[starts[part] : starts[part + 1]]
        size = len(mine)
        table = near[rows * done : rows * (done + size)].reshape((rows, size))
        inner = clues_after(clues, game.letters[guesses[row]], game.secrets[secrets[mine[0]]])
        weights = game.weights[secrets[mine]]
        bound = least_bound(
            table, guesses, own[mine], every[:size], inner, game.letters, weights, floors[part], 3 * weights.sum()
        )
        total += max(0, bound - floors[part])
        floors[part] = max(floors[part], bound)
        done += size
    done = 0
    for part in waiting:
        if total >= beta or game.counters[STOP]:
            break
        mine = members[starts[part] : starts[part + 1]]
        size, words = len(mine), secrets[mine]
        table = near[rows * done : rows * (done + size)].reshape((rows, size))
        inner = clues_after(clues, game.letters[guesses[row]], game.secrets[words[0]])
        below = beta - total + floors[part]
        value = least_total(table, guesses, own[mine], every[:size], words, inner, depth - 1, below, beam, memo, game)
        total += value - floors[part]
        done += size
        game.counters[DONE] = done
    return total
