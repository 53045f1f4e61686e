"""Tile sets, boards and leave values that ship with Entails, and readers for other tile sets and boards.

    tile_set("french").total        # 102
    layout("standard").rows         # 15; a path reads a board file

docs/scrabble.md describes how the leave values are learnt.
"""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import ValidationError

from entails.models.alphabet import LATIN, Alphabet
from entails.models.errors import Invalid, InvalidData, InvalidFile, InvalidOption, validation_message
from entails.models.scrabble.layout import Layout, read_layout
from entails.models.scrabble.tiles import BLANK, BLANK_SYMBOL, KINDS, SYMBOLS, LeaveValues, TileSet

TILE_SETS = (
    "english",
    "french",
    "english-super",
    "spanish",
    "dutch",
    "polish",
    "swedish",
    "danish",
    "hungarian",
    "russian",
    "greek",
    "german",
    "italian",
)
LAYOUTS = ("standard", "super")
TILES_OF_LANGUAGE = {
    "en": "english",
    "fr": "french",
    "es": "spanish",
    "nl": "dutch",
    "pl": "polish",
    "sv": "swedish",
    "da": "danish",
    "hu": "hungarian",
    "ru": "russian",
    "el": "greek",
    "de": "german",
    "it": "italian",
}
"""Default tile set of each language."""

_LARGEST = 100_000


@cache
def shipped_tile_set(name: str) -> TileSet:
    """Return a shipped tile set by name."""
    if name not in TILE_SETS:
        raise InvalidOption(f"unknown tile set {name[:40]!r}", expected=", ".join(TILE_SETS))
    return read_tile_set(files(__name__).joinpath(f"tiles_{name}.json").read_text("utf-8"), name)


@cache
def shipped_layout(name: str) -> Layout:
    """Return a shipped board by name."""
    if name not in LAYOUTS:
        raise InvalidOption(f"unknown board {name[:40]!r}", expected=", ".join(LAYOUTS))
    return read_layout(files(__name__).joinpath(f"board_{name}.txt").read_text("utf-8"), name)


def tile_set(name: str = "english") -> TileSet:
    """Return a tile set by name, or read it from a JSON file."""
    if name in TILE_SETS:
        return shipped_tile_set(name)
    return read_tile_set(_content(name, f"{', '.join(TILE_SETS)}, or a JSON file"), _short(name))


def layout(name: str = "standard") -> Layout:
    """Return a board by name, or read it from a board file."""
    if name in LAYOUTS:
        return shipped_layout(name)
    return read_layout(_content(name, f"{', '.join(LAYOUTS)}, or a board file"), _short(name))


def read_tile_set(text: str, where: str) -> TileSet:
    """Read a tile set from JSON: {"name": ..., "language": ..., "tiles": {"A": [count, value], ..., "?": [2, 0]}}.

    If all tiles are among A to Z, these are the letters, and a missing letter has no tile. Otherwise the tiles, in
    their order, are the alphabet; each has one letter ("Ä") or several ("CH"). A letter with [0, 0] can be laid as a
    blank.
    """
    expected = '{"name": ..., "language": ..., "tiles": {"A": [count, value], ...}}'
    try:
        data = json.loads(text)
        tiles = dict(data.pop("tiles"))
        letters = [symbol for symbol in tiles if symbol != BLANK_SYMBOL]
        alphabet = LATIN if tiles.keys() <= set(SYMBOLS) else Alphabet.of(letters)
        pairs: list[tuple[int, int]] = [(0, 0)] * KINDS
        for symbol, (count, value) in tiles.items():
            tile = BLANK if symbol == BLANK_SYMBOL else alphabet.number(Alphabet.of([symbol]).letters)
            pairs[tile] = (count, value)
        counts, values = zip(*pairs, strict=True)
        return TileSet(counts=counts, values=values, letters=alphabet.letters, **data)
    except Invalid as error:
        raise error.at(where) from None
    except ValidationError as error:
        raise InvalidData(f"invalid tile set ({validation_message(error)})", where=where, expected=expected) from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise InvalidData("invalid tile set", where=where, expected=expected) from None


def _content(path: str, expected: str) -> str:
    try:
        with Path(path).open("rb") as file:
            content = file.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "invalid file name"
        raise InvalidFile(f"the file cannot be read ({reason})", where=_short(path), expected=expected) from None
    if len(content) > _LARGEST:
        raise InvalidData("the file is too large", where=_short(path), expected=expected)
    return content.decode("utf-8", "replace")


def _short(name: str) -> str:
    return name[:100].encode("utf-8", "backslashreplace").decode()


LANGUAGES = ("en", "fr", "es", "nl", "pl", "sv", "da", "hu", "ru", "el")


@cache
def leave_values(language: str) -> LeaveValues:
    """Return the leave values of a language."""
    if language not in LANGUAGES:
        problem = f"no leave values for language {language[:20]!r}"
        raise InvalidOption(problem, expected=f"{', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}")
    return LeaveValues.model_validate_json(
        files("entails.data.scrabble").joinpath(f"leaves_{language}.json").read_bytes()
    )
