# ruff: noqa: ARG001, ARG005
"""Variant rules for lines of cells, and for an inequality sign between two cells."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

from entails.locale.message import Message
from entails.models.constraints import AllDifferent, Compare, Constraint, Distance, Linear
from entails.models.statement import StatementBuilder
from entails.models.variant import Digits, RuleType, State, Variant, VariantRule, all_different, table_where


def _rising(op: str) -> State:
    def state(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
        yield from (Compare(cell, op, following) for cell, following in pairwise(rule.cells))  # type: ignore[arg-type]

    return state


def _palindrome(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    for left, right in zip(rule.cells[: len(rule.cells) // 2], reversed(rule.cells), strict=False):
        yield Compare(left, "=", right)


def _renban(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    """Yield the constraints of a renban line: its digits are consecutive, in any order."""
    cells = rule.cells
    yield AllDifferent(cells)
    for place, cell in enumerate(cells):
        yield from (Distance(cell, later, "<=", len(cells) - 1) for later in cells[place + 1 :])


def _whispers(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    yield from (Distance(cell, following, ">=", rule.value or 5) for cell, following in pairwise(rule.cells))


def _between(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    first, *inner, last = rule.cells
    for cell in inner:
        yield table_where((first, cell, last), lambda a, x, b: min(a, b) < x < max(a, b), puzzle.size)


def _lockout(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    first, *inner, last = rule.cells
    yield Distance(first, last, ">=", rule.value or 4)
    for cell in inner:
        yield table_where((first, cell, last), lambda a, x, b: not min(a, b) <= x <= max(a, b), puzzle.size)


def _stretches(rule: VariantRule, puzzle: Variant) -> list[list[int]]:
    """Split a line into maximal segments within one region."""
    stretches: list[list[int]] = []
    for cell in rule.cells:
        if stretches and puzzle.regions[stretches[-1][-1]] == puzzle.regions[cell]:
            stretches[-1].append(cell)
        else:
            stretches.append([cell])
    return stretches


def _region_sums(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    first, *others = _stretches(rule, puzzle)
    for stretch in others:
        terms = Counter[int](first)
        terms.subtract(stretch)
        yield Linear(tuple((times, cell) for cell, times in terms.items() if times), "=", 0)


def _zipper_pairs(rule: VariantRule) -> list[tuple[int, int]]:
    half = len(rule.cells) // 2
    return list(zip(rule.cells[:half], reversed(rule.cells), strict=False))


def _zipper(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
    """Yield the constraints of a zipper line: pairs of cells at the same distance from the middle have equal sums.

    A line of odd length has the sum in its middle cell. On a line of even length the sums only equal each other.
    """
    pairs = _zipper_pairs(rule)
    middle = rule.cells[len(rule.cells) // 2] if len(rule.cells) % 2 else None
    for left, right in pairs if middle is not None else pairs[1:]:
        back = ((-1, middle),) if middle is not None else tuple((-1, cell) for cell in pairs[0])
        yield Linear(((1, left), (1, right), *back), "=", 0)


def _each_triple(fits: Callable[[int, int, int, int], bool]) -> State:
    def state(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:
        for start in range(max(1, len(rule.cells) - 2)):
            some = rule.cells[start : start + 3]
            if len(some) == 3:
                yield table_where(some, lambda a, b, c: fits(a, b, c, puzzle.size), puzzle.size)
            elif len(some) == 2:
                yield table_where(
                    some, lambda a, b: any(fits(a, b, c, puzzle.size) for c in range(1, puzzle.size + 1)), puzzle.size
                )

    return state


def _modular(a: int, b: int, c: int, size: int) -> bool:
    return len({a % 3, b % 3, c % 3}) == 3


def _entropic(a: int, b: int, c: int, size: int) -> bool:
    third = size // 3
    return len({(digit - 1) // third for digit in (a, b, c)}) == 3


def _triples_hold(
    rule: VariantRule, puzzle: Variant, digits: Digits, fits: Callable[[int, int, int, int], bool]
) -> bool:
    values = [digits[cell] for cell in rule.cells]
    if len(values) < 3:
        anything = range(1, puzzle.size + 1)
        return len(values) < 2 or any(fits(values[0], values[1], third, puzzle.size) for third in anything)
    return all(fits(a, b, c, puzzle.size) for a, b, c in zip(values, values[1:], values[2:], strict=False))


LINE_RULES: dict[str, RuleType] = {
    "thermometer": RuleType(
        Message("digits increase on the thermometer from {cell}", "les chiffres montent sur le thermomètre de {cell}"),
        _rising("<"),
        lambda r, p, d: all(d[a] < d[b] for a, b in pairwise(r.cells)),
    ),
    "slow thermometer": RuleType(
        Message(
            "digits never decrease on the thermometer from {cell}",
            "les chiffres ne descendent pas sur le thermomètre de {cell}",
        ),
        _rising("<="),
        lambda r, p, d: all(d[a] <= d[b] for a, b in pairwise(r.cells)),
    ),
    "greater": RuleType(
        Message(
            "{cell} is less than its neighbour (sign between them)",
            "{cell} est inférieur à son voisin (signe entre eux)",
        ),
        _rising("<"),
        lambda r, p, d: d[r.cells[0]] < d[r.cells[1]],
    ),
    "palindrome": RuleType(
        Message("the line from {cell} is a palindrome", "la ligne de {cell} est un palindrome"),
        _palindrome,
        lambda r, p, d: [d[c] for c in r.cells] == [d[c] for c in reversed(r.cells)],
    ),
    "renban": RuleType(
        Message(
            "the line from {cell} has consecutive digits in any order",
            "la ligne de {cell} contient des chiffres consécutifs dans n'importe quel ordre",
        ),
        _renban,
        lambda r, p, d: (
            all_different(d, r.cells) and max(d[c] for c in r.cells) - min(d[c] for c in r.cells) == len(r.cells) - 1
        ),
    ),
    "whispers": RuleType(
        Message(
            "neighbours on the line from {cell} differ by at least {value}",
            "sur la ligne de {cell}, les voisins diffèrent d'au moins {value}",
        ),
        _whispers,
        lambda r, p, d: all(abs(d[a] - d[b]) >= (r.value or 5) for a, b in pairwise(r.cells)),
    ),
    "between": RuleType(
        Message(
            "the digits on the line from {cell} are between those at its ends",
            "les chiffres de la ligne de {cell} sont entre ceux de ses bouts",
        ),
        _between,
        lambda r, p, d: all(
            min(d[r.cells[0]], d[r.cells[-1]]) < d[c] < max(d[r.cells[0]], d[r.cells[-1]]) for c in r.cells[1:-1]
        ),
    ),
    "lockout": RuleType(
        Message(
            "no digit on the line from {cell} is between those at its ends",
            "aucun chiffre de la ligne de {cell} n'est entre ceux de ses bouts",
        ),
        _lockout,
        lambda r, p, d: (
            abs(d[r.cells[0]] - d[r.cells[-1]]) >= (r.value or 4)
            and all(
                d[c] < min(d[r.cells[0]], d[r.cells[-1]]) or d[c] > max(d[r.cells[0]], d[r.cells[-1]])
                for c in r.cells[1:-1]
            )
        ),
    ),
    "region sums": RuleType(
        Message(
            "the line from {cell} has the same sum in each box", "la ligne de {cell} a la même somme dans chaque bloc"
        ),
        _region_sums,
        lambda r, p, d: len({sum(d[c] for c in some) for some in _stretches(r, p)}) == 1,
    ),
    "zipper": RuleType(
        Message(
            "pairs at the same distance from the middle of the zipper from {cell} have the same sum",
            "les paires à même distance du milieu de la fermeture de {cell} ont la même somme",
        ),
        _zipper,
        lambda r, p, d: (
            len(
                {d[a] + d[b] for a, b in _zipper_pairs(r)}
                | ({d[r.cells[len(r.cells) // 2]]} if len(r.cells) % 2 else set())
            )
            <= 1
        ),
    ),
    "modular": RuleType(
        Message(
            "any three successive digits from {cell} on differ modulo 3",
            "trois chiffres successifs dès {cell} diffèrent modulo 3",
        ),
        _each_triple(_modular),
        lambda r, p, d: _triples_hold(r, p, d, _modular),
    ),
    "entropic": RuleType(
        Message(
            "any three successive digits from {cell} on are one low, one middle, one high",
            "trois chiffres successifs dès {cell} sont un bas, un moyen et un haut",
        ),
        _each_triple(_entropic),
        lambda r, p, d: _triples_hold(r, p, d, _entropic),
    ),
}
