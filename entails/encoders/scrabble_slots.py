"""Slots of a Scrabble board: squares, fitting words, rules about squares, and scores. See `scrabble.py` for the model.

- `Slot` is a line, a start and a length where the main word of a play may lie; `slots` lists those of a board.
- `fitting` and `crossing_letters` reduce the lexicon to what a line and a rack allow, so that tables stay small.
- `requirements` are the rules about squares, independent of letters, with their sentences in English and French. Slots
  that break one are skipped; for a wanted play, the broken rule is part of the explanation.
- `SlotScoring` is the score as a linear function of the laid tiles. Premiums count under new tiles only, and the slot
  fixes which squares are new. A tile's value is multiplied by its letter premium and by the word premiums of the main
  word, and counts again, with its own word premium, in a cross word.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from entails.locale.message import OR, Message, Sentence, number_word, series
from entails.models.alphabet import LATIN, Alphabet, Letters
from entails.models.constraints import TupleRows
from entails.models.errors import bracketed
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import EMPTY, Board, Notation, Square, square_name
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import LENGTHS
from entails.models.scrabble.tiles import BLANK, Rack


@dataclass(frozen=True)
class Slot:
    """Consecutive squares of a line for the main word. A slot that leaves the board violates a requirement.

    Attributes:
        line: Row of a word across, column of a word down (from 0).
        start: First place on the line (from 0).
        length: Number of letters of the word.
    """

    board: Board
    across: bool
    line: int
    start: int
    length: int

    @property
    def origin(self) -> Square:
        """Row and column of the slot's first square."""
        return (self.line, self.start) if self.across else (self.start, self.line)

    @cached_property
    def along(self) -> Board:
        """The board, transposed if needed so that the word goes across."""
        return self.board if self.across else self.board.transposed

    @cached_property
    def places(self) -> range:
        """Positions of the word on its line."""
        return range(self.start, self.start + self.length)

    def square(self, place: int) -> Square:
        """Return the row and column of a position on the line."""
        return (self.line, place) if self.across else (place, self.line)

    def tile_at(self, place: int) -> int:
        """Return the letter on a position of the line; EMPTY for an empty square and off the board."""
        return letter_at(self.along, self.line, place)

    @cached_property
    def open_places(self) -> tuple[int, ...]:
        """Positions without a tile, where a play lays one."""
        return tuple(place for place in self.places if self.tile_at(place) == EMPTY)

    @cached_property
    def pattern(self) -> tuple[int, ...]:
        """Letters already on the slot's squares; EMPTY for open positions."""
        return tuple(self.tile_at(place) for place in self.places)

    def cross(self, place: int) -> tuple[int, tuple[int, ...]]:
        """Return where the cross word at an open position begins on its line, and its letters, EMPTY for the new tile.

        The word has one letter if the tile has no neighbour across the line.
        """
        first = last = self.line
        while letter_at(self.along, first - 1, place) != EMPTY:
            first -= 1
        while letter_at(self.along, last + 1, place) != EMPTY:
            last += 1
        letters = (letter_at(self.along, line, place) for line in range(first, last + 1))
        return first, tuple(EMPTY if line == self.line else letter for line, letter in enumerate(letters, first))

    @cached_property
    def crossed(self) -> tuple[int, ...]:
        """Open positions where a new tile forms a cross word."""
        return tuple(place for place in self.open_places if len(self.cross(place)[1]) > 1)

    @property
    def fits(self) -> bool:
        """Whether the whole slot is on the board."""
        return self.start + self.length <= self.along.layout.columns

    @property
    def is_connected(self) -> bool:
        """Whether a play in the slot touches a tile; on an empty board, whether it covers a start square."""
        if self.board.is_empty:
            return any(self.square(place) in self.board.layout.start for place in self.places)
        ends = self.tile_at(self.start - 1), self.tile_at(self.start + self.length)
        return len(self.open_places) < self.length or bool(self.crossed) or ends != (EMPTY, EMPTY)

    @property
    def repeats_a_slot_across(self) -> bool:
        """Whether a single tile also forms a word across; the play then belongs to the slot across."""
        return not self.across and len(self.open_places) == 1 and bool(self.crossed)


def letter_at(board: Board, row: int, column: int) -> int:
    """Return the letter on a square; EMPTY for an empty square and off the board."""
    return int(board.letters[row, column]) if board.layout.holds(row, column) else EMPTY


def slots(board: Board, tiles: int, both: bool = False) -> Iterator[Slot]:
    """Yield every slot that takes one to `tiles` tiles, so that each play belongs to exactly one slot.

    Slots may break `requirements`. On an empty board only slots across are listed, unless `both`.
    """
    for across in (True, False) if both or not board.is_empty else (True,):
        layout = board.layout if across else board.layout.transposed
        for line in range(layout.rows):
            for start in range(layout.columns):
                for length in range(2, layout.columns - start + 1):
                    slot = Slot(board, across, line, start, length)
                    if len(slot.open_places) > tiles:
                        break
                    if slot.open_places and not slot.repeats_a_slot_across:
                        yield slot


