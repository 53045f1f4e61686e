"""The constraint model beside every board: requested when it is opened, and again when the board changes."""

import pytest
from playwright.sync_api import Page, expect
from service.running_server import RunningServer

PLACES = {
    "sudoku": ("sudoku?g=..4..3...2....1.", "r1c3 is 4 (given)", "all_different(r1c1, r1c2, r1c3, r1c4)"),
    "setter": ("setter?g=................&r=cage=4 r4c1 r4c2", "cage at r4c1 (sum 4)", "r4c1 + r4c2 = 4"),
    "takuzu": ("takuzu?g=.0../0.../.01./..1.", "r1c2 is 0 (given)", "r1c2=0"),
    "wordle": ("wordle?h=crane:bybbg", "guess 1 says position 5 is E", "position 5 is E"),
    "boards": ("wordle?mode=boards&q=crane:bybbg,ggggg,bbbbb,bbgbb", "guess 1 says position 5 is E", "position 5 is E"),
    "scrabble": ("scrabble", "the rack has one E", "maximise"),
    "game": ("scrabble?mode=game&game=7", "the rack has", "maximise"),
    "problem": ("problem", "physics comes before chemistry", "physics < chemistry"),
}


@pytest.mark.parametrize("name", PLACES)
def test_the_keyboard_opens_the_model_of_a_board(page: Page, server: RunningServer, name: str) -> None:
    place, sentence, formula = PLACES[name]
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{server.address}#/{place}")
    summary = page.locator(".model > summary")
    expect(summary).to_have_text("Model")
    page.wait_for_load_state("networkidle")
    assert not [url for url in requests if url.endswith("/constraints")]
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".model")).to_contain_text(sentence)
    expect(page.locator(".model")).to_contain_text(formula)
    expect(page.locator(".model-types li").first).to_be_visible()
    page.get_by_role("button", name="Copy as Markdown").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("# Constraint model")
    assert formula in copied
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_model_follows_the_board_and_the_language(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/sudoku?g=..4..3...2....1.")
    page.locator(".model > summary").click()
    expect(page.locator(".model")).to_contain_text("Clues (4)")
    page.locator(".sudoku .cell").first.click()
    page.keyboard.press("1")
    expect(page.locator(".model")).to_contain_text("r1c1 is 1 (given)")
    expect(page.locator(".model")).to_contain_text("Clues (5)")
    page.locator("#language").click()
    page.locator(".model > summary").click()
    expect(page.locator(".model")).to_contain_text("L1C1 vaut 1 (donné)")
    expect(page.locator(".model")).to_contain_text("tous différents : 12")


def test_the_slot_is_that_of_the_tentative_word_in_the_notation_of_the_language(
    page: Page, server: RunningServer
) -> None:
    page.goto(
        f"{server.address}#/scrabble?b=15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15&r=EILNTUS&t=8-4I.9-4L&lang=en"
    )
    page.locator(".model > summary").click()
    expect(page.get_by_label("Slot: place and length")).to_have_value("E8 3")
    expect(page.locator(".model")).to_contain_text("letter 3")
    page.locator("#language").click()
    page.locator(".model > summary").click()
    expect(page.get_by_label("Emplacement : case et longueur")).to_have_value("5H 3")
    expect(page.locator(".model")).to_contain_text("letter 3")


def test_a_dimacs_file_has_no_model_beside_it(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/problem?d=p cnf 2 1%0A1 2 0%0A")
    expect(page.locator(".statements li")).to_have_count(1)
    expect(page.locator(".model")).to_be_hidden()
