"""Grids for the tests of difficulty."""

from entails.formats.sudoku.read import parse_grid
from entails.models.sudoku.grid import Grid

EASY = parse_grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SEVENTEEN = parse_grid("000000010400000000020000000000050407008000300001090000300400200050100000000806000")
HARD = parse_grid("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..")
FULL = parse_grid("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
EMPTY = parse_grid("." * 81)
CLASH = parse_grid("55" + "." * 79)
ALL = (EASY, SEVENTEEN, HARD, FULL, EMPTY, CLASH)


def some_givens(count: int) -> list[Grid]:
    """Return grids with ever fewer digits of a full grid; most have many solutions."""
    cells = FULL.cells
    return [
        Grid(
            FULL.shape, tuple(digit if (7 * cell + 3 * place) % (place + 2) else 0 for cell, digit in enumerate(cells))
        )
        for place in range(count)
    ]
