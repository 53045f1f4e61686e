"""Sudoku with further rules: `rules` has every kind of rule, stated and checked; `document` reads and writes them as
f-puzzles does."""

from clausal.models.variant.rules import KINDS, Rule, Variant

__all__ = ["KINDS", "Rule", "Variant"]
