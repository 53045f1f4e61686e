"""Filter of schemathesis cases that repeat earlier ones.

Its coverage phase leaves out each optional field in turn (a server reads the same), and goes through every language and
every lexicon in every call that takes one. It also sends every call the same wrong values of the same fields: there too
calls take turns, where the document says the same of a field.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from schemathesis import Case
from schemathesis.generation import GenerationMode

TURNS = 4
"""If at least this many calls share a long list of words, each call is tested with one part of the list."""
_FIELD = re.compile(r"(\w+)(?: ->.*)?: ")
_VALID = re.compile("Object with valid '(.+)' value: (.+)")

Fields = Mapping[str, Any]
"""The schemas of the fields of a body."""


class Repeats:
    """The cases that need not be run, given those that have been run."""

    def __init__(self, document: Mapping[str, Any], skipped_paths: str) -> None:
        self._fields = {call: fields for call, fields in bodies(document) if not re.search(skipped_paths, call)}
        self._sharing: dict[str, list[str]] = {}
        self._same_field: dict[str, list[str]] = {}
        for call, fields in self._fields.items():
            for name in fields:
                self._sharing.setdefault(_list(name, fields[name]), []).append(call)
                self._same_field.setdefault(_text([name, fields[name]]), []).append(call)
        self._times: Counter[tuple[str, str]] = Counter()
        self._answered: set[str] = set()

    def has(self, case: Case) -> bool:
        """Return whether a case repeats an earlier one, or is covered by another call."""
        if self._is_to_be_refused(case):
            return not self._takes_turn_to_refuse(case)
        return self._counts(case) and (self._content(case) in self._answered or not self._takes_turn(case))

    def record(self, case: Case) -> None:
        """Record a case that was answered correctly."""
        if self._counts(case):
            self._answered.add(self._content(case))

    def turn(self, call: str, name: str, value: Any) -> bool:
        """Return whether this call is the one to test this value of a field."""
        field = self._fields[call][name]
        sharing, values = self._sharing[_list(name, field)], words(field)
        if len(sharing) < TURNS or len(values) <= TURNS or value not in values:
            return True
        return (values.index(value) - sharing.index(call)) % TURNS == 0

    def _is_to_be_refused(self, case: Case) -> bool:
        meta = case.meta
        if meta is None or meta.phase.name.value != "coverage" or meta.generation.mode is not GenerationMode.NEGATIVE:
            return False
        return case.operation.label in self._fields

    def _takes_turn_to_refuse(self, case: Case) -> bool:
        """Return whether invalid values of a field are covered here: calls with equal fields share them."""
        field = _FIELD.match(_description(case))
        if field is None or field[1] not in self._fields[case.operation.label]:
            return self._takes_turn_among(case, [*self._fields])
        return self._takes_turn_among(case, self._same(case, field[1]))

    def _counts(self, case: Case) -> bool:
        meta = case.meta
        if meta is None or meta.phase.name.value != "coverage" or meta.generation.mode is not GenerationMode.POSITIVE:
            return False
        return isinstance(case.body, dict) and case.operation.label in self._fields

    def _content(self, case: Case) -> str:
        """Return the content of a request as a server reads it: default values are left out."""
        fields = self._fields[case.operation.label]
        body = {
            name: value
            for name, value in case.body.items()
            if name not in fields or "default" not in fields[name] or _text(value) != _text(fields[name]["default"])
        }
        around = [dict(part or {}) for part in (case.path_parameters, case.query, case.headers, case.cookies)]
        return _text([case.operation.label, case.method, case.media_type, body, around])

    def _takes_turn(self, case: Case) -> bool:
        hit = _VALID.fullmatch(_description(case))
        if hit is None or hit[1] not in self._fields[case.operation.label]:
            return True
        if hit[2] == "Enum value":
            return self.turn(case.operation.label, hit[1], case.body[hit[1]])
        return self._takes_turn_among(case, self._same(case, hit[1]))

    def _same(self, case: Case, field: str) -> list[str]:
        """Return the calls with an identical field."""
        return self._same_field[_text([field, self._fields[case.operation.label][field]])]

    def _takes_turn_among(self, case: Case, calls: list[str]) -> bool:
        call, tried = case.operation.label, _description(case)
        self._times[call, tried] += 1
        return len(calls) < TURNS or (self._times[call, tried] - calls.index(call)) % TURNS == 0


def bodies(document: Mapping[str, Any]) -> Iterator[tuple[str, Fields]]:
    """Yield each call that accepts an object, with its fields."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
            if fields := document["components"]["schemas"].get(name, {}).get("properties"):
                yield f"{method.upper()} {path}", fields


def words(field: Mapping[str, Any]) -> list[str]:
    """Return the listed values of a field; empty if it lists none."""
    return [value for item in (field, *field.get("anyOf", ())) for value in item.get("enum", ())]


def _description(case: Case) -> str:
    """Return the description of a case by schemathesis' coverage phase."""
    return getattr(case.meta and case.meta.phase.data, "description", None) or ""


def _list(name: str, field: Mapping[str, Any]) -> str:
    return _text([name, words(field)])


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=repr)
