"""What can be counted about guesses, for the checker: scores, parts, and what they cost at least. Numpy and no more."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.integer[Any]]

_WIDEST = 1024
"""Feedback codes that a table of marks has room for; with more, rows are sorted."""
_FEW_WORDS = 64
"""So few words are compared two by two."""
_FIRST_LOOK = 5
_AT_ONCE = 1 << 21
"""Entries of a table that is made for some guesses or sets at a time."""


class Counting:
    """A game as tables: `codes` tells what each guess (row) is told by each answer (column)."""

    def __init__(
        self, answers: Sequence[str], allowed: Sequence[str], counts: bool, weights: Sequence[int] | None = None
    ) -> None:
        found = scores(allowed, answers, counts)
        self.codes = found.astype(np.uint8) if found.max() < 256 else found
        self.columns = np.ascontiguousarray(self.codes.T)
        place = {word: number for number, word in enumerate(answers)}
        self.own = np.array([place.get(word, -1) for word in allowed])
        rows = np.empty(len(answers), np.int64)
        rows[self.own[self.own >= 0]] = np.flatnonzero(self.own >= 0)
        self.inner = self.codes[rows]
        self.weights = np.ones(len(answers), np.int64) if weights is None else np.array(weights, np.int64)
        self.are_alike = bool((self.weights == 1).all())
        self._width = 8 * (int(self.codes.max()) // 8 + 1)
        every, rows = np.arange(len(answers)), np.arange(len(allowed))
        parts = self._parts(every, rows)
        self.most_parts = int(parts.max())
        self._at_most = parts if self.are_alike else self._heaviest(every, rows)

    def cheap(self, words: Numbers, rows: Numbers, bound: int) -> Numbers:
        """Those of some guesses that may cost less than a bound, by the parts that they make alone. Of some words a
        guess makes no more parts than of all; that leaves few to be looked at where there are many words."""
        weights = self.weights[words]
        inside = np.zeros(len(self.weights) + 1, np.int64)
        inside[words] = weights
        least = 3 * weights.sum() - inside[self.own[rows]]
        likely = np.flatnonzero(least - self._at_most[rows] < bound)
        rows, least = rows[likely], least[likely]
        if len(words) <= _FEW_WORDS:
            return rows[self._with_few_repeats(words, rows, bound - 1 - (least - weights.sum()))]
        first = self._parts(words, rows) if self.are_alike else self._heaviest(words, rows)
        return np.asarray(rows[least - first < bound])

    def _with_few_repeats(self, words: Numbers, rows: Numbers, most: Numbers) -> Numbers:
        """Which guesses leave words that weigh no more than that together with heavier ones. Word by word; a guess that
        has left too much is dropped on the way."""
        kept, look = np.arange(len(rows)), _FIRST_LOOK
        most = np.clip(most, -1, len(words)).astype(np.int16) if self.are_alike else most
        repeats: Numbers = np.zeros(len(rows), np.uint8 if self.are_alike else np.int64)
        seen = list[Numbers]()
        for number, word in enumerate(words[np.argsort(-self.weights[words], kind="stable")].tolist()):
            told = self.columns[word, rows[kept]] if len(kept) < len(self.own) else self.columns[word]
            again = np.zeros(len(kept), bool)
            for before in seen:
                again |= before == told
            repeats += again if self.are_alike else again * self.weights[word]
            seen.append(told)
            if number == look:
                few = np.flatnonzero(repeats <= most)
                kept, repeats, most = kept[few], repeats[few], most[few]
                seen = [before[few] for before in seen]
                look += 1 + look // 2
        return kept[repeats <= most]

    def _parts(self, words: Numbers, rows: Numbers) -> Numbers:
        """Into how many parts each guess splits some words."""
        if self._width > _WIDEST:
            return self._heaviest(words, rows, np.ones(len(self.weights), np.int64))
        found = np.empty(len(rows), np.int64)
        step = max(1, 2 * _AT_ONCE // self._width)
        for at in range(0, len(rows), step):
            chosen = rows[at : at + step]
            marks = np.zeros(len(chosen) * self._width, np.uint8)
            places = np.arange(len(chosen)) * self._width
            whole = len(chosen) == len(self.own)
            for word in words.tolist():
                marks[places + (self.columns[word] if whole else self.columns[word, chosen])] = 1
            eights = marks.view(np.uint64).reshape(len(chosen), -1).sum(axis=1)  # eight sums in one, none above 255
            found[at : at + step] = eights.view(np.uint8).reshape(len(chosen), 8).sum(axis=1)
        return found

    def _heaviest(self, words: Numbers, rows: Numbers, weights: Numbers | None = None) -> Numbers:
        """What the heaviest words of all parts weigh together, for each guess."""
        weights = self.weights if weights is None else weights
        falling = words[np.argsort(-weights[words], kind="stable")]
        found = np.empty(len(rows), np.int64)
        step = max(1, _AT_ONCE // len(words))
        for at in range(0, len(rows), step):
            told = self.codes[rows[at : at + step, None], falling]
            found[at : at + step] = weights[falling].sum() - _repeats(told, weights[falling])
        return found

    def glance(self, sets: Numbers) -> Numbers:
        """At least what each set costs, all of one size, a row each: by its own words as guesses, or 2W for others."""
        size = sets.shape[1]
        found = np.empty(len(sets), np.int64)
        step = max(1, _AT_ONCE // size**2)
        for at in range(0, len(sets), step):
            some = sets[at : at + step]
            weights = self.weights[some]
            if not self.are_alike:
                order = np.argsort(-weights, axis=1, kind="stable")
                some, weights = np.take_along_axis(some, order, 1), np.take_along_axis(weights, order, 1)
            told = self.inner[some[:, :, None], some[:, None, :]]
            twice = 2 * weights.sum(axis=1)
            repeats = _repeats(told, None if self.are_alike else weights[:, None, :])
            inside = (twice[:, None] - weights + repeats).min(axis=1)
            found[at : at + step] = np.minimum(inside, twice)
        return found

    def floor(self, words: Numbers) -> int:
        """At least what some words cost, by how many there are."""
        falling = np.sort(self.weights[words])[::-1]
        return int(2 * falling.sum() - falling[0] + falling[self.most_parts :].sum())


def _repeats(told: Numbers, weights: Numbers | None) -> Numbers:
    """What the words that are not the first of their part weigh, along the last axis; each 1 without `weights`."""
    if weights is None:
        ordered = np.sort(told, axis=-1)
        return np.asarray((ordered[..., 1:] == ordered[..., :-1]).sum(axis=-1))
    order = np.argsort(told, axis=-1, kind="stable")
    ordered = np.take_along_axis(told, order, -1)
    again = ordered[..., 1:] == ordered[..., :-1]
    weighed = np.take_along_axis(np.broadcast_to(weights, told.shape), order, -1)[..., 1:]
    return np.asarray((weighed * again).sum(axis=-1))


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
