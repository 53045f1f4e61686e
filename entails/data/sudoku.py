"""Shipped data of Sudoku: weights of ratings and ladders of techniques, with readers for custom ones.

docs/difficulty.md describes both.
"""

import json
import tomllib
from functools import cache
from importlib.resources import files

from pydantic import ValidationError

from entails.models.errors import InvalidData, InvalidOption, validation_message
from entails.models.fields import Document, Named, decoded
from entails.models.rating import Ladder, RatingWeights

_WEIGHTS, _LADDERS = (files("entails.data").joinpath(folder) for folder in ("weights", "ladders"))
DEFAULT = "human"
"""Name of the default weights."""
LADDERS = ("entails", "sudoku-explainer", "hodoku", "sudokuwiki")
LADDER = Named("ladder", lambda: LADDERS, "a TOML or JSON file")
_MOST_WEIGHTS, _MOST_LADDER = 1_000_000, 100_000
"""Maximum sizes of files, in bytes."""
_EXPECTED = "a ladder in TOML or JSON: a name, and levels with techniques"


@cache
def weights(name: str = DEFAULT) -> RatingWeights:
    """Return shipped rating weights by name."""
    known = sorted(entry.name.removesuffix(".json") for entry in _WEIGHTS.iterdir() if entry.name.endswith(".json"))
    if name not in known:
        raise InvalidOption(f"unknown weights {name[:40]!r}", expected=", ".join(known))
    return _weights_in(_WEIGHTS.joinpath(f"{name}.json").read_bytes(), name)


def read_weights(document: Document) -> RatingWeights:
    """Read custom rating weights, such as those of a calibration."""
    return _weights_in(document.data, document.name[:200])


def _weights_in(content: bytes, where: str) -> RatingWeights:
    if len(content) > _MOST_WEIGHTS:
        raise InvalidData("the file is too large", where=where, expected="weights in JSON, a few kilobytes")
    try:
        return RatingWeights.model_validate_json(content)
    except ValidationError as error:
        first = validation_message(error)
        place = ".".join(map(str, first.place))[:100]
        raise InvalidData(
            f"invalid weights ({place + ': ' if place else ''}{first})",
            where=where,
            expected="the JSON that a calibration writes",
        ) from None


@cache
def ladder_named(name: str) -> Ladder:
    """Return a shipped ladder of techniques by name."""
    return _ladder_in(_LADDERS.joinpath(f"{name}.toml").read_bytes(), name)


def read_ladder(document: Document) -> Ladder:
    """Read a custom ladder of techniques."""
    return _ladder_in(document.data, document.name[:200])


@cache
def technique_examples() -> dict[str, str]:
    """Return an example position for each technique id: a grid, or a line of a technique library."""
    lines = _LADDERS.joinpath("examples.tsv").read_text("utf-8").splitlines()
    return dict(line.split("\t") for line in lines if not line.startswith("#"))


def _ladder_in(content: bytes, where: str) -> Ladder:
    if len(content) > _MOST_LADDER:
        raise InvalidData("the file is too large", where=where, expected=_EXPECTED)
    text = decoded(content, InvalidData)
    try:
        values = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError):
        raise InvalidData("neither valid TOML nor valid JSON", where=where, expected=_EXPECTED) from None
    try:
        return Ladder.model_validate(values)
    except ValidationError as error:
        first = validation_message(error)
        place = ".".join(map(str, first.place))[:100]
        raise InvalidData(
            f"invalid ladder ({place + ': ' if place else ''}{first})", where=where, expected=_EXPECTED
        ) from None
