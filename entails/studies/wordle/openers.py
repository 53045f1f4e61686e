"""The experiments of Kalaydjian & Duhem 2022: the best first word of each length, and the games of their solver.

Their entropy is implemented for any order of combinations; `entails.solvers.wordle.partition` has the compiled form for
their own order. Their program loses the last word of its file, so the list lacks it here too.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType

import numpy as np

from entails.data.lexicons import lexicon
from entails.models.alphabet import Letters
from entails.models.wordle.history import Scoring
from entails.models.wordle.words import Words
from entails.solvers.kernels.word_groups import GREEN, GREY, YELLOW, flagged_feedback, keep_similar
from entails.solvers.wordle.feedback import Rows, rows_of
from entails.solvers.wordle.partition import degenerate_bits
from entails.solvers.wordle.suggest import Suggestion, ranking

Combination = tuple[int, ...]


def counting_order(length: int) -> list[Combination]:
    """Return all colour combinations in the order of the study: base 3 with X (grey) 0, Z (yellow) 1, O (green) 2."""
    return list(product((GREY, YELLOW, GREEN), repeat=length))


def bits_in_order(guess: Letters, dictionary: Letters, order: Sequence[Combination]) -> float:
    """Return the entropy of one guess as the study computes it, for colour combinations in any order.

    It is computed word by word and is slow; tests compare the compiled form with it.
    """
    words = rows_of(dictionary)
    counted = np.zeros(len(words), dtype=bool)
    bits = 0.0
    for combination in order:
        kept = np.zeros(len(words), dtype=bool)
        keep_similar(rows_of(guess), words, np.array(combination, np.uint8), kept)
        share = np.count_nonzero(kept & ~counted) / len(words)
        counted |= kept
        bits -= share * np.log2(share) if share else 0.0
    return float(bits)


def shuffled_bits(guess: Letters, dictionary: Letters, shuffles: int, seed: int = 0) -> list[float]:
    """Return the study's entropy on several shuffled dictionaries, which the study proposes to average."""
    random, order = np.random.default_rng(seed), counting_order(dictionary.shape[1])
    return [bits_in_order(guess, random.permutation(dictionary), order) for _ in range(shuffles)]


@dataclass(frozen=True, eq=False)
class _OpenerNode:
    """A history in the games of the study's solver: the secrets that lead to it, and the words left by that solver."""

    members: Rows
    believed: Rows
    turn: int


def play_the_study(words: Words, opener: str | None = None, seed: int | None = None) -> dict[int, int]:
    """Return how many secrets the study's solver finds in each number of turns, from a first word.

    The solver drops the words that its own test finds incompatible with the colours of its own feedback. Among the rest
    it guesses the word with the highest degenerate entropy and drops that word too, so that it ends. With a seed it
    guesses a random remaining word, like the naive player of the study.
    """
    random = None if seed is None else np.random.default_rng(seed)
    every = np.arange(words.answers, dtype=np.int32)
    guesses: Counter[int] = Counter()
    first = None if opener is None else words.row_of(opener)
    waiting = [_OpenerNode(every, every, 1)]
    while waiting:
        node = waiting.pop()
        if node.turn == 1 and first is not None:
            guess = first
        elif random is None:
            bits = degenerate_bits(words, node.believed, node.believed)
            guess = int(node.believed[int(np.argmax(np.round(bits, 9)))])
        else:
            guess = int(node.believed[int(random.integers(len(node.believed)))])
        believed = node.believed[node.believed != guess]
        for colours, members in _answers(words, guess, node.members):
            kept = np.zeros(len(believed), dtype=bool)
            keep_similar(rows_of(words.letters[guess]), rows_of(words.letters[believed]), colours, kept)
            waiting.append(_OpenerNode(members, believed[kept], node.turn + 1))
        guesses[node.turn] += int(guess in node.members)
    return dict(sorted((turns, secrets) for turns, secrets in guesses.items() if secrets))


def _answers(words: Words, guess: int, members: Rows) -> Iterator[tuple[Letters, Rows]]:
    """Yield the colours of a guess by the study's feedback, each with its secrets.

    The guess itself is left out.
    """
    others = members[members != guess]
    colours = np.empty((len(others), words.length), np.uint8)
    for row, secret in enumerate(others.tolist()):
        flagged_feedback(rows_of(words.letters[guess]), words.letters[secret], colours[row])
    if len(others):
        different, which = np.unique(colours, axis=0, return_inverse=True)
        for number, word in enumerate(different):
            yield np.ascontiguousarray(word), others[which.ravel() == number]


@dataclass(frozen=True)
class StudyRow:
    """A row of the study's tables: the best word of a length, its entropy by the study, and the time."""

    word: str
    bits: float
    seconds: float


