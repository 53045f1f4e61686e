"""Conditions on rows, as people write them for tables: `band = 'medium' and uses_x_wing = 1`.

Names are columns, or keys of a mapping in one; text stands in single quotes; there are = != < <= > >=, `in (...)`,
`is null`, `not`, `and`, `or` and parentheses. What is compared with nothing is neither so nor not so, and such a row is
left out.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from clausal.models.errors import InvalidOption

Test = Callable[[Mapping[str, Any]], bool | None]
Look = Callable[[Mapping[str, Any]], Any]

_TOKEN = re.compile(
    r"\s*(?:(?P<text>'(?:[^']|'')*')|(?P<number>-?\d+(?:\.\d+)?)|(?P<name>\w+)|(?P<sign><=|>=|!=|<>|[=<>(),]))"
)
_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<>": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_CONSTANTS = {"true": True, "false": False, "null": None}


@cache
def condition(text: str) -> Callable[[Mapping[str, Any]], bool]:
    """The condition that a text states; an empty one holds of every row."""
    if not text.strip():
        return lambda row: True  # noqa: ARG005
    _, test = _read(text)
    return lambda row: test(row) is True


@dataclass(frozen=True)
class Spoken:
    """What a condition speaks of: names, and those among them that are compared with something known."""

    names: frozenset[str] = frozenset()
    compared: tuple[tuple[str, Any], ...] = ()


@cache
def spoken_of(text: str) -> Spoken:
    """The columns that a condition speaks of."""
    if not text.strip():
        return Spoken()
    reader, _ = _read(text)
    return Spoken(frozenset(reader.names), tuple(reader.compared))


def _read(text: str) -> tuple["_Reader", Test]:
    reader = _Reader(text)
    try:
        test = reader.either()
    except RecursionError:
        raise reader.refused("fewer parentheses within each other") from None
    if reader.ahead is not None:
        raise reader.refused("and, or, or the end")
    return reader, test


class _Reader:
    """Reads a condition word by word."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self.ahead: tuple[str, str] | None = None
        self.names: set[str] = set()
        self.compared: list[tuple[str, Any]] = []
        self._step()

    def _step(self) -> tuple[str, str] | None:
        """Take the word ahead."""
        taken, rest = self.ahead, self._text[self._at :]
        found = _TOKEN.match(rest)
        if found is None and rest.strip():
            raise self.refused("a name, a number, text in single quotes, or a sign")
        self.ahead = None if found is None else (str(found.lastgroup), found[str(found.lastgroup)])
        self._at += 0 if found is None else found.end()
        return taken

    def refused(self, expected: str) -> InvalidOption:
        near = self.ahead[1] if self.ahead else "the end"
        return InvalidOption(f"the condition cannot be read at {near[:40]!r}", where="--where", expected=expected)

    def _takes(self, *words: str) -> bool:
        if self.ahead is not None and self.ahead[0] != "text" and self.ahead[1].lower() in words:
            self._step()
            return True
        return False

    def _needs(self, word: str) -> None:
        if not self._takes(word):
            raise self.refused(word)

    def either(self) -> Test:
        tests = [self._both()]
        while self._takes("or"):
            tests.append(self._both())
        return tests[0] if len(tests) == 1 else lambda row: _any([test(row) for test in tests])

    def _both(self) -> Test:
        tests = [self._single()]
        while self._takes("and"):
            tests.append(self._single())
        return tests[0] if len(tests) == 1 else lambda row: _not(_any([_not(test(row)) for test in tests]))

    def _single(self) -> Test:
        if self._takes("not"):
            test = self._single()
            return lambda row: _not(test(row))
        if self._takes("("):
            test = self.either()
            self._needs(")")
            return test
        left, name = self._value()
        if self._takes("is"):
            negated = self._takes("not")
            self._needs("null")
            return lambda row: (left(row) is None) != negated
        negated = self._takes("not")
        if self._takes("in"):
            self._needs("(")
            values = [self._compared_with(name)]
            while self._takes(","):
                values.append(self._compared_with(name))
            self._needs(")")
            found: Test = lambda row: _any([_compare("=", left(row), value(row)) for value in values])  # noqa: E731
            return (lambda row: _not(found(row))) if negated else found
        if negated or self.ahead is None or self.ahead[1] not in _COMPARED:
            raise self.refused("a comparison such as = or <, in, or is null")
        sign = self._step()
        assert sign is not None
        right = self._compared_with(name)
        return lambda row: _compare(sign[1], left(row), right(row))

    def _compared_with(self, name: Any) -> Look:
        """A value that stands beside another, `name` where that is a column."""
        value, other = self._value()
        for column, constant in ((name, other), (other, name)):
            if isinstance(column, _Name) and not isinstance(constant, _Name):
                self.compared.append((column, constant))
        return value

    def _value(self) -> tuple[Look, Any]:
        """How a value is found in a row, and what it is: a name, or a constant."""
        taken = self._step() if self.ahead is not None and self.ahead[0] != "sign" else None
        if taken is None:
            raise self.refused("a column, a number or text in single quotes")
        what, word = taken
        if what == "name" and word.lower() not in _CONSTANTS:
            self.names.add(word)
            return lambda row: _looked_up(row, word), _Name(word)
        constant: Any = _CONSTANTS.get(word.lower())
        if what == "text":
            constant = word[1:-1].replace("''", "'")
        elif what == "number":
            constant = float(word) if "." in word else int(word)
        return lambda row: constant, constant  # noqa: ARG005


class _Name(str):
    """A column, not a text."""

    __slots__ = ()


def _looked_up(row: Mapping[str, Any], name: str) -> Any:
    if name in row:
        return row[name]
    mappings = (value for value in row.values() if isinstance(value, dict))
    return next((value[name] for value in mappings if name in value), None)


def _compare(sign: str, left: Any, right: Any) -> bool | None:
    if left is None or right is None:
        return None
    try:
        return _COMPARED[sign](left, right)
    except TypeError:  # a number is neither above nor below a text
        return None


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def _any(values: list[bool | None]) -> bool | None:
    return True if True in values else None if None in values else False
