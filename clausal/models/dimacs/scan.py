"""The first half of reading DIMACS: lines become numbers, marks and comments, and the first line without sense raises.

The numbers of a whole line are taken at once, which reads a million literals in half a second; a line is looked at
more closely only when it is not made of numbers. Whether the file agrees with its header is the second half (read.py).
"""

import io
from array import array
from bisect import bisect_right
from dataclasses import dataclass, field

from clausal.models.dimacs.comments import about_text, group_opened, variable_name
from clausal.models.dimacs.refusal import refuse, shown
from clausal.models.encoding import Group
from clausal.models.errors import InvalidPuzzle

MOST_VARIABLES = 10_000_000
MOST_GROUPS = 1_000_000
A_HEADER = 'a line such as "p cnf 3 2" (or "p gcnf 3 2 1") before the clauses'
_A_CLAUSE = "literals such as 1 or -2, and a closing 0"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


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

    `numbers` are all literals and closing zeros in one array, and positions in it place everything else: `line_ends`
    leads a number back to its line, `opened` are the `c group` lines (position, index, group), and `marks` the `{k}`
    of a grouped file, which stand at the positions `marked`; `known_marks` are their texts.
    """

    header: Header | None = None
    numbers: "array[int]" = field(default_factory=lambda: array("i"))
    line_ends: "array[int]" = field(default_factory=lambda: array("q"))
    marks: "array[int]" = field(default_factory=lambda: array("i"))
    marked: "array[int]" = field(default_factory=lambda: array("q"))
    known_marks: dict[bytes, int] = field(default_factory=dict)
    opened: list[tuple[int, int, Group]] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    about: list[str] = field(default_factory=list)

    def line_of(self, position: int) -> int:
        """The line on which a number stands; the last one for what comes after all numbers."""
        return min(bisect_right(self.line_ends, position) + 1, len(self.line_ends))

    @property
    def _line(self) -> int:
        return len(self.line_ends) + 1

    def take(self, line: bytes) -> None:
        """A line that is not made of numbers alone."""
        stripped = line.strip()
        if stripped.startswith(b"c"):
            self._take_comment(line.lstrip().rstrip(b"\r\n").decode("utf-8", "replace"))
        elif stripped.split(None, 1)[0] == b"p":
            self._take_header(stripped)
        else:
            for token in stripped.split():
                if token.startswith(b"{") and self.header and self.header.groups is not None:
                    self._take_mark(token, self.header.groups)
                else:
                    self._take_number(token)

    def _take_comment(self, comment: str) -> None:
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
        if len(token.lstrip(b"-0")) > 10 or abs(int(token)) >= 1 << 31:
            refuse(f"literal {shown(token)} is out of range", self._line, "a variable that the header announces")
        self.numbers.append(int(token))

    def _take_mark(self, token: bytes, groups: int) -> None:
        inside = token[1:-1]
        if not (token.endswith(b"}") and _is_size(inside)):
            refuse(f'"{shown(token)}" is not a group', self._line, "a group such as {1} before each clause")
        number = int(inside)
        if number > groups:
            refuse(f"group {number} is not announced", self._line, f"a group from 0 to {groups}")
        self.known_marks[token] = number
        self.marks.append(number)
        self.marked.append(len(self.numbers))


def scan(content: bytes) -> Scan:
    """Take in the lines, up to the end or to the `%` that closes SATLIB's files."""
    if not content.strip():
        raise InvalidPuzzle("the file is empty", expected=A_HEADER)
    if b"\0" in content:
        raise InvalidPuzzle("this is not a text file", expected="DIMACS text")
    found = Scan()
    numbers, ends = found.numbers, found.line_ends
    sloppy = b"_" in content or b"+" in content  # int() would take 1_000 and +1 for numbers
    for line in io.BytesIO(content.removeprefix(_BYTE_ORDER_MARK)):
        try:
            if sloppy and (b"_" in line or b"+" in line):
                raise ValueError
            tokens = line.split()
            if found.known_marks and tokens and tokens[0] in found.known_marks:
                numbers.extend(map(int, tokens[1:]))
                found.marks.append(found.known_marks[tokens[0]])
                found.marked.append(ends[-1])
            else:
                numbers.extend(map(int, tokens))
        except (ValueError, OverflowError):
            del numbers[ends[-1] if ends else 0 :]
            if line.lstrip().startswith(b"%"):
                break
            found.take(line)
        ends.append(len(numbers))
    return found


def _is_size(*tokens: bytes) -> bool:
    return all(token.isdigit() and len(token) <= 10 for token in tokens)
