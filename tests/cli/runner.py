"""Runners of the command line: in this process, which is as fast as a function call, or in a new process."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import IO, Any

from typer import testing
from typer.testing import CliRunner

from entails.cli.main import app

testing._get_command = cache(testing._get_command)
"""The command line, built once: the runner would rebuild it for each call, which takes longer than most calls."""


@dataclass(frozen=True)
class Ran:
    """The output and the exit code of a command."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        """Parse the output as JSON Lines."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def line(self) -> Any:
        (only,) = self.lines
        return only


def entails(*arguments: object, stdin: str | bytes | None = None) -> Ran:
    """Run `entails ARGUMENTS` in this process."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)


@cache
def published() -> dict[str, Any]:
    """Return the published schemas of reports, by name."""
    result: dict[str, Any] = json.loads(entails("schema").out)["reports"]
    return result


def start(
    *arguments: object,
    stdin: int | IO[Any] = subprocess.DEVNULL,
    stdout: int | IO[Any] | None = subprocess.PIPE,
    stderr: int | IO[Any] | None = subprocess.PIPE,
    env: Mapping[str, str] = {},
) -> "subprocess.Popen[bytes]":
    """Start `entails ARGUMENTS` as a process in its own process group, as a shell does."""
    return subprocess.Popen(
        [sys.executable, "-m", "entails", *map(str, arguments)],
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        env={key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"} | env,
        start_new_session=True,
        bufsize=0,  # reading it line by line leaves the rest unread
    )
