"""Queries that solve endgames and pre-endgames."""

from typing import Annotated

from pydantic import Field

from entails.models.errors import InvalidMove, at_field
from entails.models.fields import Option, Value
from entails.models.scrabble.board import Notation, Placement, normalised
from entails.models.scrabble.game import Move, read_move, write_move
from entails.models.scrabble.position import Position
from entails.queries.query import Progress, Query, QueryOptions, QueryResult, unwatched, yes_no
from entails.queries.scrabble.check import judge, legal_move
from entails.queries.scrabble.plays import RACK
from entails.solvers.scrabble.endgame import Endgame, ValuedMove, other_rack, solve_endgame
from entails.solvers.scrabble.pre_endgame import PreEndgame, solve_pre_endgame
from entails.solvers.scrabble.pre_endgame_moves import LOST, TIED, WON, PreEndgamePlay

VERBS = {
    "endgame": {
        "PANEL": "Plays",
        "PLACE": 19,
        "__all__": ["endgame"],
        "text": "Solve an endgame (empty bag) exactly.\n\n"
        "The opponent has all unseen tiles (or the second rack of a CGP). Every legal play and the pass are "
        "searched. If the time limit comes first, the proven bounds are shown. Exit code 3 if the value is not "
        "proven.",
    },
    "pre-endgame": {
        "PANEL": "Plays",
        "PLACE": 18,
        "__all__": ["pre_endgame"],
        "text": "Prove winning probabilities with 1 to 4 tiles in the bag.\n\n"
        "A play that takes all tiles of the bag leads to an endgame for each possible bag, which is searched; "
        "other moves are bounded by the opponent's replies. A winning probability is printed as a number only "
        "where it is proven, otherwise as an interval. The opponent is assumed to know the bag. Exit code 3 if "
        "the best move is not proven.",
    },
}


_EXAMPLE = (
    "5AURIC5/NOSILY9/I1C9SAU/N1H8YEAH/E1AGIO2GENOM2/P1V2DAGO2WEFT/ITS1B1BOX5Z/"
    "Ne1FRIAR6A/1R2E9R/1P2V2NOTE4/1I2E3KAMI3/1N2T2JADED3/1OUtSIDE7/1L5E7/7R7 EELQTTW/ 411/361 0"
)


