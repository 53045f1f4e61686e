"""Sudoku as a statement, as plainly as it can be said: what the clauses of any grid are measured by."""

from functools import lru_cache

from clausal.models.encoding import Group
from clausal.models.sentence import Template
from clausal.models.statement import AllDifferent, Clause, Statement, Variable
from clausal.models.sudoku import Grid, Shape
from clausal.models.sudoku.grid import mask_digits

HOLDS_ONE = Template("{unit} holds one {value}")


@lru_cache
def board(shape: Shape) -> Statement:
    """The rules on one board."""
    digits = range(1, shape.size + 1)
    names = [shape.cell_name(cell) for cell in range(shape.cells)]
    cells = tuple(Variable(name, digits, Group(f"{name} holds one digit", f"{name} holds one digit")) for name in names)
    units = tuple(
        AllDifferent(unit.cells, each=HOLDS_ONE(unit=unit.name), group=number)
        for number, unit in enumerate(shape.units)
    )
    return Statement(cells, tuple(Group(unit.name, f"{unit.name} is all different") for unit in shape.units), units)


def stated(grid: Grid) -> Statement:
    """The rules, the givens and the marks."""
    shape, frame = grid.shape, board(grid.shape)
    groups: list[Group] = []
    said: list[Clause] = []
    first = len(frame.groups)
    for cell, digit in grid.givens():
        name = shape.cell_name(cell)
        said.append(Clause((cell * shape.size + digit,), group=first + len(groups)))
        groups.append(Group(f"given {name}={digit}", f"{name} is given as {digit}", doubtable=True))
    for cell, mask in enumerate(grid.marks or ()):
        absent = list(mask_digits(~mask & (1 << shape.size) - 1))
        if absent and not grid.cells[cell]:
            name = shape.cell_name(cell)
            left = ", ".join(map(str, mask_digits(mask))) or "nothing"
            said += [Clause((-(cell * shape.size + digit),), group=first + len(groups)) for digit in absent]
            groups.append(Group(f"marks {name}", f"{name} is marked as {left}", doubtable=True))
    return Statement(frame.variables, tuple(groups), tuple(said), frame=frame)
