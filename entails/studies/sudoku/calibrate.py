"""Fit of a weighted sum of criteria to ratings, with cross-validated accuracy.

The study's model has a weight per use of each technique, and with `first_use` another for its first use (Landreau 2025,
2.B and 2.C). Every figure is also cross-validated: ten parts, each predicted from the other nine, repeated with other
parts.

Methods: `lsq` and `anneal` are the study's. `coordinate` is its first attempt, one weight at a time. `nnls` allows no
negative weight, since no step makes a grid easier. `ridge` keeps weights small, which suits few grids and many
criteria.

The plots of the study (Landreau 2025, 1.A to 2.C, annex 1) need matplotlib: computed against rated difficulty, with
mean and deviation per class; rated difficulty against the number of givens; one plot per criterion.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from entails.models.errors import InvalidData, InvalidOption
from entails.models.rating import Figure, LinearModel, RatingWeights, Transform
from entails.solvers.sudoku.difficulty import Floats
from entails.solvers.sudoku.difficulty.criteria import CriteriaTable, first_use_of, uses_of
from entails.solvers.sudoku.difficulty.model import untransformed
from entails.solvers.sudoku.steps.technique import LINE, TECHNIQUES, technique, without_direction
from entails.studies.common import drawn, folds, least_squares, pearson, sheet, spearman
from entails.studies.quine import MetricScore, score
from entails.studies.sudoku.human import HumanRating

_RATED = tuple(dict.fromkeys(without_direction(each.id) for each in TECHNIQUES if each.is_counted))
"""The techniques that ratings distinguish, easiest first."""

Method = Literal["lsq", "nnls", "ridge", "anneal", "coordinate"]

_PENALTIES = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0)
_ROUNDS = 2000
_TOLERANCE = 1e-10
_NEGLIGIBLE = 1e-9
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
    """Return the intercept and the weights of a linear fit; the intercept is 0 unless requested.

    `share` is the weight of each grid (default: equal). Errors are squared, so rows are scaled by its square root.
    """
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
    """Fit by ridge regression on standardised criteria; generalised cross-validation sets the penalty."""
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
    return _coordinate_descent(features, target, 0.0)


def _coordinate(features: Floats, target: Floats, seed: int) -> Floats:  # noqa: ARG001
    return _coordinate_descent(features, target, -np.inf)


def _coordinate_descent(features: Floats, target: Floats, least: float) -> Floats:
    """Minimise the error over one weight at a time, none below `least`, until no weight changes."""
    from entails.solvers.kernels.studies import descend

    scale = _scale(features)
    scaled = features / scale
    weights = np.zeros(features.shape[1])
    descend(np.ascontiguousarray(scaled.T @ scaled), scaled.T @ target, weights, least, _ROUNDS, _TOLERANCE)
    weights[np.abs(weights) < _NEGLIGIBLE] = 0.0
    unscaled: Floats = weights / scale
    return unscaled


def _anneal(features: Floats, target: Floats, seed: int) -> Floats:
    """Fit by simulated annealing of the weights in steps of 0.01, with criteria scaled to unit deviation."""
    from entails.solvers.kernels.studies import anneal

    scale = _scale(features)
    scaled = features / scale
    count = max(len(target), 1)
    weights = np.zeros(features.shape[1])
    square, mixed = np.ascontiguousarray(scaled.T @ scaled / count), scaled.T @ target / count
    steps = np.full(len(weights), _STEP)
    anneal(square, mixed, float(target @ target) / count, weights, steps, _HOTTEST, _COLDEST, _FACTOR, seed)
    unscaled: Floats = weights / scale
    return unscaled


def _scale(features: Floats) -> Floats:
    """Return the standard deviation of each criterion; 1 for a constant criterion."""
    deviation = features.std(axis=0)
    return np.where(deviation > 1e-12, deviation, 1.0)


METHODS: Mapping[Method, Callable[[Floats, Floats, int], Floats]] = MappingProxyType(
    {"lsq": _lsq, "nnls": _nnls, "ridge": _ridge, "anneal": _anneal, "coordinate": _coordinate}
)

PARTS = 10
COMPARED = (
    "givens",
    "candidates",
    "spread",
    "spread_digits",
    "density",
    "mix",
    "steps",
    "singles_mean",
    "hidden_start",
    "sequence_cost",
    "search_cost",
    "ladder",
    "exact_depth",
)
"""The criteria whose mutual correlations are reported."""
_BAND_SHARES = (0.25, 0.6, 0.85, 0.97)


@dataclass(frozen=True, slots=True)
class Recipe:
    """The settings of a fit.

    Attributes:
        criteria: The criteria to use; empty for technique counts (and first uses, with `first_use`).
        cap: An upper bound of the target, so that a few outliers do not dominate the fit.
    """

    method: Method = "ridge"
    criteria: tuple[str, ...] = ()
    first_use: bool = False
    intercept: bool = False
    transform: Transform = "none"
    cap: float | None = None
    repeats: int = 10
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Coefficient:
    """The weight of one technique, its total uses, and the number of grids that use it."""

    technique: str
    weight: float
    first_use: float | None
    uses: int
    grids: int


@dataclass(frozen=True, eq=False, slots=True)
class Calibration:
    """A fitted model, its accuracy and its data. `unseen` has the out-of-fold predictions."""

    rated: HumanRating
    recipe: Recipe
    model: LinearModel
    figure: Figure
    coefficients: tuple[Coefficient, ...]
    scores: tuple[MetricScore, ...]
    compared: tuple[str, ...]
    correlations: Floats
    table: CriteriaTable
    fitted: Floats
    unseen: Floats


def calibrate(
    rated: HumanRating,
    table: CriteriaTable,
    recipe: Recipe = Recipe(),  # noqa: B008 - frozen
    each: Callable[[], None] = lambda: None,
) -> Calibration:
    """Fit the weights to rated grids by the settings of a recipe.

    `each` is called after each of the PARTS in each repeat of the validation, which takes most of the time.
    """
    names = _names(table, recipe)
    features = table.columns(names)
    values = rated.values if recipe.cap is None else np.minimum(rated.values, recipe.cap)
    target = _transformed(values, recipe.transform)
    constant, weights = fit(
        recipe.method, features, target, intercept=recipe.intercept, seed=recipe.seed, share=rated.weight
    )
    fitted = untransformed(constant + features @ weights, recipe.transform, recipe.cap)
    figure, unseen = _figure(rated, features, target, fitted, recipe, each)
    model = LinearModel(
        target=rated.target,
        method=recipe.method,
        transform=recipe.transform,
        intercept=float(f"{constant:.6g}"),
        weights={name: float(f"{weight:.6g}") for name, weight in zip(names, weights.tolist(), strict=True)},
        cap=recipe.cap,
        data=(rated.file,),
        figures=(figure,),
    )
    scores = [score(name, table.column(name), rated.values) for name in table.names]
    compared = tuple(name for name in COMPARED if name in table.names)
    return Calibration(
        rated,
        recipe,
        model,
        figure,
        _coefficients(table, model),
        tuple(sorted(scores, key=lambda row: -abs(row.cross_validated))),
        compared,
        _correlations(table.columns(compared)),
        table,
        fitted,
        unseen,
    )


def as_weights(calibration: Calibration, base: RatingWeights, techniques: tuple[str, ...] = ()) -> RatingWeights:
    """Return a difficulty model with these weights, whose bands have fixed shares of the fitted grids.

    `techniques` is the order in which the criteria were measured, if it is not the default.
    """
    edges = np.quantile(calibration.fitted, _BAND_SHARES).tolist()
    first, second, third, fourth = (float(f"{edge:.4g}") for edge in edges)
    name = f"{calibration.rated.file.file}:{calibration.rated.target}"
    return base.model_copy(
        update={
            "name": name,
            "difficulty": calibration.model,
            "bands": (first, second, third, fourth),
            "techniques": techniques,
        }
    )


def cross_validated(
    features: Floats,
    target: Floats,
    share: Floats,
    recipe: Recipe,
    seed: int,
    each: Callable[[], None] = lambda: None,
) -> Floats:
    """Predict the rating of each grid by a fit to the other folds.

    `share` is the weight of each grid in a fit; in the figures all grids count equally.
    """
    predicted = np.zeros(len(target))
    for held_out in folds(len(target), PARTS, seed):
        known = ~held_out
        if not known.any():
            return np.full(len(target), target.mean())
        constant, weights = fit(
            recipe.method,
            features[known],
            target[known],
            intercept=recipe.intercept,
            seed=recipe.seed,
            share=share[known],
        )
        predicted[held_out] = constant + features[held_out] @ weights
        each()
    return predicted


def _figure(
    rated: HumanRating, features: Floats, target: Floats, fitted: Floats, recipe: Recipe, each: Callable[[], None]
) -> tuple[Figure, Floats]:
    values = rated.values
    logs = np.log(values) if np.all(values > 0) else None
    rows, unseen = [], np.zeros(len(values))
    for repeat in range(recipe.repeats):
        raw = cross_validated(features, target, rated.weight, recipe, recipe.seed + repeat, each)
        predicted = untransformed(raw, recipe.transform, recipe.cap)
        unseen += predicted / recipe.repeats
        predicted_log = np.log(np.maximum(predicted, 1e-9))
        rows.append(
            (
                pearson(predicted, values),
                0.0 if logs is None else pearson(predicted_log, logs),
                spearman(predicted, values),
            )
        )
    plain, on_logs, by_rank = (float(np.mean([row[at] for row in rows])) for at in range(3))
    figure = Figure(
        target=rated.target,
        grids=len(values),
        pearson=round(plain, 4),
        pearson_log=round(on_logs, 4),
        spearman=round(by_rank, 4),
        in_sample_pearson=round(pearson(fitted, values), 4),
        in_sample_spearman=round(spearman(fitted, values), 4),
        how=f"{PARTS}-fold cross-validation, mean of {recipe.repeats} repeats, seeds from {recipe.seed}",
    )
    return figure, unseen


def _names(table: CriteriaTable, recipe: Recipe) -> tuple[str, ...]:
    if recipe.method not in METHODS:
        raise InvalidOption(f"unknown method {recipe.method[:40]!r}", expected=", ".join(METHODS))
    if recipe.repeats < 1:
        raise InvalidOption(f"{recipe.repeats} repeats", expected="at least 1")
    unknown = [name for name in recipe.criteria if name not in table.names]
    if unknown:
        raise InvalidOption(f"unknown criterion {unknown[0][:40]!r}", expected="a criterion that `rate` shows")
    if recipe.criteria:
        return recipe.criteria
    used = [name for name in _RATED if uses_of(name) in table.names and table.column(uses_of(name)).any()]
    first = [first_use_of(name) for name in used] if recipe.first_use else []
    if not used:
        raise InvalidData("no grid needs a technique", expected="grids with empty cells")
    return (*map(uses_of, used), *first)


def _transformed(values: Floats, transform: Transform) -> Floats:
    if transform == "none":
        return values
    if np.any(values <= 0 if transform == "log" else values < 0):
        raise InvalidOption(f"the transform {transform} needs positive ratings", expected="--transform none")
    return np.log(values) if transform == "log" else np.sqrt(values)


def _coefficients(table: CriteriaTable, model: LinearModel) -> tuple[Coefficient, ...]:
    coefficients = []
    for known in _RATED:
        name, first = uses_of(known), first_use_of(known)
        if name in model.weights:
            uses = table.column(name)
            coefficients.append(
                Coefficient(
                    known, model.weights[name], model.weights.get(first), int(uses.sum()), int((uses > 0).sum())
                )
            )
    return tuple(coefficients)


def _correlations(columns: Floats) -> Floats:
    """Return Pearson's correlation of each pair of columns; 0 if one is constant."""
    count = columns.shape[1]
    pairs: Sequence[Sequence[float]] = [
        [pearson(columns[:, row], columns[:, column]) for column in range(count)] for row in range(count)
    ]
    return np.array(pairs)


