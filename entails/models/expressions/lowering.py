"""Lowering of conditions: conversion to constraints of a statement.

A condition with a constraint type of its own becomes that constraint. Others use hidden variables with exactly
determined values: a comparison inside logic is a hidden boolean with two constraints, one if it is true and one if it
is false; a product inside a sum is a hidden number with a table. Hidden variables are numbered after the visible ones,
and their definitions are hard.

Conditions are simplified first: only "and", "or", "iff" and "xor" remain, over conditions that are not joined.
"""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from itertools import combinations

from entails.models.constraints import (
    AllDifferent,
    Automaton,
    CapacityLimit,
    Cardinality,
    Clause,
    Connected,
    Constraint,
    Differ,
    Distance,
    DistinctValues,
    Formula,
    InverseLists,
    Lexicographic,
    Logic,
    Loop,
    Product,
    RoundTrip,
    Table,
    Task,
    TasksApart,
)
from entails.models.expressions import linearize
from entails.models.expressions.connectives import Joint
from entails.models.expressions.core import (
    HOLDS,
    Bool,
    Comparison,
    Condition,
    Expression,
    FactExpression,
    Int,
    Joined,
    SumExpression,
    Truth,
    Unknown,
    join,
)
from entails.models.expressions.global_constraints import (
    Accepted,
    ConnectedCells,
    Different,
    Differing,
    DistinctCount,
    InTable,
    Inverted,
    LexicallyOrdered,
    Occurrences,
    OnCircuit,
    SingleLoop,
)
from entails.models.expressions.linearize import FALSE, TRUE, Numbers, Plain, Register, Terms, joined
from entails.models.expressions.operators import Function, Item, Normal, gathered, normal
from entails.models.expressions.scheduling import Disjoint, TaskInterval, WithinCapacity

__all__ = ["Lowering"]

_DENIED: dict[Joint, Joint] = {"and": "or", "or": "and", "iff": "xor", "xor": "iff"}


def plain(condition: Condition) -> Condition:
    """Simplify a condition; parts with known truth values are removed."""
    known = condition.known
    if known is not None:
        return Truth(known)
    if isinstance(condition, Comparison):
        return _without_bars(condition)
    if not isinstance(condition, Joined):
        return condition
    if condition.joint == "not":
        return _denied(condition.joins[0])
    if condition.joint == "implies":
        return plain(join("or", _denied(condition.joins[0]), condition.joins[1]))
    parts = [plain(part) for part in condition.joins]
    if condition.joint in ("and", "or"):
        decisive = condition.joint == "or"
        if any(part.known is decisive for part in parts):
            return Truth(decisive)
        return _joined(condition.joint, [part for part in parts if part.known is None])
    return _without_constants(condition.joint, parts)


def _denied(condition: Condition) -> Condition:
    """Return the simplified negation, with "not" pushed inwards."""
    if isinstance(condition, Joined):
        if condition.joint == "not":
            return plain(condition.joins[0])
        if condition.joint == "implies":
            return plain(join("and", condition.joins[0], condition.joins[1].opposite()))
        if condition.joint in ("and", "or"):
            return plain(join(_DENIED[condition.joint], *(part.opposite() for part in condition.joins)))
        if len(condition.joins) == 2:
            return plain(join(_DENIED[condition.joint], *condition.joins))
        simplified = plain(condition)
        return Joined("not", (simplified,)) if type(simplified) is Joined else plain(simplified.opposite())
    opposite = condition.opposite()
    return opposite if isinstance(opposite, Joined) else plain(opposite)


def _joined(joint: Joint, parts: Sequence[Condition]) -> Condition:
    if not parts:
        return Truth(joint == "and")
    return join(joint, *parts)


def _without_constants(joint: Joint, parts: list[Condition]) -> Condition:
    """Remove the parts with known truth values from "iff" or "xor"."""
    open_ = [part for part in parts if part.known is None]
    known = {part.known for part in parts if part.known is not None}
    if joint == "xor":
        odd = sum(part.known is True for part in parts) % 2 == 1
        if not open_:
            return Truth(odd)
        rest = open_[0] if len(open_) == 1 else join("xor", *open_)
        return plain(rest.opposite()) if odd else rest
    if len(known) == 2:
        return Truth(False)
    if known:
        (held,) = known
        return plain(join("and", *(open_ if held else [part.opposite() for part in open_])))
    return join("iff", *open_) if len(open_) > 1 else Truth(True)


