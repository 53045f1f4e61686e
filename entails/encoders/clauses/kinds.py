"""Which file compiles which kind of constraint. Each tells its size (`size`) and writes its clauses (`write`)."""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

from entails.encoders.clauses import (
    all_different,
    automaton,
    bulk,
    clause,
    compare,
    connected,
    count,
    differ,
    distance,
    element,
    linear,
    logic,
    loop,
    product,
    table,
)
from entails.encoders.clauses.shape import Shape
from entails.encoders.clauses.size import Size
from entails.encoders.clauses.space import Space
from entails.encoders.clauses.writer import Writer
from entails.models.statement import (
    AllDifferent,
    Automaton,
    Bulk,
    Clause,
    Compare,
    Connected,
    Constraint,
    Count,
    Differ,
    Distance,
    Element,
    Linear,
    Logic,
    Loop,
    Product,
    Table,
)


class Kind(NamedTuple):
    """How one kind is compiled."""

    size: Callable[[Any, Space], Size]
    write: Callable[[Any, Writer], None]
    shape: Callable[[Any], Shape | None] | None
    """Where many of them may be alike."""
    is_special: Callable[[Any, Writer], bool] | None
    """Whether one is not like the others of its shape."""

    @classmethod
    def of(cls, module: ModuleType) -> "Kind":
        return cls(module.size, module.write, getattr(module, "shape", None), getattr(module, "is_special", None))


KINDS: dict[type[Constraint], Kind] = {
    AllDifferent: Kind.of(all_different),
    Automaton: Kind.of(automaton),
    Bulk: Kind.of(bulk),
    Clause: Kind.of(clause),
    Compare: Kind.of(compare),
    Connected: Kind.of(connected),
    Count: Kind.of(count),
    Differ: Kind.of(differ),
    Distance: Kind.of(distance),
    Element: Kind.of(element),
    Linear: Kind.of(linear),
    Logic: Kind.of(logic),
    Loop: Kind.of(loop),
    Product: Kind.of(product),
    Table: Kind.of(table),
}
SHAPES = {kind: compiled.shape for kind, compiled in KINDS.items() if compiled.shape is not None}
