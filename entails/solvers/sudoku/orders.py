"""Generation of grids with a given difficulty, or with a given technique as the hardest step.

Grids come from `entails.solvers.sudoku.generate`, are rated in batches, and are kept if they meet the target.
Everything is counted in attempts, so the same seed gives the same grids on any machine with any number of cores.

Rare techniques are searched for. Hardly any random grid has a swordfish as its hardest step, but one in seventy needs
one on its path. Large subsets and fish need a unit or a digit with hardly any clues, so those go first (see
`clue_order`). An additional clue shortens a path. So clues are added in cells that the techniques up to the wanted one
leave empty, as long as it stays necessary, until it is the hardest; then more, if the difficulty is still too high.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, get_args

import numpy as np
from numpy.random import MT19937, RandomState, SeedSequence
from numpy.typing import NDArray

from entails.data.sudoku import weights as shipped_weights
from entails.models.errors import InvalidOption, UnsupportedCapability
from entails.models.limits import Limits
from entails.models.outcome import Reason
from entails.models.rating import BANDS, Band
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.kernels.jit import plain_python_first
from entails.solvers.sudoku.clue_order import Empties, shuffled
from entails.solvers.sudoku.generate import DEFAULT_LIMITS, Generated, Generation, GenerationSpec, Symmetry
from entails.solvers.sudoku.generate import generate as make
from entails.solvers.sudoku.steps.argument import SHAPE
from entails.solvers.sudoku.steps.technique import COUNTED, DEFAULT, LINE, Technique, technique, without_direction

if TYPE_CHECKING:
    from entails.models.fields import Document
    from entails.models.rating import Ladder
    from entails.solvers.sudoku.difficulty.model import Rating
    from entails.solvers.sudoku.steps.ladder import TechniqueLadder

Span = tuple[float, float]

_AT_ONCE: Final = 64
_FEW: Final = 3
_SHAPE_ATTEMPTS: Final = 1000
"""Default limit of attempts per grid of another shape with a technique: its path takes long."""
SEARCH_ATTEMPTS: Final = 200_000
"""Default limit of attempts per grid in the search for a technique, where an attempt takes much less time."""
_CLUES_OF_BANDS: Final[dict[str, tuple[int, int]]] = {"easy": (30, 40), "medium": (24, 36), "hard": (20, 32)}
_ANY_CLUES: Final = (20, 40)
_NEARLY_FULL: Final = (20, 75)
"""Default numbers of clues for a difficulty, or for a single as the hardest step, as in printed grids.

