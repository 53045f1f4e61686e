"""What `clausal wordle tree` and `clausal wordle verify` print as JSON."""

from pydantic import Field

from clausal.models.value import Value


class TreeReport(Value):
    """`wordle tree`. `exact`: it is proven that no tree with this opener has a smaller total (with `all_openers`, that
    no tree at all has), within `max_depth` guesses where that is not null. Without a tree all figures are null."""

    opener: str | None
    total: int | None
    mean: float | None
    max: int | None
    distribution: dict[int, int] | None = Field(description="secrets by number of guesses")
    exact: bool
    all_openers: bool = False
    secrets: int
    hard: bool
    feedback: str
    length: int
    history: str = ""
    max_depth: int | None = None
    beam: int | None = Field(default=None, description="guesses tried at each place, null for all")
    answers: str
    allowed: str
    seconds: float | None = None


class TreeVerdict(Value):
    """`wordle verify`. The figures are those of the replay, null where a `fault` ended it; `exact` is what the file
    claims, which a replay cannot show."""

    file: str
    verified: bool
    fault: str | None = None
    opener: str
    total: int | None
    mean: float | None
    max: int | None
    distribution: dict[int, int] | None
    exact: bool


TREE_REPORTS: dict[str, type[Value]] = {"wordle-tree": TreeReport, "wordle-verify": TreeVerdict}
