"""Mapping of names in documents to numbers: "S" is a variable; "S=5", "!S=5", "a" and "!a" are facts.

Errors have a place, as in `constraints[3].terms[1]: unknown variable 'Q'`, built only when an error is raised, from the
inside outwards. `Lifting` turns constraints back into conditions. Sizes are checked before memory is spent, since
documents come from strangers; JSON text must have no repeated key and no NaN.
"""

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

from entails.models.constraints import (
    AllDifferent,
    Automaton,
    Bulk,
    Calculation,
    CapacityLimit,
    Cardinality,
    Clause,
    Compare,
    Connected,
    Constraint,
    Count,
    Differ,
    Distance,
    DistinctValues,
    Element,
    Formula,
    InverseLists,
    Lexicographic,
    Linear,
    Logic,
    Loop,
    Product,
    RoundTrip,
    Table,
    Task,
    TasksApart,
)
from entails.models.errors import InvalidPuzzle, one_of
from entails.models.expressions.core import (
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
    WordVariable,
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
    Machine,
    Occurrences,
    OnCircuit,
    SingleLoop,
)
from entails.models.expressions.operators import Function, Item
from entails.models.expressions.scheduling import Disjoint, TaskInterval, WithinCapacity
from entails.models.fields import Json, decoded
from entails.models.statement import Statement, Variable

_LONGEST = 60


class DocumentRefused(Exception):
    """Error for an invalid part of a document; `path` is its place."""

    def __init__(self, problem: str, expected: str = "") -> None:
        super().__init__(problem)
        self.problem, self.expected = problem, expected
        self.path: list[str | int] = []

    def under(self, step: str | int) -> "DocumentRefused":
        """Return the error with one more step at the front of its place."""
        self.path.insert(0, step)
        return self

    def for_people(self) -> InvalidPuzzle:
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path)
        return InvalidPuzzle(self.problem, where=place.removeprefix("."), expected=self.expected)


@contextmanager
def at(step: str | int) -> Iterator[None]:
    """Add a step to the place of errors that this block raises."""
    try:
        yield
    except DocumentRefused as refused:
        raise refused.under(step) from None


def shown(value: Any) -> str:
    """Shorten a value of a document for an error message."""
    if isinstance(value, list):
        return "a list" if value else "an empty list"
    if isinstance(value, dict):
        return "an object"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = repr(value) if isinstance(value, str) else f"{value}" if _is_short(value) else "a huge number"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _is_short(number: int | float) -> bool:
    return isinstance(number, float) or abs(number) < 10**30


