"""Sudoku with further rules: `encoders/variant` has every kind of rule, stated and checked;
`formats/variant` reads and writes them as f-puzzles does.

What a rule of a Sudoku variant is: where it stands, what it says, how it is stated and how a referee checks it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from entails.locale.message import Message
from entails.models.constraints import Constraint, Linear, Table, TupleRows
from entails.models.errors import InvalidPuzzle
from entails.models.lattice import Lattice
from entails.models.statement import StatementBuilder


@dataclass(frozen=True)
class VariantRule:
    """`cells` in order, and `others` where the rule has two parts (the pill and the shaft of an arrow, the two halves
    of clones); `value` is the number it says, None where it says none, `values` where it says several."""

    kind: str
    cells: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    value: int | None = None
    values: tuple[int, ...] = ()


@dataclass(frozen=True)
class Variant:
    """A square of cells: the region of each (-1 for none), the digits that are given, and the further rules."""

    size: int
    regions: tuple[int, ...]
    given: tuple[int | None, ...]
    rules: tuple[VariantRule, ...]

    @property
    def board(self) -> Lattice:
        return Lattice(self.size, self.size)


Digits = Sequence[int]
"""A digit for each cell of the board."""

_CROSSING = {"whispers", "region sums", "modular", "entropic"}
"""Lines that may close or cross themselves: what they say is about neighbours or stretches."""


def refuse_repeated_cells(puzzle: Variant) -> None:
    """Refuse a rule that names a cell twice where each cell counts once."""
    for rule in puzzle.rules:
        for cell in _repeated(rule):
            where, name = rule.kind, puzzle.board.name(cell)
            raise InvalidPuzzle(f"{name} is there twice", where=where, expected="each cell once")


def _repeated(rule: VariantRule) -> Iterator[int]:
    if rule.kind == "clone":
        yield from (one for one, other in zip(rule.cells, rule.others, strict=False) if one == other)
        parts: Sequence[Sequence[int]] = (rule.cells, rule.others)
    elif rule.kind in _CROSSING:
        parts = [rule.cells[start : start + 3] for start in range(len(rule.cells) - 1)]
    else:
        parts = ((*rule.cells, *rule.others),)
    for cells in parts:
        yield from (cell for place, cell in enumerate(cells) if cell in cells[:place])


State = Callable[[VariantRule, Variant, StatementBuilder], Iterator[Constraint]]


@dataclass(frozen=True)
class RuleType:
    """What a rule says in words, as constraints on cells, and as a question about a full board."""

    words: Message
    state: State
    holds: Callable[[VariantRule, Variant, Digits], bool]


def fitting(cells: tuple[int, ...], fits: Callable[..., bool], size: int) -> Table:
    """The digits of these cells fit."""
    rows = [row for row in product(range(1, size + 1), repeat=len(cells)) if fits(*row)]
    return Table(cells, TupleRows(rows, len(cells)))


def adding_up(cells: Sequence[int], value: int) -> Linear:
    return Linear(tuple((1, cell) for cell in cells), "=", value)


def state_sum(rule: VariantRule, puzzle: Variant, draft: StatementBuilder) -> Iterator[Constraint]:  # noqa: ARG001
    assert rule.value is not None
    yield adding_up(rule.cells, rule.value)


def different(digits: Digits, cells: Sequence[int]) -> bool:
    return len({digits[cell] for cell in cells}) == len(cells)


RULE_NAMES = (
    "one of",
    "odd",
    "even",
    "minimum",
    "maximum",
    "quadruple",
    "clone",
    "cage",
    "sum",
    "sum of two",
    "little killer",
    "arrow",
    "difference",
    "ratio",
    "no other difference",
    "no other ratio",
    "no other sum",
    "thermometer",
    "slow thermometer",
    "greater",
    "palindrome",
    "renban",
    "whispers",
    "between",
    "lockout",
    "region sums",
    "zipper",
    "modular",
    "entropic",
    "sandwich",
    "x-sum",
    "skyscraper",
    "numbered room",
    "region",
    "diagonal",
    "anti-knight",
    "anti-king",
    "non-consecutive",
    "disjoint groups",
)
"""The rules that a variant can have; `encoders.variant` states each of them."""
WHOLE = ("anti-knight", "anti-king", "non-consecutive", "disjoint groups", "diagonal")
"""Rules of the whole board."""


def whole_rules(kind: str, size: int) -> Iterator[VariantRule]:
    """A rule of the whole board; both diagonals."""
    if kind != "diagonal":
        yield VariantRule(kind)
        return
    for step in (size + 1, size - 1):
        first = 0 if step > size else size - 1
        yield VariantRule(kind, tuple(range(first, first + step * size, step)))
