"""Exact disjunction depth of 9x9 grids on bitmasks: the closure of `quine.close` for the pruned encoding.

A grid is 324 rules, "exactly one of these candidates": one per cell, and one per digit of each row, column and box. A
rule is a mask of nine bits, so every candidate is a bit in four masks. Unit propagation on the pruned CNF becomes: a
rule with one bit places its candidate, a placement clears the other bits of its four rules, and an empty rule is a
contradiction. What two cases share is the bitwise "or" of their masks.
"""

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel, recursive_kernel

I16 = NDArray[np.int16]
U8 = NDArray[np.uint8]

RULES = 324
CANDIDATES = 729
FULL = 511

NOWHERE = -1
UNSETTLED = -1
SEVERAL = -2


def _tables() -> tuple[I16, I16, I16]:
    rule_of = np.zeros((CANDIDATES, 4), np.int16)
    bit_of = np.zeros((CANDIDATES, 4), np.int16)
    candidate_at = np.zeros((RULES, 9), np.int16)
    for candidate in range(CANDIDATES):
        cell, digit = divmod(candidate, 9)
        row, column = divmod(cell, 9)
        box, inside = row // 3 * 3 + column // 3, row % 3 * 3 + column % 3
        places = (
            (cell, digit),
            (81 + 9 * row + digit, column),
            (162 + 9 * column + digit, row),
            (243 + 9 * box + digit, inside),
        )
        for view, (rule, position) in enumerate(places):
            rule_of[candidate, view] = rule
            bit_of[candidate, view] = 1 << position
            candidate_at[rule, position] = candidate
    return rule_of, bit_of, candidate_at


RULE_OF, BIT_OF, CANDIDATE_AT = _tables()
"""The four rules of a candidate, its bit in each, and the candidate of a rule's bit."""
_MASKS = np.zeros(RULES, np.int16)
LOWEST = np.array([0, *((mask & -mask).bit_length() - 1 for mask in range(1, FULL + 1))], np.int16)


@kernel
def clear(masks: I16, candidate: int, placed_in: int, waiting: I16, count: int) -> int:
    """Remove a candidate and queue candidates that are now the last of a rule; return the queue length.

    Return -1 if a rule is left with none. `placed_in` is the rule in which another candidate was just placed.
    """
    for view in range(4):
        rule = RULE_OF[candidate, view]
        mask = masks[rule] & ~BIT_OF[candidate, view]
        masks[rule] = mask
        if mask & (mask - 1) == 0 and rule != placed_in:
            if mask == 0:
                return -1
            waiting[count] = CANDIDATE_AT[rule, LOWEST[mask]]
            count += 1
    return count


@kernel
def settle(masks: I16, waiting: I16, count: int) -> bool:
    """Place the queued candidates and their consequences; return False on a contradiction."""
    while count > 0:
        count -= 1
        candidate = waiting[count]
        for view in range(4):
            rule, bit = RULE_OF[candidate, view], BIT_OF[candidate, view]
            if masks[rule] & bit == 0:
                return False
            others = masks[rule] ^ bit
            while others != 0:
                count = clear(masks, CANDIDATE_AT[rule, LOWEST[others]], rule, waiting, count)
                if count < 0:
                    return False
                others &= others - 1
    return True


@kernel
def place(masks: I16, candidate: int, waiting: I16) -> bool:
    """Place a candidate and its consequences; return False on a contradiction."""
    waiting[0] = candidate
    return settle(masks, waiting, 1)


@kernel
def exclude(masks: I16, candidate: int, waiting: I16) -> bool:
    """Remove a candidate and place all digits that this forces; return False on a contradiction."""
    count = clear(masks, candidate, NOWHERE, waiting, 0)
    return count >= 0 and settle(masks, waiting, count)


@kernel
def keep_shared(masks: I16, true: I16, false: I16, waiting: I16) -> bool:
    """Keep the candidates that remain in at least one of two cases; return whether any was removed."""
    count, new = 0, False
    for rule in range(RULES):
        mask = true[rule] | false[rule]
        if mask != masks[rule]:
            new = True
            masks[rule] = mask
            if mask & (mask - 1) == 0:
                waiting[count] = CANDIDATE_AT[rule, LOWEST[mask]]
                count += 1
    return new and settle(masks, waiting, count)


@kernel
def is_settled(masks: I16) -> bool:
    """Return whether every cell has one candidate left."""
    for cell in range(81):  # noqa: SIM110 - numba compiles no generators
        if masks[cell] & (masks[cell] - 1) != 0:
            return False
    return True


@kernel
def has_partner(masks: I16, candidate: int) -> bool:
    """Return whether removing a candidate places another one."""
    for view in range(4):
        others = masks[RULE_OF[candidate, view]] & ~BIT_OF[candidate, view]
        if others != 0 and others & (others - 1) == 0:
            return True
    return False


