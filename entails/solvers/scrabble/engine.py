"""The engine `generator`: positions of Scrabble on the word graph. `solve` gives the best placement.

A position has a few thousand placements at most, found in a few milliseconds, so a session looks at the clock only
before and after. A position with a wanted play has that play as its answers, once for each way to lay it with blanks.
"""

import time
from collections.abc import Collection, Generator, Sequence
from importlib.util import find_spec
from typing import Any, TypeVar

from entails.models.encoding import Encoding, Native
from entails.models.limits import Limits, Options
from entails.models.outcome import EndReason, Outcome, Satisfied, Stats, Undecided, Unsatisfiable
from entails.models.scrabble.placement import THROUGH, Placement
from entails.models.scrabble.position import Position
from entails.solvers.base import Session
from entails.solvers.budget import Budget
from entails.solvers.engine import Engine
from entails.solvers.session import BaseSession

A = TypeVar("A")


class GeneratorEngine(Engine):
    """Every placement, compiled."""

    def __init__(self) -> None:
        super().__init__(
            "generator",
            "compiled move generator for Scrabble",
            frozenset({"native"}),
            frozenset({"enumerate", "interrupt", "optimise"}),
        )

    def missing(self) -> str | None:
        return None if find_spec("numba") else "the package numba is not installed"

    def refuses_puzzle(self, puzzle: object) -> str | None:
        return None if isinstance(puzzle, Position) else "engine generator takes positions of Scrabble only"

    def load(self) -> None:
        from entails.solvers.scrabble.generator import warm

        warm()

    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        del options
        assert isinstance(encoding, Native)
        session: Session[Any] = GeneratorSession(encoding.puzzle, limits)
        return session


class GeneratorSession(BaseSession):
    """One position."""

    engine_name = "generator"

    def __init__(self, position: Position, limits: Limits) -> None:
        self._position = position
        self._budget = Budget(limits)

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[Placement]:
        if assume:
            raise self.cannot("assume facts: it takes the position as a whole")
        if groups is not None:
            raise self.cannot("choose groups: it takes the position as a whole")
        started = time.perf_counter()
        best = self._best()
        stats = Stats(self.engine_name, time.perf_counter() - started)
        if self._budget.out_of_time:
            return Undecided("time", stats)
        if best is None:
            return Unsatisfiable(stats)
        return Satisfied(best[0], stats, objective=float(best[1]), optimal=True, bound=float(best[1]))

    def answers(self, most: int | None) -> Generator[Placement, None, EndReason | None]:
        """All of them, best first."""
        found = self._all()
        if self._budget.out_of_time:
            return "time"
        for place, (placement, _) in enumerate(found):
            if place == most:
                return "maximum"
            yield placement
        return None

    def _best(self) -> tuple[Placement, int] | None:
        from entails.solvers.scrabble.generator import best_placement

        if self._position.wanted is None:
            return best_placement(self._position)
        return next(iter(self._all()), None)

    def _all(self) -> Sequence[tuple[Placement, int]]:
        from entails.solvers.scrabble.generator import all_placements

        wanted = self._position.wanted
        if wanted is None:
            return all_placements(self._position)
        found = all_placements(self._position, both=True)
        told = ((as_wanted(placement, wanted), score) for placement, score in found)
        return [(placement, score) for placement, score in told if placement is not None]

    def block(self, facts: Sequence[int]) -> None:
        del facts
        raise self.cannot("block facts: it lists each placement once anyway")

    def push(self) -> None:
        raise self.cannot("open a scope")

    def pop(self) -> None:
        raise self.cannot("close a scope")


def as_wanted(found: Placement, wanted: Placement) -> Placement | None:
    """The placement told as the wanted play, if it is that play: the same letters on the same squares, blanks where
    they are wanted and perhaps elsewhere. A single tile may be told the other way."""
    laid = {(row, column): (letter, blank) for row, column, letter, blank in found.laid}
    asked = {(row, column): (letter, blank) for row, column, letter, blank in wanted.laid}
    if laid.keys() != asked.keys() or (len(laid) > 1 and found.across != wanted.across):
        return None
    if any(laid[square][0] != letter or (blank and not laid[square][1]) for square, (letter, blank) in asked.items()):
        return None
    word, tiles = [], []
    for square, shown, tile in zip(wanted.squares, wanted.word, wanted.tiles, strict=True):
        if tile == THROUGH:
            word.append(shown)
            tiles.append(tile)
        else:
            symbol = shown.lower() if laid[square][1] else shown.upper()
            word.append(symbol)
            tiles.append(symbol)
    return Placement(wanted.row, wanted.column, wanted.across, "".join(word), "".join(tiles), wanted.alphabet)


ENGINE = GeneratorEngine()
