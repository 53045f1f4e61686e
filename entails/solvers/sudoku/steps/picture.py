"""Pictures of a step: an SVG file, and a sketch for the terminal.

The picture shows the grid with its candidates, the evidence, links and result of the step. In a chain, candidates that
are true if the first is false are filled, the others ringed. Strong links are solid lines, weak ones dashed, with
arrows from each node to the next. Removed candidates are struck through, placed ones framed.

The sketch shows the grid, and in the cells of the step the digits of its evidence, then removals (-5) or placements
(=5). In colour, removals are red, placements and ends of chains green.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil

from entails.formats.drawing.svg import SIDE, svg
from entails.formats.sudoku.write import EMPTY_CELL, draw_texts
from entails.models.drawing import Cell, Drawing
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.sudoku.steps.argument import Candidate, ChainLink, Diagram, Node, Role
from entails.solvers.sudoku.steps.position import Step

_STYLE = """
.mark { font-size: 9px; fill: #5c616b } .mark.on { fill: #fff } .mark.gone { fill: #c8281c }
.is { fill: #2e7d4f } .not { fill: none; stroke: #2e7d4f; stroke-width: 1.5 } .part { fill: #ffe39a }
.strike { stroke: #c8281c; stroke-width: 1.5 } .strong, .weak { stroke: #2e7d4f; stroke-width: 1.6; fill: none }
.then { stroke: #0b62c4; stroke-width: 1.2; fill: none } .start { fill: #0b62c4 } .other { fill: #bfe3c9 }
.arrow { fill: #2e7d4f } .weak { stroke-dasharray: 3 3 } .placed { fill: none; stroke: #0b62c4; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
.mark { fill: #a3a9b5 } .part { fill: #6b5510 } .other { fill: #1f5a37 } .mark.gone { fill: #ff8a80 } }
"""
_ARROW = (
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="5" markerHeight="5" orient="auto">'
    '<path class="arrow" d="M0 0L8 4L0 8Z"/></marker></defs>'
)
_LOOKS: dict[Role, str] = {"supposed": "start", "fin": "not", "other colour": "other", "pivot": "not", "stem": "not"}


def picture(grid: Grid, step: Step | None = None) -> str:
    """Draw a position as an SVG file, with a step if one is given; `grid` has its candidates as pencil marks."""
    size = grid.shape.size
    cells = tuple(
        Cell(row=cell // size, column=cell % size, text=str(digit), kind="given")
        for cell, digit in enumerate(grid.cells)
        if digit
    )
    board = svg(
        Drawing(rows=size, columns=size, cells=cells, regions=grid.shape.regions),
        title="Sudoku" if step is None else step.sentence,
    )
    body = "\n".join(_marks(grid, step))
    return board.replace("\n</svg>\n", f"\n<style>{_STYLE}</style>\n{_ARROW}\n{body}\n</svg>\n")


def pictures(puzzle: Grid, steps: Sequence[Step]) -> Iterator[str]:
    """Yield a picture of each step of a path."""
    from entails.solvers.sudoku.steps.path import moments

    return map(picture, moments(puzzle, steps), steps)


def _marks(grid: Grid, step: Step | None) -> Iterator[str]:
    """Yield the SVG layers from the lowest: evidence, links, candidates, strikes."""
    drawn = Diagram((), ()) if step is None else step.diagram
    looks: dict[Candidate, str] = {}
    for mark in drawn.marks:
        if mark.role not in ("placed", "eliminated"):
            looks.update(dict.fromkeys(mark.candidates, _LOOKS.get(mark.role, "part")))
    if drawn.chain is not None:
        for turn, part in enumerate(_nodes(drawn)):
            looks.update(dict.fromkeys(part, "is" if turn % 2 else "not"))
    for candidate, look in sorted(looks.items()):
        if not grid.cells[candidate[0]]:
            x, y = _place(candidate, grid.shape)
            yield f'<circle class="{look}" cx="{x:g}" cy="{y:g}" r="6"/>'
    yield from (_link(link, grid.shape) for link in drawn.links)
    removes, places = ((), ()) if step is None else (step.removes, step.places)
    gone, marks, shape = set(removes), grid.open_masks() if step is None else step.evidence.marks, grid.shape
    for cell, digit in enumerate(grid.cells):
        mask = 0 if digit else marks[cell]
        for mark_digit in range(1, shape.size + 1):
            if mask >> (mark_digit - 1) & 1:
                here = (cell, mark_digit)
                x, y = _place(here, shape)
                look = " gone" if here in gone else " on" if looks.get(here) in ("is", "start") else ""
                yield f'<text class="mark{look}" x="{x:g}" y="{y + 3:g}">{shape.symbols[mark_digit - 1]}</text>'
    for candidate in removes:
        x, y = _place(candidate, shape)
        yield f'<line class="strike" x1="{x - 5:g}" y1="{y + 5:g}" x2="{x + 5:g}" y2="{y - 5:g}"/>'
    for cell, _ in places:
        row, column = divmod(cell, shape.size)
        side = SIDE - 4
        yield f'<rect class="placed" x="{column * SIDE + 2}" y="{row * SIDE + 2}" width="{side}" height="{side}"/>'


def _nodes(drawn: Diagram) -> list[Node]:
    """Return the nodes of a drawn chain, in order."""
    return [drawn.links[0].start, *(link.end for link in drawn.links)]


def _link(link: ChainLink, shape: Shape) -> str:
    """Draw a link as an arrow between two nodes, from edge to edge."""
    (x, y), (u, v) = (_middle(part, shape) for part in (link.start, link.end))
    far = max(((u - x) ** 2 + (v - y) ** 2) ** 0.5, 1.0)
    dx, dy = 6 * (u - x) / far, 6 * (v - y) / far
    return (
        f'<path class="{link.kind}" marker-end="url(#arrow)" d="M{x + dx:.1f} {y + dy:.1f}L{u - dx:.1f} {v - dy:.1f}"/>'
    )


def _middle(part: Node, shape: Shape) -> tuple[float, float]:
    places = [_place(candidate, shape) for candidate in part]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _place(candidate: Candidate, shape: Shape) -> tuple[float, float]:
    """Return the point in a cell at which a candidate is drawn: in a 3x3 layout, or larger for larger grids."""
    cell, digit = candidate
    row, column = divmod(cell, shape.size)
    wide = max(3, ceil(shape.size**0.5))
    part = SIDE / wide
    return column * SIDE + part * ((digit - 1) % wide + 0.5), row * SIDE + part * ((digit - 1) // wide + 0.5)


LOOK = "?"
"""Marks an empty cell to look at."""


def sketch(grid: Grid, step: Step) -> str:
    """Draw the position before a step in rich markup."""
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
    """Draw a grid in rich markup, with question marks in those of these cells that are empty."""
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
