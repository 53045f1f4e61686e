"""Partition of the remaining words by the feedback of a guess, and criteria that rank guesses by it.

`FeedbackOracle` computes the parts for one word list and one feedback type, from a matrix if that is small, otherwise
from the words.

`degenerate_bits` is the entropy as the program of Kalaydjian & Duhem 2022 computes it. For each combination of colours
in turn, the program counts the words that are compatible with it and were not counted before. Its test of compatibility
is too weak (see the kernel), so each word goes to the first combination that accepts it, and the entropy depends on the
order of combinations. The study calls it degenerate; see docs/studies.

A criterion gives each guess a cost; the lowest is the best. For ties see `best_first`.

| criterion | the guess with | source |
|---|---|---|
| entropy | the most expected bits | Kalaydjian & Duhem 2022, with the true partition |
| expected-size | the fewest words left on average | Irving 1978 |
| minimax | the smallest largest part | Knuth 1976 |
| most-parts | the most parts | Kooi 2005 |
| letter-frequency | letters that are common at their positions | Kalaydjian & Duhem 2022, by position |
| letter-presence | letters that are common anywhere, each counted once | Kalaydjian & Duhem 2022 |
| random | a random number | |
| entropy-degenerate | the most bits, as the study computes them | Kalaydjian & Duhem 2022 |

The exact evaluation of a strategy counts the guesses that it needs for every secret of a list. Secrets with the same
feedback so far are one node of a decision tree and get the same next guess. So each distinct history is visited once,
not each secret.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from entails.models.alphabet import MOST_LETTERS, Letters
from entails.models.errors import InvalidOption
from entails.models.wordle.history import Scoring
from entails.models.wordle.words import Words
from entails.solvers.kernels.word_feedback import Codes
from entails.solvers.kernels.word_groups import (
    measure_combinations,
    measure_matrix,
    measure_words,
    weigh_matrix,
    weigh_words,
)
from entails.solvers.wordle.feedback import (
    Mode,
    Pool,
    Rows,
    columns_of,
    in_blocks,
    matrix_of,
    narrowed,
    pattern_row,
    rows_of,
    values,
)

_PARTS, _WORST, _SQUARES = range(3)
_DIGITS = 9
"""Decimals to which sums of logarithms are compared."""


@dataclass(frozen=True, eq=False)
class Partition:
    """Measures of how some guesses partition `size` words, one entry per guess."""

    size: int
    parts: NDArray[np.int64]
    worst: NDArray[np.int64]
    squares: NDArray[np.int64]
    """The sum of size²."""
    size_bits: NDArray[np.float64]
    """The sum of size · log2(size), rounded to 1e-9, so that equally good guesses compare as equal."""
    weighted_bits: NDArray[np.float64] | None = None
    weighted_size: NDArray[np.float64] | None = None
    """With a prior: the entropy, and the number of words left on average."""

    @property
    def bits(self) -> NDArray[np.float64]:
        """Entropy of the feedback in bits: its expected information."""
        bits = np.log2(self.size) - self.size_bits / self.size if self.weighted_bits is None else self.weighted_bits
        return np.asarray(np.maximum(0.0, np.round(bits, _DIGITS)) + 0.0)  # no negative zero

    @property
    def expected_size(self) -> NDArray[np.float64]:
        """Expected number of remaining words."""
        return self.squares / self.size if self.weighted_size is None else self.weighted_size


@dataclass(frozen=True, eq=False)
class FeedbackOracle:
    """Feedback of every guess for every secret.

    Guesses are rows of `words`. Secrets are among its first `answers` rows; those still possible are called members.
    """

    words: Words
    scoring: Scoring
    matrix: Codes | None
    values: tuple[Codes, Codes]
    """Values that a green and a yellow letter add to a code; see `word_feedback`."""
    _latest: dict[tuple[bytes, bytes], Partition] = field(default_factory=dict, repr=False)
    """The last result, because several criteria measure the same guesses."""

    @classmethod
    def of(cls, words: Words, scoring: Scoring, *, streamed: bool = False) -> "FeedbackOracle":
        """Build the feedback oracle of a game; with `streamed`, never use a matrix."""
        matrix = None if streamed else matrix_of(words, scoring)
        return cls(words, scoring, matrix, values(scoring, words.length))

    def codes(self, guess: int, members: Rows) -> Codes:
        """Return the feedback of a guess for these secrets, as codes."""
        if self.matrix is not None:
            codes: Codes = self.matrix[guess][members]
            return codes
        return pattern_row(self.words.letters[guess], self.words.letters[members], self.scoring)

    def split(self, guess: int, members: Rows) -> Iterator[tuple[int, Rows]]:
        """Yield the parts into which a guess splits these secrets, with their codes."""
        if not len(members):
            return
        codes = self.codes(guess, members)
        order = np.argsort(codes, kind="stable")
        ordered = codes[order]
        edges = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
        for start, part in zip([0, *edges.tolist()], np.split(members[order], edges), strict=True):
            yield int(ordered[start]), part

    def groups(self, guesses: Rows, members: Rows) -> Partition:
        """Measure how each of these guesses splits these secrets."""
        guesses, members = _as_rows(guesses), _as_rows(members)
        key = guesses.tobytes(), members.tobytes()
        groups = self._latest.get(key)
        if groups is None:
            groups = self._measured(guesses, members)
            self._latest.clear()
            self._latest[key] = groups
        return groups

    def sums(self, guesses: Rows, members: Rows, of_size: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return, for each guess, the sum of a table's values over the sizes of its parts."""
        return self._counted(_as_rows(guesses), _as_rows(members), of_size)[1]

    def _measured(self, guesses: Rows, members: Rows) -> Partition:
        table = size_bits(max(self.words.answers, len(members)))
        sizes, bits = self._counted(guesses, members, table)
        weighted = self._weighted(guesses, members) if self.words.weights is not None else None
        return Partition(
            size=len(members),
            parts=sizes[:, _PARTS],
            worst=sizes[:, _WORST],
            squares=sizes[:, _SQUARES],
            size_bits=np.round(bits, _DIGITS),
            weighted_bits=None if weighted is None else weighted[:, 0],
            weighted_size=None if weighted is None else weighted[:, 1],
        )

    def _counted(
        self, guesses: Rows, members: Rows, table: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the measures of each guess's parts, and the sum of a table over their sizes."""
        sizes, bits = np.empty((len(guesses), 3), np.int64), np.empty(len(guesses))
        codes = self.scoring.codes(self.words.length)
        if self.matrix is not None:
            matrix = self.matrix

            def measure(at: slice) -> None:
                measure_matrix(matrix, guesses[at], members, np.zeros(codes, np.int32), table, sizes[at], bits[at])

        else:
            letters, columns, every = self._streamed(guesses, members)

            def measure(at: slice) -> None:
                counts = np.zeros(codes, np.int32)
                measure_words(letters[at], columns, *self.values, every, counts, table, sizes[at], bits[at])

        in_blocks(len(guesses), len(members), measure)
        return sizes, bits

    def chances(self, members: Rows) -> NDArray[np.float64]:
        """Return the probability of each of these secrets, given that one of them is the secret."""
        weights = self.words.weights_of(members)
        if weights is None or not weights.sum() > 0:
            return np.full(len(members), 1 / max(1, len(members)))
        return np.asarray(weights / weights.sum())

    def _weighted(self, guesses: Rows, members: Rows) -> NDArray[np.float64]:
        costs = np.empty((len(guesses), 2))
        codes, chances = self.scoring.codes(self.words.length), self.chances(members)
        if self.matrix is not None:
            matrix = self.matrix

            def weigh(at: slice) -> None:
                counts, masses = np.zeros(codes, np.int32), np.zeros(codes)
                weigh_matrix(matrix, guesses[at], members, chances, counts, masses, costs[at])

        else:
            letters, columns, every = self._streamed(guesses, members)

            def weigh(at: slice) -> None:
                counts, masses = np.zeros(codes, np.int32), np.zeros(codes)
                weigh_words(letters[at], columns, *self.values, every, chances, counts, masses, costs[at])

        in_blocks(len(guesses), len(members), weigh)
        return costs

    def _streamed(self, guesses: Rows, members: Rows) -> tuple[Letters, Letters, Rows]:
        letters = self.words.letters
        return rows_of(letters[guesses]), columns_of(letters[members]), np.arange(len(members), dtype=np.int32)


def _as_rows(rows: Rows) -> Rows:
    return np.array(rows, dtype=np.int32, order="C")


@cache
def size_bits(largest: int) -> NDArray[np.float64]:
    """Return n · log2(n) for every possible size n of a part."""
    sizes = np.arange(largest + 1, dtype=np.float64)
    return np.asarray(sizes * np.log2(np.maximum(sizes, 1.0)))


def degenerate_bits(words: Words, guesses: Rows, members: Rows) -> NDArray[np.float64]:
    """Return the degenerate entropy of these guesses over these secrets, in bits."""
    letters, secrets = rows_of(words.letters[guesses]), rows_of(words.letters[members])
    every, table = np.arange(len(members), dtype=np.int32), size_bits(len(members))
    sizes, bits = np.empty((len(guesses), 3), np.int64), np.empty(len(guesses))

    def measure(at: slice) -> None:
        counts = np.zeros(3**words.length, np.int32)
        measure_combinations(letters[at], secrets, every, counts, table, sizes[at], bits[at])

    in_blocks(len(guesses), len(members), measure)
    return np.asarray(np.maximum(0.0, np.log2(len(members)) - bits / len(members)))


Costs = NDArray[np.float64]
Criterion = Callable[[FeedbackOracle, Rows, Rows, np.random.Generator], Costs]
"""Function from (oracle, guesses, members, random numbers) to a cost for each guess."""


def _of_groups(cost: Callable[[Partition], NDArray[np.float64] | NDArray[np.int64]]) -> Criterion:
    def criterion(oracle: FeedbackOracle, guesses: Rows, members: Rows, _random: np.random.Generator) -> Costs:
        return np.asarray(cost(oracle.groups(guesses, members)), dtype=np.float64)

    return criterion


def _entropy(groups: Partition) -> NDArray[np.float64]:
    """Return the cost by entropy; unweighted, it is a sum of n · log2(n), so that equal partitions cost the same."""
    return groups.size_bits if groups.weighted_bits is None else np.round(-groups.weighted_bits, _DIGITS)


def _expected_size(groups: Partition) -> NDArray[np.float64] | NDArray[np.int64]:
    return groups.squares if groups.weighted_size is None else np.round(groups.weighted_size, _DIGITS)


def _letter_frequency(oracle: FeedbackOracle, guesses: Rows, members: Rows, _random: np.random.Generator) -> Costs:
    letters = oracle.words.letters
    cost = np.zeros(len(guesses))
    for place in range(oracle.words.length):
        common = np.bincount(letters[members, place], minlength=MOST_LETTERS + 1)
        cost -= common[letters[guesses, place]]
    return cost


def _letter_presence(oracle: FeedbackOracle, guesses: Rows, members: Rows, _random: np.random.Generator) -> Costs:
    """Count each letter over all words, at any position; a guess scores each of its distinct letters once."""
    letters = oracle.words.letters
    common = np.bincount(letters[members].ravel(), minlength=MOST_LETTERS + 1)
    score = np.zeros(len(guesses), dtype=np.int64)
    for place in range(oracle.words.length):
        is_new = (letters[guesses, :place] != letters[guesses, place, None]).all(axis=1)
        score += np.where(is_new, common[letters[guesses, place]], 0)
    return -score.astype(np.float64)


def _drawn(_oracle: FeedbackOracle, guesses: Rows, _members: Rows, random: np.random.Generator) -> Costs:
    return random.random(len(guesses))


def _degenerate(oracle: FeedbackOracle, guesses: Rows, members: Rows, _random: np.random.Generator) -> Costs:
    return np.round(-degenerate_bits(oracle.words, guesses, members), _DIGITS)


CRITERIA: Mapping[str, Criterion] = MappingProxyType(
    {
        "entropy": _of_groups(_entropy),
        "expected-size": _of_groups(_expected_size),
        "minimax": _of_groups(lambda groups: groups.worst),
        "most-parts": _of_groups(lambda groups: -groups.parts),
        "letter-frequency": _letter_frequency,
        "letter-presence": _letter_presence,
        "random": _drawn,
        "entropy-degenerate": _degenerate,
    }
)

CANDIDATES_ONLY = frozenset({"letter-frequency", "letter-presence", "random", "entropy-degenerate"})
"""Criteria that do not use the true parts. A guess that cannot be the secret might never give them information."""


def criterion_named(name: str) -> Criterion:
    """Return the ranking criterion with this name."""
    if name not in CRITERIA:
        raise InvalidOption(f"unknown strategy {name[:30]!r}", expected=", ".join(CRITERIA))
    return CRITERIA[name]


def best_first(costs: Costs, guesses: Rows, members: Rows, top: int) -> NDArray[np.intp]:
    """Return the indices of the best guesses, best first.

    Ties are broken in favour of possible secrets, then by row: answers A-Z, then the other words A-Z.
    """
    others = ~np.isin(guesses, members)
    if top == 1:
        tied = np.flatnonzero(costs == costs.min())
        return tied[np.lexsort((guesses[tied], others[tied]))[:1]]
    return np.lexsort((guesses, others, costs))[:top]


_FEW = 2
"""Number of words up to which they are guessed in order."""


@dataclass(frozen=True)
class Evaluation:
    """Numbers of guesses that a strategy needed. `distribution` counts the secrets by number of guesses."""

    strategy: str
    opener: str
    distribution: Mapping[int, int]
    histories: int = field(default=0, compare=False)
    """The number of decisions."""
    expected: float | None = None
    """The mean weighted by the prior; None if all secrets are equally likely."""

    @property
    def total(self) -> int:
        """The total number of guesses over all secrets."""
        return sum(guesses * secrets for guesses, secrets in self.distribution.items())

    @property
    def mean(self) -> float:
        return self.total / sum(self.distribution.values())

    @property
    def max(self) -> int:
        return max(self.distribution)


@dataclass(frozen=True, eq=False)
class _EvaluationNode:
    """A history: the secrets that agree with it, the allowed guesses, and the number of the next guess."""

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
    """Return the row of an allowed guess; raise an error for another word."""
    row = words.row_of(word)
    if row is None:
        raise InvalidOption(f"{word[:30]!r} is not an allowed guess", expected=f"a word of {words.name}")
    return row
