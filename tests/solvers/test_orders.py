"""Targeted generation: grids meet the target on any number of cores, and an early end is reported."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import entails
from entails.models.errors import InvalidOption, UnsupportedCapability
from entails.models.limits import Limits
from entails.models.rating import BANDS
from entails.models.sudoku.shape import Shape
from entails.solvers.sudoku.difficulty.model import rate_batches, rate_many
from entails.solvers.sudoku.orders import GridTarget, attempt_limit, generate, span


@pytest.mark.parametrize("band", BANDS)
def test_bands(band: str) -> None:
    orders = entails.generate(3, difficulty=band, seed=2)
    items = list(orders)
    assert orders.complete
    assert orders.reason is None
    assert [entry.rating.band for entry in items if entry.rating] == [band] * 3
    for item in items:
        assert entails.check(item.puzzle).answer == item.solution
        assert entails.check(item.puzzle).unique


def test_wishes_together() -> None:
    [item] = generate(1, difficulty=(0.5, 0.8), technique="last-remaining-row", clues=(30, 34), symmetry="mirror")
    assert item.rating is not None
    assert item.rating.difficulty is not None
    assert 0.5 <= item.rating.difficulty <= 0.8
    assert item.rating.hardest == "last-remaining-line"
    assert 30 <= len(item.puzzle.givens()) <= 34


def test_a_technique_and_a_band_together() -> None:
    """A technique and a band combine: random grids that need an X-wing are hard, so clues are added."""
    orders = generate(5, difficulty="medium", technique="x-wing")
    assert [(order.rating.band, order.rating.hardest) for order in orders if order.rating] == [("medium", "x-wing")] * 5


@pytest.mark.parametrize(
    ("technique", "ladder"), [("w-wing", "hodoku"), ("skyscraper", "hodoku"), ("m-wing", "entails")]
)
def test_techniques_that_ratings_do_not_name_are_ordered_by_a_ladder(technique: str, ladder: str) -> None:
    orders = generate(2, technique=technique, seed=4)
    for order in orders:
        assert order.rating is not None
        assert order.rating.ladder is not None
        assert (order.rating.ladder.ladder, order.rating.ladder.hardest) == (ladder, technique)
        assert technique in {step.technique for step in entails.steps(order.puzzle, ladder=ladder).steps}
    assert orders.complete


def test_it_begins_anew_with_the_same_grids() -> None:
    orders = generate(4, difficulty="medium", seed=9)
    first = [(order.puzzle, order.attempts) for order in orders]
    assert [(order.puzzle, order.attempts) for order in orders] == first
    assert orders.attempts == sum(attempts for _, attempts in first)


def test_few_grids_are_the_first_of_many() -> None:
    assert list(generate(2, seed=3)) == list(generate(5, seed=3))[:2]


def test_the_budget_is_for_each_grid() -> None:
    orders = generate(2, difficulty="40..", limits=Limits(nodes=100))
    assert list(orders) == []
    assert (orders.complete, orders.reason, orders.attempts) == (False, "nodes", 100)
    without_wish = generate(2, clues=17, limits=Limits(nodes=7))
    assert list(without_wish) == []
    assert (without_wish.reason, without_wish.attempts) == ("nodes", 7)
    late = generate(2, difficulty="40..", limits=Limits(seconds=0.2))
    assert list(late) == []
    assert late.reason == "time"


def test_other_boards_have_no_rating_and_no_wishes() -> None:
    items = list(generate(2, size=Shape.diagonal(4)))
    assert [item.rating for item in items] == [None, None]
    with pytest.raises(UnsupportedCapability, match="for classic 9x9 grids"):
        generate(1, size=4, difficulty="easy")


def test_a_technique_inside_a_mask() -> None:
    """With a mask and a technique, clues are added only inside the mask."""
    mask = tuple(cell for cell in range(81) if cell % 10)
    [generated] = generate(1, technique="w-wing", pattern=mask, mask=True, seed=2)
    assert all(cell in mask for cell, _ in generated.puzzle.givens())
    assert generated.rating is not None
    assert generated.rating.ladder is not None
    assert generated.rating.ladder.hardest == "w-wing"


def test_progress_is_watched_while_nothing_is_found() -> None:
    orders = generate(2, technique="jellyfish", limits=Limits(nodes=200))
    seen: list[tuple[int, int]] = []
    orders.watch = lambda: seen.append((orders.found, orders.attempts))
    assert list(orders) == []
    assert seen == sorted(seen)
    assert 0 < seen[0][1] <= seen[-1][1] == orders.attempts


def test_a_search_has_more_attempts_than_a_choice() -> None:
    assert attempt_limit(GridTarget.of(technique="x-wing")) == 20 * (attempt_limit(GridTarget.of("hard")) or 0)


def test_unrated_grids_are_the_same_grids() -> None:
    rated, unrated = (list(generate(3, seed=6, rated=how)) for how in (True, False))
    assert [generated.puzzle for generated in unrated] == [generated.puzzle for generated in rated]
    assert {generated.rating for generated in unrated} == {None}
    with pytest.raises(InvalidOption, match="unrated"):
        generate(1, difficulty="easy", rated=False)


@pytest.mark.parametrize(
    ("text", "numbers"), [("0.8..1.2", (0.8, 1.2)), ("2..", (2.0, float("inf"))), ("..1", (0.0, 1.0))]
)
def test_spans(text: str, numbers: tuple[float, float]) -> None:
    assert span(text) == numbers


@pytest.mark.parametrize("text", ["", "hard", "1", "1...2", "2..1", "-1..2", "a..b", "nan..1", "1..nan", "x" * 10_000])
def test_no_spans(text: str) -> None:
    with pytest.raises(InvalidOption) as refusal:
        span(text)
    assert len(str(refusal.value)) < 200


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=30) | st.from_regex(r"[0-9.e+-]{0,6}\.\.[0-9.e+-]{0,6}", fullmatch=True))
def test_any_text_is_a_span_or_refused(text: str) -> None:
    try:
        lowest, highest = span(text)
    except InvalidOption as refusal:
        report = str(refusal)
    else:
        assert 0 <= lowest <= highest
        return
    assert 0 < len(report) < 300


def test_no_wishes() -> None:
    for technique in ("magic", "hidden-single", "backtracking", "chains"):
        with pytest.raises(InvalidOption, match="technique"):
            GridTarget.of(technique=technique)


@pytest.mark.parametrize("workers", [1, 3])
def test_batches_come_back_in_order(workers: int) -> None:
    grids = [item.puzzle for item in generate(40)]
    batches = [(start, grids[start : start + 7]) for start in range(0, 40, 7)]
    rated = list(rate_batches(iter(batches), workers=workers))
    assert [token for token, _ in rated] == [token for token, _ in batches]
    assert [item for _, some in rated for item in some] == rate_many(grids)


def test_batches_without_end_can_be_left() -> None:
    [item] = generate(1)
    endless = ((number, [item.puzzle]) for number in iter(int, 1))
    for token, ratings in rate_batches(endless, workers=2):
        assert (token, len(ratings)) == (0, 1)
        break
