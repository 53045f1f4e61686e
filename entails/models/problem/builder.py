"""`Builder`: a problem under construction, with its variables, rules and statement."""

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
        self._sense: Sense = "maximise"
        self._objective: Expression | None = None

    def maximise(self, expression: Operand) -> None:
        """Set the objective: maximise this expression."""
        self._optimise("maximise", expression)

    def minimise(self, expression: Operand) -> None:
        """Set the objective: minimise this expression."""
        self._optimise("minimise", expression)

    def _optimise(self, sense: Sense, expression: Operand) -> None:
        if self._objective is not None:
            raise InvalidStatement(
                f"the problem already has an objective: {self._sense} {self._objective}", expected="one objective"
            )
        self._sense, self._objective, self._made = sense, countable(as_expression(expression)), None

    def statement(self) -> Statement:
        """Return the problem as variables and constraints; cached until the problem changes."""
        if self._made is None:
            self._made = self._lowered()
        return self._made

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
        objective = None
        if self._objective is not None:
            objective = Objective(self._sense, *lowering.objective(self._objective))
        return Statement(
            tuple(register.variables),
            (*finished, MEANINGS) if register.hidden else finished,
            tuple(sorted(register.constraints, key=lambda constraint: constraint.group == register.meanings)),
            objective,
            about=(self.name,) if self.name else (),
        )
