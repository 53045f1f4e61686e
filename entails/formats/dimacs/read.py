"""Reader of DIMACS files: `p cnf` and `p gcnf`, clauses in any line layout, comments anywhere, the `%` of SATLIB.

Our own `c var` and `c group` lines are restored; other files get generated names and groups (write.py). Comments above
the header are kept in `about`. A line `x 1 -2 3 0` is an XOR, as CryptoMiniSat reads it: an odd number of its literals
is true. It becomes the clauses that exclude every even number, in one group.

Reading has two stages. The scan turns lines into numbers, marks and comments, and rejects the first invalid line.
Passages of plain numbers, with `{k}` before a clause in grouped files, are read as arrays: a million literals in a few
hundredths of a second. A slower reader handles other lines and reports what is wrong. The second stage compares the
file with its header.
"""

import io
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from entails.formats.detect import CNF, GCNF, XCNF, renamed
from entails.formats.dimacs.write import (
    about_text,
    assignment,
    clause_groups,
    clause_text,
    file_names,
    group_opened,
    numbered_groups,
    shown_variables,
    variable_name,
)
from entails.models.encoding import Clauses, Cnf, Group
from entails.models.errors import Invalid, InvalidData, InvalidPuzzle, TooLarge, quantity

_SHOWN = 20


def refuse(problem: str, line: int, expected: str) -> NoReturn:
    """Raise an error about a formula, with the line number."""
    raise InvalidPuzzle(problem, where=f"line {line}", expected=expected)


def reject_data(problem: str, line: int, expected: str) -> NoReturn:
    """Raise an error about a solver's output or a proof, with the line number."""
    raise InvalidData(problem, where=f"line {line}", expected=expected)


def shown(piece: str | bytes, most: int = _SHOWN) -> str:
    """Return a short, printable excerpt of the input for an error message."""
    start = piece[:most].decode("utf-8", "replace") if isinstance(piece, bytes) else piece[:most]
    printable = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in start)
    return printable if len(piece) <= most else f"{printable}…"


LARGEST_LITERAL = (1 << 31) - 1
PLAIN_BYTES = b"0123456789- \t\n\v\f\r"
MARKED_BYTES = PLAIN_BYTES + b"{}"

_DIGIT = np.zeros(256, bool)
_DIGIT[list(b"0123456789")] = True
_BLANK = np.zeros(256, bool)
_BLANK[list(b" \t\n\v\f\r")] = True
_MARKS_TO_BLANKS = bytes.maketrans(b"{}", b"  ")
_NO_NUMBERS = np.zeros(0, np.int32)


class Passage(NamedTuple):
    """The numbers of a passage of text, and its group marks: mark `marks[i]` precedes number `marked[i]`."""

    numbers: NDArray[np.int32]
    marks: NDArray[np.int32] = _NO_NUMBERS
    marked: NDArray[np.int64] = np.zeros(0, np.int64)


def plain_passage(text: bytes) -> Passage | None:
    """Read the numbers of a passage that consists of PLAIN_BYTES; None if it is invalid."""
    if not text or text.isspace():
        return Passage(_NO_NUMBERS)
    letters = np.frombuffer(text, np.uint8)
    signs = np.flatnonzero(letters == ord("-"))
    if not (_follow(letters, signs, _DIGIT) and _precede(letters, signs, _BLANK)):
        return None
    numbers = np.fromstring(text, np.int64, sep=" ")
    if max(numbers.max(), -numbers.min()) > LARGEST_LITERAL:
        return None
    return Passage(numbers.astype(np.int32))


def marked_passage(text: bytes) -> Passage | None:
    """Read the numbers and group marks of a passage that consists of MARKED_BYTES; None if it is invalid."""
    letters = np.frombuffer(text, np.uint8)
    opening, closing = np.flatnonzero(letters == ord("{")), np.flatnonzero(letters == ord("}"))
    if len(opening) != len(closing) or not (
        _precede(letters, opening, _BLANK) and _follow(letters, closing, _BLANK) and (opening + 1 < closing).all()
    ):
        return None
    digits_before = np.cumsum(_DIGIT[letters])
    if not (digits_before[closing] - digits_before[opening] == closing - opening - 1).all():
        return None
    every = plain_passage(text.translate(_MARKS_TO_BLANKS))
    if every is None:
        return None
    words = np.flatnonzero(_DIGIT[letters[1:]] & ~_DIGIT[letters[:-1]]) + 1  # where a number begins, its sign aside
    if _DIGIT[letters[0]]:
        words = np.concatenate([[0], words])
    places = np.searchsorted(words, opening)
    return Passage(np.delete(every.numbers, places), every.numbers[places], places - np.arange(len(places)))


