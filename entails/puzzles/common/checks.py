"""Parts of the checkers of pencil puzzles, in plain code that is independent of statements.

They test whether cells are connected or adjacent, and follow lines from cell to cell. A check is an iterator of errors.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from entails.models.lattice import Lattice

OTHER_SIZE = "it is not a grid of the same size"


def first(*checks: Iterator[str]) -> str | None:
    """Return the first error that these checks yield, in order, or None."""
    return next((error for check in checks for error in check), None)


def areas(board: Lattice, cells: Iterable[int], joined: Callable[[int, int], bool] | None = None) -> Iterator[set[int]]:
    """Yield the connected areas of some cells; `joined` tells which neighbours are connected (default: all)."""
    left = set(cells)
    while left:
        waiting, area = [min(left)], set[int]()
        left.discard(waiting[0])
        while waiting:
            area.add(here := waiting.pop())
            beside = {
                neighbour for neighbour in left & set(board.beside(here)) if joined is None or joined(here, neighbour)
            }
            left -= beside
            waiting += beside
        yield area


def pieces(board: Lattice, cells: Iterable[int], colour: str) -> Iterator[str]:
    """Yield an error if some cells are not connected."""
    if len(list(areas(board, cells))) > 1:
        yield f"the {colour} cells are not connected"


def touching(board: Lattice, cells: Collection[int], noun: str = "black cells") -> Iterator[str]:
    """Yield an error for every pair of cells that share an edge."""
    for cell, neighbour in board.borders:
        if cell in cells and neighbour in cells:
            yield f"two {noun} share an edge at {board.name(cell)}"


def squares(board: Lattice, cells: Collection[int], colour: str) -> Iterator[str]:
    """Yield an error for each 2x2 square that consists of these cells."""
    for square in board.squares(2):
        if all(cell in cells for cell in square):
            yield f"a 2x2 square at {board.name(square[0])} is {colour}"


def view(board: Lattice, cell: int, stops: Callable[[int], bool]) -> Iterator[list[int]]:
    """Yield the cells visible from a cell in each of the four directions, before the first that `stops` the view."""
    row, column = board.place(cell)
    for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        seen, (r, c) = list[int](), (row + down, column + right)
        while 0 <= r < board.rows and 0 <= c < board.columns and not stops(r * board.columns + c):
            seen.append(r * board.columns + c)
            r, c = r + down, c + right
        yield seen


class DrawnBoard:
    """A board with lines between cells, and checks of these lines.

    Attributes:
        ways: The cells that a line joins to each cell.
    """

    def __init__(self, board: Lattice, lines: Sequence[int | None]) -> None:
        self.board = board
        self.ways: dict[int, list[int]] = {}
        for (cell, neighbour), line in zip(board.borders, lines, strict=True):
            if line:
                self.ways.setdefault(cell, []).append(neighbour)
                self.ways.setdefault(neighbour, []).append(cell)

    def forks(self) -> Iterator[str]:
        yield from (f"the line branches at {self.board.name(cell)}" for cell, to in self.ways.items() if len(to) == 3)

    def crosses(self) -> Iterator[str]:
        here = (cell for cell, to in self.ways.items() if len(to) == 4)
        yield from (f"the line crosses itself at {self.board.name(cell)}" for cell in here)

    def ends(self) -> Iterator[str]:
        yield from (
            f"the line has a loose end at {self.board.name(cell)}" for cell, to in self.ways.items() if len(to) == 1
        )

    def loops(self) -> Iterator[str]:
        """Yield an error unless the lines form exactly one loop."""
        if not self.ways:
            yield "there is no loop"
        elif len(list(areas(self.board, self.ways, lambda cell, neighbour: neighbour in self.ways[cell]))) > 1:
            yield "there is more than one loop"

    def straight(self, cell: int) -> bool:
        """Return whether the line goes straight through this cell."""
        to = self.ways.get(cell, [])
        return len(to) == 2 and abs(to[0] - cell) == abs(to[1] - cell) and to[0] - cell == cell - to[1]
