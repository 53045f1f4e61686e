"""Which of the statements of a puzzle are needed for its only solution: the dual of contradictions.

Statements are enough when, with the rules, they contradict "it is another solution". So a minimal sufficient set is a
minimal conflict of the puzzle with its solution forbidden, and the smallest one a smallest conflict.
"""

from dataclasses import dataclass
from typing import Any, Literal

from entails.models.encoding import Cnf, Group
from entails.models.limits import Limits, Options
from entails.models.outcome import EndReason, Satisfied, Undecided, Unsatisfiable
from entails.solvers.base import Solver
from entails.solvers.budget import Budget
from entails.solvers.contradictions import smallest_conflict
from entails.solvers.doubts import Doubts, OutOfBudget

Standing = Literal["one", "several", "none", "unknown"]


@dataclass(frozen=True)
class Clues:
    """`unneeded`: each of these could go alone, and the solution stay the only one. `kept` is enough, and `minimal`
    when none of it can go; `smallest` when no fewer clues are enough. Only a puzzle with one solution has any."""

    solutions: Standing
    clues: tuple[Group, ...] = ()
    unneeded: tuple[Group, ...] = ()
    kept: tuple[Group, ...] = ()
    minimal: bool = False
    smallest: bool = False
    verified: bool = False
    reason: EndReason | None = None


def needed_clues(
    solver: Solver, cnf: Cnf[Any], limits: Limits, *, smallest: bool = False, referee: Solver | None = None
) -> Clues:
    """What is needed of the clues, the statements that may be doubted. A minimal set comes first, in about a question
    for each clue that it drops or keeps, so it can be had while somebody is editing; then what else could go. The
    smallest set is looked for on request, as long as the limits allow; a second engine confirms what is kept."""
    budget = Budget(limits)
    with solver.open(cnf, limits, Options(doubt=True)) as session:
        doubts = Doubts.of(solver.name, session, cnf)
        first = doubts.ask(doubts.all)
        if isinstance(first, Undecided):
            return Clues("unknown", reason=first.reason)
        if isinstance(first, Unsatisfiable):
            return Clues("none")
        session.block(first.facts)
        other = doubts.ask(doubts.all)
        if not isinstance(other, Unsatisfiable):
            return Clues("several") if isinstance(other, Satisfied) else Clues("unknown", reason=other.reason)
        kept, cut = doubts.shrink(doubts.core(other))
        reason: EndReason | None = cut
        unneeded = sorted(doubts.all - kept)  # what is kept is enough, so each of the others could go
        for subject in sorted(kept) if cut is None else ():
            outcome = doubts.ask(doubts.all - {subject})
            if isinstance(outcome, Undecided):
                reason = outcome.reason
                break
            if isinstance(outcome, Unsatisfiable):
                unneeded.append(subject)
        is_smallest = not unneeded and cut is None and reason is None
        if smallest and cut is None and not is_smallest:
            try:
                kept, is_smallest = smallest_conflict(doubts, kept, budget), True
            except OutOfBudget as out:
                reason = out.reason
    verified = False
    if referee is not None and not budget.out_of_time:
        left = limits.model_copy(update={"seconds": budget.seconds, "nodes": None})
        with referee.open(cnf, left, Options(doubt=True)) as session:
            session.block(first.facts)
            again = Doubts.of(referee.name, session, cnf)
            verified = again.expect(kept, Unsatisfiable)
    return Clues(
        "one",
        doubts.names(doubts.all),
        doubts.names(frozenset(unneeded)),
        doubts.names(kept),
        minimal=cut is None,
        smallest=is_smallest,
        verified=verified,
        reason=reason,
    )
