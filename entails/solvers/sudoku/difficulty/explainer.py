"""ER, the rating of Sudoku Explainer 1.2.1, reproduced step by step.

Sudoku Explainer tries its techniques in a fixed order, takes the first step found, and starts again with the easiest
technique. The rating of a grid is that of its hardest step.

One kernel applies the techniques up to hidden triples to many grids at once. Grids that are not filled then continue
one by one in an `ExplainerRater`. Its upper finders, those of the harder techniques, are compiled when a grid first
needs them, and their results are remembered by position: SukakuExplainer often meets the same positions, and so does a
rating that repeats a part of its path.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import local
from typing import TYPE_CHECKING, Final

import numpy as np

from entails.models.sudoku.grid import Grid
from entails.solvers.kernels import sudoku_numbers as number
from entails.solvers.kernels.sudoku_board import (
    HEAD_REMOVES,
    I64,
    LENGTH,
    NO_RATING,
    NOTHING,
    PLACE,
    RATING,
    REMOVES,
    CandidateBoard,
    clear_hint,
    keep_score,
    new_board,
    new_hint,
    new_step_table,
    place,
    set_up,
)
from entails.solvers.kernels.sudoku_numbers import SINGLES
from entails.solvers.kernels.sudoku_walk import ANY, DIRECT, find_easiest, take_lower_steps, take_lower_steps_of_grids
from entails.solvers.sudoku.difficulty import Floats
from entails.solvers.sudoku.steps.position import arrays, require_classic

if TYPE_CHECKING:
    from entails.solvers.kernels.sudoku_graph import CandidateGraph
    from entails.solvers.kernels.sudoku_spread import Reach, Spreads
    from entails.solvers.kernels.sudoku_unary import CycleSearch

__all__ = [
    "BEYOND",
    "HARDEST",
    "VERSION",
    "ExplainerRater",
    "ExplainerRatings",
    "RatedStep",
    "rate_with_explainer",
    "rate_without_order",
    "thread_memory",
]

Effect = tuple[int, int, int, tuple[int, ...]]
"""The result of a finder.

