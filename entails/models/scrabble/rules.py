"""The rules of Scrabble: legality and scores of plays.

`legality` and `score` are the independent checker of plays. They are plain Python, square by square, and share no
code with the move generator or the constraint model. A broken rule is a `Reason`: a stable code for programs and a
sentence for people, in English or French.

The restricted game (Guzniczak 2018) allows a word that crosses one tile, completes no other word and makes no second
one. The study examines the board by `CandidateSquare`: every tile, the direction of a word through it (down 1, across
2, none 0), and its "safety cylinder", the number of squares before and after the tile that a word may take without
touching another tile. Tests check that candidate squares and the rules allow the same plays.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from entails.locale.message import Argument, Language, Message, Sentence
from entails.models.errors import bracketed
from entails.models.fields import Value
from entails.models.lexicon import Lexicon
from entails.models.limits import Positive
from entails.models.scrabble.board import (
    THROUGH,
    Board,
    FormedWord,
    Notation,
    Placement,
    normalised,
    square_name,
    words_formed,
    write_place,
)
from entails.models.scrabble.tiles import BLANK_SYMBOL, Rack, TileSet, symbols_of, tile_index, whole_set

Fault = Literal[
    "off_board",
    "nothing_laid",
    "occupied",
    "gap",
    "incomplete",
    "too_short",
    "start",
    "not_connected",
    "not_on_rack",
    "not_in_set",
    "not_a_word",
    "cross_word",
    "completes_a_word",
    "second_word",
    "length",
]

_MESSAGES: dict[Fault, Message] = {
    "off_board": Message(
        "{word} does not fit: the board ends after {rows} rows and {columns} columns",
        "{word} ne tient pas : le plateau a {rows} lignes et {columns} colonnes",
    ),
    "nothing_laid": Message("no tile is laid", "aucune lettre n'est posée"),
    "occupied": Message(
        "{square} already has {lying}, so {tile} cannot be laid there",
        "{square} contient déjà {lying} : {tile} ne peut pas y être posé",
    ),
    "gap": Message("{square} is empty, so the word has a gap there", "{square} est vide : le mot y est interrompu"),
    "incomplete": Message(
        "{touching} touches the word: the whole word is {place} {word}",
        "{touching} touche le mot : le mot entier est {place} {word}",
    ),
    "too_short": Message("the first word needs two letters or more", "le premier mot doit avoir au moins deux lettres"),
    "start": Message(
        "the first word does not cover the start, {squares}", "le premier mot ne couvre pas le départ, {squares}"
    ),
    "not_connected": Message("{word} touches no tile on the board", "{word} ne touche aucune lettre du plateau"),
    "not_on_rack": Message(
        "the rack has {held}, the play needs {needed}{hint}",
        "sur le chevalet : {held} ; le coup en demande {needed}{hint}",
    ),
    "not_in_set": Message(
        "the {set} set has {held} left, the play needs {needed}{hint}",
        "reste du jeu {set} : {held} ; le coup en demande {needed}{hint}",
    ),
    "not_a_word": Message("{word} is not in lexicon {lexicon}", "{word} n'est pas dans le lexique {lexicon}"),
    "cross_word": Message(
        "the cross word {place} {word} is not in lexicon {lexicon}",
        "le mot perpendiculaire {place} {word} n'est pas dans le lexique {lexicon}",
    ),
    "completes_a_word": Message(
        "{word} uses more than one tile of the board", "{word} utilise plus d'une lettre du plateau"
    ),
    "second_word": Message(
        "the play makes a second word, {place} {word}", "le coup forme un deuxième mot, {place} {word}"
    ),
    "length": Message(
        "{word} has {letters} letters; expected {lengths}", "{word} a {letters} lettres ; il en faut {lengths}"
    ),
}
AND, OR = Message("{first} and {last}", "{first} et {last}"), Message("{first} or {last}", "{first} ou {last}")
NO_TILE, TILES = Message("no {tile}", "aucun {tile}"), Message("{count} {tile}")
BLANK, BLANKS = Message("blank", "joker"), Message("blanks", "jokers")
SMALL_IS_BLANK = Message(" (a small letter is a blank)", " (une minuscule est un joker)")


@dataclass(frozen=True, slots=True)
class Reason:
    """A broken rule, with its sentence.

    Attributes:
        code: Stable code.
        text: The sentence for people.
        word: The word or tile that breaks the rule.
    """

    code: Fault
    text: str
    word: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", bracketed(self.text))
        object.__setattr__(self, "word", bracketed(self.word))

    def __str__(self) -> str:
        return self.text


class _Wording(NamedTuple):
    """Notation of places and language for the sentences of broken rules."""

    notation: Notation = "gcg"
    language: Language = "en"

    def reason(self, code: Fault, about: str = "", **arguments: Argument) -> Reason:
        """Return the reason for a fault code, with its sentence; `about` is the word or tile concerned."""
        return Reason(code, _MESSAGES[code](**arguments).say(self.language), about)

    def square(self, row: int, column: int) -> str:
        return square_name(row, column, self.notation)

    def place(self, word: FormedWord) -> str:
        return write_place(word.row, word.column, word.across, self.notation)


def joined(names: list[str], by: Message) -> Sentence | str:
    """Join names with "and" or "or"."""
    text: Sentence | str = names[0]
    for name in names[1:]:
        text = by(first=text, last=name)
    return text


LENGTHS = (5, 4, 6)
"""Word lengths of the restricted game in the order in which they are tried, until one has a play."""

Surroundings = Literal["inside", "edge", "corner"]
Direction = Literal[0, 1, 2]
NONE: Final = 0
DOWN: Final = 1
ACROSS: Final = 2

_SURROUNDINGS: dict[int, Surroundings] = {9: "inside", 6: "edge", 4: "corner"}


@dataclass(frozen=True, slots=True)
class CandidateSquare:
    """A tile that a word can cross, or the start square of an empty board (which has no letter).

    Attributes:
        around: Whether the square and each of its neighbours, row by row, hold a tile (1 or 0).
        before: Number of squares that a word may take before the tile.
        after: Number of squares that a word may take after it.
    """

    row: int
    column: int
    letter: str
    around: tuple[int, ...]
    direction: Direction
    before: int
    after: int

    @property
    def kind(self) -> Surroundings:
        """Position on the board: "inside" with nine squares in `around`, "edge" with six, "corner" with four."""
        return _SURROUNDINGS[len(self.around)]

    def begins(self, length: int) -> range:
        """Return the possible numbers of letters before the tile in a word of this length."""
        return range(max(0, length - 1 - self.after), min(self.before, length - 1) + 1)


def candidate_squares(board: Board) -> Iterator[CandidateSquare]:
    """Yield every tile of the board, row by row, or the start squares of an empty board."""
    if board.is_empty:
        for row, column in board.layout.start:
            yield _start(board, row, column)
        return
    for row in range(board.layout.rows):
        for column in range(board.layout.columns):
            if board.has_tile(row, column):
                yield _candidate(board, row, column)


def around(board: Board, row: int, column: int) -> tuple[int, ...]:
    """Return whether each square of the 3x3 block around a square holds a tile; squares off the board are omitted."""
    window = ((row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1))
    return tuple(int(board.has_tile(*square)) for square in window if board.layout.holds(*square))


def direction(board: Board, row: int, column: int) -> Direction:
    """Return the direction of a word through a tile.

    It is across if no tile lies beside the tile, else down if none lies above or below it. A lone tile would allow
    both, but no legal game has one.
    """
    if not board.has_tile(row, column - 1) and not board.has_tile(row, column + 1):
        return ACROSS
    if not board.has_tile(row - 1, column) and not board.has_tile(row + 1, column):
        return DOWN
    return NONE


def cylinder(board: Board, row: int, column: int, heading: Direction) -> tuple[int, int]:
    """Return how many squares before and after a tile a word can use.

    The squares are free in the line of the word and in both lines beside it, and one empty square stays between the end
    of the word and the next tile.
    """
    if heading == NONE:
        return 0, 0
    turned, line, place = (board, row, column) if heading == ACROSS else (board.transposed, column, row)
    return _reach(turned, line, place, -1), _reach(turned, line, place, 1)


def _reach(board: Board, line: int, place: int, step: int) -> int:
    reach = 0
    while _is_free(board, line, place + step * (reach + 1)):
        reach += 1
    touches = board.has_tile(line, place + step * (reach + 1))
    return reach - 1 if touches and reach else reach


def _is_free(board: Board, line: int, place: int) -> bool:
    return board.layout.holds(line, place) and not any(board.has_tile(line + beside, place) for beside in (-1, 0, 1))


def _candidate(board: Board, row: int, column: int) -> CandidateSquare:
    heading = direction(board, row, column)
    reach = cylinder(board, row, column, heading)
    return CandidateSquare(row, column, board.tile(row, column), around(board, row, column), heading, *reach)


def _start(board: Board, row: int, column: int) -> CandidateSquare:
    reach = cylinder(board, row, column, ACROSS)
    return CandidateSquare(row, column, "", around(board, row, column), ACROSS, *reach)


Ending = Literal["double", "sum"]
"""Adjustment for the player who goes out.

