"""Sums and functions as factors with variables and facts."""

from collections.abc import Callable, Hashable
from itertools import product
from typing import Literal

from entails.models.errors import TooLarge
from entails.models.expressions.base import Condition, Expression
from entails.models.expressions.functions import CHAINED, COMPUTE, Function, Item
from entails.models.expressions.linear import Normal, gathered
from entails.models.expressions.lowering.register import MOST_ROWS, Register
from entails.models.expressions.lowering.sums import Plain, Terms
from entails.models.expressions.sums import Sum
from entails.models.expressions.unknowns import Int, Unknown
from entails.models.statement import Element, Linear


class Numbers:
    """`literal` gives the literal of a condition; the rest of the lowering knows how."""

    def __init__(self, register: Register, literal: Callable[[Condition], int]) -> None:
        self._register = register
        self._literal = literal
        self._known: dict[Hashable, int] = {}

    def plain(self, said: Normal) -> Plain:
        """A comparison whose terms are variables and facts."""
        terms, facts, number = self.terms(said.terms)
        return Plain(terms, facts, said.op, said.value - number)

    def terms(self, scaled: tuple[tuple[int, Expression], ...]) -> tuple[Terms, Terms, int]:
        """The same sum over variables and over facts that are not denied, and the number that is left."""
        variables: dict[int, int] = {}
        facts: dict[int, int] = {}
        number = 0
        for factor, part in scaled:
            if isinstance(part, Condition):
                literal = self._literal(part)
                number += factor if literal < 0 else 0
                facts[abs(literal)] = facts.get(abs(literal), 0) + (factor if literal > 0 else -factor)
            else:
                variable = self.variable(part)
                variables[variable] = variables.get(variable, 0) + factor
        return _nonzero(variables), _nonzero(facts), number

    def variable(self, said: Expression) -> int:
        """The variable that has this value, hidden if need be."""
        if isinstance(said, Unknown):
            return said.number
        if said.key not in self._known:
            self._known[said.key] = self._made(said)
        return self._known[said.key]

    def _made(self, said: Expression) -> int:
        if isinstance(said, Item):
            return self._item(said)
        if isinstance(said, Function):
            return self._function(said)
        terms, number = gathered((1, said))
        if number == 0 and len(terms) == 1 and terms[0][0] == 1 and not isinstance(terms[0][1], Condition):
            return self.variable(terms[0][1])
        return self._sum(terms, number, said)

    def _sum(self, scaled: tuple[tuple[int, Expression], ...], number: int, said: Expression) -> int:
        terms, facts, more = self.terms(scaled)
        steps = [{factor * value for value in self._register.values(variable)} for factor, variable in terms]
        reached = {number + more}
        for step in (*steps, *({0, factor} for factor, _ in facts)):
            if len(reached) * len(step) > 10 * MOST_ROWS:
                raise TooLarge(f"{said} has too many values to be counted", expected="narrower domains")
            reached = {before + by for before in reached for by in step}
        hidden = self._register.hidden_number(reached)
        self._register.constraints.append(
            Linear((*terms, (-1, hidden)), "=", -number - more, facts, group=self._register.meanings)
        )
        return hidden

    def _function(self, said: Function) -> int:
        compute = COMPUTE[said.name]
        arguments = tuple(self.variable(argument) for argument in said.arguments)
        if said.name not in CHAINED:
            return self._tabled(compute, arguments, said)
        result = arguments[0]
        for argument in arguments[1:]:
            result = self._tabled(compute, (result, argument), said)
        return result

    def _tabled(self, compute: Callable[..., int], over: tuple[int, ...], said: Expression) -> int:
        self._register.bounded(over, said)
        once = tuple(dict.fromkeys(over))
        rows = []
        for values in product(*(self._register.values(variable) for variable in once)):
            of = dict(zip(once, values, strict=True))
            rows.append((*values, compute(*(of[variable] for variable in over))))
        return self._register.tabled(once, rows)

    def _item(self, said: Item) -> int:
        element = self.element(said)
        if said.vocabulary:
            hidden = self._register.hidden_word(said.vocabulary)
        else:
            hidden = self._register.hidden_number(
                value
                for how, one in element.items
                for value in ([one] if how == "const" else self._register.values(one))
            )
        self._register.constraints.append(
            Element(element.index, element.items, ("var", hidden), element.first, group=self._register.meanings)
        )
        return hidden

    def element(self, said: Item) -> Element:
        """The list and the place; its value is still to be filled in. A place such as i - 1 needs no variable of its
        own: the list then begins at 1."""
        terms, number = gathered((1, said.place))
        if len(terms) == 1 and terms[0][0] == 1 and isinstance(terms[0][1], Int):
            index, first = terms[0][1].number, -number
        else:
            index, first = self.variable(said.place), 0
        return Element(index, tuple(self._listed(one) for one in said.items), ("const", 0), first)

    def _listed(self, one: Expression) -> tuple[Literal["var", "const"], int]:
        if isinstance(one, Sum) and not one.terms:
            return "const", one.constant
        return "var", self.variable(one)


def _nonzero(factors: dict[int, int]) -> Terms:
    return tuple((factor, one) for one, factor in factors.items() if factor)
