"""Ladders: orders and costs as data, paths and scores that follow them, one-sentence errors."""

import json
from pathlib import Path

import pytest

import entails
from entails.batch.tables import descriptions_of
from entails.data.sudoku import LADDERS, ladder_named, technique_examples
from entails.formats.sudoku.files import write_library_line
from entails.formats.sudoku.read import parse_grid
from entails.models.errors import Invalid, InvalidOption, UnsupportedCapability
from entails.models.fields import Document
from entails.models.rating import CRITERIA
from entails.models.sudoku.shape import Shape
from entails.solvers.sudoku.orders import generate
from entails.solvers.sudoku.steps.ladder import TechniqueLadder
from entails.solvers.sudoku.steps.path import available_steps, moments
from entails.solvers.sudoku.steps.technique import DEFAULT, TECHNIQUES

HARD = "...7....6.1...2.57..39...8...9.2.....2.59.8..3.1....7........6..3..8.....4.3...1."


def ladder_of(**fields: object) -> Document:
    return Document(json.dumps({"name": "mine", **fields}).encode(), "mine.json")


@pytest.mark.parametrize("name", LADDERS)
def test_every_ladder_names_techniques_and_its_source(name: str) -> None:
    ladder = TechniqueLadder.of(name)
    assert ladder.ladder.name == name
    assert ladder.ladder.source
    assert len(ladder.techniques) == len(set(ladder.techniques)) > 20
    if ladder.ladder.score is not None:
        assert all(rung.cost is not None and rung.cost > 0 for rung in ladder.rungs)


def test_the_default_is_the_ladder_of_entails() -> None:
    assert TechniqueLadder.of("entails").techniques == DEFAULT
    grid = parse_grid(HARD)
    assert entails.sudoku.steps(grid).steps == entails.sudoku.steps(grid, ladder="entails").steps


def test_costs_rise_in_sudoku_explainer() -> None:
    costs = [rung.cost or 0 for rung in TechniqueLadder.of("sudoku-explainer").rungs]
    assert costs == sorted(costs)


def test_skyscrapers_and_kites_come_before_chains_under_their_own_names() -> None:
    order = TechniqueLadder.of("hodoku").techniques
    for name in ("skyscraper", "two-string-kite"):
        assert order.index(name) < order.index("x-chain") < order.index("xy-chain")


@pytest.mark.parametrize("technique", [each.id for each in TECHNIQUES if each.id in technique_examples()])
def test_every_example_shows_its_technique(technique: str) -> None:
    assert available_steps(parse_grid(technique_examples()[technique]), [technique], unique=True)


def test_every_rung_has_an_example() -> None:
    for name in LADDERS:
        without = [
            rung.technique for rung in TechniqueLadder.of(name).rungs if rung.technique not in technique_examples()
        ]
        assert without == []


@pytest.mark.parametrize("name", LADDERS)
def test_a_path_takes_the_first_technique_of_the_ladder(name: str) -> None:
    """A path takes the first technique of the ladder that has a step, compared with a search of every rung."""
    ladder = TechniqueLadder.of(name)
    grid = parse_grid(HARD)
    path = entails.sudoku.steps(grid, ladder=name)
    for position, step in list(zip(moments(grid, path.steps), path.steps, strict=True))[::6]:
        earlier = ladder.up_to(step.technique)[:-1]
        assert not earlier or not any(available_steps(position, [rung], unique=True) for rung in earlier)


def test_sum_and_maximum() -> None:
    costs = {"full-house": 1, "last-remaining": 2, "last-possible-number": 5}
    levels = [{"name": "low", "most": 10, "techniques": costs}, {"name": "high", "techniques": {"naked-single": 9}}]
    grid = parse_grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    added = entails.sudoku.rate(grid, quine=False, ladder=ladder_of(score="sum", levels=levels)).ladder
    highest = entails.sudoku.rate(grid, quine=False, ladder=ladder_of(score="max", levels=levels)).ladder
    assert added is not None
    assert highest is not None
    by_name = {"last-remaining-box": 2, "last-remaining-row": 2, "last-remaining-column": 2, **costs}
    assert added.score == sum(by_name[name] * count for name, count in added.uses.items())
    assert highest.score == max(by_name[name] for name in highest.uses)
    assert sum(added.uses.values()) == grid.cells.count(0)
    assert (added.level, highest.level) == ("high", "low")  # a score above 10 raises the level


