"""`History`: the guesses made and the feedback each got. What a player knows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from entails.models.errors import Invalid, InvalidPuzzle
from entails.models.letters import LONGEST, SHORTEST, fold, is_word
from entails.models.wordle.scoring import Scoring, scoring_named

USUAL_LENGTH = 5
MOST_GUESSES = 1000
"""No game is as long; a huge file that is read as a history by mistake stops here."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A folded word and the code of the feedback it got."""

    word: str
    code: int


@dataclass(frozen=True, slots=True)
class History:
    """Guesses of one length, with feedback of one kind (`scoring` is its name). There may be none.

    >>> History.of([("crane", "bybbg")]).facts
    (('crane', 29),)
    """

    length: int = USUAL_LENGTH
    scoring: str = "colours"
    guesses: tuple[Guess, ...] = ()

    @classmethod
    def of(
        cls,
        guesses: "Iterable[tuple[str, str | int]]",
        scoring: str = "colours",
        length: int | None = None,
    ) -> "History":
        """A history of words in any spelling, each with its feedback as text or as a code; refuses the impossible."""
        kind = scoring_named(scoring)
        checked: list[Guess] = []
        for number, (word, feedback) in enumerate(guesses, 1):
            if number > MOST_GUESSES:
                raise InvalidPuzzle("there are too many guesses", expected=f"at most {MOST_GUESSES:,}")
            try:
                checked.append(_guess(word, feedback, kind, length))
            except Invalid as error:
                raise error.at(f"guess {number}") from None
            length = len(checked[0].word)
        return cls(checked_length(USUAL_LENGTH if length is None else length), scoring, tuple(checked))

    @property
    def kind(self) -> Scoring:
        """Its kind of feedback."""
        return scoring_named(self.scoring)

    @property
    def facts(self) -> tuple[tuple[str, int], ...]:
        """The guesses as plain pairs, as solvers take them."""
        return tuple((guess.word, guess.code) for guess in self.guesses)

    def __len__(self) -> int:
        return len(self.guesses)

    def __iter__(self) -> Iterator[Guess]:
        return iter(self.guesses)

    def plus(self, word: str, feedback: "str | int") -> "History":
        """With one more guess."""
        try:
            guess = _guess(word, feedback, self.kind, self.length)
        except Invalid as error:
            raise error.at(f"guess {len(self) + 1}") from None
        return History(self.length, self.scoring, (*self.guesses, guess))

    def allows(self, secret: str) -> bool:
        """Would this secret have given exactly this feedback?"""
        return all(self.kind.score(guess.word, secret) == guess.code for guess in self.guesses)

    @property
    def line(self) -> str:
        """On one line, as arguments are typed: "crane:bybbg slate:bbgyb"."""
        return " ".join(f"{guess.word}:{self.kind.write(guess.code, self.length)}" for guess in self.guesses)


def checked_word(text: str, length: int | None) -> str:
    """A guess, folded; any letters will do, since lexicons differ."""
    word = fold(text.strip())
    shown = repr(text.strip()[:30])
    if not is_word(word):
        raise InvalidPuzzle(f"{shown} is not a word", expected="letters only")
    if length is None:
        if not SHORTEST <= len(word) <= LONGEST:
            raise InvalidPuzzle(f"{shown} has {len(word)} letters", expected=f"{SHORTEST} to {LONGEST}")
    elif len(word) != length:
        raise InvalidPuzzle(f"{shown} has {len(word)} letters", expected=f"{length}")
    return word


def checked_length(length: int) -> int:
    """A length that words can have."""
    if not SHORTEST <= length <= LONGEST:
        raise InvalidPuzzle(f"there are no words of {length} letters", expected=f"{SHORTEST} to {LONGEST}")
    return length


def _guess(text: str, feedback: "str | int", kind: Scoring, length: int | None) -> Guess:
    word = checked_word(text, length)
    shown = word.upper()
    if isinstance(feedback, str):
        try:
            code = kind.read(feedback, len(word))
        except Invalid as error:
            raise error.at(shown) from None
    else:
        code = feedback
        if not 0 <= code < kind.codes(len(word)):
            expected = f"0 to {kind.codes(len(word)) - 1}"
            raise InvalidPuzzle(f"there is no feedback of code {code}", where=shown, expected=expected)
    if problem := kind.problem(word, code):
        tiles = kind.tiles(code, len(word))
        raise InvalidPuzzle(f"{problem}: no secret gives {tiles}", where=shown)
    return Guess(word, code)
