"""JSON text that may come from anywhere: every way in which it can be bad is `Invalid`."""

import json

from entails.models.errors import Invalid, InvalidPuzzle

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def load_json(text: str, where: str = "JSON", bad: type[Invalid] = InvalidPuzzle) -> Json:
    """The value of a JSON text. `bad` is what a text is that is not JSON: a puzzle, or data of another kind."""
    try:
        value: Json = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"{where}, line {error.lineno}, column {error.colno}"
        raise bad("this is not valid JSON", where=place, expected="one JSON value") from None
    except (ValueError, RecursionError):
        raise bad("this is not valid JSON", where=where, expected="small numbers and little nesting") from None
    return value


def dump_json(value: Json) -> str:
    """JSON on one line, without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
