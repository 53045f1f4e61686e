"""Words that a regular expression finds, within a time limit.

Some expressions take longer than anybody waits, and nothing in a process can stop one that is running. So a child looks
for them: a bare interpreter, which is ended when the time is over, and ends itself where nobody is left to do that.
"""

import math
import subprocess
import sys
from collections.abc import Sequence

from entails.models.errors import InvalidOption

SECONDS = 10.0
"""Far more than an expression takes that somebody meant."""

_CHILD = """
import re, signal, sys, warnings
if hasattr(signal, "alarm"):
    signal.alarm(int(sys.argv[1]))
warnings.simplefilter("ignore")
expression, *words = sys.stdin.buffer.read().decode("utf-8").split("\\n")
found = re.compile(expression, re.IGNORECASE).search
sys.stdout.write("".join(f"{place}\\n" for place, word in enumerate(words) if found(word)))
"""


def _child(seconds: float) -> list[str]:
    """The command that looks, and is gone a little after the time."""
    return [sys.executable, "-I", "-S", "-c", _CHILD, str(math.ceil(seconds) + 1)]


def found_by(expression: str, words: Sequence[str], seconds: float = SECONDS) -> list[str]:
    """The words in which the expression is found, in their order."""
    if not words:
        return []
    text = "\n".join([expression, *words]).encode("utf-8", "replace")
    try:
        told = subprocess.run(_child(seconds), input=text, capture_output=True, timeout=seconds, check=True).stdout
    except subprocess.TimeoutExpired:
        problem = f"this regular expression did not come to an end in {seconds:g} seconds"
        expected = "one without repetitions inside repetitions"
        raise InvalidOption(problem, where="the pattern", expected=expected) from None
    except subprocess.CalledProcessError:
        raise InvalidOption("this regular expression cannot be followed", where="the pattern") from None
    return [words[int(place)] for place in told.split()]