@kernel
def is_open(masks: I16, candidate: int) -> bool:
    """Return whether a candidate is neither placed nor removed."""
    mask, bit = masks[RULE_OF[candidate, 0]], BIT_OF[candidate, 0]
    return bool(mask & bit != 0 and mask != bit)


@recursive_kernel(True, 0, _MASKS, _MASKS.reshape(1, 1, -1), _MASKS, np.zeros(1, np.uint8))
def close(level: int, masks: I16, room: I16, waiting: I16, stop: U8) -> bool:
    """Close the masks at `level`; return False if this refutes them or `stop` is raised.

    `room` holds two copies of the masks per level. Only the closure matters, so the cheap half comes first: suppose
    each candidate and search for contradictions. Cases are compared only when there are none. At level 1, removing a
    candidate without a partner has no consequences that could be shared. A gain above level 1 returns to the lower
    levels, which are cheaper.
    """
    if level == 0:
        return True
    true, false = room[level, 0], room[level, 1]
    comparing = False
    candidate, quiet = 0, 0
    if not close(level - 1, masks, room, waiting, stop):
        return False
    while quiet < CANDIDATES:
        if stop[0]:
            return False
        gained = False
        if is_open(masks, candidate) and (not comparing or level > 1 or has_partner(masks, candidate)):
            true[:] = masks
            if not (place(true, candidate, waiting) and close(level - 1, true, room, waiting, stop)):
                gained = True
                if not exclude(masks, candidate, waiting):
                    return False
            elif comparing:
                false[:] = masks
                if not (exclude(false, candidate, waiting) and close(level - 1, false, room, waiting, stop)):
                    gained = True
                    masks[:] = true
                else:
                    gained = keep_shared(masks, true, false, waiting)
            if gained and not close(level - 1, masks, room, waiting, stop):
                return False
            if gained and is_settled(masks):
                return True
        quiet = 0 if gained else quiet + 1
        candidate = (candidate + 1) % CANDIDATES
        if gained:
            comparing = False
        elif quiet == CANDIDATES and not comparing:
            comparing, quiet = True, 0
    return True


@recursive_kernel(0, _MASKS, _MASKS.reshape(1, -1), 0, 0, _MASKS)
def solutions(masks: I16, stack: I16, depth: int, most: int, waiting: I16) -> int:
    """Count solutions up to `most`, branching on the cell with the fewest candidates. `stack` has a row per level."""
    smallest, size = -1, 10
    for cell in range(81):
        mask, count = masks[cell], 0
        while mask != 0:
            mask &= mask - 1
            count += 1
        if 1 < count < size:
            smallest, size = cell, count
    if smallest < 0:
        return 1
    total = 0
    left = masks[smallest]
    while left != 0 and total < most:
        tried = stack[depth]
        tried[:] = masks
        if place(tried, 9 * smallest + LOWEST[left], waiting):
            total += solutions(tried, stack, depth + 1, most - total, waiting)
        left &= left - 1
    return total


@kernel
def depth_of(givens: U8, cap: int, room: I16, stack: I16, waiting: I16, stop: U8) -> tuple[int, int, bool]:
    """Return the exact depth of a grid, the last level searched, and whether a solution exists.

    `givens` has 81 digits, 0 for an empty cell. The depth is SEVERAL if the solution is not unique; then forced facts
    need another method. It is UNSETTLED if the depth exceeds `cap` or `stop` was raised.
    """
    masks = room[0, 0]
    masks[:] = FULL
    for cell in range(81):
        if givens[cell] != 0 and not place(masks, 9 * cell + int(givens[cell]) - 1, waiting):
            return 0, 0, False
    count = -1
    for level in range(cap + 1):
        closed = close(level, masks, room, waiting, stop)
        if stop[0]:
            return UNSETTLED, level, count == 1
        if not closed:
            return level, level, False
        if is_settled(masks):
            return level, level, True
        if level == min(1, cap):
            count = solutions(masks, stack, 0, 2, waiting)
            if count == 2:
                return SEVERAL, level, True
    return UNSETTLED, cap + 1, count == 1


@kernel
def depths_of(grids: U8, cap: int, stop: U8, depths: I16, levels: I16, solvable: U8) -> None:
    """Apply `depth_of` to many grids, one per row."""
    room = np.empty((cap + 1, 2, RULES), np.int16)
    stack = np.empty((82, RULES), np.int16)
    waiting = np.empty(4 * CANDIDATES, np.int16)
    for row in range(len(grids)):
        depths[row], levels[row], solvable[row] = depth_of(grids[row], cap, room, stack, waiting, stop)
