"""Global constraints as conditions: all different, tables, automata, graphs, circuits, orders, counts of values."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from entails.locale.message import Sentence
from entails.models.constraints import TupleRows
from entails.models.errors import InvalidStatement, TooLarge
from entails.models.expressions.core import (
    HOLDS,
    OPPOSITE,
    Comparison,
    Condition,
    Expression,
    FactExpression,
    Int,
    Op,
    Reading,
    SumExpression,
    Unknown,
    join,
)

_MANY_STEPS = 1_000_000
_MANY_VALUES = 100_000


def equal(item: Expression, value: int) -> Condition:
    """Return the condition that an item has a value; the value is a code if the item has words."""
    if isinstance(item, Int):
        return FactExpression(item, value)
    return Comparison(item, "=", SumExpression((), value)) if item.vocabulary else item == value


@dataclass(frozen=True, eq=False, repr=False)
class Different(Condition):
    """The condition that no two items are equal; values of `apart_from` may repeat. `each` is the sentence of one
    value.
    """

    items: tuple[Expression, ...]
    apart_from: frozenset[int] = frozenset()
    each: Sentence | None = None

    @property
    def parts(self) -> tuple[Expression, ...]:
        return self.items

    @property
    def key(self) -> Hashable:
        return ("different", self.apart_from, *(item.key for item in self.items))

    @property
    def known(self) -> bool | None:
        """Return False if there are fewer values than items, or an item occurs twice."""
        if len(self.items) < 2:
            return True
        unknowns = [item for item in self.items if isinstance(item, Unknown)]
        if self.apart_from or len(unknowns) < len(self.items):
            return None
        if len({unknown.key for unknown in unknowns}) < len(unknowns):
            return False
        if any(len(unknown.values) >= len(unknowns) for unknown in unknowns):
            return None
        values = {value for unknown in unknowns for value in unknown.values}
        return False if len(values) < len(unknowns) else None

    def opposite(self) -> Condition:
        pairs = ((left == right) & self.apart(left).opposite() for left, right in combinations(self.items, 2))
        return join("or", *pairs)

    def apart(self, item: Expression) -> Condition:
        """Return the condition that the item has a value that may repeat."""
        return join("or", *(equal(item, value) for value in sorted(self.apart_from)))

    def value(self, reading: Reading) -> int:
        counted = Counter(item.value(reading) for item in self.items)
        return int(all(times == 1 or value in self.apart_from for value, times in counted.items()))


@dataclass(frozen=True, eq=False, repr=False)
class InTable(Condition):
    """The condition that the values form one of these rows, or none of them if `allowed` is false."""

    over: tuple[Unknown, ...]
    rows: TupleRows
    allowed: bool = True

    @property
    def parts(self) -> tuple[Expression, ...]:
        return self.over

    @property
    def key(self) -> Hashable:
        return ("table", self.allowed, self.rows, *(unknown.key for unknown in self.over))

    @property
    def known(self) -> bool | None:
        possible = any(
            all(unknown.has(value) for unknown, value in zip(self.over, row, strict=True))
            for row in self.rows.array.tolist()
        )
        return None if possible else not self.allowed

    def opposite(self) -> Condition:
        return InTable(self.over, self.rows, not self.allowed)

    def value(self, reading: Reading) -> int:
        row = [reading(unknown) for unknown in self.over]
        return int((row in self.rows.array.tolist()) == self.allowed)


@dataclass(frozen=True)
class Machine:
    """A finite automaton with numbered states, possibly nondeterministic."""

    start: int
    finals: frozenset[int]
    transitions: tuple[tuple[int, int, int], ...]

    @classmethod
    def of(
        cls, transitions: Iterable[tuple[Hashable, int, Hashable]], start: Hashable, finals: Iterable[Hashable]
    ) -> "Machine":
        """Build an automaton; states of any type are numbered in order of appearance, `start` first."""
        steps, numbers = list(transitions), {start: 0}
        for state_name in (*(state for step in steps for state in (step[0], step[2])), *(finals := tuple(finals))):
            numbers.setdefault(state_name, len(numbers))
        named = tuple((numbers[before], value, numbers[after]) for before, value, after in steps)
        return cls(0, frozenset(numbers[final] for final in finals), named)

    @cached_property
    def steps(self) -> Mapping[tuple[int, int], frozenset[int]]:
        """Return the successors of each state and value."""
        successors: dict[tuple[int, int], set[int]] = {}
        for before, value, after in self.transitions:
            successors.setdefault((before, value), set()).add(after)
        return {key: frozenset(after) for key, after in successors.items()}

    def after(self, states: frozenset[int], value: int) -> frozenset[int]:
        """Return the states that this value leads to from any of these states."""
        return frozenset(after for state in states for after in self.steps.get((state, value), ()))

    def refusing(self, values: Sequence[int], most: int = 10_000) -> "Machine":
        """Return the automaton that accepts the sequences that this one rejects (subset construction)."""
        numbers = {frozenset([self.start]): 0}
        waiting, steps = [*numbers], list[tuple[int, int, int]]()
        while waiting:
            here = waiting.pop()
            for value in values:
                there = self.after(here, value)
                if there not in numbers:
                    numbers[there] = len(numbers)
                    waiting.append(there)
                steps.append((numbers[here], value, numbers[there]))
            if len(numbers) > most:
                raise InvalidStatement(f"the complement of this automaton has more than {most:,} states")
        finals = frozenset(number for states, number in numbers.items() if not states & self.finals)
        return Machine(0, finals, tuple(sorted(steps)))


@dataclass(frozen=True, eq=False, repr=False)
class Accepted(Condition):
    """The condition that an automaton accepts the values, read in order."""

    over: tuple[Unknown, ...]
    machine: Machine

    @property
    def parts(self) -> tuple[Expression, ...]:
        return self.over

    @property
    def key(self) -> Hashable:
        return ("automaton", self.machine, *(unknown.key for unknown in self.over))

    @property
    def known(self) -> bool | None:
        if len(self.over) * len(self.machine.transitions) > _MANY_STEPS:
            return None
        states = {self.machine.start}
        for unknown in self.over:
            states = {
                after for before, value, after in self.machine.transitions if before in states and unknown.has(value)
            }
        return None if states & self.machine.finals else False

    def opposite(self) -> Condition:
        if any(len(unknown.values) > _MANY_VALUES for unknown in self.over):
            raise TooLarge("the automaton has too many values to be negated", expected=f"at most {_MANY_VALUES:,}")
        values = sorted({value for unknown in self.over for value in unknown.values})
        return Accepted(self.over, self.machine.refusing(values))

    def value(self, reading: Reading) -> int:
        states = frozenset([self.machine.start])
        for unknown in self.over:
            states = self.machine.after(states, reading(unknown))
        return int(bool(states & self.machine.finals))


@dataclass(frozen=True, eq=False, repr=False)
class Differing(Condition):
    """The condition that two lists of equal length differ in at least one position."""

    left: tuple[Unknown, ...]
    right: tuple[Unknown, ...]

    @property
    def parts(self) -> tuple[Expression, ...]:
        return (*self.left, *self.right)

    @property
    def key(self) -> Hashable:
        return ("differ", *(unknown.key for unknown in self.parts))

    def opposite(self) -> Condition:
        return join("and", *(left == right for left, right in zip(self.left, self.right, strict=True)))

    def value(self, reading: Reading) -> int:
        return int(any(reading(left) != reading(right) for left, right in zip(self.left, self.right, strict=True)))


@dataclass(frozen=True, eq=False, repr=False)
class OnGraph(Condition):
    """A condition on a graph. It can be stated, also with `when`, but not negated."""

    holding: tuple[Condition, ...]
    edges: tuple[tuple[int, int], ...]

    @property
    def parts(self) -> tuple[Expression, ...]:
        return self.holding

    def opposite(self) -> Condition:
        raise InvalidStatement(
            f"{self} cannot be negated or used inside another condition", expected="a rule of its own"
        )

    def _pieces(self, vertices: Iterable[int], edges: Iterable[tuple[int, int]]) -> int:
        """Return the number of connected components."""
        root = {vertex: vertex for vertex in vertices}

        def top(vertex: int) -> int:
            while root[vertex] != vertex:
                vertex = root[vertex]
            return vertex

        for left, right in edges:
            root[top(left)] = top(right)
        return sum(vertex == above for vertex, above in root.items())


@dataclass(frozen=True, eq=False, repr=False)
class ConnectedCells(OnGraph):
    """The condition that the true conditions, one for each vertex, are connected. A `root` is one of these vertices."""

    root: int | None = None

    @property
    def key(self) -> Hashable:
        return ("connected", self.edges, self.root, *(condition.key for condition in self.holding))

    def value(self, reading: Reading) -> int:
        chosen = {vertex for vertex, condition in enumerate(self.holding) if condition.value(reading)}
        inside = [edge for edge in self.edges if chosen.issuperset(edge)]
        rooted = self.root is None or self.root in chosen
        return int(rooted and self._pieces(chosen, inside) <= 1)


@dataclass(frozen=True, eq=False, repr=False)
class SingleLoop(OnGraph):
    """The condition that the edges whose conditions are true form exactly one closed loop."""

    @property
    def key(self) -> Hashable:
        return ("loop", self.edges, *(condition.key for condition in self.holding))

    def value(self, reading: Reading) -> int:
        chosen = [edge for edge, condition in zip(self.edges, self.holding, strict=True) if condition.value(reading)]
        ends = Counter(vertex for edge in chosen for vertex in edge)
        return int(bool(chosen) and set(ends.values()) == {2} and self._pieces(ends, chosen) == 1)


class NotDeniable(Condition):
    """A condition that can be stated, also with `when`, but not negated: base of the global constraints below."""

    def opposite(self) -> Condition:
        raise InvalidStatement(
            f"{self} cannot be negated or used inside another condition", expected="a rule of its own"
        )


@dataclass(frozen=True, eq=False, repr=False)
class OnCircuit(NotDeniable):
    """The condition that places, numbered from `first`, form one circuit; each item is the number of the next place.

    With `optional`, a place whose next place is itself is left out. With `depot`, the places lie on any number of
    circuits through the depot.
    """

    over: tuple[Expression, ...]
    first: int = 0
    optional: bool = False
    depot: int | None = None

    @property
    def parts(self) -> tuple[Expression, ...]:
        return self.over

    @property
    def key(self) -> Hashable:
        return ("circuit", self.first, self.optional, self.depot, *(item.key for item in self.over))

    def value(self, reading: Reading) -> int:
        following = {self.first + place: item.value(reading) for place, item in enumerate(self.over)}
        visited = {
            place: after
            for place, after in following.items()
            if after != place or not (self.optional or self.depot is not None or len(following) > 1)
        }
        if len(visited) < len(following) and not self.optional:
            return 0
        reached = [after for after in visited.values() if after != self.depot]
        if len(set(reached)) < len(reached) or not set(reached) <= set(visited):
            return 0
        if self.depot is None:
            return int(not visited or self._steps(next(iter(visited)), visited) == len(visited))
        starts = set(visited).difference(reached)
        return int(sum(self._steps(start, visited) for start in starts) == len(visited))

    @staticmethod
    def _steps(place: int, following: Mapping[int, int]) -> int:
        """Return the number of places that are visited from a place on, each counted once."""
        seen: set[int] = set()
        while place in following and place not in seen:
            seen.add(place)
            place = following[place]
        return len(seen)


@dataclass(frozen=True, eq=False, repr=False)
class Inverted(Condition):
    """The condition that left[i] = j exactly if right[j] = i, counted from `first_left` and `first_right`."""

    left: tuple[Expression, ...]
    right: tuple[Expression, ...]
    first_left: int = 0
    first_right: int = 0

    @property
    def parts(self) -> tuple[Expression, ...]:
        return (*self.left, *self.right)

    @property
    def key(self) -> Hashable:
        return ("inverse", self.first_left, self.first_right, *(item.key for item in self.parts))

    def opposite(self) -> Condition:
        pairs = []
        for place, left in enumerate(self.left):
            hits = [
                join("and", equal(left, position + self.first_right), equal(right, place + self.first_left))
                for position, right in enumerate(self.right)
            ]
            pairs.append(join("or", *hits).opposite())
        return join("or", *pairs)

    def value(self, reading: Reading) -> int:
        left = {place: item.value(reading) for place, item in enumerate(self.left, self.first_left)}
        right = {place: item.value(reading) for place, item in enumerate(self.right, self.first_right)}
        return int({after: place for place, after in left.items()} == right and len(left) == len(right))


@dataclass(frozen=True, eq=False, repr=False)
class LexicallyOrdered(Condition):
    """The condition that the left list precedes the right one in dictionary order, or equals it unless `strict`."""

    left: tuple[Expression, ...]
    right: tuple[Expression, ...]
    strict: bool = False

    @property
    def parts(self) -> tuple[Expression, ...]:
        return (*self.left, *self.right)

    @property
    def key(self) -> Hashable:
        return ("lexicographic", self.strict, *(item.key for item in self.parts))

    def opposite(self) -> Condition:
        return LexicallyOrdered(self.right, self.left, not self.strict)

    def value(self, reading: Reading) -> int:
        left, right = ([item.value(reading) for item in side] for side in (self.left, self.right))
        return int(left < right if self.strict else left <= right)


@dataclass(frozen=True, eq=False, repr=False)
class Occurrences(Condition):
    """The condition that each of `values` occurs as often as its count; with `closed`, no other value occurs."""

    over: tuple[Expression, ...]
    values: tuple[int, ...]
    counts: tuple[Expression, ...]
    closed: bool = False

    @property
    def parts(self) -> tuple[Expression, ...]:
        return (*self.over, *self.counts)

    @property
    def key(self) -> Hashable:
        return ("cardinality", self.values, self.closed, len(self.over), *(item.key for item in self.parts))

    def opposite(self) -> Condition:
        wrong: list[Condition] = [
            Comparison(SumExpression(tuple((1, equal(item, value)) for item in self.over), 0), "!=", count)
            for value, count in zip(self.values, self.counts, strict=True)
        ]
        if self.closed:
            wrong += [join("and", *(equal(item, value).opposite() for value in self.values)) for item in self.over]
        return join("or", *wrong)

    def value(self, reading: Reading) -> int:
        row = [item.value(reading) for item in self.over]
        pairs = zip(self.values, self.counts, strict=True)
        return int(
            all(row.count(value) == count.value(reading) for value, count in pairs)
            and (not self.closed or set(row) <= set(self.values))
        )


@dataclass(frozen=True, eq=False, repr=False)
class DistinctCount(Condition):
    """The comparison of the number of different values of the items with a number."""

    over: tuple[Expression, ...]
    op: Op
    number: Expression

    @property
    def parts(self) -> tuple[Expression, ...]:
        return (*self.over, self.number)

    @property
    def key(self) -> Hashable:
        return ("distinct_values", self.op, *(item.key for item in self.parts))

    def opposite(self) -> Condition:
        return DistinctCount(self.over, OPPOSITE[self.op], self.number)

    def value(self, reading: Reading) -> int:
        return int(HOLDS[self.op](len({item.value(reading) for item in self.over}), self.number.value(reading)))
