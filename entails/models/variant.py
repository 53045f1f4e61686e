"""Sudoku variants: puzzles with additional rules.

`encoders/variant` has the constraints and the checker of every rule type. `formats/variant` reads and writes f-puzzles,
SudokuPad, ipuz and typed text.
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
    """An additional rule of a variant, on some cells.

    Attributes:
        kind: The name of the rule type, one of `RULE_NAMES`.
        cells: Its cells in order; none for a rule of the whole board.
        others: The second part of a rule with two parts (the shaft of an arrow, the second half of a clone).
        value: Its number, or None.
        values: Its numbers, for a rule type that takes several.
    """

    kind: str
    cells: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    value: int | None = None
    values: tuple[int, ...] = ()


@dataclass(frozen=True)
class Variant:
    """A square Sudoku with additional rules.

    Attributes:
        size: The number of rows and columns.
        regions: The region of each cell; -1 for none.
        given: The given digit of each cell, or None.
        rules: The additional rules.
    """

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
"""Rule types of lines that may close or cross themselves, because their rules concern neighbours or stretches."""


def reject_repeated_cells(puzzle: Variant) -> None:
    """Reject a rule that names a cell twice where each cell counts once."""
    for rule in puzzle.rules:
        for cell in _repeated(rule):
            where, name = rule.kind, puzzle.board.name(cell)
            raise InvalidPuzzle(f"{name} occurs twice", where=where, expected="each cell once")


def _repeated(rule: VariantRule) -> Iterator[int]:
    if rule.kind == "clone":
        yield from (cell for cell, clone in zip(rule.cells, rule.others, strict=False) if cell == clone)
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
    """A type of variant rule: its name, parameters and constraints.

    Attributes:
        words: Its sentence.
        state: Return its constraints.
        holds: Return whether a full board satisfies it.
    """

    words: Message
    state: State
    holds: Callable[[VariantRule, Variant, Digits], bool]


def table_where(cells: tuple[int, ...], fits: Callable[..., bool], size: int) -> Table:
    """Build a table constraint of all combinations of digits in these cells that satisfy `fits`."""
    rows = [row for row in product(range(1, size + 1), repeat=len(cells)) if fits(*row)]
    return Table(cells, TupleRows(rows, len(cells)))


def sum_equals(cells: Sequence[int], value: int) -> Linear:
    return Linear(tuple((1, cell) for cell in cells), "=", value)


def state_sum(rule: VariantRule, puzzle: Variant, builder: StatementBuilder) -> Iterator[Constraint]:  # noqa: ARG001
    assert rule.value is not None
    yield sum_equals(rule.cells, rule.value)


def all_different(digits: Digits, cells: Sequence[int]) -> bool:
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
"""The names of the rule types; `encoders.variant` has their constraints."""
WHOLE = ("anti-knight", "anti-king", "non-consecutive", "disjoint groups", "diagonal")
"""Rule types that apply to the whole board."""


def whole_rules(kind: str, size: int) -> Iterator[VariantRule]:
    """Yield the rules of a type that applies to the whole board; `diagonal` gives one rule per diagonal."""
    if kind != "diagonal":
        yield VariantRule(kind)
        return
    for step in (size + 1, size - 1):
        first = 0 if step > size else size - 1
        yield VariantRule(kind, tuple(range(first, first + step * size, step)))
