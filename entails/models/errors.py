"""Errors are for misuse only. "No solution" and "out of time" are answers, see `entails.models.outcome`.

EntailsError
├── Invalid                something that was given is not what it should be: says where, and what was expected
│   ├── InvalidPuzzle      text or data that is not a puzzle
│   ├── InvalidStatement   a problem that cannot be stated: an empty domain, a constraint over nothing
│   │   └── UnknownVariable  a name that no variable of the problem has; a KeyError too
│   ├── InvalidMove        a move or a guess that the game does not allow
│   ├── InvalidOption      a value that an option cannot have
│   ├── InvalidData        weights, words, tiles, a board, a tree, ratings that are not such
│   ├── InvalidFile        a file that cannot be read, unpacked or written
│   └── TooLarge           what would take more memory or time than anybody has; refused before it does
├── NoAnswer               the answer was asked for where there is none, or none was found
├── UnsupportedCapability  this engine, encoding or puzzle cannot answer that question
│   └── UnsupportedPuzzle  only this very puzzle is out of reach: another of its kind may be fine
├── EngineUnavailable      the engine is unknown, not installed, or does not work on this machine
└── EngineFault            an engine's answer failed our own check; never the user's fault

Letters that are written with several characters, such as the Spanish CH: within a program each is one character, so
that a word has as many characters as it has tiles. Outside it stands in brackets: "[CH]ICO"; a blank is a "[ch]".

What a validator found wrong, in our own words: what stands there, and what was expected.

Pydantic speaks of inputs and types to programmers; a player who mistyped an option, or a program that sent a request,
is told in the words of all our other sentences. Nobody else reads pydantic's.
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
"""What a tile of several letters may say: the digraphs of national sets, and pairs that games of one's own have."""

_SCRIPTS = ((0x10400, 40), (0x118A0, 32), (0x16E40, 32))
"""Letters of scripts that no game is played in, with capitals: each stands for one of these."""
_CAPITALS = [chr(first + place) for first, count in _SCRIPTS for place in range(count)]
CODES: Final = {letters: capital.lower() for letters, capital in zip(_SEVERAL.split(), _CAPITALS, strict=False)}
SAID = {code: text for text, code in CODES.items()} | {code.upper(): text.upper() for text, code in CODES.items()}
_WRITTEN = str.maketrans({code: f"[{text}]" for code, text in SAID.items()})
_BRACKETED = re.compile(r"\[([^\[\]\s]{2,3})\]")


def bracketed(text: str, opening: str = "[") -> str:
    """The text as it leaves a program: letters of several characters in brackets, which rich's markup wants escaped."""
    if text.isascii():
        return text
    written = text.translate(_WRITTEN)
    return written if opening == "[" or written == text else text.translate(_escaped(opening))


@cache
def _escaped(opening: str) -> dict[int, str]:
    return {code: opening + letters[1:] for code, letters in _WRITTEN.items()}


def unbracketed(text: str) -> str:
    """The text with one character for each letter in brackets; brackets around anything else stay."""
    return _BRACKETED.sub(_coded, unicodedata.normalize("NFC", text)) if "[" in text else text


def _coded(match: re.Match[str]) -> str:
    letters = match[1]
    code = CODES.get(letters.lower())
    return match[0] if code is None else code if letters.islower() else code.upper()


_MOST_SHOWN = 12
_MOST_COMPARED = 1_000


class EntailsError(Exception):
    """Base of every error that Entails raises on purpose; its text is one sentence for a person."""


class Invalid(EntailsError):
    """What was given is not what it should be. `where` names the place in it, `expected` what should stand there.
    `field` is the part of a question that is to blame, where it is known (see `blaming`)."""

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
        """The same sentence about something else: a bad move in the text of a game makes that a bad text."""
        return cls(error.problem, where=error.where, expected=error.expected)

    def at(self, where: str) -> Self:
        """The same error, seen from an outer place: `at("line 3")` puts "line 3, " before the place known so far."""
        place = f"{where}, {self.where}" if self.where else where
        seen = type(self)(self.problem, where=place, expected=self.expected)
        seen.field = self.field
        return seen


@contextmanager
def blaming(field: str) -> Iterator[None]:
    """What is invalid in here is the fault of this field of the question."""
    try:
        yield
    except Invalid as error:
        error.field = error.field or field
        raise


def one_of(names: Iterable[str], wanted: str = "") -> str:
    """What there is instead of an unknown name, the likeliest first: "one of S, E, N, ..."."""
    every: Sequence[str] = list(names)
    close = get_close_matches(wanted, every[:_MOST_COMPARED], n=1) if wanted else []
    rest = [name for name in every[: _MOST_SHOWN + 1] if name not in close]
    listed = [*close, *rest][:_MOST_SHOWN]
    more = ", ..." if len(every) > len(listed) else ""
    return f"one of {', '.join(listed)}{more}" if listed else ""


def _again(kind: type[Invalid], problem: str, where: str, expected: str) -> Invalid:
    """How the error comes back from another process: its arguments are keywords, which pickle does not know."""
    return kind(problem, where=where, expected=expected)


class InvalidPuzzle(Invalid):
    """Input that is not a puzzle."""


