"""The questions that all puzzles share, for people."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from clausal.cli.output import columns, console, print_line, say
from clausal.cli.output import draw as picture
from clausal.cli.show.reasons import hint, minimal, rate, steps

__all__ = ["hint", "minimal", "rate", "steps"]

if TYPE_CHECKING:  # no question needs the reports of all the others
    from clausal.cli.answering import Asked
    from clausal.questions.check import CheckReport
    from clausal.questions.explain import ExplainReport
    from clausal.questions.forced import ForcedReport
    from clausal.questions.quine import QuineReport
    from clausal.questions.solve import SolveReport
    from clausal.solvers.quine.result import QuineResult

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
        if not asked.is_one:
            print_line(f"{found.kind.write(found.puzzle)}  {verdict}")
            continue
        picture(found.kind.draw(found.puzzle, None))
        say(verdict, colour)
        show_explanation(found.report)


def _consistency(report: "CheckReport") -> tuple[str, str]:
    """The answer in words, and their colour."""
    if report.consistent is None:
        return "undecided within the limits", "yellow"
    if not report.consistent:
        return "inconsistent: no solution", "red"
    return {
        True: ("consistent: one solution", "green"),
        False: ("consistent: more than one solution", "yellow"),
        None: ("consistent: not decided whether there is more than one solution", "yellow"),
    }[report.unique]


def explain(asked: "Asked") -> None:
    for number, found in enumerate(asked):
        report = found.report
        if not asked.is_one:
            line = found.kind.write(found.puzzle)
            print_line(f"\n{line}" if number else line)
        if report.consistent is None:
            say(f"undecided: stopped by the limit on {report.reason}", "yellow")
        elif report.consistent:
            say("there is a solution, so there is nothing to explain", "green")
        else:
            say("no solution", "red")
        show_explanation(report)


def show_explanation(report: "ExplainReport") -> None:
    """Conflicts and repairs as sentences."""
    for number, (texts, rules) in enumerate(zip(report.texts, report.rules, strict=True), 1):
        heading = "These cannot all hold" if report.minimal else "Among these is a contradiction"
        which = f" ({number} of {len(report.texts)})" if len(report.texts) > 1 else ""
        say(f"\n{heading}{which}:", "bold")
        for text in texts or ["the rules themselves"]:
            print_line(f"  • {text}")
        if rules:
            more = f", and {len(rules) - _FEW_RULES} more" if len(rules) > _FEW_RULES else ""
            print_line(f"  since {', '.join(rules[:_FEW_RULES])}{more}")
    if report.longer:
        others = "1 longer contradiction" if report.longer == 1 else f"{report.longer} longer contradictions"
        say(f"\n{others} besides, which these explain (explain --long lists them)", "dim")
    if report.repair_texts:
        say("\nWhat to give up so that the rest is consistent (one line is enough):", "bold")
        for texts, changes in zip(report.repair_texts, report.changes, strict=True):
            instead = f" (instead: {' or '.join(changes[:_FEW_CHANGES])})" if changes else ""
            print_line(f"  • {', and '.join(texts)}{instead}")
    if report.consistent is False and not report.complete:
        cut = "there may be more" if report.reason == "maximum" else f"stopped by the limit on {report.reason}"
        say(f"\n({cut}{_not_proven(report)})", "dim")


def _not_proven(report: "ExplainReport") -> str:
    """What the time was too short to know, once there is something to know it of."""
    open_ = [
        what
        for what, known, found in (
            ("contradiction", report.smallest, report.conflicts),
            ("repair", report.smallest_repair, report.repairs),
        )
        if found and not known
    ]
    return f"; there may be a smaller {' or a smaller '.join(open_)}" if open_ and report.minimal else ""


def solve(asked: "Asked") -> None:
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
        return "no solution" + (f" (clausal {asked.subject} explain says why)" if asked.is_one else ""), "red"
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
        words = str(report.count) if report.exact else f"at least {report.count}"
        if report.projected is not None:
            words += f" (over the {report.projected} variables that the file shows)"
        if report.reason not in (None, "maximum"):
            words += f" (stopped by the limit on {report.reason})"
        say(words if asked.is_one else f"{found.kind.write(found.puzzle)}  {words}")


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
            print_line(f"  • {name}")
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
    from clausal.solvers.quine.sentences import sentences

    assert result.tree is not None
    out.print()
    for line in sentences(result.tree, unfold):
        out.print(line, markup=False)


def draw(asked: "Asked") -> None:
    from clausal.models.drawing.text import markup

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
