"""Replay a GCG game and check the written scores.

Exit code 1 if a score differs, or if tiles were used that were not on the rack.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from entails.data.scrabble import replay_of_bytes
from entails.formats.scrabble.position import write_cgp
from entails.formats.scrabble.replay import TURNS, GameReplay, ReplayedEvent
from entails.models.entry import Entry, only_one
from entails.models.fields import Option, Value
from entails.models.scrabble.board import Notation, write_place
from entails.models.scrabble.rules import Reason
from entails.puzzles import puzzle_type_named
from entails.puzzles.scrabble import ScrabbleReadOptions, notation_named, notes_on_words, setting_of
from entails.queries.query import Input, Progress, Query, QueryOptions, QueryResult, yes_no

PANEL = "Board"
PLACE = 14
__all__ = ["replay"]

_EXAMPLE = """#player1 Ana Ana A.
#player2 Bob Bob B.
>Ana: AEMORST 8E MARS +12 12
>Bob: ?EILNTU H8 .ILENT +9 9
"""


class ScrabbleGcgOptions(QueryOptions):
    """Options of `scrabble gcg`."""

    turn: Annotated[int | None, Field(ge=0, description="Number of events to replay."), Option(metavar="N")] = None
    form: Annotated[
        Literal["gcg", "cgp"] | None,
        Field(description="Format instead of a table: the game as GCG (UTF-8), or its last position as CGP."),
        Option("--format", "--form", command_only=True),
    ] = None


class GameEventReport(Value):
    """One event of a game: score and total, as written and by the rules."""

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
    sums_up: bool = Field(description="whether the written total is the one before plus the written score")
    reasons: tuple[Reason, ...] = ()


class GameReport(Value):
    """Report of `scrabble gcg`: a replayed game.

    `differences` is the number of events with a wrong score or total, `faults` that of events with tiles that the
    player cannot have: not on the rack, or more than the tile set has left.
    """

    players: tuple[str, ...]
    events: tuple[GameEventReport, ...]
    differences: int
    faults: int
    impossible_racks: tuple[str, ...] = Field((), description="racks at the end that the tiles left cannot make")
    passed_over: tuple[str, ...] = Field(description="what the reader ignored or reinterpreted")
    totals: dict[str, int]
    computed_totals: dict[str, int]
    cgp: str = Field(description="the last position")


@dataclass(frozen=True)
class GcgRecord:
    """A replayed game and the notation of places."""

    replay: GameReplay
    notation: Notation


def replay(game: str | bytes, **settings: Any) -> GameReplay:
    """Replay a GCG game. `settings` are read options of a position, such as layout, tiles and lexicon."""
    data = game.encode() if isinstance(game, str) else game
    record: GcgRecord = only_one(read(data, puzzle_type_named("scrabble").read_options(settings)))  # type: ignore[arg-type]
    return record.replay


def read(data: bytes, settings: ScrabbleReadOptions) -> Iterator[Entry[GcgRecord]]:
    """Yield the one game of a GCG text."""
    replay = replay_of_bytes(data, setting_of(settings))
    notes = (*notes_on_words(settings), *replay.game.passed_over)
    yield Entry(1, GcgRecord(replay, notation_named(settings.notation)), notes=notes)


def answer(record: GcgRecord, options: ScrabbleGcgOptions, progress: Progress) -> QueryResult[GameReplay]:
    """Replay the whole game, or its first events."""
    del progress
    replay = record.replay if options.turn is None else _until(record.replay, options.turn)
    return QueryResult(
        replay,
        lambda: _report(replay, record.notation),
        yes_no(not (replay.differences or replay.faults or replay.impossible_racks)),
    )


def _until(whole: GameReplay, turn: int) -> GameReplay:
    """Return the game up to an event, with the next player's rack if the file has it."""
    begun = replace(whole, events=whole.events[:turn])
    if len(begun.events) == len(whole.events):
        return begun
    player = begun.to_move
    nick = whole.game.players[player].nick
    later = (replayed.event for replayed in whole.events[turn:] if replayed.event.nick == nick and replayed.event.rack)
    racks = tuple((player + 1, event.rack) for event in later if event.kind in TURNS)[:1]
    return replace(begun, game=replace(whole.game, racks=racks, incomplete=True))


def _report(replay: GameReplay, notation: Notation) -> GameReport:
    written = {player.nick: 0 for player in replay.game.players}
    computed = dict(written)
    for replayed in replay.events:
        written[replayed.event.nick], computed[replayed.event.nick] = replayed.event.total, replayed.total
    return GameReport(
        players=tuple(written),
        events=tuple(_event_report(replayed, notation) for replayed in replay.events),
        differences=len(replay.differences),
        faults=len(replay.faults),
        impossible_racks=replay.impossible_racks,
        passed_over=replay.game.passed_over,
        totals=written,
        computed_totals=computed,
        cgp=write_cgp(replay.record),
    )


def _event_report(replayed: ReplayedEvent, notation: Notation) -> GameEventReport:
    event, play = replayed.event, replayed.placement
    return GameEventReport(
        line=event.line,
        player=event.nick,
        kind=event.kind,
        rack=event.rack,
        position=None if play is None else write_place(play.row, play.column, play.across, notation),
        word=None if play is None else play.word,
        tiles=event.tiles if play is None else play.tiles,
        score=event.score,
        computed_score=replayed.score,
        total=event.total,
        computed_total=replayed.total,
        sums_up=replayed.sums_up,
        reasons=replayed.reasons,
    )


QUERY = Query(
    options=ScrabbleGcgOptions,
    report=GameReport,
    answer=answer,
    input=Input("FILE", "A GCG file, or - for standard input.", read),
    unused=("rack", "word", "rules"),
    examples={"a wrong score": {"puzzle": _EXAMPLE}},
)
