"""Queries that only Wordle has."""
