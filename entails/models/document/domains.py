"""The variables of a document: listed one by one, and as the cells of grids."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from entails.models.building.model import Board
from entails.models.building.names import refused
from entails.models.document.bounds import Bounds
from entails.models.document.fields import flag, listed, text, whole
from entails.models.document.objects import fields_of
from entails.models.document.refusal import Refused, at, shown
from entails.models.json_text import Json
from entails.models.statement import Codes, Variable, run

_DOMAIN = 'a range such as [1, 9], {"values": [1, 4, 9]} or {"words": ["red", "blue"]}'
_MARKS = ("boolean", "hidden", "defined")


def declared(grids: Json, variables: Json, bounds: Bounds) -> tuple[list[Variable], tuple[Board, ...]]:
    """Every variable: those of the grids first, hidden ones last."""
    count = _Count(bounds)
    boards: list[Board] = []
    with at("grids"):
        for place, grid in enumerate(listed(grids, bounds.variables, empty=True)):
            with at(place):
                boards.append(_grid(grid, count))
    with at("variables"):
        for place, variable in enumerate(listed(variables, bounds.variables, empty=True)):
            with at(place):
                fields = fields_of(variable, ("name", "domain", *_MARKS), ("name",))
                count.add(fields["name"], _variable(fields, count))
    found = list(count.variables.values())
    return [one for one in found if not one.hidden] + [one for one in found if one.hidden], tuple(boards)


@dataclass
class _Count:
    """The variables so far, and how much they are."""

    bounds: Bounds

    def __post_init__(self) -> None:
        self.variables: dict[str, Variable] = {}
        self.codes = Codes()
        self.facts = 0

    def add(self, name: Json, variable: Variable) -> None:
        if problem := refused(name):
            raise Refused(problem, "a name")
        assert isinstance(name, str)
        if name in self.variables:
            raise Refused(f"there are two variables {shown(name)}", "another name")
        self.facts += variable.facts
        if len(self.variables) == self.bounds.variables:
            raise Refused("there are too many variables", f"{self.bounds.variables:,} at most")
        if self.facts > self.bounds.facts:
            raise Refused(f"the variables have {self.facts:,} values together", f"{self.bounds.facts:,} at most")
        self.variables[name] = replace(variable, name=name)


def _grid(value: Json, count: _Count) -> Board:
    fields = fields_of(value, ("name", "rows", "columns", "domain", *_MARKS), ("name", "rows", "columns"))
    sizes = []
    for key in ("rows", "columns"):
        with at(key):
            sizes.append(whole(fields[key], count.bounds, 1, count.bounds.variables))
    if sizes[0] * sizes[1] > count.bounds.variables:
        raise Refused(f"this grid has {sizes[0] * sizes[1]:,} cells", f"{count.bounds.variables:,} at most")
    variable = _variable(fields, count)
    with at("name"):
        board = Board(text(fields["name"], count.bounds), *sizes)
        for row in board.names:
            for name in row:
                count.add(name, variable)
    return board


def _variable(fields: dict[str, Json], count: _Count) -> Variable:
    """A variable that has no name yet."""
    boolean, hidden, defined = (_mark(fields, mark) for mark in _MARKS)
    domain = _Domain()
    if "domain" in fields:
        with at("domain"):
            domain = _domain(fields["domain"], count.codes, count.bounds)
            if boolean and domain != _Domain():
                raise Refused("a boolean is 0 or 1", "no domain, or [0, 1]")
    elif not boolean:
        raise Refused("'domain' is missing", f'{_DOMAIN}; or "boolean": true')
    says = "{name}={label}" if domain.labels else "{name}={value}"
    marks = Variable("", domain.values, boolean=boolean, hidden=hidden, defined=defined, words=domain.words)
    return replace(marks, says=says, labels=domain.labels)


def _mark(fields: dict[str, Json], mark: str) -> bool:
    with at(mark):
        return flag(fields.get(mark, False))


class _Domain(NamedTuple):
    """Values, the words for them where they have such, and whether the words are the values: without numbers of their
    own, they are."""

    values: range | tuple[int, ...] = range(2)
    labels: tuple[str, ...] = ()
    words: bool = False


def _domain(value: Json, codes: Codes, bounds: Bounds) -> _Domain:
    if isinstance(value, list):
        if len(value) != 2:
            raise Refused(f"a list of {len(value)} is not a range", _DOMAIN)
        low, high = (_end(place, one, bounds) for place, one in enumerate(value))
        if high < low:
            raise Refused(f"there is no value from {low} to {high}", "the lower number first")
        if high - low >= bounds.domain:
            raise Refused(f"this domain has {high - low + 1:,} values", f"{bounds.domain:,} at most")
        return _Domain(range(low, high + 1))
    fields = fields_of(value, ("values", "words"), what=_DOMAIN)
    if not fields:
        raise Refused("this domain has no values", _DOMAIN)
    words = tuple(_words(fields["words"], bounds)) if "words" in fields else ()
    if "values" not in fields:
        return _Domain(*codes.domain(words), True)
    with at("values"):
        numbers = [_end(place, one, bounds) for place, one in enumerate(listed(fields["values"], bounds.domain))]
        if len(set(numbers)) < len(numbers):
            raise Refused("a value stands twice", "each value once")
        if words and len(words) != len(numbers):
            raise Refused(f"there are {len(numbers)} values and {len(words)} words", "a word for each value")
    order = sorted(range(len(numbers)), key=numbers.__getitem__)
    return _Domain(run(numbers), tuple(words[place] for place in order) if words else ())


def _end(place: int, value: Json, bounds: Bounds) -> int:
    with at(place):
        return whole(value, bounds)


def _words(value: Json, bounds: Bounds) -> Iterator[str]:
    with at("words"):
        seen: set[str] = set()
        for place, word in enumerate(listed(value, bounds.domain)):
            with at(place):
                said = text(word, bounds)
                if said in seen or "=" in said:
                    raise Refused(f"{shown(said)} stands twice or has a =", "different words")
                seen.add(said)
                yield said
