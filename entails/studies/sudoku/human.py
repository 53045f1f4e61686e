"""The human difficulty model: criteria and weights from solving times, scale from players' ratings.

There are few good ratings (D_TO, D_TR), and choosing among criteria on them would overfit. So the criteria and their
relative weights are chosen on mean times of other grids, weighted by players. The ratings determine only the slope of
the scale, and the additional term for giving up where singles do not suffice. All of this is inside the
cross-validation: the choice never uses the grids that the figures are about.

Rated grids are CSV files with a column `puzzle` and a target column. The three layouts of Landreau 2025 need no target
name: source,puzzle,solution,rating; id,puzzle,players,time; id,puzzle,D_TO,D_TR.
"""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from types import MappingProxyType

import numpy as np

from entails.models.errors import InvalidData
from entails.models.fields import Document
from entails.models.rating import DataFile
from entails.models.sudoku.grid import Grid
from entails.solvers.sudoku.difficulty import Floats
from entails.solvers.sudoku.difficulty.criteria import CriteriaTable
from entails.studies.common import folds, pearson, ranks, spearman
from entails.studies.quine import read_ratings

COST = "search_cost_log"
VARIANTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "search cost": (COST,),
        "and hidden singles at the start": (COST, "hidden_start_root"),
        "and candidates": (COST, "candidates"),
        "and both": (COST, "hidden_start_root", "candidates"),
        "and ER": (COST, "ladder"),
        "and sequence cost": (COST, "sequence_cost"),
        "and singles in sight": (COST, "hidden_harmonic", "easy_harmonic"),
        "and what meets the eye": (COST, "givens", "candidates", "spread", "spread_digits"),
        "and all of these": (
            COST,
            "hidden_start_root",
            "candidates",
            "ladder",
            "sequence_cost",
            "hidden_harmonic",
            "easy_harmonic",
            "givens",
            "spread",
            "spread_digits",
        ),
    }
)
"""The sets of criteria to choose from."""
PENALTIES = (3.0, 30.0, 300.0)
TOLERANCE = 0.003
"""Difference of rank correlations below which they count as equal; then the smaller set of criteria wins."""
_ENOUGH_PLAYERS = 10.0
_PASSES = 3


@dataclass(frozen=True, eq=False)
class Times:
    """Mean solving times of grids: their criteria, the logarithms of seconds, and the numbers of players."""

    table: CriteriaTable
    log_seconds: Floats
    players: Floats


@dataclass(frozen=True)
class StudyShape:
    """The chosen criteria, their weights for the logarithm of time, and the out-of-fold rank correlation."""

    variant: str
    penalty: float
    weights: dict[str, float]
    score: float
    tried: int

    def of(self, table: CriteriaTable) -> Floats:
        """Return the predicted logarithm of time of each grid, up to a constant."""
        return np.asarray(table.columns(list(self.weights)) @ np.array(list(self.weights.values())), np.float64)


@dataclass(frozen=True)
class HumanAgreement:
    """Correlations of out-of-fold predictions with a target, each with a bootstrap interval (5 % to 95 %)."""

    pearson: tuple[float, float, float]
    pearson_log: tuple[float, float, float]
    spearman: tuple[float, float, float]


def choose(times: Times, parts: int = 10) -> StudyShape:
    """Return the model variant with the best out-of-fold rank correlation with solving times.

    Among equally good ones, the one with the fewest criteria wins, then the one with the largest penalty.
    """
    scored: list[tuple[float, str, float]] = []
    for name, criteria in VARIANTS.items():
        columns = times.table.columns(list(criteria))
        for penalty in PENALTIES:
            predicted = np.zeros(len(times.log_seconds))
            for out in folds(len(predicted), parts):
                weights = _fitted(columns[~out], times.log_seconds[~out], times.players[~out], penalty)
                predicted[out] = columns[out] @ weights
            scored.append((weighted_spearman(predicted, times.log_seconds, times.players), name, penalty))
    best = max(score for score, _, _ in scored)
    score, name, penalty = min(
        (row for row in scored if row[0] >= best - TOLERANCE), key=lambda row: (len(VARIANTS[row[1]]), -row[2])
    )
    weights = _fitted(times.table.columns(list(VARIANTS[name])), times.log_seconds, times.players, penalty)
    return StudyShape(name, penalty, dict(zip(VARIANTS[name], weights.tolist(), strict=True)), score, len(scored))


