"""Every call of the service, by name: all are made from questions.

`Call`: one thing that can be asked over HTTP, described without importing what answers it.

Calls made from questions: a request is the puzzle, its settings and the fields of the ask; an answer the report.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial, reduce
from operator import or_
from typing import Annotated, Any, Literal, Protocol, get_args, get_origin

from pydantic import Field, create_model, model_validator
from pydantic.fields import FieldInfo

from entails.formats.model_json.read import TOP
from entails.models.fields import CommandArgument, Option, RenamedFields, Value
from entails.puzzles import kind
from entails.puzzles.base import AnyPuzzle
from entails.queries import every_question, question, questions_of, subjects
from entails.queries.parse import subject_of
from entails.queries.query import Query
from entails.service import policy

Pace = Literal["now", "job"]


class CallProgress(Protocol):
    """How a long call reports how far it has come: a share between 0 and 1, or None when that is not known."""

    def __call__(self, share: float | None, text: str) -> None: ...


class Request(RenamedFields):
    """What every call may say: how long it may take. The server's own cap holds besides."""

    seconds: float | None = Field(default=None, gt=0, le=3600, description="Take no longer than this.")


class DocumentRequest(Request):
    """A request about a puzzle that is a JSON document: the document itself, with nothing around it, will do."""

    @model_validator(mode="before")
    @classmethod
    def _around(cls, body: Any) -> Any:
        if not isinstance(body, dict) or "puzzle" in body or not {"variables", "grids"} & body.keys():
            return body
        document = {key: value for key, value in body.items() if key in TOP}
        return {"puzzle": document, **{key: value for key, value in body.items() if key not in TOP}}


class Unfinished(Value):
    """The answer of a call that was stopped: by time, by memory, or by a limit of the request."""

    status: Literal["undecided"] = "undecided"
    reason: Literal["time", "memory"]


@dataclass(frozen=True)
class Call:
    """A verb of a puzzle. `run` names a function `module:name` that takes the request and gives the report; it is only
    ever imported in a worker. `pace` says whether the answer comes at once or as a job; the former may be asked for as
    a job too, which gives it more time. `own_seconds` is the limit, where the request has none, of a call that reports
    what is known when its time is over: the server makes it end a little before its own cap. It is None for a call
    that is all or nothing: the server ends its process."""

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
        """Requests that are answered. Some take a while to make, and no answer needs them."""
        return self.make_examples()


_HERE = "entails.service.calls:ask"
_ALL_OR_NOTHING = frozenset({"check", "draw", "prove", "solve"})
"""Verbs that have no partial report, unless one solution is better than another. A limit costs them milliseconds."""
_PUZZLE = "The puzzle as text, in any form that its reader knows."
_DOCUMENT = "The document, as an object or as text; instead of it its fields may stand in the request themselves."


def call_of(name: str, verb: str) -> Call:
    """The call of a question."""
    asked, of_kind = question(name, verb), None if name in subjects() else kind(name)
    return Call(
        name,
        verb,
        request_of(asked, of_kind, f"{name}/{verb}"),
        report_of(asked),
        _HERE,
        questions_of(name)[verb].summary,
        partial(examples_of, asked, of_kind),
        asked.pace,
        {"name": name, "verb": verb},
        _own_seconds(asked, of_kind, f"{name}/{verb}"),
    )


def request_of(asked: Query, of_kind: AnyPuzzle | None, call: str) -> type[Request]:
    """The body of a call. What the question does not obey is not in it, and so refused by name."""
    fields: dict[str, Any] = {}
    if asked.takes in ("puzzle", "many"):
        assert of_kind is not None  # a subject that is no puzzle has nothing to read
        text = Annotated[str, Field(max_length=policy.MOST_TEXT)]
        takes = text | dict[str, Any] if of_kind.is_document else text
        fields["puzzle"] = (takes, Field(description=_DOCUMENT if of_kind.is_document else _PUZZLE))
        fields |= setting_fields(of_kind, call, asked.unused)
    for name, info in asked.ask.model_fields.items():
        if name != "seconds" and policy.is_granted(name, info):
            fields[name] = _granted(call, name, info)
    words = call.replace("/", "-").split("-")
    made: type[Request] = create_model(
        f"{''.join(map(str.capitalize, words))}Request", __base__=_base(of_kind), __doc__=asked.ask.__doc__, **fields
    )
    return made


def _base(of_kind: AnyPuzzle | None) -> type[Request]:
    return DocumentRequest if of_kind is not None and of_kind.is_document else Request


def setting_fields(of_kind: AnyPuzzle, call: str, unused: tuple[str, ...] = ()) -> dict[str, Any]:
    """What reading this puzzle may need to be told, as fields of a request."""
    settings = of_kind.options.model_fields.items()
    return {name: _granted(call, name, field) for name, field in settings if name not in unused}


