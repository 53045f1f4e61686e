"""Sudoku's own questions, for people."""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import repeat, zip_longest
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

from entails.cli.output import columns, console, draw, folded, is_room_for, print_line, say
from entails.formats.sudoku.write import draw_markup
from entails.locale.common import (
    GUESSES,
    MORE,
    NO_STEP,
    NONE_NOW,
    NOW,
    ONE_NOW,
    STUCK,
    SUDOKU_NO_SOLUTION,
    SUDOKU_ONE_STEP,
    SUDOKU_SEVERAL,
    SUDOKU_SOLVED,
    SUDOKU_STEPS,
)
from entails.locale.message import Language
from entails.models.rating import BANDS
from entails.solvers.sudoku.steps.words import technique_name

if TYPE_CHECKING:
    from entails.cli.run import QueryRun
    from entails.models.sudoku.grid import Grid
    from entails.queries.sudoku.steps import SudokuStepsReport
    from entails.solvers.sudoku.difficulty.model import Rating
    from entails.solvers.sudoku.orders import GeneratedGrid
    from entails.solvers.sudoku.steps.path import Path, StepHint
    from entails.solvers.sudoku.steps.step import Step
    from entails.studies.sudoku.calibrate import Calibration

WRITTEN = {"generate.sheet": ("sheet: {files}; the solutions come last", "green")}

_WHY_NOT = {
    "one": "",
    "several": "more than one solution, so there is no difficulty",
    "none": "no solution, so there is no difficulty",
    "unknown": "it was not decided whether there is one solution",
}
_BAND_COLOURS = dict(zip(BANDS, ("green", "cyan", "yellow", "magenta", "red"), strict=True))
_COLOURS = {"solved": "green", "stuck": "yellow", "several": "yellow", "contradiction": "red"}
_HEADING = "difficulty  relative  band        ER    depth  hardest step"
_WIDTH = 68
"""How wide the table of ratings is before the puzzle."""


def rate(asked: "QueryRun") -> None:
    if not asked.is_one:
        say(_table_heading(), "bold")
    bands: Counter[str] = Counter()
    for number, found in enumerate(asked, 1):
        rating = found.value
        bands[rating.band or "not rated"] += 1
        if asked.is_one:
            _show_rating(rating, asked.kind.markup(found.puzzle, None))
        else:
            print_line(_table_row(rating, asked.kind.format(found.puzzle) if _has_room() else str(number)))
    if not asked.is_one:
        told = ", ".join(f"{bands[name]:,} {name}" for name in (*BANDS, "not rated") if bands[name])
        say(f"{bands.total():,} {'grid' if bands.total() == 1 else 'grids'}: {told or 'none'}", "bold")


def _has_room() -> bool:
    """Does a puzzle fit beside its row on this terminal? In a file, everything does."""
    return not sys.stdout.isatty() or get_terminal_size().columns >= _WIDTH + 2 + 81


def _table_heading() -> str:
    return f"{_HEADING:{_WIDTH}}  {'puzzle' if _has_room() else ''}".rstrip()


def _table_row(rating: "Rating", puzzle: str) -> str:
    """One grid among many, in columns."""
    told = _WHY_NOT[rating.solutions]
    if rating.solutions == "one" and rating.difficulty is None:
        told = f"{'':10}  {'':8}  {rating.band or '':10}  {'':>4}  {'':>5}  {rating.hardest or 'none'}"
    elif rating.solutions == "one":
        told = (
            f"{rating.difficulty:10.2f}  {rating.difficulty_relative:8.2f}  {rating.band:10}  {_er(rating):>4}  "
            f"{_depth(rating):>5}  {rating.hardest or 'none'}"
        )
    return f"{told:{_WIDTH}}  {puzzle}".rstrip()


def _depth(rating: "Rating") -> str:
    return f"≥ {rating.depth_at_least}" if rating.exact_depth is None else str(rating.exact_depth)


def _er(rating: "Rating") -> str:
    """Where chains within chains are needed and were not looked for, or cost too much, there is no number."""
    return "> 9" if rating.er is None else f"{rating.er:.1f}"


