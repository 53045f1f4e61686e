"""Printable sheets: up to six grids per page, followed by all solutions in a smaller size.

Pencil marks are printed in their cells. Fewer grids are printed larger, so that they fill the page. `sheet_svg` gives
one file per page, `sheet_pdf` one file.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from typing import Final

from entails.formats.drawing.page import HEIGHT, WIDTH, Font, Page, PageLine, Text, centred_number, pdf, svg
from entails.formats.sudoku.text import RegionBorders
from entails.models.errors import InvalidPuzzle, quantity
from entails.models.sudoku.grid import Grid, mask_digits

_MARGIN: Final = 45.0
_TITLE_HEIGHT: Final = 36.0
_GAP: Final = 26.0
_CAPTION: Final = 15.0
_LIGHT, _HEAVY = 1, 2
_PEN: Final = {_LIGHT: (0.5, 0.45), _HEAVY: (1.6, 0.0)}
"""Width and grey level of the borders between cells and between regions; small grids have thinner borders."""


@dataclass(frozen=True, slots=True)
class _Panel:
    """A grid on a page. The digits of `givens` are printed in bold."""

    shown: Grid
    caption: str
    givens: Grid | None = None


@dataclass(frozen=True, slots=True)
class _Layout:
    """The numbers of columns and rows of grids on a page, which determine the size of a grid."""

    columns: int
    rows: int

    @property
    def side(self) -> float:
        wide = (WIDTH - 2 * _MARGIN - (self.columns - 1) * _GAP) / self.columns
        high = (HEIGHT - 2 * _MARGIN - _TITLE_HEIGHT - (self.rows - 1) * _GAP) / self.rows - _CAPTION
        return min(wide, high)

    @property
    def per_page(self) -> int:
        return self.columns * self.rows

    def corner(self, index: int) -> tuple[float, float]:
        """Return the upper left corner of a grid. Columns and rows spread over the whole page."""
        row, column = divmod(index, self.columns)
        top = _MARGIN + _TITLE_HEIGHT + _CAPTION
        across = _spread(WIDTH - 2 * _MARGIN - self.side, self.columns, column)
        return _MARGIN + across, top + _spread(HEIGHT - _MARGIN - top - self.side, self.rows, row)

    def for_only(self, grids: int) -> "_Layout":
        """Return the layout with the largest grids that fits this many on a page, within this layout's capacity."""
        if grids >= self.per_page:
            return self
        fitting = [_Layout(columns, -(-grids // columns)) for columns in range(1, self.columns + 1)]
        return max(fitting, key=lambda layout: layout.side)


def _spread(room: float, places: int, place: int) -> float:
    """Return the start of a row or column of grids: free space is shared evenly, a single one is centred."""
    return room / 2 if places == 1 else room * place / (places - 1)


_PUZZLES: Final = _Layout(2, 3)
_SOLUTIONS: Final = _Layout(4, 5)


def sheet_svg(
    grids: Sequence[Grid],
    title: str = "Sudoku",
    solutions: Sequence[Grid] | None = None,
    captions: Sequence[str] | None = None,
) -> list[str]:
    """Return the sheet as SVG files, one per page. A caption follows the number above its grid."""
    return [svg(page) for page in _pages(grids, title, solutions, captions)]


def sheet_pdf(
    grids: Sequence[Grid],
    title: str = "Sudoku",
    solutions: Sequence[Grid] | None = None,
    captions: Sequence[str] | None = None,
    fonts: tuple[Font, Font] | None = None,
) -> bytes:
    """Return the sheet as one PDF file with embedded `fonts`."""
    return pdf(_pages(grids, title, solutions, captions), fonts)


def _pages(
    grids: Sequence[Grid], title: str, solutions: Sequence[Grid] | None, captions: Sequence[str] | None
) -> list[Page]:
    if not grids:
        raise InvalidPuzzle("no grid to print", where="sheet", expected="one or more")
    for name, beside in (("solutions", solutions), ("captions", captions)):
        if beside is not None and len(beside) != len(grids):
            raise InvalidPuzzle(
                f"{len(beside)} {name} for {quantity(len(grids), 'grid')}", where="sheet", expected="one for each"
            )
    texts = captions or [""] * len(grids)
    puzzles = [
        _Panel(grid, f"{number}: {text}" if text else str(number))
        for number, (grid, text) in enumerate(zip(grids, texts, strict=True), 1)
    ]
    answers = (
        [
            _Panel(answer, str(number), grid)
            for number, (grid, answer) in enumerate(zip(grids, solutions, strict=True), 1)
        ]
        if solutions
        else []
    )
    sections = [
        (title, _PUZZLES.for_only(len(puzzles)), puzzles),
        (f"{title}: solutions", _SOLUTIONS.for_only(len(answers)) if answers else _SOLUTIONS, answers),
    ]
    drawn = [
        (heading, layout, panels[start : start + layout.per_page])
        for heading, layout, panels in sections
        for start in range(0, len(panels), layout.per_page)
    ]
    return [
        list(_page(heading, layout, panels, f"page {number} of {len(drawn)}"))
        for number, (heading, layout, panels) in enumerate(drawn, 1)
    ]


def _page(title: str, layout: _Layout, panels: Sequence[_Panel], footer: str) -> Iterator[PageLine | Text]:
    yield Text(_MARGIN, _MARGIN + 14, 18, title, bold=True)
    yield Text(_MARGIN, HEIGHT - _MARGIN / 2, 8, footer, grey=0.45)
    for index, panel in enumerate(panels):
        x, y = layout.corner(index)
        yield Text(x, y - 6, 9, panel.caption, grey=0.25)
        yield from _diagonals(panel.shown, x, y, layout.side)
        yield from _borders(panel.shown, x, y, layout.side)
        yield from _digits(panel, x, y, layout.side)
        yield from _candidates(panel.shown, x, y, layout.side)


def _digits(panel: _Panel, x: float, y: float, side: float) -> Iterator[Text]:
    size = panel.shown.shape.size
    cell_side = side / size
    height = cell_side * (0.62 if size <= 9 else 0.5)
    for cell, digit in panel.shown.givens():
        row, column = divmod(cell, size)
        bold = panel.givens is not None and panel.givens.cells[cell] != 0
        yield centred_number(x + (column + 0.5) * cell_side, y + (row + 0.5) * cell_side, height, digit, bold=bold)


def _candidates(grid: Grid, x: float, y: float, side: float) -> Iterator[Text]:
    """Yield the pencil marks of a grid, in a square layout in each cell."""
    if grid.marks is None:
        return
    size = grid.shape.size
    cell_side, wide = side / size, ceil(size**0.5)
    part = cell_side / wide
    for cell, mask in enumerate(grid.open_masks()):
        row, column = divmod(cell, size)
        for digit in mask_digits(mask) if not grid.cells[cell] else ():
            across, down = ((digit - 1) % wide + 0.5) * part, ((digit - 1) // wide + 0.5) * part
            yield centred_number(x + column * cell_side + across, y + row * cell_side + down, 0.7 * part, digit)


def _borders(grid: Grid, x: float, y: float, side: float) -> Iterator[PageLine]:
    """Yield the borders of a grid, heavy borders of boxes and regions last, so that they are on top."""
    size = grid.shape.size
    step = side / size
    borders = RegionBorders(grid.shape, _HEAVY, _LIGHT)
    scale = min(1.0, side / _PUZZLES.side * 1.4)
    for weight in (_LIGHT, _HEAVY):
        width, grey = _PEN[weight]
        for gap in range(size + 1):
            for first, last in _runs([borders.wall(row, gap) == weight for row in range(size)]):
                at = x + gap * step
                yield PageLine(at, y + first * step, at, y + last * step, width * scale, grey)
            for first, last in _runs([borders.rule(gap, column) == weight for column in range(size)]):
                at = y + gap * step
                yield PageLine(x + first * step, at, x + last * step, at, width * scale, grey)


def _diagonals(grid: Grid, x: float, y: float, side: float) -> Iterator[PageLine]:
    """Yield the diagonals of Sudoku X as thin lines."""
    if grid.shape.has_diagonals:
        yield PageLine(x, y, x + side, y + side, 0.5, 0.7)
        yield PageLine(x, y + side, x + side, y, 0.5, 0.7)


def _runs(present: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each run of present pieces."""
    for there, pieces in groupby(range(len(present)), key=present.__getitem__):
        if there:
            run = list(pieces)
            yield run[0], run[-1] + 1
