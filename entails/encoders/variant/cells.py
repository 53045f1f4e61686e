# ruff: noqa: ARG001, ARG005
"""Rules of cells, pairs, sums, the whole board and clues outside it.

Single cells and groups: marks, parity, minimum and maximum, quadruples, clones. Pairs: dots, and the negative rules
about pairs without a dot. Sums: cages, sums, arrows.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from entails.locale.message import Message
from entails.models.constraints import AllDifferent, Automaton, Clause, Compare, Constraint, Count, Distance, Linear
from entails.models.lattice import Lattice
from entails.models.statement import StatementBuilder
from entails.models.variant import (
    Digits,
    RuleType,
    State,
    Variant,
    VariantRule,
    all_different,
    state_sum,
    sum_equals,
    table_where,
)

# ruff: noqa: ARG001, ARG005


@lru_cache(64)
def leaps(size: int, steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of cells that are one of these (row, column) offsets apart."""
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
    """Yield the sets of cells at the same position in every region."""
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
    """Yield the automaton of a sandwich sum. States: 0 before the first 1 or `size`, 2 + s between them, 1 after."""
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
    """Yield the automaton of a skyscraper clue; a state has the largest height so far and the number seen."""
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
    """Return the number of values that are greater than all values before them."""
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
        Message(
            "the number of skyscrapers visible from {cell} on is {value}",
            "le nombre de gratte-ciel visibles dès {cell} est {value}",
        ),
        _skyscraper,
        lambda r, p, d: seen_from([d[c] for c in r.cells]) == r.value,
    ),
    "numbered room": RuleType(
        Message(
            "the cell whose number is the digit of {cell} is {value}",
            "la case dont le numéro est le chiffre de {cell} contient {value}",
        ),
        _numbered_room,
        lambda r, p, d: d[r.cells[d[r.cells[0]] - 1]] == r.value,
    ),
}


# ruff: noqa: ARG001, ARG005


