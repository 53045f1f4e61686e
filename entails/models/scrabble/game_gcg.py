"""A game as GCG, with what the end adds, so that other programs can read and analyse it."""

import re

from entails.models.brackets import bracketed
from entails.models.scrabble.cgp import LAYOUT_NAMES, TILE_NAMES
from entails.models.scrabble.game import Game, Turn
from entails.models.scrabble.gcg import GcgEvent, GcgGame, GcgPlayer
from entails.models.scrabble.move import Award, Exchange
from entails.models.scrabble.notation import write_place
from entails.models.scrabble.placement import Placement


def gcg_of(game: Game, title: str = "") -> GcgGame:
    """The whole game; one that is not over yet says so and shows the racks."""
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


def _event(turn: Turn, nick: str, total: int) -> GcgEvent:
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
    """Each player's gain or loss, losses first: who goes out gains what the others have."""
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
    said = (("board-layout", layouts.get(game.board.layout.name)), ("tile-distribution", tiles.get(game.tile_set.name)))
    return tuple((name, text) for name, text in said if text is not None)


def _nicks(players: tuple[str, ...]) -> list[str]:
    """Names without what a nick may not have, all different."""
    nicks: list[str] = []
    for number, name in enumerate(players, 1):
        nick = re.sub(r"[\s:>#]+", "_", name.strip()) or f"player{number}"
        nicks.append(nick if nick not in nicks else f"{nick}_{number}")
    return nicks
