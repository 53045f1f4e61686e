"""INPUT arguments: `-` for standard input, the name of a file, or the text of a puzzle.

An existing file always wins, and a text that looks like a file name (`is_file_name`) is never read as a puzzle.
Options that name files are replaced by the content of the files here; no layer below the command line opens a file.

Tables (CSV, JSON Lines and Parquet files) are read as `entails batch` reads them.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from entails.cli.files import input_pieces, label, named, read_input, whole_input
from entails.data.files import unpacked
from entails.models.entry import AT_LEAST, Block, Entry, InBlocks, only_one
from entails.models.errors import Invalid, InvalidFile, InvalidOption
from entails.models.fields import Document, Named, is_file_name

if TYPE_CHECKING:
    from entails.batch.inputs import InputRow
    from entails.puzzles.base import AnyPuzzle
    from entails.queries.query import Query


class Columns(NamedTuple):
    """The column names of a table: puzzles and their ids; None means that the column is detected."""

    puzzle: str | None = None
    id: str | None = None


NO_COLUMNS = Columns()

_AT_ONCE = 8192
_HEAD_TABLES = 1 << 16


Read = Callable[[str], Any]
"""A function that parses one puzzle; it raises `Invalid` if the text is not a puzzle."""


def is_table(path: str, read: Read) -> bool:
    """Return whether a file is a table with column names; a .csv file may also hold one puzzle per line."""
    from entails.batch.inputs import TABLES, ending_of
    from entails.data.files import file_pieces, joined, unpacked_pieces

    ending = ending_of(path)
    if ending not in TABLES or ending == ".parquet":
        return ending == ".parquet"
    with joined(unpacked_pieces(file_pieces(path))) as file:
        first = (
            file.peek(_HEAD_TABLES)[:_HEAD_TABLES].lstrip().partition(b"\n")[0].decode("utf-8-sig", "replace").strip()
        )
    return not any(_is_puzzle(text, read) for text in (first, first.partition(TABLES[ending])[0]))


def table_entries(
    path: str, columns: Columns, read: Read, in_blocks: InBlocks[Any] | None
) -> Iterator[Entry[Any] | Block[Any]]:
    """Yield the entries of a table: as blocks if `in_blocks` is set and there are enough rows, else one by one."""
    from entails.batch.inputs import Reading

    rows = Reading(lambda text: _is_puzzle(text, read), columns.puzzle, columns.id).rows([path])
    if in_blocks is None:
        yield from (_entry(row, read) for row in rows)
        return
    while some := list(islice(rows, _AT_ONCE)):
        if len(some) < AT_LEAST:
            yield from (_entry(row, read) for row in some)
        else:
            yield from _stretches(some, read, in_blocks)


def _stretches(rows: list["InputRow"], read: Read, in_blocks: InBlocks[Any]) -> Iterator[Entry[Any] | Block[Any]]:
    """Group rows: yield runs of plain rows as blocks, and the other rows as single entries."""
    block = in_blocks.of_texts(["" if row.error else row.text.strip() for row in rows])
    at = {int(line) - 1: place for place, line in enumerate(block.lines)}
    for runs_plain_python, numbers in groupby(range(len(rows)), at.__contains__):
        some = list(numbers)
        if runs_plain_python:
            yield replace(
                block,
                rows=block.rows[at[some[0]] : at[some[-1]] + 1],
                lines=[rows[number].line for number in some],
                ids=[rows[number].id for number in some],
            )
        else:
            yield from (_entry(rows[number], read) for number in some)


def _entry(row: "InputRow", read: Read) -> Entry[Any]:
    if row.error is not None:
        return Entry(row.line, None, Invalid(row.error), id=row.id)
    try:
        return Entry(row.line, read(row.text), id=row.id)
    except Invalid as error:
        return Entry(row.line, None, error, id=row.id)


def _is_puzzle(text: str, read: Read) -> bool:
    try:
        read(text)
    except Invalid:
        return False
    return True


def reading_one(read: Callable[[bytes, Any], Iterable[Entry[Any]]], settings: Any) -> Read:
    """Return a function that parses the text of one puzzle with the read options `settings`."""
    return lambda text: only_one(read(text.encode(errors="surrogatepass"), settings))


_ARGUMENT = "argument"
_HEAD = 1 << 20
_SHORT = 60
_LONGEST_PATH = 4096
_LINK = re.compile(r"\s*https?://", re.IGNORECASE)
_SEPARATORS = frozenset("./\\")
_NO_NAME = frozenset(":\n")
"""Characters that a text must not contain to be reported as a possible file name."""


@dataclass(frozen=True)
class Source:
    """The puzzles of an input.

    Attributes:
        kind: The puzzle type.
        label: Name of the input in messages, and in reports of puzzles without a one-line format.
        entries: The puzzles, read lazily and only once; a query that is answered in blocks also gets blocks.
        is_one: Whether there is exactly one puzzle.
        lines: Approximate number of puzzles.
        is_typed: Whether the puzzle was typed as an argument.
    """

    puzzle_type: Any
    label: str
    entries: Iterable["Entry[Any] | Block[Any]"]
    is_one: bool
    lines: int = 1
    is_typed: bool = False

    def at(self, error: "Invalid", line: int) -> "Invalid":
        """Return an error with the place of the puzzle in the input added."""
        place = self.place(line)
        return error.at(place) if place else error

    def place(self, line: int) -> str:
        """Return the label of the input and the line of a puzzle; typed arguments have no label."""
        parts = ["" if self.label == _ARGUMENT else self.label, f"line {line}" if line > 1 or not self.is_one else ""]
        return ", ".join(filter(None, parts))


def has_rows(query: "Query", puzzle_type: "AnyPuzzle | None") -> bool:
    """Return whether an input of the query may be a file with one puzzle per row."""
    return (
        query.takes in ("puzzle", "many")
        and puzzle_type is not None
        and puzzle_type.one_line
        and query.input.read is None
    )


def read_inputs(
    query: "Query",
    puzzle_type: "AnyPuzzle | None",
    inputs: str | Sequence[str] | None,
    settings: Any,
    options: Any = None,
    columns: Columns = NO_COLUMNS,
) -> list[Source]:
    """Return the sources of a query: its typed arguments, files or tables; one empty source if it takes no input."""
    from entails.models.entry import Entry

    if query.takes in ("nothing", "kind"):
        return [Source(puzzle_type, "", [Entry(1, puzzle_type if query.takes == "kind" else None)], is_one=True)]
    assert puzzle_type is not None  # only puzzles are read
    reader = Reader(
        puzzle_type,
        settings,
        query.input.read or puzzle_type.read,
        None if query.blocks is None else (query, options),
        columns if has_rows(query, puzzle_type) else None,
    )
    if isinstance(inputs, str):
        return [reader.source(inputs)]
    words = list(inputs or ())
    if puzzle_type.multi_word and (query.input.read is None or query.input.gathered):
        return [reader.source(gathered(words), typed=len(words) != 1)]
    return reader.sources(words)


@dataclass(frozen=True)
class Reader:
    """Reader of the inputs of a puzzle type.

    Attributes:
        kind: The puzzle type.
        settings: Its read options.
        read: Parse the content of an input.
        query: The query and its options, if it may be answered in blocks.
        columns: Columns of tables; None if a row cannot hold a puzzle.
    """

    puzzle_type: "AnyPuzzle"
    settings: Any
    read: Callable[[bytes, Any], Iterator["Entry[Any]"]]
    query: "tuple[Query, Any] | None" = None
    columns: Columns | None = NO_COLUMNS

    def sources(self, texts: Sequence[str]) -> list[Source]:
        """Return the sources of several inputs; an input that cannot be read becomes an invalid entry."""
        if len(texts) == 1:
            return [self.source(texts[0])]
        return [self._source_or_bad(text, f"input {number}") for number, text in enumerate(texts, 1)]

    def _source_or_bad(self, text: str, name: str) -> Source:
        from entails.models.entry import Entry
        from entails.models.errors import Invalid

        try:
            source = self.source(text)
        except Invalid as error:
            return Source(self.puzzle_type, name, [Entry(1, None, error)], is_one=True)
        return replace(source, label=name) if source.label == _ARGUMENT else source

    def source(self, text: str, *, typed: bool = False) -> Source:
        """Return the source of an input. A single invalid puzzle raises an error; among many, it stays an entry.

        A `typed` text is never the name of a file.
        """
        source = self._inline(text, typed)
        if source is not None and self.columns not in (None, NO_COLUMNS):
            raise self._without_columns("the argument")
        source = source or self._from_table(text) or self._from_file(text)
        if not source.is_one:
            return source
        (entry,) = one_by_one(source.entries)
        if entry.error is not None:
            raise source.at(entry.error, entry.line)
        return replace(source, entries=[entry])

    def _inline(self, text: str, typed: bool) -> Source | None:
        """Return the puzzles typed as the argument itself, or None if the argument is a file name."""
        if not typed and (text == "-" or is_file(text) or is_file_name(text)):
            return None
        source = replace(self._read(text.encode("utf-8", "surrogateescape"), _ARGUMENT), is_typed=True)
        entries = list(one_by_one(source.entries))
        if typed or all(entry.error is None for entry in entries):
            return replace(source, entries=entries)
        if _is_file_name(text, self.puzzle_type):
            return None
        return replace(source, entries=[self._with_file_hint(entry, text) for entry in entries])

    def _with_file_hint(self, entry: "Entry[Any]", text: str) -> "Entry[Any]":
        if entry.error is None or self.puzzle_type.is_text(text):
            return entry
        return replace(entry, error=with_file_hint(entry.error, text))

    def _from_table(self, text: str) -> Source | None:
        """Return the puzzles of a table, or None if the file has no column names."""
        if self.columns is None or text in ("", "-"):
            return None
        from entails.batch.inputs import TABLES, ending_of

        if ending_of(text) in TABLES:
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
        """Return whether no read option is set, so that the fast block reader may read the lines."""
        return not self.settings.model_fields_set

    def _in_blocks(self) -> "InBlocks[Any] | None":
        """Return the block solver if the query can be answered for many puzzles at once, else None."""
        if (
            self.query is None
            or self.query[0].blocks is None
            or self.query[0].blocks(self.puzzle_type, self.query[1]) is None
        ):
            return None
        return self.puzzle_type.block_solver()

    def _from_file(self, text: str) -> Source:
        """Return the puzzles of a file; a large file is read in pieces if the puzzle type has a block reader."""
        solver = self.puzzle_type.block_solver() if self.read == self.puzzle_type.read else None
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
        """Return the puzzles of a text; a text that cannot be read becomes one invalid entry."""
        from entails.models.entry import Entry
        from entails.models.errors import Invalid

        lines = data.count(b"\n") + (not data.endswith(b"\n"))
        try:
            return self._of(self.read(data, self.settings), name, lines)
        except Invalid as error:
            return self._of([Entry(1, None, error)], name, lines)

    def _of(self, items: Iterable["Entry[Any] | Block[Any]"], name: str, lines: int) -> Source:
        """Return a source of these items, or of one invalid entry if there are none."""
        from entails.models.entry import Entry
        from entails.models.errors import InvalidPuzzle

        entries = iter(items)
        ahead = list(islice(entries, 2))
        if not ahead:
            ahead = [Entry(1, None, InvalidPuzzle("no puzzle found", expected=f"a {self.puzzle_type.name}"))]
        is_one = len(ahead) == 1 and (isinstance(ahead[0], Entry) or len(ahead[0]) == 1)
        return Source(self.puzzle_type, name, chain(ahead, entries), is_one, lines)


def one_by_one(entries: Iterable["Entry[Any] | Block[Any]"]) -> Iterator["Entry[Any]"]:
    """Yield single entries, with blocks unpacked."""
    from entails.models.entry import Entry

    for item in entries:
        yield from [item] if isinstance(item, Entry) else item.entries()


def _about(path: str) -> int:
    """Estimate the number of lines of a file from its first megabyte; return 0 for a pipe or a compressed file."""
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
    """Join the arguments of one puzzle into one text.

    Among several arguments, a file name is replaced by the content of the file. A single argument is returned
    unchanged.
    """
    return words[0] if len(words) == 1 else put_together(words)


def put_together(words: Sequence[str]) -> str:
    """Join arguments into one text, with file names replaced by the content of the files."""
    contents = [_content(word, alone=len(words) == 1) for word in words]
    texts = [word if content is None else content for word, content in zip(words, contents, strict=True)]
    return ("\n" if any("\n" in text for text in texts) else " ").join(texts)


def _content(word: str, *, alone: bool = False) -> str | None:
    """Return the content of the file that an argument names, or None if the argument is text.

    Among several arguments, one without a dot or slash is text.
    """
    from entails.models.fields import decoded

    if word == "-" or is_file_name(word) or ((alone or not _SEPARATORS.isdisjoint(word)) and is_file(word)):
        return decoded(read_input(word)).strip()
    return None


def is_file(text: str) -> bool:
    """Return whether a file or pipe of this name exists."""
    return exists(text) and not Path(text).is_dir()


def exists(path: str) -> bool:
    """Return whether a file or directory of this name exists."""
    try:
        return 0 < len(path) <= _LONGEST_PATH and Path(path).exists()
    except (OSError, ValueError):  # too long for a name, or with a zero byte
        return False


def with_file_hint(error: "Invalid", text: str) -> "Invalid":
    """Return the error about an argument; if it could be a file name, add that no such file exists."""
    from entails.models.errors import InvalidData, InvalidPuzzle

    if isinstance(error, InvalidData) or not text.strip() or len(text) > _SHORT or not _NO_NAME.isdisjoint(text):
        return error
    problem = f"{error.problem}, and no file has this name"
    return InvalidPuzzle(problem, where=error.where, expected=error.expected)


def _is_file_name(text: str, puzzle_type: "AnyPuzzle") -> bool:
    """Return whether a text that is not a valid puzzle is meant as a file name.

    It is if the file exists, if it contains a slash, and always for puzzle types without a one-line format. A text
    that is longer than any path is never a file name.
    """
    if len(text) > _LONGEST_PATH:
        return False
    there = exists(text)
    if there or _LINK.match(text) or text.lstrip().startswith("{"):
        return there
    return not puzzle_type.is_text(text) and ("/" in text or not puzzle_type.one_line)


def document(path: str) -> Document:
    """Return the decompressed content of the file of this name, or of standard input for `-`."""
    data = read_input(path)
    with named(path):
        return Document(unpacked(data), label(path))


def named_or_document(name: str, choice: Named) -> str | Document:
    """Return the name of a shipped item unchanged; otherwise read the stored list or the file of this name."""
    if name in choice.names():
        return name
    try:
        if (stored := choice.stored(name)) is not None:
            return stored
        return Document(unpacked(read_input(name)), label(name))
    except Invalid as error:
        raise InvalidFile(error.problem, where=error.where, expected=error.expected or choice.expected) from None


def contents(fields: Any, values: dict[str, Any]) -> dict[str, Any]:
    """Replace file names by the content of the files in fields that take documents; return all values."""
    return {name: _document_content(fields[name], value) for name, value in values.items()}


def reject_repeated_standard_input(*paths: Any) -> None:
    """Raise an error if more than one path is `-`, because standard input can be read only once."""
    if paths.count("-") > 1:
        raise InvalidOption("standard input is given more than once", expected="files for the other inputs")


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
    """Return the values of the fields that take file names."""
    named = {name for name, field in fields.items() if any(isinstance(marker, Named) for marker in field.metadata)}
    return [value for name, value in values.items() if name in named or _is_document(fields[name])]
