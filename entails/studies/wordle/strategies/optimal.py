"""`optimal`: follow the decision tree with the smallest total of guesses (see `entails.solvers.wordle.tree`).

The tree is worked out once for a table, then each game only follows it. After guesses that are not the tree's own, the
best tree from there takes its place. Its kernels are imported when it plays, because they compile at import and the
other strategies do not need them.
"""

from typing import TYPE_CHECKING

from pydantic import Field

from entails.models.errors import Invalid, TooLarge
from entails.studies.wordle.strategies.base import Options, Player

if TYPE_CHECKING:
    from entails.solvers.wordle.tree import Tree

MOST_WORDS = 15_000
"""Longer lists have trees too, but nobody would wait for them in the middle of a game."""
_USUAL_OPENER = "salet"
"""The best first word for Wordle's own lists (Selby 2022)."""


class OptimalOptions(Options):
    """A beam finds the best tree, or one hardly worse, in seconds; the exact search proves it."""

    opener: str = Field(default="", max_length=15, description="first word; salet where it is allowed, else the best")
    beam: int = Field(default=10, ge=0, le=10_000, description="guesses looked at in each position; 0: all, exactly")


class OptimalPlayer(Player[OptimalOptions]):
    """The tree is remembered by the table."""

    def choose(self) -> str | None:
        from entails.solvers.wordle.tree import follow

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

    def _tree(self, begun: tuple[tuple[str, int], ...], opener: str | None) -> "Tree | None":
        from entails.solvers.wordle.tree import Wish, best_tree

        words = self.table.words
        if len(words) > MOST_WORDS:
            raise TooLarge(f"{len(words):,} words have no tree here", expected=f"at most {MOST_WORDS:,} words")
        wish = Wish(opener=opener, beam=self.options.beam or None, max_depth=0)
        key = ("tree", self.options, begun)
        return self.table.remember(key, lambda: best_tree(words, self.table.scoring, begun, wish))
