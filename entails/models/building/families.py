"""What is said of many variables at once, each with a name of its own: all different, exactly two, connected, ..."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Unpack

from entails.models.building.arrays import Array, Grid
from entails.models.building.names import known_keywords, readable
from entails.models.building.rules import EACH_ONCE, NO_VALUE_TWICE, ONE_EACH, How, Rule, ruled
from entails.models.building.stating import Stating
from entails.models.errors import InvalidStatement
from entails.models.expressions import (
    Claim,
    Condition,
    Expression,
    Op,
    Operand,
    Unknown,
    applied,
    as_condition,
    compared,
    item,
)
from entails.models.expressions.claims import Accepted, Different, Differing, HangingTogether, InTable, Machine, OneLoop
from entails.models.expressions.sums import Sum, alike, coded
from entails.models.sentence import Sentence, Template
from entails.models.statement import Rows

Some = Expression | Iterable["Expression"] | Grid[Expression]


@known_keywords
class Families(Stating):
    """All take a sentence, `because`, and the options of `How`, as `add` does."""

    def all_different(
        self,
        *items: Some,
        apart_from: Iterable[int | str] = (),
        each: str = "",
        because: str = "",
        **how: Unpack[How],
    ) -> Rule:
        """No two have the same value, except for those of `apart_from`.

        Where there are as many variables as values, `each` is the sentence of one value ("row 3 holds one {value}"), so
        that a contradiction can name it. Rows, columns and boxes of a grid have such sentences already.
        """
        over, called = _flat(items), _called(items)
        words = alike(over)
        apart = frozenset(coded(value, words, "all_different") for value in apart_from)
        full = not apart and _as_many_values(over)
        every: Sentence | None = None
        if full and each:
            every = Sentence(Template(_with_value(readable(each, "each"))))
        elif full and called is not None and not because:
            every = ONE_EACH(line=called)
        condition = Different(tuple(over), apart, every)
        sentence = None
        if called is not None and not because:
            sentence = (EACH_ONCE if full else NO_VALUE_TWICE)(line=called)
        return self._family(condition, because, how, sentence, called)

    def exactly(
        self,
        k: int,
        of: Iterable[Claim],
        because: str = "",
        **how: Unpack[How],
    ) -> Rule:
        """Exactly k of these conditions hold."""
        return self._family(_counted(of, "=", k), because, how)

    def at_least(
        self,
        k: int,
        of: Iterable[Claim],
        because: str = "",
        **how: Unpack[How],
    ) -> Rule:
        """At least k of these conditions hold."""
        return self._family(_counted(of, ">=", k), because, how)

    def at_most(
        self,
        k: int,
        of: Iterable[Claim],
        because: str = "",
        **how: Unpack[How],
    ) -> Rule:
        """At most k of these conditions hold."""
        return self._family(_counted(of, "<=", k), because, how)

    def table(
        self,
        over: Iterable[Unknown],
        rows: Iterable[Sequence[int | str]],
        because: str = "",
        *,
        allowed: bool = True,
        **how: Unpack[How],
    ) -> Rule:
        """Together they make one of these rows; with `allowed=False`, none of them. A row has a word for each variable
        that has words for values, and a number for each other one."""
        unknowns = tuple(over)
        listed = [list(row) for row in rows]
        if not unknowns or any(len(row) != len(unknowns) for row in listed):
            raise InvalidStatement("the rows do not fit the variables", expected=f"{len(unknowns)} numbers in each row")
        words = {word: code for one in unknowns for word, code in one.vocabulary.items()}
        columns = [words if one.vocabulary else {} for one in unknowns]
        numbers = [list(map(coded, row, columns, unknowns)) for row in listed]
        condition = InTable(unknowns, Rows(numbers, len(unknowns)), allowed)
        return self._family(condition, because, how)

    def automaton(
        self,
        over: Iterable[Unknown],
        transitions: Iterable[tuple[Hashable, int | str, Hashable]],
        start: Hashable,
        finals: Iterable[Hashable],
        because: str = "",
        **how: Unpack[How],
    ) -> Rule:
        """Their values, read in order, lead from `start` to one of `finals` by steps (state, value, state)."""
        unknowns = tuple(over)
        words = alike(unknowns)
        steps = [(before, coded(value, words, "the automaton"), after) for before, value, after in transitions]
        condition = Accepted(unknowns, Machine.of(steps, start, finals))
        return self._family(condition, because, how)

    def differ(
        self,
        left: Iterable[Unknown],
        right: Iterable[Unknown],
        because: str = "",
        **how: Unpack[How],
    ) -> Rule:
        """The two lists are not equal everywhere: "no two rows are alike"."""
        condition = Differing(tuple(left), tuple(right))
        if len(condition.left) != len(condition.right):
            raise InvalidStatement("lists of different length always differ", expected="as many on both sides")
        for pair in zip(condition.left, condition.right, strict=True):
            alike(pair)
        return self._family(condition, because, how)

    def connected(
        self,
        cells: Iterable[Claim] | Grid[Condition],
        edges: Iterable[tuple[int, int]] | None = None,
        because: str = "",
        *,
        root: int | None = None,
        **how: Unpack[How],
    ) -> Rule:
        """Those that hold hang together by `edges`, pairs of places in the list; a grid of booleans has its own."""
        vertices = tuple(as_condition(cell) for cell in (cells.flat if isinstance(cells, Grid) else cells))
        if edges is None:
            if not isinstance(cells, Grid):
                raise InvalidStatement("a list has no edges of its own", expected="edges: pairs of places in it")
            edges = cells.edges
        pairs = tuple((left, right) for left, right in edges)
        if any(not 0 <= end < len(vertices) for end in (*(end for pair in pairs for end in pair), root or 0)):
            raise InvalidStatement("an edge leads nowhere", expected=f"places from 0 to {len(vertices) - 1}")
        return self._family(HangingTogether(vertices, pairs, root), because, how)

    def loop(
        self,
        lines: Iterable[Claim],
        edges: Iterable[tuple[Hashable, Hashable]],
        because: str = "",
        **how: Unpack[How],
    ) -> Rule:
        """The lines that hold make one closed loop; `edges` tells which two points each line joins."""
        numbers: dict[Hashable, int] = {}
        pairs = [tuple(numbers.setdefault(end, len(numbers)) for end in pair) for pair in edges]
        holding = tuple(as_condition(line) for line in lines)
        if len(pairs) != len(holding) or any(len(pair) != 2 for pair in pairs):
            raise InvalidStatement("each line joins two points", expected="as many edges as lines")
        return self._family(OneLoop(holding, tuple((a, b) for a, b in pairs)), because, how)

    def product(
        self,
        factors: Iterable[Expression],
        value: Operand,
        because: str = "",
        **how: Unpack[How],
    ) -> Rule:
        """All of them multiplied make this."""
        return self._family(applied("*", *factors) == value, because, how)

    def largest(self, *of: Some) -> Expression:
        """The largest of these, as an expression."""
        return applied("max", *_flat(of))

    def smallest(self, *of: Some) -> Expression:
        """The smallest of these, as an expression."""
        return applied("min", *_flat(of))

    def item(self, items: Sequence[Operand], place: Expression) -> Expression:
        """The item at a place that is not known yet, as an expression; places count from 0."""
        return item(items, place)

    def _family(
        self,
        condition: Condition,
        because: str,
        how: How,
        sentence: Sentence | None = None,
        called: Sentence | None = None,
    ) -> Rule:
        if next(condition.unknowns(), None) is None:
            raise InvalidStatement("a rule over nothing says nothing", where=because, expected="one variable at least")
        arguments = None if called is None else [called.say()]
        return self.state(ruled(condition, because, how, sentence, arguments))


def _flat(items: Iterable[Some]) -> list[Expression]:
    found: list[Expression] = []
    for one in items:
        if isinstance(one, Expression):
            found.append(one)
        else:
            found.extend(one.flat if isinstance(one, Grid) else one)
    return found


def _called(items: Sequence[Some]) -> Sentence | None:
    """What people call the one row that is spoken of."""
    return items[0].called if len(items) == 1 and isinstance(items[0], Array) else None


def _as_many_values(over: Sequence[Expression]) -> bool:
    domains = {tuple(one.values) for one in over if isinstance(one, Unknown)}
    unknown = all(isinstance(one, Unknown) for one in over)
    return unknown and len(domains) == 1 and len(next(iter(domains))) == len(over)


def _with_value(each: str) -> str:
    """The user's words with one hole, {value}; any other brace is a brace."""
    return each.replace("{", "{{").replace("}", "}}").replace("{{value}}", "{value}")


def _counted(claims: Iterable[Claim], op: Op, k: int) -> Condition:
    return compared(Sum(tuple((1, as_condition(claim)) for claim in claims), 0), op, k)
