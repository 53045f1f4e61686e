"""What the calls of puzzles' own verbs share that are not made from questions yet."""

from typing import Any

from pydantic import Field, create_model

from clausal.models.report import Name
from clausal.puzzles import kind
from clausal.questions.reading import parse
from clausal.service import policy
from clausal.service.call import Request
from clausal.service.made import setting_fields

MOST_TEXT = policy.MOST_TEXT
MOST_LISTED = 1000
"""Solutions, conflicts or repairs in one answer."""

Seed = Field(default=0, ge=0, le=2**31 - 1, description="Seed of every random choice.")


class PuzzleRequest(Request):
    """A puzzle in any text form that the command line takes."""

    puzzle: str = Field(max_length=MOST_TEXT, description="The puzzle as text, in any form that its reader knows.")


def with_settings(name: str, verb: str, request: type[PuzzleRequest]) -> type[PuzzleRequest]:
    """The request with what reading this puzzle may need to be told."""
    title = f"{name.capitalize()}{verb.capitalize()}Request"
    fields: dict[str, Any] = setting_fields(kind(name), f"{name}/{verb}")
    made: type[PuzzleRequest] = create_model(title, __base__=request, __doc__=request.__doc__, **fields)
    return made


def read_puzzle(request: Any, kind_name: str) -> tuple[Any, Name]:
    """The puzzle of a request, and how its report names it."""
    of_kind = kind(kind_name)
    puzzle = parse(
        kind_name, request.puzzle, **{name: getattr(request, name) for name in of_kind.settings.model_fields}
    )
    policy.refuse_too_large(puzzle)
    return puzzle, {"puzzle": of_kind.write(puzzle)} if of_kind.one_line else {}
