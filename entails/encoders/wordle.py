"""Wordle as constraints: a variable for each position, with letters as values, and the lexicon as a table.

Each colour of a guess is a claim about a position or about the number of copies of a letter. Each claim is a soft
constraint with a sentence, so that a conflict names the claims that contradict each other.

Literal `n * position + letter + 1` means "position 3 is A", with n letters in the alphabet (26 for a to z). After
them, one literal for each letter means "there is an A". All claims of a guess together mean exactly "this secret
gives this feedback". Counts (Wordle Mind) make two claims about the word as a whole.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from entails.formats.wordle.read import write_wordle
from entails.locale.message import Language, Message, Sentence, number_word
from entails.models.alphabet import ALPHABET, EVERY_LETTER, MOST_LETTERS, Letters
from entails.models.constraints import Clause, Constraint, Count, Table, TupleRows
from entails.models.encoding import Group
from entails.models.lexicon import Lexicon
from entails.models.statement import Statement, Variable, boolean
from entails.models.wordle.history import COLOURS, COUNTS, GREEN, GREY, YELLOW, Guess, History, Wordle


def state(puzzle: Wordle, words: Lexicon | None = None) -> Statement:
    """State a Wordle puzzle as constraints: the claims of its guesses and its lexicon (or `words` instead)."""
    stated = statements(puzzle)
    lexicon = words or puzzle.lexicon
    board = rules(puzzle.length, lexicon, _repeated(claim for _, claim in stated if claim is not None), puzzle.alphabet)
    constraints: list[Constraint] = []
    for number, (group, claim) in enumerate(stated):
        if claim is not None:
            constraints.append(_constraint(claim, board, Facts(puzzle.length, puzzle.alphabet), number))
        elif group.id == "lexicon":
            constraints.append(Clause((board.first_literals[-2],), group=number))  # `listed`, the last variable
    groups = tuple(group for group, _ in stated[1:])
    about = (f"puzzle wordle {write_wordle(puzzle)}",)
    return Statement(board.variables, groups, tuple(constraints), base=board, about=about)


def _constraint(claim: "FeedbackClaim", board: Statement, facts: "Facts", group: int) -> Constraint:
    match claim:
        case Is(position, letter):
            return Clause((facts.at(position, letter),), group=group)
        case IsNot(position, letter):
            return Clause((-facts.at(position, letter),), group=group)
        case AtLeast(letter, 1):
            return Clause((facts.has(letter),), group=group)
        case AtMost(letter, 0):
            return Clause((-facts.has(letter),), group=group)
        case AtLeast(letter, copies):
            return Count(facts.places(letter), ">=", copies, group=group)
        case AtMost(letter, copies):
            return Count(facts.places(letter), "<=", copies, group=group)
        case WellPlaced(word, count):
            return Count(tuple(facts.at(place, letter) for place, letter in enumerate(word)), "=", count, group=group)
        case InCommon(word, count):
            shared = [
                _copies(letter, word[: place + 1].count(letter), board, facts) for place, letter in enumerate(word)
            ]
            return Count(tuple(shared), "=", count, group=group)
    raise NotImplementedError(type(claim).__name__)


_KEPT_LISTS = 8
"""Number of word lists whose tables are cached."""
Repeated = frozenset[tuple[str, int]]
"""Letters with the numbers of copies, from two on, that claims refer to."""


@lru_cache(_KEPT_LISTS)
def rules(
    length: int, lexicon: Lexicon | None = None, repeated: Repeated = frozenset(), alphabet: str = ALPHABET
) -> Statement:
    """State the rules of Wordle: one letter per position, and a letter occurs if some position has it.

    The rules leave open whether the secret is listed; the puzzle asserts it.
    """
    names, facts = tuple(letter.upper() for letter in alphabet), Facts(length, alphabet)
    variables = [
        Variable(f"position {place}", range(len(alphabet)), RULES, "{name} is {label}", names)
        for place in range(1, length + 1)
    ]
    variables += [boolean(has_text(letter), defined=True) for letter in alphabet]
    copies = sorted(repeated)
    variables += [boolean(f"{number} {letter}", hidden=True) for letter, number in copies]
    constraints: list[Constraint] = []
    for letter in alphabet:
        there, places = facts.has(letter), facts.places(letter)
        constraints += [Clause((-there, *places)), *(Clause((-place, there)) for place in places)]
    for fact, (letter, number) in enumerate(copies, len(facts) + 1):
        places = facts.places(letter)
        constraints += [Count(places, ">=", number, when=(fact,)), Count(places, "<=", number - 1, when=(-fact,))]
    if lexicon is not None:
        listed = len(facts) + len(copies) + 1
        variables.append(boolean("listed", hidden=True))
        constraints.append(
            Table(
                tuple(range(length)), TupleRows(_as_values(lexicon.letters(length), alphabet), length), when=(listed,)
            )
        )
    return Statement(tuple(variables), (RULES,), tuple(constraints))


def _as_values(letters: Letters, alphabet: str) -> Letters:
    """Convert rows of letter numbers to rows of positions in the alphabet."""
    if alphabet == ALPHABET:
        return letters
    value_of = np.zeros(MOST_LETTERS + 1, np.uint8)
    value_of[[EVERY_LETTER.number(letter) for letter in alphabet]] = range(len(alphabet))
    values: Letters = value_of[letters]
    return values


@dataclass(frozen=True)
class Facts:
    """The numbering of facts about a word: the letter at each position, then the letters that occur."""

    length: int
    alphabet: str = ALPHABET

    def __len__(self) -> int:
        return (self.length + 1) * len(self.alphabet)

    def at(self, position: int, letter: str) -> int:
        """Return the fact that a letter is at a position."""
        return position * len(self.alphabet) + self.alphabet.index(letter) + 1

    def has(self, letter: str) -> int:
        """Return the fact that a letter is in the word."""
        return self.at(self.length, letter)

    def places(self, letter: str) -> tuple[int, ...]:
        """Return, for all positions, the fact that a letter is there."""
        return tuple(self.at(position, letter) for position in range(self.length))

    def meaning(self, fact: int) -> tuple[int, str]:
        """Return the position and the letter of a fact; for "the letter occurs", the position is `length`."""
        position, letter = divmod(fact - 1, len(self.alphabet))
        return position, self.alphabet[letter]

    def of(self, word: str) -> tuple[int, ...]:
        """Return the facts that are true of a word, in order."""
        places = [self.at(position, letter) for position, letter in enumerate(word)]
        return (*places, *sorted(self.has(letter) for letter in set(word)))


def _copies(letter: str, number: int, board: Statement, facts: Facts) -> int:
    """Return the fact that the word has at least `number` copies of a letter."""
    if number == 1:
        return facts.has(letter)
    hidden = [variable.name for variable in board.variables[facts.length + len(facts.alphabet) :]]
    return len(facts) + 1 + hidden.index(f"{number} {letter}")


def _repeated(claims: Iterator["FeedbackClaim"]) -> Repeated:
    words = {claim.word for claim in claims if isinstance(claim, InCommon)}
    return frozenset(
        (letter, number) for word in words for letter in set(word) for number in range(2, word.count(letter) + 1)
    )


_SPOKEN_WITH_A_VOWEL = frozenset("aefhilmnorsx")
_IS = Message("position {position} is {letter}", "la position {position} est {letter}")
_IS_NOT = Message("position {position} is not {letter}", "la position {position} n'est pas {letter}")
_THERE_IS = Message("there is {article} {letter}", "il y a un {letter}")
_THERE_ARE = Message("there are at least {number} {letter}", "il y a au moins {number} {letter}")
_THERE_IS_NONE = Message("there is no {letter}", "il n'y a pas de {letter}")
_AT_MOST_ONE = Message("there is at most {number} {letter}", "il y a au plus un {letter}")
_AT_MOST = Message("there are at most {number} {letter}", "il y a au plus {number} {letter}")
_ONE_PLACED = Message("{number} letter of {word} is well placed", "{number} lettre de {word} est bien placée")
_PLACED = Message("{number} letters of {word} are well placed", "{number} lettres de {word} sont bien placées")
_ONE_SHARED = Message("{number} letter of {word} is in the secret", "{number} lettre de {word} est dans le secret")
_SHARED = Message("{number} letters of {word} are in the secret", "{number} lettres de {word} sont dans le secret")


@dataclass(frozen=True)
class FeedbackClaim(ABC):
    """A claim about the secret that follows from feedback; positions count from 0."""

    @property
    @abstractmethod
    def sentence(self) -> Sentence:
        """The claim as the end of a sentence that begins "guess 2 says"."""

    @property
    def text(self) -> str:
        """The claim as an English sentence."""
        return self.sentence.say()

    @property
    @abstractmethod
    def letters(self) -> str:
        """The letters that the claim is about."""

    @abstractmethod
    def allows(self, secret: str) -> bool:
        """Return whether a claim is true of a secret."""

    def places(self, word: str) -> tuple[int, ...]:
        """Return the positions of the guess whose feedback makes the claim; by default all positions."""
        return tuple(range(len(word)))


@dataclass(frozen=True)
class Is(FeedbackClaim):
    """A green tile: the letter at its position."""

    position: int
    letter: str

    @property
    def letters(self) -> str:
        return self.letter

    def allows(self, secret: str) -> bool:
        return secret[self.position] == self.letter

    @property
    def sentence(self) -> Sentence:
        return _IS(position=self.position + 1, letter=self.letter.upper())

    def places(self, word: str) -> tuple[int, ...]:
        del word
        return (self.position,)


@dataclass(frozen=True)
class IsNot(FeedbackClaim):
    """A yellow tile, or a grey tile whose letter occurs elsewhere: the letter is not at its position."""

    position: int
    letter: str

    @property
    def letters(self) -> str:
        return self.letter

    def allows(self, secret: str) -> bool:
        return secret[self.position] != self.letter

    @property
    def sentence(self) -> Sentence:
        return _IS_NOT(position=self.position + 1, letter=self.letter.upper())

    def places(self, word: str) -> tuple[int, ...]:
        del word
        return (self.position,)


@dataclass(frozen=True)
class AtLeast(FeedbackClaim):
    """Yellow tiles: at least as many copies of the letter as green and yellow tiles."""

    letter: str
    copies: int

    @property
    def letters(self) -> str:
        return self.letter

    def allows(self, secret: str) -> bool:
        return secret.count(self.letter) >= self.copies

    @property
    def sentence(self) -> Sentence:
        if self.copies == 1:
            return _there_is(self.letter)
        return _THERE_ARE(number=number_word(self.copies, feminine=True), letter=self.letter.upper())

    def places(self, word: str) -> tuple[int, ...]:
        return _places_of(self.letter, word)


@dataclass(frozen=True)
class AtMost(FeedbackClaim):
    """A grey tile: no more copies of the letter than green and yellow tiles."""

    letter: str
    copies: int

    @property
    def letters(self) -> str:
        return self.letter

    def allows(self, secret: str) -> bool:
        return secret.count(self.letter) <= self.copies

    @property
    def sentence(self) -> Sentence:
        if not self.copies:
            return _THERE_IS_NONE(letter=self.letter.upper())
        message = _AT_MOST_ONE if self.copies == 1 else _AT_MOST
        return message(number=number_word(self.copies, feminine=True), letter=self.letter.upper())

    def places(self, word: str) -> tuple[int, ...]:
        return _places_of(self.letter, word)


@dataclass(frozen=True)
class WellPlaced(FeedbackClaim):
    """A count: `count` positions have the same letter in guess and secret."""

    word: str
    count: int

    @property
    def letters(self) -> str:
        return self.word

    def allows(self, secret: str) -> bool:
        return sum(left == right for left, right in zip(self.word, secret, strict=True)) == self.count

    @property
    def sentence(self) -> Sentence:
        message = _ONE_PLACED if self.count == 1 else _PLACED
        return message(number=number_word(self.count, feminine=True), word=self.word.upper())


@dataclass(frozen=True)
class InCommon(FeedbackClaim):
    """A count: guess and secret have `count` letters in common, at any position."""

    word: str
    count: int

    @property
    def letters(self) -> str:
        return self.word

    def allows(self, secret: str) -> bool:
        return (Counter(self.word) & Counter(secret)).total() == self.count

    @property
    def sentence(self) -> Sentence:
        message = _ONE_SHARED if self.count == 1 else _SHARED
        return message(number=number_word(self.count, feminine=True), word=self.word.upper())


def claims(history: History, guess: Guess) -> Iterator[FeedbackClaim]:
    """Yield the claims about the secret that follow from the feedback of a guess, without duplicates."""
    return (_of_colours if history.scoring == COLOURS.name else _of_counts)(guess)


def _of_colours(guess: Guess) -> Iterator[FeedbackClaim]:
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


def _of_counts(guess: Guess) -> Iterator[FeedbackClaim]:
    well, misplaced = COUNTS.counts(guess.code, len(guess.word))
    yield WellPlaced(guess.word, well)
    yield InCommon(guess.word, well + misplaced)


def _places_of(letter: str, word: str) -> tuple[int, ...]:
    return tuple(place for place, each in enumerate(word) if each == letter)


def has_text(letter: str, language: Language = "en") -> str:
    """Return the sentence "there is an A" for a letter."""
    return _there_is(letter).say(language)


def _there_is(letter: str) -> Sentence:
    return _THERE_IS(article="an" if letter in _SPOKEN_WITH_A_VOWEL else "a", letter=letter.upper())


_KEPT_GUESSES = 1_000
"""Number of guesses whose claims are cached."""
_ONE_LETTER = Message("every position has one letter", "chaque position contient une seule lettre")
_SAYS = Message("{guess} says {claim}", "{guess} : {claim}")
_GUESS = Message("guess {number}", "l'essai {number}")
_IN_LEXICON = Message(
    "the secret is one of the {count} words of {length} letters in {name}",
    "le secret est l'un des {count} mots de {length} lettres de {name}",
)
RULES = Group("letters", _ONE_LETTER().say(), sentence=_ONE_LETTER())


@cache
def fact_names(length: int, alphabet: str = ALPHABET) -> tuple[str, ...]:
    """Return the names of the facts in order: "position 1 is A", "position 1 is B", ..., "there is an A", ..."""
    return tuple(rules(length, alphabet=alphabet).names)


def answer(puzzle: Wordle, true: Sequence[int]) -> str:
    """Decode the true facts into a word, with an underscore for each undetermined letter."""
    letters, facts = ["_"] * puzzle.length, Facts(puzzle.length, puzzle.alphabet)
    for fact in true:
        if fact <= len(facts):
            position, letter = facts.meaning(fact)
            if position < puzzle.length:
                letters[position] = letter
    return "".join(letters)


def facts_of(word: str) -> tuple[int, ...]:
    """Return the facts that are true of a word of letters a to z, in order."""
    return Facts(len(word)).of(word)


def statements(puzzle: Wordle) -> tuple[tuple[Group, FeedbackClaim | None], ...]:
    """Return the groups of a puzzle in order, each with its claim.

    The rules come first, then for each guess a heading and its claims; headings and rules have no claim. The lexicon,
    if there is one, comes last.
    """
    history, stated = puzzle.history, list[tuple[Group, FeedbackClaim | None]]([(RULES, None)])
    for number, guess in enumerate(history, 1):
        stated += _guessed(number, guess, history.scoring)
    if puzzle.lexicon is not None:
        stated.append((_lexicon_group(puzzle), None))
    return tuple(stated)


@lru_cache(_KEPT_GUESSES)
def _guessed(number: int, guess: Guess, scoring: str) -> tuple[tuple[Group, FeedbackClaim | None], ...]:
    """Return the group of a guess, followed by those of its claims; cached, as games check the same guesses often."""
    alone, heading = History(len(guess.word), scoring, (guess,)), f"guess {number}"
    tiles = alone.kind.tiles(guess.code, alone.length)
    stated: list[tuple[Group, FeedbackClaim | None]] = [
        (Group(heading, f"{heading}: {guess.word.upper()} {tiles}"), None)
    ]
    for claim in claims(alone, guess):
        text_of_claim = claim.text
        sentence = _SAYS(guess=_GUESS(number=number), claim=claim.sentence)
        id_, text = f"{heading}: {text_of_claim}", f"{heading} says {text_of_claim}"
        stated.append((Group(id_, text, heading, True, sentence=sentence), claim))
    return tuple(stated)


def _lexicon_group(puzzle: Wordle) -> Group:
    """Return the group of the constraint that the secret is in the lexicon."""
    assert puzzle.lexicon is not None
    count = puzzle.lexicon.counts.get(puzzle.length, 0)
    sentence = _IN_LEXICON(count=f"{count:,}", length=puzzle.length, name=puzzle.lexicon.name)
    return Group("lexicon", sentence.say(), soft=True, sentence=sentence)
