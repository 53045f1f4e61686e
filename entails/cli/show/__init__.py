"""What people see of an answer, one file per puzzle and one for the questions that all share.

A file has a function for each verb, which takes the question under way (`entails.cli.run.QueryRun`) and prints its
answers as it iterates over them; and `WRITTEN`, the sentence that tells which files were written, by "verb.artefact".
"""

import json
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from entails.cli.output import print_line

if TYPE_CHECKING:
    from entails.cli.run import QueryRun, Show


def show_of(subject: str, verb: str) -> "Show":
    """The function that shows a question of this puzzle: its own, the common one, or a plain one. What a file imports
    to show something with is none, though it may be called like a verb."""
    name = verb.replace("-", "_")
    for module in _modules(subject):
        found: Show | None = getattr(module, name, None)
        if found is not None and found.__module__.startswith(__name__):
            return found
    return plain


def written_of(subject: str, verb: str, artefact: str) -> tuple[str, str] | None:
    """The sentence about files that were written, and its colour."""
    for module in _modules(subject):
        said: dict[str, tuple[str, str]] = getattr(module, "WRITTEN", {})
        if f"{verb}.{artefact}" in said:
            return said[f"{verb}.{artefact}"]
    return None


def plain(asked: "QueryRun") -> None:
    """The report itself, where nobody has said how to show it."""
    for found in asked:
        said: Any = found.report if isinstance(found.report, (list, tuple)) else [found.report]
        for report in said:
            print_line(json.dumps(json.loads(report.json_line()), indent=2, ensure_ascii=False))


@cache
def _modules(subject: str) -> tuple[ModuleType, ...]:
    own = f"{__name__}.{subject.replace('-', '_')}"
    names = [own] if find_spec(own) is not None else []
    return tuple(import_module(name) for name in [*names, f"{__name__}.common"])