def _show_rating(rating: "Rating", drawn: str) -> None:
    from entails.solvers.sudoku.steps.technique import technique

    draw(drawn)
    if rating.solutions == "one" and rating.difficulty is None:
        if rating.band is not None:
            say(rating.band, f"bold {_BAND_COLOURS[rating.band]}")
            columns([("hardest step", technique(rating.hardest).name if rating.hardest else "no step")])
        else:
            say("none of our techniques solves it", "yellow")
        say("only classic 9x9 grids have a difficulty and an ER", "dim")
    elif rating.solutions == "one":
        say(f"{rating.band}", f"bold {_BAND_COLOURS[rating.band or 'easy']}")
        rows = [
            ("difficulty", f"{rating.difficulty:.2f}", "by the time people take; 1 is about average"),
            ("relative", f"{rating.difficulty_relative:.2f}", "by time and by how many give up"),
            ("ER", _er(rating), "as Sudoku Explainer 1.2.1 rates"),
            ("exact depth", _depth(rating), "how deep disjunctions must nest"),
        ]
        if "chaos_eta" in rating.criteria:
            bound = "≥ " if rating.criteria["chaos_bound"] else ""
            eta = f"{bound}{rating.criteria['chaos_eta']:.2f}"
            rows.append(("chaos", eta, "eta: easy up to 1, medium 2, hard 3, ultra-hard above"))
        columns(rows, right=1)
    else:
        say(_WHY_NOT[rating.solutions], "yellow")
    say("")
    taken = _path_of(rating)
    many = "1 step" if len(taken) == 1 else f"{len(taken)} steps"
    _say_folded(f"{many}: {_summary(taken) or 'none of our techniques finds one'}")
    say("")
    _show_criteria(rating.criteria)


def _path_of(rating: "Rating") -> "Sequence[Step]":
    """The path that `steps` tells: criteria count cases where that names chains."""
    from entails.solvers.sudoku.steps.path import steps

    return steps(rating.puzzle).steps


