"""What a guess claims about the secret, claim by claim, each in a sentence that a player would say.

All claims of a guess together say exactly "this secret gives this feedback". Colours make claims about single places
and about how often a letter occurs; counts make two claims about the word as a whole.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from entails.models.sentence import Language, Sentence, Template
from entails.models.wordle import COLOURS, COUNTS, Guess, History
from entails.models.wordle.scoring import GREEN, GREY, YELLOW

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NOMBRES = ("aucune", "une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix")
_SPOKEN_WITH_A_VOWEL = frozenset("aefhilmnorsx")

_IS = Template("position {position} is {letter}", "la position {position} est {letter}")
_IS_NOT = Template("position {position} is not {letter}", "la position {position} n'est pas {letter}")
_THERE_IS = Template("there is {article} {letter}", "il y a un {letter}")
_THERE_ARE = Template("there are at least {number} {letter}", "il y a au moins {number} {letter}")
_THERE_IS_NONE = Template("there is no {letter}", "il n'y a pas de {letter}")
_AT_MOST_ONE = Template("there is at most {number} {letter}", "il y a au plus un {letter}")
_AT_MOST = Template("there are at most {number} {letter}", "il y a au plus {number} {letter}")
_ONE_PLACED = Template("{number} letter of {word} is well placed", "{number} lettre de {word} est bien placée")
_PLACED = Template("{number} letters of {word} are well placed", "{number} lettres de {word} sont bien placées")
_ONE_SHARED = Template("{number} letter of {word} is in the secret", "{number} lettre de {word} est dans le secret")
_SHARED = Template("{number} letters of {word} are in the secret", "{number} lettres de {word} sont dans le secret")


@dataclass(frozen=True)
class Claim(ABC):
    """One claim about the secret; positions count from 0, letters are a to z."""

    @property
    @abstractmethod
    def sentence(self) -> Sentence:
        """The claim as the end of a sentence: "guess 2 says ..."."""

    @property
    def text(self) -> str:
        """The same in English."""
        return self.sentence.say()

    def places(self, word: str) -> tuple[int, ...]:
        """The positions of the guess whose feedback makes this claim: all of them, unless it is about some only."""
        return tuple(range(len(word)))


@dataclass(frozen=True)
class Is(Claim):
    """A green letter."""

    position: int
    letter: str

    @property
    def sentence(self) -> Sentence:
        return _IS(position=self.position + 1, letter=self.letter.upper())

    def places(self, word: str) -> tuple[int, ...]:
        del word
        return (self.position,)


@dataclass(frozen=True)
class IsNot(Claim):
    """A letter that is not green here."""

    position: int
    letter: str

    @property
    def sentence(self) -> Sentence:
        return _IS_NOT(position=self.position + 1, letter=self.letter.upper())

    def places(self, word: str) -> tuple[int, ...]:
        del word
        return (self.position,)


@dataclass(frozen=True)
class AtLeast(Claim):
    """As many copies as there are green and yellow ones."""

    letter: str
    copies: int

    @property
    def sentence(self) -> Sentence:
        if self.copies == 1:
            return _there_is(self.letter)
        return _THERE_ARE(number=_spelt(self.copies), letter=self.letter.upper())

    def places(self, word: str) -> tuple[int, ...]:
        return _places_of(self.letter, word)


@dataclass(frozen=True)
class AtMost(Claim):
    """A grey letter: no copies but those that are green and yellow."""

    letter: str
    copies: int

    @property
    def sentence(self) -> Sentence:
        if not self.copies:
            return _THERE_IS_NONE(letter=self.letter.upper())
        said = _AT_MOST_ONE if self.copies == 1 else _AT_MOST
        return said(number=_spelt(self.copies), letter=self.letter.upper())

    def places(self, word: str) -> tuple[int, ...]:
        return _places_of(self.letter, word)


@dataclass(frozen=True)
class WellPlaced(Claim):
    """So many places have the same letter in guess and secret."""

    word: str
    count: int

    @property
    def sentence(self) -> Sentence:
        said = _ONE_PLACED if self.count == 1 else _PLACED
        return said(number=_spelt(self.count), word=self.word.upper())


@dataclass(frozen=True)
class InCommon(Claim):
    """So many letters are in both, wherever: those well placed and those misplaced."""

    word: str
    count: int

    @property
    def sentence(self) -> Sentence:
        said = _ONE_SHARED if self.count == 1 else _SHARED
        return said(number=_spelt(self.count), word=self.word.upper())


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


def has_text(letter: str, language: Language = "en") -> str:
    """There is an A."""
    return _there_is(letter).say(language)


def _there_is(letter: str) -> Sentence:
    return _THERE_IS(article="an" if letter in _SPOKEN_WITH_A_VOWEL else "a", letter=letter.upper())


def spelt(number: int) -> str:
    """Small numbers as words."""
    return _spelt(number).say()


def _spelt(number: int) -> Sentence:
    if number < len(_NUMBERS):
        return Template(_NUMBERS[number], _NOMBRES[number])()
    return Template(str(number))()
