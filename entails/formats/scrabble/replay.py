"""Replaying a GCG game: the board after each event, and scores as written beside scores as the rules give them.

Differences are reported, never corrected: games are scored by hand, and endings follow national rules.
"""

from dataclasses import dataclass

from entails.formats.scrabble.gcg import GcgEvent, GcgGame
from entails.formats.scrabble.position import PositionRecord
from entails.models.alphabet import LATIN, Alphabet
from entails.models.errors import Invalid, InvalidPuzzle, bracketed
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Board, Placement, read_place, read_played_word
from entails.models.scrabble.layout import Layout
from entails.models.scrabble.rules import STANDARD, Fault, Reason, Rules, legality, score
from entails.models.scrabble.tiles import Rack, TileSet

_CANNOT_LIE = ("off_board", "occupied", "gap", "nothing_laid")
TURNS = ("play", "pass", "exchange")
"""The events that are somebody's turn."""
_NOT_OWNED: Fault = "not_on_rack"


@dataclass(frozen=True)
class ReplayedEvent:
    """One event: the placement of a play, what the rules score for it, the total that follows from scores so computed,
    and what is wrong with it. `sums_up` says that the total written is the one before plus the score written."""

    event: GcgEvent
    board: Board
    placement: Placement | None
    score: int
    total: int
    sums_up: bool
    reasons: tuple[Reason, ...] = ()

    @property
    def difference(self) -> int:
        """The score written, less the one computed."""
        return self.event.score - self.score

    @property
    def at_fault(self) -> bool:
        """Were tiles played or exchanged that the rack does not have?"""
        return any(reason.code == _NOT_OWNED for reason in self.reasons)


@dataclass(frozen=True)
class GameReplay:
    """A whole game, replayed on a layout."""

    game: GcgGame
    layout: Layout
    events: tuple[ReplayedEvent, ...]
    alphabet: Alphabet = LATIN

    @property
    def board(self) -> Board:
        """The board at the end."""
        return self.events[-1].board if self.events else Board.empty(self.layout, self.alphabet)

    @property
    def differences(self) -> tuple[ReplayedEvent, ...]:
        """The events whose score or total is not what it should be."""
        return tuple(event for event in self.events if event.difference or not event.sums_up)

    @property
    def faults(self) -> tuple[ReplayedEvent, ...]:
        """The events with tiles that the rack written beside them does not have."""
        return tuple(event for event in self.events if event.at_fault)

    @property
    def to_move(self) -> int:
        """Whose turn it is at the end, from 0."""
        nicks = [player.nick for player in self.game.players]
        turns = [one.event.nick for one in self.events if one.event.kind in TURNS]
        return (nicks.index(turns[-1]) + 1) % len(nicks) if turns else 0

    @property
    def record(self) -> PositionRecord:
        """The last position, seen by the player whose turn it is."""
        nicks, next_player = [player.nick for player in self.game.players], self.to_move
        order = [*range(next_player, len(nicks)), *range(next_player)]
        totals = {one.event.nick: one.event.total for one in self.events}
        racks = dict(self.game.racks)
        return PositionRecord(
            board=tuple(map(bracketed, self.board.rows)),
            racks=tuple(str(Rack.read(racks.get(number + 1, ""), self.alphabet)) for number in order)[:20],
            scores=tuple(totals.get(nicks[number], 0) for number in order)[:20],
            zeros=_zeros(self.events),
            layout=self.game.layout_name,
            tiles=self.game.tiles_name,
            lexicon=self.game.lexicon[:200] or None,
        )


def replay(
    game: GcgGame, layout: Layout, tile_set: TileSet, rules: Rules = STANDARD, lexicon: Lexicon | None = None
) -> GameReplay:
    """Play the events in order. A play that cannot lie on the board at all is an error with its line; with a lexicon,
    words that are none are told as reasons."""
    events: list[ReplayedEvent] = []
    empty = Board.empty(layout, tile_set.alphabet)
    for event in game.events:
        try:
            events.append(_next(game, tuple(events), event, empty, tile_set, rules, lexicon))
        except Invalid as error:
            known = InvalidPuzzle.like(error)
            raise known.at(f"line {event.line}") if event.line else known from None
    return GameReplay(game, layout, tuple(events), tile_set.alphabet)


