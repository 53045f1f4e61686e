"""Queries of CNF formulas only."""
