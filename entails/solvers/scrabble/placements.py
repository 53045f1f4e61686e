"""Plays of the move generator as arrays, converted to `Placement` values on access."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, repeat
from typing import Any, NamedTuple, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from entails.models.alphabet import LATIN, Alphabet
from entails.models.scrabble.board import EMPTY, THROUGH, Board, Placement
from entails.models.scrabble.tiles import BLANK, KINDS

I32 = NDArray[np.int32]

_BEFORE_A, _THROUGH, _NEW_LINE = np.uint8(ord("A") - 1), np.uint8(ord(THROUGH)), np.uint8(ord("\n"))
_SMALL_LATIN, _SMALL = 5, 7
"""The bit that turns a capital into a small letter: for A to Z, and for the codes of other letters."""
_TOGETHER = 512
"""Placements per batch: few enough for the CPU cache."""

T = TypeVar("T", bound=tuple[Any, ...])


def tuples_from_columns(type_: type[T], *columns: Iterable[object]) -> Iterator[T]:
    """Build tuples of one type from table columns, without validation."""
    return map(tuple.__new__, repeat(type_), zip(*columns, strict=False))


class Scored(NamedTuple):
    """A placement and its score."""

    placement: Placement
    score: int


def placement_of(board: Board, across: bool, line: int, start: int, letters: Sequence[int], blanks: int) -> Placement:
    """Build a placement from a compiled play: letters are numbers plus 1, blanks a mask over them."""
    row, column = (line, start) if across else (start, line)
    word, tiles = [], []
    for step, letter in enumerate(letters):
        square = (row, column + step) if across else (row + step, column)
        laid = board.letters[square] == EMPTY
        blank = blanks >> step & 1 if laid else board.blanks[square]
        symbol = (board.alphabet.small if blank else board.alphabet.capitals)[letter - 1]
        word.append(symbol)
        tiles.append(symbol if laid else THROUGH)
    return Placement(row, column, bool(across), "".join(word), "".join(tiles), board.alphabet)


@dataclass(frozen=True, eq=False)
class _Lines:
    """Words as text, one line per word.

    Attributes:
        through: Code that turns a letter already on the board into "." by exclusive or.
        places: Place of each character in its word.
    """

    words: NDArray[np.uint8]
    through: NDArray[np.uint8]
    places: I32
    firsts: NDArray[np.intp]
    lengths: NDArray[np.intp]
    small_bit: int
    characters: NDArray[np.uint32] | None

    def of(self, plays: I32, blanks: I32) -> tuple[list[str], list[str]]:
        """Return the words and the tiles of plays with these blanks, as text."""
        lengths = self.lengths[plays]
        ends = lengths.cumsum()
        letters = (self.firsts[plays] - ends + lengths).repeat(lengths)
        letters += np.arange(len(letters))
        word = self.words.take(letters)
        if blanks.any():
            small = blanks.repeat(lengths)
            small >>= self.places.take(letters)
            small &= 1
            small <<= self.small_bit
            word |= small.astype(np.uint8)
        tiles = word ^ self.through.take(letters)
        return self._cut_apart(word), self._cut_apart(tiles)

    def _cut_apart(self, codes: NDArray[np.uint8]) -> list[str]:
        if self.characters is None:
            return codes.tobytes().decode("ascii").split("\n")
        return self.characters.take(codes).tobytes().decode("utf-32-le").split("\n")


@lru_cache(8)
def _characters(alphabet: Alphabet) -> NDArray[np.uint32] | None:
    """Return the character of each symbol; None if symbols are character codes already."""
    if alphabet == LATIN:
        return None
    characters = np.arange(256, dtype="<u4")
    for number in alphabet.numbers.values():
        code = int(_BEFORE_A) + number + 1
        characters[code], characters[code | 1 << _SMALL] = ord(alphabet.capitals[number]), ord(alphabet.small[number])
    return characters


@dataclass(frozen=True, eq=False)
class Placements(Sequence[Scored]):
    """All plays of a position, best first; ties in board order, across before down.

    A word at a place may be laid with several choices of blanks; each choice is a placement. Placement `i` is the word
    `play_of[i]` with blanks for the letters in the mask `blanks[i]`, and scores `scores[i]`.

    Attributes:
        lines: Row of each word, or column if it goes down.
        starts: First place of each word on its line.
        letters: All words in sequence, as letter numbers plus 1.
        firsts: Index of the first letter of each word in `letters`.
    """

    board: Board
    scores: I32
    play_of: I32
    blanks: I32
    across: NDArray[np.bool_]
    lines: I32
    starts: I32
    lengths: I32
    firsts: I32
    letters: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.scores)

    @overload
    def __getitem__(self, index: int) -> Scored: ...

    @overload
    def __getitem__(self, index: slice) -> "list[Scored]": ...

    def __getitem__(self, index: int | slice) -> "Scored | list[Scored]":
        if isinstance(index, slice):
            chosen = np.arange(len(self))[index]
            return [*map(Scored, self.placements(chosen), self.scores[chosen].tolist())]
        return Scored(self.placement(index), int(self.scores[index]))

    def __iter__(self) -> Iterator[Scored]:
        return tuples_from_columns(Scored, self.placements(np.arange(len(self))), self.scores.tolist())

    def placements(self, indices: NDArray[np.intp]) -> Iterator[Placement]:
        """Yield several placements as values, in the order of the indices; much faster than single access."""
        return chain.from_iterable(self._in_batches(indices)) if len(indices) else iter(())

    def _in_batches(self, indices: NDArray[np.intp]) -> Iterator[Iterator[Placement]]:
        lines, rows = self._lines_of_text, np.where(self.across, self.lines, self.starts)
        columns = np.where(self.across, self.starts, self.lines)
        for batch in np.split(indices, range(_TOGETHER, len(indices), _TOGETHER)):
            plays = self.play_of[batch]
            word, tiles = lines.of(plays, self.blanks[batch])
            yield tuples_from_columns(
                Placement,
                rows[plays].tolist(),
                columns[plays].tolist(),
                self.across[plays].tolist(),
                word,
                tiles,
                repeat(self.board.alphabet),
            )

    @cached_property
    def _lines_of_text(self) -> "_Lines":
        """The words as one text with a line per word, since splitting it is faster than slicing words."""
        ends, lengths = self.firsts + self.lengths, self.lengths.astype(np.intp) + 1
        alphabet = self.board.alphabet
        bit = _SMALL_LATIN if alphabet == LATIN else _SMALL
        small = self.board.blanks[self._squares].astype(np.uint8) << bit
        words = np.insert(self.letters + _BEFORE_A | small, ends, _NEW_LINE)
        laid = np.insert(self.laid_letters, ends, True)
        firsts = self.firsts + np.arange(len(self.firsts))
        places = np.arange(len(words)) - np.repeat(firsts, lengths)
        through = np.where(laid, np.uint8(0), words ^ _THROUGH)
        return _Lines(words, through, places.astype(np.int32), firsts, lengths, bit, _characters(alphabet))

    def placement(self, index: int) -> Placement:
        """Return the placement at an index as a value."""
        play, mask = self.play_of[index], int(self.blanks[index])
        across, line, start = bool(self.across[play]), int(self.lines[play]), int(self.starts[play])
        return placement_of(self.board, across, line, start, self._word(int(play)).tolist(), mask)

    @cached_property
    def best(self) -> Scored | None:
        """The best play; None if there is none."""
        return self[0] if len(self) else None

    @cached_property
    def used(self) -> NDArray[np.int8]:
        """Number of tiles that each placement takes from the rack, as an array (placements, tile numbers)."""
        plays, laid = len(self.lengths), self.laid_letters
        of_letter = np.repeat(np.arange(plays), self.lengths)
        of_play = np.zeros((plays, KINDS), np.int8)
        np.add.at(of_play, (of_letter[laid], self.letters[laid].astype(np.intp) - 1), 1)
        used = of_play[self.play_of]
        for place in range(int(self.lengths.max(initial=0))):
            chosen = np.flatnonzero(self.blanks >> place & 1)
            letters = self.letters[self.firsts[self.play_of[chosen]] + place].astype(np.intp) - 1
            used[chosen, letters] -= 1
            used[chosen, BLANK] += 1
        return used

    @cached_property
    def laid_letters(self) -> NDArray[np.bool_]:
        """Whether each of `letters` is a new tile rather than one on the board."""
        laid: NDArray[np.bool_] = self.board.letters[self._squares] == EMPTY
        return laid

    @cached_property
    def _squares(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Row and column of the square of each of `letters`."""
        of_letter = np.repeat(np.arange(len(self.lengths)), self.lengths)
        step = np.arange(len(self.letters)) - np.repeat(self.firsts, self.lengths)
        along, line = self.starts[of_letter] + step, self.lines[of_letter]
        across = self.across[of_letter]
        return np.where(across, line, along), np.where(across, along, line)

    @cached_property
    def laid(self) -> NDArray[np.int64]:
        """Number of tiles that each placement adds to the board."""
        counts: NDArray[np.int64] = np.sum(self.used, axis=1, dtype=np.int64)
        return counts

    def rank(self, score: int) -> int:
        """Return the rank of a score, from 1; equal scores have the same rank."""
        return int(np.searchsorted(-self.scores, -score, "left")) + 1

    @cached_property
    def ranks(self) -> NDArray[np.int64]:
        """Rank of each placement, from 1; equal scores have the same rank."""
        places: NDArray[np.int64] = np.searchsorted(-self.scores, -self.scores, "left") + 1
        return places

    def with_score(self, score: int) -> range:
        """Return the indices of the placements with this score."""
        ordered = -self.scores
        return range(int(np.searchsorted(ordered, -score, "left")), int(np.searchsorted(ordered, -score, "right")))

    def holding(self, folded: str) -> NDArray[np.bool_]:
        """Return, for each play, whether its word contains all of these letters, with repetition."""
        holds = np.ones(len(self.lengths), np.bool_)
        for letter in set(folded):
            is_letter = np.concatenate([[0], np.cumsum(self.letters == self.board.alphabet.number(letter) + 1)])
            holds &= is_letter[self.firsts + self.lengths] - is_letter[self.firsts] >= folded.count(letter)
        return holds

    def spelling(self, folded: str) -> NDArray[np.intp]:
        """Return the indices of the placements that form this word, best first."""
        wanted = np.array([self.board.alphabet.number(letter) + 1 for letter in folded], np.uint8)
        spells = np.array([np.array_equal(self._word(play), wanted) for play in range(len(self.lengths))], np.bool_)
        return np.flatnonzero(spells[self.play_of])

    def _word(self, play: int) -> NDArray[np.uint8]:
        first = self.firsts[play]
        return self.letters[first : first + self.lengths[play]]
