"""The human model, second version: its shape learnt from times, its scale from difficulties, and what that is worth.

Few good ratings (D_TO, D_TR) tempt to choose among criteria until some fit them by chance. So nothing is chosen there:
which criteria count, and how much beside each other, is learnt from mean times of other grids, weighted by players. The
difficulties only say how steep the scale is, and how much more people give up where singles do not suffice. All of it
is inside the cross-validation: the choosing never saw the grids that the figures are about.

Rated grids for a calibration: any CSV file with a column `puzzle` and one to be explained.

The three layouts of Landreau 2025 need no target to be named: source,puzzle,solution,rating; id,puzzle,players,time;
id,puzzle,D_TO,D_TR.
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
from entails.solvers.arrays import Floats
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
AS_GOOD = 0.003
"""Less than this between two rank correlations is chance: then fewer criteria are better."""
_ENOUGH_PLAYERS = 10.0
_PASSES = 3


@dataclass(frozen=True, eq=False)
class Times:
    """Mean times of people: the criteria of the grids, logarithms of seconds, and how many played."""

    table: CriteriaTable
    log_seconds: Floats
    players: Floats


@dataclass(frozen=True)
class StudyShape:
    """What was chosen: the criteria with their weights for a logarithm of time, and its rank correlation with times of
    grids left out."""

    variant: str
    penalty: float
    weights: dict[str, float]
    score: float
    tried: int

    def of(self, table: CriteriaTable) -> Floats:
        """The logarithm of time that it says of each grid, but for a constant."""
        return np.asarray(table.columns(list(self.weights)) @ np.array(list(self.weights.values())), np.float64)


@dataclass(frozen=True)
class HumanAgreement:
    """How predictions out of fold agree with a target, each with its interval (5 to 95 %, grids drawn again)."""

    pearson: tuple[float, float, float]
    pearson_log: tuple[float, float, float]
    spearman: tuple[float, float, float]


def choose(times: Times, parts: int = 10) -> StudyShape:
    """The variant whose times of grids left out come in the best order; among those as good, the one with the fewest
    criteria, then the most cautious."""
    found: list[tuple[float, str, float]] = []
    for name, criteria in VARIANTS.items():
        columns = times.table.columns(list(criteria))
        for penalty in PENALTIES:
            said = np.zeros(len(times.log_seconds))
            for out in folds(len(said), parts):
                weights = _fitted(columns[~out], times.log_seconds[~out], times.players[~out], penalty)
                said[out] = columns[out] @ weights
            found.append((weighted_spearman(said, times.log_seconds, times.players), name, penalty))
    best = max(score for score, _, _ in found)
    score, name, penalty = min(
        (row for row in found if row[0] >= best - AS_GOOD), key=lambda row: (len(VARIANTS[row[1]]), -row[2])
    )
    weights = _fitted(times.table.columns(list(VARIANTS[name])), times.log_seconds, times.players, penalty)
    return StudyShape(name, penalty, dict(zip(VARIANTS[name], weights.tolist(), strict=True)), score, len(found))


def _fitted(columns: Floats, target: Floats, players: Floats, penalty: float) -> Floats:
    """Ridge regression on standardised columns. A mean of many players counts more, though never twice that of ten; far
    outliers (people leave the table) count less, by Huber's rule."""
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


def scaled(said: Sequence[Floats], target: Floats) -> Floats:
    """Intercept and slopes by which predicted logarithms follow those of a target."""
    columns = np.column_stack([np.ones(len(target)), *said])
    return np.asarray(np.linalg.lstsq(columns, np.log(target), rcond=None)[0], np.float64)


def agreement(
    said: Sequence[Floats], target: Floats, parts: int = 10, repeats: int = 20, draws: int = 1000
) -> HumanAgreement:
    """The scale fitted on the other parts, again and again; intervals by drawing grids with replacement."""
    columns, repeated = np.column_stack([np.ones(len(target)), *said]), []
    for repeat in range(repeats):
        predicted = np.zeros(len(target))
        for out in folds(len(target), parts, repeat):
            predicted[out] = columns[out] @ scaled([one[~out] for one in said], target[~out])
        repeated.append(predicted)
    logs, random = np.mean(repeated, axis=0), np.random.RandomState(0)
    whole = [np.mean([_three(one, target) for one in repeated], axis=0)]
    drawn = [_three(logs[some], target[some]) for some in random.randint(0, len(target), (draws, len(target)))]
    low, high = np.percentile(drawn, [5, 95], axis=0)
    plain, on_logs, by_rank = (
        (round(float(mean), 4), round(float(least), 3), round(float(most), 3))
        for mean, least, most in zip(whole[0], low, high, strict=True)
    )
    return HumanAgreement(plain, on_logs, by_rank)


def _three(logs: Floats, target: Floats) -> tuple[float, float, float]:
    return pearson(np.exp(logs), target), pearson(logs, np.log(target)), spearman(logs, target)


def weighted_spearman(one: Floats, other: Floats, weight: Floats) -> float:
    """Rank correlation, grids counting by weight."""
    first, second = ranks(one), ranks(other)
    first, second = first - np.average(first, weights=weight), second - np.average(second, weights=weight)
    both = np.sqrt((weight * first**2).sum() * (weight * second**2).sum())
    return float((weight * first * second).sum() / both) if both else 0.0


TARGETS = ("rating", "time", "mean_seconds", "D_TO", "ER")
"""Columns that are taken for the target when none is named; the first that is there."""
_WEIGHT = "players"
_LONGEST_HEADING = 2000


@dataclass(frozen=True, eq=False)
class HumanRating:
    """Grids, the number somebody gave to each, and how much each counts (by players, where that is known)."""

    target: str
    grids: tuple[Grid, ...]
    values: Floats
    weight: Floats
    file: DataFile

    @property
    def is_weighted(self) -> bool:
        """Do some grids count more than others?"""
        return bool(np.ptp(self.weight) > 0)


def read_rated(table: Document, target: str | None = None, limit: int | None = None, origin: str = "") -> HumanRating:
    """The first `limit` rows of a table (all without one)."""
    content = table.data
    columns = _columns(content[:_LONGEST_HEADING].decode("utf-8-sig", "replace"))
    if target is None:
        target = next((name for name in TARGETS if name in columns), None)
    if target is None:
        raise InvalidData(
            "no column is known to be a rating", where="line 1", expected=f"a target, or one of {', '.join(TARGETS)}"
        )
    ratings = read_ratings(table, target, limit)
    weight = read_ratings(table, _WEIGHT, limit).values if _WEIGHT in columns else np.ones(len(ratings.grids))
    if np.any(weight < 0) or not weight.sum():
        raise InvalidData("there is a negative number of players, or none at all", expected="how many people played")
    told = DataFile(file=ratings.source, sha256=sha256(content).hexdigest(), rows=len(ratings.grids), origin=origin)
    return HumanRating(target, ratings.grids, ratings.values, weight, told)


def _columns(text: str) -> list[str]:
    """The names in the first line; a line may end in any of the usual ways."""
    heading = next(iter(text.splitlines()), "")
    try:
        return [name.strip() for name in next(csv.reader([heading]), [])]
    except csv.Error as error:
        raise InvalidData(f"this is not CSV ({error})", where="line 1", expected="a table of rated grids") from None
