"""Landreau 2025, rerun: visual criteria, technique models, modified Quine and chaos, beside the printed figures.

The study has two data bases. Base 1 is the human set (columns D_TO and D_TR); base 2 has the column `rating`, a
solver's backtracks, of which its program reads the first 1,000 grids rated below 10, and for modified Quine the first
200 rated below 5. Figures on other ratings are measured, and not compared.

A correlation agrees if the difference from the printed value is within two standard errors (Fisher's z, with the
study's number of grids), a coefficient if the printed value lies in our 95 % interval. A figure that agrees is
reproduced, unless our interval also contains 0: then it is undetermined. A coefficient is undetermined too if it rests
on fewer than five grids, or if the data do not determine it.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from statistics import pstdev
from types import MappingProxyType

import numpy as np

from entails.formats.sudoku.read import parse_grid
from entails.models.errors import InvalidData
from entails.models.fields import Document
from entails.models.limits import Limits
from entails.models.rating import DisjunctionScore, Outcome, PrintedFigure, StudiedGrid, SudokuStudyReport
from entails.models.sudoku.grid import Grid
from entails.solvers.engine import Budget
from entails.solvers.quine.options import QuineOptions
from entails.solvers.quine.run import QuineResult, measure
from entails.solvers.sudoku import formula
from entails.solvers.sudoku.difficulty import Floats
from entails.solvers.sudoku.difficulty.criteria import VISUAL as VISUAL_CRITERIA
from entails.solvers.sudoku.difficulty.criteria import CriteriaTable, criteria, uses_of, visual
from entails.solvers.sudoku.difficulty.model import rate_many
from entails.solvers.sudoku.difficulty.search_cost import Escape, escape_rates
from entails.solvers.sudoku.steps.technique import STUDY as PROGRAM_ORDER
from entails.studies.common import least_squares, pearson, predicted_out_of_fold, standard_errors
from entails.studies.quine import COEFFICIENTS, fit_heuristic
from entails.studies.quine import STUDY as PRINTED_DISJUNCTIONS
from entails.studies.sudoku.human import HumanRating, read_rated

NAME = "landreau"
AUTHORS = "Landreau 2025"


@dataclass(frozen=True, slots=True)
class PrintedTechnique:
    """A technique of the study with its printed coefficients.

    Attributes:
        name: The printed name.
        ids: Our techniques that it covers.
        weight: Coefficient of the first model.
        use: Coefficient per use of the second model.
        first_use: Coefficient of the first use in the second model.
    """

    name: str
    ids: tuple[str, ...]
    weight: float
    use: float
    first_use: float


PRINTED_TECHNIQUES = (
    PrintedTechnique("Last Free Cell", ("full-house",), -0.01, 0.05, -0.7),
    PrintedTechnique("Hidden Single", ("hidden-single-box", "hidden-single-line"), 0.06, 0.08, -0.7),
    PrintedTechnique("Naked Single", ("naked-single",), 0.07, -0.04, 0.5),
    PrintedTechnique("Naked Pair", ("naked-pair",), 0.08, 0.05, -0.06),
    PrintedTechnique("Naked Triple", ("naked-triple",), 0.2, 0.1, -0.03),
    PrintedTechnique("Pointing Pair", ("pointing-pair", "pointing-triple"), -0.04, -0.04, 0.7),
    PrintedTechnique("Hidden Pair", ("hidden-pair",), 0.87, 0.02, 1.5),
    PrintedTechnique("Hidden Triple", ("hidden-triple",), 2.5, 8, 7),
    PrintedTechnique("Box-Line Reduction", ("box-line-reduction",), 1.7, 0.4, 0.4),
    PrintedTechnique("X-Wing", ("x-wing",), 0.9, -2.7, -2.7),
    PrintedTechnique("Y-Wing", ("y-wing",), -0.1, -9, 13),
    PrintedTechnique("Swordfish", ("swordfish",), 6, 0.1, 0.1),
    PrintedTechnique("Backtracking", ("backtracking",), 0.7, -3, 10),
)
"""The 13 techniques in the order of the printed tables (2.C)."""
_WEIGHTS = np.array([technique.weight for technique in PRINTED_TECHNIQUES])
_WEIGHTS_FIRST_USE = np.array(
    [*(technique.use for technique in PRINTED_TECHNIQUES), *(technique.first_use for technique in PRINTED_TECHNIQUES)]
)
_NAMES = tuple(technique.name for technique in PRINTED_TECHNIQUES)
_MODELS = (
    ("techniques", _NAMES, _WEIGHTS),
    ("techniques and first uses", (*_NAMES, *(f"{name}, first use" for name in _NAMES)), _WEIGHTS_FIRST_USE),
)
"""The two linear models: section, columns, printed coefficients."""
_PLAIN_BASE_2, _FIRST_USE_BASE_2 = 0.63, 0.83

_SMALL_GRID = "...4.4...23.13.2"
_LARGE_GRID = "..7.2...184.1......213...8.....45..3.6.....4.2..76.....1...736......6.785...3.1.."
_ROW_1_CLAUSES = (
    ("r1c2=1", "r1c3=1"),
    ("-r1c2=1", "-r1c3=1"),
    ("r1c1=2", "r1c3=2"),
    ("-r1c1=2", "-r1c3=2"),
    ("r1c1=3",),
)
"""The whole clauses that the study prints for the 4x4 grid (3.A), one for each digit of row 1 and its negations."""
_DIGIT_COUNTS = (5, 3, 4, 3, 2, 4, 4, 3, 0)
"""The printed numbers of givens by digit of the 9x9 grid (annex 1)."""
_HIDDEN_SINGLE = (8, 1, 7)
"""Row and column, from 0, and digit of the hidden single that the study shows in the 9x9 grid (2.A)."""
_VISUAL: Mapping[str, tuple[str, float | None]] = MappingProxyType(
    {
        "candidates": ("candidates", 0.21),
        "spread": ("spread over rows, columns and boxes", 0.10),
        "spread_digits": ("spread over digits", 0.10),
        "givens": ("givens", None),
        "density": ("clause density (annex 4)", None),
    }
)
"""The criteria of 1.B and annexes 1 and 4, with the printed correlations on base 1."""
_HEURISTICS = ("random", "min", "max", "max-program")
_BASES: Mapping[str, int] = MappingProxyType({"D_TO": 1, "D_TR": 1, "rating": 2})
_BASE_1_GRIDS, _BASE_2_GRIDS = 344, 1000
_BASE_2_ROWS = 20_000
_BASE_2_BELOW, _QUINE_BELOW = 10.0, 5.0
_QUINE_GRIDS = 200
_QUINE_NODES = 1000
_CHAOS_STARTS, _CHAOS_STEPS = 10, 20_000
_ENOUGH_GRIDS = 5
_DEVIATIONS = 1.96
_NO_RATINGS = "no ratings (--ratings FILE)"


def shipped_ratings() -> Document:
    """Return the shipped grids with their ER."""
    return Document(files("entails.data").joinpath("landreau.csv").read_bytes(), "landreau.csv (shipped)")


def read_base(table: Document, target: str | None = None, limit: int | None = None) -> HumanRating:
    """Read a file of ratings in the way of the study's program.

    `limit` is the number of rows to read. Of base 2, the default is 20,000, and 1,000 grids rated below 10 are kept.
    """
    rated = read_rated(table, target, limit or _BASE_2_ROWS)
    if _BASES.get(rated.target) != 2:
        return rated if limit is not None or len(rated.grids) < _BASE_2_ROWS else read_rated(table, target)
    kept = _some(rated, _BASE_2_BELOW, _BASE_2_GRIDS)
    if not kept.grids:
        raise InvalidData(f"no rating below {_BASE_2_BELOW:g}", expected="ratings from 0 to 9, as the study uses")
    return kept


def _some(rated: HumanRating, below: float, most: int) -> HumanRating:
    """Return the first `most` grids with a rating below a limit."""
    places = np.flatnonzero(rated.values < below)[:most]
    grids = tuple(rated.grids[place] for place in places.tolist())
    return replace(rated, grids=grids, values=rated.values[places], weight=rated.weight[places])


def rerun(
    grids: Sequence[Grid],
    rated: HumanRating | None,
    *,
    limits: Limits,
    chaos: int = 0,
    seed: int = 0,
    each: Callable[[], None] = lambda: None,
) -> SudokuStudyReport:
    """Measure grids as in the study, and compare its figures with those on the rated grids.

    `limits.seconds` bounds modified Quine and chaos together. `chaos` is the number of grids whose chaos is measured.
    `each` is called after each grid and heuristic (see `parts`).
    """
    budget = Budget(limits)
    base = None if rated is None else _BASES.get(rated.target)
    quine_rated = None if rated is None else _quine_part(rated, base)
    split_grids = tuple(dict.fromkeys([*grids[:_QUINE_GRIDS], *(quine_rated.grids if quine_rated else ())]))
    runs = {heuristic: _disjunctions(split_grids, heuristic, budget, seed, each) for heuristic in _HEURISTICS}
    escapes = _chaos(grids[:chaos], budget, seed)
    figures = [*_worked_examples()]
    models: tuple[Floats, Floats] | None = None
    if rated is None:
        figures += _without_ratings()
    else:
        table = criteria(rated.grids, techniques=PROGRAM_ORDER, step_by_step=True)
        figures += _visual_figures(rated, table, base)
        technique_figures, models = _technique_figures(rated, technique_counts(table), base)
        figures += technique_figures
        figures += _disjunction_figures(quine_rated or rated, runs, base)
    figures += _chaos_figures(escapes)
    return SudokuStudyReport(
        study=NAME,
        authors=AUTHORS,
        ratings=None if rated is None else rated.file.file,
        target=None if rated is None else rated.target,
        rated=0 if rated is None else len(rated.grids),
        base=base,
        figures=tuple(figures),
        grids=_studied(grids, runs, escapes, models),
        out_of_time=budget.out_of_time,
    )


def parts(grids: Sequence[Grid], rated: HumanRating | None) -> int:
    """Return how often `rerun` calls `each`, for the progress."""
    quine_rated = () if rated is None else _quine_part(rated, _BASES.get(rated.target)).grids
    return len(_HEURISTICS) * len({*grids[:_QUINE_GRIDS], *quine_rated})


def _quine_part(rated: HumanRating, base: int | None) -> HumanRating:
    return _some(rated, _QUINE_BELOW if base == 2 else math.inf, _QUINE_GRIDS)


def technique_counts(table: CriteriaTable) -> Floats:
    """Return the uses of the 13 techniques as a matrix with one column each."""
    return np.column_stack(
        [table.columns([uses_of(name) for name in technique.ids]).sum(axis=1) for technique in PRINTED_TECHNIQUES]
    )


def _with_first_uses(counts: Floats) -> Floats:
    return np.column_stack([counts, counts > 0])


def _disjunctions(
    grids: Sequence[Grid], heuristic: str, budget: Budget, seed: int, each: Callable[[], None]
) -> dict[Grid, QuineResult]:
    """Run modified Quine with the study's settings on each grid until the time is over."""
    options = QuineOptions.of("program", heuristic=heuristic, seed=seed)
    results = {}
    for grid in grids:
        if budget.out_of_time:
            break
        (results[grid],) = measure([grid], options, Limits(nodes=_QUINE_NODES, seconds=budget.seconds))
        each()
    return results