It is ten times the rating, the nodes of its chain, the candidate placed (or NOTHING), and the candidates removed.
"""
_TURNS_FROM: Final = 7.5
"""Rating from which it may differ between isomorphs, because Sudoku Explainer takes one of several equal hints."""
_MOST = 5000
"""Number of entries at which the memory is cleared."""


class Memory:
    """Results of finders by position, and by grid the position at which the shared lower techniques stop.

    It is cleared when it is full.
    """

    def __init__(self) -> None:
        self._positions: dict[bytes, dict[str, Effect | None]] = {}
        self._stops: dict[tuple[int, ...], tuple[I64, I64, float]] = {}

    def at(self, board: CandidateBoard) -> dict[str, Effect | None]:
        """Return the cached results of the finders at a position; the caller adds new ones to the same dictionary."""
        if len(self._positions) >= _MOST:
            self._positions.clear()
        return self._positions.setdefault(board.marks.tobytes() + board.digits.tobytes(), {})

    def note_stop(self, grid: Grid, digits: I64, marks: I64, level: float) -> None:
        if len(self._stops) >= _MOST:
            self._stops.clear()
        self._stops[_name(grid)] = digits, marks, level

    def stop_of(self, grid: Grid) -> tuple[I64, I64, float] | None:
        return self._stops.get(_name(grid))

    def clear(self) -> None:
        self._positions.clear()
        self._stops.clear()


def _name(grid: Grid) -> tuple[int, ...]:
    return grid.cells if grid.marks is None else grid.cells + grid.marks


@dataclass(frozen=True, slots=True)
class RatedTechnique:
    """A technique with its rating and condition in Sudoku Explainer."""

    level: float
    technique: int
    condition: int = ANY


LOWER_TECHNIQUES: tuple[RatedTechnique, ...] = (
    RatedTechnique(1.0, number.FULL_HOUSE),
    RatedTechnique(1.2, number.HIDDEN_SINGLE_BOX),
    RatedTechnique(1.5, number.HIDDEN_SINGLE_LINE),
    RatedTechnique(1.7, number.POINTING_PAIR, DIRECT),
    RatedTechnique(1.7, number.POINTING_TRIPLE, DIRECT),
    RatedTechnique(1.9, number.BOX_LINE, DIRECT),
    RatedTechnique(2.0, number.HIDDEN_PAIR, DIRECT),
    RatedTechnique(2.3, number.NAKED_SINGLE),
    RatedTechnique(2.5, number.HIDDEN_TRIPLE, DIRECT),
    RatedTechnique(2.6, number.POINTING_PAIR),
    RatedTechnique(2.6, number.POINTING_TRIPLE),
    RatedTechnique(2.8, number.BOX_LINE),
    RatedTechnique(3.0, number.NAKED_PAIR),
    RatedTechnique(3.2, number.X_WING),
    RatedTechnique(3.4, number.HIDDEN_PAIR),
    RatedTechnique(3.6, number.NAKED_TRIPLE),
    RatedTechnique(3.8, number.SWORDFISH),
    RatedTechnique(4.0, number.HIDDEN_TRIPLE),
    RatedTechnique(4.2, number.Y_WING),
    RatedTechnique(4.4, number.XYZ_WING),
)
"""The techniques up to XYZ-wings, easiest first."""

TECHNIQUES: Final = np.array([technique.technique for technique in LOWER_TECHNIQUES], np.int64)
CONDITIONS: Final = np.array([technique.condition for technique in LOWER_TECHNIQUES], np.int64)
LEVELS: Final = np.array([technique.level for technique in LOWER_TECHNIQUES])
WANTED: Final = np.bincount(TECHNIQUES, minlength=number.TECHNIQUES).clip(max=1).astype(np.int64)

WINGS: Final = "wings"
QUADS: Final = "quads"
"""Finders that try several counted techniques in turn."""
WING_TECHNIQUES: Final = np.array([number.Y_WING, number.XYZ_WING], np.int64)
QUAD_TECHNIQUES: Final = np.array([number.NAKED_QUAD, number.JELLYFISH, number.HIDDEN_QUAD], np.int64)
TENTHS: Final = {
    number.Y_WING: 42,
    number.XYZ_WING: 44,
    number.NAKED_QUAD: 50,
    number.JELLYFISH: 52,
    number.HIDDEN_QUAD: 54,
}
"""Ten times the ratings of the counted techniques of these finders."""
MEMBERS: Final = {
    (WINGS, 42): "y-wing",
    (WINGS, 44): "xyz-wing",
    (QUADS, 50): "naked-quad",
    (QUADS, 52): "jellyfish",
    (QUADS, 54): "hidden-quad",
}
"""The technique that such a finder has found, by its rating."""


SHARED_UP_TO: Final = 4.0
"""Rating (that of hidden triples) up to which Sudoku Explainer and SukakuExplainer try the same techniques."""
SHARED_COUNT: Final = sum(technique.level <= SHARED_UP_TO for technique in LOWER_TECHNIQUES)


def highest_level(uses: I64) -> float:
    """Return the rating of the hardest technique in use; 0 if there is none."""
    used = uses.nonzero()[0].tolist()
    return LOWER_TECHNIQUES[used[-1]].level if used else 0.0


BEYOND: Final = 11.0
"""Rating of a grid on which all finders are stuck."""


HARDEST: Final = (
    "unique-loop",
    "bug",
    "aligned-pair-exclusion",
    "aic",
    "aligned-triplet-exclusion",
    "nishio",
    "multiple-forcing-chains",
    "dynamic-forcing-chains",
    "nested-forcing-chains",
)
"""The upper finders that are not counted techniques, as named by ratings."""


@dataclass(frozen=True, slots=True)
class RatedStep:
    """A step that needs an upper finder.

    Attributes:
        finder: The finder that found it.
        tenths: Ten times its rating.
        length: The number of nodes of its chain; 0 if it is not a chain.
        places: The candidate placed (9 * cell + digit - 1), or None.
        removes: The candidates removed.
    """

    finder: str
    tenths: int
    length: int
    places: int | None
    removes: tuple[int, ...]

    @property
    def rating(self) -> float:
        return self.tenths / 10


class ExplainerRater:
    """A board with the upper finders. Not thread-safe."""

    lower = len(LOWER_TECHNIQUES)
    """Number of the lower techniques that one kernel applies."""

    def __init__(self, memory: Memory | None = None) -> None:
        self.board, self.spare = new_board(), new_board()
        self.steps = new_step_table()
        self.single = np.zeros((SINGLES, 81), np.int64)
        self.hint = new_hint()
        self.memory = Memory() if memory is None else memory
        self._uses = np.zeros(self.lower, np.int64)

    @cached_property
    def finders(self) -> dict[str, Callable[[], None]]:
        """Return the upper finders, easiest first; each writes its best hint, or that it has none."""
        return {
            "unique-loop": self._loops,
            QUADS: lambda: self._counted(QUAD_TECHNIQUES),
            "bug": self._bug,
            "aligned-pair-exclusion": lambda: self._aligned(2),
            "aic": self._unary,
            "aligned-triplet-exclusion": lambda: self._aligned(3),
            "nishio": lambda: self._forcing("NISHIO", 0),
            "multiple-forcing-chains": lambda: self._forcing("STATIC", 0),
            "dynamic-forcing-chains": lambda: self._forcing("DYNAMIC", 0),
            "nested-forcing-chains": lambda: self._forcing("DYNAMIC", 1),
        }

    def rate(self, digits: I64, marks: I64, begun: float = 0.0) -> tuple[float, str | None]:
        """Return the ER of a grid, and the finder of its hardest step if it is an upper finder.

        `begun` is the rating of earlier steps.

        Once a chain was needed, all chains that are not rated higher than the hardest step so far are applied at once.
        If a harder step follows, the path since then is repeated step by step, up to a harder step.
        """
        set_up(self.board, digits, marks)
        er, finder, highest, skips = begun, "", 0, True
        before: tuple[I64, I64] | None = None
        while True:
            level, filled = self._lower()
            er = max(er, level)
            if filled:
                return er, finder or None
            if skips and highest >= number.X_CYCLE_TENTHS:
                here = self.board.digits.copy(), self.board.marks.copy()
                if self._all_chains(highest):
                    before = before or here
                    continue
            step = self._next()
            if step is None:
                return BEYOND, None
            if step.rating > er and before is not None:
                set_up(self.board, *before)
                before, skips = None, False
                continue
            if step.rating > er:
                er, finder, skips = step.rating, step.finder, True
            highest = max(highest, step.tenths)

    def rated_steps(self, digits: I64, marks: I64) -> Iterator[RatedStep | float]:
        """Yield the rating of each run of lower techniques, and each applied step above them.

        Ends when the grid is filled or no finder has a step; `is_filled` distinguishes the two.
        """
        set_up(self.board, digits, marks)
        while True:
            level, filled = self._lower()
            yield level
            step = None if filled else self._next()
            if step is None:
                return
            yield step

    def _lower(self) -> tuple[float, bool]:
        """Apply the lower techniques; return the rating of the hardest, and whether the grid is full.

        If it is not, `places` is up to date.
        """
        self._uses.fill(0)
        techniques, conditions = TECHNIQUES[: self.lower], CONDITIONS[: self.lower]
        filled = take_lower_steps(
            self.board, techniques, conditions, WANTED, self.single, self.steps, self.spare, self._uses
        )
        return highest_level(self._uses), filled

    @property
    def is_filled(self) -> bool:
        return bool(self.board.digits.all())

    def _next(self) -> RatedStep | None:
        here = self.memory.at(self.board)
        for name, find in self.finders.items():
            effect = here[name] if name in here else self._run(name, find, here)
            if effect is not None:
                tenths, length, placed, removes = effect
                self._apply(placed, removes)
                name = MEMBERS.get((name, tenths), name)
                return RatedStep(name, tenths, length, None if placed < 0 else placed, removes)
        return None

    def _run(self, name: str, find: Callable[[], None], here: dict[str, Effect | None]) -> Effect | None:
        """Run a finder and store its result."""
        find()
        score = self.hint.score.tolist()
        here[name] = effect = None
        if score[RATING] != NO_RATING:
            removes = tuple(self.hint.removes[: score[REMOVES]].tolist())
            here[name] = effect = score[RATING], score[LENGTH], score[PLACE], removes
        return effect

    def _apply(self, placed: int, removes: tuple[int, ...]) -> None:
        if placed >= 0:
            place(self.board, placed // 9, placed % 9 + 1)
        for candidate in removes:
            self.board.marks[candidate // 9] &= ~(1 << candidate % 9)

    def _all_chains(self, most: int) -> bool:
        """Apply all cycles and forcing chains up to a rating; return whether there were any."""
        from entails.solvers.kernels.sudoku_unary import find_unary

        def find() -> None:
            find_unary(self.board, self._graph, self._reach, self._cycle_search, most, self.hint)
            self.hint.score[RATING] = most

        here, name = self.memory.at(self.board), f"chains up to {most}"
        effect = here[name] if name in here else self._run(name, find, here)
        removes = () if effect is None else effect[-1]
        self._apply(NOTHING, removes)
        return bool(removes)

    def _counted(self, techniques: I64) -> None:
        """Write the hint of the first counted technique that has a step."""
        clear_hint(self.hint)
        technique = find_easiest(self.board, techniques, self.single, self.steps)
        if self.steps.size[0] > 0:
            keep_score(self.hint, TENTHS[technique], 0, 0, NOTHING)
            count = int(self.steps.head[0, HEAD_REMOVES])
            self.hint.score[REMOVES] = count
            self.hint.removes[:count] = self.steps.removes[0, :count]

    def _loops(self) -> None:
        from entails.solvers.kernels.sudoku_deadly import find_loops

        find_loops(self.board, self.hint)

    def _bug(self) -> None:
        from entails.solvers.kernels.sudoku_deadly import find_bug

        find_bug(self.board, self.hint)

    def _aligned(self, size: int) -> None:
        from entails.solvers.kernels.sudoku_exclusion import find_aligned

        find_aligned(self.board, size, self.hint)

    def _unary(self) -> None:
        from entails.solvers.kernels.sudoku_unary import find_unary

        find_unary(self.board, self._graph, self._reach, self._cycle_search, 0, self.hint)

    def _forcing(self, name: str, level: int) -> None:
        from entails.solvers.kernels import sudoku_forcing, sudoku_spread

        mode: int = getattr(sudoku_spread, name)
        sudoku_forcing.find_forcing(
            self.board, mode, level, self._graph, self._reach, self._spreads, self.spare, self.hint
        )

    @cached_property
    def _graph(self) -> "CandidateGraph":
        from entails.solvers.kernels.sudoku_graph import new_graph

        return new_graph()

    @cached_property
    def _cycle_search(self) -> "CycleSearch":
        from entails.solvers.kernels.sudoku_unary import new_cycle_search

        return new_cycle_search()

    @cached_property
    def _reach(self) -> "Reach":
        from entails.solvers.kernels.sudoku_spread import new_reach

        return new_reach()

    @cached_property
    def _spreads(self) -> "Spreads":
        from entails.solvers.kernels.sudoku_spread import new_spreads

        return new_spreads()


VERSION: Final = "Sudoku Explainer 1.2.1"


class _ThreadState(local):
    """The rater of a thread, kept between batches because its working arrays take megabytes."""

    def __init__(self) -> None:
        self.rater = ExplainerRater()


_state: Final = _ThreadState()


def thread_memory() -> Memory:
    """Return this thread's results for the grids that it rated last."""
    return _state.rater.memory


