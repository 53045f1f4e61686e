"""Strategies `random`, `mac`, `optimal`, and greedy ones, which rate how a guess splits the words left.

A greedy strategy may repeat itself forever: if one word is left, no guess gives information, and the first word of the
dictionary is as good as the secret. Kalaydjian & Duhem 2022 met this problem and give two solutions, both options here:
guess among the possible words (`pool=candidates`), and never guess a word again (`drop`). A third is to prefer possible
words among equal guesses (`candidates_first`).

`mac` solves the constraint model for consistent words and guesses the most informative one (the course's part 3). The
model is that of `entails wordle check`: letters as variables, the lexicon as a constraint, each answer of the history
as a claim. The engine maintains consistency while it searches; no list of words is filtered.

`optimal` follows the decision tree with the smallest total of guesses (see `entails.solvers.wordle.tree`). The tree is
computed once for a table. After guesses that are not the tree's own, the best tree from there replaces it. Its kernels
are imported when it plays, because they compile at import and the other strategies do not need them.
"""

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from entails.models.errors import Invalid, TooLarge
from entails.models.lexicon import Lexicon
from entails.models.limits import UNLIMITED
from entails.models.limits import Options as EngineOptions
from entails.models.wordle.history import History, Wordle
from entails.puzzles.wordle import ENCODERS
from entails.solvers.engine import engine, solutions
from entails.solvers.wordle.partition import FeedbackOracle, best_first, criterion_named
from entails.studies.wordle.strategies.base import CandidatePlayer, NoStrategyOptions, Player, StrategyOptions
from entails.studies.wordle.strategies.population import most_informative

if TYPE_CHECKING:
    from entails.solvers.wordle.tree.value import GuessTree


class RandomPlayer(CandidatePlayer[NoStrategyOptions]):
    """Strategy `random`: any word that agrees with the feedback; the baseline of comparisons."""

    def choose(self) -> str | None:
        if not len(self.candidates):
            return None
        return self.table.spellings[int(self.dice().choice(self.candidates))]


class GreedyOptions(StrategyOptions):
    """Parameters of the greedy strategies: the words that they may guess."""

    pool: Literal["candidates", "answers", "allowed"] = Field(
        default="candidates",
        description="words to guess from: possible words, all answers, or all allowed words",
    )
    drop: bool = Field(default=True, description="never repeat a guess")
    candidates_first: bool = Field(default=True, description="prefer possible words among equal guesses")


class GreedyPlayer(CandidatePlayer[GreedyOptions]):
    """A greedy strategy: the guess that its criterion rates best. Choices are cached, since games begin alike."""

    criterion = "entropy"

    def choose(self) -> str | None:
        if not len(self.candidates):
            return None
        key = (self.criterion, self.options, tuple(self.history))
        return self.table.remember(key, self._best)

    def _best(self) -> str:
        words, members = self.table.words, self.candidates
        guesses = self._pool()
        oracle = self.table.remember("referee", lambda: FeedbackOracle.of(words, self.table.scoring))
        costs = criterion_named(self.criterion)(oracle, guesses, members, self.dice())
        best = best_first(costs, guesses, members, 1)[0] if self.options.candidates_first else costs.argmin()
        return words.word(int(guesses[best]))

    def _pool(self) -> NDArray[np.int32]:
        words = self.table.words
        if self.options.pool == "candidates":
            return self.candidates
        pool = np.arange(words.answers if self.options.pool == "answers" else len(words), dtype=np.int32)
        if not self.options.drop:
            return pool
        guessed = [row for row in (words.row_of(word) for word, _ in self.history) if row is not None]
        return pool[~np.isin(pool, guessed)]


def greedy(criterion_name: str) -> type[GreedyPlayer]:
    """Return the player class of a criterion."""
    return type(f"Greedy({criterion_name})", (GreedyPlayer,), {"criterion": criterion_name})


_ENGINES = {"cpsat": "cpsat", "cnf": "cadical195"}


class MacOptions(StrategyOptions):
    """Parameters of `mac`: two equivalent models, with the lexicon as a table (CP-SAT) or as clauses (SAT)."""

    best_of: int = Field(
        default=20, ge=1, le=10_000, description="K: number of solutions, of which the most informative is guessed"
    )
    model: Literal["cpsat", "cnf"] = Field(default="cpsat", description="constraint model: for CP-SAT, or as clauses")


class MacPlayer(Player[MacOptions]):
    """Strategy `mac`: guess a solution of a constraint model; the first guess is the best of K random words."""

    def choose(self) -> str | None:
        rows = self.solved() if self.history else self.dice().permutation(self.table.all_rows)[: self.options.best_of]
        if not len(rows):
            return None
        return self.table.spellings[int(rows[most_informative(self.table, rows).argmax()])]

    def solved(self) -> NDArray[np.int64]:
        """Return the rows of up to K words that solve the model."""
        table, alphabet = self.table, self.table.words.alphabet
        lexicon = table.remember(
            "lexicon", lambda: Lexicon.of_folded(table.spellings, "words of the race", alphabet=alphabet)
        )
        history = History.of(self.history, table.scoring.name, table.length, alphabet)
        puzzle = Wordle(history, lexicon)
        encoding: Any = ENCODERS[self.options.model].encode(puzzle)
        seed = int(self.dice().integers(2**31 - 1))
        chosen = EngineOptions(seed=seed, max_solutions=self.options.best_of)
        listing = solutions(engine(_ENGINES[self.options.model]), encoding, UNLIMITED, chosen)
        rows = [self.table.row_of(word) for word in listing]
        return np.array([row for row in rows if row is not None], dtype=np.int64)


MOST_WORDS = 15_000
"""Limit on the word list; trees of longer lists take too long during a game."""
_USUAL_OPENER = "salet"
"""The best first word for Wordle's own lists (Selby 2022)."""


class OptimalOptions(StrategyOptions):
    """Parameters of `optimal`: a beam search for the tree, or an exact search that proves it."""

    opener: str = Field(
        default="", max_length=15, description="first word (default: salet if allowed, otherwise the best)"
    )
    beam: int = Field(default=10, ge=0, le=10_000, description="guesses tried at each set; 0 tries all (exact)")


class OptimalPlayer(Player[OptimalOptions]):
    """Strategy `optimal`: follow the best decision tree, which the word table caches."""

    def choose(self) -> str | None:
        from entails.solvers.wordle.tree.value import follow

        tree = self._tree((), self._opener())
        begun = tuple(self.history)
        if tree is not None:
            try:
                return follow(tree, begun)
            except Invalid:
                tree = self._tree(begun, None)
        return None if tree is None else tree.root.guess

    def _opener(self) -> str | None:
        if self.options.opener:
            return self.options.opener
        return _USUAL_OPENER if self.table.words.row_of(_USUAL_OPENER) is not None else None

    def _tree(self, begun: tuple[tuple[str, int], ...], opener: str | None) -> "GuessTree | None":
        from entails.solvers.wordle.tree.best import TreeSettings, best_tree

        words = self.table.words
        if len(words) > MOST_WORDS:
            raise TooLarge(f"too many words for a tree: {len(words):,}", expected=f"at most {MOST_WORDS:,} words")
        settings = TreeSettings(opener=opener, beam=self.options.beam or None, max_depth=0)
        key = ("tree", self.options, begun)
        return self.table.remember(key, lambda: best_tree(words, self.table.scoring, begun, settings))
