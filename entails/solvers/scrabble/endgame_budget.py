"""How long an endgame may be searched: seconds, positions, or both."""

from dataclasses import dataclass

from entails.solvers.patience import clock

_SHORTEST, _FEWEST = 0.02, 100
"""Seconds and positions with less of which it is not worth to begin."""


class Stopped(Exception):
    """The time is over, or so many positions have been looked at."""


@dataclass(frozen=True)
class Budget:
    """Until when to search, and how many more positions to look at; None is for ever."""

    until: float | None
    nodes: int | None

    @classmethod
    def of(
        cls, seconds: float | None, nodes: int | None, part: float, started: float | None = None, used: int = 0
    ) -> "Budget":
        """A part of what there is, from the beginning on."""
        begun = clock() if started is None else started
        return cls(
            None if seconds is None else begun + part * seconds, None if nodes is None else int(part * nodes) - used
        )

    @property
    def seconds_left(self) -> float | None:
        return None if self.until is None else max(self.until - clock(), 0.0)

    @property
    def spent(self) -> bool:
        """Is too little left to begin with?"""
        left = self.seconds_left
        return (left is not None and left < _SHORTEST) or (self.nodes is not None and self.nodes < _FEWEST)

    def half(self) -> "Budget":
        """Half of what is left; all of it, where half is too little to begin with."""
        left = self.seconds_left
        half = Budget(None if left is None else clock() + left / 2, None if self.nodes is None else self.nodes // 2)
        return self if half.spent else half

    def less(self, nodes: int) -> "Budget":
        """What is left when so many positions have been looked at."""
        return Budget(self.until, None if self.nodes is None else self.nodes - nodes)
