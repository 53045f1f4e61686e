"""What a player can do in a turn: play, exchange, pass. As text: "8D MARS", "-EIO", "-"."""

from dataclasses import dataclass
from typing import Literal

from entails.models.scrabble.board import Board
from entails.models.scrabble.notation import Notation, read_placement, write_placement
from entails.models.scrabble.placement import Placement
from entails.models.scrabble.rack import Rack


@dataclass(frozen=True, slots=True)
class Exchange:
    """These tiles go back to the bag for others."""

    tiles: Rack


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing."""


@dataclass(frozen=True, slots=True)
class Award:
    """No move: points that a challenge or the clock gives to a player, or takes."""

    kind: Literal["challenge", "time"]


Move = Placement | Exchange | Pass
PASS = Pass()


def read_move(text: str, board: Board, notation: Notation = "gcg") -> Move:
    """A move as people write it."""
    content = text.strip()
    if content == "-":
        return PASS
    if content.startswith("-"):
        return Exchange(Rack.read(content[1:], board.alphabet))
    return read_placement(content, board, notation)


def write_move(move: Move | Award, notation: Notation = "gcg") -> str:
    """The same as text."""
    if isinstance(move, Placement):
        return write_placement(move, notation)
    if isinstance(move, Award):
        return f"({move.kind})"
    return f"-{move.tiles}" if isinstance(move, Exchange) else "-"