def _follow(letters: NDArray[np.uint8], places: NDArray[np.intp], allowed: NDArray[np.bool_]) -> bool:
    """Return whether an allowed byte follows each of these places; the end counts as a blank."""
    if len(places) and places[-1] + 1 == len(letters):
        if not allowed[ord(" ")]:
            return False
        places = places[:-1]
    return bool(allowed[letters[places + 1]].all())


def _precede(letters: NDArray[np.uint8], places: NDArray[np.intp], allowed: NDArray[np.bool_]) -> bool:
    """Return whether an allowed byte, or nothing, precedes each of these places."""
    return bool(allowed[letters[places[places > 0] - 1]].all())


MOST_VARIABLES = 10_000_000
MOST_GROUPS = 1_000_000
MOST_XOR_LITERALS = 8
MOST_XOR_CLAUSES = 5_000_000
A_HEADER = 'a line such as "p cnf 3 2" (or "p gcnf 3 2 1") before the clauses'
_A_CLAUSE = "literals such as 1 or -2, and a closing 0"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_PASSAGE = 1 << 20
_STRANGE = np.ones(256, bool)
_STRANGE[list(MARKED_BYTES)] = False


@dataclass(frozen=True)
class Header:
    """The `p` line of a DIMACS file; `groups` is None for a plain CNF."""

    line: int
    variables: int
    clauses: int
    groups: int | None = None


