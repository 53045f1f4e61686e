"""A drawing as a self-contained SVG file.

Every element has a class, so that a style sheet can change it. The default style has the colours of a printed page, and
dark colours if the reader prefers them. A cell is 40 points wide.

Gantt charts as SVG: a row for each task, grouped by resource; clashes are hatched in red with their sentences.
"""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import groupby

from entails.formats.drawing.text import is_border
from entails.models.constraints import Schedule
from entails.models.drawing import Drawing, DrawnCage, Edge, Place

SIDE = 40
_PAD = 6
_LETTER = 10
"""The width of a character in a clue outside the grid, in points."""
_INSET = 4
_HALF = SIDE / 2

STYLE = """
text { font-family: Helvetica, Arial, sans-serif; text-anchor: middle; fill: #1a1a1a }
.paper { fill: #fff } .light { fill: #e4e6ea } .grey { fill: #c3c7cf } .black { fill: #2b2d33 }
.grid { stroke: #b3b7bf; stroke-width: 1 } .thick { stroke: #1a1a1a; stroke-width: 3 }
.grid, .thick { fill: none; stroke-linecap: square; shape-rendering: crispEdges }
.point { fill: #fff; stroke: #1a1a1a; stroke-width: 2 } .point.filled { fill: #1a1a1a }
.dot { fill: #5c616b } .given { font-weight: 700 } .ink { fill: #1a1a1a }
text.found, .ink.found { fill: #0b62c4 }
text.on-black, .ink.on-black { fill: #fff }
.clue { font-weight: 600; fill: #40444d } .corner { text-anchor: start; fill: #40444d }
.cage { fill: none; stroke: #6b7180; stroke-width: 1; stroke-dasharray: 4 3 }
.edge { stroke: #1a1a1a; stroke-width: 4; stroke-linecap: round } .edge.found { stroke: #0b62c4 }
.sign { fill: none; stroke: #1a1a1a; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round }
.sign.found { stroke: #0b62c4 } .sign.open { stroke: #8b93a3 } .sign.marked { stroke: #c8281c }
.path { fill: none; stroke: #8b93a3; stroke-width: 6; stroke-linecap: round; stroke-linejoin: round }
.path.found { stroke: #0b62c4 }
rect.marked { fill: #ffd9d6 } .edge.marked { stroke: #c8281c } text.marked, .ink.marked { fill: #c8281c }
@media (prefers-color-scheme: dark) {
text, .ink { fill: #eceef2 } .paper { fill: #17181c } .light { fill: #33363d } .grey { fill: #4c515b }
.black { fill: #7b828f }
.grid { stroke: #454952 } .thick, .edge { stroke: #d5d8df } .dot { fill: #a3a9b5 }
text.found, .ink.found { fill: #7db6ff } .edge.found, .path.found { stroke: #7db6ff }
.clue, .corner { fill: #c3c7d0 } .cage { stroke: #9aa1af } rect.marked { fill: #6d2a26 }
.point { fill: #17181c; stroke: #eceef2 } .point.filled { fill: #eceef2 }
.sign { stroke: #d5d8df } .sign.found { stroke: #7db6ff } .edge.marked, .sign.marked { stroke: #ff8a80 }
text.marked, .ink.marked { fill: #ff8a80 }
}
"""
_SHAPES = {
    "★": "M0-14 3.4-4.6 13.3-4.3 5.5 1.8 8.2 11.3 0 5.8-8.2 11.3-5.5 1.8-13.3-4.3-3.4-4.6Z",
    "♛": "M-11 11H11V7.5H-11ZM-11 5.5H11L14-8 7-1 4.5-12 0-2-4.5-12-7-1-14-8Z",
    "●": "M-13 0A13 13 0 0 1 13 0A13 13 0 0 1-13 0Z",
    "○": "M-13 0A13 13 0 0 1 13 0A13 13 0 0 1-13 0ZM-11 0A11 11 0 0 0 11 0A11 11 0 0 0-11 0Z",
}
"""Shapes of signs that fonts draw differently or not at all."""
_SIGNS = {
    "<": "M4-5-4 0 4 5",
    ">": "M-4-5 4 0-4 5",
    "^": "M-5 4 0-4 5 4",
    "v": "M-5-4 0 4 5-4",
    "×": "M-4-4 4 4M-4 4 4-4",
}
"""Strokes of the signs on borders."""


