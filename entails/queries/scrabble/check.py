"""Queries about one play: check it against the rules, or rank it among all plays."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from entails.formats.scrabble.position import write_row
from entails.locale.message import Language
from entails.models.alphabet import fold
from entails.models.errors import InvalidMove, at_field
from entails.models.fields import CommandArgument, Value
from entails.models.scrabble.board import (
    LARGEST,
    Placement,
    normalised,
    read_placement,
    read_played_word,
    with_capitals,
    write_place,
)
from entails.models.scrabble.game import Exchange, Move, read_move
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import Reason, ScoreSheet, WordScore, fits_board, legality, score
from entails.models.scrabble.tiles import whole_set
from entails.queries.query import LanguageOption, Progress, Query, QueryOptions, QueryResult, yes_no
from entails.queries.scrabble.plays import MARS, FoundPlayReport, play_fields
from entails.solvers.scrabble.placements import Placements

VERBS = {
    "check": {
        "PANEL": "Board",
        "PLACE": 11,
        "__all__": ["judge"],
        "text": "Check whether a play is legal, and score it word by word.\n\n"
        "Exit code 0 if it is legal, 1 if not; the reasons are listed.",
    },
    "mark": {
        "PANEL": "Plays",
        "PLACE": 18,
        "__all__": ["mark"],
        "text": "Rank a play among all plays without revealing better ones.\n\nExit code 1 if the play is illegal.",
    },
}


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


def _check_answer(position: Position, options: ScrabbleCheckOptions, progress: Progress) -> QueryResult[PlayJudgement]:
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


CHECK = Query(
    options=ScrabbleCheckOptions,
    report=PlayCheckReport,
    answer=_check_answer,
    unused=("word",),
    examples={"an opening answered": {"puzzle": MARS, "placement": "H8 .ILENT"}},
)


class ScrabbleMarkOptions(QueryOptions):
    """Options of `scrabble mark`."""

    play: Annotated[
        str,
        Field(description="Your play, such as 8D MARS; or a word alone, which is placed where it scores most."),
        CommandArgument("PLACEMENT|WORD", words=True),
    ]


class PlayMarkReport(FoundPlayReport):
    """Report of `scrabble mark`: `better` plays score more, `equal` other plays score the same."""

    rank: int
    placements: int
    better: int
    equal: int
    best: int = Field(description="the highest score")
    behind: int = Field(description="points behind the highest score")


class UnplayableReport(Value):
    """Report of `scrabble mark` for a word that cannot be played, with the reason."""

    word: str
    legal: Literal[False] = False
    problem: str


@dataclass(frozen=True)
class MarkedPlay:
    """A play with its rank among all plays.

    Attributes:
        placements: Number of legal plays.
        better: Number of plays with a higher score.
        equal: Number of other plays with this score.
        best: The highest score.
        ways: Number of legal plays of the same word, of which this one scores most.
    """

    placement: Placement
    score: int
    placements: int
    better: int
    equal: int
    best: int
    ways: int = 1


def mark(position: Position, play: str) -> MarkedPlay | None:
    """Rank a play, or the best play of a word. Return None if it cannot be played; `judge` tells why."""
    from entails.solvers.scrabble.generator import all_placements

    if _is_word(play):
        placements = all_placements(position)
        spelt = placements.spelling(fold(read_played_word(play)))
        return _mark(placements, int(spelt[0]), len(spelt)) if len(spelt) else None
    judged = judge(position, play)
    if not judged.legal or judged.sheet is None:
        return None
    placements = all_placements(position, both=not judged.placement.across)
    same = placements.with_score(judged.sheet.total)
    index = next((candidate for candidate in same if placements.placement(candidate) == judged.placement), None)
    return None if index is None else _mark(placements, index)


def _is_word(text: str) -> bool:
    return len(text) <= LARGEST and " " not in text


def _mark(placements: Placements, index: int, ways: int = 1) -> MarkedPlay:
    placement, points = placements[index]
    equal = len(placements.with_score(points)) - 1
    return MarkedPlay(
        placement, points, len(placements), placements.rank(points) - 1, equal, int(placements.scores[0]), ways
    )


def _mark_answer(position: Position, options: ScrabbleMarkOptions, progress: Progress) -> QueryResult[Any]:
    """Rank the play; report an illegal play as `check` does."""
    del progress
    with at_field("play"):
        marked = mark(position, options.play)
        if marked is None:
            return (
                _unplayable(position, options.play)
                if _is_word(options.play)
                else judged_result(judge(position, options.play))
            )
    report = PlayMarkReport(
        **play_fields(position, marked.placement),
        score=marked.score,
        rank=marked.better + 1,
        placements=marked.placements,
        better=marked.better,
        equal=marked.equal,
        best=marked.best,
        behind=marked.best - marked.score,
    )
    return QueryResult(marked, report)


def _unplayable(position: Position, word: str) -> QueryResult[Any]:
    known = fold(word) in position.lexicon
    reason = "cannot be played here with this rack" if known else f"is not in lexicon {position.lexicon.name}"
    problem = f"{word.upper()[:30]} {reason}"
    return QueryResult(None, UnplayableReport(word=word, problem=problem), "no", (problem,))


MARK = Query(
    options=ScrabbleMarkOptions,
    report=PlayMarkReport | PlayCheckReport | UnplayableReport,
    answer=_mark_answer,
    arguments={"rack": CommandArgument("RACK")},
    unused=("word",),
    examples={"a word": {"puzzle": MARS, "rack": "EILNTUS", "play": "SILENT"}},
)
