"""Scrabble as a choice of statements: the rules of placement, for one slot of the board at a time.

A slot fixes the line, the start and the length of the main word, so what is left to decide is small: a tile of the rack
for each empty square, such that the main word and every cross word are in the lexicon. The score is linear in these
tiles. A play lies in exactly one slot; the best over all slots is the best play (see `scrabble_slots`).

This is a second opinion on the move generator and shares no code with it. With a wanted word the only slot is its own,
and every rule can be doubted, so that an explanation names the rules that forbid it.

The facts of a play, numbered the same in all models of a board: where it begins, which way it goes, what it spells.

"across" (else it goes down), "row 8", "column 4", "5 letters", then for each letter of the word "letter 3 is E" and
"letter 3 is a blank". Any two plays differ in one of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from entails.encoders.cpsat.compile import CpChoice, StatementCase
from entails.encoders.scrabble_slots import (
    ONE_LETTER,
    ONE_TILE,
    Slot,
    SlotScoring,
    cross_word,
    crossing_letters,
    crossing_line,
    fitting,
    holds_already,
    in_lexicon,
    main_word,
    rack_has,
    requirements,
    slots,
)
from entails.locale.message import Sentence
from entails.models.alphabet import NUMBERS, Letters
from entails.models.constraints import Clause, Constraint, Count, Table, TupleRows
from entails.models.encoding import Group, Objective
from entails.models.errors import bracketed
from entails.models.scrabble.board import EMPTY, THROUGH, Board, Placement, square_name
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import LENGTHS
from entails.models.scrabble.tiles import BLANK, symbols_of
from entails.models.statement import Statement, Variable, boolean


@dataclass(frozen=True)
class SlotFacts:
    """The numbering for one board; `decode` turns the facts that hold into the play."""

    board: Board

    @cached_property
    def longest(self) -> int:
        """Squares of the longest line."""
        return max(self.board.layout.rows, self.board.layout.columns)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each fact, fact 1 first."""
        return tuple(self._names())

    def _names(self) -> Iterator[str]:
        yield "across"
        numbers = range(1, self.longest + 1)
        for form in ("row {}", "column {}", "{} letters"):
            yield from (form.format(number) for number in numbers)
        for number in numbers:
            yield from (f"letter {number} is {bracketed(letter)}" for letter in self.board.alphabet.letters.upper())
            yield f"letter {number} is a blank"

    @property
    def first_letter(self) -> int:
        """How many facts tell where the play is; those that spell it come after them."""
        return 1 + 3 * self.longest

    @property
    def total(self) -> int:
        """How many facts there are."""
        return self.first_letter + len(self._kinds) * self.longest

    @cached_property
    def _kinds(self) -> tuple[int, ...]:
        """What a tile can be: the letters of the alphabet, then the blank."""
        return (*NUMBERS[: len(self.board.alphabet.letters)], BLANK)

    def place(self, across: bool, row: int, column: int, length: int) -> set[int]:
        """The facts that tell where a play is."""
        size = self.longest
        return {1 + row + 1, 1 + size + column + 1, 1 + 2 * size + length} | ({1} if across else set())

    def spells(self, place: int, kind: int) -> int:
        """The fact that the word's letter at this place, from 0, is of a kind; BLANK says that the tile is one."""
        return self.first_letter + len(self._kinds) * place + self._kinds.index(kind) + 1

    def decode(self, facts: Sequence[int]) -> Placement:
        """The play that these facts tell."""
        size, true = self.longest, sorted(fact for fact in facts if fact > 0)
        across = true[0] == 1
        row, column, length = (fact - 2 for fact in true[across : 3 + across])
        column, length = column - size, length - 2 * size + 1
        letters, blanks = [""] * length, [False] * length
        for fact in true[3 + across :]:
            place, index = divmod(fact - self.first_letter - 1, len(self._kinds))
            if (kind := self._kinds[index]) == BLANK:
                blanks[place] = True
            else:
                letters[place] = self.board.alphabet.small[kind]
        return self._placement(row, column, across, letters, blanks)

    def _placement(self, row: int, column: int, across: bool, letters: list[str], blanks: list[bool]) -> Placement:
        word, tiles = [], []
        for step, (letter, blank) in enumerate(zip(letters, blanks, strict=True)):
            square = (row, column + step) if across else (row + step, column)
            there = self.board.has_tile(*square)
            tile = self.board.tile(*square) if there else letter if blank else letter.upper()
            word.append(tile)
            tiles.append(THROUGH if there else tile)
        return Placement(row, column, across, "".join(word), "".join(tiles), self.board.alphabet)


def from_names(board: Board, names: Sequence[str]) -> Placement:
    """The play that facts given by name tell."""
    facts = SlotFacts(board)
    number = {name: fact for fact, name in enumerate(facts.names, 1)}
    return facts.decode([number[name] for name in names])


Part = tuple[Position, Slot, Letters, Placement | None]

_KEPT_RULES = 4096

