"""Variants as people type them: the rows of the grid, then the rules with their cells.

    1.../..../..../.... cage=7 r1c1 r1c2 r2c1; thermometer r4c1 r3c1 r2c2; arrow r1c4 > r2c4 r3c4; anti-knight

Numbers of a rule stand behind an equals sign, with commas between several; a > divides its two parts. Regions are the
usual boxes; other regions need a document.
"""

import re
from math import isqrt

from entails.models.errors import InvalidPuzzle
from entails.models.lattice import Lattice
from entails.models.row_text import EMPTY, in_rows, joined, number_in, number_text, place, square_of
from entails.models.sudoku.shape import BOXES, Shape
from entails.models.variant.rule import Rule, Variant
from entails.models.variant.rules import KINDS

_RULE = re.compile(r"([a-z-]+)(?:=([0-9,]+))?((?:\s+(?:r[0-9]+c[0-9]+|>))*)", re.IGNORECASE)
_EXPECTED = "rows of digits, then rules such as cage=7 r1c1 r1c2; anti-knight"
_SPOKEN = {kind.replace(" ", "-"): kind for kind in KINDS}
_WHOLE = {"anti-knight", "anti-king", "non-consecutive", "disjoint groups"}
_WHOLE |= {"no other difference", "no other ratio", "no other sum"}
_NUMBERED = {"sum", "difference", "ratio", "sum of two", "whispers", "lockout", "sandwich", "x-sum", "skyscraper"}
_NUMBERED |= {"little killer", "numbered room"}
_SEVERAL = {"one of", "quadruple", "no other difference", "no other ratio", "no other sum"}
_PARTED = {"arrow", "clone"}
_TWO = {"difference", "ratio", "sum of two", "greater"}
_WHOLE_LINES = {"sandwich", "x-sum", "skyscraper", "numbered room"}


def read_typed(text: str) -> Variant:
    """A grid and its rules."""
    grid, _, spoken = text.strip().partition(" ")
    rows = square_of(grid, expected=_EXPECTED)
    size, board = len(rows), Lattice(len(rows), len(rows))
    if size not in BOXES:
        raise InvalidPuzzle(f"{size} rows have no usual boxes", expected=", ".join(map(str, BOXES)))
    given = []
    for cell, word in enumerate(word for row in rows for word in row):
        where = place(*board.place(cell))
        number = None if word in EMPTY else number_in(word, where, "a digit or .")
        if number is not None and not 1 <= number <= size:
            raise InvalidPuzzle(f"{word[:12]!r} stands here", where=where, expected=f"1 to {size}, or .")
        given.append(number)
    said = [part.strip() for part in re.split(r"[;\n]", spoken)]
    return Variant(
        size, tuple(Shape.classic(size).regions), tuple(given), tuple(_rule(part, board) for part in said if part)
    )


def _rule(text: str, board: Lattice) -> Rule:
    found = _RULE.fullmatch(text)
    name = found[1].lower() if found else text.split()[0].partition("=")[0]
    if found is None or name not in _SPOKEN:
        raise InvalidPuzzle(f"the rule {name[:30]!r} is not known here", expected=_EXPECTED)
    kind, numbers = _SPOKEN[name], [int(one[:4]) for one in (found[2] or "").split(",") if one]
    before, _, behind = found[3].partition(">")
    cells, others = _cells(before, board), _cells(behind, board)
    rule = Rule(kind, cells, others)
    if kind in _SEVERAL:
        rule = Rule(kind, cells, others, values=tuple(numbers))
    elif numbers:
        rule = Rule(kind, cells, others, value=numbers[0])
    wrong = _wrong(rule, len(numbers), board.rows)
    if wrong:
        raise InvalidPuzzle(wrong, where=name, expected=_EXPECTED)
    return rule


def _wrong(rule: Rule, numbers: int, size: int) -> str | None:
    """What does not fit the kind of a rule."""
    kind, cells = rule.kind, len(rule.cells)
    takes = kind in _NUMBERED or kind in _SEVERAL
    if (takes and not numbers) or (numbers and not takes and kind != "cage") or (numbers > 1 and kind not in _SEVERAL):
        return f"there are {numbers} numbers"
    fits = not cells if kind in _WHOLE else cells == 2 if kind in _TWO else cells > 0
    if not fits or (kind in _WHOLE_LINES and cells != size) or (kind in ("between", "lockout") and cells < 2):
        return f"there are {cells} cells"
    if bool(rule.others) != (kind in _PARTED) or (kind == "clone" and len(rule.others) != cells):
        return "its two parts do not fit"
    return None


def _cells(text: str, board: Lattice) -> tuple[int, ...]:
    found = []
    for row, column in re.findall(r"r([0-9]+)c([0-9]+)", text, re.IGNORECASE):
        if not (1 <= int(row[:4]) <= board.rows and 1 <= int(column[:4]) <= board.columns):
            raise InvalidPuzzle("this cell is not on the board", where=f"r{row[:4]}c{column[:4]}", expected=_EXPECTED)
        found.append(board.cell(int(row) - 1, int(column) - 1))
    return tuple(found)


def is_plain(puzzle: Variant) -> bool:
    """Are its regions the usual boxes?"""
    return puzzle.size in BOXES and puzzle.regions == tuple(Shape.classic(puzzle.size).regions)


def write_typed(puzzle: Variant) -> str:
    """The puzzle on one line."""
    board = puzzle.board
    side = isqrt(len(puzzle.given))
    grid = joined(in_rows(("." if not digit else number_text(digit) for digit in puzzle.given), side))
    rules = []
    for rule in puzzle.rules:
        numbers = rule.values or (() if rule.value is None else (rule.value,))
        words = [rule.kind.replace(" ", "-") + ("=" + ",".join(map(str, numbers)) if numbers else "")]
        words += [board.name(cell) for cell in rule.cells]
        words += [">", *(board.name(cell) for cell in rule.others)] if rule.others else []
        rules.append(" ".join(words))
    return f"{grid} {'; '.join(rules)}".strip()
