"""Wordle's feedback, the history of a game, and the puzzle that follows from a history.

There are two feedback types. Feedback of either type is coded as one number:

- `COLOURS`, as in Wordle: a colour for each letter. The code is a number in base 3, first letter most significant, with
  2 for green, 1 for yellow and 0 for grey.
- `COUNTS`, as in Wordle Mind and Mastermind: the numbers of well placed and of misplaced letters. The code is well
  placed · (length + 1) + misplaced.

A `History` holds the guesses and the feedback of each. A `Wordle` puzzle is a history and the lexicon of the secret.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from entails.models.alphabet import ALPHABET, LATIN, LONGEST, SHORTEST, Alphabet, Letters, own_letters
from entails.models.errors import Invalid, InvalidOption, InvalidPuzzle, quantity
from entails.models.lexicon import Lexicon

_BLANK = dict.fromkeys("-._x", 0)

_LETTERS = {"g": 2, "y": 1, "b": 0, "w": 0, **_BLANK}
"""Letters of the colours: green, yellow, black (or white)."""
_STUDY = {"o": 2, "z": 1, **_BLANK}
"""Letters of the colours in Kalaydjian & Duhem 2022: O well placed, Z misplaced, X absent."""
_FRENCH = {"v": 2, "j": 1, "n": 0, **_BLANK}
"""Letters of the colours in French: vert, jaune, noir."""
_MOTUS = {"r": 2, "j": 1, "b": 0, **_BLANK}
"""Letters of the colours of the television game Motus: rouge, jaune, bleu."""
_SIGNS = {"+": 2, "?": 1, "~": 1, **_BLANK}
_DIGITS = {"2": 2, "1": 1, "0": 0}
_EMOJI = {"🟩": 2, "🟧": 2, "🟨": 1, "🟦": 1, "⬛": 0, "⬜": 0}
"""Tiles of the colours: green, yellow, black (dark theme) or white (light theme).

Orange and blue replace green and yellow in high contrast.
"""

ALPHABETS: Final[tuple[Mapping[str, int], ...]] = (_LETTERS, _STUDY, _DIGITS, _EMOJI, _FRENCH, _MOTUS, _SIGNS)
"""Notations of colours. A row of feedback uses a single notation."""
MARKS_HELP: Final = "g, y and b (or o, z and x; or 2, 1 and 0; or 🟩, 🟨 and ⬛)"

TILES: Final = ("⬛", "🟨", "🟩")
THEMES: Final[Mapping[str, tuple[str, str, str]]] = {
    "dark": TILES,
    "light": ("⬜", "🟨", "🟩"),
    "contrast": ("⬛", "🟦", "🟧"),
    "contrast-light": ("⬜", "🟦", "🟧"),
}
"""The tiles of each theme: grey, yellow, green."""

IS_TILE: Final = frozenset(_EMOJI)
_SUTOM = str.maketrans("🟥🟡🟦", "🟩🟨⬛")
"""Translation of Sutom's tiles to Wordle's.

