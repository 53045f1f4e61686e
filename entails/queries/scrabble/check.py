"""Is this play legal, and if not, why? What does it score, word by word? Exit code 0 when legal, 1 when not."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from entails.formats.scrabble.position import write_row
from entails.locale.message import Language
from entails.models.errors import blaming
from entails.models.fields import CommandArgument, Value
from entails.models.scrabble.board import Placement, as_meant, normalised, read_placement, write_place
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import Reason, ScoreSheet, WordScore, can_lie, legality, score
from entails.models.scrabble.tiles import whole_set
from entails.queries.query import Progress, Query, QueryResult, Spoken, yes_no
from entails.queries.query import QueryOptions as AnyAsk
from entails.queries.scrabble.plays import MARS, play_fields

PANEL = "The board"
PLACE = 11
__all__ = ["judge"]


class ScrabbleCheckOptions(AnyAsk):
    """What `check` is told."""

    placement: Annotated[
        str,
        Field(description="Place and word: 8D MARS, H8 .ILENT; a blank in lower case."),
        CommandArgument("PLACEMENT", words=True),
    ]
    language: Spoken = "en"


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
    reasons: tuple[Reason, ...] = ()
    score: int | None = None
    words: tuple[WordScoreReport, ...] = ()
    bonus: int = 0
    rack: str = Field(default="", description="empty when no rack was given")
    lexicon: str
    board: str = Field(description="the board in CGP")


@dataclass(frozen=True)
class PlayJudgement:
    """A play as it counts, what is wrong with it, and its score where its tiles can lie at all."""

    position: Position
    placement: Placement
    reasons: tuple[Reason, ...]
    sheet: ScoreSheet | None

    @property
    def legal(self) -> bool:
        return not self.reasons


def judge(position: Position, play: str | Placement, *, language: Language = "en") -> PlayJudgement:
    """Is this play legal, and what does it score? Without a rack any tiles may be laid."""
    board = position.board
    if isinstance(play, str):
        blanks = position.rack.blanks if position.rack.total else whole_set(position.tile_set).blanks
        play = read_placement(as_meant(play, blanks), board, position.notation)
    play = normalised(board, play)
    rack = position.rack if position.rack.total else None
    things = (rack, position.lexicon, position.tile_set, position.rules)
    reasons = legality(board, play, *things, position.notation, language)
    sheet = score(board, play, position.tile_set, position.rules) if can_lie(reasons) else None
    return PlayJudgement(position, play, reasons, sheet)


def answer(position: Position, ask: ScrabbleCheckOptions, progress: Progress) -> QueryResult[PlayJudgement]:
    """The referee's word."""
    del progress
    with blaming("placement"):
        return told(judge(position, ask.placement, language=ask.language))


def told(found: PlayJudgement) -> QueryResult[PlayJudgement]:
    """A judgement as an answer."""
    position, sheet = found.position, found.sheet
    report = PlayCheckReport(
        **play_fields(position, found.placement),
        legal=found.legal,
        reasons=found.reasons,
        score=None if sheet is None else sheet.total,
        words=() if sheet is None else tuple(_word_report(word, position) for word in sheet.words),
        bonus=0 if sheet is None else sheet.bonus,
        rack=str(position.rack),
        lexicon=position.lexicon.name,
        board="/".join(map(write_row, position.board.rows)),
    )
    return QueryResult(found, report, yes_no(found.legal))


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


QUESTION = Query(
    ask=ScrabbleCheckOptions,
    report=PlayCheckReport,
    answer=answer,
    unused=("word",),
    examples={"an opening answered": {"puzzle": MARS, "placement": "H8 .ILENT"}},
)
