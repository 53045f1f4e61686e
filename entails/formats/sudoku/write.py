"""Writers of a grid, by the name of the format.

`json`, `ipuz`, `fpuzzles` and `sudokupad` include the shape, and `drawn` shows jigsaw regions. The other formats hold
only the cells, so a reader needs the shape of a variant again. Pencil marks are never lost: a format without them
raises an error.

`drawn` uses box-drawing characters and numbers above 9. `marks` is the pencil-mark dump: a digit for each filled cell
and {the candidates} of each empty one, in aligned columns, without the candidates that a peer excludes. `ss` is Simple
Sudoku's format: rows of characters with | and --- around the boxes. `read_rows` reads all three.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from entails.formats.sudoku.ipuz import write_ipuz_grid
from entails.formats.sudoku.json import write_json
from entails.formats.sudoku.links import write_fpuzzles, write_puzz_link, write_sudokupad, write_sudokuwiki
from entails.formats.sudoku.text import JUNCTIONS, RegionBorders, digits_only, write_candidates, write_line, write_sdk
from entails.models.errors import UnsupportedCapability
from entails.models.sudoku.grid import Grid, mask_digits
from entails.models.sudoku.shape import Shape

EMPTY_CELL = "·"
_Style = Callable[[int, str], str]


def draw(grid: Grid) -> str:
    """Draw a grid in its frame as plain text, without pencil marks (see `write_marks`)."""
    return draw_texts(grid.shape, _digits(grid), lambda _, text: text)


def draw_markup(grid: Grid, givens: Grid | None = None) -> str:
    """Draw a grid with rich markup: the digits of `givens` in bold, other digits in colour, empty cells dim.

    Without `givens`, all digits of the grid are bold.
    """
    given_cells = (givens or grid).cells

    def style(cell: int, text: str) -> str:
        if not grid.cells[cell]:
            return f"[dim]{text}[/dim]"
        return f"[bold]{text}[/bold]" if given_cells[cell] else f"[cyan]{text}[/cyan]"

    return draw_texts(grid.shape, _digits(grid), style)


def write_drawn(grid: Grid) -> str:
    """Draw a grid as text; raise an error if it has pencil marks."""
    return draw(digits_only(grid, "drawn"))


def _digits(grid: Grid) -> list[str]:
    return [str(digit or EMPTY_CELL) for digit in grid.cells]


def draw_texts(shape: Shape, texts: Sequence[str], style: _Style) -> str:
    """Draw a frame with one right-aligned text per cell; `style` adds markup to the text of a cell.

    Columns are as wide as the longest text, and at least as wide as a digit of the shape.
    """
    size = shape.size
    borders = RegionBorders.of(shape)
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


def write_marks(grid: Grid) -> str:
    """Write a grid with pencil marks. Boxes are framed; jigsaw regions are not, as their borders are not straight."""
    size, symbols = grid.shape.size, grid.shape.symbols
    texts = [
        symbols[digit - 1] if digit else "{" + "".join(symbols[d - 1] for d in mask_digits(mask)) + "}"
        for digit, mask in zip(grid.cells, grid.open_masks(), strict=True)
    ]
    widths = [max(map(len, texts[column::size])) for column in range(size)]
    borders = RegionBorders.of(grid.shape)
    framed = not borders.weak
    walls = [gap for gap in range(size + 1) if framed and borders.wall(0, gap)]

    def row_text(row: int) -> str:
        cells = [texts[row * size + column].ljust(widths[column]) for column in range(size)]
        pieces = [("| " if gap in walls else "") + cell for gap, cell in enumerate(cells)]
        return " ".join(pieces) + (" |" if framed else "")

    lines = [row_text(row).rstrip() for row in range(size)]
    if not framed:
        return "\n".join(lines)
    rule = "".join("+" if character == "|" else "-" for character in lines[0])
    parts = [part for row, line in enumerate(lines) for part in ((rule, line) if borders.rule(row, 0) else (line,))]
    return "\n".join((*parts, rule))


def write_ss(grid: Grid) -> str:
    """Write a grid as ss format: framed rows. A jigsaw raises an error, because the format can frame only boxes."""
    if grid.shape.box is None:
        raise UnsupportedCapability("format ss needs boxes, and a jigsaw has none: use drawn, json or line")
    high, wide = grid.shape.box
    line, size = digits_only(grid, "ss").line, grid.shape.size
    rows = [
        "|" + "|".join(line[start : start + wide] for start in range(first, first + size, wide)) + "|"
        for first in range(0, len(line), size)
    ]
    inner = "|" + "+".join(["-" * wide] * (size // wide)) + "|"
    outer = "*" + "-" * (len(inner) - 2) + "*"
    bands = ("\n".join(rows[start : start + high]) for start in range(0, size, high))
    return "\n".join((outer, f"\n{inner}\n".join(bands), outer))


FORMS: Mapping[str, Callable[[Grid], str]] = MappingProxyType(
    {
        "line": write_line,
        "drawn": write_drawn,
        "sdk": write_sdk,
        "ss": write_ss,
        "candidates": write_candidates,
        "marks": write_marks,
        "sudokuwiki": write_sudokuwiki,
        "fpuzzles": write_fpuzzles,
        "sudokupad": write_sudokupad,
        "link": write_puzz_link,
        "ipuz": write_ipuz_grid,
        "json": write_json,
    }
)


def write_grid(grid: Grid, form: str) -> str:
    """Write a grid in a format, without a newline at the end."""
    if form not in FORMS:
        raise UnsupportedCapability(f"unknown format {form[:20]!r}; available: {', '.join(FORMS)}")
    return FORMS[form](grid)
