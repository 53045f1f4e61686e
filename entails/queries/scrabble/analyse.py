"""A game looked at again: every move beside the best ones, what it lost, and why the better one is better.

Moves are judged by simulation, by the exact endgame once the bag is empty, else by score and leave. A word that is not
in the lexicon is told, noticed or not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from entails.data.scrabble.positions import position_of, replay_of_bytes
from entails.formats.scrabble.gcg import GcgPlayer
from entails.formats.scrabble.replay import GameReplay
from entails.models.entry import Entry
from entails.models.errors import InvalidOption
from entails.models.fields import Option, Value
from entails.models.scrabble.board import Notation, Placement
from entails.models.scrabble.game import Exchange, Move, write_move
from entails.models.scrabble.position import Position
from entails.puzzles import kind
from entails.puzzles.scrabble import ScrabbleReadOptions, notation_named, notes_on_words, setting_of
from entails.queries.parse import only_one
from entails.queries.query import Artefact, Input, Progress, Query, QueryResult, Seed, unwatched, yes_no
from entails.queries.query import QueryOptions as AnyAsk
from entails.solvers.scrabble.analysis import AnalysedMove, Candidate, GameAnalysis, MoveTable, analyse_replay, why
from entails.studies.common import KINDS, refuse_without_matplotlib

__all__ = ["analyse_game"]


def nick_of(asked: str, players: Sequence[GcgPlayer]) -> str:
    """The player of this nick, else of this name; capitals do not matter where only one is meant."""
    nicks = [player.nick for player in players]
    like = [one.nick for one in players if asked.casefold() in (one.nick.casefold(), one.name.casefold())]
    if asked in nicks or len(like) == 1:
        return asked if asked in nicks else like[0]
    refused = InvalidOption(f"there is no player {asked[:20]!r}", where="--player", expected=", ".join(nicks)[:60])
    refused.field = "player"
    raise refused


def notes_on_game(replay: GameReplay, found: GameAnalysis) -> Iterator[str]:
    """What is wrong with the record of the game, and which moves are not judged."""
    for one in replay.events:
        said = [str(reason) for reason in one.reasons if reason.code in ("not_on_rack", "not_in_set")]
        said += [f"{one.event.score:+d} should be {one.score:+d}"] if one.difference else []
        if said:
            yield f"line {one.event.line}: {'; '.join(said)}"
    for reason, turns in _unjudged(found).items():
        yield f"turn{'s' * (len(turns) > 1)} {', '.join(turns)} not judged: {reason}"


def _unjudged(found: GameAnalysis) -> dict[str, list[str]]:
    turns: dict[str, list[str]] = {}
    for move in found.moves:
        if move.unknown:
            turns.setdefault(move.unknown, []).append(str(move.turn))
    return turns


PANEL = "Games"
PLACE = 20

_EXAMPLE = """#player1 Ana Ana A.
#player2 Bob Bob B.
>Ana: AEMORST 8E MARS +12 12
>Bob: ?EILNTU H8 .ILENT +7 7
>Ana: AEEIOTT -EIO +0 12
"""


class ScrabbleAnalyseOptions(AnyAsk):
    """What `analyse` may be told."""

    player: Annotated[
        str | None, Field(max_length=200, description="Only the moves of this player."), Option(metavar="NICK")
    ] = None
    racks: Annotated[
        int,
        Field(ge=0, le=100_000, description="Random racks for each move; 0 judges by score and leave alone."),
        Option(metavar="N"),
    ] = 20
    plies: Annotated[
        int,
        Field(ge=1, le=50, description="Turns that follow each move: 1 is the other's answer, 2 your next turn too."),
        Option(metavar="N"),
    ] = 2
    seconds: Annotated[
        float | None,
        Field(ge=0.1, allow_inf_nan=False, description="Spend so many seconds on the whole game."),
        Option(metavar="S", panel="Limits"),
    ] = None
    seed: Seed = 0


class CandidateReport(Value):
    """A move: its score, the tiles it keeps and what they are worth, both together (`equity`); by simulation what it is
    worth with what follows it, and the chance to win with its 95 % interval; in an endgame the points that the rest
    of the game brings (`exact`)."""

    move: str
    score: int
    leave: str
    leave_value: float
    equity: float
    simulated: float | None = None
    win: float | None = None
    win_low: float | None = None
    win_high: float | None = None
    exact: int | None = None


class AnalysedMoveReport(Value):
    """One turn. `lost` are points by which `played` is worth less than `best`, by its `judge`, give or take
    `lost_error`; null where the rack is not known. `phonies` are words of it that the lexicon has not; `withdrawn` says
    that somebody noticed."""

    turn: int
    player: str
    rack: str
    played: str
    score: int
    ahead: int = Field(description="points ahead before the move")
    judge: Literal["endgame", "simulation", "equity", "none"]
    best: str | None
    lost: float | None
    lost_error: float
    why: str
    made: CandidateReport
    candidates: tuple[CandidateReport, ...]
    missed_bingo: str | None
    phonies: tuple[str, ...]
    withdrawn: bool


class PlayerAnalysisReport(Value):
    """What one player lost in all, over the moves that could be judged."""

    player: str
    total: int
    judged: int
    lost: float
    missed_bingos: int
    phonies: int


class GameAnalysisReport(Value):
    """`scrabble analyse`. `turning_point` is the turn that cost most, null when none cost anything."""

    lexicon: str
    moves: tuple[AnalysedMoveReport, ...]
    players: tuple[PlayerAnalysisReport, ...]
    turning_point: int | None


@dataclass(frozen=True)
class AnalysisRecord:
    """A game replayed, and what it is judged with."""

    replay: GameReplay
    like: Position
    notation: Notation


@dataclass(frozen=True)
class AnalysisResult:
    """A game looked at, and how its places are written."""

    game: GameAnalysis
    report: GameAnalysisReport
    notation: Notation


def analyse_game(
    game: str | bytes, *, player: str | None = None, racks: int = 20, plies: int = 2, **settings: Any
) -> GameAnalysis:
    """Every move of a GCG text beside the best ones. `settings` are those of a position: lexicon, lang, layout..."""
    data = game.encode() if isinstance(game, str) else game
    record: AnalysisRecord = only_one(read(data, kind("scrabble").told(settings)))  # type: ignore[arg-type]
    return _analysed(record, ScrabbleAnalyseOptions(player=player, racks=racks, plies=plies), unwatched)


def read(data: bytes, settings: ScrabbleReadOptions) -> Iterator[Entry[AnalysisRecord]]:
    """The one game of a text."""
    said = setting_of(settings)
    found = replay_of_bytes(data, said)
    like, notes = position_of(found.record.model_copy(update={"racks": ()}), said)
    notes = (*notes_on_words(settings), *found.game.passed_over, *notes)
    yield Entry(1, AnalysisRecord(found, like, notation_named(settings.notation)), notes=notes)


def _analysed(record: AnalysisRecord, ask: ScrabbleAnalyseOptions, progress: Progress) -> GameAnalysis:
    from entails.solvers.scrabble.players import leave_tables

    player = None if ask.player is None else nick_of(ask.player, record.replay.game.players)
    like = record.like
    leaves = leave_tables(like.tile_set)
    table = MoveTable(like.tile_set, like.lexicon, like.rules, leaves, ask.racks, ask.seed, ask.seconds, ask.plies)
    return analyse_replay(record.replay, table, player, lambda share: progress(share, "analysing"))


def answer(record: AnalysisRecord, ask: ScrabbleAnalyseOptions, progress: Progress) -> QueryResult[AnalysisResult]:
    """The game, move by move; no where tiles were played or exchanged that the rack does not have."""
    found = _analysed(record, ask, progress)
    report = _report(found, record.notation)
    verdict = yes_no(not record.replay.faults)
    return QueryResult(
        AnalysisResult(found, report, record.notation), report, verdict, tuple(notes_on_game(record.replay, found))
    )


def _report(found: GameAnalysis, notation: Notation) -> GameAnalysisReport:
    totals = {one.event.nick: one.event.total for one in found.replay.events}
    nicks = dict.fromkeys(move.event.nick for move in found.moves)
    turning = found.turning
    return GameAnalysisReport(
        lexicon=found.lexicon.name,
        moves=tuple(_move_report(move, notation) for move in found.moves),
        players=tuple(_player_report(nick, totals.get(nick, 0), found.of(nick)) for nick in nicks),
        turning_point=None if turning is None else turning.turn,
    )


def _player_report(nick: str, total: int, moves: tuple[AnalysedMove, ...]) -> PlayerAnalysisReport:
    return PlayerAnalysisReport(
        player=nick,
        total=total,
        judged=sum(move.lost is not None for move in moves),
        lost=round(sum(move.lost or 0.0 for move in moves), 1),
        missed_bingos=sum(move.bingo is not None for move in moves),
        phonies=sum(bool(move.phonies) for move in moves),
    )


def _move_report(move: AnalysedMove, notation: Notation) -> AnalysedMoveReport:
    def name(one: Move) -> str:
        return move_name(move.position, one, notation)

    return AnalysedMoveReport(
        turn=move.turn,
        player=move.event.nick,
        rack=move.event.rack,
        played=name(move.made.move if move.laid is None else move.laid),
        score=move.event.score,
        ahead=move.ahead,
        judge=move.judge,
        best=None if move.best is None else name(move.best.move),
        lost=None if move.lost is None else round(move.lost, 1),
        lost_error=round(move.lost_error, 1),
        why=why(move, name),
        made=_candidate_report(move.made, notation),
        candidates=tuple(_candidate_report(one, notation) for one in move.candidates),
        missed_bingo=None if move.bingo is None else f"{name(move.bingo.move)} {move.bingo.score}",
        phonies=move.phonies,
        withdrawn=move.withdrawn,
    )


def move_name(position: Position, move: Move, notation: Notation) -> str:
    """A move as people write it: "8D MARS", "exchange EIO", "pass"."""
    del position
    if isinstance(move, Placement):
        return write_move(move, notation).split(" ")[0] + f" {move.bracketed}"
    return f"exchange {move.tiles}" if isinstance(move, Exchange) else "pass"


def _candidate_report(one: Candidate, notation: Notation) -> CandidateReport:
    chance, error = one.chance, one.chance_error
    return CandidateReport(
        move=write_move(one.move, notation),
        score=one.score,
        leave=str(one.leave),
        leave_value=one.leave_value,
        equity=round(one.equity, 2),
        simulated=one.simulated,
        win=chance,
        win_low=None if chance is None else round(max(chance - error, 0.0), 4),
        win_high=None if chance is None else round(min(chance + error, 1.0), 4),
        exact=one.exact,
    )


def _page(found: AnalysisResult, ask: ScrabbleAnalyseOptions, ending: str) -> str:
    from entails.studies.scrabble.analysis_page import page

    del ask, ending
    return page(found.game, found.report, found.notation)


def _plot(found: AnalysisResult, ask: ScrabbleAnalyseOptions, ending: str) -> bytes:
    from entails.studies.scrabble.analysis_page import drawn

    del ask
    return drawn(found.game, ending)


QUESTION = Query(
    ask=ScrabbleAnalyseOptions,
    report=GameAnalysisReport,
    answer=answer,
    pace="job",
    input=Input("FILE", "A GCG file, or - for standard input.", read),
    unused=("rack", "word", "rules"),
    artefacts={
        "page": Artefact(
            _page,
            "Write a page to keep, with the board, the table and a plot.",
            Option(metavar="FILE.html"),
            endings=("html",),
            what="page",
        ),
        "plot": Artefact(
            _plot,
            "Draw the game: the lead, and what each move lost (png, svg, pdf).",
            Option(metavar="FILE.png"),
            endings=KINDS,
            what="picture",
            ready=refuse_without_matplotlib,
        ),
    },
    examples={"an opening": {"puzzle": _EXAMPLE, "racks": 2}},
)
