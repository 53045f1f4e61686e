"""Summaries of DIMACS and gcnf files: small, and different whenever the meaning of the formula differs.

Clauses are written with the names of their facts and sorted inside their groups, so the order in which an encoder
writes them has no say. Auxiliaries have no names; each is called by a number made of the clauses that it stands in, so
that their order has no say either.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any
from zlib import crc32

_SHOWN = 4
_WIDE = 160
_MOST_KINDS = 12
_ROUNDS = 2
_WORDS = re.compile(r"[^\W\d_]{2,} (?:[^\W\d_]{2,}|\d)|,")
"""A group id that is a sentence: "box 1 has one 1", "r1c1, r1c2 are not both 3"."""
_NUMBERS = re.compile(r"\d+")


def is_formula(text: str) -> bool:
    """Return whether a text is a DIMACS or gcnf file."""
    return re.search(r"^p g?cnf ", text, re.MULTILINE) is not None


def summary(text: str) -> dict[str, Any]:
    """Return the sizes, names, groups and clauses of a formula file."""
    names: dict[int, str] = {}
    groups: list[str] = []
    clauses: list[tuple[str, list[int]]] = []
    about: list[str] = []
    header = ""
    for line in text.splitlines():
        if line.startswith("c var "):
            number, _, name = line[6:].partition(" ")
            names[int(number)] = name
        elif line.startswith("c group "):
            groups.append(_label(line[8:].partition(" ")[2]))
        elif line.startswith("c"):
            about.append(line)
        elif line.startswith("p"):
            header = line
        else:
            mark, _, body = line.rpartition("} ") if line.startswith("{") else ("", "", line)
            clauses.append((f"{mark}{groups[-1] if groups else ''}", [int(word) for word in body.split()[:-1]]))
    return {
        "header": header,
        "about": about,
        "names": _digest(names[number] for number in sorted(names)),
        "groups": _digest(sorted(groups)),
        "clauses": _by_kind(clauses, names | _called(clauses, names)),
    }


def _label(group: str) -> str:
    """Return a group without its sentence: its id if that is a code (`given r1c1=5`), and whether it is soft."""
    name, _, rest = group.partition(" | ")
    soft = " | doubtable" if rest.endswith("| doubtable") else ""
    return ("rule" if _WORDS.search(name) else name) + soft


def _called(clauses: Sequence[tuple[str, list[int]]], names: Mapping[int, str]) -> dict[int, str]:
    """Name auxiliary variables by iterated refinement: each round distinguishes those with different clauses."""
    with_some = [(group, lits) for group, lits in clauses if any(abs(lit) not in names for lit in lits)]
    called: dict[int, str] = {abs(lit): "#" for _, lits in with_some for lit in lits if abs(lit) not in names}
    for _ in range(_ROUNDS):
        seen: dict[int, list[int]] = {aux: [] for aux in called}
        known = {**names, **called}
        for group, lits in with_some:
            whole = crc32(f"{group}: {_clause_text(lits, known)}".encode())
            for lit in lits:
                if abs(lit) in seen:
                    seen[abs(lit)].append(whole if lit > 0 else ~whole)
        called = {aux: f"#{crc32(repr(sorted(item)).encode()):08x}" for aux, item in seen.items()}
    return called


def _clause_text(lits: Iterable[int], names: Mapping[int, str]) -> str:
    return " | ".join(sorted(names[lit] if lit > 0 else f"-{names[-lit]}" for lit in lits))


def _by_kind(clauses: Sequence[tuple[str, list[int]]], names: Mapping[int, str]) -> dict[str, Any]:
    """Summarise together the groups that differ only in numbers, and all groups if there are too many types."""
    kinds: dict[str, list[str]] = {}
    for group, lits in clauses:
        kinds.setdefault(_NUMBERS.sub("N", group), []).append(f"{group}: {_clause_text(lits, names)}")
    if len(kinds) > _MOST_KINDS:
        kinds = {f"{len(kinds)} kinds": [line for lines in kinds.values() for line in lines]}
    return {kind: _digest(sorted(item)) for kind, item in sorted(kinds.items())}


def _digest(lines: Iterable[str]) -> dict[str, Any]:
    items = list(lines)
    digest = sha256("\n".join(items).encode()).hexdigest()[:24]
    return {"count": len(items), "sha256": digest, "first": [line[:_WIDE] for line in items[:_SHOWN]]}