@dataclass(frozen=True, slots=True)
class ExplainerRatings:
    """ER ratings of several grids.

    Attributes:
        er: Per grid, its ER; BEYOND if all finders are stuck, 0 for a full grid.
        finders: Per grid, the finder of its hardest step, if that is an upper finder.
    """

    er: Floats
    finders: list[str | None]


def rate_with_explainer(grids: Sequence[Grid], *, unique: bool) -> ExplainerRatings:
    """Rate each grid by ER. Only if `unique`, use the upper finders, as two of them need a unique solution."""
    digits, marks = np.zeros((2, len(grids), 81), np.int64)
    for row, grid in enumerate(grids):
        require_classic(grid)
        digits[row], marks[row] = arrays(grid)
    rater = _state.rater
    if unique:  # earlier grids are not needed any more
        rater.memory.clear()
    techniques = SHARED_COUNT if unique else len(LOWER_TECHNIQUES)
    uses = np.zeros((len(grids), techniques), np.int64)
    filled = np.zeros(len(grids), np.int64)
    take_lower_steps_of_grids(
        digits,
        marks,
        TECHNIQUES[:techniques],
        CONDITIONS[:techniques],
        WANTED,
        rater.board,
        rater.single,
        rater.steps,
        rater.spare,
        uses,
        filled,
    )
    er = np.where(uses > 0, LEVELS[:techniques], 0.0).max(axis=1, initial=0.0)
    finders: list[str | None] = [None] * len(grids)
    for row in np.flatnonzero(filled == 0).tolist() if unique else []:
        rater.memory.note_stop(grids[row], digits[row], marks[row], float(er[row]))
        er[row], finders[row] = rater.rate(digits[row], marks[row], float(er[row]))
    return ExplainerRatings(er, finders)


def rate_without_order(grids: Sequence[Grid], ratings: ExplainerRatings) -> ExplainerRatings:
    """Return ratings that are equal for isomorphs: where cell order may matter, those of the canonical form.

    A grid with pencil marks has no canonical form and keeps its rating.
    """
    from entails.solvers.sudoku.persistent import canonical_forms

    places = [row for row in np.flatnonzero(ratings.er >= _TURNS_FROM).tolist() if grids[row].marks is None]
    if not places:
        return ratings
    kept, _state.rater.memory = _state.rater.memory, Memory()  # `er_sukaku` needs the results of the grids as given
    again = rate_with_explainer(canonical_forms([grids[row] for row in places]), unique=True)
    _state.rater.memory = kept
    er, finders = ratings.er.copy(), list(ratings.finders)
    er[places] = again.er
    for row, finder in zip(places, again.finders, strict=True):
        finders[row] = finder
    return ExplainerRatings(er, finders)
