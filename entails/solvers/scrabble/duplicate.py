"""Duplicate: everybody has the same rack, scores his own play, and the top is laid on the board whatever was played.

As in France, a rack must hold two vowels and two consonants through the fifteenth turn, then one of each; Y and blanks
count as either. A rack that does not is thrown back whole and drawn again; the game ends when no rack can.

The strategy of Guzniczak (2018): arrange the tiles of the rack around each candidate square, look each result up.

For each tile of the board that a word can go through, all arrangements of so many tiles of the rack are written before
and after it and looked for in the dictionary, which is split by first letter. Words of 5 letters come first, then 4,
then 6; the first length that gives a play ends the search. It is slow by design and sees few of the plays, but what it
finds is legal, and in the restricted game it finds everything.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import permutations, product
from math import perm

from entails.models.alphabet import Alphabet
from entails.models.errors import InvalidMove
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import THROUGH, Board, Placement, normalised
from entails.models.scrabble.game import Game, Move, Pass
from entails.models.scrabble.layout import Layout
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import (
    ACROSS,
    LENGTHS,
    NONE,
    STANDARD,
    CandidateSquare,
    Rules,
    candidate_squares,
    legality,
    score,
)
from entails.models.scrabble.tiles import NO_TILES, VOWELS, Bag, Rack, TileSet
from entails.solvers.scrabble.generator import all_placements
from entails.solvers.scrabble.placements import Placements, Scored

STRICT_TURNS = 15
_EITHER = "Y?"
_MOST_DRAWS = 1000


def is_playable(rack: Rack, turn: int) -> bool:
    """Does the rack hold enough vowels and consonants for this turn, counted from 1?"""
    least = 2 if turn <= STRICT_TURNS else 1
    counts = dict(rack.kinds())
    vowels = sum(counts.get(symbol, 0) for symbol in VOWELS)
    either = sum(counts.get(symbol, 0) for symbol in _EITHER)
    consonants = rack.total - vowels - either
    return max(least - vowels, 0) + max(least - consonants, 0) <= either


@dataclass(frozen=True, slots=True)
class DuplicateTurn:
    """One turn: the rack of everybody, what the player did and scored, and the top, which was laid."""

    rack: Rack
    move: Move
    score: int
    top: Scored
    player: int = 0


@dataclass(frozen=True)
class Duplicate:
    """A game of duplicate for one player, as a value; `rack` is empty when no rack can be drawn any more."""

    tile_set: TileSet
    lexicon: Lexicon
    rules: Rules
    board: Board
    bag: Bag
    rack: Rack = NO_TILES
    turns: tuple[DuplicateTurn, ...] = ()

    @classmethod
    def start(
        cls, layout: Layout, tile_set: TileSet, lexicon: Lexicon, rules: Rules = STANDARD, seed: int = 0
    ) -> "Duplicate":
        """A new game with its first rack."""
        return cls(tile_set, lexicon, rules, Board.empty(layout, tile_set.alphabet), Bag.full(tile_set, seed))._drawn()

    @classmethod
    def like(cls, game: Game) -> "Duplicate":
        """A new one with what another game is played with."""
        return cls.start(game.board.layout, game.tile_set, game.lexicon, game.rules, game.bag.seed)

    @property
    def to_move(self) -> int:
        """There is one player."""
        return 0

    @property
    def number(self) -> int:
        """The number of this turn, from 1."""
        return len(self.turns) + 1

    @property
    def position(self) -> Position:
        """What everybody sees."""
        return Position(self.board, self.rack, self.tile_set, self.lexicon, self.rules)

    @cached_property
    def placements(self) -> Placements:
        """All that can be played, best first."""
        return all_placements(self.position)

    @cached_property
    def top(self) -> Scored | None:
        """The play that is laid: of the best the one with the fewest blanks, then the one that leaves fewest points on
        the rack, then the first."""
        found = self.placements
        if not self.rack.total or not len(found):
            return None
        best = [found[index] for index in found.with_score(int(found.scores[0]))]
        return min(best, key=lambda play: self._spent(play.placement))

    @property
    def over(self) -> bool:
        """Is there nothing more to find?"""
        return self.top is None

    @property
    def total(self) -> int:
        """What the player has scored."""
        return sum(turn.score for turn in self.turns)

    @property
    def top_total(self) -> int:
        """What the tops have scored."""
        return sum(turn.top.score for turn in self.turns)

    @property
    def percentage(self) -> float:
        """The player's part of the top."""
        return 100.0 * self.total / self.top_total if self.top_total else 100.0

    def play(self, move: Move) -> "Duplicate":
        """The game after this turn; a play that the rules forbid is an error that says why, and passing scores 0."""
        top = self.top
        if top is None:
            raise InvalidMove("the game is over", expected="no more moves")
        turn = DuplicateTurn(self.rack, move, self._scored(move), top)
        kept = self.rack.without(top.placement.used)
        after = replace(self, board=self.board.with_placement(top.placement), turns=(*self.turns, turn))
        return replace(after, rack=kept)._drawn()

    def _scored(self, move: Move) -> int:
        if isinstance(move, Pass):
            return 0
        if not isinstance(move, Placement):
            raise InvalidMove("nobody exchanges in duplicate", expected="a play, or - for none")
        placement = normalised(self.board, move)
        reasons = legality(self.board, placement, self.rack, self.lexicon, self.tile_set, self.rules)
        if reasons:
            raise InvalidMove("; ".join(reason.text for reason in reasons[:5]), where=placement.word)
        return score(self.board, placement, self.tile_set, self.rules).total

    def _spent(self, placement: Placement) -> tuple[int, int]:
        return placement.used.blanks, self.rack.without(placement.used).value(self.tile_set)

    def _drawn(self) -> "Duplicate":
        """The same with a full rack that the rule allows: the rack filled up, else a new one."""
        kept, bag = self.rack, self.bag
        if not is_playable(kept + bag.tiles, self.number):
            return replace(self, rack=NO_TILES, bag=bag.put_back(kept))
        for _ in range(_MOST_DRAWS):
            drawn, left = bag.draw(self.rules.rack_size - kept.total)
            if is_playable(kept + drawn, self.number):
                return replace(self, rack=kept + drawn, bag=left)
            kept, bag = NO_TILES, left.put_back(kept + drawn)
        return replace(self, rack=NO_TILES, bag=bag)


