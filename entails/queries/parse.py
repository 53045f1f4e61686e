"""Functions that parse puzzles, run queries by name, and return the schemas that `entails schema` prints."""

import json
from collections.abc import Callable, Iterator
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, Literal, get_args, get_type_hints, overload

from pydantic.fields import FieldInfo

from entails.models.entry import Entry, only_one
from entails.models.errors import InvalidOption, UnsupportedCapability
from entails.models.fields import CommandArgument, Value
from entails.models.report import COMMON_REPORTS, ErrorReport, Place
from entails.puzzles import as_puzzle, puzzle_type_named, puzzle_type_of
from entails.queries import all_queries, find_query, own_queries, owners_of, queries_of
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
    """Parse a text that holds exactly one puzzle.

    >>> parse("sudoku", "..4..3...2....1.").line
    '..4..3...2....1.'
    """
    return only_one(parse_many(kind_name, text, **settings))


def parse_many(kind_name: str, text: str, **settings: Any) -> Iterator[Entry[Any]]:
    """Parse every puzzle of a text; an invalid puzzle becomes an entry with an error."""
    puzzle_type = puzzle_type_named(kind_name)
    return puzzle_type.read(text.encode(errors="surrogatepass"), puzzle_type.read_options(settings))


def query(name: str, verb: str, /, puzzle: Any = None, **options: Any) -> QueryResult[Any]:
    """Run a query by the names of a puzzle type and of the query on the command line.

    `puzzle` is a puzzle or its text; `options` are the fields of the HTTP request: options for reading the puzzle and
    options of the query. The result has the `value` for Python and the `report` that --json prints.

    >>> query("sudoku", "count", "1.....3..4....2.").report.count
    1
    """
    if verb not in queries_of(name):
        raise UnsupportedCapability(f"{name} has no query {verb!r}; available: {', '.join(queries_of(name))}")
    definition = find_query(name, verb)
    fields = options if puzzle is None else {**options, "puzzle": puzzle}
    subject = subject_of(name, definition, fields)
    return definition.run(subject, definition.parse_options(fields))


def subject_of(name: str, definition: Query, fields: dict[str, Any]) -> Any:
    """Return the subject of a query, a puzzle, a puzzle type or None; remove its fields from `fields`."""
    if definition.takes not in ("puzzle", "many"):
        return puzzle_type_named(name) if definition.takes == "kind" else None
    puzzle_type = puzzle_type_named(name)
    settings = {field: fields.pop(field) for field in puzzle_type.options.model_fields if field in fields}
    puzzle = fields.pop("puzzle", None)
    if isinstance(puzzle, dict):
        puzzle = json.dumps(puzzle)
    if isinstance(puzzle, str):
        read = definition.input.read or puzzle_type.read
        return only_one(read(puzzle.encode(errors="surrogatepass"), puzzle_type.read_options(settings)))
    if puzzle is None:
        raise InvalidOption("value is missing", where="puzzle", expected=f"a puzzle of type {name}, or its text")
    return as_puzzle(puzzle)


def function_of(verb: str, subject: str | None = None) -> Callable[..., Any]:
    """Return a function that runs a query and returns its value; its signature follows from the query's options.

    With `subject`, a puzzle type or another folder of queries, the puzzle may also be text. Otherwise the type of the
    puzzle decides which query is run.
    """
    owners = [subject] if subject is not None else owners_of(verb)

    def run(*arguments: Any, **options: Any) -> Any:
        bound = signature.bind(*arguments, **options).arguments if subject is not None else options
        puzzle = bound.pop("puzzle", None) if subject is not None else arguments[0] if arguments else None
        if puzzle is not None:
            name = subject or puzzle_type_of(as_puzzle(puzzle)).name
            return query(name, verb, puzzle, **bound).value
        if len(owners) > 1:
            expected = f"a puzzle of one of these types: {', '.join(owners)}"
            raise InvalidOption("value is missing", where="puzzle", expected=expected)
        return query(owners[0], verb, **bound).value

    run.__name__ = run.__qualname__ = verb.replace("-", "_")
    run.__doc__ = queries_of(owners[0])[verb].summary
    if subject is not None:
        signature = signature_of(subject, verb)
        run.__signature__ = signature  # type: ignore[attr-defined]
        run.__annotations__ = {name: parameter.annotation for name, parameter in signature.parameters.items()}
        run.__annotations__["return"] = signature.return_annotation
        if lines := _option_lines(subject, verb):
            run.__doc__ += "\n\n" + "\n".join(lines)
    return run


