"""`Problem`: a custom constraint problem and the queries about it.

>>> import entails
>>> p = entails.Problem("two numbers")
>>> x, y = p.ints("x y", 1, 9)
>>> rule = p.add(x + y == 10, "they add up to ten")
>>> rule = p.add(x * y == 21, "their product is 21")
>>> rule = p.add(x < y)
>>> p.solve().answer
x = 3, y = 7
>>> p.count().value
1
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import entails
from entails.encoders.check.global_constraints import schedule_of
from entails.formats.drawing.svg import gantt_svg
from entails.formats.model_json.read import read_document
from entails.formats.model_json.write import document_text
from entails.models.constraints import Schedule
from entails.models.encoding import Group
from entails.models.errors import InvalidPuzzle, InvalidStatement, NoAnswer, quantity
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import (
    Explanation,
    ExplanationEvent,
    Forced,
    ModelCount,
    Outcome,
    ReasonedPath,
    Solutions,
    Unsatisfiable,
)
from entails.models.problem.arrays import known_keywords
from entails.models.problem.builder import Builder
from entails.models.problem.model import ProblemModel, Solution
from entails.models.problem.rules import ProblemRule

if TYPE_CHECKING:
    from entails.queries.check import ConsistencyCheck
    from entails.queries.hint import ReasonedHint, Strength
    from entails.solvers.incremental import ProblemSession
    from entails.solvers.mus import ClueSet
    from entails.solvers.quine.depth import ExactDepth
    from entails.solvers.quine.run import QuineResult


class ProblemQueries(TypedDict, total=False):
    """Keyword arguments of the query methods, as in `entails.solve`; all are optional."""

    engine: str | None
    encoder: str | None
    limits: Limits
    options: Options
    assume: Sequence[str]
    also: Sequence[str]


class DrawnSchedule(Schedule):
    """A schedule with a picture: a Gantt chart."""

    def svg(self) -> str:
        """Return a Gantt chart as SVG."""
        return gantt_svg(self)

    def _repr_svg_(self) -> str:
        return self.svg()


@known_keywords
class Problem(Builder):
    """A constraint problem under construction: variables, rules, and a method for each query."""

    def as_puzzle(self) -> ProblemModel:
        """Return the problem as a puzzle value, which every function of `entails` takes."""
        return self.model()

    def solve(self, **how: Unpack[ProblemQueries]) -> Outcome[Solution]:
        """Return a solution, the best one if the problem has an objective, or why there is none."""
        return entails.solve(self.model(), **how)

    def solutions(self, **how: Unpack[ProblemQueries]) -> Solutions[Solution]:
        """Iterate over all solutions."""
        return entails.solutions(self.model(), **how)

    def count(self, **how: Unpack[ProblemQueries]) -> ModelCount:
        """Count the solutions."""
        return entails.count(self.model(), **how)

    def check(self, **how: Unpack[ProblemQueries]) -> "ConsistencyCheck":
        """Check whether there is exactly one solution; explain the conflict if there is none."""
        return entails.check(self.model(), **how)

    def explain(self, *, most: int = 20, smallest: bool = False, **how: Unpack[ProblemQueries]) -> Explanation:
        """List minimal conflicts (MUSes) and minimal repairs (MCSes) of the soft rules.

        With `smallest`, return a conflict with the fewest rules, and one repair.
        """
        return entails.explain(self.model(), most=most, smallest=smallest, **how)

    def explain_stream(self, *, most: int = 20, **how: Unpack[ProblemQueries]) -> Iterator[ExplanationEvent]:
        """Iterate over conflicts and repairs as they are found; each states what is proven about it."""
        return entails.explain_stream(self.model(), most=most, **how)

    def mus(self, **how: Unpack[ProblemQueries]) -> tuple[ProblemRule, ...] | None:
        """Return the soft rules of one minimal conflict (minimal unsatisfiable subset).

        None if the problem has a solution; empty if the hard rules conflict by themselves.
        """
        explanation = self._explained(how)
        return self._rules_of(explanation.conflicts[0].groups) if explanation.conflicts else None

    def mcs(self, **how: Unpack[ProblemQueries]) -> tuple[ProblemRule, ...] | None:
        """Return the soft rules of one minimal repair (minimal correction set).

        Empty if the problem has a solution; None if the hard rules conflict by themselves.
        """
        explanation = self._explained(how)
        if explanation.consistent:
            return ()
        return self._rules_of(explanation.repairs[0].groups) if explanation.repairs else None

    def _explained(self, how: ProblemQueries) -> Explanation:
        explanation = entails.explain(self.model(), most=1, **how)
        if explanation.consistent is None:
            raise NoAnswer(f"undecided within the limits ({explanation.reason})")
        return explanation

    def _rules_of(self, groups: Sequence[Group]) -> tuple[ProblemRule, ...]:
        """Return the rules of these groups; a refined group stands for the rule of its parent."""
        keys = {key for group in groups for key in (group.id, group.parent)}
        return tuple(rule for rule in self.rules if rule.key in keys)

    def schedule(self, **how: Unpack[ProblemQueries]) -> DrawnSchedule:
        """Return the start and end of each task. `str` lists the tasks, `.svg()` draws a Gantt chart.

        If there is no solution, it is the schedule of a smallest repair, in which clashes are marked.
        """
        model = self.model()
        outcome, removed = entails.solve(model, **how), tuple[Group, ...]()
        if isinstance(outcome, Unsatisfiable):
            repairs = entails.explain(model, **how).repairs
            if not repairs:
                raise NoAnswer("the hard rules conflict by themselves, so there is no schedule to show")
            removed = min(repairs, key=lambda repair: len(repair.groups)).groups
            keys = {key for group in removed for key in (group.id, group.parent)}
            groups = model.statement.every_group
            kept = [rule for rule in model.statement.every_constraint if groups[rule.group].id not in keys]
            rest = replace(model.statement, constraints=tuple(kept), objective=None)
            outcome = entails.solve(ProblemModel(rest, model.boards), **how)
        schedule = schedule_of(model.statement, outcome.answer.values_in_order, [group.text for group in removed])
        return DrawnSchedule(schedule.bars, schedule.clashes, schedule.removed)

    def forced(self, **how: Unpack[ProblemQueries]) -> Forced:
        """List the facts that are true in every solution (the backbone)."""
        return entails.forced(self.model(), **how)

    def backbone(self, **how: Unpack[ProblemQueries]) -> Forced:
        """List the facts that are true in every solution; alias of `forced`."""
        return self.forced(**how)

    def steps(
        self, *, assume: Sequence[str] = (), limits: Limits = UNLIMITED, also: Sequence[str] = ()
    ) -> ReasonedPath:
        """List small deduction steps to the solution, each with its rules. `assume` names facts entered already."""
        return entails.steps(self.model(), assume=(*assume, *also), limits=limits)

    def hint(
        self,
        strength: "Strength" = "step",
        *,
        assume: Sequence[str] = (),
        limits: Limits = UNLIMITED,
        also: Sequence[str] = (),
    ) -> "ReasonedHint":
        """Return a hint for the next step: `where` to look, which `rules` to use, or the whole `step`."""
        return entails.hint(self.model(), strength, assume=(*assume, *also), limits=limits)

    def minimal_clues(self, *, smallest: bool = False, limits: Limits = UNLIMITED) -> "ClueSet":
        """Find a minimal subset of the soft rules that keeps the solution unique, and the redundant rules."""
        return entails.minimal_clues(self.model(), smallest=smallest, limits=limits)

    def depth(self, *, limits: Limits = UNLIMITED, cap: int | None = None) -> "ExactDepth":
        """Compute the disjunction depth: how deep case splits must nest to solve the problem."""
        return entails.exact_depth(self.model(), limits=limits, cap=cap)

    def quine(self, *, limits: Limits = UNLIMITED, tree: bool = False) -> "QuineResult":
        """Solve by case splits; return their number, their depth and, with `tree`, the tree."""
        return entails.quine(self.model(), limits=limits, tree=tree)

    def session(self, *, engine: str = "cadical195", limits: Limits = UNLIMITED) -> "ProblemSession":
        """Open the problem in an engine, to assume, add and retract rules without compiling them again."""
        from entails.solvers.incremental import ProblemSession

        return ProblemSession(self, engine, limits)

    def to_dimacs(self, *, encoder: str | None = None) -> str:
        """Return the problem as DIMACS text, with the names of facts and the sentences in comments."""
        return "".join(entails.export(self.model(), form="dimacs", encoder=encoder))

    def to_gcnf(self, *, encoder: str | None = None) -> str:
        """Return the problem as GCNF text for MUS extractors: DIMACS with one group per rule."""
        return "".join(entails.export(self.model(), form="gcnf", encoder=encoder))

    def to_json(self) -> str:
        """Return the problem as a JSON document for `entails model` and the service.

        Raises InvalidStatement if it exceeds the size limits of documents.
        """
        text = document_text(self.model())
        try:
            read_document(text)
        except InvalidPuzzle as error:
            place = ", ".join(filter(None, ("the document", error.where)))
            raise InvalidStatement(error.problem, where=place, expected=error.expected) from None
        return text

    def __str__(self) -> str:
        lines = [f"{self.name or 'a problem'}: {quantity(len(self._variables), 'variable')}"]
        return "\n".join([*lines, *(f"  - {rule.text}" for rule in self.rules)])

    def __repr__(self) -> str:
        size = f"{quantity(len(self._variables), 'variable')}, {quantity(len(self._rules), 'rule')}"
        return f"<Problem {self.name!r}: {size}>"

    def _repr_html_(self) -> str:
        """Return the rules as an HTML table with their sentences and variables, for notebooks."""
        rows = "".join(
            f"<tr><td>{escape(rule.text)}</td><td>{escape(', '.join(rule.cells[:12]))}</td></tr>" for rule in self.rules
        )
        return f"<table><caption>{escape(self.name)}</caption><tr><th>rule</th><th>variables</th></tr>{rows}</table>"


class _ImportedProblem(Problem):
    """A problem read from a model of another program; it keeps rules that are always false, to explain them."""

    def refuse(self, rule: ProblemRule) -> None:
        """Reject no rule, so that even one that is always false can be explained."""


def from_cpmpy(model: Any) -> Problem:
    """Return a CPMpy model as a problem; each of its constraints is a rule with CPMpy's text as its sentence."""
    from entails.formats.cpmpy_model import CpmpyReader

    problem = _ImportedProblem("a CPMpy model")
    CpmpyReader(problem).read(model)
    return problem
