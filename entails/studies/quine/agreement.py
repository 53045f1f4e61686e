"""How well each measure of the engine orders grids as a rating does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from entails.models.limits import Limits
from entails.models.sudoku import Grid
from entails.solvers.arrays import Floats
from entails.solvers.quine.grids import grid_depths
from entails.solvers.quine.metrics import METRICS, measure
from entails.solvers.quine.options import QuineOptions
from entails.solvers.quine.run import DEFAULT
from entails.studies.statistics import folds, least_squares, pearson, predicted_out_of_fold, spearman


@dataclass(frozen=True)
class MetricScore:
    """How one measure orders the grids: over all of them, and as the mean over held-out tenths.

    The direction of a measure is learnt on the other nine tenths, so it is no gift.
    """

    name: str
    spearman: float
    cross_validated: float
    pearson: float
    cross_validated_pearson: float


@dataclass(frozen=True, eq=False)
class MetricTable:
    """Values of each measure per grid, and their scores, best first."""

    names: tuple[str, ...]
    values: Floats
    scores: tuple[MetricScore, ...]
    undecided: int

    @property
    def best(self) -> MetricScore:
        return self.scores[0]


def metric_table(
    grids: Sequence[Grid],
    target: Floats,
    options: QuineOptions = DEFAULT,
    limits: Limits | None = None,
    each: Callable[[], None] = lambda: None,
) -> MetricTable:
    """All measures of these grids, exact depth and a linear fit of all of them included, against a rating."""
    results = measure(grids, options, limits, each)
    names = [*METRICS, "exact depth"]
    columns = [[metric(result) for result in results] for metric in METRICS.values()]
    columns.append([found.at_least for found in grid_depths(grids, cap=3)])
    values = np.array(columns, float).T.reshape(len(grids), len(names))
    scores = [score(name, column, target) for name, column in zip(names, values.T, strict=True)]
    scores.append(_score_of_fit(np.column_stack([values, np.ones(len(grids))]), target))
    scores.sort(key=lambda one: -abs(one.cross_validated))
    undecided = sum(result.status == "undecided" for result in results)
    return MetricTable(tuple(names), values, tuple(scores), undecided)


def score(name: str, values: Floats, target: Floats) -> MetricScore:
    """The scores of one measure."""
    held_out_scores = []
    for held_out in folds(len(target)):
        direction = np.sign(spearman(values[~held_out], target[~held_out])) or 1.0
        said = direction * values[held_out]
        held_out_scores.append((spearman(said, target[held_out]), pearson(said, target[held_out])))
    by_rank, plain = np.mean(held_out_scores, axis=0).tolist()
    return MetricScore(name, spearman(values, target), by_rank, pearson(values, target), plain)


def _score_of_fit(features: Floats, target: Floats) -> MetricScore:
    """The scores of all measures together, weighed by least squares."""
    fitted = features @ least_squares(features, target)
    unseen = predicted_out_of_fold(features, target)
    return MetricScore(
        "linear fit of all",
        spearman(fitted, target),
        spearman(unseen, target),
        pearson(fitted, target),
        pearson(unseen, target),
    )
