"""Splits of a set of words by every guess, memoised bounds of sets, and the constraints of hard mode.

`survey` is the inner loop of the search for the best tree. A set of words is a choice of columns of a table of labels:
`labels[row, column]` is the feedback of that row's guess for that column's word, numbered from 0 in order of
appearance. Two guesses that split a set in the same way have the same labels, so one of them represents both, here and
in every subset. A tree costs, for each word, its weight times its guesses; with equal weights all are 1. Every set has
its heaviest words first, so the first word of a part is its heaviest.

`Memo` is a hash table of bounds. The key of a set is two numbers of 63 bits, the exclusive or of random numbers of its
words (Zobrist 1970). Among a billion sets, the probability that two share both is less than one in 10^19.

Clues are the constraints of hard mode on later guesses, as an array: for each place its letter + 1, or 0 while it is
free; then for each letter of the alphabet how many copies a guess must have. In the normal game the array is empty.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel, kernel_beside
from entails.solvers.kernels.word_feedback import Codes

I64 = NDArray[np.int64]
I32 = NDArray[np.int32]
U8 = NDArray[np.uint8]

NEVER = 1 << 28
"""The cost of a set that cannot be solved within the allowed guesses: more than any total."""
WAYS = 4
"""Number of slots of the hash table that one set may use."""
DEPTHS = 64
CLUE_VALUES = 64


class Memo(NamedTuple):
    """A hash table of sets: key, bounds of the smallest total, and the guess that reaches the upper bound."""

    names: I64
    bounds: I32
    guesses: I32


def new_memo(bits: int) -> Memo:
    """Allocate a hash table of 2^bits slots."""
    size = 1 << bits
    return Memo(np.zeros((size, 2), np.int64), np.zeros((size, 2), np.int32), np.zeros(size, np.int32))


def new_numbers(secrets: int, clues: int) -> I64:
    """Return the random numbers for keys: of secrets, depths, and values of clues."""
    random = np.random.default_rng(20220131)
    return random.integers(1, 2**63 - 1, size=(secrets + DEPTHS + clues * CLUE_VALUES, 2), dtype=np.int64)


@kernel
def name_of(numbers: I64, secrets: I32, depth: int, clues: U8) -> tuple[int, int]:
    """Return the key of a set. Depths of at least its size are equivalent: n words need at most n guesses."""
    size = len(secrets)
    base = len(numbers) - len(clues) * CLUE_VALUES - DEPTHS
    row = base + min(depth, size, DEPTHS - 1)
    first, second = numbers[row, 0], numbers[row, 1]
    for secret in range(size):
        first ^= numbers[secrets[secret], 0]
        second ^= numbers[secrets[secret], 1]
    for clue in range(len(clues)):
        stated = base + DEPTHS + clue * CLUE_VALUES + np.int64(clues[clue])
        first ^= numbers[stated, 0]
        second ^= numbers[stated, 1]
    return first, second


@kernel
def place_of(memo: Memo, first: int, second: int) -> int:
    """Return the slot of a set's bounds; -1 if they are not stored."""
    start = first & (len(memo.guesses) - 1) & ~(WAYS - 1)
    for place in range(start, start + WAYS):
        if memo.names[place, 0] == first and memo.names[place, 1] == second:
            return place
    return -1


@kernel
def remember(memo: Memo, first: int, second: int, lower: int, upper: int, guess: int) -> None:
    """Store the bounds of a set; a full bucket drops its smallest set, which is cheapest to search again."""
    start = first & (len(memo.guesses) - 1) & ~(WAYS - 1)
    chosen = start
    for place in range(start, start + WAYS):
        if memo.bounds[place, 0] == 0 or (memo.names[place, 0] == first and memo.names[place, 1] == second):
            chosen = place
            break
        if memo.bounds[place, 0] < memo.bounds[chosen, 0]:
            chosen = place
    memo.names[chosen, 0] = first
    memo.names[chosen, 1] = second
    memo.bounds[chosen, 0] = lower
    memo.bounds[chosen, 1] = upper
    memo.guesses[chosen] = guess


