"""The questions that all puzzles share, for people.

Steps, hints and clues of any puzzle, for people.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from entails.cli.output import columns, console, print_line, say
from entails.cli.output import draw as picture
from entails.locale.common import (
    ALL_NEEDED,
    AMONG_THESE,
    AND_MORE,
    CANNOT_ALL,
    CONSISTENT,
    COULD_GO,
    CROSSED_OUT,
    CUT,
    CUT_SHORT,
    ENOUGH,
    GIVE_UP,
    INCONSISTENT,
    INSTEAD,
    JOINED,
    LONGER,
    MAYBE_FEWER,
    MAYBE_MORE,
    MAYBE_SMALLER,
    NO_FEWER,
    NO_SOLUTION,
    NONE_CAN_GO,
    NOTHING_TO_EXPLAIN,
    ONE_CHANGE,
    ONE_LONGER,
    ONE_STATEMENT,
    ONE_STEP,
    ONLY_ONE_HAS,
    OR_A_SMALLER,
    PATH,
    SEVERAL,
    SINCE,
    SMALLER_CONFLICT,
    SMALLER_REPAIR,
    SOLVED,
    SOME_NEEDED,
    STATEMENTS,
    STEPS,
    STOPPED,
    THE_RULES,
    UNDECIDED,
    WEIGHS,
    WHICH,
)
from entails.locale.message import OR, Language, fact_sentence, facts_listed, listed, series

if TYPE_CHECKING:
    from entails.cli.run import QueryRun
    from entails.locale.message import Message
    from entails.queries.check import CheckReport
    from entails.queries.explain import ExplainReport
    from entails.queries.forced import ForcedReport
    from entails.queries.minimal import MinimalReport
    from entails.queries.quine import QuineReport
    from entails.queries.solve import SolveReport
    from entails.queries.steps_common import ReasonReport
    from entails.solvers.quine.run import QuineResult

__all__ = ["hint", "minimal", "rate", "steps"]

_FEW_RULES = 3
_ENDS = {
    "solved": (SOLVED, "green"),
    "several": (SEVERAL, "yellow"),
    "contradiction": (NO_SOLUTION, "red"),
}


def _ending(report: Any, language: Language) -> tuple[str, str]:
    """How it ended, and the colour of that."""
    template, colour = _ENDS.get(report.status, (STOPPED, "yellow"))
    return template(reason=report.reason or "").say(language), colour


def steps(asked: "QueryRun") -> None:
    language = asked.ask.language
    for found in asked:
        report, path = found.report, found.value.path
        ending, colour = _ending(report, language)
        many = (ONE_STEP if len(report.steps) == 1 else STEPS)(count=len(report.steps))
        largest = (ONE_STATEMENT if report.largest == 1 else STATEMENTS)(count=report.largest)
        if not asked.is_one:
            print_line(
                f"{found.kind.format(found.puzzle)}  {len(report.steps)} steps, largest {report.largest}  {ending}"
            )
            continue
        for wrong in report.wrong:
            say(wrong.sentence, "red")
        for line in _told(report.steps, language):
            say(line)
        names = [*found.value.entered, *(name for step in path.steps for name in step.forces)]
        if path.steps and (known := found.kind.partial_answer(found.puzzle, names)) is not None:
            picture(found.kind.markup(found.puzzle, known))
        say(PATH(ending=ending, steps=many, statements=largest).say(language), colour)


def _told(path: Sequence["ReasonReport"], language: Language) -> Iterator[str]:
    """Each step by its sentence; what one statement alone crosses out, one after the other, on one line."""
    number = 0
    for crossing, some in groupby(path, key=_only_crosses_out):
        own = list(some)
        if crossing and len(own) > 1:
            gone = [name.removeprefix("not ") for step in own for name in step.forces]
            rules = list(dict.fromkeys(said.text for step in own for said in step.statements))
            first, number = number + 1, number + len(own)
            facts, because = facts_listed(gone, language), listed(rules, _FEW_RULES, language)
            yield f"{first}-{number}. {CROSSED_OUT(facts=facts, rules=because).say(language)}"
            continue
        for step in own:
            number += 1
            yield f"{number}. {step.sentence}"


def _only_crosses_out(step: "ReasonReport") -> bool:
    return len(step.statements) == 1 and all(name.startswith("not ") and "=" in name for name in step.forces)


def hint(asked: "QueryRun") -> None:
    for found in asked:
        report = found.report
        if not asked.is_one:
            print_line(f"{found.kind.format(found.puzzle)}  {report.sentence}")
            continue
        for wrong in report.wrong:
            say(wrong.sentence, "red")
        _picture(found.kind, found.value)
        told = report.sentence
        for wrong in report.wrong:
            told = told.removeprefix(wrong.sentence).lstrip()
        say(told)


def _picture(kind: Any, hinted: Any) -> None:
    """The board as the player has it, where to look marked."""
    if hinted.step is None or not kind.is_drawn or kind.partial_answer(hinted.puzzle, ()) is None:
        return
    from entails.formats.drawing.text import markup
    from entails.queries.steps_common import pictured

    picture(markup(pictured(hinted.puzzle, hinted.known, hinted.step.cells)))


def minimal(asked: "QueryRun") -> None:
    language = asked.ask.language
    for found in asked:
        report = found.report
        told, colour = _about_clues(report, language)
        if not asked.is_one:
            print_line(f"{found.kind.format(found.puzzle)}  {told}")
            continue
        if report.unneeded:
            say(COULD_GO.wording(language), "bold")
            for clue in report.unneeded:
                say(f"  • {clue.text}")
        if report.statements and report.unneeded:
            say(f"\n{ENOUGH.wording(language)}", "bold")
            for clue in report.statements:
                say(f"  • {clue.text}")
        say(told, colour)


def _about_clues(report: "MinimalReport", language: Language) -> tuple[str, str]:
    if report.solutions != "one":
        why = ONLY_ONE_HAS.get(report.solutions, STOPPED)
        return why(reason=report.reason or "").say(language), "yellow"
    if report.minimal and not report.unneeded and report.reason is None:
        return ALL_NEEDED(count=report.clues).say(language), "green"
    claim = NO_FEWER if report.smallest else NONE_CAN_GO if report.minimal else MAYBE_FEWER
    cut = "" if report.reason is None else CUT_SHORT(reason=report.reason).say(language)
    told = SOME_NEEDED(kept=len(report.statements), count=report.clues, claim=claim(), cut=cut)
    return told.say(language), "green"


def rate(asked: "QueryRun") -> None:
    for found in asked:
        report = found.report
        effort = "no difficulty" if report.effort is None else f"effort {report.effort}"
        ending, _ = _ending(report, "en")
        if not asked.is_one:
            print_line(f"{found.kind.format(found.puzzle)}  {effort}  {ending}")
            continue
        say(f"{effort} ({ending})", "bold")
        for name, value in report.criteria.items():
            print_line(f"  {name.replace('_', ' ')}: {'unknown' if value is None else f'{value:g}'}")


_FEW_CHANGES = 4
"""Values that a person is told could stand instead; --json has them all."""
_MOST_ROWS = 12
"""Depths that a person is shown; --json has them all."""
_DECODED = {
    "satisfied": ("solved", "green"),
    "unsatisfiable": ("no solution", "red"),
    "undecided": ("undecided", "yellow"),
}


def check(asked: "QueryRun") -> None:
    for found in asked:
        verdict, colour = _consistency(found.report)
        told = verdict.wording(asked.ask.language)
        if not asked.is_one:
            print_line(f"{found.kind.format(found.puzzle)}  {told}")
            continue
        picture(found.kind.markup(found.puzzle, None))
        say(told, colour)
        show_explanation(found.report, asked.ask.language)


def _consistency(report: "CheckReport") -> "tuple[Message, str]":
    """The answer in words, and their colour."""
    if report.consistent is None:
        return UNDECIDED, "yellow"
    if not report.consistent:
        return INCONSISTENT, "red"
    return CONSISTENT[report.unique], "green" if report.unique else "yellow"


def explain(asked: "QueryRun") -> None:
    language = asked.ask.language
    for number, found in enumerate(asked):
        report = found.report
        if not asked.is_one:
            line = found.kind.format(found.puzzle)
            print_line(f"\n{line}" if number else line)
        if report.consistent is None:
            say(STOPPED(reason=report.reason).say(language), "yellow")
        elif report.consistent:
            say(NOTHING_TO_EXPLAIN.wording(language), "green")
        else:
            say(NO_SOLUTION.wording(language), "red")
        show_explanation(report, language)


def show_explanation(report: "ExplainReport", language: "Language" = "en") -> None:
    """Conflicts and repairs as sentences."""
    count = len(report.texts)
    for number, (texts, rules) in enumerate(zip(report.texts, report.rules, strict=True), 1):
        heading = CANNOT_ALL if report.minimal else AMONG_THESE
        which = WHICH(number=number, count=count).say(language) if count > 1 else ""
        say(f"\n{heading(which=which).say(language)}", "bold")
        for text in texts or [THE_RULES.wording(language)]:
            say(f"  • {text}")
        if rules:
            rest = len(rules) - _FEW_RULES
            more = AND_MORE(number=rest).say(language) if rest > 0 else ""
            say(SINCE(rules=f"{', '.join(rules[:_FEW_RULES])}{more}").say(language))
    if report.longer:
        others = ONE_LONGER if report.longer == 1 else LONGER
        say(f"\n{others(count=report.longer).say(language)}", "dim")
    if report.mends:
        say(f"\n{ONE_CHANGE.wording(language)}", "bold")
        for change in report.mends:
            say(f"  • {change}")
    if report.repair_texts:
        _show_repairs(report, language)
    if report.consistent is False and not report.complete:
        cut = MAYBE_MORE if report.reason == "maximum" else CUT
        say(f"\n({cut(reason=report.reason or '').say(language)}{_not_proven(report, language)})", "dim")


def _show_repairs(report: "ExplainReport", language: "Language") -> None:
    """What to give up, and what it weighs where not everything weighs the same."""
    say(f"\n{GIVE_UP.wording(language)}", "bold")
    weighed = any(cost != len(texts) for cost, texts in zip(report.costs, report.repair_texts, strict=True))
    for texts, changes, cost in zip(report.repair_texts, report.changes, report.costs, strict=True):
        others = series(map(fact_sentence, changes[:_FEW_CHANGES]), OR)
        instead = INSTEAD(others=others).say(language) if changes else ""
        weight = WEIGHS(cost=cost).say(language) if weighed else ""
        say(f"  • {JOINED.wording(language).join(texts)}{instead}{weight}")


def _not_proven(report: "ExplainReport", language: "Language") -> str:
    """What the time was too short to know, once there is something to know it of."""
    open_ = [
        what.wording(language)
        for what, known, found in (
            (SMALLER_CONFLICT, report.smallest, report.conflicts),
            (SMALLER_REPAIR, report.smallest_repair, report.repairs),
        )
        if found and not known
    ]
    if not open_ or not report.minimal:
        return ""
    return MAYBE_SMALLER(what=OR_A_SMALLER.wording(language).join(open_)).say(language)


def solve(asked: "QueryRun") -> None:
    if asked.ask.format == "line":
        for lines in asked.lines("solutions"):
            print_line(lines)
        return
    for found in asked:
        report, answers = found.report, found.value
        if not asked.is_one:
            solutions = report.solutions or filter(None, [report.solution])
            print_line("  ".join([*solutions, solved(asked, report)[0]]))
            continue
        for number, answer in enumerate(answers, 1):
            if len(answers) > 1 and asked.kind.one_line:
                say(f"solution {number}", "dim")
            picture(found.kind.markup(found.puzzle, answer))
        say(*solved(asked, report))
        if report.statistics is not None:
            told = report.statistics.model_dump(exclude_none=True)
            columns(
                [
                    (name.replace("_", " "), f"{value:,}" if isinstance(value, int) else str(value))
                    for name, value in told.items()
                ]
            )


def solved(asked: "QueryRun", report: "SolveReport") -> tuple[str, str]:
    """The answer in words, and their colour."""
    if report.objective is not None:
        drawn = asked.is_one and asked.kind.objective == "always"  # such a puzzle draws what its answers are worth
        worth = "" if drawn else f", worth {report.objective:.15g}"
        if report.complete:
            return f"the best{worth}", "green"
        bound = "" if drawn or report.bound is None else f" (no answer passes {report.bound:.15g})"
        return f"the best found in time{worth}{bound}", "yellow"
    if report.status == "undecided":
        return f"undecided: stopped by the limit on {report.reason}", "yellow"
    if report.status == "unsatisfiable":
        return "no solution" + (f" (entails {asked.subject} explain says why)" if asked.is_one else ""), "red"
    if report.unique:
        return "the only solution", "green"
    if report.unique is None:
        return f"not decided whether it is the only solution: stopped by the limit on {report.reason}", "yellow"
    if report.solutions is None or len(report.solutions) < 2:
        return "not the only solution", "yellow"
    more = "and there may be more" if report.reason not in (None, "maximum") else "and there are more"
    return f"{len(report.solutions)} solutions, {'and no other' if report.complete else more}", "yellow"


def count(asked: "QueryRun") -> None:
    for found in asked:
        report = found.report
        told = str(report.count) if report.exact else f"at least {report.count}"
        if report.projected is not None:
            told += f" (over the {report.projected} variables that the file shows)"
        if report.reason not in (None, "maximum"):
            told += f" (stopped by the limit on {report.reason})"
        say(told if asked.is_one else f"{found.kind.format(found.puzzle)}  {told}")


def forced(asked: "QueryRun") -> None:
    for found in asked:
        report, kind = found.report, found.kind
        words, colour = _about_forced(report)
        shared = _shared(kind, found.puzzle, report.forced) if kind.one_line and report.forced else None
        if not asked.is_one:
            line = [] if shared is None else [kind.format_answer(shared)]
            print_line("  ".join([kind.format(found.puzzle), *line, words]))
            continue
        if shared is not None:
            picture(kind.markup(found.puzzle, shared))
        elif report.forced:
            print_line(" ".join(report.forced))
        for name in report.forced if kind.facts_are_sentences else ():
            say(f"  • {name}")
        say(words, colour)


def _shared(kind: Any, puzzle: Any, names: Sequence[str]) -> Any:
    """What all solutions have in common, as much of a solution as that is."""
    shared = kind.partial_answer(puzzle, names)
    return (
        kind.decode_atoms(puzzle, [name for name in names if not name.startswith("not ")]) if shared is None else shared
    )


def _about_forced(report: "ForcedReport") -> tuple[str, str]:
    """The answer in words, and their colour."""
    if report.consistent is None:
        return f"undecided: stopped by the limit on {report.reason}", "yellow"
    if not report.consistent:
        return "no solution, so there is nothing to force", "red"
    facts = len(report.forced)
    words = "nothing holds" if not facts else "1 fact holds" if facts == 1 else f"{facts:,} facts hold"
    if report.complete:
        return f"{words} in every solution", "green"
    return f"{words} in every solution, and maybe more: stopped by the limit on {report.reason}", "yellow"


def quine(asked: "QueryRun") -> None:
    out = console()
    for found in asked:
        if not asked.is_one:
            _quine_line(out, found.report, found.kind.format(found.puzzle))
            continue
        _quine_table(out, found.report)
        if asked.ask.tell is not None:
            _tell(out, found.value.result, asked.ask.tell)


def _quine_table(out: Any, report: "QuineReport") -> None:
    several = {True: ", and not the only one", False: ", the only one", None: ""}[report.several]
    words = {
        "satisfied": f"solved{several}",
        "unsatisfiable": "no solution: the tree refutes every case",
        "undecided": f"undecided: stopped by the limit on {report.reason}; {report.known or 'nothing is known'}",
    }
    out.print(words[report.status])
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("depth", "disjunctions", "eliminations", "true", "false"):
        table.add_column(heading, justify="right")
    made = (*report.disjunctions, 0)
    rows = zip(made, report.eliminations, report.true_eliminations, report.false_eliminations, strict=False)
    numbered = list(enumerate(rows))
    for level, numbers in numbered[:_MOST_ROWS]:
        table.add_row(str(level), *(f"{number:,}" for number in numbers))
    if len(numbered) > _MOST_ROWS:
        table.add_row(f"to {len(numbered) - 1}", *("…" for _ in range(4)))
    out.print(table)
    out.print(f"depth of the tree {report.depth} (heuristic {report.heuristic}), work {report.work:,}")
    if report.exact_depth_asked:
        out.print(f"exact depth {_exact_words(report)}")


def _exact_words(report: "QuineReport") -> str:
    return str(report.exact_depth) if report.exact_depth is not None else f"at least {report.exact_depth_at_least}"


def _quine_line(out: Any, report: "QuineReport", puzzle: str) -> None:
    exact = f"  exact {_exact_words(report)}" if report.exact_depth_asked else ""
    disjunctions = sum(report.disjunctions)
    counted = "1 disjunction" if disjunctions == 1 else f"{disjunctions:,} disjunctions"
    out.print(f"{puzzle}  {report.status}  depth {report.depth}{exact}  {counted}", markup=False)


def _tell(out: Any, result: "QuineResult", unfold: int) -> None:
    from entails.solvers.quine.draw import sentences

    assert result.tree is not None
    out.print()
    for line in sentences(result.tree, unfold):
        out.print(line, markup=False)


def draw(asked: "QueryRun") -> None:
    from entails.formats.drawing.text import markup

    for number, found in enumerate(asked):
        if number:
            print_line("")
        picture(markup(found.value.drawing))
        if found.report.solved is False:
            say("no solution", "red")
        elif asked.ask.solved and found.report.solved is None:
            say("undecided", "yellow")


def decode(asked: "QueryRun") -> None:
    for found in asked:
        decoded = found.value
        picture(asked.kind.markup(decoded.puzzle, decoded.solution))
        say(*_DECODED[found.report.status])


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
        say(f"{len(report.constraints):,} constraints: {counts}")
