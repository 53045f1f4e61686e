"""What a server grants to strangers, in one table: how long texts, how large numbers, how many lines of an answer.

None of it is part of a question: on a command line the same options have no such bounds. Seconds, memory and the size
of a request are bounded by the server's own settings besides.
"""

from typing import Any

from pydantic.fields import FieldInfo

from clausal.models.asking import Option
from clausal.models.encoding import Cnf
from clausal.models.errors import TooLarge

MOST_TEXT = 400_000
"""Characters of a puzzle."""
MOST_CLAUSES = 200_000
_MOST_SAID = 2000
_MOST_ITEMS = 100
_MOST_NUMBER = 2**31 - 1

WITHHELD = frozenset({"memory_mb", "workers"})
"""Fields that are the server's own to say."""

_BOUNDS: dict[str, dict[str, Any]] = {
    "puzzle": {"max_length": MOST_TEXT},
    "engine": {"max_length": 40},
    "encoder": {"max_length": 60},
    "seed": {"ge": 0},
    "all": {"le": 1000},
    "max": {"le": 1_000_000},
    "most": {"le": 1000},
    "to": {"max_length": 40},
    "sudoku/generate.n": {"le": 500},
    "sudoku/generate.attempts": {"le": 100_000},
    "sudoku/rate-many.puzzles": {"max_length": 2000},
    "sudoku/calibrate.repeats": {"le": 20},
}
"""By field, or by `puzzle/verb.field` where one call differs."""

_DEFAULTS: dict[str, Any] = {"sudoku/generate.attempts": 100_000}
"""Defaults that differ from the question's own, by `puzzle/verb.field`."""


def bounds(call: str, name: str, field: FieldInfo) -> dict[str, Any]:
    """How far a field of a call may go: what the table says, else what its type suggests."""
    said = _BOUNDS.get(f"{call}.{name}", _BOUNDS.get(name, {}))
    text = str(field.annotation)
    if "Document" in text or "bool" in text or "Literal" in text:
        return said
    if "tuple" in text or "list" in text:
        return {"max_length": _MOST_ITEMS, **said}
    if "int" in text:
        return {"le": _MOST_NUMBER, **said}
    return {"max_length": _MOST_SAID, **said} if "str" in text else said


def default(call: str, name: str, field: FieldInfo) -> Any:
    """What a field is when a request does not say it."""
    usual = field.get_default(call_default_factory=True) if not field.is_required() else ...
    return _DEFAULTS.get(f"{call}.{name}", usual)


def is_granted(name: str, field: FieldInfo) -> bool:
    """May a request say this?"""
    command_only = any(isinstance(marker, Option) and marker.command_only for marker in field.metadata)
    return name not in WITHHELD and not command_only


def refuse_too_large(puzzle: Any) -> None:
    """Refuse what is short to say and long to work on."""
    if isinstance(puzzle, Cnf) and len(puzzle.clauses) > MOST_CLAUSES:
        raise TooLarge(f"it has {len(puzzle.clauses):,} clauses", expected=f"{MOST_CLAUSES:,} at most")