_LETTERS = Group("letters of the word", ONE_LETTER().say(), sentence=ONE_LETTER())
_TILES = Group("tiles of the word", ONE_TILE().say(), sentence=ONE_TILE())


@lru_cache(_KEPT_RULES)
def _rule(name: str, sentence: Sentence, doubtable: bool) -> Group:
    """A rule as a group. The slots of a board share most of theirs, so they are put into words once."""
    return Group(name, sentence.say(), doubtable=doubtable, sentence=sentence)


class _Play:
    """One slot in the making: its variables, then one method for each rule of the game.

    The variables are a letter for each place, whether a blank lies there for each open one, and hidden among them each
    tile that may be laid.
    """

    def __init__(self, position: Position, slot: Slot, words: Letters, wanted: Placement | None) -> None:
        self.position, self.slot, self.words, self.wanted = position, slot, words, wanted
        self.alphabet = position.board.alphabet
        self.letter = {place: number for number, place in enumerate(slot.places)}
        self.bare = Statement(tuple(self._variables()))
        self.groups, self.constraints = [_TILES], list[Constraint]()
        self.one_tile_on_each_empty_square()
        self.tiles_come_from_the_rack()
        self.tiles_on_the_board_stay()
        self.main_word_is_a_word()
        self.cross_words_are_words()
        self.the_word_has_its_place()

    def _variables(self) -> Iterator[Variable]:
        letters = {place: self._letters(place) for place in self.slot.places}
        for number, values in enumerate(letters.values(), 1):
            yield Variable(f"letter {number}", values, _LETTERS)
        next_fact = sum(map(len, letters.values())) + 1
        self.blank, self.laid = dict[int, int](), dict[tuple[int, int], int]()
        if self.position.rack.blanks or self.wanted is not None:
            for place in self.slot.open_places:
                self.blank[place] = next_fact + len(self.blank)
                yield boolean(f"blank {place}")
        next_fact += len(self.blank)
        for place in self.slot.open_places:
            for letter in letters[place]:
                self.laid[place, letter] = next_fact + len(self.laid)
                yield boolean(f"tile {place} {bracketed(self.alphabet.capitals[letter])}", hidden=True)

    def _letters(self, place: int) -> tuple[int, ...]:
        """The letters that a place may show: the one that is wanted, or those that some word has there."""
        index = place - self.slot.start
        if self.wanted is not None:
            return (self.alphabet.number(self.wanted.word[index]),)
        return tuple(np.flatnonzero(np.bincount(self.words[:, index])).tolist())

    def rule(self, name: str, sentence: Sentence) -> int:
        """The group of a rule, which may be doubted where a word is wanted."""
        self.groups.append(_rule(name, sentence, self.wanted is not None))
        return len(self.groups) - 1

    def one_tile_on_each_empty_square(self) -> None:
        """A letter tile that shows the letter of its square, or a blank that stands for any."""
        for place in self.slot.open_places:
            letters = self.bare.variables[self.letter[place]].values
            tiles = tuple(self.laid[place, letter] for letter in letters)
            blank = (self.blank[place],) if place in self.blank else ()
            self.constraints.append(Count((*tiles, *blank), "=", 1))
            first = self.bare.firsts[self.letter[place]]
            self.constraints += (Clause((shows,), when=(tile,)) for shows, tile in enumerate(tiles, first))
            if self.wanted is not None and self.wanted.tiles[place - self.slot.start].islower():
                self.constraints.append(Clause(blank))

    def tiles_come_from_the_rack(self) -> None:
        by_kind: dict[int, list[int]] = {}
        for (_, letter), tile in self.laid.items():
            by_kind.setdefault(letter, []).append(tile)
        for kind in sorted(by_kind):
            self._at_most(kind, by_kind[kind])
        self._at_most(BLANK, list(self.blank.values()))

    def _at_most(self, kind: int, laid: Sequence[int]) -> None:
        count = self.position.rack.counts[kind]
        if len(laid) > count:
            symbol = bracketed(symbols_of(self.alphabet)[kind])
            group = self.rule(f"rack {symbol}", rack_has(kind, count, self.alphabet))
            self.constraints.append(Count(tuple(laid), "<=", count, group=group))

    def tiles_on_the_board_stay(self) -> None:
        for place in self.slot.places:
            there, name = self.slot.tile_at(place), square_name(*self.slot.square(place), self.position.notation)
            if there != EMPTY:
                group = self.rule(f"holds {name}", holds_already(name, self.alphabet.small[there]))
                self.constraints.append(Clause(self._shows(place, there), group=group))

    def _shows(self, place: int, letter: int) -> tuple[int, ...]:
        """The fact that a place shows this letter; nothing when it cannot."""
        number = self.letter[place]
        return (self.bare.fact(number, letter),) if letter in self.bare.variables[number].values else ()

    def main_word_is_a_word(self) -> None:
        what = main_word(self.slot.across, self.slot.line, self.position.notation)
        group = self.rule("word", in_lexicon(what, "" if self.wanted is None else self.wanted.word))
        over = tuple(self.letter.values())
        self.constraints.append(Table(over, TupleRows(self.words, len(over)), group=group))

    def cross_words_are_words(self) -> None:
        """Every word of two letters or more that the tiles make across the line."""
        for place in self.slot.crossed:
            _, pattern = self.slot.cross(place)
            line = crossing_line(self.slot, place, self.position.notation)
            group = self.rule(f"cross {line}", in_lexicon(cross_word(line), self._spelt(place, pattern)))
            allowed = crossing_letters(self.position.lexicon, pattern)
            self.constraints.append(Table((self.letter[place],), allowed, group=group))

    def _spelt(self, place: int, pattern: Sequence[int]) -> str:
        """The cross word itself, which a wanted play settles."""
        if self.wanted is None:
            return ""
        tile = self.wanted.word[place - self.slot.start]
        return "".join(tile if letter == EMPTY else self.alphabet.small[letter] for letter in pattern)

    def the_word_has_its_place(self) -> None:
        """Rules about the squares alone hold or do not, whatever the letters are."""
        for required in requirements(self.position, self.slot):
            if required.holds and self.wanted is None:
                continue
            group = self.rule(required.name, required.sentence)
            if not required.holds:
                self.constraints.append(Clause((), group=group))

    def score(self) -> Objective | None:
        """The tiles' values times what they count there, and what counts anyway."""
        if not self.slot.fits:
            return None
        scoring, values = SlotScoring.of(self.position, self.slot), self.position.tile_set.values
        times = dict(zip(self.slot.open_places, scoring.times, strict=True))
        points = tuple((times[place] * values[letter], tile) for (place, letter), tile in self.laid.items())
        return Objective("maximise", facts=points, fixed=scoring.fixed)

    def statement(self) -> Statement:
        """What the rules say together."""
        return replace(
            self.bare, groups=tuple(self.groups), constraints=tuple(self.constraints), objective=self.score()
        )

    def told(self) -> dict[int, int]:
        """What the facts of the board that spell a word are in this slot."""
        numbering, facts = SlotFacts(self.slot.board), dict[int, int]()
        for place, number in self.letter.items():
            for own, letter in enumerate(self.bare.variables[number].values, self.bare.firsts[number]):
                facts[numbering.spells(number, letter)] = own
            if place in self.blank:
                facts[numbering.spells(number, BLANK)] = self.blank[place]
        return facts


