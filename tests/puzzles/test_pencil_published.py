"""Published pencil puzzles, and boards with which another program tests its checkers.

`pencil/links.jsonl` has addresses of puzzles with one solution each, `pencil/pzpr_checks.jsonl` boards with the rule
that each breaks, both outside of the project: below the folder that ENTAILS_DATA names.
"""

import re

import pytest
from pencil_boards import READERS, SAID, published, puzzle_and_answer

import entails
from entails.puzzles import puzzle_type_named
from entails.puzzles.detect import recognised

UNFINISHED = re.compile("brNo[A-Z].*")


def test_every_link_comes_back() -> None:
    for item in published("links.jsonl"):
        name = recognised(item["link"])
        puzzle = entails.parse(name, item["link"])
        assert entails.parse(name, puzzle_type_named(name).formats["link"](puzzle)) == puzzle, item["link"]
        draw = puzzle_type_named(name).draw
        assert draw is not None
        board = draw(puzzle, None)
        assert (board.columns, board.rows) == (item["width"], item["height"])


def test_published_puzzles_have_one_solution() -> None:
    """One published puzzle of each type has a unique solution; the benchmark solves them all."""
    seen = set()
    for item in sorted(published("links.jsonl"), key=lambda entry: entry["width"] * entry["height"]):
        if item["genre"] in seen:
            continue
        seen.add(item["genre"])
        checked = entails.check(entails.parse(recognised(item["link"]), item["link"]))
        assert (checked.consistent, checked.unique) == (True, True), item["link"]
    assert len(seen) >= 18


@pytest.mark.parametrize("genre", READERS)
def test_checkers_agree_with_another_program(genre: str) -> None:
    """Our checkers agree with another program on right boards and on the rule that wrong boards violate."""
    (case,) = [item for item in published("pzpr_checks.jsonl") if item["genre"] == genre]
    seen, right = [], None
    for check in case["checks"]:
        whole = check["board"].startswith(f"pzprv3/{genre}/") and check["board"].count("/") > 4
        if "skiprules" in (check["options"] or {}) or not whole or UNFINISHED.fullmatch(check["rule"] or ""):
            continue
        name, puzzle, answer = puzzle_and_answer(check["board"])
        complaint = puzzle_type_named(name).check(puzzle, answer)
        seen.append(check["rule"])
        assert re.search(SAID[check["rule"]], str(complaint)), check
        right = answer if check["rule"] is None else right
    assert None in seen
    assert len(seen) > 3
    items = [*entails.solutions(entails.parse(recognised(f"{genre}/{case['url']}"), f"{genre}/{case['url']}"))]
    assert items == [right]
