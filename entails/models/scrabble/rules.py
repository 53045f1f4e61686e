"""The referee: what makes a play legal, and what it scores, as people check and add it up at the table.

Plain Python, square by square. It shares nothing with the generator or the constraint model, so that it can judge both.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from entails.models.lexicon import Lexicon
from entails.models.limits import Positive
from entails.models.scrabble.board import Board
from entails.models.scrabble.faults import (
    AND,
    BLANK,
    BLANKS,
    NO_TILE,
    OR,
    SMALL_IS_BLANK,
    TILES,
    Fault,
    Reason,
    Voice,
    joined,
)
from entails.models.scrabble.notation import Notation
from entails.models.scrabble.placement import THROUGH, Placement
from entails.models.scrabble.rack import Rack, whole_set
from entails.models.scrabble.restricted import LENGTHS
from entails.models.scrabble.tiles import BLANK_SYMBOL, TileSet, symbols_of, tile_index
from entails.models.scrabble.words import FormedWord, normalised, words_formed
from entails.models.sentence import Language, Sentence
from entails.models.value import Value

Ending = Literal["double", "sum"]
"""What who goes out gains: twice the other's tiles, who loses nothing, with two players (US, UK), or the sum of what
the others lose (France; any number of players)."""


class Rules(Value):
    """The numbers in which national rule books differ, and the restricted game of Guzniczak 2018."""

    bonus: int = 50
    bonus_tiles: Positive = 7
    rack_size: Positive = 7
    exchange_least: int = 7
    zero_turns: int = 6
    ending: Ending = "sum"
    restricted: bool = False


STANDARD = Rules()
RESTRICTED = Rules(restricted=True, bonus=0)

_NO_WORDS: tuple[Fault, ...] = ("off_board", "nothing_laid", "occupied", "gap", "incomplete")
"""After these faults there are no words to judge."""


@dataclass(frozen=True, slots=True)
class WordScore:
    """One word, added up: `letters` are (letter, value, letter multiplier); a blank is in lower case and worth 0."""

    word: str
    letters: tuple[tuple[str, int, int], ...]
    multiplier: int
    points: int
    row: int
    column: int
    across: bool


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What a play scores, word by word, the main word first."""

    words: tuple[WordScore, ...]
    bonus: int
    total: int


def legality(
    board: Board,
    placement: Placement,
    rack: Rack | None,
    lexicon: Lexicon | None,
    tile_set: TileSet,
    rules: Rules = STANDARD,
    notation: Notation = "gcg",
    language: Language = "en",
) -> tuple[Reason, ...]:
    """Every reason why this play is not allowed; none when it is. They are told in this notation and language.

    Without a rack its tiles must be among those of the set that do not lie on the board. Without a lexicon every word
    will do. Words are judged once all tiles have a square to lie on.
    """
    voice = Voice(notation, language)
    reasons = [*_geometry(board, placement, voice)]
    reasons += _from_rack(placement, rack, voice) if rack is not None else _from_set(board, placement, tile_set, voice)
    if can_lie(tuple(reasons)):
        reasons += _words(board, normalised(board, placement), lexicon, rules, voice)
    return tuple(reasons)


def can_lie(reasons: tuple[Reason, ...]) -> bool:
    """Are all tiles on free squares, so that the play can be added up even if it is not allowed?"""
    return not any(reason.code in _NO_WORDS for reason in reasons)


def score(board: Board, placement: Placement, tile_set: TileSet, rules: Rules = STANDARD) -> ScoreSheet:
    """The words of a play that lies on the board, each letter with its premium, and the bonus for using many tiles."""
    words = [
        _word_score(board, word, tile_set)
        for word in words_formed(board, normalised(board, placement))
        if len(word.word) > 1
    ]
    laid = sum(tile != THROUGH for tile in placement.tiles)
    bonus = rules.bonus if laid >= rules.bonus_tiles and not rules.restricted else 0
    return ScoreSheet(tuple(words), bonus, sum(word.points for word in words) + bonus)


def _geometry(board: Board, placement: Placement, voice: Voice) -> Iterator[Reason]:
    """What is wrong whatever the letters are."""
    layout, word = board.layout, placement.word
    outside = [square for square in placement.squares if not layout.holds(*square)]
    if outside:
        yield voice.reason("off_board", word, word=word, rows=layout.rows, columns=layout.columns)
    if all(tile == THROUGH for tile in placement.tiles):
        yield voice.reason("nothing_laid")
    for square, tile in zip(placement.squares, placement.tiles, strict=True):
        if square in outside:
            continue
        name = voice.square(*square)
        if tile != THROUGH and board.has_tile(*square):
            yield voice.reason("occupied", square=name, there=board.tile(*square), tile=tile)
        if tile == THROUGH and not board.has_tile(*square):
            yield voice.reason("gap", square=name)
    if outside or not any(True for _ in placement.laid):
        return
    yield from _reads_on(board, placement, voice)
    yield from _connection(board, placement, voice)


