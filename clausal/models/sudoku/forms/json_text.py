"""JSON text that may come from anywhere: every way in which it can be bad is an InvalidPuzzle."""

import json

from clausal.models.errors import InvalidPuzzle
from clausal.models.sudoku.forms.symbols import short
from clausal.models.sudoku.shape import Shape

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def load_json(text: str, where: str = "JSON") -> Json:
    """The value of a JSON text."""
    try:
        value: Json = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"{where}, line {error.lineno}, column {error.colno}"
        raise InvalidPuzzle("this is not valid JSON", where=place, expected="one JSON value") from None
    except (ValueError, RecursionError):
        raise InvalidPuzzle(
            "this is not valid JSON", where=where, expected="small numbers and little nesting"
        ) from None
    return value


def dump_json(value: Json) -> str:
    """JSON on one line, without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


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
