"""Reader of SudokuPad's own documents: digits, regions and cages; other elements are drawings or text.

A drawing or a text may stand for a rule, so both are rejected unless they are known to add none.

SudokuPad shortens its JSON before compression: names and colours without quotes, an omitted empty object, t and f,
single quotes. `load_loose` reads this and standard JSON.
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
_MAX_DEPTH = 40


def load_loose(text: str, where: str) -> Any:
    """Parse shortened or standard JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    reader = _LooseReader(text, where)
    value = reader.value(0)
    if reader.peek():
        raise reader.bad("the end")
    return value


class _LooseReader:
    """Parser of SudokuPad's shortened JSON."""

    def __init__(self, text: str, where: str) -> None:
        self.text, self.where, self.at = text, where, 0

    def bad(self, expected: str) -> InvalidPuzzle:
        rest = self.text[self.at : self.at + 12]
        return InvalidPuzzle(f"unexpected {rest!r}", where=f"{self.where}, character {self.at + 1}", expected=expected)

    def peek(self) -> str:
        space = _SPACE.match(self.text, self.at)
        self.at = space.end() if space else self.at
        return self.text[self.at : self.at + 1]

    def value(self, depth: int) -> Any:
        if depth > _MAX_DEPTH:
            raise self.bad(f"at most {_MAX_DEPTH} levels of nesting")
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
        items: list[Any] = []
        if self.peek() == "]":
            self.at += 1
            return items
        while True:
            items.append(self.value(depth + 1))
            if self._ends("]"):
                return items

    def object(self, depth: int) -> dict[str, Any]:
        self.at += 1
        members: dict[str, Any] = {}
        if self.peek() == "}":
            self.at += 1
            return members
        while True:
            sign = self.peek()
            name = self.quoted(sign) if sign in ("'", '"') else self.name()
            if self.peek() != ":":
                raise self.bad("a colon")
            self.at += 1
            members[name] = self.value(depth + 1)
            if self._ends("}"):
                return members

    def _ends(self, end: str) -> bool:
        """Consume a comma or the end of a list or object; return whether it was the end."""
        sign = self.peek()
        if sign not in (end, ",") or not sign:
            raise self.bad(f", or {end}")
        self.at += 1
        return sign == end

    def name(self) -> str:
        match = _BARE.match(self.text, self.at)
        if match is None:
            raise self.bad("a name")
        self.at = match.end()
        return match[0]

    def bare(self) -> Any:
        word = self.name()
        if word in _WORDS:
            return _WORDS[word]
        if _NUMBER.fullmatch(word):
            return json.loads(word)
        return word

    def quoted(self, quote: str) -> str:
        """Read a string up to its closing quote; a backslash escapes the next character."""
        content, self.at = "", self.at + 1
        while self.at < len(self.text):
            character = self.text[self.at]
            self.at += 1
            if character == quote:
                return content
            if character == "\\" and self.at < len(self.text):
                following = self.text[self.at]
                self.at += 1
                content += {"n": "\n", "t": "\t"}.get(following, following)
            else:
                content += character
        raise self.bad("a closing quote")


_WHERE = "SudokuPad"
_LARGEST = 16
_LINK = re.compile(r"\S*?(?:sudokupad\.app|crackingthecryptic\.com)/\S*?(?:scl|ctc)([A-Za-z0-9+/=%_-]{8,})(?:[?#]\S*)?")
_LONG_NAMES = {
    "ca": "cages",
    "ce": "cells",
    "re": "regions",
    "v": "value",
    "o": "overlays",
    "u": "underlays",
    "l": "lines",
}
_LONG_NAMES |= {"a": "arrows", "t": "title", "te": "text"}
_DRAWN = ("arrows", "lines", "overlays", "underlays")
_ABOUT = {"id", "cellSize", "cs", "metadata", "settings", "title", "author", "solution"}
_NOTE = re.compile(r"(title|author|rules|solution|msgcorrect|source)\s*:\s*(.*)", re.DOTALL | re.IGNORECASE)
_USUAL = re.compile(
    r"(normal|standard|classic|regular)?( \d+x\d+)?( irregular| jigsaw| killer)? ?sudoku( rules)?( apply)?"
    r"|(digits|numbers) (in|within) (a )?cages? (do|may|can|must)( not|not) repeat( (within|in) (a|the) cages?)?"
    r"|(digits|numbers) (in|within) (a )?cages? (must )?(sum|add( up)?) to the( small)?"
    r" (clue|number|total|value)s?( in (the|its|their) (top|upper)[- ]left( corner)?)?( of the cage)?( if given)?"
    r"( and (do|may|can|must)( not|not) repeat)?",
    re.IGNORECASE,
)
"""Pattern of sentences that only repeat the rules of digits, regions and cages."""


def sudokupad_text(text: str) -> str | None:
    """Return SudokuPad's document inside a link, or the text itself if it is one; else None."""
    link = _LINK.match(text.strip())
    if link is not None:
        return decompress_from_base64(unquote(link[1]).replace(" ", "+").replace("-", "+").replace("_", "/"))
    is_document = text.lstrip().startswith("{") and re.search(r"[\"'{,](cells|ce)[\"']?\s*:\s*\[\s*\[", text)
    return text if is_document and not re.search(r"[\"']grid[\"']\s*:", text) else None


