"""The tile sets and boards that ship with Clausal, and how to read others.

tile_set("french").total        102
layout("standard").rows         15; a path reads a board file of your own
"""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import ValidationError

from clausal.models.errors import Invalid, InvalidData, InvalidFile, InvalidOption
from clausal.models.misfit import misfit
from clausal.models.scrabble.layout import Layout, read_layout
from clausal.models.scrabble.tiles import SYMBOLS, TileSet

TILE_SETS = ("english", "french", "english-super")
LAYOUTS = ("standard", "super")
TILES_OF_LANGUAGE = {"en": "english", "fr": "french"}
"""The tile set to take when only the language is known."""

_LARGEST = 100_000


@cache
def shipped_tile_set(name: str) -> TileSet:
    """The tile set of this name among those that ship."""
    if name not in TILE_SETS:
        raise InvalidOption(f"there is no tile set {name[:40]!r}", expected=", ".join(TILE_SETS))
    return read_tile_set(files(__name__).joinpath(f"tiles_{name}.json").read_text("utf-8"), name)


@cache
def shipped_layout(name: str) -> Layout:
    """The board of this name among those that ship."""
    if name not in LAYOUTS:
        raise InvalidOption(f"there is no board {name[:40]!r}", expected=", ".join(LAYOUTS))
    return read_layout(files(__name__).joinpath(f"board_{name}.txt").read_text("utf-8"), name)


def tile_set(name: str = "english") -> TileSet:
    """A tile set by its name, or from a JSON file of one's own."""
    if name in TILE_SETS:
        return shipped_tile_set(name)
    return read_tile_set(_content(name, f"{', '.join(TILE_SETS)}, or a JSON file"), _short(name))


def layout(name: str = "standard") -> Layout:
    """A board by its name, or from a board file of one's own."""
    if name in LAYOUTS:
        return shipped_layout(name)
    return read_layout(_content(name, f"{', '.join(LAYOUTS)}, or a board file"), _short(name))


def read_tile_set(text: str, where: str) -> TileSet:
    """A tile set from JSON: {"name": ..., "language": ..., "tiles": {"A": [count, value], ..., "?": [2, 0]}}.

    A letter that is left out has no tile.
    """
    expected = '{"name": ..., "language": ..., "tiles": {"A": [count, value], ...}}'
    try:
        data = json.loads(text)
        tiles = dict(data.pop("tiles"))
        pairs = [tiles.pop(symbol, (0, 0)) for symbol in SYMBOLS]
        if tiles:
            raise InvalidData(f"{str(next(iter(tiles)))[:20]!r} is no tile", where=where, expected="A to Z and ?")
        counts, values = zip(*((count, value) for count, value in pairs), strict=True)
        return TileSet(counts=counts, values=values, **data)
    except Invalid:
        raise
    except ValidationError as error:
        raise InvalidData(f"this is no tile set ({misfit(error)})", where=where, expected=expected) from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise InvalidData("this is no tile set", where=where, expected=expected) from None


def _content(path: str, expected: str) -> str:
    try:
        with Path(path).open("rb") as file:
            content = file.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no name of a file"
        raise InvalidFile(f"the file cannot be read ({reason})", where=_short(path), expected=expected) from None
    if len(content) > _LARGEST:
        raise InvalidData("the file is too large", where=_short(path), expected=expected)
    return content.decode("utf-8", "replace")


def _short(name: str) -> str:
    return name[:100].encode("utf-8", "backslashreplace").decode()
