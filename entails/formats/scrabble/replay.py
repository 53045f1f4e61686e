"""Replay of a GCG game: the board after each event, and the scores recomputed by the rules.

Differences are reported, never corrected: games are scored by hand, and endings follow national rules.
"""

from dataclasses import dataclass

from entails.formats.scrabble.gcg import GcgEvent, GcgGame
from entails.formats.scrabble.position import PositionRecord
from entails.models.alphabet import Alphabet
from entails.models.errors import Invalid, InvalidPuzzle, bracketed
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Board, Layout, Placement, read_place, read_played_word
from entails.models.scrabble.rules import STANDARD, Fault, Reason, Rules, legality, score
from entails.models.scrabble.tiles import Rack, TileSet, whole_set

_CANNOT_LIE = ("off_board", "occupied", "gap", "nothing_laid")
TURNS = ("play", "pass", "exchange")
"""Types of events that are turns."""
_NOT_OWNED: Fault = "not_on_rack"
_NOT_LEFT: Fault = "not_in_set"


@dataclass(frozen=True)
class ReplayedEvent:
    """An event of a replay, with the board and the computed score.

    Attributes:
        board: The board after the event.
        placement: The play, if it is one.
        score: The score by the rules.
        total: The total that follows from the computed scores.
        sums_up: Whether the written total is the one before plus the written score.
        reasons: Broken rules.
    """

    event: GcgEvent
    board: Board
    placement: Placement | None
    score: int
    total: int
    sums_up: bool
    reasons: tuple[Reason, ...] = ()

    @property
    def difference(self) -> int:
        """The score in the file minus the computed one."""
        return self.event.score - self.score

    @property
    def at_fault(self) -> bool:
        """Whether the event uses tiles that the rack does not have, or the rack is impossible."""
        return any(reason.code in (_NOT_OWNED, _NOT_LEFT) for reason in self.reasons)


@dataclass(frozen=True)
class GameReplay:
    """A whole game replayed on a layout."""

    game: GcgGame
    layout: Layout
    events: tuple[ReplayedEvent, ...]
    tile_set: TileSet

    @property
    def alphabet(self) -> Alphabet:
        """The alphabet of the tile set."""
        return self.tile_set.alphabet

    @property
    def board(self) -> Board:
        """The board at the end of the game."""
        return self.events[-1].board if self.events else Board.empty(self.layout, self.alphabet)

    @property
    def differences(self) -> tuple[ReplayedEvent, ...]:
        """The events with a wrong score or total."""
        return tuple(event for event in self.events if event.difference or not event.sums_up)

    @property
    def faults(self) -> tuple[ReplayedEvent, ...]:
        """The events with tiles that the rack in the file, or the tile set, does not have."""
        return tuple(event for event in self.events if event.at_fault)

    @property
    def impossible_racks(self) -> tuple[str, ...]:
        """A sentence for each rack at the end of the game (`#rack1`) that the remaining tiles cannot supply."""
        left = self.tiles_left(self.board)
        racks = ((number, Rack.read(text, self.alphabet)) for number, text in self.game.racks)
        return tuple(f"#rack{number}: {_too_many(rack, left)}" for number, rack in racks if not left.holds(rack))

    def tiles_left(self, board: Board) -> Rack:
        """Return the tiles of the set that are not on the board."""
        return whole_set(self.tile_set).without(board.tiles)

    @property
    def to_move(self) -> int:
        """The player to move at the end, from 0."""
        nicks = [player.nick for player in self.game.players]
        turns = [replayed.event.nick for replayed in self.events if replayed.event.kind in TURNS]
        return (nicks.index(turns[-1]) + 1) % len(nicks) if turns else 0

    @property
    def record(self) -> PositionRecord:
        """The last position, as the player to move sees it."""
        nicks, next_player = [player.nick for player in self.game.players], self.to_move
        order = [*range(next_player, len(nicks)), *range(next_player)]
        totals = {replayed.event.nick: replayed.event.total for replayed in self.events}
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
    """Replay the events of a game in order.

    A play that does not fit on the board raises InvalidPuzzle with its line. With a lexicon, invalid words become
    reasons.
    """
    events: list[ReplayedEvent] = []
    empty = Board.empty(layout, tile_set.alphabet)
    for event in game.events:
        try:
            events.append(_next(game, tuple(events), event, empty, tile_set, rules, lexicon))
        except Invalid as error:
            known = InvalidPuzzle.like(error)
            raise known.at(f"line {event.line}") if event.line else known from None
    return GameReplay(game, layout, tuple(events), tile_set)


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
    own = [replayed for replayed in before if replayed.event.nick == event.nick]
    placement: Placement | None = None
    reasons: tuple[Reason, ...] = ()
    if event.kind == "play":
        word = read_played_word(event.word, board.alphabet)
        placement = Placement.on(board, *read_place(event.place, "gcg", board.layout), word)
        rack = _whole_rack(event, placement.used, board, len(game.players), tile_set, rules)
        reasons = legality(board, placement, rack, lexicon, tile_set, rules)
        if fault := next((reason for reason in reasons if reason.code in _CANNOT_LIE), None):
            raise InvalidPuzzle(fault.text, expected="a play that fits the board at that point")
        computed = score(board, placement, tile_set, rules).total
        board = board.with_placement(placement)
    elif event.kind == "withdrawn":
        place = next((place for place in reversed(range(len(before))) if before[place].placement is not None), -1)
        if place < 0 or before[place].event.nick != event.nick or before[-1].event.kind == "withdrawn":
            raise InvalidPuzzle("no play of this player to withdraw", expected="a play just before")
        computed = -before[place].score
        board = before[place - 1].board if place else empty
    else:
        if event.kind == "exchange" and not event.tiles.isdigit():
            reasons = _exchange_reasons(event, board, len(game.players), tile_set, rules)
        computed = _points(event, len(game.players), tile_set)
    if event.kind in TURNS:
        left = whole_set(tile_set).without(before[-1].board.tiles if before else empty.tiles)
        rack = Rack.read(event.rack, tile_set.alphabet)
        if not left.holds(rack):
            reasons = (*reasons, Reason(_NOT_LEFT, _too_many(rack, left), str(left.lacks(rack))))
    written_before = own[-1].event.total if own else 0
    total = (own[-1].total if own else 0) + computed
    return ReplayedEvent(event, board, placement, computed, total, written_before + event.score == event.total, reasons)


