"""Exhaustive search against deterministic hosts: the shortest win in Absurdle, the longest game of Survivle.

Absurdle's host (see `Host`) keeps the largest part, so a sequence of guesses determines the whole game, and the
shortest win is a shortest path. d guesses cannot tell n words apart if n > P^(d - 1), where P is the largest number of
parts that any guess makes, so most sets are refuted by their size. The search deepens iteratively: a depth that is
searched completely is proven to be too small.

In Survivle every guess must agree with all feedback so far, and the game lasts until the secret is guessed. A word w
may follow a guess g if g gets the same feedback from w as from the secret. This must hold for all pairs of a game.
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
"""Default limit on the sets of words that a search examines."""
_LONGEST_WIN = 30


@dataclass(frozen=True)
class Win:
    """The guesses of a winning game; the last one is the secret.

    Attributes:
        proven: Whether no win is shorter (in Survivle: no game longer).
        bound: Without a proof, the proven bound on the number of guesses: a lower one (in Survivle: an upper one).
    """

    guesses: tuple[str, ...]
    bound: int
    proven: bool


class _TooMany(Exception):
    """Signal that the search exceeds its limit on sets of words."""


class Absurdle:
    """Search for the shortest Absurdle win on a word list, with a memory of refuted sets."""

    def __init__(self, words: Words, scoring: Scoring, sets: int = USUAL_SETS) -> None:
        self._words, self._scoring, self._sets = words, scoring, sets
        self._oracle = FeedbackOracle.of(words, scoring)
        self._every = np.arange(len(words), dtype=np.int32)
        self._refuted: dict[bytes, int] = {}
        first = self._oracle.groups(self._every, np.arange(words.answers, dtype=np.int32))
        self._most_parts = max(2, int(first.parts.max()))

    def shortest(self) -> Win:
        """Return a shortest win from the start of the game."""
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
        """Return guesses that win against the host within a depth; None if there are none."""
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
        worst = self._oracle.groups(self._every, rows).worst
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
        """Return the words that the host keeps after a guess."""
        letters = self._words.letters
        code, _ = Host(self._scoring, letters[rows]).reply(self._words.word(guess))
        kept: Rows = rows[pattern_row(letters[guess], letters[rows], self._scoring) == code]
        return kept


def replies(words: Words, scoring: Scoring, guesses: Sequence[str]) -> list[str]:
    """Return the host's feedback to a sequence of guesses."""
    host, answers = Host(scoring, words.secrets), []
    for guess in guesses:
        code, host = host.reply(guess)
        answers.append(scoring.write(code, words.length))
    return answers


def survive(words: Words, scoring: Scoring, secret: str, sets: int = USUAL_SETS) -> Win:
    """Return the longest Survivle game for a secret; every guess agrees with all feedback before it."""
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
