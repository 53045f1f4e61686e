"""Running of a recorded command: in this process, in a new folder, without times in the output."""

import io
import os
import shlex
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import chdir, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import typer
from golden.formulas import summary
from golden.inputs import FILES, PUZZLES
from golden.keeping import kept_errors, kept_output, kept_text

from entails.cli.main import app

Record = dict[str, Any]

_TERMINAL = {"COLUMNS": "100", "LINES": "40", "TERM": "dumb", "NO_COLOR": "1"}


def record_command(command: str) -> Record:
    """Return the output and exit code of a command, and the files that it writes."""
    *before, item = (words(part) for part in command.split("; "))
    with _folder(word for part in (*before, item) for word in part) as folder:
        for part in before:
            _invoke(part)
        there = set(folder.iterdir())
        result = _invoke(item)
        built = {path.name: kept_text(path.read_text("utf-8")) for path in sorted(set(folder.iterdir()) - there)}
    record = {"code": result.code, "out": kept_output(result.out), "err": kept_errors(result.err)}
    return record | ({"files": built} if built else {})


def record_export(command: str) -> Record:
    """Return a summary of the formula that a command writes."""
    query = words(command)
    with _folder(query):
        result = _invoke(query)
    return {"code": result.code, "err": kept_errors(result.err), **(summary(result.out) if result.out else {})}


def words(command: str) -> list[str]:
    """Return the arguments of a command, with `@name` replaced by the puzzle."""
    text = shlex.split(command)
    puzzles: Mapping[str, tuple[str, ...]] = PUZZLES.get(text[0], {}) if text else {}
    return [part for word in text for part in (puzzles[word[1:]] if word.startswith("@") else (word,))]


class _Ran(NamedTuple):
    code: int
    out: str
    err: str


def _invoke(arguments: list[str]) -> _Ran:
    """Run the command line in this process; Typer's own runner would rebuild it for each call."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="", write_through=True) for _ in range(2))
    streams = patch.multiple(sys, stdin=io.TextIOWrapper(io.BytesIO(), "utf-8"), stdout=out, stderr=err)
    code = 0
    with patch.dict(os.environ, _TERMINAL), streams:
        try:
            _command().main(arguments, prog_name="entails")
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0
    return _Ran(code, *(stream.buffer.getvalue().decode() for stream in (out, err)))  # type: ignore[attr-defined]


@cache
def _command() -> Any:
    return typer.main.get_command(app)


@contextmanager
def _folder(texts: Iterable[str]) -> Iterator[Path]:
    """Create a folder with those of our files that the words name."""
    with tempfile.TemporaryDirectory() as home, chdir(home):
        for name in set(texts) & FILES.keys():
            Path(home, name).write_text(FILES[name], "utf-8")
        yield Path(home)
