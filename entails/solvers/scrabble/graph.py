"""The words of a lexicon as a minimal GADDAG (`WordGraph`), built by compiled code and cached on disk.

`word_graph(lexicon)` looks for a graph in memory, then on disk, then builds it. Files are named after the words, below
the user's cache directory. They are written atomically, so several processes may build the same graph. A damaged file
fails its checksum and is rebuilt. Without write access nothing is cached.

Without compiled code, `graph_for(position)` builds a graph of only the words that the rack can make on the board. Every
word of a play, cross words included, lies on a line without tiles before or after it, agrees with the tiles there and
takes the rest from the rack; a graph of these few thousand words gives the same plays. It serves one position only.
"""

import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from entails.data.files import whole_file
from entails.models.alphabet import LATIN, Alphabet, Letters
from entails.models.errors import InvalidData
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import EMPTY
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import Rack
from entails.solvers.kernels.jit import runs_plain_python
from entails.solvers.kernels.scrabble_board import Graph
from entails.solvers.kernels.scrabble_graph import (
    COMPLETE,
    MASK,
    MASK_SHIFT,
    MOST_NARROW_EDGES,
    NARROW_MASK,
    START,
    START_SHIFT,
)
from entails.solvers.kernels.scrabble_leaves import FILTER_SHIFTS, LETTER_KEYS

Stored = tuple[NDArray[np.int64], int, int, NDArray[np.int64]]

VERSION = 5
"""Version of the file format and of the graph layout."""
_HEADER = struct.Struct("<8sIIIqqII")
_MAGIC = b"CLSLGRPH"


def key_of(lexicon: Lexicon) -> str:
    """Return a key that identifies the words of a lexicon.

    Shipped lexicons have a digest and need not be loaded. Lexicons with the same words have the same key.
    """
    digest = lexicon.source.digest
    digest_of_words = sha256(f"{VERSION}{digest or ''}".encode())
    for length in lexicon.lengths if digest is None else ():
        letters = lexicon.letters(length)
        digest_of_words.update(f"/{length}x{len(letters)}/".encode())
        digest_of_words.update(np.ascontiguousarray(letters).data)
    return digest_of_words.hexdigest()[:32]


def path_of(key: str) -> Path:
    """Return the cache file of the graph with this key."""
    return user_cache_path("entails", appauthor=False) / "graphs" / f"{key}.graph"


def load(key: str) -> Stored | None:
    """Load a graph from the cache; None if there is no valid file."""
    try:
        with path_of(key).open("rb") as file:
            header = file.read(_HEADER.size)
            content = np.fromfile(file, dtype="<i8").astype(np.int64, copy=False)
            rest = file.read(1)
    except OSError:
        return None
    if len(header) < _HEADER.size:
        return None
    magic, version, count, width, root, plain_root, size, check = _HEADER.unpack(header)
    if (magic, version, count * width + size) != (_MAGIC, VERSION, len(content)):
        return None
    if rest or crc32(content.data) != check:
        return None
    edges, anagrams = content[: count * width], content[count * width :]
    return edges if width == 1 else edges.reshape(count, width), root, plain_root, anagrams


def save(key: str, graph: "WordGraph") -> None:
    """Save a graph in the cache, if that is possible."""
    path, edges, anagrams = path_of(key), graph.edges, graph.anagrams
    content = edges.astype("<i8").tobytes() + anagrams.astype("<i8").tobytes()
    width = edges.size // max(len(edges), 1)
    header = _HEADER.pack(
        _MAGIC, VERSION, len(edges), width, graph.root, graph.plain_root, len(anagrams), crc32(content)
    )
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path, binary=True, durable=False) as file:
            file.write(header + content)


Edges = NDArray[np.int64]

_MOST_REMEMBERED = 8
_MOST_BEGINNINGS = 1 << 26
_FEW = 2000
"""Number of words of which plain Python builds a graph within a second."""
_WORDS_PER_ELEMENT = 3
"""Words for each element of the filter of anagrams; at least half as many."""


