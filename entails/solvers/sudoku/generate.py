"""Grids made to order: unique by construction, symmetric, minimal, with so many clues, and as a rater wants them.

An attempt is a full grid at random from which clues are taken away in random order while the solution stays unique.
What comes out is compared with the order, and most orders need several attempts. Attempts are counted, not timed, so
the same seed gives the same grids on any machine, and an order that nobody can fill ends by saying so.

What makes grids: a full grid at random, and taking clues away while the solution stays unique.

`BitsMaker` does it on the compiled kernel for the classic 9x9 board, `SatMaker` on a SAT session for any other shape.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Final, Literal, Protocol, get_args

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from entails.models.errors import InvalidOption, UnsupportedCapability
from entails.models.limits import DEFAULTS, UNLIMITED, Limits
from entails.models.outcome import Reason, Satisfied
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.engine import engine
from entails.solvers.kernels import sudoku_generate as kernels
from entails.solvers.kernels.jit import clock
from entails.solvers.kernels.sudoku_bits import new_search
from entails.solvers.sudoku import formula
from entails.solvers.sudoku.bits import CLASSIC

Symmetry = Literal["rotational", "mirror", "none"]
SYMMETRIES: Final[tuple[Symmetry, ...]] = get_args(Symmetry)

DEFAULT_LIMITS: Final = Limits(nodes=10_000)
_PROVEN: Final = {4: 4, 9: 17}
"""The proven minimum of clues of classic grids, by size."""
_ROUNDS: Final = 25
"""How often an attempt that ends with too many clues puts some back and takes others away."""
_PUT_BACK: Final = 3


@dataclass(frozen=True, slots=True)
class Generated:
    """A grid, its only solution, and how many attempts it took."""

    puzzle: Grid
    solution: Grid
    attempts: int

    @property
    def clues(self) -> int:
        return len(self.puzzle.givens())


Accept = Callable[[Generated], bool]
"""Chooses among grids that have the right clues, by difficulty for example."""


@dataclass(frozen=True)
class RemovalOrder:
    """What grids are wanted. `clues` is the fewest and the most, None when any number will do.

    Clues go in sets that the symmetry maps to each other; `minimal` says that not even one alone could be spared.
    `pattern` are the cells where clues stand: in all of them, or with `mask` in some of them and nowhere else. It has
    its own symmetry, so the other does not count.
    """

    shape: Shape
    clues: tuple[int, int] | None = None
    symmetry: Symmetry = "rotational"
    minimal: bool = False
    accept: Accept | None = None
    pattern: tuple[int, ...] | None = None
    mask: bool = False

    def __post_init__(self) -> None:
        if self.symmetry not in SYMMETRIES:
            raise InvalidOption(
                "there is no such symmetry", where="symmetry", expected=f"one of {', '.join(SYMMETRIES)}"
            )
        fewest, most = self.clues or (0, self.shape.cells)
        if not 0 <= fewest <= most <= self.shape.cells:
            raise InvalidOption(
                "no grid has so many clues", where="clues", expected=f"0 to {self.shape.cells}, the fewest first"
            )
        least, why = _fewest_clues(self.shape)
        cells = self.shape.cells if self.pattern is None else len(set(self.pattern))
        for where, clues in (("clues", most), ("pattern", cells)):
            if clues < least:
                name = f"{self.shape.size}x{self.shape.size} grid"
                problem = f"no {name} with {clues} {'clue' if clues == 1 else 'clues'} has only one solution"
                raise InvalidOption(problem, where=where, expected=f"at least {least}: {why}")
        if self.pattern is not None and (lines := _two_empty_lines(self.shape, set(self.pattern))):
            raise InvalidOption(
                f"{lines[0]} and {lines[1]} have no clue, so they can change places and no solution is the only one",
                where="pattern",
                expected="a clue in all but one line of each band and stack",
            )

    def orbits(self) -> "Orbits":
        """Cells that are filled or empty together, each set a row."""
        size, cells = self.shape.size, np.arange(self.shape.cells)
        if self.pattern is not None:
            return np.array(self.pattern, np.int64)[:, None]
        row, column = np.divmod(cells, size)
        image = {"rotational": cells[::-1], "mirror": row * size + size - 1 - column, "none": cells}[self.symmetry]
        pairs = np.stack([cells, np.where(image == cells, -1, image)], axis=1)
        return pairs[cells <= image].astype(np.int64)


def _fewest_clues(shape: Shape) -> tuple[int, str]:
    """Return the fewest clues that can leave one solution, as far as that is proven, and the reason.

    17 for 9x9: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", Experimental Mathematics 23 (2014).
    """
    if shape.size in _PROVEN and shape == Shape.classic(shape.size):
        return _PROVEN[shape.size], f"fewer are proven impossible for {shape.size}x{shape.size}"
    return shape.size - 1, "two digits that are not among the clues can change places"


def _two_empty_lines(shape: Shape, pattern: set[int]) -> tuple[str, str] | None:
    """Two rows of a band, or two columns of a stack, without any clue."""
    high, wide = shape.box or (1, 1)
    size = shape.size
    for lines, width in ((shape.units[:size], high), (shape.units[size : 2 * size], wide)):
        for first in range(0, size, width):
            empty = [line.name for line in lines[first : first + width] if pattern.isdisjoint(line.cells)]
            if len(empty) > 1:
                return empty[0], empty[1]
    return None


class Generation:
    """Grids one after the other. Once the iteration has ended, `reason` says what ended it before all were made
    ("nodes" when the attempts for one grid were used up, "time"), None when the order is filled."""

    def __init__(self, order: RemovalOrder, wanted: int | None, seed: int, limits: Limits) -> None:
        self.order = order
        self.wanted = wanted
        self.seed = seed
        self.limits = limits
        self.found = 0
        self.attempts = 0
        self.reason: Reason | None = None

    @property
    def complete(self) -> bool:
        """As many grids were made as were wanted."""
        return self.reason is None and self.found == self.wanted

    @property
    def known(self) -> str:
        """How far it came, in words."""
        wanted = "" if self.wanted is None else f" of {self.wanted}"
        stopped = {"nodes": "; no more were allowed for the next one", "time": "; then the time was over"}
        return f"{self.found}{wanted} grids in {self.attempts} attempts{stopped.get(self.reason or '', '')}"

    def __iter__(self) -> Iterator[Generated]:
        """Begins anew each time, with the same grids."""
        from numpy.random import MT19937, RandomState, SeedSequence

        self.found, self.attempts, self.reason = 0, 0, None
        with closing(maker(self.order.shape)) as opened:
            yield from self._made(_Attempt(self.order, opened, RandomState(MT19937(SeedSequence(self.seed)))))

    def _made(self, attempt: "_Attempt") -> Iterator[Generated]:
        deadline = None if self.limits.seconds is None else clock() + self.limits.seconds

        def late() -> bool:
            return deadline is not None and clock() >= deadline

        while self.wanted is None or self.found < self.wanted:
            tried = 0
            made: Generated | None = None
            while made is None:
                self.reason = "time" if late() else "nodes" if tried == self.limits.nodes else None
                if self.reason is not None:
                    return
                tried += 1
                self.attempts += 1
                made = attempt.made(tried, late)
            self.found += 1
            yield made


def generate(
    shape: Shape | int = 9,
    wanted: int | None = None,
    *,
    clues: int | tuple[int, int] | None = None,
    symmetry: Symmetry = "rotational",
    minimal: bool = False,
    seed: int = 0,
    accept: Accept | None = None,
    pattern: Sequence[int] | None = None,
    mask: bool = False,
    limits: Limits = DEFAULT_LIMITS,
) -> Generation:
    """Grids with one solution each, `wanted` of them (endlessly many when None).

    `clues` is a number, or the fewest and the most; `pattern` the cells of the clues (see `Order`). `limits.nodes` caps
    the attempts for one grid, `limits.seconds` is the time for all of them. Nothing is made before the result is
    iterated.
    """
    if seed < 0:
        raise InvalidOption("the seed is negative", where="seed", expected="0 or more")
    if wanted is not None and wanted < 0:
        raise InvalidOption("so few grids cannot be made", where="number of grids", expected="0 or more")
    board = Shape.classic(shape) if isinstance(shape, int) else shape
    cells = None if pattern is None else tuple(pattern)
    order = RemovalOrder(
        board, (clues, clues) if isinstance(clues, int) else clues, symmetry, minimal, accept, cells, mask
    )
    return Generation(order, wanted, seed, limits)


class _Attempt:
    """Everything that stays the same from one attempt to the next."""

    def __init__(self, order: RemovalOrder, maker: "Maker", random: "RandomState") -> None:
        self._order = order
        self._maker = maker
        self._random = random
        self._orbits = order.orbits()

    def made(self, tried: int, late: Callable[[], bool]) -> Generated | None:
        """One attempt: a grid as ordered, or None."""
        order = self._order
        fewest, most = order.clues or (0, order.shape.cells)
        if order.pattern is None:
            solution = self._maker.full_grid(self._random)
            cells = self._thinned(solution.copy(), solution, self._target(fewest, most), most, late)
        else:
            fitted = self._maker.fitted(self._orbits[:, 0], self._random)
            if fitted is None:
                return None
            cells, solution = fitted
            if order.mask:
                cells = self._thinned(cells, solution, self._target(fewest, most), most, late)
        clues = int(np.count_nonzero(cells))
        if not fewest <= clues <= most or (order.minimal and not self._maker.is_minimal(cells, solution)):
            return None
        made = Generated(_grid(order.shape, cells), _grid(order.shape, solution), tried)
        return made if order.accept is None or order.accept(made) else None

    def _target(self, fewest: int, most: int) -> int:
        """How many clues to leave: any number between the two, but a minimal grid has as few as it can."""
        if self._order.minimal or self._order.clues is None:
            return 0 if self._order.clues is None else fewest
        return fewest + int(self._random.random_sample() * (most - fewest + 1))

    def _thinned(
        self, cells: "Digits", solution: "Digits", target: int, most: int, late: Callable[[], bool]
    ) -> "Digits":
        """Take clues away down to the target. With too many left at the end, put some back and take others away: the
        clues that are needed depend on the order in which they were tried."""
        clues = self._thin(cells, solution, target, late)
        for _ in range(_ROUNDS):
            if clues <= most or late():
                break
            again = cells.copy()
            gone = np.flatnonzero(cells[self._orbits[:, 0]] == 0)
            for orbit in gone[_shuffled(self._random, len(gone))[:_PUT_BACK]].tolist():
                members = self._orbits[orbit][self._orbits[orbit] >= 0]
                again[members] = solution[members]
            left = self._thin(again, solution, target, late)
            if left <= clues:
                cells, clues = again, left
        return cells

    def _thin(self, cells: "Digits", solution: "Digits", target: int, late: Callable[[], bool]) -> int:
        order = _shuffled(self._random, len(self._orbits))
        return self._maker.thin(cells, solution, self._orbits, order, target, late)


def _shuffled(random: "RandomState", size: int) -> "Orbits":

    return shuffled(random, size)


def _grid(shape: Shape, cells: "Digits") -> Grid:
    return Grid(shape, tuple(cells.tolist()))


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
        return kernels.remove_clues(self._search, cells, orbits, order, fewest, self._spare)

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
        if not kernels.make_unique(self._search, cells, places, digits, _COUNTED, self._spare):
            return None
        kernels.count_up_to(self._search, cells, 1, self._spare)
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
