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

from clausal.models.scrabble.cgp import LAYOUT_NAMES, TILE_NAMES

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
    its events, `notes` those before the first event. `marked` says that the file names its encoding."""

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

    def pragma(self, *names: str) -> str | None:
        """What the first of these pragmata says."""
        return next((text for name, text in self.pragmas if name in names), None)

    @property
    def layout_name(self) -> str | None:
        """Our name of the board that it says, where Woogles and Macondo say one."""
        said = self.pragma("board-layout", "game-board")
        return None if said is None else LAYOUT_NAMES.get(said, said)

    @property
    def tiles_name(self) -> str | None:
        """Our name of the tile set that it says."""
        said = self.pragma("tile-distribution", "tile-set")
        return None if said is None else TILE_NAMES.get(said, said)
