"""`WordGraph`: the words of a lexicon as a minimal GADDAG, built by compiled code and kept on disk.

`word_graph(lexicon)` is the way in: it remembers graphs in this process, then looks on disk, then builds. `graph_for` a
position may be smaller.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from entails.models.alphabet import LATIN, Alphabet
from entails.models.errors import InvalidData
from entails.models.letters import Letters
from entails.models.lexicon import Lexicon
from entails.models.scrabble.position import Position
from entails.solvers.kernels.scrabble_graph import (
    COMPLETE,
    MASK,
    MASK_SHIFT,
    MOST_NARROW_EDGES,
    NARROW_MASK,
    START,
    START_SHIFT,
)
from entails.solvers.patience import is_plain
from entails.solvers.scrabble import graph_store

Edges = NDArray[np.int64]

_MOST_REMEMBERED = 8
_MOST_BEGINNINGS = 1 << 26
_FEW = 2000
"""Words of which plain loops build a graph in less than a second."""


@dataclass(frozen=True, eq=False)
class WordGraph:
    """Edges as `entails.solvers.kernels.scrabble_graph` lays them out, not to be written to; the roots are nodes.

    From `root` a word is read from any of its letters, leftwards first; from `plain_root` from its first letter on.
    """

    edges: NDArray[np.int64]
    root: int
    plain_root: int
    alphabet: Alphabet = LATIN

    def __post_init__(self) -> None:
        """Built or loaded, the array has one type, for which the kernels are compiled once."""
        self.edges.setflags(write=False)

    def steps(self, node: int) -> Iterator[tuple[int, int]]:
        """(symbol, edge) of each edge of a node, for who walks in plain Python."""
        mask, place = self._mask_and_first(node)
        while mask:
            bit = mask & -mask
            yield bit.bit_length() - 1, int(self.edges[place]) if self.edges.ndim == 1 else place
            mask ^= bit
            place += 1

    def completes(self, edge: int) -> bool:
        """Is a word complete after this edge?"""
        return bool((edge if self.edges.ndim == 1 else self.edges[edge, START]) & COMPLETE)

    def _mask_and_first(self, node: int) -> tuple[int, int]:
        if self.edges.ndim == 1:
            return node >> MASK_SHIFT & NARROW_MASK, node >> START_SHIFT
        return int(self.edges[node, MASK]), int(self.edges[node, START]) >> 1

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
        from entails.solvers.scrabble.reach import words_in_reach

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
    from entails.solvers.kernels import scrabble_graph_building as kernels
    from entails.solvers.kernels.scrabble_graph import SYMBOLS

    prefixes = kernels.count_prefixes(words, lengths)
    if prefixes > _MOST_BEGINNINGS:
        raise InvalidData("there are too many words for a word graph", expected="about ten million words at most")
    room = 2 * guess * prefixes + SYMBOLS + 1
    edges, masks, register = (
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(1 << room.bit_length(), np.int64),
    )
    counters = np.array([1, 0], np.int64)
    whole, no_turn = np.ones(len(words), np.uint8), np.zeros(len(words), np.int64)
    plain_root = kernels.add_strings(edges, masks, register, counters, words, lengths, whole, no_turn)
    if plain_root == kernels.NO_ROOM:
        return None
    strings = np.zeros((prefixes, words.shape[1]), np.uint8)
    sizes, complete = np.zeros(prefixes, np.uint8), np.zeros(prefixes, np.uint8)
    turns = np.zeros(prefixes, np.int64)
    kernels.reversed_prefixes(edges, masks, plain_root, words, lengths, strings, sizes, complete, turns)
    order = _sorting(strings)
    strings, sizes, complete, turns = strings[order], sizes[order], complete[order], turns[order]
    root = kernels.add_strings(edges, masks, register, counters, strings, sizes, complete, turns)
    if root == kernels.NO_ROOM:
        return None
    roots = np.array([root, plain_root], np.int64)
    used = counters[kernels.EDGES]
    edges, masks = kernels.by_nearness(edges[:used], masks[:used], roots)
    is_narrow = int(masks.max()) <= NARROW_MASK and len(edges) <= MOST_NARROW_EDGES
    return (_narrow if is_narrow else _wide)(edges, masks, roots)


def _narrow(edges: Edges, masks: Edges, roots: Edges) -> WordGraph:
    """All about an edge in one number, see `scrabble_graph`."""
    starts = edges >> 1
    packed = starts << START_SHIFT | masks[starts] << MASK_SHIFT | edges & COMPLETE
    root, plain_root = (roots << START_SHIFT | masks[roots] << MASK_SHIFT).tolist()
    return WordGraph(packed, root, plain_root)


def _wide(edges: Edges, masks: Edges, roots: Edges) -> WordGraph:
    """Two numbers for each edge; the roots have edges of their own behind the others."""
    every = np.concatenate([edges, roots << 1])
    return WordGraph(np.stack([masks[every >> 1], every], axis=1), len(edges), len(edges) + 1)


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
