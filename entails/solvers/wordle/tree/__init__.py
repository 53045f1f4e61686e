"""Trees: the strategy with the smallest total of guesses, written down, checked, and followed."""

from entails.solvers.wordle.tree.best import Wish, best_tree
from entails.solvers.wordle.tree.file import read_tree, write_tree
from entails.solvers.wordle.tree.follow import follow
from entails.solvers.wordle.tree.value import Node, Tree
from entails.solvers.wordle.tree.verify import Verdict, verify

__all__ = ["Node", "Tree", "Verdict", "Wish", "best_tree", "follow", "read_tree", "verify", "write_tree"]
