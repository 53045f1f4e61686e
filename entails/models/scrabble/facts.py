"""The facts of a play, numbered the same in all models of a board: where it begins, which way it goes, what it spells.

"across" (else it goes down), "row 8", "column 4", "5 letters", then for each letter of the word "letter 3 is E" and
"letter 3 is a blank". Any two plays differ in one of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from entails.models.alphabet import NUMBERS
from entails.models.brackets import bracketed
from entails.models.scrabble.board import Board
from entails.models.scrabble.placement import THROUGH, Placement
from entails.models.scrabble.tiles import BLANK


@dataclass(frozen=True)
class Facts:
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
    facts = Facts(board)
    number = {name: fact for fact, name in enumerate(facts.names, 1)}
    return facts.decode([number[name] for name in names])
