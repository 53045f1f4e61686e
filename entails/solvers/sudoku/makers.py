"""What makes grids: a full grid at random, and taking clues away while the solution stays unique.

`BitsMaker` does it on the compiled kernel for the classic 9x9 board, `SatMaker` on a SAT session for any other shape.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Protocol

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from entails.models.errors import UnsupportedCapability
from entails.models.limits import DEFAULTS, UNLIMITED
from entails.models.outcome import Satisfied
from entails.models.sudoku import Grid, Shape
from entails.solvers.kernels import sudoku_making as kernels
from entails.solvers.kernels.sudoku_bits import new_search
from entails.solvers.registry import engine
from entails.solvers.sudoku.bits import CLASSIC
from entails.solvers.sudoku.formula import formula

Digits = NDArray[np.uint8]
Orbits = NDArray[np.int64]
"""A row for each set of cells that are filled or empty together, filled up with -1."""

_SAT_ENGINE: Final = "cadical153"
_CHANGES: Final = 2000
"""How often a clue of a pattern is changed before another beginning is tried."""
_COUNTED: Final = 500
"""Solutions are counted up to so many while a pattern is being filled."""


class Maker(Protocol):
    """Makes grids of one shape. All choices come from `random`, so that the same seed gives the same grids."""

    def full_grid(self, random: RandomState) -> Digits: ...

    def thin(
        self, cells: Digits, solution: Digits, orbits: Orbits, order: NDArray[np.int64], fewest: int, halt: "Halt"
    ) -> int:
        """Empty orbits in this order, in place, where the solution stays unique and `fewest` clues are left; how many
        there are then. It ends early when `halt` says so, with a grid that is unique all the same."""
        ...

    def is_minimal(self, cells: Digits, solution: Digits) -> bool:
        """Would the solution not be unique without any one of the clues?"""
        ...

    def fitted(self, where: NDArray[np.int64], random: RandomState) -> tuple[Digits, Digits] | None:
        """A grid with clues in exactly these cells, and its only solution; None when none was found this time."""
        ...

    def close(self) -> None: ...


Halt = Callable[[], bool]


def maker(shape: Shape) -> Maker:
    """The fastest maker for a shape."""
    return BitsMaker() if shape == CLASSIC else SatMaker(shape)


def shuffled(random: RandomState, *sizes: int) -> NDArray[np.int64]:
    """A random order of as many things as the last size says; with two sizes, a row of orders.

    From random numbers alone, whose sequence numpy promises to keep for ever, unlike that of its shuffling.
    """
    return random.random_sample(sizes).argsort(axis=-1, kind="stable")


class BitsMaker:
    """Classic 9x9 grids, compiled."""

    def __init__(self) -> None:
        self._search, self._spare = new_search(), np.zeros(81, np.uint8)

    def full_grid(self, random: RandomState) -> Digits:
        answer = np.zeros(81, np.uint8)
        while not kernels.fill_at_random(self._search, shuffled(random, 81), shuffled(random, 81, 9), answer):
            pass
        return answer

    def thin(
        self, cells: Digits, solution: Digits, orbits: Orbits, order: NDArray[np.int64], fewest: int, halt: Halt
    ) -> int:
        del solution, halt  # it takes no time to speak of
        return kernels.thin(self._search, cells, orbits, order, fewest, self._spare)

    def is_minimal(self, cells: Digits, solution: Digits) -> bool:
        del solution
        return kernels.is_minimal(self._search, cells, self._spare)

    def fitted(self, where: NDArray[np.int64], random: RandomState) -> tuple[Digits, Digits] | None:
        """A full grid at random gives the first digits; then they are changed one by one."""
        cells, full = np.zeros(81, np.uint8), self.full_grid(random)
        cells[where] = full[where]
        if len(where) == 0:
            return None
        places = where[(random.random_sample(_CHANGES) * len(where)).astype(np.int64)]
        digits = (random.random_sample(_CHANGES) * 9).astype(np.int64) + 1
        if not kernels.fit(self._search, cells, places, digits, _COUNTED, self._spare):
            return None
        kernels.how_many(self._search, cells, 1, self._spare)
        return cells, self._spare.copy()

    def close(self) -> None:
        """There is nothing to give back."""


class SatMaker:
    """Grids of any shape: the rules stay loaded, clues are assumptions, and uniqueness is that there is no answer once
    the solution is blocked."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        rules = formula(Grid(shape, (0,) * shape.cells), "complete")
        self._session = engine(_SAT_ENGINE).open(rules, UNLIMITED, DEFAULTS)

    def full_grid(self, random: RandomState) -> Digits:
        """Random digits in random cells as long as there is an answer; the rest is up to the solver.

        The digits are renamed at the end, since the solver prefers some of them.
        """
        size, wanted = self._shape.size, 2 * self._shape.size
        digits = random.random_sample(wanted) * size
        assumed: list[int] = []
        answer: Grid | None = None
        for cell, digit in zip(shuffled(random, self._shape.cells).tolist(), digits.astype(int).tolist(), strict=False):
            outcome = self._session.solve([*assumed, cell * size + digit + 1])
            if isinstance(outcome, Satisfied):
                assumed.append(cell * size + digit + 1)
                answer = outcome.answer
        assert answer is not None  # the first digit can stand anywhere
        renamed = shuffled(random, size).astype(np.uint8) + 1
        return np.asarray(renamed[np.array(answer.cells) - 1], np.uint8)

    @contextmanager
    def _unique_to(self, solution: Digits) -> Iterator[Callable[[Digits], bool]]:
        """A test whether clues of this solution have no other one."""
        size = self._shape.size
        facts = (np.arange(self._shape.cells) * size + solution).astype(int)

        def is_unique(cells: Digits) -> bool:
            return not isinstance(self._session.solve(facts[cells != 0].tolist()), Satisfied)

        self._session.push()
        try:
            self._session.block(facts.tolist())
            yield is_unique
        finally:
            self._session.pop()

    def thin(
        self, cells: Digits, solution: Digits, orbits: Orbits, order: NDArray[np.int64], fewest: int, halt: Halt
    ) -> int:
        with self._unique_to(solution) as is_unique:
            for orbit in order.tolist():
                members = [cell for cell in orbits[orbit].tolist() if cell >= 0 and cells[cell]]
                if not members or np.count_nonzero(cells) - len(members) < fewest:
                    continue
                if halt():
                    break
                cells[members] = 0
                if not is_unique(cells):
                    cells[members] = solution[members]
        return int(np.count_nonzero(cells))

    def is_minimal(self, cells: Digits, solution: Digits) -> bool:
        with self._unique_to(solution) as is_unique:
            for cell in np.flatnonzero(cells).tolist():
                fewer = cells.copy()
                fewer[cell] = 0
                if is_unique(fewer):
                    return False
        return True

    def fitted(self, where: NDArray[np.int64], random: RandomState) -> tuple[Digits, Digits] | None:
        del where, random
        raise UnsupportedCapability("only classic 9x9 grids are made to a pattern")

    def close(self) -> None:
        self._session.close()
