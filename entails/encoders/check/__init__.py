"""Does an answer keep what was stated? An independent check: one file for each kind, none of a compiler's code."""

from entails.encoders.check.checker import Breach, breaches, broken

__all__ = ["Breach", "breaches", "broken"]
