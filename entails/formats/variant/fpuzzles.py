"""Variants in the JSON and links of f-puzzles, which SudokuPad reads too: one key per rule type.

`read_variant` also accepts SudokuPad's own documents and ipuz, which other modules read. An unsupported rule is
rejected with its name, and so is a drawing that may stand for a rule. The player's input is ignored.
"""

import re
from collections.abc import Iterator
from itertools import dropwhile
from typing import Any
from urllib.parse import unquote

from entails.formats.lzstring import compress_to_base64, decompress_from_base64
from entails.formats.sudoku.ipuz import is_ipuz
from entails.formats.variant.sudokupad import read_sudokupad, sudokupad_text
from entails.formats.variant.text import variant_from_ipuz
from entails.models.errors import InvalidPuzzle, UnsupportedPuzzle
from entails.models.fields import dump_json, load_json
from entails.models.lattice import Lattice
from entails.models.sudoku.shape import BOXES, Shape
from entails.models.variant import Variant, VariantRule

_WHERE = "f-puzzles"
_LARGEST = 16
_LINK = re.compile(r".*?(?:[?&]load=|fpuzzles|fpuz)([A-Za-z0-9+/=%\s-]+)", re.DOTALL)
_ABOUT = {"title", "author", "ruleset", "solution", "successMessage", "size", "grid", "negative"}
_ABOUT |= {"highlightConflicts", "disabledlogic", "truecandidatesoptions"}
_CELL_KNOWN = {"value", "given", "region", "givenPencilMarks"}
_CELL_PLAYERS = {"centerPencilMarks", "cornerPencilMarks", "candidates", "c", "cArray", "highlight"}
_FLAGS = {
    "antiknight": "anti-knight",
    "antiking": "anti-king",
    "nonconsecutive": "non-consecutive",
    "disjointgroups": "disjoint groups",
}
_LINES = {
    "thermometer": "thermometer",
    "slowthermometer": "slow thermometer",
    "palindrome": "palindrome",
    "renban": "renban",
    "whispers": "whispers",
    "betweenline": "between",
    "lockout": "lockout",
    "regionsumline": "region sums",
    "zipperline": "zipper",
    "modularline": "modular",
    "entropicline": "entropic",
}
_PAIRS = {"difference": "difference", "ratio": "ratio", "xv": "sum of two", "greaterthan": "greater"}
_SETS = {"killercage": "cage", "sumcage": "sum", "extraregion": "region"}
_CELLS = {"odd": "odd", "even": "even", "minimum": "minimum", "maximum": "maximum"}
_OUTSIDE = {
    "sandwichsum": "sandwich",
    "xsum": "x-sum",
    "skyscraper": "skyscraper",
    "numberedroom": "numbered room",
    "numberedrooms": "numbered room",
    "littlekillersum": "little killer",
}
SUM_MARKS = {5: "V", 10: "X"}
_NEGATIVE = {"difference": "no other difference", "ratio": "no other ratio", "xv": "no other sum"}
_DIRECTIONS = {"U": -1, "D": 1, "L": -1, "R": 1}
_XV = {mark: total for total, mark in SUM_MARKS.items()}
_DEFAULTS = {"difference": 1, "ratio": 2, "whispers": 5, "lockout": 4}


def is_variant(text: str) -> bool:
    """Return whether an f-puzzles document or link has rules beyond those of a plain grid.

    SudokuPad's own documents always count as variants.
    """
    if sudokupad_text(text) is not None:
        return True
    try:
        value = _load_document(text)
    except InvalidPuzzle:
        return False
    plain = (_ABOUT | {"diagonal+", "diagonal-"}) - {"negative"}
    one_diagonal = bool(value.get("diagonal+")) != bool(value.get("diagonal-"))
    return "grid" in value and (one_diagonal or any(content and key not in plain for key, content in value.items()))