def _chaos(grids: Sequence[Grid], budget: Budget, seed: int) -> list[Escape]:
    escapes: list[Escape] = []
    for grid in grids:
        if budget.out_of_time:
            break
        escapes += escape_rates(
            [grid], starts=_CHAOS_STARTS, most_steps=_CHAOS_STEPS, seed=seed, seconds=budget.seconds
        )
    return escapes


def _worked_examples() -> list[PrintedFigure]:
    """Compare the numbers that the study prints for its two example grids."""
    small, large = parse_grid(_SMALL_GRID), parse_grid(_LARGE_GRID)
    measured = dict(zip(VISUAL_CRITERIA, visual([large])[0].tolist(), strict=True))
    candidates = sum(mask.bit_count() for mask in small.open_masks())
    encoded = formula(small, "listed")
    clauses = {
        tuple(sorted("-" * (literal < 0) + encoded.names[abs(literal) - 1] for literal in clause))
        for clause in encoded.clauses
    }
    equal_counts = sum(large.cells.count(digit) == count for digit, count in enumerate(_DIGIT_COUNTS, 1))
    row, column, digit = _HIDDEN_SINGLE
    others = [
        (row - row % 3 + place // 3) * 9 + column - column % 3 + place % 3
        for place in range(9)
        if place != row % 3 * 3 + column % 3
    ]
    single = large.allows(row * 9 + column, digit) and not any(
        not large.cells[cell] and large.allows(cell, digit) for cell in others
    )
    rows = (
        ("candidates of the 4x4 grid", 14.0, float(candidates), 0.5, ""),
        (
            "clauses of row 1 of the 4x4 grid",
            float(len(_ROW_1_CLAUSES)),
            float(sum(tuple(sorted(clause)) in clauses for clause in _ROW_1_CLAUSES)),
            0.5,
            "the printed ones that are whole; ours are those among them in the formula (encoder listed)",
        ),
        (
            "hidden single of the 9x9 grid in r9c2",
            float(digit),
            float(digit if single else 0),
            0.5,
            "the only cell of its box for this digit",
        ),
        (
            "digits of the 9x9 grid with the printed number of givens",
            float(len(_DIGIT_COUNTS)),
            float(equal_counts),
            0.5,
            "5, 3, 4, 3, 2, 4, 4, 3 and 0 givens",
        ),
        (
            "spread of givens, 9x9 grid",
            0.74,
            pstdev([sum(large.cells[column::9][row] > 0 for row in range(9)) for column in range(9)]),
            0.005,
            "over columns; the program adds rows and boxes",
        ),
        (
            "spread over digits, 9x9 grid",
            1.36,
            measured["spread_digits"],
            0.01,
            "the printed value is cut, not rounded",
        ),
    )
    return [
        PrintedFigure(
            section="worked examples",
            name=name,
            printed=printed,
            ours=round(ours, 4),
            outcome="reproduced" if abs(ours - printed) < tolerance else "not reproduced",
            why=why,
        )
        for name, printed, ours, tolerance, why in rows
    ]


def _visual_figures(rated: HumanRating, table: CriteriaTable, base: int | None) -> list[PrintedFigure]:
    return [
        _correlation(
            "visual criteria",
            name,
            pearson(table.column(criterion), rated.values),
            len(rated.grids),
            printed,
            _BASE_1_GRIDS,
            is_same=base == 1,
        )
        for criterion, (name, printed) in _VISUAL.items()
    ]


def _technique_figures(
    rated: HumanRating, counts: Floats, base: int | None
) -> tuple[list[PrintedFigure], tuple[Floats, Floats]]:
    """Fit both linear models; return the compared figures and the coefficients of each model."""
    both, target, size = _with_first_uses(counts), rated.values, len(rated.grids)
    figures: list[PrintedFigure] = []
    coefficients = []
    for (section, names, printed), features in zip(_MODELS, (counts, both), strict=True):
        weights = least_squares(features, target)
        errors = standard_errors(features, target, weights)
        coefficients.append(weights)
        for place, name in enumerate(names):
            users = int((features[:, place] > 0).sum())
            figures.append(
                _coefficient(
                    section,
                    name,
                    float(weights[place]) if users else None,
                    float(errors[place]),
                    float(printed[place]),
                    users,
                    is_same=base == 1,
                )
            )
    constant = np.column_stack([counts, np.ones(size)])
    for name, features, value in (
        ("techniques", counts, _PLAIN_BASE_2),
        ("techniques and a constant", constant, _PLAIN_BASE_2),
        ("techniques and first uses", both, _FIRST_USE_BASE_2),
    ):
        fitted = features @ least_squares(features, target)
        figures.append(
            _correlation(
                "technique models",
                f"{name}, in sample",
                pearson(fitted, target),
                size,
                value if base != 1 else None,
                _BASE_2_GRIDS,
                is_same=base == 2,
            )
        )
        unseen = predicted_out_of_fold(features, target)
        figures.append(_correlation("technique models", f"{name}, cross-validated", pearson(unseen, target), size))
    for name, scores in (
        ("printed coefficients", counts @ _WEIGHTS),
        ("printed coefficients, first uses", both @ _WEIGHTS_FIRST_USE),
    ):
        figures.append(_correlation("technique models", name, pearson(scores, target), size))
    return figures, (coefficients[0], coefficients[1])


def _disjunction_figures(
    rated: HumanRating, runs: Mapping[str, Mapping[Grid, QuineResult]], base: int | None
) -> list[PrintedFigure]:
    """Fit the study's formula d = alpha(depth) + beta * n_d + gamma * n_Q for each heuristic."""
    figures = []
    for heuristic in _HEURISTICS:
        section = f"modified Quine, {heuristic}"
        printed = PRINTED_DISJUNCTIONS[heuristic]
        results = [runs[heuristic][grid] for grid in rated.grids if grid in runs[heuristic]]
        if len(results) < len(rated.grids):
            figures.append(_not_measured(section, "fit", "the time limit was reached"))
            continue
        fit = fit_heuristic(heuristic, results, rated.values)
        depths = [result.depth for result in results]
        rows = zip(COEFFICIENTS, fit.coefficients, fit.errors, printed, strict=True)
        for place, (name, ours, error, value) in enumerate(rows):
            users = len(depths)
            if place < len(COEFFICIENTS) - 2:
                users = sum(min(depth, len(COEFFICIENTS) - 3) == place for depth in depths)
            figures.append(
                _coefficient(section, name, ours, math.inf if error is None else error, value, users, is_same=base == 2)
            )
        size = len(results)
        in_sample = _correlation(section, "in sample", fit.pearson, size)
        if fit.undecided:
            stopped = f"{in_sample.why}; limit of {_QUINE_NODES:,} disjunctions reached: {fit.undecided}"
            in_sample = in_sample.model_copy(update={"why": stopped})
        figures.append(in_sample)
        figures.append(_correlation(section, "cross-validated", fit.cross_validated_pearson, size))
    return figures


def _chaos_figures(escapes: Sequence[Escape]) -> list[PrintedFigure]:
    if not escapes:
        return [_not_measured("chaos", "eta", "no time left, or --chaos 0")]
    return [
        PrintedFigure(
            section="chaos",
            name=f"eta of grid {number}",
            ours=round(escape.eta, 4),
            outcome="not printed",
            why=f"{escape.solved} of {escape.starts} starts solved{'; a lower bound' if escape.bound else ''}",
        )
        for number, escape in enumerate(escapes, 1)
    ]


def _without_ratings() -> list[PrintedFigure]:
    """Return the printed figures that need ratings."""
    rows: list[tuple[str, str, float | None]] = [("visual criteria", name, value) for name, value in _VISUAL.values()]
    for section, names, weights in _MODELS:
        rows += [(section, name, weight) for name, weight in zip(names, weights.tolist(), strict=True)]
    rows += [("technique models", "techniques, in sample", _PLAIN_BASE_2)]
    rows += [("technique models", "techniques and first uses, in sample", _FIRST_USE_BASE_2)]
    for heuristic in _HEURISTICS:
        printed = zip(COEFFICIENTS, PRINTED_DISJUNCTIONS[heuristic], strict=True)
        rows += [(f"modified Quine, {heuristic}", name, value) for name, value in printed if value is not None]
    return [_not_measured(section, name, _NO_RATINGS, value) for section, name, value in rows]


def _not_measured(section: str, name: str, why: str, printed: float | None = None) -> PrintedFigure:
    return PrintedFigure(section=section, name=name, printed=printed, outcome="not measured", why=why)


def _correlation(
    section: str,
    name: str,
    ours: float,
    size: int,
    printed: float | None = None,
    printed_size: int = 0,
    *,
    is_same: bool = False,
) -> PrintedFigure:
    """Compare a correlation with a printed one; `is_same` is true if the ratings are the study's."""
    low = high = None
    outcome: Outcome = "not printed" if printed is None else "other data"
    if size > 3 and abs(ours) < 1:
        error, z = 1 / math.sqrt(size - 3), math.atanh(ours)
        low, high = math.tanh(z - _DEVIATIONS * error), math.tanh(z + _DEVIATIONS * error)
        if printed is not None and is_same:
            both = math.hypot(error, 1 / math.sqrt(printed_size - 3))
            outcome = _outcome(low, high, agrees=abs(z - math.atanh(printed)) <= _DEVIATIONS * both)
    elif printed is not None and is_same:
        outcome = "undetermined"
    return PrintedFigure(
        section=section,
        name=name,
        printed=printed,
        ours=round(ours, 4),
        low=None if low is None else round(low, 4),
        high=None if high is None else round(high, 4),
        outcome=outcome,
        why=f"{size:,} grids",
    )


def _coefficient(
    section: str, name: str, ours: float | None, error: float, printed: float | None, users: int, *, is_same: bool
) -> PrintedFigure:
    """Compare a coefficient with a printed one. `users` is the number of grids that determine it."""
    why = f"{users:,} grid{'' if users == 1 else 's'}"
    if not math.isfinite(error):
        why += "; the data determine only a sum with others"
    if ours is None:
        return _not_measured(section, name, "no grid has it", printed)
    low, high = ours - _DEVIATIONS * error, ours + _DEVIATIONS * error
    outcome: Outcome = "not printed" if printed is None else "other data"
    if printed is not None and is_same:
        if users < _ENOUGH_GRIDS or not math.isfinite(error):
            outcome = "undetermined"
        else:
            outcome = _outcome(low, high, agrees=low <= printed <= high)
    return PrintedFigure(
        section=section,
        name=name,
        printed=printed,
        ours=float(f"{ours:.4g}"),
        low=float(f"{low:.4g}") if math.isfinite(low) else None,
        high=float(f"{high:.4g}") if math.isfinite(high) else None,
        outcome=outcome,
        why=why,
    )


def _outcome(low: float, high: float, *, agrees: bool) -> Outcome:
    if not agrees:
        return "not reproduced"
    return "undetermined" if low <= 0 <= high else "reproduced"


def _studied(
    grids: Sequence[Grid],
    runs: Mapping[str, Mapping[Grid, QuineResult]],
    escapes: Sequence[Escape],
    models: tuple[Floats, Floats] | None,
) -> tuple[StudiedGrid, ...]:
    """Score each grid with the printed coefficients and with the recomputed ones."""
    table = criteria(grids, techniques=PROGRAM_ORDER, step_by_step=True)
    counts = technique_counts(table)
    both = _with_first_uses(counts)
    studied = []
    for place, (grid, rating) in enumerate(zip(grids, rate_many(grids), strict=True)):
        escape = escapes[place] if place < len(escapes) else None
        studied.append(
            StudiedGrid(
                puzzle=grid.line,
                criteria={name: round(float(table.column(name)[place]), 4) for name in _VISUAL},
                techniques=dict(zip(_NAMES, counts[place].astype(int).tolist(), strict=True)),
                printed=round(float(counts[place] @ _WEIGHTS), 4),
                printed_first_use=round(float(both[place] @ _WEIGHTS_FIRST_USE), 4),
                fitted=None if models is None else round(float(counts[place] @ models[0]), 4),
                fitted_first_use=None if models is None else round(float(both[place] @ models[1]), 4),
                difficulty=rating.difficulty,
                disjunctions={name: _scored(name, runs[name][grid]) for name in _HEURISTICS if grid in runs[name]},
                chaos_eta=None if escape is None else round(escape.eta, 4),
                chaos_bound=None if escape is None else escape.bound,
            )
        )
    return tuple(studied)


def _scored(heuristic: str, result: QuineResult) -> DisjunctionScore:
    """Return the score of a run by the printed coefficients of its heuristic."""
    *alphas, beta, gamma = PRINTED_DISJUNCTIONS[heuristic]
    disjunctions, eliminations = sum(result.disjunctions), sum(result.eliminations)
    alpha = alphas[min(result.depth, len(alphas) - 1)]
    printed = None
    if alpha is not None and beta is not None and gamma is not None:
        printed = round(alpha + beta * disjunctions + gamma * eliminations, 4)
    return DisjunctionScore(
        depth=result.depth,
        disjunctions=disjunctions,
        eliminations=eliminations,
        printed=printed,
        undecided=result.status == "undecided",
    )