STUDY: Mapping[tuple[str, int], StudyRow] = MappingProxyType(
    {
        ("fr", 3): StudyRow("tas", 1.54, 0.155),
        ("fr", 4): StudyRow("cars", 2.3, 2.98),
        ("fr", 5): StudyRow("tares", 3.1, 65.0),
        ("fr", 6): StudyRow("taries", 3.7, 950.0),
        ("en", 3): StudyRow("sat", 1.64, 0.16),
        ("en", 4): StudyRow("boas", 2.21, 2.79),
        ("en", 5): StudyRow("cares", 3.0, 22.8),
        ("en", 6): StudyRow("caries", 3.6, 186.0),
    }
)


@dataclass(frozen=True)
class Opening:
    """The best first words of a list, and the study's word rated on the same list.

    Attributes:
        study_degenerate_bits: The entropy of the study's word as the study computes it.
        degenerate: For the study's own entropy, the lowest and the highest bits of each best word over the shuffled
            dictionaries.
    """

    best: tuple[Suggestion, ...]
    study: StudyRow | None = None
    study_word: Suggestion | None = None
    study_degenerate_bits: float | None = None
    degenerate: tuple[tuple[float, float], ...] = ()


def opening(
    words: Words, scoring: Scoring, *, strategy: str = "entropy", top: int = 5, shuffles: int = 0, seed: int = 0
) -> Opening:
    """Return the best first words of a list and the rating of the study's word.

    `shuffles` is the number of shuffled dictionaries on which the study's entropy is computed again.
    """
    every = np.arange(words.answers, dtype=np.int32)
    ranked = ranking(words, scoring, every, strategy=strategy, remembered=False)
    best = tuple(ranked.best(top))
    spread: tuple[tuple[float, float], ...] = ()
    if strategy == "entropy-degenerate":
        rows = np.array([suggestion.row for suggestion in best], np.int32)
        counted = degenerate_bits(words, rows, every).tolist()
        again = [shuffled_bits(words.letters[suggestion], words.secrets, shuffles, seed) for suggestion in rows]
        spread = tuple((min([bits, *more]), max([bits, *more])) for bits, more in zip(counted, again, strict=True))
    row = STUDY.get((words.language, words.length))
    at = None if row is None else words.row_of(row.word)
    if row is None or at is None:
        return Opening(best, row, degenerate=spread)
    own = float(degenerate_bits(words, np.array([at], np.int32), every)[0])
    return Opening(best, row, ranked.judge(row.word), own, spread)


LONG_RUN_BITS: Mapping[tuple[str, int], float] = MappingProxyType(
    {
        ("en", 3): 1.6408,
        ("en", 4): 2.2180,
        ("en", 5): 3.0507,
        ("en", 6): 3.6521,
        ("fr", 3): 1.5477,
        ("fr", 4): 2.3005,
        ("fr", 5): 3.1099,
        ("fr", 6): 3.7228,
    }
)
"""Entropy of the best first word by the study's program on its own lists."""
LONG_RUN_TURNS: Mapping[str, float] = MappingProxyType({"en": 6.109, "fr": 6.600, "wordle-answers": 5.127})
LIST_SIZES: Mapping[str, Mapping[int, int]] = MappingProxyType(
    {"en": {3: 589, 4: 2294, 5: 4265, 6: 6936}, "fr": {3: 571, 4: 2364, 5: 7277, 6: 16622}}
)
TURNS_LENGTH = 5


@dataclass(frozen=True)
class RankedOpener:
    """The best first word of a list by the study's entropy, beside the study's figures."""

    word: str
    bits: float
    printed_word: str
    printed: float
    program: float


@dataclass(frozen=True)
class Turns:
    """The number of secrets that the study's solver finds in each number of turns, after its opener."""

    opener: str | None
    distribution: Mapping[int, int]

    @property
    def turns(self) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
        """The number of turns of each game."""
        return np.repeat(np.fromiter(self.distribution, np.int64), list(self.distribution.values()))


def best_opener(words: Words, language: str) -> RankedOpener:
    """Return the first word of the list with the highest entropy."""
    every = np.arange(words.answers, dtype=np.int32)
    bits = degenerate_bits(words, every, every)
    best = int(np.argmax(np.round(bits, 9)))
    row = STUDY[language, words.length]
    return RankedOpener(words.word(best), float(bits[best]), row.word, row.bits, LONG_RUN_BITS[language, words.length])


def turns_of(words: Words, opener: str | None, seed: int | None = None) -> Turns:
    """Return the turns that the study's solver, or with a seed its naive player, takes for every secret."""
    return Turns(opener, play_the_study(words, opener, seed))


def wordle_answers() -> Words:
    """Return Wordle's own answers, on which the study's solver opens with CRANE."""
    return Words.of(lexicon("wordle-answers").letters(TURNS_LENGTH), name="wordle-answers", language="en")
