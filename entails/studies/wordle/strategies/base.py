"""`Strategy` and `Player`: one interface for every way of guessing.

A player is told what was guessed and what the answer was, and says what it would guess next. It never sees the secret:
even strategies that cheat only ask more than the rules allow (words that are none, guesses that cannot be right), and
each thing they ask is a guess that counts.

All random choices come from the seed of the player and the number of the turn, so a history, a seed and the options
decide the next guess.

`Table`: what lies open on the table before every player: the words, the kind of feedback, and what it tells.

`MeasuringPlayer`: a player that measures strings against the secret itself, which no feedback tells.

One study's evolution is guided by such a measure and does not count it. The referee lends it to a player for one game.

`SearchNode`: what a tree search did, kept so that it can be drawn.

`TreePlayer`: a player whose search can be drawn: guesses, and the domains of words that they come from.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, Literal, Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from entails.models.alphabet import Letters
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
    """The setting of many games. It remembers what players of one kind worked out in earlier games."""

    def __init__(self, words: Words, scoring: Scoring) -> None:
        self.words = words
        self.scoring = scoring
        self.length = words.length
        self.win = scoring.win(words.length)
        self._remembered: dict[Hashable, object] = {}

    @property
    def secrets(self) -> Letters:
        """The words that can be the secret."""
        return self.words.secrets

    @cached_property
    def all_rows(self) -> Rows:
        rows = np.arange(self.words.answers, dtype=np.int32)
        rows.setflags(write=False)
        return rows

    @cached_property
    def spellings(self) -> list[str]:
        """The words that can be the secret, as text."""
        return self.words.words(self.all_rows)

    @cached_property
    def _row_of(self) -> dict[str, int]:
        return {word: row for row, word in enumerate(self.spellings)}

    @cached_property
    def different_letters(self) -> NDArray[np.int64]:
        """How many different letters each of them has."""
        return np.array([len(set(word)) for word in self.spellings])

    def row_of(self, word: str) -> int | None:
        """The row of a word that can be the secret."""
        return self._row_of.get(word)

    def codes(self, word: str) -> Codes:
        """What this guess would be told, for each possible secret. The guess may hold blanks."""
        return self._codes(word, self.columns)

    def codes_among(self, word: str, secrets: Letters) -> Codes:
        """The same for any rows of letters."""
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
        """The words that can be the secret, by position."""
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
        """How many letters are well placed, by code."""
        return self._counts[0]

    @property
    def misplaced(self) -> NDArray[np.int16]:
        """How many letters are misplaced, by code."""
        return self._counts[1]

    def remember(self, key: Hashable, work_out: Callable[[], T]) -> T:
        """Work something out once: players of deterministic strategies meet the same positions again and again."""
        if key not in self._remembered:
            if len(self._remembered) >= _MOST_REMEMBERED:
                self._remembered.clear()
            self._remembered[key] = work_out()
        return self._remembered[key]  # type: ignore[return-value]


def as_letters(word: str) -> Letters:
    """A guess as numbers; what is not a letter becomes one that no word has."""
    letters = np.frombuffer(word.encode("ascii", "replace"), dtype=np.uint8) - np.uint8(ord("a"))
    return np.where(letters < 26, letters, 26).astype(np.uint8)


HUANG_HU = "Huang & Hu 2022"
LOI_THOMAS = "Loi & Thomas 2022"
KALAYDJIAN_DUHEM = "Kalaydjian & Duhem 2022"


class StrategyOptions(Value):
    """The parameters of a strategy. They may be written as the studies do (`crossRate`) or as here (`cross_rate`)."""

    @classmethod
    def read(cls, settings: Mapping[str, object], where: str) -> Self:
        """The defaults with these changes."""
        try:
            return cls.model_validate({cls.field_named(name): value for name, value in settings.items()})
        except ValidationError as error:
            raise cls._complaint(error, where) from None

    @classmethod
    def knows(cls, name: str) -> bool:
        return cls.field_named(name) in cls.model_fields

    @classmethod
    def field_named(cls, name: str) -> str:
        """The field that a user means; `lambda` is a word of Python and has another spelling there."""
        field_name = snake(name)
        return f"{field_name}_" if f"{field_name}_" in cls.model_fields else field_name

    @classmethod
    def _complaint(cls, error: ValidationError, where: str) -> InvalidOption:
        first = validation_message(error)
        if first.unknown:
            known = ", ".join(cls.model_fields) or "no option, because it has none"
            return InvalidOption(f"there is no option {first.name[:40]!r}", where=where, expected=known)
        return InvalidOption(first.problem, where=f"{where}, {first.name}", expected=first.expected)


class NoOptions(StrategyOptions):
    """Nothing to choose."""


Chosen = TypeVar("Chosen", bound=StrategyOptions)


class Player(ABC, Generic[Chosen]):
    """One game of a strategy."""

    def __init__(self, table: WordTable, options: Chosen, seed: int) -> None:
        self.table = table
        self.options = options
        self.seed = seed
        self.history: list[tuple[str, int]] = []

    def told(self, word: str, code: int) -> None:
        """This was guessed, by whomever, and that was the feedback."""
        self.history.append((word, code))
        self.learn(word, code)

    def learn(self, word: str, code: int) -> None:
        """Draw conclusions from one more line of the history."""

    @abstractmethod
    def choose(self) -> str | None:
        """The next guess; None when none was found. Asking twice gives the same answer."""

    def dice(self) -> np.random.Generator:
        """The random numbers of this turn."""
        return np.random.default_rng([self.seed, len(self.history)])


class CandidatePlayer(Player[Chosen]):
    """A player that knows which words are still possible: `candidates` are their rows."""

    def __init__(self, table: WordTable, options: Chosen, seed: int) -> None:
        super().__init__(table, options, seed)
        self.candidates = table.all_rows

    def learn(self, word: str, code: int) -> None:
        self.candidates = self.candidates[self.table.codes(word)[self.candidates] == code]


class ScriptedPlayer(Player[Chosen]):
    """A player that follows a plan of its own: a generator that yields guesses and receives feedback.

    It can only continue a game that it began itself, since its plan means nothing after other guesses.
    """

    def __init__(self, table: WordTable, options: Chosen, seed: int) -> None:
        super().__init__(table, options, seed)
        self._script = self.script()
        self._next: str | None = next(self._script, None)

    @abstractmethod
    def script(self) -> Generator[str, int, None]:
        """The plan. Its random numbers come from `dice()` at the start of the game."""

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
    """One way of guessing, with its options chosen. `label` is how a race names it: its name, and what was changed."""

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
        """A player at the start of a game."""
        return self.player(table, self.options, seed)


def next_guess(
    strategy: Strategy[Chosen], table: WordTable, history: "list[tuple[str, int]]", seed: int = 0
) -> str | None:
    """History in, next guess out; None when the strategy finds none."""
    player = strategy.begin(table, seed)
    for word, code in history:
        player.told(word, code)
    return player.choose()


def snake(name: str) -> str:
    """`crossRate` and `cross-rate` are `cross_rate`."""
    spaced = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name.strip())
    return spaced.replace("-", "_").strip("_")


Measure = Callable[[str], int]
"""How many letters a string has to change, gain or lose to become the secret."""


class MeasuringPlayer(Player[Chosen]):
    """A plan that is made with a measure and told guess by guess. It cannot continue a game that others began."""

    def __init__(self, table: WordTable, options: Chosen, seed: int) -> None:
        super().__init__(table, options, seed)
        self._plan: list[str] | None = None

    def lend(self, measure: Measure) -> None:
        """Make the plan."""
        self._plan = list(self.script(measure))

    @abstractmethod
    def script(self, measure: Measure) -> Generator[str, None, None]:
        """The guesses, in order."""

    def choose(self) -> str | None:
        if self._plan is None or len(self.history) >= len(self._plan):
            return None
        return self._plan[len(self.history)]


def edit_distance(text: str, secret: str) -> int:
    """Levenshtein's: the fewest letters to change, insert or delete."""
    row = list(range(len(secret) + 1))
    for number, letter in enumerate(text, 1):
        diagonal, row[0] = row[0], number
        for place, symbol in enumerate(secret, 1):
            diagonal, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, diagonal + (letter != symbol))
    return row[-1]


