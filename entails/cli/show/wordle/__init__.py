"""Wordle's own questions, for people."""

from entails.cli.show.wordle.contests import evaluate, openers, race, strategies, tree, verify
from entails.cli.show.wordle.games import analyse, boards, decode
from entails.cli.show.wordle.history import candidates, check, suggest
from entails.cli.show.wordle.proof import absurdle, check_proof, prove
from entails.cli.show.wordle.study import study

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
