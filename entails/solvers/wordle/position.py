"""`Position`: what a coach looks at, the words that are left and how every guess splits them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from entails.models.wordle.scoring import Scoring
from entails.models.wordle.words import Words
from entails.solvers.wordle.candidates import Rows
from entails.solvers.wordle.groups import Groups, Referee
from entails.solvers.wordle.pool import Mode, still_allowed


@dataclass(frozen=True, eq=False)
class Position:
    """Some guesses and their feedback (`facts`), and the words that can still be the secret."""

    referee: Referee
    facts: Sequence[tuple[str, int]]
    members: Rows
    mode: Mode = "normal"

    @property
    def words(self) -> Words:
        return self.referee.words

    @property
    def scoring(self) -> Scoring:
        return self.referee.scoring

    @cached_property
    def guesses(self) -> Rows:
        """What may be guessed."""
        return still_allowed(self.words, self.scoring, self.mode, self.facts)

    @cached_property
    def groups(self) -> Groups:
        return self.referee.groups(self.guesses, self.members)

    @property
    def crowding(self) -> float:
        """How many words share a feedback on average after the guess that tells most of them apart: what decides how
        long a search takes."""
        return len(self.members) / int(self.groups.parts.max())

    def promising(self, pairs: int) -> Rows:
        """The words that can be the secret, and those of the others that split them best, as long as there are not
        more pairs of a guess and a secret than that."""
        if len(self.guesses) * len(self.members) <= pairs:
            return self.guesses
        is_other = ~np.isin(self.guesses, self.members)
        others = self.guesses[is_other][np.argsort(self.groups.squares[is_other], kind="stable")]
        most = max(0, pairs // len(self.members) - len(self.members))
        return np.sort(np.concatenate([self.members, others[:most]])).astype(np.int32)
