"""Models of OR-Tools as encodings: recipe.py makes them, check.py refuses wrong answers without asking OR-Tools."""
