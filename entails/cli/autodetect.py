"""`entails solve INPUT`: a query without the name of a puzzle; a link or the content of a file says which it is."""

import json
from collections.abc import Sequence
from contextvars import ContextVar

from entails.queries import common_questions

RECOGNISED: ContextVar[str | None] = ContextVar("recognised", default=None)
"""The name of the puzzle, where nobody said it but a link did."""


def is_unnamed(words: Sequence[str]) -> bool:
    """Is the first word a question that every puzzle answers?"""
    return bool(words) and words[0] in common_questions()


def with_name(words: Sequence[str]) -> list[str]:
    """The same words with the name of the puzzle before them."""
    verb, *others = words
    for word in others:
        if word in ("-h", "--help"):
            return ["sudoku", verb, word]
        if word == "-" or not word.startswith("-"):
            name, _ = recognised_input(word)
            RECOGNISED.set(name)
            return [name, *words]
    from entails.models.errors import InvalidPuzzle

    raise InvalidPuzzle(f"{verb} has nothing to read", expected=f"entails {verb} LINK, or entails PUZZLE {verb} INPUT")


def recognised_input(word: str) -> tuple[str, bytes]:
    """Return the name of the puzzle that an argument spells or that is in a file, and its content, unpacked. Standard
    input cannot be read twice."""
    from entails.cli.files import named, read_input
    from entails.cli.inputs import exists
    from entails.data.files import unpacked
    from entails.models.errors import InvalidPuzzle
    from entails.models.fields import is_file_name
    from entails.puzzles.detect import recognised

    if word == "-":
        raise InvalidPuzzle(
            "standard input does not say which puzzle it is", expected="entails PUZZLE and the question"
        )
    if not is_file_name(word) and not exists(word):
        content = word.encode(errors="surrogatepass")
        return recognised(content), content
    with named(word):
        content = unpacked(read_input(word))
        return recognised(content), content


def named_line(line: str, name: str) -> str:
    """A report whose `puzzle` is the name of the genre; what the puzzle says goes to `text`."""
    report = json.loads(line)
    if not isinstance(report, dict):
        return line
    text = report.pop("puzzle", None)
    renamed = {"puzzle": name, **({"text": text} if text is not None else {}), **report}
    return json.dumps(renamed, ensure_ascii=False, separators=(",", ":"))
