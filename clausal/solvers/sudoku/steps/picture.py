"""A step as a picture: the grid with its pencil marks, what the step rests on, its links, and what it rules out.

In a chain, candidates that are so if the first is not are filled, the others ringed; a strong link is a full line, a
weak one is dashed; arrows lead from each to the next. What is ruled out is struck through, what is placed has a frame.
"""

from collections.abc import Iterator, Sequence

from clausal.models.drawing import Cell, Drawing, blocks
from clausal.models.drawing.svg import SIDE, svg
from clausal.models.sudoku import Grid
from clausal.solvers.sudoku.steps.argument import SHAPE, Candidate
from clausal.solvers.sudoku.steps.diagram import Diagram, Link, Node, Role
from clausal.solvers.sudoku.steps.step import Step

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


def picture(grid: Grid, step: Step) -> str:
    """The moment before a step as one SVG file; `grid` has its candidates as marks."""
    cells = tuple(
        Cell(row=cell // 9, column=cell % 9, text=str(digit), kind="given")
        for cell, digit in enumerate(grid.cells)
        if digit
    )
    board = svg(Drawing(rows=9, columns=9, cells=cells, regions=blocks(9, 9, 3, 3)), title=step.sentence)
    body = "\n".join(_marks(grid, step))
    return board.replace("\n</svg>\n", f"\n<style>{_STYLE}</style>\n{_ARROW}\n{body}\n</svg>\n")


def pictures(puzzle: Grid, steps: Sequence[Step]) -> Iterator[str]:
    """A picture of each step of a path."""
    from clausal.solvers.sudoku.steps.path import moments

    return map(picture, moments(puzzle, steps), steps)


def _marks(grid: Grid, step: Step) -> Iterator[str]:
    """The lowest layer first: what it rests on, links, candidates, strikes."""
    drawn = step.diagram
    looks: dict[Candidate, str] = {}
    for mark in drawn.marks:
        if mark.role not in ("placed", "eliminated"):
            looks.update(dict.fromkeys(mark.candidates, _LOOKS.get(mark.role, "part")))
    if drawn.chain is not None:
        for turn, part in enumerate(_nodes(drawn)):
            looks.update(dict.fromkeys(part, "is" if turn % 2 else "not"))
    for candidate, look in sorted(looks.items()):
        if not grid.cells[candidate[0]]:
            x, y = _place(candidate)
            yield f'<circle class="{look}" cx="{x:g}" cy="{y:g}" r="6"/>'
    yield from map(_link, drawn.links)
    gone, marks = set(step.removes), candidates(grid)
    for cell, digit in enumerate(grid.cells):
        mask = 0 if digit else marks[cell]
        for mark_digit in range(1, 10):
            if mask >> (mark_digit - 1) & 1:
                here = (cell, mark_digit)
                x, y = _place(here)
                look = " gone" if here in gone else " on" if looks.get(here) in ("is", "start") else ""
                yield f'<text class="mark{look}" x="{x:g}" y="{y + 3:g}">{mark_digit}</text>'
    for candidate in step.removes:
        x, y = _place(candidate)
        yield f'<line class="strike" x1="{x - 5:g}" y1="{y + 5:g}" x2="{x + 5:g}" y2="{y - 5:g}"/>'
    for cell, _ in step.places:
        row, column = divmod(cell, SHAPE.size)
        side = SIDE - 4
        yield f'<rect class="placed" x="{column * SIDE + 2}" y="{row * SIDE + 2}" width="{side}" height="{side}"/>'


def _nodes(drawn: Diagram) -> list[Node]:
    """A chain's nodes in order."""
    return [drawn.links[0].start, *(link.end for link in drawn.links)]


def candidates(grid: Grid) -> tuple[int, ...]:
    """What each open cell can be: its marks, and no digit that it sees."""
    from clausal.solvers.sudoku.steps.position import Position

    return tuple(Position(grid, ["full-house"], unique=False).board.marks.tolist())


def _link(link: Link) -> str:
    """An arrow between two nodes, from edge to edge."""
    (x, y), (u, v) = (_middle(part) for part in (link.start, link.end))
    far = max(((u - x) ** 2 + (v - y) ** 2) ** 0.5, 1.0)
    dx, dy = 6 * (u - x) / far, 6 * (v - y) / far
    return (
        f'<path class="{link.kind}" marker-end="url(#arrow)" d="M{x + dx:.1f} {y + dy:.1f}L{u - dx:.1f} {v - dy:.1f}"/>'
    )


def _middle(part: Sequence[Candidate]) -> tuple[float, float]:
    places = [_place(candidate) for candidate in part]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _place(candidate: Candidate) -> tuple[float, float]:
    """Where a pencil mark stands in its cell: three by three."""
    cell, digit = candidate
    row, column = divmod(cell, SHAPE.size)
    third = SIDE / 3
    return column * SIDE + third * ((digit - 1) % 3 + 0.5), row * SIDE + third * ((digit - 1) // 3 + 0.5)
