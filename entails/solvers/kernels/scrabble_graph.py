"""The word graph: how it is laid out, and how it is walked. `scrabble_graph_building` builds it.

It is a GADDAG (Gordon 1994). A word is read from any of its letters outwards: first leftwards to its beginning, then,
after the turn, rightwards to its end. What follows the turn depends only on the beginning of the word that has been
read, so all of it is one plain minimal automaton of the words, and the leftward part is a second one whose nodes turn
into the first.

Symbol 0 is the turn, a letter is its number plus 1. The edges of a node lie side by side in the order of their symbols,
and a mask says which symbols these are. There are two layouts, and each kernel is compiled for the one that it meets:

- **narrow**, an array of numbers, for alphabets of up to 38 letters: an edge is one number that says all about the node
  it leads to: whether a word is complete there, its mask, and where its edges begin. So to see that no tile of a rack
  leads on takes no look at memory. A node is written as the edge that leads to it.
- **wide**, an array of pairs, for larger alphabets: the mask has a number of its own, and an edge is its place.

Either way 0 is no edge at all.
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
"""The last bit of an edge, in its second number where it has two: is a word complete after it?"""
NARROW_SYMBOLS = 40
"""Those of the 38 first letters, of the turn, and one that stands for no letter."""
MASK_SHIFT = 1
START_SHIFT = MASK_SHIFT + NARROW_SYMBOLS
NARROW_MASK = (1 << NARROW_SYMBOLS) - 1
MOST_NARROW_EDGES = 1 << (63 - START_SHIFT)
"""How many a narrow edge can point to."""
MASK, START = 0, 1
"""The two numbers of a wide edge."""


@kernel
def mask_of(edges: I64, node: int) -> int:
    """The symbols that a node has edges for."""
    if edges.ndim == 1:
        return (node >> MASK_SHIFT) & NARROW_MASK
    return int(edges[node, MASK])


@kernel
def first_of(edges: I64, node: int) -> int:
    """Where the edges of a node begin."""
    if edges.ndim == 1:
        return node >> START_SHIFT
    return int(edges[node, START]) >> 1


@kernel
def edge_at(edges: I64, place: int) -> int:
    """The edge at a place of the array."""
    if edges.ndim == 1:
        return int(edges[place])
    return place


@kernel
def is_complete(edges: I64, edge: int) -> int:
    """Is a word complete after this edge? 1 or 0."""
    if edges.ndim == 1:
        return edge & COMPLETE
    return int(edges[edge, START]) & COMPLETE


@kernel
def bits_of(number: int) -> int:
    """How many bits are set; the compiler knows these lines as one instruction."""
    left = int(number)
    left -= (left >> 1) & 0x5555555555555555
    left = (left & 0x3333333333333333) + ((left >> 2) & 0x3333333333333333)
    left = (left + (left >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((left * 0x0101010101010101) >> 56) & 127


@kernel
def rank(mask: int, bit: int) -> int:
    """How many symbols of a mask come before this one."""
    return bits_of(int(mask) & (int(bit) - 1))


@kernel
def symbol_of(bit: int) -> int:
    """Which symbol a single bit stands for."""
    return bits_of(int(bit) - 1)


@kernel
def step(edges: I64, node: int, symbol: int) -> int:
    """The edge of a node for a symbol, 0 when there is none."""
    mask, bit = mask_of(edges, node), 1 << symbol
    if mask & bit == 0:
        return 0
    return edge_at(edges, first_of(edges, node) + rank(mask, bit))