"double": twice the value of the other player's tiles, and the other loses nothing (US and UK, two players).
"sum": the sum of what the other players lose (France, any number of players).
"""


class Rules(Value):
    """The parameters in which national rule books differ, and the switch for the restricted game."""

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
"""Faults after which the words of a play are not checked."""


@dataclass(frozen=True, slots=True)
class WordScore:
    """The score of one word.

    Attributes:
        letters: Letter, value and letter multiplier of each tile; a blank is in lower case and has value 0.
    """

    word: str
    letters: tuple[tuple[str, int, int], ...]
    multiplier: int
    points: int
    row: int
    column: int
    across: bool


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The score of a play, word by word, the main word first."""

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
    """Return the reasons why a play is illegal, in this notation and language; empty if it is legal.

    Without a rack, the tiles must be among those of the set that are not on the board. Without a lexicon, every word is
    valid. Words are checked only if every tile has a free square.
    """
    wording = _Wording(notation, language)
    reasons = [*_geometry(board, placement, wording)]
    reasons += (
        _from_rack(placement, rack, wording) if rack is not None else _from_set(board, placement, tile_set, wording)
    )
    if fits_board(tuple(reasons)):
        reasons += _words(board, normalised(board, placement), lexicon, rules, wording)
    return tuple(reasons)


