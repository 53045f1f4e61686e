"""Look up and search the words of Wordle and Scrabble."""

PANEL = "Words"
