"""`Drawing`: what stands in cells, on borders, in cages and beside a board, as a description that anybody can draw."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from entails.models.fields import Value

Place = tuple[int, int]
"""Row and column, from 0."""
Kind = Literal["open", "given", "found"]
"""Nothing is known here; it belongs to the puzzle; it belongs to an answer."""
Shade = Literal["", "light", "grey", "black"]


class Cell(Value):
    """What stands in a cell: a `clue` that is printed there, or a `text` that was put there; `kind` tells by whom.

    A cell that is open and has a `name` is for the reader to decide; without a name it is only paper. The name is what
    groups point at, and what a choice speaks of.
    """

    row: int
    column: int
    text: str = ""
    clue: str = ""
    kind: Kind = "open"
    shade: Shade = ""
    name: str = ""
    marked: bool = Field(default=False, description="it takes part in a contradiction")


class Edge(Value):
    """A piece of border, above a cell (`across`) or to the left of it (`down`): a line, or a sign such as <."""

    row: int
    column: int
    way: Literal["across", "down"]
    line: bool = False
    text: str = ""
    kind: Kind = "open"
    name: str = ""
    marked: bool = False


class DrawnLine(Value):
    """A line from the middle of a cell to that of the next, and so on."""

    through: tuple[Place, ...]
    kind: Kind = "given"


class Point(Value):
    """A white or black dot in the middle of a cell, on a border or a corner: halves of a cell from the corner of the
    board, so that (1, 1) is the middle of its first cell."""

    row: int
    column: int
    black: bool = False


class DrawnCage(Value):
    """Cells inside a dashed line, with a clue in the corner of the first."""

    cells: tuple[Place, ...]
    clue: str = ""


class DrawnChoice(Value):
    """What may be put where nothing is known: what is typed and shown, and the fact that it says, {name} being the name
    of the place."""

    text: str
    fact: str
    shade: Shade = ""


class Drawing(Value):
    """A board of rows and columns. Cells that are not listed are empty paper. `regions` has a number for each cell, row
    by row; thick borders run between them. `dots` leaves out the grid and shows the corners of cells only.

    Clues outside stand beside each line: for each row (left, right) or column (top, bottom), the words in the order in
    which they are read.
    """

    rows: int
    columns: int
    cells: tuple[Cell, ...] = ()
    regions: tuple[int, ...] = ()
    edges: tuple[Edge, ...] = ()
    lines: tuple[DrawnLine, ...] = ()
    cages: tuple[DrawnCage, ...] = ()
    points: tuple[Point, ...] = ()
    top: tuple[tuple[str, ...], ...] = ()
    right: tuple[tuple[str, ...], ...] = ()
    bottom: tuple[tuple[str, ...], ...] = ()
    left: tuple[tuple[str, ...], ...] = ()
    choices: tuple[DrawnChoice, ...] = ()
    dots: bool = False

    @property
    def fillable(self) -> tuple[Cell | Edge, ...]:
        """Where the reader may put a choice."""
        edges = [edge for edge in self.edges if edge.name]
        places: Sequence[Cell | Edge] = edges or self.cells
        return tuple(place for place in places if place.name and place.kind == "open") if self.choices else ()

    def json_text(self) -> str:
        """Without what goes without saying."""
        return self.model_dump_json(exclude_defaults=True)


def blocks(rows: int, columns: int, high: int, wide: int) -> tuple[int, ...]:
    """Regions that are boxes of so many rows and columns."""
    across = -(-columns // wide)
    return tuple(row // high * across + column // wide for row in range(rows) for column in range(columns))
