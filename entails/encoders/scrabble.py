"""Scrabble placement as constraint models: the main word, the cross words, the rack and the score of one play.

A slot is a line, a start and a length for the main word (see `scrabble_slots`). Every play lies in exactly one slot, so
each slot is a small model of its own, and the best solution over all slots is the best play. In a slot:

- every square is a variable whose values are letters, and every empty square takes one tile, perhaps a blank;
- the main word is a row of a table: the words of that length that fit the tiles of the line and the rack;
- every cross word restricts one letter to a table of the letters that complete a word;
- the rack bounds how many tiles of each letter are laid;
- the score is linear in the laid tiles, because the slot fixes which premium squares are covered.

If a word is wanted (`--word`), its own slot is the only one, and every rule is a soft constraint: a conflict names the
rules that forbid the word. This model shares no code with the move generator.

The facts of a play have the same numbers in all slots of a board: "across" (false if the word goes down), "row 8",
"column 4", "5 letters", then for each letter of the word "letter 3 is E" and "letter 3 is a blank".
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
from entails.models.scrabble.board import EMPTY, THROUGH, Board, Placement, square_name, write_place
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import LENGTHS
from entails.models.scrabble.tiles import BLANK, symbols_of
from entails.models.statement import Statement, Variable, boolean


def state(position: Position, slot: Slot, words: Letters, wanted: Placement | None = None) -> StatementCase:
    """State the plays in one slot, or only the wanted play, as variables, constraints and an objective.

    Args:
        position: Board, rack, lexicon and rules.
        slot: Line, start and length of the main word.
        words: Words of the slot's length that the tiles of its line and the rack allow.
        wanted: The only play considered; its rules are soft constraints.
    """
    model = _SlotModel(position, slot, words, wanted)
    model.each_empty_square_takes_one_tile()
    model.laid_tiles_come_from_the_rack()
    model.tiles_on_the_board_stay()
    model.main_word_is_in_the_lexicon()
    model.cross_words_are_in_the_lexicon()
    model.squares_satisfy_the_rules()
    statement = Statement(model.variables, tuple(model.groups), tuple(model.constraints), objective=model.score())
    where = SlotFacts(slot.board).place(slot.across, *slot.origin, slot.length)
    return StatementCase(statement, model.board_facts(), frozenset(where))


class _SlotModel:
    """The variables of one slot, and one method for each rule of the game.

    Attributes:
        letter: The variable of each place of the slot: the letter that it shows.
        blank: The fact that the tile laid on an empty place is a blank.
        laid: The hidden fact that an empty place takes the tile of a letter (not a blank).
    """

    def __init__(self, position: Position, slot: Slot, words: Letters, wanted: Placement | None) -> None:
        self.position, self.slot, self.words, self.wanted = position, slot, words, wanted
        self.alphabet = position.board.alphabet
        self.letter = {place: number for number, place in enumerate(slot.places)}
        self.blank, self.laid = dict[int, int](), dict[tuple[int, int], int]()
        self.variables = tuple(self._variables())
        self.bare = Statement(self.variables)
        self.groups, self.constraints = [_TILES], list[Constraint]()

    def _variables(self) -> Iterator[Variable]:
        letters = {place: self._letters(place) for place in self.slot.places}
        for number, values in enumerate(letters.values(), 1):
            labels = tuple(self.alphabet.capitals[letter] for letter in values)
            yield Variable(f"letter {number}", values, _LETTERS, "{name} is {label}", labels)
        next_fact = sum(map(len, letters.values())) + 1
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
        """Return the letters that a place may show: that of the wanted play, or those of the fitting words."""
        index = place - self.slot.start
        if self.wanted is not None:
            return (self.alphabet.number(self.wanted.word[index]),)
        return tuple(np.flatnonzero(np.bincount(self.words[:, index])).tolist())

    def each_empty_square_takes_one_tile(self) -> None:
        """Require each empty square to take a letter tile, which shows its own letter, or a blank, which shows any."""
        for place in self.slot.open_places:
            letters = self.bare.variables[self.letter[place]].values
            tiles = tuple(self.laid[place, letter] for letter in letters)
            blank = (self.blank[place],) if place in self.blank else ()
            self.constraints.append(Count((*tiles, *blank), "=", 1))
            first = self.bare.first_literals[self.letter[place]]
            self.constraints += (Clause((shows,), when=(tile,)) for shows, tile in enumerate(tiles, first))
            if self.wanted is not None and self.wanted.tiles[place - self.slot.start].islower():
                self.constraints.append(Clause(blank))

    def laid_tiles_come_from_the_rack(self) -> None:
        """Limit the laid tiles of each letter, and the blanks, to those of the rack."""
        by_letter: dict[int, list[int]] = {}
        for (_, letter), tile in self.laid.items():
            by_letter.setdefault(letter, []).append(tile)
        for letter in sorted(by_letter):
            self._at_most(letter, by_letter[letter])
        self._at_most(BLANK, list(self.blank.values()))

    def _at_most(self, tile: int, laid: Sequence[int]) -> None:
        count = self.position.rack.counts[tile]
        if len(laid) > count:
            symbol = bracketed(symbols_of(self.alphabet)[tile])
            group = self._rule(f"rack {symbol}", rack_has(tile, count, self.alphabet))
            self.constraints.append(Count(tuple(laid), "<=", count, group=group))

    def tiles_on_the_board_stay(self) -> None:
        """Require the word to contain the letters already on its squares."""
        for place in self.slot.places:
            lying, name = self.slot.tile_at(place), square_name(*self.slot.square(place), self.position.notation)
            if lying != EMPTY:
                group = self._rule(f"holds {name}", holds_already(name, self.alphabet.small[lying]))
                self.constraints.append(Clause(self._shows(place, lying), group=group))

    def _shows(self, place: int, letter: int) -> tuple[int, ...]:
        """Return the fact that a place shows a letter; nothing if it cannot show it."""
        number = self.letter[place]
        return (self.bare.fact(number, letter),) if letter in self.bare.variables[number].values else ()

    def main_word_is_in_the_lexicon(self) -> None:
        """Require the letters of the slot to form a word of the table."""
        name = main_word(self.slot.across, self.slot.line, self.position.notation)
        group = self._rule("word", in_lexicon(name, "" if self.wanted is None else self.wanted.word))
        letters = tuple(self.letter.values())
        self.constraints.append(Table(letters, TupleRows(self.words, len(letters)), group=group))

    def cross_words_are_in_the_lexicon(self) -> None:
        """Require each letter that completes a cross word to make it valid."""
        for place in self.slot.crossed:
            _, pattern = self.slot.cross(place)
            line = crossing_line(self.slot, place, self.position.notation)
            group = self._rule(f"cross {line}", in_lexicon(cross_word(line), self._spelt(place, pattern)))
            allowed = crossing_letters(self.position.lexicon, pattern)
            self.constraints.append(Table((self.letter[place],), allowed, group=group))

    def _spelt(self, place: int, pattern: Sequence[int]) -> str:
        """Return the cross word that the wanted play forms at a place; empty without a wanted play."""
        if self.wanted is None:
            return ""
        tile = self.wanted.word[place - self.slot.start]
        return "".join(tile if letter == EMPTY else self.alphabet.small[letter] for letter in pattern)

    def squares_satisfy_the_rules(self) -> None:
        """Add the rules that depend only on the squares: a violated one is a contradiction, whatever the letters."""
        for requirement in requirements(self.position, self.slot):
            if requirement.holds and self.wanted is None:
                continue
            group = self._rule(requirement.name, requirement.sentence)
            if not requirement.holds:
                self.constraints.append(Clause((), group=group))

    def score(self) -> Objective | None:
        """Return the score to maximise: the value of each laid tile times its multiplier, plus fixed points."""
        if not self.slot.fits:
            return None
        scoring, values = SlotScoring.of(self.position, self.slot), self.position.tile_set.values
        times = dict(zip(self.slot.open_places, scoring.times, strict=True))
        points = tuple((times[place] * values[letter], tile) for (place, letter), tile in self.laid.items())
        return Objective("maximise", facts=points, fixed=scoring.fixed)

    def board_facts(self) -> dict[int, int]:
        """Map the facts of the board that spell the word to the facts of this slot."""
        numbering, facts = SlotFacts(self.slot.board), dict[int, int]()
        for place, number in self.letter.items():
            for own, letter in enumerate(self.bare.variables[number].values, self.bare.first_literals[number]):
                facts[numbering.spells(number, letter)] = own
            if place in self.blank:
                facts[numbering.spells(number, BLANK)] = self.blank[place]
        return facts

    def _rule(self, name: str, sentence: Sentence) -> int:
        """Add the group of a rule, soft if a particular play is wanted, and return its number."""
        self.groups.append(_group(name, sentence, self.wanted is not None))
        return len(self.groups) - 1


_LETTERS = Group("letters of the word", ONE_LETTER().say(), sentence=ONE_LETTER())
_TILES = Group("tiles of the word", ONE_TILE().say(), sentence=ONE_TILE())
_CACHED_GROUPS = 4096


@lru_cache(_CACHED_GROUPS)
def _group(name: str, sentence: Sentence, soft: bool) -> Group:
    """Return the group of a rule, cached, because the slots of a board share most rules."""
    return Group(name, sentence.say(), soft=soft, sentence=sentence)


def choose(position: Position) -> CpChoice:
    """Return a model for each slot of a position, or only for the slot of the wanted play."""
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
        label=slot_name,
    )


Part = tuple[Position, Slot, Letters, Placement | None]


def _parts(position: Position) -> Iterator[Part]:
    """Yield the slots that a word fits, given the tiles on the line and on the rack. Cross words are ignored."""
    words: dict[tuple[int, ...], Letters] = {}
    for slot in slots(position.board, position.rack.total):
        if not all(requirement.holds for requirement in requirements(position, slot)):
            continue
        if slot.pattern not in words:
            words[slot.pattern] = fitting(position.lexicon, slot.pattern, position.rack)
        if len(words[slot.pattern]):
            yield position, slot, words[slot.pattern], None


def _of_first_length(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the slots of the first word length that has a play; the restricted game tries lengths in turn.

    No cross word is made there, so every word that fits its line and the rack is a play.
    """
    by_length = ([part for part in parts if part[1].length == length] for length in LENGTHS)
    return tuple(next(filter(None, by_length), ()))