_CLASSES = 10
_LEGEND = 8
"""Maximum number of entries of the legend."""
_CRITERIA = ("candidates", "spread", "spread_digits", "density", "mix", "singles_mean", "search_cost", "ladder")


def plot(calibration: Calibration, kind: str) -> bytes:
    """Draw all plots of a calibration in one figure."""
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
    """Plot the effort along a solving path: technique and search cost of each step."""
    from matplotlib import colormaps

    figure, axes = _sheet(1)
    figure.set_size_inches(9, 4)
    colour = colormaps["tab10"]
    for place, (label, rounds) in enumerate(_bars(techniques, costs)):
        axes[0].bar(rounds + 1, costs[rounds], label=f"{label} ({len(rounds)})", color=colour(place))
    axes[0].set_xlabel("round")
    axes[0].set_ylabel("search cost (box single = 1)")
    axes[0].set_title(f"{len(techniques)} rounds, search cost {costs.sum():.1f}", fontsize="medium")
    axes[0].set_xlim(0, len(techniques) + 1)
    if techniques:
        figure.legend(fontsize="small", loc="outside right upper")
    return drawn(figure, kind)


def _bars(techniques: Sequence[str], costs: Floats) -> list[tuple[str, NDArray[np.int64]]]:
    """Return the steps of each technique, easiest first, in at most eight bars; the last merges the cheapest ones."""
    ids = [row.id for row in (*TECHNIQUES, LINE)]
    steps = {name: np.flatnonzero(np.array(techniques) == name) for name in ids if name in techniques}
    dearest = sorted(steps, key=lambda name: -float(costs[steps[name]].sum()))
    shown = dearest if len(steps) <= _LEGEND else dearest[: _LEGEND - 1]
    bars = [(technique(name).name, rounds) for name, rounds in steps.items() if name in shown]
    if rest := [rounds for name, rounds in steps.items() if name not in shown]:
        bars.append((f"{len(rest)} other techniques", np.sort(np.concatenate(rest))))
    return bars


def _sheet(pictures: int) -> tuple[Any, list[Any]]:
    """Return a figure with this number of plots."""
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
    """Plot mean and deviation of the ratings by value of a criterion, or by classes of equal size."""
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
