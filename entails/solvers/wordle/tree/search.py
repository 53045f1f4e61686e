"""Search for the best tree in one position, with compiled kernels.

A `WordMatrix` holds the possible secrets and the feedback of every guess, in the form that the kernels take. A
`TreeSearch` runs on it. It reports progress, and Ctrl-C stops it.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

import numpy as np

from entails.models.errors import InvalidOption, TooLarge
from entails.models.wordle.history import COLOURS, Scoring
from entails.models.wordle.words import Words, whole_weights
from entails.solvers.kernels.word_tree import (
    COUNTERS,
    DONE,
    LOOKS,
    MOST_LOOKS,
    OF,
    STOP,
    TreeProblem,
    least_after,
    least_total,
)
from entails.solvers.kernels.word_tree_survey import (
    I32,
    I64,
    NEVER,
    NOBODY,
    U8,
    U16,
    by_promise,
    clues_after,
    glance,
    least_bound,
    lower_bounds,
    name_of,
    new_memo,
    new_numbers,
    no_clues,
    obeys,
    place_of,
    relabelled,
    survey,
)
from entails.solvers.wordle.feedback import as_letters, candidates, pattern_matrix, rows_of
from entails.solvers.wordle.tree.value import Node

_LARGEST: Final = 2**29
"""Largest table of a position, in bytes. The search holds up to three such tables."""
_MOST_SECRETS: Final = 2**16 - 1
_FEW_SECRETS: Final = 1024
_FEW_PAIRS: Final = 2**23


def is_quick(secrets: int, guesses: int) -> bool:
    """Return whether a proof over all openers is one search of a few seconds."""
    return secrets <= _FEW_SECRETS and secrets * guesses <= _FEW_PAIRS


@dataclass(frozen=True, eq=False)
class WordMatrix:
    """A position: the remaining secrets, and the feedback of every guess.

    Attributes:
        secrets: The secrets left, as rows of `words`.
        labels: The table of labels, with a row per guess and a column per secret (see `word_tree_survey`).
        clues: The requirements of hard mode on the next guess.
    """

    words: Words
    scoring: Scoring
    letters: U8
    secrets: I32
    labels: U16
    clues: U8
    weights: I64
    """Weights of the secrets as whole numbers, heaviest first; 1 each if all secrets are equally likely."""

    @classmethod
    def of(
        cls, words: Words, scoring: Scoring, history: Sequence[tuple[str, int]] = (), *, hard: bool = False
    ) -> "WordMatrix":
        if hard and scoring is not COLOURS:
            raise InvalidOption("hard mode needs colours as feedback", expected="the normal mode")
        secrets = candidates(history, words.secrets, scoring)
        size = len(words) * len(secrets)
        if 2 * size > _LARGEST or len(secrets) > _MOST_SECRETS:
            problem = f"too many words for a tree: {len(secrets):,} secrets and {len(words):,} guesses"
            raise TooLarge(problem, expected=f"at most {_LARGEST // 2:,} pairs; add guesses with their feedback")
        weights = np.ones(len(secrets), np.int64)
        if words.weights is not None:
            weights = whole_weights(words.weights)[secrets]
            order = np.argsort(-weights, kind="stable")
            secrets, weights = secrets[order], weights[order]
        letters = rows_of(words.letters)
        labels = np.empty((len(words), len(secrets)), np.uint16)
        codes = pattern_matrix(letters, letters[secrets], scoring)
        every = np.arange(len(secrets), dtype=np.int32)
        relabelled(codes, every, np.full(scoring.codes(words.length), -1, np.int32), labels)
        clues = no_clues(words.length, hard, words.alphabet.kinds)
        for guess, _ in history if len(secrets) else ():
            clues = clues_after(clues, as_letters(guess, words.length), letters[secrets[0]])
        return cls(words, scoring, letters, secrets, labels, clues, weights)

    @property
    def size(self) -> int:
        return len(self.secrets)

    @property
    def is_small(self) -> bool:
        """Whether the position is small enough to try all openers in one search.

        Larger positions need a table for each opener, and a journal.
        """
        return is_quick(*self.labels.shape[::-1])

    @property
    def hard(self) -> bool:
        return len(self.clues) > 0

    def row_of(self, opener: str) -> int:
        """Return the row of a word that may be guessed; raise an error for another word."""
        row = self.words.row_of(opener)
        if row is None:
            expected = f"a word of {self.words.length} letters that {self.words.name} allows"
            raise InvalidOption(f"{opener[:30]!r} is not an allowed guess", expected=expected)
        if self.hard and not obeys(self.letters[row], self.clues):
            problem = f"{opener[:30]!r} does not use the revealed letters"
            raise InvalidOption(problem, expected="a word that hard mode allows")
        return row


T = TypeVar("T")
Watch = Callable[[str, int, int], None]
"""Callback for progress: a name of the search, the number of words settled, and the number of all words."""

EVERY_GUESS: Final = 1 << 30
ANY_DEPTH: Final = 1 << 10
_LOOK_EVERY: Final = 0.1
_MEMO_BITS: Final = 20
_SOON_DONE: Final = 40
"""Number of words up to which a search is short and runs without progress."""


class TranspositionTable(NamedTuple):
    """The guesses to choose from: their labels, their rows among the words, and the row of each secret in the table."""

    labels: U16
    guesses: I32
    own: I32


class OpenerBound(NamedTuple):
    """A first guess to try, and a lower bound on its total."""

    table: TranspositionTable
    row: int
    bound: int

    @property
    def guess(self) -> int:
        """The row of the first guess in the word list."""
        return int(self.table.guesses[self.row])


def unwatched(_what: str, _done: int, _total: int) -> None:
    """Ignore progress, as the default callback."""


class TooMuchWork(Exception):
    """Signal that a search has used up its steps; its results are invalid."""


class TreeSearch:
    """Search for totals in one position. Results are kept for later searches.

    `beam` limits the guesses tried at each set. This is fast and gives good trees, but proves nothing. `looks` limits
    the work of all calls together; the call that exceeds it raises `TooMuchWork`.
    """

    def __init__(
        self,
        board: WordMatrix,
        *,
        beam: int | None = None,
        watch: Watch = unwatched,
        memo_bits: int = _MEMO_BITS,
        looks: int | None = None,
    ) -> None:
        self.board = board
        self.beam = EVERY_GUESS if beam is None else beam
        self._watch = watch
        self._memo = new_memo(memo_bits)
        self._every = np.arange(board.size, dtype=np.int32)
        self._game = TreeProblem(
            new_numbers(board.size, len(board.clues)),
            board.letters,
            board.letters[board.secrets],
            board.weights,
            np.zeros(COUNTERS, np.int64),
        )
        self._game.counters[MOST_LOOKS] = looks or 0
        self._whole = TranspositionTable(board.labels, np.arange(len(board.words), dtype=np.int32), board.secrets)

    def opener(self, guess: int) -> OpenerBound:
        """Return an opener by its row."""
        return OpenerBound(self._whole, guess, 0)

    def openers(self, depth: int, beta: int = NEVER) -> Iterator[OpenerBound]:
        """Yield the openers that may cost less than `beta`, most promising first.

        Of guesses that split the secrets alike, one is yielded. If one guess is known to be best, it is the only one.
        """
        whole, clues = self._whole, self.board.clues
        weights = self._game.weights
        lower, upper = glance(*whole, self._every, self._every, clues, depth, self._memo, self._game.numbers, weights)
        if lower >= upper:
            if upper < NEVER:
                yield self.opener(self._known_guess(self._every, clues, depth))
            return
        weight = int(weights.sum())
        surveyed = survey(*whole, self._every, clues, self.board.letters, weights, lower >= 2 * weight)
        if surveyed.splitter != NOBODY:
            yield self.opener(surveyed.splitter)
            return
        table, bounds = (
            TranspositionTable(surveyed.labels, surveyed.guesses, surveyed.own),
            lower_bounds(surveyed, weights),
        )
        for row in by_promise(surveyed, bounds, weight, beta, self.beam):
            yield OpenerBound(table, int(row), int(bounds[row]))

    def total_after(self, opener: OpenerBound, depth: int, beta: int = NEVER) -> int:
        """Return the smallest total with this opener within `depth` guesses; NEVER if there is none.

        If it is not below `beta`, the result is between `beta` and the total.
        """

        def search() -> int:
            return least_after(
                *opener.table, opener.row, self._every, self.board.clues, depth, beta, self.beam, self._memo, self._game
            )

        return min(self._watched(self.board.words.word(opener.guess), search), NEVER)

    def best_opener(self, depth: int) -> int | None:
        """Return the row of the best tree's opener within `depth` guesses; None if there is no tree.

        This is for small positions.
        """
        clues = self.board.clues

        def search() -> int:
            return least_total(
                *self._whole, self._every, self._every, clues, depth, NEVER, self.beam, self._memo, self._game
            )

        exists = self._watched("", search) < NEVER
        return self._known_guess(self._every, clues, depth) if exists else None

    def counted(self, secrets: I32, clues: U8) -> int:
        """Return a lower bound on the cost of secrets, from the parts into which each guess splits them."""
        weights = self._game.weights[secrets]
        labels, guesses = self._whole[:2]
        own, letters, most = self.board.secrets[secrets], self.board.letters, int(3 * weights.sum())
        return int(least_bound(labels, guesses, own, secrets, clues, letters, weights, 0, most))

    def least(self, secrets: I32, clues: U8, depth: int = ANY_DEPTH, beta: int = NEVER) -> int:
        """Return the smallest total for a subset of the secrets.

        If it is not below `beta`, the result is between `beta` and the total.
        """
        own = self.board.secrets[secrets]
        if len(secrets) <= 2:
            weights = self._game.weights[secrets]
            return int(2 * weights.sum() - weights[0])
        labels, guesses = self._whole[:2]

        def search() -> int:
            return int(
                least_total(
                    labels, guesses, own, secrets, secrets, clues, depth, beta, self.beam, self._memo, self._game
                )
            )

        return self._in_time(search()) if len(secrets) <= _SOON_DONE else self._watched("", search)

    def grow(self, guess: int, depth: int) -> Node:
        """Build the best tree that begins with the guess of this row, whose total must be known."""
        return self._grow(guess, self._every, self.board.clues, depth)

    def _grow(self, guess: int, secrets: I32, clues: U8, depth: int) -> Node:
        board = self.board
        word, replies, can_win = board.words.word(guess), {}, False
        labels = board.labels[guess][secrets]
        for label in np.unique(labels):
            part = secrets[labels == label]
            first = int(board.secrets[part[0]])
            if first == guess:
                can_win = True
                continue
            inner = clues_after(clues, board.letters[guess], board.letters[first])
            following = self._known_guess(part, inner, depth - 1)
            code = board.scoring.score(word, board.words.word(first))
            replies[code] = self._grow(following, part, inner, depth - 1)
        return Node(word, can_win, dict(sorted(replies.items())))

    def _known_guess(self, secrets: I32, clues: U8, depth: int) -> int:
        """Return the best guess for a set, from the memo or by search; ties prefer a shorter longest game."""
        own = self.board.secrets[secrets]
        if len(secrets) <= 2:
            return int(own[0])
        name = name_of(self._game.numbers, secrets, depth, clues)
        place = place_of(self._memo, *name)
        if place < 0 or self._memo.bounds[place, 0] < self._memo.bounds[place, 1]:
            labels, guesses = self._whole[:2]
            least_total(labels, guesses, own, secrets, secrets, clues, depth, NEVER, self.beam, self._memo, self._game)
            place = place_of(self._memo, *name)
        weights = self._game.weights[secrets]
        if self._memo.bounds[place, 1] == 2 * weights.sum():  # two guesses for each, or one and three for some
            bounds = survey(*self._whole[:2], own, secrets, clues, self.board.letters, weights, True)
            if bounds.splitter != NOBODY:
                return bounds.splitter
        return int(self._memo.guesses[place])

    def _in_time(self, value: T) -> T:
        if self._game.counters[STOP]:
            raise TooMuchWork
        return value

    @property
    def looks(self) -> int:
        """The work done so far, in steps."""
        return int(self._game.counters[LOOKS])

    def _watched(self, what: str, work: Callable[[], T]) -> T:
        """Run a kernel in a thread, while this thread reports progress and handles Ctrl-C."""
        counters = self._game.counters
        with ThreadPoolExecutor(1) as thread:
            try:
                running = thread.submit(work)
                while True:
                    self._watch(what, int(counters[DONE]), int(counters[OF]))
                    try:
                        return self._in_time(running.result(_LOOK_EVERY))
                    except TimeoutError:
                        continue
            except BaseException:
                counters[STOP] = 1
                raise
