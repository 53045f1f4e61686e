"""Every output equals the recorded one; README.md in this folder explains intended changes."""

import json

import pytest
from golden.differences import differences
from golden.record import AREAS, Case, cases, kept, recorded


def groups() -> dict[str, list[Case]]:
    """Group cases by command or call, because one test per case would take longer than the cases. `record.py -k`
    compares selected cases.
    """
    grouped: dict[str, list[Case]] = {}
    for case in recorded():
        parts = case.name.split(" ")
        size = {"commands": 2, "exports": 1, "http": 1}.get(case.area, 0)
        grouped.setdefault(" ".join([f"{case.area}:", *parts[:size]]), []).append(case)
    return grouped


GROUPS = groups()


@pytest.mark.parametrize("name", GROUPS)
def test_answers_as_recorded(name: str) -> None:
    differing: list[str] = []
    for case in GROUPS[name]:
        before = kept(case.area)[case.name]
        try:
            now = json.loads(json.dumps(case.make()))
        except Exception as error:  # the cases after it are compared as well
            differing += [f"{case.id} fails: {error!r}"]
            continue
        if now != before:
            differing += [f"{case.id} differs from the record", *differences(before, now)]
    if differing:
        pytest.fail("\n".join(differing), pytrace=False)


def test_nothing_is_missing_from_the_record_and_nothing_on_it_is_forgotten() -> None:
    assert [(case.area, case.name) for case in cases()] == [(area, name) for area in AREAS for name in kept(area)]
