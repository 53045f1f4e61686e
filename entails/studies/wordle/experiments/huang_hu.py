"""The experiments of Huang & Hu 2022. Most of their figures are pictures; the genetic ones are printed.

Their lists of tries are never emptied between lengths, so the curve they print is a running mean: of all games so far.
"""

from entails.studies.wordle.experiments.base import Experiment, Study, rows
from entails.studies.wordle.strategies.base import HUANG_HU

_LONG_RUN = rows(
    2,
    a1=(10.4, 26.6, 35.1, 35.9, 42.8, 49.4, 45.4, 39.2),
    a2=(7.8, 18.4, 22.8, 25.5, 32.2, 41.8, 40.9, 37.7),
    probabilistic=(7.1, 18.8, 23.7, 27.3, 35.8, 44.3, 43.5, 40.5),
    triche=(8.0, 14.3, 18.7, 24.9, 34.2, 46.3, 61.7, 80.1),
    genetic_cheating=(15.8, 26.0, 108.0, 817.0, 876.0, 898.0, 891.0, 883.0),
)
_EQUAL_LONG_RUN = {
    ("a1", 5): 28.9,
    ("a1", 9): 26.4,
    ("a2", 5): 21.1,
    ("a2", 9): 25.7,
    ("probabilistic", 5): 22.1,
    ("probabilistic", 9): 27.6,
    ("triche", 5): 23.7,
    ("triche", 9): 77.5,
}
_FOUR = ("a1", "a2", "probabilistic", "triche")

STUDY = Study(
    "huang-hu",
    HUANG_HU,
    (
        Experiment("whole lists", ("a1", "a2"), tuple(range(2, 10)), 50, program=_LONG_RUN),
        Experiment("four algorithms", _FOUR, tuple(range(2, 10)), 100, program=_LONG_RUN),
        Experiment("equal lists", _FOUR, tuple(range(4, 10)), 200, equal=2294, program=_EQUAL_LONG_RUN),
        Experiment(
            "genetic",
            ("genetic-cheating",),
            tuple(range(2, 9)),
            10,
            quantity="tries",
            printed=rows(2, genetic_cheating=(17.1, 27.4, 26.0, 664.6, 919.1, 904.0, 890.7)),
            program=_LONG_RUN,
        ),
    ),
)
