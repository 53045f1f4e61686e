"""What a DIMACS file from elsewhere lacks: names, groups, and an answer in its own terms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import overload

from entails.models.encoding import Clauses, Group, Literals

MOST_CLAUSE_GROUPS = 200_000
"""Up to here every clause is a group that may be doubted; beyond, a sentence per clause costs more than it explains."""

_SHOWN_LITERALS = 12
_REMEMBERED = 10_000


@dataclass(frozen=True)
class FileNames(Sequence[str]):
    """The names of variables 1 to `size`: those the file gives, "x7" for the others. Made when asked for, since a
    file may have millions."""

    size: int
    given: Mapping[int, str]

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if isinstance(index, slice):
            return tuple(self._name(number) for number in range(1, self.size + 1)[index])
        return self._name(range(1, self.size + 1)[index])

    def _name(self, number: int) -> str:
        return self.given.get(number, f"x{number}")


def file_names(variables: int, given: Mapping[int, str]) -> FileNames:
    """Names for the first k variables and no others mean that the rest are auxiliaries; otherwise all are facts."""
    named = {number: name for number, name in given.items() if number <= variables}
    only_the_first = bool(named) and len(named) == len(given) == max(named)
    return FileNames(len(named) if only_the_first else variables, named)


def assignment(answers: int, facts: Literals) -> tuple[int, ...]:
    """Every variable with its sign, from the facts that hold: what a solver prints on its `v` lines."""
    if facts and not 0 < min(facts) <= max(facts) <= answers:
        facts = [fact for fact in facts if 0 < fact <= answers]
    signed = list(_all_false(answers) if answers <= _REMEMBERED else range(-1, -answers - 1, -1))
    for fact in facts:
        signed[fact - 1] = fact
    return tuple(signed)


@lru_cache(maxsize=16)
def _all_false(answers: int) -> tuple[int, ...]:
    """Answers come by the thousand, and to copy a list is several times faster than to make it."""
    return tuple(range(-1, -answers - 1, -1))


def clause_groups(clauses: Clauses) -> tuple[Group, ...]:
    """Every clause a group of its own, so that a contradiction can be told clause by clause; in a large file all of
    them are one group that nobody doubts."""
    count = len(clauses)
    if count > MOST_CLAUSE_GROUPS:
        return (Group("file", f"the {count:,} clauses of the file, too many to doubt them one by one"),)
    return tuple(
        Group(f"clause {number}", f"clause {number}: {clause_text(clause)}", doubtable=True)
        for number, clause in enumerate(clauses, start=1)
    )


def clause_text(clause: Sequence[int]) -> str:
    """A clause in a sentence: its literals, not too many of them."""
    if not clause:
        return "nothing, so it cannot hold"
    shown = " ".join(map(str, clause[:_SHOWN_LITERALS]))
    return shown if len(clause) <= _SHOWN_LITERALS else f"{shown} … ({len(clause)} literals)"


def numbered_groups(count: int) -> tuple[Group, ...]:
    """The groups of a `p gcnf` file: group 0 holds always, groups 1 to `count` may be doubted."""
    rules = Group("group 0", "group 0, which always holds")
    return (rules, *(Group(f"group {k}", f"group {k}", doubtable=True) for k in range(1, count + 1)))
