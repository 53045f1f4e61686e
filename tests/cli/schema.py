"""A judge of JSON values by JSON schema: as much of that language as ours use, and an error on any other word."""

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
    """What is wrong with a value, each with its place; nothing when it fits."""
    found: list[str] = []
    for word, said in schema.items():
        if word in _WORDS_ONLY:
            continue
        if word == "$ref":
            found += problems(value, root["$defs"][said.removeprefix("#/$defs/")], root, place)
        elif word == "type":
            if not isinstance(value, _TYPES[said]) or (isinstance(value, bool) and said != "boolean"):
                found.append(f"{place}: {value!r} is no {said}")
        elif word == "anyOf":
            if all(problems(value, option, root, place) for option in said):
                found.append(f"{place}: {value!r} fits none of the options")
        elif word in ("enum", "const"):
            if value not in (said if word == "enum" else [said]):
                found.append(f"{place}: {value!r} is not among {said}")
        elif word == "items":
            for number, item in enumerate(value if isinstance(value, list) else ()):
                found += problems(item, said, root, f"{place}[{number}]")
        elif word == "required":
            found += [f"{place}: {key} is missing" for key in said if isinstance(value, dict) and key not in value]
        elif word == "properties":
            for key in said.keys() & (value.keys() if isinstance(value, dict) else ()):
                found += problems(value[key], said[key], root, f"{place}.{key}")
        elif word == "additionalProperties":
            others = value.keys() - schema.get("properties", {}).keys() if isinstance(value, dict) else set()
            for key in others:
                found += (
                    [f"{place}: {key} is unknown"] if not said else problems(value[key], said, root, f"{place}.{key}")
                )
        elif word in ("minimum", "maximum"):
            if (value < said) if word == "minimum" else (value > said):
                found.append(f"{place}: {value} is beyond {said}")
        else:
            raise NotImplementedError(f"the schema word {word}")
    return found
