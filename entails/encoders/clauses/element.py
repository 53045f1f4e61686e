"""The item that the index points at has this value: for each index, what its item and the value have to do with each
other, and for each value, the indexes that can give it. No auxiliaries."""

from entails.encoders.clauses.size import Size
from entails.encoders.clauses.space import Space
from entails.encoders.clauses.writer import Writer
from entails.models.statement import Element


def size(said: Element, space: Space) -> Size:
    values = space.count(said.value[1]) if said.value[0] == "var" else 1
    indexes = space.count(said.index)
    each = sum(2 * (space.count(number) + values) if kind == "var" else values for kind, number in said.items)
    return Size(each + indexes + values, 3 * each + 2 * indexes + values * (1 + indexes))


def write(said: Element, out: Writer) -> None:
    wanted = _options(said.value, out)
    giving: dict[int, list[int]] = {value: [] for value in wanted}
    for number, here in out.facts(said.index).items():
        place = number - said.first
        offered = _options(said.items[place], out) if 0 <= place < len(said.items) else {}
        if not offered.keys() & wanted.keys():
            out.claim(-here)
            continue
        for value in giving.keys() & offered.keys():
            giving[value].append(here)
        _equal_where(here, offered, wanted, out)
        _equal_where(here, wanted, offered, out)
    if said.value[0] == "var":
        for value, indexes in giving.items():
            out.claim(-wanted[value], *indexes)


def _options(item: tuple[str, int], out: Writer) -> dict[int, int]:
    """The literal of each value that an item may have; 0 for a constant, which has it anyway."""
    kind, number = item
    return out.facts(number) if kind == "var" else {number: 0}


def _equal_where(here: int, one: dict[int, int], other: dict[int, int], out: Writer) -> None:
    """Where the index is here, a value of one is a value of the other."""
    for value, literal in one.items():
        if value not in other:
            out.claim(-here, *_unless(literal))
        elif other[value]:
            out.claim(-here, *_unless(literal), other[value])


def _unless(literal: int) -> tuple[int, ...]:
    return (-literal,) if literal else ()