@kernel
def obeys(word: U8, clues: U8) -> bool:
    """Return whether a guess obeys the clues of hard mode."""
    length = len(word)
    for place in range(length):
        if clues[place] and clues[place] != word[place] + 1:
            return False
    for place in range(length):
        needed = clues[length + word[place]]
        if needed > 1:
            copies = 0
            for position in range(length):
                copies += word[position] == word[place]
            if copies < needed:
                return False
    for letter in range(len(clues) - length):
        if clues[length + letter]:
            holds = False
            for place in range(length):
                holds = holds or word[place] == letter
            if not holds:
                return False
    return True


@kernel
def clues_after(clues: U8, guess: U8, secret: U8) -> U8:
    """Return the clues after one more guess: each letter must occur as often as some guess has revealed."""
    length = len(guess)
    new = clues.copy()
    if len(clues) == 0:
        return new
    for place in range(length):
        letter = guess[place]
        if letter == secret[place]:
            new[place] = letter + 1
        guessed, hidden = 0, 0
        for position in range(length):
            guessed += guess[position] == letter
            hidden += secret[position] == letter
        new[length + letter] = max(new[length + letter], min(guessed, hidden))
    return new


def no_clues(length: int, hard: bool, numbers: int = 26) -> U8:
    """Return the clues before the first guess. Letter numbers are below `numbers`."""
    return np.zeros(length + numbers if hard else 0, np.uint8)


U16 = NDArray[np.uint16]

NOBODY = -1


class Survey(NamedTuple):
    """The guesses to consider for a set: those that split it, one from each equivalence class."""

    labels: U16
    guesses: I32
    own: I32
    """The row of each word of the set as a guess."""
    parts: I32
    repeats: I64
    """The total weight of the words that are not the heaviest of their part: they take three guesses or more."""
    squares: I64
    """The sum of the squares of the weights of the parts."""
    splitter: int
    """A guess from outside the set that separates all its words, if it is a best guess; else NOBODY."""


@kernel
def relabelled(codes: Codes, columns: I32, label_of: I32, labels: U16) -> None:
    """Write the feedback codes of some columns as labels. `label_of` must have -1 for every code."""
    for row in range(len(codes)):
        number = 0
        for column in range(len(columns)):
            code = codes[row, columns[column]]
            if label_of[code] < 0:
                label_of[code] = number
                number += 1
            labels[row, column] = label_of[code]
        for column in range(len(columns)):
            label_of[codes[row, columns[column]]] = -1


@kernel
def weight_of(weights: I64, secrets: I32) -> int:
    """Return the total weight of these words."""
    weight = 0
    for secret in secrets:
        weight += weights[secret]
    return weight


@kernel
def glance(
    labels: U16,
    guesses: I32,
    own: I32,
    columns: I32,
    secrets: I32,
    clues: U8,
    depth: int,
    memo: Memo,
    numbers: I64,
    weights: I64,
) -> tuple[int, int]:
    """Return bounds of the smallest total of a set, from the memo and from its own words as guesses.

    A guess from outside costs at least 2W. A word of the set that separates all others costs 2W less its weight, and no
    later word costs less. One that leaves pairs costs in addition the lighter word of each pair; one that leaves larger
    parts costs at least that.
    """
    size = len(columns)
    if size == 1:
        weight = weights[secrets[0]]
        return (weight, weight) if depth >= 1 else (NEVER, NEVER)
    if depth < 2:
        return NEVER, NEVER
    twice = 2 * weight_of(weights, secrets)
    if size == 2:
        return twice - weights[secrets[0]], twice - weights[secrets[0]]
    first, second = name_of(numbers, secrets, depth, clues)
    place = place_of(memo, first, second)
    if place >= 0:
        return memo.bounds[place, 0], memo.bounds[place, 1]
    seen_by, again_by = np.zeros(labels.shape[1], np.int32), np.zeros(labels.shape[1], np.int32)
    least, best, is_exact, splits = NEVER, NOBODY, False, False
    for word in range(size):
        row = labels[own[word]]
        cost, in_pairs, splits = twice - weights[secrets[word]], True, True
        for member in range(size):
            label = row[columns[member]]
            if seen_by[label] != word + 1:
                seen_by[label] = word + 1
            else:
                cost += weights[secrets[member]]
                in_pairs = in_pairs and again_by[label] != word + 1
                again_by[label] = word + 1
                splits = False
        if cost < least or (splits and depth == 2):
            least, best, is_exact = cost, guesses[own[word]], in_pairs
        if splits:
            break
    lower, upper = min(least, twice), NEVER
    if depth == 2:
        lower, upper = (least, least) if splits else (twice, NEVER)
    elif is_exact and least <= twice:
        upper = least
    remember(memo, first, second, lower, upper, best)
    return lower, upper


