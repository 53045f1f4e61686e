"""Every answer is the one on record; what to do when one is meant to differ stands in README.md beside this file."""

import json

import pytest
from golden.differences import differences
from golden.record import AREAS, Case, cases, kept, recorded

CASES = list(recorded())


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_answers_as_recorded(case: Case) -> None:
    before = kept(case.area)[case.name]
    now = json.loads(json.dumps(case.make()))
    if now != before:
        pytest.fail("\n".join([f"{case.id} differs from the record", *differences(before, now)]), pytrace=False)


def test_nothing_is_missing_from_the_record_and_nothing_on_it_is_forgotten() -> None:
    assert [(case.area, case.name) for case in cases()] == [(area, name) for area in AREAS for name in kept(area)]
