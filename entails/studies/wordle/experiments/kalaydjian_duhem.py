"""The experiments of Kalaydjian & Duhem 2022: the best first word of each length, and the turns of their solver.

Their reader loses the last word of the file, so the list lacks it here too.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from entails.data.lexicons import lexicon
from entails.models.wordle.words import Words
from entails.solvers.wordle.degenerate import degenerate_bits
from entails.studies.wordle.degenerate import play_the_study
from entails.studies.wordle.openers import STUDY as PRINTED

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
"""What their program gives on their lists."""
LONG_RUN_TURNS: Mapping[str, float] = MappingProxyType({"en": 6.109, "fr": 6.600, "wordle-answers": 5.127})
LIST_SIZES: Mapping[str, Mapping[int, int]] = MappingProxyType(
    {"en": {3: 589, 4: 2294, 5: 4265, 6: 6936}, "fr": {3: 571, 4: 2364, 5: 7277, 6: 16622}}
)
TURNS_LENGTH = 5


@dataclass(frozen=True)
class Opener:
    """The best first word of a list as they count, and what they print."""

    word: str
    bits: float
    printed_word: str
    printed: float
    program: float


@dataclass(frozen=True)
class Turns:
    """How many secrets of a list their solver finds in how many turns, after its opener."""

    opener: str
    distribution: Mapping[int, int]

    @property
    def turns(self) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
        """A number for each secret."""
        return np.repeat(np.fromiter(self.distribution, np.int64), list(self.distribution.values()))


def best_opener(words: Words, language: str) -> Opener:
    """The first maximum in the order of the list."""
    every = np.arange(words.answers, dtype=np.int32)
    bits = degenerate_bits(words, every, every)
    best = int(np.argmax(np.round(bits, 9)))
    row = PRINTED[language, words.length]
    return Opener(words.word(best), float(bits[best]), row.word, row.bits, LONG_RUN_BITS[language, words.length])


def turns_of(words: Words, opener: str) -> Turns:
    """Every secret once."""
    return Turns(opener, play_the_study(words, opener))


def wordle_answers() -> Words:
    """Wordle's own answers, on which their solver begins with CRANE."""
    return Words.of(lexicon("wordle-answers").letters(TURNS_LENGTH), name="wordle-answers", language="en")
