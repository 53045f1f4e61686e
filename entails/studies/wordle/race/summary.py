"""The figures of a race: means with confidence intervals, medians, extremes."""

from collections.abc import Iterable, Sequence

import numpy as np

from entails.models.wordle.race_report import RaceReport, Spread
from entails.studies.wordle.race.row import Row

_Z = 1.959964
"""95 % of a normal distribution lie within so many deviations."""


def spread(values: Sequence[float]) -> Spread:
    """Of at least one value. The interval of the mean is Student's; of one value alone nothing is known but itself."""
    found = np.asarray(values, dtype=np.float64)
    mean = float(found.mean())
    half = quantile(len(found) - 1) * float(found.std(ddof=1)) / len(found) ** 0.5 if len(found) > 1 else 0.0
    return Spread(
        mean=round(mean, 6),
        low=round(mean - half, 6),
        high=round(mean + half, 6),
        median=float(np.median(found)),
        max=float(found.max()),
    )


def share_interval(hits: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927)."""
    share, spare = hits / of, _Z * _Z / of
    middle = (share + spare / 2) / (1 + spare)
    half = _Z / (1 + spare) * (share * (1 - share) / of + spare / (4 * of)) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)


def quantile(freedom: int) -> float:
    """Student's 97.5 % quantile, by the expansion in powers of 1/freedom (Abramowitz & Stegun 26.7.5)."""
    z, n = _Z, float(freedom)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / n**power for power, term in enumerate(terms, 1))


def summaries(rows: Iterable[Row], order: Sequence[tuple[str, int]]) -> list[RaceReport]:
    """One report for each strategy and length that has games, in this order."""
    games: dict[tuple[str, int], list[Row]] = {}
    for row in rows:
        games.setdefault((row.strategy, row.length), []).append(row)
    return [summary(games[key]) for key in order if key in games]


def summary(games: Sequence[Row]) -> RaceReport:
    """The report of the games of one strategy at one length."""
    first = games[0]
    solved = [game.guesses for game in games if game.solved]
    return RaceReport(
        strategy=first.strategy,
        cheats=first.cheats,
        feedback=first.feedback,
        lang=first.lang,
        length=first.length,
        words=first.words,
        games=len(games),
        solved=len(solved),
        guesses=spread(solved) if solved else None,
        seconds=spread([game.seconds for game in games]),
    )
