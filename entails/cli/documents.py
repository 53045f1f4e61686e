"""Paths that a user types, turned into content: below the command line nobody opens a file."""

from typing import Any

from entails.cli.files import label, named, read_input
from entails.data.files import unpacked
from entails.models.content import Document, Named
from entails.models.errors import Invalid, InvalidFile, InvalidOption


def document(path: str) -> Document:
    """What a file holds, unpacked, or standard input for `-`."""
    data = read_input(path)
    with named(path):
        return Document(unpacked(data), label(path))


def named_or_document(said: str, choice: Named) -> str | Document:
    """A name that ships with Entails, or else the file of this name, unpacked."""
    if said in choice.names():
        return said
    try:
        return Document(unpacked(read_input(said)), label(said))
    except Invalid as error:
        raise InvalidFile(error.problem, where=error.where, expected=error.expected or choice.expected) from None


def contents(fields: Any, values: dict[str, Any]) -> dict[str, Any]:
    """The values of some fields, files read where a field wants what is in them."""
    return {name: _content(fields[name], value) for name, value in values.items()}


def refuse_two_from_standard_input(*paths: Any) -> None:
    """Only one thing can be read from where there is one."""
    if paths.count("-") > 1:
        raise InvalidOption("only one of the inputs can be standard input", expected="a file for the other")


def _content(field: Any, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    for marker in field.metadata:
        if isinstance(marker, Named):
            return named_or_document(value, marker)
    return document(value) if _is_document(field) else value


def _is_document(field: Any) -> bool:
    return field.annotation in (Document, Document | None)


def paths(fields: Any, values: dict[str, Any]) -> list[Any]:
    """The values that name files."""
    named = {name for name, field in fields.items() if any(isinstance(one, Named) for one in field.metadata)}
    return [value for name, value in values.items() if name in named or _is_document(fields[name])]