class Lifting:
    """Conversion of constraints back to conditions; `unknowns` are the statement's variables, in order."""

    def __init__(self, statement: Statement, unknowns: Sequence[Unknown]) -> None:
        self._unknowns = unknowns
        self._variables = statement.variables
        self._firsts = statement.first_literals
        self._facts: dict[int, Condition] = {}

    def whole(self, constraint: Constraint) -> Condition:
        """Return a constraint as a condition, including `when`."""
        if not constraint.when:
            return self.claim(constraint)
        return self.when(constraint.when).implies(self.claim(constraint))

    def when(self, literals: Sequence[int]) -> Condition:
        return join("and", *map(self.literal, literals))

    def literal(self, literal: int) -> Condition:
        """Return the fact of a literal as a condition."""
        fact = abs(literal)
        if fact not in self._facts:
            self._facts[fact] = self._fact(fact)
        return self._facts[fact] if literal > 0 else self._facts[fact].opposite()

    def number(self, literal: int) -> int:
        """Return the number of the variable that a literal is about."""
        return bisect_right(self._firsts, abs(literal)) - 1

    def _fact(self, fact: int) -> Condition:
        number = self.number(fact)
        unknown = self._unknowns[number]
        if isinstance(unknown, Bool):
            return unknown
        assert isinstance(unknown, Int)
        return FactExpression(unknown, self._variables[number].values[fact - self._firsts[number]])

    def claim(self, constraint: Constraint) -> Condition:
        """Return a constraint as a condition, without `when`."""
        match constraint:
            case Clause(lits=lits):
                return join("or", *map(self.literal, lits)) if lits else Truth(False)
            case Count(lits=lits, op=op, k=k):
                return Comparison(
                    SumExpression(tuple((1, self.literal(lit)) for lit in lits), 0), op, SumExpression((), k)
                )
            case AllDifferent(over=over, apart_from=apart, each=each):
                return Different(self._of(over), apart, each)
            case Linear(terms=terms, facts=facts, op=op, value=value):
                variables = ((factor, self._unknowns[variable]) for factor, variable in terms)
                literals = ((factor, self.literal(literal)) for factor, literal in facts)
                return Comparison(SumExpression((*variables, *literals), 0), op, SumExpression((), value))
            case Compare(left=left, op=op, right=right, offset=offset):
                right_unknown = self._unknowns[right]
                return Comparison(
                    self._unknowns[left],
                    op,
                    SumExpression.of((1, right_unknown), (1, offset)) if offset else right_unknown,
                )
            case Distance(left=left, right=right, op=op, k=k):
                apart_by = Function("abs", (SumExpression.of((1, self._unknowns[left]), (-1, self._unknowns[right])),))
                return Comparison(apart_by, op, SumExpression((), k))
            case Product(over=over, value=value):
                return (
                    Comparison(Function("*", self._of(over)), "=", SumExpression((), value))
                    if over
                    else Truth(value == 1)
                )
            case Calculation(function=function, over=over, result=result):
                return Comparison(Function(function, self._of(over)), "=", self._unknowns[result])
            case Logic(formula=formula):
                return self._formula(formula)
        return self._larger(constraint)

    def _larger(self, constraint: Constraint) -> Condition:
        match constraint:
            case Table(over=over, rows=rows, allowed=allowed):
                return InTable(self._of(over), rows, allowed)
            case Automaton(over=over, start=start, finals=finals, transitions=transitions):
                return Accepted(self._of(over), Machine(start, finals, transitions))
            case Element(index=index, items=items, value=value, first=first):
                place = SumExpression.of((1, self._unknowns[index]), (-1, first))
                if not items:
                    return Truth(False)
                listed = Item(tuple(self._listed(item) for item in items), place)
                inside = [item for item in (place >= 0, place < len(items)) if item.known is not True]
                return join("and", *inside, Comparison(listed, "=", self._listed(value)))
            case Differ(left=left, right=right):
                return Differing(self._of(left), self._of(right))
            case Connected(lits=lits, edges=edges, root=root):
                return ConnectedCells(tuple(map(self.literal, lits)), edges, root)
            case Loop(lits=lits, edges=edges):
                return SingleLoop(tuple(map(self.literal, lits)), edges)
            case Bulk(lits=flat, starts=starts):
                ends = zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)
                clauses = (Clause(tuple(flat[a:b].tolist())) for a, b in ends)
                return join("and", *map(self.claim, clauses))
        return self._on_numbers(constraint)

    def _on_numbers(self, constraint: Constraint) -> Condition:
        match constraint:
            case TasksApart(tasks=tasks, resource=resource):
                return Disjoint(tuple(map(self._interval, tasks)), resource)
            case CapacityLimit(tasks=tasks, demands=demands, capacity=capacity, resource=resource):
                used = tuple(map(self._listed, demands))
                return WithinCapacity(tuple(map(self._interval, tasks)), used, self._listed(capacity), resource)
            case RoundTrip(over=over, first=first, optional=optional, depot=depot):
                return OnCircuit(self._of(over), first, optional, depot)
            case InverseLists(left=left, right=right, first_left=first_left, first_right=first_right):
                return Inverted(self._of(left), self._of(right), first_left, first_right)
            case Lexicographic(left=left, right=right, strict=strict):
                return LexicallyOrdered(self._of(left), self._of(right), strict)
            case Cardinality(over=over, values=values, counts=counts, closed=closed):
                return Occurrences(self._of(over), values, tuple(map(self._listed, counts)), closed)
            case DistinctValues(over=over, op=op, value=number):
                return DistinctCount(self._of(over), op, self._listed(number))
        raise NotImplementedError(type(constraint).__name__)

    def _interval(self, task: Task) -> TaskInterval:
        present = None if task.present is None else self.literal(task.present)
        return TaskInterval(task.name, self._unknowns[task.start], self._listed(task.duration), present)

    def _formula(self, formula: Formula) -> Condition:
        if isinstance(formula, int):
            return self.literal(formula)
        joint, *parts = formula
        return Joined(joint, tuple(self._formula(part) for part in parts))  # type: ignore[arg-type]

    def _of(self, numbers: Sequence[int]) -> tuple[Unknown, ...]:
        return tuple(self._unknowns[number] for number in numbers)

    def _listed(self, item: tuple[str, int]) -> Expression:
        how, number = item
        return self._unknowns[number] if how == "var" else SumExpression((), number)


