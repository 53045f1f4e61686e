"""The experiments of Huang & Hu 2022 and Loi & Thomas 2022: settings, printed figures, reruns and plots.

Each of our figures is compared with two others: the printed figure, over the games that the study played, and the
figure that its program gives in a long run on the study's own list. A re-run should reproduce the second.

Most figures of Huang & Hu are plots; those of the genetic algorithm are printed. Their lists of tries are never cleared
between lengths, so the printed curve is a running mean over all games so far.

The text of Loi & Thomas gives no figure for the genetic algorithms. Their measuring program keeps its constraints
between games, so independent games replace it here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

import numpy as np

from entails.models.errors import InvalidOption
from entails.models.wordle.history import COUNTS
from entails.models.wordle.reports import StudyFigure, StudyReport
from entails.models.wordle.words import Words
from entails.studies import common
from entails.studies.wordle.race import Race, RaceRow, run_race
from entails.studies.wordle.race_report import spread
from entails.studies.wordle.strategies.base import HUANG_HU, LOI_THOMAS
from entails.studies.wordle.strategies.registry import strategy_of

Key = tuple[str, int]
"""Strategy and number of letters."""
Quantity = Literal["guesses", "tries"]
NONE: Mapping[Key, float] = MappingProxyType({})

COURSE_SIZES: Mapping[int, int] = MappingProxyType(
    {2: 47, 3: 589, 4: 2294, 5: 4266, 6: 6936, 7: 9203, 8: 9395, 9: 7695}
)
"""Number of different words of each length in the course's list, which two of the studies used."""


@dataclass(frozen=True)
class Experiment:
    """An experiment: strategies that play games with random secrets at several word lengths.

    `equal` cuts all lists to one size. The quantity `tries` does not count the guess that ends a game; it includes lost
    games.
    """

    name: str
    strategies: tuple[str, ...]
    lengths: tuple[int, ...]
    games: int
    quantity: Quantity = "guesses"
    equal: int | None = None
    printed: Mapping[Key, float] = field(default_factory=lambda: NONE)
    program: Mapping[Key, float] = field(default_factory=lambda: NONE)


@dataclass(frozen=True)
class Study:
    """A study: its name, its authors and its experiments."""

    name: str
    authors: str
    experiments: tuple[Experiment, ...]


def rows(first: int, **figures: tuple[float | None, ...]) -> dict[Key, float]:
    """Return printed figures by strategy and length, from length `first` on; None is a gap, _ in a name a hyphen."""
    return {
        (name.replace("_", "-"), length): value
        for name, values in figures.items()
        for length, value in enumerate(values, first)
        if value is not None
    }


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

