"""Trees as tables to play from: Markdown, and a page of HTML that needs nothing else.

Each line is one game in one feedback after the other; what the line above already says is left blank, so that the eye
follows a column down to its feedback and goes right to the next guess.
"""

from collections.abc import Iterator
from html import escape

from entails.models.wordle.scoring import COLOURS
from entails.solvers.wordle.tree.value import Node, Tree

Cells = tuple[str, ...]


def markdown(tree: Tree) -> Iterator[str]:
    """A heading, the figures, and the table."""
    yield f"# {_title(tree)}\n\n{_summary(tree)}\n\n{_HOW}\n\n"
    steps = tree.max
    yield f"| {' | '.join(_headings(steps))} |\n|{'---|' * (2 * steps - 1)}\n"
    for row in _rows(tree):
        yield f"| {' | '.join(row)} |\n"


def html(tree: Tree) -> Iterator[str]:
    """A page of its own."""
    yield (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(_title(tree))}</title>\n'
        f"<style>{_STYLE}</style>\n<h1>{escape(_title(tree))}</h1>\n<p>{escape(_summary(tree))}</p>\n"
        f"<p>{escape(_HOW)}</p>\n<table>\n<thead><tr>"
    )
    yield "".join(f"<th>{escape(heading)}</th>" for heading in _headings(tree.max))
    yield "</tr></thead>\n<tbody>\n"
    for row in _rows(tree):
        yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>\n"
    yield "</tbody>\n</table>\n</html>\n"


_HOW = (
    "Guess the word on the left, find your feedback in the column beside it, and go right; "
    "an empty cell repeats what stands above it. A word without feedback is the only one left."
)
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem;color:#222;background:#fff}"
    "table{border-collapse:collapse;font-family:ui-monospace,monospace}"
    "th,td{padding:.1rem .6rem;text-align:left;white-space:nowrap}"
    "thead th{position:sticky;top:0;background:#eee}tbody tr:hover{background:#f4f4f4}"
    "td:nth-child(odd){font-weight:600}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}thead th{background:#333}"
    "tbody tr:hover{background:#262626}}"
)


def _title(tree: Tree) -> str:
    after = f" after {tree.history.line}" if len(tree.history) else ""
    return f"{tree.opener.upper()}{after}: what to guess{', in hard mode' if tree.hard else ''}"


def _summary(tree: Tree) -> str:
    proven = " No tree does better." if tree.all_openers else " No tree that begins so does better."
    return (
        f"{tree.secrets:,} words of {tree.answers.name}, {tree.total:,} guesses: {tree.mean:.4f} on average, "
        f"{'' if tree.weights is None else f'{tree.expected:.4f} by how likely each word is, '}"
        f"{tree.max} at most.{proven if tree.exact else ''}"
    )


def _headings(steps: int) -> list[str]:
    found: list[str] = []
    for step in range(1, steps + 1):
        found += [f"guess {step}", f"feedback {step}"]
    return found[:-1]


def _rows(tree: Tree) -> Iterator[Cells]:
    """The games, each filled up to the longest; cells that repeat those above are blank."""
    width = 2 * tree.max - 1
    above: Cells = ()
    for game in _games(tree, tree.root):
        same = 0
        while same < min(len(above), len(game)) and above[same] == game[same]:
            same += 1
        yield ("",) * same + game[same:] + ("",) * (width - len(game))
        above = game


def _games(tree: Tree, node: Node) -> Iterator[Cells]:
    """Guesses and feedback in turn. A game that a guess wins is the beginning of others, unless there are none."""
    word = node.guess.upper()
    if not node.replies:
        yield (word,)
    for code, reply in node.replies.items():
        for rest in _games(tree, reply):
            yield (word, _feedback(tree, code), *rest)


def _feedback(tree: Tree, code: int) -> str:
    shown = tree.scoring.tiles(code, tree.length)
    return shown if tree.scoring is COLOURS else shown.replace(" placed", "")
