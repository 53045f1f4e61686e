"""`Builder`: a problem under construction, with its variables, rules and statement; schedules, routes and orders."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Unpack

from entails.models.constraints import Clause
from entails.models.encoding import LazySequence, Objective, Sense
from entails.models.errors import Invalid, InvalidStatement, quantity
from entails.models.expressions.core import (
    Bool,
    Claim,
    Condition,
    Expression,
    Op,
    Operand,
    alike,
    as_condition,
    as_expression,
    coded,
    countable,
)
from entails.models.expressions.global_constraints import (
    DistinctCount,
    Inverted,
    LexicallyOrdered,
    Occurrences,
    OnCircuit,
)
from entails.models.expressions.linearize import MEANINGS, Register
from entails.models.expressions.lowering import Lowering
from entails.models.expressions.scheduling import Disjoint, TaskInterval, WithinCapacity, not_negative
from entails.models.expressions.text import clause_in_words
from entails.models.problem.arrays import known_keywords, readable
from entails.models.problem.constraint_methods import GlobalConstraints, Some, flat
from entails.models.problem.model import ProblemModel
from entails.models.problem.rules import (
    ProblemRule,
    RuleGroups,
    RuleOptions,
    without_collection,
)
from entails.models.statement import Statement

Present = Bool | Condition | bool | None


@known_keywords
class ScheduleConstraints(GlobalConstraints):
    """Methods for schedules, circuits, inverse lists, dictionary order and occurrences of values."""

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self._intervals: dict[str, TaskInterval] = {}

    def task(
        self,
        name: str,
        duration: Operand | tuple[int, int],
        start: Operand | tuple[int, int] = 0,
        end: int | None = None,
        *,
        optional: bool = False,
        present: Claim | None = None,
    ) -> TaskInterval:
        """Declare a task: an interval with a name, a start and a duration.

        `start` is a number or an expression, or the earliest and the latest start; with `end`, the task starts at
        `start` at the earliest and ends at `end` at the latest. A pair as `duration` is the shortest and the longest
        duration. An `optional` task has a boolean `present`; `present` may also be any condition.
        """
        if name in self._intervals:
            raise InvalidStatement(f"duplicate task {name!r}", expected="a new name")
        readable(name, "the name of a task")
        length = self.integer(f"{name}.duration", *duration) if isinstance(duration, tuple) else as_expression(duration)
        if isinstance(start, tuple):
            begins: Expression = self.integer(f"{name}.start", *start)
        elif end is not None:
            if isinstance(start, Expression):
                raise InvalidStatement(
                    f"task {name!r} has an end and a start that is an expression", expected="only one of them"
                )
            latest = end - length.bounds[0]
            if latest < int(start):
                raise InvalidStatement(
                    f"task {name!r} does not fit between {int(start)} and {end}", expected="a longer interval"
                )
            begins = self.integer(f"{name}.start", int(start), latest)
        else:
            begins = as_expression(start)
        takes_place = None if present is None else as_condition(present)
        if optional:
            if takes_place is not None:
                raise InvalidStatement(f"task {name!r} is optional and has a condition", expected="only one of them")
            takes_place = self.boolean(f"{name}.present")
        interval = self._intervals[name] = TaskInterval(name, begins, length, takes_place)
        if isinstance(duration, tuple) and end is not None:
            rule = interval.end <= end
            self.hard(rule if takes_place is None else takes_place.implies(rule))
        return interval

    @property
    def tasks(self) -> Mapping[str, TaskInterval]:
        """Return the tasks by name, in the order of their declaration."""
        return dict(self._intervals)

    def no_overlap(
        self, tasks: Iterable[TaskInterval], on: str = "", because: str = "", **how: Unpack[RuleOptions]
    ) -> ProblemRule:
        """State that no two tasks take place at the same time; `on` names what they share, such as "machine 2"."""
        return self._family(Disjoint(tuple(tasks), _resource(on)), because, how)

    def cumulative(
        self,
        tasks: Iterable[TaskInterval],
        demands: Operand | Iterable[Operand],
        capacity: Operand,
        on: str = "",
        because: str = "",
        **how: Unpack[RuleOptions],
    ) -> ProblemRule:
        """State that the demands of the tasks at any time add up to the capacity at most."""
        intervals = tuple(tasks)
        used = [as_expression(demand) for demand in demands] if isinstance(demands, Iterable) else []
        if not isinstance(demands, Iterable):
            used = [as_expression(demands)] * len(intervals)
        if len(used) != len(intervals):
            raise InvalidStatement(
                f"{quantity(len(intervals), 'task')} and {quantity(len(used), 'demand')}",
                expected="one demand for each task",
            )
        most = countable(as_expression(capacity))
        not_negative([countable(demand) for demand in used], "demand")
        not_negative([most], "capacity")
        return self._family(WithinCapacity(intervals, tuple(used), most, _resource(on)), because, how)

    def circuit(
        self,
        successors: Iterable[Expression],
        because: str = "",
        *,
        first: int = 0,
        optional: bool = False,
        depot: int | None = None,
        **how: Unpack[RuleOptions],
    ) -> ProblemRule:
        """State that all places, numbered from `first`, form one circuit; each item is the number of the next place.

        With `optional`, a place that is its own successor is left out. With `depot`, a number that is not a place, the
        places lie on any number of circuits through the depot.
        """
        over = tuple(countable(item) for item in flat([successors]))
        if depot is not None and first <= depot < first + len(over):
            raise InvalidStatement(
                f"the depot {depot} is the number of a place", expected="a number outside the places"
            )
        return self._family(OnCircuit(over, first, optional, depot), because, how)

    def inverse(
        self,
        left: Iterable[Expression],
        right: Iterable[Expression],
        because: str = "",
        *,
        first: int = 0,
        **how: Unpack[RuleOptions],
    ) -> ProblemRule:
        """State that left[i] = j exactly if right[j] = i; positions count from `first`."""
        sides = _two_lists(left, right)
        return self._family(Inverted(*sides, first, first), because, how)

    def lexicographic(
        self,
        left: Iterable[Expression],
        right: Iterable[Expression],
        because: str = "",
        *,
        strict: bool = False,
        **how: Unpack[RuleOptions],
    ) -> ProblemRule:
        """State that one list comes before another in dictionary order; they may be equal unless `strict`."""
        return self._family(LexicallyOrdered(*_two_lists(left, right), strict), because, how)

    def cardinality(
        self,
        items: Iterable[Expression],
        counts: Mapping[int, Operand] | Mapping[str, Operand],
        because: str = "",
        *,
        closed: bool = False,
        **how: Unpack[RuleOptions],
    ) -> ProblemRule:
        """State how often values occur: `p.cardinality(row, {1: 2, 5: n})`; with `closed`, no other value occurs."""
        over = tuple(flat([items]))
        words = alike(over)
        values = tuple(coded(value, words, "cardinality") for value in counts)
        numbers = tuple(countable(as_expression(count)) for count in counts.values())
        return self._family(Occurrences(over, values, numbers, closed), because, how)

    def distinct_values(
        self, items: Iterable[Expression], op: Op, number: Operand, because: str = "", **how: Unpack[RuleOptions]
    ) -> ProblemRule:
        """State how many different values the items take: `p.distinct_values(row, "<=", 3)`."""
        over = tuple(flat([items]))
        alike(over)
        return self._family(DistinctCount(over, op, countable(as_expression(number))), because, how)

    def at_most_values(
        self, number: Operand, items: Iterable[Expression], because: str = "", **how: Unpack[RuleOptions]
    ) -> ProblemRule:
        """State that the items take at most `number` different values."""
        return self.distinct_values(items, "<=", number, because, **how)


def _resource(name: str) -> str:
    return readable(name, "the name of the resource") if name else ""


def _two_lists(left: Some, right: Some) -> tuple[tuple[Expression, ...], tuple[Expression, ...]]:
    sides: Sequence[tuple[Expression, ...]] = [tuple(map(countable, flat([side]))) for side in (left, right)]
    if len(sides[0]) != len(sides[1]):
        raise InvalidStatement(f"lists of {len(sides[0])} and {len(sides[1])} items", expected="lists of equal length")
    return sides[0], sides[1]


@known_keywords
class Builder(ScheduleConstraints):
    """A problem under construction, which encoders and engines use as a statement."""

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self._objectives: list[tuple[Sense, Expression]] = []

    def maximise(self, expression: Operand) -> None:
        """Set the objective: maximise this expression."""
        self._optimise("maximise", expression, first=True)

    def minimise(self, expression: Operand) -> None:
        """Set the objective: minimise this expression."""
        self._optimise("minimise", expression, first=True)

    def then_maximise(self, expression: Operand) -> None:
        """Add an objective to maximise among the solutions that are best by the objectives before it."""
        self._optimise("maximise", expression, first=False)

    def then_minimise(self, expression: Operand) -> None:
        """Add an objective to minimise among the solutions that are best by the objectives before it."""
        self._optimise("minimise", expression, first=False)

    def _optimise(self, sense: Sense, expression: Operand, *, first: bool) -> None:
        if first and self._objectives:
            sense_before, before = self._objectives[0]
            raise InvalidStatement(
                f"the problem already has an objective: {sense_before} {before}",
                expected="one objective, or then_minimise and then_maximise for the next ones",
            )
        if not first and not self._objectives:
            raise InvalidStatement(f"no objective before {expression}", expected="minimise or maximise first")
        self._objectives.append((sense, countable(as_expression(expression))))
        self._statement = None

    def statement(self) -> Statement:
        """Return the problem as variables and constraints; cached until the problem changes."""
        if self._statement is None:
            self._statement = self._lowered()
        return self._statement

    def model(self) -> ProblemModel:
        """Return the statement with its grids."""
        return ProblemModel(self.statement(), tuple(self._boards))

    def _lowered(self) -> Statement:
        if not self._variables:
            raise InvalidStatement("the problem has no variables", expected="at least one")
        with without_collection():  # collecting garbage takes longer than stating many rules
            return self._state_all()

    def _state_all(self) -> Statement:
        groups, by_literals = RuleGroups(self._clause_in), self._one_word
        numbers = [
            groups.clause(rule.condition, rule.clause)
            if rule.clause and by_literals
            else groups.number(rule.id, rule.sentence, rule.soft, rule.cells, rule.weight)
            for rule in self._rules
        ]
        finished = groups.finished()
        del groups
        register = Register(self._variables, meanings=len(finished))
        lowering = Lowering(register)
        only_booleans = all(variable.boolean for variable in self._variables)
        for rule, number in zip(self._rules, numbers, strict=True):
            if rule.clause and only_booleans:
                register.constraints.append(Clause(rule.clause, group=number))
                continue
            try:
                when = () if rule.when is None else lowering.when(rule.when)
                lowering.state(rule.condition, number, when)
            except Invalid as error:
                raise error.at(rule.text) from None
        levels = [Objective(sense, *lowering.objective(expression)) for sense, expression in self._objectives]
        objective = replace(levels[0], then=tuple(levels[1:])) if levels else None
        stated = register.constraints
        if register.hidden:  # definitions come last
            stated = sorted(stated, key=lambda constraint: constraint.group == register.meanings)
        return Statement(
            tuple(register.variables),
            LazySequence(len(finished) + 1, lambda: (*finished, MEANINGS)) if register.hidden else finished,
            tuple(stated),
            objective,
            about=(self.name,) if self.name else (),
        )

    def _clause_in(self, text: str) -> tuple[int, ...]:
        """Return the literals of the clause with this generated sentence; () if no clause has it."""
        clause = clause_in_words(text, self._unknowns) if self._one_word else None
        return () if clause is None else self._clause(clause)
