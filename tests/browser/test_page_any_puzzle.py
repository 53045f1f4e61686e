"""The generic board of the page, with puzzles that have no view of their own, operated as a person would."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect
from service.running_server import RunningServer

import entails
from entails.puzzles import puzzle_type_named, puzzles

SMALL = ".0../0.../.01./..1."


@pytest.fixture
def takuzu(page: Page, server: RunningServer) -> Page:
    page.goto(f"{server.address}#/takuzu?g={SMALL}")
    expect(page.locator(".verdict")).to_have_text("Unique solution.")
    return page


MEASURE = """() => {
  const round = (all) => [...new Set(all.map((one) => Math.round(one * 2) / 2))];
  const spots = [...document.querySelectorAll(".spot")].map((one) => one.getBoundingClientRect());
  const others = [...document.querySelectorAll("main button:not(.spot), main select, main textarea")];
  const low = others.filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5);
  return {
    wide: document.documentElement.scrollWidth, spots: spots.length, low: low.map((one) => one.textContent),
    sides: round(spots.flatMap((one) => [one.width, one.height])),
  };
}"""


CLASHES = """(name) => {
  const verdict = document.querySelector('.verdict[data-tone="bad"]');
  return document.querySelector("h1")?.textContent === name
    && verdict?.textContent.includes("No solution. These conflict:") && verdict.querySelector("li") !== null;
}"""
"""Polled in every frame, because `expect` polls ever less often, which would double the time of fifty puzzles."""


def test_every_drawn_puzzle_opens_on_a_phone_and_says_why_it_is_broken(page: Page, server: RunningServer) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{server.address}#/puzzles")
    drawn = [name for name in puzzles() if puzzle_type_named(name).is_drawn]
    expect(page.locator(".puzzle-list li")).to_have_count(len(drawn))
    for name in drawn:
        if name == "sudoku":
            continue
        broken = (f"g={quote(example.text)}" for example in puzzle_type_named(name).examples if example.name == "clash")
        page.goto(f"{server.address}#/{name}?{next(broken, 'g=6&m=queen r1c1')}")
        page.wait_for_function(CLASHES, arg=name.replace("-", " "))
        seen = page.evaluate(MEASURE)
        assert seen["wide"] <= 360, name
        assert seen["spots"] > 0, name
        assert max(seen["sides"]) - min(seen["sides"]) <= 0.5, (name, seen)  # equal rows and columns
        assert seen["low"] == [], name


def test_typing_shows_conflicts_and_points_at_them(takuzu: Page) -> None:
    takuzu.get_by_role("button", name="r1c1, empty").focus()
    takuzu.keyboard.press("0")
    expect(takuzu.locator(".verdict")).to_contain_text("you assume r1c1=0")
    expect(takuzu.get_by_role("button", name="r1c1, 0, in conflict")).to_be_visible()
    assert takuzu.locator(".drawn-board rect.marked").count() >= 2
    takuzu.keyboard.press("Backspace")
    expect(takuzu.locator(".verdict")).to_have_text("Unique solution.")
    expect(takuzu.locator(".drawn-board rect.marked")).to_have_count(0)


def test_notes_are_kept_apart_from_answers(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/killer")
    spot = page.locator('.spot[data-name="r1c1"]')
    spot.click()
    page.get_by_role("button", name="Notes").click()
    for key in "13":
        page.locator(".keys").get_by_role("button", name=key).click()
    expect(spot).to_have_accessible_name("r1c1, notes 1 3")
    expect(page.locator(".drawn-board .note")).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".drawn-board .note")).to_have_count(1)
    page.reload()
    expect(spot).to_have_accessible_name("r1c1, notes 1")


def test_arrows_go_from_place_to_place(takuzu: Page) -> None:
    takuzu.get_by_role("button", name="r1c1, empty").focus()
    takuzu.keyboard.press("ArrowRight")  # r1c2 is given
    expect(takuzu.get_by_role("button", name="r1c3, empty")).to_be_focused()
    takuzu.keyboard.press("ArrowDown")
    expect(takuzu.get_by_role("button", name="r2c3, empty")).to_be_focused()


def test_solve_and_back(takuzu: Page) -> None:
    takuzu.get_by_role("button", name="Solve", exact=True).click()
    expect(takuzu.locator(".verdict")).to_contain_text("A solution.")
    expect(takuzu.locator(".drawn-board text")).to_have_count(16)
    takuzu.get_by_role("button", name="Back to my puzzle").click()
    expect(takuzu.locator(".drawn-board text")).to_have_count(5)


def test_a_link_carries_what_was_filled_in(takuzu: Page, server: RunningServer) -> None:
    takuzu.get_by_role("button", name="r1c1, empty").click()
    expect(takuzu.get_by_role("button", name="r1c1, 0")).to_be_visible()
    expect(takuzu).to_have_url(re.compile("m=r1c1%3D0"))
    address = takuzu.url
    takuzu.goto(f"{server.address}#/puzzles")
    takuzu.goto(address)
    expect(takuzu.get_by_role("button", name="r1c1, 0")).to_be_visible()
    takuzu.get_by_role("button", name="Undo").click()


def test_borders_are_drawn_where_they_are_what_is_decided(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/slitherlink")
    expect(page.locator(".verdict")).to_have_text("Unique solution.")
    page.get_by_role("button", name="above r1c5, empty").click()
    expect(page.locator("line.edge")).to_have_count(1)
    page.get_by_role("button", name="above r1c5, line").click()
    expect(page.locator("path.sign")).to_have_count(1)
    expect(page.locator(".verdict")).to_contain_text("you assume no line above r1c5")
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="Forced facts").click()
    expect(page.locator(".verdict")).to_contain_text("facts are true in every solution")
    (loop,) = entails.solutions(entails.parse("slitherlink", puzzle_type_named("slitherlink").examples[0].text))
    expect(page.locator("line.edge.found")).to_have_count(sum(line or 0 for line in loop.lines))


def test_black_and_white(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/nonogram")
    expect(page.locator(".verdict")).to_have_text("Unique solution.")
    page.get_by_role("button", name="r1c2, empty").click()
    expect(page.locator("rect.black")).to_have_count(1)
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("rect.black")).to_have_count(46)


def test_a_pasted_puzzle_and_what_is_none(page: Page, server: RunningServer, request: pytest.FixtureRequest) -> None:
    request.node.expected_complaints = ("422",)
    page.goto(f"{server.address}#/hitori")
    expect(page.locator(".verdict")).to_have_text("Unique solution.")
    page.get_by_label("Paste a puzzle").fill("1114/1423/3321/4213")
    page.get_by_role("button", name="Load").click()
    expect(page.locator(".spot")).to_have_count(16)
    page.get_by_label("Paste a puzzle").fill("11/1")
    page.get_by_role("button", name="Load").click()
    expect(page.locator("#notice")).to_contain_text("row 2: 1 cell; expected 2")


def test_french(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/takuzu?g={SMALL}")
    page.get_by_role("button", name="Français").click()
    expect(page.locator(".verdict")).to_have_text("Solution unique.")
    expect(page.get_by_role("button", name="Résoudre")).to_be_visible()
    page.get_by_role("button", name="Coup de pouce", exact=True).click()
    expect(page.locator(".verdict")).to_contain_text("Regardez")


def test_another_name_and_no_such_name(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/binairo")
    expect(page.get_by_role("heading", level=1)).to_have_text(puzzle_type_named("binairo").name)
    page.goto(f"{server.address}#/chess")
    expect(page.locator("main")).to_contain_text("Unknown puzzle.")


def test_hints_tell_more_and_more(takuzu: Page) -> None:
    takuzu.get_by_role("button", name="Hint", exact=True).click()
    expect(takuzu.locator(".verdict")).to_contain_text("Look at")
    assert takuzu.locator(".drawn-board rect.lit").count() >= 2
    takuzu.get_by_role("button", name="More help").click()
    expect(takuzu.locator(".verdict")).to_contain_text("this forces something")
    takuzu.get_by_role("button", name="More help").click()
    expect(takuzu.locator(".verdict")).to_contain_text("because")
    expect(takuzu.get_by_role("button", name="More help")).to_have_count(0)


def test_a_wrong_entry_is_named_first(takuzu: Page) -> None:
    takuzu.get_by_role("button", name="r1c1, empty").focus()
    takuzu.keyboard.press("0")
    takuzu.get_by_role("button", name="Hint", exact=True).click()
    expect(takuzu.locator(".verdict")).to_contain_text("Your r1c1=0 is wrong")


def test_the_path_is_walked_step_by_step(takuzu: Page) -> None:
    takuzu.get_by_role("button", name="Steps").click()
    expect(takuzu.locator(".verdict")).to_contain_text("Step 1 of")
    expect(takuzu.get_by_role("button", name="Previous")).to_be_disabled()
    written = takuzu.locator(".drawn-board text").count()
    takuzu.get_by_role("button", name="Next").click()
    expect(takuzu.locator(".verdict")).to_contain_text("Step 2 of")
    assert takuzu.locator(".drawn-board text").count() >= written
    takuzu.get_by_role("button", name="Back to my puzzle").click()
    expect(takuzu.locator(".verdict")).to_have_text("Unique solution.")


def test_the_french_page_has_french_examples_and_errors(
    page: Page, server: RunningServer, request: pytest.FixtureRequest
) -> None:
    request.node.expected_complaints = ("422",)
    page.goto(f"{server.address}#/zebra")
    page.get_by_role("button", name="Français").click()
    expect(page.get_by_label("Collez un jeu")).to_have_value(re.compile("coloris: rouge .*; anglais = rouge; "))
    expect(page.locator(".verdict")).to_have_text("Solution unique.")
    page.get_by_label("Collez un jeu").fill("rien")
    page.get_by_role("button", name="Charger").click()
    expect(page.get_by_role("alert")).to_contain_text("aucune catégorie ; attendu : des catégories telles que")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_label("Paste a puzzle")).to_have_value(re.compile("colour: red .*; englishman = red; "))
