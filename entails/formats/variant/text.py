"""Variants as typed text and as ipuz.

Typed text has the rows of the grid, then the rules with their cells:

    1.../..../..../.... cage=7 r1c1 r1c2 r2c1; thermometer r4c1 r3c1 r2c2; arrow r1c4 > r2c4 r3c4; anti-knight

The numbers of a rule follow an equals sign, separated by commas; > separates its two parts. Regions are the usual
boxes; other regions need a document.

ipuz supports killer cages, diagonals, the windows of hyper Sudoku, and irregular regions or none.
"""

import re
from math import isqrt

from entails.formats.sudoku.ipuz import Ipuz, IpuzCage, boxes, read_ipuz, write_ipuz
from entails.formats.text import EMPTY, in_rows, joined, number_in, number_text, place, square_of
from entails.models.errors import InvalidPuzzle, UnsupportedPuzzle, quantity
from entails.models.lattice import Lattice
from entails.models.sudoku.shape import BOXES, Shape
from entails.models.variant import RULE_NAMES, Variant, VariantRule, whole_rules

_RULE = re.compile(r"([a-z-]+)(?:=([0-9,]+))?((?:\s+(?:r[0-9]+c[0-9]+|>))*)", re.IGNORECASE)
_FIRST_RULE = re.compile(r"(?:^|(?<=\s))[a-z][a-z-]{2,}(?=[=;\s]|$)", re.IGNORECASE)
_EXPECTED = "rows of digits, then rules such as cage=7 r1c1 r1c2; anti-knight"
_BY_TYPED_NAME = {kind.replace(" ", "-"): kind for kind in RULE_NAMES}
_WITHOUT_CELLS = {"anti-knight", "anti-king", "non-consecutive", "disjoint groups"}
_WITHOUT_CELLS |= {"no other difference", "no other ratio", "no other sum"}
_WITH_VALUE = {"sum", "difference", "ratio", "sum of two", "whispers", "lockout", "sandwich", "x-sum", "skyscraper"}
_WITH_VALUE |= {"little killer", "numbered room"}
_WITH_VALUES = {"one of", "quadruple", "no other difference", "no other ratio", "no other sum"}
_WITH_TWO_PARTS = {"arrow", "clone"}
_ON_TWO_CELLS = {"difference", "ratio", "sum of two", "greater"}
_WHOLE_LINES = {"sandwich", "x-sum", "skyscraper", "numbered room"}


def read_typed(text: str) -> Variant:
    """Read a variant from typed text: a grid and its rules."""
    first_rule = _FIRST_RULE.search(text)
    end = first_rule.start() if first_rule else len(text)
    rows, rule_texts = square_of(text[:end], expected=_EXPECTED), text[end:]
    size, board = len(rows), Lattice(len(rows), len(rows))
    if size not in BOXES:
        raise InvalidPuzzle(f"no boxes for {quantity(size, 'row')}", expected=f"{', '.join(map(str, BOXES))} rows")
    givens = []
    for cell, word in enumerate(word for row in rows for word in row):
        where = place(*board.place(cell))
        number = None if word in EMPTY else number_in(word, where, "a digit or .")
        if number is not None and not 1 <= number <= size:
            raise InvalidPuzzle(f"unexpected {word[:12]!r}", where=where, expected=f"1 to {size}, or .")
        givens.append(number)
    rules = [part.strip() for part in re.split(r"[;\n]", rule_texts)]
    return Variant(
        size, tuple(Shape.classic(size).regions), tuple(givens), tuple(_rule(part, board) for part in rules if part)
    )


def _rule(text: str, board: Lattice) -> VariantRule:
    match = _RULE.fullmatch(text)
    name = match[1].lower() if match else text.split()[0].partition("=")[0]
    if match is None or name not in _BY_TYPED_NAME:
        raise InvalidPuzzle(f"unknown rule {name[:30]!r}", expected=_EXPECTED)
    kind, numbers = _BY_TYPED_NAME[name], [int(number[:4]) for number in (match[2] or "").split(",") if number]
    before, _, behind = match[3].partition(">")
    cells, others = _cells(before, board), _cells(behind, board)
    rule = VariantRule(kind, cells, others)
    if kind in _WITH_VALUES:
        rule = VariantRule(kind, cells, others, values=tuple(numbers))
    elif numbers:
        rule = VariantRule(kind, cells, others, value=numbers[0])
    wrong = _problem(rule, len(numbers), board.rows)
    if wrong:
        raise InvalidPuzzle(wrong, where=name, expected=_EXPECTED)
    return rule


def _problem(rule: VariantRule, numbers: int, size: int) -> str | None:
    """Return why the cells and numbers of a rule do not fit its type, or None."""
    kind, cells = rule.kind, len(rule.cells)
    takes = kind in _WITH_VALUE or kind in _WITH_VALUES
    if (
        (takes and not numbers)
        or (numbers and not takes and kind != "cage")
        or (numbers > 1 and kind not in _WITH_VALUES)
    ):
        return quantity(numbers, "number")
    fits = not cells if kind in _WITHOUT_CELLS else cells == 2 if kind in _ON_TWO_CELLS else cells > 0
    if not fits or (kind in _WHOLE_LINES and cells != size) or (kind in ("between", "lockout") and cells < 2):
        return quantity(cells, "cell")
    if bool(rule.others) != (kind in _WITH_TWO_PARTS) or (kind == "clone" and len(rule.others) != cells):
        return "its two parts do not match"
    return None


