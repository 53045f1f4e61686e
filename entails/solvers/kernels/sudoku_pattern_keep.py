"""Patterns come by the thousand, and many rule out the same: of these only the simplest is kept."""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_steps_found import I16, REMOVES, RESTS, ROWS, Found


@kernel
def keep_simplest(found: Found, row: int) -> None:
    """Keep the step, what it rules out in order and once, if none that is as simple rules out the same."""
    head = found.head
    count = sort_once(found.removes[row], head[row, REMOVES])
    head[row, REMOVES] = count
    if count == 0 or row >= ROWS - 1:
        return
    for other in range(found.size[0]):
        if head[other, REMOVES] == count and np.all(found.removes[other, :count] == found.removes[row, :count]):
            if head[row, RESTS] < head[other, RESTS]:
                head[other] = head[row]
                found.rests[other] = found.rests[row]
            return
    found.size[0] += 1


@kernel
def sort_once(numbers: I16, count: int) -> int:
    """Sort the first of these numbers, each once; gives how many are left."""
    size = 0
    for at in range(count):
        number, place = numbers[at], size
        while place > 0 and numbers[place - 1] > number:
            place -= 1
        if place > 0 and numbers[place - 1] == number:
            continue
        for later in range(size, place, -1):
            numbers[later] = numbers[later - 1]
        numbers[place] = number
        size += 1
    return size
