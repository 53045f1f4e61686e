"""What referees of pencil puzzles look at, in plain code that knows nothing of statements: cells that hang together,
cells that touch, and lines that are followed from cell to cell."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from entails.models.lattice import Lattice

OTHER_SIZE = "it is not a board of the same size"


def first(*judges: Iterator[str]) -> str | None:
    """The first complaint of these judges, in this order; None when they have none."""
    return next((complaint for judge in judges for complaint in judge), None)


def areas(board: Lattice, cells: Iterable[int], joined: Callable[[int, int], bool] | None = None) -> Iterator[set[int]]:
    """Cells that hang together, by sides that are `joined` where that is said."""
    left = set(cells)
    while left:
        waiting, area = [min(left)], set[int]()
        left.discard(waiting[0])
        while waiting:
            area.add(here := waiting.pop())
            beside = {one for one in left & set(board.beside(here)) if joined is None or joined(here, one)}
            left -= beside
            waiting += beside
        yield area


def pieces(board: Lattice, cells: Iterable[int], colour: str) -> Iterator[str]:
    """These cells should be in one piece."""
    if len(list(areas(board, cells))) > 1:
        yield f"the {colour} cells do not hang together"


def touching(board: Lattice, cells: Collection[int], what: str = "black cells") -> Iterator[str]:
    """No two of these cells should be side by side."""
    for one, other in board.borders:
        if one in cells and other in cells:
            yield f"two {what} touch at {board.name(one)}"


def squares(board: Lattice, cells: Collection[int], colour: str) -> Iterator[str]:
    """No 2x2 should be among these cells."""
    for square in board.squares(2):
        if all(cell in cells for cell in square):
            yield f"a 2x2 square at {board.name(square[0])} is {colour}"


def view(board: Lattice, cell: int, stops: Callable[[int], bool]) -> Iterator[list[int]]:
    """In each of the four directions, the cells before one that `stops` the eye."""
    row, column = board.place(cell)
    for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        seen, (r, c) = list[int](), (row + down, column + right)
        while 0 <= r < board.rows and 0 <= c < board.columns and not stops(r * board.columns + c):
            seen.append(r * board.columns + c)
            r, c = r + down, c + right
        yield seen


class DrawnBoard:
    """Lines from cell to cell, followed."""

    def __init__(self, board: Lattice, lines: Sequence[int | None]) -> None:
        self.board = board
        self.ways: dict[int, list[int]] = {}
        for (one, other), line in zip(board.borders, lines, strict=True):
            if line:
                self.ways.setdefault(one, []).append(other)
                self.ways.setdefault(other, []).append(one)

    def forks(self) -> Iterator[str]:
        yield from (f"the line forks at {self.board.name(cell)}" for cell, to in self.ways.items() if len(to) == 3)

    def crosses(self) -> Iterator[str]:
        here = (cell for cell, to in self.ways.items() if len(to) == 4)
        yield from (f"the line crosses itself at {self.board.name(cell)}" for cell in here)

    def ends(self) -> Iterator[str]:
        yield from (
            f"the line has a loose end at {self.board.name(one)}" for one, to in self.ways.items() if len(to) == 1
        )

    def loops(self) -> Iterator[str]:
        """There should be one."""
        if not self.ways:
            yield "there is no line"
        elif len(list(areas(self.board, self.ways, lambda one, other: other in self.ways[one]))) > 1:
            yield "there is more than one loop"

    def straight(self, cell: int) -> bool:
        """Does the line go straight on in this cell?"""
        to = self.ways.get(cell, [])
        return len(to) == 2 and abs(to[0] - cell) == abs(to[1] - cell) and to[0] - cell == cell - to[1]
