"""The leave values that ship with Clausal, one file for each language. docs/scrabble.md says how they are learnt."""

from functools import cache
from importlib.resources import files

from clausal.models.errors import InvalidOption
from clausal.models.scrabble.leave import LeaveValues

LANGUAGES = ("en", "fr", "es", "nl", "pl", "sv", "da", "hu", "ru", "el")


@cache
def leave_values(language: str) -> LeaveValues:
    """What tiles kept are worth in this language."""
    if language not in LANGUAGES:
        problem = f"no leave values were learnt for tiles of the language {language[:20]!r}"
        raise InvalidOption(problem, expected=f"tiles of {', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}")
    return LeaveValues.model_validate_json(
        files("clausal.data.scrabble").joinpath(f"leaves_{language}.json").read_bytes()
    )
