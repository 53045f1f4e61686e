"""`Builder`: a problem under construction, with its variables, rules and statement."""

from dataclasses import replace

from entails.models.encoding import Objective, Sense
from entails.models.errors import Invalid, InvalidStatement
from entails.models.expressions.core import (
    Expression,
    Operand,
    as_expression,
    countable,
)
from entails.models.expressions.linearize import MEANINGS, Register
from entails.models.expressions.lowering import Lowering
from entails.models.problem.arrays import known_keywords
from entails.models.problem.model import ProblemModel
from entails.models.problem.rules import (
    RuleGroups,
)
from entails.models.problem.schedule_methods import ScheduleConstraints
from entails.models.statement import Statement


@known_keywords
class Builder(ScheduleConstraints):
    """A problem that is built as a statement for encoders and engines."""

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self._objectives: list[tuple[Sense, Expression]] = []

    def maximise(self, expression: Operand) -> None:
        """Set the objective: maximise this expression."""
        self._optimise("maximise", expression, first=True)

    def minimise(self, expression: Operand) -> None:
        """Set the objective: minimise this expression."""
        self._optimise("minimise", expression, first=True)

    def then_maximise(self, expression: Operand) -> None:
        """Add an objective that decides between solutions that are equally good by those before it."""
        self._optimise("maximise", expression, first=False)

    def then_minimise(self, expression: Operand) -> None:
        """Add an objective that decides between solutions that are equally good by those before it."""
        self._optimise("minimise", expression, first=False)

    def _optimise(self, sense: Sense, expression: Operand, *, first: bool) -> None:
        if first and self._objectives:
            sense_before, before = self._objectives[0]
            raise InvalidStatement(
                f"the problem already has an objective: {sense_before} {before}",
                expected="one objective, or then_minimise and then_maximise for the next ones",
            )
        if not first and not self._objectives:
            raise InvalidStatement(f"there is no objective before {expression}", expected="minimise or maximise first")
        self._objectives.append((sense, countable(as_expression(expression))))
        self._statement = None

    def statement(self) -> Statement:
        """Return the problem as variables and constraints; cached until the problem changes."""
        if self._statement is None:
            self._statement = self._lowered()
        return self._statement

    def model(self) -> ProblemModel:
        """Return the statement with its grids."""
        return ProblemModel(self.statement(), tuple(self._boards))

    def _lowered(self) -> Statement:
        if not self._variables:
            raise InvalidStatement("the problem has no variables", expected="at least one")
        groups = RuleGroups()
        numbers = [groups.number(rule.id, rule.sentence, rule.soft, rule.cells, rule.weight) for rule in self._rules]
        finished = groups.finished()
        register = Register(self._variables, meanings=len(finished))
        lowering = Lowering(register)
        for rule, number in zip(self._rules, numbers, strict=True):
            try:
                when = () if rule.when is None else lowering.when(rule.when)
                lowering.state(rule.condition, number, when)
            except Invalid as error:
                raise error.at(rule.text) from None
        levels = [Objective(sense, *lowering.objective(expression)) for sense, expression in self._objectives]
        objective = replace(levels[0], then=tuple(levels[1:])) if levels else None
        return Statement(
            tuple(register.variables),
            (*finished, MEANINGS) if register.hidden else finished,
            tuple(sorted(register.constraints, key=lambda constraint: constraint.group == register.meanings)),
            objective,
            about=(self.name,) if self.name else (),
        )
