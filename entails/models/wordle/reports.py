"""Reports of the Wordle queries `analyse`, `boards`, `race` and `study`."""

from typing import Literal

from pydantic import Field

from entails.models.fields import Value


class TurnAnalysis(Value):
    """Analysis of one guess: its luck, skill and alternatives.

    Attributes: before: The number of words that could be the secret before the guess. after: The number of words
    left after it. bits: The expected information of the feedback (the entropy). bits_won: The information of the
    actual feedback; null if it leaves no word. worth: The expected information plus the chance that the guess is
    the secret. expected: Further guesses that best play needs on average after this guess; null if not counted
    (engine `bits`). best_expected: Further guesses after the `best` guess; null if not counted. secrets: The words
    that `after` counts: answers of the list, later answers of Wordle if none fits, or else all allowed words.
    skill: 100 for a best guess only, and one less for each hundredth of a guess that it costs on average; 0 for a
    wasted guess. By bits, the worth as a share of the best worth. luck: Frequency with which another secret would
    have left more words: 99 always, 50 half of the time; null if all secrets give the same feedback. luck_turns:
    Guesses that the feedback saved, compared with the average.
    """

    guess: str
    word: str = Field(description="same as guess")
    marks: str
    before: int
    after: int
    secrets: Literal["answers", "later", "allowed"] = "answers"
    bits: float
    bits_won: float | None
    chance: float
    worth: float
    expected: float | None
    best: str
    best_expected: float | None
    best_bits: float
    best_worth: float
    engine: Literal["exact", "beam", "bits"] = Field(description="how expected was computed; exact is proven")
    opener: bool = Field(description="whether it is the first guess, which does not count for the game's skill")
    skill: int
    luck: int | None
    luck_turns: float | None
    reason: str = Field(description="reason of the verdict, for programs")
    verdict: str
    possible: bool = Field(description="whether it could have been the secret")
    allowed: bool = Field(description="whether the list contains it and hard mode, if set, permits it")


class AnalyseReport(Value):
    """Report of `wordle analyse`.

    Attributes:
        solved: Whether the last guess was the secret.
        consistent: Whether the feedback leaves a word and agrees with the secret; otherwise `problem` says why not.
        secrets: The words that can still be the secret: answers of the list, later answers of Wordle if none fits, or
            else all allowed words.
        skill: The mean over all guesses but the first.
        luck: The mean over the guesses that have it.
        lost: Guesses that the play after the first guess cost, compared with the best guesses.
        luck_turns: Guesses that the feedback saved, compared with the average.
    """

    puzzle: str
    words: str
    feedback: str
    length: int
    secret: str | None
    solved: bool
    consistent: bool
    problem: str | None = None
    secrets: Literal["answers", "later", "allowed"] = "answers"
    turns: tuple[TurnAnalysis, ...]
    skill: int | None
    luck: int | None
    lost: float | None
    luck_turns: float | None
    bits: float = Field(description="expected bits over all turns")
    bits_won: float


class WordleBoardReport(Value):
    """One board of several: the number of remaining words, and the words; with `truncated`, only the first ones.

    Attributes:
        secrets: The words that `count` counts: answers of the list, later answers of Wordle if none fits, or else all
            allowed words.
    """

    board: int = Field(description="number of the board, from 1")
    solved: bool
    count: int
    candidates: tuple[str, ...]
    truncated: bool
    history: str
    secrets: Literal["answers", "later", "allowed"] = "answers"


class BoardsSuggestion(Value):
    """A suggested guess for all boards.

    Attributes:
        bits: The expected information over all boards.
        board_bits: The expected information on each board; 0 if it is solved.
        chances: The chance on each board that the guess is its secret.
        expected: Further guesses that all boards need on average, by exhaustive search; null if too many words are
            left.
    """

    word: str
    bits: float
    board_bits: tuple[float, ...]
    chances: tuple[float, ...]
    expected: float | None = None


class BoardsReport(Value):
    """Report of `wordle boards`.

    Attributes:
        consistent: Whether every board has a word left.
        suggestions: The best guesses; empty if all boards are solved or one has no word left.
    """

    feedback: str
    length: int
    words: str
    guesses: int
    boards: tuple[WordleBoardReport, ...]
    solved: int
    consistent: bool
    suggestions: tuple[BoardsSuggestion, ...]
    unknown: tuple[str, ...] = Field(default=(), description="guesses that are not in the list of allowed guesses")


class Spread(Value):
    """Statistics of a quantity over many games. `low` and `high` are the 95 % interval of the mean."""

    mean: float
    low: float
    high: float
    median: float
    max: float


class RaceReport(Value):
    """Report of `wordle race` for one strategy and length. `guesses` covers solved games; null if none was solved."""

    strategy: str
    cheats: bool
    feedback: str
    lang: str
    length: int
    words: int
    games: int
    solved: int
    guesses: Spread | None
    seconds: Spread


class RaceSummary(Value):
    """The contents of summary.json, written by a race."""

    feedback: str
    lang: str
    seed: int
    instances: int | None = Field(description="games of each strategy and length; null plays every secret")
    settings: dict[str, str]
    words: dict[int, str] = Field(description="the list of each length")
    results: tuple[RaceReport, ...]


class StudyFigure(Value):
    """A figure of a study, with our value. `low` and `high` are the 95 % interval of our mean."""

    experiment: str
    algorithm: str = Field(description="strategy (see wordle strategies), or the study's own solver")
    length: int
    words: int
    games: int
    solved: int
    quantity: str = Field(description="guesses, tries (rejected individuals), bits or turns")
    mean: float | None = None
    low: float | None = None
    high: float | None = None
    median: float | None = None
    mode: float | None = None
    min: float | None = None
    max: float | None = None
    study: float | None = Field(default=None, description="figure that the study prints")
    program: float | None = Field(
        default=None, description="figure of the study's program in a long run on the study's own list"
    )
    agrees: bool | None = Field(
        default=None, description="whether the study's figure could be the mean of the games it played"
    )
    running: float | None = Field(default=None, description="mean of all games up to this length")
    word: str | None = Field(default=None, description="best first word, if it was sought")
    study_word: str | None = None
    seconds: float | None = Field(default=None, description="CPU time of a game")


class StudyReport(Value):
    """Report of `wordle study`: the figures of a study, with our values."""

    study: str
    authors: str
    list: str = Field(description="word list used")
    own_list: bool = Field(description="whether a list was given; otherwise a shipped one was cut to the study's sizes")
    seed: int
    figures: tuple[StudyFigure, ...]
