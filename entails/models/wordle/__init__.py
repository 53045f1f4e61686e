"""Wordle and Wordle Mind: feedback, words, the history of a game, and the puzzle it makes."""

from entails.models.wordle.game import Wordle
from entails.models.wordle.history import Guess, History
from entails.models.wordle.read import read_histories, read_history
from entails.models.wordle.scoring import COLOURS, COUNTS, SCORINGS, Scoring, scoring_named
from entails.models.wordle.words import Words

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
