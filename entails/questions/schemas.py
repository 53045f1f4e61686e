"""Everything that `entails schema` describes: the reports of the questions, those beside them, and documents."""

from typing import Any, get_args

from entails.models.report import COMMON_REPORTS, ErrorReport, Place
from entails.models.value import Value
from entails.models.wordle.race_report import RaceSummary
from entails.questions import every_question, own_questions, question
from entails.questions.comparing import CompareReport, EncoderReport


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
    besides: dict[str, type[Value]] = {
        "compare": CompareReport,
        "encoders": EncoderReport,
        "wordle-race-summary": RaceSummary,
    }
    return found | COMMON_REPORTS | besides


def schema_of(name: str, report: type[Value]) -> dict[str, Any]:
    """The schema of a report's lines. Those about puzzles may begin with the place of theirs among many."""
    schema = report.model_json_schema(mode="serialization")
    if (name in COMMON_REPORTS and report is not ErrorReport) or "properties" not in schema:
        return schema
    places = Place.model_json_schema(mode="serialization")["properties"]
    return {**schema, "properties": {**places, **schema["properties"]}}


def documents() -> dict[str, dict[str, Any]]:
    """The schema of each document that a puzzle may be."""
    from entails.models.document.schema import document_schema

    return {"model": document_schema()}


def _one(report: Any) -> type[Value]:
    """What a list of reports holds."""
    inside = get_args(report)
    found: type[Value] = inside[0] if inside else report
    return found