def fits_board(reasons: tuple[Reason, ...]) -> bool:
    """Return whether an illegal play can be scored: its tiles form complete words on free squares."""
    return not any(reason.code in _NO_WORDS for reason in reasons)


def score(board: Board, placement: Placement, tile_set: TileSet, rules: Rules = STANDARD) -> ScoreSheet:
    """Score a play that fits on the board: its words with their premiums, and the bonus for many tiles."""
    words = [
        _word_score(board, word, tile_set)
        for word in words_formed(board, normalised(board, placement))
        if len(word.word) > 1
    ]
    laid = sum(tile != THROUGH for tile in placement.tiles)
    bonus = rules.bonus if laid >= rules.bonus_tiles and not rules.restricted else 0
    return ScoreSheet(tuple(words), bonus, sum(word.points for word in words) + bonus)


def _geometry(board: Board, placement: Placement, wording: _Wording) -> Iterator[Reason]:
    """Yield the broken rules that do not depend on the letters."""
    layout, word = board.layout, placement.word
    outside = [square for square in placement.squares if not layout.holds(*square)]
    if outside:
        yield wording.reason("off_board", word, word=word, rows=layout.rows, columns=layout.columns)
    if all(tile == THROUGH for tile in placement.tiles):
        yield wording.reason("nothing_laid")
    for square, tile in zip(placement.squares, placement.tiles, strict=True):
        if square in outside:
            continue
        name = wording.square(*square)
        if tile != THROUGH and board.has_tile(*square):
            yield wording.reason("occupied", square=name, lying=board.tile(*square), tile=tile)
        if tile == THROUGH and not board.has_tile(*square):
            yield wording.reason("gap", square=name)
    if outside or not any(True for _ in placement.laid):
        return
    yield from _reads_on(board, placement, wording)
    yield from _connection(board, placement, wording)


