"""Variants as people type them: the rows of the grid, then the rules with their cells.

    1.../..../..../.... cage=7 r1c1 r1c2 r2c1; thermometer r4c1 r3c1 r2c2; arrow r1c4 > r2c4 r3c4; anti-knight

Numbers of a rule stand behind an equals sign, with commas between several; a > divides its two parts. Regions are the
usual boxes; other regions need a document.

Variants as ipuz: killer cages, diagonals, the windows of hyper Sudoku, regions of any form or none.
"""

import re
from math import isqrt

from entails.formats.sudoku.ipuz import Ipuz, IpuzCage, boxes, read_ipuz, write_ipuz
from entails.formats.text import EMPTY, in_rows, joined, number_in, number_text, place, square_of
from entails.models.errors import InvalidPuzzle, UnsupportedPuzzle
from entails.models.lattice import Lattice
from entails.models.sudoku.shape import BOXES, Shape
from entails.models.variant import RULE_NAMES, Variant, VariantRule, whole_rules

_RULE = re.compile(r"([a-z-]+)(?:=([0-9,]+))?((?:\s+(?:r[0-9]+c[0-9]+|>))*)", re.IGNORECASE)
_EXPECTED = "rows of digits, then rules such as cage=7 r1c1 r1c2; anti-knight"
_SPOKEN = {kind.replace(" ", "-"): kind for kind in RULE_NAMES}
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


def _rule(text: str, board: Lattice) -> VariantRule:
    found = _RULE.fullmatch(text)
    name = found[1].lower() if found else text.split()[0].partition("=")[0]
    if found is None or name not in _SPOKEN:
        raise InvalidPuzzle(f"the rule {name[:30]!r} is not known here", expected=_EXPECTED)
    kind, numbers = _SPOKEN[name], [int(one[:4]) for one in (found[2] or "").split(",") if one]
    before, _, behind = found[3].partition(">")
    cells, others = _cells(before, board), _cells(behind, board)
    rule = VariantRule(kind, cells, others)
    if kind in _SEVERAL:
        rule = VariantRule(kind, cells, others, values=tuple(numbers))
    elif numbers:
        rule = VariantRule(kind, cells, others, value=numbers[0])
    wrong = _wrong(rule, len(numbers), board.rows)
    if wrong:
        raise InvalidPuzzle(wrong, where=name, expected=_EXPECTED)
    return rule


def _wrong(rule: VariantRule, numbers: int, size: int) -> str | None:
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


_WINDOWS = tuple(
    tuple(row * 9 + column for row in range(top, top + 3) for column in range(left, left + 3))
    for top in (1, 5)
    for left in (1, 5)
)


def variant_from_ipuz(text: str) -> Variant:
    """The puzzle of a document."""
    said = read_ipuz(text)
    if "calcudoku" in said.kinds:
        raise InvalidPuzzle("this is calcudoku", where="ipuz", expected="entails kenken")
    rules = list(whole_rules("diagonal", said.size)) if "diagonalsudoku" in said.kinds else []
    if "hypersudoku" in said.kinds:
        rules += _windows(said)
    rules += [_killer(cage, number) for number, cage in enumerate(said.cages, 1)]
    return Variant(said.size, _regions(said), said.given, tuple(rules))


def _windows(said: Ipuz) -> list[VariantRule]:
    """The four squares of a 9x9 board; zones may name them, but no others."""
    told = {frozenset(zone) for zone in said.zones}
    if said.size != 9 or "jigsawsudoku" in said.kinds or told not in (set(), {frozenset(one) for one in _WINDOWS}):
        raise InvalidPuzzle("these are not the windows of hyper Sudoku", where="ipuz, zones", expected="four, on 9x9")
    return [VariantRule("region", window) for window in _WINDOWS]


def _killer(cage: IpuzCage, number: int) -> VariantRule:
    if cage.sign not in ("", "+"):
        raise InvalidPuzzle(f"a killer cage has the sign {cage.sign}", where=f"ipuz, cage {number}", expected="+")
    return VariantRule("cage", cage.cells, value=cage.value)


def _regions(said: Ipuz) -> tuple[int, ...]:
    if "jigsawsudoku" in said.kinds:
        return said.regions
    if "latinsquare" in said.kinds:
        return (-1,) * said.size**2
    if not boxes(said.size):
        raise InvalidPuzzle(f"there are no boxes on {said.size}x{said.size}", where="ipuz", expected="zones")
    return Ipuz(said.size, said.kinds, said.given, boxes(said.size)).regions


def write_ipuz_variant(puzzle: Variant) -> str:
    """The document of a puzzle whose rules have a kind in ipuz."""
    kinds, zones = _kinds_and_zones(puzzle)
    diagonals = tuple(whole_rules("diagonal", puzzle.size))
    told = {rule for rule in puzzle.rules if rule.kind in ("diagonal", "region")}
    if told & set(diagonals) and told >= set(diagonals):
        kinds.add("diagonalsudoku")
        told -= set(diagonals)
    windows = {VariantRule("region", window) for window in _WINDOWS}
    if puzzle.size == 9 and told >= windows and not zones and "latinsquare" not in kinds:
        kinds.add("hypersudoku")
        told -= windows
    cages = [rule for rule in puzzle.rules if rule.kind == "cage"]
    for rule in (*told, *puzzle.rules):
        if rule in told or rule.kind not in ("cage", "diagonal", "region"):
            raise UnsupportedPuzzle(f"ipuz has no word for the rule {rule.kind!r}: use fpuzzles or json")
    if cages:
        kinds.add("killersudoku")
    summed = tuple(IpuzCage(rule.cells, rule.value, "" if rule.value is None else "+") for rule in cages)
    return write_ipuz(Ipuz(puzzle.size, frozenset(kinds), puzzle.given, zones, summed))


def _kinds_and_zones(puzzle: Variant) -> tuple[set[str], tuple[tuple[int, ...], ...]]:
    """How the board is divided."""
    if set(puzzle.regions) == {-1}:
        return {"latinsquare"}, ()
    zones = tuple(
        tuple(cell for cell, region in enumerate(puzzle.regions) if region == number) for number in range(puzzle.size)
    )
    if zones == boxes(puzzle.size):
        return set(), ()
    if any(len(zone) != puzzle.size for zone in zones):
        raise UnsupportedPuzzle("ipuz has no word for regions that leave cells out: use fpuzzles or json")
    return {"jigsawsudoku"}, zones