def read_variant(text: str) -> Variant:
    """Read a variant from an f-puzzles document or link."""
    if is_ipuz(text):
        return variant_from_ipuz(text)
    if (own := sudokupad_text(text)) is not None:
        return read_sudokupad(own)
    value = _load_document(text)
    rows = value.get("grid")
    if (
        not isinstance(rows, list)
        or not 1 <= len(rows) <= _LARGEST
        or any(not isinstance(row, list) or len(row) != len(rows) for row in rows)
    ):
        raise InvalidPuzzle("the grid is not square", where=_WHERE, expected=f"1 to {_LARGEST} rows of cells")
    reader = _FpuzzlesReader(len(rows))
    cells = [reader.cell_object(cell, number) for number, cell in enumerate(cell for row in rows for cell in row)]
    givens = tuple(reader.digit(cell, number) for number, cell in enumerate(cells))
    marks = [rule for number, cell in enumerate(cells) for rule in reader.marks(cell, number)]
    rules = tuple(rule for key, content in value.items() if content for rule in reader.rules(key, content, value))
    return Variant(len(rows), reader.regions(cells), givens, (*marks, *rules))


def _load_document(text: str) -> dict[str, Any]:
    text = text.strip()
    if not text.startswith("{"):
        link = _LINK.fullmatch(text)
        if link is None:
            problem = "neither a document nor a link with a puzzle"
            raise InvalidPuzzle(problem, where=_WHERE, expected="JSON, or a link of f-puzzles or SudokuPad")
        text = decompress_from_base64(unquote(link[1]).replace(" ", "+"))
    value = load_json(text, _WHERE)
    if not isinstance(value, dict):
        raise InvalidPuzzle("invalid puzzle", where=_WHERE, expected="a JSON object")
    return value


