"""How the record keeps an answer: without times, without the choice among several solutions, the longest parts as a
digest."""

import json
import re
from hashlib import sha256
from typing import Any

from golden.formulas import is_formula, summary

_CLOCKS = frozenset({"seconds", "study_seconds"})
_TIME = re.compile(r"\d+(\.\d+)?(?= (s|ms|seconds)\b)")
_PASSING_FILE = re.compile(r"\btmp\w{8}\b")
_LONG_TEXT = 6_000
_LONG_LIST = 16_000
_SHOWN = 3


def kept_output(text: str) -> Any:
    """JSON Lines as values, any other text as its lines."""
    try:
        lines = [json.loads(line) for line in text.splitlines()]
    except ValueError:
        return kept_text(text)
    return kept_report(lines) if lines and isinstance(lines[0], dict | list) else kept_text(text)


def kept_text(text: str) -> Any:
    """Lines of text with their times struck out; of a long one the beginning and a digest."""
    if is_formula(text) and len(text) > _LONG_TEXT:
        return summary(text)
    told = _TIME.sub("…", text)
    lines = told.splitlines()
    return lines if len(told) <= _LONG_TEXT else {"lines": len(lines), "sha256": _digest(told), "first": lines[:10]}


def kept_report(report: Any) -> Any:
    """A report without times; long texts and long lists in it are digests."""
    return _shortened(_struck(report))


def _struck(value: Any) -> Any:
    """The value without times, and without the choice of an answer where there are several."""
    if isinstance(value, dict):
        told = {key: "…" if key in _CLOCKS and part is not None else _struck(part) for key, part in value.items()}
        if told.get("unique") is False and told.get("solution") is not None:
            told["solution"] = "…"
            told |= {"solutions": sorted(told["solutions"])} if told.get("solutions") else {}
        return told
    if isinstance(value, list):
        return [_struck(part) for part in value]
    if isinstance(value, float):
        return float(f"{value:.6g}")  # the last digits of a fit differ from machine to machine
    return _PASSING_FILE.sub("…", value) if isinstance(value, str) else value


def _shortened(value: Any) -> Any:
    if isinstance(value, str) and len(value) > _LONG_TEXT:
        return kept_text(value)
    if isinstance(value, dict):
        return {key: _shortened(part) for key, part in value.items()}
    if not isinstance(value, list):
        return value
    told = [_shortened(part) for part in value]
    said = json.dumps(told)
    if len(told) <= 2 * _SHOWN or len(said) <= _LONG_LIST:
        return told
    return {"items": len(told), "each": [_digest(json.dumps(part))[:6] for part in told], "first": told[:_SHOWN]}


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:24]
