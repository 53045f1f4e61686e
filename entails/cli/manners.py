"""How a run behaves, whatever it is asked: `--quiet` and `--no-color` may stand anywhere among the words."""

import os
from collections.abc import Iterable

_QUIET, _NO_COLOUR, _END = "--quiet", "--no-color", "--"


class _Manners:
    quiet = False


def manners_of(words: Iterable[str]) -> list[str]:
    """The words without those that say how to behave, which are obeyed. After `--` nothing is an option."""
    _Manners.quiet = False
    kept: list[str] = []
    said = list(words)
    end = said.index(_END) if _END in said else len(said)
    for word in said[:end]:
        if word == _QUIET:
            _Manners.quiet = True
        elif word == _NO_COLOUR:
            os.environ["NO_COLOR"] = "1"
        else:
            kept.append(word)
    return kept + said[end:]


def is_quiet() -> bool:
    """Were only answers and errors asked for?"""
    return _Manners.quiet
