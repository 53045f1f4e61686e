"""Sudoku's statement compiles to what its own encoders made: the same names, groups and clauses, each in its group."""

from collections import Counter
from typing import Any

import pytest
from helpers import grid_of
from sudoku_statement import board, stated

from clausal.encoders.at_most_one import AT_MOST_ONE
from clausal.encoders.clauses import STYLES, Style, compile_cnf
from clausal.encoders.sudoku import SudokuCnf
from clausal.models.encoding import Cnf
from clausal.models.sudoku import Grid, Shape

NINE = Shape.classic(9)
PUZZLE = grid_of("53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79")
GRIDS = {
    "empty": Grid(NINE, (0,) * 81),
    "puzzle": PUZZLE,
    "six": Grid.of(Shape.classic(6), [1, 0, 0, 0, 5, 0, *[0] * 30]),
    "diagonal": Grid.of(Shape.diagonal(9), [1, 0, 0, 0, 5, 0, *[0] * 75]),
    "jigsaw with a row as region": Grid.of(Shape.jigsaw("1111223322334444"), [0, 2, 0, 0, *[0] * 12]),
    "marked": Grid.of(Shape.classic(4), [0, 0, 3, *[0] * 13], [0b0110, *[15] * 15]),
    "clash": grid_of("11.. .... .... ...."),
    "clash of two rows": grid_of("1..1 2..2 .... ...."),
    "no digit left": grid_of("12.. ..3. ...4 ...."),
    "marked as nothing": Grid.of(Shape.classic(4), [0] * 16, [0, *[15] * 15]),
    "solved": grid_of("1234 3412 2143 4321"),
    "full and wrong": grid_of("1234 3412 2143 4312"),
}


def by_group(cnf: Cnf[Any]) -> Counter[tuple[str, frozenset[int]]]:
    clauses = cnf.clauses
    return Counter(
        (cnf.groups[group].id, frozenset(clause))
        for clause, group in zip(clauses.lists, clauses.group_of.tolist(), strict=True)
    )


@pytest.mark.parametrize("form", AT_MOST_ONE)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS.keys())
def test_the_statement_says_what_the_encoder_said(grid: Grid, style: Style, form: str) -> None:
    cnf, before = compile_cnf(stated(grid), style, form), SudokuCnf(style, form).encode(grid)
    assert list(cnf.names) == list(before.names)
    assert [(group.id, group.text, group.doubtable, group.parent) for group in cnf.groups] == [
        (group.id, group.text, group.doubtable, group.parent) for group in before.groups
    ]
    assert (cnf.variables, cnf.one_hot) == (before.variables, before.one_hot)
    assert by_group(cnf) == by_group(before)


@pytest.mark.parametrize("style", ["complete", "minimal"])
def test_grids_of_one_shape_share_their_rules(style: Style) -> None:
    one, other = compile_cnf(stated(PUZZLE), style), compile_cnf(stated(GRIDS["empty"]), style)
    assert one.base is other.base
    assert len(one.added) == 30
    assert one.names is other.names is board(NINE).names
