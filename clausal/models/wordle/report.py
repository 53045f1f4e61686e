"""What the verbs of Wordle print with `--json`."""

from typing import Literal

from pydantic import Field

from clausal.models.outcome import EndReason
from clausal.models.value import Value
from clausal.models.wordle.game_report import GAME_REPORTS
from clausal.models.wordle.race_report import RACE_REPORTS
from clausal.models.wordle.tree_report import TREE_REPORTS


class ClashingTiles(Value):
    """The tiles of one guess that a contradiction is about; the guess and the positions count from 1."""

    guess: int
    positions: tuple[int, ...]


class Contradiction(Value):
    """Sentences that cannot all be true, the guesses (from 1) that say them, and the very tiles that do."""

    guesses: tuple[int, ...]
    texts: tuple[str, ...]
    minimal: bool = True
    tiles: tuple[ClashingTiles, ...] = ()


class Doubt(Value):
    """Guesses (from 1) to give up so that the rest is consistent; with `lexicon`, the lexicon too."""

    guesses: tuple[int, ...]
    texts: tuple[str, ...]
    lexicon: bool = False


class WordleCheckReport(Value):
    """`wordle check`. `candidates` are the words left, the first of them when it is `truncated`; not `exact` means that
    there are at least `count`. `forced` holds for all of them.

    `blame` says what has no answer when there is none: already the letters, or only the lexicon. `complete` says that
    every contradiction and every repair is listed; otherwise `reason` is what ended the search. `unknown` are guesses
    that the lexicon of allowed guesses does not have.
    """

    puzzle: str
    feedback: str
    length: int
    lexicon: str | None
    consistent: bool | None
    count: int
    exact: bool = True
    candidates: tuple[str, ...] = ()
    truncated: bool = False
    forced: tuple[str, ...] = ()
    conflicts: tuple[Contradiction, ...] = ()
    repairs: tuple[Doubt, ...] = ()
    blame: Literal["letters", "lexicon"] | None = None
    complete: bool = True
    reason: EndReason | None = None
    unknown: tuple[str, ...] = Field(default=(), description="guesses that are not in the list of allowed guesses")
    elsewhere: tuple[str, ...] = Field(default=(), description="allowed words that fit, where the lexicon has none")


class SuggestionReport(Value):
    """`wordle suggest` prints a list of these for each history, best first. `bits` is the information to expect,
    `parts` how many feedbacks it tells apart, `worst` the words left at worst, `expected_size` on average, `chance`
    that it is the secret. `rank` counts from 1. `yours` marks a guess that --explain asked for, and `allowed` is false
    where the mode or the list does not permit it."""

    word: str
    bits: float
    parts: int
    worst: int
    chance: float
    expected_size: float
    rank: int
    yours: bool = False
    allowed: bool = True


class CandidatesReport(Value):
    """`wordle candidates`. `candidates` are the words left, the first of them when it is `truncated`."""

    puzzle: str
    count: int
    candidates: tuple[str, ...]
    truncated: bool


class EvaluateReport(Value):
    """`wordle evaluate`: a strategy against every secret. `distribution` counts the games by the number of guesses;
    there are `repeats` games for each secret, with other random numbers."""

    strategy: str
    total: int
    mean: float
    max: int
    distribution: dict[int, int]
    opener: str
    words: str
    answers: int
    allowed: int
    feedback: str
    pool: str
    mode: str
    repeats: int = 1
    seconds: float


class StudyOpener(Value):
    """The best first word in a table of Kalaydjian & Duhem 2022, its entropy as they count it, their time; and the bits
    that it has on our list, as they count (`degenerate_bits`) and truly (`bits`), null where the list lacks it."""

    word: str
    study_bits: float
    study_seconds: float
    degenerate_bits: float | None = None
    bits: float | None = None


class OpenersReport(Value):
    """`wordle openers`: the best first words of one language and length."""

    language: str
    length: int
    words: str
    answers: int
    allowed: int
    feedback: str
    strategy: str
    openers: tuple[SuggestionReport, ...]
    degenerate: tuple[tuple[float, float], ...] = Field(
        default=(), description="entropy-degenerate: its bits, lowest and highest over shuffled dictionaries"
    )
    study: StudyOpener | None = None
    seconds: float


WORDLE_REPORTS: dict[str, type[Value]] = {
    "wordle-check": WordleCheckReport,
    "wordle-suggest": SuggestionReport,
    "wordle-candidates": CandidatesReport,
    "wordle-evaluate": EvaluateReport,
    "wordle-openers": OpenersReport,
    **GAME_REPORTS,
    **RACE_REPORTS,
    **TREE_REPORTS,
}
