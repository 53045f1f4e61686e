"""The little statistics that the experiments need: correlation, least squares, cross-validation.

What every plot needs: a sheet to draw on without any window system, and the file made of it.

Needs matplotlib (the extra `plots`), which is imported when the first sheet is asked for.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entails.models.errors import UnsupportedCapability
from entails.solvers.arrays import Floats


def pearson(one: Floats, other: Floats) -> float:
    """The correlation of two series; 0 when one of them is constant."""
    if len(one) < 2 or one.std() == 0 or other.std() == 0:
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])


def ranks(values: Floats) -> Floats:
    """1 for the smallest; equal values share the mean of their ranks."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    shared: Floats = (2 * last - counts + 1) / 2
    return shared[place]


def spearman(one: Floats, other: Floats) -> float:
    """The correlation of ranks."""
    return pearson(ranks(one), ranks(other))


def least_squares(features: Floats, target: Floats) -> Floats:
    """The coefficients of the best linear fit (the smallest ones where the features do not decide)."""
    return np.linalg.lstsq(features, target, rcond=None)[0].astype(np.float64)


def folds(count: int, parts: int = 10, seed: int = 0) -> Iterator[NDArray[np.bool_]]:
    """Masks of the rows that are held out, part by part; the same seed gives the same parts."""
    part_of = np.random.default_rng(seed).permutation(count) % max(1, min(parts, count))
    for part in range(part_of.max(initial=0) + 1):
        yield part_of == part


def predicted_out_of_fold(features: Floats, target: Floats) -> Floats:
    """What a linear fit that has not seen a row says about it."""
    said = np.zeros(len(target))
    for held_out in folds(len(target)):
        if held_out.all():
            return np.full(len(target), target.mean())
        said[held_out] = features[held_out] @ least_squares(features[~held_out], target[~held_out])
    return said


KINDS = ("png", "svg", "pdf")
"""The kinds of files that can be made."""


def refuse_without_matplotlib() -> None:
    """Say what is missing before any work is done."""
    if find_spec("matplotlib") is None:
        raise UnsupportedCapability("drawing a plot needs matplotlib: pip install entails[plots]")


def sheet(width: float, height: float, dpi: float = 100) -> Any:
    """An empty matplotlib figure of this size in inches."""
    refuse_without_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure: Any = Figure(figsize=(width, height), layout="constrained", dpi=dpi)
    FigureCanvasAgg(figure)
    return figure


def drawn(figure: Any, kind: str) -> bytes:
    """The figure as a file of this kind, the same each time: an SVG does not say when it was made."""
    content = BytesIO()
    figure.savefig(content, format=kind, metadata={"Date": None} if kind == "svg" else None)
    return content.getvalue()
