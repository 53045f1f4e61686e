"""Sentences of forcing chains: every link follows from earlier ones, and long chains are shortened."""

import re

import pytest

from entails.data.sudoku import technique_examples
from entails.formats.sudoku.read import parse_grid
from entails.solvers.sudoku.steps.argument import SHAPE, excludes
from entails.solvers.sudoku.steps.chain_words import branch_links, contradiction, supposes_false
from entails.solvers.sudoku.steps.path import available_steps
from entails.solvers.sudoku.steps.position import Step

from .french_steps import assert_french_sentence

FORCING = ("nishio", "multiple-forcing-chains", "dynamic-forcing-chains", "nested-forcing-chains")


def step_of(technique: str) -> Step:
    return available_steps(parse_grid(technique_examples()[technique]), [technique], unique=True)[0]


@pytest.mark.parametrize("technique", FORCING)
def test_every_link_follows(technique: str) -> None:
    """Each link of a chain follows: removed candidates are excluded, and reached ones have no alternative."""
    step = step_of(technique)
    marks = step.evidence.marks
    for branch, part in enumerate(step.evidence.parts):
        off = supposes_false(step, branch)
        true = set() if off else {part[0]}
        for link in branch_links(step, branch):
            for rival in link.removed:
                assert any(excludes(SHAPE, earlier, rival) for earlier in true) or (off and rival == part[0])
            cell, digit = link.reached
            if not link.holds:
                assert any(excludes(SHAPE, earlier, link.reached) for earlier in true)
                continue
            if link.removed:
                in_cell = {(cell, index) for index in range(1, 10) if marks[cell] >> (index - 1) & 1 and index != digit}
                in_units = [
                    {(place, digit) for place in SHAPE.units[unit].cells if marks[place] >> (digit - 1) & 1}
                    - {link.reached}
                    for unit in SHAPE.units_of[cell]
                ]
                assert set(link.removed) in [in_cell, *in_units]
            true.add(link.reached)


def test_a_contradiction_is_a_place_on_the_board() -> None:
    step = step_of("nested-forcing-chains")
    end = contradiction(step)
    assert (end.kind, SHAPE.units[end.unit].name, end.digit) == ("unit", "column 5", 4)


@pytest.mark.parametrize("technique", FORCING)
def test_three_sentences_and_all_links_on_request(technique: str) -> None:
    step = step_of(technique)
    assert len(re.findall(r"\.(?: |$)", step.sentence)) == 3
    assert "true and false" not in step.sentence
    links = step.links()
    assert len(links) >= 3
    assert links[0].startswith("Suppose r")
    assert links[-1].startswith("So r")
    assert len(step.links("fr")) == len(links)
    assert not re.search(r"r\dc\d", " ".join(step.links("fr")))
    assert_french_sentence(step)


def test_a_short_chain_word_for_word() -> None:
    step = step_of("dynamic-forcing-chains")
    assert step.sentence == (
        "In row 3, the 2 is in r3c3 or r3c4. If r3c3 is 2, then r8c3 and r9c3 are not 2, so r8c1 is 2, then r8c4 is "
        "not 2; if r3c4 is 2, then r8c4 is not 2. In each case r8c4 is not 2 (dynamic forcing chains)."
    )


def test_a_long_chain_is_folded() -> None:
    step = step_of("nested-forcing-chains")
    assert "… (14 more) …" in step.sentence
    assert len(step.links()) == 18 + 3


def test_the_links_of_a_unique_loop() -> None:
    step = step_of("unique-loop")
    assert step.links()[0] == "r7c3 and r8c3 share column 3, so they would be 6 and 8, one each."
    assert len(step.links()) == len(step.cells) == 4


def test_other_steps_have_no_further_links() -> None:
    assert step_of("x-wing").links() == []
