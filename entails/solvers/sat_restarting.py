"""A formula for a solver of python-sat that answers once."""

from typing import TypeVar

from entails.solvers.sat_session import SatSession

A = TypeVar("A")


class RestartingSession(SatSession[A]):
    """For a solver that answers once: every solve loads a new one, with what was blocked since."""

    def _load(self) -> None:
        """Not before there is something to solve."""

    def _run(self, assumptions: list[int]) -> bool | None:
        if self._solver is not None:
            self._solver.delete()
        super()._load()
        self._solver.append_formula(self._added_later())
        if "core" in self._engine.capabilities:
            return super()._run(assumptions)
        self._solver.append_formula([[lit] for lit in assumptions])
        return super()._run([])

    def _counters(self) -> dict[str, int]:
        return {}

    def _add(self, clause: list[int]) -> None:
        self._remember(clause)

    def pop(self) -> None:
        self._drop_since(len(self._scopes))
        self._scopes.pop()
