"""The plots of the study (Landreau 2025, 1.A to 2.C, annex 1) for a calibration. Needs matplotlib.

Plots: computed against rated difficulty, with mean and deviation per class; rated difficulty against the number of
givens; one plot per criterion.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entails.solvers.arrays import Floats
from entails.solvers.sudoku.steps.technique import TECHNIQUES, technique
from entails.studies.common import drawn, pearson, sheet, spearman
from entails.studies.sudoku.calibrate import Calibration

_CLASSES = 10
_LEGEND = 8
"""The most entries of the legend."""
_CRITERIA = ("candidates", "spread", "spread_digits", "density", "mix", "singles_mean", "search_cost", "ladder")


def plot(calibration: Calibration, kind: str) -> bytes:
    """Draw all plots in one figure."""
    names = [name for name in _CRITERIA if name in calibration.table.names]
    figure, axes = _sheet(2 + len(names))
    ratings = calibration.rated.values
    target = calibration.rated.target
    _scatter(axes[0], ratings, calibration.unseen, f"{target} (rated)", "computed, cross-validated")
    _means(axes[0], ratings, calibration.unseen)
    givens = calibration.table.column("givens")
    _scatter(axes[1], givens, ratings, "number of givens", target)
    _means(axes[1], givens, ratings)
    for axis, name in zip(axes[2:], names, strict=False):
        _scatter(axis, ratings, calibration.table.column(name), f"{target} (rated)", name)
    return drawn(figure, kind)


def plot_effort(techniques: Sequence[str], costs: Floats, kind: str) -> bytes:
    """Plot the effort along a path: the technique and the search cost of each step."""
    from matplotlib import colormaps

    figure, axes = _sheet(1)
    figure.set_size_inches(9, 4)
    colour = colormaps["tab10"]
    for place, (label, rounds) in enumerate(_bars(techniques, costs)):
        axes[0].bar(rounds + 1, costs[rounds], label=f"{label} ({len(rounds)})", color=colour(place))
    axes[0].set_xlabel("step")
    axes[0].set_ylabel("search cost (box single alone = 1)")
    axes[0].set_title(f"{len(techniques)} steps, search cost {costs.sum():.1f}", fontsize="medium")
    axes[0].set_xlim(0, len(techniques) + 1)
    if techniques:
        figure.legend(fontsize="small", loc="outside right upper")
    return drawn(figure, kind)


def _bars(techniques: Sequence[str], costs: Floats) -> list[tuple[str, NDArray[np.int64]]]:
    """Return the steps of each technique, easiest first; at most eight bars, with the cheapest ones merged."""
    steps = {row.id: np.flatnonzero(np.array(techniques) == row.id) for row in TECHNIQUES if row.id in techniques}
    dearest = sorted(steps, key=lambda name: -float(costs[steps[name]].sum()))
    shown = dearest if len(steps) <= _LEGEND else dearest[: _LEGEND - 1]
    bars = [(technique(name).name, rounds) for name, rounds in steps.items() if name in shown]
    if rest := [rounds for name, rounds in steps.items() if name not in shown]:
        bars.append((f"{len(rest)} other techniques", np.sort(np.concatenate(rest))))
    return bars


def _sheet(pictures: int) -> tuple[Any, list[Any]]:
    """Return a figure with this number of axes."""
    columns = min(pictures, 2)
    rows = -(-pictures // columns)
    figure = sheet(5.5 * columns, 4 * rows)
    axes = np.atleast_1d(figure.subplots(rows, columns)).ravel().tolist()
    for spare in axes[pictures:]:
        spare.set_axis_off()
    return figure, axes


def _scatter(axis: Any, across: Floats, up: Floats, across_name: str, up_name: str) -> None:
    axis.scatter(across, up, s=8, alpha=0.5)
    axis.set_xlabel(across_name)
    axis.set_ylabel(up_name)
    axis.set_title(f"Pearson {pearson(across, up):.2f}, Spearman {spearman(across, up):.2f}", fontsize="medium")


def _means(axis: Any, across: Floats, up: Floats) -> None:
    """Plot mean and deviation per class: per value if there are few values, otherwise per class of equal size."""
    classes = np.unique(across)
    if len(classes) > 2 * _CLASSES:
        edges = np.unique(np.quantile(across, np.linspace(0, 1, _CLASSES + 1)))
        place = np.clip(np.searchsorted(edges, across, side="right") - 1, 0, max(len(edges) - 2, 0))
    else:
        place = np.searchsorted(classes, across)
    middles, means, deviations = [], [], []
    for number in np.unique(place):
        members = place == number
        middles.append(across[members].mean())
        means.append(up[members].mean())
        deviations.append(up[members].std())
    axis.errorbar(middles, means, yerr=deviations, fmt="s", color="darkorange", label="mean and deviation")
    axis.legend(fontsize="small")