def _whole_rack(
    event: GcgEvent, used: Rack, board: Board, players: int, tile_set: TileSet, rules: Rules
) -> Rack | None:
    """Return the rack of an event if it is complete, or None if tiles may be missing in the file.

    It is complete if the bag is empty, or if the used tiles would make it too large.
    """
    rack = Rack.read(event.rack, tile_set.alphabet)
    bag_is_empty = tile_set.total - board.tiles.total <= rules.rack_size * players
    return rack if rack.total + rack.lacks(used).total > rules.rack_size or (rack.total and bag_is_empty) else None


def _too_many(rack: Rack, left: Rack) -> str:
    """Return a sentence about a rack with more copies of a tile than the set has left."""
    available = dict(left.kinds())
    symbol, have = next((symbol, have) for symbol, have in rack.kinds() if have > available.get(symbol, 0))
    return f"impossible rack {rack}: {have} {bracketed(symbol)}, but the set has {available.get(symbol, 0)} left"


def _exchange_reasons(
    event: GcgEvent, board: Board, players: int, tile_set: TileSet, rules: Rules
) -> tuple[Reason, ...]:
    tiles = Rack.read(event.tiles, tile_set.alphabet)
    rack = _whole_rack(event, tiles, board, players, tile_set, rules)
    if rack is None or rack.holds(tiles):
        return ()
    return (Reason(_NOT_OWNED, f"{rack.lacks(tiles)} is exchanged but not on the rack", str(rack.lacks(tiles))),)


def _points(event: GcgEvent, players: int, tile_set: TileSet) -> int:
    """Return the score of an event without a play by the rules; awards and time penalties are taken from the file."""
    if event.kind in ("challenge", "time"):
        return event.score
    if event.kind not in ("out", "left"):
        return 0
    value = Rack.read(event.tiles, tile_set.alphabet).value(tile_set)
    if event.kind == "left":
        return -value
    counts_once = players > 2 or event.score == value
    return value if counts_once else 2 * value


def _zeros(events: tuple[ReplayedEvent, ...]) -> int:
    """Return the number of consecutive scoreless turns at the end; a withdrawn play counts."""
    turns: list[int] = []
    for replayed in events:
        if replayed.event.kind == "withdrawn":
            turns[-1:] = [0]
        elif replayed.event.kind in TURNS:
            turns.append(replayed.event.score)
    scoring = [number for number, points in enumerate(turns, 1) if points]
    return min(len(turns) - (scoring[-1] if scoring else 0), 1000)
