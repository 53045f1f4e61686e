"""INPUT: `-` for standard input, the name of a file, or the text of a puzzle.

An existing file always wins. What `is_file_name` takes for a name is never read as a puzzle.

Paths that a user types, turned into content: below the command line nobody opens a file.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from entails.cli.files import input_pieces, label, named, read_input, whole_input
from entails.cli.tables import NO_COLUMNS, Columns
from entails.data.files import unpacked
from entails.models.errors import Invalid, InvalidFile, InvalidOption
from entails.models.fields import Document, Named, is_file_name

if TYPE_CHECKING:
    from entails.models.entry import Block, Entry, InBlocks
    from entails.puzzles.base import AnyPuzzle
    from entails.queries.query import Query

_ARGUMENT = "argument"
_HEAD = 1 << 20
_SHORT = 60
_LONGEST_PATH = 4096
_LINK = re.compile(r"\s*https?://", re.IGNORECASE)
_SEPARATORS = frozenset("./\\")
_NO_NAME = frozenset(":\n")
"""What nobody has in the name of a file that they mean."""


@dataclass(frozen=True)
class Source:
    """The puzzles of an input. They are read as they are asked for, since there may be millions, and only once.

    `label` names the input in messages, and in reports of puzzles that have no one-line form. A source that `is_one`
    puzzle gets the full picture; many get a line each. `lines` is about how many there are. One that `is_typed` is no
    file. Where the question is answered in blocks, they stand among the entries.
    """

    kind: Any
    label: str
    entries: Iterable["Entry[Any] | Block[Any]"]
    is_one: bool
    lines: int = 1
    is_typed: bool = False

    def at(self, error: "Invalid", line: int) -> "Invalid":
        """An error with the place of its puzzle."""
        place = self.place(line)
        return error.at(place) if place else error

    def place(self, line: int) -> str:
        """Where a puzzle stands; an argument needs no name."""
        parts = ["" if self.label == _ARGUMENT else self.label, f"line {line}" if line > 1 or not self.is_one else ""]
        return ", ".join(filter(None, parts))


def has_rows(query: "Query", of_kind: "AnyPuzzle | None") -> bool:
    """Can a file hold many of what the question is about?"""
    return query.takes in ("puzzle", "many") and of_kind is not None and of_kind.one_line and query.input.read is None


def read_inputs(
    query: "Query",
    of_kind: "AnyPuzzle | None",
    inputs: str | Sequence[str] | None,
    settings: Any,
    ask: Any = None,
    columns: Columns = NO_COLUMNS,
) -> list[Source]:
    """What a question is asked about: nothing, the kind alone, or the puzzles of what was typed."""
    from entails.models.entry import Entry

    if query.takes in ("nothing", "kind"):
        return [Source(of_kind, "", [Entry(1, of_kind if query.takes == "kind" else None)], is_one=True)]
    assert of_kind is not None  # only puzzles are read
    reader = Reader(
        of_kind,
        settings,
        query.input.read or of_kind.read,
        None if query.blocks is None else (query, ask),
        columns if has_rows(query, of_kind) else None,
    )
    if isinstance(inputs, str):
        return [reader.source(inputs)]
    words = list(inputs or ())
    if of_kind.multi_word and (query.input.read is None or query.input.gathered):
        return [reader.source(gathered(words), typed=len(words) != 1)]
    return reader.sources(words)


@dataclass(frozen=True)
class Reader:
    """How inputs of one kind are read; large files in blocks, where what is `asked` can be answered so. Tables by their
    `columns`, where a row can hold such a puzzle."""

    kind: "AnyPuzzle"
    settings: Any
    read: Callable[[bytes, Any], Iterator["Entry[Any]"]]
    asked: "tuple[Query, Any] | None" = None
    columns: Columns | None = NO_COLUMNS

    def sources(self, texts: Sequence[str]) -> list[Source]:
        """Several inputs. One among others that is no puzzle, or cannot be read, becomes a bad entry."""
        if len(texts) == 1:
            return [self.source(texts[0])]
        return [self._source_or_bad(text, f"input {number}") for number, text in enumerate(texts, 1)]

    def _source_or_bad(self, text: str, name: str) -> Source:
        from entails.models.entry import Entry
        from entails.models.errors import Invalid

        try:
            source = self.source(text)
        except Invalid as error:
            return Source(self.kind, name, [Entry(1, None, error)], is_one=True)
        return replace(source, label=name) if source.label == _ARGUMENT else source

    def source(self, text: str, *, typed: bool = False) -> Source:
        """The puzzles of an input. A single puzzle that is none is an error at once; among many, bad ones stay. A text
        that is `typed` is not the name of a file."""
        source = self._inline(text, typed)
        if source is not None and self.columns not in (None, NO_COLUMNS):
            raise self._without_columns("what was typed")
        source = source or self._from_table(text) or self._from_file(text)
        if not source.is_one:
            return source
        (entry,) = one_by_one(source.entries)
        if entry.error is not None:
            raise source.at(entry.error, entry.line)
        return replace(source, entries=[entry])

    def _inline(self, text: str, typed: bool) -> Source | None:
        """The puzzles that the argument itself spells, unless it is meant as the name of a file."""
        if not typed and (text == "-" or is_file(text) or is_file_name(text)):
            return None
        source = replace(self._read(text.encode("utf-8", "surrogateescape"), _ARGUMENT), is_typed=True)
        entries = list(one_by_one(source.entries))
        if typed or all(entry.error is None for entry in entries):
            return replace(source, entries=entries)
        if _is_file_name(text, self.kind):
            return None
        return replace(source, entries=[self._or_a_file(entry, text) for entry in entries])

    def _or_a_file(self, entry: "Entry[Any]", text: str) -> "Entry[Any]":
        if entry.error is None or self.kind.is_text(text):
            return entry
        return replace(entry, error=or_a_file(entry.error, text))

    def _from_table(self, text: str) -> Source | None:
        """The puzzles of a file with columns, None where it has none."""
        if self.columns is None or text in ("", "-"):
            return None
        from entails.batch.inputs import TABLES, ending_of

        if ending_of(text) in TABLES:
            from entails.cli.tables import is_table, reading_one, table_entries

            read = reading_one(self.read, self.settings)
            if is_table(text, read):
                entries = table_entries(text, self.columns, read, self._in_blocks() if self._is_unshaped() else None)
                return self._of(entries, label(text), _about(text))
        if self.columns != NO_COLUMNS:
            raise self._without_columns(label(text))
        return None

    def _without_columns(self, name: str) -> "Invalid":
        from entails.models.errors import InvalidOption

        flag = "--id" if self.columns is None or self.columns.puzzle is None else "--column"
        return InvalidOption(f"{name} has no columns", where=flag, expected="a .csv, .tsv, .jsonl or .parquet file")

    def _is_unshaped(self) -> bool:
        """Nothing was said about how puzzles are read, so that a plain line is what it looks like."""
        return not self.settings.model_fields_set

    def _in_blocks(self) -> "InBlocks[Any] | None":
        """How what is asked is answered in blocks, None where it is not."""
        if self.asked is None or self.asked[0].blocks is None or self.asked[0].blocks(self.kind, self.asked[1]) is None:
            return None
        return self.kind.block_solver()

    def _from_file(self, text: str) -> Source:
        """The puzzles of a file, as a stream where there are many, of a kind that is read so."""
        solver = self.kind.block_solver() if self.read == self.kind.read else None
        if solver is None:
            from entails.data.files import unpacked

            with named(text):
                content = unpacked(read_input(text))
            return self._read(content, label(text))
        from entails.models.entry import AT_LEAST

        pieces = input_pieces(text)
        head = next(pieces, b"")
        if head.count(b"\n") < AT_LEAST:
            return self._read(whole_input(chain([head], pieces), text), label(text))
        entries = solver.read(chain([head], pieces), self.settings)
        return self._of(one_by_one(entries) if self._in_blocks() is None else entries, label(text), _about(text))

    def _read(self, data: bytes, name: str) -> Source:
        """The puzzles of some bytes."""
        from entails.models.entry import Entry
        from entails.models.errors import Invalid

        lines = data.count(b"\n") + (not data.endswith(b"\n"))
        try:
            return self._of(self.read(data, self.settings), name, lines)
        except Invalid as error:
            return self._of([Entry(1, None, error)], name, lines)

    def _of(self, items: Iterable["Entry[Any] | Block[Any]"], name: str, lines: int) -> Source:
        """A source of these puzzles; where there are none at all, of one bad entry. Two are read to know if it is
        one."""
        from entails.models.entry import Entry
        from entails.models.errors import InvalidPuzzle

        entries = iter(items)
        ahead = list(islice(entries, 2))
        if not ahead:
            ahead = [Entry(1, None, InvalidPuzzle("there is no puzzle in it", expected=f"a {self.kind.name}"))]
        is_one = len(ahead) == 1 and (isinstance(ahead[0], Entry) or len(ahead[0]) == 1)
        return Source(self.kind, name, chain(ahead, entries), is_one, lines)


def one_by_one(entries: Iterable["Entry[Any] | Block[Any]"]) -> Iterator["Entry[Any]"]:
    """The entries of blocks among the others."""
    from entails.models.entry import Entry

    for item in entries:
        yield from [item] if isinstance(item, Entry) else item.entries()


def _about(path: str) -> int:
    """How many lines a file has, if it goes on as it began; 0 when that cannot be told: of a pipe, which can be read
    only once, and of what is packed."""
    from entails.data.files import packing

    try:
        if not Path(path).is_file():
            return 0
        with Path(path).open("rb") as file:
            head = file.read(_HEAD)
    except (OSError, ValueError):
        return 0
    size = Path(path).stat().st_size
    return 0 if packing(head) else head.count(b"\n") * size // max(1, len(head))


def gathered(words: Sequence[str]) -> str:
    """Several arguments that make one puzzle, as one text. Among several, a file name stands for what is in it, so
    that a file can be followed by what belongs to it; alone, it is left to be read as any INPUT."""
    return words[0] if len(words) == 1 else put_together(words)


def put_together(words: Sequence[str]) -> str:
    """Some words as one text, a file name among them replaced by what is in the file."""
    contents = [_content(word, alone=len(words) == 1) for word in words]
    texts = [word if content is None else content for word, content in zip(words, contents, strict=True)]
    return ("\n" if any("\n" in text for text in texts) else " ").join(texts)


def _content(word: str, *, alone: bool = False) -> str | None:
    """Return what the file holds that an argument names; None when the argument is text. Among several words, a word
    without a dot or a slash is text."""
    from entails.models.fields import decoded

    if word == "-" or is_file_name(word) or ((alone or not _SEPARATORS.isdisjoint(word)) and is_file(word)):
        return decoded(read_input(word)).strip()
    return None


def is_file(text: str) -> bool:
    """Return whether there is a file, or a pipe, of this name."""
    return exists(text) and not Path(text).is_dir()


def exists(path: str) -> bool:
    """Return whether there is a file or a directory of this name."""
    try:
        return 0 < len(path) <= _LONGEST_PATH and Path(path).exists()
    except (OSError, ValueError):  # far too long for a name, or with a zero byte in it
        return False


def or_a_file(error: "Invalid", text: str) -> "Invalid":
    """An error that tells what else a short argument was taken for, in vain."""
    from entails.models.errors import InvalidData, InvalidPuzzle

    beside_it = isinstance(error, InvalidData)
    if beside_it or not text.strip() or len(text) > _SHORT or not _NO_NAME.isdisjoint(text):
        return error
    problem = f"{error.problem}, and there is no file of this name"
    return InvalidPuzzle(problem, where=error.where, expected=error.expected)


def _is_file_name(text: str, of_kind: "AnyPuzzle") -> bool:
    """Is this text meant as the name of a file? It is when such a file exists, when it looks like one, and always for
    puzzles that are not typed on a command line."""
    there = exists(text)
    if there or _LINK.match(text) or text.lstrip().startswith("{"):
        return there
    return not of_kind.is_text(text) and ("/" in text or not of_kind.one_line)


def document(path: str) -> Document:
    """What a file holds, unpacked, or standard input for `-`."""
    data = read_input(path)
    with named(path):
        return Document(unpacked(data), label(path))


def named_or_document(name: str, choice: Named) -> str | Document:
    """A name that ships with Entails, or else the file of this name, unpacked."""
    if name in choice.names():
        return name
    try:
        return Document(unpacked(read_input(name)), label(name))
    except Invalid as error:
        raise InvalidFile(error.problem, where=error.where, expected=error.expected or choice.expected) from None


def contents(fields: Any, values: dict[str, Any]) -> dict[str, Any]:
    """The values of some fields, files read where a field wants what is in them."""
    return {name: _document_content(fields[name], value) for name, value in values.items()}


def refuse_two_from_standard_input(*paths: Any) -> None:
    """Only one thing can be read from where there is one."""
    if paths.count("-") > 1:
        raise InvalidOption("only one of the inputs can be standard input", expected="a file for the other")


def _document_content(field: Any, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    for marker in field.metadata:
        if isinstance(marker, Named):
            return named_or_document(value, marker)
    return document(value) if _is_document(field) else value


def _is_document(field: Any) -> bool:
    return field.annotation in (Document, Document | None)


def paths(fields: Any, values: dict[str, Any]) -> list[Any]:
    """The values that name files."""
    named = {name for name, field in fields.items() if any(isinstance(marker, Named) for marker in field.metadata)}
    return [value for name, value in values.items() if name in named or _is_document(fields[name])]
