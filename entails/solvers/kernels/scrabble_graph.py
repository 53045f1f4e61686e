"""The word graph (GADDAG, Gordon 1994): its layout, traversal and construction.

A word is read from any of its letters outwards: first leftwards to its beginning, then, after the turn, rightwards to
its end. What follows the turn depends only on the beginning of the word that has been read. So the rightward parts
together are one minimal automaton of the words, and the leftward part is a second one whose nodes lead into the first.

Symbol 0 is the turn, a letter is its number plus 1. The edges of a node are adjacent, in the order of their symbols,
and a mask holds these symbols. There are two layouts, and each kernel is compiled for those that it is used with:

- **narrow**, an array of numbers, for alphabets of up to 38 letters: an edge is one number that describes the node
  it leads to: whether a word is complete there, its mask, and where its edges begin. Testing whether a tile of the
  rack leads on needs no memory access. A node is written as the edge that leads to it.
- **wide**, an array of pairs, for larger alphabets: the mask is a second number, and an edge is its index.

In both, 0 means that there is no edge.

The graph is built, minimal, from sorted words. During construction an edge is a number: the index where the edges of
its target begin, shifted by one bit, and whether a word is complete after it. `masks` holds the symbols of the node
whose edges begin at an index. A node is that index; 0 is the node without edges.
"""

import numpy as np
from numpy.typing import NDArray

from entails.models.alphabet import NUMBERS
from entails.solvers.kernels.jit import kernel

I32 = NDArray[np.int32]
I64 = NDArray[np.int64]
U8 = NDArray[np.uint8]

SYMBOLS = max(NUMBERS) + 2
TURN = 0
COMPLETE = 1
"""The last bit of an edge, in the second number of a wide one: whether a word is complete after it."""
NARROW_SYMBOLS = 40
"""Number of bits of a narrow mask: 38 letters, the turn, and one for no letter."""
MASK_SHIFT = 1
START_SHIFT = MASK_SHIFT + NARROW_SYMBOLS
NARROW_MASK = (1 << NARROW_SYMBOLS) - 1
MOST_NARROW_EDGES = 1 << (63 - START_SHIFT)
"""Number of edges that a narrow edge can point to."""
MASK, START = 0, 1
"""The two numbers of a wide edge."""


@kernel
def mask_of(edges: I64, node: int) -> int:
    """Return the mask of the symbols of a node's edges."""
    if edges.ndim == 1:
        return (node >> MASK_SHIFT) & NARROW_MASK
    return int(edges[node, MASK])


@kernel
def first_of(edges: I64, node: int) -> int:
    """Return the index of a node's first edge."""
    if edges.ndim == 1:
        return node >> START_SHIFT
    return int(edges[node, START]) >> 1


@kernel
def edge_at(edges: I64, place: int) -> int:
    """Return the edge at an index."""
    if edges.ndim == 1:
        return int(edges[place])
    return place


@kernel
def is_complete(edges: I64, edge: int) -> int:
    """Return 1 if a word is complete after this edge, else 0."""
    if edges.ndim == 1:
        return edge & COMPLETE
    return int(edges[edge, START]) & COMPLETE


