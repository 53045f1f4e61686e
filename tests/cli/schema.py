"""A validator of JSON values for the part of JSON Schema that we use; any other keyword is an error."""

from collections.abc import Mapping
from typing import Any

_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "array": (list,),
    "object": (dict,),
}
_WORDS_ONLY = {"title", "description", "default", "$defs"}


def problems(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any], place: str = "$") -> list[str]:
    """Return the violations of a schema by a value, each with its place; empty if it is valid."""
    texts: list[str] = []
    for word, entry in schema.items():
        if word in _WORDS_ONLY:
            continue
        if word == "$ref":
            texts += problems(value, root["$defs"][entry.removeprefix("#/$defs/")], root, place)
        elif word == "type":
            if not isinstance(value, _TYPES[entry]) or (isinstance(value, bool) and entry != "boolean"):
                texts.append(f"{place}: {value!r} is no {entry}")
        elif word == "anyOf":
            if all(problems(value, option, root, place) for option in entry):
                texts.append(f"{place}: {value!r} fits none of the options")
        elif word in ("enum", "const"):
            if value not in (entry if word == "enum" else [entry]):
                texts.append(f"{place}: {value!r} is not among {entry}")
        elif word == "items":
            for number, item in enumerate(value if isinstance(value, list) else ()):
                texts += problems(item, entry, root, f"{place}[{number}]")
        elif word == "required":
            texts += [f"{place}: {key} is missing" for key in entry if isinstance(value, dict) and key not in value]
        elif word == "properties":
            for key in entry.keys() & (value.keys() if isinstance(value, dict) else ()):
                texts += problems(value[key], entry[key], root, f"{place}.{key}")
        elif word == "additionalProperties":
            others = value.keys() - schema.get("properties", {}).keys() if isinstance(value, dict) else set()
            for key in others:
                texts += (
                    [f"{place}: {key} is unknown"] if not entry else problems(value[key], entry, root, f"{place}.{key}")
                )
        elif word in ("minimum", "maximum"):
            if (value < entry) if word == "minimum" else (value > entry):
                texts.append(f"{place}: {value} is beyond {entry}")
        else:
            raise NotImplementedError(f"the schema word {word}")
    return texts
