"""Why there is no solution: the smallest contradictions, and the smallest repairs."""

from collections.abc import Sequence
from typing import Annotated, Any, Self

from pydantic import Field

from clausal.models.asking import Option
from clausal.models.limits import DEFAULTS, UNLIMITED, Limits, Options
from clausal.models.outcome import Conflict, EndReason, Explanation, Repair
from clausal.models.report import Name, Report
from clausal.questions.ask import Claiming, Seconds
from clausal.questions.base import Answer, Progress, Question, named, yes_no
from clausal.questions.road import Road
from clausal.solvers.explain import Grain
from clausal.solvers.explain import explain as explain_with

PLACE = 4
__all__ = ["explain"]

Most = Annotated[int, Field(ge=1, description="How many conflicts and repairs to list."), Option(metavar="N")]


class Ask(Claiming):
    """What `explain` may be told."""

    most: Most = 20
    coarse: Annotated[bool, Field(description="Doubt whole statements, not their parts.")] = False
    seconds: Seconds = 10.0


class ExplainReport(Report):
    """`explain`. `conflicts` and `repairs` are lists of group ids, smallest first; `texts` and `repair_texts` the
    sentences, in the same order. `rules` are the sentences of the rules that each conflict rests on, where they were
    found in time."""

    consistent: bool | None
    conflicts: tuple[tuple[str, ...], ...] = ()
    texts: tuple[tuple[str, ...], ...] = ()
    rules: tuple[tuple[str, ...], ...] = ()
    repairs: tuple[tuple[str, ...], ...] = ()
    repair_texts: tuple[tuple[str, ...], ...] = ()
    minimal: bool = True
    complete: bool = False
    reason: EndReason | None = None

    @classmethod
    def of(cls, explanation: Explanation, name: Name, **more: Any) -> Self:
        return cls(
            **name,
            consistent=explanation.consistent,
            conflicts=_ids(explanation.conflicts),
            texts=_texts(explanation.conflicts),
            rules=tuple(tuple(rule.text for rule in conflict.rules) for conflict in explanation.conflicts),
            repairs=_ids(explanation.repairs),
            repair_texts=_texts(explanation.repairs),
            minimal=all(conflict.minimal for conflict in explanation.conflicts),
            complete=explanation.complete,
            reason=explanation.reason,
            **more,
        )


def explain(
    puzzle: Any,
    *,
    encoder: str | None = None,
    engine: str | None = None,
    limits: Limits = UNLIMITED,
    options: Options = DEFAULTS,
    also: Sequence[str] = (),
    most: int = 20,
    grain: Grain = "fine",
) -> Explanation:
    """Why there is no answer: up to `most` minimal conflicts and repairs, smallest first."""
    road = Road.of("explain", puzzle, encoder, engine, also)
    return explain_with(road.engine, road.encoding, limits, options, most=most, grain=grain, referee=road.referee)


def answer(puzzle: Any, ask: Ask, progress: Progress) -> Answer[Explanation]:
    """The conflicts and repairs, in ids and in sentences."""
    del progress
    explanation = explain(puzzle, **ask.how(), most=ask.most, grain="coarse" if ask.coarse else "fine")
    return Answer(explanation, ExplainReport.of(explanation, named(puzzle)), yes_no(explanation.consistent))


def _ids(found: tuple[Conflict, ...] | tuple[Repair, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(group.id for group in one.groups) for one in found)


def _texts(found: tuple[Conflict, ...] | tuple[Repair, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(group.text for group in one.groups) for one in found)


QUESTION = Question(ask=Ask, report=ExplainReport, answer=answer)
