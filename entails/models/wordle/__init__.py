"""Wordle and Wordle Mind: feedback, words, the history of a game, and the resulting puzzle."""
