"""`Tree`: a whole strategy written down, what to guess after every feedback, and what it costs."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from html import escape

from entails.models.wordle.history import History
from entails.models.wordle.scoring import Scoring, scoring_named
from entails.models.wordle.words import Words


@dataclass(frozen=True, slots=True)
class Node:
    """A guess, and what follows each feedback that does not win; after a feedback that is not there, no word fits.

    `can_win` says that the guess can itself be the secret.
    """

    guess: str
    can_win: bool = True
    replies: "Mapping[int, Node]" = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WordList:
    """Which words a tree was made for: a name for people, and a digest of the words, sorted, one a line."""

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
    """The answers and the allowed guesses, the answers among them."""
    answers, _, allowed = words.name.partition(" + ")
    every = words.words()
    return WordList.of(answers, every[: words.answers]), WordList.of(allowed or answers, every)


@dataclass(frozen=True)
class Tree:
    """`root` is the first guess after `history`. `exact`: proven that no tree with this first guess has a smaller
    total; with `all_openers`, that no tree has. Both speak of trees of at most `max_depth` guesses, None being any.

    `weights` says how likely each secret is, in whole numbers, None where all are alike: such a tree has the smallest
    `weighted_total`, and that is what is proven."""

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
        return f"{self.opener}, then by what it is told: a tree for {self.answers.words:,} words of {self.answers.name}"

    def _repr_html_(self) -> str:
        """The guesses, to be unfolded one after the other."""
        return f"<p>{escape(str(self))}</p>{_unfolded(self.root, self.scoring, self.length)}"

    @property
    def scoring(self) -> Scoring:
        return scoring_named(self.history.scoring)

    @property
    def length(self) -> int:
        return self.history.length

    @cached_property
    def distribution(self) -> dict[int, int]:
        """How many secrets take how many guesses."""
        return dict(sorted(Counter(depth for _, depth in depths(self.root)).items()))

    @cached_property
    def guesses(self) -> dict[str, int]:
        """How many guesses each secret takes."""
        return dict(depths(self.root))

    @cached_property
    def weighted_total(self) -> int:
        """Guesses times weight, over all secrets; the total where all are alike."""
        weights = self.weights
        if weights is None:
            return self.total
        return sum(guesses * weights[secret] for secret, guesses in self.guesses.items())

    @property
    def weight(self) -> int:
        """What all secrets weigh together; their number where all are alike."""
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
    """Every secret below a node, with its number of guesses."""
    if node.can_win:
        yield node.guess, depth
    for reply in node.replies.values():
        yield from depths(reply, depth + 1)