def _next(
    game: GcgGame,
    before: tuple[ReplayedEvent, ...],
    event: GcgEvent,
    empty: Board,
    tile_set: TileSet,
    rules: Rules,
    lexicon: Lexicon | None,
) -> ReplayedEvent:
    board = before[-1].board if before else empty
    own = [one for one in before if one.event.nick == event.nick]
    placement: Placement | None = None
    reasons: tuple[Reason, ...] = ()
    if event.kind == "play":
        word = read_played_word(event.word, board.alphabet)
        placement = Placement.on(board, *read_place(event.place, "gcg", board.layout), word)
        rack = _whole_rack(event, placement.used, board, len(game.players), tile_set, rules)
        reasons = legality(board, placement, rack, lexicon, tile_set, rules)
        if fault := next((reason for reason in reasons if reason.code in _CANNOT_LIE), None):
            raise InvalidPuzzle(fault.text, expected="a play that fits the board as it is then")
        computed = score(board, placement, tile_set, rules).total
        board = board.with_placement(placement)
    elif event.kind == "withdrawn":
        place = next((place for place in reversed(range(len(before))) if before[place].placement is not None), -1)
        if place < 0 or before[place].event.nick != event.nick or before[-1].event.kind == "withdrawn":
            raise InvalidPuzzle("no play of this player comes just before", expected="the play that is withdrawn")
        computed = -before[place].score
        board = before[place - 1].board if place else empty
    else:
        if event.kind == "exchange" and not event.tiles.isdigit():
            reasons = _exchange_reasons(event, board, len(game.players), tile_set, rules)
        computed = _points(event, len(game.players), tile_set)
    written_before = own[-1].event.total if own else 0
    total = (own[-1].total if own else 0) + computed
    return ReplayedEvent(event, board, placement, computed, total, written_before + event.score == event.total, reasons)


def _whole_rack(
    event: GcgEvent, used: Rack, board: Board, players: int, tile_set: TileSet, rules: Rules
) -> Rack | None:
    """The rack of an event where it is known to be all of it; None where tiles may just not be written. Once the bag
    is empty, and where the tiles used would make it too large, nothing is left out."""
    rack = Rack.read(event.rack, tile_set.alphabet)
    bag_is_empty = tile_set.total - board.tiles.total <= rules.rack_size * players
    return rack if rack.total + rack.lacks(used).total > rules.rack_size or (rack.total and bag_is_empty) else None


def _exchange_reasons(
    event: GcgEvent, board: Board, players: int, tile_set: TileSet, rules: Rules
) -> tuple[Reason, ...]:
    tiles = Rack.read(event.tiles, tile_set.alphabet)
    rack = _whole_rack(event, tiles, board, players, tile_set, rules)
    if rack is None or rack.holds(tiles):
        return ()
    return (Reason(_NOT_OWNED, f"{rack.lacks(tiles)} is exchanged but not on the rack", str(rack.lacks(tiles))),)


def _points(event: GcgEvent, players: int, tile_set: TileSet) -> int:
    """What an event without a play should score. Bonuses and time are what the players agreed on."""
    if event.kind in ("challenge", "time"):
        return event.score
    if event.kind not in ("out", "left"):
        return 0
    worth = Rack.read(event.tiles, tile_set.alphabet).value(tile_set)
    if event.kind == "left":
        return -worth
    simple_is_meant = players > 2 or event.score == worth
    return worth if simple_is_meant else 2 * worth


def _zeros(events: tuple[ReplayedEvent, ...]) -> int:
    """How many turns in a row brought nothing, up to the end; a play that was withdrawn is such a turn."""
    turns: list[int] = []
    for one in events:
        if one.event.kind == "withdrawn":
            turns[-1:] = [0]
        elif one.event.kind in TURNS:
            turns.append(one.event.score)
    scoring = [number for number, points in enumerate(turns, 1) if points]
    return min(len(turns) - (scoring[-1] if scoring else 0), 1000)
