"""Every call of the service, by name: those made from questions, and a puzzle's own that are not made yet."""

from collections.abc import Mapping
from types import MappingProxyType

from clausal.questions import own_questions
from clausal.service.call import Call
from clausal.service.calls import wordle, wordle_work
from clausal.service.made import calls

_PARTS = (wordle, wordle_work)

CALLS: Mapping[str, Call] = MappingProxyType(
    {call.name: call for call in calls()}
    | {call.name: call for part in _PARTS for call in part.calls() if call.verb not in own_questions(call.puzzle)}
)
"""A puzzle's own call of a name wins over the common one."""
