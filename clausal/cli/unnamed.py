"""`clausal solve LINK`: a question without the name of a puzzle. The link says which it is."""

import json
from collections.abc import Sequence
from contextvars import ContextVar

from clausal.cli.files import exists, named, read_input
from clausal.models.errors import InvalidPuzzle
from clausal.models.text import decoded, is_file_name
from clausal.questions import common_questions

RECOGNISED: ContextVar[str | None] = ContextVar("recognised", default=None)
"""The name of the puzzle, where nobody said it but a link did."""


def is_unnamed(words: Sequence[str]) -> bool:
    """Is the first word a question that every puzzle answers?"""
    return bool(words) and words[0] in common_questions()


def with_name(words: Sequence[str]) -> list[str]:
    """The same words with the name of the puzzle before them."""
    from clausal.puzzles.recognise import recognised

    verb, *others = words
    for word in others:
        if word in ("-h", "--help"):
            return ["sudoku", verb, word]
        if word == "-" or not word.startswith("-"):
            name = recognised(content_of(word))
            RECOGNISED.set(name)
            return [name, *words]
    raise InvalidPuzzle(f"{verb} has nothing to read", expected=f"clausal {verb} LINK, or clausal PUZZLE {verb} INPUT")


def content_of(word: str) -> str:
    """What an argument says; what a file says, where it names one. Standard input cannot be read twice."""
    if word == "-":
        raise InvalidPuzzle(
            "standard input does not say which puzzle it is", expected="clausal PUZZLE and the question"
        )
    if not is_file_name(word) and not exists(word):
        return word
    with named(word):
        return decoded(read_input(word))


def named_line(line: str, name: str) -> str:
    """A report whose `puzzle` is the name of the genre; what the puzzle says goes to `text`."""
    report = json.loads(line)
    if not isinstance(report, dict):
        return line
    text = report.pop("puzzle", None)
    said = {"puzzle": name, **({"text": text} if text is not None else {}), **report}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))
