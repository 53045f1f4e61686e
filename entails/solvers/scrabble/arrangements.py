"""The strategy of Guzniczak (2018): arrange rack tiles around each candidate square and look up the words.

For each tile on the board that a word can go through, all arrangements of tiles of the rack before and after it are
looked up in the dictionary, which is split by first letter. Words of 5 letters are tried first, then 4, then 6; the
first length with a play ends the search. The strategy is slow by design and misses most plays of the standard game, but
its plays are legal, and in the restricted game it finds all of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from math import perm

from entails.models.alphabet import Alphabet
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import THROUGH, Placement
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import ACROSS, LENGTHS, NONE, CandidateSquare, candidate_squares, score
from entails.solvers.scrabble.placements import Scored

Dictionary = dict[str, frozenset[str]]
"""Words by their first letter."""

_BLANK = "?"


@dataclass(frozen=True)
class SquareSearch:
    """Statistics of the search at one candidate square.

    Attributes:
        arranged: Number of arrangements looked up, over all lengths tried.
        plays: The plays found.
    """

    square: CandidateSquare
    arranged: int
    plays: tuple[Scored, ...]


@dataclass(frozen=True)
class ArrangementSearch:
    """The result of a search by arrangements.

    Attributes:
        length: Length of the words found; None if there are none.
    """

    length: int | None
    squares: tuple[SquareSearch, ...]


def search(position: Position) -> ArrangementSearch:
    """Search the candidate squares for each word length in turn; stop at the first length with a play."""
    squares = list(candidate_squares(position.board))
    arranged = [0] * len(squares)
    plays: list[tuple[Scored, ...]] = []
    for length in LENGTHS:
        tiles = _Arranged(position.rack.symbols, dictionary(position.lexicon, length), {}, position.board.alphabet)
        plays = [tuple(_plays(position, square, length, tiles)) for square in squares]
        for index, square in enumerate(squares):
            arranged[index] += len(_begins(square, length)) * tiles.count(length - len(square.letter))
        if any(plays):
            return ArrangementSearch(length, tuple(map(SquareSearch, squares, arranged, plays)))
    return ArrangementSearch(None, tuple(map(SquareSearch, squares, arranged, plays)))


def arrangements(position: Position) -> list[Scored]:
    """Return every play that the arrangement strategy finds, best first; ties in board order."""
    plays = (play for searched in search(position).squares for play in searched.plays)
    return sorted(plays, key=lambda play: -play.score)


def best_arrangement(position: Position) -> Scored | None:
    """Return the best play that the arrangement strategy finds; None if there is none."""
    return next(iter(arrangements(position)), None)


def _begins(square: CandidateSquare, length: int) -> range:
    return square.begins(length) if square.direction != NONE else range(0)


def _plays(position: Position, square: CandidateSquare, length: int, tiles: "_Arranged") -> Iterator[Scored]:
    for before in _begins(square, length):
        for laid in tiles.around(square.letter, before, length):
            placement = _placement(square, before, laid, position.board.alphabet)
            yield Scored(placement, score(position.board, placement, position.tile_set, position.rules).total)


@dataclass(frozen=True)
class _Arranged:
    """The arrangements of one rack into words of one length.

    They depend only on the letter of a square and its place in the word, so they are computed once for all squares.
    """

    rack: str
    words: Dictionary
    known: dict[tuple[str, int], tuple[str, ...]]
    alphabet: Alphabet

    def around(self, letter: str, before: int, length: int) -> tuple[str, ...]:
        """Return the tiles to lay around a letter, blanks in lower case, with "." for the letter itself."""
        key = (letter, before)
        if key not in self.known:
            self.known[key] = tuple(self._look_up(letter, before, length))
        return self.known[key]

    def _look_up(self, letter: str, before: int, length: int) -> Iterator[str]:
        for arranged in self._distinct(length - len(letter)):
            for laid in _spelt(arranged, self.alphabet.letters):
                word = f"{laid[:before]}{letter}{laid[before:]}".lower()
                if word in self.words.get(word[0], ()):
                    yield f"{laid[:before]}{THROUGH * len(letter)}{laid[before:]}"

    def count(self, taken: int) -> int:
        """Return the number of distinct arrangements of `taken` rack tiles."""
        return len(self._distinct(taken))

    def _distinct(self, taken: int) -> tuple[tuple[str, ...], ...]:
        return _distinct(self.rack, taken)


@lru_cache(maxsize=16)
def _distinct(rack: str, taken: int) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted(set(permutations(rack, taken))))


def _spelt(arranged: tuple[str, ...], letters: str) -> Iterator[str]:
    """Yield arranged tiles with every choice of letters for the blanks, in lower case."""
    if _BLANK not in arranged:
        yield "".join(arranged)
        return
    yield from map("".join, product(*(letters if tile == _BLANK else tile for tile in arranged)))


def _placement(square: CandidateSquare, before: int, tiles: str, alphabet: Alphabet) -> Placement:
    across = square.direction == ACROSS
    row, column = (square.row, square.column - before) if across else (square.row - before, square.column)
    return Placement(row, column, across, tiles.replace(THROUGH, square.letter), tiles, alphabet)


@lru_cache(maxsize=32)
def dictionary(lexicon: Lexicon, length: int) -> Dictionary:
    """Return the words of one length by first letter, as the study stores them."""
    split: dict[str, list[str]] = {}
    for word in lexicon.words(length):
        split.setdefault(word[0], []).append(word)
    return {first: frozenset(words) for first, words in split.items()}


def count_arrangements(tiles: int, lengths: range) -> int:
    """Return the number of arrangements of `tiles` different tiles; 109,600 for 8 tiles and 1 to 8 letters."""
    return sum(perm(tiles, length) for length in lengths)
