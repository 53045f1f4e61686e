"""The engine `filter`: Wordle with a lexicon, word by word, on the compiled filter.

A lexicon is a list of all answers there can be, so nothing has to be searched: the words that agree with the history
are found once, and every question is asked of what is left of them.
"""

import time
from collections.abc import Collection, Generator, Sequence
from importlib.util import find_spec
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from entails.models.encoding import Encoding, Native
from entails.models.errors import InvalidStatement
from entails.models.letters import Letters, to_words
from entails.models.limits import Limits, Options
from entails.models.outcome import EndReason, Outcome, Satisfied, Stats, Undecided, Unsatisfiable
from entails.models.wordle import Wordle
from entails.models.wordle.statement import LETTERS, fact_names, facts_of
from entails.solvers.base import Session
from entails.solvers.budget import Budget
from entails.solvers.engine import Engine
from entails.solvers.session import BaseSession

A = TypeVar("A")
Mask = NDArray[np.bool_]


class FilterEngine(Engine):
    """The words of a lexicon that agree with a history."""

    def __init__(self) -> None:
        super().__init__(
            "filter",
            "compiled word filter for Wordle with a lexicon",
            frozenset({"native"}),
            frozenset({"assume", "enumerate", "interrupt"}),
        )

    def missing(self) -> str | None:
        return None if find_spec("numba") else "the package numba is not installed"

    def refuses_puzzle(self, puzzle: object) -> str | None:
        if isinstance(puzzle, Wordle) and puzzle.lexicon is not None:
            return None
        other = ", not any string of letters" if isinstance(puzzle, Wordle) else ""
        return f"engine filter takes Wordle histories with a lexicon only{other}"

    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        del options
        assert isinstance(encoding, Native)
        session: Session[Any] = FilterSession(encoding.puzzle, limits)
        return session


class FilterSession(BaseSession):
    """The candidates of one history. Assumed and blocked facts are masks over them."""

    engine_name = "filter"

    def __init__(self, puzzle: Wordle, limits: Limits) -> None:
        self._budget = Budget(limits)
        self._letters = remaining(puzzle)
        self._facts = len(fact_names(puzzle.length))
        self._open: list[Mask] = [np.ones(len(self._letters), bool)]

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[str]:
        if groups is not None:
            raise self.cannot("choose groups: it takes the history as a whole")
        started = time.perf_counter()
        found = self._letters[self._open[-1] & self._all(assume)]
        stats = Stats(self.engine_name, time.perf_counter() - started)
        if self._budget.out_of_time:
            return Undecided("time", stats)
        if not len(found):
            return Unsatisfiable(stats)
        (word,) = to_words(found[:1])
        return Satisfied(word, stats, facts_of(word))

    def answers(self, most: int | None) -> Generator[str, None, EndReason | None]:
        """The words as they stand in the lexicon."""
        if self._budget.out_of_time:
            return "time"
        found = self._letters[self._open[-1]]
        yield from to_words(found[:most])
        return "maximum" if most is not None and len(found) > most else None

    def _all(self, facts: Sequence[int]) -> Mask:
        """Which candidates have all of these facts."""
        mask = np.ones(len(self._letters), bool)
        for fact in facts:
            mask &= self._holds(abs(fact)) == (fact > 0)
        return mask

    def _holds(self, fact: int) -> Mask:
        if not 0 < fact <= self._facts:
            expected = f"1 to {self._facts}, or its negative"
            raise InvalidStatement(f"there is no fact {fact}", where="assumptions", expected=expected)
        position, letter = divmod(fact - 1, LETTERS)
        same = self._letters == letter
        holds: Mask = same[:, position] if position < self._letters.shape[1] else same.any(axis=1)
        return holds

    def block(self, facts: Sequence[int]) -> None:
        self._open[-1] = self._open[-1] & ~self._all(facts)

    def push(self) -> None:
        self._open.append(self._open[-1])

    def pop(self) -> None:
        self._open.pop()


def remaining(puzzle: Wordle) -> Letters:
    """The words of the lexicon that agree with the history, as rows of letters."""
    from entails.solvers.wordle.candidates import candidates

    letters = puzzle.letters
    rows: Letters = letters[candidates(puzzle.history.facts, letters, puzzle.history.kind)]
    return rows


ENGINE = FilterEngine()
