"""Printed results of the Sudoku queries."""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import repeat, zip_longest
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

from entails.cli.output import columns, console, draw, folded, is_room_for, print_line, say
from entails.formats.sudoku.write import draw_markup
from entails.locale.message import (
    GUESSES,
    LADDER,
    LADDER_HARDEST,
    LADDER_LEVEL,
    LADDER_SCORE,
    LADDER_STUCK,
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
    Language,
    Message,
)
from entails.models.rating import BANDS
from entails.solvers.sudoku.steps.words import technique_name

if TYPE_CHECKING:
    from entails.cli.run import QueryRun
    from entails.models.rating import PrintedFigure, SudokuStudyReport
    from entails.models.sudoku.grid import Grid
    from entails.queries.sudoku.steps import SudokuStepsReport
    from entails.solvers.sudoku.difficulty.model import Rating
    from entails.solvers.sudoku.orders import GeneratedGrid
    from entails.solvers.sudoku.steps.ladder import LadderScore
    from entails.solvers.sudoku.steps.path import Path, StepHint
    from entails.solvers.sudoku.steps.position import Step
    from entails.studies.sudoku.calibrate import Calibration

WRITTEN = {"generate.sheet": ("sheet: {files}; solutions on the last pages", "green")}

_NO_DIFFICULTY = {
    "one": "",
    "several": "several solutions: no difficulty",
    "none": "no solution: no difficulty",
    "unknown": "undecided whether the solution is unique",
}
_BAND_COLOURS = dict(zip(BANDS, ("green", "cyan", "yellow", "magenta", "red"), strict=True))
_COLOURS = {"solved": "green", "stuck": "yellow", "several": "yellow", "contradiction": "red"}
_HEADING = "difficulty  relative  band        ER    depth  hardest step"
_WIDTH = 68
"""Width of the table of ratings without the puzzle."""


_NOT_NEEDED = Message(
    "the solving path by the ladder {ladder} does not use {technique}",
    "le chemin de résolution selon l'échelle {ladder} n'utilise pas : {technique}",
)
_PRACTISE = Message(
    "{count} steps before; now find: {technique}", "{count} étapes avant ; à trouver maintenant : {technique}"
)


def rate(run: "QueryRun") -> None:
    if not run.is_one:
        say(_table_heading(), "bold")
    bands: Counter[str] = Counter()
    for number, result in enumerate(run, 1):
        rating = result.value
        bands[rating.band or "not rated"] += 1
        if run.is_one:
            _show_rating(rating, run.puzzle_type.markup(result.puzzle, None))
        else:
            print_line(_table_row(rating, run.puzzle_type.format(result.puzzle) if _has_room() else str(number)))
    if not run.is_one:
        counts = ", ".join(f"{bands[name]:,} {name}" for name in (*BANDS, "not rated") if bands[name])
        say(f"{bands.total():,} {'grid' if bands.total() == 1 else 'grids'}: {counts or 'none'}", "bold")


def _has_room() -> bool:
    """Return whether a table row fits on the terminal with its puzzle of 81 characters. A file has no limit."""
    return not sys.stdout.isatty() or get_terminal_size().columns >= _WIDTH + 2 + 81


def _table_heading() -> str:
    return f"{_HEADING:{_WIDTH}}  {'puzzle' if _has_room() else ''}".rstrip()


def _table_row(rating: "Rating", puzzle: str) -> str:
    """Return the row of one grid in the table of ratings."""
    text = _NO_DIFFICULTY[rating.solutions]
    if rating.solutions == "one" and rating.difficulty is None:
        text = f"{'':10}  {'':8}  {rating.band or '':10}  {'':>4}  {_depth(rating):>5}  {rating.hardest or 'none'}"
    elif rating.solutions == "one":
        text = (
            f"{rating.difficulty:10.2f}  {rating.difficulty_relative:8.2f}  {rating.band:10}  {_er(rating):>4}  "
            f"{_depth(rating):>5}  {rating.hardest or 'none'}"
        )
    return f"{text:{_WIDTH}}  {puzzle}".rstrip()