@kernel
def least_bound(
    labels: U16, guesses: I32, own: I32, columns: I32, clues: U8, letters: U8, weights: I64, enough: int, beta: int
) -> int:
    """Return the least lower bound over all guesses (see `lower_bounds`), or `beta` if none is below it.

    A guess is dropped at the first word too many, and counting ends once a bound of at most `enough` is found. So a set
    is refuted in a fraction of the time of its survey. `weights` are those of the words of the set.
    """
    size, rows, hard = len(columns), len(guesses), len(clues) > 0
    found_at_once = np.zeros(rows, np.int64)
    for word in range(size):
        found_at_once[own[word]] = weights[word]
    twice = 2 * weights.sum()
    seen_by = np.full(labels.shape[1], NOBODY, np.int32)
    for row in range(rows):
        if hard and not obeys(letters[guesses[row]], clues):
            continue
        repeats_left = beta - twice + found_at_once[row]
        above = labels[row]
        for word in range(size):
            label = above[columns[word]]
            if seen_by[label] != row:
                seen_by[label] = row
            else:
                repeats_left -= weights[word]
                if repeats_left <= 0:
                    break
        if repeats_left > 0:
            beta -= repeats_left
            if beta <= enough:
                break
    return beta


@kernel
def survey(
    labels: U16, guesses: I32, own: I32, columns: I32, clues: U8, letters: U8, weights: I64, ends: bool
) -> Survey:
    """Split a weighted set of words by every guess.

    With `ends`, stop at a guess from outside that separates all words: it is a best guess if no guess from inside is
    better. In hard mode, guesses that split alike still allow different later guesses, so all of them stay.
    """
    size, rows, hard = len(columns), len(guesses), len(clues) > 0
    inside = np.zeros(rows, np.bool_)
    for row in own:
        inside[row] = True
    new_labels = np.empty((rows, size), np.uint16)
    ids, new_row = np.empty(rows, np.int32), np.zeros(rows, np.int32)
    parts_of, repeats_of, squares_of = np.empty(rows, np.int32), np.empty(rows, np.int64), np.empty(rows, np.int64)
    slots = 4
    while slots < 2 * rows:
        slots *= 2
    kinds, hashes = np.full(slots, NOBODY, np.int32), np.empty(rows, np.int64)
    seen_by, label_of = np.full(labels.shape[1], NOBODY, np.int32), np.empty(labels.shape[1], np.int64)
    sizes = np.empty(size, np.int64)
    kept, splitter = 0, NOBODY
    for row in range(rows):
        if hard and not obeys(letters[guesses[row]], clues):
            continue
        parts, repeats, squares, hashed = 0, 0, 0, 0
        above, below = labels[row], new_labels[kept]
        for word in range(size):
            old = above[columns[word]]
            if seen_by[old] != row:
                seen_by[old], label_of[old], sizes[parts] = row, parts, 0
                parts += 1
            else:
                repeats += weights[word]
            label = label_of[old]
            sizes[label] += weights[word]
            below[word] = label
            hashed = (hashed * 1000003 + label + 1) & 0xFFFFFFFFFF
        if parts == 1:
            continue
        for part in range(parts):
            squares += sizes[part] * sizes[part]
        if not inside[row]:
            if parts == size and ends:
                splitter = guesses[row]
                break
            if not hard and _is_repeated(new_labels, kept, hashed, kinds, hashes):
                continue
        ids[kept], new_row[row], parts_of[kept] = guesses[row], kept, parts
        repeats_of[kept], squares_of[kept] = repeats, squares
        kept += 1
    mine = np.zeros(size, np.int32)
    for word in range(size):
        mine[word] = new_row[own[word]]
    return Survey(new_labels[:kept], ids[:kept], mine, parts_of[:kept], repeats_of[:kept], squares_of[:kept], splitter)


