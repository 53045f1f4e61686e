"""The way back: what a constraint says, as a condition that can be read, checked and stated again."""

from bisect import bisect_right
from collections.abc import Sequence

from entails.models.expressions.base import Condition, Expression
from entails.models.expressions.claims import Accepted, Different, Differing, HangingTogether, InTable, Machine, OneLoop
from entails.models.expressions.functions import Function, Item
from entails.models.expressions.logic import Joined, join
from entails.models.expressions.sums import Comparison, Sum
from entails.models.expressions.unknowns import Bool, Choice, Fact, Int, Truth, Unknown
from entails.models.statement import (
    AllDifferent,
    Automaton,
    Bulk,
    Clause,
    Compare,
    Connected,
    Constraint,
    Count,
    Differ,
    Distance,
    Element,
    Formula,
    Linear,
    Logic,
    Loop,
    Product,
    Statement,
    Table,
)


class Lifting:
    """Reads constraints of one statement; `unknowns` are its variables, in order."""

    def __init__(self, statement: Statement, unknowns: Sequence[Unknown]) -> None:
        self._unknowns = unknowns
        self._variables = statement.variables
        self._firsts = statement.firsts
        self._facts: dict[int, Condition] = {}

    def whole(self, said: Constraint) -> Condition:
        """What the constraint says, with the condition under which it says so."""
        if not said.when:
            return self.claim(said)
        return self.when(said.when).implies(self.claim(said))

    def when(self, literals: Sequence[int]) -> Condition:
        return join("and", *map(self.literal, literals))

    def literal(self, literal: int) -> Condition:
        """The fact of this number, or that it does not hold."""
        fact = abs(literal)
        if fact not in self._facts:
            self._facts[fact] = self._fact(fact)
        return self._facts[fact] if literal > 0 else self._facts[fact].opposite()

    def number(self, literal: int) -> int:
        """The variable that a literal speaks of."""
        return bisect_right(self._firsts, abs(literal)) - 1

    def _fact(self, fact: int) -> Condition:
        number = self.number(fact)
        unknown = self._unknowns[number]
        if isinstance(unknown, Bool):
            return unknown
        assert isinstance(unknown, Int)
        return Fact(unknown, self._variables[number].values[fact - self._firsts[number]])

    def claim(self, said: Constraint) -> Condition:
        """What the constraint says where it is claimed."""
        match said:
            case Clause(lits=lits):
                return join("or", *map(self.literal, lits)) if lits else Truth(False)
            case Count(lits=lits, op=op, k=k):
                return Comparison(Sum(tuple((1, self.literal(lit)) for lit in lits), 0), op, Sum((), k))
            case AllDifferent(over=over, apart_from=apart, each=each):
                return Different(self._of(over), apart, each)
            case Linear(terms=terms, facts=facts, op=op, value=value):
                variables = ((factor, self._unknowns[variable]) for factor, variable in terms)
                literals = ((factor, self.literal(literal)) for factor, literal in facts)
                return Comparison(Sum((*variables, *literals), 0), op, Sum((), value))
            case Compare(left=left, op=op, right=right, offset=offset):
                other = self._unknowns[right]
                return Comparison(self._unknowns[left], op, Sum.of((1, other), (1, offset)) if offset else other)
            case Distance(left=left, right=right, op=op, k=k):
                apart_by = Function("abs", (Sum.of((1, self._unknowns[left]), (-1, self._unknowns[right])),))
                return Comparison(apart_by, op, Sum((), k))
            case Product(over=over, value=value):
                return Comparison(Function("*", self._of(over)), "=", Sum((), value)) if over else Truth(value == 1)
            case Logic(formula=formula):
                return self._formula(formula)
        return self._larger(said)

    def _larger(self, said: Constraint) -> Condition:
        match said:
            case Table(over=over, rows=rows, allowed=allowed):
                return InTable(self._of(over), rows, allowed)
            case Automaton(over=over, start=start, finals=finals, transitions=transitions):
                return Accepted(self._of(over), Machine(start, finals, transitions))
            case Element(index=index, items=items, value=value, first=first):
                place = Sum.of((1, self._unknowns[index]), (-1, first))
                if not items:
                    return Truth(False)
                listed = Item(tuple(self._listed(one) for one in items), place)
                inside = [one for one in (place >= 0, place < len(items)) if one.known is not True]
                return join("and", *inside, Comparison(listed, "=", self._listed(value)))
            case Differ(left=left, right=right):
                return Differing(self._of(left), self._of(right))
            case Connected(lits=lits, edges=edges, root=root):
                return HangingTogether(tuple(map(self.literal, lits)), edges, root)
            case Loop(lits=lits, edges=edges):
                return OneLoop(tuple(map(self.literal, lits)), edges)
            case Bulk(lits=flat, starts=starts):
                ends = zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)
                clauses = (Clause(tuple(flat[a:b].tolist())) for a, b in ends)
                return join("and", *map(self.claim, clauses))
        raise NotImplementedError(type(said).__name__)

    def _formula(self, formula: Formula) -> Condition:
        if isinstance(formula, int):
            return self.literal(formula)
        joint, *parts = formula
        return Joined(joint, tuple(self._formula(part) for part in parts))  # type: ignore[arg-type]

    def _of(self, numbers: Sequence[int]) -> tuple[Unknown, ...]:
        return tuple(self._unknowns[number] for number in numbers)

    def _listed(self, one: tuple[str, int]) -> Expression:
        how, number = one
        return self._unknowns[number] if how == "var" else Sum((), number)


def unknowns_of(statement: Statement, owner: object = None) -> list[Unknown]:
    """The variables of a statement as unknowns, hidden ones included."""
    return [
        (Bool if variable.boolean else Choice if variable.words else Int)(
            owner, number, variable.name, variable.values, variable.labels
        )
        for number, variable in enumerate(statement.variables)
    ]
