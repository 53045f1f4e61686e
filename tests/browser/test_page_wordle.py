"""The Wordle page, operated as a person would."""

import re

import pytest
from playwright.sync_api import Page, expect
from service.running_server import RunningServer

from entails.data.lexicons import DEFAULT_OF_LANGUAGE
from entails.data.wordle import OWN_LETTERS_OF, letters_of_game

SHARED = "Wordle 1,234 3/6\n\n⬛🟨⬛⬛🟩\n🟨🟨🟨🟨🟩\n🟩🟩🟩🟩🟩"


@pytest.fixture(autouse=True)
def _refusals_are_expected(request: pytest.FixtureRequest) -> None:
    """Allow the console message that the browser writes about a refused request."""
    if "share_grid" in request.node.name:
        request.node.expected_complaints = ("422",)


@pytest.fixture
def wordle(page: Page, server: RunningServer) -> Page:
    page.goto(f"{server.address}#/wordle")
    expect(page.locator(".verdict")).to_contain_text("2,315 words are left")
    return page


def add(page: Page, word: str) -> None:
    page.get_by_label("Next guess").fill(word)
    page.get_by_role("button", name="Add guess").click()


def test_what_is_left_follows_the_tiles(wordle: Page) -> None:
    add(wordle, "crane")
    tiles = wordle.locator(".guess").first.locator(".tile")
    expect(tiles).to_have_count(5)
    tiles.nth(1).click()
    tiles.nth(4).click()
    tiles.nth(4).click()
    expect(wordle.locator(".verdict")).to_have_text("40 words are left")
    expect(wordle.locator(".words").first).to_contain_text("HORSE")
    expect(wordle.get_by_text("position 5 is E")).to_be_visible()
    expect(wordle.locator("tbody tr")).to_have_count(8)
    expect(wordle).to_have_url(re.compile("crane"))


