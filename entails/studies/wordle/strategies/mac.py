"""`mac`: solve the constraint model for consistent words, guess the most telling one (the course's part 3).

The model is the one that `entails wordle check` uses: letters as variables, the lexicon as a constraint, each answer of
the history as a claim. The engine maintains consistency while it searches; nothing here filters a list of words.
"""

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from entails.models.lexicon import Lexicon
from entails.models.limits import UNLIMITED
from entails.models.limits import Options as EngineOptions
from entails.models.wordle import History, Wordle
from entails.puzzles.wordle import ENCODERS
from entails.solvers.enumerate import solutions
from entails.solvers.registry import engine
from entails.studies.wordle.strategies.base import Options, Player
from entails.studies.wordle.strategies.compatible_set import most_informative

_ENGINES = {"cpsat": "cpsat", "cnf": "cadical195"}


class MacOptions(Options):
    """Both models have the same answers; CP-SAT propagates the lexicon as a table, SAT as clauses."""

    best_of: int = Field(
        default=20, ge=1, le=10_000, description="K: ask the engine for so many words, guess the most telling"
    )
    model: Literal["cpsat", "cnf"] = Field(
        default="cnf", description="the declarative model: for CP-SAT, or as clauses"
    )


class MacPlayer(Player[MacOptions]):
    """The first guess is the best of K words drawn at random: there is no constraint to be solved yet."""

    def choose(self) -> str | None:
        rows = self.solved() if self.history else self.dice().permutation(self.table.all_rows)[: self.options.best_of]
        if not len(rows):
            return None
        return self.table.spellings[int(rows[most_informative(self.table, rows).argmax()])]

    def solved(self) -> NDArray[np.int64]:
        """Up to K answers of the model."""
        lexicon = self.table.remember("lexicon", lambda: Lexicon.of(self.table.spellings, "words of the race"))
        history = History.of(self.history, self.table.scoring.name, self.table.length)
        puzzle = Wordle(history, lexicon)
        encoding: Any = ENCODERS[self.options.model].encode(puzzle)
        seed = int(self.dice().integers(2**31 - 1))
        chosen = EngineOptions(seed=seed, max_solutions=self.options.best_of)
        found = solutions(engine(_ENGINES[self.options.model]), encoding, UNLIMITED, chosen)
        rows = [self.table.row_of(word) for word in found]
        return np.array([row for row in rows if row is not None], dtype=np.int64)
