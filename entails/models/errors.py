"""Exceptions, for misuse only. "No solution" and "out of time" are outcomes (`entails.models.outcome`).

EntailsError
├── Invalid                invalid input: says where, and what was expected
│   ├── InvalidPuzzle      text or data that is not a valid puzzle
│   ├── InvalidStatement   a problem that is not well formed: an empty domain, a constraint without variables
│   │   └── UnknownVariable  a name that no variable of the problem has; a KeyError too
│   ├── InvalidMove        a move or a guess that the game does not allow
│   ├── InvalidOption      an invalid value of an option
│   ├── InvalidData        invalid weights, words, tiles, boards, trees or ratings
│   ├── InvalidFile        a file that cannot be read, unpacked or written
│   └── TooLarge           input that would take too much memory or time; rejected before any is spent
├── NoAnswer               access to a solution that does not exist or was not found
├── UnsupportedCapability  this engine, encoding or puzzle type does not support the query
│   └── UnsupportedPuzzle  only this puzzle is not supported; others of its type may be
├── EngineUnavailable      the engine is unknown or not installed
└── EngineFault            a result of an engine failed a check; never the user's fault

Letters written with several characters, such as the Spanish CH, are one character inside the program, so that a word
has as many characters as tiles. Outside they are in brackets: "[CH]ICO"; a blank is "[ch]".

`misfit` turns validation errors of pydantic into sentences like those of all other errors: the invalid value, and what
was expected.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Self

if TYPE_CHECKING:
    from pydantic import ValidationError


_SEVERAL = (
    "ch ll rr cs dz dzs gy ly ny sz ty zs l·l qu dd ff ng ph rh th dž lj nj dh gj sh xh zh ij għ ie c'h ts tt tx tz cz "
    "rz dź dż sch gn gl sc ou oe ae eu ai au er in an re on at en nd ti es or te of ed is it al ar st to nt ing ck ee "
    "oo gh wh sp tr pr un le sk sj kj äu ei aa ss ea ia io se he ha me as no us"
)
"""Letters of tiles with several characters: digraphs of national sets, and pairs of custom games."""

_SCRIPTS = ((0x10400, 40), (0x118A0, 32), (0x16E40, 32))
"""Ranges of letters, with capitals, in scripts that no game uses; each letter represents one letter of `_SEVERAL`."""
_CAPITALS = [chr(first + place) for first, count in _SCRIPTS for place in range(count)]
CODES: Final = {letters: capital.lower() for letters, capital in zip(_SEVERAL.split(), _CAPITALS, strict=False)}
SPELLED = {code: text for text, code in CODES.items()} | {code.upper(): text.upper() for text, code in CODES.items()}
_WRITTEN = str.maketrans({code: f"[{text}]" for code, text in SPELLED.items()})
_BRACKETED = re.compile(r"\[([^\[\]\s]{2,3})\]")


def bracketed(text: str, opening: str = "[") -> str:
    """Put multi-character letters in brackets; `opening` is the bracket, which rich needs escaped."""
    if text.isascii():
        return text
    written = text.translate(_WRITTEN)
    return written if opening == "[" or written == text else text.translate(_escaped(opening))


@cache
def _escaped(opening: str) -> dict[int, str]:
    return {code: opening + letters[1:] for code, letters in _WRITTEN.items()}


def unbracketed(text: str) -> str:
    """Replace each letter in brackets by its single character; other brackets are kept."""
    return _BRACKETED.sub(_coded, unicodedata.normalize("NFC", text)) if "[" in text else text


def _coded(match: re.Match[str]) -> str:
    letters = match[1]
    code = CODES.get(letters.lower())
    return match[0] if code is None else code if letters.islower() else code.upper()


_MOST_SHOWN = 12
_MOST_COMPARED = 1_000


class EntailsError(Exception):
    """Base of all errors of Entails; the text is one sentence for people."""


class Invalid(EntailsError):
    """Invalid input: its place, the problem, and what was expected.

    Attributes:
        where: Place of the problem.
        expected: Description of the valid input.
        field: Field of the query at fault, if known (see `blaming`).
    """

    field = ""

    def __init__(self, problem: str, *, where: str = "", expected: str = "") -> None:
        self.problem = bracketed(problem)
        self.where = bracketed(where)
        self.expected = bracketed(expected)
        super().__init__(self.problem, self.where, self.expected)

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.problem, self.where, self.expected)

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        hint = f"; expected {self.expected}" if self.expected else ""
        return f"{place}{self.problem}{hint}"

    @classmethod
    def like(cls, error: "Invalid") -> Self:
        """Convert the error to this class: an invalid move in a game's text makes the text invalid."""
        return cls(error.problem, where=error.where, expected=error.expected)

    def at(self, where: str) -> Self:
        """Return the error with an outer place in front: `at("line 3")` adds "line 3, "."""
        place = f"{where}, {self.where}" if self.where else where
        seen = type(self)(self.problem, where=place, expected=self.expected)
        seen.field = self.field
        return seen


