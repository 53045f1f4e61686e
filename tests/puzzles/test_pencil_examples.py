"""The examples of pencil puzzles are as described, and every common query supports them."""

import pickle
from typing import Any

import pytest

import entails
from entails.formats.dimacs.read import read_dimacs
from entails.formats.drawing.text import with_marks
from entails.models.drawing import Drawing
from entails.models.limits import Options
from entails.models.outcome import Satisfied
from entails.puzzles import puzzle, puzzle_type_named, puzzle_type_of
from entails.queries.export import drawing

COUNTS = {
    "takuzu": {"classic": 1, "small": 1, "large": 1, "two-ways": 2, "clash": 0},
    "futoshiki": {"classic": 1, "small": 1, "larger": 1, "two-ways": 2, "clash": 0},
    "queens": {"eight": 92, "three-given": 1, "ten": 1, "corner": 0},
    "killer": {"small": 1, "classic": 1, "six": 1, "two-ways": 2, "clash": 0},
    "star-battle": {"classic": 1, "small": 1, "two-stars": 1, "three-ways": 3, "clash": 0},
    "nonogram": {"heart": 1, "cat": 1, "umbrella": 1, "key": 5, "clash": 0},
    "hitori": {"classic": 1, "large": 1, "two-ways": 2, "clash": 0},
    "slitherlink": {"classic": 1, "small": 1, "large": 1, "two-ways": 2, "clash": 0},
    "nurikabe": {"classic": 1, "small": 1, "large": 1, "three-ways": 3, "clash": 0},
    "country-road": {"small": 1, "several": 2, "clash": 0},
    "heyawake": {"small": 1, "several": 5, "clash": 0},
    "kurodoko": {"small": 1, "several": 5, "clash": 0},
    "light-up": {"small": 1, "several": 4, "clash": 0},
    "lits": {"small": 1, "several": 10, "clash": 0},
    "masyu": {"small": 1, "several": 2, "clash": 0},
    "norinori": {"small": 1, "several": 3, "clash": 0},
    "nurimaze": {"small": 1, "several": 5, "clash": 0},
    "nurimisaki": {"small": 1, "several": 3, "clash": 0},
    "sashigane": {"small": 1, "several": 2, "clash": 0},
    "shakashaka": {"small": 1, "several": 4, "clash": 0},
    "simple-loop": {"small": 1, "several": 3, "clash": 0},
    "tapa": {"small": 1, "several": 7, "clash": 0},
    "yajilin": {"small": 1, "several": 3, "clash": 0},
    "aquarium": {"small": 1, "several": 2, "clash": 0},
    "hashi": {"small": 1, "several": 2, "clash": 0},
    "mosaic": {"small": 1, "several": 4, "clash": 0},
    "numberlink": {"small": 1, "several": 4, "clash": 0},
    "ripple-effect": {"small": 1, "several": 8, "clash": 0},
    "skyscrapers": {"small": 1, "several": 3, "clash": 0},
    "suguru": {"small": 1, "several": 2, "clash": 0},
    "yin-yang": {"small": 1, "several": 4, "clash": 0},
    "variant": {"small": 1, "several": 4, "clash": 0},
    "shikaku": {"small": 1, "several": 2, "clash": 0},
    "battleship": {"small": 1, "several": 5, "clash": 0},
    "fillomino": {"small": 1, "several": 3, "clash": 0},
    "firefly": {"small": 1, "several": 4, "clash": 0},
    "double-choco": {"small": 1, "several": 3, "clash": 0},
    "galaxies": {"small": 1, "several": 2, "clash": 0},
    "hidoku": {"small": 1, "several": 6, "clash": 0},
    "kakuro": {"small": 1, "several": 3, "clash": 0},
    "kenken": {"small": 1, "several": 3, "clash": 0},
    "magnets": {"small": 1, "several": 2, "clash": 0},
    "minesweeper": {"small": 1, "several": 2, "clash": 0},
    "numbrix": {"small": 1, "several": 2, "clash": 0},
    "samurai": {"small": 1, "several": 3, "clash": 0},
    "str8ts": {"small": 1, "several": 2, "clash": 0},
    "tents": {"small": 1, "several": 2, "clash": 0},
    "zebra": {"classic": 1, "small": 1, "several": 4, "clash": 0},
}
SMALLER = {("double-choco", "several"): "dbchoco/4/2/3kn"}
"""A puzzle with five solutions; on the shipped example, CP-SAT repeats three solutions tens of thousands of times."""
FEW = Options(max_solutions=100)
CASES = [(name, example) for name in COUNTS for example in COUNTS[name]]


