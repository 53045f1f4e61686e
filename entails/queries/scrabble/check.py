"""Check whether a play is legal, and score it word by word.

Exit code 0 if it is legal, 1 if not; the reasons are listed.
"""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from entails.formats.scrabble.position import write_row
from entails.locale.message import Language
from entails.models.errors import InvalidMove, at_field
from entails.models.fields import CommandArgument, Value
from entails.models.scrabble.board import Placement, normalised, read_placement, with_capitals, write_place
from entails.models.scrabble.game import Exchange, Move, read_move
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import Reason, ScoreSheet, WordScore, fits_board, legality, score
from entails.models.scrabble.tiles import whole_set
from entails.queries.query import LanguageOption, Progress, Query, QueryOptions, QueryResult, yes_no
from entails.queries.scrabble.plays import MARS, play_fields

PANEL = "Board"
PLACE = 11
__all__ = ["judge"]


class ScrabbleCheckOptions(QueryOptions):
    """Options of `scrabble check`."""

    placement: Annotated[
        str,
        Field(description="Place and word, such as 8D MARS or H8 .ILENT; blanks in lower case."),
        CommandArgument("PLACEMENT", words=True),
    ]
    language: LanguageOption = "en"


class LetterScoreReport(Value):
    """One letter of a word: the value of its tile and its letter multiplier."""

    letter: str
    value: int
    multiplier: int


class WordScoreReport(Value):
    """The score of one word of a play; the main word comes first."""

    word: str
    position: str
    letters: tuple[LetterScoreReport, ...]
    multiplier: int
    points: int


class PlayCheckReport(Value):
    """Report of `scrabble check`. `score` is null if the tiles do not fit on the board."""

    position: str
    across: bool
    word: str
    tiles: str
    legal: bool
    reasons: tuple[Reason, ...] = ()
    score: int | None = None
    words: tuple[WordScoreReport, ...] = ()
    bonus: int = 0
    rack: str = Field(default="", description="empty if no rack was given")
    lexicon: str
    board: str = Field(description="the board in CGP")


@dataclass(frozen=True)
class PlayJudgement:
    """A play in its only possible direction, the rules it breaks, and its score if it fits on the board."""

    position: Position
    placement: Placement
    reasons: tuple[Reason, ...]
    sheet: ScoreSheet | None

    @property
    def legal(self) -> bool:
        return not self.reasons


def judge(position: Position, play: str | Placement, *, language: Language = "en") -> PlayJudgement:
    """Check whether a play is legal, and score it. Without a rack, any tiles of the set are allowed."""
    board = position.board
    if isinstance(play, str):
        blanks = position.rack.blanks if position.rack.total else whole_set(position.tile_set).blanks
        play = read_placement(with_capitals(play, blanks), board, position.notation)
    play = normalised(board, play)
    rack = position.rack if position.rack.total else None
    rules = (rack, position.lexicon, position.tile_set, position.rules)
    reasons = legality(board, play, *rules, position.notation, language)
    sheet = score(board, play, position.tile_set, position.rules) if fits_board(reasons) else None
    return PlayJudgement(position, play, reasons, sheet)


def legal_move(position: Position, text: str, field: str) -> Move:
    """Parse a move. Raises InvalidMove, with the field's name, if the rules forbid it."""
    from entails.solvers.scrabble.leave import tiles_in_bag

    with at_field(field):
        move = read_move(text, position.board, position.notation)
        if isinstance(move, Exchange):
            least = max(position.rules.exchange_least, move.tiles.total)
            if not position.rack.holds(move.tiles):
                raise InvalidMove("this exchange is not possible", where=text[:30], expected="tiles of the rack")
            if (in_bag := tiles_in_bag(position)) < least:
                problem = f"too few tiles in the bag for this exchange ({in_bag})"
                raise InvalidMove(problem, where=text[:30], expected=f"at least {least}")
        if not isinstance(move, Placement):
            return move
        judged = judge(position, move)
        if judged.reasons:
            raise InvalidMove("; ".join(reason.text for reason in judged.reasons[:3]), where=text[:30])
        return judged.placement


def answer(position: Position, options: ScrabbleCheckOptions, progress: Progress) -> QueryResult[PlayJudgement]:
    """Check and score the play."""
    del progress
    with at_field("placement"):
        return judged_result(judge(position, options.placement, language=options.language))


def judged_result(judgement: PlayJudgement) -> QueryResult[PlayJudgement]:
    """Return the query result for a checked play."""
    position, sheet = judgement.position, judgement.sheet
    report = PlayCheckReport(
        **play_fields(position, judgement.placement),
        legal=judgement.legal,
        reasons=judgement.reasons,
        score=None if sheet is None else sheet.total,
        words=() if sheet is None else tuple(_word_report(word, position) for word in sheet.words),
        bonus=0 if sheet is None else sheet.bonus,
        rack=str(position.rack),
        lexicon=position.lexicon.name,
        board="/".join(map(write_row, position.board.rows)),
    )
    return QueryResult(judgement, report, yes_no(judgement.legal))


def _word_report(word: WordScore, position: Position) -> WordScoreReport:
    return WordScoreReport(
        word=word.word,
        position=write_place(word.row, word.column, word.across, position.notation),
        letters=tuple(
            LetterScoreReport(letter=letter, value=value, multiplier=premium) for letter, value, premium in word.letters
        ),
        multiplier=word.multiplier,
        points=word.points,
    )


QUERY = Query(
    options=ScrabbleCheckOptions,
    report=PlayCheckReport,
    answer=answer,
    unused=("word",),
    examples={"an opening answered": {"puzzle": MARS, "placement": "H8 .ILENT"}},
)
