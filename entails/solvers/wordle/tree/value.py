"""Decision trees: their figures, their traversal, and tables to play from.

The tables are Markdown or a self-contained HTML page. Each line is one game. Cells that repeat the line above are
blank, so the reader follows a column down to the feedback and goes right to the next guess.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from html import escape

from entails.models.alphabet import EVERY_LETTER, fold
from entails.models.errors import InvalidData, quantity
from entails.models.wordle.history import COLOURS, History, Scoring, scoring_named
from entails.models.wordle.words import Words


@dataclass(frozen=True, slots=True)
class Node:
    """A guess, and the branch for each feedback that is possible and not a win.

    `can_win` says whether the guess can be the secret.
    """

    guess: str
    can_win: bool = True
    replies: "Mapping[int, Node]" = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WordList:
    """A word list that a tree was made for: name, size, and SHA-256 of the sorted words, one per line."""

    name: str
    words: int
    sha256: str

    @classmethod
    def of(cls, name: str, words: list[str]) -> "WordList":
        text = "\n".join(sorted(words))
        return cls(name, len(words), sha256(text.encode()).hexdigest())


def _unfolded(node: Node, scoring: Scoring, length: int) -> str:
    replies = "".join(
        f"<li>{scoring.tiles(code, length)} {_unfolded(reply, scoring, length)}</li>"
        for code, reply in node.replies.items()
    )
    guess = escape(node.guess)
    return f"<details><summary>{guess}</summary><ul>{replies}</ul></details>" if replies else guess


def lists_of(words: Words) -> tuple[WordList, WordList]:
    """Return the lists of the answers and of all allowed guesses."""
    answers, _, allowed = words.name.partition(" + ")
    every = words.words()
    return WordList.of(answers, every[: words.answers]), WordList.of(allowed or answers, every)


@dataclass(frozen=True)
class GuessTree:
    """A decision tree. `root` is the first guess after `history`.

    Attributes:
        exact: Whether it is proven that no tree with this first guess has a smaller total.
        all_openers: Whether that is proven for every first guess.
        max_depth: The limit on guesses of the trees compared; None means any number.
        weights: The weights of the secrets as whole numbers, None if they are equally likely. With weights,
            `weighted_total` is minimised.
    """

    root: Node
    history: History
    answers: WordList
    allowed: WordList
    language: str = ""
    hard: bool = False
    exact: bool = False
    all_openers: bool = False
    max_depth: int | None = None
    beam: int | None = None
    weights: Mapping[str, int] | None = None

    @property
    def opener(self) -> str:
        return self.root.guess

    def __str__(self) -> str:
        return (
            f"decision tree with opener {self.opener} for {quantity(self.answers.words, 'word')} of {self.answers.name}"
        )

    def _repr_html_(self) -> str:
        """Return the tree as nested, collapsible HTML lists."""
        return f"<p>{escape(str(self))}</p>{_unfolded(self.root, self.scoring, self.length)}"

    @property
    def scoring(self) -> Scoring:
        return scoring_named(self.history.scoring)

    @property
    def length(self) -> int:
        return self.history.length

    @cached_property
    def distribution(self) -> dict[int, int]:
        """The number of secrets for each number of guesses."""
        return dict(sorted(Counter(depth for _, depth in depths(self.root)).items()))

    @cached_property
    def guesses(self) -> dict[str, int]:
        """The number of guesses for each secret."""
        return dict(depths(self.root))

    @cached_property
    def weighted_total(self) -> int:
        """Sum of guesses times weight over all secrets; the number of guesses if they are equally likely."""
        weights = self.weights
        if weights is None:
            return self.total
        return sum(guesses * weights[secret] for secret, guesses in self.guesses.items())

    @property
    def weight(self) -> int:
        """The total weight of all secrets; their number if they are equally likely."""
        return self.secrets if self.weights is None else sum(self.weights[secret] for secret in self.guesses)

    @property
    def expected(self) -> float:
        """The mean number of guesses under the prior."""
        return self.weighted_total / max(1, self.weight)

    @property
    def secrets(self) -> int:
        return sum(self.distribution.values())

    @property
    def total(self) -> int:
        return sum(guesses * secrets for guesses, secrets in self.distribution.items())

    @property
    def mean(self) -> float:
        return self.total / max(1, self.secrets)

    @property
    def max(self) -> int:
        return max(self.distribution, default=0)


def depths(node: Node, depth: int = 1) -> Iterator[tuple[str, int]]:
    """Yield every secret below a node, with its number of guesses."""
    if node.can_win:
        yield node.guess, depth
    for reply in node.replies.values():
        yield from depths(reply, depth + 1)


def follow(tree: GuessTree, history: "History | Sequence[tuple[str, int]]" = ()) -> str | None:
    """Return the next guess of the tree; None if the game is won or no word of the list fits the feedback.

    The history must begin with that of the tree and continue with the tree's own guesses. Other guesses are rejected.
    """
    node = node_after(tree, history)
    return None if node is None else node.guess


def node_after(tree: GuessTree, history: "History | Sequence[tuple[str, int]]" = ()) -> Node | None:
    """Return the node of the tree that a history leads to; None if there is none."""
    facts = tuple(history.facts if isinstance(history, History) else history)
    before = tree.history.facts
    begins = len(facts) >= len(before) and all(
        code == own_code and _is_same(word, own_word)
        for (word, code), (own_word, own_code) in zip(facts, before, strict=False)
    )
    if not begins:
        raise InvalidData("the tree begins with another history", where="tree", expected=tree.history.line)
    node: Node | None = tree.root
    win = tree.scoring.win(tree.length)
    for number, (word, code) in enumerate(facts[len(before) :], len(before) + 1):
        if node is None:
            raise InvalidData("the tree ends before this guess", where=f"guess {number}", expected="no further guess")
        if not _is_same(word, node.guess):
            problem = f"{word[:30].upper()} is not the guess of the tree"
            raise InvalidData(problem, where=f"guess {number}", expected=node.guess.upper())
        node = None if code == win else node.replies.get(code)
    return node


def _is_same(typed: str, word: str) -> bool:
    """Return whether a typed guess is the same as a word of a tree, once both are folded for the game."""
    return word in (typed, EVERY_LETTER.fold(typed), fold(typed))


Cells = tuple[str, ...]


def markdown(tree: GuessTree) -> Iterator[str]:
    """Yield a tree as Markdown: heading, figures and table."""
    yield f"# {_title(tree)}\n\n{_summary(tree)}\n\n{_HOW}\n\n"
    steps = tree.max
    yield f"| {' | '.join(_headings(steps))} |\n|{'---|' * (2 * steps - 1)}\n"
    for row in _rows(tree):
        yield f"| {' | '.join(row)} |\n"


def html(tree: GuessTree) -> Iterator[str]:
    """Yield a tree as a self-contained HTML page."""
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
    "Guess the word on the left, find your feedback in the column beside it, and go right. "
    "An empty cell repeats the one above it. A word without feedback is the only one left."
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


def _title(tree: GuessTree) -> str:
    after = f" after {tree.history.line}" if len(tree.history) else ""
    return f"{tree.opener.upper()}{after}: decision tree{', hard mode' if tree.hard else ''}"


def _summary(tree: GuessTree) -> str:
    proven = " No tree is better." if tree.all_openers else " No tree with this opener is better."
    return (
        f"{quantity(tree.secrets, 'word')} of {tree.answers.name}, {quantity(tree.total, 'guess')}: "
        f"{tree.mean:.4f} on average, "
        f"{'' if tree.weights is None else f'{tree.expected:.4f} under the prior, '}"
        f"{tree.max} at most.{proven if tree.exact else ''}"
    )


def _headings(steps: int) -> list[str]:
    headings: list[str] = []
    for step in range(1, steps + 1):
        headings += [f"guess {step}", f"feedback {step}"]
    return headings[:-1]


def _rows(tree: GuessTree) -> Iterator[Cells]:
    """Yield games as table rows of equal width; cells that repeat the cell above are blank."""
    width = 2 * tree.max - 1
    above: Cells = ()
    for game in _games(tree, tree.root):
        same = 0
        while same < min(len(above), len(game)) and above[same] == game[same]:
            same += 1
        yield ("",) * same + game[same:] + ("",) * (width - len(game))
        above = game


def _games(tree: GuessTree, node: Node) -> Iterator[Cells]:
    """Yield each game as alternating guesses and feedback. Wins before the end of a branch have no row."""
    word = node.guess.upper()
    if not node.replies:
        yield (word,)
    for code, reply in node.replies.items():
        for rest in _games(tree, reply):
            yield (word, _feedback(tree, code), *rest)


def _feedback(tree: GuessTree, code: int) -> str:
    shown = tree.scoring.tiles(code, tree.length)
    return shown if tree.scoring is COLOURS else shown.replace(" placed", "")
