"""Records as files: the columns that a question's report has, and how they are written.

Numbers, truth and text are columns of their own; a report's mapping of numbers is a map in Parquet and JSON elsewhere;
all else is JSON text. Times are left out: no two runs would agree about them.
"""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin

from entails.batch.inputs import pyarrow_for
from entails.models.errors import InvalidOption
from entails.models.report import OneOf
from entails.models.value import Value
from entails.questions.base import Verdict

if TYPE_CHECKING:
    from entails.batch.job import Job

FORMS = ("parquet", "csv", "jsonl")
_TIMES = frozenset({"seconds"})
_FIRST = {"input": "text", "line": "int", "id": "text", "verdict": "text"}
_LAST = {"error": "text", "text": "text"}
_PLAIN = {bool: "bool", int: "int", float: "float", str: "text"}


@cache
def columns_of(puzzle: str, verb: str) -> dict[str, str]:
    """The columns of a question's rows, and what each holds."""
    from entails.questions import question

    report = question(puzzle, verb).report
    if not (isinstance(report, type) and issubclass(report, Value)) or question(puzzle, verb).stream:
        return {**_FIRST, "report": "json", **_LAST}
    skipped = {*_FIRST, *_LAST, *_TIMES, "file"}
    own = {name: _held(field.annotation) for name, field in report.model_fields.items() if name not in skipped}
    return {**_FIRST, **own, **_LAST}


@cache
def values_of(puzzle: str, verb: str) -> dict[str, tuple[str, ...]]:
    """The only texts that a column holds, for those columns where they are known."""
    from entails.questions import question

    report, found = question(puzzle, verb).report, {"verdict": get_args(Verdict)}
    if isinstance(report, type) and issubclass(report, Value):
        for name, field in report.model_fields.items():
            marks = [mark for mark in field.metadata if isinstance(mark, OneOf)]
            found[name] = tuple(marks[0].values()) if marks else tuple(_literals(field.annotation))
    return {name: found[name] for name, held in columns_of(puzzle, verb).items() if held == "text" and found.get(name)}


def _literals(annotation: Any) -> list[str]:
    """The values of a Literal, or of a union of these; none where other text fits too."""
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
        return "text" if all(isinstance(one, str) for one in get_args(annotation)) else "json"
    if get_origin(annotation) is dict and parts == [str, float]:
        return "map"
    return _PLAIN.get(annotation, "json")


def record_of(report: Any) -> dict[str, Any]:
    """A report as plain data, without times."""
    if isinstance(report, Value):
        return {name: _timeless(value) for name, value in report.model_dump(mode="json").items() if name not in _TIMES}
    return {"report": [_timeless(one.model_dump(mode="json")) for one in report]}


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _timeless(one) for name, one in value.items() if name not in _TIMES}
    return [_timeless(one) for one in value] if isinstance(value, list) else value


def encode(job: "Job", records: Sequence[Mapping[str, Any]]) -> bytes:
    """The records as a file of the job's form."""
    columns = columns_of(job.puzzle, job.verb)
    if "report" in columns:
        records = [_folded(record, columns) for record in records]
    if job.form == "parquet":
        return _parquet(columns, records)
    text = io.StringIO()
    if job.form == "csv":
        table = csv.writer(text, lineterminator="\n")
        table.writerow(columns)
        table.writerows([_cell(record.get(name)) for name in columns] for record in records)
    else:
        for record in records:
            text.write(f"{_json({name: record.get(name) for name in columns})}\n")
    return text.getvalue().encode("utf-8", "backslashreplace")


def _folded(record: Mapping[str, Any], columns: Mapping[str, str]) -> dict[str, Any]:
    """A record whose report has no columns of its own: it goes into one."""
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


def form_of(path: str, said: str | None) -> str:
    """How rows are written: as they say, or as the name of the file says; a folder gets Parquet."""
    ending = path.rpartition(".")[2].lower() if "." in path.rpartition("/")[2] else ""
    form = said or (ending if ending in FORMS else "parquet")
    if form not in FORMS:
        raise InvalidOption(f"there is no form {form!r}", where="--format", expected=", ".join(FORMS))
    return form


def join(form: str, parts: Iterator[Any], target: Any) -> None:
    """Parts, which are paths, as one file: a heading once, a group of rows for each part."""
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
