"""Queries that only CNF formulas have."""