def example(name: str, called: str) -> Any:
    texts = {item.name: item.text for item in puzzle_type_named(name).examples}
    assert set(texts) == set(COUNTS[name])
    return entails.parse(name, texts[called])


@pytest.mark.parametrize(("name", "called"), CASES)
def test_examples_have_as_many_solutions_as_they_say(name: str, called: str) -> None:
    shown = example(name, called)
    assert puzzle_type_of(shown) is puzzle_type_named(name)
    assert entails.count(shown, options=FEW).value == COUNTS[name][called]


@pytest.mark.parametrize("name", COUNTS)
def test_both_compilers_give_the_same_solutions(name: str) -> None:
    for called in COUNTS[name]:
        if called not in ("eight", "large", "cat"):
            shown, write = example(name, called), puzzle_type_named(name).format_answer
            if (name, called) in SMALLER:
                shown = entails.parse(name, SMALLER[name, called])
            result = [sorted(map(write, entails.solutions(shown, encoder=item))) for item in ("complete", "cpsat")]
            assert result[0] == result[1]


@pytest.mark.parametrize("name", COUNTS)
def test_a_contradiction_is_explained_by_what_the_puzzle_gives(name: str) -> None:
    shown = example(name, "corner" if name == "queens" else "clash")
    explained = entails.explain(shown, most=3)
    assert explained.consistent is False
    assert explained.conflicts
    for conflict in explained.conflicts:
        assert conflict.groups
        assert all(group.soft and group.id.startswith("given ") for group in conflict.groups)
        assert not any(group.soft for group in conflict.rules)
    cells = {cell for group in explained.conflicts[0].groups for cell in group.cells}
    marked = with_marks(drawing(shown), cells)
    assert any(place.marked for place in (*marked.cells, *marked.edges))


@pytest.mark.parametrize("name", COUNTS)
def test_the_backbone_is_half_an_answer(name: str) -> None:
    """The forced facts of an example can be drawn, and nothing else is drawn."""
    called = next((item for item, count in COUNTS[name].items() if 1 < count < 20), "eight")
    shown, puzzle_type = example(name, called), puzzle_type_named(name)
    forced = entails.forced(shown)
    assert forced.consistent
    half = puzzle_type.partial_answer(shown, forced.names)
    for answer in entails.solutions(shown, options=FEW):
        for known, full in zip(puzzle_type.draw(shown, half).cells, puzzle_type.draw(shown, answer).cells, strict=True):
            assert known.kind == "open" or known == full


@pytest.mark.parametrize("name", COUNTS)
def test_solutions_travel_and_are_drawn(name: str) -> None:
    shown = example(name, next(iter(COUNTS[name])))
    outcome = entails.solve(shown)
    assert isinstance(outcome, Satisfied)
    assert pickle.loads(pickle.dumps(shown)) == shown
    assert pickle.loads(pickle.dumps(outcome.answer)) == outcome.answer
    empty, full = drawing(shown), drawing(shown, outcome.answer)
    assert empty != full
    assert Drawing.model_validate_json(full.json_text()) == full
    encoding = pickle.loads(pickle.dumps(puzzle_type_named(name).encoders["complete"].encode(shown)))
    assert encoding.decode([fact for fact in outcome.facts if fact > 0]) == outcome.answer


@pytest.mark.parametrize("name", COUNTS)
def test_exports_are_read_again(name: str) -> None:
    shown = example(name, next(iter(COUNTS[name])))
    formula = read_dimacs("".join(entails.export(shown)).encode())
    assert formula.about[0] == f"puzzle {name} {puzzle_type_named(name).format(shown)}"
    solved = entails.solve(formula)
    assert isinstance(solved, Satisfied)
    true = [formula.names[fact - 1] for fact in solved.answer if fact > 0]
    assert puzzle_type_named(name).check(shown, puzzle_type_named(name).decode_atoms(shown, true)) is None
    grouped = "".join(entails.export(shown, form="gcnf"))
    assert grouped.count("c group") > 1
    assert "".join(entails.export(shown, form="svg")).startswith("<svg")


def test_binairo_is_the_other_name_of_takuzu() -> None:
    assert puzzle_type_named("binairo") is puzzle_type_named("takuzu")
    assert puzzle("binairo").name == "takuzu"
