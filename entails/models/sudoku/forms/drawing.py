"""A grid as people want to see it: box-drawing characters, digits above 9 as numbers."""

from collections.abc import Callable, Sequence

from entails.models.sudoku.forms.borders import JUNCTIONS, Borders
from entails.models.sudoku.forms.symbols import digits_only
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape

EMPTY_CELL = "·"
_Style = Callable[[int, str], str]


def draw(grid: Grid) -> str:
    """The grid in its frame, as plain text. Pencil marks are not drawn: see `marks`."""
    return draw_texts(grid.shape, _digits(grid), lambda _, text: text)


def draw_markup(grid: Grid, givens: Grid | None = None) -> str:
    """The same with rich's markup: the digits of `givens` (of the grid itself by default) bold, those found since in
    colour, empty cells dim."""
    given = (givens or grid).cells

    def style(cell: int, text: str) -> str:
        if not grid.cells[cell]:
            return f"[dim]{text}[/dim]"
        return f"[bold]{text}[/bold]" if given[cell] else f"[cyan]{text}[/cyan]"

    return draw_texts(grid.shape, _digits(grid), style)


def write_drawn(grid: Grid) -> str:
    """`draw`, for a grid that it shows completely."""
    return draw(digits_only(grid, "drawn"))


def _digits(grid: Grid) -> list[str]:
    return [str(digit or EMPTY_CELL) for digit in grid.cells]


def draw_texts(shape: Shape, texts: Sequence[str], style: _Style) -> str:
    """A frame around these texts, one a cell, set to the right in columns as wide as a digit of the shape or the
    longest of them; `style` says how a cell's text looks."""
    size = shape.size
    borders = Borders.of(shape)
    width = max(len(str(size)), *map(len, texts))
    walled = [gap for gap in range(size + 1) if any(borders.wall(row, gap) for row in range(size))]
    ruled = {gap for gap in range(size + 1) if any(borders.rule(gap, column) for column in range(size))}

    def rule(gap: int) -> str:
        pieces = [borders.junction(gap, 0)]
        for column in range(size):
            stroke = _straight(borders.rule(gap, column), "0{0}0{0}")
            pieces.append(stroke * (width + 1))
            if column + 1 in walled:
                pieces += (stroke, borders.junction(gap, column + 1))
        return "".join(pieces)

    def cells(row: int) -> str:
        pieces = [_straight(borders.wall(row, 0), "{0}0{0}0")]
        for column in range(size):
            cell = row * size + column
            text = texts[cell]
            pieces.append(" " * (1 + width - len(text)) + style(cell, text))
            if column + 1 in walled:
                pieces.append(" " + _straight(borders.wall(row, column + 1), "{0}0{0}0"))
        return "".join(pieces)

    lines = []
    for row in range(size):
        lines += [rule(row)] if row in ruled else []
        lines.append(cells(row))
    return "\n".join((*lines, rule(size)))


def _straight(weight: int, arms: str) -> str:
    return JUNCTIONS[arms.format(weight)]
