"""The rest of the game to its last point, once the bag is empty. Exit code 3 when the time was too short for a proof.

Your rack is told, and the other player has every tile that is unseen (or the second rack of a CGP). Every legal play
and the pass are searched; until that is done, the interval in which the value is proven to lie is told instead.
"""

from typing import Annotated

from pydantic import Field

from entails.models.errors import InvalidMove, blaming
from entails.models.fields import Option, Value
from entails.models.scrabble.board import Notation, Placement, normalised
from entails.models.scrabble.game import Move, read_move, write_move
from entails.models.scrabble.position import Position
from entails.queries.query import Progress, Query, QueryResult, yes_no
from entails.queries.query import QueryOptions as AnyAsk
from entails.queries.scrabble.check import judge
from entails.queries.scrabble.plays import RACK
from entails.solvers.scrabble.endgame import Endgame, Valued, other_rack, solve_endgame

PANEL = "Plays"
PLACE = 19
__all__ = ["endgame"]

_EXAMPLE = (
    "5AURIC5/NOSILY9/I1C9SAU/N1H8YEAH/E1AGIO2GENOM2/P1V2DAGO2WEFT/ITS1B1BOX5Z/"
    "Ne1FRIAR6A/1R2E9R/1P2V2NOTE4/1I2E3KAMI3/1N2T2JADED3/1OUtSIDE7/1L5E7/7R7 EELQTTW/ 411/361 0"
)


class ScrabbleEndgameOptions(AnyAsk):
    """What `endgame` may be told."""

    seconds: Annotated[
        float, Field(ge=0.01, le=86_400, description="Think so many seconds."), Option(metavar="S", panel="Limits")
    ] = 10.0
    top: Annotated[
        int,
        Field(ge=0, le=100, description="Value so many other moves too, the highest scores."),
        Option("--top", metavar="N", lists=True),
    ] = 3
    moves: Annotated[
        tuple[str, ...],
        Field(description="Value this move too: 8D MARS, or - for a pass."),
        Option("--move", metavar="M"),
    ] = ()


class ValuedReport(Value):
    """A move, and what the whole rest of the game is worth with it: points more than the other, between `low` and
    `high`, which are proven; null where nothing is. `line` is the move and how it goes on, both playing their best."""

    move: str
    score: int
    low: int | None
    high: int | None
    line: tuple[str, ...]


class EndgameReport(Value):
    """`scrabble endgame`. `value` is null unless it is proven. `estimate` is what a shallow search supposes;
    `positions` were looked at."""

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
    """The best move and line of an endgame, and what it is worth; with `top` other moves, and these `moves`."""
    return solve_endgame(position, seconds, also=[_read(position, text) for text in moves], others=top)


def _read(position: Position, text: str) -> Move:
    with blaming("moves"):
        move = read_move(text, position.board, position.notation)
        if not isinstance(move, Placement):
            if text.strip() != "-":
                raise InvalidMove("nothing can be exchanged once the bag is empty", expected="a play, or - for a pass")
            return move
        judged = judge(position, move)
        if judged.reasons:
            raise InvalidMove("; ".join(reason.text for reason in judged.reasons[:3]), where=text[:30])
        return normalised(position.board, move)


def answer(position: Position, ask: ScrabbleEndgameOptions, progress: Progress) -> QueryResult[Endgame]:
    """The value, or what is known of it."""
    progress(None, "searching the endgame")
    found = endgame(position, seconds=ask.seconds, top=ask.top, moves=ask.moves)
    report = EndgameReport(
        rack=str(position.rack),
        other=str(other_rack(position)),
        proven=found.proven,
        value=found.low if found.proven else None,
        low=found.low,
        high=found.high,
        estimate=found.estimate,
        best=valued_report(found.best, position.notation),
        others=tuple(valued_report(one, position.notation) for one in found.others),
        positions=found.searched,
        seconds=round(found.seconds, 3),
    )
    return QueryResult(found, report, yes_no(True if found.proven else None))


def valued_report(valued: Valued, notation: Notation) -> ValuedReport:
    """A move as programs read it."""
    line = tuple(write_move(step.move, notation) for step in valued.line)
    move = write_move(valued.move, notation)
    return ValuedReport(move=move, score=valued.score, low=valued.low, high=valued.high, line=line)


QUESTION = Query(
    ask=ScrabbleEndgameOptions,
    report=EndgameReport,
    answer=answer,
    arguments=RACK,
    unused=("word", "rules"),
    examples={"ten tiles left": {"puzzle": _EXAMPLE, "top": 1}},
)
