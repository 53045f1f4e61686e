"""INPUT: a puzzle in text if it parses as one, else an existing file, else `-` for standard input."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clausal.models.entry import Entry
    from clausal.models.report import Name
    from clausal.puzzles.base import AnyKind


@dataclass(frozen=True)
class Source:
    """The puzzles of an input. `label` names it in messages and in reports of puzzles that have no one-line form."""

    kind: "AnyKind"
    label: str
    entries: list["Entry[Any]"]

    @property
    def is_one(self) -> bool:
        """A single puzzle gets the full picture; many get a line each."""
        return len(self.entries) == 1

    @property
    def place(self) -> str:
        """Where it is, for a message; an argument needs no name."""
        return "" if self.label == _ARGUMENT else self.label

    def name(self, puzzle: Any) -> "Name":
        """How a report names this puzzle."""
        return {"puzzle": self.kind.write(puzzle)} if self.kind.one_line else {"file": self.label}


def read_source(kind_name: str, text: str, settings: Mapping[str, str | None]) -> Source:
    """Find the puzzles of an input. A single puzzle that is none is an error at once; among many, bad ones stay."""
    from clausal.models.dimacs import read_file
    from clausal.models.errors import InvalidPuzzle
    from clausal.puzzles import kind

    of_kind = kind(kind_name)
    if text == "-":
        source = _read(of_kind, sys.stdin.buffer.read(), "standard input", settings)
    else:
        inline = _read(of_kind, text.encode("utf-8", "surrogateescape"), _ARGUMENT, settings)
        if _is_all_good(inline) or not _is_file_name(text, of_kind):
            source = inline
        else:
            source = _read(of_kind, read_file(text), text, settings)
    if not source.entries:
        raise InvalidPuzzle("there is no puzzle in it", where=source.place, expected=f"a {kind_name}")
    first = source.entries[0]
    if source.is_one and first.error is not None:
        place = ", ".join(part for part in (source.place, f"line {first.line}" if first.line > 1 else "") if part)
        raise first.error.at(place) if place else first.error
    return source


def _read(of_kind: "AnyKind", data: bytes, label: str, settings: Mapping[str, str | None]) -> Source:
    """The puzzles of some bytes; bytes that hold none at all give one bad entry."""
    from clausal.models.entry import Entry
    from clausal.models.errors import InvalidPuzzle

    try:
        return Source(of_kind, label, list(of_kind.read(data, settings)))
    except InvalidPuzzle as error:
        return Source(of_kind, label, [Entry(1, None, error)])


def _is_all_good(source: Source) -> bool:
    return bool(source.entries) and all(entry.error is None for entry in source.entries)


def _is_file_name(text: str, of_kind: "AnyKind") -> bool:
    """Is this text meant as the name of a file? It is when such a file exists, when it looks like one, and always for
    puzzles that are not typed on a command line."""
    try:
        there = bool(text) and Path(text).exists()
    except (OSError, ValueError):  # far too long for a name, or with a zero byte in it
        return False
    looks = len(text) < 300 and ("/" in text or Path(text).suffix.lower() in _SUFFIXES)
    return there or looks or not of_kind.one_line


_ARGUMENT = "argument"
_SUFFIXES = {".txt", ".sdm", ".sdk", ".ss", ".csv", ".tsv", ".json", ".jsonl", ".cnf", ".gcnf", ".gz", ".dimacs"}
