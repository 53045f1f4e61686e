"""Every call of the service, by name. The generic verbs come from the catalogue of puzzles; a puzzle's own verbs are
listed in the file that bears its name."""

from collections.abc import Mapping
from types import MappingProxyType

from clausal.service.call import Call
from clausal.service.calls import generic, scrabble, sudoku, wordle

CALLS: Mapping[str, Call] = MappingProxyType(
    {call.name: call for call in (*generic.calls(), *sudoku.calls(), *wordle.calls(), *scrabble.calls())}
)
