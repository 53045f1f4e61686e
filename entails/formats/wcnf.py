"""WCNF (MaxSAT) files: hard clauses, and soft clauses with weights.

To find the best solution, soft clauses are relaxed: a broken one costs its weight. To explain why not all of them can
be true, they are kept as soft groups.

    p wcnf 3 4 16        old format: a clause begins with its weight; the last number is the weight of hard clauses
    16 1 -2 0
    8 2 3 0

    h 1 -2 0             new format, without a header: "h" before hard clauses
    8 2 3 0
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from entails.formats.detect import WCNF, renamed
from entails.formats.dimacs.read import MOST_VARIABLES, refuse, shown
from entails.formats.dimacs.write import (
    FileNames,
    about_lines,
    about_text,
    assignment,
    clause_text,
    file_names,
    variable_line,
    variable_name,
)
from entails.models.encoding import Clauses, Cnf, Group, Objective
from entails.models.errors import Invalid, InvalidPuzzle, quantity


@dataclass(frozen=True, eq=False)
class Wcnf:
    """Hard and soft clauses of a MaxSAT problem. Clause `i` of `soft` has the weight `weights[i]`.

    `hard_places` and `soft_places` are the numbers of the clauses in the file, from 1.
    """

    variables: int
    names: FileNames
    hard: Clauses
    soft: Clauses
    weights: tuple[int, ...]
    hard_places: tuple[int, ...]
    soft_places: tuple[int, ...]
    about: tuple[str, ...] = ()

    @property
    def groups(self) -> tuple[Group, ...]:
        """Return a group for every clause, hard ones first."""
        rules = (
            Group(f"clause {place}", f"clause {place}: {clause_text(clause)}")
            for place, clause in zip(self.hard_places, self.hard, strict=True)
        )
        wishes = (
            Group(f"clause {place}", f"clause {place} (weight {weight}): {clause_text(clause)}", soft=True)
            for place, weight, clause in zip(self.soft_places, self.weights, self.soft, strict=True)
        )
        return (*rules, *wishes)


@dataclass(frozen=True, eq=False)
class Weighted(Cnf[tuple[int, ...]]):
    """A formula with relaxed soft clauses: an unsatisfied one adds its weight to the `objective`."""

    wcnf: Wcnf | None = None

    def held(self) -> Cnf[tuple[int, ...]]:
        """Return the formula with every soft clause as a soft group, without an objective."""
        assert self.wcnf is not None
        wcnf = self.wcnf
        hard, soft = len(wcnf.hard), len(wcnf.soft)
        return Cnf(
            variables=wcnf.variables,
            names=self.names,
            groups=wcnf.groups,
            decode=self.decode,
            added=_grouped(wcnf.hard, 0, hard) + _grouped(wcnf.soft, hard, soft),
            about=self.about,
        )


def weighted(wcnf: Wcnf) -> Weighted:
    """Relax the soft clauses: an unsatisfied one costs its weight. Longer ones get an auxiliary variable."""
    sizes = np.diff(wcnf.soft.starts)
    single = sizes == 1
    relaxing = wcnf.variables + np.cumsum(~single)
    prices = np.where(single, 0, relaxing)
    prices[single] = -wcnf.soft.lits[wcnf.soft.starts[:-1][single]]
    relaxed = Clauses.of(
        [[*clause, price] for clause, price in zip(wcnf.soft, prices.tolist(), strict=True) if len(clause) != 1],
        (len(wcnf.hard) + np.flatnonzero(~single)).tolist(),
    )
    return Weighted(
        variables=wcnf.variables + int((~single).sum()),
        names=wcnf.names,
        groups=tuple(replace(group, soft=False) for group in wcnf.groups),
        decode=partial(assignment, len(wcnf.names)),
        added=_grouped(wcnf.hard, 0, len(wcnf.hard)) + relaxed,
        about=(*wcnf.about, f"{len(wcnf.weights)} soft clauses, each relaxed or left out; their weights are not here")
        if wcnf.weights
        else wcnf.about,
        objective=Objective("minimise", (), tuple(zip(wcnf.weights, prices.tolist(), strict=True))),
        wcnf=wcnf,
    )


def _grouped(clauses: Clauses, first: int, count: int) -> Clauses:
    """Put each clause in a group of its own, numbered from `first`."""
    return Clauses(clauses.lits, clauses.starts, np.arange(first, first + count, dtype=np.int32))


MOST_WEIGHT = (1 << 62) - 1
_HARD = -MOST_WEIGHT - 1
_A_CLAUSE = 'a weight or "h", literals such as 1 or -2, and a closing 0'
_A_HEADER = 'a line such as "p wcnf 3 4 16", or none'
_NUMBER = re.compile(rb"-?[0-9]{1,19}")


@dataclass
class _Scan:
    """The numbers of a WCNF file in one array; `h` is encoded as a number that cannot occur."""

    numbers: "array[int]" = field(default_factory=lambda: array("q"))
    line_ends: "array[int]" = field(default_factory=lambda: array("q"))
    header: tuple[int, int, int, int | None] | None = None
    names: dict[int, str] = field(default_factory=dict)
    about: list[str] = field(default_factory=list)

    @property
    def line(self) -> int:
        return len(self.line_ends) + 1

    def line_of(self, position: int) -> int:
        return min(bisect_right(self.line_ends, position) + 1, len(self.line_ends))

    def take(self, line: bytes) -> None:
        words = line.split()
        if words and words[0].startswith(b"c"):
            self._take_comment(line.strip().decode("utf-8", "replace"))
        elif words and words[0] == b"p":
            self._take_header(words)
        elif words:
            if words[0] == b"h" and self.header is None and (not self.numbers or not self.numbers[-1]):
                self.numbers.append(_HARD)
                del words[0]
            for word in words:
                if not _NUMBER.fullmatch(word):
                    refuse(f'"{shown(word)}" is not a number', self.line, _A_CLAUSE)
                if abs(int(word)) > MOST_WEIGHT:
                    refuse(f"{shown(word)} is too large", self.line, f"numbers up to {MOST_WEIGHT}")
            self.numbers.extend(map(int, words))
        self.line_ends.append(len(self.numbers))

    def _take_comment(self, comment: str) -> None:
        if named := variable_name(comment):
            self.names.setdefault(*named)
        elif not self.header and not self.numbers:
            self.about.append(about_text(comment))

    def _take_header(self, words: list[bytes]) -> None:
        if self.header or self.numbers:
            refuse("header after a clause", self.line, "one header, before all clauses")
        if words[1:2] != [b"wcnf"] or len(words) not in (4, 5) or not all(map(_NUMBER.fullmatch, words[2:])):
            refuse("invalid header", self.line, _A_HEADER)
        variables, clauses, *top = map(int, words[2:])
        if min(variables, clauses, *top) < 0:
            refuse("invalid header", self.line, _A_HEADER)
        if variables > MOST_VARIABLES:
            refuse(f"{variables:,} variables are too many", self.line, f"at most {MOST_VARIABLES:,}")
        self.header = (self.line, variables, clauses, top[0] if top else None)


def read_wcnf(content: bytes, *, lenient: bool = False) -> Wcnf:
    """Read a WCNF file; with `lenient`, ignore a wrong header."""
    try:
        if not content or content.isspace():
            raise InvalidPuzzle("the file is empty", expected=_A_CLAUSE)
        scanned = _Scan()
        for line in content.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
            scanned.take(line)
        return _whole(scanned, lenient)
    except Invalid as error:
        raise renamed(error, content, WCNF) from None


def _whole(scanned: _Scan, lenient: bool) -> Wcnf:
    numbers = np.frombuffer(scanned.numbers, np.int64) if scanned.numbers else np.zeros(0, np.int64)
    ends = np.flatnonzero(numbers == 0)
    begins = np.concatenate([[0], ends[:-1] + 1]) if len(ends) else ends
    if len(numbers) and numbers[-1] != 0:
        refuse("the last clause is not closed", scanned.line_of(len(numbers) - 1), "a closing 0")
    weights = numbers[begins]
    bad = np.flatnonzero((weights <= 0) & (weights != _HARD))
    if len(bad):
        refuse("clause without a positive weight", scanned.line_of(int(begins[bad[0]])), _A_CLAUSE)
    is_literal = np.ones(len(numbers), bool)
    is_literal[begins] = is_literal[ends] = False
    variables, top = _sizes(scanned, numbers, is_literal, len(begins), lenient)
    lits, sizes = numbers[is_literal].astype(np.int32), ends - begins - 1
    hard = (weights == _HARD) | (weights >= top)
    return Wcnf(
        variables,
        file_names(variables, scanned.names),
        _chosen(lits, sizes, hard),
        _chosen(lits, sizes, ~hard),
        tuple(weights[~hard].tolist()),
        tuple((np.flatnonzero(hard) + 1).tolist()),
        tuple((np.flatnonzero(~hard) + 1).tolist()),
        tuple(scanned.about),
    )


def _sizes(
    scanned: _Scan, numbers: NDArray[np.int64], is_literal: NDArray[np.bool_], clauses: int, lenient: bool
) -> tuple[int, int]:
    """Return the number of variables, and the weight from which a clause is hard."""
    line, announced, expected, top = scanned.header or (0, 0, clauses, None)
    used = np.abs(np.where(is_literal, numbers, 0))
    most = int(used.max(initial=0))
    free = scanned.header is None or lenient
    if most > (MOST_VARIABLES if free else announced):
        position = int(np.flatnonzero(used > (MOST_VARIABLES if free else announced))[0])
        limit = f"the {MOST_VARIABLES:,} that are read" if free else f"the {announced} announced on line {line}"
        refuse(f"literal {numbers[position]} is beyond {limit}", scanned.line_of(position), "a smaller variable")
    if clauses != expected and not free:
        refuse(f"the header announces {quantity(expected, 'clause')}, but {clauses} follow", line, str(clauses))
    return max(announced, most), MOST_WEIGHT + 1 if top is None else top


def _chosen(lits: NDArray[np.int32], sizes: NDArray[np.intp], chosen: NDArray[np.bool_]) -> Clauses:
    kept = sizes[chosen]
    starts = np.concatenate([np.zeros(1, np.int32), np.cumsum(kept)]).astype(np.int32)
    return Clauses(lits[np.repeat(chosen, sizes)], starts, np.zeros(len(kept), np.int32))


def write_wcnf(wcnf: Wcnf) -> Iterator[str]:
    """Yield the lines of a WCNF file in the current format, which has no header."""
    yield from about_lines(wcnf.about)
    yield from (variable_line(number, name) for number, name in sorted(wcnf.names.by_number.items()))
    for clause in wcnf.hard:
        yield " ".join(["h", *map(str, clause), "0\n"])
    for weight, clause in zip(wcnf.weights, wcnf.soft, strict=True):
        yield " ".join([str(weight), *map(str, clause), "0\n"])