Kind = Literal["root", "guess", "domain"]


@dataclass
class SearchNode:
    """A guess, or a domain of words to guess from. It grows while the search runs.

    `label` is the word or the domain's pattern (`_a__e`), `note` what came of it.
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
        """How many guesses it holds, itself included."""
        return (self.kind == "guess") + sum(child.guesses for child in self.children)


class TreePlayer(ScriptedPlayer[NoOptions]):
    """`tree` is what the search did so far."""

    def __init__(self, table: WordTable, options: NoOptions, seed: int) -> None:
        self.tree = SearchNode("root", "start")
        self._last = self.tree
        super().__init__(table, options, seed)

    def try_word(self, row: int, parent: SearchNode) -> Generator[str, int, tuple[int, SearchNode]]:
        """Guess a word: how many of its letters are well placed, and its place in the tree."""
        self._last = node = parent.add("guess", self.table.spellings[row])
        well = int(self.table.well[(yield node.label)])
        node.note = str(well)
        return well, node

    def domain(self, node: SearchNode, row: int, places: tuple[int, ...], left: int) -> SearchNode:
        """The domain of the words that agree with a word on some places, as a node below the guess of that word."""
        word = self.table.spellings[row]
        shown = "".join(word[place] if place in places else BLANK for place in range(self.table.length))
        return node.add("domain", shown, f"{left} word{'' if left == 1 else 's'}")

    def learn(self, word: str, code: int) -> None:
        super().learn(word, code)
        if code == self.table.win:
            self._last.note = "found"
