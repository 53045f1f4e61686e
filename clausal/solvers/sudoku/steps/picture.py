"""A step as a picture: the grid with its pencil marks, what the step rests on, its links, and what it rules out.

In a chain, candidates that are so if the first is not are filled, the others ringed; a strong link is a full line, a
weak one is dashed. What is ruled out is struck through, what is placed has a frame.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from clausal.models.drawing import Cell, Drawing, blocks
from clausal.models.drawing.svg import SIDE, svg
from clausal.models.sudoku import Grid
from clausal.solvers.sudoku.steps.argument import SHAPE, Candidate
from clausal.solvers.sudoku.steps.step import Step
from clausal.solvers.sudoku.steps.technique import technique

_STYLE = """
.mark { font-size: 9px; fill: #5c616b } .mark.on { fill: #fff } .mark.gone { fill: #c8281c }
.is { fill: #2e7d4f } .not { fill: none; stroke: #2e7d4f; stroke-width: 1.5 } .part { fill: #ffe39a }
.strike { stroke: #c8281c; stroke-width: 1.5 } .strong, .weak { stroke: #2e7d4f; stroke-width: 1.6; fill: none }
.weak { stroke-dasharray: 3 3 } .placed { fill: none; stroke: #0b62c4; stroke-width: 2 }
@media (prefers-color-scheme: dark) { .mark { fill: #a3a9b5 } .part { fill: #6b5510 } .mark.gone { fill: #ff8a80 } }
"""
_CHAINS = ("links",)


def picture(grid: Grid, step: Step) -> str:
    """The moment before a step as one SVG file; `grid` has its candidates as marks."""
    cells = tuple(
        Cell(row=cell // 9, column=cell % 9, text=str(digit), kind="given")
        for cell, digit in enumerate(grid.cells)
        if digit
    )
    board = svg(Drawing(rows=9, columns=9, cells=cells, regions=blocks(9, 9, 3, 3)), title=step.sentence)
    body = "\n".join(_marks(grid, step))
    return board.replace("\n</svg>\n", f"\n<style>{_STYLE}</style>\n{body}\n</svg>\n")


def pictures(puzzle: Grid, steps: Sequence[Step]) -> Iterator[str]:
    """A picture of each step of a path."""
    from clausal.solvers.sudoku.steps.position import Position

    position = Position(puzzle, [steps[0].technique], unique=True) if steps else None
    for step in steps:
        assert position is not None
        yield picture(position.grid, step)
        position.take(step)


def _marks(grid: Grid, step: Step) -> Iterator[str]:
    """The lowest layer first: what it rests on, links, candidates, strikes."""
    parts = step.evidence.parts
    is_chain = technique(step.technique).family in _CHAINS and len(parts) > 1
    true = {candidate for turn, part in enumerate(parts) for candidate in part if turn % 2} if is_chain else set()
    false = {candidate for turn, part in enumerate(parts) for candidate in part if not turn % 2} if is_chain else set()
    used = {candidate for part in parts for candidate in part}
    for candidate in sorted(used | true):
        if not grid.cells[candidate[0]]:
            x, y = _place(candidate)
            looks = "is" if candidate in true else "not" if candidate in false else "part"
            yield f'<circle class="{looks}" cx="{x:g}" cy="{y:g}" r="6"/>'
    if is_chain:
        yield from (_link(one, other, turn) for turn, (one, other) in enumerate(pairwise(parts)))
    gone, marks = set(step.removes), candidates(grid)
    for cell, digit in enumerate(grid.cells):
        mask = 0 if digit else marks[cell]
        for mark in range(1, 10):
            if mask >> (mark - 1) & 1:
                x, y = _place((cell, mark))
                looks = " gone" if (cell, mark) in gone else " on" if (cell, mark) in true else ""
                yield f'<text class="mark{looks}" x="{x:g}" y="{y + 3:g}">{mark}</text>'
    for candidate in step.removes:
        x, y = _place(candidate)
        yield f'<line class="strike" x1="{x - 5:g}" y1="{y + 5:g}" x2="{x + 5:g}" y2="{y - 5:g}"/>'
    for cell, _ in step.places:
        row, column = divmod(cell, SHAPE.size)
        side = SIDE - 4
        yield f'<rect class="placed" x="{column * SIDE + 2}" y="{row * SIDE + 2}" width="{side}" height="{side}"/>'


def candidates(grid: Grid) -> tuple[int, ...]:
    """What each open cell can be: its marks, and no digit that it sees."""
    from clausal.solvers.sudoku.steps.position import Position

    return tuple(Position(grid, ["full-house"], unique=False).board.marks.tolist())


def _link(one: Sequence[Candidate], other: Sequence[Candidate], turn: int) -> str:
    """A line between two ends, from edge to edge."""
    (x, y), (u, v) = (_middle(part) for part in (one, other))
    far = max(((u - x) ** 2 + (v - y) ** 2) ** 0.5, 1.0)
    dx, dy = 6 * (u - x) / far, 6 * (v - y) / far
    looks = "weak" if turn % 2 else "strong"
    return f'<path class="{looks}" d="M{x + dx:.1f} {y + dy:.1f}L{u - dx:.1f} {v - dy:.1f}"/>'


def _middle(part: Sequence[Candidate]) -> tuple[float, float]:
    places = [_place(candidate) for candidate in part]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _place(candidate: Candidate) -> tuple[float, float]:
    """Where a pencil mark stands in its cell: three by three."""
    cell, digit = candidate
    row, column = divmod(cell, SHAPE.size)
    third = SIDE / 3
    return column * SIDE + third * ((digit - 1) % 3 + 0.5), row * SIDE + third * ((digit - 1) // 3 + 0.5)
