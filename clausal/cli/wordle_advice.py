"""The next guess by the words that are left, or by a tree as long as the game keeps to it."""

from dataclasses import dataclass

from clausal.cli.files import label, read_input
from clausal.models.errors import Invalid, InvalidPuzzle
from clausal.models.wordle import History, Words
from clausal.solvers.wordle.candidates import candidates
from clausal.solvers.wordle.pool import Mode
from clausal.solvers.wordle.suggest import Suggestion, ranking
from clausal.solvers.wordle.tree import Tree, read_tree
from clausal.solvers.wordle.tree.follow import follow


@dataclass(frozen=True)
class Hint:
    """A guess, how many words are `left`, and whether a tree said it. Without a word left there is no guess."""

    best: Suggestion | None
    left: int
    of_tree: bool


def read_tree_file(path: str) -> Tree:
    """The tree of a file."""
    tree, _ = read_tree(read_input(path), label(path))
    return tree


def refuse_another_game(tree: Tree, history: History) -> None:
    """A tree is for one length and one kind of feedback."""
    if (tree.length, tree.scoring.name) != (history.length, history.scoring):
        problem = f"the tree is for {tree.length} letters and {tree.scoring.name}"
        raise InvalidPuzzle(problem, where="--tree", expected=f"{history.length} letters and {history.scoring}")


def said_by(tree: Tree | None, history: History) -> str | None:
    """The guess of the tree; None when it has none, or when the game has left it."""
    if tree is None:
        return None
    refuse_another_game(tree, history)
    try:
        return follow(tree, history)
    except Invalid:
        return None


def hint_for(words: Words, history: History, *, mode: Mode, tree: Tree | None) -> Hint:
    """One guess."""
    left = candidates(history.facts, words.secrets, history.kind)
    ranked = ranking(words, history.kind, left, mode=mode, history=history.facts)
    if (word := said_by(tree, history)) is not None:
        return Hint(ranked.judge(word), len(left), True)
    return Hint(next(iter(ranked.best(1)), None), len(left), False)
