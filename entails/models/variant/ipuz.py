"""Variants as ipuz: killer cages, diagonals, the windows of hyper Sudoku, regions of any form or none."""

from entails.models.errors import InvalidPuzzle, UnsupportedPuzzle
from entails.models.sudoku.forms.ipuz_document import Ipuz, IpuzCage, boxes, read_ipuz, write_ipuz
from entails.models.variant.placing import whole_rules
from entails.models.variant.rule import Rule, Variant

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


def _windows(said: Ipuz) -> list[Rule]:
    """The four squares of a 9x9 board; zones may name them, but no others."""
    told = {frozenset(zone) for zone in said.zones}
    if said.size != 9 or "jigsawsudoku" in said.kinds or told not in (set(), {frozenset(one) for one in _WINDOWS}):
        raise InvalidPuzzle("these are not the windows of hyper Sudoku", where="ipuz, zones", expected="four, on 9x9")
    return [Rule("region", window) for window in _WINDOWS]


def _killer(cage: IpuzCage, number: int) -> Rule:
    if cage.sign not in ("", "+"):
        raise InvalidPuzzle(f"a killer cage has the sign {cage.sign}", where=f"ipuz, cage {number}", expected="+")
    return Rule("cage", cage.cells, value=cage.value)


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
    windows = {Rule("region", window) for window in _WINDOWS}
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
