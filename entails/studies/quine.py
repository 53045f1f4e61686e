"""Measures of the disjunction engine against ratings: the fit of Landreau 2025, and correlations.

The fit is d = alpha(depth) + beta * n_d + gamma * n_Q for each heuristic; n_d counts disjunctions and n_Q eliminations
(Landreau 2025, 3.C). The study gives coefficients for its three heuristics on 200 grids rated by a solver's backtracks,
so its method can be compared, not its numbers.

Ratings are CSV files with a column `puzzle` and a target column.
"""

import csv
import io
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from types import MappingProxyType
from typing import Any

import numpy as np

from entails.formats.sudoku.read import parse_grid
from entails.models.errors import Invalid, InvalidData
from entails.models.fields import Document
from entails.models.limits import Limits
from entails.models.sudoku.grid import Grid
from entails.solvers.quine.depth import grid_depths
from entails.solvers.quine.options import HEURISTICS, QuineOptions
from entails.solvers.quine.run import DEFAULT, METRICS, QuineResult, measure
from entails.solvers.sudoku.difficulty import Floats
from entails.studies import common
from entails.studies.common import folds, least_squares, pearson, predicted_out_of_fold, spearman, standard_errors


@dataclass(frozen=True)
class MetricScore:
    """Correlation of one measure with the ratings: over all grids, and as the mean over held-out tenths.

    The sign of the correlation is learnt from the other nine tenths.
    """

    name: str
    spearman: float
    cross_validated: float
    pearson: float
    cross_validated_pearson: float


@dataclass(frozen=True, eq=False)
class MetricTable:
    """The value of each measure for each grid, and the correlations, best first."""

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
    """Correlate all measures with the ratings, including exact depth and a linear fit of all measures."""
    results = measure(grids, options, limits, each)
    names = [*METRICS, "exact depth"]
    columns = [[metric(result) for result in results] for metric in METRICS.values()]
    columns.append([depth.at_least for depth in grid_depths(grids, cap=3)])
    values = np.array(columns, float).T.reshape(len(grids), len(names))
    scores = [score(name, column, target) for name, column in zip(names, values.T, strict=True)]
    scores.append(_score_of_fit(np.column_stack([values, np.ones(len(grids))]), target))
    scores.sort(key=lambda row: -abs(row.cross_validated))
    undecided = sum(result.status == "undecided" for result in results)
    return MetricTable(tuple(names), values, tuple(scores), undecided)


def score(name: str, values: Floats, target: Floats) -> MetricScore:
    """Return the correlations of one measure with the ratings."""
    held_out_scores = []
    for held_out in folds(len(target)):
        direction = np.sign(spearman(values[~held_out], target[~held_out])) or 1.0
        oriented = direction * values[held_out]
        held_out_scores.append((spearman(oriented, target[held_out]), pearson(oriented, target[held_out])))
    by_rank, plain = np.mean(held_out_scores, axis=0).tolist()
    return MetricScore(name, spearman(values, target), by_rank, pearson(values, target), plain)


def _score_of_fit(features: Floats, target: Floats) -> MetricScore:
    """Return the correlations of the sum of all measures, weighted by least squares."""
    fitted = features @ least_squares(features, target)
    unseen = predicted_out_of_fold(features, target)
    return MetricScore(
        "linear fit of all",
        spearman(fitted, target),
        spearman(unseen, target),
        pearson(fitted, target),
        pearson(unseen, target),
    )


_MOST_CHARACTERS = 10_000


@dataclass(frozen=True, eq=False)
class Ratings:
    """Grids, each with a rating."""

    source: str
    target: str
    grids: tuple[Grid, ...]
    values: Floats