class _FpuzzlesReader:
    """Reader of the parts of an f-puzzles document, for one grid size."""

    def __init__(self, size: int) -> None:
        self.size, self.board = size, Lattice(size, size)

    def cell_object(self, cell: Any, number: int) -> dict[str, Any]:
        where = f"{_WHERE}, {self.board.name(number)}"
        if not isinstance(cell, dict):
            raise InvalidPuzzle("invalid cell", where=where, expected="a JSON object")
        for key, content in cell.items():
            if content and key not in _CELL_KNOWN | _CELL_PLAYERS:
                raise InvalidPuzzle(f"{key[:30]!r} is not supported", where=where, expected="a value or a region")
        return cell

    def digit(self, cell: dict[str, Any], number: int) -> int | None:
        value = cell.get("value") if cell.get("given") else None
        if value is not None and (type(value) is not int or not 1 <= value <= self.size):
            where = f"{_WHERE}, {self.board.name(number)}"
            raise InvalidPuzzle("invalid digit", where=where, expected=f"1 to {self.size}")
        return value

    def marks(self, cell: dict[str, Any], number: int) -> Iterator[VariantRule]:
        marks = cell.get("givenPencilMarks")
        if marks and not (cell.get("given") and cell.get("value")):
            values = tuple(self.number(mark, "givenPencilMarks") for mark in marks)
            yield VariantRule("one of", (number,), values=values)

    def regions(self, cells: list[dict[str, Any]]) -> tuple[int, ...]:
        usual: tuple[int, ...] = Shape.classic(self.size).regions if self.size in BOXES else (-1,) * len(cells)
        regions = [cell.get("region", region) for cell, region in zip(cells, usual, strict=True)]
        for number, region in enumerate(regions):
            if region is not None and (type(region) is not int or not -1 <= region < self.size):
                expected = f"0 to {self.size - 1}, or null for none"
                where = f"{_WHERE}, {self.board.name(number)}"
                raise InvalidPuzzle(f"invalid region {str(region)[:12]!r}", where=where, expected=expected)
        return tuple(-1 if region is None else region for region in regions)

    def rules(self, key: str, content: Any, whole: dict[str, Any]) -> Iterator[VariantRule]:
        if key == "negative":
            yield from self.negative(content, whole)
        elif key in _ABOUT:
            return
        elif key in _FLAGS:
            yield VariantRule(_FLAGS[key])
        elif key in ("diagonal+", "diagonal-"):
            steps = range(self.size)
            yield VariantRule(
                "diagonal", tuple(self.board.cell(r, r if key == "diagonal-" else self.size - 1 - r) for r in steps)
            )
        elif not isinstance(content, list) or not all(isinstance(item, dict) for item in content):
            raise InvalidPuzzle(f"rule {key[:30]!r} is not supported", where=_WHERE, expected="a supported rule")
        else:
            for item in content:
                yield from self.item_rules(key, item)

    def item_rules(self, key: str, item: dict[str, Any]) -> Iterator[VariantRule]:
        """Yield the rules of one item in the list of a rule type, such as a cage."""
        if key in _LINES:
            value = self.value(item, key) if item.get("value") else _DEFAULTS.get(key)
            if key == "whispers" and not item.get("value") and self.size != 9:
                value = (self.size + 1) // 2
            yield from (
                VariantRule(_LINES[key], self.cells(line, key), value=value)
                for line in self.list_of(item, "lines", key)
            )
        elif key == "arrow":
            pill = tuple(sorted(self.cells(item.get("cells"), key)))
            for line in self.list_of(item, "lines", key):
                yield VariantRule("arrow", pill, tuple(dropwhile(pill.__contains__, self.cells(line, key))))
        elif key in _SETS:
            value = self.value(item, key) if item.get("value") not in (None, "") else None
            if key == "sumcage" and value is None:
                raise InvalidPuzzle("cage without sum", where=f"{_WHERE}, {key}", expected="a number")
            yield VariantRule(_SETS[key], self.cells(item.get("cells"), key), value=value)
        elif key == "xv":
            if item.get("value") not in _XV:
                raise InvalidPuzzle(
                    f"unexpected {str(item.get('value'))[:12]!r}", where=f"{_WHERE}, xv", expected="X or V"
                )
            yield VariantRule("sum of two", self.cells(item.get("cells"), key), value=_XV[item["value"]])
        elif key in _PAIRS:
            value = self.value(item, key) if item.get("value") else _DEFAULTS.get(key)
            yield VariantRule(_PAIRS[key], self.cells(item.get("cells"), key), value=value)
        elif key in _CELLS:
            yield VariantRule(_CELLS[key], (self.cell(item.get("cell"), key),))
        elif key == "quadruple":
            values = tuple(self.number(value, key) for value in self.list_of(item, "values", key))
            yield VariantRule("quadruple", self.cells(item.get("cells"), key), values=values)
        elif key == "clone":
            cells, others = self.cells(item.get("cells"), key), self.cells(item.get("cloneCells"), key)
            if len(cells) != len(others):
                raise InvalidPuzzle(
                    "the clones differ in size", where=f"{_WHERE}, clone", expected="the same number of cells"
                )
            yield VariantRule("clone", cells, others)
        elif key in _OUTSIDE:
            if item.get("value") in (None, ""):
                return  # a clue without a number is no rule
            yield VariantRule(_OUTSIDE[key], self.cells_in_sight(item, key), value=self.value(item, key))
        else:
            raise InvalidPuzzle(f"rule {key[:30]!r} is not supported", where=_WHERE, expected="a supported rule")

    def negative(self, names: Any, whole: dict[str, Any]) -> Iterator[VariantRule]:
        for name in names if isinstance(names, list) else [names]:
            if name not in _NEGATIVE:
                raise InvalidPuzzle(
                    f"rule 'negative {str(name)[:20]}' is not supported",
                    where=_WHERE,
                    expected="difference, ratio or xv",
                )
            marks = [mark for mark in whole.get(name) or () if isinstance(mark, dict)]
            values = (
                {5, 10}
                if name == "xv"
                else {self.value(mark, name) if mark.get("value") else _DEFAULTS[name] for mark in marks}
            )
            yield VariantRule(_NEGATIVE[name], values=tuple(sorted(values or {_DEFAULTS[name]})))

    def cells_in_sight(self, item: dict[str, Any], key: str) -> tuple[int, ...]:
        """Return the cells that a clue outside the board sees, nearest first."""
        row, column = self.place(item.get("cell"), key)
        last = self.size
        if key == "littlekillersum":
            if item.get("cells"):
                return self.cells(item["cells"], key)
            direction = str(item.get("direction"))
            if len(direction) != 2 or not set(direction) <= set(_DIRECTIONS):
                raise InvalidPuzzle(
                    f"invalid direction {direction[:12]!r}", where=f"{_WHERE}, {key}", expected="DR, DL, UR or UL"
                )
            down, right = _DIRECTIONS[direction[0]], _DIRECTIONS[direction[1]]
        else:
            down, right = (row == -1) - (row == last), (column == -1) - (column == last)
            if abs(down) + abs(right) != 1:
                raise InvalidPuzzle(
                    "the clue is not beside a row or column", where=f"{_WHERE}, {key}", expected="a cell outside"
                )
        cells = []
        row, column = row + down, column + right
        while 0 <= row < last and 0 <= column < last:
            cells.append(self.board.cell(row, column))
            row, column = row + down, column + right
        if not cells:
            raise InvalidPuzzle("the clue applies to no cell", where=f"{_WHERE}, {key}", expected="a cell outside")
        return tuple(cells)

    def list_of(self, item: dict[str, Any], name: str, key: str) -> list[Any]:
        content = item.get(name)
        if not isinstance(content, list) or not content:
            raise InvalidPuzzle(f"missing {name}", where=f"{_WHERE}, {key}", expected="a list")
        return content

    def cells(self, names: Any, key: str) -> tuple[int, ...]:
        if not isinstance(names, list) or not names:
            raise InvalidPuzzle("missing cells", where=f"{_WHERE}, {key}", expected="a list such as R1C1, R1C2")
        return tuple(self.cell(name, key) for name in names)

    def cell(self, name: Any, key: str) -> int:
        row, column = self.place(name, key)
        if not (0 <= row < self.size and 0 <= column < self.size):
            raise InvalidPuzzle(
                f"{name!r} is not on the board", where=f"{_WHERE}, {key}", expected="a cell such as R1C1"
            )
        return self.board.cell(row, column)

    def place(self, name: Any, key: str) -> tuple[int, int]:
        match = re.fullmatch(r"R(-?[0-9]{1,2})C(-?[0-9]{1,2})", str(name), re.IGNORECASE)
        if match is None:
            raise InvalidPuzzle(
                f"invalid cell {str(name)[:12]!r}", where=f"{_WHERE}, {key}", expected="a cell such as R1C1"
            )
        return int(match[1]) - 1, int(match[2]) - 1

    def value(self, item: dict[str, Any], key: str) -> int:
        return self.number(item.get("value"), key)

    def number(self, value: Any, key: str) -> int:
        if type(value) is bool or not re.fullmatch(r"[0-9]{1,4}", str(value)):
            raise InvalidPuzzle(f"invalid number {str(value)[:12]!r}", where=f"{_WHERE}, {key}", expected="a number")
        return int(value)