def _cells(text: str, board: Lattice) -> tuple[int, ...]:
    cells = []
    for row, column in re.findall(r"r([0-9]+)c([0-9]+)", text, re.IGNORECASE):
        if not (1 <= int(row[:4]) <= board.rows and 1 <= int(column[:4]) <= board.columns):
            raise InvalidPuzzle("the cell is not on the board", where=f"r{row[:4]}c{column[:4]}", expected=_EXPECTED)
        cells.append(board.cell(int(row) - 1, int(column) - 1))
    return tuple(cells)


def has_usual_boxes(puzzle: Variant) -> bool:
    """Return whether the regions are the standard boxes."""
    return puzzle.size in BOXES and puzzle.regions == tuple(Shape.classic(puzzle.size).regions)


def write_typed(puzzle: Variant) -> str:
    """Write a variant as typed text on one line."""
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
    """Read a variant from an ipuz document."""
    document = read_ipuz(text)
    if "calcudoku" in document.kinds:
        raise InvalidPuzzle("the puzzle is calcudoku", where="ipuz", expected="entails kenken")
    rules = list(whole_rules("diagonal", document.size)) if "diagonalsudoku" in document.kinds else []
    if "hypersudoku" in document.kinds:
        rules += _windows(document)
    rules += [_killer(cage, number) for number, cage in enumerate(document.cages, 1)]
    return Variant(document.size, _regions(document), document.given, tuple(rules))


def _windows(document: Ipuz) -> list[VariantRule]:
    """Return the four windows of hyper Sudoku as rules; reject other zones and sizes."""
    zones = {frozenset(zone) for zone in document.zones}
    if document.size != 9 or "jigsawsudoku" in document.kinds or zones not in (set(), set(map(frozenset, _WINDOWS))):
        raise InvalidPuzzle(
            "the zones are not the windows of hyper Sudoku", where="ipuz, zones", expected="four windows on 9x9"
        )
    return [VariantRule("region", window) for window in _WINDOWS]


def _killer(cage: IpuzCage, number: int) -> VariantRule:
    if cage.sign not in ("", "+"):
        raise InvalidPuzzle(f"a killer cage has the sign {cage.sign}", where=f"ipuz, cage {number}", expected="+")
    return VariantRule("cage", cage.cells, value=cage.value)


def _regions(document: Ipuz) -> tuple[int, ...]:
    if "jigsawsudoku" in document.kinds:
        return document.regions
    if "latinsquare" in document.kinds:
        return (-1,) * document.size**2
    if not boxes(document.size):
        raise InvalidPuzzle(f"no boxes on {document.size}x{document.size}", where="ipuz", expected="zones")
    return Ipuz(document.size, document.kinds, document.given, boxes(document.size)).regions


def write_ipuz_variant(puzzle: Variant) -> str:
    """Write a variant as ipuz; raise an error if ipuz cannot express one of its rules."""
    kinds, zones = _kinds_and_zones(puzzle)
    diagonals = tuple(whole_rules("diagonal", puzzle.size))
    extra = {rule for rule in puzzle.rules if rule.kind in ("diagonal", "region")}
    if extra & set(diagonals) and extra >= set(diagonals):
        kinds.add("diagonalsudoku")
        extra -= set(diagonals)
    windows = {VariantRule("region", window) for window in _WINDOWS}
    if puzzle.size == 9 and extra >= windows and not zones and "latinsquare" not in kinds:
        kinds.add("hypersudoku")
        extra -= windows
    cages = [rule for rule in puzzle.rules if rule.kind == "cage"]
    for rule in (*extra, *puzzle.rules):
        if rule in extra or rule.kind not in ("cage", "diagonal", "region"):
            raise UnsupportedPuzzle(f"ipuz cannot express the rule {rule.kind!r}: use fpuzzles or json")
    if cages:
        kinds.add("killersudoku")
    summed = tuple(IpuzCage(rule.cells, rule.value, "" if rule.value is None else "+") for rule in cages)
    return write_ipuz(Ipuz(puzzle.size, frozenset(kinds), puzzle.given, zones, summed))


def _kinds_and_zones(puzzle: Variant) -> tuple[set[str], tuple[tuple[int, ...], ...]]:
    """Return the ipuz kinds and zones for the regions of a variant."""
    if set(puzzle.regions) == {-1}:
        return {"latinsquare"}, ()
    zones = tuple(
        tuple(cell for cell, region in enumerate(puzzle.regions) if region == number) for number in range(puzzle.size)
    )
    if zones == boxes(puzzle.size):
        return set(), ()
    if any(len(zone) != puzzle.size for zone in zones):
        raise UnsupportedPuzzle("ipuz cannot express regions that omit cells: use fpuzzles or json")
    return {"jigsawsudoku"}, zones