def _one_of(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    yield Clause(tuple(builder.fact(rule.cells[0], digit) for digit in rule.values))


def _parity(odd: int) -> State:
    def state(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
        for cell in rule.cells:
            yield Clause(tuple(builder.fact(cell, digit) for digit in range(1, puzzle.size + 1) if digit % 2 == odd))

    return state


def _extreme(op: str) -> State:
    """Return a function that makes a cell smaller (or larger) than its neighbours, except those under the same rule."""

    def state(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
        alike = {cell for similar in puzzle.rules if similar.kind == rule.kind for cell in similar.cells}
        for cell in rule.cells:
            for neighbour in puzzle.board.beside(cell):
                if neighbour not in alike:
                    yield Compare(cell, op, neighbour)  # type: ignore[arg-type]

    return state


def _is_extreme(rule: VariantRule, puzzle: Variant, digits: Digits, sign: int) -> bool:
    alike = {cell for similar in puzzle.rules if similar.kind == rule.kind for cell in similar.cells}
    return all(
        sign * digits[cell] > sign * digits[neighbour]
        for cell in rule.cells
        for neighbour in puzzle.board.beside(cell)
        if neighbour not in alike
    )


def _quadruple(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    for digit, many in Counter(rule.values).items():
        yield Count(builder.facts(rule.cells, digit), ">=", many)


def _clone(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    yield from (Compare(cell, "=", clone) for cell, clone in zip(rule.cells, rule.others, strict=True))


CELL_RULES: dict[str, RuleType] = {
    "one of": RuleType(
        Message("the marks of {cell} allow {values}", "les notes de {cell} permettent {values}"),
        _one_of,
        lambda r, p, d: d[r.cells[0]] in r.values,
    ),
    "odd": RuleType(
        Message("{cell} is odd", "{cell} est impair"), _parity(1), lambda r, p, d: all(d[c] % 2 == 1 for c in r.cells)
    ),
    "even": RuleType(
        Message("{cell} is even", "{cell} est pair"), _parity(0), lambda r, p, d: all(d[c] % 2 == 0 for c in r.cells)
    ),
    "minimum": RuleType(
        Message("{cell} is less than its neighbours", "{cell} est inférieur à ses voisins"),
        _extreme("<"),
        lambda r, p, d: _is_extreme(r, p, d, -1),
    ),
    "maximum": RuleType(
        Message("{cell} is more than its neighbours", "{cell} est supérieur à ses voisins"),
        _extreme(">"),
        lambda r, p, d: _is_extreme(r, p, d, 1),
    ),
    "quadruple": RuleType(
        Message(
            "the cells around the circle at {cell} contain {values}",
            "les cases autour du cercle en {cell} contiennent {values}",
        ),
        _quadruple,
        lambda r, p, d: not Counter(r.values) - Counter(d[c] for c in r.cells),
    ),
    "clone": RuleType(
        Message("the clones at {cell} have the same digits", "les clones en {cell} ont les mêmes chiffres"),
        _clone,
        lambda r, p, d: [d[c] for c in r.cells] == [d[c] for c in r.others],
    ),
}


def _difference(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    yield Distance(rule.cells[0], rule.cells[1], "=", rule.value or 1)


def _is_ratio(left: int, right: int, times: int) -> bool:
    return left == times * right or right == times * left


def _ratio(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    yield table_where(rule.cells, lambda left, right: _is_ratio(left, right, rule.value or 2), puzzle.size)


def _unmarked(rule: VariantRule, puzzle: Variant) -> list[tuple[int, int]]:
    """Return the pairs of neighbours without a mark, to which a negative rule applies.

    A dot of either colour exempts a pair from both rules about dots.
    """
    marked = {frozenset(mark.cells) for mark in puzzle.rules if mark.kind in _MARKS[rule.kind]}
    return [pair for pair in puzzle.board.borders if frozenset(pair) not in marked]


_DOTS = ("difference", "ratio")
_MARKS = {"no other difference": _DOTS, "no other ratio": _DOTS, "no other sum": ("sum of two",)}


def _no_difference(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    yield from (Distance(*pair, "!=", value) for pair in _unmarked(rule, puzzle) for value in rule.values)


def _no_ratio(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    def fits(left: int, right: int) -> bool:
        return not any(_is_ratio(left, right, times) for times in rule.values)

    for pair in _unmarked(rule, puzzle):
        yield table_where(pair, fits, puzzle.size)


def _no_sum(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    for left, right in _unmarked(rule, puzzle):
        yield from (Linear(((1, left), (1, right)), "!=", value) for value in rule.values)


PAIR_RULES: dict[str, RuleType] = {
    "difference": RuleType(
        Message(
            "the dot at {cell} means a difference of {value}", "le point en {cell} signifie une différence de {value}"
        ),
        _difference,
        lambda r, p, d: abs(d[r.cells[0]] - d[r.cells[1]]) == (r.value or 1),
    ),
    "ratio": RuleType(
        Message("the dot at {cell} means a ratio of {value}", "le point en {cell} signifie un rapport de {value}"),
        _ratio,
        lambda r, p, d: max(d[c] for c in r.cells) == (r.value or 2) * min(d[c] for c in r.cells),
    ),
    "no other difference": RuleType(
        Message("adjacent cells without a dot do not differ by {values}", "sans point, pas de différence de {values}"),
        _no_difference,
        lambda r, p, d: all(abs(d[a] - d[b]) not in r.values for a, b in _unmarked(r, p)),
    ),
    "no other ratio": RuleType(
        Message("adjacent cells without a dot have no ratio of {values}", "sans point, pas de rapport de {values}"),
        _no_ratio,
        lambda r, p, d: not any(d[a] in (k * d[b], d[b] / k) for a, b in _unmarked(r, p) for k in r.values),
    ),
    "no other sum": RuleType(
        Message(
            "adjacent cells without a sum mark do not add up to {values}",
            "sans marque de somme, pas de somme de {values}",
        ),
        _no_sum,
        lambda r, p, d: all(d[a] + d[b] not in r.values for a, b in _unmarked(r, p)),
    ),
}


def _cage(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    yield AllDifferent(rule.cells)
    if rule.value is not None:
        yield sum_equals(rule.cells, rule.value)


def _arrow(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    pill = tuple((10 ** (len(rule.cells) - 1 - place), cell) for place, cell in enumerate(rule.cells))
    terms = Counter[int]()
    for times, cell in (*pill, *((-1, cell) for cell in rule.others)):
        terms[cell] += times
    yield Linear(tuple((times, cell) for cell, times in terms.items()), "=", 0)


def _pill(rule: VariantRule, digits: Digits) -> int:
    return int("".join(str(digits[cell]) for cell in rule.cells)) if len(rule.cells) > 1 else digits[rule.cells[0]]


SUM_RULES: dict[str, RuleType] = {
    "cage": RuleType(
        Message("the cage at {cell}{sum} has no repeated digit", "la cage en {cell}{sum} n'a aucun chiffre répété"),
        _cage,
        lambda r, p, d: all_different(d, r.cells) and r.value in (None, sum(d[c] for c in r.cells)),
    ),
    "sum": RuleType(
        Message("the cells from {cell} on add up to {value}", "les cases à partir de {cell} ont pour somme {value}"),
        state_sum,
        lambda r, p, d: sum(d[c] for c in r.cells) == r.value,
    ),
    "sum of two": RuleType(
        Message("the mark at {cell} means a sum of {value}", "la marque en {cell} signifie une somme de {value}"),
        state_sum,
        lambda r, p, d: sum(d[c] for c in r.cells) == r.value,
    ),
    "little killer": RuleType(
        Message("the diagonal from {cell} adds up to {value}", "la diagonale de {cell} a pour somme {value}"),
        state_sum,
        lambda r, p, d: sum(d[c] for c in r.cells) == r.value,
    ),
    "arrow": RuleType(
        Message("the arrow from {cell} adds up to its circle", "la flèche de {cell} a pour somme son cercle"),
        _arrow,
        lambda r, p, d: _pill(r, d) == sum(d[c] for c in r.others),
    ),
}
