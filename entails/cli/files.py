"""What goes in and out: bytes from a file or standard input, text to a file or standard output.

Lines that a person types, or that a pipe brings, one at a time.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from entails.cli.output import console
from entails.models.errors import InvalidPuzzle

STANDARD_INPUT = "standard input"
_PIECE = 1 << 20


def read_input(path: str) -> bytes:
    """What a file holds, or standard input for `-`."""
    from entails.data.files import read_file
    from entails.models.errors import InvalidPuzzle

    if not path:
        raise InvalidPuzzle("the name of the file is empty", expected="a file, or - for standard input")
    if path != "-":
        return read_file(path)
    if sys.stdin is None:
        raise InvalidPuzzle("it is closed", where=STANDARD_INPUT)
    return whole_input(_standard_input(), path)


def whole_input(pieces: Iterable[bytes], path: str) -> bytes:
    """All pieces of an input in one, which must fit into memory."""
    from entails.data.files import MOST_BYTES
    from entails.models.errors import InvalidPuzzle

    parts, size = [], 0
    for piece in pieces:
        parts.append(piece)
        size += len(piece)
        if size > MOST_BYTES:
            raise InvalidPuzzle("there is too much of it", where=label(path), expected=f"at most {MOST_BYTES:,} bytes")
    return b"".join(parts)


def _standard_input() -> Iterator[bytes]:
    return iter(lambda: sys.stdin.buffer.read(_PIECE), b"")


def input_pieces(path: str) -> Iterator[bytes]:
    """The same piece after piece, unpacked where it is packed: there may be more than fits into memory."""
    from entails.data.files import file_pieces, unpacked_pieces

    if path in ("", "-") and (not path or sys.stdin is None):
        read_input(path)  # says what is wrong
    yield from unpacked_pieces(file_pieces(path) if path != "-" else _standard_input())


@contextmanager
def named(path: str) -> Iterator[None]:
    """What is wrong with the content of a file is said with its name."""
    from entails.models.errors import Invalid

    try:
        yield
    except Invalid as error:
        name = label(path)
        raise error if error.where.startswith(name) else error.at(name) from None


def label(path: str) -> str:
    """How an input is named in messages and reports, where a name that is not valid text must not get far."""
    return STANDARD_INPUT if path == "-" else path.encode("utf-8", "backslashreplace").decode()


def write_text(pieces: Iterable[str], path: str | None) -> None:
    """Text to a file, whole or not at all, or else to standard output."""
    if path is None or path == "-":
        for piece in pieces:
            sys.stdout.write(piece)
        return
    with whole_file(path) as file:
        for piece in pieces:
            file.write(piece)


def write_bytes(content: bytes, path: str) -> None:
    """Bytes to a file, whole or not at all."""
    with whole_file(path, binary=True) as file:
        file.write(content)


@contextmanager
def whole_file(path: str, *, binary: bool = False) -> Iterator[IO[Any]]:
    """A file that is written whole or not at all."""
    from entails.data import files

    with _naming(path), files.whole_file(path, binary=binary) as file:
        yield file


def refuse_unwritable(path: str) -> None:
    """A file that cannot be written is refused before there is anything to write."""
    from entails.data.files import writable_target

    if path != "-":
        with _naming(path):
            writable_target(path)


@contextmanager
def _naming(path: str) -> Iterator[None]:
    """Errors name the file that the user asked for, not the one beside it."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        missing = isinstance(error, FileNotFoundError)
        problem = "there is no such directory" if missing else error.strerror or str(error)
        raise type(error)(error.errno, problem, path or "''") from None


_LONGEST_LINE = 1000
MOST_LINES = 10_000
"""No game takes as many; an endless pipe ends here."""
_UNREADABLE = "\N{REPLACEMENT CHARACTER}"


class Lines:
    """Asks for lines until Ctrl-D or the end of the pipe. Prompts are for people: a pipe only gets the answers."""

    def __init__(self) -> None:
        self._asked = 0

    def ask(self, prompt: str) -> str | None:
        """The next line, without the blanks around it; None at the end of the input."""
        self._asked += 1
        if self._asked > MOST_LINES:
            raise InvalidPuzzle(f"there are more than {MOST_LINES:,} lines", where="standard input")
        if sys.stdin is None:
            return None
        sys.stdout.flush()
        return _from_a_person(prompt) if sys.stdin.isatty() else _from_a_pipe()


def _from_a_person(prompt: str) -> str | None:
    try:
        return console().input(prompt, markup=False).strip()
    except EOFError:
        console().print()
        return None
    except UnicodeDecodeError:
        return _UNREADABLE


def _from_a_pipe() -> str | None:
    line = sys.stdin.buffer.readline(_LONGEST_LINE)
    return line.decode("utf-8", "replace").strip() if line else None
