"""Options that Wordle's queries share: word lists, feedback, strategies and modes."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from entails.data.lexicons.store import LEXICON, opened
from entails.data.wordle import PRIORS, Prior, lists_for, words_for
from entails.models.alphabet import LATIN
from entails.models.errors import InvalidPuzzle, at_field
from entails.models.fields import Document, Named, Option
from entails.models.wordle.history import Wordle
from entails.models.wordle.words import Words
from entails.puzzles import puzzle_type_of
from entails.queries.lexicon import PANEL_OF_WORDS, LatinLanguageName
from entails.queries.query import QueryOptions
from entails.solvers.wordle.feedback import Mode, Pool
from entails.solvers.wordle.secret import possible_secrets

if TYPE_CHECKING:
    from entails.models.lexicon import Lexicon

_USUAL_LENGTH = 5
_MOST_SEED = 0x7FFFFFFF

FeedbackName = Annotated[
    Literal["colours", "counts"] | None,
    Field(description="Feedback type: colours (default) or counts (Wordle Mind)."),
]
StudiedFeedback = Annotated[
    Literal["counts", "colours"],
    Field(description="Feedback type: counts (Wordle Mind, as in the studies) or colours."),
]
Length = Annotated[
    int | None,
    Field(ge=2, le=15, description="Word length (default: from the history, or 5)."),
    Option(panel=PANEL_OF_WORDS),
]
Answers = Annotated[
    str | Document | None,
    LEXICON,
    Field(description="Lexicon of the secret (see entails lexicon list), or a file with one word per line."),
    Option("--answers", "--lexicon", metavar="NAME|FILE", panel=PANEL_OF_WORDS),
]
Allowed = Annotated[
    str | Document | None,
    LEXICON,
    Field(
        description="Allowed guesses: a lexicon or a file (default: Wordle's own list if the answers are Wordle's, "
        "otherwise the answers)."
    ),
    Option(metavar="NAME|FILE", panel=PANEL_OF_WORDS),
]
PriorName = Annotated[
    str | Document,
    Named("prior", lambda: PRIORS, "a file with a word and a weight per line"),
    Field(
        description="Prior of the secrets: uniform, frequency (common words likelier), or a file of words and weights."
    ),
    Option(metavar="NAME|FILE", panel=PANEL_OF_WORDS),
]
CriterionName = Annotated[
    str,
    Field(
        description="Strategy: entropy, expected-size, minimax, most-parts, letter-frequency, letter-presence, random "
        "or entropy-degenerate."
    ),
    Option("--strategy", "-s", metavar="NAME"),
]
StrategyName = Annotated[
    str,
    Field(
        description="Strategy: turns (fewest guesses to go), entropy, expected-size, minimax, most-parts, "
        "letter-frequency, letter-presence, random or entropy-degenerate."
    ),
    Option("--strategy", "-s", metavar="NAME"),
]
PoolName = Annotated[Pool, Field(description="Words to guess from: all allowed words, or only possible secrets.")]
ModeName = Annotated[
    Mode,
    Field(
        description="Mode: normal, hard (greens stay, revealed letters are used again) or ultra (guesses agree with "
        "all feedback)."
    ),
]
SpokenLikeTheWords = Annotated[
    Literal["en", "fr"] | None,
    Field(description="Language of the sentences: en or fr (default: that of the words)."),
    Option("--language", metavar="LANGUAGE"),
]
Fold = Annotated[bool, Field(description="Read letters such as ñ, å and ö as a to z.")]
Hard = Annotated[bool, Field(description="Hard mode: greens stay, revealed letters are used again.")]


@dataclass(frozen=True)
class Lists:
    """The word lists of a game, and notes about the user's own lists."""

    words: Words
    notes: tuple[str, ...] = ()


class Worded(QueryOptions):
    """Base of options that choose the word lists of a game."""

    lang: LatinLanguageName = None
    length: Length = None
    answers: Answers = None
    allowed: Allowed = None
    fold: Fold = False

    def lists(self, length: int | None = None, prior: Prior = "uniform") -> Lists:
        """Return the word lists: Wordle's own for five English letters, otherwise one lexicon for both purposes."""
        return lists_from_options(self.lang, length or self.length, self.answers, self.allowed, prior, fold=self.fold)


def lists_from_options(
    language: str | None = None,
    length: int | None = None,
    answers: str | Document | None = None,
    allowed: str | Document | None = None,
    prior: Prior = "uniform",
    *,
    fold: bool = False,
) -> Lists:
    """Return the word lists that the options name. The length may follow from a list with words of one length."""
    secrets, notes = _opened(answers, language)
    guesses, more = _opened(allowed, language)
    if length is None:
        length = secrets.lengths[0] if secrets is not None and len(secrets.lengths) == 1 else _USUAL_LENGTH
    with at_field("length"):
        words = words_for(language or "en", length, answers=secrets, allowed=guesses, prior=prior, fold=fold)
    return Lists(words, (*notes, *more))


def words_of(puzzle: Wordle, allowed: str | Document | None = None, prior: Prior = "uniform") -> Words:
    """Return the words of the game that a puzzle belongs to."""
    answers, (guesses, _) = lexicon_of(puzzle), _opened(allowed, None)
    return words_for(answers.language or "en", puzzle.length, answers=answers, allowed=guesses, prior=prior, fold=False)


def words_elsewhere(puzzle: Wordle, shown: int | None) -> tuple[str, ...]:
    """Return allowed guesses that fit a history if no word of the lexicon does, later Wordle answers first."""
    if puzzle.lexicon is None:
        return ()
    language = puzzle.lexicon.language or "en"
    answers = puzzle.lexicon if puzzle.lexicon.counts.get(puzzle.length) else None
    fold = puzzle.history.alphabet == LATIN
    allowed = lists_for(language, puzzle.length, fold=fold)[1]
    words = words_for(language, puzzle.length, answers=answers, allowed=allowed, fold=fold)
    possible = possible_secrets(words, puzzle.history.facts, puzzle.history.kind)
    if answers is not None and possible.source == "answers":
        return ()
    return tuple(possible.words.words([*possible.rows, *possible.others][:shown]))


def lexicon_of(puzzle: Wordle) -> "Lexicon":
    """Return the lexicon of the secret; raise an error if the puzzle has none."""
    puzzle_type_of(puzzle)
    if puzzle.lexicon is None:
        with at_field("lexicon"):
            raise InvalidPuzzle("no lexicon", expected="a lexicon, as guesses are words of a list")
    return puzzle.lexicon


def usable(seed: int) -> int:
    """Return the seed reduced to the range that every random number generator accepts."""
    return seed & _MOST_SEED


def _opened(source: str | Document | None, language: str | None) -> "tuple[Lexicon | None, tuple[str, ...]]":
    return (None, ()) if source is None else opened(source, language)
