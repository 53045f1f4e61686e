"""After how many waves of singles a supposition leads to a contradiction, and nothing else: no reasons are kept.

What `suppose` of `sudoku_steps_cases` says of its waves, on the 324 rules of `sudoku_depth`, where only what changes is
looked at.
"""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_depth import BIT_OF, CANDIDATE_AT, FULL, I16, LOWEST, RULE_OF, RULES, clear
from entails.solvers.kernels.sudoku_steps import I64


class Rules(NamedTuple):
    """What is open on a board, rule by rule, with its singles (`size[0]` of them), and room to try a candidate."""

    open: I16
    singles: I16
    size: I64
    tried: I16
    waiting: I16


@kernel
def new_rules() -> Rules:
    """Room for the rules of a board."""
    room = np.empty((2, RULES), np.int16)
    return Rules(room[0], np.empty(RULES, np.int16), np.zeros(1, np.int64), room[1], np.empty(4 * 729, np.int16))


@kernel
def note_rules(digits: I64, marks: I64, rules: Rules) -> None:
    """The rules of a board as it stands; no rule may be without candidates."""
    rules.open[:] = 0
    for cell in range(81):
        mask = marks[cell] if digits[cell] == 0 else 1 << (digits[cell] - 1)
        while mask != 0:
            candidate = 9 * cell + LOWEST[mask]
            mask &= mask - 1
            for view in range(4):
                rules.open[RULE_OF[candidate, view]] |= BIT_OF[candidate, view]
    count = 0
    for rule in range(RULES):
        mask = rules.open[rule]
        if mask & (mask - 1) == 0 and digits[CANDIDATE_AT[rule, LOWEST[mask & FULL]] // 9] == 0:
            rules.singles[count] = CANDIDATE_AT[rule, LOWEST[mask & FULL]]
            count += 1
    rules.size[0] = count


@kernel
def waves_to_trouble(rules: Rules, candidate: int, most: int) -> int:
    """Suppose a candidate and place singles, wave after wave: after how many of them something is wrong. `most` when
    that is not so before."""
    masks, waiting = rules.tried, rules.waiting
    for rule in range(RULES):
        masks[rule] = rules.open[rule]
    waiting[0] = candidate
    done, count = 0, 1
    for wave in range(most):
        end = count
        while done < end:
            placed = waiting[done]
            done += 1
            for view in range(4):
                rule, bit = RULE_OF[placed, view], BIT_OF[placed, view]
                if masks[rule] & bit == 0:
                    return wave
                others = masks[rule] ^ bit
                while others != 0:
                    count = clear(masks, CANDIDATE_AT[rule, LOWEST[others]], rule, waiting, count)
                    if count < 0:
                        return wave
                    others &= others - 1
        if wave == 0:
            for at in range(rules.size[0]):
                waiting[count + at] = rules.singles[at]
            count += rules.size[0]
        if done == count:
            return most
    return most
