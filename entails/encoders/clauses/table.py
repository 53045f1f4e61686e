"""Together they take one of these rows, or none of them.

A forbidden row is a clause. Two columns are listed as what goes with what. Otherwise each row has an auxiliary that
implies its facts; one of them holds, and each fact needs a row that has it: so unit propagation is as strong as a table
constraint. Large tables (a lexicon) are written as arrays.

Under a condition the auxiliaries are defined in both directions. Without one that is left out, since the facts decide
which row it is; the auxiliaries are free only while the table's own sentence is doubted.
"""

from math import prod

import numpy as np
from numpy.typing import NDArray

from entails.encoders.clauses import relation
from entails.encoders.clauses.choose_one import Ints, even_starts
from entails.encoders.clauses.size import Size
from entails.encoders.clauses.space import Space
from entails.encoders.clauses.writer import Writer
from entails.models.encoding import Clauses
from entails.models.statement import Table

FEW = 64
"""Fewer rows are written one by one: arrays cost more to begin with."""


def size(said: Table, space: Space) -> Size:
    rows, width = len(said.rows), len(said.over)
    if not said.allowed:
        return Size(rows, rows * width)
    if width == 2:
        return relation.size(said.over[0], said.over[1], space)
    values = sum(space.count(variable) for variable in said.over)
    both = rows if said.when else 0
    return Size(1 + rows * width + values + both, rows * (3 * width + 1) + values + both * (width + 1), rows)


def write(said: Table, out: Writer) -> None:
    if len(said.rows) < FEW and len(said.over) > 1:
        _write_few(said, out)
        return
    rows = literals(said, out.space)
    if not said.allowed:
        _forbid(rows, out)
    elif not len(rows):
        out.claim()
    elif len(said.over) == 1:
        fine = set(rows[:, 0].tolist())
        out.claim_all((-literal,) for literal in out.facts(said.over[0]).values() if literal not in fine)
    elif len(said.over) == 2:
        _go_together(said, set(map(tuple, rows.tolist())), out)
    elif said.over:
        _allow(said, rows, out)


def literals(said: Table, space: Space) -> Ints:
    """The rows as literals, each once; rows that no assignment has are left out."""
    array, width = said.rows.array, len(said.over)
    if not width:
        return np.zeros((min(len(array), 1), 0), np.int32)
    found = np.empty(array.shape, np.int32)
    for column, variable in enumerate(said.over):
        facts = space.facts(variable)
        values = np.fromiter(facts, np.int64, len(facts))
        places = np.minimum(np.searchsorted(values, array[:, column]), len(values) - 1)
        lits = np.fromiter(facts.values(), np.int32, len(facts))
        found[:, column] = np.where(values[places] == array[:, column], lits[places], 0)
        earlier = said.over.index(variable)
        if earlier != column:
            found[:, column] *= found[:, column] == found[:, earlier]
    found = found[found.all(axis=1)]
    return found[np.sort(_first_of_each(found))]


def _first_of_each(rows: Ints) -> NDArray[np.intp]:
    """Where each different row stands first. A row is told by one number where that is large enough for it."""
    if not len(rows):
        return np.zeros(0, np.intp)
    lowest = rows.min(axis=0)
    spans = [int(span) for span in rows.max(axis=0) - lowest + 1]
    if prod(spans) >= 1 << 62:
        return np.unique(rows, axis=0, return_index=True)[1]
    keys = np.zeros(len(rows), np.int64)
    for column, span in enumerate(spans):
        keys = keys * span + (rows[:, column] - lowest[column])
    return np.unique(keys, return_index=True)[1]


def _write_few(said: Table, out: Writer) -> None:
    """The same without arrays, which cost more to begin with."""
    facts = [out.facts(variable) for variable in said.over]
    columns = (
        [own.get(value, 0) for value in column] for own, column in zip(facts, said.rows.array.T.tolist(), strict=True)
    )
    rows = sorted(row for row in {*zip(*columns, strict=True)} if 0 not in row and _agrees(row, said.over))
    if not said.allowed:
        out.claim_all([-literal for literal in row] for row in rows)
    elif not rows:
        out.claim()
    elif len(said.over) == 2:
        _go_together(said, set(rows), out)
    else:
        first: int = out.once(("rows", said.over, said.rows, bool(said.when)), lambda: _few_variables(rows, said, out))
        chosen = range(first, first + len(rows))
        out.claim(*chosen)
        for column, own in enumerate(facts):
            having: dict[int, list[int]] = {literal: [-literal] for literal in own.values()}
            for variable, row in zip(chosen, rows, strict=True):
                having[row[column]].append(variable)
            out.claim_all(having.values())


