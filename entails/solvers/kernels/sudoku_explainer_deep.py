"""Forcing chains with chains inside: what they say, and how long they are, the chains inside counted."""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_explainer_forcing import keep_target, longest_wanted
from entails.solvers.kernels.sudoku_explainer_hint import CONTRADICTION_KIND, Hint, added_for, rest_on, would_be_best
from entails.solvers.kernels.sudoku_explainer_spread import OFF_ROW, Spreads
from entails.solvers.kernels.sudoku_steps import I64

_KNOWN, _LINK = 0, 2
CHAINS = 400_000
"""No more chains inside are told apart."""


class Nested(NamedTuple):
    """`by[row, node]` is the number of the chain by which a spread reached a node, 0 for none; `length[number]` how
    many nodes it has. `stamp[number]` says for which sum it was counted last, `mark[0]` which is under way."""

    by: I64
    length: I64
    stamp: I64
    mark: I64


def new_nested() -> Nested:
    """Room for chains inside of the spreads from every candidate."""
    by = np.zeros((OFF_ROW + 1, 1458), np.int64)
    length, stamp = np.zeros((2, CHAINS), np.int64)
    return Nested(by, length, stamp, np.zeros(1, np.int64))


@kernel
def deep_length(spreads: Spreads, row: int, node: int, at: int, most: int, nested: Nested) -> int:
    """How many nodes one rests on, itself and the nodes of chains inside counted, each chain once in a sum."""
    spreads.mark[0] += 1
    mark, size, count = spreads.mark[0], 0, 0
    while True:
        count += 1
        number = nested.by[row, node]
        if number > 0 and nested.stamp[number] != nested.mark[0]:
            nested.stamp[number] = nested.mark[0]
            count += nested.length[number]
        for turn in range(spreads.parents[at]):
            parent = spreads.parents[at + 1 + turn]
            if spreads.seen[parent] != mark:
                spreads.seen[parent] = mark
                spreads.stack[size] = parent
                size += 1
        if size == 0 or count > most:
            return count
        size -= 1
        node = spreads.stack[size]
        at = spreads.link[row, node]


@kernel
def keep_deep_clash(spreads: Spreads, row: int, start: int, rating: int, nested: Nested, hint: Hint) -> None:
    """A node that contradicts itself: its opposite holds."""
    most = longest_wanted(hint)
    known = spreads.clash[row, _KNOWN]
    nested.mark[0] += 1
    length = deep_length(spreads, row, known, spreads.link[row, known], most, nested)
    if length <= most:  # the new node is the opposite of the known one, and no chain inside reached it
        length += deep_length(spreads, row, known ^ 1, spreads.clash[row, _LINK], most - length, nested)
    if would_be_best(hint, rating + added_for(length), length, CONTRADICTION_KIND):
        keep_target(hint, start ^ 1, rating + added_for(length), length, CONTRADICTION_KIND)
        rest_on(hint, start)


@kernel
def keep_deep_common(spreads: Spreads, rows: I64, rating: int, kind: int, nested: Nested, hint: Hint) -> None:
    """What all of these spreads reach, "is" first."""
    first, most = rows[0], longest_wanted(hint)
    for state in (1, 0):
        for at in range(spreads.size[first, state]):
            node = spreads.order[first, state, at]
            shared = True
            for row in rows:
                if spreads.link[row, node] < 0:
                    shared = False
                    break
            if not shared:
                continue
            nested.mark[0] += 1
            length = 0
            for row in rows:
                length += deep_length(spreads, row, node, spreads.link[row, node], most - length, nested)
                if length > most:
                    break
            if length <= most and would_be_best(hint, rating + added_for(length), length, kind):
                keep_target(hint, node, rating + added_for(length), length, kind)
                for row in rows:
                    rest_on(hint, 2 * rows[0] if row == OFF_ROW else 2 * row + 1)
                most = longest_wanted(hint)
