"""What can be counted about guesses, for the checker: scores, parts, and what they cost at least.

It shares two small loops with nothing else, and no line with the search.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.word_repeats import least_by_own_words, repeats

Numbers = NDArray[np.integer[Any]]

_AT_ONCE = 1 << 21
"""Entries of a table that is made for some guesses at a time."""


class Counting:
    """A game as tables: `codes` tells what each guess (row) is told by each answer (column)."""

    def __init__(
        self, answers: Sequence[str], allowed: Sequence[str], counts: bool, weights: Sequence[int] | None = None
    ) -> None:
        found = scores(allowed, answers, counts)
        self.codes = found.astype(np.uint8) if found.max() < 256 else found
        place = {word: number for number, word in enumerate(answers)}
        self.own = np.array([place.get(word, -1) for word in allowed])
        rows = np.empty(len(answers), np.int64)
        rows[self.own[self.own >= 0]] = np.flatnonzero(self.own >= 0)
        self.inner = self.codes[rows]
        self.weights = np.ones(len(answers), np.int64) if weights is None else np.array(weights, np.int64)
        self.are_alike = bool((self.weights == 1).all())
        self._width = int(self.codes.max()) + 1
        every, rows = np.arange(len(answers)), np.arange(len(allowed))
        alone = np.ones(len(answers), np.int64)
        self.most_parts = int(len(answers) - self._repeats(every, rows, alone).min())
        self._at_most = self.weights.sum() - self._repeats(every, rows, self.weights)

    def cheap(self, words: Numbers, rows: Numbers, bound: int) -> Numbers:
        """Those of some guesses that may cost less than a bound, by the parts that they make alone. Of some words a
        guess makes no more parts than of all; that leaves few to be looked at where there are many words."""
        weights = self.weights[words]
        inside = np.zeros(len(self.weights) + 1, np.int64)
        inside[words] = weights
        twice = 2 * weights.sum() - inside[self.own[rows]]
        likely = np.flatnonzero(twice + weights.sum() - self._at_most[rows] < bound)
        rows, most = rows[likely], bound - 1 - twice[likely]
        return np.asarray(rows[self._repeats(words, rows, self.weights, most) <= most])

    def _repeats(self, words: Numbers, rows: Numbers, weights: Numbers, most: Numbers | None = None) -> Numbers:
        """What each guess leaves together with heavier words, counted no further than its `most`."""
        falling = words[np.argsort(-weights[words], kind="stable")].astype(np.int64)
        most = np.full(len(rows), weights.sum()) if most is None else most
        return repeats(self.codes, self._width, rows.astype(np.int64), falling, weights[falling], most)

    def glance(self, sets: Numbers) -> Numbers:
        """At least what each set costs, all of one size, a row each: by its own words as guesses, or 2W for others."""
        order = np.argsort(-self.weights[sets], axis=1, kind="stable")
        falling = np.take_along_axis(sets, order, 1).astype(np.int64)
        return least_by_own_words(self.inner, self._width, falling, self.weights[falling])

    def floor(self, words: Numbers) -> int:
        """At least what some words cost, by how many there are."""
        falling = np.sort(self.weights[words])[::-1]
        return int(2 * falling.sum() - falling[0] + falling[self.most_parts :].sum())


def scores(guesses: Sequence[str], secrets: Sequence[str], counts: bool) -> Numbers:
    """What each guess is told by each secret, as a number: greens first, then yellows while copies remain."""
    played, hidden = (
        np.frombuffer("".join(words).encode(), np.uint8).reshape(len(words), -1) for words in (guesses, secrets)
    )
    length = played.shape[1]
    found = np.zeros((len(guesses), len(secrets)), np.uint32 if length > 9 and not counts else np.uint16)
    step = max(1, _AT_ONCE // len(secrets) // 4)
    for at in range(0, len(guesses), step):
        block = played[at : at + step, :, None]
        alike = [[block[:, mine] == hidden[None, :, its] for its in range(length)] for mine in range(length)]
        green = [alike[place][place] for place in range(length)]
        yellow: list[NDArray[np.bool_]] = []
        for place in range(length):
            left = np.zeros(green[0].shape, np.int8)
            for its in range(length):
                left += alike[place][its] & ~green[its]
            for before in range(place):  # copies of the same letter come first
                left -= yellow[before] & (block[:, before] == block[:, place])
            yellow.append(~green[place] & (left > 0))
        target = found[at : at + step]
        for place in range(length):
            unit = 1 if counts else 3**place
            target += (green[place] * found.dtype.type(length + 1 if counts else 2 * unit)).astype(found.dtype)
            target += (yellow[place] * found.dtype.type(unit)).astype(found.dtype)
    return found
