"""Conditions on rows, in SQL: `band = 'medium' and uses_x_wing >= 1`.

SQLite evaluates a condition on a table in memory that holds the rows of a part. Names are columns, or keys of a mapping
in one. A condition is one expression: it holds no query, and no function whose value depends on anything but its
arguments. A comparison with null is neither true nor false, and such a row is left out.
"""

import json
import math
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from entails.models.errors import InvalidOption, one_of

_TOKEN = re.compile(
    r"\s*(?:(?P<text>'(?:[^']|'')*')|(?P<name>[^\W\d]\w*)(?P<call>(?=\s*\())?"
    r"|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|<=|>=|!=|<>|==|\|\||[=<>(),+*/%-])",
    re.IGNORECASE,
)
_WORDS = ("and", "or", "not", "in", "is", "null", "true", "false", "like", "glob", "between", "escape")
_FUNCTIONS = "abs coalesce glob ifnull iif instr length like lower ltrim max min nullif round rtrim substr trim upper"
_SIDE = r'("\w+"|\?\d+|(?:- )?[\d.]+(?:e[+-]?\d+)?|null|true|false)'
_COMPARISON = re.compile(
    rf"(?:^|[(,] |and |or |not ){_SIDE} (=|==|!=|<>|<|<=|>|>=|is|is not) {_SIDE}(?=$| [),]| and | or )", re.IGNORECASE
)
_LIST = re.compile(r'("\w+") (?:not )?in \( ([^()]*) \)', re.IGNORECASE)
_ALONE = re.compile(r'(?:^|and |or |not |(?:^|and |or |not |\( )\( )"(\w+)"(?=$| \)| and | or )', re.IGNORECASE)
_HELD = {"text": "text in single quotes", "float": "a number", "bool": "true or false"}
_INSTRUCTIONS_PER_ROW = 100_000
_LONGEST = 10_000


@cache
def condition(text: str) -> "Condition":
    """The condition that a text states; an empty one holds of every row."""
    return Condition(text)


