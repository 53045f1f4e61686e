"""Playing by a tree: what it says after the guesses made so far."""

from collections.abc import Sequence

from entails.models.errors import InvalidData
from entails.models.letters import fold
from entails.models.wordle.history import History
from entails.solvers.wordle.tree.value import Node, Tree


def follow(tree: Tree, history: "History | Sequence[tuple[str, int]]" = ()) -> str | None:
    """The next guess, or None when the tree has none: the game is won, or no word of its list fits the feedback.

    The history must begin with that of the tree and then be the tree's own guesses; another guess is refused, since
    the tree says nothing about it.
    """
    node = node_after(tree, history)
    return None if node is None else node.guess


def node_after(tree: Tree, history: "History | Sequence[tuple[str, int]]" = ()) -> Node | None:
    """The place in the tree where a history leads."""
    facts = tuple((fold(word), code) for word, code in (history.facts if isinstance(history, History) else history))
    before = tree.history.facts
    if facts[: len(before)] != before:
        raise InvalidData("the tree is for another beginning", where="tree", expected=tree.history.line)
    node: Node | None = tree.root
    win = tree.scoring.win(tree.length)
    for number, (word, code) in enumerate(facts[len(before) :], len(before) + 1):
        if node is None:
            raise InvalidData("the tree has no guess here", where=f"guess {number}", expected="no further guess")
        if word != node.guess:
            problem = f"{word[:30].upper()} is not what the tree plays"
            raise InvalidData(problem, where=f"guess {number}", expected=node.guess.upper())
        node = None if code == win else node.replies.get(code)
    return node