def document(puzzle: Variant) -> dict[str, Any]:
    """Convert a variant to an f-puzzles document."""
    board, size = puzzle.board, puzzle.size
    usual = Shape.classic(size).regions if size in BOXES else (-1,) * len(board.cells)
    grid: list[list[dict[str, Any]]] = [[] for _ in range(size)]
    for cell in board.cells:
        content: dict[str, Any] = {}
        if puzzle.given[cell]:
            content |= {"value": puzzle.given[cell], "given": True}
        if puzzle.regions[cell] != usual[cell]:
            content["region"] = puzzle.regions[cell]
        grid[board.place(cell)[0]].append(content)
    written: dict[str, Any] = {"size": size, "grid": grid}
    for rule in puzzle.rules:
        _write_rule(rule, puzzle, written, grid)
    for rule in puzzle.rules:
        if rule.kind in _NEGATIVE.values():  # its values are not written, because they follow from the marks
            (implied,) = _FpuzzlesReader(size).negative(_key_of(_NEGATIVE, rule.kind), written)
            if implied.values != tuple(sorted(rule.values)):
                means, values = (", ".join(map(str, numbers)) for numbers in (implied.values, rule.values))
                raise UnsupportedPuzzle(
                    f"with these marks, a document means {rule.kind!r} of {means}, not {values}: use line"
                )
    return written


