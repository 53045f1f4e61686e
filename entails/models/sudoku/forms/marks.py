"""The pencil-mark dump: a digit for each filled cell and {the candidates} of each empty one, in aligned columns.

This is what a player would pencil in, so candidates that a digit in sight excludes are left out. `read_rows` reads it,
also without the braces, as other programs write it.
"""

from entails.models.sudoku.forms.borders import Borders
from entails.models.sudoku.grid import Grid, mask_digits


def write_marks(grid: Grid) -> str:
    """The dump, with a frame around boxes; jigsaw regions would need more than straight lines, so they get none."""
    size, symbols = grid.shape.size, grid.shape.symbols
    texts = [
        symbols[digit - 1] if digit else "{" + "".join(symbols[d - 1] for d in mask_digits(mask)) + "}"
        for digit, mask in zip(grid.cells, grid.open_masks(), strict=True)
    ]
    widths = [max(map(len, texts[column::size])) for column in range(size)]
    borders = Borders.of(grid.shape)
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
