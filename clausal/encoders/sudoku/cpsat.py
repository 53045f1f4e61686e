"""Sudoku for CP-SAT: a number for each cell, all different in each unit."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

from clausal.encoders.sudoku.rules import about, fact_names, place, rule_groups, statements
from clausal.models.encoding import CpParts, CpSat
from clausal.models.sudoku import Grid


def build(grid: Grid) -> CpParts:
    """The model. Each given (and each marked cell) hangs on a switch, so that it can be doubted."""
    from ortools.sat.python.cp_model import CpModel

    model, shape, size = CpModel(), grid.shape, grid.shape.size
    cells = [model.new_int_var(1, size, shape.cell_name(cell)) for cell in range(shape.cells)]
    for unit in shape.units:
        model.add_all_different(cells[cell] for cell in unit.cells)
    switches = {}
    for index, (_, stated) in enumerate(statements(grid), len(rule_groups(shape))):
        switches[index] = switch = model.new_bool_var("")
        for fact in stated:
            cell, digit = divmod(abs(fact) - 1, size)
            says = cells[cell] == digit + 1 if fact > 0 else cells[cell] != digit + 1
            model.add(says).only_enforce_if(switch)
    facts = [(cell, digit) for cell in cells for digit in range(1, size + 1)]
    return CpParts(model, facts, switches)


@dataclass(frozen=True)
class SudokuCpSat:
    """The all-different model as an encoder."""

    name: str = "all-different"
    kind: Literal["cpsat"] = "cpsat"
    explains: bool = True
    summary: str = "a number for each cell, all different in each unit (CP-SAT)"

    def encode(self, puzzle: Grid) -> CpSat[Grid]:
        return CpSat(
            build=build,
            parts=((puzzle,),),
            names=fact_names(puzzle.shape),
            groups=rule_groups(puzzle.shape) + tuple(group for group, _ in statements(puzzle)),
            decode=partial(place, puzzle.shape),
            about=about(puzzle, "all-different", "pairwise"),
        )
