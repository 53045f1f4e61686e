"""ER: the rating of Sudoku Explainer 1.2.1, by doing what it does.

Its techniques stand on a ladder. The lowest rung that has a step gives it, and the next step begins at the bottom
again; the rating of a grid is that of the highest step. Up to XYZ-wings a rung has one value, and one kernel climbs
with many grids at once. Above, the value depends on the argument, and each finder is compiled when a grid first needs
it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import local
from typing import TYPE_CHECKING, Final

import numpy as np

from clausal.models.sudoku import Grid
from clausal.solvers.arrays import Floats
from clausal.solvers.kernels import sudoku_explainer_hint as best
from clausal.solvers.kernels import sudoku_steps_numbers as number
from clausal.solvers.kernels.sudoku_ladder import ANY, DIRECT, climb, climb_many
from clausal.solvers.kernels.sudoku_steps import I64, find_places, new_board, place, set_up
from clausal.solvers.kernels.sudoku_steps_found import REMOVES, new_found
from clausal.solvers.kernels.sudoku_steps_walk import find_easiest
from clausal.solvers.sudoku.steps.position import arrays, refuse_other_shapes

if TYPE_CHECKING:
    from clausal.solvers.kernels.sudoku_explainer_links import Links
    from clausal.solvers.kernels.sudoku_explainer_reach import Reach
    from clausal.solvers.kernels.sudoku_explainer_spread import Spreads

VERSION: Final = "Sudoku Explainer 1.2.1"
_CHAINS: Final = 65
"""Ten times the rating of the simplest chain."""
BEYOND: Final = 11.0
"""What stands for the rating of a grid that needs chains within chains of chains, which are not looked for here."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A technique as Sudoku Explainer meets it."""

    level: float
    technique: int
    condition: int = ANY


RUNGS: tuple[Rung, ...] = (
    Rung(1.0, number.FULL_HOUSE),
    Rung(1.2, number.HIDDEN_SINGLE_BOX),
    Rung(1.5, number.HIDDEN_SINGLE_LINE),
    Rung(1.7, number.POINTING_PAIR, DIRECT),
    Rung(1.7, number.POINTING_TRIPLE, DIRECT),
    Rung(1.9, number.BOX_LINE, DIRECT),
    Rung(2.0, number.HIDDEN_PAIR, DIRECT),
    Rung(2.3, number.NAKED_SINGLE),
    Rung(2.5, number.HIDDEN_TRIPLE, DIRECT),
    Rung(2.6, number.POINTING_PAIR),
    Rung(2.6, number.POINTING_TRIPLE),
    Rung(2.8, number.BOX_LINE),
    Rung(3.0, number.NAKED_PAIR),
    Rung(3.2, number.X_WING),
    Rung(3.4, number.HIDDEN_PAIR),
    Rung(3.6, number.NAKED_TRIPLE),
    Rung(3.8, number.SWORDFISH),
    Rung(4.0, number.HIDDEN_TRIPLE),
    Rung(4.2, number.Y_WING),
    Rung(4.4, number.XYZ_WING),
)
"""The lower rungs, from below."""

_TECHNIQUES: Final = np.array([rung.technique for rung in RUNGS], np.int64)
_CONDITIONS: Final = np.array([rung.condition for rung in RUNGS], np.int64)
_LEVELS: Final = np.array([rung.level for rung in RUNGS])
_QUICK: Final = {"y-wing", "xyz-wing", "naked-quad", "jellyfish", "hidden-quad", "bug"}
"""Finders that look again as fast as they remember."""
_ALONE: Final = np.arange(number.TECHNIQUES, dtype=np.int64)[:, None]
"""Orders of one technique each."""
_WANTED: Final = np.bincount(_TECHNIQUES, minlength=number.TECHNIQUES).clip(max=1).astype(np.int64)


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
"""The finders of the upper rungs that are no counted techniques: what a rating can name beyond these."""


@dataclass(frozen=True, slots=True)
class Feat:
    """One step above the lower rungs: the finder, ten times its rating, how many nodes its chain has (0 where there is
    none), what it places and rules out (candidates 9 * cell + digit - 1)."""

    finder: str
    tenths: int
    length: int
    places: int | None
    removes: tuple[int, ...]

    @property
    def rating(self) -> float:
        return self.tenths / 10


Effect = tuple[int, int, int, tuple[int, ...]]
"""What a finder finds: ten times its rating, the nodes of its chain, the candidate that it places (or NOTHING), what it
rules out."""


class Memory(dict[tuple[str, bytes], Effect | None]):
    """What finders have found at which position, None for nothing. Two ladders often meet the same position, and so
    does one that goes a part of its way again. It forgets everything rather than grow without end."""

    most = 8192

    def __setitem__(self, asked: tuple[str, bytes], effect: Effect | None) -> None:
        if len(self) >= self.most:
            self.clear()
        super().__setitem__(asked, effect)


