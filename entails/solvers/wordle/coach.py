"""`Coach`: what a guess costs, in guesses to the end.

The exact tree search says how many further guesses the best play needs on average, after any first guess. Where that
would keep a player waiting, a beam does: it tries the most promising guesses only, so that its figure is an upper
bound. The coach says which of the two it was. How long the exact search may take is counted in looks and not in
seconds, so the same position is always judged in the same way. Its trees are made of whole arrays (see
`array_trees`), which need not be compiled first. Ultra mode has no coach; neither have the first guesses of long lists,
unless their totals ship (see `OpeningCoach`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeVar

import numpy as np

from entails.data.openers import known_totals
from entails.models.errors import Invalid
from entails.solvers.wordle.array_trees import TooMuchWork, Trees
from entails.solvers.wordle.candidates import as_letters
from entails.solvers.wordle.patterns import pattern_row
from entails.solvers.wordle.position import Position

T = TypeVar("T")
Engine = Literal["exact", "beam"]

FEW, MOST_FOR_EXACT = 45, 300
"""So few words are always searched exactly; with more than so many left that takes longer than anybody waits."""
CROWDED = 3.0
"""Where more words share a feedback on average, whatever is guessed, the exact search would be begun in vain."""
LOOKS_FOR_EXACT = 80_000
"""What the exact search may cost: about a tenth of a second."""
MOST_COACHED = 1000
"""With more than that left, nobody counts turns, unless it is a first guess that was looked at before."""
MOST_PAIRS = 2**26
"""A position of more pairs of a guess and a secret has no coach."""


@dataclass(frozen=True)
class _Beam:
    """What a beam may cost, up to this crowding: it tries so many guesses at each set, of those that split the position
    best, and only as many of them as make so many pairs with the secrets."""

    crowding: float
    width: int
    pairs: int


_BEAMS = (
    _Beam(4.0, 10, 700_000),
    _Beam(20.0, 4, 200_000),
    _Beam(40.0, 2, 150_000),
    _Beam(float("inf"), 1, 200_000),
)

_GLANCED_AT, _GLANCES = 120_000, 4
"""The same for the positions after a first guess, of which there are a hundred."""


@dataclass(frozen=True)
class Judgement:
    """A guess beside the best: further guesses that each needs on average, played well from there.

    `spare` counts what the guess costs more, over all secrets: 0 for a best guess. `exact` says that this is proven.
    """

    expected: float
    best: str
    best_expected: float
    spare: float
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

    def __init__(self, position: Position) -> None:
        self.position = position
        self._proven: dict[str, float] = {}
        self._found: dict[str, float] = {}
        left = len(position.members)
        self._is_patient = left <= FEW or (left <= MOST_FOR_EXACT and position.crowding <= CROWDED)

    @classmethod
    def for_position(cls, position: Position) -> "Coach | None":
        """None where nobody counts turns."""
        words, left, mode = position.words, len(position.members), position.mode
        if mode == "ultra" or not left or left * len(words) > MOST_PAIRS:
            return None
        is_first, is_uniform = not position.facts, words.weights is None
        known = known_totals(words.digest, position.scoring.name, mode) if is_first and is_uniform else {}
        if left > MOST_COACHED and not known:
            return None
        try:
            return OpeningCoach(position, known) if known else cls(position)
        except Invalid:
            return None

    @property
    def size(self) -> float:
        """What all words that can be the secret weigh together; equal ones weigh 1 each."""
        return float(len(self.position.members))

    @cached_property
    def _exactly(self) -> Trees:
        return Trees(self.position, self.position.guesses, looks=LOOKS_FOR_EXACT)

    @cached_property
    def _by_beam(self) -> Trees:
        position = self.position
        beam = next(one for one in _BEAMS if position.crowding <= one.crowding)
        return Trees(position, position.promising(beam.pairs), beam=beam.width)

    def _asked(self, ask: Callable[[Trees], T]) -> tuple[T, bool]:
        """What the exact search says while it is quick, what a beam says from then on; and whether it is proven."""
        if self._is_patient:
            try:
                return ask(self._exactly), True
            except TooMuchWork:
                self._is_patient = False
        return ask(self._by_beam), False

    @cached_property
    def best(self) -> tuple[str, float]:
        """A best guess and its total over all secrets."""
        (word, total), proven = self._asked(lambda trees: trees.best())
        (self._proven if proven else self._found)[word] = total
        return word, total

    def total(self, word: str) -> float:
        """The guesses for all secrets together when this word is played now, allowed or not, and the best after it."""
        best, least = self.best
        if word not in self._proven and word not in self._found:
            total, proven = self._asked(lambda trees: trees.after(word))
            # no tree is below what is proven of the best guess, so one that a beam finds as good is as good
            proven = proven or (best in self._proven and total == least)
            (self._proven if proven else self._found)[word] = total
        return self._proven[word] if word in self._proven else self._found[word]

    def totals(self, words: Sequence[str]) -> dict[str, float]:
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
    """First guesses of a list for which the totals of the usual ones were proven once and for all. Of another word
    beams say what it costs, one for each feedback."""

    def __init__(self, position: Position, known: Mapping[str, int]) -> None:
        self.position = position
        self._proven, self._found = {word: float(total) for word, total in known.items()}, {}
        self._is_patient = False

    @cached_property
    def best(self) -> tuple[str, float]:
        return min(self._proven.items(), key=lambda opener: opener[1])

    def total(self, word: str) -> float:
        if word not in self._proven and word not in self._found:
            self._found[word] = self._after(word)
        return self._proven[word] if word in self._proven else self._found[word]

    def totals(self, words: Sequence[str]) -> dict[str, float]:
        """Of the words that are known, and of no other."""
        del words
        return dict(self._proven)

    def _after(self, word: str) -> float:
        """The words are split at once: what is promising depends on the feedback."""
        position = self.position
        words, scoring = position.words, position.scoring
        codes = pattern_row(as_letters(word, words.length), words.secrets, scoring)
        total = self.size
        for code in np.unique(codes).tolist():
            members = np.flatnonzero(codes == code).astype(np.int32)
            if code == scoring.win(words.length):
                continue
            if len(members) <= 2:
                total += 2 * len(members) - 1
                continue
            after = Position(position.referee, ((word, code),), members, position.mode)
            total += Trees(after, after.promising(_GLANCED_AT), beam=_GLANCES).best()[1]
        return total
