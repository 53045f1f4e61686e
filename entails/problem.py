"""`Problem`: a constraint problem of one's own. State it, then ask.

>>> import entails
>>> p = entails.Problem("two numbers")
>>> x, y = p.ints("x y", 1, 9)
>>> rule = p.add(x + y == 10, "they make ten")
>>> rule = p.add(x * y == 21, "multiplied they make 21")
>>> rule = p.add(x < y)
>>> p.solve().answer
x = 3, y = 7
>>> p.count().value
1
"""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, TypedDict, Unpack

import entails
from entails.formats.model_json.read import read_document
from entails.formats.model_json.write import document_text
from entails.models.errors import InvalidPuzzle, InvalidStatement
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import Explanation, Forced, ModelCount, Outcome, ReasonedPath, Solutions
from entails.models.problem.arrays import known_keywords
from entails.models.problem.builder import Builder
from entails.models.problem.model import ProblemModel, Solution

if TYPE_CHECKING:
    from entails.queries.check import ConsistencyCheck
    from entails.queries.hint import ReasonedHint, Strength
    from entails.solvers.incremental import ProblemSession
    from entails.solvers.mus import ClueSet
    from entails.solvers.quine.depth import ExactDepth
    from entails.solvers.quine.run import QuineResult


class ProblemQueries(TypedDict, total=False):
    """How a question is to be answered, as in `entails.solve`; without any of it good ways are chosen."""

    engine: str | None
    encoder: str | None
    limits: Limits
    options: Options


@known_keywords
class Problem(Builder):
    """Variables, what is said about them, and every question that can be asked about it."""

    def as_puzzle(self) -> ProblemModel:
        """The problem as a value that every function of `entails` takes."""
        return self.model()

    def solve(self, **how: Unpack[ProblemQueries]) -> Outcome[Solution]:
        """One answer; the best one, where there is something to maximise or to minimise."""
        return entails.solve(self.model(), **how)

    def solutions(self, **how: Unpack[ProblemQueries]) -> Solutions[Solution]:
        """All answers, one after the other."""
        return entails.solutions(self.model(), **how)

    def count(self, **how: Unpack[ProblemQueries]) -> ModelCount:
        """How many answers there are."""
        return entails.count(self.model(), **how)

    def check(self, **how: Unpack[ProblemQueries]) -> "ConsistencyCheck":
        """Is there an answer, is it the only one, and if there is none, why."""
        return entails.check(self.model(), **how)

    def explain(self, *, most: int = 20, **how: Unpack[ProblemQueries]) -> Explanation:
        """Which of the sentences contradict each other, and what to give up."""
        return entails.explain(self.model(), most=most, **how)

    def forced(self, **how: Unpack[ProblemQueries]) -> Forced:
        """What holds in every answer."""
        return entails.forced(self.model(), **how)

    def steps(self, *, also: Sequence[str] = (), limits: Limits = UNLIMITED) -> ReasonedPath:
        """The way to the answer in small steps, each with the rules that force it. `also` are facts entered already."""
        return entails.steps(self.model(), also=also, limits=limits)

    def hint(
        self, strength: "Strength" = "step", *, also: Sequence[str] = (), limits: Limits = UNLIMITED
    ) -> "ReasonedHint":
        """The next step: `where` to look, which `rules`, or the `step` itself."""
        return entails.hint(self.model(), strength, also=also, limits=limits)

    def minimal_clues(self, *, smallest: bool = False, limits: Limits = UNLIMITED) -> "ClueSet":
        """Which rules that may be doubted are needed for the only answer, and which could go."""
        return entails.minimal_clues(self.model(), smallest=smallest, limits=limits)

    def depth(self, *, limits: Limits = UNLIMITED, cap: int | None = None) -> "ExactDepth":
        """How deep disjunctions must nest to settle it: a measure of how hard it is."""
        return entails.exact_depth(self.model(), limits=limits, cap=cap)

    def quine(self, *, limits: Limits = UNLIMITED, tree: bool = False) -> "QuineResult":
        """What reasoning by disjunctions takes."""
        return entails.quine(self.model(), limits=limits, tree=tree)

    def session(self, *, engine: str = "cadical195", limits: Limits = UNLIMITED) -> "ProblemSession":
        """The problem in an engine, to assume, add and retract without compiling it again."""
        from entails.solvers.incremental import ProblemSession

        return ProblemSession(self, engine, limits)

    def to_dimacs(self, *, encoder: str | None = None) -> str:
        """The problem as a DIMACS file, with the names of facts and the sentences in comments."""
        return "".join(entails.export(self.model(), form="dimacs", encoder=encoder))

    def to_gcnf(self, *, encoder: str | None = None) -> str:
        """The same with a group for each sentence, for programs that find contradictions."""
        return "".join(entails.export(self.model(), form="gcnf", encoder=encoder))

    def to_json(self) -> str:
        """The problem as a document, as `entails model` and the service take it; refused if it is too large for one."""
        text = document_text(self.model())
        try:
            read_document(text)
        except InvalidPuzzle as error:
            place = ", ".join(filter(None, ("the document", error.where)))
            raise InvalidStatement(error.problem, where=place, expected=error.expected) from None
        return text

    def __str__(self) -> str:
        lines = [f"{self.name or 'a problem'}: {len(self._variables)} variables"]
        return "\n".join([*lines, *(f"  - {rule.text}" for rule in self.rules)])

    def __repr__(self) -> str:
        return f"<Problem {self.name!r}: {len(self._variables)} variables, {len(self._rules)} rules>"

    def _repr_html_(self) -> str:
        """The rules as a table: what is said, and of what."""
        rows = "".join(
            f"<tr><td>{escape(rule.text)}</td><td>{escape(', '.join(rule.cells[:12]))}</td></tr>" for rule in self.rules
        )
        return f"<table><caption>{escape(self.name)}</caption><tr><th>rule</th><th>of</th></tr>{rows}</table>"
