"""JSON as SudokuPad shortens it before it is compressed: names without quotes, nothing for an empty object, t and f,
colours without quotes, quotes single. Proper JSON is read too."""

import json
import re
from typing import Any

from entails.models.errors import InvalidPuzzle

_BARE = re.compile(r"[^\s,:{}\[\]]+")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_SPACE = re.compile(r"\s*")
_WORDS = {"t": True, "f": False, "true": True, "false": False, "null": None}
_DEEPEST = 40


def load_loose(text: str, where: str) -> Any:
    """The value that a text says."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    reader = _Loose(text, where)
    value = reader.value(0)
    if reader.peek():
        raise reader.bad("the end")
    return value


class _Loose:
    """Reads from the left."""

    def __init__(self, text: str, where: str) -> None:
        self.text, self.where, self.at = text, where, 0

    def bad(self, expected: str) -> InvalidPuzzle:
        found = self.text[self.at : self.at + 12]
        return InvalidPuzzle(
            f"{found!r} stands here", where=f"{self.where}, character {self.at + 1}", expected=expected
        )

    def peek(self) -> str:
        space = _SPACE.match(self.text, self.at)
        self.at = space.end() if space else self.at
        return self.text[self.at : self.at + 1]

    def value(self, depth: int) -> Any:
        if depth > _DEEPEST:
            raise self.bad("a document that is not nested so deeply")
        sign = self.peek()
        if sign == "{":
            return self.object(depth)
        if sign == "[":
            return self.listed(depth)
        if sign in ("'", '"'):
            return self.quoted(sign)
        if sign in (",", "]", "}"):
            return {}
        return self.bare()

    def listed(self, depth: int) -> list[Any]:
        self.at += 1
        found: list[Any] = []
        if self.peek() == "]":
            self.at += 1
            return found
        while True:
            found.append(self.value(depth + 1))
            if self._ends("]"):
                return found

    def object(self, depth: int) -> dict[str, Any]:
        self.at += 1
        found: dict[str, Any] = {}
        if self.peek() == "}":
            self.at += 1
            return found
        while True:
            sign = self.peek()
            name = self.quoted(sign) if sign in ("'", '"') else self.name()
            if self.peek() != ":":
                raise self.bad("a colon")
            self.at += 1
            found[name] = self.value(depth + 1)
            if self._ends("}"):
                return found

    def _ends(self, end: str) -> bool:
        """Behind a part: does the whole end, or does it go on?"""
        sign = self.peek()
        if sign not in (end, ",") or not sign:
            raise self.bad(f", or {end}")
        self.at += 1
        return sign == end

    def name(self) -> str:
        found = _BARE.match(self.text, self.at)
        if found is None:
            raise self.bad("a name")
        self.at = found.end()
        return found[0]

    def bare(self) -> Any:
        word = self.name()
        if word in _WORDS:
            return _WORDS[word]
        if _NUMBER.fullmatch(word):
            return json.loads(word)
        return word

    def quoted(self, quote: str) -> str:
        """Up to the same quote; a backslash keeps the next character."""
        said, self.at = "", self.at + 1
        while self.at < len(self.text):
            character = self.text[self.at]
            self.at += 1
            if character == quote:
                return said
            if character == "\\" and self.at < len(self.text):
                following = self.text[self.at]
                self.at += 1
                said += {"n": "\n", "t": "\t"}.get(following, following)
            else:
                said += character
        raise self.bad("a closing quote")
