"""The links between candidates that chains follow, in the order in which Sudoku Explainer follows them: first those of
the cell, then those of its box, row and column."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_explainer_loops import VIEWS
from entails.solvers.kernels.sudoku_steps import COUNT, I64, LOWEST, UNIT_CELLS, UNITS_OF, Board

PEERS_IN_TURN = np.array(
    [
        list(dict.fromkeys(int(peer) for view in VIEWS for peer in UNIT_CELLS[UNITS_OF[cell, view]] if peer != cell))
        for cell in range(81)
    ],
    np.int64,
)
"""The peers of each cell: those in its box, then in its row, then in its column."""


OFFS = 8000
"""No more nodes that are off are followed in one level of a cycle's search."""


class Links(NamedTuple):
    """`weak[candidate]`: what cannot be if the candidate is; `strong[candidate]`: what must be if it is not. The first
    `of_cell[candidate, 0 or 1]` are in the same cell; `until[candidate, 0 or 1]` is the number of all. `gone` marks
    what chains have ruled out. The rest is room for searches: a node is reached if its stamp is the search's mark. Of a
    cycle, `inside` has the cells as three masks, `sees[state, digit]` what sees one of its nodes."""

    weak: I64
    strong: I64
    of_cell: I64
    until: I64
    gone: NDArray[np.bool_]
    before: I64
    via: I64
    queue: I64
    stamp: I64
    mark: I64
    offs: I64
    inside: I64
    sees: I64


def new_links() -> Links:
    """Room for the links of a board."""
    weak, strong = np.zeros((729, 28), np.int64), np.zeros((729, 4), np.int64)
    of_cell, until = np.zeros((2, 729, 2), np.int64)
    gone, mark = np.zeros(729, np.bool_), np.zeros(1, np.int64)
    before, via, stamp = np.zeros((3, 729), np.int64)
    queue, offs = np.zeros((2, 729), np.int64), np.zeros((2, OFFS), np.int64)
    inside, sees = np.zeros(3, np.int64), np.zeros((2, 9, 3), np.int64)
    return Links(weak, strong, of_cell, until, gone, before, via, queue, stamp, mark, offs, inside, sees)


@kernel
def link(board: Board, links: Links) -> None:
    """Find all links of a board. `places` must be up to date."""
    weak, until = links.weak, links.until
    for cell in range(81):
        mask = board.marks[cell]
        if mask == 0:
            continue
        left = mask
        while left != 0:
            link_candidate(board, links, cell, LOWEST[left])
            left &= left - 1
        for peer in PEERS_IN_TURN[cell]:
            shared = mask & board.marks[peer]
            while shared != 0:
                digit = LOWEST[shared]
                shared &= shared - 1
                candidate = 9 * cell + digit
                weak[candidate, until[candidate, 0]] = 9 * peer + digit
                until[candidate, 0] += 1


@kernel
def link_candidate(board: Board, links: Links, cell: int, digit: int) -> None:
    """The strong links of a candidate, and the weak ones of its cell."""
    candidate, others = 9 * cell + digit, board.marks[cell] & ~(1 << digit)
    weak, strong = links.weak[candidate], links.strong[candidate]
    count, left = 0, others
    while left != 0:
        weak[count] = 9 * cell + LOWEST[left]
        left &= left - 1
        count += 1
    links.of_cell[candidate, 0] = links.until[candidate, 0] = count
    count = 0
    if COUNT[others] == 1:
        strong[0] = 9 * cell + LOWEST[others]
        count = 1
    links.of_cell[candidate, 1] = count
    for turn in range(3):
        unit = UNITS_OF[cell, VIEWS[turn]]
        places = board.places[unit, digit]
        if COUNT[places] == 2:
            partner = UNIT_CELLS[unit, LOWEST[places]]
            if partner == cell:
                partner = UNIT_CELLS[unit, LOWEST[places & (places - 1)]]
            reached, known = 9 * partner + digit, False
            for at in range(count):
                known = known or strong[at] == reached
            if not known:
                strong[count] = reached
                count += 1
    links.until[candidate, 1] = count
