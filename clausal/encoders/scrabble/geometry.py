"""The rules of placement that ask about squares only, not about letters: each with the sentence a player would say.

A slot that breaks one of them needs no model; a wanted word that breaks one is told so in these words.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from clausal.encoders.scrabble.slots import Slot
from clausal.encoders.scrabble.words import crossing_line
from clausal.models.scrabble.board import EMPTY
from clausal.models.scrabble.notation import square_name
from clausal.models.scrabble.position import Position
from clausal.models.scrabble.restricted import LENGTHS


@dataclass(frozen=True, slots=True)
class Requirement:
    """A rule, and whether the slot keeps it."""

    name: str
    text: str
    holds: bool


def requirements(position: Position, slot: Slot) -> Iterator[Requirement]:
    """The word lies on the board, from end to end, lays a tile, and touches another or covers the start."""
    yield Requirement("edge", "the word ends before the edge of the board", slot.fits)
    for side, place in (("before", slot.start - 1), ("after", slot.start + slot.length)):
        square = slot.square(place)
        if slot.board.layout.holds(*square):
            name = square_name(*square, position.notation)
            yield Requirement(side, f"the square {side} the word, {name}, is empty", slot.tile_at(place) == EMPTY)
    yield Requirement("tiles", "at least one tile is laid", bool(slot.open_places))
    yield Requirement("letters", "a word has two letters or more", slot.length > 1)
    if slot.board.is_empty:
        starts = " or ".join(square_name(*square, position.notation) for square in slot.board.layout.start)
        yield Requirement("start", f"the first word covers the start, {starts}", slot.is_connected)
    else:
        yield Requirement("touch", "the word touches a tile on the board", slot.is_connected)
    if position.rules.restricted:
        yield from _hypotheses(position, slot)


def _hypotheses(position: Position, slot: Slot) -> Iterator[Requirement]:
    """The restricted game of Guzniczak 2018."""
    lengths = ", ".join(map(str, sorted(LENGTHS)))
    yield Requirement("length", f"in the restricted game a word has {lengths} letters", slot.length in LENGTHS)
    through = slot.length - len(slot.open_places)
    one = "in the restricted game a word goes through one tile and completes no other"
    yield Requirement("one tile", one, through <= 1)
    for place in slot.crossed:
        line = crossing_line(slot, place, position.notation)
        yield Requirement(f"second {line}", f"in the restricted game no second word is made in {line}", False)
