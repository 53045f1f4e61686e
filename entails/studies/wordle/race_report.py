"""Statistics and plots of a race: means with confidence intervals, medians and maxima, by word length.

The plots need matplotlib (extra `plots`).
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from entails.data.files import whole_file
from entails.models.wordle.reports import RaceReport, Spread
from entails.studies import common
from entails.studies.wordle.race import RaceRow

KINDS = ("png", "svg")
_WIDE = 8.0
"""Ratio of the largest to the smallest value from which the axis is logarithmic."""
_MARKS = "osD^vP*Xph<>8d"


def draw_race(reports: Sequence[RaceReport], folder: Path) -> list[Path]:
    """Draw guesses and seconds by word length, each as PNG and SVG; return the paths."""
    guesses = _picture(reports, lambda report: report.guesses, "guesses", 1.0)
    seconds = _picture(reports, lambda report: report.seconds, "milliseconds per game", 1000.0)
    written = []
    for name, figure in (("guesses", guesses), ("seconds", seconds)):
        for kind in KINDS:
            path = folder / f"{name}.{kind}"
            with whole_file(path, binary=True) as file:
                file.write(common.drawn(figure, kind))
            written.append(path)
    return written


def _picture(
    reports: Sequence[RaceReport], measure: Callable[[RaceReport], Spread | None], name: str, scale: float
) -> Any:
    shown = [(report, value) for report in reports if (value := measure(report)) is not None]
    lengths = sorted({report.length for report, _ in shown})
    bars = len(lengths) < 2
    names = list(dict.fromkeys(report.strategy for report, _ in shown))
    height = max(2.2, 0.42 * len(names) + 1.2) if bars else max(4.8, 0.28 * len(names) + 1.5)
    figure = common.sheet(8.5, height, dpi=120)
    axis = figure.subplots()
    if bars:
        _bars(axis, shown, name, scale)
    else:
        _lines(axis, shown, names, name, scale)
    if reports:
        first = reports[0]
        axis.set_title(
            f"{first.feedback} feedback, {first.lang}: mean and 95 % interval", fontsize="medium", loc="left"
        )
    return figure


def _lines(
    axis: Any, shown: Sequence[tuple[RaceReport, Spread]], names: Sequence[str], name: str, scale: float
) -> None:
    """Draw a line for each strategy; small shifts keep the intervals from overlapping."""
    for number, strategy in enumerate(names):
        mine = [(report, value) for report, value in shown if report.strategy == strategy]
        aside = 0.02 * (number - (len(names) - 1) / 2)
        axis.errorbar(
            [report.length + aside for report, _ in mine],
            [scale * value.mean for _, value in mine],
            yerr=_interval([value for _, value in mine], scale),
            label=f"{strategy} (cheats)" if mine[0][0].cheats else strategy,
            marker=_MARKS[number % len(_MARKS)],
            linestyle="--" if mine[0][0].cheats else "-",
            color=f"C{number % 10}",
            markersize=5,
            capsize=2,
            linewidth=1.3,
        )
    axis.set_xlabel("letters")
    axis.set_xticks(sorted({report.length for report, _ in shown}))
    axis.set_ylabel(name)
    if _spans_widely([value for _, value in shown]):
        axis.set_yscale("log")
        _readable(axis.yaxis)
    axis.grid(alpha=0.3)
    axis.legend(fontsize="small", loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)


def _bars(axis: Any, shown: Sequence[tuple[RaceReport, Spread]], name: str, scale: float) -> None:
    """Draw a bar for each strategy, best on top, for a race of one word length."""
    ordered = sorted(shown, key=lambda pair: -pair[1].mean)
    labels = [f"{report.strategy} (cheats)" if report.cheats else report.strategy for report, _ in ordered]
    spreads = [value for _, value in ordered]
    means = [scale * value.mean for value in spreads]
    log = _spans_widely(spreads)
    axis.barh(labels, means, xerr=_interval(spreads, scale), color="C0", alpha=0.75, capsize=2, log=log)
    for place, (mean, value) in enumerate(zip(means, spreads, strict=True)):
        axis.annotate(
            f"{mean:.3g}" if mean >= 100 else f"{mean:.2f}",
            (scale * value.high, place),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            fontsize="small",
        )
    axis.margins(x=0.12)
    if log:
        _readable(axis.xaxis)
    letters = f"{ordered[0][0].length} letters, " if ordered else ""
    axis.set_xlabel(f"{letters}{name}")


def _readable(axis: Any) -> None:
    """Label the axis at 1, 2 and 5 times each power of ten."""
    from matplotlib.ticker import LogLocator, NullFormatter

    axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axis.set_major_formatter("{x:g}")
    axis.set_minor_formatter(NullFormatter())


def _interval(spreads: Sequence[Spread], scale: float) -> list[list[float]]:
    """Return the lengths of the error bars below and above the mean, cut to fit a logarithmic axis."""
    below = [min(mean_spread.mean - mean_spread.low, 0.9 * mean_spread.mean) for mean_spread in spreads]
    return [
        [scale * value for value in below],
        [scale * (mean_spread.high - mean_spread.mean) for mean_spread in spreads],
    ]


def _spans_widely(spreads: Sequence[Spread]) -> bool:
    means = [value.mean for value in spreads if value.mean > 0]
    return bool(means) and max(means) > _WIDE * min(means) and len(means) == len(spreads)


_Z = 1.959964
"""Number of standard deviations that contain 95 % of a normal distribution."""


def spread(values: Sequence[float]) -> Spread:
    """Return the statistics of some values: mean with interval, median and extremes.

    The interval of the mean is Student's; for a single value it has width 0.
    """
    sample = np.asarray(values, dtype=np.float64)
    mean = float(sample.mean())
    half = quantile(len(sample) - 1) * float(sample.std(ddof=1)) / len(sample) ** 0.5 if len(sample) > 1 else 0.0
    return Spread(
        mean=round(mean, 6),
        low=round(mean - half, 6),
        high=round(mean + half, 6),
        median=float(np.median(sample)),
        max=float(sample.max()),
    )


def share_interval(hits: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson 1927)."""
    share, spare = hits / of, _Z * _Z / of
    middle = (share + spare / 2) / (1 + spare)
    half = _Z / (1 + spare) * (share * (1 - share) / of + spare / (4 * of)) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)


def quantile(freedom: int) -> float:
    """Return Student's 97.5 % quantile by an expansion in powers of 1/freedom (Abramowitz & Stegun 26.7.5)."""
    z, n = _Z, float(freedom)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / n**power for power, term in enumerate(terms, 1))


def summaries(rows: Iterable[RaceRow], order: Sequence[tuple[str, int]]) -> list[RaceReport]:
    """Return a report for each strategy and word length with games, in this order."""
    games: dict[tuple[str, int], list[RaceRow]] = {}
    for row in rows:
        games.setdefault((row.strategy, row.length), []).append(row)
    return [summary(games[key]) for key in order if key in games]


def summary(games: Sequence[RaceRow]) -> RaceReport:
    """Return the report on the games of one strategy at one word length."""
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
