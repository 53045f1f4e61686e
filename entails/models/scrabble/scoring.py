"""What a play in a slot scores, before any tile is laid: a number of times each tile's value counts, and the rest.

Premiums count under new tiles only, and the slot says which squares are new. So the score is linear: a tile's value
counts its letter premium times the word premiums of the main word, and again times that of the cross word there.
"""

from dataclasses import dataclass

from entails.models.scrabble.board import EMPTY
from entails.models.scrabble.position import Position
from entails.models.scrabble.slots import Slot, letter_at


@dataclass(frozen=True)
class Scoring:
    """`times[i]` is how often the value of the tile on the slot's i-th open place counts; `fixed` is what tiles on the
    board and the bonus bring whatever is laid."""

    times: tuple[int, ...]
    fixed: int

    @classmethod
    def of(cls, position: Position, slot: Slot) -> "Scoring":
        layout = slot.along.layout
        main = 1
        for place in slot.open_places:
            main *= int(layout.word[slot.line, place])
        fixed = main * sum(_value(position, slot, slot.line, place) for place in slot.places)
        times = []
        for place in slot.open_places:
            cross = int(layout.word[slot.line, place]) if place in slot.crossed else 0
            times.append(int(layout.letter[slot.line, place]) * (main + cross))
            first, letters = slot.cross(place)
            fixed += cross * sum(_value(position, slot, line, place) for line in range(first, first + len(letters)))
        if len(times) >= position.rules.bonus_tiles and not position.rules.restricted:
            fixed += position.rules.bonus
        return cls(tuple(times), fixed)

    def most(self, position: Position) -> int:
        """More than this no play in the slot can score: the dearest tiles on the best squares, whatever they spell."""
        values = sorted((position.tile_set.values[tile] for tile in position.rack), reverse=True)
        return self.fixed + sum(a * b for a, b in zip(sorted(self.times, reverse=True), values, strict=False))


def _value(position: Position, slot: Slot, line: int, place: int) -> int:
    """The value of the tile that lies on a square of the turned board; none and a blank are worth nothing."""
    letter = letter_at(slot.along, line, place)
    return 0 if letter == EMPTY or slot.along.blanks[line, place] else position.tile_set.values[letter]
