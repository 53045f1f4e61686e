"""Error messages in French, by their English text.

An error message reads "place: problem; expected ...". Each of its parts is looked up in the tables of `error_values`,
`error_problems` and `error_expectations`; the progress of jobs is in `error_progress`. The English texts of the tables
are patterns: {text} matches any text and is kept, {number} matches a number, {amount} a number with its noun
("3 cells"), {phrase} a text with an entry of its own. A message whose problem has no entry stays in English.
"""

import re
from collections.abc import Mapping
from functools import cache

from entails.locale.error_expectations import EXPECTATIONS, NOUNS, PLACES
from entails.locale.error_problems import PROBLEMS
from entails.locale.error_progress import PROGRESS
from entails.locale.error_values import VALUES
from entails.locale.message import Language, Message, pattern_of

_HOLES = {"text": ".+?", "phrase": ".+?", "number": r"-?\d[\d,]*", "amount": r"\d[\d,]* [a-z]+"}
_HOLES_OF_PROBLEMS = {**_HOLES, "text": "(?:(?!: ).)+?"}
"""In a problem, a text ends before a colon: what stands before it is a place."""
_ALL_PROBLEMS = {**VALUES, **PROBLEMS, **PROGRESS}
_EXPECTED = "; expected "
_WHOLE = Message("{problem}; expected {expected}", "{problem} ; attendu : {expected}")
_PLACED = Message("{place}: {problem}", "{place} : {problem}")
_ENGLISH = re.compile(r"\b(?:an?(?= )|address|and|before|for|of|rows|such|the|with)\b")
"""Words of sentences: an expectation with one of them in a placeholder stays in English as a whole."""
_NARROW_SPACE = "\u202f"
_HOLE = re.compile(r"\{(\w+)\}")


def error_text(sentence: str, language: Language = "en") -> str:
    """Return an error message or the progress of a job in a language; a text without a translation stays in English."""
    return sentence if language == "en" else _sentence(sentence) or sentence


def _sentence(text: str) -> str | None:
    problem, mark, expected = text.rpartition(_EXPECTED)
    if mark and (french := _problem(problem)) is not None:
        return _WHOLE.say("fr", problem=french, expected=_expectation(expected))
    return _problem(text)


def _problem(text: str) -> str | None:
    """Return a problem in French, with the places before it."""
    place, mark, rest = text.partition(": ")
    if mark and (places := _places(place)) is not None and (french := _problem(rest)) is not None:
        return _PLACED.say("fr", place=places, problem=french)
    return _matched(text, _ALL_PROBLEMS)


def _places(text: str) -> str | None:
    """Return places such as "row 2, column 3" in French; a name or a pointer ("r1c1", "/puzzle") is kept."""
    parts = [_matched(part, PLACES) or (None if " " in part else part) for part in text.split(", ")]
    return None if None in parts else ", ".join(filter(None, parts))


def _expectation(text: str) -> str:
    """Return an expectation in French; a list of values, or a text without an entry, is kept."""
    return _matched(text, EXPECTATIONS) or text


def _matched(text: str, table: Mapping[str, str]) -> str | None:
    if text in table:
        return table[text]
    for pattern, french in _patterns(table is _ALL_PROBLEMS, table is PLACES):
        if match := pattern.fullmatch(text):
            values = {name: _value(name, value, table) for name, value in match.groupdict().items()}
            if None not in values.values():
                return _filled(french, values)
    return None


def _filled(french: str, values: Mapping[str, str | None]) -> str:
    return _HOLE.sub(lambda hole: str(values[hole[1]]), french)


@cache
def _patterns(is_problem: bool, is_place: bool) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the patterns of a table with their French texts, those with the most fixed text first."""
    table = _ALL_PROBLEMS if is_problem else PLACES if is_place else EXPECTATIONS
    ordered = sorted(table.items(), key=lambda texts: -len(_HOLE.sub("", texts[0])))
    holes = _HOLES_OF_PROBLEMS if is_problem else _HOLES
    return tuple((pattern_of(english, holes), french) for english, french in ordered if _HOLE.search(english))


def _value(name: str, text: str, table: Mapping[str, str]) -> str | None:
    """Return the value of a placeholder in French; None if it has none."""
    if name.startswith("number"):
        return text.replace(",", _NARROW_SPACE)
    if name.startswith("amount"):
        return _amount(*text.split(" "))
    if name.startswith("phrase"):
        return _matched(text, _ALL_PROBLEMS) or _matched(text, EXPECTATIONS) or _places(text.replace(" and ", ", "))
    if table is not EXPECTATIONS:
        return text
    return None if _ENGLISH.search(text) else text.replace(" or ", " ou ")


def _amount(number: str, noun: str) -> str | None:
    """Return a number with its noun in French: "3 cells" is "3 cases"."""
    singulars = [noun, noun.removesuffix("s"), noun.removesuffix("es")]
    known = next((NOUNS[word] for word in singulars if word in NOUNS), None)
    if known is None:
        return None
    is_plural = number not in ("0", "1")
    ending = "" if not is_plural or known.endswith("s") else "x" if known.endswith("eu") else "s"
    return f"{number.replace(',', _NARROW_SPACE)} {known}{ending}"
