"""Decision trees with the smallest total of guesses: search, files, verification and play."""
