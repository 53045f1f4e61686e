"""What to play next: the best guesses, and what each can be expected to tell."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from clausal.models.wordle.scoring import Scoring
from clausal.models.wordle.words import Words
from clausal.solvers.wordle import matrix_store
from clausal.solvers.wordle.candidates import Rows, as_letters
from clausal.solvers.wordle.criteria import CANDIDATES_ONLY, Costs, Criterion, best_first, criterion_named
from clausal.solvers.wordle.groups import Referee
from clausal.solvers.wordle.pool import Mode, Pool, still_allowed

WORTH_KEEPING = 100_000_000
"""Pairs of words: first guesses from lists that need more, half a second or longer, are remembered on disk."""
_RULES = 1
"""Grows when a criterion changes, so that what is remembered is forgotten."""


@dataclass(frozen=True)
class Suggestion:
    """A guess and what it promises.

    `chance` is how likely it is the secret, `expected_size` how many words are left on average. `rank` counts from 1,
    and guesses that are as good share it. `row` is None for a word that is not in the list, and `allowed` says whether
    it is among the words that the mode and the pool permit.
    """

    word: str
    row: int | None
    bits: float
    parts: int
    worst: int
    chance: float
    expected_size: float
    rank: int
    allowed: bool = True


def suggest(
    words: Words,
    scoring: Scoring,
    candidate_rows: Rows,
    *,
    strategy: str = "entropy",
    pool: Pool = "allowed",
    mode: Mode = "normal",
    history: Sequence[tuple[str, int]] = (),
    top: int = 10,
    seed: int = 0,
) -> list[Suggestion]:
    """The best guesses while these rows can be the secret, best first; none when there is no candidate.

    Of equally good guesses those that can be the secret come first, then answers A-Z, then the rest A-Z.
    """
    found = ranking(words, scoring, candidate_rows, strategy=strategy, pool=pool, mode=mode, history=history, seed=seed)
    return found.best(top)


@dataclass(frozen=True, eq=False)
class Ranking:
    """Every permitted guess with its cost, while `members` can be the secret."""

    referee: Referee
    criterion: Criterion
    members: Rows
    guesses: Rows
    costs: Costs
    seed: int

    def best(self, top: int) -> list[Suggestion]:
        """The first `top` of them."""
        if not len(self.members):
            return []
        places = best_first(self.costs, self.guesses, self.members, top)
        return self._described(self.referee, self.guesses[places], self.costs[places])

    def judge(self, idea: str) -> Suggestion | None:
        """A player's own idea, which may be any word, on the same scale; None when there is no candidate."""
        words = self.referee.words
        letters = as_letters(idea, words.length, where="your guess")
        if not len(self.members):
            return None
        wider = replace(words, letters=np.concatenate([words.letters, letters[None]]))
        referee = Referee.of(wider, self.referee.scoring, streamed=True)
        row = words.row_of(idea)
        guess = np.array([len(words) if row is None else row], dtype=np.int32)
        cost = self.criterion(referee, guess, self.members, np.random.default_rng(self.seed))
        described = self._described(referee, guess, cost)[0]
        return replace(described, row=row, allowed=bool(np.isin(guess, self.guesses)[0]))

    def _described(self, referee: Referee, guesses: Rows, costs: Costs) -> list[Suggestion]:
        groups = referee.groups(guesses, self.members)
        ranks = np.searchsorted(np.sort(self.costs), costs) + 1
        chances = dict(zip(self.members.tolist(), referee.chances(self.members).tolist(), strict=True))
        return [
            Suggestion(
                word=word,
                row=row,
                bits=float(groups.bits[number]),
                parts=int(groups.parts[number]),
                worst=int(groups.worst[number]),
                chance=chances.get(row, 0.0),
                expected_size=float(groups.expected_size[number]),
                rank=int(ranks[number]),
            )
            for number, (word, row) in enumerate(zip(referee.words.words(guesses), guesses.tolist(), strict=True))
        ]


def ranking(
    words: Words,
    scoring: Scoring,
    candidate_rows: Rows,
    *,
    strategy: str = "entropy",
    pool: Pool = "allowed",
    mode: Mode = "normal",
    history: Sequence[tuple[str, int]] = (),
    seed: int = 0,
    remembered: bool = True,
) -> Ranking:
    """Rank every guess that the mode and the pool permit. Words that can be the secret always are.

    First guesses from long lists are remembered on disk; `remembered` False computes them all the same.
    """
    criterion, members = criterion_named(strategy), np.asarray(candidate_rows, dtype=np.int32)
    guesses = still_allowed(words, scoring, mode, history)
    if pool == "candidates" or strategy in CANDIDATES_ONLY:
        guesses = members
    referee = Referee.of(words, scoring, streamed=True)
    found = Ranking(referee, criterion, members, guesses, np.zeros(0), seed)
    if not len(members):
        return found
    is_first = not history and len(members) == words.answers
    key = None
    if is_first and strategy != "random" and len(guesses) * len(members) >= WORTH_KEEPING:
        key = _opening_key(referee, f"{strategy}-{pool}")
    kept = matrix_store.load(key, (1, len(guesses)), np.dtype(np.float64)) if key and remembered else None
    if kept is not None:
        return replace(found, costs=kept.ravel())
    costs = criterion(referee, guesses, members, np.random.default_rng(seed))
    if key:
        matrix_store.save(key, costs.reshape(1, -1))
    return replace(found, costs=costs)


def _opening_key(referee: Referee, name: str) -> str:
    """What the costs of first guesses depend on."""
    words = referee.words
    prior = "uniform" if words.weights is None else f"{zlib.adler32(words.weights.tobytes()):08x}"
    return f"{words.digest}-{referee.scoring.name}-{prior}-{name}-{_RULES}"
