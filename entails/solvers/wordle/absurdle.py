"""Games against hosts without luck, played to the end by search: the shortest win in Absurdle, the longest in Survivle.

Absurdle's host (see `host`) keeps the largest part, so a row of guesses decides the whole game: the shortest win is a
shortest path. n words cannot be told apart by d guesses when n is more than P^(d - 1), P being the most parts that any
guess makes; so most sets are refuted by their size. Depths are tried one after the other, and a depth that was searched
to its end is proven to be too few.

In Survivle every guess has to agree with all that was shown, and the game lasts until the secret is guessed. A word w
may follow a guess g when g is told the same by w as by the secret; all pairs of a game obey this.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from entails.models.wordle.history import Scoring
from entails.models.wordle.words import Words
from entails.solvers.wordle.feedback import Rows, pattern_matrix, pattern_row
from entails.solvers.wordle.game import Host
from entails.solvers.wordle.partition import FeedbackOracle

USUAL_SETS = 2_000
"""Sets of words that a search looks at before it gives up."""
_LONGEST_WIN = 30


@dataclass(frozen=True)
class Win:
    """The guesses of a game, the last of which wins. `proven`: none is shorter (or longer, in Survivle). Where the
    search gave up, `bound` says what was proven: at least (at most) so many."""

    guesses: tuple[str, ...]
    bound: int
    proven: bool


class _TooMany(Exception):
    """More sets than were allowed."""


class Absurdle:
    """One list of words, and what was learnt about its sets."""

    def __init__(self, words: Words, scoring: Scoring, sets: int = USUAL_SETS) -> None:
        self._words, self._scoring, self._sets = words, scoring, sets
        self._referee = FeedbackOracle.of(words, scoring)
        self._every = np.arange(len(words), dtype=np.int32)
        self._refuted: dict[bytes, int] = {}
        first = self._referee.groups(self._every, np.arange(words.answers, dtype=np.int32))
        self._most_parts = max(2, int(first.parts.max()))

    def shortest(self) -> Win:
        """The shortest win from the beginning."""
        rows = np.arange(self._words.answers, dtype=np.int32)
        for depth in range(1, _LONGEST_WIN + 1):
            try:
                won = self._won(rows, depth)
            except _TooMany:
                return Win((), depth, False)
            if won is not None:
                return Win(tuple(self._words.words(won)), depth, True)
        return Win((), _LONGEST_WIN, False)

    def _won(self, rows: Rows, depth: int) -> list[int] | None:
        """Guesses that win against the host within a depth, None when there are none."""
        if len(rows) == 1:
            return [int(rows[0])]
        if depth < 2 or len(rows) > self._most_parts ** (depth - 1):
            return None
        key = rows.tobytes()
        if self._refuted.get(key, 0) >= depth:
            return None
        self._sets -= 1
        if self._sets < 0:
            raise _TooMany
        worst = self._referee.groups(self._every, rows).worst
        most = min(len(rows) - 1, self._most_parts ** (depth - 2))
        guesses = np.flatnonzero(worst <= most)
        seen: set[bytes] = set()
        for guess in guesses[np.argsort(worst[guesses], kind="stable")].tolist():
            left = self._kept(guess, rows)
            if left.tobytes() in seen:
                continue
            seen.add(left.tobytes())
            rest = self._won(left, depth - 1)
            if rest is not None:
                return [guess, *rest]
        self._refuted[key] = depth
        return None

    def _kept(self, guess: int, rows: Rows) -> Rows:
        """The words that the host has not given up after this guess."""
        letters = self._words.letters
        code, _ = Host(self._scoring, letters[rows]).reply(self._words.word(guess))
        kept: Rows = rows[pattern_row(letters[guess], letters[rows], self._scoring) == code]
        return kept


def replies(words: Words, scoring: Scoring, guesses: Sequence[str]) -> list[str]:
    """What the host answers to these guesses, one after the other."""
    host, answers = Host(scoring, words.secrets), []
    for guess in guesses:
        code, host = host.reply(guess)
        answers.append(scoring.write(code, words.length))
    return answers


def survive(words: Words, scoring: Scoring, secret: str, sets: int = USUAL_SETS) -> Win:
    """The longest game of Survivle for a secret of the list: every guess agrees with all that was shown."""
    row = words.row_of(secret)
    assert row is not None  # the caller has looked
    codes = pattern_matrix(words.letters, words.letters, scoring)
    follows = codes == codes[:, row][:, None]
    every = np.array([word for word in range(len(words)) if word != row], dtype=np.int64)
    budget = [sets]
    known: dict[bytes, list[int]] = {}
    best: list[int] = []

    def longest(left: "np.ndarray[tuple[int], np.dtype[np.int64]]", played: list[int]) -> list[int]:
        nonlocal best
        if len(played) > len(best):
            best = played
        if not len(left):
            return []
        key = left.tobytes()
        if key in known:
            return known[key]
        budget[0] -= 1
        if budget[0] < 0:
            raise _TooMany
        after = [left[follows[guess, left] & (left != guess)] for guess in left.tolist()]
        longest_line: list[int] = []
        for place in sorted(range(len(left)), key=lambda word: -len(after[word])):
            if 1 + len(after[place]) <= len(longest_line):
                break
            guess = int(left[place])
            rest = longest(after[place], [*played, guess])
            if 1 + len(rest) > len(longest_line):
                longest_line = [guess, *rest]
        known[key] = longest_line
        return longest_line

    try:
        line = longest(every, [])
    except _TooMany:
        return Win((*words.words(best), words.word(row)), len(words), False)
    return Win((*words.words(line), words.word(row)), len(line) + 1, True)
