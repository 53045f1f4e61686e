"""Scrabble: the word graph, the placement generator, and what is built on them."""