@kernel
def bits_of(number: int) -> int:
    """Return the number of set bits; the compiler recognises this loop as one instruction."""
    left = int(number)
    left -= (left >> 1) & 0x5555555555555555
    left = (left & 0x3333333333333333) + ((left >> 2) & 0x3333333333333333)
    left = (left + (left >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((left * 0x0101010101010101) >> 56) & 127


@kernel
def rank(mask: int, bit: int) -> int:
    """Return the number of symbols in a mask that come before a symbol."""
    return bits_of(int(mask) & (int(bit) - 1))


@kernel
def symbol_of(bit: int) -> int:
    """Return the symbol of a single bit."""
    return bits_of(int(bit) - 1)


@kernel
def step(edges: I64, node: int, symbol: int) -> int:
    """Return the edge of a node for a symbol; 0 if it has none."""
    mask, bit = mask_of(edges, node), 1 << symbol
    if mask & bit == 0:
        return 0
    return edge_at(edges, first_of(edges, node) + rank(mask, bit))


EDGES, FROZEN = 0, 1
"""The counters of the builder: edges in use, of which the first is no edge, and slots used in the register."""
NO_ROOM = -1


@kernel
def freeze(edges: I64, masks: I64, register: I64, counters: I64, mask: int, slots: I64) -> int:
    """Return the node with exactly these edges, reusing an existing one if possible."""
    if mask == 0:
        return 0
    hashed, rest = mask, mask
    while rest:
        bit = rest & -rest
        rest ^= bit
        slot = slots[symbol_of(bit)]
        hashed = ((hashed ^ slot ^ (slot >> 31)) & 0x7FFFFFFF) * 0x9E3779B1
        hashed ^= hashed >> 29
    last = len(register) - 1
    place = hashed & last
    while register[place] != 0:
        node = register[place]
        if masks[node] == mask and same_edges(edges, node, mask, slots):
            return int(node)
        place = (place + 1) & last
    node = counters[EDGES]
    if node + SYMBOLS > len(edges) or 2 * counters[FROZEN] > last:
        return NO_ROOM
    edge, rest = node, mask
    while rest:
        bit = rest & -rest
        rest ^= bit
        edges[edge] = slots[symbol_of(bit)]
        edge += 1
    register[place], masks[node] = node, mask
    counters[EDGES] = edge
    counters[FROZEN] += 1
    return int(node)


@kernel
def same_edges(edges: I64, node: int, mask: int, slots: I64) -> bool:
    """Return whether a node has exactly this mask and these edges."""
    edge, rest = node, mask
    while rest:
        bit = rest & -rest
        rest ^= bit
        if edges[edge] != slots[symbol_of(bit)]:
            return False
        edge += 1
    return True


@kernel
def add_strings(
    edges: I64, masks: I64, register: I64, counters: I64, strings: U8, lengths: U8, complete: U8, turns: I64
) -> int:
    """Build a minimal automaton from sorted strings of symbols (Daciuk et al. 2000); return its root, or NO_ROOM.

    A node that no later string can change is frozen at once. String `i` completes a word if `complete[i]`, and may turn
    into the node `turns[i]` (0 if not).
    """
    count, width = strings.shape
    open_masks = np.zeros(width + 1, np.int64)
    slots = np.zeros((width + 1, SYMBOLS), np.int64)
    depth = 0
    for index in range(count + 1):
        shared = 0
        if index < count:
            while shared < depth and strings[index, shared] == strings[index - 1, shared]:
                shared += 1
        while depth > shared:
            node = freeze(edges, masks, register, counters, open_masks[depth], slots[depth])
            if node == NO_ROOM:
                return NO_ROOM
            open_masks[depth] = 0
            depth -= 1
            slots[depth, strings[index - 1, depth]] |= node << 1
        if index == count:
            break
        while depth < lengths[index]:
            symbol = int(strings[index, depth])
            open_masks[depth] |= 1 << symbol
            slots[depth, symbol] = 0
            depth += 1
        if complete[index]:
            slots[depth - 1, strings[index, depth - 1]] |= COMPLETE
        if turns[index]:
            open_masks[depth] |= 1 << TURN
            slots[depth, TURN] = turns[index] << 1
    return freeze(edges, masks, register, counters, open_masks[0], slots[0])


@kernel
def shared_with_last(words: U8, lengths: U8, index: int) -> int:
    """Return the length of the prefix that a word shares with the word before it."""
    shared = 0
    if index > 0:
        while shared < lengths[index] and words[index, shared] == words[index - 1, shared]:
            shared += 1
    return shared


@kernel
def count_prefixes(words: U8, lengths: U8) -> int:
    """Return the number of distinct prefixes of sorted words."""
    total = 0
    for index in range(len(lengths)):
        total += int(lengths[index]) - shared_with_last(words, lengths, index)
    return total


@kernel
def reversed_prefixes(
    edges: I64, masks: I64, root: int, words: U8, lengths: U8, strings: U8, sizes: U8, complete: U8, turns: I64
) -> None:
    """Write every distinct prefix of the words, reversed, and the node of the plain automaton that it leads to."""
    path = np.zeros(words.shape[1] + 1, np.int64)
    path[0] = root
    prefixes = 0
    for index in range(len(lengths)):
        for place in range(shared_with_last(words, lengths, index), lengths[index]):
            node = path[place]
            edge = edges[node + rank(masks[node], 1 << int(words[index, place]))]
            path[place + 1] = edge >> 1
            for back in range(place + 1):
                strings[prefixes, back] = words[index, place - back]
            sizes[prefixes] = place + 1
            complete[prefixes] = edge & COMPLETE
            turns[prefixes] = edge >> 1
            prefixes += 1


@kernel
def by_nearness(edges: I64, masks: I64, roots: I64) -> tuple[I64, I64]:
    """Return edges and masks reordered for locality: nodes near the roots first, siblings adjacent; update `roots`.

    The search visits siblings in sequence, and mostly nodes near the root.
    """
    moved = np.zeros(len(edges) + 1, np.int64)
    nodes = np.zeros(len(edges) + len(roots), np.int64)
    queued, done, used = 0, 0, 1
    for index in range(len(roots)):
        if roots[index] and not moved[roots[index]]:
            nodes[queued], moved[roots[index]] = roots[index], used
            used += bits_of(masks[roots[index]])
            queued += 1
    while done < queued:
        first = nodes[done]
        for place in range(first, first + bits_of(masks[first])):
            node = edges[place] >> 1
            if node and not moved[node]:
                nodes[queued], moved[node] = node, used
                used += bits_of(masks[node])
                queued += 1
        done += 1
    ordered, new_masks = np.zeros(used, np.int64), np.zeros(used, np.int64)
    for index in range(queued):
        node = nodes[index]
        first = moved[node]
        new_masks[first] = masks[node]
        for place in range(bits_of(masks[node])):
            edge = edges[node + place]
            ordered[first + place] = moved[edge >> 1] << 1 | edge & COMPLETE
    for index in range(len(roots)):
        roots[index] = moved[roots[index]]
    return ordered, new_masks
