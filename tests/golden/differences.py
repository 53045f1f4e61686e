"""The differences between two records, in lines that people can read."""

from difflib import unified_diff
from typing import Any

_MOST = 25
_WIDE = 160


def differences(before: Any, now: Any) -> list[str]:
    """Return the places that differ, one per line; of many, only the first."""
    result = _at("", before, now)
    return result if len(result) <= _MOST else [*result[:_MOST], f"and {len(result) - _MOST} lines more"]


def _at(place: str, before: Any, now: Any) -> list[str]:
    if before == now:
        return []
    if isinstance(before, dict) and isinstance(now, dict):
        keys = [*before, *(key for key in now if key not in before)]
        return [
            line
            for key in keys
            for line in _at(f"{place}.{key}", before.get(key, "(absent)"), now.get(key, "(absent)"))
        ]
    if _is_text(before) and _is_text(now):
        return [f"{place}: {line}"[:_WIDE] for line in list(unified_diff(before, now, lineterm="", n=0))[2:]]
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        return [line for i, pair in enumerate(zip(before, now, strict=True)) for line in _at(f"{place}[{i}]", *pair)]
    return [f"{place}: {before!r:.{_WIDE}} became {now!r:.{_WIDE}}"]


def _is_text(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(line, str) for line in value)
