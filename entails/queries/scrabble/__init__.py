"""Queries of Scrabble: check and list plays, replay and analyse games, endgames, self-play."""
