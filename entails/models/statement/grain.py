"""`Grain`: the groups of an encoding, numbered through, and which of them each thing that is said belongs to.

First come the groups of "has one value" (`Variable.holds`, equal ones shared), then the statement's other groups. A
group of all-differents that have a sentence for each value gives way to one group for each value: state coarsely,
explain finely. Where it may be doubted it stays, as the parent of its fine ones. All compilers number groups by this.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from entails.models.encoding import Group
from entails.models.later import Later
from entails.models.statement.constraints import AllDifferent, Bulk, Clause, Constraint
from entails.models.statement.statement import Statement
from entails.models.statement.variable import Variable

DEFINITIONS = Group("definitions", "what the other statements are said with")
"""The group of clauses that only define auxiliary variables."""

_NEED_NO_DEFINITION = {Clause, Bulk, AllDifferent}


@dataclass(frozen=True, eq=False)
class Grain:
    """`holds` gives the group of each variable's values (-1 for a boolean, which has nothing to hold), `number` that of
    each of the statement's groups (None where it gave way), `definitions` that of the auxiliaries."""

    groups: Sequence[Group]
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

    def first_fine(self, said: AllDifferent) -> int | None:
        """The group of its lowest value, where it has one for each; those of the others follow in order."""
        found = self._first_fine.get(id(said))
        return None if found is None else found[0]

    def fine(self, said: AllDifferent) -> dict[int, int]:
        """The group of each value, where this all-different has them."""
        first, values = self._first_fine.get(id(said), (0, ()))
        return {value: first + place for place, value in enumerate(values)}


class _Refined(NamedTuple):
    """A coarse group as one group for each value."""

    coarse: Group
    said: AllDifferent
    values: tuple[int, ...]
    variable: Variable
    parent: str | None

    def groups(self) -> Iterator[Group]:
        assert self.said.each is not None
        for value in self.values:
            word = self.variable.word(self.variable.values.index(value))
            sentence = self.said.each.having(value=self.variable.shown(value), label=word)
            text, coarse = sentence.say(), self.coarse
            yield Group(
                text, text, self.parent, coarse.doubtable, coarse.cells, coarse.implied, sentence, coarse.weight
            )


def _numbered(statement: Statement, before: Grain | None) -> Grain:
    """Number what a statement adds to its frame's numbering; all of it where there is no frame to share."""
    if before is not None:
        return _continued(statement, before, statement.groups, statement.constraints, {})
    holding: dict[Group, int] = {}
    holds = [-1 if one.boolean else holding.setdefault(one.holds, len(holding)) for one in statement.variables]
    first = Grain(tuple(holding), tuple(holds), (), None, {})
    return _continued(statement, first, statement.every_group, statement.every_constraint, holding)


def _continued(
    statement: Statement,
    before: Grain,
    groups: tuple[Group, ...],
    said: tuple[Constraint, ...],
    holding: dict[Group, int],
) -> Grain:
    """Number these groups and what is said under them. What is said under one of `holding` joins it."""
    kinds = {type(one) for one in said}
    parts: list[Group | _Refined]
    if AllDifferent in kinds or (holding and not holding.keys().isdisjoint(groups)):
        parts, number, fine, end = _one_by_one(statement, before, said, holding)
    else:
        end = len(before.groups) + len(groups)
        parts, number, fine = [*groups], (*before.number, *range(len(before.groups), end)), before._first_fine
    definitions = before.definitions
    if definitions is None and not kinds <= _NEED_NO_DEFINITION:
        parts.append(DEFINITIONS)
        definitions, end = end, end + 1
    return Grain(Later(end, lambda: _worded(before.groups, parts)), before.holds, number, definitions, fine)


def _worded(before: Sequence[Group], parts: list[Group | _Refined]) -> tuple[Group, ...]:
    """The groups, the fine ones put into words."""
    own = (group for part in parts for group in ((part,) if isinstance(part, Group) else part.groups()))
    return (*before, *own)


def _one_by_one(
    statement: Statement, before: Grain, said: tuple[Constraint, ...], holding: dict[Group, int]
) -> tuple[list[Group | _Refined], tuple[int | None, ...], dict[int, tuple[int, tuple[int, ...]]], int]:
    """The groups with their fine ones in place; where a frame's group is refined later, its fine ones come last."""
    parts: list[Group | _Refined] = []
    number, first_fine, next_number = list(before.number), dict(before._first_fine), len(before.groups)
    refined, plain = _refined(statement, said)
    every_group, known = statement.every_group, len(number)
    for place in (*range(known, len(every_group)), *(place for place in refined if place < known)):
        group, own = every_group[place], refined.get(place, [])
        if not own and group in holding:
            number.append(holding[group])
            continue
        heads = group.doubtable or place in plain or not own
        if place >= known:
            number.append(next_number if heads else None)
            if heads:
                parts.append(group if not own or place in plain or not group.doubtable else _heading(group))
                next_number += 1
        for one, values in own:
            parent = group.id if heads or place < known else group.parent
            parts.append(_Refined(group, one, values, statement.variables[one.over[0]], parent))
            first_fine[id(one)] = next_number, values
            next_number += len(values)
    return parts, tuple(number), first_fine, next_number


def _heading(group: Group) -> Group:
    """A coarse group of which only the fine ones say anything."""
    return Group(group.id, group.text, group.parent, False, group.cells, group.implied, group.sentence)


def _refined(
    statement: Statement, said: Sequence[Constraint]
) -> tuple[dict[int, list[tuple[AllDifferent, tuple[int, ...]]]], set[int]]:
    """By group, the all-differents that are said finely, with their values; and the groups that say more than that."""
    refined: dict[int, list[tuple[AllDifferent, tuple[int, ...]]]] = {}
    plain: set[int] = set()
    for one in said:
        if isinstance(one, AllDifferent) and one.each is not None and (values := _fine_values(statement, one)):
            refined.setdefault(one.group, []).append((one, values))
        elif isinstance(one, Bulk) and len(one.group_of):
            plain.update(set(one.group_of.tolist()))
        else:
            plain.add(one.group)
    return refined, plain


def _fine_values(statement: Statement, said: AllDifferent) -> tuple[int, ...]:
    """The values with a sentence of their own: all of them, where each is taken by exactly one of the variables."""
    if not said.over or said.apart_from or len(set(said.over)) != len(said.over):
        return ()
    domain = statement.variables[said.over[0]].values
    if len(domain) != len(said.over):
        return ()
    others = (statement.variables[number].values for number in said.over)
    alike = all(values is domain or set(values) == set(domain) for values in others)
    return tuple(sorted(domain)) if alike else ()
