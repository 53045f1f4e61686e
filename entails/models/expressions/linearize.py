"""Linear form of expressions: weighted variables and facts, and the constraint type that fits them best.

A comparison becomes a clause, a count, a comparison of two variables or a linear constraint. Functions inside sums
become hidden variables, which are numbered after the visible ones.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, count, product
from math import gcd, prod
from typing import cast

from entails.models.constraints import (
    Calculation,
    Clause,
    Compare,
    Constraint,
    Count,
    CountOp,
    Element,
    Formula,
    FunctionName,
    Linear,
    Logic,
    Operand,
    Table,
    TupleRows,
)
from entails.models.encoding import Group
from entails.models.errors import TooLarge
from entails.models.expressions.core import (
    HOLDS,
    OPPOSITE,
    Condition,
    Expression,
    FactExpression,
    Int,
    Op,
    SumExpression,
    Unknown,
)
from entails.models.expressions.operators import CHAINED, COMPUTE, Function, Item, Normal, gathered, settled_between
from entails.models.statement import Variable, boolean, run

MEANINGS = Group("meanings", "definitions of hidden variables")
MOST_ROWS = 100_000
_FEW_ROWS = 1_000
"""Combinations of values up to which a minimum or maximum is a table."""
MOST_NUMBER = 2**62 - 1
"""The largest number: CP-SAT uses 64-bit integers and keeps one bit free."""


class Register:
    """The variables and constraints added to a statement by lowering. `meanings` is the group of definitions."""

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
        """Return the literal that assigns `value` to a variable; 0 if it is not one of its values."""
        of, first = self.variables[variable], self._firsts[variable]
        if of.boolean:
            return first if value else -first
        return first + of.values.index(value) if value in of.values else 0

    def literal_of(self, fact: FactExpression) -> int:
        return self.fact(fact.of.number, fact.to)

    def first(self, variable: int) -> int:
        return self._firsts[variable]

    def _add(self, variable: Variable) -> int:
        self.variables.append(variable)
        self._taken.add(variable.name)
        self._firsts.append(self._firsts[-1] + variable.facts)
        return len(self.variables) - 1

    def _name(self) -> str:
        """Return an unused name for a hidden variable."""
        return next(name for number in count(self.hidden + 1) if (name := f"_{number}") not in self._taken)

    def hidden_boolean(self) -> int:
        return self._add(boolean(self._name(), hidden=True))

    def hidden_number(self, values: Iterable[int]) -> int:
        return self._add(Variable(self._name(), run(values), hidden=True))

    def hidden_word(self, words: Mapping[str, int]) -> int:
        """Add a hidden variable with these words as values, given with their codes."""
        labels = tuple(sorted(words, key=words.__getitem__))
        values = run(words.values())
        return self._add(Variable(self._name(), values, says="{name}={label}", labels=labels, hidden=True, words=True))

    def values(self, variable: int) -> range | tuple[int, ...]:
        return self.variables[variable].values

    def ends(self, variable: int) -> tuple[int, int]:
        """Return the smallest and the largest value of a variable."""
        values = self.variables[variable].values
        return (values[0], values[-1]) if isinstance(values, range) else (min(values), max(values))

    def tabled(self, over: tuple[int, ...], rows: list[tuple[int, ...]]) -> int:
        """Add a hidden number that a table defines over these variables: it is the last column."""
        number = self.hidden_number(row[-1] for row in rows)
        table = Table((*over, number), TupleRows(rows, len(over) + 1), group=self.meanings)
        self.constraints.append(table)
        return number

    def combinations(self, over: Iterable[int]) -> int:
        """Return the number of combinations of values that these variables allow."""
        return prod(self.variables[variable].facts for variable in over)

    def hidden_interval(self, low: int, high: int, what: object) -> int:
        """Add a hidden number from `low` to `high`; reject bounds that CP-SAT does not support."""
        if max(abs(low), abs(high)) > MOST_NUMBER:
            raise TooLarge(
                f"{what} may be {max(low, high, key=abs):,}",
                expected=f"numbers from -{MOST_NUMBER:,} to {MOST_NUMBER:,}; use smaller domains",
            )
        return self._add(Variable(self._name(), range(low, high + 1), hidden=True))

    @staticmethod
    def unknown(number: int, variable: Variable) -> Int:
        """Wrap a hidden variable as an unknown, for use in expressions."""
        return Int(None, number, variable.name, variable.values)


TRUE: Formula = ("and",)
FALSE: Formula = ("or",)


def denied(formula: Formula) -> Formula:
    if isinstance(formula, int):
        return -formula
    if formula in (TRUE, FALSE):
        return FALSE if formula == TRUE else TRUE
    joint, *parts = formula
    return parts[0] if joint == "not" else ("not", formula)


def joined(joint: str, parts: Sequence[Formula]) -> Formula:
    """Join formulas by a connective; nested "and" in "and", and "or" in "or", are flattened."""
    if joint == "not":
        return denied(parts[0])
    if joint in ("and", "or"):
        return _flat(joint, parts)
    if joint == "implies":
        return _flat("or", [denied(parts[0]), parts[1]])
    open_ = [part for part in parts if part not in (TRUE, FALSE)]
    if joint == "xor":
        rest: Formula = ("xor", *open_)
        if len(open_) < 2:
            rest = open_[0] if open_ else FALSE
        return denied(rest) if sum(part == TRUE for part in parts) % 2 else rest
    if TRUE in parts and FALSE in parts:
        return FALSE
    if TRUE in parts or FALSE in parts:
        return _flat("and", open_ if TRUE in parts else [denied(part) for part in open_])
    return ("iff", *open_) if len(open_) > 1 else TRUE


def _flat(joint: str, parts: Sequence[Formula]) -> Formula:
    decisive, idle = (TRUE, FALSE) if joint == "or" else (FALSE, TRUE)
    if decisive in parts:
        return decisive
    flat: list[Formula] = []
    for part in parts:
        if part != idle:
            flat.extend(part[1:] if isinstance(part, tuple) and part[0] == joint else (part,))
    return flat[0] if len(flat) == 1 else (joint, *flat)


Terms = tuple[tuple[int, int], ...]
MANY_VALUES = 64


@dataclass(frozen=True, slots=True)
class Plain:
    """A linear comparison: weighted variables and facts (positive literals), compared with a number."""

    terms: Terms
    facts: Terms
    op: Op
    value: int

    def opposite(self) -> "Plain":
        return replace(self, op=OPPOSITE[self.op])

    def canonical(self) -> tuple["Plain", bool]:
        """Return a form with "=" or "<=" and a positive first factor; the flag is False if it is the negation.

        Equal comparisons written differently get the same form.
        """
        terms, facts = (tuple(sorted(some, key=lambda term: term[1])) for some in (self.terms, self.facts))
        form, holds = Plain(terms, facts, self.op, self.value), True
        if form.op in ("!=", ">", ">="):
            form, holds = form.opposite(), False
        if form.op == "<":
            form = replace(form, op="<=", value=form.value - 1)
        if (*form.terms, *form.facts)[0][0] < 0:
            terms, facts = (tuple((-factor, member) for factor, member in some) for some in (form.terms, form.facts))
            if form.op == "=":
                return Plain(terms, facts, "=", -form.value), holds
            return Plain(terms, facts, "<=", -form.value - 1), not holds
        return form, holds


def constraints(comparison: Plain, register: Register, group: int, when: tuple[int, ...]) -> Iterable[Constraint]:
    """Yield the constraints of a comparison: usually one, none if it is always true."""
    ends = [[factor * value for value in register.ends(variable)] for factor, variable in comparison.terms]
    ends += [[0, factor] for factor, _ in comparison.facts]
    holds = settled_between(comparison.op, comparison.value, sum(map(min, ends)), sum(map(max, ends)))
    common = gcd(*(factor for factor, _ in (*comparison.terms, *comparison.facts)))
    if comparison.op in ("=", "!=") and common and comparison.value % common:
        holds = comparison.op == "!="
    if holds is not None:
        if not holds:
            yield never(group, when)
    elif not comparison.facts and len(comparison.terms) == 1:
        yield from _of_one(comparison, register, group, when)
    elif (
        not comparison.facts
        and len(comparison.terms) == 2
        and sorted(factor for factor, _ in comparison.terms) == [-1, 1]
    ):
        (_, left), (_, right) = sorted(comparison.terms, key=lambda term: -term[0])
        yield Compare(left, comparison.op, right, comparison.value, group=group, when=when)
    elif not comparison.terms and all(abs(factor) == 1 for factor, _ in comparison.facts):
        yield _count(comparison, group, when)
    else:
        yield Linear(comparison.terms, comparison.op, comparison.value, comparison.facts, group=group, when=when)


def _of_one(comparison: Plain, register: Register, group: int, when: tuple[int, ...]) -> Iterable[Constraint]:
    ((factor, variable),) = comparison.terms
    if comparison.op not in ("=", "!="):
        yield Linear(comparison.terms, comparison.op, comparison.value, group=group, when=when)
        return
    literal = 0 if comparison.value % factor else register.fact(variable, comparison.value // factor)
    if literal:
        yield Clause((literal if comparison.op == "=" else -literal,), group=group, when=when)
    elif comparison.op == "=":
        yield never(group, when)


def never(group: int, when: tuple[int, ...]) -> Constraint:
    """Return an unsatisfiable constraint: an empty clause, or a formula (documents have no empty clause)."""
    return Clause((), group=group, when=when) if when else Logic(("and", 1, -1), group=group)


def _count(comparison: Plain, group: int, when: tuple[int, ...]) -> Constraint:
    """Return the cardinality constraint of a sum of facts whose factors are 1 or -1."""
    literals = tuple(factor * fact for factor, fact in comparison.facts)
    k = comparison.value + sum(factor < 0 for factor, _ in comparison.facts)
    op, k = {"<": ("<=", k - 1), ">": (">=", k + 1)}.get(comparison.op, (comparison.op, k))
    if (op, k) == (">=", 1):
        return Clause(literals, group=group, when=when)
    if len(literals) == 1 and (op, k) in (("=", 1), ("=", 0), ("<=", 0)):
        return Clause((literals[0] if k else -literals[0],), group=group, when=when)
    return Count(literals, cast(CountOp, op), k, group=group, when=when)


def facts_of(comparison: Plain, register: Register) -> "Formula | None":
    """Return a comparison of one variable that has few values as a disjunction of facts; None for other comparisons."""
    if comparison.facts or len(comparison.terms) != 1:
        return None
    ((factor, variable),) = comparison.terms
    values = register.values(variable)
    if len(values) > MANY_VALUES:
        return None
    good = [value for value in values if HOLDS[comparison.op](factor * value, comparison.value)]
    if len(good) == len(values):
        return TRUE
    if len(values) > 2 and len(good) == len(values) - 1:
        (bad,) = set(values).difference(good)
        return -register.fact(variable, bad)
    return joined("or", [register.fact(variable, value) for value in good])


class Numbers:
    """Variables for the values of expressions. `literal` returns the literal of a condition."""

    def __init__(self, register: Register, literal: Callable[[Condition], int]) -> None:
        self._register = register
        self._literal = literal
        self._known: dict[Hashable, int] = {}

    def plain(self, comparison: Normal) -> Plain:
        """Return a comparison in linear form, over variables and facts."""
        terms, facts, number = self.terms(comparison.terms)
        return Plain(terms, facts, comparison.op, comparison.value - number)

    def terms(self, scaled: tuple[tuple[int, Expression], ...]) -> tuple[Terms, Terms, int]:
        """Return a sum as terms of variables, terms of positive facts, and a constant."""
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

    def variable(self, expression: Expression) -> int:
        """Return the variable that equals the expression; add a hidden one if needed."""
        if isinstance(expression, Unknown):
            return expression.number
        if expression.key not in self._known:
            self._known[expression.key] = self._define(expression)
        return self._known[expression.key]

    def _define(self, expression: Expression) -> int:
        if isinstance(expression, Item):
            return self._item(expression)
        if isinstance(expression, Function):
            return self._function(expression)
        terms, number = gathered((1, expression))
        if number == 0 and len(terms) == 1 and terms[0][0] == 1 and not isinstance(terms[0][1], Condition):
            return self.variable(terms[0][1])
        return self._sum(terms, number, expression)

    def _sum(self, scaled: tuple[tuple[int, Expression], ...], number: int, expression: Expression) -> int:
        terms, facts, more = self.terms(scaled)
        reached = self._reached(terms, facts, number + more)
        if reached is None:
            hidden = self._register.hidden_interval(*self._extremes(terms, facts, number + more), expression)
        else:
            hidden = self._register.hidden_number(reached)
        definition: Constraint = Linear((*terms, (-1, hidden)), "=", -number - more, facts)
        if not facts and len(terms) == 1 and terms[0][0] == 1:
            definition = Compare(terms[0][1], "=", hidden, -number - more)
        self._register.constraints.append(replace(definition, group=self._register.meanings))
        return hidden

    def _reached(self, terms: Terms, facts: Terms, number: int) -> set[int] | None:
        """Return the possible values of a sum; None if there are too many to list."""
        reached = {number}
        for factor, variable in terms:
            if len(reached) * self._register.combinations((variable,)) > 10 * MOST_ROWS:
                return None
            values = self._register.values(variable)
            reached = {before + factor * value for before in reached for value in values}
        for factor, _ in facts:
            if 2 * len(reached) > 10 * MOST_ROWS:
                return None
            reached |= {before + factor for before in reached}
        return reached

    def _extremes(self, terms: Terms, facts: Terms, number: int) -> tuple[int, int]:
        """Return the least and the largest possible value of a sum."""
        ends = [sorted(factor * end for end in self._register.ends(variable)) for factor, variable in terms]
        ends += [sorted((0, factor)) for factor, _ in facts]
        return number + sum(low for low, _ in ends), number + sum(high for _, high in ends)

    def _function(self, function: Function) -> int:
        compute = COMPUTE[function.name]
        arguments = tuple(self.variable(argument) for argument in function.arguments)
        if function.name not in CHAINED:
            return self._value(function, compute, arguments)
        if function.name in ("min", "max") and self._register.combinations(dict.fromkeys(arguments)) > _FEW_ROWS:
            return self._calculated(function, arguments)
        result = arguments[0]
        for argument in arguments[1:]:
            result = self._value(function, compute, (result, argument))
        return result

    def _value(self, function: Function, compute: Callable[..., int], over: tuple[int, ...]) -> int:
        """Return a variable that equals a function, by a table, or by arithmetic where a table would be too large."""
        if self._register.combinations(dict.fromkeys(over)) <= MOST_ROWS:
            return self._tabled(compute, over)
        return self._calculated(function, over)

    def _calculated(self, function: Function, over: tuple[int, ...]) -> int:
        """Return a hidden variable that arithmetic constraints define as a function of others."""
        unknowns = tuple(self._register.unknown(number, self._register.variables[number]) for number in over)
        low, high = Function(function.name, unknowns).bounds
        hidden = self._register.hidden_interval(low, high, function)
        name = cast(FunctionName, function.name)
        self._register.constraints.append(Calculation(name, over, hidden, group=self._register.meanings))
        return hidden

    def _tabled(self, compute: Callable[..., int], over: tuple[int, ...]) -> int:
        once = tuple(dict.fromkeys(over))
        rows = []
        for values in product(*(self._register.values(variable) for variable in once)):
            of = dict(zip(once, values, strict=True))
            rows.append((*values, compute(*(of[variable] for variable in over))))
        return self._register.tabled(once, rows)

    def _item(self, item: Item) -> int:
        element = self.element(item)
        words = item.vocabulary
        hidden = self._register.hidden_word(words) if words else self._item_number(element)
        self._register.constraints.append(
            Element(element.index, element.items, ("var", hidden), element.first, group=self._register.meanings)
        )
        return hidden

    def _item_number(self, element: Element) -> int:
        """Add a hidden number for a list item, with the values of all items, or their bounds if these are too many."""
        variables = {number for how, number in element.items if how == "var"}
        constants = [number for how, number in element.items if how == "const"]
        if sum(self._register.variables[number].facts for number in variables) <= MOST_ROWS:
            values = (value for number in variables for value in self._register.values(number))
            return self._register.hidden_number((*constants, *values))
        ends = [end for number in variables for end in self._register.ends(number)]
        return self._register.hidden_interval(min(*constants, *ends), max(*constants, *ends), "an item")

    def element(self, item: Item) -> Element:
        """Return an element constraint without its value; an index such as i - 1 shifts the first position."""
        terms, number = gathered((1, item.place))
        if len(terms) == 1 and terms[0][0] == 1 and isinstance(terms[0][1], Int):
            index, first = terms[0][1].number, -number
        else:
            index, first = self.variable(item.place), 0
        return Element(index, tuple(self.operand(entry) for entry in item.items), ("const", 0), first)

    def operand(self, entry: Expression) -> Operand:
        """Return a constant as it is, and any other expression as the variable that equals it."""
        if isinstance(entry, SumExpression) and not entry.terms:
            return "const", entry.constant
        return "var", self.variable(entry)


def _nonzero(factors: dict[int, int]) -> Terms:
    return tuple((factor, number) for number, factor in factors.items() if factor)
