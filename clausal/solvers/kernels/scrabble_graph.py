"""The word graph: how it is laid out, how it is walked, and how it is built, minimal, from sorted words.

It is a GADDAG (Gordon 1994). A word is read from any of its letters outwards: first leftwards to its beginning, then,
after the turn, rightwards to its end. What follows the turn depends only on the beginning of the word that has been
read, so all of it is one plain minimal automaton of the words, and the leftward part is a second one whose nodes turn
into the first.

The graph is one array of edges, and an edge is one number that says all about the node it leads to: the symbols that
this node has edges for, as a mask, and where its edges begin; they lie in the order of their symbols. So to see that no
tile of a rack leads on takes no look at memory. Symbol 0 is the turn, a letter is its number plus 1. The edge holds
its own symbol too, and whether a word is complete after it. A node is written as an edge without those two.
"""

import numpy as np
from numpy.typing import NDArray

from clausal.models.alphabet import NUMBERS
from clausal.solvers.kernels.jit import kernel

I32 = NDArray[np.int32]
I64 = NDArray[np.int64]
U8 = NDArray[np.uint8]

SYMBOLS = max(NUMBERS) + 2
TURN = 0
SYMBOL, COMPLETE = 63, 64
"""Parts of an edge: `edge & SYMBOL`, `edge & COMPLETE`."""
MASK_SHIFT = 7
START_SHIFT = MASK_SHIFT + SYMBOLS
ALL_SYMBOLS = (1 << SYMBOLS) - 1
EDGES, FROZEN = 0, 1
"""What the builder's counters hold: edges in use, places taken in the register."""
NO_ROOM = -1
MOST_EDGES = 1 << (63 - START_SHIFT)
"""How many an edge can point to."""


@kernel
def mask_of(node: int) -> int:
    """The symbols that a node has edges for."""
    return (node >> MASK_SHIFT) & ALL_SYMBOLS


