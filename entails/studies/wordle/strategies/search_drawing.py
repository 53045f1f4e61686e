"""Drawings of a search tree as text, DOT or SVG, cut to a readable size, as in the figures of Loi & Thomas 2022."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape

from entails.models.errors import quantity
from entails.studies.wordle.strategies.base import Kind, SearchNode

_SHOWN_IN_A_ROW = 4
"""Number of failed guesses drawn in one domain; the last one is always drawn."""


@dataclass
class DrawnNode:
    """A node to draw: its text and its result."""

    kind: "Kind | str"
    text: str
    note: str
    solves: bool = False
    children: "list[DrawnNode]" = field(default_factory=list)

    def walk(self) -> "Iterator[DrawnNode]":
        yield self
        for child in self.children:
            yield from child.walk()


def cut(tree: SearchNode, most: int) -> tuple[DrawnNode, int]:
    """Return the part of a tree to draw, and the number of omitted guesses.

    Runs of failures are shortened, then at most `most` nodes are kept in the order of the search. The path to the last
    guess is always kept.
    """
    left = [most]
    drawn = _cut(tree, left, on_path=True)
    shown = sum(node.kind == "guess" for node in drawn.walk())
    return drawn, tree.guesses - shown


def _cut(node: SearchNode, left: list[int], *, on_path: bool) -> DrawnNode:
    left[0] -= 1
    drawn = DrawnNode(node.kind, node.label, node.note, solves=node.note == "found")
    last = len(node.children) - 1
    plain = [not child.children for child in node.children]
    skipped = 0
    for number, child in enumerate(node.children):
        long_run = node.kind != "guess" and number >= _SHOWN_IN_A_ROW and plain[number] and number < last
        too_many = left[0] <= 0 and not (on_path and number == last)
        if long_run or too_many:
            skipped += 1 if child.kind == "domain" else child.guesses
            continue
        _skip(drawn, skipped, node)
        skipped = 0
        drawn.children.append(_cut(child, left, on_path=on_path and number == last))
    _skip(drawn, skipped, node)
    return drawn


def _skip(drawn: DrawnNode, skipped: int, node: SearchNode) -> None:
    if skipped:
        what = "domain" if node.kind == "guess" else "guess"
        plural = "" if skipped == 1 else "s" if what == "domain" else "es"
        drawn.children.append(DrawnNode("cut", f"… {skipped} more {what}{plural}", ""))


def _label(node: DrawnNode) -> str:
    """Return the text of a node: a guess with its score, or a domain with its result."""
    if node.kind == "root":
        return "start"
    if node.kind == "cut":
        return node.text
    if node.kind == "domain":
        return f"[{node.text}] {node.note}"
    return f"{node.text}  found" if node.solves else f"{node.text}  {node.note}"


def as_text(tree: SearchNode, most: int) -> str:
    """Return the tree as lines: guesses with the number of well placed letters, domains in brackets."""
    drawn, hidden = cut(tree, most)
    lines: list[str] = []

    def add(node: DrawnNode, indent: str, joint: str, below: str) -> None:
        lines.append(f"{indent}{joint}{_label(node)}")
        for number, child in enumerate(node.children):
            last = number == len(node.children) - 1
            add(child, indent + below, "└─ " if last else "├─ ", "   " if last else "│  ")

    add(drawn, "", "", "")
    lines.append(_footer(tree, hidden))
    return "\n".join(lines) + "\n"


def as_dot(tree: SearchNode, most: int) -> str:
    """Return the tree for Graphviz: guesses as boxes, domains as ellipses."""
    drawn, hidden = cut(tree, most)
    nodes = list(drawn.walk())
    number = {id(node): place for place, node in enumerate(nodes)}
    shapes = {"root": "point", "guess": "box", "domain": "ellipse", "cut": "plaintext"}
    lines = ["digraph search {", f'  label="{_footer(tree, hidden)}";', "  node [fontname=monospace];"]
    for node in nodes:
        style = ', style=filled, fillcolor="#b7e1a1"' if node.solves else ""
        lines.append(f'  n{number[id(node)]} [label="{_label(node)}", shape={shapes[node.kind]}{style}];')
        lines += [f"  n{number[id(node)]} -> n{number[id(child)]};" for child in node.children]
    return "\n".join([*lines, "}"]) + "\n"


_ROW, _CHARACTER, _GAP, _MARGIN, _PADDING = 24, 7.3, 30, 14, 7
_FILL = {"guess": "#eef3fb", "domain": "#fbf3e2", "cut": "none", "root": "#e6e6e6"}


def as_svg(tree: SearchNode, most: int) -> str:
    """Return the tree as SVG, from left to right: guesses blue, domains yellow, the secret green."""
    drawn, hidden = cut(tree, most)
    widths: dict[int, float] = {}
    for node, depth in _depths(drawn, 0):
        widths[depth] = max(widths.get(depth, 0.0), _width(node))
    left = [float(_MARGIN)]
    for depth in range(len(widths)):
        left.append(left[-1] + widths[depth] + _GAP)
    places: dict[int, tuple[float, float]] = {}
    rows = _place(drawn, 0, left, places, 0)
    height = _MARGIN * 2 + (rows + 1) * _ROW
    total = max(left[-1] - _GAP + _MARGIN, 2 * _MARGIN + _CHARACTER * len(_footer(tree, hidden)))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{total:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {total:.0f} {height:.0f}" font-family="monospace" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        *_edges(drawn, places),
        *(_box(node, places[id(node)]) for node in drawn.walk()),
        f'<text x="{_MARGIN}" y="{height - _MARGIN + 2}" fill="#555">{escape(_footer(tree, hidden))}</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _depths(node: DrawnNode, depth: int) -> Iterator[tuple[DrawnNode, int]]:
    yield node, depth
    for child in node.children:
        yield from _depths(child, depth + 1)


def _width(node: DrawnNode) -> float:
    return _CHARACTER * len(_label(node)) + 2 * _PADDING


def _place(node: DrawnNode, depth: int, left: list[float], places: dict[int, tuple[float, float]], row: int) -> int:
    """Set the position of each node, leaves below one another from `row` on; return the next free row."""
    first = row
    for child in node.children:
        row = _place(child, depth + 1, left, places, row)
    if node.children:
        ends = places[id(node.children[0])][1], places[id(node.children[-1])][1]
        places[id(node)] = left[depth], sum(ends) / 2
        return row
    places[id(node)] = left[depth], _MARGIN + (first + 0.5) * _ROW
    return first + 1


def _edges(node: DrawnNode, places: dict[int, tuple[float, float]]) -> Iterator[str]:
    x, y = places[id(node)]
    start = x + _width(node)
    for child in node.children:
        cx, cy = places[id(child)]
        middle = cx - _GAP / 2
        yield f'<path d="M{start:.1f} {y:.1f}H{middle:.1f}V{cy:.1f}H{cx:.1f}" fill="none" stroke="#9aa4b2"/>'
        yield from _edges(child, places)


def _box(node: DrawnNode, place: tuple[float, float]) -> str:
    x, y = place
    fill = "#b7e1a1" if node.solves else _FILL[node.kind]
    stroke = "none" if node.kind == "cut" else "#9aa4b2"
    round_ = 9 if node.kind == "domain" else 2
    return (
        f'<rect x="{x:.1f}" y="{y - 9:.1f}" width="{_width(node):.1f}" height="18" rx="{round_}" fill="{fill}" '
        f'stroke="{stroke}"/>'
        f'<text x="{x + _PADDING:.1f}" y="{y + 4:.1f}" xml:space="preserve">{escape(_label(node))}</text>'
    )


def _footer(tree: SearchNode, hidden: int) -> str:
    left_out = f", {hidden} of them not drawn" if hidden else ""
    return f"{quantity(tree.guesses, 'guess')}{left_out}; the number after a guess counts its well placed letters"
