"""Random rules that hold on a full board: the first step of generating a variant.

Rules of the whole board (`WHOLE`) are chosen before the solution; all others are derived from it.
"""

from collections.abc import Callable
from random import Random

from entails.encoders.variant import RULE_TYPES
from entails.models.lattice import Lattice
from entails.models.variant import WHOLE, Digits, Variant, VariantRule

_GROWING = ("thermometer", "slow thermometer", "whispers", "modular", "entropic")
"""Lines whose every prefix satisfies the rule."""
_LINES = (*_GROWING, "palindrome", "renban", "between", "lockout", "region sums", "zipper")
_PAIRS = {"difference": (1,), "ratio": (2,), "sum of two": (5, 10), "greater": (None,)}
_CELLS = ("odd", "even", "minimum", "maximum")
_SIGHTS = ("sandwich", "x-sum", "skyscraper", "numbered room")
_DEFAULTS = {"whispers": 5, "lockout": 4}
_LENGTHS = (3, 4, 5, 6)
_MAX_TRIES = 1500

PLACEABLE = (*WHOLE, *_LINES, *_PAIRS, *_CELLS, *_SIGHTS, "cage", "arrow", "little killer", "quadruple")
"""The rule types that can be placed."""


def place_rule(kind: str, puzzle: Variant, digits: Digits, taken: set[int], random: Random) -> VariantRule | None:
    """Return a random rule of a type that holds on this board, or None if none was found.

    Lines and cages avoid the cells in `taken` and are added to it.
    """
    for _ in range(_MAX_TRIES):
        rule = _random_rule(kind, puzzle, digits, random)
        if rule is None or rule in puzzle.rules:
            continue
        covers = {*rule.cells, *rule.others} if kind in (*_LINES, "cage", "arrow") else set[int]()
        if not covers & taken and RULE_TYPES[kind].holds(rule, puzzle, digits):
            taken |= covers
            return rule
    return None


def _random_rule(kind: str, puzzle: Variant, digits: Digits, random: Random) -> VariantRule | None:
    board = puzzle.board
    if kind in _LINES:
        grows = _growth_test(kind, puzzle, digits) if kind in _GROWING else None
        path = _path(board, random, random.choice(_LENGTHS), grows)
        value = _DEFAULTS.get(kind)
        if kind == "whispers" and puzzle.size != 9:
            value = (puzzle.size + 1) // 2
        return VariantRule(kind, path, value=value) if len(path) > 2 else None
    if kind in _PAIRS:
        pair = random.choice(board.borders)
        return VariantRule(kind, random.choice((pair, pair[::-1])), value=random.choice(_PAIRS[kind]))
    if kind in _CELLS:
        return VariantRule(kind, (random.choice(board.cells),))
    if kind == "cage":
        return _cage(board, digits, random)
    if kind == "arrow":
        path = _path(board, random, random.choice((3, 4)))
        return VariantRule(kind, path[:1], path[1:]) if len(path) > 2 else None
    if kind == "quadruple":
        square = random.choice(list(board.squares(2)))
        held = sorted(digits[cell] for cell in square)
        return VariantRule(kind, square, values=tuple(sorted(random.sample(held, random.randint(1, 3)))))
    return _outside(kind, puzzle, digits, random)


def _growth_test(kind: str, puzzle: Variant, digits: Digits) -> Callable[[tuple[int, ...]], bool]:
    value = _DEFAULTS.get(kind) if puzzle.size == 9 else (puzzle.size + 1) // 2
    return lambda cells: RULE_TYPES[kind].holds(VariantRule(kind, cells, value=value), puzzle, digits)


def _path(
    board: Lattice, random: Random, length: int, grows: Callable[[tuple[int, ...]], bool] | None = None
) -> tuple[int, ...]:
    """Return a random path of cells that touch by a side or a corner; `grows` accepts or rejects each extension."""
    path: tuple[int, ...] = (random.choice(board.cells),)
    while len(path) < length:
        row, column = board.place(path[-1])
        near = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        inside = [board.cell(r, c) for r, c in near if 0 <= r < board.rows and 0 <= c < board.columns]
        onward = [cell for cell in inside if cell not in path and (grows is None or grows((*path, cell)))]
        if not onward:
            break
        path = (*path, random.choice(onward))
    return path


def _cage(board: Lattice, digits: Digits, random: Random) -> VariantRule:
    cells = [random.choice(board.cells)]
    for _ in range(random.randint(1, 4)):
        beside = sorted({neighbour for cell in cells for neighbour in board.beside(cell)} - set(cells))
        fresh = [cell for cell in beside if digits[cell] not in {digits[member] for member in cells}]
        cells += [random.choice(fresh)] if fresh else []
    return VariantRule("cage", tuple(sorted(cells)), value=sum(digits[cell] for cell in cells))


def _outside(kind: str, puzzle: Variant, digits: Digits, random: Random) -> VariantRule | None:
    """Return a clue outside the board with its true number."""
    board = puzzle.board
    if kind == "little killer":
        cells = random.choice([line for line in board.diagonals() if len(line) > 2])
        return VariantRule(kind, cells, value=sum(digits[cell] for cell in cells))
    line = random.choice(board.lines).cells
    cells = random.choice((line, line[::-1]))
    most = puzzle.size * (puzzle.size + 1) // 2
    true = (
        value
        for value in range(most + 1)
        if RULE_TYPES[kind].holds(VariantRule(kind, cells, value=value), puzzle, digits)
    )
    value = next(true, None)
    return None if value is None else VariantRule(kind, cells, value=value)
