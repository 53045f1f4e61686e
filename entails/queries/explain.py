"""Queries that explain why a puzzle has no solution, and that find redundant clues."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Annotated, Any, Self

from pydantic import Field

from entails.locale.message import Language
from entails.models.encoding import MOST_WEIGHT, Encoding
from entails.models.errors import InvalidOption
from entails.models.fields import Option, Value
from entails.models.limits import DEFAULTS, UNLIMITED, Limits, Options
from entails.models.outcome import Conflict, EndReason, Explanation, ExplanationEvent, Repair
from entails.models.report import Report, ReportName
from entails.queries.pipeline import Pipeline
from entails.queries.query import (
    Artefact,
    AssumptionOptions,
    LanguageOption,
    Progress,
    Query,
    QueryResult,
    Seconds,
    TimedOptions,
    Verdict,
    Watcher,
    named,
    watcher_of,
    yes_no,
)
from entails.queries.steps import StatementText, stated
from entails.solvers.engine import engine
from entails.solvers.explain import explain as explain_with
from entails.solvers.explain import stream as stream_with
from entails.solvers.mus import ClueSet, Standing, needed_clues
from entails.solvers.soft import Granularity

VERBS = {
    "explain": {
        "PLACE": 4,
        "__all__": ["explain", "explain_stream"],
        "text": "List minimal conflicts and repairs.",
    },
    "minimal": {
        "PLACE": 8,
        "__all__": ["minimal_clues"],
        "text": "Find redundant clues and a minimal set that keeps the solution unique.",
    },
}


USUAL = Limits(seconds=10.0)
"""Default limits: a puzzle may have very many conflicts."""

Most = Annotated[
    int,
    Field(ge=1, description="Maximum number of conflicts and of repairs."),
    Option("--most", metavar="N", lists=True),
]


class ExplainOptions(AssumptionOptions):
    """Options of `explain`."""

    most: Most = 20
    coarse: Annotated[bool, Field(description="Treat each constraint as a whole, not value by value.")] = False
    first: Annotated[bool, Field(description="Stop at the first minimal conflict and the first minimal repair.")] = (
        False
    )
    smallest: Annotated[bool, Field(description="Stop at a smallest conflict and one repair.")] = False
    long: Annotated[bool, Field(description="List long conflicts even if a conflict of two constraints is found.")] = (
        False
    )
    soft_first: Annotated[
        tuple[str, ...],
        Field(description="Prefer this constraint in repairs; --json lists the ids in `conflicts`."),
        Option("--soft-first", "--doubt", metavar="ID"),
    ] = ()
    weight: Annotated[
        tuple[str, ...],
        Field(description="Repair cost of a constraint (default 1): its id, a colon and a number."),
        Option("--weight", metavar="ID:N"),
    ] = ()
    stream: Annotated[
        bool,
        Field(description="Print conflicts and repairs as JSON Lines when they are found, the report last."),
        Option(command_only=True),
    ] = False
    proof: Annotated[bool, Field(description="Add a checked DRUP proof of the first conflict.")] = False
    language: LanguageOption = "en"
    seconds: Seconds = USUAL.seconds


class ExplainReport(Report):
    """Report of `explain`.

    Attributes:
        conflicts, repairs: Lists of constraint ids, smallest first.
        texts, repair_texts: Their sentences, in the same order.
        rules: Sentences of the rules that each conflict uses, if found in time.
        changes: For each repair of one constraint, facts or numbers that may replace it.
        costs: Costs of the repairs, cheapest first; a constraint costs 1 by default.
        mends: Single changes that make the puzzle consistent, as sentences, if the puzzle type offers any.
        minimal: Whether no constraint of a listed conflict can be left out.
        smallest: Whether no conflict is smaller than the first.
        smallest_repair: Whether no repair is cheaper than the first.
        longer: Number of conflicts not listed because a conflict of two constraints is listed.
        verified: Whether a second engine confirmed all conflicts and repairs.
        complete: Whether there are no other conflicts and repairs.
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
    chosen_because: str | None = Field(
        default=None,
        description="why CP-SAT was chosen instead of the default engine",
        exclude_if=lambda reason: reason is None,
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
            chosen_because=explanation.chosen_because,
            **more,
        )


class ExplanationPart(Value):
    """A conflict or repair that is sent before the explanation is complete.

    `minimal` says that no constraint of it can be left out; `smallest` that no conflict is smaller, or no repair
    cheaper. A part that turns out to be smallest is repeated.
    """

    ids: tuple[str, ...]
    texts: tuple[str, ...]
    minimal: bool
    smallest: bool
    cost: int | None = None


