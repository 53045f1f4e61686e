"""Ways to find the weights of a sum of criteria. Each takes features (a row per grid), a target and a seed.

`lsq` and `anneal` are the study's; `coordinate` is its first attempt, one weight at a time; `nnls` admits no negative
weight, since no step makes a grid easier; `ridge` keeps weights small, which is what few grids and many criteria need.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal

import numpy as np

from entails.solvers.arrays import Floats
from entails.studies.statistics import least_squares

Method = Literal["lsq", "nnls", "ridge", "anneal", "coordinate"]

_PENALTIES = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0)
_ROUNDS = 2000
_STILL = 1e-10
_NOTHING = 1e-9
_HOTTEST, _COLDEST, _FACTOR = 10.0, 1e-6, 0.9999
_STEP = 0.01


def fit(
    method: Method,
    features: Floats,
    target: Floats,
    *,
    intercept: bool,
    seed: int = 0,
    share: Floats | None = None,
) -> tuple[float, Floats]:
    """(intercept, weights) by a method; the intercept is 0 unless wanted. `share` is how much each grid counts, all
    alike without it: errors are squared, so a row counts by the square of what it is multiplied with."""
    counts = np.ones(len(target)) if share is None else share / max(float(share.mean()), 1e-12)
    row = np.sqrt(counts)
    if not intercept:
        return 0.0, METHODS[method](features * row[:, None], target * row, seed)
    total = max(float(counts.sum()), 1e-12)
    center, middle = counts @ features / total, float(counts @ target) / total
    weights = METHODS[method]((features - center) * row[:, None], (target - middle) * row, seed)
    return middle - float(center @ weights), weights


def _lsq(features: Floats, target: Floats, seed: int) -> Floats:  # noqa: ARG001 - one signature for all
    return least_squares(features, target)


def _ridge(features: Floats, target: Floats, seed: int) -> Floats:  # noqa: ARG001
    """Criteria on one scale, and the penalty that generalised cross-validation likes best."""
    scale = _scale(features)
    left, sizes, right = np.linalg.svd(features / scale, full_matrices=False)
    along = left.T @ target
    rest = float(target @ target - along @ along)
    best: Floats = np.zeros(features.shape[1])
    lowest = np.inf
    for penalty in _PENALTIES:
        kept = sizes**2 / (sizes**2 + penalty)
        freedom = len(target) - float(kept.sum())
        error = rest + float((((1 - kept) * along) ** 2).sum())
        score = error / max(freedom, 1e-9) ** 2
        if score < lowest:
            lowest = score
            best = right.T @ (sizes / (sizes**2 + penalty) * along) / scale
    return best


def _nnls(features: Floats, target: Floats, seed: int) -> Floats:  # noqa: ARG001
    return _one_by_one(features, target, 0.0)


def _coordinate(features: Floats, target: Floats, seed: int) -> Floats:  # noqa: ARG001
    return _one_by_one(features, target, -np.inf)


def _one_by_one(features: Floats, target: Floats, least: float) -> Floats:
    """Each weight in turn to the bottom of its own parabola, not below `least`, until nothing moves."""
    from entails.solvers.kernels.annealing import descend

    scale = _scale(features)
    scaled = features / scale
    weights = np.zeros(features.shape[1])
    descend(np.ascontiguousarray(scaled.T @ scaled), scaled.T @ target, weights, least, _ROUNDS, _STILL)
    weights[np.abs(weights) < _NOTHING] = 0.0
    found: Floats = weights / scale
    return found


def _anneal(features: Floats, target: Floats, seed: int) -> Floats:
    """Steps are measured on one scale for all criteria; the study's own are all counts, and their steps 0.01."""
    from entails.solvers.kernels.annealing import anneal

    scale = _scale(features)
    scaled = features / scale
    count = max(len(target), 1)
    weights = np.zeros(features.shape[1])
    square, mixed = np.ascontiguousarray(scaled.T @ scaled / count), scaled.T @ target / count
    steps = np.full(len(weights), _STEP)
    anneal(square, mixed, float(target @ target) / count, weights, steps, _HOTTEST, _COLDEST, _FACTOR, seed)
    found: Floats = weights / scale
    return found


def _scale(features: Floats) -> Floats:
    """The deviation of each criterion; 1 for one that never changes."""
    deviation = features.std(axis=0)
    return np.where(deviation > 1e-12, deviation, 1.0)


METHODS: Mapping[Method, Callable[[Floats, Floats, int], Floats]] = MappingProxyType(
    {"lsq": _lsq, "nnls": _nnls, "ridge": _ridge, "anneal": _anneal, "coordinate": _coordinate}
)
