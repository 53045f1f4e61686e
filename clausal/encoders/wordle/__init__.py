"""Wordle as constraints on the letters of the secret: for CP-SAT, as a CNF, and as itself for the compiled filter."""

from clausal.encoders.wordle.cnf import WordleCnf
from clausal.encoders.wordle.cpsat import WordleCpSat
from clausal.encoders.wordle.native import WordleNative

WordleEncoder = WordleCnf | WordleCpSat | WordleNative

ENCODERS: dict[str, WordleEncoder] = {encoder.name: encoder for encoder in (WordleCpSat(), WordleCnf(), WordleNative())}

__all__ = ["ENCODERS", "WordleCnf", "WordleCpSat", "WordleEncoder", "WordleNative"]
