"""Puzzles from text, and any query by its name, for the front door.

Everything that `entails schema` describes: the reports of the questions, those beside them, and documents.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, get_args, overload

from entails.models.entry import Entry
from entails.models.errors import InvalidOption, InvalidPuzzle, UnsupportedCapability
from entails.models.fields import Value
from entails.models.report import COMMON_REPORTS, ErrorReport, Place
from entails.puzzles import as_puzzle, kind, kind_of
from entails.queries import every_question, own_questions, owners_of, question, questions_of
from entails.queries.compare import CompareReport, EncoderReport
from entails.queries.query import Query, QueryResult

if TYPE_CHECKING:
    from entails.models.encoding import Cnf
    from entails.models.scrabble.position import Position
    from entails.models.sudoku.grid import Grid
    from entails.models.wordle.history import Wordle

__all__ = ["parse", "parse_many", "query"]


@overload
def parse(kind_name: Literal["sudoku"], text: str, **settings: Any) -> "Grid": ...
@overload
def parse(kind_name: Literal["wordle"], text: str, **settings: Any) -> "Wordle": ...
@overload
def parse(kind_name: Literal["scrabble"], text: str, **settings: Any) -> "Position": ...
@overload
def parse(kind_name: Literal["cnf"], text: str, **settings: Any) -> "Cnf[Any]": ...
@overload
def parse(kind_name: str, text: str, **settings: Any) -> Any: ...


def parse(kind_name: str, text: str, **settings: Any) -> Any:
    """The one puzzle that this text holds.

    >>> parse("sudoku", "..4..3...2....1.").line
    '..4..3...2....1.'
    """
    return only_one(parse_many(kind_name, text, **settings))


def only_one(entries: Iterable[Entry[Any]]) -> Any:
    """The puzzle of the only entry there is."""
    found = list(entries)
    if len(found) != 1:
        raise InvalidPuzzle(f"there are {len(found)} puzzles", expected="exactly one")
    if found[0].error is not None:
        raise found[0].error
    return found[0].puzzle


def parse_many(kind_name: str, text: str, **settings: Any) -> Iterator[Entry[Any]]:
    """Every puzzle of a text; a bad one becomes an entry with an error."""
    of_kind = kind(kind_name)
    return of_kind.read(text.encode(errors="surrogatepass"), of_kind.read_options(settings))


def query(name: str, verb: str, /, puzzle: Any = None, **options: Any) -> QueryResult[Any]:
    """Answer any query of a puzzle type, under the names that the command line and HTTP use.

    `puzzle` is a puzzle or its text; `options` are the fields of the HTTP request: settings of the puzzle and options
    of the query. The answer has the `value` for Python, and the `report` that --json prints.

    >>> query("sudoku", "count", "1.....3..4....2.").report.count
    1
    """
    if verb not in questions_of(name):
        raise UnsupportedCapability(f"{name} does not answer {verb!r}; it answers {', '.join(questions_of(name))}")
    asked = question(name, verb)
    fields = options if puzzle is None else {**options, "puzzle": puzzle}
    subject = subject_of(name, asked, fields)
    return asked.asked(subject, asked.ask_of(fields))


def subject_of(name: str, asked: Query, fields: dict[str, Any]) -> Any:
    """Return what a query is about: the puzzle, its type, or None. What says so is taken out of the fields."""
    if asked.takes not in ("puzzle", "many"):
        return kind(name) if asked.takes == "kind" else None
    of_kind = kind(name)
    settings = {field: fields.pop(field) for field in of_kind.options.model_fields if field in fields}
    puzzle = fields.pop("puzzle", None)
    if isinstance(puzzle, dict):
        puzzle = json.dumps(puzzle)
    if isinstance(puzzle, str):
        read = asked.input.read or of_kind.read
        return only_one(read(puzzle.encode(errors="surrogatepass"), of_kind.read_options(settings)))
    if puzzle is None:
        raise InvalidOption("value is missing", where="puzzle", expected=f"a puzzle of type {name}, or its text")
    return as_puzzle(puzzle)


def function_of(verb: str) -> Callable[..., Any]:
    """Return a function that answers this query for every puzzle type that has it."""
    owners = owners_of(verb)

    def answer(puzzle: Any = None, **options: Any) -> Any:
        if puzzle is not None:
            return query(kind_of(as_puzzle(puzzle)).name, verb, puzzle, **options).value
        if len(owners) > 1:
            expected = f"a puzzle of one of these types: {', '.join(owners)}"
            raise InvalidOption("value is missing", where="puzzle", expected=expected)
        return query(owners[0], verb, **options).value

    answer.__name__ = answer.__qualname__ = verb.replace("-", "_")
    answer.__doc__ = questions_of(owners[0])[verb].summary
    return answer


def reports() -> dict[str, type[Value]]:
    """The report of each line that `--json` prints. A common question gives it its verb, a puzzle's own the puzzle and
    the verb, unless the question names it."""
    from entails.models.wordle.reports import RaceSummary

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
    from entails.formats.model_json.schema import document_schema

    return {"model": document_schema()}


def _one(report: Any) -> type[Value]:
    """What a list of reports holds."""
    inside = get_args(report)
    found: type[Value] = inside[0] if inside else report
    return found
