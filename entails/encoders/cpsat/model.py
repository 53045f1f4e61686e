"""`Model`: a CP-SAT model under construction, with what every kind of constraint needs to post itself.

Constraints hold under a *guard*: the switch of their group when it may be doubted, and the literals of their `when`.
What a constraint only defines (is this fact true, how far is this vertex) holds always and in one way only, so that
CP-SAT lists every answer once.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from math import inf
from typing import TYPE_CHECKING, Any

from entails.models.errors import UnsupportedPuzzle
from entails.models.statement import Constraint, Statement, Variable
from entails.models.statement.constraints import Op
from entails.models.statement.grain import Grain

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import IntVar

Literal = Any
"""A Boolean variable of the model or its negation."""
Guard = tuple[Literal, ...]
Interval = tuple[float, float]
"""From a number to a number, both among them, or without end."""
Weighted = tuple[int, int]
"""How much it counts, and which variable or fact it is."""

MOST = 2**62
"""What the engine can count to without harm."""


class Model:
    """The variables of a statement in CP-SAT. Facts become literals when a constraint speaks of them, not before."""

    def __init__(self, statement: Statement, grain: Grain) -> None:
        from ortools.sat.python.cp_model import CpModel

        self.statement, self.grain = statement, grain
        self.cp = CpModel()
        self.variables = [self._variable(said) for said in statement.variables]
        self.switches: dict[int, IntVar] = {}
        self._literals: dict[int, Literal] = {}

    @staticmethod
    def domain(values: Iterable[int]) -> Any:
        from ortools.sat.python.cp_model import Domain

        return Domain.from_values(list(values))

    def _variable(self, said: Variable) -> "IntVar":
        if said.boolean:
            return self.cp.new_bool_var(said.name)
        if not said.values:
            self.cp.add_bool_or([])  # a variable that can have no value: nothing is an answer
            return self.cp.new_constant(0)
        if isinstance(said.values, range) and said.values.step == 1:
            _refuse_beyond(said.values[0], said.values[-1])
            return self.cp.new_int_var(said.values[0], said.values[-1], said.name)
        _refuse_beyond(min(said.values), max(said.values))
        return self.cp.new_int_var_from_domain(self.domain(said.values), said.name)

    def facts(self) -> list[tuple["IntVar", int]]:
        """What each fact that is not hidden says: a variable and its value."""
        return [
            (variable, value)
            for variable, said in zip(self.variables, self.statement.variables[: self.statement.shown], strict=False)
            for value in ((1,) if said.boolean else said.values)
        ]

    def literal(self, fact: int) -> Literal:
        """The Boolean that says this fact; for a negative one, its negation."""
        number = abs(fact)
        if number not in self._literals:
            self._literals[number] = self._literal(*self._meaning(number))
        return self._literals[number] if fact > 0 else ~self._literals[number]

    def _literal(self, variable: "IntVar", value: int, boolean: bool) -> Literal:
        if boolean or tuple(self.cp.proto.variables[variable.index].domain) == (0, 1):
            return variable if value else ~variable
        return self.true_when(variable == value, variable != value)

    def literals(self, facts: Iterable[int]) -> list[Literal]:
        return [self.literal(fact) for fact in facts]

    def claim(self, fact: int, guard: Guard) -> None:
        """The fact holds, or does not if it is negative: for that it need not become a literal."""
        variable, value, _ = self._meaning(abs(fact))
        self.hold(self.cp.add(variable == value if fact > 0 else variable != value), guard)

    def _meaning(self, fact: int) -> tuple["IntVar", int, bool]:
        """The variable and the value that a fact speaks of, and whether it is stated as a boolean."""
        number = bisect_right(self.statement.firsts, fact) - 1
        said = self.statement.variables[number]
        value = 1 if said.boolean else said.values[fact - self.statement.firsts[number]]
        return self.variables[number], value, said.boolean

    def true_when(self, says: Any, denies: Any) -> Literal:
        """A new Boolean that is true exactly when `says` holds; `denies` is its opposite."""
        holds = self.cp.new_bool_var("")
        self.hold(self.cp.add(says), (holds,))
        self.hold(self.cp.add(denies), (~holds,))
        return holds

    def all_of(self, literals: Sequence[Literal]) -> Literal:
        """A Boolean that is true exactly when all of these are."""
        if len(literals) == 1:
            return literals[0]
        every = self.cp.new_bool_var("")
        self.cp.add_bool_and(literals).only_enforce_if(every)
        self.cp.add_bool_or([~literal for literal in literals] + [every])
        return every

    def guard(self, said: Constraint, group: int | None = None, fine: int | None = None) -> Guard:
        """What must be true for a constraint to be claimed: all of its `when`, and that its group (or another one of
        the statement) is not doubted. A `fine` group of the encoding is doubted in its place."""
        when, group = tuple(self.literals(said.when)), said.group if group is None else group
        number = self.grain.number[group] if fine is None else fine
        if number is None or not self.statement.every_group[group].doubtable:
            return when
        if number not in self.switches:
            self.switches[number] = self.cp.new_bool_var("")
        return (self.switches[number], *when)

    def hold(self, constraint: Any, guard: Guard) -> None:
        """The constraint is claimed where all of the guard is true."""
        if guard:
            constraint.only_enforce_if(guard)

    def never(self, guard: Guard) -> None:
        self.hold(self.cp.add_bool_or([]), guard)

    def sum(
        self, terms: Sequence[Weighted], facts: Sequence[Weighted], within: Sequence[Interval], guard: Guard
    ) -> None:
        """A sum of variables and of facts lies in one of these intervals."""
        from ortools.sat.python.cp_model import Domain

        low, high = self.extremes(terms, facts)
        cut = [(int(max(low, least)), int(min(high, most))) for least, most in within if least <= high and most >= low]
        if not cut:
            self.never(guard)
        elif cut != [(low, high)]:
            _refuse_beyond(low, high)
            domain = Domain.from_intervals([list(interval) for interval in cut])
            self.hold(self.cp.add_linear_expression_in_domain(self.total(terms, facts), domain), guard)

    def total(self, terms: Sequence[Weighted], facts: Sequence[Weighted]) -> Any:
        """The sum as an expression of the model."""
        from ortools.sat.python.cp_model import LinearExpr

        counted = [self.variables[number] for _, number in terms] + self.literals(fact for _, fact in facts)
        return LinearExpr.weighted_sum(counted, [times for times, _ in (*terms, *facts)])

    def extremes(self, terms: Sequence[Weighted], facts: Sequence[Weighted]) -> tuple[int, int]:
        """The least and the largest that the sum could be."""
        spans = [sorted(times * end for end in self.ends(number)) for times, number in terms]
        spans += [sorted((0, times)) for times, _ in facts]
        return sum(low for low, _ in spans), sum(high for _, high in spans)

    def ends(self, number: int) -> tuple[int, int]:
        """The least and the largest value of a variable."""
        values = self.statement.variables[number].values
        return (min(values), max(values)) if values else (0, 0)


def intervals(op: Op, value: int) -> list[Interval]:
    """The numbers n with "n op value"."""
    match op:
        case "=":
            return [(value, value)]
        case "!=":
            return [(-inf, value - 1), (value + 1, inf)]
        case "<":
            return [(-inf, value - 1)]
        case "<=":
            return [(-inf, value)]
        case ">":
            return [(value + 1, inf)]
        case ">=":
            return [(value, inf)]


def _refuse_beyond(*numbers: int) -> None:
    if max(map(abs, numbers)) > MOST:
        raise UnsupportedPuzzle("engine cpsat does not count beyond 2^62, and this statement needs larger numbers")
