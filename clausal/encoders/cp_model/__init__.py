"""Models of OR-Tools as encodings: recipe.py makes them, check.py refuses wrong answers without asking OR-Tools."""

from clausal.encoders.cp_model.check import breach
from clausal.encoders.cp_model.recipe import Answer, as_written

__all__ = ["Answer", "as_written", "breach"]
