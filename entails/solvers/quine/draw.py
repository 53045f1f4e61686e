"""Disjunction trees as pictures and as text.

`to_dot` writes Graphviz DOT. `to_svg` draws an outline, one line of text per disjunction and case, because these
trees are long rather than wide. To fit a slide, the rows are folded into columns; if there are too many, inner
disjunctions are only counted. DOT and JSON have the whole tree.

`sentences` writes the tree as text: "Suppose r4c7=2. Then ... Suppose r4c7≠2. Then ... Either way r1c3=8." A case
without inner disjunctions names only the steps that its conclusion needs. Auxiliary variables are omitted, since
they follow from the facts. Deeper disjunctions than requested are folded into a count.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import islice
from math import log
from typing import Literal

from entails.solvers.quine.tree import Disjunction, DisjunctionTree, TreeLine

_MOST_ROWS, _LONGEST, _MOST_COLUMNS = 120, 60, 5
"""Maximum numbers of rows of a picture, characters of a row, and columns of rows, so that a slide is legible."""
_ROW, _INDENT, _LETTER, _MARGIN = 24, 22, 7.3, 14
_SLIDE, _WIDEST = 16 / 9, 1600

Kind = Literal["root", "disjunction", "case", "refuted", "solved", "more"]
_COLOURS: dict[Kind, str] = {
    "root": "#333333",
    "disjunction": "#1f5fa8",
    "case": "#555555",
    "refuted": "#b3261e",
    "solved": "#2e7d32",
    "more": "#888888",
}


def to_dot(tree: DisjunctionTree) -> str:
    """Draw a tree in Graphviz DOT: a box per disjunction, an edge per case."""
    lines = ["digraph quine {", "  node [shape=box, fontname=sans];", '  root [label="formula", shape=plain];']
    for row in tree.disjunctions:
        lines.append(f"  d{row.id} [label={_quoted(_label(tree, row))}, tooltip={_quoted(_kept(tree, row))}];")
        outer = "root" if row.parent is None else f"d{row.parent}"
        label = "" if row.side is None else ("yes" if row.side else "no")
        lines.append(f"  {outer} -> d{row.id} [label={_quoted(label)}];")
        for side, line in zip(("yes", "no"), row.cases, strict=True):
            if line.end in ("contradiction", "solved"):
                lines.append(f"  e{row.id}{side} [label={_quoted(line.end)}, shape=plain];")
                lines.append(f"  d{row.id} -> e{row.id}{side} [label={side}];")
    return "\n".join([*lines, "}", ""])


def to_svg(tree: DisjunctionTree) -> str:
    """Draw a tree as an SVG picture that fits a slide at any size."""
    rows = _folded(tree)
    columns = min(range(1, _MOST_COLUMNS + 1), key=lambda many: abs(log(_ratio(rows, many) / _SLIDE)))
    high = -(-len(rows) // columns)
    lefts = [0.0]
    for start in range(0, len(rows), high):
        lefts.append(lefts[-1] + _wide(rows[start : start + high]))
    width, height = int(lefts[-1]) + 2 * _MARGIN, min(high, len(rows)) * _ROW + 2 * _MARGIN
    scale = min(1.0, _WIDEST / width)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * scale:.0f}" height="{height * scale:.0f}" '
        f'viewBox="0 0 {width} {height}" font-family="ui-monospace, monospace" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    last_at: dict[int, int] = {}
    for number, row in enumerate(rows):
        column, place = divmod(number, high)
        x, y = _MARGIN + lefts[column] + row.level * _INDENT, _MARGIN + place * _ROW + _ROW // 2
        if row.level:
            above = last_at[row.level - 1] - column * high
            top = _MARGIN + above * _ROW + _ROW // 2 + 6 if above >= 0 else _MARGIN
            elbow = x - _INDENT + 5
            parts.append(f'<path d="M{elbow:g} {top}V{y}H{x - 3:g}" fill="none" stroke="#bbbbbb"/>')
        last_at[row.level] = number
        weight = ' font-weight="bold"' if row.kind == "disjunction" else ""
        parts.append(f'<text x="{x:g}" y="{y + 4}" fill="{_COLOURS[row.kind]}"{weight}>{escape(row.text)}</text>')
    return "\n".join([*parts, "</svg>", ""])


@dataclass(frozen=True, slots=True)
class _Row:
    level: int
    kind: Kind
    text: str

    @property
    def width(self) -> float:
        return self.level * _INDENT + len(self.text) * _LETTER + _INDENT


def _wide(rows: Sequence[_Row]) -> float:
    return max(row.width for row in rows)


def _ratio(rows: Sequence[_Row], columns: int) -> float:
    """Return the ratio of width to height when the rows are folded into this number of columns."""
    high = -(-len(rows) // columns)
    return sum(_wide(rows[start : start + high]) for start in range(0, len(rows), high)) / (high * _ROW)


def _folded(tree: DisjunctionTree) -> list[_Row]:
    """Return the rows to draw: the deepest disjunctions are folded until few rows remain."""
    rows: list[_Row] = []
    heading = cache(lambda number: f"{_label(tree, tree[number])}  {_kept(tree, tree[number])}")
    for deepest in range(max(tree.depth, 1), 0, -1):
        rows = list(islice(_outline(tree, deepest, heading), _MOST_ROWS + 1))
        if len(rows) <= _MOST_ROWS:
            break
    if len(rows) > _MOST_ROWS:
        shown = [row for row in rows if row.level < 3][: _MOST_ROWS - 1]
        drawn = sum(row.kind == "disjunction" for row in shown)
        rows = [*shown, _Row(1, "more", f"… and {_disjunctions(len(tree.disjunctions) - drawn)} more")]
    return [_Row(row.level, row.kind, _cut(row.text)) for row in rows]


def _outline(tree: DisjunctionTree, deepest: int, heading: Callable[[int], str]) -> Iterator[_Row]:
    """Yield the rows top down: each disjunction, then its true and its false case with their contents.

    Below `deepest`, the content of a case is only counted.
    """
    yield _Row(0, "root", f"formula: {_ending(tree.root)}")
    todo: list[tuple[int, int] | _Row] = [(number, 1) for number in reversed(tree.inside.get((None, None), ()))]
    while todo:
        item = todo.pop()
        if isinstance(item, _Row):
            yield item
            continue
        number, level = item
        row = tree[number]
        yield _Row(level, "disjunction", heading(number))
        for side in (False, True):
            inner = tree.inside.get((number, side), ())
            if inner and row.depth >= deepest:
                todo.append(_Row(level + 2, "more", f"… {_disjunctions(sum(map(tree.within, inner)))} inside"))
            else:
                todo.extend((child, level + 2) for child in reversed(inner))
            line = row.cases[0 if side else 1]
            kind: Kind = {"contradiction": "refuted", "solved": "solved"}.get(line.end, "case")  # type: ignore[assignment]
            todo.append(_Row(level + 1, kind, f"{'yes' if side else 'no'}: {_ending(line)}"))


def _disjunctions(many: int) -> str:
    return f"{many:,} disjunction{'' if many == 1 else 's'}"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _label(tree: DisjunctionTree, row: Disjunction) -> str:
    return f"{tree.words.name(row.variable)}?"


def _ending(line: TreeLine) -> str:
    steps = sum(len(part.steps) for part in line.rounds)
    return f"{line.end} after {steps} elimination{'' if steps == 1 else 's'}"


def _kept(tree: DisjunctionTree, row: Disjunction) -> str:
    if not row.kept:
        return row.verdict
    names = tree.words.facts(row.kept)
    more = f" and {len(names) - 4} more" if len(names) > 4 else ""
    return f"{row.verdict}: {', '.join(names[:4])}{more}"


def _quoted(text: str) -> str:
    """Quote a string for DOT: escape backslashes and quotes, replace line breaks by spaces."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


