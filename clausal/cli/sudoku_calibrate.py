"""`calibrate`: fit a sum of criteria to somebody's ratings, and say how far to trust it."""

from typing import get_args

from clausal.cli.exit import YES
from clausal.cli.files import label, named, write_bytes, write_text
from clausal.cli.output import columns, print_json, print_line, say, ticking
from clausal.cli.sudoku_steps import technique_list
from clausal.data.weights import weights as shipped_weights
from clausal.models.errors import InvalidPuzzle
from clausal.models.rating import Transform
from clausal.solvers.sudoku.difficulty.criteria import criteria as measure
from clausal.solvers.sudoku.steps.technique import technique
from clausal.studies.sudoku.calibrate import PARTS, Calibration, Recipe, as_weights, calibrate
from clausal.studies.sudoku.fitting import Method
from clausal.studies.sudoku.plots import picture_kind, plot
from clausal.studies.sudoku.rated import read_rated
from clausal.studies.sudoku.report import calibrate_report

_LARGEST_SEED = 2**31


def run_calibrate(
    path: str,
    target: str | None,
    *,
    recipe: Recipe,
    techniques: str | None,
    limit: int | None,
    weights: str | None,
    plot_path: str | None,
    json: bool,
) -> int:
    """Read, measure, fit, tell."""
    kind = "" if plot_path is None else picture_kind(plot_path)
    order = technique_list(techniques)
    with named(path):
        rated = read_rated(path, target, limit)
        with ticking(len(rated.grids), "measuring") as done:
            quine = any(name.startswith("quine_") for name in recipe.criteria)
            table = measure(rated.grids, techniques=order, quine=quine, each=done)
        with ticking(PARTS * recipe.repeats, "validating") as fitted:
            found = calibrate(rated, table, recipe, lambda: fitted(1))
    if weights is not None:
        own = as_weights(found, shipped_weights(), order if techniques else ())
        write_text([own.model_dump_json(indent=1) + "\n"], weights)
    if plot_path is not None:
        write_bytes(plot(found, kind), plot_path)
    if json:
        print_json(calibrate_report(found, label(path)))
    else:
        _show(found)
    return YES


def recipe_of(
    method: str,
    *,
    criteria: str | None,
    first_use: bool,
    intercept: bool,
    transform: str,
    cap: float | None,
    repeats: int,
    seed: int,
) -> Recipe:
    """A recipe from what a user typed."""
    for value, choices, option in ((method, Method, "--method"), (transform, Transform, "--transform")):
        if value not in get_args(choices):
            known = ", ".join(get_args(choices))
            raise InvalidPuzzle(f"there is no {value[:40]!r}", where=option, expected=known)
    if cap is not None and not 0 < cap < float("inf"):
        raise InvalidPuzzle("this bounds nothing", where="--cap", expected="a positive number")
    if seed < 0:
        raise InvalidPuzzle("the seed is negative", where="--seed", expected="0 or more")
    names = tuple(dict.fromkeys(filter(None, map(str.strip, (criteria or "").split(",")))))
    bounded = min(seed, _LARGEST_SEED)
    return Recipe(method, names, first_use, intercept, transform, cap, repeats, bounded)  # type: ignore[arg-type]


def _show(found: Calibration) -> None:
    model, rated = found.model, found.rated
    weighted = ", weighted by players" if rated.is_weighted else ""
    say(f"{len(rated.grids):,} grids of {rated.file.file}, target {rated.target}{weighted}", "bold")
    say(f"method {model.method}, transform {model.transform}, intercept {model.intercept:g}")
    say("")
    _show_weights(found)
    say("")
    figure = found.figure
    columns(
        [
            ("the model", "Pearson", "Spearman"),
            ("in sample", f"{figure.in_sample_pearson:.3f}", f"{figure.in_sample_spearman:.3f}"),
            ("cross-validated", f"{figure.pearson:.3f}", f"{figure.spearman:.3f}"),
        ]
    )
    say(f"({figure.how})", "dim")
    say("")
    _show_agreement(found)
    say("")
    _show_correlations(found)


def _show_weights(found: Calibration) -> None:
    """The weights of techniques with what they rest on; those of other criteria alone."""
    if found.coefficients:
        say(f"{'technique':33} {'weight':>9} {'first use':>9} {'uses':>7} {'grids':>6}", "bold")
    for one in found.coefficients:
        first = "" if one.first_use is None else f"{one.first_use:.4g}"
        name = technique(one.technique).name
        print_line(f"{name:33} {one.weight:9.4g} {first:>9} {one.uses:7,} {one.grids:6,}")
    others = [name for name in found.model.weights if not name.startswith(("uses_", "first_"))]
    if others:
        say(f"{'criterion':33} {'weight':>9}", "bold")
    for name in others:
        print_line(f"{name:33} {found.model.weights[name]:9.4g}")


def _show_agreement(found: Calibration) -> None:
    say(f"{'':33} {'in sample':>18} {'cross-validated':>19}", "bold")
    say(f"{'criterion alone':33} {'Pearson':>9} {'Spearman':>8} {'Pearson':>10} {'Spearman':>8}", "bold")
    for one in found.scores:
        if not one.name.startswith(("uses_", "first_")):
            print_line(
                f"{one.name:33} {one.pearson:9.3f} {one.spearman:8.3f} "
                f"{one.cross_validated_pearson:10.3f} {one.cross_validated:8.3f}"
            )


def _show_correlations(found: Calibration) -> None:
    """Each pair once: the last column would only hold the correlation of the last criterion with itself."""
    say("correlations between criteria", "bold")
    say(" " * 17 + " ".join(f"{number:4}" for number in range(1, len(found.compared))), "dim")
    for number, (name, row) in enumerate(zip(found.compared, found.correlations.tolist(), strict=True), 1):
        told = " ".join(f"{value:4.2f}".replace("0.", ".", 1).rjust(4) for value in row[: number - 1])
        print_line(f"{number:2} {name:13} {told}".rstrip())