def unknowns_of(statement: Statement, owner: object = None) -> list[Unknown]:
    """Wrap the variables of a statement, including hidden ones, as unknowns."""
    return [
        (Bool if variable.boolean else WordVariable if variable.words else Int)(
            owner, number, variable.name, variable.values, variable.labels
        )
        for number, variable in enumerate(statement.variables)
    ]


class Scope:
    """The variables of one document, by name and as unknowns."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        self.statement = Statement(tuple(variables))
        self.unknowns: list[Unknown] = unknowns_of(self.statement)
        self.lifting = Lifting(self.statement, self.unknowns)
        self.numbers = {variable.name: number for number, variable in enumerate(variables)}
        self._words: dict[int, dict[str, int]] = {}
        self._literals: dict[str, int] = {}

    @cached_property
    def coded_words(self) -> dict[int, str]:
        """Return the word of each code."""
        return {code: word for unknown in self.unknowns for word, code in unknown.vocabulary.items()}

    def variable(self, name: Json) -> int:
        number = self.numbers.get(name) if isinstance(name, str) else None
        if number is None:
            expected = one_of(self.numbers, name if isinstance(name, str) else "")
            raise DocumentRefused(_no("variable", name), expected or "a declared variable")
        return number

    def literal(self, fact: Json) -> int:
        """Return the signed number of a fact; cached by its text."""
        if not isinstance(fact, str):
            raise DocumentRefused(
                f"{shown(fact)} is not a fact", 'a text such as "x=5", "!x=5", or the name of a boolean'
            )
        literal = self._literals.get(fact)
        if literal is None:
            literal = self._literals[fact] = -self._fact(fact[1:]) if fact.startswith("!") else self._fact(fact)
        return literal

    def _fact(self, fact: str) -> int:
        name, equals, word = fact.partition("=")
        number = self.numbers.get(name)
        if number is None:
            raise DocumentRefused(_no("variable", name), one_of(self.numbers, name))
        unknown, first = self.unknowns[number], self.statement.first_literals[number]
        if isinstance(unknown, Bool):
            if equals:
                raise DocumentRefused(f"{name} is a boolean and has no values", f'"{name}" or "!{name}"')
            return first
        if not equals:
            raise DocumentRefused(f"{name} is not a boolean", f'a fact such as "{name}={self._word(number, 0)}"')
        if self.statement.variables[number].wide:
            place = unknown.place(int(word)) if _is_whole(word) and unknown.has(int(word)) else None
            if place is None:
                low, high = unknown.bounds
                raise DocumentRefused(f"{name} has no value {shown(word)}", f"a number from {low} to {high}")
            return first + place
        if number not in self._words:
            self._words[number] = {self._word(number, place): place for place in range(len(unknown.values))}
        listed_place = self._words[number].get(word)
        if listed_place is None:
            raise DocumentRefused(f"{name} has no value {shown(word)}", one_of(self._words[number], word))
        return first + listed_place

    def _word(self, number: int, place: int) -> str:
        return self.statement.variables[number].word(place)

    def name(self, number: int) -> str:
        return self.statement.variables[number].name

    def fact(self, literal: int) -> str:
        """Return a literal as documents write it, such as "!S=5"."""
        number = self.lifting.number(literal)
        variable, place = self.statement.variables[number], abs(literal) - self.statement.first_literals[number]
        text = variable.name if variable.boolean else f"{variable.name}={variable.word(place)}"
        return text if literal > 0 else f"!{text}"


def _is_whole(word: str) -> bool:
    """Return whether a text is an integer as written in facts."""
    return len(word) < 21 and word.isascii() and word.removeprefix("-").isdecimal() and str(int(word)) == word


def _no(what: str, name: Json) -> str:
    return f"unknown {what} {shown(name)}" if isinstance(name, str) else f"{shown(name)} is not a {what}"


@dataclass(frozen=True)
class Bounds:
    """Size limits of documents: far above hand-written ones, low enough for a server."""

    bytes: int = 8_000_000
    variables: int = 50_000
    domain: int = 10_000
    """Maximum number of listed values of a domain; an interval may have more, up to `number`."""
    facts: int = 1_000_000
    constraints: int = 100_000
    listed: int = 100_000
    """Maximum number of entries of one list: variables of an all-different, rows of a table, transitions of an
    automaton.
    """
    columns: int = 1_000
    nesting: int = 50
    text: int = 1_000
    number: int = 1_000_000_000_000_000_000
    """The largest absolute value of a number. Engines count in 64 bits."""
    sum: int = 4_000_000_000_000_000_000
    guarded: bool = False
    """Whether a constraint is under a condition and may therefore be unsatisfiable."""


BOUNDS = Bounds()


class Twice(dict[str, Any]):
    """A JSON object with a repeated key, rejected later, once its place is known."""

    key = ""


def load(text: str | bytes, bounds: Bounds) -> Json:
    """Parse JSON text; reject invalid JSON with its place."""
    if len(text) > bounds.bytes:
        raise InvalidPuzzle(f"the document has {len(text):,} bytes", expected=f"{bounds.bytes:,} at most")
    words = decoded(text) if isinstance(text, bytes) else text
    try:
        value: Json = json.loads(words, object_pairs_hook=_object, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InvalidPuzzle("invalid JSON", where=where, expected=_expected(error)) from None
    except RecursionError:
        raise InvalidPuzzle("nested too deeply", expected="a document with variables and constraints") from None
    except ValueError:  # a number of thousands of digits
        raise InvalidPuzzle("a number is too long", expected="small numbers") from None
    return value


def _expected(error: json.JSONDecodeError) -> str:
    if not error.doc.strip():
        return "a document: {...}"
    if error.msg == "Extra data":
        return "the end of the text"
    return error.msg.removeprefix("Expecting ").lower()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        doubled = Twice(value)
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                doubled.key = key
            seen.add(key)
        return doubled
    return value


def _no_number(name: str) -> NoReturn:
    raise InvalidPuzzle(f"{name} is not a number", expected="whole numbers only")


_OTHER_NAMES = ("doubtable",)
"""Former names of fields, accepted but not listed."""


def fields_of(value: Json, allowed: tuple[str, ...], required: tuple[str, ...] = (), what: str = "") -> dict[str, Json]:
    """Return a JSON object after a check that it has the required keys and no unknown ones."""
    if not isinstance(value, dict):
        raise DocumentRefused(
            f"{shown(value)} is not an object", what or f"an object with {', '.join(required or allowed)}"
        )
    if isinstance(value, Twice):
        raise DocumentRefused(f"{shown(value.key)} is repeated in one object", "each key once")
    for key in value:
        if key not in allowed:
            listed = [name for name in allowed if name not in _OTHER_NAMES]
            raise DocumentRefused(f"unknown field {shown(key)}", one_of(listed, key))
    for key in required:
        if key not in value:
            raise DocumentRefused(f"{key!r} is missing", what)
    return value
