"""The leave values that ship with Entails, one file for each language. docs/scrabble.md says how they are learnt."""

from functools import cache
from importlib.resources import files

from entails.models.errors import InvalidOption
from entails.models.scrabble.leave import LeaveValues

LANGUAGES = ("en", "fr", "es", "nl", "pl", "sv", "da", "hu", "ru", "el")


@cache
def leave_values(language: str) -> LeaveValues:
    """What tiles kept are worth in this language."""
    if language not in LANGUAGES:
        problem = f"no leave values were learnt for tiles of the language {language[:20]!r}"
        raise InvalidOption(problem, expected=f"tiles of {', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}")
    return LeaveValues.model_validate_json(
        files("entails.data.scrabble").joinpath(f"leaves_{language}.json").read_bytes()
    )
