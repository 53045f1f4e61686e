"""Named variables, rules and global constraints of a problem under construction.

The global constraints: all different, counts, tables, automata, graphs.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import SupportsIndex, TypeVar, Unpack

from entails.locale.message import Message, Sentence
from entails.models.constraints import TupleRows
from entails.models.errors import InvalidStatement, TooLarge, quantity
from entails.models.expressions.core import (
    Bool,
    Claim,
    Condition,
    Expression,
    Int,
    Joined,
    Op,
    Operand,
    SumExpression,
    Unknown,
    WordVariable,
    alike,
    as_condition,
    coded,
    compared,
    few,
    join,
    whole,
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
from entails.models.expressions.linearize import MOST_NUMBER
from entails.models.expressions.operators import applied, item
from entails.models.expressions.text import MOST_JOINED, ONE_WORD
from entails.models.problem.arrays import Array, VariableGrid, known_keywords, listed, readable, refused
from entails.models.problem.model import GridShape
from entails.models.problem.rules import (
    EACH_ONCE,
    GIVEN,
    GIVEN_FALSE,
    GIVEN_TRUE,
    NO_VALUE_TWICE,
    ONE_EACH,
    GeneratedSentence,
    GeneratedSentences,
    ProblemRule,
    RuleOptions,
    ruled,
    sentence_of,
)
from entails.models.statement import WIDE, Codes, Statement, Variable, boolean, run

U = TypeVar("U", bound=Unknown)
Claims = Claim | Iterable["Claims"]
"""Conditions, or lists of them."""
Values = int | Iterable[int]
MOST_FACTS = 5_000_000


@known_keywords
class Declarations:
    """Named variables, in the order of their declaration."""

    def __init__(self, name: str = "") -> None:
        self.name = readable(name, "the name of the problem") if name.strip() else ""
        self._variables: list[Variable] = []
        self._unknowns: dict[str, Unknown] = {}
        self._facts = 0
        self._codes = Codes()
        self._boards: list[GridShape] = []
        self._statement: Statement | None = None
        self._positive: list[int] = []
        self._negative: list[int] = []
        """The literals of each variable as if all were booleans; clauses share these number objects."""
        self._one_word = True
        """Whether the names of all booleans are single words, so that the literals of a clause determine its text."""

    def integer(self, name: str, low: Values, high: int | None = None) -> Int:
        """Declare an integer from `low` to `high`, or with the values of a list."""
        return self._declared(Int, name, _domain(name, low, high))

    def ints(self, names: str | Iterable[str], low: Values, high: int | None = None) -> Array[Int]:
        """Declare several integers: `p.ints("x y z", 0, 9)`, `p.ints("q1..q8", 1, 8)`."""
        domain = _domain(str(names), low, high)
        return Array(self._declared(Int, name, domain) for name in listed(names))

    def boolean(self, name: str) -> Bool:
        """Declare a boolean."""
        return self._declared(Bool, name, range(2))

    def bools(self, names: str | Iterable[str]) -> Array[Bool]:
        return Array(self._declared(Bool, name, range(2)) for name in listed(names))

    def choice(self, name: str, words: str | Sequence[str]) -> WordVariable:
        """Declare a variable whose values are words: `p.choice("sky", "blue grey")`, `sky == "blue"`.

        Words can only be compared for equality; they have no order and cannot be added.
        """
        listing = tuple(words.split() if isinstance(words, str) else words)
        if len(set(listing)) < len(listing) or any(not word or "=" in word for word in listing):
            raise InvalidStatement(
                f"{name} has words that are empty, repeated or contain =", expected="different words"
            )
        words_shown = [readable(word, f"the words of {name}") for word in listing]
        return self._declared(WordVariable, name, *self._codes.domain(words_shown))

    def choices(self, names: str | Iterable[str], words: str | Sequence[str]) -> Array[WordVariable]:
        return Array(self.choice(name, words) for name in listed(names))

    def grid(self, name: str, rows: int, columns: int, low: Values, high: int | None = None) -> VariableGrid[Int]:
        """Declare a grid of integers; `name` is the pattern of cell names, such as "r{row}c{column}", from 1."""
        domain = _domain(name, low, high)
        return VariableGrid(self._board(Int, GridShape(name, rows, columns), domain))

    def bool_grid(self, name: str, rows: int, columns: int) -> VariableGrid[Bool]:
        """Declare a grid of booleans."""
        return VariableGrid(self._board(Bool, GridShape(name, rows, columns), range(2)))

    def _board(self, kind: type[U], board: GridShape, domain: range | tuple[int, ...]) -> list[list[U]]:
        if board.rows < 1 or board.columns < 1:
            raise InvalidStatement(f"a grid of {board.rows}x{board.columns} cells is empty", where=board.name)
        cells = [[self._declared(kind, name, domain) for name in row] for row in board.names]
        self._boards.append(board)
        return cells

    def _declared(self, kind: type[U], name: str, values: range | tuple[int, ...], labels: tuple[str, ...] = ()) -> U:
        if problem := refused(name):
            raise InvalidStatement(problem)
        if name in self._unknowns:
            raise InvalidStatement(f"duplicate variable {name!r}", expected="a new name")
        if not values:
            raise InvalidStatement(f"{name} has no values", expected="at least one value")
        self._facts += 1 if issubclass(kind, Bool) or _is_wide(values) else len(values)
        if self._facts > MOST_FACTS:
            raise TooLarge(f"with {name} there are {self._facts:,} facts", expected=f"{MOST_FACTS:,} at most")
        number = len(self._variables)
        unknown = kind(self, number, name, values, labels)
        self._positive.append(number + 1)
        self._negative.append(-number - 1)
        if issubclass(kind, Bool):
            self._one_word = self._one_word and ONE_WORD.fullmatch(name) is not None
            self._variables.append(boolean(name))
        else:
            says = "{name}={label}" if labels else "{name}={value}"
            self._variables.append(Variable(name, values, says=says, labels=labels, words=bool(labels)))
        self._unknowns[name] = unknown
        self._statement = None
        return unknown

    @property
    def unknowns(self) -> Mapping[str, Unknown]:
        """Return the variables by name, in the order of their declaration."""
        return dict(self._unknowns)


def _is_wide(values: range | tuple[int, ...]) -> bool:
    return isinstance(values, range) and len(values) > WIDE


def _domain(name: str, low: Values, high: int | None) -> range | tuple[int, ...]:
    if type(low) is int or isinstance(low, SupportsIndex):  # the first test is 50 times as fast
        low = whole(low)
        if high is None:
            raise InvalidStatement(f"{name} has a lowest but no highest value", expected="two numbers, or a list")
        high = whole(high)
        if high < low:
            raise InvalidStatement(f"{name} has no values between {low} and {high}", expected="the lower number first")
        return range(_value(name, low), _value(name, high) + 1)
    if high is not None:
        raise InvalidStatement(f"{name} has a list of values and a highest value", expected="two numbers, or a list")
    return run(_value(name, whole(value)) for value in low)


def _value(name: str, value: int) -> int:
    if abs(value) > MOST_NUMBER:
        raise TooLarge(f"{name} has the value {value:,}", expected=f"numbers from -{MOST_NUMBER:,} to {MOST_NUMBER:,}")
    return value


_EMPTY = ("", "0", ".", "_", "*", " ", "?")


@known_keywords
class StatedRules(Declarations):
    """Rules in order, each with a sentence: the user's, or one generated from the condition."""

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self._rules: list[ProblemRule] = []
        self._words = GeneratedSentences()
        self._are_unknown = True
        """Whether `_words` does not know the sentences of clauses that are worded when they are read."""

    @property
    def rules(self) -> tuple[ProblemRule, ...]:
        """Return the rules stated so far."""
        return tuple(self._rules)

    def add(self, *conditions: Claims | str, because: str = "", **how: Unpack[RuleOptions]) -> ProblemRule:
        """Add a rule: all of these conditions are true, as in `p.add(x > y, "x is larger")`.

        A list of conditions stands for all of them. A text is the sentence; in it, {0} is the name of the first
        variable.
        """
        if len(conditions) == 1 and not because and not how and isinstance(only := conditions[0], Condition):
            if clause := self._clause(only):
                rule = ProblemRule(only, None, own_words=False, clause=clause)
                self._rules.append(rule)
                self._statement = None
                return rule
            return self.state(ProblemRule(only, GeneratedSentence(only), own_words=False))
        return self.state(self.meant(*conditions, because=because, **how))

    def soft(self, *conditions: Claims | str, because: str = "", weight: int | None = None) -> ProblemRule:
        """Add a soft rule: a conflict may name it and a repair may remove it, at the cost of its weight."""
        return self.add(*conditions, because=because, soft=True, weight=weight)

    def hard(self, *conditions: Claims | str, because: str = "") -> ProblemRule:
        """Add a hard rule: no repair removes it."""
        return self.add(*conditions, because=because, soft=False)

    def meant(self, *conditions: Claims | str, because: str = "", **how: Unpack[RuleOptions]) -> ProblemRule:
        """Build the rule that `add` would add, without adding it."""
        texts = [argument for argument in (*conditions, because) if isinstance(argument, str) and argument]
        claims = [
            as_condition(claim)
            for argument in conditions
            if not isinstance(argument, str)
            for claim in ([argument] if isinstance(argument, Condition | bool) else _listed(argument))
        ]
        if not claims or len(texts) > 1:
            raise InvalidStatement("a rule without a condition" if not claims else "two sentences for one rule")
        return ruled(join("and", *claims), "".join(texts), how)

    def given(
        self,
        unknown: Unknown,
        value: int | str | bool = True,
        *,
        soft: bool = True,
        because: str = "",
        weight: int | None = None,
        doubtable: bool | None = None,
    ) -> ProblemRule:
        """State a value that is known from the start. It is soft by default (`doubtable` is another name of `soft`)."""
        condition = unknown == value
        if because:
            sentence = sentence_of(condition, because)
        elif isinstance(unknown, Bool):
            sentence = (GIVEN_TRUE if value else GIVEN_FALSE)(name=unknown.name)
        else:
            sentence = GIVEN(name=unknown.name, value=value)
        fact = unknown.name if isinstance(unknown, Bool) else f"{unknown.name}={value}"
        denied = "!" if isinstance(unknown, Bool) and not value else ""
        is_soft = soft if doubtable is None else doubtable
        return self.state(ProblemRule(condition, sentence, f"given {denied}{fact}", is_soft, weight=weight))

    def givens(self, cells: VariableGrid[Int], values: str | Iterable[Iterable[int | str | None]]) -> None:
        """State the given values of a grid, as text or as rows of numbers; None, 0 and . leave a cell open."""
        rows = _rows(values, cells.width)
        if len(rows) != cells.height or any(len(row) != cells.width for row in rows):
            raise InvalidStatement("the values do not fit the grid", expected=f"{cells.height}x{cells.width}")
        for row, line in zip(rows, cells, strict=True):
            for value, cell in zip(row, line, strict=True):
                if value is not None and str(value) not in _EMPTY:
                    self.given(cell, int(value))

    def state(self, rule: ProblemRule) -> ProblemRule:
        """Add a rule after checking that it can be true."""
        self.refuse(rule)
        if not rule.own_words:
            if not self._one_word and self._are_unknown:
                self._are_unknown = False
                for clause in self._rules:
                    if clause.clause:
                        self._words.distinct(clause.sentence, clause.condition)
            before = rule.sentence
            sentence = self._words.distinct(before, rule.whole)
            rule = rule if sentence is before else replace(rule, words=sentence)
        self._rules.append(rule)
        self._statement = None
        return rule

    def _clause(self, condition: Condition) -> tuple[int, ...]:
        """Return the literals of a disjunction of a few different booleans and their negations, else ().

        Their names must be single words, so that the literals determine the sentence.
        """
        if type(condition) is not Joined or condition.joint != "or" or len(condition.joins) > MOST_JOINED:
            return ()
        literals: list[int] = []
        variables: set[int] = set()
        for part in condition.joins:
            if type(part) is Bool:
                variable, signed = part, self._positive
            elif type(part) is Joined and part.joint == "not" and type(denied := part.joins[0]) is Bool:
                variable, signed = denied, self._negative
            else:
                return ()
            if variable.owner is not self:
                return ()
            literals.append(signed[variable.number])
            variables.add(variable.number)
        return tuple(literals) if self._one_word and len(variables) == len(literals) else ()

    def refuse(self, rule: ProblemRule) -> None:
        """Reject a rule of another problem, or one that can never be true."""
        for unknown in rule.unknowns():
            if unknown.owner is not self:
                raise InvalidStatement(f"{unknown} is a variable of another problem", where=rule.text)
        if rule.condition.known is False and rule.when is None:
            raise InvalidStatement(f"{rule.condition} can never be true", expected=_domains(rule.unknowns()))

    def retract(self, rule: ProblemRule) -> None:
        """Remove a rule from the problem."""
        if rule not in self._rules:
            raise InvalidStatement(f"{rule.text!r} is not among the rules of this problem")
        self._rules.remove(rule)
        self._statement = None


