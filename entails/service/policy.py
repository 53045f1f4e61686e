"""What a server grants to strangers, in one table: how long texts, how large numbers, how many lines of an answer.

None of it is part of a question: on a command line the same options have no such bounds. Seconds, memory and the size
of a request are bounded by the server's own settings besides.
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
"""Characters of a puzzle."""
MOST_CLAUSES = 200_000
MOST_GUESSES = 50
MOST_FACTS = 100_000
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
"""By field, or by `puzzle/verb.field` where one call differs."""

_DEFAULTS: dict[str, Any] = {
    "scrabble/selfplay.workers": 1,
    "sudoku/generate.attempts": 100_000,
    "wordle/check.seconds": 3.0,
    "wordle/check.show": 100,
    "wordle/race.lengths": (5,),
    "wordle/race.workers": 1,
}
"""Defaults that differ from the question's own, by `puzzle/verb.field`."""


def bounds(call: str, name: str, field: FieldInfo) -> dict[str, Any]:
    """How far a field of a call may go: what the table says, else what its type suggests. Documents and what is chosen
    among names are bounded by the size of the request alone."""
    said = _BOUNDS.get(f"{call}.{name}", _BOUNDS.get(name, {}))
    types = _types(field.annotation)
    if tuple in types or list in types:
        return {"max_length": _MOST_ITEMS, **said}
    if types == {int}:
        return {"le": _MOST_NUMBER, **said}
    return {"max_length": _MOST_SAID, **said} if types == {str} else said


def _types(annotation: Any) -> set[Any]:
    """The types that an annotation allows, without None; of a list or a tuple only that it is one."""
    origin = get_origin(annotation)
    if origin in (Union, UnionType):
        return set().union(*(_types(part) for part in get_args(annotation))) - {NoneType}
    return {origin or annotation}


def default(call: str, name: str, field: FieldInfo) -> Any:
    """What a field is when a request does not say it."""
    usual = field.get_default(call_default_factory=True) if not field.is_required() else ...
    return _DEFAULTS.get(f"{call}.{name}", usual)


def defaults(call: str) -> dict[str, Any]:
    """What a call is told where its request says nothing."""
    return {place.rpartition(".")[2]: value for place, value in _DEFAULTS.items() if place.startswith(f"{call}.")}


def is_granted(name: str, field: FieldInfo) -> bool:
    """May a request say this? Never what names a place on the disk."""
    command_only = any(
        isinstance(marker, (Option, CommandArgument)) and marker.command_only for marker in field.metadata
    )
    return name not in WITHHELD and not command_only and Path not in _types(field.annotation)


def refuse_too_large(puzzle: Any) -> None:
    """Refuse what is short to say and long to work on."""
    if isinstance(puzzle, ProblemModel) and puzzle.statement.facts > MOST_FACTS:
        raise TooLarge(f"it has {puzzle.statement.facts:,} facts", expected=f"{MOST_FACTS:,} at most")
    if isinstance(puzzle, Cnf) and len(puzzle.clauses) > MOST_CLAUSES:
        raise TooLarge(f"it has {len(puzzle.clauses):,} clauses", expected=f"{MOST_CLAUSES:,} at most")
    if isinstance(puzzle, Wordle) and len(puzzle.history) > MOST_GUESSES:
        raise TooLarge(f"there are {len(puzzle.history)} guesses", expected=f"{MOST_GUESSES} at most")
