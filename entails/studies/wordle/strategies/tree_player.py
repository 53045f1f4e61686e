"""`TreePlayer`: a player whose search can be drawn: guesses, and the domains of words that they come from."""

from collections.abc import Generator

from entails.studies.wordle.strategies.base import NoOptions, ScriptedPlayer
from entails.studies.wordle.strategies.search_tree import SearchNode
from entails.studies.wordle.strategies.table import BLANK, Table


class TreePlayer(ScriptedPlayer[NoOptions]):
    """`tree` is what the search did so far."""

    def __init__(self, table: Table, options: NoOptions, seed: int) -> None:
        self.tree = SearchNode("root", "start")
        self._last = self.tree
        super().__init__(table, options, seed)

    def try_word(self, row: int, parent: SearchNode) -> Generator[str, int, tuple[int, SearchNode]]:
        """Guess a word: how many of its letters are well placed, and its place in the tree."""
        self._last = node = parent.add("guess", self.table.spellings[row])
        well = int(self.table.well[(yield node.label)])
        node.note = str(well)
        return well, node

    def domain(self, node: SearchNode, row: int, places: tuple[int, ...], left: int) -> SearchNode:
        """The domain of the words that agree with a word on some places, as a node below the guess of that word."""
        word = self.table.spellings[row]
        shown = "".join(word[place] if place in places else BLANK for place in range(self.table.length))
        return node.add("domain", shown, f"{left} word{'' if left == 1 else 's'}")

    def learn(self, word: str, code: int) -> None:
        super().learn(word, code)
        if code == self.table.win:
            self._last.note = "found"
