r"""The comment lines by which a DIMACS file keeps what bare clauses lose.

    c puzzle 53..7....6..195...      what the file is about: any line above the header
    c var 1 r1c1=1                   the name of variable 1
    c group 0 r1c1 digit | r1c1 holds one digit
    c group 9 given r1c1=5 | r1c1 is given as 5 | doubtable
    c group 10 guess 2 no A | guess 2 says no A | doubtable | parent guess 2
    c p show 1 2 3 0                 the variables to count over, as model counters write it; also c ind 1 2 3 0

A clause belongs to the last `c group` line above it; groups are numbered from 0 in the order of their lines. In names
and in the fields of a group, `\uXXXX` stands for a character that would not survive there: a backslash, a bar, a
control character, a blank at either end.

Comments never make a file invalid: a line that only resembles one of these is a comment like any other.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from entails.models.encoding import Cnf, Group

_FRAGILE = re.compile(r"[\\|\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|^ | $")
_ESCAPED = re.compile(r"\\u([0-9a-f]{4})")
_BREAKS_A_LINE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_TAKEN_WORD = re.compile(r" *(var|group) ")
_VARIABLE = re.compile(r"c var ([1-9][0-9]{0,9}) (.*)")
_SHOWN = re.compile(r"c (?:p show|ind)((?: +[1-9][0-9]{0,9})*) +0")
_GROUP = re.compile(
    r"c group (0|[1-9][0-9]{0,9}) ([^|]*) \| ([^|]*?)( \| doubtable)?(?: \| parent ([^|]*))?",
)


def shown_variables(comment: str) -> tuple[int, ...] | None:
    """The variables to count over that a comment lists."""
    found = _SHOWN.fullmatch(comment.rstrip())
    return None if found is None else tuple(map(int, found[1].split()))


def _escape(text: str) -> str:
    return _FRAGILE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)


def about_lines(about: Iterable[str]) -> Iterator[str]:
    """The lines that say what a file is about. One that begins like a name or a group is set in by a blank."""
    for line in (line for text in about for line in text.splitlines() or [""]):
        indent = " " if _TAKEN_WORD.match(line) else ""
        yield f"c {indent}{_BREAKS_A_LINE.sub(' ', line)}".rstrip() + "\n"


def about_text(comment: str) -> str:
    """What a comment line says: the inverse of `about_lines`, for one line."""
    text = comment[1:].removeprefix(" ").rstrip()
    return text[1:] if text.startswith(" ") and _TAKEN_WORD.match(text) else text


def about_field(cnf: Cnf[Any], word: str) -> str | None:
    """What follows `word` on the first line of `about` that begins with it: the puzzle of "puzzle 53..7....6"."""
    for line in cnf.about:
        first, _, rest = line.partition(" ")
        if first == word:
            return rest.strip()
    return None


def variable_line(number: int, name: str) -> str:
    """The comment that names a variable."""
    return f"c var {number} {_escape(name)}\n"


def variable_name(comment: str) -> tuple[int, str] | None:
    """The number and the name that a comment line gives, if it gives one."""
    found = _VARIABLE.fullmatch(comment)
    return (int(found[1]), _unescape(found[2])) if found else None


def group_line(index: int, group: Group) -> str:
    """The comment that opens a group."""
    fields = [_escape(group.id), _escape(group.text)]
    if group.doubtable:
        fields.append("doubtable")
    if group.parent is not None:
        fields.append(f"parent {_escape(group.parent)}")
    return f"c group {index} {' | '.join(fields)}\n"


def group_opened(comment: str) -> tuple[int, Group] | None:
    """The index and the group that a comment line opens, if it opens one."""
    found = _GROUP.fullmatch(comment)
    if not found:
        return None
    index, id_, text, doubtable, parent = found.groups()
    inherited = None if parent is None else _unescape(parent)
    return int(index), Group(_unescape(id_), _unescape(text), inherited, doubtable is not None)
