r"""Writer of DIMACS text, in pieces, so that a file of millions of literals is never one string.

Comment lines keep names and groups, which clauses lack:

    c puzzle 53..7....6..195...      what the file is about: any line above the header
    c var 1 r1c1=1                   the name of variable 1
    c p show 1 2 3 0                 the variables to count over, as model counters write it; also c ind 1 2 3 0
    p cnf <variables> <clauses>
    c group 0 r1c1 digit | r1c1 has one digit
    1 2 3 0
    c group 9 given r1c1=5 | r1c1 is 5 (given) | soft
    c group 10 guess 2 no A | guess 2 says no A | soft | parent guess 2

A clause belongs to the last `c group` line above it; groups are numbered from 0 in the order of their lines. In names
and fields of groups, `\\uXXXX` stands for a character that would not survive there: a backslash, a bar, a control
character, a blank at either end. A line that only resembles one of these is an ordinary comment.

An empty clause is a line with only `0`: cadical, minisat, picosat and cryptominisat all accept it, even as `p cnf
0 1`. In a `p gcnf` file hard groups are `{0}`, soft ones `{1}`, `{2}`, ... in their order. Files from elsewhere
get names and groups here, and so do lists of clauses such as `[[1, 2], [-1]]`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, pairwise
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from entails.models.encoding import Clauses, Cnf, Group, Literals
from entails.models.errors import InvalidPuzzle

_FRAGILE = re.compile(r"[\\|\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|^ | $")
_ESCAPED = re.compile(r"\\u([0-9a-f]{4})")
_BREAKS_A_LINE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_TAKEN_WORD = re.compile(r" *(var|group) ")
_VARIABLE = re.compile(r"c var ([1-9][0-9]{0,9}) (.*)")
_SHOWN = re.compile(r"c (?:p show|ind)((?: +[1-9][0-9]{0,9})*) +0")
_GROUP = re.compile(
    r"c group (0|[1-9][0-9]{0,9}) ([^|]*) \| ([^|]*?)( \| (?:soft|doubtable))?(?: \| parent ([^|]*))?",
)


def shown_variables(comment: str) -> tuple[int, ...] | None:
    """Return the projection variables that a comment lists; None for another comment."""
    match = _SHOWN.fullmatch(comment.rstrip())
    return None if match is None else tuple(map(int, match[1].split()))


def _escape(text: str) -> str:
    return _FRAGILE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)


def about_lines(about: Iterable[str]) -> Iterator[str]:
    """Yield the comment lines about the file. A line that resembles a name or a group is indented by a blank."""
    for line in (line for text in about for line in text.splitlines() or [""]):
        indent = " " if _TAKEN_WORD.match(line) else ""
        yield f"c {indent}{_BREAKS_A_LINE.sub(' ', line)}".rstrip() + "\n"


def about_text(comment: str) -> str:
    """Return the text about the file in a comment line: the inverse of `about_lines`."""
    text = comment[1:].removeprefix(" ").rstrip()
    return text[1:] if text.startswith(" ") and _TAKEN_WORD.match(text) else text


def about_field(about: Iterable[str], word: str) -> str | None:
    """Return the text after `word` on the first line of `about` that starts with it, as in "puzzle 53..7....6"."""
    for line in about:
        first, _, rest = line.partition(" ")
        if first == word:
            return rest.strip()
    return None


def variable_line(number: int, name: str) -> str:
    """Return the comment that names a variable."""
    return f"c var {number} {_escape(name)}\n"


def variable_name(comment: str) -> tuple[int, str] | None:
    """Return the number and the name of the variable in a comment line; None for another comment."""
    match = _VARIABLE.fullmatch(comment)
    return (int(match[1]), _unescape(match[2])) if match else None


def group_line(index: int, group: Group) -> str:
    """Return the comment that opens a group."""
    fields = [_escape(group.id), _escape(group.text)]
    if group.soft:
        fields.append("soft")
    if group.parent is not None:
        fields.append(f"parent {_escape(group.parent)}")
    return f"c group {index} {' | '.join(fields)}\n"


def group_opened(comment: str) -> tuple[int, Group] | None:
    """Return the index and the group that a comment line opens; None for another comment."""
    match = _GROUP.fullmatch(comment)
    if not match:
        return None
    index, id_, text, soft, parent = match.groups()
    inherited = None if parent is None else _unescape(parent)
    return int(index), Group(_unescape(id_), _unescape(text), inherited, soft is not None)


MOST_CLAUSE_GROUPS = 200_000
"""Maximum number of clauses with a soft group each; in larger files, all clauses are one group."""

_SHOWN_LITERALS = 12
_REMEMBERED = 10_000


@dataclass(frozen=True)
class FileNames(Sequence[str]):
    """The names of variables 1 to `size`: from the file, or by default "x7"; built on access."""

    size: int
    by_number: Mapping[int, str]

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
        return self.by_number.get(number, f"x{number}")


def file_names(variables: int, names: Mapping[int, str]) -> FileNames:
    """Build the names of a file; if only the first k variables have names, the others are auxiliary."""
    named = {number: name for number, name in names.items() if number <= variables}
    only_the_first = bool(named) and len(named) == len(names) == max(named)
    return FileNames(len(named) if only_the_first else variables, named)


def assignment(answers: int, facts: Literals) -> tuple[int, ...]:
    """Return every variable as a signed literal, given the true facts, as on a solver's `v` lines."""
    if facts and not 0 < min(facts) <= max(facts) <= answers:
        facts = [fact for fact in facts if 0 < fact <= answers]
    signed = list(_all_false(answers) if answers <= _REMEMBERED else range(-1, -answers - 1, -1))
    for fact in facts:
        signed[fact - 1] = fact
    return tuple(signed)


