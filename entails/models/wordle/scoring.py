"""Feedback: what a guess learns about the secret, as one number. Two kinds behind one interface.

`COLOURS` is Wordle's: a colour for each letter. The code is a number in base 3, first letter most significant, 2 green,
1 yellow, 0 grey. `COUNTS` is Wordle Mind's (as in Mastermind): how many letters are well placed and how many misplaced;
the code is well placed · (length + 1) + misplaced.
"""

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass
from typing import Final

from entails.models.errors import InvalidPuzzle
from entails.models.wordle.marks import ALPHABETS, MARKS_HELP, TILES, without_selectors

GREY, YELLOW, GREEN = 0, 1, 2


@dataclass(frozen=True)
class Scoring(ABC):
    """One kind of feedback. Words are folded (see `letters.fold`) and of one length; codes are 0..codes(length)-1."""

    name: str

    @abstractmethod
    def codes(self, length: int) -> int:
        """How many codes there are; some of them no pair of words gives."""

    @abstractmethod
    def win(self, length: int) -> int:
        """The code of guess = secret."""

    @abstractmethod
    def score(self, guess: str, secret: str) -> int:
        """The feedback, as plainly as the rules say it: what every faster way is tested against."""

    @abstractmethod
    def read(self, text: str, length: int) -> int:
        """The code that a user wrote."""

    @abstractmethod
    def write(self, code: int, length: int) -> str:
        """The code as text that `read` understands."""

    @abstractmethod
    def tiles(self, code: int, length: int) -> str:
        """The code as people see it in the game."""

    @abstractmethod
    def problem(self, guess: str, code: int) -> str | None:
        """Why no secret at all, in no lexicon, gives this feedback to this guess; None when one does."""


