"""The figures of a study, run again."""

from pydantic import Field

from entails.models.value import Value


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
