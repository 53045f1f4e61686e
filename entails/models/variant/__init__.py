"""Sudoku with further rules: `rules` has every kind of rule, stated and checked; `document` reads and writes them as
f-puzzles does."""

from entails.models.variant.rule import Rule, Variant
from entails.models.variant.rules import KINDS

__all__ = ["KINDS", "Rule", "Variant"]
