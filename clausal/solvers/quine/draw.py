"""A tree as a picture: Graphviz DOT for those who have it, and an SVG of our own for those who do not.

The SVG is an outline, one line of text per disjunction and case, since trees of reasoning are long rather than wide.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Literal

from clausal.solvers.quine.tree import Disjunction, Line, Tree

_MOST_ROWS = 3000
_ROW, _INDENT, _LETTER, _MARGIN = 24, 22, 7.3, 14

Kind = Literal["root", "disjunction", "case", "refuted", "solved", "more"]
_COLOURS: dict[Kind, str] = {
    "root": "#333333",
    "disjunction": "#1f5fa8",
    "case": "#555555",
    "refuted": "#b3261e",
    "solved": "#2e7d32",
    "more": "#888888",
}


def to_dot(tree: Tree) -> str:
    """The tree in Graphviz's language: a box per disjunction, an edge per case."""
    lines = ["digraph quine {", "  node [shape=box, fontname=sans];", '  root [label="formula", shape=plain];']
    for row in tree.disjunctions:
        lines.append(f"  d{row.id} [label={_quoted(_question(tree, row))}, tooltip={_quoted(_kept(tree, row))}];")
        outer = "root" if row.parent is None else f"d{row.parent}"
        label = "" if row.side is None else ("yes" if row.side else "no")
        lines.append(f"  {outer} -> d{row.id} [label={_quoted(label)}];")
        for side, line in zip(("yes", "no"), row.cases, strict=True):
            if line.end in ("contradiction", "solved"):
                lines.append(f"  e{row.id}{side} [label={_quoted(line.end)}, shape=plain];")
                lines.append(f"  d{row.id} -> e{row.id}{side} [label={side}];")
    return "\n".join([*lines, "}", ""])


def to_svg(tree: Tree) -> str:
    """The tree as a picture that any browser shows."""
    rows = list(_outline(tree))
    width = int(max(_MARGIN * 2 + row.level * _INDENT + len(row.text) * _LETTER for row in rows)) + 20
    height = len(rows) * _ROW + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="ui-monospace, monospace" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    last_at: dict[int, int] = {}
    for number, row in enumerate(rows):
        x, y = _MARGIN + row.level * _INDENT, _MARGIN + number * _ROW + _ROW // 2
        if row.level:
            above = _MARGIN + last_at[row.level - 1] * _ROW + _ROW // 2 + 6
            elbow = x - _INDENT + 5
            parts.append(f'<path d="M{elbow} {above}V{y}H{x - 3}" fill="none" stroke="#bbbbbb"/>')
        last_at[row.level] = number
        weight = ' font-weight="bold"' if row.kind == "disjunction" else ""
        parts.append(f'<text x="{x}" y="{y + 4}" fill="{_COLOURS[row.kind]}"{weight}>{escape(row.text)}</text>')
    return "\n".join([*parts, "</svg>", ""])


@dataclass(frozen=True, slots=True)
class _Row:
    level: int
    kind: Kind
    text: str


def _outline(tree: Tree) -> Iterator[_Row]:
    """Top down: a disjunction, its true case with what is inside, its false case with what is inside."""
    yield _Row(0, "root", f"formula: {_ending(tree.root)}")
    shown = 1
    todo: list[tuple[int, int] | _Row] = [(number, 1) for number in reversed(tree.inside.get((None, None), ()))]
    while todo:
        item = todo.pop()
        if shown >= _MOST_ROWS:
            yield _Row(1, "more", f"… the whole tree has {len(tree.disjunctions)} disjunctions")
            return
        shown += 1
        if isinstance(item, _Row):
            yield item
            continue
        number, level = item
        row = tree[number]
        yield _Row(level, "disjunction", f"{_question(tree, row)}  {_kept(tree, row)}")
        for side in (False, True):
            todo.extend((inner, level + 2) for inner in reversed(tree.inside.get((number, side), ())))
            line = row.cases[0 if side else 1]
            kind: Kind = {"contradiction": "refuted", "solved": "solved"}.get(line.end, "case")  # type: ignore[assignment]
            todo.append(_Row(level + 1, kind, f"{'yes' if side else 'no'}: {_ending(line)}"))


def _question(tree: Tree, row: Disjunction) -> str:
    return f"{tree.words.name(row.variable)}?"


def _ending(line: Line) -> str:
    steps = sum(len(part.steps) for part in line.rounds)
    return f"{line.end} after {steps} elimination{'' if steps == 1 else 's'}"


def _kept(tree: Tree, row: Disjunction) -> str:
    if not row.kept:
        return row.verdict
    names = tree.words.facts(row.kept)
    more = f" and {len(names) - 4} more" if len(names) > 4 else ""
    return f"{row.verdict}: {', '.join(names[:4])}{more}"


def _quoted(text: str) -> str:
    """A DOT string: backslashes and quotes escaped, line breaks made spaces."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'
