"""Wordle and Wordle Mind: feedback, words, the history of a game, and the puzzle it makes."""

from clausal.models.wordle.game import Wordle
from clausal.models.wordle.history import Guess, History
from clausal.models.wordle.read import read_histories, read_history
from clausal.models.wordle.scoring import COLOURS, COUNTS, SCORINGS, Scoring, scoring_named
from clausal.models.wordle.words import Words

__all__ = [
    "COLOURS",
    "COUNTS",
    "SCORINGS",
    "Guess",
    "History",
    "Scoring",
    "Wordle",
    "Words",
    "read_histories",
    "read_history",
    "scoring_named",
]
