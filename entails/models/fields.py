"""Building blocks of options and reports: values, documents, command-line markers, text and JSON.

`Value` is the base of every pydantic model: frozen, and strict about unknown fields. A `Document` is content,
never a path: the command line reads files and requests carry text, so lower layers never open a file named in a
request. `Option` and `CommandArgument` are markers inside `Annotated` that set the spelling of a field on the
command line; its meaning is in its type, default and description.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pydantic import (
    VERSION,
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ValidationError,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import PydanticCustomError, core_schema

from entails.models.errors import Invalid, InvalidOption, InvalidPuzzle, bracketed, one_of, validation_message

ENDINGS: Final = frozenset(
    re.findall(
        r"\w+",
        "txt text csv tsv json jsonl ndjson parquet cnf gcnf wcnf dimacs opb pb pbtxt proto textproto sdk sdm sdx sdks "
        "ss ipuz puz gcg cgp lst list words dic dawg gz xz bz2 zst zip bak md html htm xml yaml yml toml log pdf svg "
        "png jpg drat lrat mps lp mzn fzn dat",
    )
)
"""File extensions that are common for puzzles."""
_LONGEST_PATH = 4096
_LONGEST_NAME = 255
_ROOTED = re.compile(r"(?:/|~/|[A-Za-z]:[\\/]|\\\\)[\w.~ -]")
_ADDRESS = re.compile(r"[a-z][a-z0-9-]*/(?:[a-z:]{1,3}/)*[0-9]{1,3}/[0-9]{1,3}(?:/|$)")
_NEVER_IN_NAMES = re.compile(r"[\n\r\t;=?*<>|{}\[\]\"^]|://")
_ENDING = re.compile(r"(?=[0-9]*[A-Za-z])[A-Za-z0-9]{1,8}")
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]{2}")


def is_file_name(text: str) -> bool:
    """Return whether a text must be a file name; the file need not exist.

    A file name starts like a path (`/`, `./`, `../`, `~/`, a drive) or has a file extension. Boards may contain dots
    and slashes too, but their rows have equal lengths, and their letters stand for numbers from 10 to the board size.
    """
    text = text.strip()
    if not text or len(text) > _LONGEST_PATH or _NEVER_IN_NAMES.search(text):
        return False
    if _ROOTED.match(text):
        return _LETTER.search(text) is not None
    if _ADDRESS.match(text) or ":" in text:
        return False
    *folders, name = re.split(r"[\\/]", text)
    if len(name) > _LONGEST_NAME:
        return False
    if folders and folders[0] in (".", ".."):
        return _LETTER.search(text) is not None and not _fits_a_board([*folders, name])
    stem, dot, ending = name.rpartition(".")
    if not dot or not stem.strip(".") or _ENDING.fullmatch(ending) is None:
        return False
    if ending.lower() in ENDINGS:
        return not (".." in text and _fits_a_board([*folders, name]))
    return (
        len(ending) <= 5
        and ".." not in text
        and _WORD.search(text[: -len(ending)]) is not None
        and not any(map(str.isspace, text))
        and not _fits_a_board([*folders, name])
    )


def _fits_a_board(rows: Sequence[str]) -> bool:
    """Return whether rows could be a board: equally long, with no number above the number of cells."""
    cells = len(rows) * len(rows[0])
    numbers = (int(symbol, 36) for row in rows for symbol in row if symbol.isascii() and symbol.isalpha())
    return len(set(map(len, rows))) == 1 and max(numbers, default=0) <= cells


def decoded(data: bytes, bad: type[Invalid] = InvalidPuzzle) -> str:
    """Decode UTF-8, UTF-16 with a byte order mark, or Latin-1; raise `bad` for binary data.

    Latin-1 decodes any byte, so a zero byte, which no text has, marks binary data.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            raise bad("invalid UTF-16 text", expected="text") from None
    if b"\0" in data:
        where = f"byte {data.index(0) + 1:,}"
        raise bad("binary data", where=where, expected="text")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def aligned(rows: Sequence[Sequence[str]], right: int | None = None) -> Iterator[str]:
    """Align rows of text in columns; the column `right` is right-aligned. Nothing is wrapped or cut."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.rjust(width) if number == right else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


REQUEST = "request"
"""The name of a document that came without one."""


@dataclass(frozen=True)
class Document:
    """The content of a file, and its name for messages and reports."""

    data: bytes
    name: str = REQUEST

    @classmethod
    def of_file(cls, path: str | Path) -> "Document":
        """Read a document from a file."""
        return cls(Path(path).read_bytes(), str(path))

    @property
    def text(self) -> str:
        """Decode the bytes as text."""
        return decoded(self.data)

    @contextmanager
    def naming_errors(self) -> Iterator[None]:
        """Add the name of this document, if it has one, to errors raised in this block."""
        try:
            yield
        except Invalid as error:
            if self.name == REQUEST or error.where.startswith(self.name):
                raise
            raise error.at(self.name) from None

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        del source, handler
        return core_schema.no_info_plain_validator_function(
            cls._of,
            serialization=core_schema.plain_serializer_function_ser_schema(cls._written),
        )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        del schema, handler
        return {"type": "string", "description": "The document itself, as text."}

    @classmethod
    def _of(cls, value: Any) -> "Document":
        if isinstance(value, Document):
            return value
        if isinstance(value, str):
            return cls(value.encode("utf-8", "surrogatepass"))
        raise PydanticCustomError("document", "not the text of a document")

    def _written(self) -> str:
        return self.data.decode("utf-8", "replace")


def _not_stored(name: str) -> Document | None:
    del name
    return None


@dataclass(frozen=True)
class Named:
    """Marker of a field of type `str | Document`: the name of a shipped or stored file, or custom content.

    On the command line any other word is a file name. In JSON a name is a string and content is an object with
    `text`.

    Attributes:
        noun: Noun for the content, in the singular.
        names: Return the names that ship with Entails.
        own: Description of custom content.
        stored: Return the content that the user stored under a name; None if there is none.
    """

    noun: str
    names: Callable[[], Sequence[str]]
    own: str = "a document of your own"
    stored: Callable[[str], Document | None] = _not_stored

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        del source, handler
        return core_schema.no_info_plain_validator_function(
            self._checked, serialization=core_schema.plain_serializer_function_ser_schema(_as_json)
        )

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        del schema, handler
        content = {
            "type": "object",
            "properties": {"text": {"type": "string"}},
            "required": ["text"],
            "additionalProperties": False,
        }
        return {"anyOf": [{"type": "string", "enum": list(self.names())}, content, {"type": "null"}]}

    @property
    def expected(self) -> str:
        """Describe the valid values."""
        return f"{', '.join(self.names())}, or {self.own}"

    def _checked(self, value: Any) -> str | Document | None:
        if value is None or isinstance(value, Document):
            return value
        if isinstance(value, str) and value in self.names():
            return value
        if isinstance(value, str) and (stored := self.stored(value)) is not None:
            return stored
        if isinstance(value, dict) and value.keys() == {"text"} and isinstance(value["text"], str):
            return Document(value["text"].encode("utf-8", "surrogatepass"))
        problem = f"unknown {self.noun} {value[:40]!r}" if isinstance(value, str) else f"not a {self.noun}"
        parts = {"problem": problem, "expected": self.expected, "names": ", ".join(self.names()), "noun": self.noun}
        raise PydanticCustomError("named", "{problem}; expected {expected}", parts)


def _as_json(value: str | Document | None) -> Any:
    return {"text": value._written()} if isinstance(value, Document) else value


_LISTS = ("--limit", "-n")


class Option:
    """Command-line option of a field. Without flags it has the field's name: `min_score` is `--min-score`.

    Attributes:
        commas: Whether several values are given as `A,B,C` instead of repeating the option.
        command_only: Whether it exists on the command line only, as an option about the exit code does.
        lists: Whether it limits how many results are shown; such options share a common flag.
    """

    def __init__(
        self,
        *flags: str,
        metavar: str | None = None,
        panel: str | None = None,
        commas: bool = False,
        command_only: bool = False,
        lists: bool = False,
    ) -> None:
        self.flags = tuple(dict.fromkeys((_LISTS[0], *flags, *_LISTS))) if lists else flags
        self.metavar = metavar
        self.panel = panel
        self.commas = commas
        self.command_only = command_only


@dataclass(frozen=True)
class CommandArgument:
    """Command-line argument after the input, without a flag.

    Attributes: words: Whether several words are joined with blanks. gathered: Whether several words make one text,
    such as a puzzle; the name of a file is replaced by its content. command_only: As in `Option`.
    """

    metavar: str
    help: str = ""
    words: bool = False
    gathered: bool = False
    command_only: bool = False


Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def load_json(text: str, where: str = "JSON", bad: type[Invalid] = InvalidPuzzle) -> Json:
    """Parse JSON text; raise `bad` if it is invalid."""
    try:
        value: Json = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"{where}, line {error.lineno}, column {error.colno}"
        raise bad("invalid JSON", where=place, expected="one JSON value") from None
    except (ValueError, RecursionError):
        raise bad("invalid JSON", where=where, expected="small numbers and little nesting") from None
    return value


def dump_json(value: Json) -> str:
    """Return a value as JSON on one line, without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


