"""Steps, hints and clues of any puzzle, for people."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from clausal.cli.output import draw as picture
from clausal.cli.output import print_line, say
from clausal.models.steps import listed

if TYPE_CHECKING:
    from clausal.cli.answering import Asked
    from clausal.questions.minimal import MinimalReport
    from clausal.questions.reasoning import ReasonReport

_FEW_RULES = 3
_ENDS = {
    "solved": ("solved", "green"),
    "several": ("nothing more is forced: there are several solutions", "yellow"),
    "contradiction": ("no solution", "red"),
}


def steps(asked: "Asked") -> None:
    for found in asked:
        report, path = found.report, found.value.path
        words, colour = _ENDS.get(report.status, (f"undecided: stopped by the limit on {report.reason}", "yellow"))
        if not asked.is_one:
            print_line(
                f"{found.kind.write(found.puzzle)}  {len(report.steps)} steps, largest {report.largest}  {words}"
            )
            continue
        for wrong in report.wrong:
            say(wrong.sentence, "red")
        for line in _told(report.steps):
            print_line(line)
        if found.kind.half_known is not None and path.steps:
            names = [*found.value.entered, *(name for step in path.steps for name in step.forces)]
            picture(found.kind.draw(found.puzzle, found.kind.half_known(found.puzzle, names)))
        many = "1 step" if len(report.steps) == 1 else f"{len(report.steps)} steps"
        say(f"{words}: {many}, the largest of {_statements(report.largest)}", colour)


def _statements(number: int) -> str:
    return "1 statement" if number == 1 else f"{number} statements"


def _told(path: Sequence["ReasonReport"]) -> Iterator[str]:
    """Each step by its sentence; what one statement alone crosses out, one after the other, on one line."""
    number = 0
    for crossing, some in groupby(path, key=_only_crosses_out):
        own = list(some)
        if crossing and len(own) > 1:
            gone = [name.removeprefix("not ") for step in own for name in step.forces]
            rules = list(dict.fromkeys(said.text for step in own for said in step.statements))
            first, number = number + 1, number + len(own)
            yield f"{first}-{number}. crossed out: {listed(gone)}, since {listed(rules, _FEW_RULES)}."
            continue
        for step in own:
            number += 1
            yield f"{number}. {step.sentence}"


def _only_crosses_out(step: "ReasonReport") -> bool:
    return len(step.statements) == 1 and all(name.startswith("not ") and "=" in name for name in step.forces)


def hint(asked: "Asked") -> None:
    for found in asked:
        report = found.report
        if not asked.is_one:
            print_line(f"{found.kind.write(found.puzzle)}  {report.sentence}")
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
    if kind.drawing is None or kind.half_known is None or hinted.step is None:
        return
    from clausal.models.drawing.text import markup
    from clausal.questions.reasoning import pictured

    picture(markup(pictured(hinted.puzzle, hinted.known, hinted.step.cells)))


def minimal(asked: "Asked") -> None:
    for found in asked:
        report = found.report
        words, colour = _about_clues(report)
        if not asked.is_one:
            print_line(f"{found.kind.write(found.puzzle)}  {words}")
            continue
        if report.unneeded:
            say("Each of these could go, and there would still be one solution:", "bold")
            for clue in report.unneeded:
                print_line(f"  • {clue.text}")
        if report.statements and report.unneeded:
            say("\nThese are enough:", "bold")
            for clue in report.statements:
                print_line(f"  • {clue.text}")
        say(words, colour)


def _about_clues(report: "MinimalReport") -> tuple[str, str]:
    if report.solutions != "one":
        why = {"several": "there are several solutions", "none": "there is no solution"}
        return why.get(report.solutions, f"undecided: stopped by the limit on {report.reason}"), "yellow"
    if report.minimal and not report.unneeded and report.reason is None:
        return f"every one of the {report.clues} clues is needed", "green"
    claim = "no fewer are enough" if report.smallest else "none of these can go" if report.minimal else "maybe fewer"
    cut = "" if report.reason is None else f" (stopped by the limit on {report.reason})"
    return f"{len(report.statements)} of {report.clues} clues are enough: {claim}{cut}", "green"


def rate(asked: "Asked") -> None:
    for found in asked:
        report = found.report
        effort = "no difficulty" if report.effort is None else f"effort {report.effort}"
        words, _ = _ENDS.get(report.status, (f"undecided: stopped by the limit on {report.reason}", "yellow"))
        if not asked.is_one:
            print_line(f"{found.kind.write(found.puzzle)}  {effort}  {words}")
            continue
        say(f"{effort} ({words})", "bold")
        for name, value in report.criteria.items():
            print_line(f"  {name.replace('_', ' ')}: {'unknown' if value is None else f'{value:g}'}")
