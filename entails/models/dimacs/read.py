"""Any DIMACS file as a CNF: `p cnf` and `p gcnf`, clauses over several lines or several on one, comments
anywhere, and the `%` that closes SATLIB's files.

What our own `c var` and `c group` lines say is restored (see comments.py); other files get names and groups of their
own (see foreign.py). The comments above the header are kept in `about`.
"""

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from entails.models.dimacs.foreign import assignment, clause_groups, file_names, numbered_groups
from entails.models.dimacs.refusal import refuse
from entails.models.dimacs.scan import A_HEADER, MOST_GROUPS, MOST_VARIABLES, Header, Scan, scan
from entails.models.encoding import Clauses, Cnf, Group
from entails.models.errors import Invalid, InvalidPuzzle
from entails.models.foreign.formats import CNF, GCNF, renamed


def read_dimacs(data: bytes | str, *, source: str = "", lenient: bool = False) -> Cnf[tuple[int, ...]]:
    """The CNF that the text states; its answers are assignments, one signed literal per fact.

    Where it is `lenient`, the clauses count and the header does not: it may be wrong, or missing.
    """
    content = data.encode("utf-8", "replace") if isinstance(data, str) else data
    try:
        found = scan(content, lenient=lenient)
        return _Whole(found, _amended(found) if lenient else _header(found)).cnf()
    except Invalid as error:
        named = renamed(error, content, CNF, GCNF)
        raise (named.at(source) if source else named) from None


def _header(found: Scan) -> Header:
    if not found.header:
        raise InvalidPuzzle("there is no header", expected=A_HEADER)
    return found.header


def _amended(found: Scan) -> Header:
    """The header that the file should have."""
    told = found.header or Header(1, 0, 0)
    most = max(max(found.numbers, default=0), -min(found.numbers, default=0))
    if most > MOST_VARIABLES:
        raise InvalidPuzzle(f"variable {most:,} is too large", expected=f"at most {MOST_VARIABLES:,} variables")
    groups = None if told.groups is None else max(told.groups, max(found.marks, default=0))
    if groups is not None and groups > MOST_GROUPS:
        raise InvalidPuzzle(f"group {groups:,} is too large", expected=f"at most {MOST_GROUPS:,} groups")
    return Header(told.line, max(told.variables, most), found.numbers.count(0), groups)


@dataclass(frozen=True)
class _Whole:
    """A file whose lines all make sense: does it keep what its header promises, and what does it say?"""

    said: Scan
    header: Header

    def cnf(self) -> Cnf[tuple[int, ...]]:
        numbers = np.frombuffer(self.said.numbers, np.int32) if self.said.numbers else np.zeros(0, np.int32)
        begins = np.concatenate([np.zeros(1, np.intp), np.flatnonzero(numbers == 0) + 1])
        self._check_variables(numbers)
        if begins[-1] < len(numbers):
            refuse("the last clause is not closed", self.said.line_of(len(numbers) - 1), "a closing 0")
        begins, count = begins[:-1], len(begins) - 1
        self._check_count(begins)
        starts = np.append(begins, len(numbers)) - np.arange(count + 1)
        bare = Clauses(numbers[numbers != 0], starts.astype(np.int32), np.zeros(count, np.int32))
        groups, group_of = self._groups(bare, begins)
        names = file_names(self.header.variables, self.said.names)
        return Cnf(
            variables=self.header.variables,
            names=names,
            groups=groups,
            decode=partial(assignment, len(names)),
            added=Clauses(bare.lits, bare.starts, group_of.astype(np.int32)),
            about=tuple(self.said.about),
            shown=self._shown(),
        )

    def _shown(self) -> tuple[int, ...] | None:
        """The variables to count over, each once."""
        listed, most = self.said.shown, self.header.variables
        if listed is not None and (beyond := [variable for variable in listed if variable > most]):
            problem = f"variable {beyond[0]} is to be counted over, but line {self.header.line} announces {most}"
            raise InvalidPuzzle(problem, expected=f"a variable from 1 to {most}" if most else "none")
        return None if listed is None else tuple(dict.fromkeys(listed))

    def _check_variables(self, numbers: NDArray[np.int32]) -> None:
        most = self.header.variables
        beyond = np.flatnonzero((numbers > most) | (numbers < -most))
        if len(beyond):
            position = int(beyond[0])
            problem = f"literal {numbers[position]} is beyond the {most} variables announced on line {self.header.line}"
            refuse(problem, self.said.line_of(position), f"a variable from 1 to {most}" if most else "none")

    def _check_count(self, begins: NDArray[np.intp]) -> None:
        announced, count = self.header.clauses, len(begins)
        if count < announced:
            refuse(f"the header announces {announced} clauses, but {count} follow", self.header.line, str(count))
        if count > announced:
            surplus = self.said.line_of(int(begins[announced]))
            refuse(f"there are {count} clauses, but line {self.header.line} announces {announced}", surplus, "the end")

    def _groups(self, clauses: Clauses, begins: NDArray[np.intp]) -> tuple[tuple[Group, ...], NDArray[np.integer]]:
        """The groups, and the one of each clause: those of our comments, unless the `{k}` of the file say otherwise."""
        marks = None
        if self.header.groups is not None:
            self._check_marks(begins)
            marks = np.array(self.said.marks, np.int32)
        told = self._told_groups(begins)
        if told and (marks is None or np.array_equal(_numbers_of(*told), marks)):
            return told
        if marks is not None:
            return numbered_groups(self.header.groups or 0), marks
        groups = clause_groups(clauses)
        return groups, np.arange(len(clauses)) if len(groups) == len(clauses) else clauses.group_of

    def _check_marks(self, begins: NDArray[np.intp]) -> None:
        """In a grouped file every clause begins with its group, and a group stands nowhere else."""
        marked = np.array(self.said.marked, np.int64)
        both = min(len(marked), len(begins))
        astray = np.flatnonzero(marked[:both] != begins[:both])
        first = int(astray[0]) if len(astray) else both
        places = [int(places[first]) for places in (marked, begins) if first < len(places)]
        if places:
            line = self.said.line_of(min(places))
            refuse("a clause and its group do not stand together", line, "a group such as {1} before each clause")

    def _told_groups(self, begins: NDArray[np.intp]) -> tuple[tuple[Group, ...], NDArray[np.integer]] | None:
        """The groups of the `c group` lines, if these are numbered in order and leave no clause out."""
        opened = self.said.opened
        in_order = all(index == place for place, (_, index, _) in enumerate(opened))
        if not opened or not in_order or (len(begins) and opened[0][0] > 0):
            return None
        positions = np.array([position for position, _, _ in opened])
        return tuple(group for _, _, group in opened), np.searchsorted(positions, begins, side="right") - 1


def _numbers_of(groups: tuple[Group, ...], group_of: NDArray[np.integer]) -> NDArray[np.integer]:
    """The `{k}` that each clause has in a grouped file: 0 for what nobody doubts, else counted from 1."""
    doubtable = np.array([group.doubtable for group in groups], bool)
    numbers: NDArray[np.integer] = np.where(doubtable, np.cumsum(doubtable), 0)[group_of]
    return numbers
