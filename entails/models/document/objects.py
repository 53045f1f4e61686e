"""Objects of a document: only the keys that are known, each once."""

from entails.models.document.json import Twice
from entails.models.document.refusal import Refused, shown
from entails.models.errors import one_of
from entails.models.json_text import Json


def fields_of(value: Json, allowed: tuple[str, ...], required: tuple[str, ...] = (), what: str = "") -> dict[str, Json]:
    """The object, once it has all that it needs and nothing that is not known."""
    if not isinstance(value, dict):
        raise Refused(f"{shown(value)} is not an object", what or f"an object with {', '.join(required or allowed)}")
    if isinstance(value, Twice):
        raise Refused(f"{shown(value.key)} stands twice in one object", "each key once")
    for key in value:
        if key not in allowed:
            raise Refused(f"there is no field {shown(key)} here", one_of(allowed, key))
    for key in required:
        if key not in value:
            raise Refused(f"{key!r} is missing", what)
    return value
