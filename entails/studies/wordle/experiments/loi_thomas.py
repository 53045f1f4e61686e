"""The experiments of Loi & Thomas 2022. Of the genetic algorithms their text gives no number, and the program that was
to measure them forgets nothing between games; a plain run of games takes its place."""

from entails.studies.wordle.experiments.base import Experiment, Study, rows
from entails.studies.wordle.strategies.base import LOI_THOMAS

STUDY = Study(
    "loi-thomas",
    LOI_THOMAS,
    (
        Experiment(
            "tree search",
            ("backtrack", "forward"),
            tuple(range(4, 9)),
            20,
            printed=rows(4, backtrack=(80.75, 116.95, 136.3, 178.4, 166.5), forward=(21.7, 28.85, 33.1, 35.1, 47.05)),
            program=rows(4, backtrack=(91.3, 121.0, 141.3, 147.4, 137.3), forward=(23.1, 26.4, 31.5, 36.1, 40.6)),
        ),
        Experiment(
            "genetic",
            ("genetic", "genetic-improved"),
            (4,),
            20,
            program=rows(4, genetic=(6.2,), genetic_improved=(6.1,)),
        ),
    ),
)
