"""Word search on the word graph: anagrams, extensions, patterns; and probabilities of racks.

    spelt_by(graph, "silent", least=6, most=6)      # elints, enlist, inlets, listen, silent, tinsel
    beginning_with(graph, "qua")                    # quack, quad, ...

A "?" among the letters is any letter. `alphagrams` and `stems` are ordered by the probability of drawing their letters
from a full bag. `spelt_with`, `holding` and `like_pattern` filter the lexicon with array operations: without compiled
code, a small graph of these words replaces the full one.
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
    """Return the words of `least` to `most` letters that the given letters spell, longest first."""
    words: list[str] = []
    _spell(graph, graph.plain_root, Counter(letters), "", least, most, words)
    return sorted(words, key=lambda word: (-len(word), word))


def matching(graph: WordGraph, pieces: Sequence[str], lengths: range, rack: str | None = None) -> list[str]:
    """Return the words of these lengths that match a pattern (see `WordPattern.pieces`), shortest first.

    With a rack, letters that the pattern does not fix must be on it, each used once.
    """
    words: list[str] = []
    fixed = (piece for piece in pieces if len(piece) == 1 and piece not in (RUN, ANY))
    left = None if rack is None else Counter([*rack, *fixed])
    steps = PatternSteps(pieces)
    _match(graph, graph.plain_root, steps, steps.start, "", lengths, left, words)
    return sorted(words, key=lambda word: (len(word), [graph.alphabet.number(letter) for letter in word]))


def beginning_with(graph: WordGraph, word: str) -> list[str]:
    """Return the words that begin with, and are longer than, a given word."""
    node = _node_after(graph, graph.plain_root, word)
    return sorted(_ends(graph, node, word)) if node is not None else []


def ending_with(graph: WordGraph, word: str) -> list[str]:
    """Return the words that end with, and are longer than, a given word, read backwards in the graph."""
    node = _node_after(graph, graph.root, word[::-1])
    return sorted(_beginnings(graph, node, word)) if node is not None else []


def containing(graph: WordGraph, word: str) -> list[str]:
    """Return the words that contain a given word with letters before and after it."""
    node = _node_after(graph, graph.root, word[::-1])
    return sorted(set(_around(graph, node, word))) if node is not None else []


def _spell(
    graph: WordGraph, node: int, left: Counter[str], prefix: str, least: int, most: int, words: list[str]
) -> None:
    if len(prefix) == most:
        return
    for symbol, edge in graph.steps(node):
        letter = graph.alphabet.small[symbol - 1]
        used = letter if left[letter] else ANY
        if symbol == TURN or not left[used]:
            continue
        word = prefix + letter
        if graph.completes(edge) and len(word) >= least:
            words.append(word)
        left[used] -= 1
        _spell(graph, edge, left, word, least, most, words)
        left[used] += 1


def _match(
    graph: WordGraph,
    node: int,
    steps: PatternSteps,
    states: int,
    prefix: str,
    lengths: range,
    left: Counter[str] | None,
    words: list[str],
) -> None:
    """Extend a prefix that has led the pattern to these states.

    Every letter comes from those `left`: the letters that the pattern fixes, and the rack.
    """
    if len(prefix) + 1 >= lengths.stop:
        return
    for symbol, edge in graph.steps(node):
        letter = graph.alphabet.small[symbol - 1]
        if symbol == TURN or not (after := steps.after(states, letter)):
            continue
        used = letter if left is None or left[letter] else ANY
        if left is not None and not left[used]:
            continue
        word = prefix + letter
        if graph.completes(edge) and steps.accepts(after) and len(word) in lengths:
            words.append(word)
        if left is not None:
            left[used] -= 1
        _match(graph, edge, steps, after, word, lengths, left, words)
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


def _ends(graph: WordGraph, node: int, prefix: str) -> Iterator[str]:
    for symbol, edge in graph.steps(node):
        word = prefix + graph.alphabet.small[symbol - 1]
        if graph.completes(edge):
            yield word
        yield from _ends(graph, edge, word)


def _beginnings(graph: WordGraph, node: int, suffix: str) -> Iterator[str]:
    for symbol, edge in graph.steps(node):
        if symbol != TURN:
            word = graph.alphabet.small[symbol - 1] + suffix
            if graph.completes(edge):
                yield word
            yield from _beginnings(graph, edge, word)


def _around(graph: WordGraph, node: int, suffix: str) -> Iterator[str]:
    for symbol, edge in graph.steps(node):
        if symbol != TURN:
            word = graph.alphabet.small[symbol - 1] + suffix
            for sign, after in graph.steps(edge):
                if sign == TURN:
                    yield from _ends(graph, after, word)
            yield from _around(graph, edge, word)


Counts = NDArray[np.int64]
"""Multisets of letters as rows of counts by letter number."""


def chances(letters: Counts, tile_set: TileSet) -> NDArray[np.float64]:
    """Return the probability of drawing each set of letters from a full bag; blanks may replace letters.

    Each letter contributes a polynomial in the number of blanks used for it; their product counts the draws.
    """
    blanks = tile_set.counts[BLANK]
    ways = np.zeros((len(letters), blanks + 1))
    ways[:, 0] = 1.0
    for letter in range(letters.shape[1]):
        most = int(letters[:, letter].max(initial=0))
        if letter == BLANK or not most:
            continue
        have = tile_set.counts[letter]
        table = np.zeros((most + 1, blanks + 1))
        for wanted in range(most + 1):
            for lacking in range(min(wanted, blanks) + 1):
                table[wanted, lacking] = comb(have, wanted - lacking)
        factor, product = table[letters[:, letter]], np.zeros_like(ways)
        for power in range(blanks + 1):
            for lacking in range(power + 1):
                product[:, power] += ways[:, power - lacking] * factor[:, lacking]
        ways = product
    total = ways @ np.array([comb(blanks, used) for used in range(blanks + 1)], np.float64)
    sizes = letters.sum(axis=1)
    whole = np.array([comb(tile_set.total, size) for size in range(int(sizes.max(initial=0)) + 1)], np.float64)
    probabilities: NDArray[np.float64] = total / whole[sizes]
    return probabilities


@dataclass(frozen=True)
class Alphagram:
    """Letters in alphabetical order, with the words they spell and the probability of drawing them."""

    letters: str
    words: tuple[str, ...]
    probability: float


def alphagrams(lexicon: Lexicon, tile_set: TileSet, length: int) -> list[Alphagram]:
    """Return the alphagrams of all words of a length, most probable first."""
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
    """Letters that form words with one more letter.

    Attributes:
        with_letters: The letters that complete a word.
        words: Number of words.
        probability: Probability of drawing the letters.
        completed: Probability that one more tile then completes a word.
    """

    letters: str
    with_letters: str
    words: int
    probability: float
    completed: float


def stems(lexicon: Lexicon, tile_set: TileSet, length: int) -> list[Stem]:
    """Return the stems of a length, ordered by the product of both probabilities."""
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
        added = "".join(letters[letter] for letter in np.flatnonzero(words[at]).tolist())
        yield Stem(names[at], added, int(words[at].sum()), float(likely[at]), float(completed[at]))


def _counted(rows: NDArray[np.uint8], kinds: int) -> Counts:
    return np.stack([(rows == letter).sum(axis=1, dtype=np.int64) for letter in range(kinds)], axis=1)


def spelt_with(lexicon: Lexicon, letters: str, lengths: range) -> Iterator[Letters]:
    """Yield the words of these lengths that use only these letters, and any letter for each "?"."""
    usable = _is_one_of(letters, lexicon.alphabet)
    for length in lexicon.lengths:
        if length in lengths:
            words = lexicon.letters(length)
            others = np.flatnonzero(~usable[words]) // length
            yield words[np.bincount(others, minlength=len(words)) <= letters.count(ANY)]


def holding(lexicon: Lexicon, folded: str) -> Iterator[Letters]:
    """Yield the words that contain a sequence of letters."""
    for length in lexicon.lengths:
        if length >= len(folded):
            words = lexicon.letters(length)
            rows = [_with_at(words, folded, first, lexicon.alphabet) for first in range(length - len(folded) + 1)]
            yield words[np.unique(np.concatenate(rows))]


def like_pattern(lexicon: Lexicon, pieces: Sequence[str], lengths: range, rack: str | None) -> Iterator[Letters]:
    """Yield the words of these lengths that match the start and end of a pattern.

    With a rack, each letter of a word must occur in the pattern or on the rack, or a blank must stand for it. This is
    necessary, not sufficient: copies of a letter are not counted.
    """
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
