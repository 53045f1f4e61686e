"""INPUT: a puzzle in text if it parses as one, else an existing file, else `-` for standard input."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clausal.cli.files import label, read_input

if TYPE_CHECKING:
    from clausal.models.entry import Entry
    from clausal.models.errors import InvalidPuzzle
    from clausal.models.report import Name
    from clausal.puzzles.base import AnyKind

_ARGUMENT = "argument"
_SUFFIXES = {".txt", ".sdm", ".sdk", ".ss", ".csv", ".tsv", ".json", ".jsonl", ".cnf", ".gcnf", ".gz", ".dimacs"}
_LONGEST_NAME = 300
_SHORT = 60


@dataclass(frozen=True)
class Source:
    """The puzzles of an input. They are read as they are asked for, since there may be millions, and only once.

    `label` names the input in messages, and in reports of puzzles that have no one-line form. A source that `is_one`
    puzzle gets the full picture; many get a line each. `lines` is how many there are at most.
    """

    kind: "AnyKind"
    label: str
    entries: Iterable["Entry[Any]"]
    is_one: bool
    lines: int = 1

    def name(self, puzzle: Any) -> "Name":
        """How a report names this puzzle."""
        return {"puzzle": self.kind.write(puzzle)} if self.kind.one_line else {"file": self.label}

    def at(self, error: "InvalidPuzzle", line: int) -> "InvalidPuzzle":
        """An error with the place of its puzzle; an argument needs no name."""
        parts = ["" if self.label == _ARGUMENT else self.label, f"line {line}" if line > 1 or not self.is_one else ""]
        place = ", ".join(filter(None, parts))
        return error.at(place) if place else error


def read_source(kind_name: str, text: str, settings: Mapping[str, str | None]) -> Source:
    """Find the puzzles of an input. A single puzzle that is none is an error at once; among many, bad ones stay."""
    from clausal.puzzles import kind

    of_kind = kind(kind_name)
    source = _inline(of_kind, text, settings) or _read(of_kind, read_input(text), label(text), settings)
    if not source.is_one:
        return source
    (entry,) = source.entries
    if entry.error is not None:
        raise source.at(entry.error, entry.line)
    return replace(source, entries=[entry])


def _inline(of_kind: "AnyKind", text: str, settings: Mapping[str, str | None]) -> Source | None:
    """The puzzles that the argument itself spells, unless it is meant as the name of a file."""
    if text == "-":
        return None
    source = _read(of_kind, text.encode("utf-8", "surrogateescape"), _ARGUMENT, settings)
    entries = list(source.entries)
    if all(entry.error is None for entry in entries):
        return replace(source, entries=entries)
    if _is_file_name(text, of_kind):
        return None
    return replace(source, entries=[_or_a_file(entry, text) for entry in entries])


def _or_a_file(entry: "Entry[Any]", text: str) -> "Entry[Any]":
    """An error that tells what else a short argument was taken for, in vain."""
    from clausal.models.errors import InvalidPuzzle

    error = entry.error
    if error is None or not text.strip() or len(text) > _SHORT:
        return entry
    problem = f"{error.problem}, and there is no file of this name"
    return replace(entry, error=InvalidPuzzle(problem, where=error.where, expected=error.expected))


def _read(of_kind: "AnyKind", data: bytes, name: str, settings: Mapping[str, str | None]) -> Source:
    """The puzzles of some bytes; bytes that hold none at all give one bad entry. Two are read to know if it is one."""
    from clausal.models.entry import Entry
    from clausal.models.errors import InvalidPuzzle

    entries: Iterator[Entry[Any]] = iter(())
    try:
        entries = iter(of_kind.read(data, settings))
        ahead = list(islice(entries, 2))
    except InvalidPuzzle as error:
        ahead = [Entry(1, None, error)]
    if not ahead:
        ahead = [Entry(1, None, InvalidPuzzle("there is no puzzle in it", expected=f"a {of_kind.name}"))]
    lines = data.count(b"\n") + (not data.endswith(b"\n"))
    return Source(of_kind, name, chain(ahead, entries), len(ahead) == 1, lines)


def _is_file_name(text: str, of_kind: "AnyKind") -> bool:
    """Is this text meant as the name of a file? It is when such a file exists, when it looks like one, and always for
    puzzles that are not typed on a command line."""
    try:
        there = bool(text) and Path(text).exists()
    except (OSError, ValueError):  # far too long for a name, or with a zero byte in it
        return False
    looks = len(text) < _LONGEST_NAME and ("/" in text or Path(text).suffix.lower() in _SUFFIXES)
    return there or looks or not of_kind.one_line
