"""Names in a document and numbers in a statement: "S" is a variable, "S=5", "!S=5", "a" and "!a" are facts."""

from collections.abc import Sequence

from entails.models.document.refusal import Refused, shown
from entails.models.errors import one_of
from entails.models.expressions import Bool, Unknown
from entails.models.expressions.lifting import Lifting, unknowns_of
from entails.models.json_text import Json
from entails.models.statement import Statement, Variable


class Scope:
    """The variables of one document. `unknowns` and `lifting` tell what its constraints say."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        self.statement = Statement(tuple(variables))
        self.unknowns: list[Unknown] = unknowns_of(self.statement)
        self.lifting = Lifting(self.statement, self.unknowns)
        self.numbers = {variable.name: number for number, variable in enumerate(variables)}
        self._words: dict[int, dict[str, int]] = {}
        self._literals: dict[str, int] = {}

    def variable(self, name: Json) -> int:
        number = self.numbers.get(name) if isinstance(name, str) else None
        if number is None:
            expected = one_of(self.numbers, name if isinstance(name, str) else "")
            raise Refused(_no("variable", name), expected or "a variable, but there are none")
        return number

    def literal(self, fact: Json) -> int:
        """The signed number of a fact; a fact is looked up once, however often it is named."""
        if not isinstance(fact, str):
            raise Refused(f"{shown(fact)} is not a fact", 'a text such as "x=5", "!x=5", or the name of a boolean')
        found = self._literals.get(fact)
        if found is None:
            found = self._literals[fact] = -self._fact(fact[1:]) if fact.startswith("!") else self._fact(fact)
        return found

    def _fact(self, fact: str) -> int:
        name, equals, word = fact.partition("=")
        number = self.numbers.get(name)
        if number is None:
            raise Refused(_no("variable", name), one_of(self.numbers, name))
        unknown, first = self.unknowns[number], self.statement.firsts[number]
        if isinstance(unknown, Bool):
            if equals:
                raise Refused(f"{name} is a boolean and has no values", f'"{name}" or "!{name}"')
            return first
        if not equals:
            raise Refused(f"{name} is not a boolean", f'a fact such as "{name}={self._word(number, 0)}"')
        if number not in self._words:
            self._words[number] = {self._word(number, place): place for place in range(len(unknown.values))}
        place = self._words[number].get(word)
        if place is None:
            raise Refused(f"{name} has no value {shown(word)}", one_of(self._words[number], word))
        return first + place

    def _word(self, number: int, place: int) -> str:
        return self.statement.variables[number].word(place)

    def name(self, number: int) -> str:
        return self.statement.variables[number].name

    def fact(self, literal: int) -> str:
        """The text of a literal."""
        number = self.lifting.number(literal)
        variable, place = self.statement.variables[number], abs(literal) - self.statement.firsts[number]
        said = variable.name if variable.boolean else f"{variable.name}={variable.word(place)}"
        return said if literal > 0 else f"!{said}"


def _no(what: str, name: Json) -> str:
    return f"there is no {what} {shown(name)}" if isinstance(name, str) else f"{shown(name)} is not a {what}"
