"""How every guess splits a set of words: the inner loop of the search for the best tree.

A set of words is a choice of columns of a table of labels: `labels[row, column]` tells which feedback the guess of that
row gets from the word of that column, numbered from 0 in the order of appearance. So two guesses that split a set in
the same way have the same labels, and one of them can stand for both, here and in every subset.

Words weigh: a tree costs, for each word, its weight times its guesses. With equal weights all are 1, and costs are
guesses. Every set has its heaviest words first, so the first word that is met of a part is its heaviest.

What the search for the best tree has learnt about sets of words: a hash table of bounds.

A set is named by two numbers of 63 bits, the exclusive or of random numbers of its words (Zobrist 1970). Two sets that
share both would be mistaken for one another; among a billion sets the odds of that are less than one in 10^19.

Hard mode for the search: what the colours so far oblige every later guess to hold.

Clues are an array: for each place its letter + 1, or 0 while it is free; then for each letter of the alphabet how many
copies a guess must have. An empty array is the normal game, where everything may be guessed.
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
"""The cost of what cannot be done within the guesses allowed: more than any total."""
WAYS = 4
"""Places where the bounds of one set may stand."""
DEPTHS = 64
CLUE_VALUES = 32


class Memo(NamedTuple):
    """Per place: the name of a set, bounds on its smallest total, and the guess that reaches the upper one."""

    names: I64
    bounds: I32
    guesses: I32


def new_memo(bits: int) -> Memo:
    """Room for 2^bits sets."""
    size = 1 << bits
    return Memo(np.zeros((size, 2), np.int64), np.zeros((size, 2), np.int32), np.zeros(size, np.int32))


def new_numbers(secrets: int, clues: int) -> I64:
    """The random numbers that sets are named by: of each secret, of each depth, of each value of each clue."""
    random = np.random.default_rng(20220131)
    return random.integers(1, 2**63 - 1, size=(secrets + DEPTHS + clues * CLUE_VALUES, 2), dtype=np.int64)


@kernel
def name_of(numbers: I64, secrets: I32, depth: int, clues: U8) -> tuple[int, int]:
    """The name of a set. A depth that cannot bind is no part of it: n words never need more than n guesses."""
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
    """Where the bounds of a set stand, -1 when nothing is known."""
    start = first & (len(memo.guesses) - 1) & ~(WAYS - 1)
    for place in range(start, start + WAYS):
        if memo.names[place, 0] == first and memo.names[place, 1] == second:
            return place
    return -1


@kernel
def remember(memo: Memo, first: int, second: int, lower: int, upper: int, guess: int) -> None:
    """Keep bounds; where there is no room, the smallest set gives way, since it is found again the soonest."""
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


ALPHABET = 26


@kernel
def obeys(word: U8, clues: U8) -> bool:
    """May this word be guessed?"""
    length = len(word)
    for place in range(length):
        if clues[place] and clues[place] != word[place] + 1:
            return False
    for place in range(length):
        needed = clues[length + word[place]]
        if needed > 1:
            copies = 0
            for other in range(length):
                copies += word[other] == word[place]
            if copies < needed:
                return False
    for letter in range(ALPHABET):
        if clues[length + letter]:
            found = False
            for place in range(length):
                found = found or word[place] == letter
            if not found:
                return False
    return True


@kernel
def told(clues: U8, guess: U8, secret: U8) -> U8:
    """The clues after one more guess: each letter must come as often as any one guess has shown it."""
    length = len(guess)
    new = clues.copy()
    if len(clues) == 0:
        return new
    for place in range(length):
        letter = guess[place]
        if letter == secret[place]:
            new[place] = letter + 1
        guessed, hidden = 0, 0
        for other in range(length):
            guessed += guess[other] == letter
            hidden += secret[other] == letter
        new[length + letter] = max(new[length + letter], min(guessed, hidden))
    return new


def no_clues(length: int, hard: bool) -> U8:
    """What is known before the first guess."""
    return np.zeros(length + ALPHABET if hard else 0, np.uint8)


U16 = NDArray[np.uint16]

NOBODY = -1


class Survey(NamedTuple):
    """The guesses worth a thought in a set: all that tell something, one of each kind."""

    labels: U16
    guesses: I32
    own: I32
    """The row of each word of the set, when it is itself the guess."""
    parts: I32
    repeats: I64
    """What all words weigh together that are not the heaviest of their part: they take three guesses or more."""
    squares: I64
    """The sum of the squares of the weights of the parts."""
    splitter: int
    """A guess from outside the set that tells all its words apart, where that is the best; NOBODY without one."""


@kernel
def relabelled(codes: Codes, columns: I32, label_of: I32, labels: U16) -> None:
    """Feedback codes of some columns as labels. `label_of` has room for every code, and holds -1."""
    for row in range(len(codes)):
        found = 0
        for column in range(len(columns)):
            code = codes[row, columns[column]]
            if label_of[code] < 0:
                label_of[code] = found
                found += 1
            labels[row, column] = label_of[code]
        for column in range(len(columns)):
            label_of[codes[row, columns[column]]] = -1


@kernel
def weight_of(weights: I64, secrets: I32) -> int:
    """What some words weigh together."""
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
    """Bounds on the smallest total of a set of weight W, from what is known and from its own words as guesses.

    A guess from outside costs 2W at least. A word of the set that tells all others apart costs 2W less its weight, and
    no word after it costs less. One that leaves pairs costs 2W less its weight, and the lighter word of each pair once
    more; one that leaves more together costs no less than that.
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
        for other in range(size):
            label = row[columns[other]]
            if seen_by[label] != word + 1:
                seen_by[label] = word + 1
            else:
                cost += weights[secrets[other]]
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
    """The least lower bound of all guesses (see `lower_bounds`), or `beta` when none is below that. `weights` are those
    of the words of the set.

    Counts no further than it must: a guess is dropped at the first word too many, and nothing more is counted once a
    bound of at most `enough` is found. So a set is refuted in a fraction of the time of its survey.
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
    """Every guess on one set of words of these weights. If it `ends`, then at a guess from outside that tells all words
    apart: this is the best where no guess from inside is better.

    In hard mode guesses that split alike still leave different words to guess next, so all of them stay.
    """
    size, rows, hard = len(columns), len(guesses), len(clues) > 0
    inside = np.zeros(rows, np.bool_)
    for row in own:
        inside[row] = True
    found = np.empty((rows, size), np.uint16)
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
        above, below = labels[row], found[kept]
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
            if not hard and _is_repeated(found, kept, hashed, kinds, hashes):
                continue
        ids[kept], new_row[row], parts_of[kept] = guesses[row], kept, parts
        repeats_of[kept], squares_of[kept] = repeats, squares
        kept += 1
    mine = np.zeros(size, np.int32)
    for word in range(size):
        mine[word] = new_row[own[word]]
    return Survey(found[:kept], ids[:kept], mine, parts_of[:kept], repeats_of[:kept], squares_of[:kept], splitter)


@kernel
def _is_repeated(found: U16, row: int, hashed: int, kinds: I32, hashes: I64) -> bool:
    """Has another guess the same labels as `row`? If not, it is entered."""
    slots = len(kinds)
    slot = (hashed ^ (hashed >> 20)) & (slots - 1)
    while kinds[slot] != NOBODY:
        other = kinds[slot]
        if hashes[other] == hashed:
            same = True
            for word in range(found.shape[1]):
                if found[other, word] != found[row, word]:
                    same = False
                    break
            if same:
                return True
        slot = (slot + 1) & (slots - 1)
    kinds[slot] = row
    hashes[row] = hashed
    return False


@kernel
def lower_bounds(found: Survey, weights: I64) -> I64:
    """What each guess costs at least: two guesses for every word, a third for all but the heaviest of each part, one
    less for the word that it may be itself. With equal weights that is 3n - parts, less 1 inside the set."""
    bounds: I64 = 2 * weights.sum() + found.repeats
    for word in range(len(weights)):
        bounds[found.own[word]] -= weights[word]
    return bounds


def _nth_in_arrays(values: I64, n: int) -> int:
    return int(np.partition(values, n)[n])


@kernel_beside(_nth_in_arrays)
def nth_smallest(values: I64, n: int) -> int:
    """The value that would stand at `n` in order (Hoare 1961). Numba's own partition takes seconds to compile."""
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
def by_promise(found: Survey, bounds: I64, weight: int, beta: int, beam: int) -> I64:
    """The guesses that may cost less than `beta`, in the order in which to try them; the `beam` best of them."""
    rows = np.flatnonzero(bounds < beta)
    keys = (2 * found.squares + weight * bounds)[rows]
    if beam < len(rows):
        chosen = np.flatnonzero(keys <= nth_smallest(keys, beam - 1))
        rows, keys = rows[chosen], keys[chosen]
    ordered: I64 = rows[np.argsort(keys)]
    return ordered[:beam]


@kernel
def brought_together(labels: U16, members: I32, starts: I32, chosen: I32) -> U16:
    """The tables of some parts, one after the other, each with labels of its own: reading one is then reading on."""
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
            here, found = row * len(starts) + part, 0
            for place in range(width):
                old = above[members[starts[part] + place]]
                if seen_in[old] != here:
                    seen_in[old], label_of[old] = here, found
                    found += 1
                below[place] = label_of[old]
            before += width
    return near
