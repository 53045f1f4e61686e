"""Decision trees with the smallest total of guesses: search, files, checks and play."""
