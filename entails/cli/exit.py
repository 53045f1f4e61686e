"""Exit codes, error messages and signals: every run ends with an exit code and at most one sentence about an error."""

import atexit
import errno
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from shutil import get_terminal_size
from textwrap import fill
from types import FrameType
from typing import Any, NoReturn

import typer

from entails.cli.output import is_quiet
from entails.models.errors import InvalidOption

YES, NO, BAD_INPUT, UNDECIDED = 0, 1, 2, 3
BUG = 70
_WORST_FIRST = (BAD_INPUT, UNDECIDED, NO, YES)
_LONGEST = 600
_NARROWEST = 20
_SLOW_COMPILATION = 3.0
_OUTPUT_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
USAGE_ERROR: Any = typer.BadParameter.__bases__[0]
"""The base class of typer's errors about arguments; its module differs between versions of typer."""


_RAW = tuple(
    (re.compile(pattern), wording)
    for pattern, wording in (
        (r"('[^']*') is not a valid int(eger)?( range)?\.?$", r"invalid value \1; expected a whole number"),
        (r"('[^']*') is not a valid float( range)?\.?$", r"invalid value \1; expected a number"),
        (r"('[^']*') is not one of '([^']*)'\.?$", r"unknown value \1; expected \2"),
        (r"('[^']*') is not one of (.*?)\.?$", r"unknown value \1; expected one of \2"),
        (r"^Option '([^']+)' requires an argument", r"\1: missing value"),
    )
)
"""Patterns of typer's messages about values, each with the wording that replaces it."""
_BLAMED = re.compile(r"^Invalid value for ('[^']+'(?: / '[^']+')*): ")


class _Received:
    """The signal that ends the run, if any. Libraries may replace KeyboardInterrupt, so it is kept here."""

    signal: int | None = None


def worst(codes: Iterable[int]) -> int:
    """Return the exit code of a run with several results: the most severe of their codes."""
    seen = set(codes)
    return next((code for code in _WORST_FIRST if code in seen), YES)


def print_error(sentence: str) -> None:
    """Print one sentence on standard error, shortened if long, and without control characters."""
    shown = _shown(sentence)
    if sys.stderr is not None:
        with suppress(OSError, ValueError):  # standard error is closed
            print(_fitting(f"entails: {shown}"), file=sys.stderr)


def _fitting(line: str) -> str:
    """Wrap a long line at the width of the terminal. Without a terminal, return it unchanged."""
    width = get_terminal_size().columns
    if not sys.stderr.isatty() or len(line) <= width or width <= _NARROWEST:
        return line
    return fill(line, width, subsequent_indent="  ", break_on_hyphens=False)


def remark(sentence: str) -> None:
    """Print a note on standard error, except under --quiet."""
    if not is_quiet():
        print_error(sentence)


def empty_value(flag: str) -> InvalidOption:
    """Return the error about an option with an empty value."""
    return InvalidOption("value is empty", where=flag, expected="a value")


def note_compiling(kernels: str, seconds: float) -> None:
    """Print a note that kernels are being compiled, if compilation takes long."""
    if seconds >= _SLOW_COMPILATION:
        remark(f"compiling the kernels of {kernels} (once per machine): about {seconds:.0f} s")


def _shown(sentence: str) -> str:
    """Shorten a sentence in the middle and escape unprintable characters, because it may quote any input."""
    half = _LONGEST // 2
    shown = sentence if len(sentence) <= _LONGEST else f"{sentence[:half]} … {sentence[-half:]}"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in shown)