def _reads_on(board: Board, placement: Placement, voice: Voice) -> Iterator[Reason]:
    """Tiles that touch an end of the word belong to it. (A single tile is told both ways, see `normalised`.)"""
    squares = placement.squares
    down, right = (0, 1) if placement.across else (1, 0)
    before = (squares[0][0] - down, squares[0][1] - right)
    after = (squares[-1][0] + down, squares[-1][1] + right)
    touching = [board.tile(*square) for square in (before, after) if board.has_tile(*square)]
    if not touching or any(
        board.has_tile(*square) == (tile != THROUGH) for square, tile in zip(squares, placement.tiles, strict=True)
    ):
        return
    main = words_formed(board, placement)[0]
    touching_them = joined(touching, AND)
    yield voice.reason("incomplete", main.word, touching=touching_them, place=voice.place(main), word=main.word)


def _connection(board: Board, placement: Placement, voice: Voice) -> Iterator[Reason]:
    """The first play covers the start and has two letters; every other touches a tile."""
    laid = [(row, column) for row, column, _, _ in placement.laid]
    if board.is_empty:
        if not set(laid) & set(board.layout.start):
            yield voice.reason("start", squares=joined([voice.square(*square) for square in board.layout.start], OR))
        if len(laid) < 2:
            yield voice.reason("too_short", placement.word)
        return
    neighbours = {
        (row + down, column + right) for row, column in laid for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
    }
    if not any(board.has_tile(*square) for square in neighbours):
        yield voice.reason("not_connected", placement.word, word=placement.word)


def _from_rack(placement: Placement, rack: Rack, voice: Voice) -> Iterator[Reason]:
    for symbol, held, needed in _lacking(rack, placement.used):
        has = _counted(held, symbol)
        yield voice.reason("not_on_rack", symbol, held=has, needed=needed, hint=_hint(symbol))


def _from_set(board: Board, placement: Placement, tile_set: TileSet, voice: Voice) -> Iterator[Reason]:
    unseen = whole_set(tile_set).without(board.tiles)
    for symbol, left, needed in _lacking(unseen, placement.used):
        has = _counted(left, symbol)
        yield voice.reason("not_in_set", symbol, set=tile_set.name, held=has, needed=needed, hint=_hint(symbol))


def _lacking(tiles: Rack, wanted: Rack) -> Iterator[tuple[str, int, int]]:
    """(tile, how many there are, how many are wanted) of each kind of which there are too few."""
    for symbol, have, need in zip(symbols_of(wanted.alphabet), tiles.counts, wanted.counts, strict=True):
        if need > have:
            yield symbol, have, need


def _counted(count: int, symbol: str) -> Sentence:
    tile = (BLANKS if count > 1 else BLANK)() if symbol == BLANK_SYMBOL else symbol
    return TILES(count=count, tile=tile) if count else NO_TILE(tile=tile)


def _hint(symbol: str) -> Sentence | str:
    return SMALL_IS_BLANK() if symbol == BLANK_SYMBOL else ""


def _words(board: Board, placement: Placement, lexicon: Lexicon | None, rules: Rules, voice: Voice) -> Iterator[Reason]:
    main, *crosses = words_formed(board, placement)
    if lexicon is not None:
        if main.word.lower() not in lexicon and len(main.word) > 1:
            yield voice.reason("not_a_word", main.word, word=main.word, lexicon=lexicon.name)
        for cross in crosses:
            if cross.word.lower() not in lexicon:
                place = voice.place(cross)
                yield voice.reason("cross_word", cross.word, place=place, word=cross.word, lexicon=lexicon.name)
    if rules.restricted:
        yield from _restricted(main, crosses, voice)


def _restricted(main: FormedWord, crosses: list[FormedWord], voice: Voice) -> Iterator[Reason]:
    """Guzniczak 2018: a play crosses one word at one square, completes none and makes no second word."""
    if len(main.word) not in LENGTHS:
        lengths = joined([str(length) for length in sorted(LENGTHS)], OR)
        yield voice.reason("length", main.word, word=main.word, letters=len(main.word), lengths=lengths)
    if main.new.count(False) > 1:
        yield voice.reason("completes_a_word", main.word, word=main.word)
    for cross in crosses:
        yield voice.reason("second_word", cross.word, place=voice.place(cross), word=cross.word)


def _word_score(board: Board, word: FormedWord, tile_set: TileSet) -> WordScore:
    letters: list[tuple[str, int, int]] = []
    multiplier = 1
    for (row, column), letter, new in zip(word.squares, word.word, word.new, strict=True):
        value = 0 if letter.islower() else tile_set.values[tile_index(letter, board.alphabet)]
        letters.append((letter, value, int(board.layout.letter[row, column]) if new else 1))
        if new:
            multiplier *= int(board.layout.word[row, column])
    points = multiplier * sum(value * premium for _, value, premium in letters)
    return WordScore(word.word, tuple(letters), multiplier, points, word.row, word.column, word.across)
