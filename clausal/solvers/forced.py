"""What holds in every answer (the backbone), by looking for an answer that differs.

Each new answer must break one of the facts that all answers so far share; when there is none, the shared facts are forced.
"""

from collections.abc import Iterable
from typing import TypeVar

from clausal.models.encoding import Encoding, Native
from clausal.models.errors import UnsupportedCapability
from clausal.models.limits import Limits, Options
from clausal.models.outcome import Forced, Reason, Satisfied, Undecided
from clausal.solvers.base import Solver

A = TypeVar("A")


def forced(solver: Solver, encoding: Encoding[A], limits: Limits, options: Options) -> Forced:
    """The forced facts of a puzzle. Cut short, it gives those that follow by unit propagation alone."""
    if isinstance(encoding, Native):
        raise UnsupportedCapability("forced facts need an encoding with facts: cnf or cpsat")

    def named(facts: Iterable[int], reason: Reason | None = None) -> Forced:
        in_order = tuple(sorted(facts, key=abs))
        names = tuple(encoding.names[fact - 1] if fact > 0 else f"not {encoding.names[-fact - 1]}" for fact in in_order)
        return Forced(True, in_order, names, reason is None, reason)

    with solver.open(encoding, limits, options) as session:
        first = session.solve()
        if isinstance(first, Undecided):
            return Forced(None, complete=False, reason=first.reason)
        if not isinstance(first, Satisfied):
            return Forced(False)
        shared = set(first.facts)
        follows = session.propagate()[1] if "propagate" in solver.capabilities else ()
        certain = shared.intersection(follows)
        while shared:
            session.block(tuple(shared))
            outcome = session.solve()
            if isinstance(outcome, Undecided):
                return named(certain, outcome.reason)
            if not isinstance(outcome, Satisfied):
                break
            shared.intersection_update(outcome.facts)
    return named(shared)