_SENTENCE_INDENT = "  "
_MOST_LISTED = 12


def sentences(tree: DisjunctionTree, unfold: int = 1) -> Iterator[str]:
    """Yield a tree as sentences, indented by depth; disjunctions deeper than `unfold` are folded."""
    yield from _opening_lines(tree)
    todo: list[str | int] = list(reversed(tree.inside.get((None, None), ())))
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            yield item
        else:
            todo.extend(reversed(_disjunction_lines(tree, tree[item], unfold)))
    yield _closing(tree)


def _disjunction_lines(tree: DisjunctionTree, row: Disjunction, unfold: int) -> list[str | int]:
    """Return the sentences of a disjunction in order; a number is the id of an inner disjunction to insert.

    A disjunction on an auxiliary variable, made only when no fact is open, is omitted.
    """
    if not tree.words.is_fact(row.variable):
        return []
    indent = _SENTENCE_INDENT * (row.depth - 1)
    lines: list[str | int] = []
    goal = _first_shared(tree, row)
    one_refuted = row.verdict in ("true refuted", "false refuted")
    for side, line in zip((True, False), row.cases, strict=True):
        inner = tree.inside.get((row.id, side), ())
        holds_by_default = one_refuted and line.end != "contradiction"
        if not line.rounds or (holds_by_default and not inner):
            continue
        lines.append(indent + _case(tree, line, goal))
        if inner and row.depth < unfold:
            lines.extend(inner)
        elif inner:
            lines.append(f"{indent}{_SENTENCE_INDENT}({_counted(len(inner), 'disjunction')} inside, folded)")
    lines.append(indent + _conclusion(tree, row, goal))
    return lines


