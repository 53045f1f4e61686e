"""`Drawing`: a board as data: cells, borders, cages, lines and clues, for any renderer."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from entails.models.fields import Value

Place = tuple[int, int]
"""Row and column, from 0."""
Kind = Literal["open", "given", "found"]
"""Content of a place: nothing yet, a clue of the puzzle, or part of a solution."""
Shade = Literal["", "light", "grey", "black"]


class Cell(Value):
    """A cell: a printed `clue`, or a `text` entered by the solver or the player; `kind` distinguishes them.

    An open cell with a `name` can be filled by the reader; without a name it stays blank. Groups and choices refer to
    the name.
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
    """A segment of border, above a cell (`across`) or left of it (`down`): a line, or a sign such as <."""

    row: int
    column: int
    way: Literal["across", "down"]
    line: bool = False
    text: str = ""
    kind: Kind = "open"
    name: str = ""
    marked: bool = False


class DrawnLine(Value):
    """A line through the centres of cells."""

    through: tuple[Place, ...]
    kind: Kind = "given"


class Point(Value):
    """A white or black dot at a cell centre, a border or a corner.

    Coordinates count half cells from the corner of the board: (1, 1) is the centre of the first cell.
    """

    row: int
    column: int
    black: bool = False


class DrawnCage(Value):
    """Cells inside a dashed outline, with a clue in the corner of the first."""

    cells: tuple[Place, ...]
    clue: str = ""


class DrawnChoice(Value):
    """A possible entry at an open place: its text, and the fact that it states, in which {name} is the place."""

    text: str
    fact: str
    shade: Shade = ""


class Drawing(Value):
    """A board of rows and columns.

    Attributes:
        cells: Cells that are not blank.
        regions: A region number for each cell, row by row; thick borders separate regions.
        dots: Whether to draw only the corners of cells instead of the grid.
        left, right, top, bottom: Outside clues of each row or column, in reading order.
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
        """Return the places where the reader may enter a choice."""
        edges = [edge for edge in self.edges if edge.name]
        places: Sequence[Cell | Edge] = edges or self.cells
        return tuple(place for place in places if place.name and place.kind == "open") if self.choices else ()

    def json_text(self) -> str:
        """Return the drawing as JSON, without default values."""
        return self.model_dump_json(exclude_defaults=True)


def blocks(rows: int, columns: int, high: int, wide: int) -> tuple[int, ...]:
    """Return region numbers for boxes of `high` rows and `wide` columns."""
    across = -(-columns // wide)
    return tuple(row // high * across + column // wide for row in range(rows) for column in range(columns))
