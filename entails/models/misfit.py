"""What a validator found wrong, in our own words: what stands there, and what was expected.

Pydantic speaks of inputs and types to programmers; a player who mistyped an option, or a program that sent a request,
is told in the words of all our other sentences. Nobody else reads pydantic's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

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


def misfit(error: ValidationError) -> Misfit:
    """The first thing that is wrong."""
    return misfits(error.errors(include_url=False))[0]


def misfits(errors: Sequence[Mapping[str, Any]]) -> list[Misfit]:
    """All that is wrong, as pydantic lists it. What fits no branch of a union is one thing, not one for each."""
    found: dict[tuple[str | int, ...], Misfit] = {}
    for error in errors:
        one = _misfit(error)
        before = found.get(one.place)
        if before is None:
            found[one.place] = one
        elif before.expected and one.expected and one.expected not in before.expected:
            found[one.place] = Misfit(one.place, before.problem, f"{before.expected} or {one.expected}")
    return list(found.values())


def _misfit(error: Mapping[str, Any]) -> Misfit:
    kind, place = str(error["type"]), _place(error["loc"])
    given, context = error.get("input"), error.get("ctx", {})
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
        return Misfit(place, _shown(given, kind), _bound(kind, context))
    expected = _EXPECTED.get(kind) or _EXPECTED.get(kind.partition("_")[0], "another value")
    return Misfit(place, _shown(given, kind), expected)


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


def _shown(given: Any, kind: str) -> str:
    """What stands there, as briefly as it can be said."""
    if kind in ("too_long", "too_short", "string_too_long", "string_too_short") and hasattr(given, "__len__"):
        return f"this has {len(given):,}"
    if given is None:
        return "this is null"
    if isinstance(given, bool):
        return f"this is {str(given).lower()}"
    if isinstance(given, (str, int, float)):
        shown = repr(given[:_SHOWN]) if isinstance(given, str) else str(given)[:_SHOWN]
        return f"this is {shown}"
    return "this is an object" if isinstance(given, Mapping) else "this is a list"
