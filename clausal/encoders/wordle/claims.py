"""What a guess claims about the secret, claim by claim, each in a sentence that a player would say.

All claims of a guess together say exactly "this secret gives this feedback". Colours make claims about single places
and about how often a letter occurs; counts make two claims about the word as a whole.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from clausal.models.wordle import COLOURS, COUNTS, Guess, History
from clausal.models.wordle.scoring import GREEN, GREY, YELLOW

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SPOKEN_WITH_A_VOWEL = frozenset("aefhilmnorsx")


@dataclass(frozen=True)
class Claim(ABC):
    """One claim about the secret; positions count from 0, letters are a to z."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The claim as the end of a sentence: "guess 2 says ..."."""

    def places(self, word: str) -> tuple[int, ...]:
        """The positions of the guess whose feedback makes this claim: all of them, unless it is about some only."""
        return tuple(range(len(word)))


@dataclass(frozen=True)
class Is(Claim):
    """A green letter."""

    position: int
    letter: str

    @property
    def text(self) -> str:
        return f"position {self.position + 1} is {self.letter.upper()}"

    def places(self, word: str) -> tuple[int, ...]:
        del word
        return (self.position,)


@dataclass(frozen=True)
class IsNot(Claim):
    """A letter that is not green here."""

    position: int
    letter: str

    @property
    def text(self) -> str:
        return f"position {self.position + 1} is not {self.letter.upper()}"

    def places(self, word: str) -> tuple[int, ...]:
        del word
        return (self.position,)


@dataclass(frozen=True)
class AtLeast(Claim):
    """As many copies as there are green and yellow ones."""

    letter: str
    copies: int

    @property
    def text(self) -> str:
        if self.copies == 1:
            return has_text(self.letter)
        return f"there are at least {spelt(self.copies)} {self.letter.upper()}"

    def places(self, word: str) -> tuple[int, ...]:
        return _places_of(self.letter, word)


@dataclass(frozen=True)
class AtMost(Claim):
    """A grey letter: no copies but those that are green and yellow."""

    letter: str
    copies: int

    @property
    def text(self) -> str:
        if not self.copies:
            return f"there is no {self.letter.upper()}"
        return f"there {'is' if self.copies == 1 else 'are'} at most {spelt(self.copies)} {self.letter.upper()}"

    def places(self, word: str) -> tuple[int, ...]:
        return _places_of(self.letter, word)


@dataclass(frozen=True)
class WellPlaced(Claim):
    """So many places have the same letter in guess and secret."""

    word: str
    count: int

    @property
    def text(self) -> str:
        return f"{_of(self.count, self.word)} well placed"


@dataclass(frozen=True)
class InCommon(Claim):
    """So many letters are in both, wherever: those well placed and those misplaced."""

    word: str
    count: int

    @property
    def text(self) -> str:
        return f"{_of(self.count, self.word)} in the secret"


def claims(history: History, guess: Guess) -> Iterator[Claim]:
    """All that the feedback of a guess says, nothing twice."""
    return (_of_colours if history.scoring == COLOURS.name else _of_counts)(guess)


def _of_colours(guess: Guess) -> Iterator[Claim]:
    colours = COLOURS.colours(guess.code, len(guess.word))
    by_letter: dict[str, list[int]] = {}
    for letter, colour in zip(guess.word, colours, strict=True):
        by_letter.setdefault(letter, []).append(colour)
    for position, (letter, colour) in enumerate(zip(guess.word, colours, strict=True)):
        if colour == GREEN:
            yield Is(position, letter)
        elif set(by_letter[letter]) != {GREY}:  # else "there is no" says it already
            yield IsNot(position, letter)
    for letter, its_colours in by_letter.items():
        seen = sum(colour != GREY for colour in its_colours)
        if YELLOW in its_colours:  # else the greens say it already
            yield AtLeast(letter, seen)
        if GREY in its_colours:
            yield AtMost(letter, seen)


def _of_counts(guess: Guess) -> Iterator[Claim]:
    well, misplaced = COUNTS.counts(guess.code, len(guess.word))
    yield WellPlaced(guess.word, well)
    yield InCommon(guess.word, well + misplaced)


def _places_of(letter: str, word: str) -> tuple[int, ...]:
    return tuple(place for place, found in enumerate(word) if found == letter)


def has_text(letter: str) -> str:
    """There is an A."""
    return f"there is {'an' if letter in _SPOKEN_WITH_A_VOWEL else 'a'} {letter.upper()}"


def spelt(number: int) -> str:
    """Small numbers as words."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _of(count: int, word: str) -> str:
    return f"{spelt(count)} letter{'' if count == 1 else 's'} of {word.upper()} {'is' if count == 1 else 'are'}"
