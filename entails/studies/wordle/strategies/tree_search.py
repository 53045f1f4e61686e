"""`backtrack-nested` and `forward-nested`: depth first through domains of well placed letters, as the text of Loi &
Thomas 2022, part 1, can be read; `climb` is what their program does.

A guess with s letters well placed opens one domain for each choice of s positions: the words that have the same letters
there. The words of a domain are tried one by one until one scores higher, which opens domains of its own, inside; when
the domain is used up, its positions were wrong, and the next domain is tried. Only the number of well placed letters is
looked at. `forward-nested` gives a domain up at the first word that scores lower than the domain promises.
"""

from collections.abc import Generator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from entails.studies.wordle.strategies.search_tree import SearchNode
from entails.studies.wordle.strategies.tree_player import TreePlayer

Members = NDArray[np.int64]


class NestedBacktrackPlayer(TreePlayer):
    """Each word is tried at most once, so the search ends."""

    checks_forward = False

    def script(self) -> Generator[str, int, None]:
        self._untried = np.ones(len(self.table.secrets), dtype=bool)
        order = self.dice().permutation(len(self.table.secrets))
        for row in order:
            if self._untried[row]:
                self._untried[row] = False
                well, node = yield from self.try_word(row, self.tree)
                yield from self._domains(node, row, (), order, well)

    def _domains(
        self, node: SearchNode, row: int, known: tuple[int, ...], members: Members, well: int
    ) -> Generator[str, int, None]:
        """The domains that a guess opens: the positions that hold already, and every choice of the rest."""
        letters = self.table.secrets
        free = [place for place in range(self.table.length) if place not in known]
        for chosen in combinations(free, well - len(known)) if well else ():
            places = tuple(sorted((*known, *chosen)))
            alike = np.logical_and.reduce([letters[members, place] == letters[row, place] for place in places])
            yield from self._explore(node, row, places, members[alike])

    def _explore(
        self, node: SearchNode, row: int, places: tuple[int, ...], members: Members
    ) -> Generator[str, int, None]:
        """Try the words of a domain until one scores higher. If the positions are right, the secret is among them."""
        left = int(self._untried[members].sum())
        domain = self.domain(node, row, places, left)
        for other in members:
            if not self._untried[other]:
                continue
            self._untried[other] = False
            well, guess = yield from self.try_word(other, domain)
            if well > len(places):
                yield from self._domains(guess, other, places, members, well)
                domain.note += ", none of them"
                return
            if self.checks_forward and well < len(places):
                domain.note += ", given up: a word scores less"
                return
        domain.note += ", none of them" if left else ", all tried before"


class NestedForwardPlayer(NestedBacktrackPlayer):
    """With forward checking: all words of a domain share letters, so one that scores less proves the domain wrong."""

    checks_forward = True
