"""`Trees`: the best trees of one position, for a coach who has a tenth of a second.

The same branch and bound as the compiled search (see `kernels.word_tree`) with whole arrays instead of compiled loops:
nothing has to be compiled for one answer, and secrets need not be all alike. A set is a tuple of places among the
secrets, the likeliest first. Its total is the sum over its secrets of weight · guesses; with equal weights, the
guesses.

What keeps it quick: all guesses are measured against a set in one go; a part of the weight W costs at least 2W - w, w
being its likeliest secret, so that a guess costs at least 3W less the likeliest secret of each part; guesses are tried
in the order of what they promise; guesses that split a set alike are tried once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from entails.models.wordle.scoring import COLOURS
from entails.solvers.wordle.candidates import Rows, as_letters
from entails.solvers.wordle.patterns import pattern_matrix, pattern_row
from entails.solvers.wordle.pool import narrowed
from entails.solvers.wordle.position import Position

Set = tuple[int, ...]
Reals = NDArray[np.float64]

NEVER: Final = float("inf")
_NEARLY: Final = 1e-9
"""Sums of weights that differ by less are equal."""
_SMALL: Final = 40
"""Of a larger set no secret is likely to tell all others apart."""
_A_TRY, _A_SURVEY, _PAIRS_A_LOOK = 40, 100, 4000
"""What a guess that is tried and a set that is measured cost, in looks of about a microsecond each: so the end of a
search does not depend on the clock."""


class TooMuchWork(Exception):
    """A search has used up its looks."""


@dataclass(slots=True)
class _Known:
    """Bounds on the total of a set, and a guess that reaches the upper one (a column of the codes)."""

    lower: float
    upper: float = NEVER
    guess: int = -1


class Trees:
    """Asks for totals in one position. `beam` tries only so many guesses at each set; `looks` bounds the work of all
    questions together."""

    def __init__(self, position: Position, guesses: Rows, *, beam: int | None = None, looks: int | None = None) -> None:
        self.position = position
        self._beam, self._most_looks, self._looks = beam or len(guesses), looks, 0
        words, members = position.words, position.members
        weights = np.ones(len(members)) if words.weights is None else words.weights[members].astype(np.float64)
        self._is_uniform = words.weights is None or not weights.sum() > 0
        if self._is_uniform:
            weights = np.ones(len(members))
        likely_first = np.argsort(-weights, kind="stable")
        self._members = members[likely_first]
        self._weights: list[float] = (weights[likely_first] * len(members) / weights.sum()).tolist()
        self._guesses = guesses
        self._letters = words.letters[self._members]
        codes = pattern_matrix(words.letters[guesses], self._letters, position.scoring)
        self._codes = np.ascontiguousarray(codes.T)
        column_of = {row: column for column, row in enumerate(guesses.tolist())}
        self._own = [column_of[row] for row in self._members.tolist()]
        self._secret_of = {column: place for place, column in enumerate(self._own)}
        self._among: list[list[int]] = self._codes[:, self._own].T.tolist()
        """What each secret as a guess is told by each secret."""
        self._win, self._kinds = position.scoring.win(words.length), position.scoring.codes(words.length)
        self._known: dict[tuple[Set, bytes], _Known] = {}
        self._every: Set = tuple(range(len(members)))

    @property
    def weight(self) -> float:
        """Of all secrets together; equal ones weigh 1 each."""
        return float(len(self._every))

    def best(self) -> tuple[str, float]:
        """A best guess and its total over all secrets."""
        columns = np.arange(len(self._guesses), dtype=np.int32)
        total = self._tidy(self._least(self._every, columns, NEVER))
        if len(self._every) <= 2:
            return self._word(self._own[0]), total
        return self._word(self._known[self._every, self._key(columns)].guess), total

    def after(self, word: str) -> float:
        """The total when this word is played now, allowed or not, and the best after it. A word that tells nothing
        costs a guess for each."""
        position, letters = self.position, as_letters(word, self.position.words.length)
        codes: list[int] = pattern_row(letters, self._letters, position.scoring).tolist()
        total = self._weight_of(self._every)
        parts = _parts(self._every, codes)
        if len(parts) == 1 and self._win not in parts:
            return total + self.best()[1]
        for code, part in parts.items():
            if code != self._win:
                rows = narrowed(position.words, self._guesses, position.scoring, position.mode, letters, code)
                columns = np.flatnonzero(np.isin(self._guesses, rows)).astype(np.int32)
                total += self._least(part, columns, NEVER)
        return self._tidy(total)

    def _least(self, places: Set, columns: Rows, beta: float) -> float:
        """The smallest total of a set with these guesses if it is below `beta`; else a lower bound of at least that."""
        weights = self._weights
        if len(places) == 1:
            return weights[places[0]]
        weight = self._weight_of(places)
        if len(places) == 2:
            return 2 * weight - weights[places[0]]
        key = places, self._key(columns)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._glance(places, weight)
        if known.lower >= known.upper - _NEARLY or known.lower >= beta - _NEARLY:
            return known.lower
        self._search(places, columns, weight, beta, known)
        return known.lower

    def _glance(self, places: Set, weight: float) -> _Known:
        """What its own secrets as guesses say of a set: the likeliest one that tells all apart cannot be bettered. Of
        secrets that are alike, one that leaves a single pair is the best where none tells all apart."""
        lower, size, among = 2 * weight - self._weights[places[0]], len(places), self._among
        most, best = 0, -1
        if size > min(_SMALL, self._kinds):
            return _Known(lower)
        for place in places if self._is_uniform else places[:1]:
            told = among[place]
            parts = len({told[other] for other in places})
            if parts > most:
                most, best = parts, place
                if parts == size:
                    return _Known(lower, lower, self._own[place])
        if not self._is_uniform:
            return _Known(lower)
        return _Known(lower + 1, lower + 1 if most == size - 1 else NEVER, self._own[best])

    def _search(self, places: Set, columns: Rows, weight: float, beta: float, known: _Known) -> None:
        """Raise the lower bound of a set to its total, or to `beta`."""
        bounds, promise, most_parts = self._survey(places, columns, weight)
        least = max(known.lower, float(bounds.min()))
        best, choice, tried = min(beta, known.upper), known.guess if known.upper < beta else -1, 0
        seen: set[bytes] = set()
        order = np.flatnonzero(bounds < best - _NEARLY)
        order = order[np.argsort(promise[order], kind="stable")]
        codes = self._codes[list(places)]
        for at in order.tolist():
            if best <= least + _NEARLY or tried >= self._beam:
                break
            if bounds[at] >= best - _NEARLY:
                continue
            column = int(columns[at])
            told = codes[:, column]
            kind = (told[:, None] == told).argmax(axis=0).tobytes()
            is_own = self._secret_of.get(column) in places
            if not is_own and kind in seen:
                continue
            seen.add(kind)
            tried += 1
            total = self._after(places, columns, column, told.tolist(), weight, best, most_parts)
            if total < best - _NEARLY:
                best, choice = total, column
        best = max(best, least)
        known.lower = best
        if choice >= 0:
            known.upper, known.guess = best, choice

    def _after(
        self, places: Set, columns: Rows, column: int, codes: list[int], weight: float, beta: float, most_parts: int
    ) -> float:
        """The total of a set when this guess is next, if it is below `beta`; else a lower bound of at least that."""
        weights, total, waiting = self._weights, weight, []
        self._look(_A_TRY + 2 * len(places))
        for code, part in _parts(places, codes).items():
            if code == self._win:
                continue
            size, own = len(part), self._weight_of(part)
            floor = 2 * own - weights[part[0]]
            if self._is_uniform and size > most_parts:
                floor += size - most_parts
            total += floor
            if size > 2:
                waiting.append((size, floor, code, part))
        for _, floor, code, part in sorted(waiting):
            if total >= beta - _NEARLY:
                break
            value = self._least(part, self._narrowed(columns, column, code), beta - total + floor)
            total += max(value, floor) - floor
        return self._tidy(total)

    def _survey(self, places: Set, columns: Rows, weight: float) -> tuple[Reals, Reals, int]:
        """A lower bound for each guess, what to try it by (less is sooner), and the most parts that any of them makes.

        Secrets come likeliest first, so the first of each part is its likeliest.
        """
        size = len(places)
        self._look(_A_SURVEY + size * size * len(columns) // _PAIRS_A_LOOK)
        told = self._codes[list(places)]
        if len(columns) < told.shape[1]:
            told = told[:, columns]
        parts, squares = np.zeros((2, len(columns)), np.int32)
        firsts = np.zeros(0 if self._is_uniform else len(columns))
        if self._is_uniform and self._kinds < size:
            for code in range(self._kinds):
                number = np.add.reduce(told == code, axis=0, dtype=np.uint16)
                parts += number > 0
                squares += np.square(number, dtype=np.int32)
        else:
            for place, secret in enumerate(places):
                same = np.add.reduce(told[:place] == told[place], axis=0, dtype=np.uint16)
                is_new = same == 0
                squares += same
                parts += is_new
                if not self._is_uniform:
                    firsts += is_new * self._weights[secret]
            squares = size + 2 * squares
        bounds: Reals = 3 * weight - (parts.astype(np.float64) if self._is_uniform else firsts)
        own = np.array([self._own[place] for place in places])
        at = np.minimum(np.searchsorted(columns, own), len(columns) - 1)
        is_there = columns[at] == own
        bounds[at[is_there]] -= np.array([self._weights[place] for place in places])[is_there]
        bounds[parts == 1] = NEVER  # it tells nothing
        return bounds, 2 * squares + size * bounds, int(parts.max())

    def _narrowed(self, columns: Rows, guess: int, code: int) -> Rows:
        """The guesses that hard mode still allows."""
        if self.position.mode == "normal":
            return columns
        words, rows = self.position.words, self._guesses
        left = narrowed(words, rows[columns], COLOURS, self.position.mode, words.letters[rows[guess]], code)
        kept: Rows = columns[np.isin(rows[columns], left)]
        return kept

    def _key(self, columns: Rows) -> bytes:
        return b"" if self.position.mode == "normal" else columns.tobytes()

    def _word(self, column: int) -> str:
        return self.position.words.word(int(self._guesses[column]))

    def _weight_of(self, places: Sequence[int]) -> float:
        if self._is_uniform:
            return float(len(places))
        weights = self._weights
        return sum([weights[place] for place in places])

    def _tidy(self, total: float) -> float:
        return total if self._is_uniform else round(total, 9)

    def _look(self, looks: int) -> None:
        self._looks += looks
        if self._most_looks is not None and self._looks > self._most_looks:
            raise TooMuchWork


def _parts(places: Set, codes: list[int]) -> dict[int, Set]:
    """The places by what they are told."""
    found: dict[int, list[int]] = {}
    for place, code in zip(places, codes, strict=True):
        found.setdefault(code, []).append(place)
    return {code: tuple(part) for code, part in found.items()}
