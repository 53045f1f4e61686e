"""What the ladders remember: two of them often meet the same position of a grid, and so does one that goes a part of
its way again."""

from entails.models.sudoku import Grid
from entails.solvers.kernels.sudoku_steps import I64, Board

Effect = tuple[int, int, int, tuple[int, ...]]
"""What a finder finds: ten times its rating, the nodes of its chain, the candidate that it places (or NOTHING), what it
rules out."""
_MOST = 5000


class Memory:
    """By position, what finders found there, None for nothing; by grid, how far the rungs go that both ladders have:
    digits, marks, and the level of the highest. It forgets everything rather than grow without end."""

    def __init__(self) -> None:
        self._positions: dict[bytes, dict[str, Effect | None]] = {}
        self._stops: dict[tuple[int, ...], tuple[I64, I64, float]] = {}

    def at(self, board: Board) -> dict[str, Effect | None]:
        """What was found at a position, by finder: to be read and to be added to."""
        if len(self._positions) >= _MOST:
            self._positions.clear()
        return self._positions.setdefault(board.marks.tobytes() + board.digits.tobytes(), {})

    def note_stop(self, grid: Grid, digits: I64, marks: I64, level: float) -> None:
        if len(self._stops) >= _MOST:
            self._stops.clear()
        self._stops[_name(grid)] = digits, marks, level

    def stop_of(self, grid: Grid) -> tuple[I64, I64, float] | None:
        return self._stops.get(_name(grid))

    def clear(self) -> None:
        self._positions.clear()
        self._stops.clear()


def _name(grid: Grid) -> tuple[int, ...]:
    return grid.cells if grid.marks is None else grid.cells + grid.marks
