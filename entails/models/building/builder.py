"""`Builder`: a problem in the making. Variables are declared, things are said about them, a statement comes out."""

from entails.models.building.families import Families
from entails.models.building.model import Model
from entails.models.building.names import known_keywords
from entails.models.building.rules import Groups
from entails.models.errors import Invalid, InvalidStatement
from entails.models.expressions import Expression, Operand, as_expression
from entails.models.expressions.base import countable
from entails.models.expressions.lowering import Lowering
from entails.models.expressions.lowering.register import MEANINGS, Register
from entails.models.objective import Sense
from entails.models.statement import Objective, Statement


@known_keywords
class Builder(Families):
    """What was declared and said, as a statement that engines can be asked about."""

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self._sense: Sense = "maximise"
        self._objective: Expression | None = None

    def maximise(self, expression: Operand) -> None:
        """Of all answers those are wanted that make this as large as possible."""
        self._optimise("maximise", expression)

    def minimise(self, expression: Operand) -> None:
        """Of all answers those are wanted that make this as small as possible."""
        self._optimise("minimise", expression)

    def _optimise(self, sense: Sense, expression: Operand) -> None:
        if self._objective is not None:
            raise InvalidStatement(
                f"the problem has an objective already: {self._sense} {self._objective}", expected="one objective"
            )
        self._sense, self._objective, self._made = sense, countable(as_expression(expression)), None

    def statement(self) -> Statement:
        """What was said as variables and constraints. It is made once and kept until something more is said."""
        if self._made is None:
            self._made = self._lowered()
        return self._made

    def model(self) -> Model:
        """The statement, and which variables make up a grid."""
        return Model(self.statement(), tuple(self._boards))

    def _lowered(self) -> Statement:
        if not self._variables:
            raise InvalidStatement("the problem has no variables", expected="one at least")
        groups = Groups()
        numbers = [
            groups.number(rule.id, rule.sentence, rule.doubtable, rule.cells, rule.weight) for rule in self._rules
        ]
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
            tuple(sorted(register.constraints, key=lambda said: said.group == register.meanings)),
            objective,
            about=(self.name,) if self.name else (),
        )