def read_ratings(table: Document, target: str, limit: int | None = None) -> Ratings:
    """Read the first `limit` rows of a CSV table (None: all). An invalid grid or number raises an error."""
    try:
        text = table.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidData("not a text file", expected="a CSV file in UTF-8") from None
    grids: list[Grid] = []
    values: list[float] = []
    for where, puzzle, value in _rows(text, target):
        if limit is not None and len(grids) == limit:
            break
        try:
            grids.append(parse_grid(puzzle))
        except Invalid as error:
            raise error.at(where) from None
        values.append(_number(value, where, target))
    if not grids:
        raise InvalidData("no rows", expected=f"the columns puzzle and {target[:40]} with a row per grid")
    return Ratings(PurePath(table.name).name, target, tuple(grids), np.array(values))


def _rows(text: str, target: str) -> Iterator[tuple[str, str, str]]:
    """Yield the place, the puzzle and the rating of each row."""
    lines = csv.reader(io.StringIO(text, newline=None))
    try:
        header = next(lines, [])
        columns = [name.strip()[:100] for name in header[:200]]
        for wanted in ("puzzle", target):
            if wanted not in columns:
                known = ", ".join(columns[:20]) or "nothing"
                raise InvalidData(
                    f"missing column {wanted[:40]!r}", where="line 1", expected=f"one of the columns: {known[:200]}"
                )
        puzzle_at, target_at = columns.index("puzzle"), columns.index(target)
        for row in lines:
            where = f"line {lines.line_num}"
            if not row:
                continue
            if len(row) <= max(puzzle_at, target_at):
                raise InvalidData(
                    f"{len(row)} column{'' if len(row) == 1 else 's'}", where=where, expected=str(len(columns))
                )
            yield where, row[puzzle_at][:_MOST_CHARACTERS], row[target_at][:40]
    except csv.Error as error:
        raise InvalidData(f"invalid CSV ({error})", where=f"line {lines.line_num}") from None


