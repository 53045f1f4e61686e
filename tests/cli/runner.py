"""Running the command line in this process, as fast as a function call."""

import json
from dataclasses import dataclass
from typing import Any

from typer.testing import CliRunner

from clausal.cli.main import app


@dataclass(frozen=True)
class Ran:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        """Its JSON Lines."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def line(self) -> Any:
        (only,) = self.lines
        return only


def clausal(*arguments: object, stdin: str | bytes | None = None) -> Ran:
    """Run `clausal ARGUMENTS`."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)