BUILDS_UNDER_LOCK = tuple(map(int, re.findall(r"\d+", VERSION)[:3])) >= (2, 14, 3)
"""Whether this pydantic builds a deferred model under a lock. Only then may two threads use a model first."""


class Value(BaseModel):
    """An immutable value, compared by content. Its pydantic validator is built on first use."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=BUILDS_UNDER_LOCK)

    def absent(self) -> set[str]:
        """Return the names of the fields to omit from the JSON line."""
        return set()

    def json_line(self) -> str:
        """Return the value as one line of JSON."""
        return bracketed(self.model_dump_json(exclude=self.absent()))


class CheckedValue(Value):
    """A value that reports an invalid field in one sentence, as an `InvalidOption`."""

    if not TYPE_CHECKING:  # a type checker sees the fields

        def __init__(self, **chosen: Any) -> None:
            try:
                super().__init__(**chosen)
            except ValidationError as error:
                wrong = validation_message(error)
                name, known = wrong.name, type(self).model_fields
                problem = f"{type(self).__name__} has no field {name!r}" if wrong.unknown else wrong.problem
                expected = one_of(known, name) if wrong.unknown else wrong.expected
                where = "" if wrong.unknown else f"{type(self).__name__}.{name}"
                raise InvalidOption(problem, where=where, expected=expected) from None


_RENAMED = {"also": "assume", "doubt": "soft_first"}


class RenamedFields(Value):
    """A value whose fields are also accepted under their former names."""

    @model_validator(mode="before")
    @classmethod
    def _with_new_names(cls, values: Any) -> Any:
        if not isinstance(values, dict) or values.keys().isdisjoint(_RENAMED):
            return values
        renamed = {_RENAMED[name]: name for name in values if _RENAMED.get(name) in cls.model_fields}
        for new, old in renamed.items():
            if new in values:
                raise ValueError(f"{old} is an alias of {new}; expected only one of them")
        return {_RENAMED.get(name, name) if name in renamed.values() else name: value for name, value in values.items()}
