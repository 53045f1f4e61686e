"""Lists inside JSON as grids and masks, or an InvalidPuzzle."""

from entails.models.errors import InvalidPuzzle
from entails.models.json_text import Json, dump_json, load_json
from entails.models.sudoku.forms.symbols import short
from entails.models.sudoku.shape import Shape

__all__ = ["Json", "described", "dump_json", "flat_rows", "load_json", "mask_of", "whole_numbers"]


def flat_rows(value: list[Json], where: str) -> list[Json]:
    """The items of a list of rows, one row after the other."""
    items: list[Json] = []
    for number, row in enumerate(value, 1):
        if not isinstance(row, list) or len(row) != len(value):
            raise InvalidPuzzle(
                "this is not a row of a square grid", where=f"{where}, row {number}", expected=f"a list of {len(value)}"
            )
        items += row
    return items


def described(value: Json) -> str:
    """A value for an error message, briefly."""
    if isinstance(value, dict | list):
        return "a list" if isinstance(value, list) else "an object"
    return short(value) if isinstance(value, str) else str(value)[:20]


def whole_numbers(value: Json, where: str) -> list[int]:
    """A list that holds nothing but whole numbers."""
    if not isinstance(value, list):
        raise InvalidPuzzle("this is not a list", where=where, expected="a list of numbers")
    for item in value:
        if not isinstance(item, int) or isinstance(item, bool):
            raise InvalidPuzzle(f"{described(item)} is not a whole number", where=where, expected="whole numbers")
    return [item for item in value if isinstance(item, int)]


def mask_of(value: Json, shape: Shape, where: str) -> int:
    """The bitmask of a list of digits."""
    digits = whole_numbers(value, where)
    if not all(1 <= digit <= shape.size for digit in digits):
        raise InvalidPuzzle("this is not a list of digits", where=where, expected=f"numbers from 1 to {shape.size}")
    return sum(1 << (digit - 1) for digit in set(digits))