Harder bands use as few clues as possible.
"""


@dataclass(frozen=True, slots=True)
class GridTarget:
    """The target of a generation: a band, a range of difficulty, or a hardest technique, perhaps on a ladder."""

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
        """Parse a target: "hard", "0.8..1.2" (either side may be open), "x-wing", "hodoku"."""
        from entails.solvers.sudoku.steps.ladder import TechniqueLadder

        if ladder is None and technique is not None:
            ladder = _ladder_with(technique)
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
        """Return the default range of clues for the target; easy grids have more clues."""
        from entails.solvers.sudoku.steps.technique import technique

        if self.technique is not None:
            return _NEARLY_FULL if technique(self.technique).is_single else None
        if self.band is not None:
            return _CLUES_OF_BANDS.get(self.band)
        return None if self.is_any else _ANY_CLUES

    @property
    def rare_technique(self) -> str | None:
        """Return the technique if grids that need it must be searched for: any technique but singles.

        Without a ladder, only counted techniques are searched for.
        """
        from entails.solvers.sudoku.steps.technique import technique

        if self.technique is None or technique(self.technique).is_single:
            return None
        return self.technique if self.ladder or technique(self.technique).is_counted else None

    @property
    def need(self) -> "TechniqueNeed | None":
        """Return the test of whether grids need the technique, if these grids are searched for."""
        sought = self.rare_technique
        if sought is None:
            return None
        return TechniqueNeed(COUNTED[: COUNTED.index(sought) + 1] if self.ladder is None else self.ladder.up_to(sought))

    @property
    def most_difficult(self) -> float | None:
        """Return the upper end of the difficulty range; None if it is open."""
        if self.band is None:
            return self.difficulty[1] if self.difficulty else None
        limits = (*shipped_weights().bands, float("inf"))
        return limits[BANDS.index(self.band)]

    def is_too_hard(self, rating: "Rating") -> bool:
        """Return whether more clues are needed because the difficulty exceeds the range or the band."""
        assert self.most_difficult is not None
        return rating.difficulty is not None and rating.difficulty > self.most_difficult

    def completed(self, rating: "Rating") -> "Rating":
        """Return a rating with its score on the ladder of the target."""
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
    """Return the hardest counted technique on the path; "disjunction" if `hardest` is an Explainer technique."""
    from entails.solvers.sudoku.difficulty.criteria import first_use_of

    last = next((name for name in reversed(COUNTED) if rating.criteria.get(first_use_of(name))), None)
    return None if last is None else without_direction(last)


def span(text: str) -> Span:
    """Parse a range "0.8..1.2", "0.8.." or "..1.2" into two numbers."""
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


def _ladder_with(name: str) -> str | None:
    """Return the ladder that has a technique which ratings never name as hardest; None for other techniques.

    The default order has chains before the special cases of chains, such as skyscrapers; HoDoKu's does not.
    """
    from entails.solvers.sudoku.difficulty.explainer import HARDEST
    from entails.solvers.sudoku.steps.ladder import TechniqueLadder
    from entails.solvers.sudoku.steps.technique import chosen

    meant = [each for each in chosen([name], "technique") if not each.criterion]
    if len(meant) != 1 or meant[0].is_counted or meant[0].id in HARDEST:
        return None
    return next((each for each in ("hodoku", "entails") if meant[0].id in TechniqueLadder.of(each).techniques), None)


def ladder_of(name: str, ladder: "str | Document | Ladder | None") -> "tuple[TechniqueLadder, str]":
    """Return the ladder to follow, by default that of `generate`, and the id of a technique on it."""
    from entails.solvers.sudoku.steps.ladder import TechniqueLadder

    order = TechniqueLadder.of(ladder or _ladder_with(name) or "entails")
    return order, _technique(name, order)


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
    """A generated grid, its unique solution, its rating (only for classic 9x9 grids), and the number of attempts."""

    puzzle: Grid
    solution: Grid
    rating: "Rating | None"
    attempts: int


class TargetedGeneration:
    """An iterable of generated grids that meet a target, made on demand.

    After the iteration, `reason` says why it ended early ("nodes" if the attempts for one grid were used up, or
    "time"); None if all grids were generated. `watch` is called whenever `found` or `attempts` has changed.
    """

    def __init__(self, generation: Generation, target: GridTarget, wanted: int, rated: bool = True) -> None:
        self._generation = generation
        self._target = target
        self._is_rated = rated and generation.spec.shape == SHAPE
        self.wanted = wanted
        self.found = 0
        self.attempts = 0
        self.reason: Reason | None = None
        self.watch: Callable[[], None] = lambda: None

    @property
    def complete(self) -> bool:
        return self.found == self.wanted

    def __iter__(self) -> Iterator[GeneratedGrid]:
        """Yield the grids; each iteration repeats the same grids."""
        self.found, self.attempts, self.reason = 0, 0, None
        tried = 0
        for grid, rating in self._rated():
            if self.complete:
                return
            tried += grid.attempts
            self.attempts += grid.attempts
            self.watch()
            if not self._is_rated or rating is None or self._target.is_met_by(rating):
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
        if not self._is_rated:
            from entails.solvers.sudoku.difficulty.model import rate_other

            for grid in self._generation:
                yield grid, rate_other(grid.puzzle) if self._target.technique else None
            return
        if self._is_small:
            yield from self._one_by_one()
            return
        from entails.solvers.sudoku.difficulty.model import rate_batches

        for batch, ratings in rate_batches((batch, [grid.puzzle for grid in batch]) for batch in self._batches()):
            yield from zip(batch, ratings, strict=True)

    @property
    def _is_small(self) -> bool:
        """Return whether so few grids are wanted that compiling would take longer than the work itself."""
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
        generation, spec, need = iter(self._generation), self._generation.spec, self._target.need
        if need is None or spec.minimal or (spec.pattern is not None and not spec.mask):
            while batch := list(islice(generation, _AT_ONCE)):
                yield batch
            return
        search = ClueSearch(self._target, spec, need, RandomState(MT19937(SeedSequence(self._generation.seed))))
        while batch := list(islice(generation, _AT_ONCE)):
            yield list(search.from_each(batch))


def attempt_limit(target: GridTarget, shape: Shape = SHAPE) -> int | None:
    """Return the default limit of attempts per grid for a target."""
    if shape != SHAPE and not target.is_any:
        return _SHAPE_ATTEMPTS
    return DEFAULT_LIMITS.nodes if target.rare_technique is None else SEARCH_ATTEMPTS


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
    solution: Grid | None = None,
    rated: bool = True,
    seed: int = 0,
    limits: Limits | None = None,
) -> TargetedGeneration:
    """Generate uniquely solvable grids that meet a target, on demand.

    `difficulty` is a band ("easy" to "diabolical") or two numbers, `technique` the hardest step, which is searched for;
    with a `ladder`, the hardest step of the path in its order. Other shapes are filtered by their technique.
    `pattern` are the cells that have clues, numbered from 0; with `mask`, only some of them do. `solution` is that of
    all grids. Unrated grids are generated several times faster. `limits.nodes` caps the attempts for one grid
    (see `attempt_limit` for the default), `limits.seconds` the time for all of them.
    """
    target = GridTarget.of(difficulty, technique, ladder)
    shape = Shape.classic(size) if isinstance(size, int) else size
    if not rated and not target.is_any:
        raise InvalidOption("a difficulty or a technique needs a rating", where="unrated", expected="a rating")
    need = None if target.is_any or shape == SHAPE else ShapeNeed.of(target)
    generation = make(
        shape,
        None if need is None and not target.is_any else wanted,
        clues=target.clues if clues is None and shape == SHAPE and not minimal and pattern is None else clues,
        symmetry=symmetry,
        minimal=minimal,
        pattern=pattern,
        mask=mask,
        solution=solution,
        seed=seed,
        accept=need,
        empties=_EMPTIES.get(target.technique or ""),
        limits=Limits(nodes=attempt_limit(target, shape)) if limits is None else limits,
    )
    return TargetedGeneration(generation, target, wanted, rated)


_EMPTIES: Final[dict[str, Empties]] = {
    "hidden-triple": "unit",
    "naked-quad": "naked quad",
    "hidden-quad": "hidden quad",
    **dict.fromkeys(("swordfish", "finned-jellyfish", "sashimi-jellyfish"), "digit"),
    "jellyfish": "fish",
}
"""The order in which clues go, for techniques that need a unit or a digit with many empty cells."""
_TRIES: Final = 24
"""Maximum number of sets of clues that are tried before a grid is given up."""
_EASIER: Final = 12
"""Maximum number of sets of clues that are added to lower the difficulty."""


class TechniqueNeed:
    """Test of whether grids need a technique; it also returns the cells that easier techniques leave empty.

    The grid needs it if the easier techniques get stuck and it has a step there. The order of the easier ones does not
    matter for that, so one kernel applies the counted ones, and the others follow when it is stuck. Not thread-safe.
    """

    def __init__(self, techniques: Sequence[str]) -> None:
        from entails.solvers.kernels.sudoku_numbers import SINGLES
        from entails.solvers.kernels.sudoku_walk import new_trace
        from entails.solvers.sudoku.steps.position import StepPosition, wanted

        *easier, sought = map(technique, techniques)
        self._sought = sought
        self._counted = np.array([each.number for each in easier if each.is_counted], np.int64)
        self._others = [each for each in easier if not each.is_counted and each.family != "locked sets"]
        self._position = StepPosition(Grid(SHAPE, (0,) * SHAPE.cells), techniques, unique=True)
        self._position.patterns.thorough = False
        self._wanted = wanted(self._counted)
        self._single = np.zeros((SINGLES, SHAPE.cells), np.int64)
        self._trace = new_trace()

    def __call__(self, grid: Grid) -> tuple[bool, NDArray[np.bool_]]:
        """Return whether a grid needs the technique, and for each cell whether easier techniques leave it empty."""
        from entails.solvers.kernels.sudoku_board import FINE, set_up
        from entails.solvers.kernels.sudoku_walk import walk
        from entails.solvers.sudoku.steps.position import arrays

        position = self._position
        board, steps = position.board, position.steps
        position.patterns.is_given[:] = np.array(grid.cells) > 0
        needed = False
        fine = set_up(board, *arrays(grid)) == FINE
        while fine:
            self._trace.size[0] = 0
            fine = walk(board, self._counted, self._wanted, self._single, steps, self._trace) == FINE
            if board.digits.all() or not fine:
                break
            if not any(self._apply(each) for each in self._others):
                if not self._apply(self._sought):
                    break
                needed = True
        return needed and bool(fine), board.digits == 0

    def _apply(self, sought: Technique) -> bool:
        """Apply the simplest step of a technique; return False if it has none."""
        from entails.solvers.kernels.sudoku_board import find_places, simplest_step
        from entails.solvers.kernels.sudoku_walk import apply_step, find_steps

        board, steps = self._position.board, self._position.steps
        if sought.is_counted:
            find_places(board)
            find_steps(board, sought.number, self._single, steps)
        else:
            self._position.patterns.find(sought, board, steps)
        if steps.size[0] == 0:
            return False
        apply_step(board, steps, simplest_step(steps))
        return True


@dataclass(frozen=True, slots=True)
class ShapeNeed:
    """Filter of grids of other shapes: the techniques up to one solve them, and that one is used."""

    techniques: tuple[str, ...]

    @classmethod
    def of(cls, target: GridTarget) -> "ShapeNeed":
        """Return the filter of a target, which has only a technique."""
        from entails.solvers.sudoku.steps.any_shape import FINDERS

        if target.technique is None or target.band or target.difficulty:
            raise UnsupportedCapability("a difficulty is only supported for classic 9x9 grids; expected a technique")
        if target.technique not in FINDERS and target.technique != LINE.id:
            known = ", ".join(FINDERS)
            problem = f"{technique(target.technique).name} is only supported for classic 9x9 grids"
            raise InvalidOption(problem, where="technique", expected=f"one of {known}")
        order = DEFAULT if target.ladder is None else target.ladder.techniques
        last = max(place for place, name in enumerate(order) if without_direction(name) == target.technique)
        return cls(tuple(order[: last + 1]))

    def __call__(self, grid: Generated) -> bool:
        from entails.solvers.sudoku.difficulty.shape_rounds import follow_rounds

        path = follow_rounds(grid.puzzle, self.techniques)
        return path.status == "solved" and without_direction(self.techniques[-1]) in path.uses


class ClueSearch:
    """A search for grids with a technique as the hardest step, by adding clues to grids that need it."""

    def __init__(self, target: GridTarget, spec: GenerationSpec, need: TechniqueNeed, random: RandomState) -> None:
        self._target = target
        self._most = spec.clues[1] if spec.clues else spec.shape.cells
        self._need = need
        self._random = random
        self._orbits = [[cell for cell in orbit if cell >= 0] for orbit in spec.orbits().tolist()]

    def from_each(self, batch: Sequence[Generated]) -> Iterator[Generated]:
        """Yield, for each grid, one that meets the target, with clues added if needed; each grid tried is an attempt.

        Grids that do not need the technique are skipped.
        """
        waiting = 0
        for grid in batch:
            easier, tried = self._simplified(grid)
            waiting += grid.attempts + tried
            if easier is not None:
                yield replace(easier, attempts=waiting)
                waiting = 0
        if waiting:
            yield replace(batch[-1], attempts=waiting)

    def _simplified(self, grid: Generated) -> tuple[Generated | None, int]:
        """Add clues that leave fewer cells empty until the technique is the hardest step."""
        needed, empty = self._need(grid.puzzle)
        tried = 0
        while needed and empty.any():
            for orbit in self._open_orbits(grid, empty):
                tried += 1
                candidate = self._with_clues(grid, orbit)
                needed, left = self._need(candidate.puzzle)
                if needed and left.sum() < empty.sum():
                    grid, empty = candidate, left
                    break
                if tried >= _TRIES:
                    return None, tried
            else:
                return None, tried
        if not needed:
            return None, tried
        easier, more = self._lowered(grid)
        return easier, tried + more

    def _lowered(self, grid: Generated) -> tuple[Generated, int]:
        """Add clues until the difficulty is low enough, as long as the technique stays necessary."""
        from entails.solvers.sudoku.difficulty.model import rate_many

        tried = 0
        if self._target.most_difficult is None:
            return grid, tried
        rating = rate_many([grid.puzzle])[0]
        for _ in range(_EASIER):
            if not self._target.is_too_hard(rating):
                break
            candidates = [self._with_clues(grid, orbit) for orbit in self._open_orbits(grid)[:_TRIES]]
            kept = [each for each in candidates if self._still_hardest(each.puzzle)]
            tried += len(candidates)
            if not kept:
                break
            ratings = rate_many([each.puzzle for each in kept])
            best = min(range(len(kept)), key=lambda place: ratings[place].difficulty or 0.0)
            grid, rating = kept[best], ratings[best]
        return grid, tried

    def _still_hardest(self, puzzle: Grid) -> bool:
        needed, empty = self._need(puzzle)
        return needed and not empty.any()

    def _open_orbits(self, grid: Generated, empty: NDArray[np.bool_] | None = None) -> list[list[int]]:
        """Return, in random order, the orbits that may get clues: those with a cell left empty at the end."""
        clues = sum(map(bool, grid.puzzle.cells))
        return [
            orbit
            for orbit in map(self._orbits.__getitem__, shuffled(self._random, len(self._orbits)).tolist())
            if not grid.puzzle.cells[orbit[0]]
            and (empty is None or any(empty[cell] for cell in orbit))
            and clues + len(orbit) <= self._most
        ]

    def _with_clues(self, grid: Generated, orbit: Sequence[int]) -> Generated:
        cells = list(grid.puzzle.cells)
        for cell in orbit:
            cells[cell] = grid.solution.cells[cell]
        return replace(grid, puzzle=Grid(grid.puzzle.shape, tuple(cells)))
