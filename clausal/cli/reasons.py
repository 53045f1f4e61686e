"""What `check` and `explain` do: is there a solution, and if not, why."""

from typing import Any

from clausal.cli.asking import Answered, each, yes_no
from clausal.cli.output import draw, print_line, say
from clausal.cli.source import Source
from clausal.models.choices import Choices
from clausal.models.report import CheckReport, ExplainReport, Name
from clausal.reporting import check_report, explain_report


def check(source: Source, choices: Choices, *, unique: bool, most: int, json: bool) -> int:
    """Is each puzzle consistent and unique; if not consistent, why."""

    def ask(puzzle: Any, name: Name) -> Answered:
        report = check_report(puzzle, name, choices, most=most)
        return Answered(report, yes_no(report.unique if unique and report.consistent else report.consistent))

    def show(answered: Answered, puzzle: Any) -> None:
        verdict, colour = _verdict(answered.report)
        if not source.is_one:
            print_line(f"{source.kind.write(puzzle)}  {verdict}")
            return
        draw(source.kind.draw(puzzle, None))
        say(verdict, colour)
        show_explanation(answered.report)

    return each(source, json, ask, show)


def _verdict(report: CheckReport) -> tuple[str, str]:
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


def explain(source: Source, choices: Choices, *, most: int, coarse: bool, json: bool) -> int:
    """Why there is no solution."""
    shown = 0

    def ask(puzzle: Any, name: Name) -> Answered:
        report = explain_report(puzzle, name, choices, most=most, coarse=coarse)
        return Answered(report, yes_no(report.consistent))

    def show(answered: Answered, puzzle: Any) -> None:
        nonlocal shown
        report = answered.report
        if not source.is_one:
            print_line(f"\n{source.kind.write(puzzle)}" if shown else source.kind.write(puzzle))
        shown += 1
        if report.consistent is None:
            say(f"undecided: stopped by the limit on {report.reason}", "yellow")
        elif report.consistent:
            say("there is a solution, so there is nothing to explain", "green")
        else:
            say("no solution", "red")
        show_explanation(report)

    return each(source, json, ask, show)


def show_explanation(report: ExplainReport) -> None:
    """Conflicts and repairs as sentences."""
    for number, texts in enumerate(report.texts, 1):
        heading = "These cannot all hold" if report.minimal else "Among these is a contradiction"
        which = f" ({number} of {len(report.texts)})" if len(report.texts) > 1 else ""
        say(f"\n{heading}{which}:", "bold")
        for text in texts or ["the rules themselves"]:
            print_line(f"  • {text}")
    if report.repair_texts:
        say("\nWhat to give up so that the rest is consistent (one line is enough):", "bold")
        for texts in report.repair_texts:
            print_line(f"  • {', and '.join(texts)}")
    if report.consistent is False and not report.complete:
        cut = "there may be more" if report.reason == "maximum" else f"stopped by the limit on {report.reason}"
        say(f"\n({cut})", "dim")
