"""What knows Wordle: feedback for whole lists, the words that are left, and what to play next."""