def explain(
    puzzle: Any,
    *,
    encoder: str | None = None,
    engine: str | None = None,
    limits: Limits = USUAL,
    options: Options = DEFAULTS,
    assume: Sequence[str] = (),
    most: int = 20,
    granularity: Granularity = "fine",
    first: bool = False,
    smallest: bool = False,
    long: bool = False,
    soft_first: Sequence[str] = (),
    weights: Mapping[str, int] = MappingProxyType({}),
    proof: bool = False,
    also: Sequence[str] = (),
    doubt: Sequence[str] = (),
    watch: Callable[[ExplanationEvent], None] | None = None,
) -> Explanation:
    """List up to `most` minimal conflicts (MUSes) and minimal repairs (MCSes), smallest first.

    The search stops after 10 seconds unless `limits` is set; `Limits()` has no limit.

    Args:
        assume: Names of facts to assume (`also` is another name of it).
        granularity: "coarse" treats each constraint as a whole, not value by value.
        first: Return the first minimal conflict and repair found, as `most=1` does.
        smallest: Return a conflict with the fewest constraints, and one repair.
        long: List long conflicts even if a conflict of two constraints is found; otherwise they are only counted.
        soft_first: Ids of constraints preferred in repairs (`doubt` is another name of it).
        weights: Repair costs by constraint id.
        proof: Add a checked DRUP proof of the first conflict, over the clauses that `export` writes.
        watch: Called with each conflict and repair when it is found, before a second engine confirms it.
    """
    pipeline = Pipeline.of("explain", puzzle, encoder, engine, (*assume, *also))
    _reject_unknown_ids((*soft_first, *doubt), pipeline.encoding, "--soft-first")
    _reject_unknown_ids(weights, pipeline.encoding, "--weight")
    if proof:
        from entails.solvers.proof import refutation, require_clauses

        proven = require_clauses(pipeline.encoding)
    explanation = explain_with(
        pipeline.engine,
        pipeline.encoding,
        limits,
        options,
        most=most,
        granularity=granularity,
        verifier=pipeline.verifier,
        first=first,
        smallest=smallest,
        long=long,
        soft_first=(*soft_first, *doubt),
        weights=weights,
        statement=pipeline.puzzle_type.statement(pipeline.puzzle),
        confirmation=None if pipeline.confirm is None else pipeline.confirmation,
        watch=watch,
    )
    if pipeline.because is not None:
        explanation = replace(explanation, chosen_because=pipeline.because)
    if pipeline.confirm is not None:
        confirmed_by = pipeline.confirmed_by if explanation.verified else None
        explanation = replace(explanation, engine=pipeline.engine.name, confirmed_by=confirmed_by)
    if explanation.consistent is False and not (assume or also):
        explanation = replace(explanation, mends=tuple(pipeline.puzzle_type.single_repairs(pipeline.puzzle)))
    editable = (
        repair
        for repair in explanation.repairs
        if all(pipeline.puzzle_type.is_editable(group.id) for group in repair.groups)
    )
    explanation = replace(explanation, repairs=tuple(editable))
    if not proof or not explanation.conflicts:
        return explanation
    return replace(
        explanation, proof=refutation(proven, {group.id for group in explanation.conflicts[0].groups}, limits)
    )


def explain_stream(
    puzzle: Any,
    *,
    encoder: str | None = None,
    engine: str | None = None,
    limits: Limits = USUAL,
    options: Options = DEFAULTS,
    assume: Sequence[str] = (),
    most: int = 20,
    granularity: Granularity = "fine",
    also: Sequence[str] = (),
) -> Iterator[ExplanationEvent]:
    """Iterate over the conflicts and repairs of a puzzle as they are found.

    The last event tells how the search ended. Unlike in `explain`, no second engine confirms the conflicts and repairs.
    """
    pipeline = Pipeline.of("explain", puzzle, encoder, engine, (*assume, *also))
    return stream_with(pipeline.engine, pipeline.encoding, limits, options, most=most, granularity=granularity)


def _reject_unknown_ids(named: Iterable[str], encoding: Encoding[Any], option: str) -> None:
    known = {name for index in encoding.soft for name in (encoding.groups[index].id, encoding.groups[index].parent)}
    for name in named:
        if name not in known:
            some = next((known_name for known_name in known if known_name is not None), "")
            expected = f"an id such as {some!r}" if some else "none: the puzzle has no soft constraints"
            raise InvalidOption(f"unknown soft constraint {name[:40]!r}", where=option, expected=expected)


def _weights(texts: Sequence[str]) -> dict[str, int]:
    """Parse repair costs such as "given r1c1=5:3"."""
    weights = {}
    for text in texts:
        name, colon, number = text.rpartition(":")
        if not colon or not number.strip().isdecimal() or not 1 <= int(number) <= MOST_WEIGHT:
            expected = f"the id of a constraint, a colon and a number from 1 to {MOST_WEIGHT:,}"
            raise InvalidOption(f"{text[:40]!r} is not a weight", where="--weight", expected=expected)
        weights[name] = int(number)
    return weights


