"""Every call of the service, by name. The generic verbs come from the catalogue of puzzles; a puzzle's own verbs are
listed in the file that bears its name."""

from collections.abc import Mapping
from types import MappingProxyType

from clausal.service.call import Call
from clausal.service.calls import generic, scrabble, sudoku, wordle, wordle_work

_PARTS = (generic, sudoku, wordle, wordle_work, scrabble)

CALLS: Mapping[str, Call] = MappingProxyType({call.name: call for part in _PARTS for call in part.calls()})
"""A puzzle's own call of a name wins over the generic one."""
