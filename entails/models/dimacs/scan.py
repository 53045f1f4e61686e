"""The first half of reading DIMACS: lines become numbers, marks and comments, and the first line without sense raises.

Lines made of numbers are taken in long passages (numbers.py), the others one by one: comments, the header, and lines
with something wrong. Whether the file agrees with its header is the second half (read.py).
"""

import io
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from entails.models.dimacs.comments import about_text, group_opened, shown_variables, variable_name
from entails.models.dimacs.numbers import (
    LARGEST_LITERAL,
    MARKED_BYTES,
    PLAIN_BYTES,
    Passage,
    marked_passage,
    plain_passage,
)
from entails.models.dimacs.refusal import refuse, shown
from entails.models.encoding import Group
from entails.models.errors import InvalidPuzzle

MOST_VARIABLES = 10_000_000
MOST_GROUPS = 1_000_000
A_HEADER = 'a line such as "p cnf 3 2" (or "p gcnf 3 2 1") before the clauses'
_A_CLAUSE = "literals such as 1 or -2, and a closing 0"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_PASSAGE = 1 << 20
_STRANGE = np.ones(256, bool)
_STRANGE[list(MARKED_BYTES)] = False


@dataclass(frozen=True)
class Header:
    """The `p` line; `groups` is None for a plain cnf."""

    line: int
    variables: int
    clauses: int
    groups: int | None = None


