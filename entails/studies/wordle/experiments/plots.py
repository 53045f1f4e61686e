"""The pictures of the studies, from a re-run: the mean with the band from the least to the most, time, success."""

from collections.abc import Sequence
from typing import Any

from entails.models.wordle.study_report import StudyFigure, StudyReport
from entails.studies import pictures


def draw_study(report: StudyReport, kind: str) -> bytes:
    """A row for each experiment, in which games were played at several lengths or with several strategies."""
    names = list(dict.fromkeys(one.experiment for one in report.figures if one.seconds is not None))
    rows = names or list(dict.fromkeys(one.experiment for one in report.figures))
    figure = pictures.sheet(13, 3.6 * len(rows), dpi=100)
    axes = figure.subplots(len(rows), 3, squeeze=False)
    for row, name in zip(axes, rows, strict=True):
        shown = [one for one in report.figures if one.experiment == name]
        _means(row[0], shown)
        _curve(row[1], shown, lambda one: one.seconds and 1000 * one.seconds, "milliseconds a game")
        _curve(row[2], shown, lambda one: one.solved / one.games if one.games else None, "games won")
        row[0].set_title(f"{report.authors}: {name}", fontsize="medium", loc="left")
    axes[0][0].legend(fontsize="small", frameon=False)
    return pictures.drawn(figure, kind)


def _by_algorithm(shown: Sequence[StudyFigure]) -> dict[str, list[StudyFigure]]:
    found: dict[str, list[StudyFigure]] = {}
    for one in shown:
        found.setdefault(one.algorithm, []).append(one)
    return found


def _means(axis: Any, shown: Sequence[StudyFigure]) -> None:
    """Ours as a line in its band; what the study prints as crosses."""
    for number, (name, ours) in enumerate(_by_algorithm(shown).items()):
        colour, measured = f"C{number}", [one for one in ours if one.mean is not None]
        lengths = [one.length for one in measured]
        axis.plot(lengths, [one.mean for one in measured], "o-", color=colour, label=name, markersize=4)
        axis.fill_between(
            lengths, [one.min for one in measured], [one.max for one in measured], color=colour, alpha=0.1
        )
        printed = [(one.length, one.study) for one in ours if one.study is not None]
        if printed:
            axis.plot(*zip(*printed, strict=True), "x", color=colour, label=f"{name}, the study")
    axis.set_ylabel(shown[0].quantity)
    axis.set_xlabel("letters")
    axis.grid(alpha=0.3)


def _curve(axis: Any, shown: Sequence[StudyFigure], value: Any, name: str) -> None:
    for number, (_, ours) in enumerate(_by_algorithm(shown).items()):
        points = [(one.length, value(one)) for one in ours if value(one) is not None]
        if points:
            axis.plot(*zip(*points, strict=True), "o-", color=f"C{number}", markersize=4)
    axis.set_ylabel(name)
    axis.set_xlabel("letters")
    axis.set_ylim(bottom=0)
    axis.grid(alpha=0.3)
