"""Assumed facts beside a puzzle: stated and soft like givens, the same for every engine."""

import pickle

import pytest

import entails
from entails.encoders.encoder import with_assumptions
from entails.models.encoding import Native
from entails.models.errors import InvalidOption, UnsupportedCapability
from entails.puzzles import puzzle_type_named

SUDOKU = "..4..3...2....1."
STARS = "1:AABBCD/AABCCC/AACCCC/AACECC/FAEEEE/FAEEEE"
CASES = [
    ("sudoku", SUDOKU, "r1c1=2", "r1c1=3", ("you assume r1c1=3", "vous supposez L1C1=3")),
    ("takuzu", ".0../0.../.01./..1.", "r1c1=1", "r1c1=0", ("you assume r1c1=0", "vous supposez r1c1=0")),
    (
        "star-battle",
        STARS,
        "not star r1c1",
        "star r1c1",
        ("you assume a star in r1c1", "vous supposez une étoile en r1c1"),
    ),
]


@pytest.mark.parametrize(("name", "text", "right", "wrong", "texts"), CASES)
@pytest.mark.parametrize("sort", ["cnf", "cpsat"])
def test_a_claim_is_kept_or_contradicted(
    name: str, text: str, right: str, wrong: str, texts: tuple[str, str], sort: str
) -> None:
    puzzle = entails.parse(name, text)
    encoder = next(
        item.name for item in puzzle_type_named(name).encoders.values() if item.kind == sort and item.explains
    )
    assert entails.count(puzzle, encoder=encoder, assume=[right]).value == 1
    assert entails.count(puzzle, encoder=encoder, assume=[wrong]).value == 0
    explained = entails.explain(puzzle, encoder=encoder, assume=[wrong], most=3)
    for conflict in explained.conflicts:
        assert f"said {wrong}" in [group.id for group in conflict.groups]
    claim = next(group for group in explained.conflicts[0].groups if group.id.startswith("said"))
    assert (claim.text, claim.say("fr")) == texts


def test_claims_choose_among_solutions() -> None:
    puzzle = entails.parse("queens", "6")
    every = [puzzle_type_named("queens").format_answer(answer) for answer in entails.solutions(puzzle)]
    for encoder in ("complete", "cpsat"):
        with_it = {
            puzzle_type_named("queens").format_answer(solution)
            for solution in entails.solutions(puzzle, encoder=encoder, assume=["queen r1c2"])
        }
        without = {
            puzzle_type_named("queens").format_answer(solution)
            for solution in entails.solutions(puzzle, encoder=encoder, assume=["not queen r1c2"])
        }
        assert with_it | without == set(every)
        assert all(line.startswith(".Q") for line in with_it)
        assert not with_it & without


def test_two_claims_that_exclude_each_other() -> None:
    checked = entails.check(entails.parse("sudoku", SUDOKU), assume=["r1c1=2", "not r1c1=2"])
    assert checked.consistent is False
    assert checked.explanation is not None
    assert [group.id for group in checked.explanation.conflicts[0].groups] == ["said r1c1=2", "said not r1c1=2"]


def test_an_unknown_fact_is_refused_by_name() -> None:
    puzzle = entails.parse("sudoku", SUDOKU)
    with pytest.raises(InvalidOption, match=r"--assume: unknown fact 'r9c9=1'; expected one such as r1c1=1"):
        entails.solve(puzzle, assume=["r9c9=1"])
    with pytest.raises(UnsupportedCapability, match="does not support assumptions"):
        with_assumptions(Native(puzzle), ["r1c1=1"])
    encoding = puzzle_type_named("sudoku").encoders["complete"].encode(puzzle)
    assert with_assumptions(encoding, []) is encoding


@pytest.mark.parametrize("encoder", ["complete", "cpsat"])
def test_it_travels_to_another_process(encoder: str) -> None:
    encoding = puzzle_type_named("takuzu").encoders[encoder].encode(entails.parse("takuzu", ".0../0.../.01./..1."))
    claimed = pickle.loads(pickle.dumps(with_assumptions(encoding, ["r1c1=1"])))
    assert [group.id for group in claimed.groups][-1] == "said r1c1=1"
    assert len(claimed.groups) == len(encoding.groups) + 1
