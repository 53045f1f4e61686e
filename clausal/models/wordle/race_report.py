"""What `clausal wordle race`, `trace` and `strategies` print as JSON."""

from pydantic import Field

from clausal.models.value import Value


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


class TraceMove(Value):
    """One guess of a game. `consistent`: it could have been the secret; `left` words were possible after it."""

    word: str
    feedback: str
    consistent: bool
    left: int


class TraceReport(Value):
    """`wordle trace`: one game of one strategy."""

    strategy: str
    cheats: bool
    feedback: str
    secret: str
    solved: bool
    end: str
    guesses: int
    moves: tuple[TraceMove, ...]


class StrategyOption(Value):
    """A parameter of a strategy."""

    name: str
    default: bool | int | float | str
    about: str


class StrategyReport(Value):
    """`wordle strategies`: one way of guessing."""

    name: str
    about: str
    source: str
    cheats: bool
    options: tuple[StrategyOption, ...]


RACE_REPORTS: dict[str, type[Value]] = {
    "wordle-race": RaceReport,
    "wordle-race-summary": RaceSummary,
    "wordle-trace": TraceReport,
    "wordle-strategies": StrategyReport,
}
