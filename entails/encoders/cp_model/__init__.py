"""Models of OR-Tools as encodings: recipe.py makes them, check.py refuses wrong answers without asking OR-Tools."""

from entails.encoders.cp_model.check import breach
from entails.encoders.cp_model.recipe import Answer, as_written

__all__ = ["Answer", "as_written", "breach"]
