"""Calibrated rating weights that ship with Entails, and a reader for others. docs/difficulty.md describes them."""

from functools import cache
from importlib.resources import files

from pydantic import ValidationError

from entails.models.errors import InvalidData, InvalidOption, validation_message
from entails.models.fields import Document
from entails.models.rating import RatingWeights

DEFAULT = "human"
_LARGEST = 1_000_000


@cache
def weights(name: str = DEFAULT) -> RatingWeights:
    """Return shipped weights by name."""
    known = sorted(entry.name.removesuffix(".json") for entry in files(__name__).iterdir() if _is_json(entry.name))
    if name not in known:
        raise InvalidOption(f"unknown weights {name[:40]!r}", expected=", ".join(known))
    return _read(files(__name__).joinpath(f"{name}.json").read_bytes(), name)


def read_weights(document: Document) -> RatingWeights:
    """Read custom weights, such as those of a calibration."""
    return _read(document.data, document.name[:200])


def _is_json(name: str) -> bool:
    return name.endswith(".json")


def _read(content: bytes, where: str) -> RatingWeights:
    if len(content) > _LARGEST:
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
