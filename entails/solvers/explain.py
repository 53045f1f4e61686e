"""Why there is no answer: sets of statements that contradict (MUS) and repairs (MCS), as many as the budget allows.

A minimal conflict and a minimal repair come first, then more, then the smallest and all of them (`contradictions`).
What is claimed of them, minimal, smallest or complete, is true however short the time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

from entails.models.encoding import Encoding
from entails.models.limits import Limits, Options
from entails.models.outcome import Conflict, Explanation, Reason, Repair, Satisfied, Undecided, Unsatisfiable
from entails.models.statement import Statement
from entails.solvers.base import Solver
from entails.solvers.budget import Budget
from entails.solvers.contradictions import Contradictions, contradictions
from entails.solvers.doubts import Doubts, Found, Grain
from entails.solvers.mending import changes
from entails.solvers.rules_behind import rules_behind

__all__ = ["Grain", "explain"]

A = TypeVar("A")

_FOR_THE_SEARCH = 0.75
"""The share of the time after which what was found is checked and put into words."""
_SHORT = 2
_LONG = 4
"""When so few statements explain it, conflicts of more than that are only counted."""
_MOST_CHANGED = 10


def explain(
    solver: Solver,
    encoding: Encoding[A],
    limits: Limits,
    options: Options,
    *,
    most: int = 20,
    grain: Grain = "fine",
    referee: Solver | None = None,
    first: bool = False,
    long: bool = True,
    doubted_first: Sequence[str] = (),
    weights: Mapping[str, int] = MappingProxyType({}),
    statement: Statement | None = None,
) -> Explanation:
    """Up to `most` conflicts and `most` repairs, smallest first; with `first`, or when one is enough, those that are
    found first.

    `grain` "coarse" doubts a group together with all that refines it (a whole guess, not a fact of it). `doubted_first`
    are ids of statements to be doubted before others; `weights` say by id what it costs to give one up, where it does
    not say so itself. Without the `long` ones, contradictions of many statements are only counted where two explain it.
    All that is found is asked again of the `referee`, a second engine, as far as the time reaches. The `statement` that
    was encoded, where there is one, helps to tell which change mends it.
    """
    budget = Budget(limits)
    searching = (
        limits if limits.seconds is None else limits.model_copy(update={"seconds": limits.seconds * _FOR_THE_SEARCH})
    )
    doubting = options.model_copy(update={"doubt": True, "proof": False})
    with solver.open(encoding, searching, doubting) as session:
        within = Budget(searching)
        doubts = Doubts.of(solver.name, session, encoding, grain, doubted_first, weights)
        whole = doubts.ask(doubts.all)
        if isinstance(whole, Undecided):
            return Explanation(None, reason=whole.reason)
        known, cut = Contradictions(), None
        if isinstance(whole, Unsatisfiable):
            known, cut = _search(doubts, whole, most, within, only_first=first or most == 1)
    conflicts = sorted(known.conflicts, key=lambda found: (len(found), sorted(found)))[:most]
    repairs = sorted(known.repairs, key=doubts.rank)[:most]
    verified = False
    changed: list[tuple[str, ...]] = [()] * len(repairs)
    if referee is not None and budget.seconds != 0.0:
        left = limits.model_copy(update={"seconds": budget.seconds, "nodes": None})
        with referee.open(encoding, left, doubting) as session:
            again = replace(doubts, engine=referee.name, session=session)
            verified = all(again.expect(found, Unsatisfiable) for found in conflicts)
            verified = all(again.expect(doubts.all - found, Satisfied) for found in repairs) and verified
            if isinstance(whole, Satisfied):
                verified = again.expect(doubts.all, Satisfied)
            changed = [
                changes(again, found, statement) if place < _MOST_CHANGED else () for place, found in enumerate(repairs)
            ]
    if isinstance(whole, Satisfied):
        return Explanation(True, complete=True, verified=verified)
    told = conflicts if long else _short_ones(conflicts)
    rules = rules_behind(encoding, [doubts.groups_of(found) for found in told], budget)
    return Explanation(
        consistent=False,
        conflicts=tuple(
            Conflict(doubts.names(found), cut is None, behind) for found, behind in zip(told, rules, strict=True)
        ),
        repairs=tuple(
            Repair(doubts.names(found), changes=others, cost=doubts.cost(found))
            for found, others in zip(repairs, changed, strict=True)
        ),
        complete=known.complete,
        reason=known.reason,
        smallest=bool(known.proven_conflicts),
        smallest_repair=bool(known.proven_repairs) or (known.complete and not repairs),
        longer=len(conflicts) - len(told),
        verified=verified,
    )


def _search(
    doubts: Doubts, whole: Unsatisfiable, most: int, budget: Budget, *, only_first: bool
) -> tuple[Contradictions, Reason | None]:
    """What is known of the contradiction; the reason why its first conflict may not be minimal, if that is so."""
    conflict, cut = doubts.shrink(doubts.core(whole))
    if cut is not None:
        return Contradictions({conflict: None}, reason=cut), cut
    return contradictions(doubts, conflict, most, budget, only_first=only_first), None


def _short_ones(conflicts: list[Found]) -> list[Found]:
    """Those to tell: when two statements explain it, nobody wants to read twenty."""
    if not conflicts or len(conflicts[0]) > _SHORT:
        return conflicts
    return [found for found in conflicts if len(found) <= _LONG]