def signature_of(subject: str, verb: str) -> Signature:
    """Return the signature of a query's function: the puzzle, then the arguments, then options as keywords."""
    definition = find_query(subject, verb)
    parameters = []
    if definition.takes in ("puzzle", "many"):
        parameters = [
            Parameter("puzzle", Parameter.POSITIONAL_OR_KEYWORD, annotation=puzzle_type_named(subject).model | str)
        ]
    fields = _option_fields(subject, verb)
    is_argument = {
        name: any(isinstance(mark, CommandArgument) for mark in field.metadata) for name, field in fields.items()
    }
    for name, field in sorted(fields.items(), key=lambda item: (not is_argument[item[0]], not item[1].is_required())):
        place = Parameter.POSITIONAL_OR_KEYWORD if is_argument[name] else Parameter.KEYWORD_ONLY
        default = Parameter.empty if field.is_required() else field.get_default(call_default_factory=True)
        parameters.append(Parameter(name, place, default=default, annotation=field.annotation))
    return Signature(parameters, return_annotation=_value_type(definition))


def _option_fields(subject: str, verb: str) -> dict[str, FieldInfo]:
    """Return the fields of a request: options of the query, and of reading a puzzle of this type."""
    definition = find_query(subject, verb)
    options = {} if definition.takes not in ("puzzle", "many") else puzzle_type_named(subject).options.model_fields
    used = {name: field for name, field in options.items() if name not in definition.unused}
    return {**definition.options.model_fields, **used}


def _option_lines(subject: str, verb: str) -> list[str]:
    """Return one line of documentation for each option with a description."""
    fields = {name: field.description for name, field in _option_fields(subject, verb).items() if field.description}
    return ["Options:", *(f"    {name}: {text}" for name, text in fields.items())] if fields else []


def _value_type(definition: Query) -> Any:
    """Return the type of a query's value; Any if the answer function declares none."""
    try:
        (value_type,) = get_args(get_type_hints(definition.answer)["return"])
    except (NameError, KeyError, ValueError):
        return Any
    return value_type


def reports() -> dict[str, type[Value]]:
    """Return the type of the reports that each query prints with `--json`, by schema name.

    The name is the verb of a common query, or the puzzle type and the verb of an own query, unless the query sets
    `schema`.
    """
    by_name: dict[str, type[Value]] = {}
    for name, verb in all_queries():
        definition = find_query(name, verb)
        usual = f"{name}-{verb}" if verb in own_queries(name) else verb
        report = _one(definition.report)
        if report not in by_name.values():
            by_name[definition.schema or usual] = report
    from entails.models.wordle.reports import RaceSummary  # for schemas alone
    from entails.queries.compare import CompareReport, EncoderReport

    besides: dict[str, type[Value]] = {
        "compare": CompareReport,
        "encoders": EncoderReport,
        "wordle-race-summary": RaceSummary,
    }
    return by_name | COMMON_REPORTS | besides


def schema_of(name: str, report: type[Value]) -> dict[str, Any]:
    """Return the JSON schema of a query's reports; those about puzzles may begin with the place of the puzzle."""
    schema = report.model_json_schema(mode="serialization")
    if (name in COMMON_REPORTS and report is not ErrorReport) or "properties" not in schema:
        return schema
    places = Place.model_json_schema(mode="serialization")["properties"]
    return {**schema, "properties": {**places, **schema["properties"]}}


def documents() -> dict[str, dict[str, Any]]:
    """Return the JSON schema of each type of puzzle document."""
    from entails.formats.model_json.schema import document_schema

    return {"model": document_schema()}


def _one(report: Any) -> type[Value]:
    """Return the item type of a list type."""
    inside = get_args(report)
    report_type: type[Value] = inside[0] if inside else report
    return report_type