def _granted(call: str, name: str, field: FieldInfo) -> Any:
    """The field as a request has it: of the same type, within the bounds of the server."""
    bounds = policy.bounds(call, name, field)
    annotation: Any = field.annotation
    if _is_number_or_word(annotation):
        annotation, bounds = _bounded_number(annotation, bounds), {}
    for marker in field.metadata:
        if not isinstance(marker, (Option, CommandArgument)):
            annotation = Annotated[annotation, marker]
    return annotation, Field(policy.default(call, name, field), description=field.description, **bounds)


def _is_number_or_word(annotation: Any) -> bool:
    """Is this a number, or a word that stands for one, such as `all`?"""
    parts = get_args(annotation)
    return int in parts and any(get_origin(part) is Literal for part in parts)


def _bounded_number(annotation: Any, bounds: dict[str, Any]) -> Any:
    """Only the number has bounds: a word is neither small nor large."""
    parts = (Annotated[part, Field(**bounds)] if part is int else part for part in get_args(annotation))
    return reduce(or_, parts)


def report_of(asked: Query) -> Any:
    """What a call answers: the report, with the artefacts that HTTP carries as fields of it."""
    report = asked.whole or asked.report
    carried = [name for name, artefact in asked.artefacts.items() if artefact.http != "never"]
    if not carried:
        return report
    fields: dict[str, Any] = dict.fromkeys(carried, (str | None, None))
    name = f"{report.__name__.removesuffix('Report')}{''.join(map(str.capitalize, carried))}Report"
    return create_model(name, __base__=report, __doc__=report.__doc__, **fields)


def examples_of(asked: Query, of_kind: AnyPuzzle | None) -> dict[str, dict[str, Any]]:
    """Requests that are answered. A puzzle that no example names is the puzzle's smallest."""
    fields: dict[str, Any] = {}
    if asked.takes in ("puzzle", "many") and of_kind is not None and of_kind.examples:
        fields["puzzle"] = min((one.text for one in of_kind.examples), key=len)
    return {name: {**fields, **said} for name, said in asked.examples_of(of_kind).items()}


def _own_seconds(asked: Query, of_kind: AnyPuzzle | None, call: str) -> float | None:
    """The limit of an answer whose request has none; None where an answer that is stopped has nothing to report."""
    field = asked.ask.model_fields.get("seconds")
    if field is None:
        return None
    seconds = policy.default(call, "seconds", field)
    if seconds is not None:
        return float(seconds)
    improves = of_kind is not None and of_kind.objective != "never"
    return None if call.rpartition("/")[2] in _ALL_OR_NOTHING and not improves else math.inf


def ask(request: Any, progress: CallProgress, *, name: str, verb: str) -> Any:
    """Answer a question, in a worker."""
    asked = question(name, verb)
    said = {field: getattr(request, field) for field in request.model_fields_set}
    said = policy.defaults(f"{name}/{verb}") | said
    subject = subject_of(name, asked, said)
    if asked.takes in ("puzzle", "many"):
        policy.refuse_too_large(subject)
    wanted = asked.ask_of({field: value for field, value in said.items() if field in asked.ask.model_fields})
    answer = asked.asked(subject, wanted, progress)
    return _with_artefacts(asked, wanted, answer)


def _with_artefacts(asked: Query, wanted: Any, answer: Any) -> Any:
    report = answer.report
    carried = {name: artefact for name, artefact in asked.artefacts.items() if artefact.http != "never"}
    if not carried:
        return report
    made = {
        name: _text(artefact.make(answer.value, wanted, artefact.endings[0] if artefact.endings else ""))
        for name, artefact in carried.items()
        if artefact.http == "always" or getattr(wanted, name)
    }
    fields = {name: getattr(report, name) for name in type(report).model_fields}
    full: Value = report_of(asked)(**fields, **made)
    return full


def _text(made: Any) -> str | None:
    return made if made is None or isinstance(made, str) else "".join(made)


class _Calls(Mapping[str, Call]):
    """Which calls there are is known at once; each is made when it is looked up first. To make all of them takes
    seconds, and a server that passes bytes on to its workers looks up none."""

    def __init__(self) -> None:
        self._asked = {f"{name}/{verb}": (name, verb) for name, verb in every_question()}
        self._made: dict[str, Call] = {}

    def __getitem__(self, name: str) -> Call:
        if name not in self._made:
            made = call_of(*self._asked[name])
            self._made.setdefault(name, made)  # of two threads that make the same one, all get the first
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._asked

    def __iter__(self) -> Iterator[str]:
        return iter(self._asked)

    def __len__(self) -> int:
        return len(self._asked)


CALLS: Mapping[str, Call] = _Calls()
