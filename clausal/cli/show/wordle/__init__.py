"""Wordle's own questions, for people."""

from clausal.cli.show.wordle.contests import evaluate, openers, race, strategies, tree, verify
from clausal.cli.show.wordle.games import analyse, boards, decode
from clausal.cli.show.wordle.history import candidates, check, suggest
from clausal.cli.show.wordle.proof import absurdle, check_proof, prove
from clausal.cli.show.wordle.study import study

__all__ = [
    "absurdle",
    "analyse",
    "boards",
    "candidates",
    "check",
    "check_proof",
    "decode",
    "evaluate",
    "openers",
    "prove",
    "race",
    "strategies",
    "study",
    "suggest",
    "tree",
    "verify",
]

WRITTEN = {"tree.file": ("written to {files}", "dim")}
