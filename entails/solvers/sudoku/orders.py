"""Generation of grids with a given difficulty, or with a given technique as their hardest step.

Grids come from `entails.solvers.sudoku.generate`, are rated in batches, and are kept if they meet the target.
Everything is counted in attempts, so the same seed gives the same grids on any machine with any number of cores.

Rare techniques are searched for. Hardly any random grid has a swordfish as its hardest step, but one in seventy has one
on its path. An additional clue shortens a path. So each possible clue is tried, and the search continues with the grid
that still needs the technique and whose hardest step is least above it, until the technique is the hardest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, Protocol, get_args

import numpy as np
from numpy.typing import NDArray

from entails.models.errors import InvalidOption, UnsupportedCapability
from entails.models.limits import Limits
from entails.models.outcome import Reason
from entails.models.rating import BANDS, Band
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.kernels.jit import plain_python_first
from entails.solvers.sudoku.generate import DEFAULT_LIMITS, Generated, Generation, GenerationSpec, Symmetry
from entails.solvers.sudoku.generate import generate as make
from entails.solvers.sudoku.steps.technique import COUNTED, technique, without_direction

if TYPE_CHECKING:
    from entails.models.fields import Document
    from entails.models.sudoku.ladder import Ladder
    from entails.solvers.sudoku.difficulty.model import Rating
    from entails.solvers.sudoku.steps.ladder import TechniqueLadder

Span = tuple[float, float]

_AT_ONCE: Final = 64
_FEW: Final = 3
_CLUES_OF_BANDS: Final[dict[str, tuple[int, int]]] = {"easy": (30, 40), "medium": (24, 36), "hard": (20, 32)}
_ANY_CLUES: Final = (20, 40)
_NEARLY_FULL: Final = (20, 75)
"""Default numbers of clues for a difficulty, or for a single as the hardest step, as in printed grids.

