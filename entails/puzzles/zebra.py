"""Zebra: things of several kinds, each at a place of its own, one of every kind at each; clues say what is where."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from entails.formats.text import one_board
from entails.locale.message import Message, Sentence
from entails.models.constraints import AllDifferent, Clause, Compare, Constraint, Count, Distance
from entails.models.drawing import Cell, Drawing, DrawnChoice, Kind
from entails.models.encoding import Group
from entails.models.entry import Entry
from entails.models.errors import InvalidPuzzle
from entails.models.statement import Statement, StatementBuilder, Variable
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import Values
from entails.puzzles.common.checks import OTHER_SIZE, first

ALIASES = ("einstein", "logic-grid")
ONE_PLACE = Message("{thing} is at one place", "{thing} est à une seule place")
ONE_EACH = Message("one {kind} at each place", "un seul {kind} à chaque place")
AT = Message("{thing} is at place {number}", "{thing} est à la place {number}")
NOT_AT = Message("{thing} is not at place {number}", "{thing} n'est pas à la place {number}")
SAME = Message("{thing} and {other} are at the same place", "{thing} et {other} sont à la même place")
APART = Message("{thing} and {other} are not at the same place", "{thing} et {other} ne sont pas à la même place")
AFTER = Message("{thing} is {number} behind {other}", "{thing} est {number} plus loin que {other}")
BEFORE = Message("{thing} is somewhere before {other}", "{thing} est quelque part avant {other}")
BESIDE = Message("{thing} and {other} are side by side", "{thing} et {other} sont côte à côte")
_KIND = re.compile(r"([^\s:=;][^:=;]*?)\s*:\s*(.+)")
_CLUE = re.compile(r"(\S+)\s*(!=|=|<|>|~)\s*(\S+)(?:\s*([-+])\s*([0-9]{1,2}))?")
_EXPECTED = "kinds such as `colour: red green`, then clues such as `red = dog`, `red = dog + 1` or `red ~ dog`"
_MOST = 20


@dataclass(frozen=True)
class Clue:
    """thing op other + offset; `other` may be the number of a place."""

    thing: str
    op: Literal["=", "!=", "<", "~"]
    other: str
    offset: int = 0

    @property
    def text(self) -> str:
        return f"{self.thing} {self.op} {self.other}" + (
            f" {self.offset:+d}".replace("+", "+ ").replace("-", "- ") if self.offset else ""
        )

    def holds(self, thing: int, other: int) -> bool:
        """Is it true of these places?"""
        other += self.offset
        ways = {"=": thing == other, "!=": thing != other, "<": thing < other, "~": abs(thing - other) == 1}
        return ways[self.op]

    def sentence(self) -> Sentence:
        if self.other.isdecimal():
            return (AT if self.op == "=" else NOT_AT)(thing=self.thing, number=self.other)
        if self.offset:
            return AFTER(thing=self.thing, other=self.other, number=self.offset)
        template = {"=": SAME, "!=": APART, "<": BEFORE, "~": BESIDE}[self.op]
        return template(thing=self.thing, other=self.other)


@dataclass(frozen=True)
class Zebra:
    """The kinds, each with its things; the clues."""

    kinds: tuple[tuple[str, tuple[str, ...]], ...]
    clues: tuple[Clue, ...]

    @property
    def places(self) -> range:
        return range(1, len(self.kinds[0][1]) + 1)

    @property
    def things(self) -> tuple[str, ...]:
        return tuple(thing for _, things in self.kinds for thing in things)


@dataclass(frozen=True)
class Seating:
    """An answer: the place of each thing, None where nobody knows."""

    things: tuple[str, ...]
    places: tuple[int | None, ...]

    def text(self) -> str:
        """Place after place between slashes, what is there in the order of its kinds."""
        known = [place for place in self.places if place is not None]
        there = range(1, max(known, default=0) + 1)
        held = ([thing for thing, at in zip(self.things, self.places, strict=True) if at == place] for place in there)
        return "/".join(" ".join(things) or "?" for things in held)


def _claims(draft: StatementBuilder, clue: Clue, number: dict[str, int], places: range) -> Iterator[Constraint]:
    thing = number[clue.thing]
    if clue.other in number:
        other = number[clue.other]
        yield Distance(thing, other, "=", 1) if clue.op == "~" else Compare(thing, clue.op, other, clue.offset)
        return
    place = int(clue.other)
    if place not in places:
        yield Count((), "=", int(clue.op == "="))
    else:
        fact = draft.fact(thing, place)
        yield Clause((fact if clue.op == "=" else -fact,))


def _cell(thing: str, place: int) -> str:
    return f"{thing} at {place}"


def _rows(things: tuple[str, ...], places: range) -> list[str]:
    return [_cell(thing, place) for thing in things for place in places]


def _variable(thing: str, places: range) -> Variable:
    sentence = ONE_PLACE(thing=thing)
    holds = Group(sentence.say(), sentence.say(), sentence=sentence, cells=tuple(_rows((thing,), places)))
    return Variable(thing, places, holds, says="{name} at {value}")


def _judge(kinds: dict[str, tuple[str, ...]]) -> None:
    if not kinds:
        raise InvalidPuzzle("there are no kinds of things", expected=_EXPECTED)
    (name, model), *others = kinds.items()
    things = [thing for of_kind in kinds.values() for thing in of_kind]
    for kind, of_kind in others:
        if len(of_kind) != len(model):
            raise InvalidPuzzle(f"{kind[:20]} has {len(of_kind)} things", expected=f"{len(model)}, as {name[:20]} has")
    if len(set(things)) < len(things):
        again = next(thing for place, thing in enumerate(things) if thing in things[:place])
        raise InvalidPuzzle(f"{again[:20]!r} is there twice", expected="a name of its own for each thing")
    if numbers := [thing for thing in things if thing.isdecimal()]:
        raise InvalidPuzzle(f"{numbers[0][:20]!r} is a number", expected="things with names; places have numbers")
    if len(model) > _MOST or len(kinds) > _MOST:
        raise InvalidPuzzle(f"there are {len(kinds)} kinds of {len(model)} things", expected=f"{_MOST} at most")


def _clue(part: str, where: str, things: set[str]) -> Clue:
    found = _CLUE.fullmatch(part)
    if found is None:
        raise InvalidPuzzle(f"{part[:30]!r} stands here", where=where, expected=_EXPECTED)
    op: Any
    thing, op, other, sign, offset = found.groups()
    if op == ">":
        thing, op, other = other, "<", thing
    numbers = [name for name in (thing, other) if name.isdecimal() and name not in things]
    if thing in numbers or (numbers and (op not in ("=", "!=") or sign)) or (sign and op != "="):
        raise InvalidPuzzle(f"{part[:30]!r} stands here", where=where, expected=_EXPECTED)
    for name in (thing, other):
        if name not in things and name not in numbers:
            raise InvalidPuzzle(f"there is no {name[:20]!r}", where=where, expected="one of the things")
    return Clue(thing, op, other, int(f"{sign}{offset}") if sign else 0)


class ZebraPuzzle(Puzzle[Zebra, Seating]):
    name = "zebra"
    model = Zebra
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
            "several", "pet: cat dog fox; colour: red blue green; cat ~ dog; red = fox; blue < green", "several ways"
        ),
        Example(
            "clash", "pet: cat dog fox; colour: red blue green; cat < dog; dog < fox; red = cat; red = 2", "no way"
        ),
    )

    def state(self, puzzle: Zebra) -> Statement:
        things, places = puzzle.things, puzzle.places
        number = {thing: place for place, thing in enumerate(things)}
        draft = StatementBuilder(_variable(thing, places) for thing in things)
        for kind, of_kind in puzzle.kinds:
            over = tuple(number[thing] for thing in of_kind)
            draft.rule(ONE_EACH(kind=kind), AllDifferent(over), at=_rows(of_kind, places))
        for clue in puzzle.clues:
            told = (clue.thing, clue.other) if clue.other in number else (clue.thing,)
            draft.given(clue.text, clue.sentence(), *_claims(draft, clue, number, places), at=_rows(told, places))
        return draft.statement()

    def decode(self, puzzle: Zebra, values: Values) -> Seating:
        return Seating(puzzle.things, tuple(values))

    def check(self, puzzle: Zebra, answer: Seating) -> str | None:
        if len(answer.places) != len(puzzle.things):
            return OTHER_SIZE
        at = dict(zip(puzzle.things, answer.places, strict=True))

        def missing() -> Iterator[str]:
            yield from (f"{thing} has no place" for thing, place in at.items() if place not in puzzle.places)

        def twice() -> Iterator[str]:
            for kind, things in puzzle.kinds:
                if len({at[thing] for thing in things}) < len(things):
                    yield f"two of {kind} are at one place"

        def clues() -> Iterator[str]:
            for clue in puzzle.clues:
                other = at[clue.other] if clue.other in at else int(clue.other)
                if not clue.holds(at[clue.thing] or 0, other or 0):
                    yield f"it is not so that {clue.sentence().say()}"

        return first(missing(), twice(), clues())

    def split(self, data: bytes, parse: Callable[[str], Zebra]) -> Iterator[Entry[Zebra]]:
        return one_board(data, parse)

    def parse(self, text: str) -> Zebra:
        """Lines, or parts between semicolons: kinds with their things, and clues. # begins a comment."""
        kinds, said = dict[str, tuple[str, ...]](), list[tuple[str, str]]()
        lines = (line.partition("#")[0] for line in text.splitlines())
        for number, part in enumerate((part.strip() for line in lines for part in line.split(";")), 1):
            where = f"part {number}"
            if "://" in part:
                raise InvalidPuzzle(f"{part[:30]!r} is an address", where=where, expected=_EXPECTED)
            if found := _KIND.fullmatch(part):
                if found[1] in kinds:
                    raise InvalidPuzzle(f"{found[1][:20]!r} is there twice", where=where, expected="another kind")
                kinds[found[1]] = tuple(re.split(r"[\s,]+", found[2].strip()))
            elif part:
                said.append((part, where))
        _judge(kinds)
        if len(kinds) < 2 and not said:
            raise InvalidPuzzle("there is one kind of things and no clue", expected=_EXPECTED)
        things = {thing for of_kind in kinds.values() for thing in of_kind}
        return Zebra(tuple(kinds.items()), tuple(_clue(part, where, things) for part, where in said))

    def format(self, puzzle: Zebra) -> str:
        kinds = (f"{kind}: {' '.join(things)}" for kind, things in puzzle.kinds)
        return "; ".join([*kinds, *(clue.text for clue in puzzle.clues)])

    def draw(self, puzzle: Zebra, answer: Seating | None) -> Drawing:
        """A grid of things and places, with a mark where a thing is."""
        cells, regions = list[Cell](), list[int]()
        at = dict(zip(puzzle.things, answer.places, strict=True)) if answer else {}
        for number, (_, things) in enumerate(puzzle.kinds):
            for thing in things:
                for place in puzzle.places:
                    known = at.get(thing)
                    kind: Kind = "open" if known is None else "found"
                    text = "●" if known == place else ""
                    row = len(cells) // len(puzzle.places)
                    cells.append(Cell(row=row, column=place - 1, name=_cell(thing, place), text=text, kind=kind))
                    regions.append(number)
        return Drawing(
            rows=len(puzzle.things),
            columns=len(puzzle.places),
            cells=tuple(cells),
            regions=tuple(regions),
            top=tuple((str(place),) for place in puzzle.places),
            left=tuple((thing,) for thing in puzzle.things),
            choices=(DrawnChoice(text="●", fact="{name}"), DrawnChoice(text="·", fact="not {name}")),
        )


PUZZLE = ZebraPuzzle()
