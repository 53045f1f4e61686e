"""Statistics and plots that the studies share.

Statistics: correlation, least squares, cross-validation. Plots: matplotlib figures without a window system. matplotlib
(the extra `plots`) is imported on first use.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entails.models.errors import UnsupportedCapability
from entails.solvers.sudoku.difficulty import Floats


def pearson(left: Floats, right: Floats) -> float:
    """Return Pearson's correlation of two series; 0 if one is constant."""
    if len(left) < 2 or left.std() == 0 or right.std() == 0:
        return 0.0
    return float(np.corrcoef(left, right)[0, 1])


def ranks(values: Floats) -> Floats:
    """Return the ranks from 1; equal values share the mean of their ranks."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    shared: Floats = (2 * last - counts + 1) / 2
    return shared[place]


def spearman(left: Floats, right: Floats) -> float:
    """Return Spearman's rank correlation."""
    return pearson(ranks(left), ranks(right))


def least_squares(features: Floats, target: Floats) -> Floats:
    """Return the coefficients of the best linear fit (of minimal norm if it is not unique)."""
    return np.linalg.lstsq(features, target, rcond=None)[0].astype(np.float64)


def standard_errors(features: Floats, target: Floats, weights: Floats) -> Floats:
    """Return the standard error of each coefficient of a linear fit.

    It is infinite without degrees of freedom, and for a coefficient that the data do not determine, such as those of
    two equal columns.
    """
    freedom = len(target) - int(np.linalg.matrix_rank(features))
    if freedom <= 0:
        return np.full(len(weights), np.inf)
    variance = float(((target - features @ weights) ** 2).sum()) / freedom
    inverse = np.linalg.pinv(features)
    errors = np.sqrt(variance * (inverse**2).sum(axis=1))
    is_determined = np.abs((inverse * features.T).sum(axis=1) - 1) < 1e-6
    return np.where(is_determined, errors, np.inf)


def folds(count: int, parts: int = 10, seed: int = 0) -> Iterator[NDArray[np.bool_]]:
    """Yield for each fold the mask of its held-out rows. The same seed gives the same folds."""
    part_of = np.random.default_rng(seed).permutation(count) % max(1, min(parts, count))
    for part in range(part_of.max(initial=0) + 1):
        yield part_of == part


def predicted_out_of_fold(features: Floats, target: Floats) -> Floats:
    """Predict each row by a linear fit to the rows of the other folds."""
    predicted = np.zeros(len(target))
    for held_out in folds(len(target)):
        if held_out.all():
            return np.full(len(target), target.mean())
        predicted[held_out] = features[held_out] @ least_squares(features[~held_out], target[~held_out])
    return predicted


KINDS = ("png", "svg", "pdf")
"""The file formats of plots."""


def require_matplotlib() -> None:
    """Raise an error if matplotlib is not installed; called before long work."""
    if find_spec("matplotlib") is None:
        raise UnsupportedCapability("drawing a plot needs matplotlib: pip install entails[plots]")


def sheet(width: float, height: float, dpi: float = 100) -> Any:
    """Return an empty matplotlib figure of this size in inches."""
    require_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure: Any = Figure(figsize=(width, height), layout="constrained", dpi=dpi)
    FigureCanvasAgg(figure)
    return figure


def drawn(figure: Any, kind: str) -> bytes:
    """Return the figure as the content of a file. It is reproducible: an SVG has no date."""
    content = BytesIO()
    figure.savefig(content, format=kind, metadata={"Date": None} if kind == "svg" else None)
    return content.getvalue()
