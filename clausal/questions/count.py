"""How many solutions there are."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from clausal.models.asking import Option
from clausal.models.limits import DEFAULTS, UNLIMITED, Limits, Options
from clausal.models.outcome import Count, EndReason
from clausal.models.report import Report
from clausal.puzzles.base import AnyKind
from clausal.questions.ask import Claiming
from clausal.questions.base import Answer, Progress, Question, named, yes_no
from clausal.questions.road import Road

if TYPE_CHECKING:
    from clausal.models.block import Block
    from clausal.questions.blocks import BlockAnswers

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


def in_blocks(kind: AnyKind, ask: Ask) -> "Callable[[Block[Any]], BlockAnswers] | None":
    """Thousands at once: counted one further than asked for, which tells whether that was all."""
    from clausal.questions.blocks import BlockAnswers, way_in_blocks

    way = way_in_blocks(kind, ask)
    if way is None:
        return None

    def counted(count: int) -> Count:
        return Count(count, True) if count <= ask.max else Count(ask.max, False, "maximum")

    def tell(puzzle: str, _solution: str | None, count: int) -> CountReport:
        found = counted(count)
        return CountReport(puzzle=puzzle, count=found.value, exact=found.exact, reason=found.reason)

    return lambda block: BlockAnswers(
        block,
        way,
        way.count(block, ask.max + 1),
        tell=tell,
        value=lambda _solution, count: counted(count),
        verdict=lambda count: yes_no(count > 0),
    )


QUESTION = Question(ask=Ask, report=CountReport, answer=answer, blocks=in_blocks)
