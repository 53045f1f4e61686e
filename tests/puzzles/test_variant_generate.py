"""Generated variants: a unique solution, every rule satisfied, no redundant digit, reproducible by seed."""

import pytest
from cli.runner import entails as command

import entails
from entails.encoders.variant import RULE_TYPES
from entails.formats.variant.fpuzzles import write_link
from entails.models.errors import InvalidOption
from entails.models.variant import WHOLE
from entails.puzzles import puzzle_type_named
from entails.puzzles.detect import recognised
from entails.queries.hint import reasoned_difficulty
from entails.queries.variant.generate import PLACEABLE, VariantGenerateOptions, generate_variants

SMALL = tuple(
    item for item in PLACEABLE if item not in ("non-consecutive", "anti-king", "anti-knight", "lockout", "entropic")
)


@pytest.mark.parametrize("rule", SMALL)
def test_every_kind_of_rule_is_placed_where_it_holds(rule: str) -> None:
    (item,) = generate_variants(1, rules=[(rule, 1)], size=6, seed=2)
    placed = [entry for entry in item.puzzle.rules if entry.kind == rule]
    assert len(placed) == (2 if rule == "diagonal" else 1)
    digits = [digit or 0 for digit in item.solution.given]
    assert all(RULE_TYPES[rule].holds(entry, item.puzzle, digits) for entry in placed)
    assert list(entails.solutions(item.puzzle)) == [
        puzzle_type_named("variant").partial_answer(item.puzzle, _names(digits))
    ]


def _names(digits: list[int]) -> list[str]:
    return [f"r{cell // 6 + 1}c{cell % 6 + 1}={digit}" for cell, digit in enumerate(digits)]


def test_no_digit_can_be_spared_and_the_seed_decides() -> None:
    query = {"rules": [("cage", 2), ("thermometer", 1)], "size": 4}
    first, again, second = (next(generate_variants(seed=seed, **query)) for seed in (5, 5, 6))  # type: ignore[arg-type]
    assert first == again != second
    puzzle = first.puzzle.given
    for cell, digit in enumerate(puzzle):
        if digit is not None:
            fewer = (*puzzle[:cell], None, *puzzle[cell + 1 :])
            assert entails.check(type(first.puzzle)(4, first.puzzle.regions, fewer, first.puzzle.rules)).unique is False


def test_its_link_is_read_again() -> None:
    (item,) = generate_variants(1, rules=[("arrow", 1), ("difference", 2)], size=6, seed=1)
    link = write_link(item.puzzle)
    assert recognised(link) == "variant"
    assert entails.count(entails.parse("variant", link)).value == 1


def test_rules_are_named_as_people_do() -> None:
    assert VariantGenerateOptions(rules=("thermometer:3", "anti knight", "X-Sum:2")).wanted == (
        ("thermometer", 3),
        ("anti-knight", 1),
        ("x-sum", 2),
    )
    for wrong in ("thermo", "cage:x", "", "cage:-1"):
        with pytest.raises(InvalidOption, match="unknown rule"):
            _ = VariantGenerateOptions(rules=(wrong,)).wanted
    with pytest.raises(InvalidOption, match="no boxes for 5 rows"):
        list(generate_variants(1, size=5))


def test_what_has_no_room_ends_in_a_sentence() -> None:
    assert set(WHOLE) < set(PLACEABLE)
    assert list(generate_variants(1, rules=[("cage", 9)], size=4)) == []


def test_what_is_made_is_rated_by_its_steps() -> None:
    """Generated variants are rated as by `rate`: easy ones need no step with two constraints, hard ones need three."""
    query = {"rules": [("thermometer", 1), ("cage", 1)], "size": 4, "seed": 1}
    for wish, fewest, most in (("easy", 0, 1), ("hard", 3, 99), ("6..20", 0, 99)):
        (item,) = generate_variants(1, difficulty=wish, **query)  # type: ignore[arg-type]
        assert item.rating == reasoned_difficulty(item.puzzle)
        assert item.rating.status == "solved"
        assert fewest <= item.rating.largest <= most
        assert wish != "6..20" or 6 <= item.rating.effort <= 20
    (report,) = command("variant", "generate", "--size", "4", "--with", "cage:1", "--json").lines
    rated = reasoned_difficulty(entails.parse("variant", report["puzzle"]))
    assert (report["status"], report["effort"], report["largest"]) == ("solved", rated.effort, rated.largest)
    assert report["criteria"]["steps"] == rated.steps
    (plain,) = command("variant", "generate", "--size", "4", "--with", "cage:1", "--seconds", "0", "--json").lines
    assert (plain["puzzle"], plain["status"], plain["effort"]) == (report["puzzle"], None, None)


def test_a_difficulty_that_is_not_found_or_not_known() -> None:
    words = ("variant", "generate", "--size", "4", "--with", "cage:1", "--difficulty")
    ran = command(*words, "5000..", "--attempts", "2", "--json")
    assert ran.code == 3
    assert "none of 2 puzzles has this difficulty" in ran.err
    for wrong in ("gentle", "9..3", "4"):
        ran = command(*words, wrong)
        assert ran.code == 2
        assert "invalid difficulty" in ran.err
