"""The words that may answer a question about words, found with whole arrays: where nothing is compiled, the graph of
these is built in no time, and walking it gives the answer."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from entails.models.alphabet import Alphabet
from entails.models.letters import Letters
from entails.models.lexicon import Lexicon
from entails.models.word_pattern import ANY, RUN


def spelt_with(lexicon: Lexicon, letters: str, lengths: range) -> Iterator[Letters]:
    """The words of these lengths that have no letter beside these, except for as many as there are "?"."""
    usable = _is_one_of(letters, lexicon.alphabet)
    for length in lexicon.lengths:
        if length in lengths:
            words = lexicon.letters(length)
            others = np.flatnonzero(~usable[words]) // length
            yield words[np.bincount(others, minlength=len(words)) <= letters.count(ANY)]


def holding(lexicon: Lexicon, folded: str) -> Iterator[Letters]:
    """The words with these letters in a row."""
    for length in lexicon.lengths:
        if length >= len(folded):
            words = lexicon.letters(length)
            rows = [_with_at(words, folded, first, lexicon.alphabet) for first in range(length - len(folded) + 1)]
            yield words[np.unique(np.concatenate(rows))]


def like(lexicon: Lexicon, pieces: Sequence[str], lengths: range, rack: str | None) -> Iterator[Letters]:
    """The words of these lengths that begin and end as a pattern does, of the letters that it and a rack have."""
    runs = [place for place, piece in enumerate(pieces) if piece == RUN] or [len(pieces)]
    head, tail = pieces[: runs[0]], pieces[runs[-1] + 1 :]
    fixed = "".join(piece for piece in pieces if piece not in (RUN, ANY))
    for length in lexicon.lengths:
        if length not in lengths or length < len(head) + len(tail):
            continue
        words = lexicon.letters(length)
        for place, piece in [*enumerate(head), *enumerate(tail, length - len(tail))]:
            if piece != ANY:
                words = words[_is_one_of(piece, lexicon.alphabet)[words[:, place]]]
        if rack is not None:
            others = np.flatnonzero(~_is_one_of(rack + fixed, lexicon.alphabet)[words]) // length
            words = words[np.bincount(others, minlength=len(words)) <= rack.count(ANY)]
        yield words


def _is_one_of(letters: str, alphabet: Alphabet) -> NDArray[np.bool_]:
    usable = np.zeros(alphabet.kinds, np.bool_)
    usable[[alphabet.number(letter) for letter in letters if letter != ANY]] = True
    return usable


def _with_at(words: Letters, folded: str, first: int, alphabet: Alphabet) -> NDArray[np.intp]:
    rows = np.arange(len(words))
    for place, letter in enumerate(folded, first):
        rows = rows[words[rows, place] == alphabet.number(letter)]
    return rows
