"""Rules of the whole board, additional regions, and clues outside the board."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from entails.locale.message import Message
from entails.models.constraints import AllDifferent, Automaton, Clause, Compare, Constraint, Distance, Linear
from entails.models.lattice import Lattice
from entails.models.statement import StatementBuilder
from entails.models.variant import Digits, RuleType, State, Variant, VariantRule, all_different

# ruff: noqa: ARG001, ARG005


@lru_cache(64)
def leaps(size: int, steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of cells that are one of these (rows, columns) steps apart."""
    board = Lattice(size, size)
    pairs = []
    for cell in board.cells:
        row, column = board.place(cell)
        for down, right in steps:
            if row + down < size and 0 <= column + right < size:
                pairs.append((cell, board.cell(row + down, column + right)))
    return tuple(pairs)


KNIGHT = ((1, 2), (1, -2), (2, 1), (2, -1))
KING = ((1, 1), (1, -1))


def _region(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    yield AllDifferent(rule.cells)


def _apart(steps: tuple[tuple[int, int], ...]) -> State:
    def state(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
        yield from (Compare(left, "!=", right) for left, right in leaps(puzzle.size, steps))

    return state


def _non_consecutive(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    yield from (Distance(*pair, "!=", 1) for pair in puzzle.board.borders)


def _disjoint(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    yield from (AllDifferent(cells) for cells in places_in_regions(puzzle))


def places_in_regions(puzzle: Variant) -> Iterator[tuple[int, ...]]:
    """Yield the cells at the same place in every region."""
    regions = [[cell for cell in puzzle.board.cells if puzzle.regions[cell] == region] for region in range(puzzle.size)]
    yield from zip(*regions, strict=False)


BOARD_RULES: dict[str, RuleType] = {
    "region": RuleType(
        Message("the extra region at {cell} has no repeated digit", "la région en {cell} n'a aucun chiffre répété"),
        _region,
        lambda r, p, d: all_different(d, r.cells),
    ),
    "diagonal": RuleType(
        Message("the diagonal from {cell} has no repeated digit", "la diagonale de {cell} n'a aucun chiffre répété"),
        _region,
        lambda r, p, d: all_different(d, r.cells),
    ),
    "anti-knight": RuleType(
        Message("cells a knight's move apart differ", "à un saut de cavalier, les chiffres diffèrent"),
        _apart(KNIGHT),
        lambda r, p, d: all(d[a] != d[b] for a, b in leaps(p.size, KNIGHT)),
    ),
    "anti-king": RuleType(
        Message("cells a king's move apart differ", "à un pas de roi, les chiffres diffèrent"),
        _apart(KING),
        lambda r, p, d: all(d[a] != d[b] for a, b in leaps(p.size, KING)),
    ),
    "non-consecutive": RuleType(
        Message("adjacent cells are not consecutive", "deux cases voisines ne sont pas consécutives"),
        _non_consecutive,
        lambda r, p, d: all(abs(d[a] - d[b]) != 1 for a, b in p.board.borders),
    ),
    "disjoint groups": RuleType(
        Message(
            "cells at the same place in their boxes differ", "à la même place dans leurs blocs, les chiffres diffèrent"
        ),
        _disjoint,
        lambda r, p, d: all(all_different(d, cells) for cells in places_in_regions(p)),
    ),
}


def _sandwich(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    """Yield an automaton. States: 0 before the first 1 or `size`, 1 after the second, 2 + s between them with sum s."""
    size, total = puzzle.size, rule.value or 0
    bread, filling = (1, size), range(2, size)
    steps = [(0, digit, 0) for digit in filling] + [(1, digit, 1) for digit in filling]
    steps += [(0, digit, 2) for digit in bread] + [(2 + total, digit, 1) for digit in bread]
    steps += [
        (2 + sum_, digit, 2 + sum_ + digit) for sum_ in range(total + 1) for digit in filling if sum_ + digit <= total
    ]
    yield Automaton(rule.cells, 0, frozenset([1]), tuple(steps))


def _is_sandwich(rule: VariantRule, puzzle: Variant, digits: Digits) -> bool:
    values = [digits[cell] for cell in rule.cells]
    bread = [place for place, digit in enumerate(values) if digit in (1, puzzle.size)]
    return len(bread) == 2 and sum(values[bread[0] + 1 : bread[1]]) == rule.value


def _x_sum(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    for many in range(1, puzzle.size + 1):
        first = builder.fact(rule.cells[0], many)
        yield Linear(tuple((1, cell) for cell in rule.cells[:many]), "=", rule.value or 0, when=(first,))


def _skyscraper(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    """Yield an automaton. A state combines the height so far with the number of buildings seen."""
    size, wanted = puzzle.size, rule.value or 0
    steps = []
    for high in range(size + 1):
        for seen in range(wanted + 1):
            for digit in range(1, size + 1):
                now = (max(high, digit), seen + (digit > high))
                if now[1] <= wanted:
                    steps.append((high * (wanted + 1) + seen, digit, now[0] * (wanted + 1) + now[1]))
    finals = frozenset(high * (wanted + 1) + wanted for high in range(size + 1))
    yield Automaton(rule.cells, 0, finals, tuple(steps))


def seen_from(values: Sequence[int]) -> int:
    """Return how many values are greater than all values before them."""
    return sum(value > max(values[:place], default=0) for place, value in enumerate(values))


def _numbered_room(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    first = rule.cells[0]
    for place in range(1, puzzle.size + 1):
        yield Clause((-builder.fact(first, place), builder.fact(rule.cells[place - 1], rule.value or 0)))


OUTSIDE_RULES: dict[str, RuleType] = {
    "sandwich": RuleType(
        Message(
            "from {cell} on, the digits between 1 and {size} add up to {value}",
            "dès {cell}, les chiffres entre 1 et {size} ont pour somme {value}",
        ),
        _sandwich,
        _is_sandwich,
    ),
    "x-sum": RuleType(
        Message(
            "the first N digits from {cell} on add up to {value}, where N is the digit of {cell}",
            "les N premiers chiffres dès {cell} ont pour somme {value}, où N est le chiffre de {cell}",
        ),
        _x_sum,
        lambda r, p, d: sum(d[c] for c in r.cells[: d[r.cells[0]]]) == r.value,
    ),
    "skyscraper": RuleType(
        Message("{value} skyscrapers are visible from {cell} on", "on voit {value} gratte-ciel dès {cell}"),
        _skyscraper,
        lambda r, p, d: seen_from([d[c] for c in r.cells]) == r.value,
    ),
    "numbered room": RuleType(
        Message(
            "the cell whose number is the digit of {cell} holds {value}",
            "la case dont le numéro est le chiffre de {cell} contient {value}",
        ),
        _numbered_room,
        lambda r, p, d: d[r.cells[d[r.cells[0]] - 1]] == r.value,
    ),
}
