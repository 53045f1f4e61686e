"""Files and standard streams: read bytes, write text or bytes atomically, and read lines of a dialogue."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from entails.cli.output import console
from entails.models.errors import InvalidPuzzle

STANDARD_INPUT = "standard input"
_PIECE = 1 << 20


def read_input(path: str) -> bytes:
    """Return the content of a file, or of standard input for `-`."""
    from entails.data.files import read_file
    from entails.models.errors import InvalidPuzzle

    if not path:
        raise InvalidPuzzle("file name is empty", expected="a file, or - for standard input")
    if path != "-":
        return read_file(path)
    if sys.stdin is None:
        raise InvalidPuzzle("closed", where=STANDARD_INPUT)
    return whole_input(_standard_input(), path)


def whole_input(pieces: Iterable[bytes], path: str) -> bytes:
    """Join the pieces of an input; raise an error above the size limit."""
    from entails.data.files import MOST_BYTES
    from entails.models.errors import InvalidPuzzle

    parts, size = [], 0
    for piece in pieces:
        parts.append(piece)
        size += len(piece)
        if size > MOST_BYTES:
            raise InvalidPuzzle("too large", where=label(path), expected=f"at most {MOST_BYTES:,} bytes")
    return b"".join(parts)


def _standard_input() -> Iterator[bytes]:
    return iter(lambda: sys.stdin.buffer.read(_PIECE), b"")


def input_pieces(path: str) -> Iterator[bytes]:
    """Yield the decompressed content of a file or standard input in pieces; the content may exceed the memory."""
    from entails.data.files import file_pieces, unpacked_pieces

    if path in ("", "-") and (not path or sys.stdin is None):
        read_input(path)  # raises the error
    yield from unpacked_pieces(file_pieces(path) if path != "-" else _standard_input())


@contextmanager
def named(path: str) -> Iterator[None]:
    """Add the name of the file to errors raised inside the `with` block."""
    from entails.models.errors import Invalid

    try:
        yield
    except Invalid as error:
        name = label(path)
        raise error if error.where.startswith(name) else error.at(name) from None


def label(path: str) -> str:
    """Return the name of an input for messages and reports, with undecodable bytes escaped."""
    return STANDARD_INPUT if path == "-" else path.encode("utf-8", "backslashreplace").decode()


def write_text(pieces: Iterable[str], path: str | None) -> None:
    """Write text to a file atomically, or to standard output."""
    if path is None or path == "-":
        for piece in pieces:
            sys.stdout.write(piece)
        return
    with whole_file(path) as file:
        for piece in pieces:
            file.write(piece)


def write_bytes(content: bytes, path: str) -> None:
    """Write bytes to a file atomically, or to standard output for `-`."""
    if path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return
    with whole_file(path, binary=True) as file:
        file.write(content)


def folder(path: str) -> str:
    """Create a folder if it does not exist, and return its path."""
    with _naming(path):
        Path(path).mkdir(exist_ok=True)
    return path


@contextmanager
def whole_file(path: str, *, binary: bool = False) -> Iterator[IO[Any]]:
    """Open a file that is written atomically; errors name this file, not the temporary one."""
    from entails.data import files

    with _naming(path), files.whole_file(path, binary=binary) as file:
        yield file


def reject_unwritable(path: str) -> None:
    """Raise an error if a file cannot be written; called before long work."""
    from entails.data.files import writable_target

    if path != "-":
        with _naming(path):
            writable_target(path)


@contextmanager
def _naming(path: str) -> Iterator[None]:
    """Make system errors name the output file instead of the temporary one."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        missing = isinstance(error, FileNotFoundError)
        problem = "directory not found" if missing else error.strerror or str(error)
        raise type(error)(error.errno, problem, path or "''") from None


_LONGEST_LINE = 1000
MOST_LINES = 10_000
"""Limit on the lines of a dialogue, which stops an endless pipe."""
_UNREADABLE = "\N{REPLACEMENT CHARACTER}"


class Lines:
    """Lines typed by a user, until Ctrl-D or the end of the pipe. Prompts appear only on a terminal."""

    def __init__(self) -> None:
        self._read = 0

    def prompt(self, message: str) -> str | None:
        """Return the next line without surrounding blanks; None at the end of the input."""
        self._read += 1
        if self._read > MOST_LINES:
            raise InvalidPuzzle("too many lines", where="standard input", expected=f"at most {MOST_LINES:,}")
        if sys.stdin is None:
            return None
        sys.stdout.flush()
        return _from_terminal(message) if sys.stdin.isatty() else _from_pipe()


def _from_terminal(prompt: str) -> str | None:
    try:
        return console().input(prompt, markup=False).strip()
    except EOFError:
        console().print()
        return None
    except UnicodeDecodeError:
        return _UNREADABLE


def _from_pipe() -> str | None:
    line = sys.stdin.buffer.readline(_LONGEST_LINE)
    return line.decode("utf-8", "replace").strip() if line else None
