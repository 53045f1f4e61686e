"""One picture of self-play: scores, margins, and how games go from turn to turn. Needs matplotlib (extra `plots`)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from entails.models.scrabble.selfplay_report import SelfplayReport
from entails.studies import pictures
from entails.studies.scrabble.selfplay import GameResult
from entails.studies.scrabble.selfplay_figures import ahead
from entails.studies.wordle.race.summary import quantile

_FEWEST = 5
"""A turn that fewer games reached says nothing."""


def drawn(report: SelfplayReport, results: Sequence[GameResult], kind: str) -> bytes:
    """The picture as a file of this kind."""
    figure = pictures.sheet(10, 7.5, dpi=120)
    (scores, margins), (turns, bingos) = figure.subplots(2, 2)
    names = [player.player for player in report.players]
    _scores(scores, names, report, results)
    _margins(margins, names, report, results)
    _turns(turns, names, results)
    _bingos(bingos, names, results)
    about = f"{report.games:,} games of {' against '.join(names)}, {report.lexicon}, seed {report.seed}"
    figure.suptitle(about, fontsize="medium")
    return pictures.drawn(figure, kind)


def _scores(axis: Any, names: Sequence[str], report: SelfplayReport, results: Sequence[GameResult]) -> None:
    every = [[game.of(player).score for game in results] for player in range(len(names))]
    bins = _bins(np.concatenate(every).tolist())
    for player, (name, scores) in enumerate(zip(names, every, strict=True)):
        mean = report.players[player].score.mean
        axis.hist(scores, bins, alpha=0.5, color=f"C{player}", label=f"{name}, mean {mean:.0f}")
        axis.axvline(mean, color=f"C{player}", linewidth=1.5)
    _label(axis, "final score", "games", "Scores")
    axis.legend(fontsize="small")


def _margins(axis: Any, names: Sequence[str], report: SelfplayReport, results: Sequence[GameResult]) -> None:
    best = max(range(len(names)), key=lambda player: report.players[player].ahead.mean)
    margin = report.players[best].ahead
    margins = [ahead(game, best) for game in results]
    axis.hist(margins, _bins(margins), color=f"C{best}", alpha=0.7)
    axis.axvline(0, color="0.3", linewidth=1, linestyle=":")
    axis.axvline(margin.mean, color="black", linewidth=1.5)
    title = f"{names[best]} ahead by {margin.mean:.1f} (95 %: {margin.low:.1f} to {margin.high:.1f})"
    _label(axis, f"points that {names[best]} is ahead", "games", title)


def _turns(axis: Any, names: Sequence[str], results: Sequence[GameResult]) -> None:
    longest = max(len(seat.turns) for game in results for seat in game.seats)
    for player, name in enumerate(names):
        means, halves = [], []
        for turn in range(longest):
            points = [game.of(player).turns[turn] for game in results if len(game.of(player).turns) > turn]
            if len(points) < _FEWEST:
                break
            means.append(np.mean(points))
            halves.append(quantile(len(points) - 1) * np.std(points, ddof=1) / len(points) ** 0.5)
        place = np.arange(1, len(means) + 1)
        low, high = np.subtract(means, halves), np.add(means, halves)
        axis.plot(place, means, marker=".", color=f"C{player}", label=name)
        axis.fill_between(place, low, high, color=f"C{player}", alpha=0.2)
    axis.set_ylim(bottom=0)
    axis.xaxis.get_major_locator().set_params(integer=True)
    _label(axis, "turn of the player", "points", "Points per turn, mean and 95 % interval")
    axis.legend(fontsize="small")


def _bingos(axis: Any, names: Sequence[str], results: Sequence[GameResult]) -> None:
    most = max(seat.bingos for game in results for seat in game.seats)
    width = 0.8 / len(names)
    for player, name in enumerate(names):
        counts = np.bincount([game.of(player).bingos for game in results], minlength=most + 1)
        places = np.arange(most + 1) + width * (player - (len(names) - 1) / 2)
        axis.bar(places, 100 * counts / len(results), width, color=f"C{player}", alpha=0.75, label=name)
    axis.set_xticks(range(most + 1))
    _label(axis, "plays with the bonus in a game", "% of games", "Bingos")
    axis.legend(fontsize="small")


def _bins(values: Sequence[int]) -> Any:
    """So many columns that each has some games."""
    return np.histogram_bin_edges(values, bins=min(max(len(values) // 8, 6), 40))


def _label(axis: Any, across: str, up: str, title: str) -> None:
    axis.set_xlabel(across)
    axis.set_ylabel(up)
    axis.yaxis.get_major_locator().set_params(integer=True)
    axis.set_title(title, fontsize="medium", loc="left")
    axis.grid(alpha=0.25)
