"""How the rules are said to a player: names of lines, counts of tiles."""

from clausal.encoders.scrabble.slots import Slot
from clausal.models.scrabble.notation import Notation
from clausal.models.scrabble.tiles import BLANK, SYMBOLS

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def line_name(is_row: bool, index: int, notation: Notation) -> str:
    """A whole row or column: rows have numbers and columns letters in gcg notation, the other way round in French."""
    numbered = is_row == (notation == "gcg")
    return f"{'row' if is_row else 'column'} {index + 1 if numbered else chr(ord('A') + index)}"


def crossing_line(slot: Slot, place: int, notation: Notation) -> str:
    """The line of the cross word at a place of a slot."""
    return line_name(not slot.across, place, notation)


def count_of(kind: int, count: int) -> str:
    """So many tiles of a kind: "no Q", "one E", "two blanks"."""
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    name = "blank" if kind == BLANK else SYMBOLS[kind]
    return f"{number} {name}{'s' if count > 1 else ''}"
