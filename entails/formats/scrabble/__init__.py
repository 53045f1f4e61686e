"""Formats of Scrabble positions and games: CGP, GCG, JSON, drawn boards, saved games."""
