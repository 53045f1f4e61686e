"""Puzzles as SudokuPad keeps them: digits, regions and cages say what they mean; all else is a drawing and a text.

A drawing may stand for a rule, and a text may tell one, so that neither is passed over: what is not known is refused.

JSON as SudokuPad shortens it before it is compressed: names without quotes, nothing for an empty object, t and f,
colours without quotes, quotes single. Proper JSON is read too.
"""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from entails.formats.lzstring import decompress_from_base64
from entails.models.errors import InvalidPuzzle
from entails.models.lattice import Lattice
from entails.models.sudoku.shape import BOXES, Shape
from entails.models.variant import Variant, VariantRule

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


_WHERE = "SudokuPad"
_LARGEST = 16
_LINK = re.compile(r"\S*?(?:sudokupad\.app|crackingthecryptic\.com)/\S*?(?:scl|ctc)([A-Za-z0-9+/=%_-]{8,})(?:[?#]\S*)?")
_SHORT = {"ca": "cages", "ce": "cells", "re": "regions", "v": "value", "o": "overlays", "u": "underlays", "l": "lines"}
_SHORT |= {"a": "arrows", "t": "title", "te": "text"}
_DRAWN = ("arrows", "lines", "overlays", "underlays")
_ABOUT = {"id", "cellSize", "cs", "metadata", "settings", "title", "author", "solution"}
_SAID = re.compile(r"(title|author|rules|solution|msgcorrect|source)\s*:\s*(.*)", re.DOTALL | re.IGNORECASE)
_USUAL = re.compile(
    r"(normal|standard|classic|regular)?( \d+x\d+)?( irregular| jigsaw| killer)? ?sudoku( rules)?( apply)?"
    r"|(digits|numbers) (in|within) (a )?cages? (do|may|can|must)( not|not) repeat( (within|in) (a|the) cages?)?"
    r"|(digits|numbers) (in|within) (a )?cages? (must )?(sum|add( up)?) to the( small)?"
    r" (clue|number|total|value)s?( in (the|its|their) (top|upper)[- ]left( corner)?)?( of the cage)?( if given)?"
    r"( and (do|may|can|must)( not|not) repeat)?",
    re.IGNORECASE,
)
"""Sentences that say no more than the digits, regions and cages do."""


def sudokupad_text(text: str) -> str | None:
    """The document of a link or of itself; None where this is not one of SudokuPad's own."""
    found = _LINK.match(text.strip())
    if found is not None:
        return decompress_from_base64(unquote(found[1]).replace(" ", "+").replace("-", "+").replace("_", "/"))
    is_document = text.lstrip().startswith("{") and re.search(r"[\"'{,](cells|ce)[\"']?\s*:\s*\[\s*\[", text)
    return text if is_document and not re.search(r"[\"']grid[\"']\s*:", text) else None


def read_sudokupad(text: str) -> Variant:
    """The puzzle of a document."""
    value = load_loose(text, _WHERE)
    if not isinstance(value, dict):
        raise InvalidPuzzle("this is no puzzle", where=_WHERE, expected="a JSON object")
    value = _renamed(value)
    rows = value.get("cells")
    if (
        not isinstance(rows, list)
        or not 1 <= len(rows) <= _LARGEST
        or any(len(_list(row)) != len(rows) for row in rows)
    ):
        raise InvalidPuzzle("there is no square grid", where=_WHERE, expected=f"1 to {_LARGEST} rows of cells")
    _judge(value)
    board = Lattice(len(rows), len(rows))
    cells = [cell for row in rows for cell in row]
    given = tuple(_digit(cell, board, number) for number, cell in enumerate(cells))
    return Variant(board.rows, _regions(value, board), given, tuple(_cages(value, board)))


