"""Totals of first guesses that were proven once: how many guesses all secrets of a list take together."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_name("openers.json")


@cache
def known_totals(digest: str, feedback: str, mode: str) -> Mapping[str, int]:
    """The totals by word, for the list of this digest (see `Words.digest`); none for a list that nobody measured."""
    for entry in _entries():
        if (entry["digest"], entry["feedback"], entry["mode"]) == (digest, feedback, mode):
            return {str(word): int(total) for word, total in entry["totals"].items()}
    return {}


@cache
def _entries() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(_FILE.read_text("utf-8"))["lists"])
