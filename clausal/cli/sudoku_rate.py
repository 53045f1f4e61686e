"""`rate`: how hard grids are for people, one with everything that is known, many with a line each."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from shutil import get_terminal_size
from typing import Any

from clausal.cli.asking import error_line
from clausal.cli.exit import BAD_INPUT, NO, UNDECIDED, YES, worst
from clausal.cli.files import write_bytes
from clausal.cli.output import columns, draw, folded, print_json, print_line, progress, say
from clausal.cli.source import Source
from clausal.models.entry import Entry
from clausal.models.errors import Invalid, InvalidPuzzle, UnsupportedPuzzle
from clausal.models.limits import Limits
from clausal.models.rating import BANDS, RatingWeights
from clausal.models.sudoku import Grid
from clausal.models.sudoku_report import RateReport
from clausal.solvers.sudoku.difficulty.bulk import rate_batches
from clausal.solvers.sudoku.difficulty.model import Rating, effort, rate_many
from clausal.solvers.sudoku.steps.position import refuse_other_shapes
from clausal.solvers.sudoku.steps.technique import TECHNIQUES

Row = tuple[Source, Entry[Any]]

CODES = {"one": YES, "several": NO, "none": NO, "unknown": UNDECIDED}
_WHY_NOT = {
    "one": "",
    "several": "more than one solution, so there is no difficulty",
    "none": "no solution, so there is no difficulty",
    "unknown": "it was not decided whether there is one solution",
}
BAND_COLOURS = dict(zip(BANDS, ("green", "cyan", "yellow", "magenta", "red"), strict=True))
_AT_ONCE = 256
_HEADING = "difficulty  relative  band        ER    depth  hardest step"
_WIDTH = 68
"""How wide the table is before the puzzle."""


def run_rate(
    sources: Sequence[Source],
    *,
    plot: str | None,
    weights: str | None,
    quine: bool | None,
    chaos: bool,
    limits: Limits,
    seed: int,
    json: bool,
) -> int:
    """Rate each grid of each source."""
    is_one = len(sources) == 1 and sources[0].is_one
    kind = _plot_kind(plot, is_one)
    own = _own_weights(weights)
    with_quine = is_one if quine is None else quine
    rows = ((source, entry) for source in sources for entry in source.entries)
    if chaos or limits.seconds is not None:
        rated = _one_by_one(rows, own, with_quine, chaos, limits, seed)
    else:
        rated = _in_batches(rows, own, with_quine)
    codes: list[int] = []
    bands: Counter[str] = Counter()
    if not json and not is_one:
        say(table_heading(), "bold")
    for (source, entry), rating in progress(rated, sum(source.lines for source in sources), "rating"):
        problem = _problem(entry)
        if problem is not None:
            if is_one:
                raise problem
            codes.append(BAD_INPUT)
            error_line(source, entry, _named(problem, source) if json and len(sources) > 1 else problem, json)
            continue
        assert rating is not None
        if plot is not None:
            _draw_effort(rating.puzzle, own, plot, kind)
        codes.append(CODES[rating.solutions])
        bands[rating.band or "not rated"] += 1
        if json:
            print_json(rate_report(rating, source.kind.write(entry.puzzle)))
        elif is_one:
            _show_one(source, rating)
        else:
            print_line(table_row(rating, source.kind.write(entry.puzzle) if has_room() else str(len(codes))))
    if not json and not is_one:
        told = ", ".join(f"{bands[name]:,} {name}" for name in (*BANDS, "not rated") if bands[name])
        say(f"{bands.total():,} {'grid' if bands.total() == 1 else 'grids'}: {told or 'none'}", "bold")
    return worst(codes)


def has_room() -> bool:
    """Does a puzzle fit beside its row on this terminal? In a file, everything does."""
    return not sys.stdout.isatty() or get_terminal_size().columns >= _WIDTH + 2 + 81


def table_heading() -> str:
    return f"{_HEADING:{_WIDTH}}  {'puzzle' if has_room() else ''}".rstrip()


def table_row(rating: Rating, puzzle: str) -> str:
    """One grid among many, in columns."""
    told = _WHY_NOT[rating.solutions]
    if rating.solutions == "one":
        told = (
            f"{rating.difficulty:10.2f}  {rating.difficulty_relative:8.2f}  {rating.band:10}  {rating.er:4.1f}  "
            f"{depth_words(rating):>5}  {rating.hardest or 'none'}"
        )
    return f"{told:{_WIDTH}}  {puzzle}".rstrip()


def rate_report(rating: Rating, puzzle: str) -> RateReport:
    """What `--json` prints of a rating."""
    return RateReport(**{**rating.as_json(), "puzzle": puzzle})


def _plot_kind(path: str | None, is_one: bool) -> str:
    if path is None:
        return ""
    from clausal.studies.sudoku.plots import picture_kind

    if not is_one:
        raise InvalidPuzzle("there is more than one puzzle", where="--plot", expected="exactly one")
    return picture_kind(path)


def _own_weights(path: str | None) -> RatingWeights | None:
    from clausal.data.weights import read_weights

    return None if path is None else read_weights(path)


def _draw_effort(grid: Grid, weights: RatingWeights | None, path: str, kind: str) -> None:
    from clausal.studies.sudoku.plots import plot_effort

    write_bytes(plot_effort(*effort(grid, weights), kind), path)


def _named(error: Invalid | UnsupportedPuzzle, source: Source) -> Invalid | UnsupportedPuzzle:
    """An error that tells which of several inputs it is about."""
    if isinstance(error, Invalid):
        return error.at(source.label)
    return UnsupportedPuzzle(f"{source.label}: {error}")


def _problem(entry: Entry[Any]) -> Invalid | UnsupportedPuzzle | None:
    """Why this cannot be rated: it is no grid, or no classic one."""
    if entry.error is not None or entry.puzzle is None:
        return entry.error
    try:
        refuse_other_shapes(entry.puzzle)
    except UnsupportedPuzzle as error:
        return error
    return None


def _grids(rows: Iterable[Row]) -> list[Grid]:
    """Those that can be rated."""
    return [entry.puzzle for _, entry in rows if entry.puzzle is not None and _problem(entry) is None]


def _in_batches(rows: Iterator[Row], weights: RatingWeights | None, quine: bool) -> Iterator[tuple[Row, Rating | None]]:
    """Each row with its rating, in order, on all cores; None for those that are no classic grid."""

    def batches() -> Iterator[tuple[list[Row], list[Grid]]]:
        while some := list(islice(rows, _AT_ONCE)):
            yield some, _grids(some)

    for some, ratings in rate_batches(batches(), weights=weights, quine=quine):
        waiting = iter(ratings)
        for row in some:
            yield row, next(waiting) if _grids([row]) else None


def _one_by_one(
    rows: Iterable[Row], weights: RatingWeights | None, quine: bool, chaos: bool, limits: Limits, seed: int
) -> Iterator[tuple[Row, Rating | None]]:
    """The same, each grid within its own limits, and stoppable at any moment."""
    for row in rows:
        found = rate_many(_grids([row]), weights=weights, quine=quine, chaos=chaos, limits=limits, seed=seed)
        yield row, found[0] if found else None


def depth_words(rating: Rating) -> str:
    return f"≥ {rating.depth_at_least}" if rating.exact_depth is None else str(rating.exact_depth)


def _show_one(source: Source, rating: Rating) -> None:
    draw(source.kind.draw(rating.puzzle, None))
    if rating.solutions == "one":
        say(f"{rating.band}", f"bold {BAND_COLOURS[rating.band or 'easy']}")
        rows = [
            ("difficulty", f"{rating.difficulty:.2f}", "by the time people take; 1 is about average"),
            ("relative", f"{rating.difficulty_relative:.2f}", "by time and by how many give up"),
            ("ER", f"{rating.er:.1f}", "estimate of Sudoku Explainer's rating"),
            ("exact depth", depth_words(rating), "how deep disjunctions must nest"),
        ]
        if "chaos_eta" in rating.criteria:
            bound = "≥ " if rating.criteria["chaos_bound"] else ""
            eta = f"{bound}{rating.criteria['chaos_eta']:.2f}"
            rows.append(("chaos", eta, "eta: easy up to 1, medium 2, hard 3, ultra-hard above"))
        columns(rows, right=1)
    else:
        say(_WHY_NOT[rating.solutions], "yellow")
    say("")
    for line in folded(f"{rating.criteria['steps']:.0f} steps: {_techniques(rating)}", 0):
        say(line)
    say("")
    _show_criteria(rating.criteria)


def _techniques(rating: Rating) -> str:
    used = [(one.name, rating.criteria.get(f"uses_{one.id.replace('-', '_')}", 0.0)) for one in TECHNIQUES]
    return ", ".join(f"{uses:.0f} × {name}" for name, uses in used if uses) or "none of our techniques finds one"


def _show_criteria(criteria: dict[str, float]) -> None:
    """What the line of techniques has not told, in two columns."""
    shown = [(name, _number(value)) for name, value in criteria.items() if not name.startswith(("uses_", "first_"))]
    half = -(-len(shown) // 2)
    wide = max(len(name) for name, _ in shown)
    for left, right in zip(shown[:half], [*shown[half:], ("", "")], strict=False):
        print_line("    ".join(f"{name:{wide}}  {value:>7}" for name, value in (left, right)).rstrip())


def _number(value: float) -> str:
    """Counts as they are, other numbers in three digits."""
    return f"{value:,.0f}" if value.is_integer() else f"{value:,.3g}"