def fitting(lexicon: Lexicon, pattern: Sequence[int], rack: Rack | None = None) -> Letters:
    """Return the words that match a pattern (EMPTY matches any letter), as far as the rack allows.

    With a rack, the letters at EMPTY places must be on it; its blanks stand for missing ones.
    """
    words = lexicon.letters(len(pattern))
    fits = np.ones(len(words), dtype=np.bool_)
    for place, letter in enumerate(pattern):
        if letter != EMPTY:
            fits &= words[:, place] == letter
    matching: Letters = words[fits]
    if rack is None:
        return matching
    available = np.array(rack.letters[: lexicon.alphabet.kinds], np.int16)
    for letter in pattern:
        if letter != EMPTY:
            available[letter] += 1
    missing = np.maximum(_letter_counts(lexicon, len(pattern))[fits] - available, 0).sum(axis=1)
    return np.ascontiguousarray(matching[missing <= rack.blanks])


@lru_cache(maxsize=4096)
def crossing_letters(lexicon: Lexicon, pattern: tuple[int, ...]) -> TupleRows:
    """Return the letters that complete a pattern with one empty square; cached, because slots share squares."""
    return TupleRows(np.unique(fitting(lexicon, pattern)[:, pattern.index(EMPTY)]), 1)


@lru_cache(maxsize=64)
def _letter_counts(lexicon: Lexicon, length: int) -> NDArray[np.int8]:
    """Return the number of times each letter occurs in each word of one length."""
    words, kinds = lexicon.letters(length), lexicon.alphabet.kinds
    return np.stack([(words == letter).sum(axis=1) for letter in range(kinds)], axis=1).astype(np.int8)


ONE_LETTER = Message("every square of the word shows one letter", "chaque case du mot montre une seule lettre")
ONE_TILE = Message("every empty square takes one tile", "chaque case vide reçoit une seule lettre")

_ROW = Message("row {name}", "la ligne {name}")
_COLUMN = Message("column {name}", "la colonne {name}")
_COUNT = Message("{number} {tile}", "{number} {tile}")
_BLANK = Message("blank", "joker")
_BLANKS = Message("blanks", "jokers")
_LETTERS = Message("{letter}s", "{letter}")
_RACK_HAS = Message("the rack has {count}", "le chevalet a {count}")
_RACK_LACKS = Message("the rack has {count}", "le chevalet n'a {count}")
_HOLDS = Message("{square} already has {letter}", "{square} contient déjà {letter}")
_ACROSS = Message("the word across {line}", "le mot horizontal dans {line}")
_DOWN = Message("the word down {line}", "le mot vertical dans {line}")
_CROSS = Message("the cross word in {line}", "le mot perpendiculaire dans {line}")
_LISTED = Message("{name} is in the lexicon", "{name} est dans le lexique")
_SPELT = Message("{name}, {word}, is in the lexicon", "{name}, {word}, est dans le lexique")


@cache
def line_name(is_row: bool, index: int, notation: Notation) -> Sentence:
    """Return the name of a row or column: in gcg notation rows are numbers, in French they are letters."""
    numbered = is_row == (notation == "gcg")
    return (_ROW if is_row else _COLUMN)(name=index + 1 if numbered else chr(ord("A") + index))


def crossing_line(slot: Slot, place: int, notation: Notation) -> Sentence:
    """Return the name of the line of the cross word at a position."""
    return line_name(not slot.across, place, notation)


def count_of(tile: int, count: int, alphabet: Alphabet = LATIN) -> Sentence:
    """Describe a number of equal tiles in words: "no Q", "one E", "two blanks"."""
    number = number_word(count)
    many, symbol = count > 1, bracketed(alphabet.capitals[tile])
    if tile == BLANK:
        return _COUNT(number=number, tile=(_BLANKS if many else _BLANK)())
    return _COUNT(number=number, tile=_LETTERS(letter=symbol) if many else symbol)


@cache
def rack_has(tile: int, count: int, alphabet: Alphabet) -> Sentence:
    """Return the sentence on how many of a tile the rack has: "the rack has two Es"."""
    return (_RACK_HAS if count else _RACK_LACKS)(count=count_of(tile, count, alphabet))


def holds_already(square: str, letter: str) -> Sentence:
    """Return the sentence that a tile with this letter is on a square."""
    return _HOLDS(square=square, letter=bracketed(letter.upper()))


def main_word(across: bool, line: int, notation: Notation) -> Sentence:
    """Return the name of a slot's main word: "the word across row 8"."""
    return (_ACROSS if across else _DOWN)(line=line_name(across, line, notation))


def cross_word(line: Sentence) -> Sentence:
    """Return the name of the cross word in a line: "the cross word in column H"."""
    return _CROSS(line=line)


def in_lexicon(name: Sentence, word: str) -> Sentence:
    """Return the sentence that a word is in the lexicon; `word` spells it, or is empty if it is unknown."""
    return _SPELT(name=name, word=bracketed(word.upper())) if word else _LISTED(name=name)