def svg(drawing: Drawing, *, title: str = "") -> str:
    """Return a drawing as an SVG file."""
    left, right = (_room(words, _across) for words in (drawing.left, drawing.right))
    top, bottom = (_room(words, lambda _: 2 * _LETTER) for words in (drawing.top, drawing.bottom))
    wide, high = drawing.columns * SIDE, drawing.rows * SIDE
    size = (left + wide + right + 2 * _PAD, top + high + bottom + 2 * _PAD)
    corner = (-left - _PAD, -top - _PAD)
    named = f"<title>{_text(title)}</title>\n" if title else ""
    view = f'viewBox="{corner[0]} {corner[1]} {size[0]} {size[1]}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" width="{size[0]}" height="{size[1]}" {view}>\n'
        f"{named}<style>{STYLE}</style>\n"
        f'<rect class="paper" x="{corner[0]}" y="{corner[1]}" width="{size[0]}" height="{size[1]}"/>\n'
        + "\n".join(_marks(drawing))
        + "\n</svg>\n"
    )


def _marks(drawing: Drawing) -> Iterator[str]:
    """Yield the SVG elements of a drawing, lowest layer first."""
    for cell in drawing.cells:
        for name in filter(None, ("marked" if cell.marked else "", cell.shade)):
            inset = _INSET if name == "black" and cell.marked else 0
            x, y, side = cell.column * SIDE + inset, cell.row * SIDE + inset, SIDE - 2 * inset
            yield f'<rect class="{name}" x="{x}" y="{y}" width="{side}" height="{side}"/>'
    yield from _dots(drawing) if drawing.dots else _grid(drawing)
    for line in drawing.lines:
        yield f'<polyline class="path {line.kind}" points="{_points(line.through)}"/>'
    for cage in drawing.cages:
        yield from _cage(cage)
    for edge in drawing.edges:
        yield from _edge(edge)
    for point in drawing.points:
        looks, across, down = "point filled" if point.black else "point", point.column * _HALF, point.row * _HALF
        yield f'<circle class="{looks}" cx="{across:g}" cy="{down:g}" r="6"/>'
    for cell in drawing.cells:
        if written := cell.text or cell.clue:
            kind = cell.kind if cell.text else "given"
            looks = f"{kind}{' marked' if cell.marked else ''}{' on-black' if cell.shade == 'black' else ''}"
            yield _written(written, cell.column * SIDE + _HALF, cell.row * SIDE + _HALF, 22, looks)
    yield from _outside(drawing)


def _grid(drawing: Drawing) -> Iterator[str]:
    """Yield the thin grid lines, then the thick borders, each merged into lines as long as possible."""
    wide, high = drawing.columns * SIDE, drawing.rows * SIDE
    thin = [f"M0 {row * SIDE}H{wide}" for row in range(1, drawing.rows)]
    thin += [f"M{column * SIDE} 0V{high}" for column in range(1, drawing.columns)]
    thick = []
    for gap in range(drawing.rows + 1):
        borders = [is_border(drawing, (gap - 1, column), (gap, column)) for column in range(drawing.columns)]
        thick += [f"M{a * SIDE} {gap * SIDE}H{b * SIDE}" for a, b in _runs(borders)]
    for gap in range(drawing.columns + 1):
        borders = [is_border(drawing, (row, gap - 1), (row, gap)) for row in range(drawing.rows)]
        thick += [f"M{gap * SIDE} {a * SIDE}V{b * SIDE}" for a, b in _runs(borders)]
    yield f'<path class="grid" d="{"".join(thin)}"/>'
    yield f'<path class="thick" d="{"".join(thick)}"/>'