STUDY_HUANG_HU = Study(
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

STUDY_LOI_THOMAS = Study(
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


def draw_study(report: StudyReport, kind: str) -> bytes:
    """Draw a row of plots for each experiment: mean guesses with their range, time, and share of games won."""
    names = list(
        dict.fromkeys(study_figure.experiment for study_figure in report.figures if study_figure.seconds is not None)
    )
    rows = names or list(dict.fromkeys(study_figure.experiment for study_figure in report.figures))
    figure = common.sheet(13, 3.6 * len(rows), dpi=100)
    axes = figure.subplots(len(rows), 3, squeeze=False)
    for row, name in zip(axes, rows, strict=True):
        shown = [study_figure for study_figure in report.figures if study_figure.experiment == name]
        _means(row[0], shown)
        _curve(
            row[1],
            shown,
            lambda study_figure: study_figure.seconds and 1000 * study_figure.seconds,
            "milliseconds per game",
        )
        _curve(
            row[2],
            shown,
            lambda study_figure: study_figure.solved / study_figure.games if study_figure.games else None,
            "games won",
        )
        row[0].set_title(f"{report.authors}: {name}", fontsize="medium", loc="left")
    axes[0][0].legend(fontsize="small", frameon=False)
    return common.drawn(figure, kind)


def _by_algorithm(shown: Sequence[StudyFigure]) -> dict[str, list[StudyFigure]]:
    figures_of: dict[str, list[StudyFigure]] = {}
    for figure in shown:
        figures_of.setdefault(figure.algorithm, []).append(figure)
    return figures_of


def _means(axis: Any, shown: Sequence[StudyFigure]) -> None:
    """Plot the recomputed means with the range of the games, and the printed means as crosses."""
    for number, (name, ours) in enumerate(_by_algorithm(shown).items()):
        colour, measured = f"C{number}", [figure for figure in ours if figure.mean is not None]
        lengths = [figure.length for figure in measured]
        axis.plot(lengths, [figure.mean for figure in measured], "o-", color=colour, label=name, markersize=4)
        axis.fill_between(
            lengths, [figure.min for figure in measured], [figure.max for figure in measured], color=colour, alpha=0.1
        )
        printed = [(figure.length, figure.study) for figure in ours if figure.study is not None]
        if printed:
            axis.plot(*zip(*printed, strict=True), "x", color=colour, label=f"{name} (study)")
    axis.set_ylabel(shown[0].quantity)
    axis.set_xlabel("letters")
    axis.grid(alpha=0.3)


def _curve(axis: Any, shown: Sequence[StudyFigure], value: Any, name: str) -> None:
    for number, (_, ours) in enumerate(_by_algorithm(shown).items()):
        points = [(figure.length, value(figure)) for figure in ours if value(figure) is not None]
        if points:
            axis.plot(*zip(*points, strict=True), "o-", color=f"C{number}", markersize=4)
    axis.set_ylabel(name)
    axis.set_xlabel("letters")
    axis.set_ylim(bottom=0)
    axis.grid(alpha=0.3)


def race_of(experiment: Experiment, fields: Mapping[int, Words], games: int | None, seed: int) -> Race:
    """Return the race that plays the games of an experiment, with secrets drawn at random with repetition."""
    some = next(iter(fields.values()))
    return Race(
        tuple(strategy_of(name) for name in experiment.strategies),
        COUNTS,
        some.language or "own",
        {length: fields[length] for length in experiment.lengths},
        games or experiment.games,
        seed,
        again=True,
    )


def games_of(race: Race, workers: int) -> Iterator[RaceRow]:
    """Play the games of a race."""
    return run_race(race, {}, set(), workers)


def figures(experiment: Experiment, rows: Sequence[RaceRow]) -> list[StudyFigure]:
    """Return a figure for each strategy and length, in the order of the experiment."""
    rows_of: dict[tuple[str, int], list[RaceRow]] = {}
    for row in rows:
        rows_of.setdefault((row.strategy, row.length), []).append(row)
    keys = [(name, length) for name in experiment.strategies for length in experiment.lengths]
    return [_figure(experiment, rows_of[key]) for key in keys if key in rows_of]


def _figure(experiment: Experiment, games: Sequence[RaceRow]) -> StudyFigure:
    first, key = games[0], (games[0].strategy, games[0].length)
    solved = sum(game.solved for game in games)
    if experiment.quantity == "tries":
        counts = [game.guesses - game.solved for game in games]
    else:
        counts = [game.guesses for game in games if game.solved]
    seconds = spread([game.seconds for game in games])
    return measured(
        counts,
        experiment=experiment.name,
        algorithm=first.strategy,
        length=first.length,
        words=first.words,
        games=len(games),
        solved=solved,
        quantity=experiment.quantity,
        printed=experiment.printed.get(key),
        printed_games=experiment.games,
        program=experiment.program.get(key),
        seconds=seconds.mean,
    )


def measured(
    counts: "Sequence[float] | np.ndarray[tuple[int], np.dtype[np.int64]]",
    *,
    printed: float | None,
    printed_games: int,
    seconds: float | None = None,
    **fields: object,
) -> StudyFigure:
    """Return a figure with its interval, and whether the printed figure is a plausible mean of the study's games."""
    if not len(counts):
        return StudyFigure.model_validate({**fields, "study": printed, "seconds": seconds})
    values = np.asarray(counts, dtype=np.float64)
    statistics = spread(values.tolist())
    agrees = None
    if printed is not None and len(values) > 1:
        spare = 1.96 * float(values.std(ddof=1)) * (1 / printed_games + 1 / len(values)) ** 0.5
        agrees = abs(printed - statistics.mean) <= spare
    common, often = np.unique(values, return_counts=True)
    return StudyFigure.model_validate(
        {
            **fields,
            "mean": statistics.mean,
            "low": statistics.low,
            "high": statistics.high,
            "median": statistics.median,
            "mode": float(common[often.argmax()]),
            "min": float(values.min()),
            "max": statistics.max,
            "study": printed,
            "agrees": agrees,
            "seconds": seconds,
        }
    )


def sized(words: Words, size: int | None, seed: int) -> Words:
    """Return a random sample of this size from a word list; a shorter list is returned unchanged."""
    if size is None or size >= words.answers:
        return words
    rows = np.random.default_rng([seed, words.length, size]).permutation(words.answers)[:size]
    return Words.of(words.secrets[np.sort(rows)], name=f"{size} of {words.name}", language=words.language)


def chosen(experiments: Sequence[Experiment], names: Sequence[str], lengths: Sequence[int]) -> list[Experiment]:
    """Return a study restricted to these strategies and lengths."""
    from dataclasses import replace

    unknown = [name for name in names if not any(name in experiment.strategies for experiment in experiments)]
    if unknown:
        known = ", ".join(dict.fromkeys(name for experiment in experiments for name in experiment.strategies))
        raise InvalidOption(f"this study has no strategy {unknown[0][:30]!r}", where="--strategies", expected=known)
    selected = []
    for experiment in experiments:
        kept = tuple(name for name in experiment.strategies if not names or name in names)
        left = tuple(length for length in experiment.lengths if not lengths or length in lengths)
        if kept and left:
            selected.append(replace(experiment, strategies=kept, lengths=left))
    if not selected:
        known = ", ".join(
            str(length) for length in sorted({length for experiment in experiments for length in experiment.lengths})
        )
        raise InvalidOption("this study does not use these lengths", where="--lengths", expected=known)
    return selected