def _agrees(row: tuple[int, ...], over: tuple[int, ...]) -> bool:
    """Has a variable that stands in several columns one value there?"""
    return len(set(over)) == len(over) or len(set(zip(over, row, strict=True))) == len(set(over))


def _go_together(said: Table, pairs: set[tuple[int, ...]], out: Writer) -> None:
    left, right = said.over
    lefts, rights = out.facts(left), out.facts(right)
    relation.claim(left, right, lambda a, b: (lefts[a], rights[b]) in pairs, out)


def _few_variables(rows: list[tuple[int, ...]], said: Table, out: Writer) -> int:
    """A variable for each row, which implies its facts; the first of them."""
    first = out.top + 1
    for row in rows:
        here = out.fresh()
        out.define_all((-here, literal) for literal in row)
        if said.when:
            out.define(here, *(-literal for literal in row))
    return first


def _forbid(rows: Ints, out: Writer) -> None:
    out.block(Clauses(*_guarded(-rows, out), np.full(len(rows), out.group, np.int32)))


def _guarded(rows: Ints, out: Writer) -> tuple[Ints, Ints]:
    guard = np.broadcast_to(np.array(out.guard, np.int32), (len(rows), len(out.guard)))
    full = np.hstack([rows, guard]) if len(out.guard) else rows
    return full.ravel(), even_starts(*full.shape)


def _allow(said: Table, rows: Ints, out: Writer) -> None:
    chosen = out.once(("rows", said.over, said.rows, bool(said.when)), lambda: _row_variables(rows, said, out))
    supports = _supports(said, rows, chosen, out)
    starts = np.zeros(len(supports) + 1, np.int32)
    np.cumsum([len(support) for support in supports], out=starts[1:])
    out.block(Clauses(np.concatenate(supports), starts, np.full(len(supports), out.group, np.int32)))


def _row_variables(rows: Ints, said: Table, out: Writer) -> Ints:
    """A variable for each row, which implies its facts."""
    count, width = rows.shape
    chosen = np.arange(out.top + 1, out.top + count + 1, dtype=np.int32)
    out.top += count
    implied = np.stack([np.repeat(-chosen, width), rows.ravel()], axis=1)
    out.block(Clauses(implied.ravel(), even_starts(len(implied), 2), np.full(len(implied), out.definitions, np.int32)))
    if said.when:
        spelt = np.hstack([chosen[:, None], -rows])
        out.block(Clauses(spelt.ravel(), even_starts(count, width + 1), np.full(count, out.definitions, np.int32)))
    return chosen


def _supports(said: Table, rows: Ints, chosen: Ints, out: Writer) -> list[Ints]:
    """One of the rows, and the rows that each fact needs."""
    guard = np.array(out.guard, np.int32)
    found = [np.concatenate([chosen, guard])]
    for column, variable in enumerate(said.over):
        order = _in_order(rows[:, column])
        sorted_lits, sorted_rows = rows[order, column], chosen[order]
        lits = np.fromiter(out.facts(variable).values(), np.int32)
        begins, ends = np.searchsorted(sorted_lits, lits), np.searchsorted(sorted_lits, lits, side="right")
        for literal, begin, end in zip(lits.tolist(), begins.tolist(), ends.tolist(), strict=True):
            found.append(np.concatenate([np.array([-literal], np.int32), sorted_rows[begin:end], guard]))
    return found


def _in_order(numbers: Ints) -> NDArray[np.intp]:
    """Where the numbers stand, smallest first; short ones are sorted faster."""
    rising = numbers - numbers.min()
    return np.argsort(rising.astype(np.uint16) if rising.max() < 1 << 16 else rising, kind="stable")