def _opening_lines(tree: DisjunctionTree) -> Iterator[str]:
    steps = tree.root.rounds[0].steps if tree.root.rounds else ()
    first = tree.words.facts(step.literal for step in steps)
    true = tree.words.facts(step.literal for step in steps if step.literal > 0)
    if first:
        besides = len(first) - len(true)
        ruled_out = (
            f"; {_counted(besides, 'candidate')} {'is' if besides == 1 else 'are'} excluded" if true and besides else ""
        )
        count = len(true) or len(first)
        follow = f"{_counted(count, 'fact')} {'follows' if count == 1 else 'follow'}"
        yield f"By propagation alone, {follow}: {_listed(true)}{ruled_out}."


def _closing(tree: DisjunctionTree) -> str:
    if tree.root.end == "contradiction":
        return "So there is no solution."
    if tree.root.end == "solved":
        return "Everything is settled."
    return "The search ended here."


def _case(tree: DisjunctionTree, line: TreeLine, goal: int | None) -> str:
    """Return the sentence of one case of a disjunction."""
    words = tree.words
    assert line.assumed is not None
    begin = f"Suppose {words.fact(line.assumed)}."
    if len(line.rounds) > 1:
        facts = words.facts(literal for literal in line.literals if literal > 0 and literal != line.assumed)
        return f"{begin} Step by step: {_listed(facts)}{_sentence_ending(tree, line, tree.behind)}"
    reasoned, behind = words.with_reasons(_needed(tree, line, goal), tree.behind)
    then = f" Then {', '.join(f'{fact} ({reason})' for fact, reason in reasoned)}" if reasoned else ""
    return f"{begin}{then}{_sentence_ending(tree, line, behind) if then or line.end != 'stuck' else ''}"


def _sentence_ending(tree: DisjunctionTree, line: TreeLine, behind: Mapping[int, int]) -> str:
    if line.end == "contradiction":
        against = "" if line.conflict is None else f" with “{tree.words.because(line.conflict, behind)}”"
        return f": a contradiction{against}."
    return ": every clause is satisfied." if line.end == "solved" else "."


def _needed(tree: DisjunctionTree, line: TreeLine, goal: int | None) -> list[tuple[int, int]]:
    """Return the (literal, clause) steps that the contradiction of a line, or else the goal, depends on."""
    steps = [(step.literal, step.clause) for part in line.rounds for step in part.steps]
    if line.conflict is not None:
        wanted = {abs(literal) for literal in tree.words.literals(line.conflict)}
    elif goal is not None:
        wanted = {abs(goal)}
    else:
        return steps
    kept = []
    for literal, clause in reversed(steps):
        if abs(literal) in wanted:
            wanted.update(map(abs, tree.words.literals(clause)))
            kept.append((literal, clause))
    return kept[::-1]


def _first_shared(tree: DisjunctionTree, row: Disjunction) -> int | None:
    """Return the shared fact that both cases reach first; None if they share none."""
    facts = [literal for literal in row.kept if tree.words.is_fact(literal)]
    if row.verdict != "shared" or not facts:
        return None
    when = [{literal: place for place, literal in enumerate(line.literals)} for line in row.cases]
    return min(facts, key=lambda literal: max(when[0][literal], when[1][literal]))


def _conclusion(tree: DisjunctionTree, row: Disjunction, goal: int | None) -> str:
    fact = tree.words.fact
    kept = tree.words.facts(row.kept)
    match row.verdict:
        case "shared":
            if goal is None:
                return "The cases share no fact of the puzzle yet."
            first = fact(goal)
            others = [name for name in kept if name != first]
            return f"Either way {first}." + (f" Also {_listed(others)}." if others else "")
        case "true refuted" | "false refuted":
            first = fact(-row.variable if row.verdict == "true refuted" else row.variable)
            with_it = tree.words.facts(literal for literal in row.kept if literal > 0 and literal != row.variable)
            return f"So {first}" + (f", and therefore {_listed(with_it)}." if with_it else ".")
        case "both refuted":
            return "Both cases are impossible: a contradiction."
        case "true accepted" | "false accepted":
            return "This is a solution; it is accepted without a further search."
        case _:
            return "This remains open."


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:_MOST_LISTED])
    more = len(names) - _MOST_LISTED
    return (f"{shown} and {more} more" if more > 0 else shown) or "nothing more"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
