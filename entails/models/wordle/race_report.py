"""The figures of a race."""

from pydantic import Field

from entails.models.value import Value


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
