"""Words found by walking the word graph: what letters spell, what begins or ends with a word. No list is scanned.

    spelt_by(graph, "silent", least=6, most=6)      elints, enlist, inlets, listen, silent, tinsel
    going_on(graph, "qua")                          quack, quad, ...

A "?" among the letters is any letter.

How likely letters are to be drawn from a full bag, and by that: alphagrams in the order of their probability, and
stems, letters that make a word with one more.

The words that may answer a question about words, found with whole arrays: where nothing is compiled, the graph of
these is built in no time, and walking it gives the answer.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from entails.formats.word_list import ANY, RUN, PatternSteps
from entails.models.alphabet import Alphabet, Letters
from entails.models.lexicon import Lexicon
from entails.models.scrabble.tiles import BLANK, TileSet
from entails.solvers.kernels.scrabble_graph import TURN
from entails.solvers.scrabble.graph import WordGraph


def spelt_by(graph: WordGraph, letters: str, least: int, most: int) -> list[str]:
    """The words of so many letters that these spell, each used once at most; longest first, then by the alphabet."""
    found: list[str] = []
    _spell(graph, graph.plain_root, Counter(letters), "", least, most, found)
    return sorted(found, key=lambda word: (-len(word), word))


def matching(graph: WordGraph, pieces: Sequence[str], lengths: range, rack: str | None = None) -> list[str]:
    """The words of these lengths that a pattern allows (see `WordPattern.pieces`), shortest first. With a rack, every
    letter that the pattern does not fix is one of its letters, each used once at most."""
    found: list[str] = []
    fixed = (piece for piece in pieces if len(piece) == 1 and piece not in (RUN, ANY))
    left = None if rack is None else Counter([*rack, *fixed])
    steps = PatternSteps(pieces)
    _match(graph, graph.plain_root, steps, steps.start, "", lengths, left, found)
    return sorted(found, key=lambda word: (len(word), [graph.alphabet.number(letter) for letter in word]))


def going_on(graph: WordGraph, word: str) -> list[str]:
    """The longer words that begin with these letters."""
    node = _node_after(graph, graph.plain_root, word)
    return sorted(_ends(graph, node, word)) if node is not None else []


def ending_with(graph: WordGraph, word: str) -> list[str]:
    """The longer words that end with these letters: read backwards, the graph leads to their beginnings."""
    node = _node_after(graph, graph.root, word[::-1])
    return sorted(_beginnings(graph, node, word)) if node is not None else []


def around(graph: WordGraph, word: str) -> list[str]:
    """The longer words that hold these letters inside, with others before and after."""
    node = _node_after(graph, graph.root, word[::-1])
    return sorted(set(_around(graph, node, word))) if node is not None else []


def _spell(
    graph: WordGraph, node: int, left: Counter[str], begun: str, least: int, most: int, found: list[str]
) -> None:
    if len(begun) == most:
        return
    for symbol, edge in graph.steps(node):
        letter = graph.alphabet.small[symbol - 1]
        used = letter if left[letter] else ANY
        if symbol == TURN or not left[used]:
            continue
        word = begun + letter
        if graph.completes(edge) and len(word) >= least:
            found.append(word)
        left[used] -= 1
        _spell(graph, edge, left, word, least, most, found)
        left[used] += 1


def _match(
    graph: WordGraph,
    node: int,
    steps: PatternSteps,
    states: int,
    begun: str,
    lengths: range,
    left: Counter[str] | None,
    found: list[str],
) -> None:
    """Go on from a beginning after which the pattern is in these states. Every letter is taken from those `left`: a
    word that matches has each letter that the pattern fixes, so the others are from the rack."""
    if len(begun) + 1 >= lengths.stop:
        return
    for symbol, edge in graph.steps(node):
        letter = graph.alphabet.small[symbol - 1]
        if symbol == TURN or not (after := steps.after(states, letter)):
            continue
        used = letter if left is None or left[letter] else ANY
        if left is not None and not left[used]:
            continue
        word = begun + letter
        if graph.completes(edge) and steps.accepts(after) and len(word) in lengths:
            found.append(word)
        if left is not None:
            left[used] -= 1
        _match(graph, edge, steps, after, word, lengths, left, found)
        if left is not None:
            left[used] += 1


def _node_after(graph: WordGraph, node: int, letters: str) -> int | None:
    for letter in letters:
        wanted = graph.alphabet.number(letter) + 1
        edge = next((edge for symbol, edge in graph.steps(node) if symbol and symbol == wanted), None)
        if edge is None:
            return None
        node = edge
    return node


def _ends(graph: WordGraph, node: int, begun: str) -> Iterator[str]:
    for symbol, edge in graph.steps(node):
        word = begun + graph.alphabet.small[symbol - 1]
        if graph.completes(edge):
            yield word
        yield from _ends(graph, edge, word)


def _beginnings(graph: WordGraph, node: int, ended: str) -> Iterator[str]:
    for symbol, edge in graph.steps(node):
        if symbol != TURN:
            word = graph.alphabet.small[symbol - 1] + ended
            if graph.completes(edge):
                yield word
            yield from _beginnings(graph, edge, word)


def _around(graph: WordGraph, node: int, ended: str) -> Iterator[str]:
    for symbol, edge in graph.steps(node):
        if symbol != TURN:
            word = graph.alphabet.small[symbol - 1] + ended
            for sign, after in graph.steps(edge):
                if sign == TURN:
                    yield from _ends(graph, after, word)
            yield from _around(graph, edge, word)


Counts = NDArray[np.int64]
"""Letters without order: how many of each kind, one set a row."""


def chances(letters: Counts, tile_set: TileSet) -> NDArray[np.float64]:
    """The probability that so many tiles, drawn from a full bag, are these letters; blanks may stand for some.

    For each letter, tiles of its own or blanks: a polynomial in the number of blanks, and all of them multiplied.
    """
    blanks = tile_set.counts[BLANK]
    ways = np.zeros((len(letters), blanks + 1))
    ways[:, 0] = 1.0
    for kind in range(letters.shape[1]):
        most = int(letters[:, kind].max(initial=0))
        if kind == BLANK or not most:
            continue
        have = tile_set.counts[kind]
        table = np.zeros((most + 1, blanks + 1))
        for wanted in range(most + 1):
            for lacking in range(min(wanted, blanks) + 1):
                table[wanted, lacking] = comb(have, wanted - lacking)
        factor, product = table[letters[:, kind]], np.zeros_like(ways)
        for power in range(blanks + 1):
            for lacking in range(power + 1):
                product[:, power] += ways[:, power - lacking] * factor[:, lacking]
        ways = product
    total = ways @ np.array([comb(blanks, used) for used in range(blanks + 1)], np.float64)
    sizes = letters.sum(axis=1)
    whole = np.array([comb(tile_set.total, size) for size in range(int(sizes.max(initial=0)) + 1)], np.float64)
    found: NDArray[np.float64] = total / whole[sizes]
    return found


@dataclass(frozen=True)
class Alphagram:
    """Letters in order, the words that they spell, and the probability that they are drawn."""

    letters: str
    words: tuple[str, ...]
    probability: float


def alphagrams(lexicon: Lexicon, tile_set: TileSet, length: int) -> list[Alphagram]:
    """The letters of all words of a length, the likeliest first."""
    rows, alphabet = lexicon.letters(length), lexicon.alphabet
    if not len(rows):
        return []
    ordered = np.sort(rows, axis=1)
    different, of_word = np.unique(ordered, axis=0, return_inverse=True)
    likely = chances(_counted(different, alphabet.kinds), tile_set)
    spelt: list[list[str]] = [[] for _ in different]
    for group, word in zip(of_word.ravel().tolist(), lexicon.words(length), strict=True):
        spelt[group].append(word)
    letters = alphabet.to_words(different)
    order = np.lexsort((np.arange(len(different)), -likely))
    return [Alphagram(letters[at], tuple(spelt[at]), float(likely[at])) for at in order.tolist()]


@dataclass(frozen=True)
class Stem:
    """Letters that make words with one more: which ones, how many words, the probability that the letters are drawn,
    and that one more tile of the bag then makes a word."""

    letters: str
    with_letters: str
    words: int
    probability: float
    completed: float


def stems(lexicon: Lexicon, tile_set: TileSet, length: int) -> list[Stem]:
    """The stems of a length, those first that most often become a word: both probabilities multiplied."""
    rows, alphabet = np.sort(lexicon.letters(length + 1), axis=1), lexicon.alphabet
    if not len(rows):
        return []
    taken = [(np.delete(rows, place, axis=1), rows[:, place]) for place in range(length + 1)]
    fresh = [np.ones(len(rows), np.bool_)] + [rows[:, at] != rows[:, at - 1] for at in range(1, length + 1)]
    left = np.concatenate([part[new] for (part, _), new in zip(taken, fresh, strict=True)])
    added = np.concatenate([letter[new] for (_, letter), new in zip(taken, fresh, strict=True)])
    different, of_word = np.unique(left, axis=0, return_inverse=True)
    words = np.zeros((len(different), alphabet.kinds), np.int64)
    np.add.at(words, (of_word.ravel(), added), 1)
    counts = _counted(different, alphabet.kinds)
    likely = chances(counts, tile_set)
    unseen = np.maximum(np.array(tile_set.counts[: alphabet.kinds]) - counts, 0)
    makes = (words > 0) * unseen
    completed = (makes.sum(axis=1) + tile_set.counts[BLANK]) / max(tile_set.total - length, 1)
    order = np.lexsort((np.arange(len(different)), -likely * completed))
    names = alphabet.to_words(different)
    return list(_stems(order, names, words, likely, completed, alphabet.small))


def _stems(
    order: NDArray[np.intp],
    names: list[str],
    words: Counts,
    likely: NDArray[np.float64],
    completed: NDArray[np.float64],
    letters: str,
) -> Iterator[Stem]:
    for at in order.tolist():
        added = "".join(letters[kind] for kind in np.flatnonzero(words[at]).tolist())
        yield Stem(names[at], added, int(words[at].sum()), float(likely[at]), float(completed[at]))


def _counted(rows: NDArray[np.uint8], kinds: int) -> Counts:
    return np.stack([(rows == kind).sum(axis=1, dtype=np.int64) for kind in range(kinds)], axis=1)


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
