"""Why there is no solution: contradictions and repairs, the first at once, the smallest when the time allows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Annotated, Any, Self

from pydantic import Field

from entails.locale.message import Language
from entails.models.encoding import MOST_WEIGHT, Encoding
from entails.models.errors import InvalidOption
from entails.models.fields import Option
from entails.models.limits import DEFAULTS, Limits, Options
from entails.models.outcome import Conflict, EndReason, Explanation, Repair
from entails.models.report import Report, ReportName
from entails.queries.pipeline import Pipeline
from entails.queries.query import (
    Artefact,
    AssumptionOptions,
    Progress,
    Query,
    QueryResult,
    Seconds,
    Spoken,
    named,
    yes_no,
)
from entails.solvers.explain import explain as explain_with
from entails.solvers.soft import Grain

PLACE = 4
USUAL = Limits(seconds=10.0)
"""When the search ends, unless it is told otherwise: there may be more contradictions than anybody could wait for."""
__all__ = ["explain"]

Most = Annotated[
    int, Field(ge=1, description="How many conflicts and repairs to list."), Option("--most", metavar="N", lists=True)
]


class ExplainOptions(AssumptionOptions):
    """What `explain` may be told."""

    most: Most = 20
    coarse: Annotated[bool, Field(description="Doubt whole statements, not their parts.")] = False
    first: Annotated[
        bool, Field(description="Only what is found first: a minimal conflict and a minimal repair, at once.")
    ] = False
    long: Annotated[bool, Field(description="List long contradictions too where two statements explain it.")] = False
    doubt: Annotated[
        tuple[str, ...],
        Field(description="Doubt this statement before others: its id, as --json names it."),
        Option("--doubt", metavar="ID"),
    ] = ()
    weight: Annotated[
        tuple[str, ...],
        Field(description="What it costs to give a statement up, instead of 1: its id, a colon, a number."),
        Option("--weight", metavar="ID:N"),
    ] = ()
    proof: Annotated[bool, Field(description="A checked DRUP proof of the first contradiction.")] = False
    language: Spoken = "en"
    seconds: Seconds = USUAL.seconds


class ExplainReport(Report):
    """`explain`. `conflicts` and `repairs` are lists of group ids, smallest first; `texts` and `repair_texts` the
    sentences, in the same order. `rules` are the sentences of the rules that each conflict rests on, where they were
    found in time. `changes` are, for each repair of one statement, facts or numbers that could stand in its place.
    `costs` are what the repairs weigh, cheapest first; each statement weighs 1 unless something else was said. `mends`
    are sentences that tell a single change which leaves nothing to contradict, where the puzzle knows of such.

    `minimal` says that no statement of a listed conflict can be left out, `smallest` that no conflict is smaller than
    the first, `smallest_repair` that no repair weighs less, `complete` that there are no others. `longer` counts
    conflicts that are not listed because two statements explain it. `verified`: a second engine confirmed all of them.
    """

    consistent: bool | None
    conflicts: tuple[tuple[str, ...], ...] = ()
    texts: tuple[tuple[str, ...], ...] = ()
    rules: tuple[tuple[str, ...], ...] = ()
    repairs: tuple[tuple[str, ...], ...] = ()
    repair_texts: tuple[tuple[str, ...], ...] = ()
    changes: tuple[tuple[str, ...], ...] = ()
    costs: tuple[int, ...] = ()
    mends: tuple[str, ...] = ()
    minimal: bool = True
    smallest: bool = False
    smallest_repair: bool = False
    longer: int = 0
    verified: bool = False
    complete: bool = False
    reason: EndReason | None = None
    engine: str | None = Field(
        default=None, description="the engine that decided", exclude_if=lambda engine: engine is None
    )
    confirmed_by: str | None = Field(
        default=None,
        description="the engine that came to the same result independently",
        exclude_if=lambda engine: engine is None,
    )

    @classmethod
    def of(cls, explanation: Explanation, name: ReportName, language: Language = "en", **more: Any) -> Self:
        return cls(
            **name,
            consistent=explanation.consistent,
            conflicts=_ids(explanation.conflicts),
            texts=_texts(explanation.conflicts, language),
            rules=tuple(tuple(rule.say(language) for rule in conflict.rules) for conflict in explanation.conflicts),
            repairs=_ids(explanation.repairs),
            repair_texts=_texts(explanation.repairs, language),
            changes=tuple(repair.changes for repair in explanation.repairs),
            costs=tuple(repair.cost for repair in explanation.repairs),
            mends=tuple(change.say(language) for change in explanation.mends),
            smallest=explanation.smallest,
            smallest_repair=explanation.smallest_repair,
            longer=explanation.longer,
            verified=explanation.verified,
            minimal=all(conflict.minimal for conflict in explanation.conflicts),
            complete=explanation.complete,
            reason=explanation.reason,
            engine=explanation.engine,
            confirmed_by=explanation.confirmed_by,
            **more,
        )


def explain(
    puzzle: Any,
    *,
    encoder: str | None = None,
    engine: str | None = None,
    limits: Limits = USUAL,
    options: Options = DEFAULTS,
    also: Sequence[str] = (),
    most: int = 20,
    grain: Grain = "fine",
    first: bool = False,
    long: bool = False,
    doubt: Sequence[str] = (),
    weights: Mapping[str, int] = MappingProxyType({}),
    proof: bool = False,
) -> Explanation:
    """Why there is no answer: up to `most` minimal conflicts and repairs, smallest first.

    With `first`, or `most=1`, they are those that are found first. The search ends after 10 seconds unless `limits` say
    otherwise; `Limits()` has no limit. Statements whose ids are in `doubt` are doubted before others; `weights` say by
    id what it costs to give one up, where that is not 1 or what the statement says itself. Without the `long` ones,
    contradictions of many statements are only counted where two explain it. A `proof` of the first contradiction is
    checked, and holds of the clauses that `export` writes."""
    road = Pipeline.of("explain", puzzle, encoder, engine, also)
    _refuse_unknown(doubt, road.encoding, "--doubt")
    _refuse_unknown(weights, road.encoding, "--weight")
    if proof:
        from entails.solvers.proof import refuse_without_clauses, refutation

        proven = refuse_without_clauses(road.encoding)
    found = explain_with(
        road.engine,
        road.encoding,
        limits,
        options,
        most=most,
        grain=grain,
        referee=road.referee,
        first=first,
        long=long,
        doubted_first=doubt,
        weights=weights,
        statement=road.kind.statement(road.puzzle),
        confirmation=None if road.confirm is None else road.confirmation,
    )
    if road.confirm is not None:
        found = replace(found, engine=road.engine.name, confirmed_by=road.confirmed_by if found.verified else None)
    if found.consistent is False and not also:
        found = replace(found, mends=tuple(road.kind.single_repairs(road.puzzle)))
    editable = (repair for repair in found.repairs if all(road.kind.is_editable(group.id) for group in repair.groups))
    found = replace(found, repairs=tuple(editable))
    if not proof or not found.conflicts:
        return found
    return replace(found, proof=refutation(proven, {group.id for group in found.conflicts[0].groups}, limits))


def _refuse_unknown(named: Iterable[str], encoding: Encoding[Any], option: str) -> None:
    known = {
        name for index in encoding.doubtable for name in (encoding.groups[index].id, encoding.groups[index].parent)
    }
    for name in named:
        if name not in known:
            some = next((one for one in known if one is not None), "")
            expected = f"an id such as {some!r}" if some else "none: nothing can be doubted"
            raise InvalidOption(f"there is no statement {name[:40]!r} to doubt", where=option, expected=expected)


def _weights(said: Sequence[str]) -> dict[str, int]:
    """Ids and numbers, as people type them."""
    found = {}
    for one in said:
        name, colon, number = one.rpartition(":")
        if not colon or not number.strip().isdecimal() or not 1 <= int(number) <= MOST_WEIGHT:
            expected = f"the id of a statement, a colon and a number from 1 to {MOST_WEIGHT:,}"
            raise InvalidOption(f"{one[:40]!r} is no weight", where="--weight", expected=expected)
        found[name] = int(number)
    return found


def answer(puzzle: Any, ask: ExplainOptions, progress: Progress) -> QueryResult[Explanation]:
    """The conflicts and repairs, in ids and in sentences."""
    del progress
    explanation = explain(
        puzzle,
        **ask.how(),
        most=ask.most,
        grain="coarse" if ask.coarse else "fine",
        first=ask.first,
        long=ask.long,
        doubt=ask.doubt,
        weights=_weights(ask.weight),
        proof=ask.proof,
    )
    return QueryResult(
        explanation, ExplainReport.of(explanation, named(puzzle), ask.language), yes_no(explanation.consistent)
    )


def _ids(found: tuple[Conflict, ...] | tuple[Repair, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(group.id for group in one.groups) for one in found)


def _texts(found: tuple[Conflict, ...] | tuple[Repair, ...], language: Language) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(group.say(language) for group in one.groups) for one in found)


def _proof(explanation: Explanation, ask: ExplainOptions, ending: str) -> str | None:
    """The lines of the proof, where there is one."""
    del ask, ending
    if explanation.proof is None:
        return None
    from entails.formats.dimacs.answer import proof_text

    return proof_text(explanation.proof)


QUESTION = Query(
    ask=ExplainOptions,
    report=ExplainReport,
    answer=answer,
    artefacts={
        "proof": Artefact(
            _proof,
            "Write a DRUP proof of the first contradiction, checked: export writes the clauses that it speaks of.",
            http="asked",
        )
    },
)
