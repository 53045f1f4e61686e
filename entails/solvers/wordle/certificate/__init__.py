"""Certificates that no tree is better: `prover` writes them by search, `checker` verifies them without it.

A certificate is a list of lemmas. Each lemma says that a set of words takes at least a number of guesses in all, where
each word counts by its weight. Let W be the weight of a set. A guess finds at most one word of it at once, itself, and
one more word of each part that it leaves with the guess after it. So it costs at least 2W, plus the weight of all words
that are not the heaviest of their part, less its own weight if it is in the set. A lemma holds if every allowed guess
costs at least its bound. The cost of a guess is the weight of the words plus, for each part, the largest of these
bounds:

- 2W less the heaviest word; more if the part has more words than the largest number of parts that any guess makes of
  the whole list;
- 2W, or the least cost of its own words as guesses by the rule above, whichever is less, because guesses from outside
  find nothing at once;
- the bound of an earlier lemma about exactly this part.

An opener is refuted in the same way. In hard mode a lemma can state clues that every guess must obey. It then covers
only guesses that obey them, and may be used wherever at least these clues are known.
"""
