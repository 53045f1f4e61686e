"""The table of techniques, and selection by name."""

import pytest

from entails.models.errors import InvalidOption
from entails.solvers.kernels import sudoku_numbers as numbers
from entails.solvers.sudoku.steps.technique import DEFAULT, STUDY, TECHNIQUES, chosen, technique
from entails.solvers.sudoku.steps.words import SENTENCES


def test_numbers_are_places_in_the_table() -> None:
    assert [each.number for each in TECHNIQUES] == list(range(len(TECHNIQUES)))
    assert [each.is_counted for each in TECHNIQUES].index(False) == numbers.TECHNIQUES
    assert [each.id for each in TECHNIQUES if each.is_single] == list(DEFAULT[: numbers.SINGLES])


def test_every_technique_that_gives_steps_is_in_the_default_order_and_has_words() -> None:
    assert set(SENTENCES) == {each.id for each in TECHNIQUES} - {"backtracking"}
    assert set(DEFAULT) == {each.id for each in TECHNIQUES if not each.optional} - {"backtracking"}
    optional = {
        *("locked sets", "complex fish", "templates", "large fish", "large complex fish", "kraken fish", "exocets")
    }
    assert {each.family for each in TECHNIQUES if each.optional} == optional
    assert [each.id for each in TECHNIQUES if each.needs_unique] == [
        "unique-rectangle",
        "unique-rectangle-5",
        "unique-rectangle-6",
        "hidden-rectangle",
        "avoidable-rectangle",
        "unique-loop",
        "bug",
    ]


def test_ids_and_names_are_unique() -> None:
    assert len({each.id for each in TECHNIQUES}) == len({each.name for each in TECHNIQUES}) == len(TECHNIQUES)


@pytest.mark.parametrize(
    ("names", "meant"),
    [
        (["x-wing", "naked-single"], ["x-wing", "naked-single"]),
        (["XY-Wing"], ["y-wing"]),
        (["hidden single"], ["hidden-single-box", "hidden-single-line"]),
        (["hidden-single-line", "hidden_single"], ["hidden-single-line", "hidden-single-box"]),
        (["fish"], ["x-wing", "swordfish", "jellyfish"]),
        ("naked-pair", ["naked-pair"]),
        (["0901"], ["als-xz"]),
        (["0321"], ["sashimi-swordfish"]),
        (["0341"], ["finned-franken-swordfish"]),
        (["Grouped Nice Loop"], ["grouped-aic", "grouped-aic-loop", "als-aic", "als-aic-loop"]),
        (["uniqueness test 4", "BUG+1"], ["unique-rectangle", "bug"]),
        (STUDY, list(STUDY)),
    ],
)
def test_names(names: list[str], meant: list[str]) -> None:
    assert [each.id for each in chosen(names)] == meant


@pytest.mark.parametrize("names", [["x-wings"], [""], [], ["naked-single", "é" * 1_000_000]])
def test_an_unknown_name_lists_the_known_ones(names: list[str]) -> None:
    with pytest.raises(InvalidOption, match=r"techniques: .*naked-single.*backtracking") as refused:
        chosen(names)
    assert len(str(refused.value)) < 1400


def test_a_technique_by_its_id() -> None:
    assert technique("x-wing").family == "fish"
