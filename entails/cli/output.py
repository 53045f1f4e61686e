"""What people and programs see: JSON Lines, or text with colours where the output is a terminal.

How a run behaves, whatever it is asked: `--quiet` and `--no-color` may stand anywhere among the words.

Text on a terminal whose locale lacks some characters: the nearest that it has stand for them, never a question mark
where something says it better.
"""

import codecs
import os
import re
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TypeVar

from entails.models.errors import SAID, bracketed

if TYPE_CHECKING:
    from rich.console import Console

    from entails.models.fields import Value
    from entails.queries.query import Progress

_QUIET, _NO_COLOUR, _END = "--quiet", "--no-color", "--"


class _Manners:
    quiet = False


def manners_of(words: Iterable[str]) -> list[str]:
    """The words without those that say how to behave, which are obeyed. After `--` nothing is an option."""
    _Manners.quiet = False
    kept: list[str] = []
    arguments = list(words)
    end = arguments.index(_END) if _END in arguments else len(arguments)
    for word in arguments[:end]:
        if word == _QUIET:
            _Manners.quiet = True
        elif word == _NO_COLOUR:
            os.environ["NO_COLOR"] = "1"
        else:
            kept.append(word)
    return kept + arguments[end:]


def is_quiet() -> bool:
    """Were only answers and errors asked for?"""
    return _Manners.quiet


T = TypeVar("T")

_FLUSH_EVERY = 0.1
_NARROWEST = 20
_DIGRAPH = re.compile(f"[{''.join(SAID)}]")
_SHOWS_ALL = ("utf-8", "utf8")
_BEGINNING = re.compile(r"\s*(?:• |[0-9]+(?:-[0-9]+)?\. )?")
"""How a line may begin that is folded: further in, as one of several things, with its number."""


class _Clock:
    """When the output was last flushed."""

    flushed = 0.0


def print_line(text: str) -> None:
    """One line, as it is. A pipe gets it soon, but not each line by itself: flushing thousands takes longer than they
    took to find."""
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
    """One report, one line."""
    print_line(report.json_line())


def say(text: str, colour: str = "") -> None:
    """A line for people, on a terminal in colour and folded between words."""
    text = _bracketed("\n".join(piece for line in text.split("\n") for piece in _folded_line(line)))
    if not colour or not sys.stdout.isatty():
        print_line(text)
        return
    from rich.text import Text

    console().print(Text(text, colour), soft_wrap=True)


def draw(markup: str) -> None:
    """A picture in rich's markup, in ASCII where the terminal has no boxes. A line that is too long is left to the
    terminal: to fold it makes it no better."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    shown = _bracketed(markup, "\\[")
    if encoding.lower() not in _SHOWS_ALL:
        from entails.formats.drawing.text import ascii_only, fits

        shown = shown if fits(encoding) else ascii_only(shown)
    console().print(shown, soft_wrap=True)


def _bracketed(text: str, opening: str = "[") -> str:
    """The text with letters of several characters in brackets; few texts have any."""
    return bracketed(text, opening) if _DIGRAPH.search(text) else text


def columns(rows: Sequence[Sequence[str]], right: int | None = None) -> None:
    """Rows of text under each other; the column `right` is set to the right. On a terminal that is too narrow the last
    column is folded between words."""
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
    """Do so many characters fit into a line? Programs take lines of any length."""
    return not sys.stdout.isatty() or width <= get_terminal_size().columns


def folded(text: str, indent: int) -> list[str]:
    """The text in lines that fit beside something of this width on a terminal; programs get it in one. Words stay
    whole, however long they are."""
    width = get_terminal_size().columns - indent
    if not sys.stdout.isatty() or width <= _NARROWEST:
        return [text]
    return wrap(text, width, break_long_words=False, break_on_hyphens=False) or [text]


def _folded_line(line: str) -> list[str]:
    """A sentence in lines that fit, those after the first below its first word; what is set in columns stays as it
    is."""
    begins = _BEGINNING.match(line)
    indent = begins.end() if begins else 0
    if "  " in line[indent:]:
        return [line]
    first, *more = folded(line[indent:], indent)
    return [line[:indent] + first, *(" " * indent + piece for piece in more)]


def console() -> "Console":
    """Rich when it is a terminal, plain when it is a pipe or NO_COLOR asks for it; never cuts a line in a pipe."""
    return _console_on(sys.stdout)


@lru_cache(1)
def _console_on(stream: Any) -> "Console":
    """The one console of a stream, so that a progress bar and the lines above it know of each other."""
    from rich.console import Console

    if not stream.isatty():
        return Console(highlight=False, color_system=None, width=10_000, soft_wrap=True)
    if os.environ.get("NO_COLOR"):
        return Console(highlight=False, color_system=None)
    return Console(highlight=False)


@contextmanager
def watching() -> Iterator["Progress"]:
    """Shows how far a long answer has come, on standard error, when somebody is there to see it."""
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
        if not begun:  # most answers come before anybody would look
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
    """The items, with a progress bar on standard error when there are many and somebody is watching: how many, how many
    a second, and how long it will take, which only a `total` tells that is not 0. An item may count for several, which
    `size` knows."""
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
    """The text in ASCII."""
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


def use_plain_letters() -> None:
    """Let streams do so that are opened, or configured, with `HANDLER` for errors."""
    codecs.register_error(HANDLER, _stand_in)