@dataclass
class Scan:
    """State of a scan of a DIMACS file: the numbers, comments and header read so far.

    Attributes:
        numbers: All literals and closing zeros in one array; other items refer to positions in it.
        opened: The `c group` lines: position, index, group.
        marks, marked: The `{k}` of a grouped file, and their positions.

    The first number, line and byte of each passage are kept to find the line of a number.
    """

    content: bytes
    lenient: bool = False
    header: Header | None = None
    numbers: "array[int]" = field(default_factory=lambda: array("i"))
    marks: "array[int]" = field(default_factory=lambda: array("i"))
    marked: "array[int]" = field(default_factory=lambda: array("q"))
    xors: "array[int]" = field(default_factory=lambda: array("q"))
    opened: list[tuple[int, int, Group]] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    about: list[str] = field(default_factory=list)
    shown: list[int] | None = None
    _line: int = 1
    _first_numbers: "array[int]" = field(default_factory=lambda: array("q"))
    _first_lines: "array[int]" = field(default_factory=lambda: array("q"))
    _first_bytes: "array[int]" = field(default_factory=lambda: array("q"))

    def line_of(self, position: int) -> int:
        """Return the line of the number at a position; the last line for a position after all numbers."""
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
        """Read the whole lines between two bytes of the file; return False if a line marks the end of the file."""
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
        """Read lines that contain only numbers and group marks."""
        if not text:
            return
        passage = self._passage(text)
        if passage is None:
            for line in io.BytesIO(text):
                self._take_line(line, first)
                first += len(line)
            return
        self._open_passage(first)
        self.marks.frombytes(passage.marks.tobytes())
        self.marked.frombytes((passage.marked + len(self.numbers)).tobytes())
        self.numbers.frombytes(passage.numbers.tobytes())
        self._line += text.count(b"\n") + (not text.endswith(b"\n"))

    def _passage(self, text: bytes) -> Passage | None:
        """Read the numbers and group marks of a passage; None if it is invalid."""
        if b"{" not in text and b"}" not in text:
            return plain_passage(text)
        if self.header is None or self.header.groups is None:
            return None
        passage = marked_passage(text)
        return None if passage is None or self._beyond_header(int(passage.marks.max(initial=0))) else passage

    def _open_passage(self, first: int) -> None:
        self._first_numbers.append(len(self.numbers))
        self._first_lines.append(self._line)
        self._first_bytes.append(first)

    def _beyond_header(self, group: int) -> bool:
        announced = self.header.groups if self.header else None
        return not self.lenient and announced is not None and group > announced

    def _take_line(self, line: bytes, first: int) -> None:
        """Read a line that contains more than numbers: a comment, a header or an end mark."""
        self._open_passage(first)
        stripped = line.strip()
        if stripped.startswith(b"c"):
            self._take_comment(line.lstrip().rstrip(b"\r\n").decode("utf-8", "replace"))
        elif stripped.split(None, 1)[:1] == [b"p"]:
            self._take_header(stripped)
        elif stripped.startswith(b"x"):
            self._take_xor(stripped[1:].split())
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
            refuse(f"second header; the first is on line {self.header.line}", self._line, "one header")
        match line.split(None, 6)[1:]:
            case [b"cnf", variables, clauses] if _is_size(variables, clauses):
                header = Header(self._line, int(variables), int(clauses))
            case [b"gcnf", variables, clauses, groups] if _is_size(variables, clauses, groups):
                header = Header(self._line, int(variables), int(clauses), int(groups))
            case _:
                refuse("invalid header", self._line, A_HEADER)
        if header.variables > MOST_VARIABLES:
            refuse(f"{header.variables:,} variables are too many", self._line, f"at most {MOST_VARIABLES:,}")
        if header.groups is not None and header.groups > MOST_GROUPS:
            refuse(f"{header.groups:,} groups are too many", self._line, f"at most {MOST_GROUPS:,}")
        if self.numbers:
            refuse("clause before the header", self.line_of(0), A_HEADER)
        self.header = header

    def _take_number(self, token: bytes) -> None:
        if not token.removeprefix(b"-").isdigit():
            refuse(f'"{shown(token)}" is not a number', self._line, _A_CLAUSE if self.header else A_HEADER)
        if len(token.lstrip(b"-0")) > 10 or abs(int(token)) > LARGEST_LITERAL:
            refuse(f"literal {shown(token)} is out of range", self._line, "a variable that the header announces")
        self.numbers.append(int(token))

    def _take_xor(self, tokens: list[bytes]) -> None:
        if self.header is not None and self.header.groups is not None:
            refuse("an XOR in a grouped file is not supported", self._line, "clauses")
        if self.numbers and self.numbers[-1]:
            refuse("an XOR begins inside a clause", self._line, "a closing 0 before it")
        if tokens[-1:] != [b"0"] or tokens.count(b"0") > 1:
            refuse("an XOR does not end with its line", self._line, "literals such as 1 or -2, and a closing 0")
        if len(tokens) - 1 > MOST_XOR_LITERALS:
            refuse(f"an XOR of {len(tokens) - 1:,} literals", self._line, f"{MOST_XOR_LITERALS} at most")
        self.xors.append(len(self.numbers))
        for token in tokens:
            self._take_number(token)

    def _take_mark(self, token: bytes, groups: int) -> None:
        inside = token[1:-1]
        if not (token.endswith(b"}") and _is_size(inside)):
            refuse(f'"{shown(token)}" is not a group', self._line, "a group such as {1} before each clause")
        if self._beyond_header(int(inside)):
            refuse(f"group {int(inside)} exceeds the header", self._line, f"a group from 0 to {groups}")
        self.marks.append(int(inside))
        self.marked.append(len(self.numbers))


def scan(content: bytes, *, lenient: bool = False) -> Scan:
    """Scan the lines of a DIMACS file, up to its end or to the `%` line of SATLIB."""
    if not content or content.isspace():
        raise InvalidPuzzle("the file is empty", expected=A_HEADER)
    if b"\0" in content:
        raise InvalidPuzzle("not a text file", expected="DIMACS text")
    scanned = Scan(content, lenient)
    first = len(_BYTE_ORDER_MARK) if content.startswith(_BYTE_ORDER_MARK) else 0
    while first < len(content):
        end = content.find(b"\n", first + _PASSAGE) + 1 or len(content)
        if not scanned.take(first, end):
            break
        first = end
    return scanned


def _lines(content: bytes, first: int) -> Iterator[bytes]:
    """Iterate over the lines of the content, starting at a byte."""
    while first < len(content):
        end = content.find(b"\n", first) + 1 or len(content)
        yield content[first:end]
        first = end


def _is_size(*tokens: bytes) -> bool:
    return all(token.isdigit() and len(token) <= 10 for token in tokens)


def read_dimacs(data: bytes | str, *, source: str = "", lenient: bool = False) -> Cnf[tuple[int, ...]]:
    """Read a CNF; its solutions are assignments, one signed literal per fact.

    With `lenient`, a wrong or missing header is ignored.
    """
    content = data.encode("utf-8", "replace") if isinstance(data, str) else data
    try:
        scanned = scan(content, lenient=lenient)
        return _WholeFile(scanned, _amended(scanned) if lenient else _header(scanned)).cnf()
    except Invalid as error:
        named = renamed(error, content, CNF, GCNF, XCNF)
        raise (named.at(source) if source else named) from None


