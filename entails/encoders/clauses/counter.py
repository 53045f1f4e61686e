"""`Counter`: how many of these literals hold, as literals "at least 1", "at least 2"...

A sequential counter (Sinz 2005), said in both directions: column k runs along the literals and tells whether k of those
so far hold. So both bounds prune all that unit propagation can. Columns are made when they are needed, and constraints
that count the same literals share them.
"""

from collections.abc import Sequence

from entails.encoders.clauses.writer import Writer

Columns = tuple[tuple[int, ...], ...]
"""columns[k - 1][i] says: at least k of the first k + i literals hold."""


def at_least(out: Writer, literals: Sequence[int], count: int) -> int:
    """A literal that says "at least `count` of these hold", for 1 <= count <= len(literals)."""
    key = ("count", tuple(sorted(literals)))
    columns: Columns = out.once(key, tuple)
    if len(columns) < count:
        columns = out.made[key] = _widened(out, key[1], columns, count)
    return columns[count - 1][-1]


def _widened(out: Writer, literals: tuple[int, ...], columns: Columns, count: int) -> Columns:
    """The same counter, counting further."""
    found = list(columns)
    for k in range(len(columns) + 1, count + 1):
        column: list[int] = []
        for place in range(k - 1, len(literals)):
            lit = literals[place]
            fewer = found[-1][place - k + 1] if k > 1 else None  # k - 1 of those before this one
            column.append(_cell(out, lit, fewer, column[-1] if column else None))
        found.append(tuple(column))
    return tuple(found)


def _cell(out: Writer, lit: int, fewer: int | None, before: int | None) -> int:
    """k of those so far: `before` this one already, or k - 1 (`fewer`) before it and this one."""
    if fewer is None and before is None:
        return lit
    now = out.fresh()
    if fewer is None:
        out.define(-lit, now)
    else:
        out.define(-lit, -fewer, now)
        out.define(-now, fewer)
    if before is None:
        out.define(-now, lit)
    else:
        out.define(-now, lit, before)
        out.define(-before, now)
    return now
