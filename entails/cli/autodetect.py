"""`entails solve INPUT`: a query without a puzzle type, which is detected from a link or the content of a file."""

import json
from collections.abc import Sequence
from contextvars import ContextVar

from entails.queries import common_queries

DETECTED: ContextVar[str | None] = ContextVar("detected", default=None)
"""The detected puzzle type, or None if the command line names one."""


def needs_detection(words: Sequence[str]) -> bool:
    """Return whether the first argument is a query of all puzzles, so that the puzzle type is missing."""
    return bool(words) and words[0] in common_queries()


def with_puzzle_type(words: Sequence[str]) -> list[str]:
    """Return the arguments preceded by the puzzle type of the input."""
    verb, *others = words
    for word in others:
        if word in ("-h", "--help"):
            return ["sudoku", verb, word]
        if word == "-" or not word.startswith("-"):
            name, _ = detected_input(word)
            DETECTED.set(name)
            return [name, *words]
    from entails.models.errors import InvalidPuzzle

    raise InvalidPuzzle(f"{verb}: missing input", expected=f"entails {verb} LINK, or entails PUZZLE {verb} INPUT")


def detected_input(word: str) -> tuple[str, bytes]:
    """Return the puzzle type of an argument or a file, and its content, decompressed.

    Standard input is rejected, because it cannot be read twice.
    """
    from entails.cli.files import named, read_input
    from entails.cli.inputs import exists
    from entails.data.files import unpacked
    from entails.models.errors import InvalidPuzzle
    from entails.models.fields import is_file_name
    from entails.puzzles.detect import recognised

    if word == "-":
        raise InvalidPuzzle("cannot detect the puzzle type of standard input", expected="entails PUZZLE COMMAND -")
    if not is_file_name(word) and not exists(word):
        content = word.encode(errors="surrogatepass")
        return recognised(content), content
    with named(word):
        content = unpacked(read_input(word))
        return recognised(content), content


def with_detected_type(line: str, name: str) -> str:
    """Return a JSON report whose `puzzle` is the puzzle type; the text of the puzzle moves to `text`."""
    report = json.loads(line)
    if not isinstance(report, dict):
        return line
    text = report.pop("puzzle", None)
    renamed = {"puzzle": name, **({"text": text} if text is not None else {}), **report}
    return json.dumps(renamed, ensure_ascii=False, separators=(",", ":"))
