"""The pictures of the study (Landreau 2025, 1.A to 2.C, annex 1), drawn from a calibration. Needs matplotlib.

Computed against given difficulty, with mean and deviation per class of it; given difficulty against the number of
givens; one picture per criterion.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from clausal.models.errors import InvalidPuzzle, UnsupportedCapability
from clausal.solvers.quine.statistics import Floats, pearson, spearman
from clausal.solvers.sudoku.difficulty.calibrate import Calibration

KINDS = ("png", "svg", "pdf")
_CLASSES = 10
_CRITERIA = ("candidates", "spread", "spread_digits", "density", "mix", "singles_mean", "search_cost", "ladder")


def plot(calibration: Calibration, path: str) -> None:
    """All pictures on one sheet."""
    names = [name for name in _CRITERIA if name in calibration.table.names]
    figure, axes = _sheet(path, 2 + len(names))
    given = calibration.rated.values
    target = calibration.rated.target
    _scatter(axes[0], given, calibration.unseen, f"{target} (given)", "computed, cross-validated")
    _means(axes[0], given, calibration.unseen)
    givens = calibration.table.column("givens")
    _scatter(axes[1], givens, given, "number of givens", target)
    _means(axes[1], givens, given)
    for axis, name in zip(axes[2:], names, strict=False):
        _scatter(axis, given, calibration.table.column(name), f"{target} (given)", name)
    figure.savefig(path)


def plot_effort(techniques: Sequence[str], costs: Floats, path: str) -> None:
    """Where the effort goes along a path: the technique of each round, and its search cost."""
    figure, axes = _sheet(path, 1)
    for kind in dict.fromkeys(techniques):
        rounds = np.array([place for place, name in enumerate(techniques) if name == kind])
        axes[0].bar(rounds + 1, costs[rounds], label=kind, width=1.0)
    axes[0].set_xlabel("round")
    axes[0].set_ylabel("search cost")
    if techniques:
        axes[0].legend(fontsize="small")
    figure.savefig(path)


def _sheet(path: str, pictures: int) -> tuple[Any, list[Any]]:
    """A sheet with room for some pictures, drawn without any window system."""
    if path.rpartition(".")[2].lower() not in KINDS:
        raise InvalidPuzzle(
            "this is no picture", where=path[:200], expected=f"a name that ends in .{', .'.join(KINDS)}"
        )
    if not Path(path).resolve().parent.is_dir():
        raise InvalidPuzzle("there is no such folder", where=path[:200], expected="a file in a folder that exists")
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise UnsupportedCapability("drawing a plot needs matplotlib: install clausal[plots]") from None
    columns = min(pictures, 2)
    rows = -(-pictures // columns)
    figure: Any = Figure(figsize=(5.5 * columns, 4 * rows), layout="constrained")
    FigureCanvasAgg(figure)
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
    """Mean and deviation per class: the values themselves when there are few, else classes of equal size."""
    classes = np.unique(across)
    if len(classes) > 2 * _CLASSES:
        edges = np.unique(np.quantile(across, np.linspace(0, 1, _CLASSES + 1)))
        place = np.clip(np.searchsorted(edges, across, side="right") - 1, 0, max(len(edges) - 2, 0))
    else:
        place = np.searchsorted(classes, across)
    middles, means, deviations = [], [], []
    for one in np.unique(place):
        members = place == one
        middles.append(across[members].mean())
        means.append(up[members].mean())
        deviations.append(up[members].std())
    axis.errorbar(middles, means, yerr=deviations, fmt="s", color="darkorange", label="mean and deviation")
    axis.legend(fontsize="small")
