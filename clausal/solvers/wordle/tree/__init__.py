"""Trees: the strategy with the smallest total of guesses, written down, checked, and followed."""

from clausal.solvers.wordle.tree.best import Wish, best_tree
from clausal.solvers.wordle.tree.file import read_tree, write_tree
from clausal.solvers.wordle.tree.follow import follow
from clausal.solvers.wordle.tree.value import Node, Tree
from clausal.solvers.wordle.tree.verify import Verdict, verify

__all__ = ["Node", "Tree", "Verdict", "Wish", "best_tree", "follow", "read_tree", "verify", "write_tree"]