def _without_bars(comparison: Comparison) -> Condition:
    """Rewrite |e| <= k as -k <= e <= k, and similar comparisons; |x - y| is kept, since it has a constraint type."""
    form = normal(comparison)
    if len(form.terms) != 1:
        return comparison
    factor, part = form.terms[0]
    if not isinstance(part, Function) or part.name != "abs" or factor != 1 or distance(part) is not None:
        return comparison
    inside = part.arguments[0]
    op, k = form.op, form.value
    between = op in ("<", "<=", "!=")
    above = Comparison(inside, op, SumExpression((), k))
    below = Comparison(SumExpression.of((-1, inside)), op, SumExpression((), k))
    return plain(join("and" if between else "or", above, below))


def distance(expression: Expression) -> tuple[Int, Int] | None:
    """Return the unknowns x and y of |x - y|; None for other expressions."""
    if isinstance(expression, Function) and expression.name == "abs":
        terms, number = gathered((1, expression.arguments[0]))
        if number == 0 and sorted(factor for factor, _ in terms) == [-1, 1]:
            (_, left), (_, right) = sorted(terms, key=lambda term: -term[0])
            if isinstance(left, Int) and isinstance(right, Int):
                return left, right
    return None


_FEW_DIFFERENT = 12
"""Number of expressions up to which "all different" is stated pair by pair; more get a hidden number each."""

When = tuple[int, ...]