def _show_criteria(criteria: dict[str, float]) -> None:
    """What the line of techniques has not told, in two columns where they fit."""
    shown = [(name, _number(value)) for name, value in criteria.items() if not name.startswith(("uses_", "first_"))]
    wide = max(len(name) for name, _ in shown)
    half = -(-len(shown) // 2) if is_room_for(2 * wide + 22) else len(shown)
    for left, right in zip_longest(shown[:half], shown[half:], fillvalue=("", "")):
        print_line("    ".join(f"{name:{wide}}  {value:>7}" for name, value in (left, right)).rstrip())


def _number(value: float) -> str:
    """Counts as they are, other numbers in three digits."""
    return f"{value:,.0f}" if value.is_integer() else f"{value:,.3g}"


def steps(asked: "QueryRun") -> None:
    language = asked.ask.language
    for found in asked:
        grid, path, taken = found.puzzle, found.value.path, found.value.steps
        if not asked.is_one:
            told = _summary(taken, language) or NO_STEP.wording(language)
            if path is not None:
                told = f"{_ending(path, found.report, language)}; {_hardest(path, language)}"
            print_line("\n  ".join(folded(f"{asked.kind.format(grid)}  {told}", 2)))
        elif path is None:
            _say_steps(taken, repeat(grid) if asked.ask.draw else None, language)
            _say_available(taken, found.report, language)
        else:
            _say_steps(taken, _moments(path) if asked.ask.draw else None, language)
            draw(draw_markup(path.final, path.puzzle))
            if taken:
                _say_folded(_summary(taken, language), "dim")
            say(_ending(path, found.report, language), _COLOURS[path.status])


def _moments(path: "Path") -> "Iterator[Grid]":
    from entails.solvers.sudoku.steps.path import moments

    return moments(path.puzzle, path.steps)


def _say_available(found: Sequence["Step"], report: "SudokuStepsReport", language: Language) -> None:
    if found:
        told = (ONE_NOW if len(found) == 1 else NOW)(count=len(found), what=_summary(found, language))
        _say_folded(told.say(language), "bold")
    else:
        say(NONE_NOW[report.status](why=report.reason or "").say(language), _COLOURS[report.status])


def _say_steps(found: Sequence["Step"], grids: "Iterator[Grid] | None", language: Language) -> None:
    """A sentence each; the technique stands behind it where the sentence does not name it. With the grid of each
    moment, the step is drawn in it, and its chain written as players do."""
    width = len(str(len(found))) + 2
    for number, step in enumerate(found, 1):
        name, sentence = technique_name(step.technique, language), step.say(language)
        behind = "" if name in sentence else f" ({name})"
        lines = folded(_in_brief(sentence, language) + behind, width)
        print_line(f"{number:{width - 2}}  " + f"\n{'':{width}}".join(lines))
        if grids is not None:
            _draw_step(next(grids), step)


def _draw_step(grid: "Grid", step: "Step") -> None:
    from entails.solvers.sudoku.steps.picture import sketch

    draw(sketch(grid, step))
    if chain := step.diagram.chain:
        _say_folded(chain)


_LONG_RUN = re.compile(r"(?:r\d+c\d+[=≠]\d+, ){7,}r\d+c\d+[=≠]\d+")


def _in_brief(sentence: str, language: Language) -> str:
    """A long row of facts as its beginning and its end: nobody reads a wall of them. JSON has them all."""

    def brief(run: re.Match[str]) -> str:
        facts = run[0].split(", ")
        return ", ".join([*facts[:3], f"… ({MORE(count=len(facts) - 5).say(language)}) …", *facts[-2:]])

    return _LONG_RUN.sub(brief, sentence)


def _say_folded(text: str, colour: str = "") -> None:
    say("\n".join(folded(text, 0)), colour)


def _summary(found: Sequence["Step"], language: Language = "en") -> str:
    """ "3 × naked single, 1 × X-wing", easiest first."""
    from entails.solvers.sudoku.steps.technique import DEFAULT

    counts = Counter(step.technique for step in found)
    return ", ".join(f"{counts[name]} × {technique_name(name, language)}" for name in DEFAULT if name in counts)


def _ending(path: "Path", report: "SudokuStepsReport", language: Language) -> str:
    taken = (SUDOKU_ONE_STEP if len(path.steps) == 1 else SUDOKU_STEPS)(count=len(path.steps))
    if path.status == "solved":
        return SUDOKU_SOLVED(steps=taken).say(language)
    if path.status == "contradiction":
        return SUDOKU_NO_SOLUTION(steps=taken, why=report.reason or "").say(language)
    if report.status == "several":
        return SUDOKU_SEVERAL(steps=taken).say(language)
    rest = "" if path.guesses is None else GUESSES(count=f"{path.guesses:,}")
    return STUCK(steps=taken, rest=rest).say(language)


def _hardest(path: "Path", language: Language) -> str:
    used = {step.technique for step in path.steps}
    last = [name for name in path.techniques if name in used]
    return technique_name(last[-1], language) if last else NO_STEP.wording(language)


def hint(asked: "QueryRun") -> None:
    for found in asked:
        told = _in_brief(found.value.sentence, asked.ask.language)
        if not asked.is_one:
            print_line(f"{asked.kind.format(found.puzzle)}  {told}")
            continue
        _draw_hint(found.puzzle, found.value)
        _say_folded(told)


def _draw_hint(grid: "Grid", told: "StepHint") -> None:
    """Where to look, or the step, as much as the hint may tell."""
    from entails.solvers.sudoku.steps.path import region
    from entails.solvers.sudoku.steps.picture import look_at

    if told.step is None:
        draw(draw_markup(grid))
    elif told.strength == "step":
        _draw_step(grid, told.step)
    else:
        draw(look_at(grid, region(told.step).cells))


def canonical(asked: "QueryRun") -> None:
    """The form alone, so that it can be sorted and compared; with duplicates, what is the same as what."""
    grids, same = 0, 0
    for found in asked:
        report = found.report
        grids, same = grids + 1, same + (report.same_as is not None)
        behind = "" if report.same_as is None else f"  the same as grid {report.same_as}"
        print_line(f"{report.canonical}{behind}")
    if asked.ask.duplicates and not asked.is_one:
        say(f"{grids:,} grids, {grids - same:,} of them different", "bold")


def isomorphic(asked: "QueryRun") -> None:
    for found in asked:
        report = found.report
        if report.isomorphic:
            say("the same puzzle", "green")
        else:
            say("different puzzles", "yellow")
        columns([("canonical", report.canonical), ("the other", report.other_canonical)])


def generate(asked: "QueryRun") -> None:
    many, rated = asked.ask.n > 1, asked.ask.size == 9
    for found in asked:
        if many and rated and found.number == 1:  # not before it is known that something can be made
            say(_table_heading(), "bold")
        if many:
            _show_line(found.value)
        else:
            _show_made(found.value)


def _show_made(made: "GeneratedGrid") -> None:
    from entails.solvers.sudoku.steps.technique import technique

    draw(draw_markup(made.puzzle))
    clues = f"{len(made.puzzle.givens())} clues, one solution"
    rating = made.rating
    if rating is None:
        say(clues)
    else:
        assert rating.band is not None
        hardest = technique(rating.hardest).name if rating.hardest else "no step"
        say(f"{rating.band}: difficulty {rating.difficulty:.2f}, ER {_er(rating)}", _BAND_COLOURS[rating.band])
        say(f"{clues}; the hardest step: {hardest}")
    print_line(made.puzzle.line)


def _show_line(made: "GeneratedGrid") -> None:
    if made.rating is None:
        print_line(made.puzzle.line)
        return
    print_line(_table_row(made.rating, made.puzzle.line if _has_room() else ""))
    if not _has_room():
        print_line(made.puzzle.line)


def quine_fit(asked: "QueryRun") -> None:
    from rich.table import Table

    for _ in asked:
        pass
    assert asked.last is not None
    report: Any = asked.last.value
    ratings = report.ratings
    title = f"{len(ratings.grids)} grids of {ratings.source}, target {ratings.target}"
    table = Table(box=None, pad_edge=False, title=title)
    for heading in report.header:
        table.add_column(heading, justify="left" if heading == "heuristic" else "right")
    for row in report.rows():
        table.add_row(*row)
    console().print(table)


def calibrate(asked: "QueryRun") -> None:
    for answered in asked:
        found: Calibration = answered.value
        model, rated, figure = found.model, found.rated, found.figure
        weighted = ", weighted by players" if rated.is_weighted else ""
        say(f"{len(rated.grids):,} grids of {rated.file.file}, target {rated.target}{weighted}", "bold")
        say(f"method {model.method}, transform {model.transform}, intercept {model.intercept:g}")
        say("")
        _show_weights(found)
        say("")
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


def _show_weights(found: "Calibration") -> None:
    """The weights of techniques with what they rest on; those of other criteria alone."""
    from entails.solvers.sudoku.steps.technique import technique

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


def _show_agreement(found: "Calibration") -> None:
    say(f"{'':33} {'in sample':>18} {'cross-validated':>19}", "bold")
    say(f"{'criterion alone':33} {'Pearson':>9} {'Spearman':>8} {'Pearson':>10} {'Spearman':>8}", "bold")
    for one in found.scores:
        if not one.name.startswith(("uses_", "first_")):
            print_line(
                f"{one.name:33} {one.pearson:9.3f} {one.spearman:8.3f} "
                f"{one.cross_validated_pearson:10.3f} {one.cross_validated:8.3f}"
            )


def _show_correlations(found: "Calibration") -> None:
    """Each pair once: the last column would only hold the correlation of the last criterion with itself."""
    say("correlations between criteria", "bold")
    say(" " * 17 + " ".join(f"{number:4}" for number in range(1, len(found.compared))), "dim")
    for number, (name, row) in enumerate(zip(found.compared, found.correlations.tolist(), strict=True), 1):
        told = " ".join(f"{value:4.2f}".replace("0.", ".", 1).rjust(4) for value in row[: number - 1])
        print_line(f"{number:2} {name:13} {told}".rstrip())
