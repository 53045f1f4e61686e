"""Calls of the service, which are built from the queries.

A request has the puzzle, its read options and the options of the query as fields; the response is the report. A `Call`
describes both without importing the code that answers it.

The service limits the fields of requests: lengths of texts, sizes of numbers, lengths of reports. The command line has
no such limits. Time, memory and the size of a request are limited by the settings of the server.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial, reduce
from operator import or_
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Protocol, Union, get_args, get_origin

from pydantic import BeforeValidator, Field, Strict, create_model, model_validator
from pydantic.fields import FieldInfo
from pydantic_core import PydanticKnownError

from entails.formats.model_json.read import TOP
from entails.models.encoding import Cnf
from entails.models.errors import TooLarge
from entails.models.fields import CommandArgument, Option, RenamedFields, Value
from entails.models.problem.model import ProblemModel
from entails.models.wordle.history import Wordle
from entails.puzzles import puzzle_type_named
from entails.puzzles.base import AnyPuzzle
from entails.queries import all_queries, find_query, queries_of, subjects
from entails.queries.parse import subject_of
from entails.queries.query import Query, Verdict

MOST_TEXT = 400_000
"""Maximum length of a puzzle, in characters."""
MOST_CLAUSES = 200_000
MOST_GUESSES = 50
MOST_FACTS = 100_000
_MOST_CHARACTERS = 2000
_MOST_ITEMS = 100
_MOST_NUMBER = 2**31 - 1

WITHHELD = frozenset({"memory_mb", "workers"})
"""Fields that a request may not set."""

_BOUNDS: dict[str, dict[str, Any]] = {
    "puzzle": {"max_length": MOST_TEXT},
    "engine": {"max_length": 40},
    "encoder": {"max_length": 60},
    "seed": {"ge": 0},
    "all": {"le": 1000},
    "assume": {"max_length": 10_000},
    "max": {"le": 1_000_000},
    "most": {"le": 1000},
    "to": {"max_length": 40},
    "placement": {"max_length": 60},
    "play": {"max_length": 60},
    "contains": {"max_length": 15},
    "lexicon/check.words": {"max_length": 1000},
    "lexicon/search.limit": {"ge": 1, "le": 2000},
    "scrabble/analyse.racks": {"le": 1000},
    "scrabble/moves.top": {"le": 5000},
    "scrabble/selfplay.games": {"le": 1000},
    "sudoku/generate.n": {"le": 500},
    "sudoku/generate.attempts": {"le": 100_000},
    "sudoku/rate-many.puzzles": {"max_length": 2000},
    "sudoku/calibrate.repeats": {"le": 20},
    "wordle/boards.show": {"ge": 1, "le": 2000},
    "wordle/boards.top": {"le": 200},
    "wordle/candidates.limit": {"ge": 1, "le": 2000},
    "wordle/check.show": {"ge": 1, "le": 2000},
    "wordle/decode.show": {"ge": 1, "le": 2000},
    "wordle/evaluate.games": {"le": 500},
    "wordle/evaluate.repeat": {"le": 10},
    "wordle/openers.shuffles": {"le": 100},
    "wordle/openers.top": {"le": 200},
    "wordle/prove.sample": {"le": 500},
    "wordle/race.instances": {"le": 500},
    "wordle/study.games": {"le": 500},
    "wordle/race.lengths": {"min_length": 1, "max_length": 14},
    "wordle/race.strategies": {"min_length": 1, "max_length": 30},
    "wordle/suggest.explain": {"max_length": 10},
    "wordle/suggest.top": {"le": 200},
    "wordle/tree.beam": {"le": 1000},
    "wordle/tree.max_depth": {"le": 50},
    "wordle/turn.guesses": {"max_length": MOST_GUESSES},
    "wordle/turn.turns": {"le": MOST_GUESSES},
}
"""Bounds by field, or by `puzzle/verb.field` for one call."""

_DEFAULTS: dict[str, Any] = {
    "scrabble/selfplay.workers": 1,
    "sudoku/generate.attempts": 100_000,
    "wordle/check.seconds": 3.0,
    "wordle/check.show": 100,
    "wordle/race.lengths": (5,),
    "wordle/race.workers": 1,
}
"""Defaults that differ from those of the query, by `puzzle/verb.field`."""


def bounds(call: str, name: str, field: FieldInfo) -> dict[str, Any]:
    """Return the bounds of a field of a call: those of the table `_BOUNDS`, else those of its type.

    Documents and choices are limited only by the size of the request.
    """
    limits = _BOUNDS.get(f"{call}.{name}", _BOUNDS.get(name, {}))
    types = _types(field.annotation)
    if tuple in types or list in types:
        return {"max_length": _MOST_ITEMS, **limits}
    if types == {int}:
        return {"le": _MOST_NUMBER, **limits}
    return {"max_length": _MOST_CHARACTERS, **limits} if types == {str} else limits


def _types(annotation: Any) -> set[Any]:
    """Return the member types of an annotation without None; list and tuple lose their item types."""
    origin = get_origin(annotation)
    if origin in (Union, UnionType):
        return set().union(*(_types(part) for part in get_args(annotation))) - {NoneType}
    return {origin or annotation}


def default(call: str, name: str, field: FieldInfo) -> Any:
    """Return the default of a field of a call."""
    usual = field.get_default(call_default_factory=True) if not field.is_required() else ...
    return _DEFAULTS.get(f"{call}.{name}", usual)


def defaults(call: str) -> dict[str, Any]:
    """Return the defaults of a call that differ from those of the query."""
    return {place.rpartition(".")[2]: value for place, value in _DEFAULTS.items() if place.startswith(f"{call}.")}


def is_granted(name: str, field: FieldInfo) -> bool:
    """Return whether a request may set a field; a field that names a path is never granted."""
    command_only = any(
        isinstance(marker, (Option, CommandArgument)) and marker.command_only for marker in field.metadata
    )
    return name not in WITHHELD and not command_only and Path not in _types(field.annotation)


def reject_too_large(puzzle: Any) -> None:
    """Raise an error for a puzzle whose short text expands to a large problem."""
    if isinstance(puzzle, ProblemModel) and puzzle.statement.listed_facts > MOST_FACTS:
        raise TooLarge(f"{puzzle.statement.listed_facts:,} facts", expected=f"at most {MOST_FACTS:,}")
    if isinstance(puzzle, Cnf) and len(puzzle.clauses) > MOST_CLAUSES:
        raise TooLarge(f"{len(puzzle.clauses):,} clauses", expected=f"at most {MOST_CLAUSES:,}")
    if isinstance(puzzle, Wordle) and len(puzzle.history) > MOST_GUESSES:
        raise TooLarge(f"{len(puzzle.history)} guesses", expected=f"at most {MOST_GUESSES}")


Pace = Literal["now", "job"]


class CallProgress(Protocol):
    """Receiver of the progress of a call: a share between 0 and 1, or None if unknown, and a text."""

    def __call__(self, share: float | None, text: str) -> None: ...


_TRUTHS = frozenset({"true", "false", "yes", "no", "on", "off", "t", "f", "y", "n", "0", "1"})


def _reject_casts(annotation: Any, value: Any) -> Any:
    """Reject a Boolean or a text as a number, and anything but a Boolean as a Boolean."""
    types = _types(annotation)
    numbers, is_truth = types & {int, float}, isinstance(value, bool)
    if bool in types and value is not None and not is_truth and not numbers and _reads_as_truth(value, types):
        raise PydanticKnownError("bool_type")
    if numbers and ((is_truth and bool not in types) or (isinstance(value, str) and not types - {int, float})):
        raise PydanticKnownError("int_type" if int in types else "float_type")
    if isinstance(value, (list, tuple)) and types <= {list, tuple}:
        for item in value:
            _reject_casts(_item_type(annotation), item)
    return value


def _reads_as_truth(value: Any, types: set[Any]) -> bool:
    """Return whether pydantic would convert this number or text to a Boolean."""
    return types == {bool} or isinstance(value, (int, float)) or (isinstance(value, str) and value.lower() in _TRUTHS)


def _item_type(annotation: Any) -> Any:
    """Return the item type of a list type, which may be optional."""
    if get_origin(annotation) in (Union, UnionType):
        annotation = next(part for part in get_args(annotation) if part is not NoneType)
    return next(iter(get_args(annotation)), Any)


class Request(RenamedFields):
    """Base of all requests: an optional time limit, below that of the server."""

    seconds: Annotated[float | None, Field(gt=0, le=3600), BeforeValidator(partial(_reject_casts, float | None))] = (
        Field(default=None, description="Time limit, in seconds.")
    )


class DocumentRequest(Request):
    """A request about a puzzle that is a JSON document; the body may be that document itself."""

    @model_validator(mode="before")
    @classmethod
    def _wrap(cls, body: Any) -> Any:
        if not isinstance(body, dict) or "puzzle" in body or not {"variables", "grids"} & body.keys():
            return body
        document = {key: value for key, value in body.items() if key in TOP}
        return {"puzzle": document, **{key: value for key, value in body.items() if key not in TOP}}


class Unfinished(Value):
    """The report of a call that was stopped by a limit on time or memory."""

    status: Literal["undecided"] = "undecided"
    reason: Literal["time", "memory"]


@dataclass(frozen=True)
class Call:
    """A query of a puzzle type, offered over HTTP.

    Attributes:
        run: The function, as `module:name`, that turns a request into a report; imported only in workers.
        make_examples: Build example requests.
        pace: Whether the call is answered at once ("now") or only as a job; any call may be a job.
        fixed: Further arguments of `run`.
        own_seconds: Default time limit of a call that has a partial report, which it returns a little before the
            server's limit; None for a call without a partial report, whose process is killed at the limit.
    """

    puzzle: str
    verb: str
    request: type[Request]
    report: Any
    run: str
    summary: str
    make_examples: Callable[[], Mapping[str, Mapping[str, Any]]] = dict
    pace: Pace = "now"
    fixed: Mapping[str, Any] = field(default_factory=dict)
    own_seconds: float | None = None

    @property
    def name(self) -> str:
        return f"{self.puzzle}/{self.verb}"

    @cached_property
    def examples(self) -> Mapping[str, Mapping[str, Any]]:
        """Example requests, built on first use because some take a while."""
        return self.make_examples()


_HERE = "entails.service.calls:run_request"
_ALL_OR_NOTHING = frozenset({"check", "draw", "prove", "solve"})
"""Verbs that have no partial report, unless the puzzle has an objective."""
_PUZZLE = "The puzzle as text, in any format of its puzzle type."
_DOCUMENT = "The document, as an object or as text; its fields may also be fields of the request."


def call_of(name: str, verb: str) -> Call:
    """Return the call of a query."""
    query, puzzle_type = find_query(name, verb), None if name in subjects() else puzzle_type_named(name)
    return Call(
        name,
        verb,
        request_of(query, puzzle_type, f"{name}/{verb}"),
        report_of(query),
        _HERE,
        queries_of(name)[verb].summary,
        partial(examples_of, query, puzzle_type),
        query.pace,
        {"name": name, "verb": verb},
        _own_seconds(query, puzzle_type, f"{name}/{verb}"),
    )


def request_of(query: Query, puzzle_type: AnyPuzzle | None, call: str) -> type[Request]:
    """Return the model of a query's request. It rejects unknown fields by name."""
    fields: dict[str, Any] = {}
    if query.takes in ("puzzle", "many"):
        assert puzzle_type is not None  # only puzzle types read an input
        text = Annotated[str, Field(max_length=MOST_TEXT)]
        takes = text | dict[str, Any] if puzzle_type.is_document else text
        fields["puzzle"] = (takes, Field(description=_DOCUMENT if puzzle_type.is_document else _PUZZLE))
        fields |= setting_fields(puzzle_type, call, query.unused)
    for name, info in query.options.model_fields.items():
        if name != "seconds" and is_granted(name, info):
            fields[name] = _granted(call, name, info)
    words = call.replace("/", "-").split("-")
    model: type[Request] = create_model(
        f"{''.join(map(str.capitalize, words))}Request",
        __base__=_base(puzzle_type),
        __doc__=query.options.__doc__,
        **fields,
    )
    return model


