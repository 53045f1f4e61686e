"""All answers of a puzzle, one after the other, and how many there are."""

from collections.abc import Generator, Iterator
from typing import TypeVar

from entails.models.encoding import Encoding
from entails.models.errors import EngineFault
from entails.models.limits import Limits, Options
from entails.models.outcome import Count, EndReason, Satisfied, Solutions, Undecided
from entails.solvers.base import Enumerates, Session, Solver

A = TypeVar("A")


def answers(session: Session[A], most: int | None) -> Generator[A, None, EndReason | None]:
    """Up to `most` answers; returns what ended the list early, None when there are no more.

    It looks for one more than asked for, so that a list of exactly `most` answers is known to be complete.
    """
    if isinstance(session, Enumerates):
        return (yield from session.answers(most))
    found = 0
    blocked: tuple[int, ...] | None = None
    while True:
        outcome = session.solve()
        if isinstance(outcome, Undecided):
            return outcome.reason
        if not isinstance(outcome, Satisfied):
            return None
        if outcome.facts == blocked:
            raise EngineFault(f"engine {outcome.stats.engine} gave a blocked answer again")
        if found == most:
            return "maximum"
        found += 1
        yield outcome.answer
        blocked = outcome.facts
        session.block(blocked)


def solutions(solver: Solver, encoding: Encoding[A], limits: Limits, options: Options) -> Solutions[A]:
    """A lazy list of answers; nothing runs before it is iterated."""

    def produce(listing: Solutions[A]) -> Iterator[A]:
        with solver.open(encoding, limits, options) as session:
            reason = yield from answers(session, options.max_solutions)
            listing.ended(reason)

    return Solutions(produce)


def count(solver: Solver, encoding: Encoding[A], limits: Limits, options: Options) -> Count:
    """How many answers, up to `options.max_solutions`."""
    listing = solutions(solver, encoding, limits, options)
    value = sum(1 for _ in listing)
    return Count(value, listing.complete, listing.reason)
