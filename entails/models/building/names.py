"""Names of unknowns as people list them: "S E N D", "a, b, c", "q1..q8"."""

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import wraps
from inspect import Parameter, isfunction, signature
from typing import Any, TypeVar, get_args

from entails.models.errors import InvalidStatement

_RUN = re.compile(r"(.*?)(\d+)\.\.(.*?)(\d+)$")
_MOST = 1_000_000
LONGEST = 100
LONGEST_TEXT = 1_000
C = TypeVar("C", bound=type)


def listed(names: str | Iterable[str]) -> list[str]:
    """The names one by one; "q1..q8" are eight."""
    if not isinstance(names, str):
        return list(names)
    found: list[str] = []
    for word in names.replace(",", " ").split():
        run = _RUN.match(word)
        if run is None:
            found.append(word)
            continue
        stem, first, again, last = run.groups()
        if again not in ("", stem) or not 0 <= int(last) - int(first) < _MOST:
            raise InvalidStatement(f"{word!r} is not a run of names", expected="for example q1..q8")
        found.extend(f"{stem}{number}" for number in range(int(first), int(last) + 1))
    return found


def refused(name: object) -> str | None:
    """Why a variable cannot be called this; None when it can. Facts are written "S=5" and "!a", so names are not."""
    if not isinstance(name, str) or not name:
        return "a variable has no name"
    if len(name) > LONGEST:
        return f"the name {name[:20] + '...'!r} has {len(name):,} characters and not {LONGEST} at most"
    if not name.isprintable():
        return f"a variable cannot be called {name!r}: this name has characters that cannot be shown"
    if name[0] == "!" or "=" in name or name != name.strip():
        return f"a variable cannot be called {name!r}: a name has no =, no ! at its beginning and no space around it"
    return None


def unfit(text: str, longest: int) -> tuple[str, str] | None:
    """What is wrong with a text that people are to read, and what was expected; None when it can be shown."""
    if not text.strip():
        return f"{text!r} is not a text", "words"
    if len(text) > longest:
        return f"this text has {len(text):,} characters", f"{longest:,} at most"
    if any(sign < " " or "\x7f" <= sign <= "\x9f" or "\ud800" <= sign <= "\udfff" for sign in text):
        return "this text has characters that cannot be shown", "words on one line"
    return None


def readable(text: str, where: str) -> str:
    """A text of the user on one line; refused where a document would refuse it."""
    line = " ".join(text.split()) if any(sign in text for sign in "\n\r\t\v\f") else text
    if problem := unfit(line, LONGEST_TEXT):
        raise InvalidStatement(problem[0], where=where, expected=problem[1])
    return line


def known_keywords(built: C) -> C:
    """Make every public method of a class refuse unknown keywords with a suggestion, as a decorator."""
    for name, method in list(vars(built).items()):
        if isfunction(method) and not name.startswith("_"):
            setattr(built, name, _checked(method))
    return built


def _checked(method: Callable[..., Any]) -> Callable[..., Any]:
    known: list[str] = []
    for name, parameter in list(signature(method).parameters.items())[1:]:
        if parameter.kind is Parameter.VAR_KEYWORD:
            known += [key for options in get_args(parameter.annotation) for key in options.__annotations__]
        elif parameter.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY):
            known.append(name)

    @wraps(method)
    def checked(*arguments: Any, **keywords: Any) -> Any:
        for name in keywords:
            if name not in known:
                close = get_close_matches(name, known, n=1)
                hint = f"did you mean {close[0]!r}?" if close else f"expected one of {', '.join(known) or 'none'}"
                raise TypeError(f"{method.__name__}() has no keyword {name!r}; {hint}")
        return method(*arguments, **keywords)

    return checked
