"""A proof that no tree is better, as a file: `prover` writes it with the help of the search, `checker` believes none.

The proof is a list of lemmas, each "these words take at least so many guesses in all", where each word counts as often
as it weighs. Of a set of words of weight W a guess finds at most one, itself, at once, and of each part that it leaves
one more with the guess after it. So it costs at least 2W, once more all words that are not the heaviest of their part,
less its own weight if it is one of them. A lemma holds when every allowed guess costs at least what it says: the weight
of its words, and for each part the largest of what is known of it. That is

- 2W less the heaviest word; where the part has more words than any guess makes parts of the whole list, more;
- 2W, or what its own words cost as guesses by the sentence above, whichever is less: guesses from outside find nothing
  at once;
- what an earlier lemma says of that very part.

An opener is refuted in the same way. In hard mode a lemma can say what every guess must hold, and then speaks only of
guesses that do; it may be used wherever at least that is known.
"""
