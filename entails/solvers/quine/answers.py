"""Two questions that the disjunction engine leaves to a SAT solver: is there another answer, and what is forced.

They decide what a result may claim; they never enter a measure.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from entails.models.encoding import Cnf
from entails.models.limits import Limits, Options
from entails.models.outcome import Reason, Satisfied, Undecided
from entails.solvers.registry import engine

ORACLE = "minisat22"
"""It can be interrupted, so that a time limit needs no other process."""


def another_answer(cnf: Cnf[Any], answer: Iterable[int], limits: Limits) -> bool | None:
    """Is there an answer that differs from this one (a literal for each fact)? None when time ran out."""
    with engine(ORACLE).open(cnf, limits, Options()) as session:
        session.block(tuple(answer))
        outcome = session.solve()
    return None if isinstance(outcome, Undecided) else isinstance(outcome, Satisfied)


@dataclass(frozen=True, slots=True)
class Backbone:
    """All literals over the puzzle's facts that every answer has, true and false ones. `consistent` False: there is no
    answer; None: it was not decided, and `reason` says why."""

    consistent: bool | None
    literals: frozenset[int] = frozenset()
    reason: Reason | None = None


def backbone(cnf: Cnf[Any], limits: Limits) -> Backbone:
    """What is forced, by looking again and again for an answer that breaks one of the facts shared so far.

    `solvers.forced` tells a person the facts that hold; exact depth also needs those that fail in every answer.
    """
    shared: set[int] | None = None
    with engine(ORACLE).open(cnf, limits, Options()) as session:
        while shared is None or shared:
            outcome = session.solve()
            if isinstance(outcome, Undecided):
                return Backbone(None, reason=outcome.reason)
            if not isinstance(outcome, Satisfied):
                break
            true = {fact for fact in outcome.facts if fact > 0}
            answer = {fact if fact in true else -fact for fact in range(1, cnf.answers + 1)}
            shared = answer if shared is None else shared & answer
            session.block(tuple(shared))
    return Backbone(False) if shared is None else Backbone(True, frozenset(shared))
