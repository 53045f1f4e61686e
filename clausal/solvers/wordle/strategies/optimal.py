"""`optimal`: follow the decision tree with the smallest total (see `clausal.solvers.wordle.tree`)."""

from clausal.models.errors import InvalidPuzzle
from clausal.solvers.wordle.strategies.base import CandidatePlayer, NoOptions


class OptimalPlayer(CandidatePlayer[NoOptions]):
    """Not there yet."""

    def choose(self) -> str | None:
        raise InvalidPuzzle("optimal: no tree")
