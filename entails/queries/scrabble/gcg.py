"""Replay a game: scores as written against those of the rules. Exit code 1 when they differ, or tiles do not fit."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from entails.data.scrabble.positions import replay_of_bytes
from entails.formats.scrabble.position import write_cgp
from entails.formats.scrabble.replay import TURNS, GameReplay, ReplayedEvent
from entails.models.entry import Entry
from entails.models.fields import Option, Value
from entails.models.scrabble.board import Notation, write_place
from entails.models.scrabble.rules import Reason
from entails.puzzles import kind
from entails.puzzles.scrabble import ScrabbleReadOptions, notation_named, notes_on_words, setting_of
from entails.queries.parse import only_one
from entails.queries.query import Input, Progress, Query, QueryResult, yes_no
from entails.queries.query import QueryOptions as AnyAsk

PANEL = "The board"
PLACE = 14
__all__ = ["replay"]

_EXAMPLE = """#player1 Ana Ana A.
#player2 Bob Bob B.
>Ana: AEMORST 8E MARS +12 12
>Bob: ?EILNTU H8 .ILENT +9 9
"""


class ScrabbleGcgOptions(AnyAsk):
    """What `gcg` may be told."""

    turn: Annotated[int | None, Field(ge=0, description="Stop after so many events."), Option(metavar="N")] = None
    form: Annotated[
        Literal["gcg", "cgp"] | None,
        Field(description="Write the game as GCG in UTF-8, or its last position as CGP, instead of a table."),
        Option(command_only=True),
    ] = None


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
    reasons: tuple[Reason, ...] = ()


class GameReport(Value):
    """`scrabble gcg`: a game replayed. `differences` counts events whose score or total is not what it should be,
    `faults` those that play or exchange tiles which are not on the rack."""

    players: tuple[str, ...]
    events: tuple[GameEventReport, ...]
    differences: int
    faults: int
    passed_over: tuple[str, ...] = Field(description="what the reader left aside, or understood in its own way")
    totals: dict[str, int]
    computed_totals: dict[str, int]
    cgp: str = Field(description="the last position")


@dataclass(frozen=True)
class GcgRecord:
    """A game replayed, and how its places are to be written."""

    replay: GameReplay
    notation: Notation


def replay(game: str | bytes, **settings: Any) -> GameReplay:
    """The game of a GCG text, event by event. `settings` are those of a position: layout, tiles, lexicon..."""
    data = game.encode() if isinstance(game, str) else game
    found: GcgRecord = only_one(read(data, kind("scrabble").read_options(settings)))  # type: ignore[arg-type]
    return found.replay


def read(data: bytes, settings: ScrabbleReadOptions) -> Iterator[Entry[GcgRecord]]:
    """The one game of a text."""
    found = replay_of_bytes(data, setting_of(settings))
    notes = (*notes_on_words(settings), *found.game.passed_over)
    yield Entry(1, GcgRecord(found, notation_named(settings.notation)), notes=notes)


def answer(record: GcgRecord, ask: ScrabbleGcgOptions, progress: Progress) -> QueryResult[GameReplay]:
    """The game, up to some event when that is asked for."""
    del progress
    found = record.replay if ask.turn is None else _until(record.replay, ask.turn)
    return QueryResult(
        found, lambda: _report(found, record.notation), yes_no(not found.differences and not found.faults)
    )


def _until(whole: GameReplay, turn: int) -> GameReplay:
    """The game up to an event, and the rack that its next player had then, where it is written beside the next move."""
    begun = replace(whole, events=whole.events[:turn])
    if len(begun.events) == len(whole.events):
        return begun
    player = begun.to_move
    nick = whole.game.players[player].nick
    later = (one.event for one in whole.events[turn:] if one.event.nick == nick and one.event.rack)
    racks = tuple((player + 1, event.rack) for event in later if event.kind in TURNS)[:1]
    return replace(begun, game=replace(whole.game, racks=racks, incomplete=True))


def _report(found: GameReplay, notation: Notation) -> GameReport:
    written = {player.nick: 0 for player in found.game.players}
    computed = dict(written)
    for one in found.events:
        written[one.event.nick], computed[one.event.nick] = one.event.total, one.total
    return GameReport(
        players=tuple(written),
        events=tuple(_event_report(one, notation) for one in found.events),
        differences=len(found.differences),
        faults=len(found.faults),
        passed_over=found.game.passed_over,
        totals=written,
        computed_totals=computed,
        cgp=write_cgp(found.record),
    )


def _event_report(one: ReplayedEvent, notation: Notation) -> GameEventReport:
    event, play = one.event, one.placement
    return GameEventReport(
        line=event.line,
        player=event.nick,
        kind=event.kind,
        rack=event.rack,
        position=None if play is None else write_place(play.row, play.column, play.across, notation),
        word=None if play is None else play.word,
        tiles=event.tiles if play is None else play.tiles,
        score=event.score,
        computed_score=one.score,
        total=event.total,
        computed_total=one.total,
        sums_up=one.sums_up,
        reasons=one.reasons,
    )


QUESTION = Query(
    ask=ScrabbleGcgOptions,
    report=GameReport,
    answer=answer,
    input=Input("FILE", "A GCG file, or - for standard input.", read),
    unused=("rack", "word", "rules"),
    examples={"a wrong score": {"puzzle": _EXAMPLE}},
)
