"""Limits of the service on the fields of requests: lengths of texts, sizes of numbers, lengths of reports.

The command line has no such limits. Time, memory and the size of a request are limited by the settings of the server.
"""

from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from entails.models.encoding import Cnf
from entails.models.errors import TooLarge
from entails.models.fields import CommandArgument, Option
from entails.models.problem.model import ProblemModel
from entails.models.wordle.history import Wordle

MOST_TEXT = 400_000
"""Maximum length of a puzzle, in characters."""
MOST_CLAUSES = 200_000
MOST_GUESSES = 50
MOST_FACTS = 100_000
_MOST_CHARACTERS = 2000
_MOST_ITEMS = 100
_MOST_NUMBER = 2**31 - 1

WITHHELD = frozenset({"memory_mb", "workers"})
"""Fields that a request may not set."""

_BOUNDS: dict[str, dict[str, Any]] = {
    "puzzle": {"max_length": MOST_TEXT},
    "engine": {"max_length": 40},
    "encoder": {"max_length": 60},
    "seed": {"ge": 0},
    "all": {"le": 1000},
    "assume": {"max_length": 10_000},
    "max": {"le": 1_000_000},
    "most": {"le": 1000},
    "to": {"max_length": 40},
    "placement": {"max_length": 60},
    "play": {"max_length": 60},
    "contains": {"max_length": 15},
    "lexicon/check.words": {"max_length": 1000},
    "lexicon/search.limit": {"ge": 1, "le": 2000},
    "scrabble/analyse.racks": {"le": 1000},
    "scrabble/moves.top": {"le": 5000},
    "scrabble/selfplay.games": {"le": 1000},
    "sudoku/generate.n": {"le": 500},
    "sudoku/generate.attempts": {"le": 100_000},
    "sudoku/rate-many.puzzles": {"max_length": 2000},
    "sudoku/calibrate.repeats": {"le": 20},
    "wordle/boards.show": {"ge": 1, "le": 2000},
    "wordle/boards.top": {"le": 200},
    "wordle/candidates.limit": {"ge": 1, "le": 2000},
    "wordle/check.show": {"ge": 1, "le": 2000},
    "wordle/decode.show": {"ge": 1, "le": 2000},
    "wordle/evaluate.games": {"le": 500},
    "wordle/evaluate.repeat": {"le": 10},
    "wordle/openers.shuffles": {"le": 100},
    "wordle/openers.top": {"le": 200},
    "wordle/prove.sample": {"le": 500},
    "wordle/race.instances": {"le": 500},
    "wordle/study.games": {"le": 500},
    "wordle/race.lengths": {"min_length": 1, "max_length": 14},
    "wordle/race.strategies": {"min_length": 1, "max_length": 30},
    "wordle/suggest.explain": {"max_length": 10},
    "wordle/suggest.top": {"le": 200},
    "wordle/tree.beam": {"le": 1000},
    "wordle/tree.max_depth": {"le": 50},
    "wordle/turn.guesses": {"max_length": MOST_GUESSES},
    "wordle/turn.turns": {"le": MOST_GUESSES},
}
"""Bounds by field, or by `puzzle/verb.field` for one call."""

_DEFAULTS: dict[str, Any] = {
    "scrabble/selfplay.workers": 1,
    "sudoku/generate.attempts": 100_000,
    "wordle/check.seconds": 3.0,
    "wordle/check.show": 100,
    "wordle/race.lengths": (5,),
    "wordle/race.workers": 1,
}
"""Defaults that differ from those of the query, by `puzzle/verb.field`."""


def bounds(call: str, name: str, field: FieldInfo) -> dict[str, Any]:
    """Return the bounds of a field of a call: those of the table, else those of its type.

    Documents and choices are limited only by the size of the request.
    """
    limits = _BOUNDS.get(f"{call}.{name}", _BOUNDS.get(name, {}))
    types = _types(field.annotation)
    if tuple in types or list in types:
        return {"max_length": _MOST_ITEMS, **limits}
    if types == {int}:
        return {"le": _MOST_NUMBER, **limits}
    return {"max_length": _MOST_CHARACTERS, **limits} if types == {str} else limits


def _types(annotation: Any) -> set[Any]:
    """Return the types of an annotation without None; list and tuple without their item types."""
    origin = get_origin(annotation)
    if origin in (Union, UnionType):
        return set().union(*(_types(part) for part in get_args(annotation))) - {NoneType}
    return {origin or annotation}


def default(call: str, name: str, field: FieldInfo) -> Any:
    """Return the default of a field of a call."""
    usual = field.get_default(call_default_factory=True) if not field.is_required() else ...
    return _DEFAULTS.get(f"{call}.{name}", usual)


def defaults(call: str) -> dict[str, Any]:
    """Return the defaults of a call that differ from those of the query."""
    return {place.rpartition(".")[2]: value for place, value in _DEFAULTS.items() if place.startswith(f"{call}.")}


def is_granted(name: str, field: FieldInfo) -> bool:
    """Return whether a request may set a field; never one that names a path."""
    command_only = any(
        isinstance(marker, (Option, CommandArgument)) and marker.command_only for marker in field.metadata
    )
    return name not in WITHHELD and not command_only and Path not in _types(field.annotation)


def reject_too_large(puzzle: Any) -> None:
    """Reject a puzzle whose short text expands to a large problem."""
    if isinstance(puzzle, ProblemModel) and puzzle.statement.facts > MOST_FACTS:
        raise TooLarge(f"{puzzle.statement.facts:,} facts", expected=f"at most {MOST_FACTS:,}")
    if isinstance(puzzle, Cnf) and len(puzzle.clauses) > MOST_CLAUSES:
        raise TooLarge(f"{len(puzzle.clauses):,} clauses", expected=f"at most {MOST_CLAUSES:,}")
    if isinstance(puzzle, Wordle) and len(puzzle.history) > MOST_GUESSES:
        raise TooLarge(f"{len(puzzle.history)} guesses", expected=f"at most {MOST_GUESSES}")