def _explain_answer(puzzle: Any, options: ExplainOptions, progress: Progress) -> QueryResult[Explanation]:
    """Explain why the puzzle has no solution; the report has ids and sentences."""
    watch = watcher_of(progress)
    explanation = explain(
        puzzle,
        **options.keywords(),
        most=options.most,
        granularity="coarse" if options.coarse else "fine",
        first=options.first,
        smallest=options.smallest,
        long=options.long,
        soft_first=options.soft_first,
        weights=_weights(options.weight),
        proof=options.proof,
        watch=None if watch is None else _shown(watch, options),
    )
    return QueryResult(
        explanation, ExplainReport.of(explanation, named(puzzle), options.language), yes_no(explanation.consistent)
    )


def _shown(watch: Watcher, options: ExplainOptions) -> Callable[[ExplanationEvent], None]:
    """Return a function that passes on conflicts and repairs: the first `most`, and the smallest."""
    count = Counter[str]()

    def show(event: ExplanationEvent) -> None:
        count[event.event] += 1
        if event.smallest or count[event.event] <= options.most:
            ids = tuple(group.id for group in event.groups)
            texts = tuple(group.say(options.language) for group in event.groups)
            minimal, smallest = event.minimal, event.smallest
            part = ExplanationPart(ids=ids, texts=texts, minimal=minimal, smallest=smallest, cost=event.cost)
            watch(event.event, part)

    return show


def _ids(explanations: tuple[Conflict, ...] | tuple[Repair, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(group.id for group in part.groups) for part in explanations)


def _texts(explanations: tuple[Conflict, ...] | tuple[Repair, ...], language: Language) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(group.say(language) for group in part.groups) for part in explanations)


def _proof(explanation: Explanation, options: ExplainOptions, ending: str) -> str | None:
    """Return the lines of the proof to write, if there is one."""
    del options, ending
    if explanation.proof is None:
        return None
    from entails.formats.dimacs.answer import proof_text

    return proof_text(explanation.proof)


EXPLAIN = Query(
    options=ExplainOptions,
    report=ExplainReport,
    answer=_explain_answer,
    artefacts={
        "proof": Artefact(
            _proof,
            "Write a checked DRUP proof of the first conflict, over the clauses that export writes.",
            http="asked",
        )
    },
)


_FINDS, _CONFIRMS = "minisat22", "mergesat3"
_VERDICTS: dict[Standing, Verdict] = {"one": "yes", "several": "no", "none": "no", "unknown": "undecided"}


class MinimalOptions(TimedOptions):
    """Options of `minimal`."""

    smallest: Annotated[bool, Field(description="Search for a smallest sufficient set, until the time limit.")] = False
    language: LanguageOption = "en"
    seconds: Seconds = 10.0


class MinimalReport(Report):
    """Report of `minimal`. Without exactly one solution, only `solutions` is set.

    Attributes:
        unneeded: Clues that are redundant if all others stay.
        statements: A sufficient set of clues.
        minimal: Whether no clue of the set can be removed.
        smallest: Whether no smaller set is sufficient.
        verified: Whether a second engine confirmed the set.
    """

    solutions: Standing
    clues: int
    unneeded: tuple[StatementText, ...] = ()
    statements: tuple[StatementText, ...] = ()
    minimal: bool = False
    smallest: bool = False
    verified: bool = False
    reason: EndReason | None = None


def minimal_clues(puzzle: Any, *, smallest: bool = False, limits: Limits = UNLIMITED) -> ClueSet:
    """Find the redundant clues of a puzzle with one solution, and a minimal sufficient set of clues.

    With `smallest`, search for a smallest set.
    """
    cnf, _ = stated(puzzle, "minimal")
    return needed_clues(engine(_FINDS), cnf, limits, smallest=smallest, verifier=engine(_CONFIRMS))


def _minimal_answer(puzzle: Any, options: MinimalOptions, progress: Progress) -> QueryResult[ClueSet]:
    """Find redundant clues and a minimal sufficient set."""
    del progress
    clue_set = minimal_clues(puzzle, smallest=options.smallest, limits=options.limits)
    report = MinimalReport(
        **named(puzzle),
        solutions=clue_set.solutions,
        clues=len(clue_set.clues),
        unneeded=StatementText.of(clue_set.unneeded, options.language),
        statements=StatementText.of(clue_set.kept, options.language),
        minimal=clue_set.minimal,
        smallest=clue_set.smallest,
        verified=clue_set.verified,
        reason=clue_set.reason,
    )
    return QueryResult(clue_set, report, _VERDICTS[clue_set.solutions])


MINIMAL = Query(
    options=MinimalOptions,
    report=MinimalReport,
    answer=_minimal_answer,
    examples={"as it is": {}, "as few as possible": {"smallest": True}},
)