Dictionary = dict[str, frozenset[str]]
"""Words by their first letter."""

_BLANK = "?"


@dataclass(frozen=True)
class SquareSearch:
    """What the strategy does at one candidate square: how many arrangements it looks up, over all lengths it tries, and
    the plays that it finds."""

    square: CandidateSquare
    arranged: int
    plays: tuple[Scored, ...]


@dataclass(frozen=True)
class ArrangementSearch:
    """The whole search; `length` is that of the words it ends with, None when it finds none."""

    length: int | None
    squares: tuple[SquareSearch, ...]


def search(position: Position) -> ArrangementSearch:
    """Go through the candidate squares for each length in turn, and stop at the first that gives a play."""
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
    """Every play that the strategy finds, best first; those of equal score in the order of the board."""
    found = (play for searched in search(position).squares for play in searched.plays)
    return sorted(found, key=lambda play: -play.score)


def best_arrangement(position: Position) -> Scored | None:
    """The best of them."""
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
    """The arrangements of one rack into words of one length. What they give depends on the letter of a square and its
    place in the word only, so it is found once for all squares."""

    rack: str
    words: Dictionary
    known: dict[tuple[str, int], tuple[str, ...]]
    alphabet: Alphabet

    def around(self, letter: str, before: int, length: int) -> tuple[str, ...]:
        """The tiles to lay, a blank in lower case and "." for the letter of the square."""
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
        """How many arrangements of so many tiles there are, equal tiles not told apart."""
        return len(self._distinct(taken))

    def _distinct(self, taken: int) -> tuple[tuple[str, ...], ...]:
        return _distinct(self.rack, taken)


@lru_cache(maxsize=16)
def _distinct(rack: str, taken: int) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted(set(permutations(rack, taken))))


def _spelt(arranged: tuple[str, ...], letters: str) -> Iterator[str]:
    """The tiles with letters, in lower case, for their blanks."""
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
    """The words of one length, split by first letter as in the study."""
    split: dict[str, list[str]] = {}
    for word in lexicon.words(length):
        split.setdefault(word[0], []).append(word)
    return {first: frozenset(words) for first, words in split.items()}


def count_arrangements(tiles: int, lengths: range) -> int:
    """How many arrangements of so many tiles there are: of 8 into 1 to 8 letters, 109,600."""
    return sum(perm(tiles, length) for length in lengths)
