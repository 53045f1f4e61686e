"""How a run ends: exit codes, and one sentence for what went wrong."""

import os
import sys
from collections.abc import Callable, Iterable

YES, NO, BAD_INPUT, UNDECIDED = 0, 1, 2, 3
INTERRUPTED = 130
_WORST_FIRST = (BAD_INPUT, UNDECIDED, NO, YES)


def worst(codes: Iterable[int]) -> int:
    """The exit code of many answers: the worst of them."""
    seen = set(codes)
    return next((code for code in _WORST_FIRST if code in seen), YES)


def complain(sentence: str) -> None:
    """One sentence on standard error."""
    print(f"clausal: {sentence}", file=sys.stderr)


def guarded(run: Callable[[], object]) -> int:
    """Run a command and turn every way it can go wrong into a sentence and an exit code."""
    from clausal.models.errors import ClausalError

    try:
        run()
        sys.stdout.flush()
    except ClausalError as error:
        complain(str(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        complain("stopped")
        return INTERRUPTED
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        complain(f"{error.filename or 'the system'}: {(error.strerror or str(error)).lower()}")
        return BAD_INPUT
    return YES
