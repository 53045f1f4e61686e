"""Zebra: assign the items of each category to places, one per place, so that all clues hold."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from entails.formats.text import one_board
from entails.locale.message import Message, Plural, Sentence
from entails.models.constraints import AllDifferent, Clause, Compare, Constraint, Count, Distance
from entails.models.drawing import Cell, Drawing, DrawnChoice, Kind
from entails.models.encoding import Group
from entails.models.entry import Entry
from entails.models.errors import InvalidPuzzle, quantity
from entails.models.statement import Statement, StatementBuilder, Variable
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import Values
from entails.puzzles.common.checks import OTHER_SIZE, first

ALIASES = ("einstein", "logic-grid")
ONE_PLACE = Message("{item} has one place", "{item} a une seule place")
ONE_EACH = Message("each place has one {category}", "chaque place a un seul {category}")
AT = Message("{item} is at place {number}", "{item} est à la place {number}")
NOT_AT = Message("{item} is not at place {number}", "{item} n'est pas à la place {number}")
SAME = Message("{item} and {other} are at the same place", "{item} et {other} sont à la même place")
APART = Message("{item} and {other} are not at the same place", "{item} et {other} ne sont pas à la même place")
AFTER = Plural(
    Message("{item} is {count} place after {other}", "{item} est {count} place après {other}"),
    Message("{item} is {count} places after {other}", "{item} est {count} places après {other}"),
)
AHEAD = Plural(
    Message("{item} is {count} place before {other}", "{item} est {count} place avant {other}"),
    Message("{item} is {count} places before {other}", "{item} est {count} places avant {other}"),
)
BEFORE = Message("{item} is before {other}", "{item} est avant {other}")
BESIDE = Message("{item} and {other} are next to each other", "{item} et {other} sont côte à côte")
_CATEGORY = re.compile(r"([^\s:=;][^:=;]*?)\s*:\s*(.+)")
_CLUE = re.compile(r"(\S+)\s*(!=|=|<|>|~)\s*(\S+)(?:\s*([-+])\s*([0-9]{1,2}))?")
_EXPECTED = "categories such as `colour: red green`, then clues such as `red = dog`, `red = dog + 1` or `red ~ dog`"
_MOST = 20


@dataclass(frozen=True)
class Clue:
    """A clue about the places of two items: `item` `op` `target` + `offset`.

    `target` may be the number of a place.
    """

    item: str
    op: Literal["=", "!=", "<", "~"]
    target: str
    offset: int = 0

    @property
    def text(self) -> str:
        return f"{self.item} {self.op} {self.target}" + (
            f" {self.offset:+d}".replace("+", "+ ").replace("-", "- ") if self.offset else ""
        )

    def holds(self, place: int, target: int) -> bool:
        """Return whether the clue is true if the items are at these places."""
        target += self.offset
        relations = {"=": place == target, "!=": place != target, "<": place < target, "~": abs(place - target) == 1}
        return relations[self.op]

    def sentence(self) -> Sentence:
        if self.target.isdecimal():
            return (AT if self.op == "=" else NOT_AT)(item=self.item, number=self.target)
        if self.offset:
            return (AFTER if self.offset > 0 else AHEAD)(abs(self.offset), item=self.item, other=self.target)
        template = {"=": SAME, "!=": APART, "<": BEFORE, "~": BESIDE}[self.op]
        return template(item=self.item, other=self.target)


@dataclass(frozen=True)
class Zebra:
    """The categories with their items, and the clues."""

    categories: tuple[tuple[str, tuple[str, ...]], ...]
    clues: tuple[Clue, ...]

    @property
    def places(self) -> range:
        return range(1, len(self.categories[0][1]) + 1)

    @property
    def items(self) -> tuple[str, ...]:
        return tuple(item for _, items in self.categories for item in items)


@dataclass(frozen=True)
class Seating:
    """A solution: the place of each item; None is unknown."""

    items: tuple[str, ...]
    places: tuple[int | None, ...]

    def text(self) -> str:
        """Return the items at each place in the order of the categories, with slashes between places."""
        known = [place for place in self.places if place is not None]
        there = range(1, max(known, default=0) + 1)
        held = ([item for item, at in zip(self.items, self.places, strict=True) if at == place] for place in there)
        return "/".join(" ".join(items) or "?" for items in held)


def _constraints(builder: StatementBuilder, clue: Clue, number: dict[str, int], places: range) -> Iterator[Constraint]:
    item = number[clue.item]
    if clue.target in number:
        target = number[clue.target]
        yield Distance(item, target, "=", 1) if clue.op == "~" else Compare(item, clue.op, target, clue.offset)
        return
    place = int(clue.target)
    if place not in places:
        yield Count((), "=", int(clue.op == "="))
    else:
        fact = builder.fact(item, place)
        yield Clause((fact if clue.op == "=" else -fact,))


def _cell(item: str, place: int) -> str:
    return f"{item} at {place}"


def _rows(items: tuple[str, ...], places: range) -> list[str]:
    return [_cell(item, place) for item in items for place in places]


def _variable(item: str, places: range) -> Variable:
    sentence = ONE_PLACE(item=item)
    holds = Group(sentence.say(), sentence.say(), sentence=sentence, cells=tuple(_rows((item,), places)))
    return Variable(item, places, holds, says="{name} at {value}")


def _validate(categories: dict[str, tuple[str, ...]]) -> None:
    if not categories:
        raise InvalidPuzzle("no categories", expected=_EXPECTED)
    (name, model), *others = categories.items()
    items = [item for members in categories.values() for item in members]
    for category, members in others:
        if len(members) != len(model):
            raise InvalidPuzzle(
                quantity(len(members), "item"), where=category[:20], expected=f"{len(model)}, as in {name[:20]}"
            )
    if len(set(items)) < len(items):
        again = next(item for place, item in enumerate(items) if item in items[:place])
        raise InvalidPuzzle(f"{again[:20]!r} is repeated", expected="a different name for each item")
    if numbers := [item for item in items if item.isdecimal()]:
        raise InvalidPuzzle(f"{numbers[0][:20]!r} is a number", expected="a name; numbers are places")
    if len(model) > _MOST or len(categories) > _MOST:
        raise InvalidPuzzle(f"{len(categories)} categories of {len(model)} items", expected=f"at most {_MOST} of each")


def _clue(part: str, where: str, items: set[str]) -> Clue:
    match = _CLUE.fullmatch(part)
    if match is None:
        raise InvalidPuzzle(f"unexpected {part[:30]!r}", where=where, expected=_EXPECTED)
    op: Any
    item, op, target, sign, offset = match.groups()
    if op == ">":
        item, op, target = target, "<", item
    numbers = [name for name in (item, target) if name.isdecimal() and name not in items]
    if item in numbers or (numbers and (op not in ("=", "!=") or sign)) or (sign and op != "="):
        raise InvalidPuzzle(f"unexpected {part[:30]!r}", where=where, expected=_EXPECTED)
    for name in (item, target):
        if name not in items and name not in numbers:
            raise InvalidPuzzle(f"unknown item {name[:20]!r}", where=where, expected="an item of a category")
    return Clue(item, op, target, int(f"{sign}{offset}") if sign else 0)


class ZebraPuzzle(Puzzle[Zebra, Seating]):
    name = "zebra"
    model = Zebra
    text_format = _EXPECTED
    examples = (
        Example(
            "classic",
            "colour: red green ivory yellow blue; person: englishman spaniard ukrainian norwegian japanese; "
            "pet: dog snails fox horse zebra; drink: coffee tea milk juice water; "
            "smoke: old-gold kools chesterfield lucky-strike parliament; "
            "englishman = red; spaniard = dog; coffee = green; ukrainian = tea; green = ivory + 1; old-gold = snails; "
            "kools = yellow; milk = 3; norwegian = 1; chesterfield ~ fox; kools ~ horse; lucky-strike = juice; "
            "japanese = parliament; norwegian ~ blue",
            "who owns the zebra?",
        ),
        Example("small", "pet: cat dog; colour: red blue; cat = red; dog = 1", "two places"),
        Example(
            "several",
            "pet: cat dog fox; colour: red blue green; cat ~ dog; red = fox; blue < green",
            "several solutions",
        ),
        Example(
            "clash", "pet: cat dog fox; colour: red blue green; cat < dog; dog < fox; red = cat; red = 2", "no solution"
        ),
    )

    def state(self, puzzle: Zebra) -> Statement:
        items, places = puzzle.items, puzzle.places
        number = {item: place for place, item in enumerate(items)}
        builder = StatementBuilder(_variable(item, places) for item in items)
        for category, members in puzzle.categories:
            over = tuple(number[item] for item in members)
            builder.rule(ONE_EACH(category=category), AllDifferent(over), at=_rows(members, places))
        for clue in puzzle.clues:
            items = (clue.item, clue.target) if clue.target in number else (clue.item,)
            builder.given(
                clue.text, clue.sentence(), *_constraints(builder, clue, number, places), at=_rows(items, places)
            )
        return builder.statement()

    def decode(self, puzzle: Zebra, values: Values) -> Seating:
        return Seating(puzzle.items, tuple(values))

    def check(self, puzzle: Zebra, answer: Seating) -> str | None:
        if len(answer.places) != len(puzzle.items):
            return OTHER_SIZE
        at = dict(zip(puzzle.items, answer.places, strict=True))

        def missing() -> Iterator[str]:
            yield from (f"{item} has no place" for item, place in at.items() if place not in puzzle.places)

        def twice() -> Iterator[str]:
            for category, items in puzzle.categories:
                if len({at[item] for item in items}) < len(items):
                    yield f"two items of {category} are at one place"

        def clues() -> Iterator[str]:
            for clue in puzzle.clues:
                target = at[clue.target] if clue.target in at else int(clue.target)
                if not clue.holds(at[clue.item] or 0, target or 0):
                    yield f"false clue: {clue.sentence().say()}"

        return first(missing(), twice(), clues())

    def split(self, data: bytes, parse: Callable[[str], Zebra]) -> Iterator[Entry[Zebra]]:
        return one_board(data, parse)

    def parse(self, text: str) -> Zebra:
        """Parse lines, or parts between semicolons: categories with their items, and clues. # starts a comment."""
        categories, clues = dict[str, tuple[str, ...]](), list[tuple[str, str]]()
        lines = (line.partition("#")[0] for line in text.splitlines())
        for number, part in enumerate((part.strip() for line in lines for part in line.split(";")), 1):
            where = f"part {number}"
            if "://" in part:
                raise InvalidPuzzle(f"{part[:30]!r} is an address", where=where, expected=_EXPECTED)
            if match := _CATEGORY.fullmatch(part):
                if match[1] in categories:
                    raise InvalidPuzzle(f"{match[1][:20]!r} is repeated", where=where, expected="a new category")
                categories[match[1]] = tuple(re.split(r"[\s,]+", match[2].strip()))
            elif part:
                clues.append((part, where))
        _validate(categories)
        if len(categories) < 2 and not clues:
            raise InvalidPuzzle("one category and no clue", expected=_EXPECTED)
        items = {item for members in categories.values() for item in members}
        return Zebra(tuple(categories.items()), tuple(_clue(part, where, items) for part, where in clues))

    def format(self, puzzle: Zebra) -> str:
        categories = (f"{category}: {' '.join(items)}" for category, items in puzzle.categories)
        return "; ".join([*categories, *(clue.text for clue in puzzle.clues)])

    def draw(self, puzzle: Zebra, answer: Seating | None) -> Drawing:
        """Draw a table of items and places with a mark at each item's place."""
        cells, regions = list[Cell](), list[int]()
        at = dict(zip(puzzle.items, answer.places, strict=True)) if answer else {}
        for number, (_, items) in enumerate(puzzle.categories):
            for item in items:
                for place in puzzle.places:
                    known = at.get(item)
                    kind: Kind = "open" if known is None else "found"
                    text = "●" if known == place else ""
                    row = len(cells) // len(puzzle.places)
                    cells.append(Cell(row=row, column=place - 1, name=_cell(item, place), text=text, kind=kind))
                    regions.append(number)
        return Drawing(
            rows=len(puzzle.items),
            columns=len(puzzle.places),
            cells=tuple(cells),
            regions=tuple(regions),
            top=tuple((str(place),) for place in puzzle.places),
            left=tuple((item,) for item in puzzle.items),
            choices=(DrawnChoice(text="●", fact="{name}"), DrawnChoice(text="·", fact="not {name}")),
        )


PUZZLE = ZebraPuzzle()