def _runs(present: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each run of true values."""
    start = None
    for at, there in enumerate((*present, False)):
        if there and start is None:
            start = at
        elif not there and start is not None:
            yield start, at
            start = None


def _dots(drawing: Drawing) -> Iterator[str]:
    for row in range(drawing.rows + 1):
        for column in range(drawing.columns + 1):
            yield f'<circle class="dot" cx="{column * SIDE}" cy="{row * SIDE}" r="2.5"/>'


def _cage(cage: DrawnCage) -> Iterator[str]:
    """Yield the outline of a cage, slightly inside its cells, and the clue in the corner of the first cell."""
    cells = set(cage.cells)
    pieces = []
    for row, column in cage.cells:
        up, down = (row - 1, column) in cells, (row + 1, column) in cells
        left, right = (row, column - 1) in cells, (row, column + 1) in cells
        x, y, far = column * SIDE, row * SIDE, SIDE - _INSET
        west, east = x + (0 if left else _INSET), x + (SIDE if right else far)
        north, south = y + (0 if up else _INSET), y + (SIDE if down else far)
        pieces += [] if up else [f"M{west} {y + _INSET}H{east}"]
        pieces += [] if down else [f"M{west} {y + far}H{east}"]
        pieces += [] if left else [f"M{x + _INSET} {north}V{south}"]
        pieces += [] if right else [f"M{x + far} {north}V{south}"]
        for vertical, dy, beyond in ((up, -1, _INSET), (down, 1, far)):
            for horizontal, dx, aside in ((left, -1, _INSET), (right, 1, far)):
                if vertical and horizontal and (row + dy, column + dx) not in cells:
                    pieces.append(
                        f"M{x + aside} {y + (SIDE if dy > 0 else 0)}V{y + beyond}H{x + (SIDE if dx > 0 else 0)}"
                    )
    yield f'<path class="cage" d="{"".join(pieces)}"/>'
    if cage.clue:
        row, column = cage.cells[0]
        x, y = column * SIDE + _INSET, row * SIDE + _INSET
        yield f'<rect class="paper" x="{x - 1}" y="{y - 1}" width="{6 * len(cage.clue) + 2}" height="11"/>'
        yield f'<text class="corner" x="{x}" y="{y + 8}" font-size="10">{_text(cage.clue)}</text>'


def _edge(edge: Edge) -> Iterator[str]:
    x, y = edge.column * SIDE, edge.row * SIDE
    dx, dy = (SIDE, 0) if edge.way == "across" else (0, SIDE)
    looks = f"{edge.kind}{' marked' if edge.marked else ''}"
    if edge.line:
        yield f'<line class="edge {looks}" x1="{x}" y1="{y}" x2="{x + dx}" y2="{y + dy}"/>'
    if edge.text:
        x, y = x + dx // 2, y + dy // 2
        if edge.text in _SIGNS:
            yield f'<circle class="paper" cx="{x}" cy="{y}" r="7"/>'
            yield f'<path class="sign {looks}" d="{_SIGNS[edge.text]}" transform="translate({x} {y})"/>'
        else:
            yield _written(edge.text, x, y, 14, looks)


def _outside(drawing: Drawing) -> Iterator[str]:
    wide, high = drawing.columns * SIDE, drawing.rows * SIDE
    for row, words in enumerate(drawing.left):
        for word, away in _steps(words[::-1]):
            yield _beside(word, -away, row * SIDE + _HALF)
    for row, words in enumerate(drawing.right):
        for word, away in _steps(words):
            yield _beside(word, wide + away, row * SIDE + _HALF)
    for column, words in enumerate(drawing.top):
        for step, word in enumerate(reversed(words)):
            yield _written(word, column * SIDE + _HALF, -(step + 0.5) * 2 * _LETTER - 2, 15, "clue")
    for column, words in enumerate(drawing.bottom):
        for step, word in enumerate(words):
            yield _written(word, column * SIDE + _HALF, high + (step + 0.5) * 2 * _LETTER + 2, 15, "clue")


def _room(lines: Sequence[Sequence[str]], takes: Callable[[str], int]) -> int:
    return max((sum(map(takes, words)) for words in lines), default=0) + (2 if lines else 0)


def _across(word: str) -> int:
    """Return the width of the text beside a row."""
    return 2 * _LETTER if len(word) < 3 else 8 * len(word) + _LETTER


def _steps(words: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Yield the parts of a row or column clue, each with the distance of its centre from the grid."""
    before = 2
    for word in words:
        yield word, before + _across(word) / 2
        before += _across(word)


def _beside(word: str, x: float, y: float) -> str:
    if len(word) < 3:
        return _written(word, x, y, 15, "clue")
    return f'<text class="clue" x="{x:g}" y="{y + 5:g}" font-size="13">{_text(word)}</text>'


def _written(text: str, x: float, y: float, size: int, looks: str) -> str:
    """Return the SVG element of a text centred at a point, or of the shape that stands for it."""
    if text in _SHAPES:
        return f'<path class="ink {looks}" d="{_SHAPES[text]}" transform="translate({x:g} {y:g})"/>'
    fitting = size if len(text) < 3 else size * 2 // len(text)
    return f'<text class="{looks}" x="{x:g}" y="{y + 0.36 * fitting:g}" font-size="{fitting}">{_text(text)}</text>'


def _points(places: Sequence[Place]) -> str:
    return " ".join(f"{column * SIDE + _HALF:g},{row * SIDE + _HALF:g}" for row, column in places)


def _text(text: str) -> str:
    return escape("".join(character if character.isprintable() else " " for character in text))


_ROW, _BAR, _LABEL, _WIDTH, _TOP = 24, 16, 170, 560, 34
_LONGEST_LABEL = 24
_NOTE_LETTER = 6.5
"""The width of a character in a sentence below the chart, in points."""
_COLOURS = ("#4c78a8", "#72b7b2", "#eeca3b", "#9d755d", "#b279a2", "#54a24b", "#79706e")
_MOST_LINES = 20


def gantt_svg(schedule: Schedule) -> str:
    """Return a schedule as a Gantt chart."""
    low = min((bar.start for bar in schedule.bars), default=0)
    high = max((bar.end for bar in schedule.bars), default=1)
    scale = _WIDTH / max(high - low, 1)

    def across(time: int) -> float:
        return round(_LABEL + (time - low) * scale, 2)

    parts: list[str] = []
    row = 0
    for place, (resource, bars) in enumerate(groupby(schedule.bars, key=lambda bar: bar.resource)):
        colour = _COLOURS[place % len(_COLOURS)]
        if resource:
            parts.append(_label(4, _middle(row), resource, "font-weight:bold"))
            row += 1
        first = row
        for bar in bars:
            y = _TOP + row * _ROW + (_ROW - _BAR) / 2
            edge = ' stroke="#d62728" stroke-width="2"' if bar.clashes else ""
            shape = f'<rect x="{across(bar.start)}" y="{y}" width="{round((bar.end - bar.start) * scale, 2)}"'
            title = escape(f"{bar.task}: {bar.start} - {bar.end}")
            parts.append(f'{shape} height="{_BAR}" rx="3" fill="{colour}"{edge}><title>{title}</title></rect>')
            name = bar.task if len(bar.task) <= _LONGEST_LABEL else f"{bar.task[: _LONGEST_LABEL - 1]}…"
            parts.append(_label(12, _middle(row), name))
            row += 1
        for clash in schedule.clashes:
            if clash.resource == resource:
                area = f'<rect x="{across(clash.start)}" y="{_TOP + first * _ROW}" height="{(row - first) * _ROW}"'
                wide = round((clash.end - clash.start) * scale, 2)
                title = escape(str(clash))
                parts.append(f'{area} width="{wide}" fill="url(#clash)"><title>{title}</title></rect>')
    bottom = _TOP + row * _ROW
    step = max(1, -(-(high - low) // 10))
    lines = [
        f'<line x1="{across(time)}" y1="{_TOP - 4}" x2="{across(time)}" y2="{bottom}" stroke="#ddd"/>'
        + _label(across(time), _TOP - 10, str(time), "text-anchor:middle")
        for time in range(low, high + 1, step)
    ]
    notes = [*map(str, schedule.clashes), *(f"✗ {sentence}" for sentence in schedule.removed)][:_MOST_LINES]
    below = [_label(4, bottom + 18 * number, note, "fill:#d62728") for number, note in enumerate(notes, 1)]
    height = bottom + 18 * len(notes) + 12
    width = max(_LABEL + _WIDTH + 20, *(round(8 + _NOTE_LETTER * len(note)) for note in notes), 0)
    pattern = (
        '<defs><pattern id="clash" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<line x1="0" y1="0" x2="0" y2="6" stroke="#d62728" stroke-width="3" stroke-opacity="0.6"/></pattern></defs>'
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
    style = ' font-family="sans-serif" font-size="12">'
    paper = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    return "\n".join([f"{head}{style}", pattern, paper, *lines, *parts, *below, "</svg>"])


def _middle(row: int) -> float:
    return _TOP + row * _ROW + _ROW / 2 + 4


def _label(x: float, y: float, words: str, style: str = "") -> str:
    styled = f' style="{style}"' if style else ""
    return f'<text x="{x}" y="{y}"{styled}>{escape(words)}</text>'
