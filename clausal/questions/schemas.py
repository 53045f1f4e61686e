"""Every report by the name that `clausal schema` gives it: those of the questions, and those beside them."""

from typing import Any, get_args

from clausal.models.lexicon_report import LEXICON_REPORTS
from clausal.models.report import COMMON_REPORTS
from clausal.models.value import Value
from clausal.models.wordle.race_report import RaceSummary
from clausal.questions import every_question, own_questions, question


def reports() -> dict[str, type[Value]]:
    """The report of each line that `--json` prints. A common question gives it its verb, a puzzle's own the puzzle and
    the verb, unless the question names it."""
    found: dict[str, type[Value]] = {}
    for name, verb in every_question():
        asked = question(name, verb)
        usual = f"{name}-{verb}" if verb in own_questions(name) else verb
        report = _one(asked.report)
        if report not in found.values():
            found[asked.schema or usual] = report
    return found | COMMON_REPORTS | LEXICON_REPORTS | {"wordle-race-summary": RaceSummary}


def _one(report: Any) -> type[Value]:
    """What a list of reports holds."""
    inside = get_args(report)
    found: type[Value] = inside[0] if inside else report
    return found
