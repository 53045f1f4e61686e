"""`Coach`: what a guess costs, in guesses to the end.

The exact tree search says how many further guesses the best play needs on average, after any first guess. Where too
many words are left for that, a beam does: it tries the most promising guesses only, so that its figure is an upper
bound. The coach says which of the two it was. Priors that are not uniform, and modes without a tree, have no coach.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from clausal.models.errors import Invalid
from clausal.models.wordle.scoring import Scoring
from clausal.models.wordle.words import Words
from clausal.solvers.wordle.candidates import as_letters
from clausal.solvers.wordle.patterns import pattern_row
from clausal.solvers.wordle.pool import Mode

Engine = Literal["exact", "beam"]

MOST_FOR_EXACT = 300
"""With more words than that left, the exact search takes longer than anybody waits for a remark."""
MOST_FOR_A_BEAM = 1000
"""With more than that, a narrow beam has to do."""
MOST_PAIRS = 2**26
"""A board of more pairs of a guess and a secret has no coach."""
PATIENCE = 2.0
"""CPU seconds that the exact search may take for a position; then a beam takes its place."""
_BEAM, _OPENING_BEAM = 10, 4
_MEMO_BITS = 17


@dataclass(frozen=True)
class Judgement:
    """A guess beside the best: further guesses that each needs on average, played well from there.

    `spare` counts what the guess costs more, over all secrets: 0 for a best guess. `exact` says that this is proven.
    """

    expected: float
    best: str
    best_expected: float
    spare: int
    exact: bool

    @property
    def is_best(self) -> bool:
        return self.spare <= 0

    @property
    def loss(self) -> float:
        """In guesses, on average."""
        return max(0.0, self.expected - self.best_expected)

    @property
    def skill(self) -> int:
        """100 for a best guess, and for no other: the guesses of the best play as a share of those of this one."""
        if self.is_best:
            return 100
        return min(99, round(100 * (1 + self.best_expected) / (1 + self.expected)))


class _TooSlow(Exception):
    """The exact search would keep a player waiting."""


class Coach:
    """The words left after some guesses, and the search that knows their trees."""

    def __init__(self, words: Words, scoring: Scoring, facts: Sequence[tuple[str, int]], *, hard: bool) -> None:
        from clausal.solvers.wordle.tree.board import Board
        from clausal.solvers.wordle.tree.search import Search

        self.board = Board.of(words, scoring, facts, hard=hard)
        self.engine: Engine = "exact" if self.board.size <= MOST_FOR_EXACT else "beam"
        beam = _BEAM if self.board.size <= MOST_FOR_A_BEAM else _OPENING_BEAM
        if self.engine == "beam":
            self._search = Search(self.board, beam=beam, memo_bits=_MEMO_BITS)
            return
        deadline = time.process_time() + PATIENCE

        def watch(_what: str, _done: int, _of: int) -> None:
            if time.process_time() > deadline:
                raise _TooSlow

        self._search = Search(self.board, watch=watch, memo_bits=_MEMO_BITS)
        try:
            self.best  # noqa: B018, worked out now, while there is a clock
        except _TooSlow:
            self.engine = "beam"
            self._search = Search(self.board, beam=beam, memo_bits=_MEMO_BITS)

    @classmethod
    def for_position(
        cls, words: Words, scoring: Scoring, facts: Sequence[tuple[str, int]], left: int, *, mode: Mode = "normal"
    ) -> "Coach | None":
        """None where nobody counts turns."""
        if words.weights is not None or mode == "ultra" or not left or left * len(words) > MOST_PAIRS:
            return None
        try:
            return cls(words, scoring, facts, hard=mode == "hard")
        except Invalid:
            return None

    @cached_property
    def best(self) -> tuple[str, int]:
        """A best guess and its total over all secrets; where it ties, one that can be the secret comes first."""
        from clausal.solvers.wordle.tree.best import best_guess
        from clausal.solvers.wordle.tree.search import ANY_DEPTH

        row = best_guess(self._search, None, ANY_DEPTH)
        assert row is not None  # any number of guesses suffices
        word = self.board.words.word(row)
        return word, self.total(word)

    def total(self, word: str) -> int:
        """The guesses for all secrets together when this word is played now, allowed or not, and the best after it."""
        from clausal.solvers.kernels.word_tree_clues import told

        board, letters = self.board, as_letters(word, self.board.words.length)
        secrets = board.letters[board.secrets]
        codes = pattern_row(letters, secrets, board.scoring)
        total, different = board.size, np.unique(codes).tolist()
        if len(different) == 1 and different[0] != board.scoring.win(board.words.length):
            return total + self.best[1]  # it tells nothing
        for code in different:
            if code != board.scoring.win(board.words.length):
                part = np.flatnonzero(codes == code).astype(np.int32)
                total += self._search.least(part, told(board.clues, letters, secrets[part[0]]))
        return total

    def judge(self, word: str) -> Judgement:
        """One guess beside the best. What a beam finds to be better than its own best is the best."""
        from clausal.solvers.wordle.tree.search import Search

        try:
            own = self.total(word)
        except _TooSlow:  # a poor guess leaves more to search than a good one
            self.engine = "beam"
            self._search = Search(self.board, beam=_BEAM, memo_bits=_MEMO_BITS)
            vars(self).pop("best", None)
            own = self.total(word)
        size, (best, least) = self.board.size, self.best
        if own < least:
            best, least = word, own
        exact = self.engine == "exact"
        return Judgement(own / size - 1, best, least / size - 1, own - least, exact)

    def expected(self, word: str) -> float:
        """Further guesses on average after this one."""
        return self.total(word) / self.board.size - 1
