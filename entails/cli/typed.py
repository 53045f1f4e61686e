"""Lines that a person types, or that a pipe brings, one at a time."""

import sys

from entails.cli.output import console
from entails.models.errors import InvalidPuzzle

_LONGEST_LINE = 1000
MOST_LINES = 10_000
"""No game takes as many; an endless pipe ends here."""
_UNREADABLE = "\N{REPLACEMENT CHARACTER}"


class Lines:
    """Asks for lines until Ctrl-D or the end of the pipe. Prompts are for people: a pipe only gets the answers."""

    def __init__(self) -> None:
        self._asked = 0

    def ask(self, prompt: str) -> str | None:
        """The next line, without the blanks around it; None at the end of the input."""
        self._asked += 1
        if self._asked > MOST_LINES:
            raise InvalidPuzzle(f"there are more than {MOST_LINES:,} lines", where="standard input")
        if sys.stdin is None:
            return None
        sys.stdout.flush()
        return _from_a_person(prompt) if sys.stdin.isatty() else _from_a_pipe()


def _from_a_person(prompt: str) -> str | None:
    try:
        return console().input(prompt, markup=False).strip()
    except EOFError:
        console().print()
        return None
    except UnicodeDecodeError:
        return _UNREADABLE


def _from_a_pipe() -> str | None:
    line = sys.stdin.buffer.readline(_LONGEST_LINE)
    return line.decode("utf-8", "replace").strip() if line else None
