"""Puzzle -> constraints, said declaratively, and assignment -> answer."""