@kernel
def _is_repeated(labels: U16, row: int, hashed: int, kinds: I32, hashes: I64) -> bool:
    """Return whether an earlier guess has the same labels as `row`; if not, record `row`."""
    slots = len(kinds)
    slot = (hashed ^ (hashed >> 20)) & (slots - 1)
    while kinds[slot] != NOBODY:
        earlier = kinds[slot]
        if hashes[earlier] == hashed:
            same = True
            for word in range(labels.shape[1]):
                if labels[earlier, word] != labels[row, word]:
                    same = False
                    break
            if same:
                return True
        slot = (slot + 1) & (slots - 1)
    kinds[slot] = row
    hashes[row] = hashed
    return False


@kernel
def lower_bounds(surveyed: Survey, weights: I64) -> I64:
    """Return a lower bound of the cost of each guess.

    Two guesses for every word, a third for all but the heaviest of each part, and one less for the guess itself if it
    is in the set. With equal weights that is 3n - parts, less 1 inside the set.
    """
    bounds: I64 = 2 * weights.sum() + surveyed.repeats
    for word in range(len(weights)):
        bounds[surveyed.own[word]] -= weights[word]
    return bounds


def _nth_in_arrays(values: I64, n: int) -> int:
    return int(np.partition(values, n)[n])


@kernel_beside(_nth_in_arrays)
def nth_smallest(values: I64, n: int) -> int:
    """Return the value at index `n` in sorted order (Hoare 1961); numba's own partition takes seconds to compile."""
    left, right = 0, len(values) - 1
    inside = values.copy()
    while left < right:
        pivot, up, down = inside[n], left, right
        while up <= down:
            while inside[up] < pivot:
                up += 1
            while pivot < inside[down]:
                down -= 1
            if up <= down:
                inside[up], inside[down] = inside[down], inside[up]
                up += 1
                down -= 1
        if down < n:
            left = up
        if n < up:
            right = down
    return int(inside[n])


@kernel
def by_promise(surveyed: Survey, bounds: I64, weight: int, beta: int, beam: int) -> I64:
    """Return the `beam` most promising guesses that may cost less than `beta`, in the order to try them."""
    rows = np.flatnonzero(bounds < beta)
    keys = (2 * surveyed.squares + weight * bounds)[rows]
    if beam < len(rows):
        chosen = np.flatnonzero(keys <= nth_smallest(keys, beam - 1))
        rows, keys = rows[chosen], keys[chosen]
    ordered: I64 = rows[np.argsort(keys)]
    return ordered[:beam]


@kernel
def brought_together(labels: U16, members: I32, starts: I32, chosen: I32) -> U16:
    """Return the tables of some parts in sequence, each with its own labels, for sequential memory access."""
    rows, size = len(labels), 0
    for part in chosen:
        size += starts[part + 1] - starts[part]
    near = np.empty(rows * size, np.uint16)
    seen_in, label_of = np.full(labels.shape[1], NOBODY, np.int64), np.empty(labels.shape[1], np.int64)
    for row in range(rows):
        above, before = labels[row], 0
        for part in chosen:
            width = starts[part + 1] - starts[part]
            below = near[rows * before + row * width : rows * before + (row + 1) * width]
            here, number = row * len(starts) + part, 0
            for place in range(width):
                old = above[members[starts[part] + place]]
                if seen_in[old] != here:
                    seen_in[old], label_of[old] = here, number
                    number += 1
                below[place] = label_of[old]
            before += width
    return near
