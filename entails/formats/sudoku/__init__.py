"""How grids are written down: one file per form, each a function that reads and one that writes.

Readers take the text, and the shape when the caller knows it; they raise InvalidPuzzle and nothing else. Writers raise
UnsupportedPuzzle when a form has no words for what the grid says.
"""
