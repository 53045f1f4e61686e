"""`Grain`: the groups of an encoding, numbered through, and which of them each thing that is said belongs to.

First come the groups of "has one value" (`Variable.holds`, equal ones shared), then the statement's other groups. A
group of all-differents that have a sentence for each value gives way to one group for each value: state coarsely,
explain finely. Where it may be doubted it stays, as the parent of its fine ones. All compilers number groups by this.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

from clausal.models.encoding import Group
from clausal.models.statement.constraints import AllDifferent, Bulk, Clause, Constraint
from clausal.models.statement.statement import Statement

DEFINITIONS = Group("definitions", "what the other statements are said with")
"""The group of clauses that only define auxiliary variables."""

_NEED_NO_DEFINITION = (Clause, Bulk, AllDifferent)


@dataclass(frozen=True)
class _Refined:
    """A coarse group as one group for each value."""

    coarse: Group
    said: AllDifferent
    values: tuple[int, ...]
    words: tuple[str, ...]
    parent: str | None

    def __len__(self) -> int:
        return len(self.values)

    def groups(self) -> Iterator[Group]:
        assert self.said.each is not None
        for value, word in zip(self.values, self.words, strict=True):
            sentence = self.said.each.having(value=value, label=word)
            text, coarse = sentence.say(), self.coarse
            yield Group(text, text, self.parent, coarse.doubtable, coarse.cells, coarse.implied, sentence)


class Groups(Sequence[Group]):
    """Groups in order. The fine ones are put into words when somebody looks at them, which solving never does."""

    def __init__(self, parts: Sequence[Group | _Refined], before: "Groups | None" = None) -> None:
        self._parts = parts
        self._before = before
        self._count = sum(1 if isinstance(part, Group) else len(part) for part in parts)
        self._count += 0 if before is None else len(before)

    @cached_property
    def _worded(self) -> tuple[Group, ...]:
        before = () if self._before is None else self._before._worded
        own = [group for part in self._parts for group in ((part,) if isinstance(part, Group) else part.groups())]
        return (*before, *own)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Group]:
        return iter(self._worded)

    @overload
    def __getitem__(self, index: int) -> Group: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Group, ...]: ...

    def __getitem__(self, index: int | slice) -> Group | tuple[Group, ...]:
        return self._worded[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._worded == tuple(other)

    def __hash__(self) -> int:
        return hash(self._worded)

    def __repr__(self) -> str:
        return repr(self._worded)


@dataclass(frozen=True, eq=False)
class Grain:
    """`holds` gives the group of each variable's values (-1 for a boolean, which has nothing to hold), `number` that of
    each of the statement's groups (None where it gave way), `definitions` that of the auxiliaries."""

    groups: Groups
    holds: tuple[int, ...]
    number: tuple[int | None, ...]
    definitions: int | None
    _first_fine: dict[int, tuple[int, tuple[int, ...]]]
    """By the identity of a constraint: its first fine group, and the values that have one."""

    @classmethod
    def of(cls, statement: Statement) -> "Grain":
        """The numbering for a statement. What a frame has keeps its numbers, and is numbered once."""
        made: Grain | None = statement.made.get("grain")
        if made is None:
            frame = statement.frame
            shared = cls.of(frame) if frame is not None and frame.variables is statement.variables else None
            made = statement.made["grain"] = _numbered(statement, shared)
        return made

    def fine(self, said: AllDifferent) -> dict[int, int]:
        """The group of each value, where this all-different has them."""
        first, values = self._first_fine.get(id(said), (0, ()))
        return {value: first + place for place, value in enumerate(values)}


def _numbered(statement: Statement, before: Grain | None) -> Grain:
    """Number what a statement adds to its frame's numbering; all of it where there is no frame to share."""
    parts: list[Group | _Refined] = []
    of_group: dict[Group, int] = {}
    if before is None:
        groups, said = statement.every_group, statement.every_constraint
        holding = dict.fromkeys(variable.holds for variable in statement.variables if not variable.boolean)
        parts += holding
        of_group = {group: number for number, group in enumerate(holding)}
        holds = tuple(-1 if v.boolean else of_group[v.holds] for v in statement.variables)
        number, first_fine, next_number, definitions = list[int | None](), {}, len(parts), None
    else:
        groups, said, holds = statement.groups, statement.constraints, before.holds
        number, first_fine, next_number = list(before.number), dict(before._first_fine), len(before.groups)
        definitions = before.definitions
    every_group, known = statement.every_group, len(number)
    refined, plain = _refined(statement, said)
    for place in (*range(known, known + len(groups)), *(place for place in refined if place < known)):
        group, own = every_group[place], refined.get(place, [])
        if not own and group in of_group:
            number.append(of_group[group])
            continue
        heads = group.doubtable or place in plain or not own
        if place >= known:
            number.append(next_number if heads else None)
            if heads:
                stands_alone = not own or place in plain
                parts.append(group if stands_alone or not group.doubtable else _heading(group))
                next_number += 1
        for fine in own:
            parts.append(_Refined(group, *fine, group.id if heads or place < known else group.parent))
            first_fine[id(fine[0])] = next_number, fine[1]
            next_number += len(fine[1])
    if definitions is None and any(not isinstance(one, _NEED_NO_DEFINITION) for one in said):
        parts.append(DEFINITIONS)
        definitions = next_number
    return Grain(
        Groups(parts, None if before is None else before.groups), holds, tuple(number), definitions, first_fine
    )


def _heading(group: Group) -> Group:
    """A coarse group of which only the fine ones say anything."""
    return Group(group.id, group.text, group.parent, False, group.cells, group.implied, group.sentence)


_FineParts = tuple[AllDifferent, tuple[int, ...], tuple[str, ...]]


def _refined(statement: Statement, said: Sequence[Constraint]) -> tuple[dict[int, list[_FineParts]], set[int]]:
    """By group, the all-differents that are said finely; and the groups that say something besides."""
    refined: dict[int, list[_FineParts]] = {}
    plain: set[int] = set()
    for one in said:
        if isinstance(one, AllDifferent) and one.each is not None and (values := _fine_values(statement, one)):
            variable = statement.variables[one.over[0]]
            words = tuple(variable.word(variable.values.index(value)) for value in values)
            refined.setdefault(one.group, []).append((one, values, words))
        elif isinstance(one, Bulk) and len(one.group_of):
            plain.update(set(one.group_of.tolist()))
        else:
            plain.add(one.group)
    return refined, plain


def _fine_values(statement: Statement, said: AllDifferent) -> tuple[int, ...]:
    """The values with a sentence of their own: all of them, where each is taken by exactly one of the variables."""
    if not said.over or said.apart_from or len(set(said.over)) != len(said.over):
        return ()
    variables = statement.variables
    domain = variables[said.over[0]].values
    if len(domain) != len(said.over):
        return ()
    for number in said.over:
        if (values := variables[number].values) != domain and set(values) != set(domain):
            return ()
    return tuple(sorted(domain))
