"""Running an experiment again: games on all cores, then a figure for each strategy and length."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from entails.models.errors import InvalidOption
from entails.models.wordle.scoring import COUNTS
from entails.models.wordle.study_report import StudyFigure
from entails.models.wordle.words import Words
from entails.studies.wordle.experiments.base import Experiment
from entails.studies.wordle.race.crew import run_race
from entails.studies.wordle.race.plan import Race
from entails.studies.wordle.race.row import Row
from entails.studies.wordle.race.summary import spread
from entails.studies.wordle.strategies.registry import strategy_of


def race_of(experiment: Experiment, fields: Mapping[int, Words], games: int | None, seed: int) -> Race:
    """The games of an experiment: secrets are drawn at random, and may come again."""
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


def games_of(race: Race, workers: int) -> Iterator[Row]:
    """Play them."""
    return run_race(race, {}, set(), workers)


def figures(experiment: Experiment, rows: Sequence[Row]) -> list[StudyFigure]:
    """A figure for each strategy and length, in the order of the experiment."""
    found: dict[tuple[str, int], list[Row]] = {}
    for row in rows:
        found.setdefault((row.strategy, row.length), []).append(row)
    keys = [(name, length) for name in experiment.strategies for length in experiment.lengths]
    return [_figure(experiment, found[key]) for key in keys if key in found]


def _figure(experiment: Experiment, games: Sequence[Row]) -> StudyFigure:
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
    **told: object,
) -> StudyFigure:
    """A figure with its interval, and whether what the study prints could be the mean of as many games as it played."""
    if not len(counts):
        return StudyFigure.model_validate({**told, "study": printed, "seconds": seconds})
    values = np.asarray(counts, dtype=np.float64)
    found = spread(values.tolist())
    agrees = None
    if printed is not None and len(values) > 1:
        spare = 1.96 * float(values.std(ddof=1)) * (1 / printed_games + 1 / len(values)) ** 0.5
        agrees = abs(printed - found.mean) <= spare
    common, often = np.unique(values, return_counts=True)
    return StudyFigure.model_validate(
        {
            **told,
            "mean": found.mean,
            "low": found.low,
            "high": found.high,
            "median": found.median,
            "mode": float(common[often.argmax()]),
            "min": float(values.min()),
            "max": found.max,
            "study": printed,
            "agrees": agrees,
            "seconds": seconds,
        }
    )


def sized(words: Words, size: int | None, seed: int) -> Words:
    """A list of this size, drawn at random where the list is longer; a shorter one as it is."""
    if size is None or size >= words.answers:
        return words
    rows = np.random.default_rng([seed, words.length, size]).permutation(words.answers)[:size]
    return Words.of(words.secrets[np.sort(rows)], name=f"{size} of {words.name}", language=words.language)


def chosen(experiments: Sequence[Experiment], names: Sequence[str], lengths: Sequence[int]) -> list[Experiment]:
    """The part of a study that is asked for: some of its strategies, some of its lengths."""
    from dataclasses import replace

    unknown = [name for name in names if not any(name in one.strategies for one in experiments)]
    if unknown:
        known = ", ".join(dict.fromkeys(name for one in experiments for name in one.strategies))
        raise InvalidOption(f"this study has no {unknown[0][:30]!r}", where="--strategies", expected=known)
    found = []
    for one in experiments:
        kept = tuple(name for name in one.strategies if not names or name in names)
        left = tuple(length for length in one.lengths if not lengths or length in lengths)
        if kept and left:
            found.append(replace(one, strategies=kept, lengths=left))
    if not found:
        known = ", ".join(str(length) for length in sorted({length for one in experiments for length in one.lengths}))
        raise InvalidOption("this study has no such length", where="--lengths", expected=known)
    return found
