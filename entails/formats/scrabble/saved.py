"""Saved games as JSON lines (a header, then one line per move), and games as GCG.

The line of each move is appended before the next move (`saved_turn`), so an interrupted game loses none. An incomplete
last line is ignored. Reading replays the moves from the seed, so errors name the line of a changed file.
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, Protocol, Self, TypeVar, cast

from pydantic import Field, ValidationError

from entails.formats.scrabble.gcg import GcgEvent, GcgGame, GcgPlayer
from entails.formats.scrabble.position import LAYOUT_NAMES, TILE_NAMES
from entails.models.errors import Invalid, InvalidPuzzle, bracketed, validation_message
from entails.models.fields import Value
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Board, Placement, read_layout, write_layout, write_place
from entails.models.scrabble.game import Award, Exchange, Game, Move, ScrabbleTurn, read_move, write_move
from entails.models.scrabble.rules import Rules
from entails.models.scrabble.tiles import Rack, TileSet

_MOST_LINES = 5_000
_LONGEST_LINE = 20_000
_EXPECTED = "a game saved by entails scrabble play"


class Playable(Protocol):
    """A game as a series of turns, each from a rack: standard or duplicate."""

    @property
    def board(self) -> Board: ...
    @property
    def rack(self) -> Rack: ...
    @property
    def to_move(self) -> int: ...
    @property
    def turns(self) -> Sequence[Any]: ...
    def play(self, move: Move, /) -> Self: ...


G = TypeVar("G", bound=Playable)


class SavedHeader(Value):
    """The first line of a saved game: everything that its moves depend on.

    Attributes:
        extra: Data of the session, such as which player is the computer.
    """

    game: Literal["scrabble"]
    version: Literal[1]
    players: tuple[str, ...] = Field(max_length=20)
    layout: str
    board: str
    tiles: TileSet
    lexicon: str
    rules: Rules
    seed: int
    extra: dict[str, str] = Field(default_factory=dict)


class SavedTurn(Value):
    """A move of a saved game in GCG notation, with the rack before it and its score."""

    player: int
    rack: str
    move: str = Field(max_length=200)
    score: int


def saved_header(game: Game, extra: dict[str, str] | None = None) -> str:
    """Return the header line of a saved game."""
    header = SavedHeader(
        game="scrabble",
        version=1,
        players=game.players,
        layout=game.board.layout.name,
        board=write_layout(game.board.layout),
        tiles=game.tile_set,
        lexicon=game.lexicon.name,
        rules=game.rules,
        seed=game.bag.seed,
        extra=extra or {},
    )
    return header.model_dump_json()


def saved_turn(turn: ScrabbleTurn) -> str:
    """Return the line of a move in a saved game."""
    move = write_move(turn.move)
    return SavedTurn(player=turn.player, rack=str(turn.rack), move=move, score=turn.score).model_dump_json()


def saved_game(game: Game, extra: dict[str, str] | None = None) -> str:
    """Return a game as the text of a saved game."""
    return "".join(f"{line}\n" for line in (saved_header(game, extra), *map(saved_turn, game.turns)))


def read_saved(text: str, lexicon_of: Callable[[str], Lexicon]) -> tuple[Game, SavedHeader]:
    """Read a saved game and its header. `lexicon_of` returns a lexicon by name."""
    header, turns = read_lines(text)
    return played_again(begun(header, lexicon_of), turns), header


def read_lines(text: str) -> tuple[SavedHeader, list[tuple[int, SavedTurn]]]:
    """Parse the header and the turns of a saved game with their line numbers, without replaying them."""
    lines = text.removeprefix("\ufeff").split("\n")
    if len(lines) > _MOST_LINES:
        raise InvalidPuzzle(f"the game has {len(lines):,} lines", expected=f"at most {_MOST_LINES:,}")
    complete, cut_off = lines[:-1], lines[-1]
    if cut_off.strip() and _is_json(cut_off):
        complete.append(cut_off)
    if not complete:
        raise InvalidPuzzle("no game found", where="line 1", expected=_EXPECTED)
    header = _parsed(SavedHeader, complete[0], 1)
    turns = enumerate(complete[1:], 2)
    return header, [(number, _parsed(SavedTurn, line, number)) for number, line in turns if line.strip()]


def begun(header: SavedHeader, lexicon_of: Callable[[str], Lexicon]) -> Game:
    """Start the game of a header, before its first move."""
    try:
        layout = read_layout(header.board, header.layout[:100])
        return Game.start(
            header.players,
            layout,
            header.tiles,
            lexicon_of(header.lexicon).spelt_in(header.tiles.alphabet),
            header.rules,
            seed=header.seed,
        )
    except Invalid as error:
        raise InvalidPuzzle.like(error).at("line 1") from None


def played_again(start: G, turns: Iterable[tuple[int, SavedTurn]]) -> G:
    """Replay turns, each with its line number, from the start of a game."""
    game = start
    for number, turn in turns:
        game = _played(game, turn, number)
    return game


_AWARDS = {write_move(award): award for award in (Award("challenge"), Award("time"))}


def _played(game: G, turn: SavedTurn, number: int) -> G:
    where = f"line {number}"
    if isinstance(game, Game) and turn.move in _AWARDS and 0 <= turn.player < len(game.players):
        return cast("G", game.awarded(_AWARDS[turn.move], turn.player, turn.score))
    if turn.player != game.to_move or turn.rack != str(game.rack):
        expected = f"player {game.to_move} with {game.rack}"
        raise InvalidPuzzle("the move does not follow from the moves before it", where=where, expected=expected)
    try:
        after = game.play(read_move(turn.move, game.board))
    except Invalid as error:
        raise InvalidPuzzle.like(error).at(where) from None
    if after.turns[-1].score != turn.score:
        raise InvalidPuzzle(f"wrong score {turn.score}", where=where, expected=f"{after.turns[-1].score}")
    return after


def _parsed(model: Any, line: str, number: int) -> Any:
    where = f"line {number}"
    if len(line) > _LONGEST_LINE:
        raise InvalidPuzzle("the line is too long", where=where, expected=_EXPECTED)
    try:
        return model.model_validate_json(line)
    except ValidationError as error:
        first = validation_message(error)
        place = ".".join(str(part)[:20] for part in first.place[:3])
        problem = f"invalid line ({place or 'JSON'}: {first})"
        raise InvalidPuzzle(problem, where=where, expected=_EXPECTED) from None


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def gcg_of(game: Game, title: str = "") -> GcgGame:
    """Convert a game to GCG; an unfinished game is marked incomplete and has racks."""
    nicks = _nicks(game.players)
    events: list[GcgEvent] = []
    totals = [0] * len(nicks)
    for turn in game.turns:
        totals[turn.player] += turn.score
        events.append(_event(turn, nicks[turn.player], totals[turn.player]))
    racks: tuple[tuple[int, str], ...] = ()
    if game.end is None:
        racks = tuple((number, str(rack)) for number, rack in enumerate(game.racks, 1))
    else:
        events += _ending(game, nicks)
    return GcgGame(
        players=tuple(GcgPlayer(nick, name) for nick, name in zip(nicks, game.players, strict=True)),
        events=tuple(events),
        title=title,
        lexicon=re.sub(r"\s+", " ", game.lexicon.name).strip(),
        incomplete=game.end is None,
        racks=racks,
        pragmas=_pragmas(game),
    )


def _event(turn: ScrabbleTurn, nick: str, total: int) -> GcgEvent:
    rack, move = str(turn.rack), turn.move
    if isinstance(move, Placement):
        place = write_place(move.row, move.column, move.across)
        return GcgEvent("play", nick, rack, turn.score, total, place=place, word=bracketed(move.tiles))
    if isinstance(move, Exchange):
        return GcgEvent("exchange", nick, rack, 0, total, tiles=str(move.tiles))
    if isinstance(move, Award):
        return GcgEvent(move.kind, nick, rack, turn.score, total)
    return GcgEvent("pass", nick, rack, 0, total)


def _ending(game: Game, nicks: list[str]) -> list[GcgEvent]:
    """Return the events with each player's gain or loss at the end, losses first."""
    events: list[GcgEvent] = []
    left = "".join(str(rack) for rack in game.racks)
    results = zip(nicks, game.racks, game.adjustments, game.final_scores, strict=True)
    for nick, rack, points, total in sorted(results, key=lambda result: not result[1].total):
        if not rack.total and left:
            events.append(GcgEvent("out", nick, "", points, total, tiles=left))
        elif points:
            events.append(GcgEvent("left", nick, str(rack), points, total, tiles=str(rack)))
    return events


def _pragmas(game: Game) -> tuple[tuple[str, str], ...]:
    layouts = {ours: theirs for theirs, ours in LAYOUT_NAMES.items()}
    tiles = {ours: theirs for theirs, ours in TILE_NAMES.items()}
    layout, tile_set = layouts.get(game.board.layout.name), tiles.get(game.tile_set.name)
    pragmas = (("board-layout", layout), ("tile-distribution", tile_set))
    return tuple((name, text) for name, text in pragmas if text is not None)


def _nicks(players: tuple[str, ...]) -> list[str]:
    """Derive distinct nicks from names, without characters that a nick cannot contain."""
    nicks: list[str] = []
    for number, name in enumerate(players, 1):
        nick = re.sub(r"[\s:>#]+", "_", name.strip()) or f"player{number}"
        nicks.append(nick if nick not in nicks else f"{nick}_{number}")
    return nicks
