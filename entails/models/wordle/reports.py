"""What was found about whole games: a game looked at afterwards, several boards at once.

The figures of a race.

The figures of a study, run again.
"""

from typing import Literal

from pydantic import Field

from entails.models.fields import Value


class TurnAnalysis(Value):
    """One guess looked at afterwards. `before` and `after` count the words that can be the secret. `bits` is what the
    feedback was expected to tell, `bits_won` what it told; null where it left no word.

    `expected` is how many further guesses the best play needs on average after this one, `best_expected` after the
    `best` guess; null where nobody counted turns (`engine` is then bits). `skill` is 100 for a best guess and for no
    other: the guesses that the best play needs as a share of those after this one, or, by bits, of what they are worth.
    `luck` says how often another secret would have left more words: 99 always, 50 as often as not; null where nothing
    hung on luck. `luck_turns` is what the feedback saved, in guesses, against the average.
    """

    guess: str
    word: str = Field(description="the same as guess")
    marks: str
    before: int
    after: int
    bits: float
    bits_won: float | None
    chance: float
    worth: float
    expected: float | None
    best: str
    best_expected: float | None
    best_bits: float
    best_worth: float
    engine: Literal["exact", "beam", "bits"] = Field(description="how expected was found: exact is proven")
    opener: bool = Field(description="the first guess, which is judged apart and does not count for the game's skill")
    skill: int
    luck: int | None
    luck_turns: float | None
    reason: str = Field(description="why the verdict is what it is")
    verdict: str
    possible: bool = Field(description="it could have been the secret")
    allowed: bool = Field(description="it is in the list, and hard mode permits it where that was asked for")


class AnalyseReport(Value):
    """`wordle analyse`. `skill` is the mean over the turns but the first, `luck` over those that have it; `lost` is
    what the guesses after the first cost against the best ones, in guesses, `luck_turns` what the feedback saved.
    `solved`: the last guess was the secret. Not `consistent` means that the feedback leaves no word, or is not what the
    secret gives: `problem` says it.
    """

    puzzle: str
    words: str
    feedback: str
    length: int
    secret: str | None
    solved: bool
    consistent: bool
    problem: str | None = None
    turns: tuple[TurnAnalysis, ...]
    skill: int | None
    luck: int | None
    lost: float | None
    luck_turns: float | None
    bits: float = Field(description="expected, over all turns")
    bits_won: float


class WordleBoardReport(Value):
    """One of several boards: how many words are left (`count`) and which, the first of them when it is `truncated`."""

    board: int = Field(description="from 1")
    solved: bool
    count: int
    candidates: tuple[str, ...]
    truncated: bool
    history: str


class BoardsSuggestion(Value):
    """A guess for all boards at once: the bits it is expected to tell in all and on each (0 where it is solved), and
    the chance that it is the secret of each. `expected` is how many further guesses all boards need after it on
    average, searched to the end; null where too many words are left for that."""

    word: str
    bits: float
    board_bits: tuple[float, ...]
    chances: tuple[float, ...]
    expected: float | None = None


class BoardsReport(Value):
    """`wordle boards`. Not `consistent` means that a board has no word left. Without `suggestions` all boards are
    solved, or one has no word left."""

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
    """A quantity over many games. `low` and `high` bound the mean with 95 % confidence."""

    mean: float
    low: float
    high: float
    median: float
    max: float


class RaceReport(Value):
    """`wordle race`: one strategy at one length. `guesses` counts solved games only and is null when there is none."""

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
    """summary.json of a race."""

    feedback: str
    lang: str
    seed: int
    instances: int | None = Field(description="games of each strategy and length; null plays every secret")
    settings: dict[str, str]
    words: dict[int, str] = Field(description="the list of each length")
    results: tuple[RaceReport, ...]


class StudyFigure(Value):
    """One figure of a study beside ours. `low` and `high` bound our mean with 95 % confidence."""

    experiment: str
    algorithm: str = Field(description="a strategy of wordle strategies, or what was looked for")
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
    study: float | None = Field(default=None, description="what the study prints")
    program: float | None = Field(
        default=None, description="what the study's program gives in a long run on the study's own list"
    )
    agrees: bool | None = Field(
        default=None, description="could the study's figure be the mean of as many games as it played?"
    )
    running: float | None = Field(default=None, description="the mean of all games up to this length")
    word: str | None = Field(default=None, description="the best first word, where that was looked for")
    study_word: str | None = None
    seconds: float | None = Field(default=None, description="CPU time of a game")


class StudyReport(Value):
    """`wordle study`: a study run again."""

    study: str
    authors: str
    list: str = Field(description="the list that was used")
    own_list: bool = Field(description="was a list given? If not, a shipped one was cut to the sizes of the study's")
    seed: int
    figures: tuple[StudyFigure, ...]
