"""The questions that all puzzles share, for people."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from entails.cli.output import columns, console, print_line, say
from entails.cli.output import draw as picture
from entails.cli.show import reason_words as phrases
from entails.cli.show.reasons import hint, minimal, rate, steps

__all__ = ["hint", "minimal", "rate", "steps"]

if TYPE_CHECKING:  # no question needs the reports of all the others
    from entails.cli.answering import Asked
    from entails.models.sentence import Language, Template
    from entails.questions.check import CheckReport
    from entails.questions.explain import ExplainReport
    from entails.questions.forced import ForcedReport
    from entails.questions.quine import QuineReport
    from entails.questions.solve import SolveReport
    from entails.solvers.quine.result import QuineResult

_FEW_RULES = 3
"""Rules that a person is told beside a contradiction; --json has them all."""
_FEW_CHANGES = 4
"""Values that a person is told could stand instead; --json has them all."""
_MOST_ROWS = 12
"""Depths that a person is shown; --json has them all."""
_DECODED = {
    "satisfied": ("solved", "green"),
    "unsatisfiable": ("no solution", "red"),
    "undecided": ("undecided", "yellow"),
}


def check(asked: "Asked") -> None:
    for found in asked:
        verdict, colour = _consistency(found.report)
        told = verdict.wording(asked.ask.language)
        if not asked.is_one:
            print_line(f"{found.kind.write(found.puzzle)}  {told}")
            continue
        picture(found.kind.draw(found.puzzle, None))
        say(told, colour)
        show_explanation(found.report, asked.ask.language)


def _consistency(report: "CheckReport") -> "tuple[Template, str]":
    """The answer in words, and their colour."""
    if report.consistent is None:
        return phrases.UNDECIDED, "yellow"
    if not report.consistent:
        return phrases.INCONSISTENT, "red"
    return phrases.CONSISTENT[report.unique], "green" if report.unique else "yellow"


def explain(asked: "Asked") -> None:
    language = asked.ask.language
    for number, found in enumerate(asked):
        report = found.report
        if not asked.is_one:
            line = found.kind.write(found.puzzle)
            print_line(f"\n{line}" if number else line)
        if report.consistent is None:
            say(phrases.STOPPED(reason=report.reason).say(language), "yellow")
        elif report.consistent:
            say(phrases.NOTHING_TO_EXPLAIN.wording(language), "green")
        else:
            say(phrases.NO_SOLUTION.wording(language), "red")
        show_explanation(report, language)


def show_explanation(report: "ExplainReport", language: "Language" = "en") -> None:
    """Conflicts and repairs as sentences."""
    count = len(report.texts)
    for number, (texts, rules) in enumerate(zip(report.texts, report.rules, strict=True), 1):
        heading = phrases.CANNOT_ALL if report.minimal else phrases.AMONG_THESE
        which = phrases.WHICH(number=number, count=count).say(language) if count > 1 else ""
        say(f"\n{heading(which=which).say(language)}", "bold")
        for text in texts or [phrases.THE_RULES.wording(language)]:
            say(f"  • {text}")
        if rules:
            rest = len(rules) - _FEW_RULES
            more = phrases.AND_MORE(number=rest).say(language) if rest > 0 else ""
            say(phrases.SINCE(rules=f"{', '.join(rules[:_FEW_RULES])}{more}").say(language))
    if report.longer:
        others = phrases.ONE_LONGER if report.longer == 1 else phrases.LONGER
        say(f"\n{others(count=report.longer).say(language)}", "dim")
    if report.mends:
        say(f"\n{phrases.ONE_CHANGE.wording(language)}", "bold")
        for change in report.mends:
            say(f"  • {change}")
    if report.repair_texts:
        _show_repairs(report, language)
    if report.consistent is False and not report.complete:
        cut = phrases.MAYBE_MORE if report.reason == "maximum" else phrases.CUT
        say(f"\n({cut(reason=report.reason or '').say(language)}{_not_proven(report, language)})", "dim")


def _show_repairs(report: "ExplainReport", language: "Language") -> None:
    """What to give up, and what it weighs where not everything weighs the same."""
    from entails.models.fact_words import in_words
    from entails.models.outcome import OR

    say(f"\n{phrases.GIVE_UP.wording(language)}", "bold")
    weighed = any(cost != len(texts) for cost, texts in zip(report.costs, report.repair_texts, strict=True))
    for texts, changes, cost in zip(report.repair_texts, report.changes, report.costs, strict=True):
        others = OR.wording(language).join(in_words(change, language) for change in changes[:_FEW_CHANGES])
        instead = phrases.INSTEAD(others=others).say(language) if changes else ""
        weight = phrases.WEIGHS(cost=cost).say(language) if weighed else ""
        say(f"  • {phrases.JOINED.wording(language).join(texts)}{instead}{weight}")


def _not_proven(report: "ExplainReport", language: "Language") -> str:
    """What the time was too short to know, once there is something to know it of."""
    open_ = [
        what.wording(language)
        for what, known, found in (
            (phrases.SMALLER_CONFLICT, report.smallest, report.conflicts),
            (phrases.SMALLER_REPAIR, report.smallest_repair, report.repairs),
        )
        if found and not known
    ]
    if not open_ or not report.minimal:
        return ""
    return phrases.MAYBE_SMALLER(what=phrases.OR_A_SMALLER.wording(language).join(open_)).say(language)


def solve(asked: "Asked") -> None:
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
            picture(found.kind.draw(found.puzzle, answer))
        say(*solved(asked, report))
        if report.statistics is not None:
            told = report.statistics.model_dump(exclude_none=True)
            columns(
                [
                    (name.replace("_", " "), f"{value:,}" if isinstance(value, int) else str(value))
                    for name, value in told.items()
                ]
            )


def solved(asked: "Asked", report: "SolveReport") -> tuple[str, str]:
    """The answer in words, and their colour."""
    if report.objective is not None:
        drawn = asked.is_one and asked.kind.optimises is True  # such a puzzle draws what its answers are worth
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


def count(asked: "Asked") -> None:
    for found in asked:
        report = found.report
        told = str(report.count) if report.exact else f"at least {report.count}"
        if report.projected is not None:
            told += f" (over the {report.projected} variables that the file shows)"
        if report.reason not in (None, "maximum"):
            told += f" (stopped by the limit on {report.reason})"
        say(told if asked.is_one else f"{found.kind.write(found.puzzle)}  {told}")


def forced(asked: "Asked") -> None:
    for found in asked:
        report, kind = found.report, found.kind
        words, colour = _about_forced(report)
        shared = _shared(kind, found.puzzle, report.forced) if kind.one_line and report.forced else None
        if not asked.is_one:
            line = [] if shared is None else [kind.write_answer(shared)]
            print_line("  ".join([kind.write(found.puzzle), *line, words]))
            continue
        if shared is not None:
            picture(kind.draw(found.puzzle, shared))
        elif report.forced:
            print_line(" ".join(report.forced))
        for name in report.forced if kind.facts_are_sentences else ():
            say(f"  • {name}")
        say(words, colour)


def _shared(kind: Any, puzzle: Any, names: Sequence[str]) -> Any:
    """What all solutions have in common, as much of a solution as that is."""
    if kind.half_known is not None:
        return kind.half_known(puzzle, names)
    return kind.from_names(puzzle, [name for name in names if not name.startswith("not ")])


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


def quine(asked: "Asked") -> None:
    out = console()
    for found in asked:
        if not asked.is_one:
            _quine_line(out, found.report, found.kind.write(found.puzzle))
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
    from entails.solvers.quine.sentences import sentences

    assert result.tree is not None
    out.print()
    for line in sentences(result.tree, unfold):
        out.print(line, markup=False)


def draw(asked: "Asked") -> None:
    from entails.models.drawing.text import markup

    for number, found in enumerate(asked):
        if number:
            print_line("")
        picture(markup(found.value.drawing))
        if found.report.solved is False:
            say("no solution", "red")
        elif asked.ask.solved and found.report.solved is None:
            say("undecided", "yellow")


def decode(asked: "Asked") -> None:
    for found in asked:
        decoded = found.value
        picture(asked.kind.draw(decoded.puzzle, decoded.solution))
        say(*_DECODED[found.report.status])