class Lowering:
    """Converter of conditions to constraints of the `register`."""

    def __init__(self, register: Register) -> None:
        self._register = register
        self._numbers = Numbers(register, self.literal)
        self._literals: dict[Hashable, int] = {}
        self._negative: dict[int, int] = {}

    def state(self, condition: Condition, group: int, when: When = ()) -> None:
        """State a condition; with `when`, only if all these literals are true."""
        if literals := self._clause(condition):
            self._add(Clause(literals, group=group, when=when))
            return
        self._state(plain(condition), group, when)

    def _clause(self, condition: Condition) -> tuple[int, ...]:
        """Return the literals of a disjunction of different variables and their negations; () for other conditions."""
        if type(condition) is not Joined or condition.joint != "or":
            return ()
        literals: list[int] = []
        first = self._register.first
        for part in condition.joins:
            if type(part) is Bool:
                literals.append(first(part.number))
            elif type(part) is Joined and part.joint == "not" and type(part.joins[0]) is Bool:
                literals.append(self._negative_literal(part.joins[0].number))
            else:
                return ()
        return tuple(literals) if len(set(map(abs, literals))) == len(literals) else ()

    def _negative_literal(self, variable: int) -> int:
        """Return the negative literal of a boolean; many clauses share one number object."""
        if variable not in self._negative:
            self._negative[variable] = -self._register.first(variable)
        return self._negative[variable]

    def when(self, condition: Condition) -> When:
        """Return the literals whose conjunction is equivalent to the condition."""
        simplified = plain(condition)
        parts = simplified.joins if isinstance(simplified, Joined) and simplified.joint == "and" else (simplified,)
        return tuple(self.literal(part) for part in parts if part.known is not True)

    def objective(self, expression: Expression) -> tuple[Terms, Terms]:
        """Return the terms and facts of an objective; a constant becomes a hidden variable with one value."""
        scaled, number = gathered((1, expression))
        terms, facts, more = self._numbers.terms(scaled)
        if number + more or not (terms or facts):
            terms = (*terms, (1, self._register.hidden_number([number + more])))
        return terms, facts

    def _add(self, constraint: Constraint) -> None:
        self._register.constraints.append(constraint)

    def _state(self, condition: Condition, group: int, when: When) -> None:
        match condition:
            case Truth():
                if not condition.holds:
                    self._add(linearize.never(group, when))
            case Joined(joint="and"):
                for part in condition.joins:
                    self._state(part, group, when)
            case Joined(joint="or"):
                self._one_of(condition.joins, group, when)
            case Joined(joint="iff", joins=(left, right)) if not _nested(left) and not _nested(right):
                self._exactly_when(left, right, group, when)
            case Comparison():
                self._compare(normal(condition), group, when)
            case Bool() | FactExpression() | Joined():
                self._claim_formula(self.formula(condition), group, when)
            case _:
                self._claim(condition, group, when)

    def _one_of(self, parts: Sequence[Condition], group: int, when: When) -> None:
        """State a disjunction of conditions as a clause.

        If only one part is not a literal, it is stated on condition that the literals are false.
        """
        others = [part for part in parts if not _plain_literal(part)]
        if len(others) == 1 and not self._facts_alone(others[0]):
            literals = [self.literal(part) for part in parts if _plain_literal(part)]
            self._state(others[0], group, (*when, *(-literal for literal in literals)))
        else:
            self._claim_formula(self.formula(Joined("or", tuple(parts))), group, when)

    def _facts_alone(self, part: Condition) -> bool:
        """Return whether facts express a part of a condition without a hidden variable."""
        if isinstance(part, Joined):
            return all(self._facts_alone(operand) for operand in part.joins)
        if isinstance(part, Comparison):
            terms = normal(part).terms
            return (
                len(terms) == 1
                and isinstance(terms[0][1], Unknown)
                and len(terms[0][1].values) <= linearize.MANY_VALUES
            )
        return isinstance(part, Bool | FactExpression)

    def _exactly_when(self, left: Condition, right: Condition, group: int, when: When) -> None:
        """State that two conditions are equivalent; a literal on one side saves a hidden variable."""
        if not _plain_literal(left):
            left, right = right, left
        if not _plain_literal(left) or self._facts_alone(right):
            self._claim_formula(self.formula(Joined("iff", (left, right))), group, when)
            return
        literal = self.literal(left)
        self._state(right, group, (*when, literal))
        self.state(right.opposite(), group, (*when, -literal))

    def _claim_formula(self, formula: Formula, group: int, when: When) -> None:
        if isinstance(formula, int):
            self._add(Clause((formula,), group=group, when=when))
            return
        if formula[0] == "and":
            for part in formula[1:]:
                self._claim_formula(part, group, when)
            return
        literals = [part for part in formula[1:] if isinstance(part, int)]
        if formula[0] == "or" and len(literals) == len(formula) - 1:
            self._add(Clause(tuple(dict.fromkeys(literals)), group=group, when=when))
        else:
            self._add(Logic(formula, group=group, when=when))

    def formula(self, condition: Condition) -> Formula:
        """Return a simplified condition as a formula over literals."""
        if isinstance(condition, Joined):
            return joined(condition.joint, [self.formula(part) for part in condition.joins])
        if isinstance(condition, Comparison):
            plain_sum = self._numbers.plain(normal(condition))
            if not plain_sum.terms and not plain_sum.facts:
                return TRUE if HOLDS[plain_sum.op](0, plain_sum.value) else FALSE
            facts = linearize.facts_of(plain_sum, self._register)
            return self._comparison(plain_sum) if facts is None else facts
        return self.literal(condition)

    def literal(self, condition: Condition) -> int:
        """Return a literal that is equivalent to the condition."""
        if isinstance(condition, Bool):
            return self._register.first(condition.number)
        if isinstance(condition, FactExpression) and condition.known is not False:
            return self._register.literal_of(condition)
        if isinstance(condition, Joined) and condition.joint == "not":
            return -self.literal(condition.joins[0])
        if condition.key not in self._literals:
            self._literals[condition.key] = self._hidden(condition)
        return self._literals[condition.key]

    def _hidden(self, condition: Condition) -> int:
        simplified = plain(condition)
        if isinstance(simplified, Truth | Joined | Comparison):
            formula = TRUE if simplified.known else FALSE if isinstance(simplified, Truth) else self.formula(simplified)
            if isinstance(formula, int):
                return formula
            literal = self._fresh()
            self._claim_formula(joined("iff", [literal, formula]), self._register.meanings, ())
            return literal
        if simplified is not condition:
            return self.literal(simplified)
        opposite = simplified.opposite()
        literal = self._fresh()
        self._state(simplified, self._register.meanings, (literal,))
        self.state(opposite, self._register.meanings, (-literal,))
        return literal

    def _fresh(self) -> int:
        return self._register.first(self._register.hidden_boolean())

    def _comparison(self, comparison: Plain) -> int:
        """Return the hidden boolean of a comparison, shared by equal comparisons and negated for the opposite one."""
        form, holds = comparison.canonical()
        if form not in self._literals:
            literal = self._literals[form] = self._fresh()
            for guarded, guard in ((form, literal), (form.opposite(), -literal)):
                self._register.constraints.extend(
                    linearize.constraints(guarded, self._register, self._register.meanings, (guard,))
                )
        return self._literals[form] if holds else -self._literals[form]

    def _compare(self, comparison: Normal, group: int, when: When) -> None:
        special = self._special(comparison)
        if special is not None:
            self._add(replace(special, group=group, when=when))
            return
        linear = self._numbers.plain(comparison)
        self._register.constraints.extend(linearize.constraints(linear, self._register, group, when))

    def _special(self, comparison: Normal) -> Constraint | None:
        """Return the constraint of a distance, product or element, which have their own types; None for others."""
        parts = [part for _, part in comparison.terms]
        if len(parts) == 1 and comparison.terms[0][0] == 1:
            if (pair := distance(parts[0])) is not None:
                return Distance(pair[0].number, pair[1].number, comparison.op, comparison.value)
            if isinstance(parts[0], Function) and parts[0].name == "*" and comparison.op == "=":
                return Product(tuple(self._numbers.variable(part) for part in parts[0].arguments), comparison.value)
            if isinstance(parts[0], Item) and comparison.op == "=":
                return replace(self._numbers.element(parts[0]), value=("const", comparison.value))
        if (
            len(parts) == 2
            and comparison.op == "="
            and comparison.value == 0
            and sorted(f for f, _ in comparison.terms) == [-1, 1]
        ):
            for left, right in (parts, parts[::-1]):
                if isinstance(left, Item) and isinstance(right, Int):
                    return replace(self._numbers.element(left), value=("var", right.number))
        return None

    def _claim(self, condition: Condition, group: int, when: When) -> None:
        match condition:
            case Different() if all(isinstance(item, Unknown) for item in condition.items):
                over = tuple(self._numbers.variable(item) for item in condition.items)
                self._add(AllDifferent(over, condition.apart_from, condition.each, group=group, when=when))
            case Different() if len(condition.items) > _FEW_DIFFERENT and not condition.apart_from:
                self._add(AllDifferent(self._over(condition.items), group=group, when=when))
            case Different():
                for left, right in combinations(condition.items, 2):
                    self.state((left != right) | condition.apart(left), group, when)
            case InTable():
                self._add(Table(_numbers(condition.over), condition.rows, condition.allowed, group=group, when=when))
            case Accepted():
                machine = condition.machine
                steps = (machine.start, machine.finals, machine.transitions)
                self._add(Automaton(_numbers(condition.over), *steps, group=group, when=when))
            case Differing():
                self._add(Differ(_numbers(condition.left), _numbers(condition.right), group=group, when=when))
            case ConnectedCells():
                vertices = tuple(self.literal(operand) for operand in condition.holding)
                self._add(Connected(vertices, condition.edges, condition.root, group=group, when=when))
            case SingleLoop():
                edges = tuple(self.literal(operand) for operand in condition.holding)
                self._add(Loop(edges, condition.edges, group=group, when=when))
            case _:
                self._add(replace(self._on_numbers(condition), group=group, when=when))

    def _on_numbers(self, condition: Condition) -> Constraint:
        """Return the constraint of a condition on numbers, whose operands may be any expressions."""
        operand = self._numbers.operand
        match condition:
            case Disjoint():
                return TasksApart(tuple(map(self._task, condition.intervals)), condition.resource)
            case WithinCapacity():
                tasks, demands = tuple(map(self._task, condition.intervals)), tuple(map(operand, condition.demands))
                return CapacityLimit(tasks, demands, operand(condition.capacity), condition.resource)
            case OnCircuit():
                return RoundTrip(self._over(condition.over), condition.first, condition.optional, condition.depot)
            case Inverted():
                sides = self._over(condition.left), self._over(condition.right)
                return InverseLists(*sides, condition.first_left, condition.first_right)
            case LexicallyOrdered():
                return Lexicographic(self._over(condition.left), self._over(condition.right), condition.strict)
            case Occurrences():
                counts = tuple(map(operand, condition.counts))
                return Cardinality(self._over(condition.over), condition.values, counts, condition.closed)
            case DistinctCount():
                return DistinctValues(self._over(condition.over), condition.op, operand(condition.number))
        raise NotImplementedError(type(condition).__name__)

    def _over(self, items: Sequence[Expression]) -> tuple[int, ...]:
        return tuple(self._numbers.variable(item) for item in items)

    def _task(self, interval: TaskInterval) -> Task:
        present = None if interval.present is None else self.literal(interval.present)
        start, duration = self._numbers.variable(interval.start), self._numbers.operand(interval.duration)
        return Task(interval.name, start, duration, present)


def _numbers(unknowns: Sequence[Unknown]) -> tuple[int, ...]:
    return tuple(unknown.number for unknown in unknowns)


def _nested(condition: Condition) -> bool:
    return isinstance(condition, Joined) and condition.joint != "not"


def _plain_literal(condition: Condition) -> bool:
    if isinstance(condition, Joined) and condition.joint == "not":
        return _plain_literal(condition.joins[0])
    return isinstance(condition, Bool | FactExpression)