@lru_cache(maxsize=16)
def _all_false(answers: int) -> tuple[int, ...]:
    """Return the assignment of all variables to false; cached, because copying is faster than building."""
    return tuple(range(-1, -answers - 1, -1))


def clause_groups(clauses: Clauses) -> tuple[Group, ...]:
    """Return a soft group for each clause, so that conflicts can name clauses; one hard group for a large file."""
    count = len(clauses)
    if count > MOST_CLAUSE_GROUPS:
        return (Group("file", f"the {count:,} clauses of the file, too many for groups of their own"),)
    return tuple(
        Group(f"clause {number}", f"clause {number}: {clause_text(clause)}", soft=True)
        for number, clause in enumerate(clauses, start=1)
    )


def clause_text(clause: Sequence[int]) -> str:
    """Return a clause as text, shortened if it is long."""
    if not clause:
        return "nothing, so it cannot hold"
    shown = " ".join(map(str, clause[:_SHOWN_LITERALS]))
    return shown if len(clause) <= _SHOWN_LITERALS else f"{shown} … ({len(clause)} literals)"


def numbered_groups(count: int) -> tuple[Group, ...]:
    """Return the groups of a `p gcnf` file: group 0 is hard, groups from 1 are soft."""
    rules = Group("group 0", "group 0, which always holds")
    return (rules, *(Group(f"group {k}", f"group {k}", soft=True) for k in range(1, count + 1)))


_PIECE = 1 << 16
_CLAUSES_AT_ONCE = 1 << 16


def write_dimacs(cnf: Cnf[Any], *, comments: Sequence[str] = ()) -> Iterator[str]:
    """Yield the pieces of a `p cnf` file; `read_dimacs` restores names, groups and clauses."""
    return _gathered(_lines(cnf, comments, "p cnf {} {}\n", mark=lambda _: ""))


def write_gcnf(cnf: Cnf[Any], *, comments: Sequence[str] = ()) -> Iterator[str]:
    """Yield the pieces of a `p gcnf` file, as group-oriented MUS extractors read it."""
    number = {group: k for k, group in enumerate(cnf.soft, start=1)}
    header = f"p gcnf {{}} {{}} {len(number)}\n"
    return _gathered(_lines(cnf, comments, header, mark=lambda group: f"{{{number.get(group, 0)}}} "))