def _header(scanned: Scan) -> Header:
    if not scanned.header:
        raise InvalidPuzzle("missing header", expected=A_HEADER)
    return scanned.header


def _amended(scanned: Scan) -> Header:
    """Return a header with the real numbers of variables, clauses and groups."""
    header = scanned.header or Header(1, 0, 0)
    most = max(max(scanned.numbers, default=0), -min(scanned.numbers, default=0))
    if most > MOST_VARIABLES:
        raise InvalidPuzzle(f"variable {most:,} is too large", expected=f"at most {MOST_VARIABLES:,} variables")
    groups = None if header.groups is None else max(header.groups, max(scanned.marks, default=0))
    if groups is not None and groups > MOST_GROUPS:
        raise InvalidPuzzle(f"group {groups:,} is too large", expected=f"at most {MOST_GROUPS:,} groups")
    return Header(header.line, max(header.variables, most), scanned.numbers.count(0), groups)


@dataclass(frozen=True)
class _WholeFile:
    """A scanned DIMACS file with its header, ready to be checked and converted."""

    scanned: Scan
    header: Header

    def cnf(self) -> Cnf[tuple[int, ...]]:
        numbers = np.frombuffer(self.scanned.numbers, np.int32) if self.scanned.numbers else np.zeros(0, np.int32)
        begins = np.concatenate([np.zeros(1, np.intp), np.flatnonzero(numbers == 0) + 1])
        self._check_variables(numbers)
        if begins[-1] < len(numbers):
            refuse("the last clause is not closed", self.scanned.line_of(len(numbers) - 1), "a closing 0")
        begins, count = begins[:-1], len(begins) - 1
        self._check_count(begins)
        starts = np.append(begins, len(numbers)) - np.arange(count + 1)
        bare = Clauses(numbers[numbers != 0], starts.astype(np.int32), np.zeros(count, np.int32))
        groups, group_of = self._groups(bare, begins)
        added = Clauses(bare.lits, bare.starts, group_of.astype(np.int32))
        if self.scanned.xors:
            rows = np.searchsorted(begins, np.array(self.scanned.xors, np.int64))
            if len(groups) == count:
                groups = _with_xors(groups, bare, rows)
            added = _without_xors(added, rows)
        names = file_names(self.header.variables, self.scanned.names)
        return Cnf(
            variables=self.header.variables,
            names=names,
            groups=groups,
            decode=partial(assignment, len(names)),
            added=added,
            about=tuple(self.scanned.about),
            shown=self._shown(),
        )

    def _shown(self) -> tuple[int, ...] | None:
        """Return the projection variables of model counting, without duplicates; None if the file names none."""
        listed, most = self.scanned.shown, self.header.variables
        if listed is not None and (beyond := [variable for variable in listed if variable > most]):
            problem = f"variable {beyond[0]} is to be counted over, but line {self.header.line} announces {most}"
            raise InvalidPuzzle(problem, expected=f"a variable from 1 to {most}" if most else "none")
        return None if listed is None else tuple(dict.fromkeys(listed))

    def _check_variables(self, numbers: NDArray[np.int32]) -> None:
        most = self.header.variables
        beyond = np.flatnonzero((numbers > most) | (numbers < -most))
        if len(beyond):
            position = int(beyond[0])
            announced = f"{quantity(most, 'variable')} announced on line {self.header.line}"
            problem = f"literal {numbers[position]} is beyond the {announced}"
            refuse(problem, self.scanned.line_of(position), f"a variable from 1 to {most}" if most else "none")

    def _check_count(self, begins: NDArray[np.intp]) -> None:
        announced, count = self.header.clauses, len(begins)
        if count < announced:
            refuse(
                f"the header announces {quantity(announced, 'clause')}, but {count} follow",
                self.header.line,
                str(count),
            )
        if count > announced:
            surplus = self.scanned.line_of(int(begins[announced]))
            refuse(
                f"{quantity(count, 'clause')}, but line {self.header.line} announces {announced}", surplus, "the end"
            )

    def _groups(self, clauses: Clauses, begins: NDArray[np.intp]) -> tuple[tuple[Group, ...], NDArray[np.integer]]:
        """Return the groups and each clause's group: from Entails' comments, unless the marks `{k}` contradict them."""
        marks = None
        if self.header.groups is not None:
            self._check_marks(begins)
            marks = np.array(self.scanned.marks, np.int32)
        named_groups = self._commented_groups(begins)
        if named_groups and (marks is None or np.array_equal(_numbers_of(*named_groups), marks)):
            return named_groups
        if marks is not None:
            return numbered_groups(self.header.groups or 0), marks
        groups = clause_groups(clauses)
        return groups, np.arange(len(clauses)) if len(groups) == len(clauses) else clauses.group_of

    def _check_marks(self, begins: NDArray[np.intp]) -> None:
        """Check a grouped file: each clause begins with its group, and no group occurs elsewhere."""
        marked = np.array(self.scanned.marked, np.int64)
        both = min(len(marked), len(begins))
        astray = np.flatnonzero(marked[:both] != begins[:both])
        first = int(astray[0]) if len(astray) else both
        places = [int(places[first]) for places in (marked, begins) if first < len(places)]
        if places:
            line = self.scanned.line_of(min(places))
            refuse("a clause is separated from its group", line, "a group such as {1} before each clause")

    def _commented_groups(self, begins: NDArray[np.intp]) -> tuple[tuple[Group, ...], NDArray[np.integer]] | None:
        """Return the groups of the `c group` lines if they are numbered in order and cover every clause."""
        opened = self.scanned.opened
        in_order = all(index == place for place, (_, index, _) in enumerate(opened))
        if not opened or not in_order or (len(begins) and opened[0][0] > 0):
            return None
        positions = np.array([position for position, _, _ in opened])
        return tuple(group for _, _, group in opened), np.searchsorted(positions, begins, side="right") - 1


