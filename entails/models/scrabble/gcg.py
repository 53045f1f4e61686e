"""GCG, a whole game as text: pragmata that start with #, and one event a line. The values; `gcg_text` reads and writes.

    #character-encoding UTF-8
    #player1 Ana Ana A.
    #player2 Bob Bob B.
    >Ana: AEMORST 8E MARS +12 12
    #note opening play, S on the centre
    >Bob: ?EILNTU H8 .ILENT +7 7

Scores and totals are kept as written, odd ones too: `replay` compares them with what the rules give.
"""

from dataclasses import dataclass, field
from typing import Literal

from entails.models.scrabble.cgp import LAYOUT_NAMES, TILE_NAMES

EventKind = Literal["play", "pass", "exchange", "withdrawn", "challenge", "time", "out", "left"]
"""withdrawn: the play before was challenged off. challenge: points for a challenge that failed. out: the tiles of the
others go to who has none. left: own tiles lost at the end."""

Encoding = Literal["utf-8", "iso-8859-1"]


@dataclass(frozen=True, slots=True)
class GcgPlayer:
    """Who plays: the nick that events use, and the name."""

    nick: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class GcgEvent:
    """One line of the game. `rack` and `tiles` are as written; `tiles` are those exchanged (or how many), won or lost;
    `place` and `word` are those of a play. `line` is where it stood, 0 when it was made here."""

    kind: EventKind
    nick: str
    rack: str
    score: int
    total: int
    place: str = ""
    word: str = ""
    tiles: str = ""
    notes: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class GcgGame:
    """A game. `racks` are the tiles of players (from 1) in an unfinished game, `pragmas` what else the file says before
    its events, `notes` those before the first event. `marked` says that the file names its encoding. `remarks` tell
    what a reader passed over, and how it understood what is not quite as the format wants it."""

    players: tuple[GcgPlayer, ...]
    events: tuple[GcgEvent, ...] = ()
    title: str = ""
    description: str = ""
    id: str = ""
    lexicon: str = ""
    incomplete: bool = False
    racks: tuple[tuple[int, str], ...] = ()
    pragmas: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    encoding: Encoding = "utf-8"
    marked: bool = True
    remarks: tuple[str, ...] = field(default=(), compare=False)

    @property
    def layout_name(self) -> str | None:
        """Our name of the board that it says, where Woogles and Macondo say one that is known here."""
        return self._known(_LAYOUT_PRAGMAS, _LAYOUTS)

    @property
    def tiles_name(self) -> str | None:
        """Our name of the tile set that it says."""
        return self._known(_TILE_PRAGMAS, _TILES)

    @property
    def passed_over(self) -> tuple[str, ...]:
        """Everything that somebody should know about the reading: the remarks, and names that are not known here."""
        unknown = [
            f"the {what} {text[:40]!r} is not here, so it is passed over"
            for what, names, ours, known in (
                ("board", _LAYOUT_PRAGMAS, _LAYOUTS, self.layout_name),
                ("tile set", _TILE_PRAGMAS, _TILES, self.tiles_name),
            )
            for name, text in self.pragmas
            if name in names and known is None and text.lower() not in ours
        ]
        return (*self.remarks, *unknown)

    def _known(self, names: tuple[str, ...], ours: dict[str, str]) -> str | None:
        said = dict(reversed(self.pragmas))
        found = (ours.get(said[name].lower()) for name in names if name in said)
        return next((name for name in found if name is not None), None)


def _by_any_name(names: dict[str, str], more: dict[str, str]) -> dict[str, str]:
    """Our names by everybody's, in small letters."""
    return {theirs.lower(): ours for theirs, ours in (names | more).items()} | {ours: ours for ours in names.values()}


_LAYOUT_PRAGMAS, _TILE_PRAGMAS = ("board-layout", "game-board"), ("tile-distribution", "tile-set")
_LAYOUTS = _by_any_name(LAYOUT_NAMES, {"standard15": "standard", "super21": "super"})
_TILES = _by_any_name(TILE_NAMES, {})
