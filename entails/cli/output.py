"""Output: JSON Lines for programs; text for people, with colours, wrapping and progress bars on a terminal.

The options `--quiet` and `--no-color` are accepted anywhere on the command line. Characters that the encoding of the
terminal lacks are replaced by similar ones in ASCII.
"""

import codecs
import json
import os
import re
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TypeVar

from entails.models.errors import SPELLED, bracketed

if TYPE_CHECKING:
    from rich.console import Console

    from entails.models.fields import Value
    from entails.queries.query import Progress

_QUIET, _NO_COLOUR, _END = "--quiet", "--no-color", "--"


class _GlobalOptions:
    quiet = False


def apply_global_options(words: Iterable[str]) -> list[str]:
    """Apply --quiet and --no-color, and return the remaining arguments. After `--` nothing is an option."""
    _GlobalOptions.quiet = False
    kept: list[str] = []
    arguments = list(words)
    end = arguments.index(_END) if _END in arguments else len(arguments)
    for word in arguments[:end]:
        if word == _QUIET:
            _GlobalOptions.quiet = True
        elif word == _NO_COLOUR:
            os.environ["NO_COLOR"] = "1"
        else:
            kept.append(word)
    return kept + arguments[end:]


def is_quiet() -> bool:
    """Return whether --quiet is set: only results and errors are printed."""
    return _GlobalOptions.quiet


T = TypeVar("T")

_FLUSH_EVERY = 0.1
_NARROWEST = 20
_DIGRAPH = re.compile(f"[{''.join(SPELLED)}]")
_SHOWS_ALL = ("utf-8", "utf8")
_BEGINNING = re.compile(r"\s*(?:• |[0-9]+(?:-[0-9]+)?\. )?")
"""The indent of a line, with a bullet or number, below which its continuation lines are aligned."""


class _Clock:
    """The time of the last flush of standard output."""

    flushed = 0.0


def print_line(text: str) -> None:
    """Print one line unchanged. A pipe is flushed at most ten times a second, because each flush is slow."""
    text = _bracketed(text)
    if sys.stdout.isatty():
        console().print(text, markup=False, soft_wrap=True)
        return
    sys.stdout.write(f"{text}\n")
    now = time.monotonic()
    if now - _Clock.flushed > _FLUSH_EVERY:
        sys.stdout.flush()
        _Clock.flushed = now


def print_json(report: "Value") -> None:
    """Print a report as one line of JSON."""
    print_line(report.json_line())


def say(text: str, colour: str = "") -> None:
    """Print a text for people: in colour and wrapped between words on a terminal."""
    text = _bracketed("\n".join(piece for line in text.split("\n") for piece in _folded_line(line)))
    if not colour or not sys.stdout.isatty():
        print_line(text)
        return
    from rich.text import Text

    console().print(Text(text, colour), soft_wrap=True)


def draw(markup: str) -> None:
    """Print a drawing in rich's markup, in ASCII if the terminal lacks box characters. Lines are not wrapped."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    shown = _bracketed(markup, "\\[")
    if encoding.lower() not in _SHOWS_ALL:
        from entails.formats.drawing.text import ascii_only, fits

        shown = shown if fits(encoding) else ascii_only(shown)
    console().print(shown, soft_wrap=True)


def _bracketed(text: str, opening: str = "[") -> str:
    """Return the text with brackets around multi-letter tiles."""
    return bracketed(text, opening) if _DIGRAPH.search(text) else text


def columns(rows: Sequence[Sequence[str]], right: int | None = None) -> None:
    """Print rows in aligned columns; column `right` is right-aligned. A narrow terminal wraps the last column."""
    from entails.models.fields import aligned

    for line in aligned(list(_folded_rows(rows)), right):
        print_line(line)


def _folded_rows(rows: Sequence[Sequence[str]]) -> Iterator[Sequence[str]]:
    before = sum(max(map(len, column)) + 2 for column in list(zip(*rows, strict=True))[:-1])
    for row in rows:
        first, *more = folded(row[-1], before) if row else [""]
        yield [*row[:-1], first] if row else row
        for line in more:
            yield [*[""] * (len(row) - 1), line]


def is_room_for(width: int) -> bool:
    """Return whether a line of this width fits on the terminal; always true without a terminal."""
    return not sys.stdout.isatty() or width <= get_terminal_size().columns


def folded(text: str, indent: int) -> list[str]:
    """Wrap a text between words at the terminal's width less `indent`; without a terminal return one line."""
    width = get_terminal_size().columns - indent
    if not sys.stdout.isatty() or width <= _NARROWEST:
        return [text]
    return wrap(text, width, break_long_words=False, break_on_hyphens=False) or [text]