def _depth(rating: "Rating") -> str:
    return f"≥ {rating.depth_at_least}" if rating.exact_depth is None else str(rating.exact_depth)


def _er(rating: "Rating") -> str:
    """Return the ER as text: "> 9" if nested chains were not searched or exceeded their limit."""
    return "> 9" if rating.er is None else f"{rating.er:.1f}"


def _show_rating(rating: "Rating", drawn: str) -> None:
    from entails.solvers.sudoku.steps.technique import technique

    draw(drawn)
    if rating.solutions == "one" and rating.difficulty is None:
        if rating.band is not None:
            say(rating.band, f"bold {_BAND_COLOURS[rating.band]}")
            hardest = technique(rating.hardest).name if rating.hardest else "no step"
            columns([("hardest step", hardest), ("exact depth", _depth(rating))])
        else:
            say("no technique solves it", "yellow")
            columns([("exact depth", _depth(rating))])
        say("only classic 9x9 grids have a difficulty and an ER", "dim")
    elif rating.solutions == "one":
        say(f"{rating.band}", f"bold {_BAND_COLOURS[rating.band or 'easy']}")
        rows = [
            ("difficulty", f"{rating.difficulty:.2f}", "by the time people take; 1 is about average"),
            ("relative", f"{rating.difficulty_relative:.2f}", "by time and by how many people give up"),
            ("ER", _er(rating), "rating of Sudoku Explainer 1.2.1"),
            ("exact depth", _depth(rating), "necessary nesting of disjunctions"),
        ]
        if "chaos_eta" in rating.criteria:
            bound = "≥ " if rating.criteria["chaos_bound"] else ""
            eta = f"{bound}{rating.criteria['chaos_eta']:.2f}"
            rows.append(("chaos", eta, "eta: easy up to 1, medium 2, hard 3, ultra-hard above"))
        columns(rows, right=1)
    else:
        say(_NO_DIFFICULTY[rating.solutions], "yellow")
    say("")
    number = int(rating.criteria["steps"])
    _say_folded(f"{number} step{'s' * (number != 1)}: {_used_techniques(rating) or 'no technique applies'}")
    if rating.ladder is not None:
        _say_folded(_ladder_text(rating.ladder, "en"))
    say("")
    _show_criteria(rating.criteria)


def _ladder_text(score: "LadderScore", language: Language) -> str:
    """Return one line with the score of the solving steps by a ladder."""
    parts = [] if score.hardest is None else [LADDER_HARDEST(name=technique_name(score.hardest, language))]
    if score.score is not None:
        parts.append(LADDER_SCORE(score=_number(score.score)))
    if score.level is not None:
        parts.append(LADDER_LEVEL(level=score.level))
    if score.status != "solved":
        parts.append(LADDER_STUCK())
    return LADDER(name=score.ladder, parts=", ".join(part.say(language) for part in parts)).say(language)


def techniques(run: "QueryRun") -> None:
    """Print the techniques of a ladder with their costs, then an example of each."""
    for result in run:
        report = result.report
        say(report.ladder, "bold")
        _say_folded(report.about)
        if report.source:
            _say_folded(f"Source: {report.source}", "dim")
        for technique in report.techniques:
            level = "" if technique.level is None else f", {technique.level}"
            cost = "" if technique.cost is None else f", {_number(technique.cost)}"
            name = "" if technique.name == technique.technique else f" ({technique.name})"
            print_line(f"{technique.technique}{name}{level}{cost}")
            if technique.example is not None:
                print_line(f"  {technique.example}")


