"""Scrabble as constraints for CP-SAT, and as itself for the move generator."""

from clausal.encoders.scrabble.cpsat import ScrabbleCpSat
from clausal.encoders.scrabble.native import ScrabbleNative

ScrabbleEncoder = ScrabbleCpSat | ScrabbleNative

ENCODERS: dict[str, ScrabbleEncoder] = {encoder.name: encoder for encoder in (ScrabbleNative(), ScrabbleCpSat())}

__all__ = ["ENCODERS", "ScrabbleCpSat", "ScrabbleEncoder", "ScrabbleNative"]
