"""Ladders that ship with Entails, a reader for others, and an example of each technique (docs/difficulty.md)."""

import json
import tomllib
from functools import cache
from importlib.resources import files

from pydantic import ValidationError

from entails.models.errors import InvalidData, validation_message
from entails.models.fields import Document, Named, decoded
from entails.models.sudoku.ladder import Ladder

NAMES = ("entails", "sudoku-explainer", "hodoku", "sudokuwiki")
LADDER = Named("ladder", lambda: NAMES, "a TOML or JSON file")
_LARGEST = 100_000
_EXPECTED = "a ladder in TOML or JSON: a name, and levels with techniques"


@cache
def ladder_named(name: str) -> Ladder:
    """Return a ladder that ships with Entails."""
    return _read(files(__name__).joinpath(f"{name}.toml").read_bytes(), name)


def read_ladder(document: Document) -> Ladder:
    """Read a custom ladder."""
    return _read(document.data, document.name[:200])


@cache
def examples() -> dict[str, str]:
    """Return a position for each technique, by its id: a grid, or a line of a technique library."""
    lines = files(__name__).joinpath("examples.tsv").read_text("utf-8").splitlines()
    return dict(line.split("\t") for line in lines if not line.startswith("#"))


def _read(content: bytes, where: str) -> Ladder:
    if len(content) > _LARGEST:
        raise InvalidData("the file is too large", where=where, expected=_EXPECTED)
    text = decoded(content, InvalidData)
    try:
        values = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError):
        raise InvalidData("this is neither valid TOML nor valid JSON", where=where, expected=_EXPECTED) from None
    try:
        return Ladder.model_validate(values)
    except ValidationError as error:
        first = validation_message(error)
        place = ".".join(map(str, first.place))[:100]
        raise InvalidData(
            f"invalid ladder ({place + ': ' if place else ''}{first})", where=where, expected=_EXPECTED
        ) from None