def test_a_stuck_path_has_no_score() -> None:
    levels = [{"techniques": {"full-house": 1}}]
    score = entails.sudoku.rate(parse_grid(HARD), quine=False, ladder=ladder_of(score="sum", levels=levels)).ladder
    assert score is not None
    assert (score.status, score.score, score.level, score.hardest) == ("stuck", None, None, None)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "name"),
        ("name = ", "neither valid TOML nor valid JSON"),
        ("{", "neither valid TOML nor valid JSON"),
        ('name = "x"\nlevels = []', "levels"),
        ('name = "x"\n[[levels]]\ntechniques = ["x-wing", "wing-x"]', "unknown technique 'wing-x'"),
        ('name = "x"\n[[levels]]\ntechniques = ["x-wing", "x-wing"]', "x-wing occurs twice"),
        ('name = "x"\n[[levels]]\ntechniques = ["x-wing"]\n[[levels]]\ntechniques = ["fish"]', "twice"),
        ('name = "x"\nscore = "sum"\n[[levels]]\ntechniques = ["x-wing"]', "has no cost"),
        ('name = "x"\n[[levels]]\n[levels.techniques]\nx-wing = -1', "invalid value -1"),
        ('name = "x"\n[[levels]]\n[levels.techniques]\nx-wing = nan', "levels.0.techniques"),
        ('name = "x"\ncolour = 1\n[[levels]]\ntechniques = ["x-wing"]', "colour"),
        ("\0", "binary"),
    ],
)
def test_a_bad_file_is_one_sentence(text: str, problem: str) -> None:
    with pytest.raises(Invalid) as refused:
        TechniqueLadder.of(Document(text.encode(), "mine.toml"))
    assert problem in str(refused.value)
    assert "\n" not in str(refused.value)


def test_other_values_are_not_ladders() -> None:
    for value in (Path("mine.toml"), 3):
        with pytest.raises(InvalidOption, match="not a ladder"):
            entails.sudoku.steps(parse_grid(HARD), ladder=value)  # type: ignore[arg-type]


def test_unknown_names_and_two_orders() -> None:
    with pytest.raises(InvalidOption, match="unknown ladder 'hoduko'"):
        TechniqueLadder.of("hoduko")
    with pytest.raises(InvalidOption, match="cannot be combined"):
        entails.sudoku.steps(parse_grid(HARD), ["x-wing"], ladder="hodoku")
    with pytest.raises(InvalidOption, match="the ladder sudokuwiki has no skyscraper"):
        generate(1, technique="skyscraper", ladder="sudokuwiki")


def test_generated_grids_need_the_technique_and_nothing_harder() -> None:
    orders = generate(2, technique="skyscraper", ladder="hodoku", seed=1)
    order = TechniqueLadder.of("hodoku").up_to("skyscraper")
    items = list(orders)
    assert len(items) == 2
    for grid in items:
        assert entails.sudoku.steps(grid.puzzle, order).status == "solved"
        assert entails.sudoku.steps(grid.puzzle, order[:-1]).status == "stuck"
        assert grid.rating is not None
        assert grid.rating.ladder is not None
        assert grid.rating.ladder.hardest == "skyscraper"


@pytest.mark.parametrize(
    ("shape", "technique", "ladder"),
    [("x", "naked-pair", None), ("x", "skyscraper", "hodoku"), ("6x6", "y-wing", None)],
)
def test_other_shapes_need_the_technique_too(shape: str, technique: str, ladder: str | None) -> None:
    [generated] = generate(1, size=Shape.named(shape), technique=technique, ladder=ladder, seed=3)
    order = TechniqueLadder.of(ladder or "entails").up_to(technique)
    assert generated.puzzle.shape == Shape.named(shape)
    assert entails.sudoku.steps(generated.puzzle, order).status == "solved"
    assert entails.sudoku.steps(generated.puzzle, order[:-1]).status == "stuck"
    assert generated.rating is not None
    assert generated.rating.band is not None


