"""Sudoku as a CNF, in three ways.

`complete` says every rule in full and adds the givens as unit clauses; `minimal` says only what is needed (each cell
has a digit, no unit has one twice); `pruned` says what is left to decide once the givens are placed (Landreau 2025,
3.A): no rule they satisfy, no candidate they exclude, and no following of singles.

The at-most-one part of a rule is written pair by pair, built as arrays, or by any form of `encoders.at_most_one`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import count
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from clausal.encoders.at_most_one import AT_MOST_ONE
from clausal.encoders.sudoku.rules import (
    KEPT_SHAPES,
    Rules,
    about,
    encoder_name,
    fact_names,
    place,
    rule_groups,
    rules,
    statements,
)
from clausal.models.encoding import Clauses, Cnf
from clausal.models.sudoku import Grid, Shape

Style = Literal["complete", "minimal"]
STYLES: tuple[Literal["pruned", "complete", "minimal"], ...] = ("pruned", "complete", "minimal")


def complete(grid: Grid, at_most_one: str = "pairwise") -> Cnf[Grid]:
    """Every rule in full, and the givens: clauses that any Sudoku of this shape shares, plus one per given."""
    return _with_givens(grid, "complete", at_most_one)


def minimal(grid: Grid, at_most_one: str = "pairwise") -> Cnf[Grid]:
    """Each cell has at least one digit and no unit holds a digit twice; the rest follows."""
    return _with_givens(grid, "minimal", at_most_one)


def pruned(grid: Grid, at_most_one: str = "pairwise", *, duplicates: bool = False) -> Cnf[Grid]:
    """What is left to decide. `duplicates` keeps a clause for each rule that gives it, as the study counts them.

    Givens that break a rule, and a rule with no candidate left, give an empty clause: there is no solution.
    """
    table = rules(grid.shape)
    open_, given = _open_facts(grid), _given_facts(grid)
    already = given[table.facts - 1].sum(axis=1)
    kept = np.flatnonzero(open_)
    number = np.zeros(len(open_) + 1, np.int32)  # number[0] stays 0, for padding
    number[kept + 1] = np.arange(1, len(kept) + 1)
    numbered = number[table.facts]

    wanted, wanted_by = _still_wanted(numbered, already, duplicates)
    top = len(kept)
    if at_most_one == "pairwise":
        pairs, pair_of = _rule_pairs(grid.shape, duplicates=duplicates)
        ends = number[pairs]
        both = ends.all(axis=1)
        clauses = wanted + Clauses(-ends[both].ravel(), _even_starts(int(both.sum()), 2), pair_of[both])
    else:
        supply = count(top + 1)
        extra = [
            (clause, rule)
            for rule in wanted_by
            for clause in AT_MOST_ONE[at_most_one](_nonzero(numbered[rule]), partial(next, supply))
        ]
        clauses = wanted + Clauses.of([clause for clause, _ in extra], [rule for _, rule in extra])
        top = next(supply) - 1
    names = fact_names(grid.shape)
    return Cnf(
        variables=top,
        names=[names[fact] for fact in kept.tolist()],
        groups=rule_groups(grid.shape),
        decode=partial(_place_open, grid, (kept + 1).tolist()),
        added=clauses,
        one_hot=True,
        about=about(grid, "pruned", at_most_one),
    )


def plain_rules(shape: Shape, style: Style, at_most_one: str) -> Iterator[tuple[list[int], int]]:
    """The clauses of the rules one by one, each with its rule: what the array form must equal, and how every form of
    at-most-one but the pairwise one is built."""
    table = rules(shape)
    supply = count(shape.cells * shape.size + 1)
    for rule, facts in enumerate(table.facts.tolist()):
        is_cell = rule < table.cell_rules
        if style == "complete" or is_cell:
            yield facts, rule
        if style == "complete" or not is_cell:
            for clause in AT_MOST_ONE[at_most_one](facts, partial(next, supply)):
                yield clause, rule


@lru_cache(KEPT_SHAPES)
def rule_clauses(shape: Shape, style: Style, at_most_one: str) -> Clauses:
    """The rules of a shape in clauses, without repetition, shared by all its puzzles."""
    if at_most_one == "pairwise":
        return build_pairwise(rules(shape), style)
    said = list(plain_rules(shape, style, at_most_one))
    return Clauses.of([clause for clause, _ in said], [rule for _, rule in said])


def build_pairwise(table: Rules, style: Style) -> Clauses:
    """The pairwise form as arrays: all "at least one" clauses, then all different pairs."""
    lasting = table.different if style == "complete" else table.different[: table.cell_rules]
    at_least = Clauses(table.facts[lasting].ravel(), _even_starts(len(lasting), table.shape.size), lasting)
    first_rule = 0 if style == "complete" else table.cell_rules
    pairs, pair_of = _pairs(table, first_rule, duplicates=False)
    return at_least + Clauses(-pairs.ravel(), _even_starts(len(pairs), 2), pair_of)


def _with_givens(grid: Grid, style: Style, at_most_one: str) -> Cnf[Grid]:
    shape = grid.shape
    base = rule_clauses(shape, style, at_most_one)
    stated = list(statements(grid))
    first = len(rule_groups(shape))
    units = [lit for _, lits in stated for lit in lits]
    group_of = [first + index for index, (_, lits) in enumerate(stated) for _ in lits]
    return Cnf(
        variables=int(np.abs(base.lits).max()),
        names=fact_names(shape),
        groups=rule_groups(shape) + tuple(group for group, _ in stated),
        decode=partial(place, shape),
        added=Clauses(
            np.array(units, np.int32), np.arange(len(units) + 1, dtype=np.int32), np.array(group_of, np.int32)
        ),
        base=base,
        one_hot=True,
        about=about(grid, style, at_most_one),
    )


def _place_open(grid: Grid, kept: Sequence[int], true: Sequence[int]) -> Grid:
    cells = list(grid.cells)
    for variable in true:
        cell, digit = divmod(kept[variable - 1] - 1, grid.shape.size)
        cells[cell] = digit + 1
    return Grid(grid.shape, tuple(cells))


def _open_facts(grid: Grid) -> NDArray[np.bool_]:
    """Which candidates are still open, fact by fact."""
    masks = np.array(grid.open_masks(), dtype=np.int64)
    return ((masks[:, None] >> np.arange(grid.shape.size)) & 1).astype(bool).ravel()


def _given_facts(grid: Grid) -> NDArray[np.bool_]:
    given = np.zeros(grid.shape.cells * grid.shape.size, bool)
    given[[cell * grid.shape.size + digit - 1 for cell, digit in grid.givens()]] = True
    return given


def _still_wanted(
    numbered: NDArray[np.int32], already: NDArray[np.int64], duplicates: bool
) -> tuple[Clauses, list[int]]:
    """The "at least one" clauses that the givens leave, and their rules; a broken rule gives an empty clause."""
    clauses: list[list[int]] = []
    group_of: list[int] = []
    seen: set[tuple[int, ...]] = set()
    for rule in np.flatnonzero(already != 1).tolist():
        left = [] if already[rule] else _nonzero(numbered[rule])
        if duplicates or tuple(left) not in seen:
            seen.add(tuple(left))
            clauses.append(left)
            group_of.append(rule)
    return Clauses.of(clauses, group_of), group_of


def _nonzero(numbers: NDArray[np.int32]) -> list[int]:
    return [int(number) for number in numbers.tolist() if number]


def _even_starts(clauses: int, width: int) -> NDArray[np.int32]:
    return np.arange(clauses + 1, dtype=np.int32) * np.int32(width)


def _pairs(table: Rules, first_rule: int, *, duplicates: bool) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Every pair inside every rule from `first_rule` on, with its rule.

    Only units overlap (a row and a box share three cells), and they overlap alike for each digit: so the pairs of cells
    that come a second time are found once, for one digit.
    """
    size = table.shape.size
    one, other = np.triu_indices(size, 1)
    kept = np.ones((len(table.facts), len(one)), bool)
    if not duplicates:
        cells = table.facts[table.cell_rules :: size].astype(np.int64)
        low, high = np.minimum(cells[:, one], cells[:, other]), np.maximum(cells[:, one], cells[:, other])
        keys = low * (high.max() + 1) + high
        first = np.zeros(keys.size, bool)
        first[np.unique(keys, return_index=True)[1]] = True
        kept[table.cell_rules :] = np.repeat(first.reshape(keys.shape), size, axis=0)
    kept[:first_rule] = False
    pairs = np.stack([table.facts[:, one], table.facts[:, other]], axis=-1)[kept]
    return pairs, np.nonzero(kept)[0].astype(np.int32)


@lru_cache(KEPT_SHAPES)
def _rule_pairs(shape: Shape, *, duplicates: bool) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    return _pairs(rules(shape), 0, duplicates=duplicates)


@dataclass(frozen=True)
class SudokuCnf:
    """One of the three styles with one form of at-most-one, as an encoder."""

    style: Literal["pruned", "complete", "minimal"]
    at_most_one: str = "pairwise"
    kind: Literal["cnf"] = "cnf"

    @property
    def name(self) -> str:
        return encoder_name(self.style, self.at_most_one)

    @property
    def explains(self) -> bool:
        return self.style != "pruned"

    @property
    def summary(self) -> str:
        what = {
            "pruned": "what is left to decide once the givens are placed",
            "complete": "every rule in full, givens as unit clauses",
            "minimal": "a digit in each cell, none twice in a unit",
        }
        return f"{what[self.style]}; at most one said {self.at_most_one}"

    def encode(self, puzzle: Grid) -> Cnf[Grid]:
        encoders = {"pruned": pruned, "complete": complete, "minimal": minimal}
        return encoders[self.style](puzzle, self.at_most_one)
