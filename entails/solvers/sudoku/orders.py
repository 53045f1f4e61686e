"""`generate`, the front door of the generator: grids with a difficulty, or with a technique as their hardest step.

Grids are made as `entails.solvers.sudoku.generate` makes them, rated in batches, and kept when they are as wished. All
is counted in attempts, so the same seed gives the same grids on any machine with any number of cores.

The directed search for a technique: grids whose path comes to use it are eased until nothing harder is left.

A swordfish is the hardest step of hardly any grid made at random, but one grid in seventy has one somewhere on its
path. A clue more shortens a path. So each clue that could be added is tried, and the grid is kept that still needs the
technique and whose hardest step is least above it, until the technique itself is the hardest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, get_args

import numpy as np
from numpy.typing import NDArray

from entails.models.errors import InvalidOption, UnsupportedCapability
from entails.models.limits import Limits
from entails.models.outcome import Reason
from entails.models.rating import BANDS, Band
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.kernels.jit import plainly
from entails.solvers.sudoku.generate import DEFAULT_LIMITS, Generated, Generation, RemovalOrder, Symmetry
from entails.solvers.sudoku.generate import generate as make
from entails.solvers.sudoku.steps.technique import COUNTED, technique
from entails.solvers.sudoku.steps.traces import traces

if TYPE_CHECKING:
    from entails.solvers.sudoku.difficulty.model import Rating

Span = tuple[float, float]

_AT_ONCE: Final = 64
_FEW: Final = 3
_CLUES_OF_BANDS: Final[dict[str, tuple[int, int]]] = {"easy": (30, 40), "medium": (24, 36), "hard": (20, 32)}
_ALL_KINDS_OF_CLUES: Final = (20, 40)
_NEARLY_FULL: Final = (20, 75)
"""Numbers of clues to choose from when a difficulty, or a single as the hardest step, is wished and no number is: those
that grids in print have. Harder bands take as few as they can."""


@dataclass(frozen=True, slots=True)
class GridWish:
    """What a grid should be like for a person: a band, a difficulty between two numbers, a hardest technique."""

    band: Band | None = None
    difficulty: Span | None = None
    technique: str | None = None

    @classmethod
    def of(cls, difficulty: str | Span | None = None, technique: str | None = None) -> "GridWish":
        """A wish in words: "hard", "0.8..1.2" (one side may be open), "x-wing"."""
        hardest = None if technique is None else _technique(technique)
        if isinstance(difficulty, str) and difficulty in get_args(Band):
            return cls(band=difficulty, technique=hardest)  # type: ignore[arg-type]
        return cls(difficulty=span(difficulty) if isinstance(difficulty, str) else difficulty, technique=hardest)

    @property
    def is_any(self) -> bool:
        return self.band is None and self.difficulty is None and self.technique is None

    @property
    def clues(self) -> tuple[int, int] | None:
        """Where to look when the number of clues is left to us: easy grids have more of them."""
        from entails.solvers.sudoku.steps.technique import technique

        if self.technique is not None:
            return _NEARLY_FULL if technique(self.technique).is_single else None
        if self.band is not None:
            return _CLUES_OF_BANDS.get(self.band)
        return None if self.is_any else _ALL_KINDS_OF_CLUES

    @property
    def sought(self) -> str | None:
        """The technique that has to be looked for, since hardly any grid needs it: one beyond singles that paths
        count."""
        from entails.solvers.sudoku.steps.technique import technique

        if self.technique is None or technique(self.technique).is_single:
            return None
        return self.technique if technique(self.technique).is_counted else None

    def granted(self, rating: "Rating") -> bool:
        lowest, highest = self.difficulty or (0.0, float("inf"))
        return (
            self.band in (None, rating.band)
            and (self.technique in (None, rating.hardest) or self.technique == _last_on_path(rating))
            and rating.difficulty is not None
            and lowest <= rating.difficulty <= highest
        )


def _last_on_path(rating: "Rating") -> str | None:
    """The hardest technique that the path counts: cases, where `hardest` has a name for them."""
    from entails.solvers.sudoku.difficulty.criteria import first_use_of
    from entails.solvers.sudoku.steps.technique import COUNTED

    return next((name for name in reversed(COUNTED) if rating.criteria.get(first_use_of(name))), None)


def span(text: str) -> Span:
    """ "0.8..1.2", "0.8.." or "..1.2" as two numbers."""
    low, dots, high = text.partition("..")
    try:
        lowest, highest = float(low or 0), float(high or "inf")
    except ValueError:
        lowest, highest = 1.0, 0.0
    if not dots or not 0 <= lowest <= highest or lowest == float("inf"):
        raise InvalidOption(
            f"there is no difficulty {text[:40]!r}",
            where="difficulty",
            expected=f"{', '.join(BANDS)}, or two numbers such as 0.8..1.2",
        )
    return lowest, highest


def _technique(name: str) -> str:
    from entails.solvers.sudoku.difficulty.explainer import HARDEST
    from entails.solvers.sudoku.steps.technique import chosen

    meant = [one for one in chosen([name], "technique") if not one.criterion]
    if len(meant) != 1:
        known = ", ".join(one.id for one in meant)
        raise InvalidOption(
            f"{name[:40]!r} means {'several techniques' if meant else 'no step'}",
            where="technique",
            expected=f"one of {known}" if meant else "a technique that gives steps",
        )
    if not meant[0].is_counted and meant[0].id not in HARDEST:
        raise InvalidOption(
            f"no rating names {meant[0].name} as the hardest step",
            where="technique",
            expected=f"a technique that ratings count, or one of {', '.join(HARDEST)}",
        )
    return meant[0].id


@dataclass(frozen=True, slots=True)
class GeneratedGrid:
    """A grid made to order, its only solution, its rating (None for other boards than the classic 9x9), and how many
    attempts it took."""

    puzzle: Grid
    solution: Grid
    rating: "Rating | None"
    attempts: int


class GridOrders:
    """Grids one after the other. Once the iteration has ended, `reason` says what ended it before all were made
    ("nodes" when the attempts for one grid were used up, "time"), None when the order is filled."""

    def __init__(self, making: Generation, wish: GridWish, wanted: int) -> None:
        self._making = making
        self._wish = wish
        self.wanted = wanted
        self.found = 0
        self.attempts = 0
        self.reason: Reason | None = None

    @property
    def complete(self) -> bool:
        return self.found == self.wanted

    def __iter__(self) -> Iterator[GeneratedGrid]:
        """Begins anew each time, with the same grids."""
        self.found, self.attempts, self.reason = 0, 0, None
        tried = 0
        for made, rating in self._rated():
            if self.complete:
                return
            tried += made.attempts
            self.attempts += made.attempts
            if rating is None or self._wish.granted(rating):
                self.found += 1
                yield GeneratedGrid(made.puzzle, made.solution, rating, tried)
                tried = 0
            elif self._making.limits.nodes is not None and tried >= self._making.limits.nodes:
                self.reason = "nodes"
                return
        if not self.complete:
            self.reason = self._making.reason
            self.attempts += self._making.attempts - self.attempts

    def _rated(self) -> Iterator[tuple[Generated, "Rating | None"]]:
        if self._making.order.shape != Shape.classic(9):
            for made in self._making:
                yield made, None
            return
        if self._is_small:
            yield from self._one_by_one()
            return
        from entails.solvers.sudoku.difficulty.model import rate_batches

        for some, ratings in rate_batches((some, [made.puzzle for made in some]) for some in self._batches()):
            yield from zip(some, ratings, strict=True)

    @property
    def _is_small(self) -> bool:
        """So few grids that compiling would take longer than making and rating them, unless they are hard to find."""
        return self.wanted <= _FEW and self._making.limits.seconds is None

    def _one_by_one(self) -> "Iterator[tuple[Generated, Rating]]":
        from entails.solvers.sudoku.difficulty.model import rate

        making = iter(self._making) if self._wish.sought is None else chain.from_iterable(self._batches())
        while True:
            with plainly(self._wish.sought is None):
                made = next(making, None)
            if made is None:
                return
            with plainly():
                rating = rate(made.puzzle)
                if self._wish.granted(rating):
                    rating = rating.in_full()
            yield made, rating

    def _batches(self) -> Iterator[list[Generated]]:
        making, order, sought = iter(self._making), self._making.order, self._wish.sought
        if sought is None or order.minimal or order.pattern is not None:
            while some := list(islice(making, _AT_ONCE)):
                yield some
            return

        while some := list(islice(making, _AT_ONCE)):
            yield list(eased(some, order, sought))


def generate(
    wanted: int = 1,
    *,
    size: int | Shape = 9,
    difficulty: str | Span | None = None,
    technique: str | None = None,
    clues: int | tuple[int, int] | None = None,
    symmetry: Symmetry = "rotational",
    minimal: bool = False,
    pattern: Sequence[int] | None = None,
    mask: bool = False,
    seed: int = 0,
    limits: Limits = DEFAULT_LIMITS,
) -> GridOrders:
    """Grids with one solution each, as wished: iterate over what it returns.

    `difficulty` is a band ("easy" to "diabolical") or two numbers, `technique` the hardest step, which is searched for.
    `pattern` are the cells that have clues, numbered from 0; with `mask`, some of them do. `limits.nodes` caps
    the attempts for one grid, `limits.seconds` is the time for all of them.
    """
    wish = GridWish.of(difficulty, technique)
    shape = Shape.classic(size) if isinstance(size, int) else size
    if not wish.is_any and shape != Shape.classic(9):
        raise UnsupportedCapability("only classic 9x9 grids have a difficulty and techniques to wish for")
    making = make(
        shape,
        wanted if wish.is_any else None,
        clues=wish.clues if clues is None and not minimal and pattern is None else clues,
        symmetry=symmetry,
        minimal=minimal,
        pattern=pattern,
        mask=mask,
        seed=seed,
        limits=limits,
    )
    return GridOrders(making, wish, wanted)


_ROUNDS = 8
"""So many clues are added at most."""


def eased(some: Sequence[Generated], order: RemovalOrder, wanted: str) -> Iterator[Generated]:
    """For each grid, itself or one with more clues whose hardest step is the wanted technique; nothing for grids that
    do not use it. Each grid looked at counts as an attempt."""
    number = COUNTED.index(wanted)
    waiting = 0
    for made, used in zip(some, _used([made.puzzle for made in some]), strict=True):
        waiting += made.attempts
        found, tried = _eased(made, order, used, number)
        waiting += tried
        if found is not None:
            yield replace(found, attempts=waiting)
            waiting = 0
    if waiting:
        yield replace(some[-1], attempts=waiting)


def _eased(made: Generated, order: RemovalOrder, used: NDArray[np.bool_], number: int) -> tuple[Generated | None, int]:
    tried = 0
    for _ in range(_ROUNDS):
        if not used[number]:
            break
        if not used[number + 1 :].any():
            return made, tried
        easier = list(_with_more(made, order))
        if not easier:
            break
        tried += len(easier)
        uses = _used([one.puzzle for one in easier])
        hardest = np.where(uses, np.arange(uses.shape[1]), -1).max(axis=1)
        hardest[~uses[:, number]] = uses.shape[1]
        best = int(hardest.argmin())
        made, used = easier[best], uses[best]
    return None, tried


def _with_more(made: Generated, order: RemovalOrder) -> Iterator[Generated]:
    """The grid with one more set of clues, where the order allows that."""
    most = order.clues[1] if order.clues else order.shape.cells
    for orbit in order.orbits().tolist():
        cells = list(made.puzzle.cells)
        if cells[orbit[0]]:
            continue
        for cell in orbit:
            if cell >= 0:
                cells[cell] = made.solution.cells[cell]
        if len(cells) - cells.count(0) <= most:
            yield replace(made, puzzle=Grid(made.puzzle.shape, tuple(cells)))


def _used(grids: Sequence[Grid]) -> NDArray[np.bool_]:
    """Which techniques the path of each grid uses, easiest first, a row for each."""
    return np.asarray(traces(grids, unique=True).counts[:, [technique(name).number for name in COUNTED]] > 0)
