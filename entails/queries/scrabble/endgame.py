"""Solve an endgame (empty bag) exactly.

The opponent has all unseen tiles (or the second rack of a CGP). Every legal play and the pass are searched. If the time
limit comes first, the proven bounds are shown. Exit code 3 if the value is not proven.
"""

from typing import Annotated

from pydantic import Field

from entails.models.errors import InvalidMove, at_field
from entails.models.fields import Option, Value
from entails.models.scrabble.board import Notation, Placement, normalised
from entails.models.scrabble.game import Move, read_move, write_move
from entails.models.scrabble.position import Position
from entails.queries.query import Progress, Query, QueryOptions, QueryResult, yes_no
from entails.queries.scrabble.check import judge
from entails.queries.scrabble.plays import RACK
from entails.solvers.scrabble.endgame import Endgame, ValuedMove, other_rack, solve_endgame

PANEL = "Plays"
PLACE = 19
__all__ = ["endgame"]

_EXAMPLE = (
    "5AURIC5/NOSILY9/I1C9SAU/N1H8YEAH/E1AGIO2GENOM2/P1V2DAGO2WEFT/ITS1B1BOX5Z/"
    "Ne1FRIAR6A/1R2E9R/1P2V2NOTE4/1I2E3KAMI3/1N2T2JADED3/1OUtSIDE7/1L5E7/7R7 EELQTTW/ 411/361 0"
)


class ScrabbleEndgameOptions(QueryOptions):
    """Options of `endgame`."""

    seconds: Annotated[
        float, Field(ge=0.01, le=86_400, description="Time limit, in seconds."), Option(metavar="S", panel="Limits")
    ] = 10.0
    top: Annotated[
        int,
        Field(ge=0, le=100, description="Number of other moves to value, highest scores first."),
        Option("--top", metavar="N", lists=True),
    ] = 3
    moves: Annotated[
        tuple[str, ...],
        Field(description="Another move to value: 8D MARS, or - for a pass (repeatable)."),
        Option("--move", metavar="M"),
    ] = ()


class ValuedReport(Value):
    """A move with proven bounds of its value: the points gained minus those of the opponent until the end.

    `low` and `high` are null if nothing is proven. `line` is the move and the best play of both sides after it.
    """

    move: str
    score: int
    low: int | None
    high: int | None
    line: tuple[str, ...]


class EndgameReport(Value):
    """Result of `scrabble endgame`.

    `value` is null unless it is proven. `estimate` is the value by a shallow search. `positions` is the number of
    positions searched.
    """

    rack: str
    other: str
    proven: bool
    value: int | None
    low: int | None
    high: int | None
    estimate: int
    best: ValuedReport
    others: tuple[ValuedReport, ...]
    positions: int
    seconds: float


def endgame(position: Position, *, seconds: float | None = 10.0, top: int = 0, moves: tuple[str, ...] = ()) -> Endgame:
    """Return the best move, line and value of an endgame; also value `moves` and the `top` other moves by score."""
    return solve_endgame(position, seconds, also=[_read(position, text) for text in moves], others=top)


def _read(position: Position, text: str) -> Move:
    with at_field("moves"):
        move = read_move(text, position.board, position.notation)
        if not isinstance(move, Placement):
            if text.strip() != "-":
                raise InvalidMove("the bag is empty, so no exchange is possible", expected="a play, or - for a pass")
            return move
        judged = judge(position, move)
        if judged.reasons:
            raise InvalidMove("; ".join(reason.text for reason in judged.reasons[:3]), where=text[:30])
        return normalised(position.board, move)


def answer(position: Position, options: ScrabbleEndgameOptions, progress: Progress) -> QueryResult[Endgame]:
    """Solve the endgame. The verdict is undecided if the value is not proven."""
    progress(None, "searching the endgame")
    solved = endgame(position, seconds=options.seconds, top=options.top, moves=options.moves)
    report = EndgameReport(
        rack=str(position.rack),
        other=str(other_rack(position)),
        proven=solved.proven,
        value=solved.low if solved.proven else None,
        low=solved.low,
        high=solved.high,
        estimate=solved.estimate,
        best=valued_report(solved.best, position.notation),
        others=tuple(valued_report(valued, position.notation) for valued in solved.others),
        positions=solved.searched,
        seconds=round(solved.seconds, 3),
    )
    return QueryResult(solved, report, yes_no(True if solved.proven else None))


def valued_report(valued: ValuedMove, notation: Notation) -> ValuedReport:
    """Return the report of a move."""
    line = tuple(write_move(step.move, notation) for step in valued.line)
    move = write_move(valued.move, notation)
    return ValuedReport(move=move, score=valued.score, low=valued.low, high=valued.high, line=line)


QUERY = Query(
    options=ScrabbleEndgameOptions,
    report=EndgameReport,
    answer=answer,
    arguments=RACK,
    unused=("word", "rules"),
    examples={"ten tiles left": {"puzzle": _EXAMPLE, "top": 1}},
)
