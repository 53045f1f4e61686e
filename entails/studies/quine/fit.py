"""The study's experiment, run again: d = alpha(depth) + beta * n_d + gamma * n_Q, fitted for each heuristic.

`n_d` counts disjunctions and `n_Q` eliminations (Landreau 2025, 3.C). The study gives coefficients for its three
heuristics on 200 grids of a collection whose rating is the number of backtracks of a solver, so it is its method that
can be compared here, not its numbers.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from entails.models.limits import Limits
from entails.solvers.arrays import Floats
from entails.solvers.quine.metrics import measure
from entails.solvers.quine.options import HEURISTICS, QuineOptions
from entails.solvers.quine.result import QuineResult
from entails.studies import pictures
from entails.studies.quine.ratings import Ratings
from entails.studies.statistics import least_squares, pearson, predicted_out_of_fold, spearman

DEPTHS = ("0", "1", "2", "3+")
COEFFICIENTS = (*(f"alpha({depth})" for depth in DEPTHS), "beta", "gamma")
"""The columns of the table. Depths from 3 on share one coefficient; the study met none."""

STUDY: Mapping[str, tuple[float | None, ...]] = MappingProxyType(
    {
        "random": (0.9, 0.7, 0.2, None, 2e-2, 2e-4),
        "min": (1.3, 2.0, 2.2, None, 9e-6, -2e-7),
        "max": (1.1, 2.2, 2.5, None, -2e-4, 3e-6),
        "max-program": (1.1, 2.2, 2.5, None, -2e-4, 3e-6),
    }
)
"""What the study found for its heuristics 1, 2 and 3; for the third it is not clear which of the two forms ran."""


@dataclass(frozen=True, eq=False)
class HeuristicFit:
    """The fit of one heuristic. A depth that no grid has gets no coefficient.

    `undecided` grids ran into the cap and count with what they had by then.
    """

    heuristic: str
    coefficients: tuple[float | None, ...]
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
    """The experiment on one file, a fit per heuristic."""

    ratings: Ratings
    options: QuineOptions
    fits: tuple[HeuristicFit, ...]

    @property
    def header(self) -> tuple[str, ...]:
        return ("heuristic", *COEFFICIENTS, "r", "rho", "r (cv)", "rho (cv)", "undecided")

    def rows(self) -> list[tuple[str, ...]]:
        """The table as text: a row for each heuristic, and the study's beneath it where it gives one."""
        told: list[tuple[str, ...]] = []
        for fit in self.fits:
            correlations = (fit.pearson, fit.spearman, fit.cross_validated_pearson, fit.cross_validated_spearman)
            found = (*map(_shown, fit.coefficients), *(f"{value:.3f}" for value in correlations), str(fit.undecided))
            told.append((fit.heuristic, *found))
            if fit.study is not None:
                told.append(("  the study", *map(_shown, fit.study), "", "", "", "", ""))
        return told


def quine_fit(
    ratings: Ratings,
    options: QuineOptions | None = None,
    cap: int = 1000,
    heuristics: Sequence[str] = tuple(HEURISTICS),
    each: Callable[[], None] = lambda: None,
) -> FitReport:
    """Fit every heuristic on these grids. `cap` bounds the disjunctions of a run; without options, as the C program."""
    options = options or QuineOptions.of("program")
    fits = []
    for heuristic in heuristics:
        chosen = QuineOptions.of("default", **{**options.model_dump(), "heuristic": heuristic})
        results = measure(ratings.grids, chosen, Limits(nodes=cap), each)
        fits.append(fit_heuristic(heuristic, results, ratings.values))
    return FitReport(ratings, options, tuple(fits))


def fit_heuristic(heuristic: str, results: Sequence[QuineResult], target: Floats) -> HeuristicFit:
    """Least squares on one 0/1 column per depth, the disjunctions and the eliminations."""
    depth = np.array([min(result.depth, len(DEPTHS) - 1) for result in results])
    columns = [(depth == level).astype(float) for level in range(len(DEPTHS))]
    columns.append(np.array([sum(result.disjunctions) for result in results], float))
    columns.append(np.array([sum(result.eliminations) for result in results], float))
    used = [bool(column.any()) for column in columns]
    features = np.column_stack([column for column, met in zip(columns, used, strict=True) if met])
    solution = iter(least_squares(features, target).tolist())
    coefficients = tuple(next(solution) if met else None for met in used)
    fitted = features @ least_squares(features, target)
    held_out = predicted_out_of_fold(features, target)
    return HeuristicFit(
        heuristic=heuristic,
        coefficients=coefficients,
        study=STUDY.get(heuristic),
        pearson=pearson(fitted, target),
        spearman=spearman(fitted, target),
        cross_validated_pearson=pearson(held_out, target),
        cross_validated_spearman=spearman(held_out, target),
        undecided=sum(result.status == "undecided" for result in results),
        fitted=fitted,
    )


def plot(report: FitReport, kind: str) -> bytes:
    """Fit against rating, a panel per heuristic. Needs matplotlib (the extra `plots`)."""
    panels = len(report.fits)
    figure = pictures.sheet(3.2 * panels, 3.2)
    axes = figure.subplots(1, panels, squeeze=False, sharey=True)[0]
    for axis, fit in zip(axes, report.fits, strict=True):
        axis.scatter(report.ratings.values, fit.fitted, s=6, alpha=0.35, linewidths=0)
        axis.set_title(f"{fit.heuristic}: r = {fit.cross_validated_pearson:.2f} (cv)")
        axis.set_xlabel(report.ratings.target)
    axes[0].set_ylabel("fitted difficulty")
    return pictures.drawn(figure, kind)


def _shown(value: float | None) -> str:
    return "" if value is None else f"{value:.2g}"