def _reads_on(board: Board, placement: Placement, wording: _Wording) -> Iterator[Reason]:
    """Yield a reason if a tile touches an end of the word, because the word would be longer.

    `normalised` handles single tiles.
    """
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
    names = joined(touching, AND)
    yield wording.reason("incomplete", main.word, touching=names, place=wording.place(main), word=main.word)


def _connection(board: Board, placement: Placement, wording: _Wording) -> Iterator[Reason]:
    """Yield a reason unless the first play covers the start with two letters, or a later play touches a tile."""
    laid = [(row, column) for row, column, _, _ in placement.laid]
    if board.is_empty:
        if not set(laid) & set(board.layout.start):
            yield wording.reason(
                "start", squares=joined([wording.square(*square) for square in board.layout.start], OR)
            )
        if len(laid) < 2:
            yield wording.reason("too_short", placement.word)
        return
    neighbours = {
        (row + down, column + right) for row, column in laid for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
    }
    if not any(board.has_tile(*square) for square in neighbours):
        yield wording.reason("not_connected", placement.word, word=placement.word)


def _from_rack(placement: Placement, rack: Rack, wording: _Wording) -> Iterator[Reason]:
    for symbol, held, needed in _lacking(rack, placement.used):
        available = _counted(held, symbol)
        yield wording.reason("not_on_rack", symbol, held=available, needed=needed, hint=_hint(symbol))


def _from_set(board: Board, placement: Placement, tile_set: TileSet, wording: _Wording) -> Iterator[Reason]:
    unseen = whole_set(tile_set).without(board.tiles)
    for symbol, left, needed in _lacking(unseen, placement.used):
        available = _counted(left, symbol)
        yield wording.reason("not_in_set", symbol, set=tile_set.name, held=available, needed=needed, hint=_hint(symbol))


def _lacking(tiles: Rack, wanted: Rack) -> Iterator[tuple[str, int, int]]:
    """Yield the symbol, the available number and the required number of each missing tile."""
    for symbol, have, need in zip(symbols_of(wanted.alphabet), tiles.counts, wanted.counts, strict=True):
        if need > have:
            yield symbol, have, need


def _counted(count: int, symbol: str) -> Sentence:
    tile = (BLANKS if count > 1 else BLANK)() if symbol == BLANK_SYMBOL else symbol
    return TILES(count=count, tile=tile) if count else NO_TILE(tile=tile)


def _hint(symbol: str) -> Sentence | str:
    return SMALL_IS_BLANK() if symbol == BLANK_SYMBOL else ""


def _words(
    board: Board, placement: Placement, lexicon: Lexicon | None, rules: Rules, wording: _Wording
) -> Iterator[Reason]:
    main, *crosses = words_formed(board, placement)
    if lexicon is not None:
        if main.word.lower() not in lexicon and len(main.word) > 1:
            yield wording.reason("not_a_word", main.word, word=main.word, lexicon=lexicon.name)
        for cross in crosses:
            if cross.word.lower() not in lexicon:
                place = wording.place(cross)
                yield wording.reason("cross_word", cross.word, place=place, word=cross.word, lexicon=lexicon.name)
    if rules.restricted:
        yield from _restricted(main, crosses, wording)


def _restricted(main: FormedWord, crosses: list[FormedWord], wording: _Wording) -> Iterator[Reason]:
    """Yield the broken rules of the restricted game, in which a play forms one word that crosses one tile."""
    if len(main.word) not in LENGTHS:
        lengths = joined([str(length) for length in sorted(LENGTHS)], OR)
        yield wording.reason("length", main.word, word=main.word, letters=len(main.word), lengths=lengths)
    if main.new.count(False) > 1:
        yield wording.reason("completes_a_word", main.word, word=main.word)
    for cross in crosses:
        yield wording.reason("second_word", cross.word, place=wording.place(cross), word=cross.word)


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