def _numbers_of(groups: tuple[Group, ...], group_of: NDArray[np.integer]) -> NDArray[np.integer]:
    """Return the group number `{k}` of each clause in a grouped file: 0 if hard, soft groups from 1."""
    soft = np.array([group.soft for group in groups], bool)
    numbers: NDArray[np.integer] = np.where(soft, np.cumsum(soft), 0)[group_of]
    return numbers


def _with_xors(groups: tuple[Group, ...], clauses: Clauses, rows: NDArray[np.intp]) -> tuple[Group, ...]:
    """Return the groups of a file with one group per clause; the groups of XORs get the text of their lines."""
    lists, changed = clauses.lists, list(groups)
    for row in rows.tolist():
        if groups[row].id == f"clause {row + 1}":
            changed[row] = replace(groups[row], text=f"clause {row + 1}: x {clause_text(lists[row])}")
    return tuple(changed)


def _without_xors(clauses: Clauses, rows: NDArray[np.intp]) -> Clauses:
    """Return the clauses with each XOR, whose rows are listed, replaced by clauses of the same group at the end."""
    kept = np.ones(len(clauses), bool)
    kept[rows] = False
    lengths = np.diff(clauses.starts)
    literals: list[int] = []
    sizes: list[int] = []
    owners: list[int] = []
    for row in rows.tolist():
        size = len(sizes)
        for clause in _parity(clauses.lits[clauses.starts[row] : clauses.starts[row + 1]].tolist()):
            literals += clause
            sizes.append(len(clause))
        owners += [int(clauses.group_of[row])] * (len(sizes) - size)
        if len(sizes) > MOST_XOR_CLAUSES:
            raise TooLarge("the XORs need too many clauses", expected=f"{MOST_XOR_CLAUSES:,} at most")
    all_lengths = np.concatenate([lengths[kept], np.array(sizes, lengths.dtype)])
    return Clauses(
        np.concatenate([clauses.lits[np.repeat(kept, lengths)], np.array(literals, np.int32)]),
        np.concatenate([[0], np.cumsum(all_lengths)]).astype(np.int32),
        np.concatenate([clauses.group_of[kept], np.array(owners, np.int32)]).astype(np.int32),
    )


def _parity(literals: list[int]) -> Iterator[list[int]]:
    """Iterate over the clauses of an XOR; a variable that occurs twice cancels out."""
    odd = True
    variables: set[int] = set()
    for literal in literals:
        odd ^= literal < 0
        variables ^= {abs(literal)}
    for signs in product((1, -1), repeat=len(variables)):
        if (signs.count(-1) % 2 == 1) != odd:
            yield [sign * variable for sign, variable in zip(signs, sorted(variables), strict=True)]
