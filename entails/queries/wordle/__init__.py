"""Queries of Wordle only."""
