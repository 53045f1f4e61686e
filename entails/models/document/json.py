"""JSON text from strangers as a value: no key twice, no NaN, not too long."""

import json
from typing import Any, NoReturn

from entails.models.document.bounds import Bounds
from entails.models.errors import InvalidPuzzle
from entails.models.json_text import Json
from entails.models.text import decoded


class Twice(dict[str, Any]):
    """An object of which a key stands twice; it is refused where the place is known."""

    key = ""


def load(text: str | bytes, bounds: Bounds) -> Json:
    """The value of a text; everything that is wrong with it as JSON is told."""
    if len(text) > bounds.bytes:
        raise InvalidPuzzle(f"the document has {len(text):,} bytes", expected=f"{bounds.bytes:,} at most")
    words = decoded(text) if isinstance(text, bytes) else text
    try:
        value: Json = json.loads(words, object_pairs_hook=_object, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InvalidPuzzle("this is not JSON", where=where, expected=_expected(error)) from None
    except RecursionError:
        raise InvalidPuzzle("this is nested too deeply", expected="a document with variables and constraints") from None
    except ValueError:  # a number of thousands of digits
        raise InvalidPuzzle("there is a number too long to be read", expected="small numbers") from None
    return value


def _expected(error: json.JSONDecodeError) -> str:
    if not error.doc.strip():
        return "a document: {...}"
    if error.msg == "Extra data":
        return "the end of the text"
    return error.msg.removeprefix("Expecting ").lower()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        doubled = Twice(found)
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                doubled.key = key
            seen.add(key)
        return doubled
    return found


def _no_number(name: str) -> NoReturn:
    raise InvalidPuzzle(f"{name} is not a number", expected="whole numbers only")
