"""Expressions and conditions over unknowns: `2 * x + y <= 7`, `(x == 3) | ~b`.

`lowering` turns them into constraints.

An `Expression` is an integer; a `Condition` is true or false and counts as 1 or 0 in sums. Neither has a value
before there is a solution, so `if x == 3:` raises an error; `answer[x == 3]` evaluates it afterwards.

This module has the unknowns, logic, sums and comparisons. `operators` adds functions and the normal form of
comparisons, `text` the wording.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from operator import index
from typing import Any, Literal, NoReturn, SupportsIndex, TypeAlias, Union, cast

from entails.locale.message import Language
from entails.models.errors import InvalidStatement
from entails.models.expressions.connectives import Joint, holds

Op: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]
Operand: TypeAlias = Union["Expression", SupportsIndex]
Claim: TypeAlias = Union["Condition", bool]
Reading: TypeAlias = "Callable[[Unknown], int]"
"""A function that returns the value of an unknown in a solution."""
_MOST_SHOWN = 12


class LoweringHooks:
    """Functions of higher modules that the methods of expressions call, set when those modules load.

    Each module sets its own when it is imported; the package imports all of them.

    Attributes:
        apply: Build a function, by its name, of some operands.
        settle: Return whether a comparison is always or never true.
        text: Return an expression as text.
    """

    apply: "Callable[..., Expression]"
    settle: "Callable[[Comparison], bool | None]"
    text: "Callable[[Expression, Language], str]"


class Expression:
    """An integer that depends on unknowns."""

    __slots__ = ()

    @property
    def bounds(self) -> tuple[int, int]:
        """Return a lower and an upper bound of the expression."""
        raise NotImplementedError

    @property
    def parts(self) -> Sequence["Expression"]:
        """Return the direct subexpressions of the expression."""
        return ()

    @property
    def vocabulary(self) -> Mapping[str, int]:
        """Return the words that the expression can equal, with their codes; empty for numbers."""
        return {}

    @property
    def key(self) -> Hashable:
        """Return a key that is equal for expressions of equal structure."""
        raise NotImplementedError

    def value(self, reading: Reading) -> int:
        """Return the value of the expression in a solution."""
        raise NotImplementedError

    def unknowns(self) -> Iterator["Unknown"]:
        """Iterate over the unknowns of the expression, in the order of first appearance."""
        seen: dict[Unknown, None] = {}
        waiting: list[Expression] = [self]
        while waiting:
            expression = waiting.pop()
            if isinstance(expression, Unknown):
                seen[expression] = None
            else:
                waiting += expression.parts[::-1]
        return iter(seen)

    def say(self, language: Language = "en") -> str:
        """Return the expression as text."""
        return LoweringHooks.text(self, language)

    def __str__(self) -> str:
        return self.say()

    def __repr__(self) -> str:
        return self.say()

    __hash__ = object.__hash__

    def __bool__(self) -> NoReturn:
        raise InvalidStatement(
            f"{self} has no truth value without a solution",
            expected="conditions joined by & | ~ and .implies() instead of and, or, not and if",
        )

    def __add__(self, other: Operand) -> "Expression":
        return SumExpression.of((1, self), (1, other))

    def __radd__(self, other: SupportsIndex) -> "Expression":
        return SumExpression.of((1, other), (1, self))

    def __sub__(self, other: Operand) -> "Expression":
        return SumExpression.of((1, self), (-1, other))

    def __rsub__(self, other: SupportsIndex) -> "Expression":
        return SumExpression.of((1, other), (-1, self))

    def __neg__(self) -> "Expression":
        return SumExpression.of((-1, self))

    def __pos__(self) -> "Expression":
        return self

    def __mul__(self, other: Operand) -> "Expression":
        if isinstance(other, Expression):
            return LoweringHooks.apply("*", self, other)
        return SumExpression.of((whole(other), self))

    def __rmul__(self, other: SupportsIndex) -> "Expression":
        return SumExpression.of((whole(other), self))

    def __floordiv__(self, other: Operand) -> "Expression":
        return LoweringHooks.apply("//", self, other)

    def __mod__(self, other: Operand) -> "Expression":
        return LoweringHooks.apply("%", self, other)

    def __pow__(self, other: SupportsIndex) -> "Expression":
        exponent = whole(other)
        if exponent < 0:
            raise InvalidStatement(f"{self} ** {exponent} is not an integer", expected="an exponent of 0 or more")
        if exponent == 0:
            return SumExpression((), 1)
        return LoweringHooks.apply("*", *(self,) * exponent) if exponent > 1 else self

    def __abs__(self) -> "Expression":
        return LoweringHooks.apply("abs", self)

    def __eq__(self, other: object) -> "Condition":  # type: ignore[override]
        return compared(self, "=", other)

    def __ne__(self, other: object) -> "Condition":  # type: ignore[override]
        return compared(self, "!=", other)

    def __lt__(self, other: Operand) -> "Condition":
        return compared(self, "<", other)

    def __le__(self, other: Operand) -> "Condition":
        return compared(self, "<=", other)

    def __gt__(self, other: Operand) -> "Condition":
        return compared(self, ">", other)

    def __ge__(self, other: Operand) -> "Condition":
        return compared(self, ">=", other)

    def among(self, *values: "int | str | Sequence[int | str]") -> "Condition":
        """Return the condition that the expression has one of these values: `x.among(1, 3, 5)`,
        `colour.among("red")`.
        """
        flat = [item for value in values for item in ([value] if isinstance(value, int | str) else value)]
        return join("or", *(self == value for value in flat))


class Condition(Expression):
    """An expression that is true or false."""

    __slots__ = ()

    @property
    def bounds(self) -> tuple[int, int]:
        return {True: (1, 1), False: (0, 0), None: (0, 1)}[self.known]

    @property
    def known(self) -> bool | None:
        """Return True for a condition that is always true, False for one that is never true, else None."""
        return None

    def opposite(self) -> "Condition":
        """Return the negation of the condition."""
        return Joined("not", (self,))

    def __invert__(self) -> "Condition":
        return self.opposite()

    def __and__(self, other: Claim) -> "Condition":
        return join("and", self, other)

    def __rand__(self, other: bool) -> "Condition":
        return join("and", other, self)

    def __or__(self, other: Claim) -> "Condition":
        return join("or", self, other)

    def __ror__(self, other: bool) -> "Condition":
        return join("or", other, self)

    def __xor__(self, other: Claim) -> "Condition":
        return join("xor", self, other)

    def __rxor__(self, other: bool) -> "Condition":
        return join("xor", other, self)

    def implies(self, consequence: Claim) -> "Condition":
        """Return the condition that `consequence` is true whenever this one is."""
        return join("implies", self, consequence)

    def iff(self, condition: Claim) -> "Condition":
        """Return the condition that both conditions are true or both are false; same as `==`."""
        return join("iff", self, condition)


def countable(expression: Expression) -> Expression:
    """Return the expression if it is numeric; reject words, which cannot be added."""
    if words := expression.vocabulary:
        raise InvalidStatement(
            f"{expression} has words as values ({few(words)})",
            expected="numbers; words can only be compared for equality",
        )
    return expression


def few(words: Iterable[str]) -> str:
    """Join words with commas; a long list is shortened."""
    listing = list(words)
    return ", ".join(listing[:_MOST_SHOWN]) + (", ..." if len(listing) > _MOST_SHOWN else "")


def whole(number: Any) -> int:
    """Convert an integer, also one of NumPy, to int; reject any other value."""
    try:
        return index(number)
    except TypeError:
        raise InvalidStatement(f"{number!r} is not an integer", expected="integers only") from None


class Unknown(Expression):
    """A variable of a problem: its number, name and values, and words for them if it has any."""

    __slots__ = ("_ends", "_listed", "labels", "name", "number", "owner", "values")

    def __init__(
        self, owner: object, number: int, name: str, values: range | tuple[int, ...], labels: tuple[str, ...] = ()
    ) -> None:
        self.owner, self.number, self.name, self.values, self.labels = owner, number, name, values, labels
        self._listed: dict[int, int] | None = None
        self._ends: tuple[int, int] | None = None

    @property
    def bounds(self) -> tuple[int, int]:
        if self._ends is None:
            whole = isinstance(self.values, range)
            self._ends = (self.values[0], self.values[-1]) if whole else (min(self.values), max(self.values))
        return self._ends

    def has(self, value: int) -> bool:
        """Return whether the unknown can have this value, in constant time."""
        return value in self.values if isinstance(self.values, range) else value in self._places()

    def _places(self) -> dict[int, int]:
        if self._listed is None:
            self._listed = {value: place for place, value in enumerate(self.values)}
        return self._listed

    def place(self, value: int) -> int:
        """Return the index of a value in the domain."""
        return self.values.index(value) if isinstance(self.values, range) else self._places()[value]

    @property
    def key(self) -> Hashable:
        return self.number

    def value(self, reading: Reading) -> int:
        return reading(self)

    def word(self, value: int) -> str:
        """Return a value as text."""
        return self.labels[self.place(value)] if self.labels and self.has(value) else str(value)


class Int(Unknown):
    """A variable with integer values."""

    __slots__ = ()


class WordVariable(Int):
    """A variable whose values are words. Its `values` are codes; equal words have equal codes."""

    __slots__ = ("_vocabulary",)

    @property
    def vocabulary(self) -> Mapping[str, int]:
        if not hasattr(self, "_vocabulary"):
            self._vocabulary = dict(zip(self.labels, self.values, strict=True))
        return self._vocabulary


class Bool(Unknown, Condition):
    """A boolean variable."""

    __slots__ = ("_negation",)
    _negation: Condition

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, 1

    def opposite(self) -> Condition:
        """Return the negation of the variable, always the same object."""
        try:
            return self._negation
        except AttributeError:
            self._negation = Joined("not", (self,))
            return self._negation

    __invert__ = opposite


class FactExpression(Condition):
    """The condition that an unknown has this value."""

    __slots__ = ("of", "to")

    def __init__(self, of: Int, to: int) -> None:
        self.of, self.to = of, to

    @property
    def parts(self) -> tuple[Expression, ...]:
        return (self.of,)

    @property
    def key(self) -> Hashable:
        return ("fact", self.of.number, self.to)

    @property
    def known(self) -> bool | None:
        if not self.of.has(self.to):
            return False
        return True if len(self.of.values) == 1 else None

    def value(self, reading: Reading) -> int:
        return int(reading(self.of) == self.to)


class Truth(Condition):
    """The constant condition: always true or always false."""

    __slots__ = ("holds",)

    def __init__(self, holds: bool) -> None:
        self.holds = holds

    @property
    def key(self) -> Hashable:
        return ("truth", self.holds)

    @property
    def known(self) -> bool:
        return self.holds

    def opposite(self) -> Condition:
        return Truth(not self.holds)

    def value(self, reading: Reading) -> int:
        del reading
        return int(self.holds)


def _variable_of(part: Condition) -> Bool | None:
    """Return the variable of a boolean or its negation, by far the most frequent parts; None for other parts."""
    if type(part) is Joined and part.joint == "not":
        part = part.joins[0]
    return part if type(part) is Bool else None


class Joined(Condition):
    """Conditions joined by and, or, not, implies, iff, xor."""

    __slots__ = ("joins", "joint")

    def __init__(self, joint: Joint, joins: tuple[Condition, ...]) -> None:
        self.joint, self.joins = joint, joins

    @property
    def parts(self) -> tuple[Condition, ...]:
        return self.joins

    @property
    def key(self) -> Hashable:
        return (self.joint, *(part.key for part in self.joins))

    def unknowns(self) -> Iterator[Unknown]:
        seen = dict.fromkeys(map(_variable_of, self.joins))
        return super().unknowns() if None in seen else cast(Iterator[Unknown], iter(seen))

    @property
    def known(self) -> bool | None:
        if self.joint in ("and", "or"):
            decisive, is_open = self.joint == "or", False
            for part in self.joins:
                if _variable_of(part) is not None:
                    is_open = True
                    continue
                known = part.known
                if known is decisive:
                    return decisive
                is_open = is_open or known is None
            return None if is_open else not decisive
        if self.joint == "not":
            denied = self.joins[0].known
            return None if denied is None else not denied
        known_parts = [part.known for part in self.joins]
        if self.joint == "implies" and (known_parts[0] is False or known_parts[1] is True):
            return True
        return None if None in known_parts else bool(holds(self.joint, [bool(truth) for truth in known_parts]))

    def opposite(self) -> Condition:
        if self.joint == "not":
            return self.joins[0]
        return super().opposite()

    def value(self, reading: Reading) -> int:
        """Evaluate the connective; a decisive part ends the evaluation ("the index is valid and items[i] is 5")."""
        if self.joint in ("and", "or"):
            decisive = self.joint == "or"
            return int(any(bool(part.value(reading)) == decisive for part in self.joins) == decisive)
        return int(holds(self.joint, [bool(part.value(reading)) for part in self.joins]))


def join(joint: Joint, *claims: Claim) -> Condition:
    """Join conditions by a connective; nested "and" in "and", and "or" in "or", are flattened."""
    parts: list[Condition] = []
    flattens = joint in ("and", "or")
    for claim in claims:
        condition = claim if isinstance(claim, Condition) else as_condition(claim)
        if flattens and isinstance(condition, Joined) and condition.joint == joint:
            parts += condition.joins
        else:
            parts.append(condition)
    return parts[0] if flattens and len(parts) == 1 else Joined(joint, tuple(parts))


def as_condition(claim: Claim) -> Condition:
    if isinstance(claim, Condition):
        return claim
    if isinstance(claim, bool):
        return Truth(claim)
    raise InvalidStatement(f"{claim} is not a condition", expected="a condition such as x > 3")


HOLDS: dict[Op, Callable[[int, int], bool]] = {
    "=": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
OPPOSITE: dict[Op, Op] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class SumExpression(Expression):
    """A sum of expressions with coefficients and a constant."""

    __slots__ = ("constant", "terms")

    def __init__(self, terms: tuple[tuple[int, Expression], ...], constant: int) -> None:
        self.terms, self.constant = terms, constant

    @classmethod
    def of(cls, *scaled: tuple[int, Operand]) -> "SumExpression":
        """Return the sum of scaled expressions; nested sums are flattened."""
        terms: list[tuple[int, Expression]] = []
        constant = 0
        for by, part in scaled:
            if isinstance(part, SumExpression):
                terms += part.terms if by == 1 else [(by * factor, term) for factor, term in part.terms]
                constant += by * part.constant
            elif isinstance(part, Expression):
                terms.append((by, countable(part)))
            else:
                constant += by * whole(part)
        return cls(tuple(terms), constant)

    @property
    def parts(self) -> tuple[Expression, ...]:
        return tuple([part for _, part in self.terms])

    @property
    def key(self) -> Hashable:
        return ("+", self.constant, *((factor, part.key) for factor, part in self.terms))

    @property
    def bounds(self) -> tuple[int, int]:
        low = high = self.constant
        for factor, part in self.terms:
            ends = [factor * end for end in part.bounds]
            low, high = low + min(ends), high + max(ends)
        return low, high

    def value(self, reading: Reading) -> int:
        return self.constant + sum(factor * part.value(reading) for factor, part in self.terms)


class Comparison(Condition):
    """A comparison of two expressions."""

    __slots__ = ("left", "op", "right")

    def __init__(self, left: Expression, op: Op, right: Expression) -> None:
        self.left, self.op, self.right = left, op, right

    @property
    def parts(self) -> tuple[Expression, ...]:
        return (self.left, self.right)

    @property
    def key(self) -> Hashable:
        return (self.op, self.left.key, self.right.key)

    @property
    def known(self) -> bool | None:
        if (words := self.left.vocabulary) and (others := self.right.vocabulary) and words.keys().isdisjoint(others):
            return self.op == "!="
        return LoweringHooks.settle(self)

    def opposite(self) -> Condition:
        return Comparison(self.left, OPPOSITE[self.op], self.right)

    def value(self, reading: Reading) -> int:
        return int(HOLDS[self.op](self.left.value(reading), self.right.value(reading)))


def as_expression(operand: Operand) -> Expression:
    return operand if isinstance(operand, Expression) else SumExpression((), whole(operand))


def alike(items: Sequence[Expression]) -> Mapping[str, int]:
    """Return the common words of these items, with their codes; empty for numbers.

    Words mixed with numbers are rejected.
    """
    words: dict[str, int] = {}
    for item in items:
        words.update(item.vocabulary)
    if words and (number := next((item for item in items if not item.vocabulary), None)) is not None:
        worded = next(item for item in items if item.vocabulary)
        raise InvalidStatement(
            f"{worded} has words as values and {number} is a number", expected="words only, or numbers only"
        )
    return words


def compared(left: Expression, op: Op, right: object) -> Condition:
    """Return `left op right`: a fact for an unknown and a value, logic for two conditions, else a comparison."""
    if isinstance(right, float):
        raise InvalidStatement(f"{right} is not an integer", expected="integers only")
    if not isinstance(right, Expression | SupportsIndex | str):
        return NotImplemented  # type: ignore[no-any-return]
    equality = op in ("=", "!=")
    if left.vocabulary and not equality and (isinstance(right, str) or alike((left, as_expression(right)))):
        raise InvalidStatement(f"{left} has words as values, which have no order", expected="== or !=")
    if not isinstance(right, Expression):
        number = coded(right, left.vocabulary, left)
        fact: Condition | None = None
        if isinstance(left, Int) and equality:
            fact = FactExpression(left, number)
        elif isinstance(left, Condition) and equality:
            fact = (left.opposite(), left)[number] if number in (0, 1) else Truth(False)
        if fact is not None:
            return fact if op == "=" else fact.opposite()
        return Comparison(left, op, SumExpression((), number))
    alike((left, right))
    if equality and isinstance(left, Condition) and isinstance(right, Condition):
        return join("iff" if op == "=" else "xor", left, right)
    return Comparison(left, op, right)


def coded(value: object, words: Mapping[str, int], of: object) -> int:
    """Return a value of the expression `of` as a number: the code of a word, or the integer itself."""
    if isinstance(value, str):
        if value not in words:
            expected = f"one of {few(words)}" if words else "an integer"
            raise InvalidStatement(f"{of} has no value {value!r}", expected=expected)
        return words[value]
    if words:
        raise InvalidStatement(f"{of} has words as values, not the number {value!r}", expected=f"one of {few(words)}")
    return whole(value)