def state(position: Position, slot: Slot, words: Letters, wanted: Placement | None = None) -> StatementCase:
    """One slot; `words` are those of its length that line and rack allow."""
    play = _Play(position, slot, words, wanted)
    here = SlotFacts(slot.board).place(slot.across, *slot.origin, slot.length)
    return StatementCase(play.statement(), play.told(), frozenset(here))


def most_points(position: Position, slot: Slot, words: Letters, wanted: Placement | None = None) -> float:
    """More than this no play in the slot can score."""
    del words, wanted
    return SlotScoring.of(position, slot).most(position)


def choose(position: Position) -> CpChoice:
    """The slots of a position, or that of the word which is wanted."""
    wanted = position.wanted
    parts = tuple(_parts(position)) if wanted is None else (_wanted_part(position, wanted),)
    if position.rules.restricted and wanted is None:
        parts = _of_first_length(parts)
    return CpChoice(
        state,
        parts,
        SlotFacts(position.board).names,
        bound=most_points if wanted is None else None,
        about=(f"scrabble, rack {position.rack}",),
    )


def answer(position: Position, true: Sequence[int]) -> Placement:
    """The play that the facts which hold tell."""
    return SlotFacts(position.board).decode(true)


def _parts(position: Position) -> Iterator[Part]:
    """The slots that some word of the lexicon fits as far as their line and the rack go; cross words are not asked."""
    found: dict[tuple[int, ...], Letters] = {}
    for slot in slots(position.board, position.rack.total):
        if not all(rule.holds for rule in requirements(position, slot)):
            continue
        if slot.pattern not in found:
            found[slot.pattern] = fitting(position.lexicon, slot.pattern, position.rack)
        if len(found[slot.pattern]):
            yield position, slot, found[slot.pattern], None


def _of_first_length(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The restricted game tries one length after the other, and the first that gives a play ends the search. No second
    word is made there, so a word that fits its line and the rack is a play."""
    by_length = ([part for part in parts if part[1].length == length] for length in LENGTHS)
    return tuple(next(filter(None, by_length), ()))


def _wanted_part(position: Position, wanted: Placement) -> Part:
    """The slot of the wanted word, and the word itself if it is one."""
    row, column = wanted.row, wanted.column
    line, start = (row, column) if wanted.across else (column, row)
    slot = Slot(position.board, wanted.across, line, start, len(wanted.word))
    spelt = tuple(position.board.alphabet.number(letter) for letter in wanted.word)
    return position, slot, fitting(position.lexicon, spelt), wanted
