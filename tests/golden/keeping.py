"""Reduction of outputs for the record: no times, no sentences, no choice among several solutions, long parts as
digests.
"""

import json
import re
from hashlib import sha256
from typing import Any

from golden.formulas import is_formula, summary

_CLOCKS = frozenset({"seconds", "study_seconds"})
_TIME = re.compile(r"\d+(\.\d+)?(?= (s|ms|seconds)\b)")
PROSE = "(words)"
_SENTENCES = frozenset(
    {"text", "texts", "repair_texts", "sentence", "about", "error", "says", "verdict", "summary", "why"}
)
_DATA = frozenset(
    {"puzzle", "cgp", "history", "cells", "played", "name", "source", "forced", "forces", "facts", "fact"}
)
"""Fields that the record keeps unchanged: parts of the request, and names of facts."""
_PASSING_FILE = re.compile(r"\btmp\w{8}\b")
_WORDS = re.compile(r"[^\W\d_]{2,}[,.;:!?']? [^\W\d_]{2,}|\S (is|are|has|holds|there|vaut|est|a|an|the|no)\b")
"""A sentence, or a name derived from one: two consecutive words, a verb or an article."""
_LONG_TEXT = 6_000
_LONG_LIST = 16_000
_SHOWN = 3


def is_prose(text: str) -> bool:
    """Return whether a text is a sentence, which may be reworded, rather than data."""
    return _WORDS.search(text) is not None


def without_prose(value: Any, key: str = "") -> Any:
    """Return a report without its sentences; their number and places and the names of facts remain."""
    if isinstance(value, str):
        if key in _DATA:
            return value
        if "\n" in value:
            return kept_text(value)
        return PROSE if is_prose(value) or (key in _SENTENCES and " " in value) else value
    if isinstance(value, list):
        return [without_prose(part, key) for part in value]
    if isinstance(value, dict):
        return {
            f"{PROSE} {at}" if is_prose(name) else name: without_prose(part, name)
            for at, (name, part) in enumerate(value.items())
        }
    return value


def drawn_lines(lines: list[str]) -> list[str]:
    """Return the lines of a text that have only data: drawings, grids, codes, listed words."""
    return [line for line in lines if line.strip() and not is_prose(line)]


def kept_output(text: str) -> Any:
    """Parse JSON Lines to values; of other text, keep the lines that have only data."""
    try:
        lines = [json.loads(line) for line in text.splitlines()]
    except ValueError:
        return kept_text(text)
    return kept_report(lines) if lines and isinstance(lines[0], dict | list) else kept_text(text)


def kept_errors(text: str) -> bool:
    """Return whether a command printed to standard error."""
    return bool(text.strip())


def kept_text(text: str) -> Any:
    """Return lines of text without times; long text is reduced to its start and a digest."""
    if is_formula(text) and len(text) > _LONG_TEXT:
        return summary(text)
    lines = drawn_lines(_TIME.sub("…", text).splitlines())
    report = "\n".join(lines)
    return lines if len(report) <= _LONG_TEXT else {"lines": len(lines), "sha256": _digest(report), "first": lines[:10]}


def kept_report(report: Any) -> Any:
    """Return a report without times; long texts and lists become digests."""
    return _shortened(without_prose(_struck(report)))


def _struck(value: Any) -> Any:
    """Return a value without times and without the choice of one of several solutions."""
    if isinstance(value, dict):
        report = {key: "…" if key in _CLOCKS and part is not None else _struck(part) for key, part in value.items()}
        if report.get("unique") is False and report.get("solution") is not None:
            report["solution"] = "…"
            report |= {"solutions": sorted(report["solutions"])} if report.get("solutions") else {}
        return report
    if isinstance(value, list):
        return [_struck(part) for part in value]
    if isinstance(value, float):
        return float(f"{value:.6g}")  # the last digits of a fit depend on the machine
    return _PASSING_FILE.sub("…", value) if isinstance(value, str) else value


def _shortened(value: Any) -> Any:
    if isinstance(value, str) and len(value) > _LONG_TEXT:
        return kept_text(value)
    if isinstance(value, dict):
        return {key: _shortened(part) for key, part in value.items()}
    if not isinstance(value, list):
        return value
    report = [_shortened(part) for part in value]
    text = json.dumps(report)
    if len(report) <= 2 * _SHOWN or len(text) <= _LONG_LIST:
        return report
    return {"items": len(report), "each": [_digest(json.dumps(part))[:6] for part in report], "first": report[:_SHOWN]}


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:24]
