"""Fields of constraints in documents: how they are read and written."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from entails.formats.model_json.scope import Bounds, DocumentRefused, Scope, at, fields_of, shown
from entails.locale.message import Message, Sentence
from entails.models.constraints import Formula, Task
from entails.models.errors import one_of, quantity
from entails.models.fields import Json
from entails.models.problem.arrays import unfit

JOINTS = {"and": 1, "or": 1, "not": 1, "implies": 2, "iff": 2, "xor": 2}
"""Minimum number of formulas of each connective."""


class Field(Protocol):
    """Protocol of document fields: `read` converts JSON to an attribute, or rejects it; `write` reverses it."""

    def read(self, value: Json, scope: Scope, bounds: Bounds) -> Any: ...

    def write(self, value: Any, scope: Scope) -> Json: ...


@dataclass(frozen=True)
class NameField:
    """A field with the name of a variable."""

    def read(self, value: Json, scope: Scope, bounds: Bounds) -> int:
        del bounds
        return scope.variable(value)

    def write(self, value: int, scope: Scope) -> Json:
        return scope.name(value)


@dataclass(frozen=True)
class FactField:
    """A field with a fact or its negation."""

    def read(self, value: Json, scope: Scope, bounds: Bounds) -> int:
        del bounds
        return scope.literal(value)

    def write(self, value: int, scope: Scope) -> Json:
        return scope.fact(value)


@dataclass(frozen=True)
class Number:
    """A field with an integer between bounds."""

    least: int | None = None
    most: int | None = None

    def read(self, value: Json, scope: Scope, bounds: Bounds) -> int:
        del scope
        return whole(value, bounds, self.least, self.most)

    def write(self, value: int, scope: Scope) -> Json:
        del scope
        return value


@dataclass(frozen=True)
class DocumentValue:
    """A field with a value of a variable: a number or a word; `constraints.coded` replaces words by codes."""

    def read(self, value: Json, scope: Scope, bounds: Bounds) -> int | str:
        del scope
        return value if isinstance(value, str) else whole(value, bounds)

    def write(self, value: int | str, scope: Scope) -> Json:
        del scope
        return value


@dataclass(frozen=True)
class Word:
    """A field with one word of a fixed set."""

    words: tuple[str, ...]

    def read(self, value: Json, scope: Scope, bounds: Bounds) -> str:
        del scope, bounds
        if not isinstance(value, str) or value not in self.words:
            raise DocumentRefused(
                f"unknown word {shown(value)}", one_of(self.words, value if isinstance(value, str) else "")
            )
        return value

    def write(self, value: str, scope: Scope) -> Json:
        del scope
        return value


@dataclass(frozen=True)
class Flag:
    """A boolean field."""

    def read(self, value: Json, scope: Scope, bounds: Bounds) -> bool:
        del scope, bounds
        return flag(value)

    def write(self, value: bool, scope: Scope) -> Json:
        del scope
        return value


@dataclass(frozen=True)
class Many:
    """A field with a nonempty list. With `never`, it may be empty if the constraint has a `when`."""

    of: Field
    build: Callable[[Sequence[Any]], Any] = tuple
    empty: bool = False
    never: bool = False

    def read(self, value: Json, scope: Scope, bounds: Bounds) -> Any:
        items = listed(value, bounds.listed, self.empty or (self.never and bounds.guarded))
        read, done = self.of.read, []
        for place, item in enumerate(items):
            try:
                done.append(read(item, scope, bounds))
            except DocumentRefused as refused:
                raise refused.under(place) from None
        return self.build(done)

    def write(self, value: Any, scope: Scope) -> Json:
        return [self.of.write(item, scope) for item in (sorted(value) if isinstance(value, frozenset) else value)]


@dataclass(frozen=True)
class Some:
    """A field with a list of fixed length and a type for each item: [3, "x"]."""

    parts: tuple[Field, ...]
    what: str

    def read(self, value: Json, scope: Scope, bounds: Bounds) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) != len(self.parts):
            raise DocumentRefused(f"{_with_size(value)} is invalid", self.what)
        return tuple(part.read(item, scope, bounds) for part, item in zip(self.parts, value, strict=True))

    def write(self, value: Any, scope: Scope) -> Json:
        return [part.write(item, scope) for part, item in zip(self.parts, value, strict=True)]


@dataclass(frozen=True)
class NameOrValue:
    """A field with a variable, a number, or a word as {"word": "blue"}."""

    def read(self, value: Json, scope: Scope, bounds: Bounds) -> tuple[str, int | str]:
        if isinstance(value, str):
            return "var", scope.variable(value)
        if isinstance(value, dict):
            word = fields_of(value, ("word",), ("word",))["word"]
            with at("word"):
                return "const", text(word, bounds)
        return "const", whole(value, bounds)

    def write(self, value: tuple[str, Any], scope: Scope) -> Json:
        how, number = value
        if how == "var":
            return scope.name(number)
        return {"word": number} if isinstance(number, str) else number


@dataclass(frozen=True)
class TableRows:
    """A field with rows of equal length; `constraints.coded` replaces words by codes."""

    def read(self, value: Json, scope: Scope, bounds: Bounds) -> list[list[int | str]]:
        del scope
        rows = listed(value, bounds.listed, empty=bounds.guarded)
        width = len(rows[0]) if rows and isinstance(rows[0], list) else 0
        for place, row in enumerate(rows):
            if not isinstance(row, list) or len(row) != width or not 0 < width <= bounds.columns:
                with at(place):
                    raise DocumentRefused(
                        f"{_with_size(row)} is not a row of this table", "equally long lists of numbers"
                    )
            for column, number in enumerate(row):
                if type(number) is not str and (type(number) is not int or abs(number) > bounds.number):
                    with at(place), at(column):
                        whole(number, bounds)
        return rows  # type: ignore[return-value]

    def write(self, value: list[Json], scope: Scope) -> Json:
        del scope
        return value


@dataclass(frozen=True)
class LogicFormula:
    """A field with a formula: a fact, or a connective with formulas, ["or", "a", ["not", "x=3"]]."""

    def read(self, value: Json, scope: Scope, bounds: Bounds, depth: int = 1) -> Formula:
        if isinstance(value, str):
            return scope.literal(value)
        parts = listed(value, bounds.listed)
        joint = parts[0]
        if not isinstance(joint, str) or joint not in JOINTS:
            with at(0):
                raise DocumentRefused(f"unknown connective {shown(joint)}", one_of(JOINTS, str(joint)))
        if depth > bounds.nesting:
            raise DocumentRefused("nested too deeply", f"{bounds.nesting} levels at most")
        least, size = JOINTS[joint], len(parts) - 1
        if size < least or (joint in ("not", "implies") and size != least):
            raise DocumentRefused(
                f"{joint!r} joins {quantity(size, 'formula')}",
                str(least) if joint in ("not", "implies") else f"{least} or more",
            )
        done: list[Formula] = []
        for place, part in enumerate(parts[1:], 1):
            try:
                done.append(self.read(part, scope, bounds, depth + 1))
            except DocumentRefused as refused:
                raise refused.under(place) from None
        return (joint, *done)

    def write(self, value: Formula, scope: Scope) -> Json:
        if isinstance(value, int):
            return scope.fact(value)
        joint, *parts = value
        return [joint, *(self.write(part, scope) for part in parts)]


@dataclass(frozen=True)
class WordsField:
    """A field with a sentence that contains the placeholder {value}."""

    def read(self, value: Json, scope: Scope, bounds: Bounds) -> Sentence:
        del scope
        words = text(value, bounds)
        return Sentence(Message(words.replace("{", "{{").replace("}", "}}").replace("{{value}}", "{value}")))

    def write(self, value: Sentence, scope: Scope) -> Json:
        del scope
        return value.say()


@dataclass(frozen=True)
class TextField:
    """A field with a text for people."""

    def read(self, value: Json, scope: Scope, bounds: Bounds) -> str:
        del scope
        return text(value, bounds)

    def write(self, value: str, scope: Scope) -> Json:
        del scope
        return value


@dataclass(frozen=True)
class TaskField:
    """A field with a task: start, duration and optionally a presence literal. The default name is that of its start."""

    def read(self, value: Json, scope: Scope, bounds: Bounds) -> Task:
        fields = fields_of(value, ("name", "start", "duration", "present"), ("start", "duration"))
        with at("start"):
            start = scope.variable(fields["start"])
        with at("duration"):
            duration = NameOrValue().read(fields["duration"], scope, bounds)
        with at("name"):
            name = text(fields["name"], bounds) if "name" in fields else scope.name(start)
        with at("present"):
            present = scope.literal(fields["present"]) if "present" in fields else None
        return Task(name, start, duration, present)  # type: ignore[arg-type]

    def write(self, value: Task, scope: Scope) -> Json:
        fields: dict[str, Json] = {"name": value.name} if value.name != scope.name(value.start) else {}
        fields |= {"start": scope.name(value.start), "duration": NameOrValue().write(value.duration, scope)}
        return fields if value.present is None else {**fields, "present": scope.fact(value.present)}


def whole(value: Json, bounds: Bounds, least: int | None = None, most: int | None = None) -> int:
    """Return an integer within the bounds; reject anything else."""
    if type(value) is not int:
        raise DocumentRefused(f"{shown(value)} is not a whole number", "a whole number")
    low = -bounds.number if least is None else least
    high = bounds.number if most is None else most
    if not low <= value <= high:
        raise DocumentRefused(f"{shown(value)} is out of range", f"a whole number from {low:,} to {high:,}")
    return value


def flag(value: Json) -> bool:
    if not isinstance(value, bool):
        raise DocumentRefused(f"{shown(value)} is neither true nor false", "true or false")
    return value


def text(value: Json, bounds: Bounds) -> str:
    """Return a printable text of limited length; reject anything else."""
    if not isinstance(value, str):
        raise DocumentRefused(f"{shown(value)} is not a text", "a text")
    if problem := unfit(value, bounds.text):
        raise DocumentRefused(*problem)
    return value


def listed(value: Json, most: int, empty: bool = False) -> list[Json]:
    if not isinstance(value, list):
        raise DocumentRefused(f"{shown(value)} is not a list", "a list")
    if not value and not empty:
        raise DocumentRefused("empty list", "at least one entry")
    if len(value) > most:
        raise DocumentRefused(f"the list has {len(value):,} entries", f"{most:,} at most")
    return value


def _with_size(value: Json) -> str:
    return f"a list of {len(value)}" if isinstance(value, list) else shown(value)