def test_a_contradiction_is_shown_on_the_very_tiles(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/wordle?h=crane:ybbbb+slate:bbgbb")
    expect(page.locator(".verdict")).to_contain_text("guess 2 says position 3 is A")
    expect(page.locator(".tile.clash")).to_have_count(2)
    assert page.locator(".tile.clash").all_inner_texts() == ["A", "A"]


def test_an_idea_is_compared(wordle: Page) -> None:
    wordle.get_by_label("My guess").fill("fuzzy")
    wordle.get_by_role("button", name="Compare").click()
    expect(wordle.locator("tr.yours")).to_contain_text("FUZZY")


def test_counts_for_wordle_mind(wordle: Page) -> None:
    wordle.get_by_label("Feedback").select_option("counts")
    add(wordle, "stare")
    wordle.get_by_label("well placed").fill("2")
    wordle.get_by_label("well placed").press("Enter")
    wordle.get_by_label("well placed").blur()
    expect(wordle).to_have_url(re.compile(r"stare%3A2%2C0"))
    expect(wordle.locator(".verdict")).to_contain_text("words are left")


def test_a_share_grid_is_read(wordle: Page) -> None:
    wordle.get_by_text("Paste a share grid").first.click()
    wordle.get_by_label("Paste a share grid").fill(SHARED)
    wordle.get_by_label("The words you played").fill("crane\nshore")
    wordle.get_by_role("button", name="Load").click()
    expect(wordle.locator("#notice")).to_contain_text("the grid has 3 rows, but there are 2 words")
    wordle.get_by_label("The words you played").fill("crane\nshore\nhorse")
    wordle.get_by_role("button", name="Load").click()
    expect(wordle.locator(".guess")).to_have_count(3)
    expect(wordle.locator(".judged li")).to_have_count(3)  # each guess is judged
    expect(wordle.locator("#notice")).to_be_empty()  # and the old error is gone


def test_a_share_grid_without_its_words(wordle: Page) -> None:
    wordle.get_by_text("Paste a share grid").first.click()
    wordle.get_by_label("Paste a share grid").fill(SHARED)
    wordle.get_by_role("button", name="Load").click()
    expect(wordle.locator("details.card.later")).to_contain_text("possible secrets")
    wordle.get_by_label("The secret, if you know it").fill("horse")
    wordle.get_by_role("button", name="Decode").click()
    expect(wordle.locator(".decoded li")).to_have_count(3)
    expect(wordle.get_by_label("Row 2")).to_have_value("shore")  # the only word that gives this row
    button = wordle.locator("details.card.later").get_by_role("button", name="Rate my guesses")
    expect(button).to_be_disabled()
    wordle.get_by_label("Row 1").select_option("brave")
    button.click()
    expect(wordle.locator(".guess")).to_have_count(3)
    expect(wordle.locator(".judged li")).to_have_count(3)


def test_several_boards(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/wordle?mode=boards")
    expect(page.locator(".boards .left").first).to_have_text("2,315 words are left")
    add(page, "crane")
    first, second = page.get_by_role("region", name="Board 1"), page.get_by_role("region", name="Board 2")
    for at in (1, 4, 4):
        first.locator(".tile").nth(at).click()
    expect(first.locator(".left")).to_have_text("40 words are left")
    for at in range(5):
        second.locator(".tile").nth(at).click()
        second.locator(".tile").nth(at).click()
    expect(second.locator(".left")).to_have_text("Solved.")
    page.locator(".next button").first.click()
    page.get_by_role("button", name="Add guess").click()
    expect(first.locator(".tile")).to_have_count(10)
    expect(second.locator(".tile")).to_have_count(5)
    expect(page.locator(".verdict")).to_have_text("Boards solved: 1 of 4; guesses: 2.")
    page.reload()
    expect(first.locator(".tile")).to_have_count(10)


def test_french_words_of_six_letters(wordle: Page) -> None:
    wordle.get_by_label("Language").select_option("fr")
    wordle.get_by_label("Letters", exact=True).select_option("6")
    expect(wordle.locator(".verdict")).to_contain_text("16,376 words are left")


def test_every_language_with_a_list_is_offered_and_played(page: Page, server: RunningServer) -> None:
    """Every language with a word list is offered, with its letters in a row above a to z; Greek and Russian are not."""
    in_latin = sorted(DEFAULT_OF_LANGUAGE.keys() - {"el", "ru"})
    page.goto(f"{server.address}#/wordle?mode=play&game=5")
    language = page.get_by_label("Language")
    expect(language.locator("option")).to_have_count(len(in_latin))
    offered = language.locator("option").evaluate_all("all => all.map((one) => one.value)")
    assert sorted(offered) == in_latin
    for code, word in {"es": "árbol", "pl": "główa", "da": "ærlig"}.items():
        language.select_option(code)
        expect(page.locator(".verdict")).to_have_text("Guess 1 of 6")
        expect(page.locator(".keyboard .key-row").first).to_have_text(OWN_LETTERS_OF[code].upper())
        expect(page.locator(".keyboard .key-row").nth(1)).to_contain_text("QWERTYUIOP")
        page.locator(".game").evaluate(
            "(_, keys) => keys.forEach((key) => document.body.dispatchEvent(new KeyboardEvent('keydown', "
            "{ key, bubbles: true })))",
            list(word),
        )
        for place, letter in enumerate(letters_of_game(code).fold(word)[:5].upper()):
            expect(page.locator(".game .guess").first.locator(".tile").nth(place)).to_have_text(letter)
    language.select_option("es")
    for letter in "ARBOL":
        page.locator(".keyboard").get_by_role("button", name=letter, exact=True).click()
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.locator(".verdict")).to_have_text("Guess 2 of 6")
    page.reload()
    expect(language).to_have_value("es")
    expect(page.locator(".verdict")).to_have_text("Guess 2 of 6")


def test_a_game_is_played_to_its_end(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/wordle?mode=play&game=5")
    expect(page.locator(".verdict")).to_have_text("Guess 1 of 6")
    for turn in range(1, 7):
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".game .guess").nth(turn - 1).locator(".tile").first).not_to_have_text("")
        page.get_by_role("button", name="Enter").click()
        expect(page.locator(".game .guess").nth(turn - 1).locator(".tile").first).to_have_attribute(
            "data-mark", re.compile("hit|near|miss")
        )
        if "Solved" in page.locator(".verdict").inner_text():
            break
    expect(page.locator(".verdict")).to_contain_text("Solved in")
    page.get_by_role("button", name="Copy result").click()
    assert "🟩🟩🟩🟩🟩" in page.evaluate("navigator.clipboard.readText()")
    expect(page.locator(".clock")).to_be_visible()
    expect(page.locator(".record")).to_contain_text("Played 1, solved 100%. Streak 1, best 1.")
    page.reload()  # a game is counted once
    expect(page.locator(".record")).to_contain_text("Played 1, solved 100%.")
    page.get_by_role("button", name="Compare with the helper").click()
    expect(page.locator(".judged li").last).to_contain_text("skill 100")


def test_every_guess_is_judged_by_the_turns_it_leaves(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/wordle?h=crane:bbbbb+moist:bybyy+sloth:ggggg")
    page.get_by_role("button", name="Rate my guesses").click()
    expect(page.locator(".judged li")).to_have_count(3)
    expect(page.locator(".judged li").nth(2)).to_contain_text("skill 100")


def test_the_helper_opens_on_tiles_and_a_keyboard(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/wordle?lang=en")
    expect(page.locator(".open-rows .tiles")).to_have_count(6)
    keyboard = page.get_by_role("group", name="Keyboard")
    for letter in "CRANE":
        keyboard.get_by_role("button", name=letter, exact=True).click()
    expect(page.locator(".open-rows .tile:not(:empty)")).to_have_text([*"CRANE"])
    keyboard.get_by_role("button", name="Enter").click()
    expect(page.locator(".guess button.tile")).to_have_text([*"CRANE"])
    page.locator(".guess button.tile").first.click()
    expect(keyboard.get_by_role("button", name="C, misplaced")).to_be_visible()
    page.locator("h1").click()
    page.keyboard.type("slate")
    expect(page.get_by_label("Next guess")).to_have_value("slate")
    page.keyboard.press("Enter")
    expect(page.locator(".guess")).to_have_count(2)
    expect(page.locator(".open-rows .tiles")).to_have_count(4)