Sutom's blue means grey, which only the red and yellow tiles beside it reveal.
"""
_SELECTORS = dict.fromkeys((0xFE0E, 0xFE0F, 0x200D), None)


def without_selectors(text: str) -> str:
    """Remove invisible variation selectors from a text, and translate Sutom's tiles to Wordle's."""
    if text.isascii():
        return text
    text = text.translate(_SELECTORS)
    return text.translate(_SUTOM) if "🟥" in text or "🟡" in text else text


GREY, YELLOW, GREEN = 0, 1, 2


@dataclass(frozen=True)
class Scoring(ABC):
    """A feedback type: how guesses are scored, read and written.

    Words are folded (see `fold`) and have one length. Codes are 0 to codes(length) - 1.
    """

    name: str

    @abstractmethod
    def codes(self, length: int) -> int:
        """Return the number of feedback codes. No pair of words gives some of them."""

    @abstractmethod
    def win(self, length: int) -> int:
        """Return the code of a guess that equals the secret."""

    @abstractmethod
    def score(self, guess: str, secret: str) -> int:
        """Return the feedback, computed directly from the rules, as a reference for faster code."""

    @abstractmethod
    def read(self, text: str, length: int) -> int:
        """Return the code of feedback written as text."""

    @abstractmethod
    def write(self, code: int, length: int) -> str:
        """Return the code as text that `read` accepts."""

    @abstractmethod
    def tiles(self, code: int, length: int) -> str:
        """Return a feedback code as the game displays it."""

    @abstractmethod
    def problem(self, guess: str, code: int) -> str | None:
        """Return why no secret can give this feedback to this guess, or None if one can."""


@dataclass(frozen=True)
class Colours(Scoring):
    """Wordle's feedback: a colour for each letter.

    >>> COLOURS.tiles(COLOURS.score("abats", "aller"), 5)
    '🟩⬛⬛⬛⬛'
    """

    name: str = "colours"

    def codes(self, length: int) -> int:
        return int(3**length)

    def win(self, length: int) -> int:
        return self.codes(length) - 1

    def score(self, guess: str, secret: str) -> int:
        """Return the code of the colours: greens first, then yellows from the left while the secret has unused
        copies.
        """
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
        """Return the colours as one number."""
        code = 0
        for colour in colours:
            code = 3 * code + colour
        return code

    def colours(self, code: int, length: int) -> tuple[int, ...]:
        """Return the colour of each letter: `GREY`, `YELLOW` or `GREEN`."""
        return tuple(code // 3**place % 3 for place in reversed(range(length)))

    def read(self, text: str, length: int) -> int:
        """Read colours written as gyb, ozx, 210 or tiles of any theme; spaces between them are ignored."""
        marks = without_selectors("".join(text.split())).lower()
        if len(marks) != length and all(mark in _ANY_MARK for mark in marks[:100]):
            raise InvalidPuzzle(_are(len(marks), "colour"), expected=f"{length}, one for each letter")
        for alphabet in ALPHABETS:
            if all(mark in alphabet for mark in marks):
                return self.code([alphabet[mark] for mark in marks])
        shown = repr(text.strip()[:30])
        raise InvalidPuzzle(f"invalid colours {shown}", expected=MARKS_HELP)

    def write(self, code: int, length: int) -> str:
        return "".join("byg"[colour] for colour in self.colours(code, length))

    def tiles(self, code: int, length: int) -> str:
        return "".join(TILES[colour] for colour in self.colours(code, length))

    def problem(self, guess: str, code: int) -> str | None:
        """Return why no secret can give these colours, or None if one can.

        A grey before a yellow of the same letter is impossible. The letters of the yellow tiles must go to positions
        that are not green, each away from the positions where the guess has it. By Hall's theorem they can, unless one
        letter has more yellow tiles than such positions. 26 letters are enough to fill the rest.
        """
        colours = self.colours(code, len(guess))
        for letter in sorted(set(guess)):
            mine = [place for place in range(len(guess)) if guess[place] == letter and colours[place] != GREEN]
            yellows = [place for place in mine if colours[place] == YELLOW]
            greys = [place for place in mine if colours[place] == GREY]
            if yellows and greys and greys[0] < yellows[-1]:
                first, second = greys[0] + 1, yellows[-1] + 1
                shown = letter.upper()
                return f"a grey {shown} (position {first}) comes before a yellow one (position {second})"
            elsewhere = sum(colour != GREEN for colour in colours) - len(mine)
            if len(yellows) > elsewhere:
                return f"the yellow {letter.upper()} at position {yellows[-1] + 1} has no other position left"
        return None


@dataclass(frozen=True)
class Counts(Scoring):
    """Wordle Mind's feedback: the number of well placed letters, and of misplaced ones.

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
        """Return the two counts as one number."""
        return well * (length + 1) + misplaced

    def counts(self, code: int, length: int) -> tuple[int, int]:
        """Return the counts of a code: (well placed, misplaced)."""
        return divmod(code, length + 1)

    def read(self, text: str, length: int) -> int:
        """Read counts written as 2,1 or 2.1 or 2/1 or 2 1, or as 21 if both are below 10."""
        parts = text.translate(_COUNT_MARKS).split()
        if len(parts) == 1 and len(parts[0]) == 2:
            parts = [*parts[0]]
        if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) <= 2 for part in parts):
            shown = repr(text.strip()[:30])
            raise InvalidPuzzle(f"invalid counts {shown}", expected="well placed and misplaced, such as 2,1")
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
        """Return why no secret can give these counts, or None if one can.

        The counts may add up to more letters than the word has. Or they may leave too few positions for the misplaced
        letters, each of which needs a position where the guess has another letter. The most frequent letter of the
        guess limits this most, so the bound assumes that the well placed letters are copies of the most frequent ones.
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
"""Both feedback types, by the name that `--feedback` takes."""

_ANY_MARK = frozenset(mark for alphabet in ALPHABETS for mark in alphabet)
_COUNT_MARKS = str.maketrans(",./;+|-", "       ")


def scoring_named(name: str) -> Scoring:
    """Return the feedback type with this name."""
    try:
        return SCORINGS[name]
    except KeyError:
        shown = repr(name[:30])
        raise InvalidPuzzle(f"unknown feedback type {shown}", expected=" or ".join(SCORINGS)) from None


def _are(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


USUAL_LENGTH = 5
MOST_GUESSES = 1000
"""Limit on guesses, so that a huge file read by mistake is rejected early."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A folded word and the code of its feedback."""

    word: str
    code: int


