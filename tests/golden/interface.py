"""The interface of the command line: every command with its options, and every schema."""

import json
from collections.abc import Iterator
from typing import Any

import typer
from golden.inputs import is_on_record
from golden.running import Record
from typer.testing import CliRunner

from entails.cli.main import app

_WORDS_ONLY = {"title", "description"}


def interface() -> Iterator[tuple[str, Record]]:
    """Yield each command with its arguments and options, and whether each has a help line."""
    yield from _below(typer.main.get_command(app), ())


def _below(command: Any, path: tuple[str, ...]) -> Iterator[tuple[str, Record]]:
    if hasattr(command, "list_commands"):
        context = command.context_class(command, info_name="entails")
        for name in filter(is_on_record, command.list_commands(context)):
            yield from _below(command.get_command(context, name), (*path, name))
        return
    params = command.get_params(command.context_class(command, info_name=path[-1]))
    items = sorted((_parameter(param) for param in params if param.name != "help"), key=lambda item: str(item["names"]))
    yield " ".join(path), {"help": bool(command.help), "parameters": items}


def _parameter(item: Any) -> Record:
    is_option = item.param_type_name == "option"
    return {
        "names": sorted((*item.opts, *item.secondary_opts)) if is_option else f"{item.metavar or item.name}",
        "metavar": item.metavar if is_option else None,
        "help": bool(getattr(item, "help", None)),
        "required": item.required,
        "default": item.default if isinstance(item.default, str | int | float | None) else repr(item.default),
        "many": item.nargs == -1 or bool(getattr(item, "multiple", False)),
    }


def schemas() -> Iterator[tuple[str, Record]]:
    """Yield each published schema without its sentences."""
    published = json.loads(CliRunner().invoke(app, ["schema"]).stdout)
    for name, schema in published["reports"].items():
        yield name, _shape(schema)


def _shape(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _shape(part) for key, part in value.items() if key not in _WORDS_ONLY or isinstance(part, dict)}
    return [_shape(part) for part in value] if isinstance(value, list) else value
