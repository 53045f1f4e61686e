"""`backtrack` and `forward`: a climb through domains of well placed letters (Loi & Thomas 2022, part 1, their program).

Random words are guessed until one has a letter well placed: it is the best word so far, with score s. Its domains are
all choices of s of its places; the words that agree with it there are guessed in the order of the list, choice after
choice, until one scores higher. That word is then the best, and domains are built from it alone, over all places and
all words that are left. So nothing is nested and nothing is returned to: a hill climb, where the text speaks of a tree.
Only the number of well placed letters is looked at. `forward` strikes off a whole domain at the first word of it that
scores less than the best.
"""

from collections.abc import Generator
from itertools import combinations

import numpy as np

from entails.studies.wordle.strategies.search_tree import SearchNode
from entails.studies.wordle.strategies.tree_player import TreePlayer


class BacktrackPlayer(TreePlayer):
    """Each word is guessed at most once, so the climb ends, and always at the secret."""

    checks_forward = False

    def script(self) -> Generator[str, int, None]:
        self._left = np.ones(len(self.table.secrets), dtype=bool)
        dice = self.dice()
        well, best, node = 0, 0, self.tree
        while not well and self._left.any():
            best = int(dice.choice(np.flatnonzero(self._left)))
            self._left[best] = False
            well, node = yield from self.try_word(best, self.tree)
        while self._left.any():
            well, best, node = yield from self._climb(best, well, node)

    def _climb(self, best: int, score: int, node: SearchNode) -> Generator[str, int, tuple[int, int, SearchNode]]:
        """The next best word: its score, its row, its place in the tree."""
        same = self.table.secrets == self.table.secrets[best]
        for places in combinations(range(self.table.length), score):
            members = np.flatnonzero(self._left & same[:, places].all(axis=1))
            if not len(members):
                continue
            domain = self.domain(node, best, places, len(members))
            for row in members.tolist():
                self._left[row] = False
                well, guess = yield from self.try_word(row, domain)
                if well > score:
                    return well, row, guess
                if self.checks_forward and well < score:
                    self._left[members] = False
                    domain.note += ", struck off: a word scores less"
                    break
            else:
                domain.note += ", none of them"
        raise AssertionError("the secret agrees with every word on as many places as its score says")


class ForwardPlayer(BacktrackPlayer):
    """With forward checking: a word that scores less proves the choice of places wrong, and no word of it is right."""

    checks_forward = True
