"""Steps, hints and clues of any puzzle, for people."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from entails.cli.output import draw as picture
from entails.cli.output import print_line, say
from entails.cli.show import reason_words as phrases
from entails.models.fact_words import facts_listed, listed
from entails.models.sentence import Language

if TYPE_CHECKING:
    from entails.cli.answering import Asked
    from entails.questions.minimal import MinimalReport
    from entails.questions.reasoning import ReasonReport

_FEW_RULES = 3
_ENDS = {
    "solved": (phrases.SOLVED, "green"),
    "several": (phrases.SEVERAL, "yellow"),
    "contradiction": (phrases.NO_SOLUTION, "red"),
}


def _ending(report: Any, language: Language) -> tuple[str, str]:
    """How it ended, and the colour of that."""
    template, colour = _ENDS.get(report.status, (phrases.STOPPED, "yellow"))
    return template(reason=report.reason or "").say(language), colour


def steps(asked: "Asked") -> None:
    language = asked.ask.language
    for found in asked:
        report, path = found.report, found.value.path
        ending, colour = _ending(report, language)
        many = (phrases.ONE_STEP if len(report.steps) == 1 else phrases.STEPS)(count=len(report.steps))
        largest = (phrases.ONE_STATEMENT if report.largest == 1 else phrases.STATEMENTS)(count=report.largest)
        if not asked.is_one:
            print_line(
                f"{found.kind.write(found.puzzle)}  {len(report.steps)} steps, largest {report.largest}  {ending}"
            )
            continue
        for wrong in report.wrong:
            say(wrong.sentence, "red")
        for line in _told(report.steps, language):
            say(line)
        if found.kind.half_known is not None and path.steps:
            names = [*found.value.entered, *(name for step in path.steps for name in step.forces)]
            picture(found.kind.draw(found.puzzle, found.kind.half_known(found.puzzle, names)))
        say(phrases.PATH(ending=ending, steps=many, statements=largest).say(language), colour)


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
            yield f"{first}-{number}. {phrases.CROSSED_OUT(facts=facts, rules=because).say(language)}"
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
    from entails.models.drawing.text import markup
    from entails.questions.reasoning import pictured

    picture(markup(pictured(hinted.puzzle, hinted.known, hinted.step.cells)))


def minimal(asked: "Asked") -> None:
    language = asked.ask.language
    for found in asked:
        report = found.report
        told, colour = _about_clues(report, language)
        if not asked.is_one:
            print_line(f"{found.kind.write(found.puzzle)}  {told}")
            continue
        if report.unneeded:
            say(phrases.COULD_GO.wording(language), "bold")
            for clue in report.unneeded:
                say(f"  • {clue.text}")
        if report.statements and report.unneeded:
            say(f"\n{phrases.ENOUGH.wording(language)}", "bold")
            for clue in report.statements:
                say(f"  • {clue.text}")
        say(told, colour)


def _about_clues(report: "MinimalReport", language: Language) -> tuple[str, str]:
    if report.solutions != "one":
        why = phrases.ONLY_ONE_HAS.get(report.solutions, phrases.STOPPED)
        return why(reason=report.reason or "").say(language), "yellow"
    if report.minimal and not report.unneeded and report.reason is None:
        return phrases.ALL_NEEDED(count=report.clues).say(language), "green"
    claim = phrases.NO_FEWER if report.smallest else phrases.NONE_CAN_GO if report.minimal else phrases.MAYBE_FEWER
    cut = "" if report.reason is None else phrases.CUT_SHORT(reason=report.reason).say(language)
    told = phrases.SOME_NEEDED(kept=len(report.statements), count=report.clues, claim=claim(), cut=cut)
    return told.say(language), "green"


def rate(asked: "Asked") -> None:
    for found in asked:
        report = found.report
        effort = "no difficulty" if report.effort is None else f"effort {report.effort}"
        ending, _ = _ending(report, "en")
        if not asked.is_one:
            print_line(f"{found.kind.write(found.puzzle)}  {effort}  {ending}")
            continue
        say(f"{effort} ({ending})", "bold")
        for name, value in report.criteria.items():
            print_line(f"  {name.replace('_', ' ')}: {'unknown' if value is None else f'{value:g}'}")