@kernel
def rank(mask: int, bit: int) -> int:
    """How many symbols of a mask come before this one."""
    below = int(mask) & (int(bit) - 1)
    below -= (below >> 1) & 0x5555555555555555
    below = (below & 0x3333333333333333) + ((below >> 2) & 0x3333333333333333)
    below = (below + (below >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((below * 0x0101010101010101) >> 56) & 127


@kernel
def step(edges: I64, node: int, symbol: int) -> int:
    """The edge of a node for a symbol, 0 when there is none."""
    mask, bit = mask_of(node), 1 << symbol
    if mask & bit == 0:
        return 0
    return int(edges[(node >> START_SHIFT) + rank(mask, bit)])


@kernel
def freeze(edges: I64, register: I64, counters: I64, mask: int, slots: I64) -> int:
    """The node with exactly these edges: the one that exists already, or a new one."""
    if mask == 0:
        return 0
    hashed = mask
    for symbol in range(SYMBOLS):
        if mask >> symbol & 1:
            hashed = ((hashed ^ slots[symbol] ^ (slots[symbol] >> 31)) & 0x7FFFFFFF) * 0x9E3779B1
            hashed ^= hashed >> 29
    last = len(register) - 1
    place = hashed & last
    while register[place] != 0:
        node = register[place]
        if mask_of(node) == mask and same_edges(edges, node >> START_SHIFT, mask, slots):
            return int(node)
        place = (place + 1) & last
    first = edge = counters[EDGES]
    if edge + SYMBOLS > len(edges) or 2 * counters[FROZEN] > last:
        return NO_ROOM
    for symbol in range(SYMBOLS):
        if mask >> symbol & 1:
            edges[edge] = slots[symbol]
            edge += 1
    register[place] = first << START_SHIFT | mask << MASK_SHIFT
    counters[EDGES] = edge
    counters[FROZEN] += 1
    return int(register[place])


@kernel
def same_edges(edges: I64, first: int, mask: int, slots: I64) -> bool:
    """Does a node with this mask, whose edges begin at `first`, have these?"""
    edge = first
    for symbol in range(SYMBOLS):
        if mask >> symbol & 1:
            if edges[edge] != slots[symbol]:
                return False
            edge += 1
    return True


@kernel
def add_strings(edges: I64, register: I64, counters: I64, strings: U8, lengths: U8, complete: U8, turns: I64) -> int:
    """A minimal automaton of sorted strings of symbols (Daciuk and others 2000); gives its root, or NO_ROOM.

    What no later string can change is frozen at once. String `i` completes a word if `complete[i]`, and may turn into
    the node `turns[i]` (0: it may not).
    """
    count, width = strings.shape
    masks = np.zeros(width + 1, np.int64)
    slots = np.zeros((width + 1, SYMBOLS), np.int64)
    depth = 0
    for index in range(count + 1):
        shared = 0
        if index < count:
            while shared < depth and strings[index, shared] == strings[index - 1, shared]:
                shared += 1
        while depth > shared:
            node = freeze(edges, register, counters, masks[depth], slots[depth])
            if node == NO_ROOM:
                return NO_ROOM
            masks[depth] = 0
            depth -= 1
            slots[depth, strings[index - 1, depth]] |= node
        if index == count:
            break
        while depth < lengths[index]:
            symbol = int(strings[index, depth])
            masks[depth] |= 1 << symbol
            slots[depth, symbol] = symbol
            depth += 1
        if complete[index]:
            slots[depth - 1, strings[index, depth - 1]] |= COMPLETE
        if turns[index]:
            masks[depth] |= 1 << TURN
            slots[depth, TURN] = turns[index]
    return freeze(edges, register, counters, masks[0], slots[0])


@kernel
def shared_with_last(words: U8, lengths: U8, index: int) -> int:
    """How many letters a word has in common with the one before it."""
    shared = 0
    if index > 0:
        while shared < lengths[index] and words[index, shared] == words[index - 1, shared]:
            shared += 1
    return shared


@kernel
def count_prefixes(words: U8, lengths: U8) -> int:
    """How many different beginnings sorted words have."""
    total = 0
    for index in range(len(lengths)):
        total += int(lengths[index]) - shared_with_last(words, lengths, index)
    return total


@kernel
def reversed_prefixes(
    edges: I64, root: int, words: U8, lengths: U8, strings: U8, sizes: U8, complete: U8, turns: I64
) -> None:
    """Every different beginning of the words, backwards, and where its edge in the plain automaton leads."""
    path = np.zeros(words.shape[1] + 1, np.int64)
    path[0] = root
    found = 0
    for index in range(len(lengths)):
        for place in range(shared_with_last(words, lengths, index), lengths[index]):
            edge = step(edges, path[place], int(words[index, place]))
            path[place + 1] = edge
            for back in range(place + 1):
                strings[found, back] = words[index, place - back]
            sizes[found] = place + 1
            complete[found] = 1 if edge & COMPLETE else 0
            turns[found] = edge & ~(SYMBOL | COMPLETE)
            found += 1


@kernel
def moved(node: int, new_start: I64) -> int:
    """A node, or an edge, after its edges have moved."""
    start = node >> START_SHIFT
    return node + ((new_start[start] - start) << START_SHIFT) if mask_of(node) else node


@kernel
def by_nearness(edges: I64, roots: I64) -> I64:
    """The same graph with the edges of nodes near the roots first, and those of siblings side by side: the search
    visits them one after the other, and mostly near the root. `roots` move with their edges."""
    new_start = np.full(len(edges) + 1, -1, np.int64)
    nodes = np.zeros(len(edges) + len(roots), np.int64)
    found = done = used = 0
    for index in range(len(roots)):
        if mask_of(roots[index]) and new_start[roots[index] >> START_SHIFT] < 0:
            nodes[found] = roots[index]
            new_start[roots[index] >> START_SHIFT] = used
            used += rank(mask_of(roots[index]), 1 << SYMBOLS)
            found += 1
    while done < found:
        start, count = nodes[done] >> START_SHIFT, rank(mask_of(nodes[done]), 1 << SYMBOLS)
        for place in range(start, start + count):
            edge = edges[place]
            if mask_of(edge) and new_start[edge >> START_SHIFT] < 0:
                nodes[found] = edge
                new_start[edge >> START_SHIFT] = used
                used += rank(mask_of(edge), 1 << SYMBOLS)
                found += 1
        done += 1
    ordered = np.empty(used, np.int64)
    for index in range(found):
        start, count = nodes[index] >> START_SHIFT, rank(mask_of(nodes[index]), 1 << SYMBOLS)
        for place in range(count):
            ordered[new_start[start] + place] = moved(edges[start + place], new_start)
    for index in range(len(roots)):
        roots[index] = moved(roots[index], new_start)
    return ordered
