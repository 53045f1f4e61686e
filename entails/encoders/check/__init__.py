"""Does an answer keep what was stated? An independent check: one file for each kind, none of a compiler's code."""
