"""What every encoding of Sudoku shares: the rules of a shape, the statements of a puzzle, the way back to a grid.

Every rule is "exactly one of these candidates", and has a sentence.

Candidate (cell, digit) is fact `cell * size + digit`, so the facts of a board run cell by cell.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from clausal.models.encoding import Group
from clausal.models.sudoku import Grid, Shape, mask_digits

KEPT_SHAPES = 64
"""Shapes whose tables stay in memory; jigsaws may come by the thousand."""


class Rules:
    """All rules of a shape as one table: row i of `facts` lists the candidates of which rule i wants exactly one."""

    def __init__(self, shape: Shape) -> None:
        size = shape.size
        digits = np.arange(1, size + 1, dtype=np.int32)
        cells = np.arange(shape.cells, dtype=np.int32)
        units = np.array([unit.cells for unit in shape.units], dtype=np.int32)
        of_cells = cells[:, None] * size + digits[None, :]
        of_units = (units[:, None, :] * size + digits[None, :, None]).reshape(-1, size)
        self.facts: NDArray[np.int32] = np.concatenate([of_cells, of_units])
        self.cell_rules = shape.cells
        self.shape = shape

    @cached_property
    def different(self) -> NDArray[np.int32]:
        """The rules that do not repeat an earlier one, as those of a jigsaw's region that is a whole row would."""
        first = {unit.cells: index for index, unit in reversed(list(enumerate(self.shape.units)))}
        new = [index == first[unit.cells] for index, unit in enumerate(self.shape.units)]
        kept = np.concatenate([np.ones(self.cell_rules, bool), np.repeat(new, self.shape.size)])
        return np.flatnonzero(kept).astype(np.int32)

    @property
    def groups(self) -> tuple[Group, ...]:
        """A group for each rule, in the same order."""
        return rule_groups(self.shape)


@lru_cache(KEPT_SHAPES)
def rules(shape: Shape) -> Rules:
    """The rules of a shape, made once."""
    return Rules(shape)


@lru_cache(KEPT_SHAPES)
def rule_groups(shape: Shape) -> tuple[Group, ...]:
    """The sentences: "r1c1 holds one digit", "row 3 holds one 7"."""
    sentences = [f"{shape.cell_name(cell)} holds one digit" for cell in range(shape.cells)]
    sentences += [f"{unit.name} holds one {digit}" for unit in shape.units for digit in range(1, shape.size + 1)]
    return tuple(Group(sentence, sentence) for sentence in sentences)


@lru_cache(KEPT_SHAPES)
def fact_names(shape: Shape) -> tuple[str, ...]:
    """r1c1=1, r1c1=2, ... in the order of the facts."""
    digits = range(1, shape.size + 1)
    return tuple(shape.candidate_name(cell, digit) for cell in range(shape.cells) for digit in digits)


def statements(grid: Grid) -> Iterator[tuple[Group, list[int]]]:
    """What this puzzle says beyond the rules, each statement in a group of its own: givens, then marks."""
    shape, size = grid.shape, grid.shape.size
    for cell, digit in grid.givens():
        name = shape.candidate_name(cell, digit)
        text = f"{shape.cell_name(cell)} is given as {digit}"
        yield Group(f"given {name}", text, doubtable=True), [cell * size + digit]
    if grid.marks is None:
        return
    for cell, mask in enumerate(grid.marks):
        absent = list(mask_digits(~mask & (1 << size) - 1))
        if absent and not grid.cells[cell]:
            left = ", ".join(map(str, mask_digits(mask))) or "nothing"
            where = shape.cell_name(cell)
            group = Group(f"marks {where}", f"{where} is marked as {left}", doubtable=True)
            yield group, [-(cell * size + digit) for digit in absent]


def about(grid: Grid, style: str, at_most_one: str) -> tuple[str, ...]:
    puzzle = grid.line if grid.marks is None else f"{grid.line} with marks"
    return (f"puzzle sudoku {puzzle}", f"shape {grid.shape.name}", f"encoder {encoder_name(style, at_most_one)}")


def encoder_name(style: str, at_most_one: str) -> str:
    """complete, or complete+ladder when at-most-one is not said pair by pair."""
    return style if at_most_one == "pairwise" else f"{style}+{at_most_one}"


def place(shape: Shape, true: Sequence[int]) -> Grid:
    cells = [0] * shape.cells
    for fact in true:
        cell, digit = divmod(fact - 1, shape.size)
        cells[cell] = digit + 1
    return Grid(shape, tuple(cells))