def _lines(cnf: Cnf[Any], comments: Sequence[str], header: str, mark: Callable[[int], str]) -> Iterator[str]:
    yield from about_lines((*cnf.about, *comments))
    if not (isinstance(cnf.names, FileNames) and not cnf.names.by_number):
        yield from (variable_line(number, name) for number, name in enumerate(cnf.names, start=1))
    clauses = cnf.clauses
    yield header.format(cnf.variables, len(clauses))
    text = _ClauseText(clauses)
    for index, (first, last) in enumerate(text.spans(len(cnf.groups))):
        if index < len(cnf.groups):
            yield group_line(index, cnf.groups[index])
        yield from text.of(first, last, mark(index))


class _CommentWords(dict[int, str]):
    """The text of each literal as a cache, several times faster than formatting."""

    def __missing__(self, literal: int) -> str:
        word = self[literal] = f"{literal} "
        return word


class _ClauseText:
    """The clauses sorted by group, each closed by a zero, in one array that is formatted in parts."""

    def __init__(self, clauses: Clauses) -> None:
        order = np.argsort(clauses.group_of, kind="stable")
        sizes = np.diff(clauses.starts)[order].astype(np.int64) + 1
        self._ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
        self._numbers = _closed(clauses, order, self._ends)
        self._groups = clauses.group_of[order]
        self._word = _CommentWords({0: "0\n"}).__getitem__

    def spans(self, groups: int) -> Iterable[tuple[int, int]]:
        """Yield the range of clauses of each group, as first and end; clauses without a group are included."""
        groups = max(groups, int(self._groups.max(initial=-1)) + 1)
        bounds = np.searchsorted(self._groups, np.arange(groups + 1)).tolist()
        return pairwise(bounds)

    def of(self, first: int, last: int, mark: str) -> Iterator[str]:
        """Yield the lines of a range of clauses, each with the group mark in front."""
        for start in range(first, last, _CLAUSES_AT_ONCE):
            end = min(last, start + _CLAUSES_AT_ONCE)
            numbers = self._numbers[self._ends[start] : self._ends[end]].tolist()
            text = "".join(map(self._word, numbers))
            yield mark + text[:-1].replace("\n", f"\n{mark}") + "\n" if mark else text


def _closed(clauses: Clauses, order: NDArray[np.intp], ends: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the clauses in the given order, each followed by a zero."""
    sizes = np.diff(ends) - 1
    moved = np.repeat(clauses.starts[:-1][order] - ends[:-1] + np.arange(len(order)), sizes)
    numbers = np.zeros(int(ends[-1]), np.int32)
    is_literal = np.ones(len(numbers), bool)
    is_literal[ends[1:] - 1] = False
    numbers[is_literal] = clauses.lits[moved + np.arange(len(moved))]
    return numbers


def _gathered(lines: Iterable[str]) -> Iterator[str]:
    """Join lines into fewer, larger pieces."""
    waiting: list[str] = []
    size = 0
    for line in lines:
        waiting.append(line)
        size += len(line)
        if size >= _PIECE:
            yield "".join(waiting)
            waiting, size = [], 0
    if waiting:
        yield "".join(waiting)


_LARGEST = 2**31 - 1
_EXPECTED = "lists of whole numbers that are not 0, such as [[1, 2], [-1]]"


def formula(clauses: Sequence[object]) -> Cnf[tuple[int, ...]]:
    """Build a formula from a list of clauses, as if it had been read from a file."""
    listed = [_clause(clause, number) for number, clause in enumerate(clauses, 1)]
    bare = Clauses.of(listed)
    variables = max(map(abs, chain.from_iterable(listed)), default=0)
    groups = clause_groups(bare)
    numbers = np.arange(len(listed), dtype=np.int32) if len(groups) == len(listed) else bare.group_of
    names = file_names(variables, {})
    return Cnf(
        variables=variables,
        names=names,
        groups=groups,
        decode=partial(assignment, variables),
        added=Clauses(bare.lits, bare.starts, numbers),
    )


def _clause(clause: object, number: int) -> list[int]:
    if not isinstance(clause, list | tuple):
        raise InvalidPuzzle(f"{_shown(clause)} is not a clause", where=f"clause {number}", expected=_EXPECTED)
    for literal in clause:
        if type(literal) is not int or not 0 < abs(literal) <= _LARGEST:
            raise InvalidPuzzle(f"{_shown(literal)} is not a literal", where=f"clause {number}", expected=_EXPECTED)
    return list(clause)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
