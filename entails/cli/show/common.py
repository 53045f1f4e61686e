"""Printed results of the queries that all puzzles share."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from entails.cli.output import columns, console, print_line, say
from entails.cli.output import draw as picture
from entails.locale.message import (
    ALL_NEEDED,
    AMONG_THESE,
    AND_MORE,
    BECAUSE_RULES,
    CONFLICT_HEADING,
    CONSISTENT,
    CONSTRAINTS_COUNT,
    CROSSED_OUT,
    CUT,
    CUT_SHORT,
    ENOUGH,
    INCONSISTENT,
    INSTEAD,
    JOINED,
    LONGER,
    MAYBE_FEWER,
    MAYBE_MORE,
    MAYBE_SMALLER,
    NO_FEWER,
    NO_SOLUTION,
    NONE_REDUNDANT,
    NOT_UNIQUE,
    NOTHING_TO_EXPLAIN,
    NUMBER_OF_COUNT,
    ONE_CHANGE,
    ONE_CONSTRAINT,
    ONE_LONGER,
    ONE_STEP,
    OR,
    OR_SMALLER,
    PATH,
    REDUNDANT_HEADING,
    REPAIR_COST,
    REPAIRS_HEADING,
    SEVERAL,
    SMALLER_CONFLICT,
    SMALLER_REPAIR,
    SOLVED,
    SOME_NEEDED,
    STEPS,
    STOPPED,
    THE_RULES,
    UNDECIDED,
    Language,
    facts_listed,
    listed,
    series,
)
from entails.models.errors import quantity

if TYPE_CHECKING:
    from entails.cli.run import QueryRun
    from entails.locale.message import Message
    from entails.puzzles.base import Puzzle
    from entails.queries.check import CheckReport
    from entails.queries.count import ForcedReport
    from entails.queries.explain import ExplainReport, MinimalReport
    from entails.queries.quine import QuineReport
    from entails.queries.solve import SolveReport
    from entails.queries.steps import ReasonReport
    from entails.solvers.quine.run import QuineResult

__all__ = ["hint", "minimal", "rate", "steps"]

_FEW_RULES = 3
_ENDS = {
    "solved": (SOLVED, "green"),
    "several": (SEVERAL, "yellow"),
    "contradiction": (NO_SOLUTION, "red"),
}


def _ending(report: Any, language: Language) -> tuple[str, str]:
    """Return a sentence about how the solving steps ended, and its colour."""
    template, colour = _ENDS.get(report.status, (STOPPED, "yellow"))
    return template(reason=report.reason or "").say(language), colour


def steps(run: "QueryRun") -> None:
    language = run.options.language
    for result in run:
        report, path = result.report, result.value.path
        ending, colour = _ending(report, language)
        many = (ONE_STEP if len(report.steps) == 1 else STEPS)(count=len(report.steps))
        largest = (ONE_CONSTRAINT if report.largest == 1 else CONSTRAINTS_COUNT)(count=report.largest)
        if not run.is_one:
            line = result.puzzle_type.format(result.puzzle)
            print_line(f"{line}  {len(report.steps)} steps, largest {report.largest}  {ending}")
            continue
        for wrong in report.wrong:
            say(wrong.sentence, "red")
        for line in _numbered_steps(report.steps, language):
            say(line)
        names = [*result.value.entered, *(name for step in path.steps for name in step.forces)]
        if path.steps and (known := result.puzzle_type.partial_answer(result.puzzle, names)) is not None:
            picture(result.puzzle_type.markup(result.puzzle, known))
        say(PATH(ending=ending, steps=many, statements=largest).say(language), colour)


def _numbered_steps(path: Sequence["ReasonReport"], language: Language) -> Iterator[str]:
    """Yield the steps as numbered sentences; consecutive steps that only cross out values share a line."""
    number = 0
    for crossing, some in groupby(path, key=_only_crosses_out):
        steps_alike = list(some)
        if crossing and len(steps_alike) > 1:
            gone = [name.removeprefix("not ") for step in steps_alike for name in step.forces]
            rules = list(dict.fromkeys(statement.text for step in steps_alike for statement in step.statements))
            first, number = number + 1, number + len(steps_alike)
            facts, because = facts_listed(gone, language), listed(rules, _FEW_RULES, language)
            yield f"{first}-{number}. {CROSSED_OUT(facts=facts, rules=because).say(language)}"
            continue
        for step in steps_alike:
            number += 1
            yield f"{number}. {step.sentence}"


def _only_crosses_out(step: "ReasonReport") -> bool:
    return len(step.statements) == 1 and all(name.startswith("not ") and "=" in name for name in step.forces)


def hint(run: "QueryRun") -> None:
    for result in run:
        report = result.report
        if not run.is_one:
            print_line(f"{result.puzzle_type.format(result.puzzle)}  {report.sentence}")
            continue
        for wrong in report.wrong:
            say(wrong.sentence, "red")
        _picture(result.puzzle_type, result.value)
        sentence = report.sentence
        for wrong in report.wrong:
            sentence = sentence.removeprefix(wrong.sentence).lstrip()
        say(sentence)


def _picture(puzzle_type: Any, hinted: Any) -> None:
    """Draw the puzzle as the player has filled it, with the cells of the hint marked."""
    if hinted.step is None or not puzzle_type.is_drawn or puzzle_type.partial_answer(hinted.puzzle, ()) is None:
        return
    from entails.formats.drawing.text import markup
    from entails.queries.steps import pictured

    picture(markup(pictured(hinted.puzzle, hinted.known, hinted.step.cells)))


def minimal(run: "QueryRun") -> None:
    language = run.options.language
    for result in run:
        report = result.report
        verdict, colour = _about_clues(report, language)
        if not run.is_one:
            print_line(f"{result.puzzle_type.format(result.puzzle)}  {verdict}")
            continue
        if report.unneeded:
            say(REDUNDANT_HEADING.wording(language), "bold")
            for clue in report.unneeded:
                say(f"  • {clue.text}")
        if report.statements and report.unneeded:
            say(f"\n{ENOUGH.wording(language)}", "bold")
            for clue in report.statements:
                say(f"  • {clue.text}")
        say(verdict, colour)


def _about_clues(report: "MinimalReport", language: Language) -> tuple[str, str]:
    if report.solutions != "one":
        why = NOT_UNIQUE.get(report.solutions, STOPPED)
        return why(reason=report.reason or "").say(language), "yellow"
    if report.minimal and not report.unneeded and report.reason is None:
        return ALL_NEEDED(count=report.clues).say(language), "green"
    claim = NO_FEWER if report.smallest else NONE_REDUNDANT if report.minimal else MAYBE_FEWER
    cut = "" if report.reason is None else CUT_SHORT(reason=report.reason).say(language)
    sentence = SOME_NEEDED(kept=len(report.statements), count=report.clues, claim=claim(), cut=cut)
    return sentence.say(language), "green"


def rate(run: "QueryRun") -> None:
    for result in run:
        report = result.report
        effort = "no difficulty" if report.effort is None else f"effort {report.effort}"
        ending, _ = _ending(report, "en")
        if not run.is_one:
            print_line(f"{result.puzzle_type.format(result.puzzle)}  {effort}  {ending}")
            continue
        say(f"{effort} ({ending})", "bold")
        for name, value in report.criteria.items():
            print_line(f"  {name.replace('_', ' ')}: {'unknown' if value is None else f'{value:g}'}")


_FEW_CHANGES = 4
"""Number of alternative values shown; --json has them all."""
_MOST_ROWS = 12
"""Number of depths shown; --json has them all."""
_DECODED = {
    "satisfied": ("solved", "green"),
    "unsatisfiable": ("no solution", "red"),
    "undecided": ("undecided", "yellow"),
}


def check(run: "QueryRun") -> None:
    for result in run:
        verdict, colour = _consistency(result.report)
        sentence = verdict.wording(run.options.language)
        if not run.is_one:
            print_line(f"{result.puzzle_type.format(result.puzzle)}  {sentence}")
            continue
        picture(result.puzzle_type.markup(result.puzzle, None))
        say(sentence, colour)
        show_explanation(result.report, run.options.language, result.puzzle_type)


def _consistency(report: "CheckReport") -> "tuple[Message, str]":
    """Return the verdict of `check` and its colour."""
    if report.consistent is None:
        return UNDECIDED, "yellow"
    if not report.consistent:
        return INCONSISTENT, "red"
    return CONSISTENT[report.unique], "green" if report.unique else "yellow"


def explain(run: "QueryRun") -> None:
    language = run.options.language
    for number, result in enumerate(run):
        report = result.report
        if not run.is_one:
            line = result.puzzle_type.format(result.puzzle)
            print_line(f"\n{line}" if number else line)
        if report.consistent is None:
            say(STOPPED(reason=report.reason).say(language), "yellow")
        elif report.consistent:
            say(NOTHING_TO_EXPLAIN.wording(language), "green")
        else:
            say(NO_SOLUTION.wording(language), "red")
        show_explanation(report, language, result.puzzle_type)


def show_explanation(report: "ExplainReport", language: "Language", puzzle_type: "Puzzle[Any, Any]") -> None:
    """Print conflicts and repairs as sentences."""
    count = len(report.texts)
    for number, (texts, rules) in enumerate(zip(report.texts, report.rules, strict=True), 1):
        heading = CONFLICT_HEADING if report.minimal else AMONG_THESE
        which = NUMBER_OF_COUNT(number=number, count=count).say(language) if count > 1 else ""
        say(f"\n{heading(which=which).say(language)}", "bold")
        for text in texts or [THE_RULES.wording(language)]:
            say(f"  • {text}")
        if rules:
            rest = len(rules) - _FEW_RULES
            more = AND_MORE(number=rest).say(language) if rest > 0 else ""
            say(BECAUSE_RULES(rules=f"{', '.join(rules[:_FEW_RULES])}{more}").say(language))
    if report.longer:
        others = ONE_LONGER if report.longer == 1 else LONGER
        say(f"\n{others(count=report.longer).say(language)}", "dim")
    if report.mends:
        say(f"\n{ONE_CHANGE.wording(language)}", "bold")
        for change in report.mends:
            say(f"  • {change}")
    if report.repair_texts:
        _show_repairs(report, language, puzzle_type)
    if report.consistent is False and not report.complete:
        cut = MAYBE_MORE if report.reason == "maximum" else CUT
        say(f"\n({cut(reason=report.reason or '').say(language)}{_not_proven(report, language)})", "dim")


def _show_repairs(report: "ExplainReport", language: "Language", puzzle_type: "Puzzle[Any, Any]") -> None:
    """Print the repairs, with their costs if constraints have weights."""
    say(f"\n{REPAIRS_HEADING.wording(language)}", "bold")
    weighed = any(cost != len(texts) for cost, texts in zip(report.costs, report.repair_texts, strict=True))
    for texts, changes, cost in zip(report.repair_texts, report.changes, report.costs, strict=True):
        others = series(map(puzzle_type.fact_sentence, changes[:_FEW_CHANGES]), OR)
        instead = INSTEAD(others=others).say(language) if changes else ""
        weight = REPAIR_COST(cost=cost).say(language) if weighed else ""
        say(f"  • {JOINED.wording(language).join(texts)}{instead}{weight}")


def _not_proven(report: "ExplainReport", language: "Language") -> str:
    """Return a remark that conflicts or repairs are not proven smallest."""
    open_ = [
        smaller.wording(language)
        for smaller, known, sets in (
            (SMALLER_CONFLICT, report.smallest, report.conflicts),
            (SMALLER_REPAIR, report.smallest_repair, report.repairs),
        )
        if sets and not known
    ]
    if not open_ or not report.minimal:
        return ""
    return MAYBE_SMALLER(what=OR_SMALLER.wording(language).join(open_)).say(language)


def solve(run: "QueryRun") -> None:
    if run.options.format == "line":
        for lines in run.lines("solutions"):
            print_line(lines)
        return
    for result in run:
        report, answers = result.report, result.value
        if not run.is_one:
            solutions = report.solutions or filter(None, [report.solution])
            print_line("  ".join([*solutions, solved(run, report)[0]]))
            continue
        for number, answer in enumerate(answers, 1):
            if len(answers) > 1 and run.puzzle_type.one_line:
                say(f"solution {number}", "dim")
            picture(result.puzzle_type.markup(result.puzzle, answer))
        say(*solved(run, report))
        if report.statistics is not None:
            statistics = report.statistics.model_dump(exclude_none=True)
            columns(
                [
                    (name.replace("_", " "), f"{value:,}" if isinstance(value, int) else str(value))
                    for name, value in statistics.items()
                ]
            )


def solved(run: "QueryRun", report: "SolveReport") -> tuple[str, str]:
    """Return the verdict of `solve` in words, and its colour."""
    if report.objective is not None:
        drawn = run.is_one and run.puzzle_type.objective == "always"  # the drawing shows the objective
        objective = "" if drawn else f", objective {report.objective:.15g}"
        if report.complete:
            return f"optimal{objective}", "green"
        bound = "" if drawn or report.bound is None else f" (bound {report.bound:.15g})"
        return f"best within the time limit{objective}{bound}", "yellow"
    if report.status == "undecided":
        return f"undecided: stopped by the limit on {report.reason}", "yellow"
    if report.status == "unsatisfiable":
        return "no solution" + (f" (see entails {run.subject} explain)" if run.is_one else ""), "red"
    if report.unique:
        return "unique solution", "green"
    if report.unique is None:
        return f"uniqueness undecided: stopped by the limit on {report.reason}", "yellow"
    if report.solutions is None or len(report.solutions) < 2:
        return "solution not unique", "yellow"
    more = "perhaps more" if report.reason not in (None, "maximum") else "there are more"
    return f"{len(report.solutions)} solutions; {'no others' if report.complete else more}", "yellow"


def count(run: "QueryRun") -> None:
    for result in run:
        report = result.report
        number = str(report.count) if report.exact else f"at least {report.count}"
        if report.projected is not None:
            number += f" (over the {report.projected} variables shown in the file)"
        if report.reason not in (None, "maximum"):
            number += f" (stopped by the limit on {report.reason})"
        say(number if run.is_one else f"{result.puzzle_type.format(result.puzzle)}  {number}")


def forced(run: "QueryRun") -> None:
    for result in run:
        report, puzzle_type = result.report, result.puzzle_type
        words, colour = _about_forced(report)
        shared = _shared(puzzle_type, result.puzzle, report.forced) if puzzle_type.one_line and report.forced else None
        if not run.is_one:
            line = [] if shared is None else [puzzle_type.format_answer(shared)]
            print_line("  ".join([puzzle_type.format(result.puzzle), *line, words]))
            continue
        if shared is not None:
            picture(puzzle_type.markup(result.puzzle, shared))
        elif report.forced:
            print_line(" ".join(report.forced))
        for name in report.forced if puzzle_type.facts_are_sentences else ():
            say(f"  • {name}")
        for name, (low, high) in report.bounds.items():
            print_line(f"{low} <= {name} <= {high}")
        say(words, colour)


def _shared(puzzle_type: Any, puzzle: Any, names: Sequence[str]) -> Any:
    """Return the part that all solutions have in common, as a partial solution."""
    shared = puzzle_type.partial_answer(puzzle, names)
    return (
        puzzle_type.decode_atoms(puzzle, [name for name in names if not name.startswith("not ")])
        if shared is None
        else shared
    )


def _about_forced(report: "ForcedReport") -> tuple[str, str]:
    """Return the verdict of `forced` in words, and its colour."""
    if report.consistent is None:
        return f"undecided: stopped by the limit on {report.reason}", "yellow"
    if not report.consistent:
        return "no solution, so no fact is forced", "red"
    facts = len(report.forced)
    words = "no fact is" if not facts else "1 fact is" if facts == 1 else f"{facts:,} facts are"
    if report.complete:
        return f"{words} true in every solution", "green"
    return f"{words} true in every solution, perhaps more: stopped by the limit on {report.reason}", "yellow"


def quine(run: "QueryRun") -> None:
    out = console()
    for result in run:
        if not run.is_one:
            _quine_line(out, result.report, result.puzzle_type.format(result.puzzle))
            continue
        _quine_table(out, result.report)
        if run.options.tell is not None:
            _show_tree(out, result.value.result, run.options.tell)


def _quine_table(out: Any, report: "QuineReport") -> None:
    several = {True: "; not unique", False: "; unique", None: ""}[report.several]
    words = {
        "satisfied": f"solved{several}",
        "unsatisfiable": "no solution: every case leads to a contradiction",
        "undecided": f"undecided: stopped by the limit on {report.reason}; {report.known or 'no bound known'}",
    }
    out.print(words[report.status])
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("depth", "disjunctions", "eliminations", "true", "false"):
        table.add_column(heading, justify="right")
    disjunctions = (*report.disjunctions, 0)
    rows = zip(disjunctions, report.eliminations, report.true_eliminations, report.false_eliminations, strict=False)
    numbered = list(enumerate(rows))
    for level, numbers in numbered[:_MOST_ROWS]:
        table.add_row(str(level), *(f"{number:,}" for number in numbers))
    if len(numbered) > _MOST_ROWS:
        table.add_row(f"to {len(numbered) - 1}", *("…" for _ in range(4)))
    out.print(table)
    out.print(f"depth of the tree {report.depth} (heuristic {report.heuristic}), work {report.work:,}")
    if report.exact_depth_requested:
        out.print(f"exact depth {_exact_words(report)}")


def _exact_words(report: "QuineReport") -> str:
    return str(report.exact_depth) if report.exact_depth is not None else f"at least {report.exact_depth_at_least}"


def _quine_line(out: Any, report: "QuineReport", puzzle: str) -> None:
    exact = f"  exact {_exact_words(report)}" if report.exact_depth_requested else ""
    disjunctions = sum(report.disjunctions)
    counted = "1 disjunction" if disjunctions == 1 else f"{disjunctions:,} disjunctions"
    out.print(f"{puzzle}  {report.status}  depth {report.depth}{exact}  {counted}", markup=False)


def _show_tree(out: Any, result: "QuineResult", unfold: int) -> None:
    from entails.solvers.quine.draw import sentences

    assert result.tree is not None
    out.print()
    for line in sentences(result.tree, unfold):
        out.print(line, markup=False)


def draw(run: "QueryRun") -> None:
    from entails.formats.drawing.text import markup

    for number, result in enumerate(run):
        if number:
            print_line("")
        picture(markup(result.value.drawing))
        if result.report.solved is False:
            say("no solution", "red")
        elif run.options.solved and result.report.solved is None:
            say("undecided", "yellow")


def decode(run: "QueryRun") -> None:
    for result in run:
        decoded = result.value
        picture(run.puzzle_type.markup(decoded.puzzle, decoded.solution))
        say(*_DECODED[result.report.status])


decode_model = decode


def constraints(run: "QueryRun") -> None:
    """Print variables with domains, then rules and clues with their formulas."""
    from entails.formats.statement import by_sentence

    for result in run:
        report = result.report
        say(f"{sum(row.count for row in report.variables):,} variables", "bold")
        for row in report.variables:
            say(f"  {row.names}: {row.domain}")
        for heading, soft in (("rules", False), ("clues", True)):
            rows = [row for row in report.constraints if row.soft == soft]
            if rows:
                say(f"{len(rows):,} {heading}", "bold")
            for sentence, formulas in by_sentence(rows):
                say(f"  {sentence}")
                for formula in formulas:
                    say(f"      {formula}", "dim")
        if report.objective is not None:
            say("objective", "bold")
            say(f"  {report.objective}")
        counts = ", ".join(f"{count:,} {name}" for name, count in report.types.items())
        say(f"{quantity(len(report.constraints), 'constraint')}: {counts}")
