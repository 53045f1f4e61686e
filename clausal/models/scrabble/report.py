"""What `clausal scrabble ... --json` prints. Places are in the notation that was asked for."""

from typing import Literal

from pydantic import Field

from clausal.models.scrabble.selfplay_report import SelfplayReport
from clausal.models.value import Value


class ReasonReport(Value):
    """One thing that is wrong with a play: a stable code, the sentence, and the word it is about."""

    code: str
    text: str
    word: str = ""


class LetterScoreReport(Value):
    """One letter of a word: what its tile is worth, and the letter premium that it is laid on."""

    letter: str
    value: int
    multiplier: int


class WordScoreReport(Value):
    """One word of a play, added up; the main word comes first."""

    word: str
    position: str
    letters: tuple[LetterScoreReport, ...]
    multiplier: int
    points: int


class PlayCheckReport(Value):
    """`scrabble check`. `score` is null when the tiles cannot lie there at all."""

    position: str
    across: bool
    word: str
    tiles: str
    legal: bool
    reasons: tuple[ReasonReport, ...] = ()
    score: int | None = None
    words: tuple[WordScoreReport, ...] = ()
    bonus: int = 0
    rack: str = Field(default="", description="empty when no rack was given")
    lexicon: str
    board: str = Field(description="the board in CGP")


class TilesReport(Value):
    """`scrabble tiles`: what is neither on the board nor on the rack. `bag` is what is left of it when every other
    player has a full rack."""

    unseen: str
    count: int
    counts: dict[str, int]
    vowels: int
    consonants: int
    blanks: int
    points: int
    bag: int
    tiles: str = Field(description="the name of the tile set")


class ShowReport(Value):
    """`scrabble show`."""

    cgp: str
    rows: tuple[str, ...]
    rack: str
    layout: str
    tiles: str
    lexicon: str
    scores: tuple[int, ...]
    warnings: tuple[str, ...]


class GameEventReport(Value):
    """One event of a game: score and total as written, and as the rules give them."""

    line: int
    player: str
    kind: Literal["play", "pass", "exchange", "withdrawn", "challenge", "time", "out", "left"]
    rack: str
    position: str | None = None
    word: str | None = None
    tiles: str = ""
    score: int
    computed_score: int
    total: int
    computed_total: int
    sums_up: bool = Field(description="the total written is the one before plus the score written")
    reasons: tuple[ReasonReport, ...] = ()


class GameReport(Value):
    """`scrabble gcg`: a game replayed. `differences` counts events whose score or total is not what it should be."""

    players: tuple[str, ...]
    events: tuple[GameEventReport, ...]
    differences: int
    totals: dict[str, int]
    computed_totals: dict[str, int]
    cgp: str = Field(description="the last position")


class FoundPlayReport(Value):
    """A play that a search found."""

    position: str
    across: bool
    word: str
    tiles: str
    score: int


class SquareReport(Value):
    """`scrabble squares`, one line per candidate square of the restricted game, as in Guzniczak 2018.

    `around` tells which of the squares around it, itself among them, hold a tile, row by row: 9 of them inside the
    board, 6 on an edge, 4 in a corner. `direction` is 0 (none), 1 (down) or 2 (across); `before` and `after` are the
    squares of the safety cylinder. With a rack: the arrangements looked up, and the plays found.
    """

    square: str
    row: int = Field(description="from 1")
    column: int = Field(description="from 1")
    letter: str = Field(description="empty for the start of an empty board")
    kind: Literal["inside", "edge", "corner"]
    around: tuple[int, ...]
    direction: Literal[0, 1, 2]
    before: int
    after: int
    arrangements: int | None = None
    plays: tuple[FoundPlayReport, ...] | None = None


class MoveReport(FoundPlayReport):
    """`scrabble moves`, one line per placement, best first, and `scrabble best`. The place in the list is `rank`;
    placements of equal score share it. With --leave: the tiles that stay on the rack, what they are worth for the next
    turns, and score and leave together."""

    rank: int
    leave: str | None = None
    leave_value: float | None = None
    equity: float | None = None

    def absent(self) -> set[str]:
        return {"leave", "leave_value", "equity"} if self.leave is None else set()


class BingoReport(Value):
    """`scrabble bingo`: is there a play that lays the whole rack? `plays` only with --show."""

    bingo: bool
    count: int
    tiles: int = Field(description="how many tiles earn the bonus")
    plays: tuple[MoveReport, ...] | None = None

    def absent(self) -> set[str]:
        return {"plays"} if self.plays is None else set()


class MarkReport(FoundPlayReport):
    """`scrabble mark`: where a play stands among all. `better` placements score more, `equal` others the same."""

    rank: int
    placements: int
    better: int
    equal: int
    best: int = Field(description="the highest score")
    behind: int = Field(description="points that it is behind the best")


class TallyReport(Value):
    """`scrabble tally`, one line per position: all its placements in three numbers. `best` is -1 when there is none."""

    line: int
    placements: int
    best: int
    sum: int


SCRABBLE_REPORTS: dict[str, type[Value]] = {
    "scrabble-check": PlayCheckReport,
    "scrabble-tiles": TilesReport,
    "scrabble-show": ShowReport,
    "scrabble-gcg": GameReport,
    "scrabble-squares": SquareReport,
    "scrabble-moves": MoveReport,
    "scrabble-bingo": BingoReport,
    "scrabble-mark": MarkReport,
    "scrabble-tally": TallyReport,
    "scrabble-selfplay": SelfplayReport,
}
