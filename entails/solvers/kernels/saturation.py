"""Unit k-saturation of any CNF: the closure behind exact depth (after the dilemma rule of Sheeran & Stålmarck 2000).

Level 0 is unit propagation. Level k tries every open variable of the puzzle both ways, closes each case at level k - 1,
and keeps what the two cases share; where a case is contradictory, all of the other one. It goes round until a full
round brings nothing new. Every rule only adds, so the closure does not depend on the order in which things are tried.
"""

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.cnf import (
    ENDLESS,
    I32,
    NONE,
    OLDEST_FIRST,
    Formula,
    Trail,
    assign,
    assume,
    propagate,
    undo,
)
from entails.solvers.kernels.jit import recursive_kernel

REFUTED = -1
STOPPED = -2


_FORMULA = Formula(*(np.zeros(1, np.int32) for _ in Formula._fields))
_TRAIL = Trail(np.zeros(1, np.int8), *(np.zeros(1, np.int32) for _ in Trail._fields[1:]))


@recursive_kernel(
    0, 0, _FORMULA, _TRAIL, 0, 0, np.zeros((1, 1), np.int32), np.zeros(1, np.int64), 0, np.zeros(1, np.uint8)
)
def close(
    level: int,
    formula: Formula,
    trail: Trail,
    size: int,
    variables: int,
    kept: I32,
    tried: NDArray[np.int64],
    most: int,
    stop: NDArray[np.uint8],
) -> int:
    """Close the trail (already closed under propagation) at `level`, with disjunctions on variables below `variables`.

    Gives its new size; REFUTED, with the trail as it was, when it is contradictory; STOPPED when `stop` was raised or
    `most` disjunctions have been tried (the trail is then of no more use). `kept` has one row per level for the
    literals of a case; `tried` counts the disjunctions of each level.
    """
    if level == 0:
        return size
    entry = size
    size = close(level - 1, formula, trail, size, variables, kept, tried, most, stop)
    if size < 0:
        return size
    variable, quiet = 0, 0
    while quiet < variables:
        gained = False
        if trail.value[2 * variable] == 0:
            if stop[0] or tried.sum() >= most:
                return STOPPED
            tried[level] += 1
            count, refuted = 0, 0
            for literal in (2 * variable, 2 * variable + 1):
                last, _ = assign(formula, trail, size, literal, NONE, 0, 0, OLDEST_FIRST)
                cut, conflict = propagate(formula, trail, size + 1, last, OLDEST_FIRST, True, ENDLESS)
                end = REFUTED
                if conflict == NONE:
                    end = close(level - 1, formula, trail, cut, variables, kept, tried, most, stop)
                    if end == STOPPED:
                        return STOPPED
                if end == REFUTED:
                    refuted += 1
                    undo(trail, cut, size)
                    continue
                if literal & 1 and refuted == 0:
                    common = 0
                    for place in range(count):
                        if trail.value[kept[level, place]] > 0:
                            kept[level, common] = kept[level, place]
                            common += 1
                    count = common
                else:
                    count = end - size
                    kept[level, :count] = trail.lits[size:end]
                undo(trail, end, size)
            if refuted == 2:
                undo(trail, size, entry)
                return REFUTED
            if count > 0:
                gained = True
                size, _ = assume(formula, trail, size, kept[level, :count], OLDEST_FIRST, True, ENDLESS)
                size = close(level - 1, formula, trail, size, variables, kept, tried, most, stop)
                if size < 0:
                    return size
        quiet = 0 if gained else quiet + 1
        variable = variable + 1 if variable + 1 < variables else 0
    return size
