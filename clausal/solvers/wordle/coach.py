"""`Coach`: what a guess costs, in guesses to the end.

The exact tree search says how many further guesses the best play needs on average, after any first guess. Where that
would keep a player waiting, a beam does: it tries the most promising guesses only, so that its figure is an upper
bound. The coach says which of the two it was. How long the exact search may take is counted in looks and not in
seconds, so the same position is always judged by the same engine. Priors that are not uniform, and modes without a
tree, have no coach; neither have the first guesses of long lists, unless their totals ship (see `OpeningCoach`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeVar

import numpy as np

from clausal.data.openers import known_totals
from clausal.models.errors import Invalid
from clausal.models.wordle.scoring import Scoring
from clausal.models.wordle.words import Words
from clausal.solvers.wordle.candidates import as_letters
from clausal.solvers.wordle.patterns import pattern_row
from clausal.solvers.wordle.pool import Mode

if TYPE_CHECKING:
    from clausal.solvers.wordle.tree.board import Board
    from clausal.solvers.wordle.tree.search import Search

T = TypeVar("T")
Engine = Literal["exact", "beam"]

MOST_FOR_EXACT = 300
"""With more words than that left, the exact search takes longer than anybody waits for a remark."""
LOOKS_FOR_EXACT = 500_000
"""Words that all guesses together may look at in the exact search: about a tenth of a second."""
MOST_FOR_A_BEAM = 300
"""With more than that, a narrow beam has to do."""
MOST_COACHED = 1000
"""With more than that left, nobody counts turns, unless it is a first guess that was looked at before."""
MOST_PAIRS = 2**26
"""A board of more pairs of a guess and a secret has no coach."""
_BEAM, _NARROW_BEAM = 10, 4
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


class Coach:
    """The words left after some guesses, and the searches that know their trees."""

    def __init__(self, words: Words, scoring: Scoring, facts: Sequence[tuple[str, int]], *, hard: bool) -> None:
        self._position = (words, scoring, facts, hard)
        self._proven: dict[str, int] = {}
        self._found: dict[str, int] = {}
        self._is_patient = self.board.size <= MOST_FOR_EXACT

    @classmethod
    def for_position(
        cls, words: Words, scoring: Scoring, facts: Sequence[tuple[str, int]], left: int, *, mode: Mode = "normal"
    ) -> "Coach | None":
        """None where nobody counts turns."""
        if words.weights is not None or mode == "ultra" or not left or left * len(words) > MOST_PAIRS:
            return None
        known = {} if facts else known_totals(words.digest, scoring.name, mode)
        if left > MOST_COACHED and not known:
            return None
        try:
            if known:
                return OpeningCoach(words, scoring, known, hard=mode == "hard")
            return cls(words, scoring, facts, hard=mode == "hard")
        except Invalid:
            return None

    @cached_property
    def board(self) -> "Board":
        from clausal.solvers.wordle.tree.board import Board

        words, scoring, facts, hard = self._position
        return Board.of(words, scoring, facts, hard=hard)

    @property
    def size(self) -> int:
        """How many words can be the secret."""
        return self.board.size

    @cached_property
    def _exactly(self) -> "Search":
        from clausal.solvers.wordle.tree.search import Search

        return Search(self.board, memo_bits=_MEMO_BITS, looks=LOOKS_FOR_EXACT)

    @cached_property
    def _by_beam(self) -> "Search":
        from clausal.solvers.wordle.tree.search import Search

        beam = _BEAM if self.board.size <= MOST_FOR_A_BEAM else _NARROW_BEAM
        return Search(self.board, beam=beam, memo_bits=_MEMO_BITS)

    def _asked(self, ask: "Callable[[Search], T]") -> tuple[T, bool]:
        """What the exact search says while it is quick, what a beam says from then on; and whether it is proven."""
        from clausal.solvers.wordle.tree.search import TooMuchWork

        if self._is_patient:
            try:
                return ask(self._exactly), True
            except TooMuchWork:
                self._is_patient = False
        return ask(self._by_beam), False

    @cached_property
    def best(self) -> tuple[str, int]:
        """A best guess and its total over all secrets."""
        from clausal.solvers.wordle.tree.best import best_guess
        from clausal.solvers.wordle.tree.search import ANY_DEPTH

        def ask(search: "Search") -> tuple[str, int]:
            row = best_guess(search, None, ANY_DEPTH)
            assert row is not None  # any number of guesses suffices
            word = self.board.words.word(row)
            return word, self._total(word, search)

        (word, total), proven = self._asked(ask)
        (self._proven if proven else self._found)[word] = total
        return word, total

    def _total(self, word: str, search: "Search") -> int:
        from clausal.solvers.kernels.word_tree_clues import told

        board, letters = self.board, as_letters(word, self.board.words.length)
        secrets = board.letters[board.secrets]
        codes = pattern_row(letters, secrets, board.scoring)
        total, different = board.size, np.unique(codes).tolist()
        win = board.scoring.win(board.words.length)
        if len(different) == 1 and different[0] != win:
            return total + self.best[1]  # it tells nothing
        for code in different:
            if code != win:
                part = np.flatnonzero(codes == code).astype(np.int32)
                total += search.least(part, told(board.clues, letters, secrets[part[0]]))
        return total

    def total(self, word: str) -> int:
        """The guesses for all secrets together when this word is played now, allowed or not, and the best after it."""
        best, least = self.best
        if word not in self._proven and word not in self._found:
            total, proven = self._asked(lambda search: self._total(word, search))
            # no tree is below what is proven of the best guess, so one that a beam finds as good is as good
            proven = proven or (best in self._proven and total == least)
            (self._proven if proven else self._found)[word] = total
        return self._proven[word] if word in self._proven else self._found[word]

    def totals(self, words: Sequence[str]) -> dict[str, int]:
        """The same for several words, the best guess first."""
        return dict([self.best]) | {word: self.total(word) for word in words}

    def judge(self, word: str) -> Judgement:
        """One guess beside the best. What a beam finds to be better than its own best is the best."""
        (best, least), own = self.best, self.total(word)
        if own < least:
            best, least = word, own
        return Judgement(own / self.size - 1, best, least / self.size - 1, own - least, self.is_exact(word))

    def is_exact(self, word: str) -> bool:
        """Is the total of this word proven? Only once it was asked for."""
        return word in self._proven


class OpeningCoach(Coach):
    """First guesses of a list for which the totals of the usual ones were proven once and for all. Of another word a
    beam says what it costs."""

    def __init__(self, words: Words, scoring: Scoring, known: Mapping[str, int], *, hard: bool) -> None:
        self._position = (words, scoring, (), hard)
        self._proven, self._found = dict(known), {}
        self._is_patient = False

    @property
    def size(self) -> int:
        return self._position[0].answers

    @cached_property
    def best(self) -> tuple[str, int]:
        return min(self._proven.items(), key=lambda opener: opener[1])

    def totals(self, words: Sequence[str]) -> dict[str, int]:
        """Of the words that are known, and of no other."""
        del words
        return dict(self._proven)
