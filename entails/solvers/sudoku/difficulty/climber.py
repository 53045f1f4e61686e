"""`Climber`: one grid on the ladder, rung by rung.

Up to XYZ-wings a kernel climbs by itself. Above, each finder is compiled when a grid first needs it, and what it
finds at a position is remembered.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from entails.solvers.kernels import sudoku_explainer_hint as best
from entails.solvers.kernels import sudoku_steps_numbers as number
from entails.solvers.kernels.sudoku_ladder import climb
from entails.solvers.kernels.sudoku_steps import I64, new_board, place, set_up
from entails.solvers.kernels.sudoku_steps_found import REMOVES, new_found
from entails.solvers.kernels.sudoku_steps_walk import find_easiest
from entails.solvers.sudoku.difficulty.memory import Effect, Memory
from entails.solvers.sudoku.difficulty.rungs import (
    CONDITIONS,
    MEMBERS,
    QUAD_TECHNIQUES,
    QUADS,
    RUNGS,
    TECHNIQUES,
    TENTHS,
    WANTED,
    highest_of,
)

if TYPE_CHECKING:
    from entails.solvers.kernels.sudoku_explainer_links import Links
    from entails.solvers.kernels.sudoku_explainer_reach import Reach
    from entails.solvers.kernels.sudoku_explainer_spread import Spreads

_CHAINS: Final = 65
"""Ten times the rating of the simplest chain."""
BEYOND: Final = 11.0
"""What stands for the rating of a grid that needs chains within chains of chains, which are not looked for here."""


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
            QUADS: lambda: self._counted(QUAD_TECHNIQUES),
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
        """Climb as far as the lower rungs go: the level of the highest, and whether the grid is filled. Where it is
        not, `places` is up to date then."""
        self._uses.fill(0)
        techniques, conditions = TECHNIQUES[: self.lower], CONDITIONS[: self.lower]
        filled = climb(self.board, techniques, conditions, WANTED, self.single, self.found, self.spare, self._uses)
        return highest_of(self._uses), filled

    @property
    def is_filled(self) -> bool:
        return bool(self.board.digits.all())

    def _next(self) -> Feat | None:
        here = self.memory.at(self.board)
        for name, find in self.finders.items():
            effect = here[name] if name in here else self._look(name, find, here)
            if effect is not None:
                tenths, length, placed, removes = effect
                self._do(placed, removes)
                name = MEMBERS.get((name, tenths), name)
                return Feat(name, tenths, length, None if placed < 0 else placed, removes)
        return None

    def _look(self, name: str, find: Callable[[], None], here: dict[str, Effect | None]) -> Effect | None:
        """What a finder finds here; it is remembered."""
        find()
        score = self.hint.score.tolist()
        here[name] = effect = None
        if score[best.RATING] != best.NO_RATING:
            removes = tuple(self.hint.removes[: score[best.REMOVES]].tolist())
            here[name] = effect = score[best.RATING], score[best.LENGTH], score[best.PLACE], removes
        return effect

    def _do(self, placed: int, removes: tuple[int, ...]) -> None:
        if placed >= 0:
            place(self.board, placed // 9, placed % 9 + 1)
        for candidate in removes:
            self.board.marks[candidate // 9] &= ~(1 << candidate % 9)

    def _all_chains(self, most: int) -> bool:
        """Do all cycles and forcing chains up to a rating; False when there is none."""
        from entails.solvers.kernels.sudoku_explainer_unary import find_unary

        def find() -> None:
            find_unary(self.board, self._links, self._reach, most, self.hint)
            self.hint.score[best.RATING] = most

        here, name = self.memory.at(self.board), f"chains up to {most}"
        effect = here[name] if name in here else self._look(name, find, here)
        removes = () if effect is None else effect[-1]
        self._do(best.NOTHING, removes)
        return bool(removes)

    def _counted(self, techniques: I64) -> None:
        """The first of some counted techniques that has a step."""
        best.no_hint(self.hint)
        technique = find_easiest(self.board, techniques, self.single, self.found)
        if self.found.size[0] > 0:
            best.keep_score(self.hint, TENTHS[technique], 0, 0, best.NOTHING)
            count = int(self.found.head[0, REMOVES])
            self.hint.score[best.REMOVES] = count
            self.hint.removes[:count] = self.found.removes[0, :count]

    def _loops(self) -> None:
        from entails.solvers.kernels.sudoku_explainer_loops import find_loops

        find_loops(self.board, self.hint)

    def _grave(self) -> None:
        from entails.solvers.kernels.sudoku_explainer_bug import find_bug

        find_bug(self.board, self.hint)

    def _aligned(self, size: int) -> None:
        from entails.solvers.kernels.sudoku_explainer_aligned import find_aligned

        find_aligned(self.board, size, self.hint)

    def _unary(self) -> None:
        from entails.solvers.kernels.sudoku_explainer_unary import find_unary

        find_unary(self.board, self._links, self._reach, 0, self.hint)

    def _forcing(self, how: str, level: int) -> None:
        from entails.solvers.kernels import sudoku_explainer_forcing, sudoku_explainer_spread

        kind: int = getattr(sudoku_explainer_spread, how)
        sudoku_explainer_forcing.find_forcing(
            self.board, kind, level, self._links, self._reach, self._spreads, self.spare, self.hint
        )

    @cached_property
    def _links(self) -> "Links":
        from entails.solvers.kernels.sudoku_explainer_links import new_links

        return new_links()

    @cached_property
    def _reach(self) -> "Reach":
        from entails.solvers.kernels.sudoku_explainer_reach import new_reach

        return new_reach()

    @cached_property
    def _spreads(self) -> "Spreads":
        from entails.solvers.kernels.sudoku_explainer_spread import new_spreads

        return new_spreads()