Harder bands use as few clues as possible.
"""


@dataclass(frozen=True, slots=True)
class GridTarget:
    """The target of a generation: a band, a range of difficulty, a hardest technique (of a ladder, if there is one)."""

    band: Band | None = None
    difficulty: Span | None = None
    technique: str | None = None
    ladder: "TechniqueLadder | None" = None

    @classmethod
    def of(
        cls,
        difficulty: str | Span | None = None,
        technique: str | None = None,
        ladder: "str | Document | Ladder | None" = None,
    ) -> "GridTarget":
        """Build a target from text: "hard", "0.8..1.2" (either side may be open), "x-wing", "hodoku"."""
        from entails.solvers.sudoku.steps.ladder import TechniqueLadder

        order = None if ladder is None else TechniqueLadder.of(ladder)
        hardest = None if technique is None else _technique(technique, order)
        if isinstance(difficulty, str) and difficulty in get_args(Band):
            return cls(band=difficulty, technique=hardest, ladder=order)  # type: ignore[arg-type]
        limits = span(difficulty) if isinstance(difficulty, str) else difficulty
        return cls(difficulty=limits, technique=hardest, ladder=order)

    @property
    def is_any(self) -> bool:
        return self.band is None and self.difficulty is None and self.technique is None

    @property
    def clues(self) -> tuple[int, int] | None:
        """Return the default range of clues; easy grids have more clues."""
        from entails.solvers.sudoku.steps.technique import technique

        if self.technique is not None:
            return _NEARLY_FULL if technique(self.technique).is_single else None
        if self.band is not None:
            return _CLUES_OF_BANDS.get(self.band)
        return None if self.is_any else _ANY_CLUES

    @property
    def rare_technique(self) -> str | None:
        """Return the technique to search for, because hardly any grid needs it: any but singles.

        Without a ladder, only counted techniques are searched for.
        """
        from entails.solvers.sudoku.steps.technique import technique

        if self.technique is None or technique(self.technique).is_single:
            return None
        return self.technique if self.ladder or technique(self.technique).is_counted else None

    @property
    def search(self) -> "UsesOf | None":
        """Return the function that tells which techniques grids use, if one of them is searched for."""
        sought = self.rare_technique
        if sought is None:
            return None
        return CountedUses(COUNTED.index(sought)) if self.ladder is None else LadderUses(self.ladder.up_to(sought))

    def completed(self, rating: "Rating") -> "Rating":
        """Return a rating with its score by the ladder of the target."""
        return rating.with_ladder(self.ladder)

    def is_met_by(self, rating: "Rating") -> bool:
        lowest, highest = self.difficulty or (0.0, float("inf"))
        return (
            self.band in (None, rating.band)
            and self._is_hardest(rating)
            and rating.difficulty is not None
            and lowest <= rating.difficulty <= highest
        )

    def _is_hardest(self, rating: "Rating") -> bool:
        """Return whether the technique of the target is the hardest step."""
        if self.technique is None:
            return True
        if self.ladder is None:
            return self.technique in (rating.hardest, _last_on_path(rating))
        score = rating.with_ladder(self.ladder).ladder if rating.ladder is None else rating.ladder
        return score is not None and score.status == "solved" and score.hardest == self.technique


def _last_on_path(rating: "Rating") -> str | None:
    """Return the hardest counted technique of the path; a disjunction if `hardest` is an Explainer technique."""
    from entails.solvers.sudoku.difficulty.criteria import first_use_of

    last = next((name for name in reversed(COUNTED) if rating.criteria.get(first_use_of(name))), None)
    return None if last is None else without_direction(last)


def span(text: str) -> Span:
    """Parse "0.8..1.2", "0.8.." or "..1.2" into two numbers."""
    low, dots, high = text.partition("..")
    try:
        lowest, highest = float(low or 0), float(high or "inf")
    except ValueError:
        lowest, highest = 1.0, 0.0
    if not dots or not 0 <= lowest <= highest or lowest == float("inf"):
        raise InvalidOption(
            f"unknown difficulty {text[:40]!r}",
            where="difficulty",
            expected=f"{', '.join(BANDS)}, or two numbers such as 0.8..1.2",
        )
    return lowest, highest


def _technique(name: str, ladder: "TechniqueLadder | None") -> str:
    from entails.solvers.sudoku.difficulty.explainer import HARDEST
    from entails.solvers.sudoku.steps.technique import chosen

    meant = [candidate for candidate in chosen([name], "technique") if not candidate.criterion]
    if ladder is None:
        meant = list(dict.fromkeys(technique(without_direction(candidate.id)) for candidate in meant))
    elif len(meant) > 1:  # a name for several techniques means those of the ladder
        meant = [candidate for candidate in meant if candidate.id in ladder.techniques] or meant
    if len(meant) != 1:
        known = ", ".join(candidate.id for candidate in meant)
        raise InvalidOption(
            f"{name[:40]!r} means {'several techniques' if meant else 'no step'}",
            where="technique",
            expected=f"one of {known}" if meant else "a technique that gives steps",
        )
    if ladder is not None:
        return ladder.up_to(meant[0].id)[-1]
    if not meant[0].is_counted and meant[0].id not in HARDEST:
        raise InvalidOption(
            f"no rating names {meant[0].name} as the hardest step",
            where="technique",
            expected=f"a technique that ratings count, one of {', '.join(HARDEST)}, or a ladder that has it (hodoku)",
        )
    return meant[0].id


@dataclass(frozen=True, slots=True)
class GeneratedGrid:
    """A generated grid, its unique solution, its rating (None unless it is a classic 9x9 grid), and its attempts."""

    puzzle: Grid
    solution: Grid
    rating: "Rating | None"
    attempts: int


class TargetedGeneration:
    """An iterable of generated grids that meet a target.

    After the iteration, `reason` says why it ended early ("nodes" if the attempts for one grid were used up, or
    "time"); None if all grids were generated.
    """

    def __init__(self, generation: Generation, target: GridTarget, wanted: int) -> None:
        self._generation = generation
        self._target = target
        self.wanted = wanted
        self.found = 0
        self.attempts = 0
        self.reason: Reason | None = None

    @property
    def complete(self) -> bool:
        return self.found == self.wanted

    def __iter__(self) -> Iterator[GeneratedGrid]:
        """Yield the grids; each iteration starts again with the same ones."""
        self.found, self.attempts, self.reason = 0, 0, None
        tried = 0
        for grid, rating in self._rated():
            if self.complete:
                return
            tried += grid.attempts
            self.attempts += grid.attempts
            if rating is None or self._target.is_met_by(rating):
                self.found += 1
                complete = rating if rating is None else self._target.completed(rating)
                yield GeneratedGrid(grid.puzzle, grid.solution, complete, tried)
                tried = 0
            elif self._generation.limits.nodes is not None and tried >= self._generation.limits.nodes:
                self.reason = "nodes"
                return
        if not self.complete:
            self.reason = self._generation.reason
            self.attempts += self._generation.attempts - self.attempts

    def _rated(self) -> Iterator[tuple[Generated, "Rating | None"]]:
        if self._generation.spec.shape != Shape.classic(9):
            for grid in self._generation:
                yield grid, None
            return
        if self._is_small:
            yield from self._one_by_one()
            return
        from entails.solvers.sudoku.difficulty.model import rate_batches

        for batch, ratings in rate_batches((batch, [grid.puzzle for grid in batch]) for batch in self._batches()):
            yield from zip(batch, ratings, strict=True)

    @property
    def _is_small(self) -> bool:
        """Return whether so few grids are wanted that compiling would take longer than generating and rating them."""
        return self.wanted <= _FEW and self._generation.limits.seconds is None

    def _one_by_one(self) -> "Iterator[tuple[Generated, Rating]]":
        from entails.solvers.sudoku.difficulty.model import rate

        generation = (
            iter(self._generation) if self._target.rare_technique is None else chain.from_iterable(self._batches())
        )
        while True:
            with plain_python_first(self._target.rare_technique is None):
                grid = next(generation, None)
            if grid is None:
                return
            with plain_python_first():
                rating = rate(grid.puzzle)
                if self._target.is_met_by(rating):
                    rating = rating.in_full()
            yield grid, rating

    def _batches(self) -> Iterator[list[Generated]]:
        generation, spec, search = iter(self._generation), self._generation.spec, self._target.search
        if search is None or spec.minimal or spec.pattern is not None:
            while batch := list(islice(generation, _AT_ONCE)):
                yield batch
            return

        while batch := list(islice(generation, _AT_ONCE)):
            yield list(easier_grids(batch, spec, search))


def generate(
    wanted: int = 1,
    *,
    size: int | Shape = 9,
    difficulty: str | Span | None = None,
    technique: str | None = None,
    ladder: "str | Document | Ladder | None" = None,
    clues: int | tuple[int, int] | None = None,
    symmetry: Symmetry = "rotational",
    minimal: bool = False,
    pattern: Sequence[int] | None = None,
    mask: bool = False,
    seed: int = 0,
    limits: Limits = DEFAULT_LIMITS,
) -> TargetedGeneration:
    """Generate grids with one solution each that meet a target; iterate over the result.

    `difficulty` is a band ("easy" to "diabolical") or two numbers, `technique` the hardest step, which is searched for;
    with a `ladder`, the hardest step of the path in its order.
    `pattern` are the cells that have clues, numbered from 0; with `mask`, only some of them do. `limits.nodes` caps the
    attempts for one grid, `limits.seconds` the time for all of them.
    """
    target = GridTarget.of(difficulty, technique, ladder)
    shape = Shape.classic(size) if isinstance(size, int) else size
    if not target.is_any and shape != Shape.classic(9):
        raise UnsupportedCapability("difficulty and technique are only supported for classic 9x9 grids")
    generation = make(
        shape,
        wanted if target.is_any else None,
        clues=target.clues if clues is None and not minimal and pattern is None else clues,
        symmetry=symmetry,
        minimal=minimal,
        pattern=pattern,
        mask=mask,
        seed=seed,
        limits=limits,
    )
    return TargetedGeneration(generation, target, wanted)


_ROUNDS = 8
"""Maximum number of clues that are added."""
_Uses = tuple[NDArray[np.bool_], NDArray[np.int64]]


class UsesOf(Protocol):
    """Tells which techniques the paths of grids use.

    Attributes:
        wanted: The column of the technique that is searched for; later columns are harder.
    """

    @property
    def wanted(self) -> int: ...

    def __call__(self, grids: Sequence[Grid]) -> _Uses:
        """Return a row of flags per grid, easiest technique first, and the empty cells at the end of each path."""


@dataclass(frozen=True, slots=True)
class CountedUses:
    """Uses of the counted techniques in the rounds of a rating."""

    wanted: int

    def __call__(self, grids: Sequence[Grid]) -> _Uses:
        from entails.data.weights import weights as shipped_weights
        from entails.solvers.sudoku.difficulty.search_cost import rounds

        counts = rounds(grids, shipped_weights().search, unique=True).counts
        flags = np.asarray(counts[:, [technique(name).number for name in COUNTED]] > 0)
        return flags, np.zeros(len(grids), np.int64)


@dataclass(frozen=True, slots=True)
class LadderUses:
    """Uses of the techniques of a ladder up to the wanted one; the last column says that they do not suffice."""

    techniques: tuple[str, ...]

    @property
    def wanted(self) -> int:
        return len(self.techniques) - 1

    def __call__(self, grids: Sequence[Grid]) -> _Uses:
        from entails.solvers.sudoku.steps.path import taken_steps

        flags = np.zeros((len(grids), len(self.techniques) + 1), np.bool_)
        left = np.zeros(len(grids), np.int64)
        for row, grid in enumerate(grids):
            steps, left[row] = taken_steps(grid, self.techniques, unique=True)
            used = {step.technique for step in steps}
            flags[row] = [*(name in used for name in self.techniques), left[row] > 0]
        return flags, left


def easier_grids(batch: Sequence[Generated], spec: GenerationSpec, uses: UsesOf) -> Iterator[Generated]:
    """Yield for each grid a grid with the wanted technique as its hardest step: itself, or one with more clues.

    Grids that do not use the technique are skipped. Each grid tried counts as an attempt.
    """
    waiting = 0
    for grid, used in zip(batch, uses([grid.puzzle for grid in batch])[0], strict=True):
        waiting += grid.attempts
        easier, tried = _easier(grid, spec, used, uses)
        waiting += tried
        if easier is not None:
            yield replace(easier, attempts=waiting)
            waiting = 0
    if waiting:
        yield replace(batch[-1], attempts=waiting)


def _easier(
    grid: Generated, spec: GenerationSpec, used: NDArray[np.bool_], uses: UsesOf
) -> tuple[Generated | None, int]:
    tried = 0
    for _ in range(_ROUNDS):
        if not used[uses.wanted]:
            break
        if not used[uses.wanted + 1 :].any():
            return grid, tried
        easier = list(_with_more_clues(grid, spec))
        if not easier:
            break
        tried += len(easier)
        flags, left = uses([candidate.puzzle for candidate in easier])
        hardest = np.where(flags, np.arange(flags.shape[1]), -1).max(axis=1) + left / 100
        hardest[~flags[:, uses.wanted]] = flags.shape[1] + 1
        best = int(hardest.argmin())
        grid, used = easier[best], flags[best]
    return None, tried


def _with_more_clues(grid: Generated, spec: GenerationSpec) -> Iterator[Generated]:
    """Yield the grid with one more set of clues, as far as the specification allows."""
    most = spec.clues[1] if spec.clues else spec.shape.cells
    for orbit in spec.orbits().tolist():
        cells = list(grid.puzzle.cells)
        if cells[orbit[0]]:
            continue
        for cell in orbit:
            if cell >= 0:
                cells[cell] = grid.solution.cells[cell]
        if len(cells) - cells.count(0) <= most:
            yield replace(grid, puzzle=Grid(grid.puzzle.shape, tuple(cells)))
