# ruff: noqa: ARG001, ARG005
"""Rules that a number beside the board says about a line."""

from collections.abc import Iterator, Sequence

from entails.models.sentence import Template
from entails.models.statement import Automaton, Clause, Constraint, Linear
from entails.models.statement.draft import Draft
from entails.models.variant.rule import Digits, Kind, Rule, Variant


def _sandwich(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    """States: 0 before the bread, 1 behind it, 2 + s between, with the sum s so far."""
    size, total = puzzle.size, rule.value or 0
    bread, filling = (1, size), range(2, size)
    steps = [(0, digit, 0) for digit in filling] + [(1, digit, 1) for digit in filling]
    steps += [(0, digit, 2) for digit in bread] + [(2 + total, digit, 1) for digit in bread]
    steps += [
        (2 + sum_, digit, 2 + sum_ + digit) for sum_ in range(total + 1) for digit in filling if sum_ + digit <= total
    ]
    yield Automaton(rule.cells, 0, frozenset([1]), tuple(steps))


def _is_sandwich(rule: Rule, puzzle: Variant, digits: Digits) -> bool:
    values = [digits[cell] for cell in rule.cells]
    bread = [place for place, digit in enumerate(values) if digit in (1, puzzle.size)]
    return len(bread) == 2 and sum(values[bread[0] + 1 : bread[1]]) == rule.value


def _x_sum(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    for many in range(1, puzzle.size + 1):
        first = draft.fact(rule.cells[0], many)
        yield Linear(tuple((1, cell) for cell in rule.cells[:many]), "=", rule.value or 0, when=(first,))


def _skyscraper(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    """States: how high the highest so far is, and how many were seen."""
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
    """How many are higher than all before them."""
    return sum(value > max(values[:place], default=0) for place, value in enumerate(values))


def _numbered_room(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    first = rule.cells[0]
    for place in range(1, puzzle.size + 1):
        yield Clause((-draft.fact(first, place), draft.fact(rule.cells[place - 1], rule.value or 0)))


KINDS: dict[str, Kind] = {
    "sandwich": Kind(
        Template("between 1 and {size} from {cell} on: {value}", "entre 1 et {size} dès {cell} : {value}"),
        _sandwich,
        _is_sandwich,
    ),
    "x-sum": Kind(
        Template("the first digits from {cell} on add up to {value}", "les premiers chiffres dès {cell} font {value}"),
        _x_sum,
        lambda r, p, d: sum(d[c] for c in r.cells[: d[r.cells[0]]]) == r.value,
    ),
    "skyscraper": Kind(
        Template("from {cell} on, {value} skyscrapers are seen", "dès {cell}, on voit {value} gratte-ciel"),
        _skyscraper,
        lambda r, p, d: seen_from([d[c] for c in r.cells]) == r.value,
    ),
    "numbered room": Kind(
        Template("the room numbered by {cell} holds {value}", "la pièce numérotée par {cell} contient {value}"),
        _numbered_room,
        lambda r, p, d: d[r.cells[d[r.cells[0]] - 1]] == r.value,
    ),
}
