"""`Slot`: a line, a start and a length, where the main word of a play may lie. Each slot is one small statement.

What the rules say about squares alone is asked in `requirements`, what they say about letters in `scrabble.py`.

The lexicon, cut down to what a line and a rack allow, so that tables stay small.

How the rules of placement are said to a player, in English and in French.

The rules of placement that ask about squares only, not about letters: each with the sentence a player would say.

A slot that breaks one of them is not stated; a wanted word that breaks one is told so in these words.

What a play in a slot scores, before any tile is laid: a number of times each tile's value counts, and the rest.

Premiums count under new tiles only, and the slot says which squares are new. So the score is linear: a tile's value
counts its letter premium times the word premiums of the main word, and again times that of the cross word there.
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
from entails.models.scrabble.board import EMPTY, Board, Notation, square_name
from entails.models.scrabble.layout import Square
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import LENGTHS
from entails.models.scrabble.tiles import BLANK, Rack


@dataclass(frozen=True)
class Slot:
    """Squares in a line: `line` is a row when the word goes across, else a column. It may reach over the edge, which a
    rule then forbids."""

    board: Board
    across: bool
    line: int
    start: int
    length: int

    @property
    def origin(self) -> Square:
        """Row and column of its first square."""
        return (self.line, self.start) if self.across else (self.start, self.line)

    @cached_property
    def along(self) -> Board:
        """The board turned so that the word goes across."""
        return self.board if self.across else self.board.transposed

    @cached_property
    def places(self) -> range:
        """The places of the word along the line."""
        return range(self.start, self.start + self.length)

    def square(self, place: int) -> Square:
        """Row and column of a place of the line."""
        return (self.line, place) if self.across else (place, self.line)

    def tile_at(self, place: int) -> int:
        """The letter that lies at a place of the line, or EMPTY; off the board there is none."""
        return letter_at(self.along, self.line, place)

    @cached_property
    def open_places(self) -> tuple[int, ...]:
        """The places that take a tile."""
        return tuple(place for place in self.places if self.tile_at(place) == EMPTY)

    @cached_property
    def pattern(self) -> tuple[int, ...]:
        """The letters that lie there already, EMPTY between them."""
        return tuple(self.tile_at(place) for place in self.places)

    def cross(self, place: int) -> tuple[int, tuple[int, ...]]:
        """The word that a tile at this place makes across the line: where it begins, and its letters, EMPTY for the
        tile itself. It has one letter when the tile has no neighbour there."""
        first = last = self.line
        while letter_at(self.along, first - 1, place) != EMPTY:
            first -= 1
        while letter_at(self.along, last + 1, place) != EMPTY:
            last += 1
        letters = (letter_at(self.along, line, place) for line in range(first, last + 1))
        return first, tuple(EMPTY if line == self.line else letter for line, letter in enumerate(letters, first))

    @cached_property
    def crossed(self) -> tuple[int, ...]:
        """The open places where a tile makes a cross word."""
        return tuple(place for place in self.open_places if len(self.cross(place)[1]) > 1)

    @property
    def fits(self) -> bool:
        """Does it stay on the board?"""
        return self.start + self.length <= self.along.layout.columns

    @property
    def is_connected(self) -> bool:
        """Does it touch a tile, or cover a start square when there is none?"""
        if self.board.is_empty:
            return any(self.square(place) in self.board.layout.start for place in self.places)
        return len(self.open_places) < self.length or bool(self.crossed)

    @property
    def is_told_across(self) -> bool:
        """Is this a single tile that makes a word across as well? Then the play is told that way, and counted once."""
        return not self.across and len(self.open_places) == 1 and bool(self.crossed)


def letter_at(board: Board, row: int, column: int) -> int:
    """The letter on a square, EMPTY when there is none or no such square."""
    return int(board.letters[row, column]) if board.layout.holds(row, column) else EMPTY


def slots(board: Board, tiles: int, both: bool = False) -> Iterator[Slot]:
    """Every slot that takes one to so many tiles, each play in one of them only; whether the rules allow it is asked in
    `requirements`. The first play goes across, unless `both`."""
    for across in (True, False) if both or not board.is_empty else (True,):
        layout = board.layout if across else board.layout.transposed
        for line in range(layout.rows):
            for start in range(layout.columns):
                for length in range(2, layout.columns - start + 1):
                    slot = Slot(board, across, line, start, length)
                    if len(slot.open_places) > tiles:
                        break
                    if slot.open_places and not slot.is_told_across:
                        yield slot


def fitting(lexicon: Lexicon, pattern: Sequence[int], rack: Rack | None = None) -> Letters:
    """The words that agree with the letters of a pattern (EMPTY is any) and, when a rack is given, whose other letters
    are on it, its blanks standing for those that are not."""
    words = lexicon.letters(len(pattern))
    fits = np.ones(len(words), dtype=np.bool_)
    for place, letter in enumerate(pattern):
        if letter != EMPTY:
            fits &= words[:, place] == letter
    found: Letters = words[fits]
    if rack is None:
        return found
    at_hand = np.array(rack.letters[: lexicon.alphabet.kinds], np.int16)
    for letter in pattern:
        if letter != EMPTY:
            at_hand[letter] += 1
    lacking = np.maximum(_letter_counts(lexicon, len(pattern))[fits] - at_hand, 0).sum(axis=1)
    return np.ascontiguousarray(found[lacking <= rack.blanks])


@lru_cache(maxsize=4096)
def crossing_letters(lexicon: Lexicon, pattern: tuple[int, ...]) -> TupleRows:
    """The letters that make a word of a pattern with one empty square. Slots that cover the square share them."""
    return TupleRows(np.unique(fitting(lexicon, pattern)[:, pattern.index(EMPTY)]), 1)


@lru_cache(maxsize=64)
def _letter_counts(lexicon: Lexicon, length: int) -> NDArray[np.int8]:
    """How often each letter stands in each word of one length."""
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
_HOLDS = Message("{square} holds {letter} already", "{square} contient déjà {letter}")
_ACROSS = Message("the word across {line}", "le mot horizontal dans {line}")
_DOWN = Message("the word down {line}", "le mot vertical dans {line}")
_CROSS = Message("the cross word in {line}", "le mot perpendiculaire dans {line}")
_LISTED = Message("{what} is in the lexicon", "{what} est dans le lexique")
_SPELT = Message("{what}, {word}, is in the lexicon", "{what}, {word}, est dans le lexique")


@cache
def line_name(is_row: bool, index: int, notation: Notation) -> Sentence:
    """A whole row or column: rows have numbers and columns letters in gcg notation, the other way round in French."""
    numbered = is_row == (notation == "gcg")
    return (_ROW if is_row else _COLUMN)(name=index + 1 if numbered else chr(ord("A") + index))


def crossing_line(slot: Slot, place: int, notation: Notation) -> Sentence:
    """The line of the cross word at a place of a slot."""
    return line_name(not slot.across, place, notation)


def count_of(kind: int, count: int, alphabet: Alphabet = LATIN) -> Sentence:
    """So many tiles of a kind: "no Q", "one E", "two blanks"."""
    number = number_word(count)
    many, symbol = count > 1, bracketed(alphabet.capitals[kind])
    if kind == BLANK:
        return _COUNT(number=number, tile=(_BLANKS if many else _BLANK)())
    return _COUNT(number=number, tile=_LETTERS(letter=symbol) if many else symbol)


@cache
def rack_has(kind: int, count: int, alphabet: Alphabet) -> Sentence:
    """The rack has so many tiles of a kind."""
    return (_RACK_HAS if count else _RACK_LACKS)(count=count_of(kind, count, alphabet))


def holds_already(square: str, letter: str) -> Sentence:
    """A tile lies there."""
    return _HOLDS(square=square, letter=bracketed(letter.upper()))


def main_word(across: bool, line: int, notation: Notation) -> Sentence:
    """The word along a slot."""
    return (_ACROSS if across else _DOWN)(line=line_name(across, line, notation))


def cross_word(line: Sentence) -> Sentence:
    """The word that a tile makes in a line which crosses the slot."""
    return _CROSS(line=line)


def in_lexicon(what: Sentence, word: str) -> Sentence:
    """It is a word; `word` itself where it is known."""
    return _SPELT(what=what, word=bracketed(word.upper())) if word else _LISTED(what=what)


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
    """A rule under a short name, and whether the slot keeps it."""

    name: str
    sentence: Sentence
    holds: bool


def requirements(position: Position, slot: Slot) -> Iterator[Requirement]:
    """The word lies on the board, from end to end, lays a tile, and touches another or covers the start."""
    yield Requirement("edge", _EDGE, slot.fits)
    for name, template, place in (("before", _BEFORE, slot.start - 1), ("after", _AFTER, slot.start + slot.length)):
        square = slot.square(place)
        if slot.board.layout.holds(*square):
            said = template(square=square_name(*square, position.notation))
            yield Requirement(name, said, slot.tile_at(place) == EMPTY)
    yield Requirement("tiles", _A_TILE, bool(slot.open_places))
    yield Requirement("letters", _TWO_LETTERS, slot.length > 1)
    if slot.board.is_empty:
        yield Requirement("start", _START(squares=series(_starts(position), OR)), slot.is_connected)
    else:
        yield Requirement("touch", _TOUCH, slot.is_connected)
    if position.rules.restricted:
        yield from _hypotheses(position, slot)


def _starts(position: Position) -> list[str]:
    return [square_name(*square, position.notation) for square in position.board.layout.start]


def _hypotheses(position: Position, slot: Slot) -> Iterator[Requirement]:
    """The restricted game of Guzniczak 2018."""
    yield Requirement("length", _LENGTHS(lengths=", ".join(map(str, sorted(LENGTHS)))), slot.length in LENGTHS)
    yield Requirement("one tile", _ONE_TILE, slot.length - len(slot.open_places) <= 1)
    for place in slot.crossed:
        line = crossing_line(slot, place, position.notation)
        yield Requirement(f"second {line}", _NO_SECOND(line=line), False)


@dataclass(frozen=True)
class SlotScoring:
    """`times[i]` is how often the value of the tile on the slot's i-th open place counts; `fixed` is what tiles on the
    board and the bonus bring whatever is laid."""

    times: tuple[int, ...]
    fixed: int

    @classmethod
    def of(cls, position: Position, slot: Slot) -> "SlotScoring":
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
        """More than this no play in the slot can score: the dearest tiles on the best squares, whatever they spell."""
        values = sorted((position.tile_set.values[tile] for tile in position.rack), reverse=True)
        return self.fixed + sum(a * b for a, b in zip(sorted(self.times, reverse=True), values, strict=False))


def _value(position: Position, slot: Slot, line: int, place: int) -> int:
    """The value of the tile that lies on a square of the turned board; none and a blank are worth nothing."""
    letter = letter_at(slot.along, line, place)
    return 0 if letter == EMPTY or slot.along.blanks[line, place] else position.tile_set.values[letter]
