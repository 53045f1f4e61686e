"""Which file compiles which kind of constraint. Each tells its size (`size`) and writes its clauses (`write`)."""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

from clausal.encoders.clauses import bulk, clause, compare, count, distance, linear, logic, table
from clausal.encoders.clauses.size import Size
from clausal.encoders.clauses.space import Space
from clausal.encoders.clauses.writer import Writer
from clausal.models.statement import Bulk, Clause, Compare, Constraint, Count, Distance, Linear, Logic, Table


class Kind(NamedTuple):
    """How one kind is compiled."""

    size: Callable[[Any, Space], Size]
    write: Callable[[Any, Writer], None]

    @classmethod
    def of(cls, module: ModuleType) -> "Kind":
        return cls(module.size, module.write)


KINDS: dict[type[Constraint], Kind] = {
    Bulk: Kind.of(bulk),
    Clause: Kind.of(clause),
    Compare: Kind.of(compare),
    Count: Kind.of(count),
    Distance: Kind.of(distance),
    Linear: Kind.of(linear),
    Logic: Kind.of(logic),
    Table: Kind.of(table),
}
"""All kinds but all-different, which is written for all of them at once."""