def _wanted_part(position: Position, wanted: Placement) -> Part:
    """Return the slot of the wanted word, with the word if the lexicon has it."""
    row, column = wanted.row, wanted.column
    line, start = (row, column) if wanted.across else (column, row)
    slot = Slot(position.board, wanted.across, line, start, len(wanted.word))
    spelt = tuple(position.board.alphabet.number(letter) for letter in wanted.word)
    return position, slot, fitting(position.lexicon, spelt), wanted


def most_points(position: Position, slot: Slot, words: Letters, wanted: Placement | None = None) -> float:
    """Return an upper bound on the score of the plays in a slot."""
    del words, wanted
    return SlotScoring.of(position, slot).most(position)


def slot_name(position: Position, slot: Slot, words: Letters | None = None, wanted: Placement | None = None) -> str:
    """Return the name of a slot: its first square as in a play, and its length ("8D 5")."""
    del words, wanted
    return f"{write_place(*slot.origin, slot.across, position.notation)} {slot.length}"


def answer(position: Position, true: Sequence[int]) -> Placement:
    """Decode the true facts of a solution into a play."""
    return SlotFacts(position.board).decode(true)


@dataclass(frozen=True)
class SlotFacts:
    """The numbering of facts about a play, shared by all slots of a board."""

    board: Board

    @cached_property
    def longest(self) -> int:
        """Number of squares on the longest line."""
        return max(self.board.layout.rows, self.board.layout.columns)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the facts in order, from fact 1."""
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
        """Number of facts about the place of a play; facts about its letters have higher numbers."""
        return 1 + 3 * self.longest

    @property
    def total(self) -> int:
        """Number of facts in total."""
        return self.first_letter + len(self._tiles) * self.longest

    @cached_property
    def _tiles(self) -> tuple[int, ...]:
        """Tile numbers: the letters of the alphabet, then the blank."""
        return (*NUMBERS[: len(self.board.alphabet.letters)], BLANK)

    def place(self, across: bool, row: int, column: int, length: int) -> set[int]:
        """Return the facts that describe the place of a play."""
        size = self.longest
        return {1 + row + 1, 1 + size + column + 1, 1 + 2 * size + length} | ({1} if across else set())

    def spells(self, place: int, tile: int) -> int:
        """Return the fact that letter `place` of the word (from 0) is `tile`; for BLANK, that its tile is a blank."""
        return self.first_letter + len(self._tiles) * place + self._tiles.index(tile) + 1

    def decode(self, facts: Sequence[int]) -> Placement:
        """Decode the true facts of a solution into the play."""
        size, true = self.longest, sorted(fact for fact in facts if fact > 0)
        across = true[0] == 1
        row, column, length = (fact - 2 for fact in true[across : 3 + across])
        column, length = column - size, length - 2 * size + 1
        letters, blanks = [""] * length, [False] * length
        for fact in true[3 + across :]:
            place, index = divmod(fact - self.first_letter - 1, len(self._tiles))
            if (tile := self._tiles[index]) == BLANK:
                blanks[place] = True
            else:
                letters[place] = self.board.alphabet.small[tile]
        return self._placement(row, column, across, letters, blanks)

    def _placement(self, row: int, column: int, across: bool, letters: list[str], blanks: list[bool]) -> Placement:
        word, tiles = [], []
        for step, (letter, blank) in enumerate(zip(letters, blanks, strict=True)):
            square = (row, column + step) if across else (row + step, column)
            lies_there = self.board.has_tile(*square)
            tile = self.board.tile(*square) if lies_there else letter if blank else letter.upper()
            word.append(tile)
            tiles.append(THROUGH if lies_there else tile)
        return Placement(row, column, across, "".join(word), "".join(tiles), self.board.alphabet)


def decode_atoms(board: Board, names: Sequence[str]) -> Placement:
    """Decode the names of true facts into a play."""
    facts = SlotFacts(board)
    number = {name: fact for fact, name in enumerate(facts.names, 1)}
    return facts.decode([number[name] for name in names])