class Condition:
    """A condition on rows. `names` are the columns and keys in it."""

    def __init__(self, text: str) -> None:
        self._texts: list[str] = []
        self.names: dict[str, None] = {}
        self._sql = " ".join(self._words(text))
        self._indices([])  # what cannot be read is rejected now

    def _words(self, text: str) -> Iterator[str]:
        """The words of the condition in SQL: every column in quotes, every text a parameter."""
        at, text = 0, text.rstrip()
        while at < len(text):
            token = _TOKEN.match(text, at)
            if token is None or len(text) > _LONGEST:
                problem = f"the condition cannot be read at {text[at:].lstrip()[:40]!r}"
                expected = f"names, numbers, text in single quotes, operators; at most {_LONGEST:,} characters"
                raise InvalidOption(problem, where="--where", expected=expected)
            at = token.end()
            if token["text"]:
                self._texts.append(token["text"][1:-1].replace("''", "'"))
                yield f"?{len(self._texts)}"
            elif token["name"] and token["call"] is None and token["name"].lower() not in _WORDS:
                self.names[token["name"]] = None
                yield f'"{token["name"]}"'
            else:
                yield token[0].strip()

    def kept(self, rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """The rows that fulfil the condition, in order."""
        return [rows[index] for index in self._indices(rows)] if self._sql else list(rows)

    def _indices(self, rows: Sequence[Mapping[str, Any]]) -> list[int]:
        if not self._sql:
            return []
        connection = sqlite3.connect(":memory:")
        try:
            columns = "".join(f', "{name}"' for name in self.names)
            connection.execute(f'CREATE TABLE rows ("#" INTEGER PRIMARY KEY{columns})')
            values = ([index, *(_value(row, name) for name in self.names)] for index, row in enumerate(rows))
            connection.executemany(f"INSERT INTO rows VALUES (?{', ?' * len(self.names)})", values)
            connection.set_authorizer(_authorize)
            steps = iter(range(1 + len(rows)))
            connection.set_progress_handler(lambda: next(steps, None) is None, _INSTRUCTIONS_PER_ROW)
            query = f'SELECT "#" FROM rows WHERE CASE WHEN {self._sql} THEN 1 END ORDER BY "#"'
            return [index for (index,) in connection.execute(query, self._texts)]
        except sqlite3.Error as error:
            raise _rejected(str(error)) from None
        finally:
            connection.close()

    def check(self, held: Mapping[str, str], values: Mapping[str, Sequence[str]]) -> None:
        """Reject what no row could fulfil.

        held: what each column holds, as `columns_of` says it.
        values: the only texts of a column, where these are known.
        """
        for name in sorted(self.names.keys() - held.keys()):
            raise InvalidOption(f"unknown column {name!r}", where="--where", expected=one_of(held, name.lower()))
        for name in _ALONE.findall(self._sql):
            if held[name] == "text":
                raise InvalidOption(f"{name} alone is not a condition", where="--where", expected=f"{name} = '...'")
        pairs = [(left, operator.lower(), right) for left, operator, right in _COMPARISON.findall(self._sql)]
        pairs += [(left, "=", right) for left, rights in _LIST.findall(self._sql) for right in rights.split(" , ")]
        for left, operator, right in pairs:
            for column, side in ((left, right), (right, left)):
                if column.startswith('"'):
                    self._check_pair(column.strip('"'), operator, side, held, values)

    def _check_pair(
        self, column: str, operator: str, side: str, held: Mapping[str, str], values: Mapping[str, Sequence[str]]
    ) -> None:
        text = self._texts[int(side[1:]) - 1] if side.startswith("?") else None
        shown = side.strip('"').replace("- ", "-") if text is None else repr(text)
        what, expected = "text" if text is not None else "float", held[column].replace("int", "float")
        if side.startswith('"'):
            what = held[side.strip('"')].replace("int", "float")
        if side.lower() == "null":
            if not operator.startswith("is"):
                problem = f"{column} is compared with null"
                raise InvalidOption(problem, where="--where", expected="is null, or is not null")
        elif expected in _HELD and what in _HELD and (expected == "text") != (what == "text"):
            problem = f"{column} is compared with {shown}"
            raise InvalidOption(problem, where="--where", expected=f"{_HELD[expected]}, which that column holds")
        elif text is not None and operator[0] in "=!i" and text not in values.get(column, [text]):
            problem = f"unknown value {shown} of {column}"
            raise InvalidOption(problem, where="--where", expected=one_of(values[column], text.lower()))


def _rejected(problem: str) -> InvalidOption:
    """An error of SQLite as one of ours."""
    if name := re.search(r"(?:no such|use) function: (\w+)", problem):
        expected = one_of(_FUNCTIONS.split(), name[1])
        return InvalidOption(f"unknown function {name[1]!r}", where="--where", expected=expected)
    if place := re.search(r'near "(.*)": syntax error', problem, re.DOTALL):
        problem = f"the condition cannot be read at {'the end' if place[1] == 'THEN' else repr(place[1][:40])}"
        return InvalidOption(problem, where="--where", expected="an expression in SQL")
    return InvalidOption(f"the condition cannot be evaluated ({problem})", where="--where")


def _authorize(action: int, first: str | None, second: str | None, *_: object) -> int:
    """Allow a query of the rows with safe functions, and nothing else."""
    is_query = action == sqlite3.SQLITE_SELECT or (action == sqlite3.SQLITE_READ and first == "rows")
    is_safe = action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in _FUNCTIONS.split()
    return sqlite3.SQLITE_OK if is_query or is_safe else sqlite3.SQLITE_DENY


def _value(row: Mapping[str, Any], name: str) -> str | float | None:
    """A column, or the key of a mapping in one, as SQLite takes it; lists and mappings are JSON."""
    value = row.get(name)
    if value is None and name not in row:
        for mapping in row.values():
            if isinstance(mapping, dict) and name in mapping:
                value = mapping[name]
                break
    if value is None or isinstance(value, float) or (isinstance(value, str) and value.isascii()):
        return value
    if isinstance(value, int):
        if value.bit_length() < 64:
            return value
        return float(value) if value.bit_length() < 1024 else math.copysign(math.inf, value >> value.bit_length())
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace").decode()
