"""A command that can be pasted, for the help of each question: made from the question's own examples."""

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from entails.models.asking import Argument
from entails.puzzles import kind
from entails.puzzles.base import AnyKind
from entails.questions import question, subjects
from entails.questions.base import Question

_FILES = {"cnf": "example.cnf", "model": "example.json", "ortools": "example.pb.txt"}
"""What stands for a puzzle that nobody types."""
_LONGEST = 200


@dataclass(frozen=True)
class ShownExample:
    """The words of a command after `entails`, and what is in the files that they name."""

    words: tuple[str, ...]
    files: Mapping[str, str]

    def __str__(self) -> str:
        return f"Example: entails {shlex.join(self.words)}"


def example_of(subject: str, verb: str) -> ShownExample | None:
    """An example of the question as a command, None where it needs more than words and files."""
    asked = question(subject, verb)
    of_kind = None if subject in subjects() else kind(subject)
    for said in asked.examples_of(of_kind).values():
        files: dict[str, str] = {}
        fields = {name: value for name, value in said.items() if name != "puzzle"}
        inputs = _inputs(asked, of_kind, said.get("puzzle"), files)
        options = _options(asked, of_kind, fields, files)
        if inputs is not None and options is not None:
            return ShownExample((subject, verb, *inputs, *options), files)
    return None


def _inputs(asked: Question, of_kind: AnyKind | None, puzzle: Any, files: dict[str, str]) -> list[str] | None:
    if asked.takes not in ("puzzle", "many") or of_kind is None:
        return []
    texts = [one.text for one in of_kind.examples] if puzzle is None else [puzzle]
    if not of_kind.one_line:
        name = _FILES.get(of_kind.name, "example.txt")
        files[name] = texts[0] if isinstance(texts[0], str) else json.dumps(texts[0])
        return [name]
    short = [one for one in texts if isinstance(one, str) and "\n" not in one and len(one) <= _LONGEST]
    if not short:
        return None
    text = min(short, key=len)
    return text.split() if of_kind.several and asked.input.read is None else [text]


def _options(
    asked: Question, of_kind: AnyKind | None, fields: Mapping[str, Any], files: dict[str, str]
) -> list[str] | None:
    """Arguments first, then options; None where one cannot be typed."""
    arguments: list[str] = []
    options: list[str] = []
    settings = {} if of_kind is None else of_kind.settings.model_fields
    for name, value in fields.items():
        known = asked.ask.model_fields.get(name) or settings.get(name)
        if known is None or not isinstance(value, (bool, str, int, float)):
            return None
        if isinstance(value, str) and "\n" in value:
            files[f"{name}.txt"] = value
            value = f"{name}.txt"
        is_argument = name in asked.arguments or any(isinstance(one, Argument) for one in known.metadata)
        flag = asked.flag(name) if name in asked.ask.model_fields else f"--{name.replace('_', '-')}"
        if is_argument:
            arguments.append(str(value))
        elif value is True:
            options.append(flag)
        elif value is not False:
            options += [flag, str(value)]
    return [*arguments, *options]