def _used_techniques(rating: "Rating") -> str:
    """Return the uses of each technique as text; singles count filled cells, other techniques count rounds."""
    from entails.solvers.sudoku.difficulty.criteria import uses_of
    from entails.solvers.sudoku.steps.technique import TECHNIQUES, technique, without_direction

    names = dict.fromkeys(without_direction(each.id) for each in TECHNIQUES)
    if uses_of("disjunction") in rating.criteria:
        del names["aic"]  # counted as a disjunction already
    uses = {technique(name).name: int(rating.criteria.get(uses_of(name), 0)) for name in names}
    return ", ".join(f"{count} × {name}" for name, count in uses.items() if count)


def _show_criteria(criteria: dict[str, float]) -> None:
    """Print the criteria of a rating other than techniques, in two columns if they fit."""
    shown = [(name, _number(value)) for name, value in criteria.items() if not name.startswith(("uses_", "first_"))]
    wide = max(len(name) for name, _ in shown)
    half = -(-len(shown) // 2) if is_room_for(2 * wide + 22) else len(shown)
    for left, right in zip_longest(shown[:half], shown[half:], fillvalue=("", "")):
        print_line("    ".join(f"{name:{wide}}  {value:>7}" for name, value in (left, right)).rstrip())


def _number(value: float) -> str:
    """Return a count as a whole number, any other number with three digits."""
    return f"{value:,.0f}" if value.is_integer() else f"{value:,.3g}"


def steps(run: "QueryRun") -> None:
    language = run.options.language
    for result in run:
        grid, path, taken = result.puzzle, result.value.path, result.value.steps
        if not run.is_one:
            text = _summary(taken, language) or NO_STEP.wording(language)
            if path is not None:
                text = f"{_ending(path, result.report, language)}; {_hardest(path, language)}"
            print_line("\n  ".join(folded(f"{run.puzzle_type.format(grid)}  {text}", 2)))
        elif path is None:
            _say_steps(taken, repeat(grid) if run.options.draw else None, run.options)
            _say_available(taken, result.report, language)
        else:
            _say_steps(taken, _moments(path) if run.options.draw else None, run.options)
            draw(draw_markup(path.final, path.puzzle))
            if taken:
                _say_folded(_summary(taken, language), "dim")
            say(_ending(path, result.report, language), _COLOURS[path.status])
            if result.value.score is not None:
                _say_folded(_ladder_text(result.value.score, language))


def _moments(path: "Path") -> "Iterator[Grid]":
    from entails.solvers.sudoku.steps.path import moments

    return moments(path.puzzle, path.steps)


def _say_available(available: Sequence["Step"], report: "SudokuStepsReport", language: Language) -> None:
    if available:
        message = (ONE_NOW if len(available) == 1 else NOW)(count=len(available), what=_summary(available, language))
        _say_folded(message.say(language), "bold")
    else:
        say(NONE_NOW[report.status](why=report.reason or "").say(language), _COLOURS[report.status])


def _say_steps(taken: Sequence["Step"], grids: "Iterator[Grid] | None", options: Any) -> None:
    """Print a sentence per step, with the technique if the sentence does not name it.

    With `grids`, draw each step on its grid and print its chain in players' notation.
    """
    width, language = len(str(len(taken))) + 2, options.language
    for number, step in enumerate(taken, 1):
        name, sentence = technique_name(step.technique, language), step.say(language)
        behind = "" if name in sentence else f" ({name})"
        lines = folded(_shortened(sentence, language) + behind, width)
        print_line(f"{number:{width - 2}}  " + f"\n{'':{width}}".join(lines))
        for link in step.links(language) if options.links else ():
            print_line(f"{'':{width}}" + f"\n{'':{width + 2}}".join(folded(f"- {link}", width + 2)))
        if grids is not None:
            _draw_step(next(grids), step)


def _draw_step(grid: "Grid", step: "Step") -> None:
    from entails.solvers.sudoku.steps.picture import sketch

    draw(sketch(grid, step))
    if chain := step.diagram.chain:
        _say_folded(chain)


_LONG_RUN = re.compile(r"(?:r\d+c\d+[=≠]\d+, ){7,}r\d+c\d+[=≠]\d+")


def _shortened(sentence: str, language: Language) -> str:
    """Return a list of facts as text, shortened in the middle if it is long. JSON has all of them."""

    def brief(run: re.Match[str]) -> str:
        facts = run[0].split(", ")
        return ", ".join([*facts[:3], f"… ({MORE(count=len(facts) - 5).say(language)}) …", *facts[-2:]])

    return _LONG_RUN.sub(brief, sentence)


def _say_folded(text: str, colour: str = "") -> None:
    say("\n".join(folded(text, 0)), colour)


def _summary(taken: Sequence["Step"], language: Language = "en") -> str:
    """Return the techniques with their counts, easiest first: "3 × naked single, 1 × X-wing"."""
    from entails.solvers.sudoku.steps.technique import DEFAULT

    counts = Counter(step.technique for step in taken)
    names = dict.fromkeys((*DEFAULT, *counts))
    return ", ".join(f"{counts[name]} × {technique_name(name, language)}" for name in names if name in counts)


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


def hint(run: "QueryRun") -> None:
    for result in run:
        text = _shortened(result.value.sentence, run.options.language)
        if not run.is_one:
            print_line(f"{run.puzzle_type.format(result.puzzle)}  {text}")
            continue
        _draw_hint(result.puzzle, result.value)
        _say_folded(text)
        for link in result.report.explanation:
            _say_folded(f"- {link}")


def _draw_hint(grid: "Grid", shown: "StepHint") -> None:
    """Draw the region to look at, or the step itself, depending on the strength of the hint."""
    from entails.solvers.sudoku.steps.path import region
    from entails.solvers.sudoku.steps.picture import look_at

    if shown.step is None:
        draw(draw_markup(grid))
    elif shown.strength == "step":
        _draw_step(grid, shown.step)
    else:
        draw(look_at(grid, region(shown.step).cells))


def practice(run: "QueryRun") -> None:
    from entails.formats.sudoku.write import write_marks

    for result in run:
        shown, language = result.value, run.options.language
        name = technique_name(shown.technique, language)
        if shown.step is None:
            text = _NOT_NEEDED(technique=name, ladder=shown.ladder).say(language)
            print_line(text if run.is_one else f"{run.puzzle_type.format(result.puzzle)}  {text}")
        elif run.is_one:
            print_line(write_marks(shown.grid))
            say(_PRACTISE(technique=name, count=shown.taken).say(language), "bold")
            print_line(result.report.position)
            print_line(result.report.link)
        else:
            print_line(result.report.position)


def canonical(run: "QueryRun") -> None:
    """Print each canonical form on a line; with --duplicates, also the number of the earlier equal grid."""
    grids, same = 0, 0
    for result in run:
        report = result.report
        grids, same = grids + 1, same + (report.same_as is not None)
        behind = "" if report.same_as is None else f"  same as grid {report.same_as}"
        print_line(f"{report.canonical}{behind}")
    if run.options.duplicates and not run.is_one:
        say(f"{grids:,} grids, {grids - same:,} different", "bold")


def isomorphic(run: "QueryRun") -> None:
    for result in run:
        report = result.report
        if report.isomorphic:
            say("the same puzzle", "green")
        else:
            say("different puzzles", "yellow")
        columns([("canonical", report.canonical), ("other", report.other_canonical)])


def generate(run: "QueryRun") -> None:
    many, rated = run.options.n > 1, run.options.size == 9 and not run.options.unrated
    for result in run:
        if run.options.practice:
            _show_practice(result.report.position, many)
            continue
        if many and rated and result.number == 1:  # only once the first grid exists
            say(_table_heading(), "bold")
        if many:
            _show_line(result.value)
        else:
            _show_generated(result.value)


def _show_practice(line: str, many: bool) -> None:
    """Print a practice position, given as a line of a technique library; of many, only the line."""
    from entails.formats.sudoku.links import write_sudokupad
    from entails.formats.sudoku.read import parse_grid
    from entails.formats.sudoku.write import write_marks

    if many:
        print_line(line)
        return
    grid, name = parse_grid(line), line.split(":")[1]
    print_line(write_marks(grid))
    say(f"now find: {technique_name(name, 'en')}", "bold")
    print_line(line)
    print_line(write_sudokupad(grid))


def _show_generated(generated: "GeneratedGrid") -> None:
    from entails.queries.sudoku.generate import puzzle_text
    from entails.solvers.sudoku.steps.technique import technique

    draw(draw_markup(generated.puzzle))
    clues = f"{len(generated.puzzle.givens())} clues, one solution"
    rating = generated.rating
    if rating is None:
        say(clues)
    else:
        assert rating.band is not None
        hardest = technique(rating.hardest).name if rating.hardest else "no step"
        measured = "" if rating.difficulty is None else f": difficulty {rating.difficulty:.2f}, ER {_er(rating)}"
        say(f"{rating.band}{measured}", _BAND_COLOURS[rating.band])
        say(f"{clues}; hardest step: {hardest}")
        if rating.ladder is not None:
            _say_folded(_ladder_text(rating.ladder, "en"))
    print_line(puzzle_text(generated.puzzle))


def _show_line(generated: "GeneratedGrid") -> None:
    from entails.queries.sudoku.generate import puzzle_text

    text = puzzle_text(generated.puzzle)
    if generated.rating is None:
        print_line(text)
        return
    print_line(_table_row(generated.rating, text if _has_room() else ""))
    if not _has_room():
        print_line(text)


def quine_fit(run: "QueryRun") -> None:
    from rich.table import Table

    for _ in run:
        pass
    assert run.last is not None
    report: Any = run.last.value
    ratings = report.ratings
    title = f"{len(ratings.grids)} grids of {ratings.source}, target {ratings.target}"
    table = Table(box=None, pad_edge=False, title=title)
    for heading in report.header:
        table.add_column(heading, justify="left" if heading == "heuristic" else "right")
    for row in report.rows():
        table.add_row(*row)
    console().print(table)


def calibrate(run: "QueryRun") -> None:
    for result in run:
        calibration: Calibration = result.value
        model, rated, figure = calibration.model, calibration.rated, calibration.figure
        weighted = ", weighted by players" if rated.is_weighted else ""
        say(f"{len(rated.grids):,} grids of {rated.file.file}, target {rated.target}{weighted}", "bold")
        say(f"method {model.method}, transform {model.transform}, intercept {model.intercept:g}")
        say("")
        _show_weights(calibration)
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
        _show_agreement(calibration)
        say("")
        _show_correlations(calibration)


def _show_weights(calibration: "Calibration") -> None:
    """Print the fitted weights: those of techniques with their uses, then those of other criteria."""
    from entails.solvers.sudoku.steps.technique import technique

    if calibration.coefficients:
        say(f"{'technique':33} {'weight':>9} {'first use':>9} {'uses':>7} {'grids':>6}", "bold")
    for row in calibration.coefficients:
        first = "" if row.first_use is None else f"{row.first_use:.4g}"
        name = technique(row.technique).name
        print_line(f"{name:33} {row.weight:9.4g} {first:>9} {row.uses:7,} {row.grids:6,}")
    others = [name for name in calibration.model.weights if not name.startswith(("uses_", "first_"))]
    if others:
        say(f"{'criterion':33} {'weight':>9}", "bold")
    for name in others:
        print_line(f"{name:33} {calibration.model.weights[name]:9.4g}")


def _show_agreement(calibration: "Calibration") -> None:
    say(f"{'':33} {'in sample':>18} {'cross-validated':>19}", "bold")
    say(f"{'criterion alone':33} {'Pearson':>9} {'Spearman':>8} {'Pearson':>10} {'Spearman':>8}", "bold")
    for row in calibration.scores:
        if not row.name.startswith(("uses_", "first_")):
            print_line(
                f"{row.name:33} {row.pearson:9.3f} {row.spearman:8.3f} "
                f"{row.cross_validated_pearson:10.3f} {row.cross_validated:8.3f}"
            )


def _show_correlations(calibration: "Calibration") -> None:
    """Print the lower triangle of the table of correlations, without the diagonal."""
    say("correlations between criteria", "bold")
    say(" " * 17 + " ".join(f"{number:4}" for number in range(1, len(calibration.compared))), "dim")
    for number, (name, row) in enumerate(zip(calibration.compared, calibration.correlations.tolist(), strict=True), 1):
        text = " ".join(f"{value:4.2f}".replace("0.", ".", 1).rjust(4) for value in row[: number - 1])
        print_line(f"{number:2} {name:13} {text}".rstrip())


_SHOWN_GRIDS = 10


def study(run: "QueryRun") -> None:
    """Print a table for each section of the study, and a table of the grids."""
    for result in run:
        report = result.report
        source = "no ratings"
        if report.ratings is not None:
            belongs = "other data than the study's" if report.base is None else f"data base {report.base} of the study"
            source = f"{report.rated:,} rated grids of {report.ratings}, target {report.target} ({belongs})"
        say(f"{report.authors} run again: {source}", "bold")
        for section in dict.fromkeys(figure.section for figure in report.figures):
            say("")
            say(section, "bold")
            rows = [_figure_cells(figure) for figure in report.figures if figure.section == section]
            columns([("", "printed", "ours", "95 % interval", "outcome", "remark"), *rows])
        say("")
        _show_studied_grids(report)
        if report.out_of_time:
            say("the time limit was reached (--seconds)", "yellow")


def _figure_cells(figure: "PrintedFigure") -> tuple[str, ...]:
    interval = "" if figure.low is None or figure.high is None else f"{figure.low:.3g} to {figure.high:.3g}"
    return (figure.name, _cell(figure.printed), _cell(figure.ours), interval, figure.outcome, figure.why)


def _cell(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}"


def _show_studied_grids(report: "SudokuStudyReport") -> None:
    """Print the technique counts and the scores of the first grids of the study."""
    names = list(report.grids[0].techniques)
    say("grids: uses of the techniques, and difficulty by each model", "bold")
    say("\n".join(folded(", ".join(f"{number} {name}" for number, name in enumerate(names, 1)), 0)), "dim")
    models = ("printed", "first use", "our fit", "first use", "difficulty")
    rows = [("", *map(str, range(1, len(names) + 1)), *models)]
    for number, grid in enumerate(report.grids[:_SHOWN_GRIDS], 1):
        scores = (grid.printed, grid.printed_first_use, grid.fitted, grid.fitted_first_use, grid.difficulty)
        rows.append((str(number), *map(str, grid.techniques.values()), *map(_cell, scores)))
    columns(rows)
    heuristics = list(report.grids[0].disjunctions)
    if heuristics:
        say("grids: modified Quine, depth / disjunctions / eliminations, and printed difficulty", "bold")
        rows = [("", *heuristics)]
        for number, grid in enumerate(report.grids[:_SHOWN_GRIDS], 1):
            runs = [grid.disjunctions.get(name) for name in heuristics]
            rows.append(
                (
                    str(number),
                    *(
                        f"{run.depth} / {run.disjunctions:,} / {run.eliminations:,}: {_cell(run.printed)}"
                        if run
                        else "-"
                        for run in runs
                    ),
                )
            )
        columns(rows)
    if len(report.grids) > _SHOWN_GRIDS:
        say(f"and {len(report.grids) - _SHOWN_GRIDS:,} more grids (--json lists all)", "dim")