class ScrabbleEndgameOptions(QueryOptions):
    """Options of `scrabble endgame`."""

    seconds: Annotated[
        float, Field(ge=0.01, le=86_400, description="Time limit, in seconds."), Option(metavar="S", panel="Limits")
    ] = 10.0
    top: Annotated[
        int,
        Field(ge=0, le=100, description="Number of further moves to value, highest scores first."),
        Option("--top", metavar="N", lists=True),
    ] = 3
    moves: Annotated[
        tuple[str, ...],
        Field(description="Further move to value: 8D MARS, or - for a pass (repeatable)."),
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
    """Report of `scrabble endgame`.

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
    """Return the best move, line and value of an endgame, and the values of `moves` and `top` other moves."""
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


def _endgame_answer(position: Position, options: ScrabbleEndgameOptions, progress: Progress) -> QueryResult[Endgame]:
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
    """Return the report on a move with its value."""
    line = tuple(write_move(step.move, notation) for step in valued.line)
    move = write_move(valued.move, notation)
    return ValuedReport(move=move, score=valued.score, low=valued.low, high=valued.high, line=line)


ENDGAME = Query(
    options=ScrabbleEndgameOptions,
    report=EndgameReport,
    answer=_endgame_answer,
    arguments=RACK,
    unused=("word", "rules"),
    examples={"ten tiles left": {"puzzle": _EXAMPLE, "top": 1}},
)


_PRE_ENDGAME_EXAMPLE = (
    "4JITNEY5/9ABATE1/12R2/7AURORA1X/4C5DUNGy/4H2WIZENS1L/4A4O4a/4PREBOOK1R1N/"
    "4E1MAFIA1A2/4L2I1DEET2/4S1FLEAS1I1T/7E1L2C1Y/7E4I1P/9WOODIE/6GIRO2E1D GMNOSTV/ 367/259 0"
)


class ScrabblePreEndgameOptions(QueryOptions):
    """Options of `scrabble pre-endgame`."""

    seconds: Annotated[
        float, Field(ge=0.01, le=86_400, description="Time limit, in seconds."), Option(metavar="S", panel="Limits")
    ] = 10.0
    nodes: Annotated[
        int | None,
        Field(
            ge=100, description="Limit on positions searched per play and bag, instead of a time limit (reproducible)."
        ),
        Option(metavar="N", panel="Limits"),
    ] = None
    top: Annotated[
        int, Field(ge=1, le=5_000, description="Number of moves to list."), Option("--top", metavar="N", lists=True)
    ] = 10
    moves: Annotated[
        tuple[str, ...],
        Field(description="Move to value: 8D MARS, -EIO (exchange) or - (pass); repeatable; default: all."),
        Option("--move", metavar="M"),
    ] = ()


class PreEndgamePlayReport(Value):
    """A move with proven bounds of its winning probability (a tie counts as half a win).

    `wins`, `ties`, `losses` and `undecided` are the bags with each outcome. `spread` is the mean final lead over all
    bags, null unless it is known exactly.
    """

    move: str
    score: int
    win_low: float
    win_high: float
    exact: bool
    wins: tuple[str, ...]
    ties: tuple[str, ...]
    losses: tuple[str, ...]
    undecided: tuple[str, ...]
    spread: float | None


class PreEndgameReport(Value):
    """Report of `scrabble pre-endgame`.

    `win_low` and `win_high` are proven bounds of the best winning probability (with `moves`, of these moves); `proven`
    says that no other move is better. `lead` is 0 if the position has no scores. `unvalued` is the number of plays that
    were not searched. `positions` is the number of positions searched.
    """

    rack: str
    unseen: str
    bag: int
    lead: int
    proven: bool
    win_low: float
    win_high: float
    best: str
    plays: tuple[PreEndgamePlayReport, ...]
    unvalued: int
    positions: int
    seconds: float


def pre_endgame(
    position: Position, *, seconds: float | None = 10.0, nodes: int | None = None, moves: tuple[str, ...] = ()
) -> PreEndgame:
    """Return the moves of a pre-endgame, or only `moves`, with proven bounds of their winning probabilities."""
    return _solved(position, seconds, nodes, moves, unwatched)


def _solved(
    position: Position, seconds: float | None, nodes: int | None, moves: tuple[str, ...], progress: Progress
) -> PreEndgame:
    plays = [legal_move(position, text, "moves") for text in moves]
    return solve_pre_endgame(
        position,
        None if nodes is not None else seconds,
        nodes,
        plays,
        lambda share: progress(share, "searching the endgames"),
    )


def _pre_endgame_answer(
    position: Position, options: ScrabblePreEndgameOptions, progress: Progress
) -> QueryResult[PreEndgame]:
    """Solve the pre-endgame. The verdict is undecided if the best move is not proven."""
    solved = _solved(position, options.seconds, options.nodes, options.moves, progress)
    scores = position.scores
    report = PreEndgameReport(
        rack=str(position.rack),
        unseen=str(position.unseen),
        bag=solved.cases[0].bag.total,
        lead=scores[0] - max(scores[1:], default=0) if scores else 0,
        proven=solved.proven,
        win_low=round(solved.low, 6),
        win_high=round(solved.high, 6),
        best=write_move(solved.plays[0].move, position.notation),
        plays=tuple(_play_report(solved, play) for play in solved.plays[: options.top]),
        unvalued=solved.unvalued,
        positions=solved.searched,
        seconds=round(solved.seconds, 3),
    )
    return QueryResult(solved, report, yes_no(True if solved.proven else None))


def _play_report(solved: PreEndgame, play: PreEndgamePlay) -> PreEndgamePlayReport:
    def bags(outcome: int | None) -> tuple[str, ...]:
        return tuple(str(case.bag) for case, known in zip(solved.cases, play.outcomes, strict=True) if known == outcome)

    return PreEndgamePlayReport(
        move=write_move(play.move, solved.position.notation),
        score=play.score,
        win_low=round(play.low, 6),
        win_high=round(play.high, 6),
        exact=play.exact,
        wins=bags(WON),
        ties=bags(TIED),
        losses=bags(LOST),
        undecided=bags(None),
        spread=None if play.spread is None else round(play.spread, 2),
    )


PRE_ENDGAME = Query(
    options=ScrabblePreEndgameOptions,
    report=PreEndgameReport,
    answer=_pre_endgame_answer,
    arguments=RACK,
    unused=("word", "rules"),
    examples={"one tile in the bag": {"puzzle": _PRE_ENDGAME_EXAMPLE, "moves": ["3C MONGST"], "nodes": 500}},
)
