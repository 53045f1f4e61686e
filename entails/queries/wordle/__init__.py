"""Wordle's own questions."""
