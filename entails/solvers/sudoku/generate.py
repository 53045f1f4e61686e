"""Grids made to order: unique by construction, symmetric, minimal, with so many clues, and as a rater wants them.

An attempt is a full grid at random from which clues are taken away in random order while the solution stays unique.
What comes out is compared with the order, and most orders need several attempts. Attempts are counted, not timed, so
the same seed gives the same grids on any machine, and an order that nobody can fill ends by saying so.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, get_args

import numpy as np

from entails.models.errors import InvalidOption
from entails.models.limits import Limits
from entails.models.outcome import Reason
from entails.models.sudoku import Grid, Shape
from entails.solvers.patience import clock

if TYPE_CHECKING:
    from numpy.random import RandomState

    from entails.solvers.sudoku.makers import Digits, Maker, Orbits

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
class Order:
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

    def __init__(self, order: Order, wanted: int | None, seed: int, limits: Limits) -> None:
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

        from entails.solvers.sudoku.makers import maker

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
    order = Order(board, (clues, clues) if isinstance(clues, int) else clues, symmetry, minimal, accept, cells, mask)
    return Generation(order, wanted, seed, limits)


class _Attempt:
    """Everything that stays the same from one attempt to the next."""

    def __init__(self, order: Order, maker: "Maker", random: "RandomState") -> None:
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
    from entails.solvers.sudoku.makers import shuffled

    return shuffled(random, size)


def _grid(shape: Shape, cells: "Digits") -> Grid:
    return Grid(shape, tuple(cells.tolist()))
