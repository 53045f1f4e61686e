"""Exact evaluation of a strategy: the guesses that it needs for every secret of a list.

Secrets with the same feedback so far are one node of a decision tree and get the same next guess. So each distinct
history is visited once, not each secret.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from entails.models.errors import InvalidOption
from entails.models.wordle.history import Scoring
from entails.models.wordle.words import Words
from entails.solvers.wordle.feedback import Mode, Pool, Rows, narrowed
from entails.solvers.wordle.partition import CANDIDATES_ONLY, FeedbackOracle, best_first, criterion_named

_FEW = 2
"""Up to this number of words, the first is guessed, then the other."""


@dataclass(frozen=True)
class Evaluation:
    """The guesses that a strategy needed. `distribution` is the number of secrets by number of guesses."""

    strategy: str
    opener: str
    distribution: Mapping[int, int]
    histories: int = field(default=0, compare=False)
    """The number of decisions."""
    expected: float | None = None
    """The mean weighted by the prior; None if all secrets are equally likely."""

    @property
    def total(self) -> int:
        """The number of guesses over all secrets."""
        return sum(guesses * secrets for guesses, secrets in self.distribution.items())

    @property
    def mean(self) -> float:
        return self.total / sum(self.distribution.values())

    @property
    def max(self) -> int:
        return max(self.distribution)


@dataclass(frozen=True, eq=False)
class _EvaluationNode:
    """One history: the secrets that gave it, the allowed guesses, and the number of the next guess."""

    members: Rows
    allowed: Rows
    turn: int


def evaluate(
    words: Words,
    scoring: Scoring,
    strategy: str,
    *,
    pool: Pool = "allowed",
    mode: Mode = "normal",
    opener: str | None = None,
    seed: int = 0,
    streamed: bool = False,
    watch: Callable[[int], object] | None = None,
) -> Evaluation:
    """Play a strategy against every secret.

    All secrets count equally except in `expected`. A prior guides the guesses. `watch` receives the number of secrets
    found so far.
    """
    criterion, random = criterion_named(strategy), np.random.default_rng(seed)
    oracle = FeedbackOracle.of(words, scoring, streamed=streamed)
    only_candidates = pool == "candidates" or strategy in CANDIDATES_ONLY

    def choose(node: _EvaluationNode) -> int:
        guesses = node.members if only_candidates else node.allowed
        costs = criterion(oracle, guesses, node.members, random)
        return int(guesses[best_first(costs, guesses, node.members, 1)[0]])

    root = _EvaluationNode(np.arange(words.answers, dtype=np.int32), np.arange(len(words), dtype=np.int32), 1)
    first = choose(root) if opener is None else row_of(words, opener)
    win, counts, histories = scoring.win(words.length), Counter[int](), 0
    weights = np.zeros(words.answers) if words.weights is None else words.weights
    weighted, waiting = 0.0, [root]
    while waiting:
        node = waiting.pop()
        guess = first if node is root else choose(node)
        histories += 1
        if watch is not None:
            watch(counts.total())
        for code, part in oracle.split(guess, node.members):
            if code == win:
                counts[node.turn] += 1
                weighted += node.turn * float(weights[part[0]])
            elif len(part) <= _FEW:
                counts.update(range(node.turn + 1, node.turn + 1 + len(part)))
                likely_first = np.sort(weights[part])[::-1]
                weighted += float(likely_first @ np.arange(node.turn + 1, node.turn + 1 + len(part)))
            else:
                allowed = narrowed(words, node.allowed, scoring, mode, words.letters[guess], code)
                waiting.append(_EvaluationNode(part, allowed, node.turn + 1))
    expected = None if words.weights is None else weighted / float(weights.sum())
    return Evaluation(strategy, words.word(first), dict(sorted(counts.items())), histories, expected)


def row_of(words: Words, word: str) -> int:
    """Return the row of an allowed guess, or raise an error."""
    row = words.row_of(word)
    if row is None:
        raise InvalidOption(f"{word[:30]!r} is not an allowed guess", expected=f"a word of {words.name}")
    return row
