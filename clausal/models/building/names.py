"""Names of unknowns as people list them: "S E N D", "a, b, c", "q1..q8"."""

import re
from collections.abc import Iterable

from clausal.models.errors import InvalidStatement

_RUN = re.compile(r"(.*?)(\d+)\.\.(.*?)(\d+)$")
_MOST = 1_000_000
LONGEST = 100


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