def read_sudokupad(text: str) -> Variant:
    """Read a variant from a SudokuPad document."""
    value = load_loose(text, _WHERE)
    if not isinstance(value, dict):
        raise InvalidPuzzle("invalid puzzle", where=_WHERE, expected="a JSON object")
    value = _with_long_names(value)
    rows = value.get("cells")
    if (
        not isinstance(rows, list)
        or not 1 <= len(rows) <= _LARGEST
        or any(len(_list(row)) != len(rows) for row in rows)
    ):
        raise InvalidPuzzle("the grid is not square", where=_WHERE, expected=f"1 to {_LARGEST} rows of cells")
    _reject_unknown(value)
    board = Lattice(len(rows), len(rows))
    cells = [cell for row in rows for cell in row]
    givens = tuple(_digit(cell, board, number) for number, cell in enumerate(cells))
    return Variant(board.rows, _regions(value, board), givens, tuple(_cages(value, board)))


def _with_long_names(value: Any) -> Any:
    """Expand the shortened key names in a document."""
    if isinstance(value, list):
        return [_with_long_names(item) for item in value]
    if isinstance(value, dict):
        return {_LONG_NAMES.get(key, key): _with_long_names(item) for key, item in value.items()}
    return value


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _reject_unknown(value: dict[str, Any]) -> None:
    """Reject unknown content that may be an unsupported rule."""
    known = {"cells", "regions", "cages", *_ABOUT}
    for key, content in value.items():
        if key in _DRAWN and content:
            problem = f"{key} are drawn without a rule that explains them"
            raise InvalidPuzzle(problem, where=_WHERE, expected="digits, regions and cages; or a link of f-puzzles")
        if content and key not in known | set(_DRAWN):
            raise InvalidPuzzle(f"{key[:30]!r} is not supported", where=_WHERE, expected="digits, regions and cages")
    metadata = value.get("metadata")
    rules = metadata.get("rules") if isinstance(metadata, dict) else None
    for text in rules if isinstance(rules, list) else [rules]:
        _reject_unusual_rules(str(text or ""))


def is_usual(sentence: str) -> bool:
    """Return whether a sentence (lower case, no commas) only repeats the rules of digits, regions and cages."""
    return _USUAL.fullmatch(sentence) is not None


def _reject_unusual_rules(rules: str) -> None:
    """Reject a text of rules unless every sentence repeats a usual rule."""
    for sentence in re.split(r"[.!;\n]+", rules):
        plain = re.sub(r"[^a-z0-9x -]+", "", sentence.lower()).strip()
        if plain and not is_usual(plain):
            raise InvalidPuzzle(
                f"the rule {sentence.strip()[:60]!r} is given in words only", where=_WHERE, expected="usual rules"
            )


def _digit(cell: Any, board: Lattice, number: int) -> int | None:
    value = cell.get("value") if isinstance(cell, dict) else None
    if value is None or value == "":
        return None
    if type(value) is bool or not re.fullmatch("[0-9]{1,2}", str(value)) or not 1 <= int(value) <= board.rows:
        where = f"{_WHERE}, {board.name(number)}"
        raise InvalidPuzzle(f"invalid digit {str(value)[:12]!r}", where=where, expected=f"1 to {board.rows}")
    return int(value)


def _cells(places: Any, board: Lattice, where: str) -> tuple[int, ...]:
    """Return the cells of (row, column) pairs, counted from 0."""
    cells = []
    for place in _list(places):
        if not isinstance(place, list) or len(place) != 2 or any(type(at) is not int for at in place):
            raise InvalidPuzzle(f"invalid cell {str(place)[:20]}", where=where, expected="a row and a column")
        row, column = place
        if not (0 <= row < board.rows and 0 <= column < board.columns):
            raise InvalidPuzzle(f"{place} is not on the board", where=where, expected=f"0 to {board.rows - 1}")
        cells.append(board.cell(row, column))
    return tuple(cells)


def _regions(value: dict[str, Any], board: Lattice) -> tuple[int, ...]:
    """Return the region of each cell; by default, the standard boxes."""
    if not value.get("regions"):
        return tuple(Shape.classic(board.rows).regions) if board.rows in BOXES else (-1,) * len(board.cells)
    regions = [-1] * len(board.cells)
    for number, places in enumerate(_list(value["regions"])):
        for cell in _cells(places, board, f"{_WHERE}, region {number + 1}"):
            regions[cell] = number
    return tuple(regions)


def _cages(value: dict[str, Any], board: Lattice) -> Iterator[VariantRule]:
    """Yield the cages, with or without a sum. A cage without cells holds metadata."""
    for number, cage in enumerate(_list(value.get("cages")), 1):
        where = f"{_WHERE}, cage {number}"
        if not isinstance(cage, dict):
            raise InvalidPuzzle("invalid cage", where=where, expected="a JSON object")
        cells, text = _cells(cage.get("cells"), board, where), str(cage.get("value", "") or "")
        if not cells:
            note = _NOTE.fullmatch(text.strip())
            if text and note is None:
                raise InvalidPuzzle(f"{text[:30]!r} without cells", where=where, expected="cells")
            if note is not None and note[1].lower() == "rules":
                _reject_unusual_rules(note[2])
            continue
        if text and not re.fullmatch("[0-9]{1,4}", text):
            raise InvalidPuzzle(f"invalid sum {text[:12]!r}", where=where, expected="a number, or none")
        unique = cage.get("unique", True) is not False
        if unique or text:
            yield VariantRule("cage" if unique else "sum", cells, value=int(text) if text else None)