def _listed(conditions: Claims) -> Iterator[Claim]:
    """Iterate over the conditions of lists, arrays and grids."""
    if isinstance(conditions, str):
        raise InvalidStatement(f"{conditions!r} in a list is not a condition", expected="a condition such as x > 3")
    if isinstance(conditions, Condition | bool) or not isinstance(conditions, Iterable):
        yield conditions
    else:
        for part in conditions:
            yield from _listed(part)


def _domains(unknowns: Sequence[Unknown]) -> str:
    """Describe the values of variables, for an error."""
    shown = [
        f"{unknown} among {few(unknown.labels)}"
        if unknown.labels
        else f"{unknown} from {unknown.bounds[0]} to {unknown.bounds[1]}"
        for unknown in unknowns[:4]
    ]
    return f"a condition that can be true with {', '.join(shown)}" if shown else "a condition that can be true"


def _rows(values: str | Iterable[Iterable[int | str | None]], width: int) -> list[list[int | str | None]]:
    if not isinstance(values, str):
        return [list(row) for row in values]
    signs = "".join(values.split())
    return [list(signs[start : start + width]) for start in range(0, len(signs), width)]


Some = Expression | Iterable["Expression"] | VariableGrid[Expression]


@known_keywords
class GlobalConstraints(StatedRules):
    """Methods for global constraints. Each takes a sentence, `because`, and the options of `RuleOptions`."""

    def all_different(
        self,
        *items: Some,
        apart_from: Iterable[int | str] = (),
        each: str = "",
        because: str = "",
        **how: Unpack[RuleOptions],
    ) -> ProblemRule:
        """State that all items have different values; values of `apart_from` may repeat.

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
        """State that the values form one of these rows; with `allowed=False`, none of them.

        A row has a word for each variable whose values are words, and a number for each other one.
        """
        unknowns = tuple(over)
        listed = [list(row) for row in rows]
        if not unknowns or any(len(row) != len(unknowns) for row in listed):
            raise InvalidStatement(
                "rows of the wrong length", expected=f"{quantity(len(unknowns), 'value')} in each row"
            )
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
        """State that an automaton with transitions (state, value, state) accepts the values."""
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
        """State that the true cells are connected by `edges`, pairs of indices; by default, those of a boolean grid."""
        vertices = tuple(as_condition(cell) for cell in (cells.flat if isinstance(cells, VariableGrid) else cells))
        if edges is None:
            if not isinstance(cells, VariableGrid):
                raise InvalidStatement(
                    "missing edges", expected="pairs of indices; only a boolean grid has edges of its own"
                )
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
            raise InvalidStatement("the edges do not match the lines", expected="two end points for each line")
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
        """Return the maximum of several expressions, as an expression."""
        return applied("max", *flat(of))

    def smallest(self, *of: Some) -> Expression:
        """Return the minimum of several expressions, as an expression."""
        return applied("min", *flat(of))

    def item(self, items: Sequence[Operand], place: Expression) -> Expression:
        """Return `items[place]`, where the index is an expression and counts from 0."""
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
    """Return the display name of the row, column or box that the items form, or None."""
    return items[0].called if len(items) == 1 and isinstance(items[0], Array) else None


def _as_many_values(over: Sequence[Expression]) -> bool:
    unknown = all(isinstance(expression, Unknown) and len(expression.values) == len(over) for expression in over)
    if not unknown:
        return False
    domains = {tuple(expression.values) for expression in over if isinstance(expression, Unknown)}
    return len(domains) == 1 and len(next(iter(domains))) == len(over)


def _with_value(each: str) -> str:
    """Escape all braces of the user's text except the placeholder {value}."""
    return each.replace("{", "{{").replace("}", "}}").replace("{{value}}", "{value}")


def _counted(claims: Iterable[Claim], op: Op, k: int) -> Condition:
    return compared(SumExpression(tuple((1, as_condition(claim)) for claim in claims), 0), op, k)
