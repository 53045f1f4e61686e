"""Forced facts (the backbone): facts that are true in every solution.

Each query searches for a solution that violates one of the facts shared by all solutions so far. If there is none, the
shared facts are forced.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from entails.models.encoding import Encoding, Native
from entails.models.errors import EngineFault, UnsupportedCapability
from entails.models.limits import Limits, Options
from entails.models.outcome import Forced, Reason, Satisfied, Undecided
from entails.solvers.engine import Budget, EngineProtocol

A = TypeVar("A")


def forced(
    solver: EngineProtocol,
    encoding: Encoding[A],
    limits: Limits,
    options: Options,
    *,
    checked: Callable[[A], object] | None = None,
    verifier: EngineProtocol | None = None,
    confirmation: Encoding[A] | None = None,
) -> Forced:
    """Return the forced facts of a puzzle; at a limit, those that follow by unit propagation alone.

    Every solution on the way is passed to `checked`. The `verifier`, a second engine, confirms within the remaining
    time that no other solution exists, on its own encoding (`confirmation`) or on the same one.
    """
    if isinstance(encoding, Native):
        raise UnsupportedCapability(
            f"engine {solver.name} cannot find forced facts: they require an encoding with facts, cnf or cpsat"
        )

    def named(facts: Iterable[int], reason: Reason | None = None) -> Forced:
        in_order = tuple(sorted(facts, key=abs))
        names = tuple(encoding.names[fact - 1] if fact > 0 else f"not {encoding.names[-fact - 1]}" for fact in in_order)
        return Forced(True, in_order, names, reason is None, reason)

    budget = Budget(limits)
    shared: set[int] | None = None
    certain: set[int] = set()
    with solver.open(encoding, limits, options) as session:
        while isinstance(outcome := session.solve(), Satisfied):
            if checked is not None:
                checked(outcome.answer)
            if shared is None:
                shared = set(outcome.facts)
                certain = shared.intersection(session.propagate()[1] if "propagate" in solver.capabilities else ())
            shared.intersection_update(outcome.facts)
            if not shared:
                return named(())
            session.block(tuple(shared))
    if isinstance(outcome, Undecided):
        return Forced(None, (), (), False, outcome.reason) if shared is None else named(certain, outcome.reason)
    if verifier is not None and budget.seconds != 0.0:
        left = limits.model_copy(update={"seconds": budget.seconds, "nodes": None})
        _confirm_no_other(verifier, confirmation or encoding, left, options, shared)
    return Forced(False) if shared is None else named(shared)


def _confirm_no_other(
    verifier: EngineProtocol, encoding: Encoding[A], limits: Limits, options: Options, shared: set[int] | None
) -> None:
    """Raise EngineFault if another engine finds a solution without a shared fact, or any if none is known."""
    with verifier.open(encoding, limits, options) as session:
        if shared is not None:
            session.block(tuple(shared))
        if isinstance(session.solve(), Satisfied):
            raise EngineFault(f"engines disagree: {verifier.name} finds a solution where no other should exist")
