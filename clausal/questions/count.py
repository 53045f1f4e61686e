"""How many solutions there are."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from clausal.models.asking import Option
from clausal.models.limits import DEFAULTS, UNLIMITED, Limits, Options
from clausal.models.outcome import Count, EndReason
from clausal.models.report import Report
from clausal.questions.ask import Claiming
from clausal.questions.base import Answer, Progress, Question, named, yes_no
from clausal.questions.road import Road

PLACE = 3
__all__ = ["count"]


class Ask(Claiming):
    """What `count` may be told."""

    max: Annotated[int, Field(ge=1, description="Stop counting at this number."), Option("--max", metavar="N")] = 10_000


class CountReport(Report):
    """`count`. Not `exact` means at least that many."""

    count: int
    exact: bool
    reason: EndReason | None = None


def count(
    puzzle: Any,
    *,
    encoder: str | None = None,
    engine: str | None = None,
    limits: Limits = UNLIMITED,
    options: Options = DEFAULTS,
    also: Sequence[str] = (),
) -> Count:
    """How many answers there are, up to `options.max_solutions`."""
    listing = Road.of("solve", puzzle, encoder, engine, also).solutions(limits, options)
    value = sum(1 for _ in listing)
    return Count(value, listing.complete, listing.reason)


def answer(puzzle: Any, ask: Ask, progress: Progress) -> Answer[Count]:
    """The number, as far as it was counted."""
    del progress
    found = count(puzzle, **ask.how(ask.max))
    report = CountReport(**named(puzzle), count=found.value, exact=found.exact, reason=found.reason)
    decided = found.exact or found.reason == "maximum"
    return Answer(found, report, yes_no(found.value > 0 if decided else None))


QUESTION = Question(ask=Ask, report=CountReport, answer=answer)
