"""Analyse a game move by move.

Every move is compared with the best ones: by exact search once the bag is empty, by simulation before, or by score and
leave (--racks 0). Points lost and the reason are listed. Words that are not in the lexicon are named. Exit code 1 if a
player used tiles that were not on the rack, or a rack has more of a tile than the set.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from entails.data.scrabble import position_of, replay_of_bytes
from entails.formats.scrabble.gcg import GcgPlayer
from entails.formats.scrabble.replay import GameReplay
from entails.models.entry import Entry, only_one
from entails.models.errors import InvalidOption
from entails.models.fields import Option, Value
from entails.models.scrabble.board import Notation, Placement
from entails.models.scrabble.game import Exchange, Move, write_move
from entails.models.scrabble.position import Position
from entails.puzzles import puzzle_type_named
from entails.puzzles.scrabble import ScrabbleReadOptions, notation_named, notes_on_words, setting_of
from entails.queries.query import Artefact, Input, Progress, Query, QueryOptions, QueryResult, Seed, unwatched, yes_no
from entails.solvers.scrabble.analysis import (
    AnalysedMove,
    AnalysisSettings,
    GameAnalysis,
    analyse_replay,
    explain_move,
)
from entails.solvers.scrabble.judging import Candidate, JudgeSettings
from entails.studies.common import KINDS, require_matplotlib

__all__ = ["analyse_game"]


def nick_of(wanted: str, players: Sequence[GcgPlayer]) -> str:
    """Return the nick of a player, given the nick or name in any case."""
    nicks = [player.nick for player in players]
    like = [player.nick for player in players if wanted.casefold() in (player.nick.casefold(), player.name.casefold())]
    if wanted in nicks or len(like) == 1:
        return wanted if wanted in nicks else like[0]
    error = InvalidOption(f"unknown player {wanted[:20]!r}", where="--player", expected=", ".join(nicks)[:60])
    error.field = "player"
    raise error


def notes_on_game(replay: GameReplay, analysis: GameAnalysis) -> Iterator[str]:
    """Yield notes: errors in the record of the game, and moves that are not analysed."""
    for replayed in replay.events:
        problems = [str(reason) for reason in replayed.reasons if reason.code in ("not_on_rack", "not_in_set")]
        problems += [f"{replayed.event.score:+d} should be {replayed.score:+d}"] if replayed.difference else []
        if problems:
            yield f"line {replayed.event.line}: {'; '.join(problems)}"
    yield from replay.impossible_racks
    for reason, turns in _unjudged(analysis).items():
        yield f"turn{'s' * (len(turns) > 1)} {', '.join(turns)} not judged: {reason}"
    partial = [str(move.turn) for move in analysis.moves if move.missing and not move.unknown]
    if partial:
        turns_text = f"turn{'s' * (len(partial) > 1)} {', '.join(partial)}"
        yield f"{turns_text} judged by the known tiles only: the rack is incomplete"


def _unjudged(analysis: GameAnalysis) -> dict[str, list[str]]:
    turns: dict[str, list[str]] = {}
    for move in analysis.moves:
        if move.unknown:
            turns.setdefault(move.unknown, []).append(str(move.turn))
    return turns


PANEL = "Games"
PLACE = 20
RACKS = 200
"""Racks per move by default: the points lost differ little between seeds."""

_EXAMPLE = """#player1 Ana Ana A.
#player2 Bob Bob B.
>Ana: AEMORST 8E MARS +12 12
>Bob: ?EILNTU H8 .ILENT +7 7
>Ana: AEEIOTT -EIO +0 12
"""


class ScrabbleAnalyseOptions(QueryOptions):
    """Options of `scrabble analyse`."""

    player: Annotated[
        str | None,
        Field(max_length=200, description="Analyse only the moves of this player (nick or name)."),
        Option(metavar="NICK"),
    ] = None
    racks: Annotated[
        int,
        Field(ge=0, le=100_000, description="Random racks per move; 0 judges by score and leave."),
        Option(metavar="N"),
    ] = RACKS
    plies: Annotated[
        int,
        Field(
            ge=1,
            le=50,
            description="Turns simulated after each move: 1 is the opponent's answer, 2 adds your next turn.",
        ),
        Option(metavar="N"),
    ] = 2
    seconds: Annotated[
        float | None,
        Field(ge=0.1, allow_inf_nan=False, description="Time limit for the whole game, in seconds."),
        Option(metavar="S", panel="Limits"),
    ] = None
    seed: Seed = 0


class CandidateReport(Value):
    """A move that the analysis compares with the played one.

    `equity` is the score plus the leave value. By simulation: `simulated` is the value including the turns after it,
    `win` the winning probability with its 95 % interval; if `win_proven`, `win` is the middle of proven bounds. In an
    endgame, `exact` is the points that the rest of the game brings, null unless they are proven.
    """

    move: str
    score: int
    leave: str
    leave_value: float
    equity: float
    simulated: float | None = None
    win: float | None = None
    win_low: float | None = None
    win_high: float | None = None
    win_proven: bool = False
    exact: int | None = None


class AnalysedMoveReport(Value):
    """The analysis of one turn.

    `lost` is the difference in points between `best` and `played`, computed by `judge`, within `lost_error` (95 %;
    proven in an endgame); null if the rack is unknown. `missing_tiles` is the number of tiles of the rack that are not
    recorded: the move is compared with plays of the known ones. `phonies` are words of the play that are not in the
    lexicon; `withdrawn` says whether the play was challenged off.
    """

    turn: int
    player: str
    rack: str
    played: str
    score: int
    ahead: int = Field(description="lead before the move, in points")
    judge: Literal["endgame", "simulation", "equity", "none"]
    best: str | None
    lost: float | None
    lost_error: float
    within_chance: bool = Field(description="whether the loss is not larger than its margin of error")
    missing_tiles: int
    why: str
    made: CandidateReport
    candidates: tuple[CandidateReport, ...]
    missed_bingo: str | None
    phonies: tuple[str, ...]
    withdrawn: bool


class PlayerAnalysisReport(Value):
    """Totals of one player over the analysed moves.

    `lost` adds up the losses that exceed their margin of error, `lost_within_chance` the others, which prove nothing.
    """

    player: str
    total: int
    judged: int
    lost: float
    lost_within_chance: float
    missed_bingos: int
    phonies: int


class GameAnalysisReport(Value):
    """Report of `scrabble analyse`. `turning_point` is the turn that lost most; null if no loss exceeds chance."""

    lexicon: str
    moves: tuple[AnalysedMoveReport, ...]
    players: tuple[PlayerAnalysisReport, ...]
    turning_point: int | None


@dataclass(frozen=True)
class AnalysisRecord:
    """A replayed game, with a position for its tiles, lexicon and rules."""

    replay: GameReplay
    like: Position
    notation: Notation


@dataclass(frozen=True)
class AnalysisResult:
    """An analysed game, its report and the notation of places."""

    game: GameAnalysis
    report: GameAnalysisReport
    notation: Notation


def analyse_game(
    game: str | bytes, *, player: str | None = None, racks: int = RACKS, plies: int = 2, **settings: Any
) -> GameAnalysis:
    """Analyse a GCG game move by move. `settings` are read options of a position, such as lexicon and layout."""
    data = game.encode() if isinstance(game, str) else game
    record: AnalysisRecord = only_one(read(data, puzzle_type_named("scrabble").read_options(settings)))  # type: ignore[arg-type]
    return _analysed(record, ScrabbleAnalyseOptions(player=player, racks=racks, plies=plies), unwatched)


def read(data: bytes, settings: ScrabbleReadOptions) -> Iterator[Entry[AnalysisRecord]]:
    """Yield the one game of a GCG text."""
    setting = setting_of(settings)
    replay = replay_of_bytes(data, setting)
    like, notes = position_of(replay.record.model_copy(update={"racks": ()}), setting)
    notes = (*notes_on_words(settings), *replay.game.passed_over, *notes)
    yield Entry(1, AnalysisRecord(replay, like, notation_named(settings.notation)), notes=notes)


def _analysed(record: AnalysisRecord, query_options: ScrabbleAnalyseOptions, progress: Progress) -> GameAnalysis:
    from entails.solvers.scrabble.players import leave_tables

    player = None if query_options.player is None else nick_of(query_options.player, record.replay.game.players)
    like = record.like
    leaves = leave_tables(like.tile_set)
    options = AnalysisSettings(
        like.tile_set,
        like.lexicon,
        like.rules,
        JudgeSettings(leaves, query_options.racks, query_options.seed, query_options.plies),
        query_options.seconds,
    )
    return analyse_replay(record.replay, options, player, lambda share: progress(share, "analysing"))


def answer(record: AnalysisRecord, options: ScrabbleAnalyseOptions, progress: Progress) -> QueryResult[AnalysisResult]:
    """Analyse the game. The verdict is no if a player used tiles that are not on the rack or not left in the set."""
    analysis = _analysed(record, options, progress)
    report = _report(analysis, record.notation)
    verdict = yes_no(not (record.replay.faults or record.replay.impossible_racks))
    return QueryResult(
        AnalysisResult(analysis, report, record.notation),
        report,
        verdict,
        tuple(notes_on_game(record.replay, analysis)),
    )


def _report(analysis: GameAnalysis, notation: Notation) -> GameAnalysisReport:
    totals = {replayed.event.nick: replayed.event.total for replayed in analysis.replay.events}
    nicks = dict.fromkeys(move.event.nick for move in analysis.moves)
    turning = analysis.turning
    return GameAnalysisReport(
        lexicon=analysis.lexicon.name,
        moves=tuple(_move_report(move, notation) for move in analysis.moves),
        players=tuple(_player_report(nick, totals.get(nick, 0), analysis.of(nick)) for nick in nicks),
        turning_point=None if turning is None else turning.turn,
    )


def _player_report(nick: str, total: int, moves: tuple[AnalysedMove, ...]) -> PlayerAnalysisReport:
    return PlayerAnalysisReport(
        player=nick,
        total=total,
        judged=sum(move.lost is not None for move in moves),
        lost=round(sum(move.lost or 0.0 for move in moves if not move.is_within_chance), 1),
        lost_within_chance=round(sum(move.lost or 0.0 for move in moves if move.is_within_chance), 1),
        missed_bingos=sum(move.bingo is not None for move in moves),
        phonies=sum(bool(move.phonies) for move in moves),
    )


def _move_report(move: AnalysedMove, notation: Notation) -> AnalysedMoveReport:
    def name(written: Move) -> str:
        return move_name(move.position, written, notation)

    return AnalysedMoveReport(
        turn=move.turn,
        player=move.event.nick,
        rack=move.event.rack,
        played=name(move.actual.move if move.laid is None else move.laid),
        score=move.event.score,
        ahead=move.ahead,
        judge=move.judge,
        best=None if move.best is None else name(move.best.move),
        lost=None if move.lost is None else round(move.lost, 1),
        lost_error=round(move.lost_error, 1),
        within_chance=move.is_within_chance,
        missing_tiles=move.missing,
        why=explain_move(move, name),
        made=_candidate_report(move.actual, notation),
        candidates=tuple(_candidate_report(candidate, notation) for candidate in move.candidates),
        missed_bingo=None if move.bingo is None else f"{name(move.bingo.move)} {move.bingo.score}",
        phonies=move.phonies,
        withdrawn=move.withdrawn,
    )


def move_name(position: Position, move: Move, notation: Notation) -> str:
    """Write a move as people do: "8D MARS", "exchange EIO", "pass"."""
    del position
    if isinstance(move, Placement):
        return write_move(move, notation).split(" ")[0] + f" {move.bracketed}"
    return f"exchange {move.tiles}" if isinstance(move, Exchange) else "pass"


def _candidate_report(candidate: Candidate, notation: Notation) -> CandidateReport:
    chance, error = candidate.chance, candidate.chance_error
    return CandidateReport(
        move=write_move(candidate.move, notation),
        score=candidate.score,
        leave=str(candidate.leave),
        leave_value=candidate.leave_value,
        equity=round(candidate.equity, 2),
        simulated=candidate.simulated,
        win=chance,
        win_low=None if chance is None else round(max(chance - error, 0.0), 4),
        win_high=None if chance is None else round(min(chance + error, 1.0), 4),
        win_proven=candidate.proven,
        exact=candidate.exact,
    )


def _page(result: AnalysisResult, options: ScrabbleAnalyseOptions, ending: str) -> str:
    from entails.studies.scrabble.analysis_page import page

    del options, ending
    return page(result.game, result.report, result.notation)


def _plot(result: AnalysisResult, options: ScrabbleAnalyseOptions, ending: str) -> bytes:
    from entails.studies.scrabble.analysis_page import drawn

    del options
    return drawn(result.game, ending)


QUERY = Query(
    options=ScrabbleAnalyseOptions,
    report=GameAnalysisReport,
    answer=answer,
    pace="job",
    input=Input("FILE", "A GCG file, or - for standard input.", read),
    unused=("rack", "word", "rules"),
    artefacts={
        "page": Artefact(
            _page,
            "Write an HTML page with board, table and plot.",
            Option(metavar="FILE.html"),
            endings=("html",),
            what="page",
        ),
        "plot": Artefact(
            _plot,
            "Draw the lead and the points lost (png, svg, pdf).",
            Option(metavar="FILE.png"),
            endings=KINDS,
            what="picture",
            ready=require_matplotlib,
        ),
    },
    examples={"an opening": {"puzzle": _EXAMPLE, "racks": 2}},
)