@dataclass
class Scan:
    """What the lines have said so far.

    `numbers` are all literals and closing zeros in one array, and positions in it place everything else: `opened` are
    the `c group` lines (position, index, group), and `marks` the `{k}` of a grouped file, which stand at the positions
    `marked`. Of each passage taken at once its first number, line and byte are kept, which leads a number back to its
    line when somebody asks.
    """

    content: bytes
    lenient: bool = False
    header: Header | None = None
    numbers: "array[int]" = field(default_factory=lambda: array("i"))
    marks: "array[int]" = field(default_factory=lambda: array("i"))
    marked: "array[int]" = field(default_factory=lambda: array("q"))
    opened: list[tuple[int, int, Group]] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    about: list[str] = field(default_factory=list)
    shown: list[int] | None = None
    _line: int = 1
    _first_numbers: "array[int]" = field(default_factory=lambda: array("q"))
    _first_lines: "array[int]" = field(default_factory=lambda: array("q"))
    _first_bytes: "array[int]" = field(default_factory=lambda: array("q"))

    def line_of(self, position: int) -> int:
        """The line on which a number stands; the last one for what comes after all numbers."""
        if position >= len(self.numbers):
            return self._line - 1
        passage = bisect_right(self._first_numbers, position) - 1
        line, before = self._first_lines[passage], self._first_numbers[passage]
        for text in _lines(self.content, self._first_bytes[passage]):
            before += sum(not word.startswith(b"{") for word in text.split())
            if before > position:
                break
            line += 1
        return line

    def take(self, first: int, end: int) -> bool:
        """Whole lines, between these two bytes of the file; False when one of them ends the file."""
        text = self.content[first:end]
        if not text.translate(None, PLAIN_BYTES):
            self._take_passage(text, first)
            return True
        letters = np.frombuffer(text, np.uint8)
        line_ends = np.flatnonzero(letters == ord("\n")) + 1
        starts = np.concatenate([[0], line_ends[line_ends < len(text)]])
        strange = np.flatnonzero(np.logical_or.reduceat(_STRANGE[letters], starts))
        bounds = np.append(starts, len(text))
        begin = 0
        for here, after in zip(bounds[strange].tolist(), bounds[strange + 1].tolist(), strict=True):
            self._take_passage(text[begin:here], first + begin)
            if text[here:after].lstrip().startswith(b"%"):
                return False
            self._take_line(text[here:after], first + here)
            begin = after
        self._take_passage(text[begin:], first + begin)
        return True

    def _take_passage(self, text: bytes, first: int) -> None:
        """Lines that are made of numbers, and of marks where there are any."""
        if not text:
            return
        found = self._passage(text)
        if found is None:
            for line in io.BytesIO(text):
                self._take_line(line, first)
                first += len(line)
            return
        self._open_passage(first)
        self.marks.frombytes(found.marks.tobytes())
        self.marked.frombytes((found.marked + len(self.numbers)).tobytes())
        self.numbers.frombytes(found.numbers.tobytes())
        self._line += text.count(b"\n") + (not text.endswith(b"\n"))

    def _passage(self, text: bytes) -> Passage | None:
        """Its numbers and marks, if everything about them is right."""
        if b"{" not in text and b"}" not in text:
            return plain_passage(text)
        if self.header is None or self.header.groups is None:
            return None
        found = marked_passage(text)
        return None if found is None or self._beyond_header(int(found.marks.max(initial=0))) else found

    def _open_passage(self, first: int) -> None:
        self._first_numbers.append(len(self.numbers))
        self._first_lines.append(self._line)
        self._first_bytes.append(first)

    def _beyond_header(self, group: int) -> bool:
        announced = self.header.groups if self.header else None
        return not self.lenient and announced is not None and group > announced

    def _take_line(self, line: bytes, first: int) -> None:
        """A line that is not made of numbers alone."""
        self._open_passage(first)
        stripped = line.strip()
        if stripped.startswith(b"c"):
            self._take_comment(line.lstrip().rstrip(b"\r\n").decode("utf-8", "replace"))
        elif stripped.split(None, 1)[:1] == [b"p"]:
            self._take_header(stripped)
        else:
            for token in stripped.split():
                if token.startswith(b"{") and self.header and self.header.groups is not None:
                    self._take_mark(token, self.header.groups)
                else:
                    self._take_number(token)
        self._line += 1

    def _take_comment(self, comment: str) -> None:
        if (listed := shown_variables(comment)) is not None:
            self.shown = [*(self.shown or ()), *listed]
        if named := variable_name(comment):
            self.names.setdefault(*named)
        elif opened := group_opened(comment):
            self.opened.append((len(self.numbers), *opened))
        elif not self.header:
            self.about.append(about_text(comment))

    def _take_header(self, line: bytes) -> None:
        if self.header:
            refuse(f"this is a second header, the first is on line {self.header.line}", self._line, "one header")
        match line.split(None, 6)[1:]:
            case [b"cnf", variables, clauses] if _is_size(variables, clauses):
                header = Header(self._line, int(variables), int(clauses))
            case [b"gcnf", variables, clauses, groups] if _is_size(variables, clauses, groups):
                header = Header(self._line, int(variables), int(clauses), int(groups))
            case _:
                refuse("the header cannot be read", self._line, A_HEADER)
        if header.variables > MOST_VARIABLES:
            refuse(f"{header.variables:,} variables are too many", self._line, f"at most {MOST_VARIABLES:,}")
        if header.groups is not None and header.groups > MOST_GROUPS:
            refuse(f"{header.groups:,} groups are too many", self._line, f"at most {MOST_GROUPS:,}")
        if self.numbers:
            refuse("a clause stands before the header", self.line_of(0), A_HEADER)
        self.header = header

    def _take_number(self, token: bytes) -> None:
        if not token.removeprefix(b"-").isdigit():
            refuse(f'"{shown(token)}" is not a number', self._line, _A_CLAUSE if self.header else A_HEADER)
        if len(token.lstrip(b"-0")) > 10 or abs(int(token)) > LARGEST_LITERAL:
            refuse(f"literal {shown(token)} is out of range", self._line, "a variable that the header announces")
        self.numbers.append(int(token))

    def _take_mark(self, token: bytes, groups: int) -> None:
        inside = token[1:-1]
        if not (token.endswith(b"}") and _is_size(inside)):
            refuse(f'"{shown(token)}" is not a group', self._line, "a group such as {1} before each clause")
        if self._beyond_header(int(inside)):
            refuse(f"group {int(inside)} is not announced", self._line, f"a group from 0 to {groups}")
        self.marks.append(int(inside))
        self.marked.append(len(self.numbers))


def scan(content: bytes, *, lenient: bool = False) -> Scan:
    """Take in the lines, up to the end or to the `%` that closes SATLIB's files."""
    if not content or content.isspace():
        raise InvalidPuzzle("the file is empty", expected=A_HEADER)
    if b"\0" in content:
        raise InvalidPuzzle("this is not a text file", expected="DIMACS text")
    found = Scan(content, lenient)
    first = len(_BYTE_ORDER_MARK) if content.startswith(_BYTE_ORDER_MARK) else 0
    while first < len(content):
        end = content.find(b"\n", first + _PASSAGE) + 1 or len(content)
        if not found.take(first, end):
            break
        first = end
    return found


def _lines(content: bytes, first: int) -> Iterator[bytes]:
    """The lines from this byte on."""
    while first < len(content):
        end = content.find(b"\n", first) + 1 or len(content)
        yield content[first:end]
        first = end


def _is_size(*tokens: bytes) -> bool:
    return all(token.isdigit() and len(token) <= 10 for token in tokens)
