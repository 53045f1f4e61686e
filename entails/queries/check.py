"""Check for a unique solution; list conflicts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any

from entails.models.limits import DEFAULTS, UNLIMITED, Limits, Options
from entails.models.outcome import EndReason, Explanation
from entails.puzzles import as_puzzle, puzzle_type_of
from entails.puzzles.base import AnyPuzzle
from entails.queries.explain import ExplainReport, Most, explain
from entails.queries.query import (
    AssumptionOptions,
    LanguageOption,
    Progress,
    Query,
    QueryResult,
    Unique,
    named,
    unwatched,
    yes_no,
)
from entails.queries.solve import solutions

if TYPE_CHECKING:
    from entails.models.entry import Block
    from entails.queries.blocks import BlockAnswers

PLACE = 1
__all__ = ["check"]

EXPLAIN_SECONDS = 5.0
"""Default time limit of the explanation, in seconds."""


class CheckOptions(AssumptionOptions):
    """Options of `check`."""

    unique: Unique = False
    most: Most = 5
    language: LanguageOption = "en"


class CheckReport(ExplainReport):
    """Report of `check`: consistency, uniqueness, and conflicts if there is no solution."""

    unique: bool | None = None
    solution: str | None = None


@dataclass(frozen=True)
class ConsistencyCheck:
    """The result of a check: whether there is a solution, whether it is unique, and why there is none.

    None means undecided.
    """

    consistent: bool | None
    unique: bool | None
    answer: Any = None
    explanation: Explanation | None = None
    reason: EndReason | None = None

    def __str__(self) -> str:
        if self.consistent is None:
            return f"undecided ({self.reason})"
        if not self.consistent:
            return f"no solution\n{self.explanation}"
        known = {
            True: "the only solution",
            False: "not the only solution",
            None: f"perhaps not the only solution ({self.reason})",
        }
        return f"{self.answer}\n{known[self.unique]}"

    def _repr_html_(self) -> str:
        """Return the solution as HTML for a notebook, if its class can be drawn."""
        drawn: Callable[[], str] | None = getattr(self.answer, "_repr_html_", None)
        if drawn is None:
            return f"<pre>{escape(str(self))}</pre>"
        return f"{drawn()}<p>{escape(str(self).rpartition(chr(10))[2])}</p>"


def check(
    puzzle: Any,
    *,
    encoder: str | None = None,
    engine: str | None = None,
    limits: Limits = UNLIMITED,
    options: Options = DEFAULTS,
    assume: Sequence[str] = (),
    most: int = 5,
    also: Sequence[str] = (),
) -> ConsistencyCheck:
    """Check for a unique solution; without a solution, find up to `most` conflicts and repairs.

    `assume` lists facts to assume; `also` is an alias. A puzzle may have very many conflicts, so the explanation has a
    default time limit if `limits` sets none.
    """
    two = options.model_copy(update={"max_solutions": 1})
    listing = solutions(puzzle, encoder=encoder, engine=engine, limits=limits, options=two, assume=(*assume, *also))
    answers = list(listing)
    if answers:
        reason = None if listing.reason == "maximum" else listing.reason
        return ConsistencyCheck(True, {None: True, "maximum": False}.get(listing.reason), answers[0], reason=reason)
    if not listing.complete:
        return ConsistencyCheck(None, None, reason=listing.reason)
    bounded = limits.model_copy(update={"seconds": limits.seconds or EXPLAIN_SECONDS, "nodes": None})
    why = explain(puzzle, limits=bounded, options=options, assume=(*assume, *also), most=most, long=False)
    return ConsistencyCheck(False, False, explanation=why)


def answer(puzzle: Any, options: CheckOptions, progress: Progress) -> QueryResult[ConsistencyCheck]:
    """Check the puzzle. With the option `unique`, the verdict is yes only if the solution is unique."""
    del progress
    checked = check(puzzle, **options.keywords(), most=options.most)
    decided = checked.consistent is not None
    explanation = checked.explanation or Explanation(checked.consistent, complete=decided, reason=checked.reason)
    solution = None if checked.answer is None else puzzle_type_of(puzzle).format_answer(checked.answer)
    if options.encoder is None and (reason := puzzle_type_of(puzzle).beyond_cnf(as_puzzle(puzzle))):
        explanation = replace(explanation, chosen_because=reason)
    report = CheckReport.of(explanation, named(puzzle), options.language, unique=checked.unique, solution=solution)
    return QueryResult(
        checked, report, yes_no(checked.unique if options.unique and checked.consistent else checked.consistent)
    )


def in_blocks(puzzle_type: AnyPuzzle, options: CheckOptions) -> "Callable[[Block[Any]], BlockAnswers] | None":
    """Return a function that checks thousands of puzzles at once, and explains those without a solution."""
    from entails.queries.blocks import BlockAnswers, block_solver_for

    way = block_solver_for(puzzle_type, options)
    if way is None:
        return None
    consistent = Explanation(True, complete=True)

    def tell(puzzle: str, solution: str | None, count: int) -> CheckReport:
        return CheckReport.of(consistent, {"puzzle": puzzle}, unique=count == 1, solution=solution)

    return lambda block: BlockAnswers(
        block,
        way,
        way.count(block, 2),
        tell=tell,
        value=lambda solution, count: ConsistencyCheck(True, count == 1, solution),
        verdict=lambda count: yes_no(count == 1 if options.unique and count else count > 0),
        alone=lambda puzzle: answer(puzzle, options, unwatched),
    )


QUERY = Query(options=CheckOptions, report=CheckReport, answer=answer, blocks=in_blocks)