def _renamed(value: Any) -> Any:
    """Names that were shortened in full."""
    if isinstance(value, list):
        return [_renamed(one) for one in value]
    if isinstance(value, dict):
        return {_SHORT.get(key, key): _renamed(one) for key, one in value.items()}
    return value


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _judge(value: dict[str, Any]) -> None:
    """Refuse what may be a rule that is not known."""
    known = {"cells", "regions", "cages", *_ABOUT}
    for key, content in value.items():
        if key in _DRAWN and content:
            problem = f"{key} are drawn, and no rule says what they mean"
            raise InvalidPuzzle(problem, where=_WHERE, expected="digits, regions and cages; or a link of f-puzzles")
        if content and key not in known | set(_DRAWN):
            raise InvalidPuzzle(f"{key[:30]!r} is not known here", where=_WHERE, expected="digits, regions and cages")
    metadata = value.get("metadata")
    rules = metadata.get("rules") if isinstance(metadata, dict) else None
    for one in rules if isinstance(rules, list) else [rules]:
        _usual(str(one or ""))


def is_usual(sentence: str) -> bool:
    """Does a sentence, in small letters and without commas, say what digits, regions and cages say already?"""
    return _USUAL.fullmatch(sentence) is not None


def _usual(rules: str) -> None:
    """Rules in words are refused, unless they say what is said already."""
    for sentence in re.split(r"[.!;\n]+", rules):
        said = re.sub(r"[^a-z0-9x -]+", "", sentence.lower()).strip()
        if said and not is_usual(said):
            raise InvalidPuzzle(
                f"the rule {sentence.strip()[:60]!r} is told in words only", where=_WHERE, expected="usual rules"
            )


def _digit(cell: Any, board: Lattice, number: int) -> int | None:
    value = cell.get("value") if isinstance(cell, dict) else None
    if value is None or value == "":
        return None
    if type(value) is bool or not re.fullmatch("[0-9]{1,2}", str(value)) or not 1 <= int(value) <= board.rows:
        where = f"{_WHERE}, {board.name(number)}"
        raise InvalidPuzzle(f"{str(value)[:12]!r} is no digit", where=where, expected=f"1 to {board.rows}")
    return int(value)


def _cells(places: Any, board: Lattice, where: str) -> tuple[int, ...]:
    """Pairs of row and column, from 0."""
    found = []
    for place in _list(places):
        if not isinstance(place, list) or len(place) != 2 or any(type(at) is not int for at in place):
            raise InvalidPuzzle(f"{str(place)[:20]} is no cell", where=where, expected="a row and a column")
        row, column = place
        if not (0 <= row < board.rows and 0 <= column < board.columns):
            raise InvalidPuzzle(f"{place} is not on the board", where=where, expected=f"0 to {board.rows - 1}")
        found.append(board.cell(row, column))
    return tuple(found)


def _regions(value: dict[str, Any], board: Lattice) -> tuple[int, ...]:
    """Those that are told; the usual boxes where none are."""
    if not value.get("regions"):
        return tuple(Shape.classic(board.rows).regions) if board.rows in BOXES else (-1,) * len(board.cells)
    found = [-1] * len(board.cells)
    for number, places in enumerate(_list(value["regions"])):
        for cell in _cells(places, board, f"{_WHERE}, region {number + 1}"):
            found[cell] = number
    return tuple(found)


def _cages(value: dict[str, Any], board: Lattice) -> Iterator[VariantRule]:
    """Cages with a sum or without. One without cells tells about the puzzle."""
    for number, cage in enumerate(_list(value.get("cages")), 1):
        where = f"{_WHERE}, cage {number}"
        if not isinstance(cage, dict):
            raise InvalidPuzzle("this is no cage", where=where, expected="a JSON object")
        cells, said = _cells(cage.get("cells"), board, where), str(cage.get("value", "") or "")
        if not cells:
            told = _SAID.fullmatch(said.strip())
            if said and told is None:
                raise InvalidPuzzle(f"{said[:30]!r} stands at no cell", where=where, expected="cells")
            if told is not None and told[1].lower() == "rules":
                _usual(told[2])
            continue
        if said and not re.fullmatch("[0-9]{1,4}", said):
            raise InvalidPuzzle(f"{said[:12]!r} is no sum", where=where, expected="a number, or none")
        unique = cage.get("unique", True) is not False
        if unique or said:
            yield VariantRule("cage" if unique else "sum", cells, value=int(said) if said else None)