class Climber:
    """A board and the finders of the upper rungs. One thread uses it at a time."""

    lower = len(RUNGS)
    """How many of the lower rungs are climbed at once."""

    def __init__(self, memory: Memory | None = None) -> None:
        self.board, self.spare = new_board(), new_board()
        self.found = new_found()
        self.single = np.zeros((number.SINGLES, 81), np.int64)
        self.hint = best.new_hint()
        self.memory = Memory() if memory is None else memory
        self._uses = np.zeros(self.lower, np.int64)

    @cached_property
    def finders(self) -> dict[str, Callable[[], None]]:
        """The upper rungs, from below: each writes its best hint, or that there is none."""
        return {
            "unique-loop": self._loops,
            "naked-quad": lambda: self._subset(number.NAKED_QUAD, 50),
            "jellyfish": lambda: self._subset(number.JELLYFISH, 52),
            "hidden-quad": lambda: self._subset(number.HIDDEN_QUAD, 54),
            "bug": self._grave,
            "aligned-pair-exclusion": lambda: self._aligned(2),
            "aic": self._unary,
            "aligned-triplet-exclusion": lambda: self._aligned(3),
            "nishio": lambda: self._forcing("NISHIO", 0),
            "multiple-forcing-chains": lambda: self._forcing("STATIC", 0),
            "dynamic-forcing-chains": lambda: self._forcing("DYNAMIC", 0),
            "nested-forcing-chains": lambda: self._forcing("DYNAMIC", 1),
        }

    def rate(self, digits: I64, marks: I64, begun: float = 0.0) -> tuple[float, str | None]:
        """The ER of a grid and the finder of its highest step, where that is above the lower rungs. `begun` is the
        rating of what was done before.

        In a hurry: once a chain was needed, all chains that are no dearer than the highest step so far are done at
        once. Where a dearer step comes after that, the way from there on is gone again, step by step, up to a dearer
        one.
        """
        set_up(self.board, digits, marks)
        er, finder, highest, hurry = begun, "", 0, True
        before: tuple[I64, I64] | None = None
        while True:
            level, filled = self._lower()
            er = max(er, level)
            if filled:
                return er, finder or None
            if hurry and highest >= _CHAINS:
                here = self.board.digits.copy(), self.board.marks.copy()
                if self._all_chains(highest):
                    before = before or here
                    continue
            feat = self._next()
            if feat is None:
                return BEYOND, None
            if feat.rating > er and before is not None:
                set_up(self.board, *before)
                before, hurry = None, False
                continue
            if feat.rating > er:
                er, finder, hurry = feat.rating, feat.finder, True
            highest = max(highest, feat.tenths)

    def feats(self, digits: I64, marks: I64) -> Iterator[Feat | float]:
        """Climb with one grid: the level of the lower rungs each time they end, and each feat above them, which is
        done as it is told. Ends when the grid is filled or nothing more is found; `is_filled` tells which."""
        set_up(self.board, digits, marks)
        while True:
            level, filled = self._lower()
            yield level
            feat = None if filled else self._next()
            if feat is None:
                return
            yield feat

    def _lower(self) -> tuple[float, bool]:
        """Climb as far as the lower rungs go: the level of the highest, and whether the grid is filled."""
        self._uses.fill(0)
        techniques, conditions = _TECHNIQUES[: self.lower], _CONDITIONS[: self.lower]
        filled = climb(self.board, techniques, conditions, _WANTED, self.single, self.found, self.spare, self._uses)
        return highest_of(self._uses), filled

    @property
    def is_filled(self) -> bool:
        return bool(self.board.digits.all())

    def _next(self) -> Feat | None:
        find_places(self.board)
        position = self._position
        for name, find in self.finders.items():
            effect = self._remembered(name, position, find)
            if effect is not None:
                tenths, length, placed, removes = effect
                self._do(placed, removes)
                return Feat(name, tenths, length, None if placed < 0 else placed, removes)
        return None

    @property
    def _position(self) -> bytes:
        """The board in brief: a filled cell has no candidates."""
        return (self.board.marks | self.board.digits << 9).astype(np.int16).tobytes()

    def _remembered(self, name: str, position: bytes, find: Callable[[], None]) -> Effect | None:
        """What a finder finds here, looked for once where that takes long."""
        asked = name, position
        if asked in self.memory:
            return self.memory[asked]
        find()
        score = self.hint.score.tolist()
        effect = None
        if score[best.RATING] != best.NO_RATING:
            removes = tuple(self.hint.removes[: score[best.REMOVES]].tolist())
            effect = score[best.RATING], score[best.LENGTH], score[best.PLACE], removes
        if name not in _QUICK:
            self.memory[asked] = effect
        return effect

    def _do(self, placed: int, removes: tuple[int, ...]) -> None:
        if placed >= 0:
            place(self.board, placed // 9, placed % 9 + 1)
        for candidate in removes:
            self.board.marks[candidate // 9] &= ~(1 << candidate % 9)

    def _all_chains(self, most: int) -> bool:
        """Do all cycles and forcing chains up to a rating; False when there is none."""
        from clausal.solvers.kernels.sudoku_explainer_unary import find_unary

        def find() -> None:
            find_places(self.board)
            find_unary(self.board, self._links, self._reach, most, self.hint)
            self.hint.score[best.RATING] = most

        effect = self._remembered(f"chains up to {most}", self._position, find)
        removes = () if effect is None else effect[-1]
        self._do(best.NOTHING, removes)
        return bool(removes)

    def _subset(self, technique: int, tenths: int) -> None:
        best.no_hint(self.hint)
        find_easiest(self.board, _ALONE[technique], self.single, self.found)
        if self.found.size[0] > 0:
            best.keep_score(self.hint, tenths, 0, 0, best.NOTHING)
            count = int(self.found.head[0, REMOVES])
            self.hint.score[best.REMOVES] = count
            self.hint.removes[:count] = self.found.removes[0, :count]

    def _loops(self) -> None:
        from clausal.solvers.kernels.sudoku_explainer_loops import find_loops

        find_loops(self.board, self.hint)

    def _grave(self) -> None:
        from clausal.solvers.kernels.sudoku_explainer_bug import find_bug

        find_bug(self.board, self.hint)

    def _aligned(self, size: int) -> None:
        from clausal.solvers.kernels.sudoku_explainer_aligned import find_aligned

        find_aligned(self.board, size, self.hint)

    def _unary(self) -> None:
        from clausal.solvers.kernels.sudoku_explainer_unary import find_unary

        find_unary(self.board, self._links, self._reach, 0, self.hint)

    def _forcing(self, how: str, level: int) -> None:
        from clausal.solvers.kernels import sudoku_explainer_forcing, sudoku_explainer_spread

        kind: int = getattr(sudoku_explainer_spread, how)
        sudoku_explainer_forcing.find_forcing(
            self.board, kind, level, self._links, self._reach, self._spreads, self.spare, self.hint
        )

    @cached_property
    def _links(self) -> "Links":
        from clausal.solvers.kernels.sudoku_explainer_links import new_links

        return new_links()

    @cached_property
    def _reach(self) -> "Reach":
        from clausal.solvers.kernels.sudoku_explainer_reach import new_reach

        return new_reach()

    @cached_property
    def _spreads(self) -> "Spreads":
        from clausal.solvers.kernels.sudoku_explainer_spread import new_spreads

        return new_spreads()


class _Own(local):
    """What a thread keeps from batch to batch: the room for spreads is megabytes, which the system would hand out
    anew each time."""

    def __init__(self) -> None:
        self.climber = Climber()


_own: Final = _Own()


def own_memory() -> Memory:
    """What this thread remembers of the grids that it rated last."""
    return _own.climber.memory


def highest_of(uses: I64) -> float:
    """The level of the highest rung that was used; 0 for none."""
    used = uses.nonzero()[0].tolist()
    return RUNGS[used[-1]].level if used else 0.0


@dataclass(frozen=True, slots=True)
class Climbed:
    """Per grid: its ER (BEYOND where none of the finders finds more, 0 for a full grid), and the finder of its highest
    step, where that is above the lower rungs."""

    er: Floats
    finders: list[str | None]


def climb_with(grids: Sequence[Grid], *, unique: bool) -> Climbed:
    """Rate each grid. The upper rungs are for grids with one solution: two of them rest on that."""
    digits, marks = np.zeros((2, len(grids), 81), np.int64)
    for row, grid in enumerate(grids):
        refuse_other_shapes(grid)
        digits[row], marks[row] = arrays(grid)
    climber = _own.climber
    if unique:  # of the grids before these nobody will ask any more
        climber.memory.clear()
    uses = np.zeros((len(grids), len(RUNGS)), np.int64)
    filled = np.zeros(len(grids), np.int64)
    climb_many(
        digits,
        marks,
        _TECHNIQUES,
        _CONDITIONS,
        _WANTED,
        climber.board,
        climber.single,
        climber.found,
        climber.spare,
        uses,
        filled,
    )
    er = np.where(uses > 0, _LEVELS, 0.0).max(axis=1, initial=0.0)
    finders: list[str | None] = [None] * len(grids)
    for row in np.flatnonzero(filled == 0).tolist() if unique else []:
        er[row], finders[row] = climber.rate(digits[row], marks[row], float(er[row]))
    return Climbed(er, finders)
