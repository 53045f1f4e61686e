# ruff: noqa: ARG001, ARG005
"""Rules along a line of cells, a sign between two of them included."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

from entails.locale.message import Message
from entails.models.constraints import AllDifferent, Compare, Constraint, Distance, Linear
from entails.models.statement import StatementBuilder
from entails.models.variant import Digits, RuleType, State, Variant, VariantRule, different, fitting


def _rising(op: str) -> State:
    def state(rule: VariantRule, puzzle: Variant, draft: StatementBuilder) -> Iterator[Constraint]:
        yield from (Compare(one, op, other) for one, other in pairwise(rule.cells))  # type: ignore[arg-type]

    return state


def _palindrome(rule: VariantRule, puzzle: Variant, draft: StatementBuilder) -> Iterator[Constraint]:
    for one, other in zip(rule.cells[: len(rule.cells) // 2], reversed(rule.cells), strict=False):
        yield Compare(one, "=", other)


def _renban(rule: VariantRule, puzzle: Variant, draft: StatementBuilder) -> Iterator[Constraint]:
    """Different digits, none farther from another than there are cells."""
    cells = rule.cells
    yield AllDifferent(cells)
    for place, one in enumerate(cells):
        yield from (Distance(one, other, "<=", len(cells) - 1) for other in cells[place + 1 :])


def _whispers(rule: VariantRule, puzzle: Variant, draft: StatementBuilder) -> Iterator[Constraint]:
    yield from (Distance(one, other, ">=", rule.value or 5) for one, other in pairwise(rule.cells))


def _between(rule: VariantRule, puzzle: Variant, draft: StatementBuilder) -> Iterator[Constraint]:
    first, *inner, last = rule.cells
    for cell in inner:
        yield fitting((first, cell, last), lambda a, x, b: min(a, b) < x < max(a, b), puzzle.size)


def _lockout(rule: VariantRule, puzzle: Variant, draft: StatementBuilder) -> Iterator[Constraint]:
    first, *inner, last = rule.cells
    yield Distance(first, last, ">=", rule.value or 4)
    for cell in inner:
        yield fitting((first, cell, last), lambda a, x, b: not min(a, b) <= x <= max(a, b), puzzle.size)


def _stretches(rule: VariantRule, puzzle: Variant) -> list[list[int]]:
    """The parts of a line that lie in one region each."""
    found: list[list[int]] = []
    for cell in rule.cells:
        if found and puzzle.regions[found[-1][-1]] == puzzle.regions[cell]:
            found[-1].append(cell)
        else:
            found.append([cell])
    return found


def _region_sums(rule: VariantRule, puzzle: Variant, draft: StatementBuilder) -> Iterator[Constraint]:
    first, *others = _stretches(rule, puzzle)
    for other in others:
        terms = Counter[int](first)
        terms.subtract(other)
        yield Linear(tuple((times, cell) for cell, times in terms.items() if times), "=", 0)


def _zipper_pairs(rule: VariantRule) -> list[tuple[int, int]]:
    half = len(rule.cells) // 2
    return list(zip(rule.cells[:half], reversed(rule.cells), strict=False))


def _zipper(rule: VariantRule, puzzle: Variant, draft: StatementBuilder) -> Iterator[Constraint]:
    """Cells at one distance from the middle add up to the digit in it, or all to the same where there is none."""
    pairs = _zipper_pairs(rule)
    middle = rule.cells[len(rule.cells) // 2] if len(rule.cells) % 2 else None
    for one, other in pairs if middle is not None else pairs[1:]:
        back = ((-1, middle),) if middle is not None else tuple((-1, cell) for cell in pairs[0])
        yield Linear(((1, one), (1, other), *back), "=", 0)


def _threes(fits: Callable[[int, int, int, int], bool]) -> State:
    def state(rule: VariantRule, puzzle: Variant, draft: StatementBuilder) -> Iterator[Constraint]:
        for start in range(max(1, len(rule.cells) - 2)):
            some = rule.cells[start : start + 3]
            if len(some) == 3:
                yield fitting(some, lambda a, b, c: fits(a, b, c, puzzle.size), puzzle.size)
            elif len(some) == 2:
                yield fitting(
                    some, lambda a, b: any(fits(a, b, c, puzzle.size) for c in range(1, puzzle.size + 1)), puzzle.size
                )

    return state


def _modular(a: int, b: int, c: int, size: int) -> bool:
    return len({a % 3, b % 3, c % 3}) == 3


def _entropic(a: int, b: int, c: int, size: int) -> bool:
    third = size // 3
    return len({(digit - 1) // third for digit in (a, b, c)}) == 3


def _each_three(rule: VariantRule, puzzle: Variant, digits: Digits, fits: Callable[[int, int, int, int], bool]) -> bool:
    values = [digits[cell] for cell in rule.cells]
    if len(values) < 3:
        anything = range(1, puzzle.size + 1)
        return len(values) < 2 or any(fits(values[0], values[1], other, puzzle.size) for other in anything)
    return all(fits(a, b, c, puzzle.size) for a, b, c in zip(values, values[1:], values[2:], strict=False))


LINE_KINDS: dict[str, RuleType] = {
    "thermometer": RuleType(
        Message("digits rise on the thermometer from {cell}", "les chiffres montent sur le thermomètre de {cell}"),
        _rising("<"),
        lambda r, p, d: all(d[a] < d[b] for a, b in pairwise(r.cells)),
    ),
    "slow thermometer": RuleType(
        Message("digits never fall on the thermometer from {cell}", "rien ne descend sur le thermomètre de {cell}"),
        _rising("<="),
        lambda r, p, d: all(d[a] <= d[b] for a, b in pairwise(r.cells)),
    ),
    "greater": RuleType(
        Message("a sign says that {cell} is less than its neighbour", "un signe dit que {cell} est inférieur"),
        _rising("<"),
        lambda r, p, d: d[r.cells[0]] < d[r.cells[1]],
    ),
    "palindrome": RuleType(
        Message("the line from {cell} reads the same both ways", "la ligne de {cell} se lit pareil dans les deux sens"),
        _palindrome,
        lambda r, p, d: [d[c] for c in r.cells] == [d[c] for c in reversed(r.cells)],
    ),
    "renban": RuleType(
        Message(
            "the line from {cell} holds digits in a row", "la ligne de {cell} contient des chiffres qui se suivent"
        ),
        _renban,
        lambda r, p, d: (
            different(d, r.cells) and max(d[c] for c in r.cells) - min(d[c] for c in r.cells) == len(r.cells) - 1
        ),
    ),
    "whispers": RuleType(
        Message("neighbours on the line from {cell} differ by {value} at least", "écart d'au moins {value} sur {cell}"),
        _whispers,
        lambda r, p, d: all(abs(d[a] - d[b]) >= (r.value or 5) for a, b in pairwise(r.cells)),
    ),
    "between": RuleType(
        Message("the line from {cell} lies between its ends", "la ligne de {cell} est entre ses bouts"),
        _between,
        lambda r, p, d: all(
            min(d[r.cells[0]], d[r.cells[-1]]) < d[c] < max(d[r.cells[0]], d[r.cells[-1]]) for c in r.cells[1:-1]
        ),
    ),
    "lockout": RuleType(
        Message("the line from {cell} keeps out of its ends", "la ligne de {cell} reste hors de ses bouts"),
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
        Message("the line from {cell} adds up alike in each box", "la ligne de {cell} a même somme dans chaque bloc"),
        _region_sums,
        lambda r, p, d: len({sum(d[c] for c in some) for some in _stretches(r, p)}) == 1,
    ),
    "zipper": RuleType(
        Message("the zipper from {cell} adds up to its middle", "la fermeture de {cell} a pour somme son milieu"),
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
        Message("three in a row from {cell} differ modulo 3", "trois de suite dès {cell} diffèrent modulo 3"),
        _threes(_modular),
        lambda r, p, d: _each_three(r, p, d, _modular),
    ),
    "entropic": RuleType(
        Message("three in a row from {cell}: low, middle, high", "trois de suite dès {cell} : bas, moyen, haut"),
        _threes(_entropic),
        lambda r, p, d: _each_three(r, p, d, _entropic),
    ),
}
