"""Global constraints of a problem under construction: all different, counts, tables, automata, graphs."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Unpack

from entails.locale.message import Message, Sentence
from entails.models.constraints import TupleRows
from entails.models.errors import InvalidStatement
from entails.models.expressions.core import (
    Claim,
    Condition,
    Expression,
    Op,
    Operand,
    SumExpression,
    Unknown,
    alike,
    as_condition,
    coded,
    compared,
)
from entails.models.expressions.global_constraints import (
    Accepted,
    ConnectedCells,
    Different,
    Differing,
    InTable,
    Machine,
    SingleLoop,
)
from entails.models.expressions.operators import applied, item
from entails.models.problem.arrays import Array, VariableGrid, known_keywords, readable
from entails.models.problem.declarations import StatedRules
from entails.models.problem.rules import (
    EACH_ONCE,
    NO_VALUE_TWICE,
    ONE_EACH,
    ProblemRule,
    RuleOptions,
    ruled,
)

Some = Expression | Iterable["Expression"] | VariableGrid[Expression]


@known_keywords
class GlobalConstraints(StatedRules):
    """Global constraints. All take a sentence, `because`, and the options of `RuleOptions`, as `add` does."""

    def all_different(
        self,
        *items: Some,
        apart_from: Iterable[int | str] = (),
        each: str = "",
        because: str = "",
        **how: Unpack[RuleOptions],
    ) -> ProblemRule:
        """State that no two items are equal; values of `apart_from` may repeat.

        If there are as many variables as values, `each` is the sentence of one value ("row 3 has one {value}"), so that
        a conflict can name it. Rows, columns and boxes of a grid have such sentences by default.
        """
        over, called = flat(items), _called(items)
        words = alike(over)
        apart = frozenset(coded(value, words, "all_different") for value in apart_from)
        full = not apart and _as_many_values(over)
        every: Sentence | None = None
        if full and each:
            every = Sentence(Message(_with_value(readable(each, "each"))))
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
        **how: Unpack[RuleOptions],
    ) -> ProblemRule:
        """State that exactly k of these conditions are true."""
        return self._family(_counted(of, "=", k), because, how)

    def at_least(
        self,
        k: int,
        of: Iterable[Claim],
        because: str = "",
        **how: Unpack[RuleOptions],
    ) -> ProblemRule:
        """State that at least k of these conditions are true."""
        return self._family(_counted(of, ">=", k), because, how)

    def at_most(
        self,
        k: int,
        of: Iterable[Claim],
        because: str = "",
        **how: Unpack[RuleOptions],
    ) -> ProblemRule:
        """State that at most k of these conditions are true."""
        return self._family(_counted(of, "<=", k), because, how)

    def table(
        self,
        over: Iterable[Unknown],
        rows: Iterable[Sequence[int | str]],
        because: str = "",
        *,
        allowed: bool = True,
        **how: Unpack[RuleOptions],
    ) -> ProblemRule:
        """State that the values are one of these rows; with `allowed=False`, none of them.

        A row has a word for each variable whose values are words, and a number for each other one.
        """
        unknowns = tuple(over)
        listed = [list(row) for row in rows]
        if not unknowns or any(len(row) != len(unknowns) for row in listed):
            raise InvalidStatement("rows of the wrong length", expected=f"{len(unknowns)} values in each row")
        words = {word: code for unknown in unknowns for word, code in unknown.vocabulary.items()}
        columns = [words if unknown.vocabulary else {} for unknown in unknowns]
        numbers = [list(map(coded, row, columns, unknowns)) for row in listed]
        condition = InTable(unknowns, TupleRows(numbers, len(unknowns)), allowed)
        return self._family(condition, because, how)

    def automaton(
        self,
        over: Iterable[Unknown],
        transitions: Iterable[tuple[Hashable, int | str, Hashable]],
        start: Hashable,
        finals: Iterable[Hashable],
        because: str = "",
        **how: Unpack[RuleOptions],
    ) -> ProblemRule:
        """State that the values lead from `start` to one of `finals` by transitions (state, value, state)."""
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
        **how: Unpack[RuleOptions],
    ) -> ProblemRule:
        """State that two lists differ in at least one position, as in "no two rows are equal"."""
        condition = Differing(tuple(left), tuple(right))
        if len(condition.left) != len(condition.right):
            raise InvalidStatement("lists of different lengths always differ", expected="lists of equal length")
        for pair in zip(condition.left, condition.right, strict=True):
            alike(pair)
        return self._family(condition, because, how)

    def connected(
        self,
        cells: Iterable[Claim] | VariableGrid[Condition],
        edges: Iterable[tuple[int, int]] | None = None,
        because: str = "",
        *,
        root: int | None = None,
        **how: Unpack[RuleOptions],
    ) -> ProblemRule:
        """State that the true cells are connected by `edges`, pairs of indices; a boolean grid has its own."""
        vertices = tuple(as_condition(cell) for cell in (cells.flat if isinstance(cells, VariableGrid) else cells))
        if edges is None:
            if not isinstance(cells, VariableGrid):
                raise InvalidStatement("a list has no edges", expected="edges: pairs of indices")
            edges = cells.edges
        pairs = tuple((left, right) for left, right in edges)
        if any(not 0 <= end < len(vertices) for end in (*(end for pair in pairs for end in pair), root or 0)):
            raise InvalidStatement("an edge has an invalid end", expected=f"indices from 0 to {len(vertices) - 1}")
        return self._family(ConnectedCells(vertices, pairs, root), because, how)

    def loop(
        self,
        lines: Iterable[Claim],
        edges: Iterable[tuple[Hashable, Hashable]],
        because: str = "",
        **how: Unpack[RuleOptions],
    ) -> ProblemRule:
        """State that the true lines form one closed loop; `edges` has the two end points of each line."""
        numbers: dict[Hashable, int] = {}
        pairs = [tuple(numbers.setdefault(end, len(numbers)) for end in pair) for pair in edges]
        holding = tuple(as_condition(line) for line in lines)
        if len(pairs) != len(holding) or any(len(pair) != 2 for pair in pairs):
            raise InvalidStatement("edges do not fit the lines", expected="two points for each line")
        return self._family(SingleLoop(holding, tuple((a, b) for a, b in pairs)), because, how)

    def product(
        self,
        factors: Iterable[Expression],
        value: Operand,
        because: str = "",
        **how: Unpack[RuleOptions],
    ) -> ProblemRule:
        """State that the product of the factors is this value."""
        return self._family(applied("*", *factors) == value, because, how)

    def largest(self, *of: Some) -> Expression:
        """Return the maximum of these as an expression."""
        return applied("max", *flat(of))

    def smallest(self, *of: Some) -> Expression:
        """Return the minimum of these as an expression."""
        return applied("min", *flat(of))

    def item(self, items: Sequence[Operand], place: Expression) -> Expression:
        """Return the item at an index that is an expression, from 0."""
        return item(items, place)

    def _family(
        self,
        condition: Condition,
        because: str,
        how: RuleOptions,
        sentence: Sentence | None = None,
        called: Sentence | None = None,
    ) -> ProblemRule:
        if next(condition.unknowns(), None) is None:
            raise InvalidStatement("a rule without variables", where=because, expected="at least one variable")
        arguments = None if called is None else [called.say()]
        return self.state(ruled(condition, because, how, sentence, arguments))


def flat(items: Iterable[Some]) -> list[Expression]:
    """Return the expressions of lists and grids, in order."""
    flat: list[Expression] = []
    for part in items:
        if isinstance(part, Expression):
            flat.append(part)
        else:
            flat.extend(part.flat if isinstance(part, VariableGrid) else part)
    return flat


def _called(items: Sequence[Some]) -> Sentence | None:
    """Return the name of the row, column or box that the items form, or None."""
    return items[0].called if len(items) == 1 and isinstance(items[0], Array) else None


def _as_many_values(over: Sequence[Expression]) -> bool:
    unknown = all(isinstance(expression, Unknown) and len(expression.values) == len(over) for expression in over)
    if not unknown:
        return False
    domains = {tuple(expression.values) for expression in over if isinstance(expression, Unknown)}
    return len(domains) == 1 and len(next(iter(domains))) == len(over)


def _with_value(each: str) -> str:
    """Return the user's text as a template with one placeholder, {value}; other braces are kept."""
    return each.replace("{", "{{").replace("}", "}}").replace("{{value}}", "{value}")


def _counted(claims: Iterable[Claim], op: Op, k: int) -> Condition:
    return compared(SumExpression(tuple((1, as_condition(claim)) for claim in claims), 0), op, k)
