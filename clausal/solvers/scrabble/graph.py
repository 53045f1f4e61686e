"""`WordGraph`: the words of a lexicon as a minimal GADDAG, built by compiled code and kept on disk.

`word_graph(lexicon)` is the way in: it remembers graphs in this process, then looks on disk, then builds. `graph_for` a
position may be smaller.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from clausal.models.alphabet import LATIN, Alphabet
from clausal.models.errors import InvalidData
from clausal.models.letters import Letters
from clausal.models.lexicon import Lexicon
from clausal.models.scrabble.position import Position
from clausal.solvers.patience import is_plain
from clausal.solvers.scrabble import graph_store

_MOST_REMEMBERED = 8
_FEW = 2000
"""Words of which plain loops build a graph in less than a second."""


@dataclass(frozen=True, eq=False)
class WordGraph:
    """Edges as `clausal.solvers.kernels.scrabble_graph` lays them out, not to be written to; the roots are nodes.

    From `root` a word is read from any of its letters, leftwards first; from `plain_root` from its first letter on.
    """

    edges: NDArray[np.int64]
    root: int
    plain_root: int
    alphabet: Alphabet = LATIN

    def __post_init__(self) -> None:
        """Built or loaded, the array has one type, for which the kernels are compiled once."""
        self.edges.setflags(write=False)

    @property
    def nbytes(self) -> int:
        """What it takes in memory, and on disk."""
        return self.edges.nbytes


@lru_cache(_MOST_REMEMBERED)
def word_graph(lexicon: Lexicon) -> WordGraph:
    """The graph of a lexicon, from wherever it is quickest to have."""
    key = graph_store.key_of(lexicon)
    stored = graph_store.load(key)
    if stored is not None:
        return WordGraph(*stored, lexicon.alphabet)
    graph = build_graph(lexicon)
    graph_store.save(key, graph.edges, graph.root, graph.plain_root)
    return graph


def graph_for(position: Position) -> WordGraph:
    """A graph to find the plays of one position with: that of all its words, or, where loops are not compiled and it is
    not kept from an earlier run, one of the words that could be played."""
    if is_to_be_built(position.lexicon):
        from clausal.solvers.scrabble.reach import words_in_reach

        return graph_of(words_in_reach(position))
    return word_graph(position.lexicon)


def graph_with(lexicon: Lexicon, wanted: Iterator[Letters]) -> WordGraph:
    """The same for a question about words, of which these alone can be the answer."""
    if is_to_be_built(lexicon):
        some = list(wanted)
        if sum(map(len, some)) <= _FEW:
            return replace(graph_of(some), alphabet=lexicon.alphabet)
    return word_graph(lexicon)


def is_to_be_built(lexicon: Lexicon) -> bool:
    """Would the graph of all words be built by plain loops?"""
    return is_plain() and not graph_store.path_of(graph_store.key_of(lexicon)).is_file()


def build_graph(lexicon: Lexicon) -> WordGraph:
    """The graph of all words."""
    return replace(graph_of([lexicon.letters(length) for length in lexicon.lengths]), alphabet=lexicon.alphabet)


def graph_of(by_length: list[Letters]) -> WordGraph:
    """Build it, however large: where the room guessed at first is too small, it is doubled."""
    words, lengths = _sorted_words(by_length)
    guess = 1
    while (graph := _built(words, lengths, guess)) is None:
        guess *= 2
    return graph


def _built(words: Letters, lengths: NDArray[np.uint8], guess: int) -> WordGraph | None:
    """The graph, unless it needs more than twice `guess` edges for each beginning of a word."""
    from clausal.solvers.kernels import scrabble_graph as kernels

    prefixes = kernels.count_prefixes(words, lengths)
    room = min(2 * guess * prefixes + kernels.SYMBOLS, kernels.MOST_EDGES)
    if guess * prefixes > kernels.MOST_EDGES:
        raise InvalidData("there are too many words for a word graph", expected="about a million words at most")
    edges, register = np.zeros(room, np.int64), np.zeros(1 << room.bit_length(), np.int64)
    counters = np.zeros(2, np.int64)
    whole, no_turn = np.ones(len(words), np.uint8), np.zeros(len(words), np.int64)
    plain_root = kernels.add_strings(edges, register, counters, words, lengths, whole, no_turn)
    if plain_root == kernels.NO_ROOM:
        return None
    strings = np.zeros((prefixes, words.shape[1]), np.uint8)
    sizes, complete = np.zeros(prefixes, np.uint8), np.zeros(prefixes, np.uint8)
    turns = np.zeros(prefixes, np.int64)
    kernels.reversed_prefixes(edges, plain_root, words, lengths, strings, sizes, complete, turns)
    order = _sorting(strings)
    root = kernels.add_strings(edges, register, counters, strings[order], sizes[order], complete[order], turns[order])
    if root == kernels.NO_ROOM:
        return None
    roots = np.array([root, plain_root], np.int64)
    edges = kernels.by_nearness(edges[: counters[kernels.EDGES]], roots)
    return WordGraph(edges, *roots.tolist())


def _sorted_words(by_length: list[Letters]) -> tuple[Letters, NDArray[np.uint8]]:
    """All words in one order as symbols, filled up with zeros, and their lengths."""
    count, width = sum(map(len, by_length)), max((letters.shape[1] for letters in by_length), default=1)
    words, lengths = np.zeros((count, width), np.uint8), np.zeros(count, np.uint8)
    first = 0
    for letters in by_length:
        last = first + len(letters)
        words[first:last, : letters.shape[1]] = letters + 1
        lengths[first:last] = letters.shape[1]
        first = last
    order = _sorting(words)
    return words[order], lengths[order]


def _sorting(strings: Letters) -> NDArray[np.intp]:
    """The order of strings that are filled up with zeros."""
    return np.argsort(strings.view(f"S{strings.shape[1]}").ravel(), kind="stable")
