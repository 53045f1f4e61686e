"""Output tables of a batch: columns of reports, file formats, and conditions on rows.

Fields with numbers, booleans or text become columns; a mapping of numbers is a map in Parquet and JSON elsewhere; all
other fields are JSON text. Times are omitted, because they differ between runs.

A condition such as `band = 'medium' and uses_x_wing >= 1` is one SQL expression, which SQLite evaluates on a table in
memory with the rows of a part. Names are columns, or keys of a mapping in a column. Subqueries and functions that do
not depend only on their arguments are rejected. A comparison with null is neither true nor false, and does not keep
the row.
"""

import csv
import io
import json
import math
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from entails.batch.inputs import pyarrow_for
from entails.models.errors import InvalidOption, one_of
from entails.models.fields import Value
from entails.models.report import OneOf
from entails.queries.query import Verdict

FORMS = ("parquet", "csv", "jsonl")
_TIMES = frozenset({"seconds"})
_FIRST = {"input": "text", "line": "int", "id": "text", "verdict": "text"}
_LAST = {"error": "text", "text": "text"}
_PLAIN = {bool: "bool", int: "int", float: "float", str: "text"}


@cache
def columns_of(puzzle: str, verb: str) -> dict[str, str]:
    """Return the columns of the output of a query with their types."""
    from entails.queries import find_query

    report = find_query(puzzle, verb).report
    if not (isinstance(report, type) and issubclass(report, Value)) or find_query(puzzle, verb).stream:
        return {**_FIRST, "report": "json", **_LAST}
    skipped = {*_FIRST, *_LAST, *_TIMES, "file"}
    own = {name: _held(field.annotation) for name, field in report.model_fields.items() if name not in skipped}
    return {**_FIRST, **own, **_LAST}


_ATTRIBUTE = re.compile(r"^ {8}(\w+): (.*(?:\n {12}.*)*)", re.MULTILINE)
_OWN = {
    "input": "input file",
    "line": "line in the file, from 1",
    "id": "id of the row",
    "verdict": "yes, no, undecided or bad",
    "error": "why the row is invalid; empty otherwise",
    "text": "the text of an invalid row",
}


def descriptions_of(puzzle: str, verb: str) -> dict[str, str]:
    """Return the columns of the output of a query, each with its description if the report has one."""
    from entails.queries import find_query

    report = find_query(puzzle, verb).report
    described = dict(_OWN)
    if isinstance(report, type) and issubclass(report, Value):
        for kind in reversed(report.__mro__):
            described |= {name: " ".join(text.split()) for name, text in _ATTRIBUTE.findall(kind.__doc__ or "")}
        fields = report.model_fields.items()
        described |= {name: field.description for name, field in fields if field.description}
    return {name: described.get(name, "") for name in columns_of(puzzle, verb)}


@cache
def values_of(puzzle: str, verb: str) -> dict[str, tuple[str, ...]]:
    """Return the possible values of text columns that allow only certain values."""
    from entails.queries import find_query

    report, values = find_query(puzzle, verb).report, {"verdict": get_args(Verdict)}
    if isinstance(report, type) and issubclass(report, Value):
        for name, field in report.model_fields.items():
            marks = [mark for mark in field.metadata if isinstance(mark, OneOf)]
            values[name] = tuple(marks[0].values()) if marks else tuple(_literals(field.annotation))
    return {
        name: values[name] for name, held in columns_of(puzzle, verb).items() if held == "text" and values.get(name)
    }


def _literals(annotation: Any) -> list[str]:
    """Return the values of a Literal or a union of Literals; an empty list if other text is allowed."""
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    parts = [_literals(part) for part in get_args(annotation) if part is not NoneType]
    is_union = get_origin(annotation) in (Union, UnionType)
    return [value for part in parts for value in part] if is_union and all(parts) else []


def _held(annotation: Any) -> str:
    parts = [part for part in get_args(annotation) if part is not NoneType]
    if get_origin(annotation) in (Union, UnionType):
        held = {_held(part) for part in parts}
        return held.pop() if len(held) == 1 else "float" if held == {"int", "float"} else "json"
    if get_origin(annotation) is Literal:
        return "text" if all(isinstance(member, str) for member in get_args(annotation)) else "json"
    if get_origin(annotation) is dict and parts == [str, float]:
        return "map"
    return _PLAIN.get(annotation, "json")


def record_of(report: Any) -> dict[str, Any]:
    """Return a report as plain data, without measured times."""
    if isinstance(report, Value):
        return {name: _timeless(value) for name, value in report.model_dump(mode="json").items() if name not in _TIMES}
    return {"report": [_timeless(part.model_dump(mode="json")) for part in report]}


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _timeless(member) for name, member in value.items() if name not in _TIMES}
    return [_timeless(member) for member in value] if isinstance(value, list) else value


def encode(puzzle: str, verb: str, form: str, records: Sequence[Mapping[str, Any]]) -> bytes:
    """Return the records as the content of a file in the given format."""
    columns = columns_of(puzzle, verb)
    if "report" in columns:
        records = [_folded(record, columns) for record in records]
    if form == "parquet":
        return _parquet(columns, records)
    text = io.StringIO()
    if form == "csv":
        table = csv.writer(text, lineterminator="\n")
        table.writerow(columns)
        table.writerows([_cell(record.get(name)) for name in columns] for record in records)
    else:
        for record in records:
            text.write(f"{_json({name: record.get(name) for name in columns})}\n")
    return text.getvalue().encode("utf-8", "backslashreplace")