@dataclass(frozen=True, eq=False)
class WordGraph:
    """A GADDAG. The edges are read-only, in the layout of `entails.solvers.kernels.scrabble_graph`.

    Attributes:
        root: From here a word is read from any of its letters, leftwards first.
        plain_root: From here a word is read from its first letter.
        anagrams: Filter of the letters of the words, see `entails.solvers.kernels.scrabble_leaves`.
    """

    edges: NDArray[np.int64]
    root: int
    plain_root: int
    anagrams: NDArray[np.int64]
    alphabet: Alphabet = LATIN

    def __post_init__(self) -> None:
        """Make the arrays read-only, so that all graphs have one type and kernels are compiled once."""
        self.edges.setflags(write=False)
        self.anagrams.setflags(write=False)

    @property
    def arrays(self) -> Graph:
        """The graph as an argument of kernels."""
        return Graph(self.edges, self.root, self.plain_root, self.anagrams)

    def steps(self, node: int) -> Iterator[tuple[int, int]]:
        """Yield the symbol and the edge of each edge of a node, for traversal in plain Python."""
        mask, place = self._mask_and_first(node)
        while mask:
            bit = mask & -mask
            yield bit.bit_length() - 1, int(self.edges[place]) if self.edges.ndim == 1 else place
            mask ^= bit
            place += 1

    def completes(self, edge: int) -> bool:
        """Return whether a word is complete after this edge."""
        return bool((edge if self.edges.ndim == 1 else self.edges[edge, START]) & COMPLETE)

    def _mask_and_first(self, node: int) -> tuple[int, int]:
        if self.edges.ndim == 1:
            return node >> MASK_SHIFT & NARROW_MASK, node >> START_SHIFT
        return int(self.edges[node, MASK]), int(self.edges[node, START]) >> 1

    @property
    def nbytes(self) -> int:
        """Size of the graph in bytes."""
        return self.edges.nbytes + self.anagrams.nbytes


@lru_cache(_MOST_REMEMBERED)
def word_graph(lexicon: Lexicon) -> WordGraph:
    """Return the graph of a lexicon: from memory, from disk, or newly built."""
    key = key_of(lexicon)
    stored = load(key)
    if stored is not None:
        return WordGraph(*stored, lexicon.alphabet)
    graph = build_graph(lexicon)
    save(key, graph)
    return graph


def graph_for(position: Position) -> WordGraph:
    """Return a graph for the plays of one position, complete or reduced.

    It has all words, or only the playable ones if loops are not compiled and the full graph is not cached.
    """
    if needs_plain_build(position.lexicon):
        return graph_of(reachable_words(position))
    return word_graph(position.lexicon)


def graph_with(lexicon: Lexicon, wanted: Iterator[Letters]) -> WordGraph:
    """Return a graph that contains at least the words `wanted`, for queries about words."""
    if needs_plain_build(lexicon):
        words = list(wanted)
        if sum(map(len, words)) <= _FEW:
            return replace(graph_of(words), alphabet=lexicon.alphabet)
    return word_graph(lexicon)


def needs_plain_build(lexicon: Lexicon) -> bool:
    """Return whether building the full graph would run without compiled code."""
    return runs_plain_python() and not path_of(key_of(lexicon)).is_file()


def build_graph(lexicon: Lexicon) -> WordGraph:
    """Build the graph of all words in a lexicon."""
    return replace(graph_of([lexicon.letters(length) for length in lexicon.lengths]), alphabet=lexicon.alphabet)


def graph_of(by_length: list[Letters]) -> WordGraph:
    """Build a graph from words by length, doubling the arrays until it fits."""
    words, lengths = _sorted_words(by_length)
    guess = 1
    while (graph := _built(words, lengths, guess)) is None:
        guess *= 2
    return graph


def _built(words: Letters, lengths: NDArray[np.uint8], guess: int) -> WordGraph | None:
    """Build a graph; return None if it needs more than twice `guess` edges per prefix."""
    from entails.solvers.kernels.scrabble_graph import (
        EDGES,
        NO_ROOM,
        SYMBOLS,
        add_strings,
        by_nearness,
        count_prefixes,
        reversed_prefixes,
    )

    prefixes = count_prefixes(words, lengths)
    if prefixes > _MOST_BEGINNINGS:
        raise InvalidData("too many words for a word graph", expected="at most about ten million")
    room = 2 * guess * prefixes + SYMBOLS + 1
    edges, masks, register = (
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(1 << room.bit_length(), np.int64),
    )
    counters = np.array([1, 0], np.int64)
    whole, no_turn = np.ones(len(words), np.uint8), np.zeros(len(words), np.int64)
    plain_root = add_strings(edges, masks, register, counters, words, lengths, whole, no_turn)
    if plain_root == NO_ROOM:
        return None
    strings = np.zeros((prefixes, words.shape[1]), np.uint8)
    sizes, complete = np.zeros(prefixes, np.uint8), np.zeros(prefixes, np.uint8)
    turns = np.zeros(prefixes, np.int64)
    reversed_prefixes(edges, masks, plain_root, words, lengths, strings, sizes, complete, turns)
    order = _sorting(strings)
    strings, sizes, complete, turns = strings[order], sizes[order], complete[order], turns[order]
    root = add_strings(edges, masks, register, counters, strings, sizes, complete, turns)
    if root == NO_ROOM:
        return None
    roots = np.array([root, plain_root], np.int64)
    used = counters[EDGES]
    edges, masks = by_nearness(edges[:used], masks[:used], roots)
    is_narrow = int(masks.max()) <= NARROW_MASK and len(edges) <= MOST_NARROW_EDGES
    packed, root, plain_root = (_narrow if is_narrow else _wide)(edges, masks, roots)
    return WordGraph(packed, root, plain_root, _anagrams(words))


