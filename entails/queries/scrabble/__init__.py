"""Scrabble's own questions: a play judged, all plays, a game replayed, games of programs."""
