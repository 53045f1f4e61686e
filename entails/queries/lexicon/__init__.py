"""The words that Wordle and Scrabble are played with."""

PANEL = "Words"
