"""`generate`: grids made to order, on the screen, as JSON, and on a sheet to print."""

from collections.abc import Sequence
from typing import get_args

from clausal.cli.exit import UNDECIDED, YES, complain
from clausal.cli.files import label, write_bytes, write_text
from clausal.cli.output import draw, print_json, print_line, progress, say
from clausal.cli.sudoku_rate import BAND_COLOURS, has_room, table_heading, table_row
from clausal.models.errors import InvalidPuzzle
from clausal.models.limits import Limits
from clausal.models.sudoku import Shape
from clausal.models.sudoku.forms.drawing import draw_markup
from clausal.models.sudoku.forms.sheet import sheet_pdf, sheet_svg
from clausal.models.sudoku_report import GenerateReport
from clausal.solvers.sudoku.generate import Symmetry
from clausal.solvers.sudoku.orders import Made, Orders, generate
from clausal.solvers.sudoku.steps.technique import technique

_SHEETS = ("svg", "pdf")
_WHY = {
    "nodes": "{attempts:,} attempts made no other; --attempts allows more than {allowed:,} for one grid",
    "time": "the time was over after {attempts:,} attempts",
}


def run_generate(
    wanted: int,
    *,
    size: int,
    difficulty: str | None,
    technique: str | None,
    clues: str | None,
    symmetry: str,
    minimal: bool,
    seed: int,
    limits: Limits,
    sheet: str | None,
    json: bool,
) -> int:
    """Make the grids and show each as soon as it is there."""
    kind = "" if sheet is None else _sheet_kind(sheet)
    if symmetry not in get_args(Symmetry):
        known = ", ".join(get_args(Symmetry))
        raise InvalidPuzzle(f"there is no symmetry {symmetry[:20]!r}", where="--symmetry", expected=known)
    orders = generate(
        wanted,
        size=size,
        difficulty=difficulty,
        technique=technique,
        clues=None if clues is None else _clues(clues, Shape.classic(size)),
        symmetry=symmetry,  # type: ignore[arg-type]
        minimal=minimal,
        seed=seed,
        limits=limits,
    )
    kept: list[Made] = []
    if not json and wanted > 1 and size == Shape.classic(9).size:
        say(table_heading(), "bold")
    for made in progress(orders, wanted, "making", many=1):
        if json:
            print_json(_report(made))
        elif wanted == 1:
            _show_one(made)
        else:
            _show_line(made)
        if sheet is not None:
            kept.append(made)
    if sheet is not None and kept:
        files = _write_sheet(kept, sheet, kind)
        if not json:
            say(f"sheet: {', '.join(map(label, files))}; the solutions come last", "green")
    return _ended(orders, limits)


def _ended(orders: Orders, limits: Limits) -> int:
    if orders.complete:
        return YES
    grids = f"{orders.found:,} of {orders.wanted:,} {'grid' if orders.wanted == 1 else 'grids'}"
    why = _WHY[orders.reason or "nodes"].format(attempts=orders.attempts, allowed=limits.nodes)
    complain(f"{grids} as ordered: {why}")
    return UNDECIDED


def _clues(text: str, shape: Shape) -> tuple[int, int]:
    """ "24", or "22..26" for anything from 22 to 26."""
    low, dots, high = text.partition("..")
    try:
        fewest, most = int(low), int(high) if dots else int(low)
    except ValueError:
        fewest, most = 1, 0
    if not 0 <= fewest <= most <= shape.cells:
        raise InvalidPuzzle(
            f"{text[:20]!r} is no number of clues",
            where="--clues",
            expected=f"0 to {shape.cells}, or two such numbers, as in 22..26",
        )
    return fewest, most


def _report(made: Made) -> GenerateReport:
    rating = made.rating
    known = {} if rating is None else rating.as_json()
    unrated = dict.fromkeys(("difficulty", "difficulty_relative", "band", "er", "exact_depth", "hardest"))
    return GenerateReport(
        **{
            **unrated,
            "solutions": "one",
            "criteria": {},
            **known,
            "puzzle": made.puzzle.line,
            "solution": made.solution.line,
            "clues": len(made.puzzle.givens()),
            "attempts": made.attempts,
        }
    )


def _show_one(made: Made) -> None:
    draw(draw_markup(made.puzzle))
    clues = f"{len(made.puzzle.givens())} clues, one solution"
    if made.rating is None:
        say(clues)
    else:
        rating = made.rating
        assert rating.band is not None
        hardest = technique(rating.hardest).name if rating.hardest else "no step"
        say(f"{rating.band}: difficulty {rating.difficulty:.2f}, ER {rating.er:.1f}", BAND_COLOURS[rating.band])
        say(f"{clues}; the hardest step: {hardest}")
    print_line(made.puzzle.line)


def _show_line(made: Made) -> None:
    if made.rating is None:
        print_line(made.puzzle.line)
    else:
        print_line(table_row(made.rating, made.puzzle.line if has_room() else ""))
        if not has_room():
            print_line(made.puzzle.line)


def _sheet_kind(path: str) -> str:
    kind = path.rpartition(".")[2].lower()
    if kind not in _SHEETS:
        raise InvalidPuzzle("this is no sheet", where=path[:200], expected="a name that ends in .svg or .pdf")
    return kind


def _write_sheet(grids: Sequence[Made], path: str, kind: str) -> list[str]:
    """The files that were written: SVG knows no pages, so each page but the first is a file of its own."""
    captions = ["" if made.rating is None else f"{made.rating.band} {made.rating.difficulty:.2f}" for made in grids]
    puzzles, solutions = [made.puzzle for made in grids], [made.solution for made in grids]
    if kind == "pdf":
        write_bytes(sheet_pdf(puzzles, solutions=solutions, captions=captions), path)
        return [path]
    stem, _, ending = path.rpartition(".")
    written = []
    for number, page in enumerate(sheet_svg(puzzles, solutions=solutions, captions=captions), 1):
        written.append(path if number == 1 else f"{stem}-{number}.{ending}")
        write_text([page], written[-1])
    return written
