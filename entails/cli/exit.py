"""How a run ends: exit codes, and one sentence for what went wrong."""

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
_WORTH_TELLING = 3.0
_OUTPUT_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
USAGE_ERROR: Any = typer.BadParameter.__bases__[0]
"""The base of all that typer finds wrong with arguments; its module has changed between versions."""


_RAW = tuple(
    (re.compile(pattern), wording)
    for pattern, wording in (
        (r"('[^']*') is not a valid int(eger)?( range)?\.?$", r"this is \1; expected a whole number"),
        (r"('[^']*') is not a valid float( range)?\.?$", r"this is \1; expected a number"),
        (r"('[^']*') is not one of '([^']*)'\.?$", r"there is no \1; expected \2"),
        (r"('[^']*') is not one of (.*?)\.?$", r"there is no \1; expected one of \2"),
        (r"^Option '([^']+)' requires an argument", r"\1: nothing is said; expected a value"),
    )
)
"""How others word what is wrong with a value, and how we do."""
_BLAMED = re.compile(r"^Invalid value for ('[^']+'(?: / '[^']+')*): ")


class _Received:
    """The signal that ends the run, once there is one. Code of others may turn the exception into one of its own."""

    signal: int | None = None


def worst(codes: Iterable[int]) -> int:
    """The exit code of many answers: the worst of them."""
    seen = set(codes)
    return next((code for code in _WORST_FIRST if code in seen), YES)


def complain(sentence: str) -> None:
    """One sentence on standard error: on one line, not endless, and without codes that would move the cursor."""
    shown = _shown(sentence)
    if sys.stderr is not None:
        with suppress(OSError, ValueError):  # nobody is there to hear it
            print(_fitting(f"entails: {shown}"), file=sys.stderr)


def _fitting(line: str) -> str:
    """A long line in lines of the terminal's width, cut between words; programs get it as it is."""
    width = get_terminal_size().columns
    if not sys.stderr.isatty() or len(line) <= width or width <= _NARROWEST:
        return line
    return fill(line, width, subsequent_indent="  ", break_on_hyphens=False)


def remark(sentence: str) -> None:
    """Something beside the answer, for those who want to hear it."""
    if not is_quiet():
        complain(sentence)


def nothing_said(flag: str) -> InvalidOption:
    """Return the error about an option without a value."""
    return InvalidOption("nothing is said", where=flag, expected="a value, or no such option")


def tell_of_compiling(what: str, seconds: float) -> None:
    """Why nothing happens for a while, the first time."""
    if seconds >= _WORTH_TELLING:
        remark(f"compiling the fast loops of {what}, once on this machine: about {seconds:.0f} s")


def _shown(sentence: str) -> str:
    """What is quoted from an input may be endless, where both ends say more than the beginning alone; and it may hold
    what is no text."""
    half = _LONGEST // 2
    shown = sentence if len(sentence) <= _LONGEST else f"{sentence[:half]} … {sentence[-half:]}"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in shown)


def guarded(run: Callable[[], object], words: Sequence[str] = (), *, json: bool = False) -> int:
    """Run the command line, which these words are, and turn every way it can end into an exit code, and all but success
    into a sentence; where programs read JSON, bad input is a line of it too."""
    from entails.models.errors import EntailsError

    def refuse(sentence: str) -> int:
        complain(sentence)
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
    ):  # the reader, such as `head`, has seen enough; SystemExit is rich's word for it
        _forget_output()
        return YES
    except OSError as error:
        is_output = not error.filename and error.errno in _OUTPUT_ERRORS
        place = error.filename or ("standard output" if is_output else "the system")
        sentence = f"{place}: {(error.strerror or str(error)).lower()}"
        if not is_output:
            return refuse(sentence)
        complain(sentence)
        _forget_output()
        return BAD_INPUT
    except MemoryError:
        complain("undecided: there is not enough memory")
        return UNDECIDED
    except Exception as error:
        if _Received.signal or type(error).__module__ == "pysolvers":  # the latter is how python-sat says Ctrl-C
            return _stopped()
        if os.environ.get("ENTAILS_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}".partition("\n")[0][:200]
        complain(f"this is a bug in Entails: {what} (with ENTAILS_DEBUG=1 it shows where)")
        return BUG


def _exit_code(run: Callable[[], object]) -> int:
    try:
        code = run()
    except typer.Exit as end:
        return end.exit_code
    return code if isinstance(code, int) else YES


def leave(code: int) -> NoReturn:
    """End the process. Tearing down everything that was imported takes longer than many answers do, and all of it goes
    with the process anyway: so only what others registered for the end is done, and what is written is sent off. Where
    threads still work, Python ends as usual."""
    if any(thread is not threading.main_thread() and not thread.daemon for thread in threading.enumerate()):
        sys.exit(code)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with suppress(OSError, ValueError):
                stream.flush()
    os._exit(code)


def _stopped() -> int:
    """Say that the run was stopped, and by which signal in the exit code. A second Ctrl-C now ends it the hard way."""
    with suppress(ValueError):  # not in the main thread
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    with suppress(OSError):
        sys.stdout.flush()  # what was found before is still true
    complain("stopped")
    return 128 + (_Received.signal or signal.SIGINT)


def end_cleanly_on_signals() -> None:
    """Let `kill` and a closed terminal do what Ctrl-C does, so that they leave no half-written file either. A signal
    that is ignored, as under nohup, stays so."""

    def end(number: int, _frame: FrameType | None) -> None:
        _Received.signal = number
        raise KeyboardInterrupt

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, end)


def _misused(error: Any, words: Sequence[str]) -> str:
    """What typer finds wrong with the arguments, as one sentence: the option as it was typed, the problem, what was
    expected. A command without arguments has shown its help."""
    message = error.format_message().strip()
    if blamed := _BLAMED.match(message):
        names = [name.strip("'") for name in blamed[1].split(" / ")]
        typed = [name for name in names if any(word.partition("=")[0] == name for word in words)]
        message = f"{(typed or names)[0]}: {_unfitting(error) or message[blamed.end() :]}"
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


def _unfitting(error: Exception) -> str:
    """What is wrong with a value in the words of all faces, where typer had pydantic look at it."""
    if type(error.__cause__).__name__ != "ValidationError":
        return ""
    from pydantic import ValidationError

    from entails.models.errors import misfit

    return str(misfit(error.__cause__)) if isinstance(error.__cause__, ValidationError) else ""


def _forget_output() -> None:
    """Nobody takes what is still in the buffer, so Python must not try again when it ends."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
