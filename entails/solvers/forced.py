"""Forced facts (the backbone): the facts that are true in every solution.

Each query asks for a solution that violates one of the facts shared by all solutions so far. If there is none, the
shared facts are forced. A wide variable with several values gets bounds: it is minimised and maximised.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, get_args

from entails.models.encoding import CpParts, CpSat, Encoding, Native, Sense
from entails.models.errors import EngineFault, UnsupportedCapability
from entails.models.limits import Limits, Options
from entails.models.numbering import FactNames, NumberedParts
from entails.models.outcome import Forced, Reason, Satisfied, Undecided
from entails.models.statement import WIDE
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
                break
            session.block(tuple(shared))
    if isinstance(outcome, Undecided):
        return Forced(None, (), (), False, outcome.reason) if shared is None else named(certain, outcome.reason)
    if verifier is not None and budget.seconds != 0.0 and shared != set():
        left = limits.model_copy(update={"seconds": budget.seconds, "nodes": None})
        _confirm_no_other(verifier, confirmation or encoding, left, options, shared)
    if shared is None:
        return Forced(False)
    if isinstance(encoding, CpSat) and isinstance(encoding.names, FactNames):
        left = limits.model_copy(update={"seconds": budget.seconds})
        return _with_bounds(solver, encoding, left, options, named(shared))
    return named(shared)


def _with_bounds(
    solver: EngineProtocol, encoding: CpSat[A], limits: Limits, options: Options, backbone: Forced
) -> Forced:
    """Return the forced facts, with bounds for each wide variable that is not fixed."""
    assert isinstance(encoding.names, FactNames)
    numbering, bounds, budget = encoding.names.facts, list[tuple[str, int, int]](), Budget(limits)
    fixed = {numbering.value_of(fact)[0] for fact in backbone.facts if fact > 0}
    for place, values in enumerate(numbering.values):
        if numbering.booleans[place] or values.count <= WIDE or place in fixed:
            continue
        ends = []
        for sense in reversed(get_args(Sense)):
            towards = replace(encoding, build=partial(_towards, encoding.build, place, sense), sense=sense, bound=None)
            left = limits.model_copy(update={"seconds": budget.seconds})
            with solver.open(towards, left, options) as session:
                outcome = session.solve()
            if not isinstance(outcome, Satisfied) or not outcome.optimal:
                return replace(backbone, bounds=tuple(bounds), complete=False, reason="time")
            places = map(numbering.value_of, (fact for fact in outcome.facts if fact > 0))
            ends.append(next(value for number, value in places if number == place))
        bounds.append((numbering.words[place], ends[0], ends[1]))
    return replace(backbone, bounds=tuple(bounds))


def _towards(build: Callable[..., CpParts], place: int, sense: Sense, *arguments: Any) -> CpParts:
    """Build the model with one variable as its objective, to find a bound of the variable."""
    parts = build(*arguments)
    assert isinstance(parts, NumberedParts)
    (parts.model.minimize if sense == "minimise" else parts.model.maximize)(parts.variables[place])
    return parts


def _confirm_no_other(
    verifier: EngineProtocol, encoding: Encoding[A], limits: Limits, options: Options, shared: set[int] | None
) -> None:
    """Raise EngineFault if the verifier finds a solution that contradicts the forced facts."""
    with verifier.open(encoding, limits, options) as session:
        if shared is not None:
            session.block(tuple(shared))
        if isinstance(session.solve(), Satisfied):
            raise EngineFault(f"engines disagree: {verifier.name} finds a solution where no other should exist")