def _folded_line(line: str) -> list[str]:
    """Wrap a sentence with a hanging indent. A line with columns (two spaces in a row) is not wrapped."""
    begins = _BEGINNING.match(line)
    indent = begins.end() if begins else 0
    if "  " in line[indent:]:
        return [line]
    first, *more = folded(line[indent:], indent)
    return [line[:indent] + first, *(" " * indent + piece for piece in more)]


def console() -> "Console":
    """Return the console of standard output. A pipe is never wrapped; a pipe or NO_COLOR has no colours."""
    return _console_on(sys.stdout)


@lru_cache(1)
def _console_on(stream: Any) -> "Console":
    """Return the one console of a stream. It is shared, so that a progress bar stays below printed lines."""
    from rich.console import Console

    if not stream.isatty():
        return Console(highlight=False, color_system=None, width=10_000, soft_wrap=True)
    if os.environ.get("NO_COLOR"):
        return Console(highlight=False, color_system=None)
    return Console(highlight=False)


@contextmanager
def watching() -> Iterator["Progress"]:
    """Yield a function that shows progress on standard error if it is a terminal, and does nothing otherwise."""
    if is_quiet() or sys.stderr is None or not sys.stderr.isatty():
        yield lambda share, text: None  # noqa: ARG005
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    parts = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    shared = sys.stdout.isatty()
    bar = Progress(*parts, console=console() if shared else Console(stderr=True), transient=True)
    begun: list[Any] = []

    def watch(share: float | None, text: str) -> None:
        if not begun:  # most queries end before they report progress
            bar.start()
            begun.append(bar.add_task(text, total=None))
        bar.update(begun[0], description=text, completed=share or 0, total=None if share is None else 1)

    try:
        yield watch
    finally:
        bar.stop()


def progress(
    items: Iterable[T], total: int, label: str, many: int = 50, size: Callable[[T], int] = lambda _: 1
) -> Generator[T, None, None]:
    """Yield the items; show a progress bar if there are at least `many` and standard error is a terminal.

    Args:
        total: Number of items; 0 if unknown, so that no remaining time is shown.
        size: Number of puzzles that an item counts for.
    """
    if is_quiet() or 0 < total < many or sys.stderr is None or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Any) -> Text:
            speed = task.finished_speed or task.speed
            return Text("" if speed is None else f"{speed:,.0f} a second")

    shared = sys.stdout.isatty()  # then the bar must stay below the lines
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        console=console() if shared else Console(stderr=True),
        redirect_stdout=False,
        redirect_stderr=shared,
        transient=True,
    )
    with bar:
        task = bar.add_task(label, total=total or None)
        for item in items:
            yield item
            bar.advance(task, size(item))


HANDLER = "entails-plain-letters"
_WORDS = {
    "✓": "x",
    "✗": "-",
    "…": "...",
    "→": "->",
    "←": "<-",
    "↔": "<->",
    "⇒": "=>",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "−": "-",
    "–": "-",
    "—": "-",
    "’": "'",
    "“": '"',
    "”": '"',
    "⬛": "b",
    "⬜": "b",
    "🟨": "y",
    "🟩": "g",
    "╭": "+",
    "╮": "+",
    "╰": "+",
    "╯": "+",
    "█": "#",
    "░": ":",
    "•": "*",
    "²": "2",
    "³": "3",
}


def plain_letters(text: str) -> str:
    """Return the text in ASCII."""
    return "".join(character if character.isascii() else _plain(character) for character in text)


def _plain(character: str) -> str:
    import unicodedata

    from entails.formats.drawing.text import ascii_only

    if (word := _WORDS.get(character) or ascii_only(character)).isascii():
        return word
    name = unicodedata.name(character, "")
    if name.startswith("BOX DRAWINGS"):
        return "+"
    bare = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return bare or "?"


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain_letters(error.object[error.start : error.end]), error.end


def register_ascii_fallback() -> None:
    """Register an error handler of streams, `HANDLER`, that replaces characters which cannot be encoded."""
    codecs.register_error(HANDLER, _stand_in)


DETECTED: ContextVar[str | None] = ContextVar("detected", default=None)
"""The detected puzzle type, or None if the command line names one."""


def with_detected_type(line: str, name: str) -> str:
    """Return a JSON report with the puzzle type as `puzzle`; the text of the puzzle moves to `text`."""
    report = json.loads(line)
    if not isinstance(report, dict):
        return line
    text = report.pop("puzzle", None)
    renamed = {"puzzle": name, **({"text": text} if text is not None else {}), **report}
    return json.dumps(renamed, ensure_ascii=False, separators=(",", ":"))