def _base(puzzle_type: AnyPuzzle | None) -> type[Request]:
    return DocumentRequest if puzzle_type is not None and puzzle_type.is_document else Request


def setting_fields(puzzle_type: AnyPuzzle, call: str, unused: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the read options of a puzzle type as fields of a request."""
    settings = puzzle_type.options.model_fields.items()
    return {name: _granted(call, name, field) for name, field in settings if name not in unused}


def _granted(call: str, name: str, field: FieldInfo) -> Any:
    """Return a field of a request: its type within the server's bounds, and its default."""
    limits = _added(bounds(call, name, field), field)
    annotation: Any = field.annotation
    if _is_number_or_word(annotation):
        annotation, limits = _bounded_number(annotation, limits), {}
    for marker in field.metadata:
        if not isinstance(marker, (Option, CommandArgument)):
            annotation = Annotated[annotation, marker]
    checked = Annotated[annotation, Field(**limits), BeforeValidator(partial(_reject_casts, field.annotation))]
    return checked, Field(default(call, name, field), description=field.description)


def _added(limits: dict[str, Any], field: FieldInfo) -> dict[str, Any]:
    """Return the bounds that the field does not have itself."""
    return {name: limit for name, limit in limits.items() if not any(hasattr(own, name) for own in field.metadata)}


def _is_number_or_word(annotation: Any) -> bool:
    """Return whether a type accepts an integer or a keyword such as `all`."""
    parts = get_args(annotation)
    return int in parts and any(get_origin(part) is Literal for part in parts)


def _bounded_number(annotation: Any, bounds: dict[str, Any]) -> Any:
    """Return the type with the bounds applied to its integer member only."""
    parts = (Annotated[part, Field(**bounds), Strict()] if part is int else part for part in get_args(annotation))
    return reduce(or_, parts)


def report_of(query: Query) -> Any:
    """Return the model of the response: the report, with a field for each artefact."""
    report = query.whole or query.report
    carried = [name for name, artefact in query.artefacts.items() if artefact.http != "never"]
    if not carried:
        return report
    fields: dict[str, Any] = dict.fromkeys(carried, (str | None, None))
    name = f"{report.__name__.removesuffix('Report')}{''.join(map(str.capitalize, carried))}Report"
    return create_model(name, __base__=report, __doc__=report.__doc__, **fields)


def examples_of(query: Query, puzzle_type: AnyPuzzle | None) -> dict[str, dict[str, Any]]:
    """Return example requests of a query; by default about the shortest example of the puzzle type."""
    fields: dict[str, Any] = {}
    if query.takes in ("puzzle", "many") and puzzle_type is not None and puzzle_type.examples:
        fields["puzzle"] = min((example.text for example in puzzle_type.examples), key=len)
    return {name: {**fields, **request} for name, request in query.examples_of(puzzle_type).items()}


def _own_seconds(query: Query, puzzle_type: AnyPuzzle | None, call: str) -> float | None:
    """Return the default time limit of a query; None if it has no partial report (see `Call.own_seconds`)."""
    field = query.options.model_fields.get("seconds")
    if field is None:
        return None
    seconds = default(call, "seconds", field)
    if seconds is not None:
        return float(seconds)
    improves = puzzle_type is not None and puzzle_type.objective != "never"
    return None if call.rpartition("/")[2] in _ALL_OR_NOTHING and not improves else math.inf


def run_request(
    request: Any, progress: CallProgress, *, name: str, verb: str, settle: Callable[[Verdict], object] | None = None
) -> Any:
    """Answer a query in a worker: return its report, and pass its verdict to `settle`."""
    query = find_query(name, verb)
    options = {field: getattr(request, field) for field in request.model_fields_set}
    options = defaults(f"{name}/{verb}") | options
    subject = subject_of(name, query, options)
    if query.takes in ("puzzle", "many"):
        reject_too_large(subject)
    wanted = query.parse_options(
        {field: value for field, value in options.items() if field in query.options.model_fields}
    )
    answer = query.run(subject, wanted, progress)
    if settle is not None:
        settle(answer.verdict)
    return _with_artefacts(query, wanted, answer)


def _with_artefacts(query: Query, wanted: Any, answer: Any) -> Any:
    report = answer.report
    carried = {name: artefact for name, artefact in query.artefacts.items() if artefact.http != "never"}
    if not carried:
        return report
    files = {
        name: _text(artefact.make(answer.value, wanted, artefact.endings[0] if artefact.endings else ""))
        for name, artefact in carried.items()
        if artefact.http == "always" or getattr(wanted, name)
    }
    fields = {name: getattr(report, name) for name in type(report).model_fields}
    full: Value = report_of(query)(**fields, **files)
    return full


def _text(content: Any) -> str | None:
    return content if content is None or isinstance(content, str) else "".join(content)


class _Calls(Mapping[str, Call]):
    """The calls by name, each built on first use: building all takes seconds, and the server process needs none."""

    def __init__(self) -> None:
        self._names = {f"{name}/{verb}": (name, verb) for name, verb in all_queries()}
        self._built: dict[str, Call] = {}

    def __getitem__(self, name: str) -> Call:
        if name not in self._built:
            call = call_of(*self._names[name])
            self._built.setdefault(name, call)  # if two threads build it, both get the first
        return self._built[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


CALLS: Mapping[str, Call] = _Calls()
