"""The best first words, beside the tables of Kalaydjian & Duhem 2022."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from entails.models.wordle.scoring import Scoring
from entails.models.wordle.words import Words
from entails.solvers.wordle.degenerate import degenerate_bits
from entails.solvers.wordle.suggest import Suggestion, ranking
from entails.studies.wordle.degenerate import shuffled_bits


@dataclass(frozen=True)
class StudyRow:
    """A row of their tables: the best word, its entropy as they count it, and how long it took them to find."""

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
    """The best first words; and the word of the study, judged on the same list, with its bits as the study counts.

    `degenerate` holds, for the study's own entropy, the bits of each of the best as it counts them; when dictionaries
    were shuffled, the lowest and the highest that any of them gives (the average lies between).
    """

    best: tuple[Suggestion, ...]
    study: StudyRow | None = None
    study_word: Suggestion | None = None
    study_degenerate_bits: float | None = None
    degenerate: tuple[tuple[float, float], ...] = ()


def opening(
    words: Words, scoring: Scoring, *, strategy: str = "entropy", top: int = 5, shuffles: int = 0, seed: int = 0
) -> Opening:
    """The best first words of a list. `shuffles` computes the study's entropy again on so many shuffled dictionaries,
    as it proposes."""
    every = np.arange(words.answers, dtype=np.int32)
    ranked = ranking(words, scoring, every, strategy=strategy, remembered=False)
    best = tuple(ranked.best(top))
    spread: tuple[tuple[float, float], ...] = ()
    if strategy == "entropy-degenerate":
        rows = np.array([one.row for one in best], np.int32)
        counted = degenerate_bits(words, rows, every).tolist()
        again = [shuffled_bits(words.letters[one], words.secrets, shuffles, seed) for one in rows]
        spread = tuple((min([bits, *more]), max([bits, *more])) for bits, more in zip(counted, again, strict=True))
    row = STUDY.get((words.language, words.length))
    at = None if row is None else words.row_of(row.word)
    if row is None or at is None:
        return Opening(best, row, degenerate=spread)
    own = float(degenerate_bits(words, np.array([at], np.int32), every)[0])
    return Opening(best, row, ranked.judge(row.word), own, spread)
