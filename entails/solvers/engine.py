"""`Engine`: the part of the `Solver` interface that is the same for all of them.

It decides where a session lives: in this process, or in a worker process that can be ended. A worker is needed when the
engine may take its process down, when memory is limited, and when time is limited but the engine cannot be interrupted.
"""

from abc import ABC, abstractmethod
from typing import Any, TypeVar

from entails.models.encoding import Encoding, Kind, Native
from entails.models.errors import EngineUnavailable, UnsupportedCapability, UnsupportedPuzzle
from entails.models.limits import Limits, Options
from entails.solvers.base import Capability, Session

A = TypeVar("A")


_watched = False


def be_watched() -> None:
    """This process is itself a worker whose time and memory somebody else watches: sessions may live in it, whatever
    their limits are."""
    global _watched
    _watched = True


class Engine(ABC):
    """Base of all engines; a subclass says what it is and opens sessions in this process (`open_here`)."""

    def __init__(
        self,
        name: str,
        summary: str,
        accepts: frozenset[Kind],
        capabilities: frozenset[Capability],
        isolated: bool = False,
    ) -> None:
        self.name = name
        self.summary = summary
        self.accepts = accepts
        self.capabilities = capabilities
        self.isolated = isolated

    def missing(self) -> str | None:
        """What keeps it from running here; None when it can run."""
        return None

    def load(self) -> None:
        """Import the packages behind it, which takes time and memory that belong to no question's budget."""
        return

    def refuses(self, encoding: Encoding[Any]) -> UnsupportedCapability | None:
        """Why it cannot take this encoding, as the error to raise; None when it can."""
        if encoding.kind not in self.accepts:
            takes = ", ".join(sorted(self.accepts))
            return UnsupportedCapability(f"engine {self.name} takes {takes} encodings, not {encoding.kind}")
        problem = self.refuses_puzzle(encoding.puzzle) if isinstance(encoding, Native) else None
        return None if problem is None else UnsupportedPuzzle(problem)

    def refuses_puzzle(self, puzzle: object) -> str | None:
        """Why it cannot take this puzzle as it is, in a sentence; None when it can. Every engine that accepts native
        encodings says here which puzzles are its own."""
        del puzzle
        return None

    @abstractmethod
    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        """A session in this process. Time is limited by interrupting, memory not at all."""

    def open(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        """A session that keeps all limits, wherever it has to live for that."""
        self._refuse_what_it_cannot(encoding, limits, options)
        if self.needs_worker(limits):
            from entails.solvers.worker import WorkerSession

            return WorkerSession(self, encoding, limits, options)
        self.load()
        return self.open_here(encoding, limits, options)

    def needs_worker(self, limits: Limits) -> bool:
        if _watched:
            return self.isolated
        uninterruptible = limits.seconds is not None and "interrupt" not in self.capabilities
        return self.isolated or limits.memory_mb is not None or uninterruptible

    def _refuse_what_it_cannot(self, encoding: Encoding[Any], limits: Limits, options: Options) -> None:
        if problem := self.missing():
            raise EngineUnavailable(f"engine {self.name} cannot run here: {problem}")
        if refusal := self.refuses(encoding):
            raise refusal
        wanted: list[tuple[object, Capability, str]] = [
            (limits.conflicts, "conflicts", "keep a limit on conflicts"),
            (limits.nodes, "nodes", "keep a limit on nodes"),
            (options.proof, "proof", "write proofs"),
        ]
        for asked, capability, words in wanted:
            if asked and capability not in self.capabilities:
                raise UnsupportedCapability(f"engine {self.name} cannot {words}")

    def __repr__(self) -> str:
        return f"<engine {self.name}>"
