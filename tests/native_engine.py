"""A tiny engine on `Native` encodings, to test that the interface supports engines without facts."""

import os
import time
from collections.abc import Collection, Generator, Iterator, Sequence
from typing import Any

from helpers import plain_solutions

from entails.models.encoding import Encoding, Native
from entails.models.errors import UnsupportedCapability
from entails.models.limits import Limits, Options
from entails.models.outcome import EndReason, Outcome, Satisfied, Stats, Unsatisfiable
from entails.models.sudoku.grid import Grid
from entails.solvers.engine import BaseSession, Engine, Session


class PlainSudoku(Engine):
    """A backtracking solver. `chatty` makes it print; `seconds` delays every query, `loading` only the start."""

    def __init__(self, chatty: bool = False, seconds: float = 0.0, loading: float = 0.0) -> None:
        super().__init__("plain-sudoku", "digit by digit", frozenset({"native"}), frozenset({"enumerate"}))
        self.chatty = chatty
        self.seconds = seconds
        self.loading = loading

    def load(self) -> None:
        time.sleep(self.loading)

    def open_here(self, encoding: Encoding[Any], limits: Limits, options: Options) -> Session[Any]:
        del limits, options
        assert isinstance(encoding, Native)
        if not isinstance(encoding.puzzle, Grid):
            raise UnsupportedCapability("this is not a grid")
        return PlainSession(encoding.puzzle, self.chatty, self.seconds)


class PlainSession(BaseSession):
    engine_name = "plain-sudoku"

    def __init__(self, grid: Grid, chatty: bool, seconds: float) -> None:
        self._grid = grid
        self._chatty = chatty
        self._seconds = seconds

    def _solutions(self) -> Iterator[Grid]:
        if self._chatty:
            print("an engine may print", flush=True)
            os.write(1, b"even past Python\n")
        time.sleep(self._seconds)
        return plain_solutions(self._grid)

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[Grid]:
        if assume:
            raise self.cannot("assume")
        if groups is not None:
            raise UnsupportedCapability("there are no groups here")
        for solution in self._solutions():
            return Satisfied(solution, Stats(self.engine_name))
        return Unsatisfiable(Stats(self.engine_name))

    def answers(self, most: int | None) -> Generator[Grid, None, EndReason | None]:
        for index, solution in enumerate(self._solutions()):
            if index == most:
                return "maximum"
            yield solution
        return None

    def block(self, facts: Sequence[int]) -> None:
        del facts
        raise self.cannot("block a set of facts")

    def push(self) -> None:
        raise self.cannot("open a scope")

    def pop(self) -> None:
        raise self.cannot("close a scope")