@dataclass(frozen=True)
class Colours(Scoring):
    """Wordle: a colour for each letter.

    >>> COLOURS.tiles(COLOURS.score("abats", "aller"), 5)
    '🟩⬛⬛⬛⬛'
    """

    name: str = "colours"

    def codes(self, length: int) -> int:
        return int(3**length)

    def win(self, length: int) -> int:
        return self.codes(length) - 1

    def score(self, guess: str, secret: str) -> int:
        """Greens first; then yellows from left to right, as long as the secret has copies that no other letter took."""
        left = Counter(hidden for hidden, letter in zip(secret, guess, strict=True) if hidden != letter)
        colours = []
        for hidden, letter in zip(secret, guess, strict=True):
            if hidden == letter:
                colours.append(GREEN)
            elif left[letter]:
                left[letter] -= 1
                colours.append(YELLOW)
            else:
                colours.append(GREY)
        return self.code(colours)

    def code(self, colours: "list[int] | tuple[int, ...]") -> int:
        """The colours as one number."""
        code = 0
        for colour in colours:
            code = 3 * code + colour
        return code

    def colours(self, code: int, length: int) -> tuple[int, ...]:
        """The colour of each letter: `GREY`, `YELLOW` or `GREEN`."""
        return tuple(code // 3**place % 3 for place in reversed(range(length)))

    def read(self, text: str, length: int) -> int:
        """Written as gyb, ozx, 210 or tiles of any theme; spaces between the marks do not count."""
        marks = without_selectors("".join(text.split())).lower()
        if len(marks) != length and all(mark in _ANY_MARK for mark in marks[:100]):
            raise InvalidPuzzle(f"there {_are(len(marks), 'colour')}", expected=f"{length}, one for each letter")
        for alphabet in ALPHABETS:
            if all(mark in alphabet for mark in marks):
                return self.code([alphabet[mark] for mark in marks])
        shown = repr(text.strip()[:30])
        raise InvalidPuzzle(f"{shown} is not a row of colours", expected=MARKS_HELP)

    def write(self, code: int, length: int) -> str:
        return "".join("byg"[colour] for colour in self.colours(code, length))

    def tiles(self, code: int, length: int) -> str:
        return "".join(TILES[colour] for colour in self.colours(code, length))

    def problem(self, guess: str, code: int) -> str | None:
        """Two things can be wrong: copies of a letter coloured out of turn, and a yellow with nowhere else to be.

        The letters of the yellows must go to places that are not green, each away from the places where the guess has
        it. By Hall's theorem they can unless one letter alone has more yellows than such places; 26 letters are enough
        to fill the rest.
        """
        colours = self.colours(code, len(guess))
        for letter in sorted(set(guess)):
            mine = [place for place in range(len(guess)) if guess[place] == letter and colours[place] != GREEN]
            yellows = [place for place in mine if colours[place] == YELLOW]
            greys = [place for place in mine if colours[place] == GREY]
            if yellows and greys and greys[0] < yellows[-1]:
                first, second = greys[0] + 1, yellows[-1] + 1
                shown = letter.upper()
                return f"the {shown} at {first} is grey and the {shown} at {second} yellow, but yellows come first"
            elsewhere = sum(colour != GREEN for colour in colours) - len(mine)
            if len(yellows) > elsewhere:
                return f"the yellow {letter.upper()} at {yellows[-1] + 1} has no other place left to be at"
        return None


@dataclass(frozen=True)
class Counts(Scoring):
    """Wordle Mind: how many letters are well placed, and how many more are in the secret but elsewhere.

    >>> COUNTS.tiles(COUNTS.score("tarte", "dette"), 5)
    '2 well placed, 1 misplaced'
    """

    name: str = "counts"

    def codes(self, length: int) -> int:
        return (length + 1) ** 2

    def win(self, length: int) -> int:
        return length * (length + 1)

    def score(self, guess: str, secret: str) -> int:
        well = sum(letter == hidden for letter, hidden in zip(guess, secret, strict=True))
        common = (Counter(guess) & Counter(secret)).total()
        return self.code(well, common - well, len(guess))

    def code(self, well: int, misplaced: int, length: int) -> int:
        """The two counts as one number."""
        return well * (length + 1) + misplaced

    def counts(self, code: int, length: int) -> tuple[int, int]:
        """(well placed, misplaced)."""
        return divmod(code, length + 1)

    def read(self, text: str, length: int) -> int:
        """Written as 2,1 or 2.1 or 2/1 or 2 1, or as 21 where both are below 10."""
        parts = text.translate(_COUNT_MARKS).split()
        if len(parts) == 1 and len(parts[0]) == 2:
            parts = [*parts[0]]
        if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) <= 2 for part in parts):
            shown = repr(text.strip()[:30])
            raise InvalidPuzzle(f"{shown} is not a pair of counts", expected="well placed and misplaced, such as 2,1")
        well, misplaced = int(parts[0]), int(parts[1])
        if well + misplaced > length:
            total = f"{well} well placed and {misplaced} misplaced are {well + misplaced} letters"
            raise InvalidPuzzle(total, expected=f"at most {length}")
        return self.code(well, misplaced, length)

    def write(self, code: int, length: int) -> str:
        well, misplaced = self.counts(code, length)
        return f"{well},{misplaced}"

    def tiles(self, code: int, length: int) -> str:
        well, misplaced = self.counts(code, length)
        return f"{well} well placed, {misplaced} misplaced"

    def problem(self, guess: str, code: int) -> str | None:
        """The misplaced letters must find places away from where the guess has them.

        That is hardest for the letter that is left most often, so the well placed ones are best taken from it.
        """
        length = len(guess)
        well, misplaced = self.counts(code, length)
        if well + misplaced > length:
            return f"{well} well placed and {misplaced} misplaced are more than {length} letters"
        left, copies = length - well, Counter(guess).values()
        most_often = next(t for t in range(length + 1) if sum(min(count, t) for count in copies) >= left)
        possible = min(left, 2 * (left - most_often))
        if misplaced > possible:
            return f"with {well} well placed, at most {possible} of the letters can be misplaced"
        return None


COLOURS: Final = Colours()
COUNTS: Final = Counts()
SCORINGS: Final[dict[str, Scoring]] = {scoring.name: scoring for scoring in (COLOURS, COUNTS)}
"""Both kinds of feedback, by the name that `--feedback` takes."""

_ANY_MARK = frozenset(mark for alphabet in ALPHABETS for mark in alphabet)
_COUNT_MARKS = str.maketrans(",./;+|-", "       ")


def scoring_named(name: str) -> Scoring:
    """The kind of feedback of this name."""
    try:
        return SCORINGS[name]
    except KeyError:
        shown = repr(name[:30])
        raise InvalidPuzzle(f"there is no feedback {shown}", expected=" or ".join(SCORINGS)) from None


def _are(count: int, thing: str) -> str:
    return f"is {count} {thing}" if count == 1 else f"are {count} {thing}s"