def _number(text: str, where: str, target: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise InvalidData(f"invalid number {text[:20]!r}", where=f"{where}, column {target[:40]}", expected="a rating")
    return value


DEPTHS = ("0", "1", "2", "3+")
COEFFICIENTS = (*(f"alpha({depth})" for depth in DEPTHS), "beta", "gamma")
"""The columns of the table. Depths from 3 on share one coefficient, which the study does not have."""

STUDY: Mapping[str, tuple[float | None, ...]] = MappingProxyType(
    {
        "random": (0.9, 0.7, 0.2, None, 2e-2, 2e-4),
        "min": (1.3, 2.0, 2.2, None, 9e-6, -2e-7),
        "max": (1.1, 2.2, 2.5, None, -2e-4, 3e-6),
        "max-program": (1.1, 2.2, 2.5, None, -2e-4, 3e-6),
    }
)
"""The study's coefficients for its heuristics 1, 2 and 3. It is unclear which of the two forms of the third ran."""


@dataclass(frozen=True, eq=False)
class HeuristicFit:
    """The fit of the ratings with one heuristic.

    A depth that no grid has gets no coefficient. `errors` are the standard errors of the coefficients. `undecided` is
    the number of grids that reached the cap; they count with their measures so far.
    """

    heuristic: str
    coefficients: tuple[float | None, ...]
    errors: tuple[float | None, ...]
    study: tuple[float | None, ...] | None
    pearson: float
    spearman: float
    cross_validated_pearson: float
    cross_validated_spearman: float
    undecided: int
    fitted: Floats

    def as_json(self) -> dict[str, Any]:
        return {
            "heuristic": self.heuristic,
            "coefficients": dict(zip(COEFFICIENTS, self.coefficients, strict=True)),
            "study": None if self.study is None else dict(zip(COEFFICIENTS, self.study, strict=True)),
            "pearson": self.pearson,
            "spearman": self.spearman,
            "cross_validated_pearson": self.cross_validated_pearson,
            "cross_validated_spearman": self.cross_validated_spearman,
            "undecided": self.undecided,
        }


@dataclass(frozen=True, eq=False)
class FitReport:
    """The fits of the ratings of a file, with every heuristic."""

    ratings: Ratings
    options: QuineOptions
    fits: tuple[HeuristicFit, ...]

    @property
    def header(self) -> tuple[str, ...]:
        return ("heuristic", *COEFFICIENTS, "r", "rho", "r (cv)", "rho (cv)", "undecided")

    def rows(self) -> list[tuple[str, ...]]:
        """Return the table as text: a row per heuristic, then the study's coefficients if it publishes them."""
        rows: list[tuple[str, ...]] = []
        for fit in self.fits:
            correlations = (fit.pearson, fit.spearman, fit.cross_validated_pearson, fit.cross_validated_spearman)
            cells = (*map(_shown, fit.coefficients), *(f"{value:.3f}" for value in correlations), str(fit.undecided))
            rows.append((fit.heuristic, *cells))
            if fit.study is not None:
                rows.append(("  the study", *map(_shown, fit.study), "", "", "", "", ""))
        return rows


def quine_fit(
    ratings: Ratings,
    options: QuineOptions | None = None,
    cap: int = 1000,
    heuristics: Sequence[str] = tuple(HEURISTICS),
    each: Callable[[], None] = lambda: None,
) -> FitReport:
    """Fit the ratings with every heuristic. `cap` limits the disjunctions per grid; the default preset is `program`."""
    options = options or QuineOptions.of("program")
    fits = []
    for heuristic in heuristics:
        chosen = QuineOptions.of("default", **{**options.model_dump(), "heuristic": heuristic})
        results = measure(ratings.grids, chosen, Limits(nodes=cap), each)
        fits.append(fit_heuristic(heuristic, results, ratings.values))
    return FitReport(ratings, options, tuple(fits))


def fit_heuristic(heuristic: str, results: Sequence[QuineResult], target: Floats) -> HeuristicFit:
    """Fit ratings by least squares to a 0/1 column per depth, the disjunctions and the eliminations."""
    depth = np.array([min(result.depth, len(DEPTHS) - 1) for result in results])
    columns = [(depth == level).astype(float) for level in range(len(DEPTHS))]
    columns.append(np.array([sum(result.disjunctions) for result in results], float))
    columns.append(np.array([sum(result.eliminations) for result in results], float))
    used = [bool(column.any()) for column in columns]
    features = np.column_stack([column for column, met in zip(columns, used, strict=True) if met])
    weights = least_squares(features, target)
    solution, spreads = iter(weights.tolist()), iter(standard_errors(features, target, weights).tolist())
    coefficients = tuple(next(solution) if met else None for met in used)
    fitted = features @ weights
    held_out = predicted_out_of_fold(features, target)
    return HeuristicFit(
        heuristic=heuristic,
        coefficients=coefficients,
        errors=tuple(next(spreads) if met else None for met in used),
        study=STUDY.get(heuristic),
        pearson=pearson(fitted, target),
        spearman=spearman(fitted, target),
        cross_validated_pearson=pearson(held_out, target),
        cross_validated_spearman=spearman(held_out, target),
        undecided=sum(result.status == "undecided" for result in results),
        fitted=fitted,
    )


def plot(report: FitReport, kind: str) -> bytes:
    """Plot the fit against the rating, one panel per heuristic. Needs matplotlib (the extra `plots`)."""
    panels = len(report.fits)
    figure = common.sheet(3.2 * panels, 3.2)
    axes = figure.subplots(1, panels, squeeze=False, sharey=True)[0]
    for axis, fit in zip(axes, report.fits, strict=True):
        axis.scatter(report.ratings.values, fit.fitted, s=6, alpha=0.35, linewidths=0)
        axis.set_title(f"{fit.heuristic}: r = {fit.cross_validated_pearson:.2f} (cv)")
        axis.set_xlabel(report.ratings.target)
    axes[0].set_ylabel("fitted difficulty")
    return common.drawn(figure, kind)


def _shown(value: float | None) -> str:
    return "" if value is None else f"{value:.2g}"