def test_techniques_that_other_shapes_lack() -> None:
    with pytest.raises(InvalidOption, match="unique rectangle is only supported for classic 9x9 grids"):
        generate(1, size=16, technique="unique-rectangle")
    with pytest.raises(UnsupportedCapability, match="difficulty"):
        generate(1, size=16, difficulty="hard")


def test_library_lines_are_read_back() -> None:
    grid = parse_grid(HARD)
    path = entails.sudoku.steps(grid)
    for position, step in zip(moments(grid, path.steps), path.steps, strict=True):
        line = write_library_line(position, step.technique, step.digits, step.removes, step.places)
        again = parse_grid(line)
        assert (again.cells, again.open_masks(), again.found) == (
            position.cells,
            position.open_masks(),
            position.found,
        )


def test_a_ladder_reads_from_toml_and_json_alike() -> None:
    document = Document(ladder_named("hodoku").model_dump_json().encode(), "copy.json")
    assert TechniqueLadder.of(document) == TechniqueLadder.of("hodoku")


def test_chains_and_alternating_chains_in_ratings() -> None:
    """ER names the hardest finder: alternating chains, Nishio, or singles."""
    chained = entails.sudoku.rate(
        parse_grid("..3.5..8.45..8.1..7...2.....34...617.9.2....88...3..4..1.....76............8.7.51"), quine=False
    )
    assert (chained.hardest, chained.criteria["uses_aic"]) == ("aic", chained.criteria["uses_disjunction"])
    assert chained.as_json()["chains"] >= chained.criteria["uses_aic"] > 0
    nishio = entails.sudoku.rate(
        parse_grid("...4...8.456..........1...6.6137..9..47.91......5......9..4.2..6....2....7...59.3"), quine=False
    )
    assert (nishio.hardest, nishio.criteria["uses_aic"]) == ("nishio", 0)
    easy = entails.sudoku.rate(
        parse_grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"), quine=False
    )
    assert easy.as_json()["chains"] == 0


def test_every_criterion_is_described() -> None:
    rating = entails.sudoku.rate(parse_grid(HARD), nested=False)
    own = {name for name in rating.criteria if not name.startswith(("uses_", "first_", "quine_"))}
    assert own <= CRITERIA.keys()
    assert all(descriptions_of("sudoku", "rate").values())


@pytest.mark.parametrize("technique", ["x-wing", "skyscraper", "w-wing"])
def test_practice_stops_just_before_the_technique(technique: str) -> None:
    """Practice positions stop just before a technique: easier ones have no step, and the hint names it."""
    for generated in generate(2, technique=technique, seed=7):
        shown = entails.sudoku.practice(generated.puzzle, technique)
        assert shown.step is not None
        ladder = TechniqueLadder.of(shown.ladder)
        easier = ladder.up_to(technique)[:-1]
        position = parse_grid(shown.line)
        assert (position.cells, position.open_masks()) == (shown.grid.cells, shown.grid.open_masks())
        assert not available_steps(position, easier, unique=True)
        assert entails.sudoku.hint(position, "step", ladder=shown.ladder).step == shown.step
        path = entails.sudoku.steps(generated.puzzle, ladder=shown.ladder)
        assert shown.step in path.steps


def test_practice_of_a_technique_that_the_grid_does_not_need() -> None:
    assert entails.sudoku.practice(parse_grid(HARD), "full-house").step is None
    with pytest.raises(InvalidOption, match="unknown technique 'magic'"):
        entails.sudoku.practice(parse_grid(HARD), "magic")


def test_sheets_print_the_candidates_of_positions() -> None:
    from entails.formats.sudoku.sheet import sheet_svg

    [generated] = generate(1, technique="x-wing", seed=7)
    shown = entails.sudoku.practice(generated.puzzle, "x-wing").grid
    [page] = sheet_svg([shown])
    digits = len(shown.givens()) + sum(mask.bit_count() for mask in shown.open_masks())
    assert sum(page.count(f">{digit}</text>") for digit in range(1, 10)) in (digits, digits + 1)