def _folded(record: Mapping[str, Any], columns: Mapping[str, str]) -> dict[str, Any]:
    """Move the fields of a report that have no column into the column `report`."""
    own = {name: value for name, value in record.items() if name not in columns}
    return dict(record) if not own else {**{name: record.get(name) for name in columns}, "report": own}


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _parquet(columns: Mapping[str, str], records: Sequence[Mapping[str, Any]]) -> bytes:
    parquet, arrow = pyarrow_for("writing Parquet")
    types = {
        "bool": arrow.bool_(),
        "int": arrow.int64(),
        "float": arrow.float64(),
        "text": arrow.string(),
        "json": arrow.string(),
        "map": arrow.map_(arrow.string(), arrow.float64()),
    }
    schema = arrow.schema([(name, types[held]) for name, held in columns.items()])
    try:
        arrays = [
            arrow.array([_stored(record.get(name), held) for record in records], types[held])
            for name, held in columns.items()
        ]
    except OverflowError:
        problem = "a number is too large for Parquet, whose integers have 64 bits"
        raise InvalidOption(problem, where="--format", expected="csv or jsonl") from None
    sink = arrow.BufferOutputStream()
    parquet.write_table(arrow.Table.from_arrays(arrays, schema=schema), sink, compression="zstd")
    content: bytes = sink.getvalue().to_pybytes()
    return content


def _stored(value: Any, held: str) -> Any:
    if value is None:
        return None
    if held == "map":
        return list(value.items())
    if held == "text":
        return value.encode("utf-8", "backslashreplace").decode()
    return _json(value) if held == "json" else value


def form_of(path: str, chosen: str | None) -> str:
    """Return the output format: the chosen one, that of the file extension, or Parquet."""
    ending = path.rpartition(".")[2].lower() if "." in path.rpartition("/")[2] else ""
    form = chosen or (ending if ending in FORMS else "parquet")
    if form not in FORMS:
        raise InvalidOption(f"unknown format {form!r}", where="--format", expected=", ".join(FORMS))
    return form


def join(form: str, parts: Iterator[Any], target: Any) -> None:
    """Join part files into one: CSV gets one heading, Parquet one row group per part."""
    if form != "parquet":
        for number, part in enumerate(parts):
            with part.open("rb") as file:
                if form == "csv" and number:
                    file.readline()
                while piece := file.read(1 << 20):
                    target.write(piece)
        return
    parquet, _ = pyarrow_for("writing Parquet")
    writer = None
    for part in parts:
        table = parquet.read_table(part)
        writer = writer or parquet.ParquetWriter(target, table.schema, compression="zstd")
        writer.write_table(table, row_group_size=max(1, len(table)))
    if writer is not None:
        writer.close()


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
def condition(text: str) -> "RowCondition":
    """Parse a condition on rows; an empty text is true for every row. Results are cached."""
    return RowCondition(text)


class RowCondition:
    """A condition on rows; `names` are its columns and keys."""

    def __init__(self, text: str) -> None:
        self._texts: list[str] = []
        self.names: dict[str, None] = {}
        self._sql = " ".join(self._words(text))
        self._indices([])  # raises syntax errors now

    def _words(self, text: str) -> Iterator[str]:
        """Yield the tokens of the condition as SQL: columns in quotes, texts as query parameters."""
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
        """Return the rows that meet the condition, in order."""
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
        """Raise an error if the condition can be true for no row.

        Args:
            held: Types of the columns, from `columns_of`.
            values: Possible values of text columns, from `values_of`.
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
        compared, expected = "text" if text is not None else "float", held[column].replace("int", "float")
        if side.startswith('"'):
            compared = held[side.strip('"')].replace("int", "float")
        if side.lower() == "null":
            if not operator.startswith("is"):
                problem = f"{column} is compared with null"
                raise InvalidOption(problem, where="--where", expected="is null, or is not null")
        elif expected in _HELD and compared in _HELD and (expected == "text") != (compared == "text"):
            problem = f"{column} is compared with {shown}"
            raise InvalidOption(problem, where="--where", expected=f"{_HELD[expected]}, as in this column")
        elif text is not None and operator[0] in "=!i" and text not in values.get(column, [text]):
            problem = f"unknown value {shown} of {column}"
            raise InvalidOption(problem, where="--where", expected=one_of(values[column], text.lower()))


def _rejected(problem: str) -> InvalidOption:
    """Return an error of SQLite about a condition as an InvalidOption."""
    if name := re.search(r"(?:no such|use) function: (\w+)", problem):
        expected = one_of(_FUNCTIONS.split(), name[1])
        return InvalidOption(f"unknown function {name[1]!r}", where="--where", expected=expected)
    if place := re.search(r'near "(.*)": syntax error', problem, re.DOTALL):
        problem = f"the condition cannot be read at {'the end' if place[1] == 'THEN' else repr(place[1][:40])}"
        return InvalidOption(problem, where="--where", expected="an expression in SQL")
    return InvalidOption(f"the condition cannot be evaluated ({problem})", where="--where")


def _authorize(action: int, first: str | None, second: str | None, *_: object) -> int:
    """Return SQLite's code for permission: only to query the rows, with safe functions."""
    is_query = action == sqlite3.SQLITE_SELECT or (action == sqlite3.SQLITE_READ and first == "rows")
    is_safe = action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in _FUNCTIONS.split()
    return sqlite3.SQLITE_OK if is_query or is_safe else sqlite3.SQLITE_DENY


def _value(row: Mapping[str, Any], name: str) -> str | float | None:
    """Return the value of a column, or of a key in a mapping, for SQLite; lists and mappings become JSON."""
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
