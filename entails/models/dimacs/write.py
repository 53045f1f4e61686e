"""A CNF as DIMACS text, in pieces of some size, so that a file of millions of literals is never held as one string.

    c <about>                     what the file is about, then the caller's own comments
    c var 1 r1c1=1                the names of the facts
    p cnf <variables> <clauses>
    c group 0 <id> | <text>       before the clauses of each group
    1 2 3 0

Clauses stand group by group, in the order they have inside it. An empty clause is a line with only `0`: cadical,
minisat, picosat and cryptominisat all take it as the contradiction it is, even as `p cnf 0 1`. In a `p gcnf` file the
groups that nobody doubts are `{0}`, the doubtable ones `{1}`, `{2}`, ... in their order.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entails.models.dimacs.comments import about_lines, group_line, variable_line
from entails.models.dimacs.foreign import FileNames
from entails.models.encoding import Clauses, Cnf

_PIECE = 1 << 16
_CLAUSES_AT_ONCE = 1 << 16


def write_dimacs(cnf: Cnf[Any], *, comments: Sequence[str] = ()) -> Iterator[str]:
    """The pieces of a `p cnf` file; `read_dimacs` makes the same names, groups and clauses of them."""
    return _gathered(_lines(cnf, comments, "p cnf {} {}\n", mark=lambda _: ""))


def write_gcnf(cnf: Cnf[Any], *, comments: Sequence[str] = ()) -> Iterator[str]:
    """The pieces of a `p gcnf` file, as group-oriented MUS extractors read it."""
    number = {group: k for k, group in enumerate(cnf.doubtable, start=1)}
    header = f"p gcnf {{}} {{}} {len(number)}\n"
    return _gathered(_lines(cnf, comments, header, mark=lambda group: f"{{{number.get(group, 0)}}} "))


def _lines(cnf: Cnf[Any], comments: Sequence[str], header: str, mark: Callable[[int], str]) -> Iterator[str]:
    yield from about_lines((*cnf.about, *comments))
    if not (isinstance(cnf.names, FileNames) and not cnf.names.given):
        yield from (variable_line(number, name) for number, name in enumerate(cnf.names, start=1))
    clauses = cnf.clauses
    yield header.format(cnf.variables, len(clauses))
    text = _ClauseText(clauses)
    for index, (first, last) in enumerate(text.spans(len(cnf.groups))):
        if index < len(cnf.groups):
            yield group_line(index, cnf.groups[index])
        yield from text.of(first, last, mark(index))


class _Words(dict[int, str]):
    """The text of each literal, made once: looking a word up is several times faster than formatting the number."""

    def __missing__(self, literal: int) -> str:
        word = self[literal] = f"{literal} "
        return word


class _ClauseText:
    """Clauses sorted by group and closed by their zeros, as one array of numbers that is turned into text by parts."""

    def __init__(self, clauses: Clauses) -> None:
        order = np.argsort(clauses.group_of, kind="stable")
        sizes = np.diff(clauses.starts)[order].astype(np.int64) + 1
        self._ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
        self._numbers = _closed(clauses, order, self._ends)
        self._groups = clauses.group_of[order]
        self._word = _Words({0: "0\n"}).__getitem__

    def spans(self, groups: int) -> Iterable[tuple[int, int]]:
        """For each group the first clause and the one after its last; no clause is left out for want of a group."""
        groups = max(groups, int(self._groups.max(initial=-1)) + 1)
        bounds = np.searchsorted(self._groups, np.arange(groups + 1)).tolist()
        return pairwise(bounds)

    def of(self, first: int, last: int, mark: str) -> Iterator[str]:
        """The lines of some clauses, each with the mark before it."""
        for start in range(first, last, _CLAUSES_AT_ONCE):
            end = min(last, start + _CLAUSES_AT_ONCE)
            numbers = self._numbers[self._ends[start] : self._ends[end]].tolist()
            text = "".join(map(self._word, numbers))
            yield mark + text[:-1].replace("\n", f"\n{mark}") + "\n" if mark else text


def _closed(clauses: Clauses, order: NDArray[np.intp], ends: NDArray[np.int64]) -> NDArray[np.int32]:
    """The clauses in the given order, each followed by a zero."""
    sizes = np.diff(ends) - 1
    moved = np.repeat(clauses.starts[:-1][order] - ends[:-1] + np.arange(len(order)), sizes)
    numbers = np.zeros(int(ends[-1]), np.int32)
    is_literal = np.ones(len(numbers), bool)
    is_literal[ends[1:] - 1] = False
    numbers[is_literal] = clauses.lits[moved + np.arange(len(moved))]
    return numbers


def _gathered(lines: Iterable[str]) -> Iterator[str]:
    """The same text in fewer, larger pieces."""
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
