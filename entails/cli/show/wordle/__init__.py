"""Printed results of the Wordle queries."""

from entails.cli.show.wordle.games import analyse, boards, candidates, check, decode, suggest
from entails.cli.show.wordle.studies import (
    absurdle,
    check_proof,
    evaluate,
    openers,
    prove,
    race,
    strategies,
    study,
    tree,
    verify,
)

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
