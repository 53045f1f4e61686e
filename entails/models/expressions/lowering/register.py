"""The variables and constraints of a statement in the making; hidden variables come behind those that people see."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, count

from entails.models.encoding import Group
from entails.models.errors import TooLarge
from entails.models.expressions.unknowns import Fact, Int
from entails.models.statement import Constraint, Rows, Table, Variable, boolean, run

MEANINGS = Group("meanings", "what the parts of statements mean")
MOST_ROWS = 100_000


class Register:
    """`meanings` is the group of what defines hidden variables."""

    def __init__(self, shown: Sequence[Variable], meanings: int) -> None:
        self.variables = list(shown)
        self.constraints: list[Constraint] = []
        self.meanings = meanings
        self._firsts = list(accumulate((variable.facts for variable in shown), initial=1))
        self._shown = len(shown)
        self._taken = {variable.name for variable in shown}

    @property
    def hidden(self) -> int:
        return len(self.variables) - self._shown

    def fact(self, variable: int, value: int) -> int:
        """The literal that says "this variable has this value"; 0 where it never has."""
        of, first = self.variables[variable], self._firsts[variable]
        if of.boolean:
            return first if value else -first
        return first + of.values.index(value) if value in of.values else 0

    def literal_of(self, fact: Fact) -> int:
        return self.fact(fact.of.number, fact.to)

    def first(self, variable: int) -> int:
        return self._firsts[variable]

    def _add(self, variable: Variable) -> int:
        self.variables.append(variable)
        self._taken.add(variable.name)
        self._firsts.append(self._firsts[-1] + variable.facts)
        return len(self.variables) - 1

    def _name(self) -> str:
        """A name that no other variable has."""
        return next(name for number in count(self.hidden + 1) if (name := f"_{number}") not in self._taken)

    def hidden_boolean(self) -> int:
        return self._add(boolean(self._name(), hidden=True))

    def hidden_number(self, values: Iterable[int]) -> int:
        return self._add(Variable(self._name(), run(values), hidden=True))

    def hidden_word(self, words: Mapping[str, int]) -> int:
        """A hidden variable with these words for values, given with their codes."""
        labels = tuple(sorted(words, key=words.__getitem__))
        values = run(words.values())
        return self._add(Variable(self._name(), values, says="{name}={label}", labels=labels, hidden=True, words=True))

    def values(self, variable: int) -> range | tuple[int, ...]:
        return self.variables[variable].values

    def ends(self, variable: int) -> tuple[int, int]:
        """The smallest and the largest value of a variable."""
        values = self.variables[variable].values
        return (values[0], values[-1]) if isinstance(values, range) else (min(values), max(values))

    def tabled(self, over: tuple[int, ...], rows: list[tuple[int, ...]]) -> int:
        """A hidden number that is the last column of the table, the others being these variables."""
        number = self.hidden_number(row[-1] for row in rows)
        table = Table((*over, number), Rows(rows, len(over) + 1), group=self.meanings)
        self.constraints.append(table)
        return number

    def bounded(self, over: tuple[int, ...], what: object) -> None:
        """Refuse a table of all combinations that is too large, before it is made."""
        rows = 1
        for variable in over:
            rows *= len(self.values(variable))
        if rows > MOST_ROWS:
            raise TooLarge(
                f"{what} has {rows:,} combinations of values", expected=f"{MOST_ROWS:,} at most: narrow the domains"
            )

    @staticmethod
    def unknown(number: int, variable: Variable) -> Int:
        """A hidden variable as an unknown, to be spoken of in expressions."""
        return Int(None, number, variable.name, variable.values)
