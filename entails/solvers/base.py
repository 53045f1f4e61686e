"""The common interface of all engines: `Solver` opens a `Session` on an encoding; the session answers.

Everything else (enumeration, uniqueness, explanations, forced facts) is written once, on sessions.
"""

from collections.abc import Collection, Generator, Iterable, Sequence
from types import TracebackType
from typing import Literal, Protocol, Self, TypeVar, runtime_checkable

from entails.models.encoding import Encoding, Kind
from entails.models.limits import Limits, Options
from entails.models.outcome import EndReason, Outcome

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)

Capability = Literal[
    "assume",  # solves under assumed facts
    "core",  # names the assumptions and groups that already contradict
    "enumerate",  # can block an answer and go on
    "add",  # takes further clauses, and drops them with their scope
    "proof",  # writes a DRUP/DRAT proof with an "unsatisfiable"
    "interrupt",  # can be stopped from another thread, inside this process
    "conflicts",  # keeps a conflict limit
    "nodes",  # keeps a node limit
    "optimise",  # finds the best answer of an encoding with an objective
    "propagate",  # tells what follows by unit propagation alone
]


class Session(Protocol[A_co]):
    """A puzzle loaded into an engine, ready for many related questions. Use it in a `with` block.

    Literals are facts of the encoding: `+i` holds, `-i` does not.
    """

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[A_co]:
        """One answer, if any. `groups` are the doubtable groups that hold (all of them when None); choosing them
        needs a session opened with `Options(doubt=True)`."""
        ...

    def block(self, facts: Sequence[int]) -> None:
        """From now on no answer may have all of these facts."""
        ...

    def add(self, clauses: Iterable[Sequence[int]], own: int | None = None) -> int:
        """From now on these clauses hold as well, until what comes back is dropped or their scope ends. Variables from
        `own` on (those beyond the encoding's when it is None) are auxiliaries of theirs alone."""
        ...

    def drop(self, added: int) -> None:
        """What was added under this number does not hold any more."""
        ...

    def propagate(self, assume: Sequence[int] = ()) -> tuple[bool, tuple[int, ...]]:
        """What follows by unit propagation: (no contradiction seen, the literals that follow, assumptions included).

        Auxiliary variables of the encoding or the engine may be among them; they are above the facts."""
        ...

    def push(self) -> None:
        """Open a scope: what is blocked or added from now on is forgotten at the matching `pop`."""
        ...

    def pop(self) -> None: ...

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Solver(Protocol):
    """An engine. `accepts` and `capabilities` are data: nobody has to try and see.

    `isolated` engines may take the whole process down with them, so they only ever run in a worker process.
    """

    @property
    def name(self) -> str: ...

    @property
    def summary(self) -> str: ...

    @property
    def accepts(self) -> frozenset[Kind]: ...

    @property
    def capabilities(self) -> frozenset[Capability]: ...

    @property
    def isolated(self) -> bool: ...

    def missing(self) -> str | None:
        """What keeps it from running here, in a few words; None when it can run."""
        ...

    def open(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]: ...


@runtime_checkable
class Enumerates(Protocol[A_co]):
    """A session with a faster way than solve-and-block to list answers offers it as `answers`."""

    def answers(self, most: int | None) -> Generator[A_co, None, EndReason | None]:
        """Up to `most` different answers; returns what ended the list early, None when there are no more."""
        ...