@contextmanager
def at_field(field: str) -> Iterator[None]:
    """Attribute invalid input in this block to a field of the query."""
    try:
        yield
    except Invalid as error:
        error.field = error.field or field
        raise


def quantity(number: int, noun: str) -> str:
    """Return a number with its noun: "1 cell", "2,000 guesses"."""
    return f"{number:,} {noun}{'' if number == 1 else 'es' if noun.endswith('s') else 's'}"


def one_of(names: Iterable[str], wanted: str = "") -> str:
    """List the alternatives to an unknown name, most similar first: "one of S, E, N, ..."."""
    every: Sequence[str] = list(names)
    close = get_close_matches(wanted, every[:_MOST_COMPARED], n=1) if wanted else []
    rest = [name for name in every[: _MOST_SHOWN + 1] if name not in close]
    listed = [*close, *rest][:_MOST_SHOWN]
    more = ", ..." if len(every) > len(listed) else ""
    return f"one of {', '.join(listed)}{more}" if listed else ""


def _again(kind: type[Invalid], problem: str, where: str, expected: str) -> Invalid:
    """Rebuild an error that was pickled in another process; pickle does not support its keyword arguments."""
    return kind(problem, where=where, expected=expected)


class InvalidPuzzle(Invalid):
    """Input that is not a valid puzzle."""


class InvalidStatement(Invalid):
    """A problem that is not well formed."""


class UnknownVariable(InvalidStatement, KeyError):
    """A name that no variable of the problem has."""


class InvalidMove(Invalid):
    """A move or a guess that the game does not allow."""


class InvalidOption(Invalid):
    """An invalid value of an option, or options that exclude each other."""


class InvalidData(Invalid):
    """Invalid data other than a puzzle."""


class InvalidFile(Invalid):
    """A file that cannot be read, unpacked or written."""


class TooLarge(Invalid):
    """Input that would take too much memory or time; rejected before any work."""


class NoAnswer(EntailsError):
    """Access to the solution of an outcome that has none. Check its `status` first."""


class UnsupportedCapability(EntailsError):
    """A query that this engine, encoding or puzzle type does not support."""


class UnsupportedPuzzle(UnsupportedCapability):
    """A puzzle that this engine or query does not support. In a batch, only this puzzle fails."""


class EngineUnavailable(EntailsError):
    """An engine that is unknown or not installed."""


class EngineFault(EntailsError):
    """A result of an engine that failed a check."""


_SHOWN = 40
_BRANCHES = {"str", "int", "float", "bool", "none"}
"""Names of union branches in the places of pydantic's errors, besides those that are not identifiers."""

_SOURCES = {"body", "header", "path", "query", "request"}
"""First part of a place in an HTTP request, before the name of the field."""

_EXPECTED = {
    "bool": "true or false",
    "bytes": "text",
    "dataclass": "an object",
    "dict": "an object",
    "finite": "a finite number",
    "float": "a number",
    "frozen": "a list",
    "int": "a whole number",
    "iterable": "a list",
    "list": "a list",
    "mapping": "an object",
    "model": "an object",
    "none": "null",
    "set": "a list",
    "string": "text",
    "string_unicode": "text in valid UTF-8",
    "tuple": "a list",
}
"""Description of the expected value, by the type of an error or its first word."""

