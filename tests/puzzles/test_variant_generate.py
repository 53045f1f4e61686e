"""Variants made to order: one solution, every rule holds in it, no digit too many; the same seed gives the same."""

import pytest

import clausal
from clausal.models.errors import InvalidOption
from clausal.models.variant import KINDS
from clausal.models.variant.document import write_link
from clausal.models.variant.placing import PLACED, WHOLE
from clausal.puzzles import kind
from clausal.puzzles.recognise import recognised
from clausal.questions.variant.generate import Ask, generate_variants

SMALL = tuple(
    one for one in PLACED if one not in ("non-consecutive", "anti-king", "anti-knight", "lockout", "entropic")
)


@pytest.mark.parametrize("rule", SMALL)
def test_every_kind_of_rule_is_placed_where_it_holds(rule: str) -> None:
    (made,) = generate_variants(1, rules=[(rule, 1)], size=6, seed=2)
    placed = [one for one in made.puzzle.rules if one.kind == rule]
    assert len(placed) == (2 if rule == "diagonal" else 1)
    digits = [digit or 0 for digit in made.solution.given]
    assert all(KINDS[rule].holds(one, made.puzzle, digits) for one in placed)
    assert list(clausal.solutions(made.puzzle)) == [kind("variant").half_known(made.puzzle, _names(digits))]


def _names(digits: list[int]) -> list[str]:
    return [f"r{cell // 6 + 1}c{cell % 6 + 1}={digit}" for cell, digit in enumerate(digits)]


def test_no_digit_can_be_spared_and_the_seed_decides() -> None:
    asked = {"rules": [("cage", 2), ("thermometer", 1)], "size": 4}
    first, again, other = (next(generate_variants(seed=seed, **asked)) for seed in (5, 5, 6))  # type: ignore[arg-type]
    assert first == again != other
    given = first.puzzle.given
    for cell, digit in enumerate(given):
        if digit is not None:
            fewer = (*given[:cell], None, *given[cell + 1 :])
            assert clausal.check(type(first.puzzle)(4, first.puzzle.regions, fewer, first.puzzle.rules)).unique is False


def test_its_link_is_read_again() -> None:
    (made,) = generate_variants(1, rules=[("arrow", 1), ("difference", 2)], size=6, seed=1)
    link = write_link(made.puzzle)
    assert recognised(link) == "variant"
    assert clausal.count(clausal.parse("variant", link)).value == 1


def test_rules_are_named_as_people_do() -> None:
    assert Ask(rules=("thermometer:3", "anti knight", "X-Sum:2")).wanted == (
        ("thermometer", 3),
        ("anti-knight", 1),
        ("x-sum", 2),
    )
    for wrong in ("thermo", "cage:x", "", "cage:-1"):
        with pytest.raises(InvalidOption, match="is no rule"):
            _ = Ask(rules=(wrong,)).wanted
    with pytest.raises(InvalidOption, match="5 rows have no usual boxes"):
        list(generate_variants(1, size=5))


def test_what_has_no_room_ends_in_a_sentence() -> None:
    assert set(WHOLE) < set(PLACED)
    assert list(generate_variants(1, rules=[("cage", 9)], size=4)) == []