def _write_rule(rule: VariantRule, puzzle: Variant, written: dict[str, Any], grid: list[list[dict[str, Any]]]) -> None:
    board, size = puzzle.board, puzzle.size

    def named(cells: tuple[int, ...]) -> list[str]:
        return [board.name(cell).upper() for cell in cells]

    def add(key: str, **content: Any) -> None:
        written.setdefault(key, []).append({name: value for name, value in content.items() if value is not None})

    value = None if rule.value is None else str(rule.value)
    if rule.kind == "one of":
        row, column = board.place(rule.cells[0])
        grid[row][column]["givenPencilMarks"] = list(rule.values)
    elif rule.kind in _FLAGS.values():
        written[_key_of(_FLAGS, rule.kind)] = True
    elif rule.kind == "diagonal":
        written["diagonal-" if rule.cells[0] == 0 and rule.cells[-1] == size * size - 1 else "diagonal+"] = True
    elif rule.kind in _NEGATIVE.values():
        written.setdefault("negative", []).append(_key_of(_NEGATIVE, rule.kind))
    elif rule.kind in _LINES.values():
        add(_key_of(_LINES, rule.kind), lines=[named(rule.cells)], value=value)
    elif rule.kind == "arrow":
        add("arrow", cells=named(rule.cells), lines=[named((rule.cells[0], *rule.others))])
    elif rule.kind == "sum of two":
        if rule.value not in SUM_MARKS:
            raise UnsupportedPuzzle(f"a document supports only sum marks of 5 and 10, not {rule.value}: use line")
        add("xv", cells=named(rule.cells), value=SUM_MARKS[rule.value])
    elif rule.kind in _CELLS.values():
        add(_key_of(_CELLS, rule.kind), cell=named(rule.cells)[0])
    elif rule.kind == "quadruple":
        add("quadruple", cells=named(rule.cells), values=list(rule.values))
    elif rule.kind == "clone":
        add("clone", cells=named(rule.cells), cloneCells=named(rule.others))
    elif rule.kind in _OUTSIDE.values():
        content = _outside(rule, board)
        add(_key_of(_OUTSIDE, rule.kind), **content, value=value)
    else:
        add(_key_of(_SETS | _PAIRS, rule.kind), cells=named(rule.cells), value=value)


def _outside(rule: VariantRule, board: Lattice) -> dict[str, Any]:
    """Return the place of a clue outside the board, one step before its first cell."""
    (row, column), size = board.place(rule.cells[0]), board.rows
    if rule.kind == "little killer":
        return {"cell": f"R{row + 1}C{column + 1}", "cells": [board.name(cell).upper() for cell in rule.cells]}
    across = len(rule.cells) == 1 or board.place(rule.cells[1])[0] == row
    if across:
        return {"cell": f"R{row + 1}C{0 if column == 0 else size + 1}"}
    return {"cell": f"R{0 if row == 0 else size + 1}C{column + 1}"}


def _key_of(keys: dict[str, str], kind: str) -> str:
    return next(key for key, name in keys.items() if name == kind)


def write_variant(puzzle: Variant) -> str:
    """Write a variant as an f-puzzles document on one line."""
    return dump_json(document(puzzle))


def write_link(puzzle: Variant) -> str:
    """Write a link that opens a variant in the f-puzzles editor."""
    return f"https://f-puzzles.com/?load={compress_to_base64(write_variant(puzzle))}"
