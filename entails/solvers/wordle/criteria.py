"""What makes a guess good: one number for each guess, the lower the better. Ties: see `best_first`.

| criterion | the guess with | after |
|---|---|---|
| entropy | the most bits expected | Kalaydjian & Duhem 2022, with the true partition |
| expected-size | the fewest words left on average | Irving 1978 |
| minimax | the smallest largest part | Knuth 1976 |
| most-parts | the most parts | Kooi 2005 |
| letter-frequency | letters that are common in their places | Kalaydjian & Duhem 2022, by place |
| random | the luck of the draw | |
| entropy-degenerate | the most bits, as the study counts them | Kalaydjian & Duhem 2022 |
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from entails.models.errors import InvalidOption
from entails.solvers.wordle.candidates import Rows
from entails.solvers.wordle.degenerate import degenerate_bits
from entails.solvers.wordle.groups import Groups, Referee

Costs = NDArray[np.float64]
Criterion = Callable[[Referee, Rows, Rows, np.random.Generator], Costs]
"""(referee, guesses, members, random numbers) -> a cost for each guess."""

_DIGITS = 9
"""Costs that agree to so many decimals are ties."""


def _of_groups(cost: Callable[[Groups], NDArray[np.float64] | NDArray[np.int64]]) -> Criterion:
    def criterion(referee: Referee, guesses: Rows, members: Rows, _random: np.random.Generator) -> Costs:
        return np.asarray(cost(referee.groups(guesses, members)), dtype=np.float64)

    return criterion


def _entropy(groups: Groups) -> NDArray[np.float64]:
    """Through the sum of n · log2(n) where all words are alike: it is the same for partitions that are as good."""
    return groups.size_bits if groups.weighted_bits is None else np.round(-groups.weighted_bits, _DIGITS)


def _expected_size(groups: Groups) -> NDArray[np.float64] | NDArray[np.int64]:
    return groups.squares if groups.weighted_size is None else np.round(groups.weighted_size, _DIGITS)


def _letter_frequency(referee: Referee, guesses: Rows, members: Rows, _random: np.random.Generator) -> Costs:
    letters = referee.words.letters
    cost = np.zeros(len(guesses))
    for place in range(referee.words.length):
        common = np.bincount(letters[members, place], minlength=26)
        cost -= common[letters[guesses, place]]
    return cost


def _drawn(_referee: Referee, guesses: Rows, _members: Rows, random: np.random.Generator) -> Costs:
    return random.random(len(guesses))


def _degenerate(referee: Referee, guesses: Rows, members: Rows, _random: np.random.Generator) -> Costs:
    return np.round(-degenerate_bits(referee.words, guesses, members), _DIGITS)


CRITERIA: Mapping[str, Criterion] = MappingProxyType(
    {
        "entropy": _of_groups(_entropy),
        "expected-size": _of_groups(_expected_size),
        "minimax": _of_groups(lambda groups: groups.worst),
        "most-parts": _of_groups(lambda groups: -groups.parts),
        "letter-frequency": _letter_frequency,
        "random": _drawn,
        "entropy-degenerate": _degenerate,
    }
)

CANDIDATES_ONLY = frozenset({"letter-frequency", "random", "entropy-degenerate"})
"""These know nothing of the true parts, so a guess that cannot be the secret might teach them nothing, for ever."""


def criterion_named(name: str) -> Criterion:
    """The criterion of this name."""
    if name not in CRITERIA:
        raise InvalidOption(f"there is no strategy {name[:30]!r}", expected=", ".join(CRITERIA))
    return CRITERIA[name]


def best_first(costs: Costs, guesses: Rows, members: Rows, top: int) -> NDArray[np.intp]:
    """The places of the best guesses. Of equal ones those that can be the secret come first, then the lowest row, which
    means answers A-Z, then the rest A-Z."""
    others = ~np.isin(guesses, members)
    if top == 1:
        tied = np.flatnonzero(costs == costs.min())
        return tied[np.lexsort((guesses[tied], others[tied]))[:1]]
    return np.lexsort((guesses, others, costs))[:top]