def _fitted(columns: Floats, target: Floats, players: Floats, penalty: float) -> Floats:
    """Return weights fitted by ridge regression on standardised columns.

    The weight of a grid grows with its players and saturates around ten. Outliers, such as people who left the table,
    get less weight by Huber's rule.
    """
    middle, scale = columns.mean(axis=0), columns.std(axis=0) + 1e-12
    unit = (columns - middle) / scale
    trust = players / (1 + players / _ENOUGH_PLAYERS)
    robust = np.ones(len(target))
    slopes = np.zeros(columns.shape[1])
    for _ in range(_PASSES + 1):
        weight = trust * robust / (trust * robust).mean()
        centred = unit - np.average(unit, axis=0, weights=weight)
        aim = target - np.average(target, weights=weight)
        square = centred.T @ (centred * weight[:, None]) + penalty * np.eye(len(slopes))
        slopes = np.linalg.solve(square, centred.T @ (weight * aim))
        off = np.abs(centred @ slopes - aim)
        robust = 1 / np.maximum(1, off / max(1.5 * float(np.median(off)), 1e-9))
    return np.asarray(slopes / scale, np.float64)


def scaled(predictors: Sequence[Floats], target: Floats) -> Floats:
    """Return the intercept and slopes that map the predictors to the logarithm of a target."""
    columns = np.column_stack([np.ones(len(target)), *predictors])
    return np.asarray(np.linalg.lstsq(columns, np.log(target), rcond=None)[0], np.float64)


def agreement(
    predictors: Sequence[Floats], target: Floats, parts: int = 10, repeats: int = 20, draws: int = 1000
) -> HumanAgreement:
    """Cross-validate the scale several times, and compute intervals by bootstrap over grids."""
    columns, repeated = np.column_stack([np.ones(len(target)), *predictors]), []
    for repeat in range(repeats):
        predicted = np.zeros(len(target))
        for out in folds(len(target), parts, repeat):
            predicted[out] = columns[out] @ scaled([series[~out] for series in predictors], target[~out])
        repeated.append(predicted)
    logs, random = np.mean(repeated, axis=0), np.random.RandomState(0)
    whole = [np.mean([_correlations(series, target) for series in repeated], axis=0)]
    drawn = [_correlations(logs[some], target[some]) for some in random.randint(0, len(target), (draws, len(target)))]
    low, high = np.percentile(drawn, [5, 95], axis=0)
    plain, on_logs, by_rank = (
        (round(float(mean), 4), round(float(least), 3), round(float(most), 3))
        for mean, least, most in zip(whole[0], low, high, strict=True)
    )
    return HumanAgreement(plain, on_logs, by_rank)


def _correlations(logs: Floats, target: Floats) -> tuple[float, float, float]:
    return pearson(np.exp(logs), target), pearson(logs, np.log(target)), spearman(logs, target)


def weighted_spearman(left: Floats, right: Floats, weight: Floats) -> float:
    """Return Spearman's rank correlation of grids with weights."""
    first, second = ranks(left), ranks(right)
    first, second = first - np.average(first, weights=weight), second - np.average(second, weights=weight)
    both = np.sqrt((weight * first**2).sum() * (weight * second**2).sum())
    return float((weight * first * second).sum() / both) if both else 0.0


TARGETS = ("rating", "time", "mean_seconds", "D_TO", "ER")
"""The default target columns; the first one present is used."""
_WEIGHT = "players"
_LONGEST_HEADING = 2000


@dataclass(frozen=True, eq=False)
class HumanRating:
    """Rated grids, each with a weight: the number of players, if known."""

    target: str
    grids: tuple[Grid, ...]
    values: Floats
    weight: Floats
    file: DataFile

    @property
    def is_weighted(self) -> bool:
        """Whether the grids have different weights."""
        return bool(np.ptp(self.weight) > 0)


def read_rated(table: Document, target: str | None = None, limit: int | None = None, origin: str = "") -> HumanRating:
    """Read the first `limit` rows of a table (None: all)."""
    content = table.data
    columns = _columns(content[:_LONGEST_HEADING].decode("utf-8-sig", "replace"))
    if target is None:
        target = next((name for name in TARGETS if name in columns), None)
    if target is None:
        raise InvalidData("no rating column", where="line 1", expected=f"a target, or one of {', '.join(TARGETS)}")
    ratings = read_ratings(table, target, limit)
    weight = read_ratings(table, _WEIGHT, limit).values if _WEIGHT in columns else np.ones(len(ratings.grids))
    if np.any(weight < 0) or not weight.sum():
        raise InvalidData("negative or zero numbers of players", expected="the number of players of each grid")
    file = DataFile(file=ratings.source, sha256=sha256(content).hexdigest(), rows=len(ratings.grids), origin=origin)
    return HumanRating(target, ratings.grids, ratings.values, weight, file)


def _columns(text: str) -> list[str]:
    """Return the column names in the first line, with any line ending."""
    heading = next(iter(text.splitlines()), "")
    try:
        return [name.strip() for name in next(csv.reader([heading]), [])]
    except csv.Error as error:
        raise InvalidData(f"invalid CSV ({error})", where="line 1", expected="a table of rated grids") from None
