"""Interface of the strategies: `Strategy`, `Player`, and the `WordTable` that all players use.

A player receives the guesses and their feedback and returns its next guess. It never sees the secret. Strategies that
cheat only ask more than the rules allow (strings that are not words, guesses that cannot be right), and everything they
ask counts as a guess. The exception is `MeasuringPlayer`: it may measure strings against the secret for one game,
because the evolution of one study is guided by such a measure and does not count it.

All random choices come from the seed of the player and the number of the turn. So the history, the seed and the options
determine the next guess.

`SearchNode` records what a tree search did, so that it can be drawn.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, Literal, Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from entails.models.alphabet import ALPHABET, EVERY_LETTER, NO_LETTER, Letters, own_letters
from entails.models.errors import InvalidMove, InvalidOption, validation_message
from entails.models.fields import Value
from entails.models.wordle.history import COUNTS, Colours, Scoring
from entails.models.wordle.words import Words
from entails.solvers.kernels.word_feedback import BLOCK, Codes, fill_codes
from entails.solvers.wordle.feedback import code_type, columns_of, values

Rows = NDArray[np.int32]

BLANK = "_"
"""A letter that no secret has. Only strategies that cheat write it."""
_MOST_REMEMBERED = 200_000
T = TypeVar("T")


class WordTable:
    """The words and feedback of many games, with a cache that players share."""

    def __init__(self, words: Words, scoring: Scoring) -> None:
        self.words = words
        self.scoring = scoring
        self.length = words.length
        self.win = scoring.win(words.length)
        self._remembered: dict[Hashable, object] = {}

    @property
    def secrets(self) -> Letters:
        """The words that can be the secret, as rows of letters."""
        return self.words.secrets

    @cached_property
    def all_rows(self) -> Rows:
        rows = np.arange(self.words.answers, dtype=np.int32)
        rows.setflags(write=False)
        return rows

    @cached_property
    def spellings(self) -> list[str]:
        """The spellings of the words that can be the secret."""
        return self.words.words(self.all_rows)

    @cached_property
    def _row_of(self) -> dict[str, int]:
        return {word: row for row, word in enumerate(self.spellings)}

    @cached_property
    def is_letter(self) -> NDArray[np.bool_]:
        """Whether each number is a letter of the game: a to z, and those that its language counts as its own."""
        alphabet = self.words.alphabet
        numbers = [alphabet.number(letter) for letter in ALPHABET + own_letters(alphabet)]
        letters = np.zeros(max(numbers) + 1, dtype=bool)
        letters[numbers] = True
        return letters

    @cached_property
    def different_letters(self) -> NDArray[np.int64]:
        """The number of different letters of each possible secret."""
        return np.array([len(set(word)) for word in self.spellings])

    def row_of(self, word: str) -> int | None:
        """Return the row of a word that can be the secret."""
        return self._row_of.get(word)

    def codes(self, word: str) -> Codes:
        """Return the feedback code of a guess for each possible secret. The guess may contain blanks."""
        return self._codes(word, self.columns)

    def codes_among(self, word: str, secrets: Letters) -> Codes:
        """Return the feedback code of a guess for words given as rows of letters."""
        return self._codes(word, columns_of(secrets))

    def _codes(self, word: str, columns: Letters) -> Codes:
        green, yellow = self._values
        codes = np.empty(columns.shape[1], code_type(self.scoring, self.length))
        fill_codes(as_letters(word), columns, green, yellow, np.empty(BLOCK, np.uint8), codes)
        return codes

    @cached_property
    def _values(self) -> tuple[Codes, Codes]:
        return values(self.scoring, self.length)

    @cached_property
    def columns(self) -> Letters:
        """The letters of the possible secrets, by position."""
        return columns_of(self.secrets)

    @cached_property
    def _counts(self) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        codes = np.arange(self.scoring.codes(self.length))
        if isinstance(self.scoring, Colours):
            digits = codes[:, None] // 3 ** np.arange(self.length) % 3
            return (digits == 2).sum(1).astype(np.int16), (digits == 1).sum(1).astype(np.int16)
        pairs = np.array([COUNTS.counts(int(code), self.length) for code in codes], dtype=np.int16)
        return pairs[:, 0], pairs[:, 1]

    @property
    def well(self) -> NDArray[np.int16]:
        """The number of well placed letters that each feedback code means."""
        return self._counts[0]

    @property
    def misplaced(self) -> NDArray[np.int16]:
        """The number of misplaced letters that each feedback code means."""
        return self._counts[1]

    def remember(self, key: Hashable, work_out: Callable[[], T]) -> T:
        """Return the cached result of a computation, which runs on first use only."""
        if key not in self._remembered:
            if len(self._remembered) >= _MOST_REMEMBERED:
                self._remembered.clear()
            self._remembered[key] = work_out()
        return self._remembered[key]  # type: ignore[return-value]


def as_letters(word: str) -> Letters:
    """Return a guess as letter numbers; an unknown character becomes a number that no word contains."""
    return np.array([EVERY_LETTER.numbers.get(letter, NO_LETTER) for letter in word], dtype=np.uint8)


HUANG_HU = "Huang & Hu 2022"
LOI_THOMAS = "Loi & Thomas 2022"
KALAYDJIAN_DUHEM = "Kalaydjian & Duhem 2022"


class StrategyOptions(Value):
    """Parameters of a strategy. Names may be spelled as in the studies (`crossRate`) or in snake case."""

    @classmethod
    def read(cls, settings: Mapping[str, object], where: str) -> Self:
        """Return the default parameters with these changes."""
        try:
            return cls.model_validate({cls.field_named(name): value for name, value in settings.items()})
        except ValidationError as error:
            raise cls._complaint(error, where) from None

    @classmethod
    def knows(cls, name: str) -> bool:
        return cls.field_named(name) in cls.model_fields

    @classmethod
    def field_named(cls, name: str) -> str:
        """Return the field of a parameter. The field of `lambda`, a Python keyword, ends in an underscore."""
        field_name = snake(name)
        return f"{field_name}_" if f"{field_name}_" in cls.model_fields else field_name

    @classmethod
    def _complaint(cls, error: ValidationError, where: str) -> InvalidOption:
        first = validation_message(error)
        if first.unknown:
            known = ", ".join(cls.model_fields) or "none: the strategy has no options"
            return InvalidOption(f"unknown option {first.name[:40]!r}", where=where, expected=known)
        return InvalidOption(first.problem, where=f"{where}, {first.name}", expected=first.expected)


class NoStrategyOptions(StrategyOptions):
    """Parameters of a strategy that has none."""


Chosen = TypeVar("Chosen", bound=StrategyOptions)


class Player(ABC, Generic[Chosen]):
    """One game played by a strategy."""

    def __init__(self, table: WordTable, options: Chosen, seed: int) -> None:
        self.table = table
        self.options = options
        self.seed = seed
        self.history: list[tuple[str, int]] = []

    def observe(self, word: str, code: int) -> None:
        """Record a guess, by this player or not, and its feedback."""
        self.history.append((word, code))
        self.learn(word, code)

    def learn(self, word: str, code: int) -> None:
        """Draw conclusions from the latest guess and its feedback."""

    @abstractmethod
    def choose(self) -> str | None:
        """Return the next guess, or None if the player has none. Repeated calls return the same guess."""

    def dice(self) -> np.random.Generator:
        """Return the random number generator of the current turn."""
        return np.random.default_rng([self.seed, len(self.history)])


class CandidatePlayer(Player[Chosen]):
    """A player that tracks the possible secrets; `candidates` are their rows in the word table."""

    def __init__(self, table: WordTable, options: Chosen, seed: int) -> None:
        super().__init__(table, options, seed)
        self.candidates = table.all_rows

    def learn(self, word: str, code: int) -> None:
        self.candidates = self.candidates[self.table.codes(word)[self.candidates] == code]


class ScriptedPlayer(Player[Chosen]):
    """A player whose guesses come from a generator, which receives the feedback.

    It can only continue a game that it began, because its script does not apply after other guesses.
    """

    def __init__(self, table: WordTable, options: Chosen, seed: int) -> None:
        super().__init__(table, options, seed)
        self._script = self.script()
        self._next: str | None = next(self._script, None)

    @abstractmethod
    def script(self) -> Generator[str, int, None]:
        """Yield the guesses; each `yield` returns the feedback."""

    def choose(self) -> str | None:
        return self._next

    def learn(self, word: str, code: int) -> None:
        if word != self._next:
            expected = "none, because its plan has ended" if self._next is None else repr(self._next)
            raise InvalidMove(
                f"this strategy cannot continue a game in which {word[:20]!r} was guessed",
                where=f"guess {len(self.history)}",
                expected=expected,
            )
        if code == self.table.win:
            self._next = None
            return
        try:
            self._next = self._script.send(code)
        except StopIteration:
            self._next = None


@dataclass(frozen=True)
class Strategy(Generic[Chosen]):
    """A strategy with its parameters. `label` names it in races: its name and the changed parameters."""

    name: str
    summary: str
    source: str
    player: "type[Player[Chosen]]"
    options: Chosen
    cheats: bool = False
    label: str = field(default="")

    def __post_init__(self) -> None:
        if not self.label:
            object.__setattr__(self, "label", self.name)

    def begin(self, table: WordTable, seed: int = 0) -> "Player[Chosen]":
        """Return a player at the start of a game."""
        return self.player(table, self.options, seed)


def next_guess(
    strategy: Strategy[Chosen], table: WordTable, history: "list[tuple[str, int]]", seed: int = 0
) -> str | None:
    """Return the next guess of a strategy after a history, or None if it finds none."""
    player = strategy.begin(table, seed)
    for word, code in history:
        player.observe(word, code)
    return player.choose()


def snake(name: str) -> str:
    """Return a name in snake case: `crossRate` and `cross-rate` become `cross_rate`."""
    spaced = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name.strip())
    return spaced.replace("-", "_").strip("_")


Measure = Callable[[str], int]
"""Number of letters to change, insert or delete to turn a string into the secret."""


class MeasuringPlayer(Player[Chosen]):
    """A player that plans all guesses with a measure of the secret, so it cannot continue a game."""

    def __init__(self, table: WordTable, options: Chosen, seed: int) -> None:
        super().__init__(table, options, seed)
        self._plan: list[str] | None = None

    def lend(self, measure: Measure) -> None:
        """Plan the guesses with this measure, which compares a guess with the secret."""
        self._plan = list(self.script(measure))

    @abstractmethod
    def script(self, measure: Measure) -> Generator[str, None, None]:
        """Yield the planned guesses in order."""

    def choose(self) -> str | None:
        if self._plan is None or len(self.history) >= len(self._plan):
            return None
        return self._plan[len(self.history)]


def edit_distance(text: str, secret: str) -> int:
    """Return the Levenshtein distance: the fewest letters to change, insert or delete."""
    row = list(range(len(secret) + 1))
    for number, letter in enumerate(text, 1):
        diagonal, row[0] = row[0], number
        for place, symbol in enumerate(secret, 1):
            diagonal, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, diagonal + (letter != symbol))
    return row[-1]


Kind = Literal["root", "guess", "domain"]


@dataclass
class SearchNode:
    """A node of a search tree: a guess, or a domain of words to guess from.

    `label` is the word or the domain's pattern (`_a__e`), `note` is its result.
    """

    kind: Kind
    label: str
    note: str = ""
    children: "list[SearchNode]" = field(default_factory=list)

    def add(self, kind: Kind, label: str, note: str = "") -> "SearchNode":
        child = SearchNode(kind, label, note)
        self.children.append(child)
        return child

    @property
    def guesses(self) -> int:
        """The number of guesses in this subtree."""
        return (self.kind == "guess") + sum(child.guesses for child in self.children)


class TreePlayer(ScriptedPlayer[NoStrategyOptions]):
    """A player that records its search in the attribute `tree`."""

    def __init__(self, table: WordTable, options: NoStrategyOptions, seed: int) -> None:
        self.tree = SearchNode("root", "start")
        self._last = self.tree
        super().__init__(table, options, seed)

    def try_word(self, row: int, parent: SearchNode) -> Generator[str, int, tuple[int, SearchNode]]:
        """Guess a word; return the number of its well placed letters and its search node."""
        self._last = node = parent.add("guess", self.table.spellings[row])
        well = int(self.table.well[(yield node.label)])
        node.note = str(well)
        return well, node

    def domain(self, node: SearchNode, row: int, places: tuple[int, ...], left: int) -> SearchNode:
        """Add a node below a guess for the words that share the letters of a word at some positions."""
        word = self.table.spellings[row]
        shown = "".join(word[place] if place in places else BLANK for place in range(self.table.length))
        return node.add("domain", shown, f"{left} word{'' if left == 1 else 's'}")

    def learn(self, word: str, code: int) -> None:
        super().learn(word, code)
        if code == self.table.win:
            self._last.note = "found"
