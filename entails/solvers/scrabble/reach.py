"""The words that a rack can make on a board, found with whole arrays: a few thousand of hundreds of thousands.

Every word that a play forms, the cross words too, lies on a line with no tile before or after it, agrees with the tiles
that lie there, and takes the rest from the rack. So a graph of these words alone gives every play that the graph of all
words gives, and it is built in no time. It serves one position; many are worth the whole graph.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from entails.models.letters import Letters
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import EMPTY
from entails.models.scrabble.position import Position
from entails.models.scrabble.rack import Rack

Line = NDArray[np.int8]


def words_in_reach(position: Position) -> list[Letters]:
    """The words that could be formed by a play, length by length."""
    slots: dict[int, set[bytes]] = {}
    for line in _lines(position.board.letters):
        for slot in _slots(line, position.rack.total):
            slots.setdefault(len(slot), set()).add(slot.tobytes())
    found = []
    for length in position.lexicon.lengths:
        wanted = [np.frombuffer(slot, np.int8) for slot in slots.get(length, ())]
        if wanted:
            found.append(_fitting(position.lexicon, length, wanted, position.rack))
    return found


def _lines(letters: NDArray[np.int8]) -> Iterator[Line]:
    yield from letters
    yield from letters.T


def _slots(line: Line, tiles: int) -> Iterator[Line]:
    """Where a word can lie: at least one gap, no more than there are tiles, and no tile at either end."""
    edges = np.concatenate([[EMPTY], line, [EMPTY]])
    gaps = np.concatenate([[0], np.cumsum(line == EMPTY)])
    for start in range(len(line)):
        for end in range(start + 2, len(line) + 1):
            if edges[start] == edges[end + 1] == EMPTY and 1 <= gaps[end] - gaps[start] <= tiles:
                yield line[start:end]


def _fitting(lexicon: Lexicon, length: int, slots: list[Line], rack: Rack) -> Letters:
    """The words of one length that fit at least one of the slots."""
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
        there = slot != EMPTY
        rows = np.flatnonzero((lacking <= blanks + np.count_nonzero(there)) & ~kept)
        for place in np.flatnonzero(there):
            rows = rows[words[rows, place] == slot[place]]
        on_board = np.bincount(slot[there], minlength=kinds)
        kept[rows[np.maximum(counts[rows] - on_board - have, 0).sum(axis=1) <= blanks]] = True
    return np.ascontiguousarray(words[kept])