def guarded(run: Callable[[], object], words: Sequence[str] = (), *, json: bool = False) -> int:
    """Run the command line `words` and return the exit code. A failure becomes one sentence on standard error.

    With `json`, invalid input is also reported as a line of JSON on standard output.
    """
    from entails.models.errors import EntailsError

    def refuse(sentence: str) -> int:
        print_error(sentence)
        if json:
            from entails.models.report import ErrorReport

            with suppress(OSError, ValueError):
                print(ErrorReport(error=_shown(sentence)).json_line(), flush=True)
        return BAD_INPUT

    try:
        code = _exit_code(run)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return _stopped()
    except EntailsError as error:
        return refuse(str(error))
    except USAGE_ERROR as error:
        sentence = _misused(error, words)
        return refuse(sentence) if sentence else BAD_INPUT
    except (
        BrokenPipeError,
        SystemExit,
    ):  # the reader, such as `head`, closed the pipe; rich turns this into SystemExit
        _discard_output()
        return YES
    except OSError as error:
        is_output = not error.filename and error.errno in _OUTPUT_ERRORS
        place = error.filename or ("standard output" if is_output else "the system")
        sentence = f"{place}: {(error.strerror or str(error)).lower()}"
        if not is_output:
            return refuse(sentence)
        print_error(sentence)
        _discard_output()
        return BAD_INPUT
    except MemoryError:
        print_error("undecided: out of memory")
        return UNDECIDED
    except Exception as error:
        if _Received.signal or type(error).__module__ == "pysolvers":  # the latter is how python-sat reports Ctrl-C
            return _stopped()
        if os.environ.get("ENTAILS_DEBUG"):
            raise
        summary = f"{type(error).__name__}: {error}".partition("\n")[0][:200]
        print_error(f"this is a bug in Entails: {summary} (set ENTAILS_DEBUG=1 for a traceback)")
        return BUG


def _exit_code(run: Callable[[], object]) -> int:
    try:
        code = run()
    except typer.Exit as end:
        return end.exit_code
    return code if isinstance(code, int) else YES


def exit_process(code: int) -> NoReturn:
    """End the process without tearing down the interpreter, which takes longer than many queries.

    Exit handlers run and the standard streams are flushed. If threads are still running, Python ends as usual.
    """
    if any(thread is not threading.main_thread() and not thread.daemon for thread in threading.enumerate()):
        sys.exit(code)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with suppress(OSError, ValueError):
                stream.flush()
    os._exit(code)


def _stopped() -> int:
    """Report that the run was stopped; return 128 plus the number of the signal. A second Ctrl-C kills the process."""
    with suppress(ValueError):  # not in the main thread
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    with suppress(OSError):
        sys.stdout.flush()  # results printed so far are valid
    print_error("stopped")
    return 128 + (_Received.signal or signal.SIGINT)


def end_cleanly_on_signals() -> None:
    """Treat SIGTERM and SIGHUP like Ctrl-C, so that no half-written file remains. Ignored signals stay ignored."""

    def end(number: int, _frame: FrameType | None) -> None:
        _Received.signal = number
        raise KeyboardInterrupt

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, end)


def _misused(error: Any, words: Sequence[str]) -> str:
    """Return typer's error about arguments as one sentence: option as typed, problem, expected value.

    The sentence is empty for a command without arguments, which has printed its help.
    """
    message = error.format_message().strip()
    if blamed := _BLAMED.match(message):
        names = [name.strip("'") for name in blamed[1].split(" / ")]
        typed = [name for name in names if any(word.partition("=")[0] == name for word in words)]
        message = f"{(typed or names)[0]}: {_validation_problem(error) or message[blamed.end() :]}"
    for pattern, wording in _RAW:
        message = pattern.sub(wording, message)
    if "; expected one of " in message:
        problem, _, known = message.partition("; expected one of ")
        message = f"{problem}; expected one of {known.replace(chr(39), '')}"
    if not message:
        return ""
    context = getattr(error, "ctx", None)
    hint = f" (see {context.command_path} --help)" if context is not None else ""
    return f"{message[0].lower()}{message[1:].rstrip('.')}{hint}"


def _validation_problem(error: Exception) -> str:
    """Return the message of the pydantic error behind a usage error, or an empty text if there is none."""
    if type(error.__cause__).__name__ != "ValidationError":
        return ""
    from pydantic import ValidationError

    from entails.models.errors import validation_message

    return str(validation_message(error.__cause__)) if isinstance(error.__cause__, ValidationError) else ""


def _discard_output() -> None:
    """Redirect standard output to nowhere, so that Python does not fail again when it flushes the buffer at exit."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
