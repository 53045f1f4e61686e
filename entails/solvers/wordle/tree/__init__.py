"""Trees: the strategy with the smallest total of guesses, written down, checked, and followed."""