_EDGE = Message("the word ends before the edge of the board", "le mot se termine avant le bord du plateau")()
_BEFORE = Message("the square before the word, {square}, is empty", "la case avant le mot, {square}, est vide")
_AFTER = Message("the square after the word, {square}, is empty", "la case après le mot, {square}, est vide")
_A_TILE = Message("at least one tile is laid", "au moins une lettre est posée")()
_TWO_LETTERS = Message("a word has two letters or more", "un mot a au moins deux lettres")()
_START = Message("the first word covers the start, {squares}", "le premier mot couvre le départ, {squares}")
_TOUCH = Message("the word touches a tile on the board", "le mot touche une lettre du plateau")()
_LENGTHS = Message(
    "in the restricted game a word has {lengths} letters", "dans le jeu restreint un mot a {lengths} lettres"
)
_ONE_TILE = Message(
    "in the restricted game a word goes through one tile and completes no other",
    "dans le jeu restreint un mot passe par une seule lettre et n'en complète pas d'autre",
)()
_NO_SECOND = Message(
    "in the restricted game no second word is made in {line}",
    "dans le jeu restreint aucun second mot n'est formé dans {line}",
)


@dataclass(frozen=True, slots=True)
class Requirement:
    """A rule about the squares of a slot, with a short name and a sentence.

    Attributes:
        holds: Whether the slot satisfies it.
    """

    name: str
    sentence: Sentence
    holds: bool


def requirements(position: Position, slot: Slot) -> Iterator[Requirement]:
    """Yield the rules about the squares of a slot.

    The play stays on the board, forms a whole word of two letters or more, lays a tile, and touches a tile or covers
    the start. Restricted games have further rules.
    """
    yield Requirement("edge", _EDGE, slot.fits)
    for name, template, place in (("before", _BEFORE, slot.start - 1), ("after", _AFTER, slot.start + slot.length)):
        square = slot.square(place)
        if slot.board.layout.holds(*square):
            sentence = template(square=square_name(*square, position.notation))
            yield Requirement(name, sentence, slot.tile_at(place) == EMPTY)
    yield Requirement("tiles", _A_TILE, bool(slot.open_places))
    yield Requirement("letters", _TWO_LETTERS, slot.length > 1)
    if slot.board.is_empty:
        yield Requirement("start", _START(squares=series(_starts(position), OR)), slot.is_connected)
    else:
        yield Requirement("touch", _TOUCH, slot.is_connected)
    if position.rules.restricted:
        yield from _restricted(position, slot)


def _starts(position: Position) -> list[str]:
    return [square_name(*square, position.notation) for square in position.board.layout.start]


def _restricted(position: Position, slot: Slot) -> Iterator[Requirement]:
    """Yield the additional rules of the restricted game (Guzniczak 2018) about a slot."""
    yield Requirement("length", _LENGTHS(lengths=", ".join(map(str, sorted(LENGTHS)))), slot.length in LENGTHS)
    yield Requirement("one tile", _ONE_TILE, slot.length - len(slot.open_places) <= 1)
    for place in slot.crossed:
        line = crossing_line(slot, place, position.notation)
        yield Requirement(f"second {line}", _NO_SECOND(line=line), False)


@dataclass(frozen=True)
class SlotScoring:
    """The score of a play in a slot as a linear function of the laid tiles.

    Attributes:
        times: Multiplier of the value of the tile on each open place.
        fixed: Points of the tiles on the board and of the bonus, whatever is laid.
    """

    times: tuple[int, ...]
    fixed: int

    @classmethod
    def of(cls, position: Position, slot: Slot) -> "SlotScoring":
        """Compute the multipliers and the fixed points of a slot from its premium squares."""
        layout = slot.along.layout
        main = 1
        for place in slot.open_places:
            main *= int(layout.word[slot.line, place])
        fixed = main * sum(_value(position, slot, slot.line, place) for place in slot.places)
        times = []
        for place in slot.open_places:
            cross = int(layout.word[slot.line, place]) if place in slot.crossed else 0
            times.append(int(layout.letter[slot.line, place]) * (main + cross))
            first, letters = slot.cross(place)
            fixed += cross * sum(_value(position, slot, line, place) for line in range(first, first + len(letters)))
        if len(times) >= position.rules.bonus_tiles and not position.rules.restricted:
            fixed += position.rules.bonus
        return cls(tuple(times), fixed)

    def most(self, position: Position) -> int:
        """Return an upper bound on the score in a slot: the most valuable tiles on the best squares."""
        values = sorted((position.tile_set.values[tile] for tile in position.rack), reverse=True)
        return self.fixed + sum(a * b for a, b in zip(sorted(self.times, reverse=True), values, strict=False))


def _value(position: Position, slot: Slot, line: int, place: int) -> int:
    """Return the value of the tile on a square; 0 for an empty square and for a blank."""
    letter = letter_at(slot.along, line, place)
    return 0 if letter == EMPTY or slot.along.blanks[line, place] else position.tile_set.values[letter]
