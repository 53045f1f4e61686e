"""A proof that no tree is better, as a file: `prover` writes it with the help of the search, `checker` believes none.

The proof is a list of lemmas, each "these words take at least so many guesses in all". A set of x words takes at least
2x - 1: one word may be right at once, the others need two. And where no guess makes more than P parts of the whole
list, at most P words are found within two guesses, so that more than P words take at least 3x - P - 1. A lemma holds
when every allowed guess costs at least what it says: a guess for each word, and for each part that it leaves the larger
of this and of what an earlier lemma says of the part. An opener is refuted in the same way.
"""
