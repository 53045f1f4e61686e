"""The golden record: the present output of Entails, kept for comparison.

    python tests/golden/record.py                     list the cases that differ from the record
    python tests/golden/record.py --because "reason"  update the record, and log the changes with the reason
    python tests/golden/record.py --show "sudoku solve @classic --json"

An optional `-k TEXT` limits the first two to the cases whose name contains the text.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
if __name__ == "__main__":
    sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent)]

from golden import commands  # noqa: E402
from golden.differences import differences  # noqa: E402
from golden.interface import interface, schemas  # noqa: E402
from golden.requests import asked_for, record_request  # noqa: E402
from golden.running import Record, record_command, record_export  # noqa: E402

AREAS = ("commands", "exports", "http", "interface", "schemas")
_CHANGES = HERE / "CHANGES.md"


@dataclass(frozen=True)
class Case:
    """A recorded output; its area is the file that stores it, its name is unique there."""

    area: str
    name: str
    make: Callable[[], Record]

    @property
    def id(self) -> str:
        return f"{self.area}: {self.name}"


def cases() -> Iterator[Case]:
    """Yield every case, in the order of the record."""
    for command in commands.TWICE:
        yield Case("commands", command, partial(record_command, command))
        yield Case("commands", f"{command} --json", partial(record_command, f"{command} --json"))
    for command in commands.ONCE:
        yield Case("commands", command, partial(record_command, command))
    for command in commands.EXPORTS:
        yield Case("exports", command, partial(record_export, command))
    requests = {**{name: (entry["call"], entry["body"]) for name, entry in kept("http").items()}, **_requests()}
    for name, (call, body) in requests.items():
        yield Case("http", name, partial(_request, call, body))
    for area, current in (("interface", _interface), ("schemas", _schemas)):
        for name in {**kept(area), **current()}:
            yield Case(area, name, partial(_part, current, name))


def recorded() -> Iterator[Case]:
    """Yield every recorded case, much faster than `cases`, which asks every puzzle for its calls."""
    for name in kept("commands"):
        yield Case("commands", name, partial(record_command, name))
    for name in kept("exports"):
        yield Case("exports", name, partial(record_export, name))
    for name, record in kept("http").items():
        yield Case("http", name, partial(_request, record["call"], record["body"]))
    for area, current in (("interface", _interface), ("schemas", _schemas)):
        for name in kept(area):
            yield Case(area, name, partial(_part, current, name))


def _requests() -> dict[str, tuple[str, Any]]:
    return {_request_name(call, body): (call, body) for call, body in asked_for()}


def _request_name(call: str, body: Any) -> str:
    text = json.dumps(body, ensure_ascii=False)
    return f"{call} {text}" if len(text) < 120 else f"{call} {text[:80]}… {sha256(text.encode()).hexdigest()[:8]}"


def _request(call: str, body: Any) -> Record:
    return {"call": call, "body": body, **record_request(call, body)}


@cache
def _interface() -> Mapping[str, Record]:
    return dict(interface())


@cache
def _schemas() -> Mapping[str, Record]:
    return dict(schemas())


def _part(current: Callable[[], Mapping[str, Record]], name: str) -> Record:
    return current().get(name, {"gone": True})


@cache
def kept(area: str) -> Mapping[str, Record]:
    """Return the records of an area, by name."""
    path = HERE / f"{area}.jsonl"
    if not path.exists():
        return {}
    return dict(map(json.loads, path.read_text("utf-8").splitlines()))


def main() -> int:
    """Compare, record or show cases, as the arguments say."""
    parser = argparse.ArgumentParser(description="The golden record of what Entails answers.")
    parser.add_argument("-k", default="", metavar="TEXT", help="only cases whose name contains it")
    parser.add_argument("--because", metavar="REASON", help="record anew; the reason goes into CHANGES.md")
    parser.add_argument("--show", metavar="NAME", help="print one case")
    arguments = parser.parse_args()
    if arguments.show is not None:
        result = [kept(area)[arguments.show] for area in AREAS if arguments.show in kept(area)]
        print(*(json.dumps(record, ensure_ascii=False, indent=1) for record in result), sep="\n")
        return 0 if result else 1
    return _compare_all(arguments.k, arguments.because)


def _compare_all(wanted: str, because: str | None) -> int:
    areas: dict[str, dict[str, Record]] = {area: {} for area in AREAS}
    changed: list[str] = []
    fresh: list[str] = []
    for case in cases():
        before = kept(case.area).get(case.name)
        if wanted not in case.id and before is not None:
            areas[case.area][case.name] = before
            continue
        now = json.loads(json.dumps(case.make()))
        areas[case.area][case.name] = now
        if now != before:
            (fresh if before is None else changed).append(case.id)
            print(case.id, *(["is new"] if before is None else differences(before, now)), sep="\n    ")
    for area in AREAS:
        changed += [f"{area}: {name} (gone)" for name in kept(area) if name not in areas[area]]
    print(f"{len(changed)} of {sum(map(len, areas.values()))} cases differ, {len(fresh)} are new")
    if because is not None:
        _write(areas, changed, because)
    return 1 if (changed or fresh) and because is None else 0


def _write(areas: Mapping[str, Mapping[str, Record]], changed: list[str], because: str) -> None:
    for area, records in areas.items():
        lines = (json.dumps(pair, ensure_ascii=False, separators=(",", ":")) for pair in records.items())
        (HERE / f"{area}.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    if changed:
        with _CHANGES.open("a", encoding="utf-8") as file:
            file.write(f"\n## {because}\n\n" + "".join(f"- `{name}`\n" for name in changed))


if __name__ == "__main__":
    sys.exit(main())
