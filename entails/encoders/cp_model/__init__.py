"""OR-Tools models as encodings: recipe.py builds them, check.py checks solutions without OR-Tools."""
