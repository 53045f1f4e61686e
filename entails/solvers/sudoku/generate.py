"""Generation of grids: unique, symmetric, minimal, with a given number of clues, and accepted by a filter.

An attempt fills a grid at random and removes clues in random order while the solution stays unique. The result is
compared with the specification; most specifications need several attempts. Attempts are counted, not timed, so the same
seed gives the same grids on any machine, and an impossible specification ends with a reason.

`BitsMaker` works on the compiled kernel for classic 9x9 grids, `SatMaker` on a SAT session for other shapes.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Final, Literal, Protocol, get_args

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from entails.models.errors import InvalidOption, UnsupportedCapability, quantity
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
from entails.solvers.sudoku.clue_order import Empties, removal_order, shuffled

Symmetry = Literal[
    "rotational",
    "mirror",
    "none",
    "quarter-turn",
    "flip",
    "mirror-flip",
    "diagonal",
    "antidiagonal",
    "diagonals",
    "full",
]
SYMMETRIES: Final[tuple[Symmetry, ...]] = get_args(Symmetry)
_IMAGES: Final[dict[Symmetry, tuple[str, ...]]] = {
    "rotational": ("rotational",),
    "mirror": ("mirror",),
    "none": (),
    "quarter-turn": ("quarter-turn",),
    "flip": ("flip",),
    "mirror-flip": ("mirror", "flip"),
    "diagonal": ("diagonal",),
    "antidiagonal": ("antidiagonal",),
    "diagonals": ("diagonal", "antidiagonal"),
    "full": ("quarter-turn", "mirror"),
}
"""The maps that generate each symmetry."""


def _image(name: str, row: int, column: int, last: int) -> tuple[int, int]:
    """Return the image of a cell under a symmetry; `last` is the number of the last row and column."""
    return {
        "rotational": (last - row, last - column),
        "mirror": (row, last - column),
        "flip": (last - row, column),
        "quarter-turn": (column, last - row),
        "diagonal": (column, row),
        "antidiagonal": (last - column, last - row),
    }[name]


"""The clues that are removed first: those of a random unit, or of a random digit."""

DEFAULT_LIMITS: Final = Limits(nodes=10_000)
_PROVEN: Final = {4: 4, 9: 17}
"""The proven minimum of clues of classic grids, by size."""
_ROUNDS: Final = 25
"""Number of times that an attempt with too many clues restores some and removes others."""
_PUT_BACK: Final = 3


@dataclass(frozen=True, slots=True)
class Generated:
    """A generated grid, its unique solution, and the number of attempts."""

    puzzle: Grid
    solution: Grid
    attempts: int

    @property
    def clues(self) -> int:
        return len(self.puzzle.givens())


Accept = Callable[[Generated], bool]
"""A filter on grids that meet the other conditions, for example by difficulty."""


@dataclass(frozen=True)
class GenerationSpec:
    """The required properties of generated grids.

    Attributes:
        shape: The shape of the grids.
        clues: The fewest and the most clues; None for any number.
        symmetry: The symmetry of the cells with clues.
        minimal: Whether every single clue must be necessary.
        accept: A filter on grids that meet the other conditions.
        pattern: The cells that have clues; it replaces the symmetry.
        mask: Whether only some cells of the pattern have clues.
        solution: The solution of the grids; None for random ones.
        empties: The order in which clues go (see `clue_order`); None for any order.
    """

    shape: Shape
    clues: tuple[int, int] | None = None
    symmetry: Symmetry = "rotational"
    minimal: bool = False
    accept: Accept | None = None
    pattern: tuple[int, ...] | None = None
    mask: bool = False
    solution: Grid | None = None
    empties: Empties | None = None

    def __post_init__(self) -> None:
        if self.symmetry not in SYMMETRIES:
            raise InvalidOption(
                f"unknown symmetry {self.symmetry[:20]!r}", where="symmetry", expected=f"one of {', '.join(SYMMETRIES)}"
            )
        fewest, most = self.clues or (0, self.shape.cells)
        if not 0 <= fewest <= most <= self.shape.cells:
            raise InvalidOption(
                "invalid number of clues", where="clues", expected=f"0 to {self.shape.cells}, the fewest first"
            )
        least, why = _fewest_clues(self.shape)
        cells = self.shape.cells if self.pattern is None else len(set(self.pattern))
        for where, clues in (("clues", most), ("mask" if self.mask else "pattern", cells)):
            if clues < least:
                name = f"{self.shape.size}x{self.shape.size} grid"
                problem = f"no {name} with {clues} {'clue' if clues == 1 else 'clues'} has only one solution"
                raise InvalidOption(problem, where=where, expected=f"at least {least}: {why}")
        if self.pattern is not None and (lines := _two_empty_lines(self.shape, set(self.pattern))):
            raise InvalidOption(
                f"{lines[0]} and {lines[1]} have no clue, so they can be exchanged and no solution is unique",
                where="mask" if self.mask else "pattern",
                expected="a clue in all but one line of each band and stack",
            )
        possible = _sums((self.orbits() >= 0).sum(axis=1).tolist())
        if not possible >> fewest & (1 << most - fewest + 1) - 1:
            near = max(clues for clues in range(fewest) if possible >> clues & 1)
            problem = f"no grid with the symmetry {self.symmetry} has {fewest} to {most} clues"
            raise InvalidOption(problem, where="clues", expected=f"for example {near}")
        if self.solution is not None:
            _check_solution(self.solution, self.shape)

    def orbits(self) -> "Orbits":
        """Return the sets of cells (orbits) that are filled or emptied together, one per row."""
        size, last = self.shape.size, self.shape.size - 1
        if self.pattern is not None:
            return np.array(self.pattern, np.int64)[:, None]
        orbits: list[list[int]] = []
        seen: set[int] = set()
        for cell in range(self.shape.cells):
            if cell not in seen:
                orbit = [cell]
                for member in orbit:
                    for name in _IMAGES[self.symmetry]:
                        row, column = _image(name, *divmod(member, size), last)
                        if size * row + column not in orbit:
                            orbit.append(size * row + column)
                seen.update(orbit)
                orbits.append(orbit)
        width = max(map(len, orbits))
        return np.array([orbit + [-1] * (width - len(orbit)) for orbit in orbits], np.int64)


def _sums(sizes: Sequence[int]) -> int:
    """Return all possible sums of subsets of these numbers, as the set bits of an integer."""
    sums = 1
    for size in sizes:
        sums |= sums << size
    return sums


def _check_solution(solution: Grid, shape: Shape) -> None:
    """Raise an error unless a grid of this shape is full and satisfies the rules."""
    if solution.shape != shape:
        raise InvalidOption(f"the shape {solution.shape.name[:20]}", where="solution", expected=shape.name[:20])
    for unit in shape.units:
        if len({solution.cells[cell] for cell in unit.cells} - {0}) < shape.size:
            raise InvalidOption(f"{unit.name} lacks a digit", where="solution", expected="a full and valid grid")


def _fewest_clues(shape: Shape) -> tuple[int, str]:
    """Return the proven minimum number of clues for a unique solution, and the reason.

    17 for 9x9: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", Experimental Mathematics 23 (2014).
    """
    if shape.size in _PROVEN and shape == Shape.classic(shape.size):
        return _PROVEN[shape.size], f"fewer are proven impossible for {shape.size}x{shape.size}"
    return shape.size - 1, "two digits that are not among the clues can be exchanged"


def _two_empty_lines(shape: Shape, pattern: set[int]) -> tuple[str, str] | None:
    """Return the names of two rows of a band, or two columns of a stack, without clues in the pattern; None if none."""
    high, wide = shape.box or (1, 1)
    size = shape.size
    for lines, width in ((shape.units[:size], high), (shape.units[size : 2 * size], wide)):
        for first in range(0, size, width):
            empty = [line.name for line in lines[first : first + width] if pattern.isdisjoint(line.cells)]
            if len(empty) > 1:
                return empty[0], empty[1]
    return None


class Generation:
    """An iterable of generated grids, made on demand.

    After the iteration, `reason` says why it ended early ("nodes" if the attempts for one grid were used up, or
    "time"); None if all grids were generated.
    """

    def __init__(self, spec: GenerationSpec, wanted: int | None, seed: int, limits: Limits) -> None:
        self.spec = spec
        self.wanted = wanted
        self.seed = seed
        self.limits = limits
        self.found = 0
        self.attempts = 0
        self.reason: Reason | None = None

    @property
    def complete(self) -> bool:
        """Return whether all grids were generated."""
        return self.reason is None and self.found == self.wanted

    @property
    def known(self) -> str:
        """Describe the progress in words."""
        amount = quantity(self.found, "grid") if self.wanted is None else f"{self.found} of {self.wanted} grids"
        stopped = {"nodes": "; attempt limit reached", "time": "; time limit reached"}
        return f"{amount} in {quantity(self.attempts, 'attempt')}{stopped.get(self.reason or '', '')}"

    def __iter__(self) -> Iterator[Generated]:
        """Yield the grids; each iteration repeats the same grids."""
        from numpy.random import MT19937, RandomState, SeedSequence

        self.found, self.attempts, self.reason = 0, 0, None
        with closing(maker(self.spec.shape)) as opened:
            yield from self._grids(_Attempt(self.spec, opened, RandomState(MT19937(SeedSequence(self.seed)))))

    def _grids(self, attempt: "_Attempt") -> Iterator[Generated]:
        deadline = None if self.limits.seconds is None else clock() + self.limits.seconds

        def late() -> bool:
            return deadline is not None and clock() >= deadline

        while self.wanted is None or self.found < self.wanted:
            tried = 0
            grid: Generated | None = None
            while grid is None:
                self.reason = "time" if late() else "nodes" if tried == self.limits.nodes else None
                if self.reason is not None:
                    return
                tried += 1
                self.attempts += 1
                grid = attempt.run(tried, late)
            self.found += 1
            yield grid


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
    solution: Grid | None = None,
    empties: Empties | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Generation:
    """Generate `wanted` uniquely solvable grids (endlessly many if None) on demand.

    `clues` is a number, or the fewest and the most; `pattern` the cells of the clues, `solution` that of all grids (see
    `GenerationSpec`).
    `limits.nodes` caps the attempts for one grid, `limits.seconds` the time for all of them.
    """
    if seed < 0:
        raise InvalidOption("the seed is negative", where="seed", expected="0 or more")
    if wanted is not None and wanted < 0:
        raise InvalidOption("negative number of grids", where="number of grids", expected="0 or more")
    board = Shape.classic(shape) if isinstance(shape, int) else shape
    cells = None if pattern is None else tuple(pattern)
    spec = GenerationSpec(
        board,
        (clues, clues) if isinstance(clues, int) else clues,
        symmetry,
        minimal,
        accept,
        cells,
        mask,
        solution,
        empties,
    )
    return Generation(spec, wanted, seed, limits)


class _Attempt:
    """The state that all attempts of a generation share."""

    def __init__(self, spec: GenerationSpec, maker: "Maker", random: "RandomState") -> None:
        self._spec = spec
        self._maker = maker
        self._random = random
        self._orbits = spec.orbits()

    def run(self, tried: int, late: Callable[[], bool]) -> Generated | None:
        """Make one attempt; return a grid that meets the specification, or None."""
        spec = self._spec
        fewest, most = spec.clues or (0, spec.shape.cells)
        if spec.solution is not None:
            solution = np.array(spec.solution.cells, np.uint8)
            cells = np.zeros_like(solution)
            inside = slice(None) if spec.pattern is None else list(spec.pattern)
            cells[inside] = solution[inside]
            if spec.pattern is not None and not self._maker.is_unique(cells, solution):
                return None
            if spec.pattern is None or spec.mask:
                cells = self._without_clues(cells, solution, self._target(fewest, most), most, late)
        elif spec.pattern is None:
            solution = self._maker.full_grid(self._random)
            cells = self._without_clues(solution.copy(), solution, self._target(fewest, most), most, late)
        else:
            fitted = self._maker.fit_pattern(self._orbits[:, 0], self._random)
            if fitted is None:
                return None
            cells, solution = fitted
            if spec.mask:
                cells = self._without_clues(cells, solution, self._target(fewest, most), most, late)
        clues = int(np.count_nonzero(cells))
        if not fewest <= clues <= most or (spec.minimal and not self._maker.is_minimal(cells, solution)):
            return None
        grid = Generated(_grid(spec.shape, cells), _grid(spec.shape, solution), tried)
        return grid if spec.accept is None or spec.accept(grid) else None

    def _target(self, fewest: int, most: int) -> int:
        """Choose the number of clues to leave: between the bounds, or as few as possible for a minimal grid."""
        if self._spec.minimal or self._spec.clues is None:
            return 0 if self._spec.clues is None else fewest
        return fewest + int(self._random.random_sample() * (most - fewest + 1))

    def _without_clues(
        self, cells: "Digits", solution: "Digits", target: int, most: int, late: Callable[[], bool]
    ) -> "Digits":
        """Remove clues from a full grid down to the target number.

        If too many are left, restore some and remove others: which clues are necessary depends on the order of removal.
        """
        clues = self._remove_clues(cells, solution, target, late)
        for _ in range(_ROUNDS):
            if clues <= most or late():
                break
            again = cells.copy()
            gone = np.flatnonzero(cells[self._orbits[:, 0]] == 0)
            for orbit in gone[shuffled(self._random, len(gone))[:_PUT_BACK]].tolist():
                members = self._orbits[orbit][self._orbits[orbit] >= 0]
                again[members] = solution[members]
            left = self._remove_clues(again, solution, target, late)
            if left <= clues:
                cells, clues = again, left
        return cells

    def _remove_clues(self, cells: "Digits", solution: "Digits", target: int, late: Callable[[], bool]) -> int:
        order = removal_order(self._spec.empties, self._spec.shape, solution, self._orbits, self._random)
        return self._maker.remove_clues(cells, solution, self._orbits, order, target, late)


def _grid(shape: Shape, cells: "Digits") -> Grid:
    return Grid(shape, tuple(cells.tolist()))


Digits = NDArray[np.uint8]
Orbits = NDArray[np.int64]
"""One row per set of cells that are filled or emptied together, padded with -1."""

_SAT_ENGINE: Final = "cadical153"
_CHANGES: Final = 2000
"""Number of changes to the clues of a pattern before the attempt starts again."""
_COUNTED: Final = 500
"""Maximum number of solutions that are counted while a pattern is filled."""


class Maker(Protocol):
    """A maker of grids of one shape. All choices come from `random`, so equal seeds give equal grids."""

    def full_grid(self, random: RandomState) -> Digits: ...

    def remove_clues(
        self, cells: Digits, solution: Digits, orbits: Orbits, order: NDArray[np.int64], fewest: int, halt: "Halt"
    ) -> int:
        """Empty orbits in order, in place, while the solution is unique; return the number of remaining clues.

        At least `fewest` clues are left. If `halt` returns True, it ends early with a grid that is still unique.
        """
        ...

    def is_minimal(self, cells: Digits, solution: Digits) -> bool:
        """Return whether the solution would not be unique without any one of the clues."""
        ...

    def is_unique(self, cells: Digits, solution: Digits) -> bool:
        """Return whether these clues have no solution other than the given one."""
        ...

    def fit_pattern(self, where: NDArray[np.int64], random: RandomState) -> tuple[Digits, Digits] | None:
        """Return a grid with clues in exactly these cells, and its unique solution; None if the attempt fails."""
        ...

    def close(self) -> None: ...


Halt = Callable[[], bool]


def maker(shape: Shape) -> Maker:
    """Return the fastest maker of grids for a shape."""
    return BitsMaker() if shape == CLASSIC else SatMaker(shape)


class BitsMaker:
    """Maker of classic 9x9 grids, based on compiled kernels."""

    def __init__(self) -> None:
        self._search, self._spare = new_search(), np.zeros(81, np.uint8)

    def full_grid(self, random: RandomState) -> Digits:
        answer = np.zeros(81, np.uint8)
        while not kernels.fill_at_random(self._search, shuffled(random, 81), shuffled(random, 81, 9), answer):
            pass
        return answer

    def remove_clues(
        self, cells: Digits, solution: Digits, orbits: Orbits, order: NDArray[np.int64], fewest: int, halt: Halt
    ) -> int:
        del solution, halt  # the kernel is too fast to need a halt
        return kernels.remove_clues(self._search, cells, orbits, order, fewest, self._spare)

    def is_minimal(self, cells: Digits, solution: Digits) -> bool:
        del solution
        return kernels.is_minimal(self._search, cells, self._spare)

    def is_unique(self, cells: Digits, solution: Digits) -> bool:
        del solution
        return kernels.count_up_to(self._search, cells, 2, self._spare) == 1

    def fit_pattern(self, where: NDArray[np.int64], random: RandomState) -> tuple[Digits, Digits] | None:
        """Place digits of a random full grid in these cells, and change them until the solution is unique."""
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
        """Do nothing, because this maker holds no resources."""


class SatMaker:
    """Maker of grids of any shape, based on a SAT solver.

    The rules stay loaded and clues are assumptions. A solution is unique if no other is left once it is blocked.
    """

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        rules = formula(Grid(shape, (0,) * shape.cells), "complete")
        self._session = engine(_SAT_ENGINE).open(rules, UNLIMITED, DEFAULTS)

    def full_grid(self, random: RandomState) -> Digits:
        """Return a random full grid: place random digits while they leave a solution, then let the solver complete it.

        The digits are relabelled at the end, because the solver prefers some of them.
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
        assert answer is not None  # the first digit fits anywhere
        renamed = shuffled(random, size).astype(np.uint8) + 1
        return np.asarray(renamed[np.array(answer.cells) - 1], np.uint8)

    @contextmanager
    def _unique_to(self, solution: Digits) -> Iterator[Callable[[Digits], bool]]:
        """Yield a function that tests whether clues of a full grid have no other solution."""
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

    def remove_clues(
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

    def is_unique(self, cells: Digits, solution: Digits) -> bool:
        with self._unique_to(solution) as is_unique:
            return is_unique(cells)

    def is_minimal(self, cells: Digits, solution: Digits) -> bool:
        with self._unique_to(solution) as is_unique:
            for cell in np.flatnonzero(cells).tolist():
                fewer = cells.copy()
                fewer[cell] = 0
                if is_unique(fewer):
                    return False
        return True

    def fit_pattern(self, where: NDArray[np.int64], random: RandomState) -> tuple[Digits, Digits] | None:
        del where, random
        raise UnsupportedCapability("patterns are only supported for classic 9x9 grids")

    def close(self) -> None:
        self._session.close()
