"""Smallest sets that meet every set of a list: what leads from repairs to conflicts, and back (python-sat's Hitman)."""

from collections.abc import Mapping, Sequence
from typing import Any

from entails.solvers.budget import Budget, run_stoppable
from entails.solvers.doubts import Found, OutOfBudget, Subject

_INTERRUPTIBLE = "m22"


class HittingSets:
    """Smallest sets that meet every set given so far and contain none of those excluded. The search for one ends with
    the budget. With `weights`, the smallest is the one that weighs least."""

    def __init__(self, to_hit: Sequence[Found], budget: Budget, weights: Mapping[Subject, int] | None = None) -> None:
        from pysat.examples.hitman import Hitman

        self._budget, self._weights = budget, weights
        self._hitman: Any = Hitman(bootstrap_with=(), htype="sorted", solver=_INTERRUPTIBLE)
        self._impossible = False
        for found in to_hit:
            self.must_hit(found)

    def smallest(self) -> Found | None:
        """None when there is none any more."""
        if self._impossible:
            return None
        if self._budget.seconds is None:
            found = self._hitman.get()
            return None if found is None else frozenset(found)
        return self._within(self._budget.seconds)

    def _within(self, seconds: float) -> Found | None:
        oracle = self._hitman.oracle
        oracle.clear_interrupt()
        model = run_stoppable(lambda: oracle.compute(expect_interrupt=True), oracle.interrupt, seconds)
        if model is None and self._budget.out_of_time:
            raise OutOfBudget("time")
        named = self._hitman.idpool.id2obj
        return None if model is None else frozenset(named[literal] for literal in model if literal > 0)

    def must_hit(self, found: Found) -> None:
        self._impossible = self._impossible or not found
        if found:
            self._hitman.hit(sorted(found), weights=self._weights)

    def exclude(self, found: Found) -> None:
        self._impossible = self._impossible or not found
        if found:
            self._hitman.block(sorted(found))

    def __enter__(self) -> "HittingSets":
        return self

    def __exit__(self, *_: object) -> None:
        self._hitman.delete()