_BOUNDS = {
    "greater_than_equal": "{ge} or more",
    "greater_than": "more than {gt}",
    "less_than_equal": "at most {le}",
    "less_than": "less than {lt}",
    "literal_error": "{expected}",
    "enum": "{expected}",
    "multiple_of": "a multiple of {multiple_of}",
    "string_pattern_mismatch": "text of the form {pattern}",
    "string_too_long": "at most {max_length:,} characters",
    "string_too_short": "{min_length:,} characters or more",
    "too_long": "at most {max_length:,}",
    "too_short": "{min_length:,} or more",
}
"""Description of the bound that a value must meet, by the type of an error."""

_OURS = {"document", "named", "number"}
"""Types of errors whose text is already a sentence of Entails."""


@dataclass(frozen=True)
class ValidationMessage:
    """An invalid value: its `place`, the problem, and what was `expected`; `unknown` marks an unknown field."""

    place: tuple[str | int, ...]
    problem: str
    expected: str = ""
    unknown: bool = False

    def __str__(self) -> str:
        return f"{self.problem}; expected {self.expected}" if self.expected else self.problem

    @property
    def name(self) -> str:
        """Return the name of the invalid field."""
        return str(self.place[0]) if self.place else ""


def validation_message(error: "ValidationError") -> ValidationMessage:
    """Return the first problem of a validation error."""
    return validation_messages(error.errors(include_url=False))[0]


def validation_messages(errors: Sequence[Mapping[str, Any]]) -> list[ValidationMessage]:
    """Return the problems that pydantic lists; the branches of a union are merged into one."""
    by_place: dict[tuple[str | int, ...], ValidationMessage] = {}
    for error in errors:
        problem = _validation_message(error)
        before = by_place.get(problem.place)
        if before is None:
            by_place[problem.place] = problem
        elif before.expected and problem.expected and problem.expected not in before.expected:
            by_place[problem.place] = ValidationMessage(
                problem.place, before.problem, f"{before.expected} or {problem.expected}"
            )
    return list(by_place.values())


def _validation_message(error: Mapping[str, Any]) -> ValidationMessage:
    kind, place = str(error["type"]), _place(error["loc"])
    value, context = error.get("input"), error.get("ctx", {})
    if kind == "extra_forbidden":
        return ValidationMessage(place, "unknown field", unknown=True)
    if kind == "missing":
        return ValidationMessage(place, "value is missing")
    if kind == "json_invalid":
        return ValidationMessage(place, f"invalid JSON: {context.get('error', 'it does not parse')}")
    if kind in _OURS:
        problem, _, expected = str(error["msg"]).partition("; expected ")
        return ValidationMessage(place, problem, expected)
    if kind == "value_error":
        return ValidationMessage(place, str(error["msg"]).removeprefix("Value error, "))
    if kind in _BOUNDS:
        return ValidationMessage(place, _shown(value, kind), _bound(kind, context))
    expected = _EXPECTED.get(kind) or _EXPECTED.get(kind.partition("_")[0], "another value")
    return ValidationMessage(place, _shown(value, kind), expected)


def _bound(kind: str, context: Mapping[str, Any]) -> str:
    shown = {
        name: int(value) if isinstance(value, float) and value.is_integer() else value
        for name, value in context.items()
    }
    return _BOUNDS[kind].format(**shown).replace("'", "")


def _place(location: Sequence[str | int]) -> tuple[str | int, ...]:
    """Return the place of an invalid value, without the branch of a union."""
    first = 2 if location and location[0] in _SOURCES else 1
    for number, part in enumerate(location[first:], first):
        if isinstance(part, str) and (part in _BRANCHES or not part.isidentifier()):
            return tuple(location[:number])
    return tuple(location)


def _shown(value: Any, kind: str) -> str:
    """Describe an invalid value briefly."""
    if kind in ("too_long", "too_short", "string_too_long", "string_too_short") and hasattr(value, "__len__"):
        return f"length {len(value):,}"
    if value is None:
        return "value is null"
    if isinstance(value, bool):
        return f"invalid value {str(value).lower()}"
    if isinstance(value, (str, int, float)):
        shown = repr(value[:_SHOWN]) if isinstance(value, str) else str(value)[:_SHOWN]
        return f"invalid value {shown}"
    return "value is an object" if isinstance(value, Mapping) else "value is a list"