class InvalidStatement(Invalid):
    """A problem that cannot be stated."""


class UnknownVariable(InvalidStatement, KeyError):
    """A name that no variable of the problem has."""


class InvalidMove(Invalid):
    """A move or a guess that the game does not allow."""


class InvalidOption(Invalid):
    """A choice that nobody offers, or two that exclude each other."""


class InvalidData(Invalid):
    """Data beside a puzzle that cannot be what it is given for."""


class InvalidFile(Invalid):
    """A file that cannot be read, unpacked or written."""


class TooLarge(Invalid):
    """More than memory or patience can hold. It is refused before anything is spent on it."""


class NoAnswer(EntailsError):
    """The answer of an outcome that has none. Look at its `status` first where that may be."""


class UnsupportedCapability(EntailsError):
    """A question that this engine, encoding or puzzle does not answer."""


class UnsupportedPuzzle(UnsupportedCapability):
    """A puzzle that this engine or question does not take. Among many it is a bad one, not the end of the work."""


class EngineUnavailable(EntailsError):
    """An engine that does not exist or cannot run here."""


class EngineFault(EntailsError):
    """An engine gave an answer that our own check refutes."""


_SHOWN = 40
_BRANCHES = {"str", "int", "float", "bool", "none"}
"""How pydantic calls the branches of a union in the place of an error, besides names that are no identifiers."""

_SOURCES = {"body", "header", "path", "query", "request"}
"""How a place begins that is part of an HTTP request; the name of the field comes after it."""

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
"""By an error's type, or the first word of it: a kind of value."""

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
"""By an error's type: what a value has to keep."""

_OURS = {"document", "named", "number"}
"""Types of errors whose sentence is ours already."""


@dataclass(frozen=True)
class Misfit:
    """One value that does not fit: its `place`, what is wrong with it, what was `expected`; an `unknown` field is one
    that nobody asked for."""

    place: tuple[str | int, ...]
    problem: str
    expected: str = ""
    unknown: bool = False

    def __str__(self) -> str:
        return f"{self.problem}; expected {self.expected}" if self.expected else self.problem

    @property
    def name(self) -> str:
        """The field."""
        return str(self.place[0]) if self.place else ""


def misfit(error: "ValidationError") -> Misfit:
    """The first thing that is wrong."""
    return misfits(error.errors(include_url=False))[0]


def misfits(errors: Sequence[Mapping[str, Any]]) -> list[Misfit]:
    """All that is wrong, as pydantic lists it. What fits no branch of a union is one thing, not one for each."""
    by_place: dict[tuple[str | int, ...], Misfit] = {}
    for error in errors:
        problem = _misfit(error)
        before = by_place.get(problem.place)
        if before is None:
            by_place[problem.place] = problem
        elif before.expected and problem.expected and problem.expected not in before.expected:
            by_place[problem.place] = Misfit(problem.place, before.problem, f"{before.expected} or {problem.expected}")
    return list(by_place.values())


def _misfit(error: Mapping[str, Any]) -> Misfit:
    kind, place = str(error["type"]), _place(error["loc"])
    value, context = error.get("input"), error.get("ctx", {})
    if kind == "extra_forbidden":
        return Misfit(place, "there is no such field", unknown=True)
    if kind == "missing":
        return Misfit(place, "it is missing")
    if kind == "json_invalid":
        return Misfit(place, f"this is not JSON: {context.get('error', 'it does not parse')}")
    if kind in _OURS:
        problem, _, expected = str(error["msg"]).partition("; expected ")
        return Misfit(place, problem, expected)
    if kind == "value_error":
        return Misfit(place, str(error["msg"]).removeprefix("Value error, "))
    if kind in _BOUNDS:
        return Misfit(place, _shown(value, kind), _bound(kind, context))
    expected = _EXPECTED.get(kind) or _EXPECTED.get(kind.partition("_")[0], "another value")
    return Misfit(place, _shown(value, kind), expected)


def _bound(kind: str, context: Mapping[str, Any]) -> str:
    shown = {
        name: int(value) if isinstance(value, float) and value.is_integer() else value
        for name, value in context.items()
    }
    return _BOUNDS[kind].format(**shown).replace("'", "")


def _place(location: Sequence[str | int]) -> tuple[str | int, ...]:
    """The place of a value, without the branch of a union that it was tried on."""
    first = 2 if location and location[0] in _SOURCES else 1
    for number, part in enumerate(location[first:], first):
        if isinstance(part, str) and (part in _BRANCHES or not part.isidentifier()):
            return tuple(location[:number])
    return tuple(location)


def _shown(value: Any, kind: str) -> str:
    """What stands there, as briefly as it can be said."""
    if kind in ("too_long", "too_short", "string_too_long", "string_too_short") and hasattr(value, "__len__"):
        return f"this has {len(value):,}"
    if value is None:
        return "this is null"
    if isinstance(value, bool):
        return f"this is {str(value).lower()}"
    if isinstance(value, (str, int, float)):
        shown = repr(value[:_SHOWN]) if isinstance(value, str) else str(value)[:_SHOWN]
        return f"this is {shown}"
    return "this is an object" if isinstance(value, Mapping) else "this is a list"