def _anagrams(words: Letters) -> NDArray[np.int64]:
    """Return the filter of the keys of all words, given as zero-padded rows of symbols."""
    filters = np.zeros(1 << (len(words) // _WORDS_PER_ELEMENT).bit_length(), np.int64)
    keys = np.zeros(len(words), np.int64)
    for column in words.T:
        keys += LETTER_KEYS[column]
    for shift in FILTER_SHIFTS:
        np.bitwise_or.at(filters, keys & len(filters) - 1, np.int64(1) << (keys >> shift & 63))
    return filters


def _narrow(edges: Edges, masks: Edges, roots: Edges) -> tuple[Edges, int, int]:
    """Return the edges and roots of a graph with each edge packed into one number, see `scrabble_graph`."""
    starts = edges >> 1
    packed = starts << START_SHIFT | masks[starts] << MASK_SHIFT | edges & COMPLETE
    root, plain_root = (roots << START_SHIFT | masks[roots] << MASK_SHIFT).tolist()
    return packed, root, plain_root


def _wide(edges: Edges, masks: Edges, roots: Edges) -> tuple[Edges, int, int]:
    """Return the edges and roots of a graph with two numbers per edge; the roots' own edges come last."""
    all_edges = np.concatenate([edges, roots << 1])
    return np.stack([masks[all_edges >> 1], all_edges], axis=1), len(edges), len(edges) + 1


def _sorted_words(by_length: list[Letters]) -> tuple[Letters, NDArray[np.uint8]]:
    """Return all words as sorted rows of symbols, padded with zeros, and their lengths."""
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
    """Return the indices that sort zero-padded strings."""
    return np.argsort(strings.view(f"S{strings.shape[1]}").ravel(), kind="stable")


Line = NDArray[np.int8]


def reachable_words(position: Position) -> list[Letters]:
    """Return the words that some play could form, by length."""
    slots: dict[int, set[bytes]] = {}
    for line in _lines(position.board.letters):
        for slot in _slots(line, position.rack.total):
            slots.setdefault(len(slot), set()).add(slot.tobytes())
    words = []
    for length in position.lexicon.lengths:
        wanted = [np.frombuffer(slot, np.int8) for slot in slots.get(length, ())]
        if wanted:
            words.append(_fitting(position.lexicon, length, wanted, position.rack))
    return words


def _lines(letters: NDArray[np.int8]) -> Iterator[Line]:
    yield from letters
    yield from letters.T


def _slots(line: Line, tiles: int) -> Iterator[Line]:
    """Yield the possible places of a word in a line: 1 to `tiles` gaps, with no tile at either end."""
    edges = np.concatenate([[EMPTY], line, [EMPTY]])
    gaps = np.concatenate([[0], np.cumsum(line == EMPTY)])
    for start in range(len(line)):
        for end in range(start + 2, len(line) + 1):
            if edges[start] == edges[end + 1] == EMPTY and 1 <= gaps[end] - gaps[start] <= tiles:
                yield line[start:end]


def _fitting(lexicon: Lexicon, length: int, slots: list[Line], rack: Rack) -> Letters:
    """Return the words of one length that fit some slot, given the rack."""
    words, kinds = lexicon.letters(length), lexicon.alphabet.kinds
    usable = np.zeros(kinds, np.bool_)
    usable[[*rack]] = True
    usable[np.concatenate([slot[slot != EMPTY] for slot in slots])] = True
    lacks = np.bincount(np.flatnonzero(~usable[words]) // length, minlength=len(words))
    words = words[lacks <= rack.blanks]
    counts = np.stack([(words == letter).sum(axis=1, dtype=np.int8) for letter in range(kinds)], axis=1)
    blanks, have = rack.blanks, np.array(rack.letters[:kinds], np.int8)
    lacking = np.maximum(counts - have, 0).sum(axis=1)
    kept = np.zeros(len(words), np.bool_)
    for slot in slots:
        is_tile = slot != EMPTY
        rows = np.flatnonzero((lacking <= blanks + np.count_nonzero(is_tile)) & ~kept)
        for place in np.flatnonzero(is_tile):
            rows = rows[words[rows, place] == slot[place]]
        on_board = np.bincount(slot[is_tile], minlength=kinds)
        kept[rows[np.maximum(counts[rows] - on_board - have, 0).sum(axis=1) <= blanks]] = True
    return np.ascontiguousarray(words[kept])