@dataclass(frozen=True, slots=True)
class History:
    """Guesses of equal length with feedback of one type, named `scoring`; possibly no guesses.

    >>> History.of([("crane", "bybbg")]).facts
    (('crane', 29),)
    """

    length: int = USUAL_LENGTH
    scoring: str = "colours"
    guesses: tuple[Guess, ...] = ()
    alphabet: Alphabet = field(default=LATIN, repr=False, compare=False)

    @classmethod
    def of(
        cls,
        guesses: "Iterable[tuple[str, str | int]]",
        scoring: str = "colours",
        length: int | None = None,
        alphabet: Alphabet = LATIN,
    ) -> "History":
        """Build a history from words in any spelling, each with its feedback as text or as a code.

        Impossible feedback is rejected.
        """
        kind = scoring_named(scoring)
        checked: list[Guess] = []
        for number, (word, feedback) in enumerate(guesses, 1):
            if number > MOST_GUESSES:
                raise InvalidPuzzle("too many guesses", expected=f"at most {MOST_GUESSES:,}")
            try:
                checked.append(_guess(word, feedback, kind, length, alphabet))
            except Invalid as error:
                raise error.at(f"guess {number}") from None
            length = len(checked[0].word)
        return cls(checked_length(USUAL_LENGTH if length is None else length), scoring, tuple(checked), alphabet)

    @property
    def kind(self) -> Scoring:
        """The feedback type."""
        return scoring_named(self.scoring)

    @property
    def facts(self) -> tuple[tuple[str, int], ...]:
        """The guesses as (word, code) pairs, for solvers."""
        return tuple((guess.word, guess.code) for guess in self.guesses)

    def __len__(self) -> int:
        return len(self.guesses)

    def __iter__(self) -> Iterator[Guess]:
        return iter(self.guesses)

    def plus(self, word: str, feedback: "str | int") -> "History":
        """Return the history with one more guess."""
        try:
            guess = _guess(word, feedback, self.kind, self.length, self.alphabet)
        except Invalid as error:
            raise error.at(f"guess {len(self) + 1}") from None
        return History(self.length, self.scoring, (*self.guesses, guess), self.alphabet)

    def allows(self, secret: str) -> bool:
        """Return whether a secret gives exactly the feedback of all guesses."""
        return all(self.kind.score(guess.word, secret) == guess.code for guess in self.guesses)

    @property
    def line(self) -> str:
        """The history on one line, as it is typed: "crane:bybbg slate:bbgyb"."""
        return " ".join(f"{guess.word}:{self.kind.write(guess.code, self.length)}" for guess in self.guesses)


def checked_word(text: str, length: int | None, alphabet: Alphabet = LATIN) -> str:
    """Normalise a guess to the letters of the game, or raise an error. It need not be in a lexicon."""
    word = alphabet.fold(text.strip())
    shown = repr(text.strip()[:30])
    if not alphabet.is_word(word):
        raise InvalidPuzzle(f"{shown} is not a word", expected="letters only")
    if length is None:
        if not SHORTEST <= len(word) <= LONGEST:
            raise InvalidPuzzle(f"{shown} has {quantity(len(word), 'letter')}", expected=f"{SHORTEST} to {LONGEST}")
    elif len(word) != length:
        raise InvalidPuzzle(f"{shown} has {quantity(len(word), 'letter')}", expected=f"{length}")
    return word


def checked_length(length: int) -> int:
    """Return the word length, or raise an error if it is out of range."""
    if not SHORTEST <= length <= LONGEST:
        raise InvalidPuzzle(f"invalid word length {length}", expected=f"{SHORTEST} to {LONGEST}")
    return length


def _guess(text: str, feedback: "str | int", kind: Scoring, length: int | None, alphabet: Alphabet) -> Guess:
    word = checked_word(text, length, alphabet)
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
            raise InvalidPuzzle(f"invalid feedback code {code}", where=shown, expected=expected)
    if problem := kind.problem(word, code):
        tiles = kind.tiles(code, len(word))
        raise InvalidPuzzle(f"{problem}: no secret gives {tiles}", where=shown)
    return Guess(word, code)


@dataclass(frozen=True)
class Wordle:
    """A Wordle puzzle: a history and the lexicon of the secret. Without a lexicon, any letters can be the secret."""

    history: History
    lexicon: Lexicon | None = None

    @property
    def length(self) -> int:
        return self.history.length

    @property
    def alphabet(self) -> str:
        """The letters of the game: a to z, then those of the language."""
        return ALPHABET + own_letters(self.history.alphabet)

    @property
    def letters(self) -> Letters:
        """The words that can be the secret, as rows of letters. Raises an error without a lexicon."""
        if self.lexicon is None:
            raise InvalidOption("no lexicon", expected="a lexicon")
        return self.lexicon.letters(self.length)

    def rejects(self, secret: str) -> str | None:
        """Return which feedback a word contradicts, or None. Uses only the rules of the game."""
        if len(secret) != self.length or not self.history.alphabet.is_word(secret):
            return f"{secret[:30]!r} is not a word of {self.length} letters"
        if self.lexicon is not None and secret not in self.lexicon:
            return f"{secret.upper()} is not in lexicon {self.lexicon.name}"
        kind = self.history.kind
        for number, guess in enumerate(self.history, 1):
            code = kind.score(guess.word, secret)
            if code != guess.code:
                expected, actual = kind.tiles(code, self.length), kind.tiles(guess.code, self.length)
                return f"guess {number}, {guess.word.upper()}, would get {expected} from {secret.upper()}, not {actual}"
        return None

    def __hash__(self) -> int:
        return hash((self.history, None if self.lexicon is None else self.lexicon.name))
