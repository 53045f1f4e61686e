"""A step on the terminal: the grid, with what the step is about in the cells where one has to look.

In those cells stand the digits that the argument rests on, then what goes (-5) or comes (=5); everywhere else the digit
or a dot. In colour, what goes is red, what comes and where a chain ends is green.
"""

from collections.abc import Iterable

from entails.models.sudoku import Grid
from entails.models.sudoku.forms.drawing import EMPTY_CELL, draw_texts
from entails.solvers.sudoku.steps.step import Step

LOOK = "?"
"""An empty cell to look at, where no more is told."""


def sketch(grid: Grid, step: Step) -> str:
    """The moment before a step, in rich's markup."""
    symbols = grid.shape.symbols
    used: dict[int, set[int]] = {}
    looks: dict[int, str] = {}
    for mark in step.diagram.marks:
        for cell, digit in mark.candidates:
            if mark.role in ("placed", "eliminated"):
                looks[cell] = "bold red" if mark.role == "eliminated" and cell not in used else "bold green"
            else:
                used.setdefault(cell, set()).add(digit)
                looks[cell] = "bold green" if mark.role in ("end", "fin", "supposed", "pivot", "stem") else "yellow"
    gone: dict[int, str] = {}
    for sign, results in (("=", step.places), ("-", step.removes)):
        for cell, digit in results:
            used.get(cell, set()).discard(digit)
            before = gone.get(cell, "")
            gone[cell] = before + (symbols[digit - 1] if before else sign + symbols[digit - 1])
    texts = []
    for cell, held in enumerate(grid.cells):
        rests = "".join(symbols[digit - 1] for digit in sorted(used.get(cell, ())))
        texts.append(str(held) if held else (rests + gone.get(cell, "")) or EMPTY_CELL)
    return draw_texts(grid.shape, texts, lambda cell, text: _styled(text, looks.get(cell), bool(grid.cells[cell])))


def look_at(grid: Grid, cells: Iterable[int]) -> str:
    """The grid with question marks in the empty ones of these cells, in rich's markup."""
    there = {cell for cell in cells if not grid.cells[cell]}
    texts = [str(digit or (LOOK if cell in there else EMPTY_CELL)) for cell, digit in enumerate(grid.cells)]
    return draw_texts(
        grid.shape,
        texts,
        lambda cell, text: _styled(text, "bold green" if cell in there else None, bool(grid.cells[cell])),
    )


def _styled(text: str, look: str | None, filled: bool) -> str:
    style = "bold" if filled else look or "dim"
    return f"[{style}]{text}[/{style}]"
