"""The Scrabble page, operated as a person would."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from service.running_server import RunningServer

from entails.puzzles import puzzle_type_named
from entails.queries.parse import only_one
from entails.queries.query import unwatched
from entails.queries.scrabble import analyse
from entails.studies.scrabble.analysis_page import page as page_of

MARS = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15"


@pytest.fixture
def scrabble(page: Page, server: RunningServer) -> Page:
    page.goto(f"{server.address}#/scrabble?b={MARS}&r=EILNTUS")
    expect(page.get_by_role("gridcell", name="8E, M, 3 points")).to_be_visible()
    return page


def test_plays_are_listed_and_previewed(scrabble: Page) -> None:
    scrabble.get_by_role("button", name="Find plays").click()
    expect(scrabble.get_by_role("heading", name="997 plays")).to_be_visible()
    scrabble.locator(".moves tbody tr").first.hover()
    expect(scrabble.locator(".square.preview")).to_have_count(7)
    scrabble.get_by_role("button", name="UTENSILS").first.click()
    expect(scrabble.locator(".verdict")).to_contain_text("Legal: 77 points")
    expect(scrabble.locator(".sheet")).to_contain_text("UTENSILS")


def test_a_wanted_play_is_judged_word_by_word(scrabble: Page) -> None:
    scrabble.get_by_role("gridcell", name="9H, empty").click()
    scrabble.keyboard.press("Space")
    scrabble.keyboard.type("ILENT")
    expect(scrabble.locator(".verdict")).to_contain_text("Legal: 7 points")
    scrabble.get_by_role("button", name="Take back").click()
    scrabble.locator(".square").first.click()
    scrabble.keyboard.type("TIN")
    expect(scrabble.locator(".verdict")).to_contain_text("Not legal")
    expect(scrabble.locator(".verdict li").first).to_be_visible()


def test_a_position_is_typed_and_shared(scrabble: Page, server: RunningServer) -> None:
    scrabble.get_by_role("button", name="Edit the board").click()
    scrabble.get_by_role("gridcell", name="8I, empty").click()
    scrabble.keyboard.type("H")
    expect(scrabble).to_have_url(re.compile("4MARSH6"))
    address = scrabble.url
    scrabble.goto(f"{server.address}#/sudoku")
    scrabble.goto(address)
    expect(scrabble.get_by_role("gridcell", name="8I, H, 4 points")).to_be_visible()


def test_games_are_pasted(scrabble: Page) -> None:
    game = "#player1 Ana Ana A.\n#player2 Bob Bob B.\n>Ana: AEMORST 8E MARS +12 12\n>Bob: ?EILNTU H8 .ILENT +7 7\n"
    scrabble.get_by_text("Paste a position").first.click()
    scrabble.get_by_label("Paste a position").fill(game)
    scrabble.get_by_role("button", name="Load").click()
    expect(scrabble.get_by_role("gridcell", name="13H, T, 1 point")).to_be_visible()


def test_a_game_against_the_engine(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/scrabble?mode=game&game=7")
    expect(page.locator(".rack-tile")).to_have_count(7)
    page.get_by_role("gridcell", name="8H, double word").click()
    page.keyboard.type("VOID")
    expect(page.locator(".verdict")).to_contain_text("Legal: 16 points")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".verdict")).to_contain_text("Computer:")
    expect(page.locator(".story li")).to_have_count(2)
    expect(page).to_have_url(re.compile("moves=8H_VOID"))


def test_a_whole_move_and_an_exchange_by_touch(browser: Browser, server: RunningServer) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, locale="en-GB")
    page = context.new_page()
    page.goto(f"{server.address}#/scrabble?mode=game&game=7")
    expect(page.locator(".rack-tile")).to_have_count(7)
    page.get_by_role("gridcell", name="8H, double word").tap()
    for letter in "VOID":
        page.get_by_role("button", name=re.compile(f"^{letter}, ")).first.tap()
    expect(page.locator(".verdict")).to_contain_text("Legal: 16 points")
    page.get_by_role("gridcell", name=re.compile("^8K, D")).tap()
    expect(page.locator(".rack-tile")).to_have_count(4)
    page.get_by_role("gridcell", name="8K, empty").tap()
    page.get_by_role("button", name=re.compile("^D, ")).first.tap()
    page.get_by_role("button", name="Play", exact=True).tap()
    expect(page.locator(".story li")).to_have_count(2)
    page.get_by_role("button", name="Exchange").tap()
    page.locator(".rack-tile").first.tap()
    page.get_by_role("button", name="Exchange").tap()
    expect(page.locator(".story li")).to_have_count(4)
    context.close()


def test_a_game_is_analysed_move_by_move(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/scrabble?mode=analyse")
    expect(page.locator(".square[data-premium='3w']")).to_have_count(8)  # before there is a game
    expect(page.locator(".square.line, .square[data-way]")).to_have_count(0)  # nothing is typed here
    page.get_by_label("A game in GCG").fill(
        "#player1 Ana Ana A.\n#player2 Bob Bob B.\n>Ana: AEMORST 8E MARS +12 12\n>Bob: ?EILNTU H8 .ILENT +7 7\n"
        ">Ana: AEEIOTT -EIO +0 12\n"
    )
    page.locator(".card").get_by_role("button", name="Analyse").click()
    moves = page.locator(".game-moves li")
    expect(moves).to_have_count(3)
    expect(page.locator(".verdict")).to_contain_text("8D MAESTRO scores 62 more, keeps nothing")
    page.get_by_role("button", name="Next →").click()
    expect(page.locator(".verdict")).to_contain_text("2. Bob")
    expect(page.locator(".square.laid")).to_have_count(5)
    expect(page.get_by_role("gridcell", name="8E, M, 3 points")).to_be_visible()
    page.get_by_role("button", name="E4 UNTI.ELy").click()
    expect(page.locator(".square.preview")).to_have_count(7)
    page.get_by_role("button", name="Français").click()
    expect(moves.nth(1)).to_contain_text("8H .ILENT")
    expect(page.get_by_role("gridcell", name="H5, M, 3 points")).to_be_visible()
    expect(page.locator(".verdict")).to_contain_text("H4 MAESTRO marque 62 de plus, garde rien")


def test_every_opponent_answers(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/scrabble?mode=game&game=7&moves=8H_VOID")
    opponents = page.get_by_label("Against")
    for name in ("best", "random", "equity", "arrangements", "strong", "beginner", "casual", "simulation"):
        if name != "best":
            opponents.select_option(name)
            expect(page.locator(".story li")).to_have_count(0)
            page.get_by_role("button", name="Pass").click()
            expect(page).to_have_url(re.compile(f"vs={name}"))
        expect(page.locator(".story li")).to_have_count(2)
    assert opponents.locator("option").count() == 8
    page.get_by_label("Language").select_option("sv")
    expect(page.locator(".story li")).to_have_count(0)


def test_other_alphabets_by_touch(browser: Browser, server: RunningServer) -> None:
    """Other alphabets by touch: tiles of several letters, letters that English lacks, a blank, French coordinates."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, locale="fr-FR")
    page = context.new_page()
    page.goto(f"{server.address}#/scrabble?mode=game&game=2&lang=es")  # DL[LL]MNOR
    expect(page.locator(".rack-tile")).to_have_count(7)
    page.get_by_role("gridcell", name="H8, mot compte double").tap()
    for tile in ("LL", "O", "R", "O"):
        if (result := page.get_by_role("button", name=re.compile(f"^{tile}, "))).count():
            result.first.tap()
    expect(page.get_by_role("gridcell", name="H8, LL, 8 points")).to_be_visible()
    expect(page.locator(".verdict")).to_contain_text(re.compile("Permis|Interdit"))
    page.get_by_role("button", name="Reprendre").tap()
    page.get_by_role("button", name="Échanger").tap()
    page.get_by_role("button", name="LL, 8 points").tap()
    page.get_by_role("button", name="Échanger").tap()
    expect(page.locator(".story li").first).to_contain_text("-LL")
    expect(page.locator(".story li").nth(1)).to_contain_text(re.compile(r"Ordinateur\s: [A-O0-9]+ "))
    page.goto(f"{server.address}#/scrabble?mode=game&game=4&lang=pl")  # ĄEIRUW?
    expect(page.get_by_role("button", name="Ą, 5 points")).to_be_visible()
    page.get_by_role("gridcell", name="H8, mot compte double").tap()
    page.get_by_role("button", name="joker").tap()
    page.locator(".blank-letters").get_by_role("button", name="Ź", exact=True).tap()
    expect(page.get_by_role("gridcell", name="H8, Ź, joker")).to_be_visible()
    tops = page.evaluate("new Set([...document.querySelectorAll('.rack-tile')].map((one) => one.offsetTop)).size")
    assert tops == 1  # the rack is one row on a phone
    board = "15/15/15/15/15/15/15/4[CH]ICO7/15/15/15/15/15/15/15"
    page.goto(f"{server.address}#/scrabble?b={board}&r=A[LL]E[RR]OS?&lang=es")
    expect(page.get_by_role("gridcell", name="H5, CH, 5 points")).to_be_visible()
    page.get_by_role("gridcell", name="H9, vide").tap()
    page.get_by_role("button", name="S, 1 point").tap()
    expect(page.locator(".verdict")).to_contain_text("Permis : 11 points.")
    context.close()


@pytest.fixture(autouse=True)
def _refusals_are_expected(request: pytest.FixtureRequest) -> None:
    if "engine" in request.node.name:
        request.node.expected_complaints = ("422",)


def test_a_board_has_coordinates_in_the_notation_of_the_language(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/scrabble?lang=en")
    marks = page.locator(".scrabble .coordinate")
    expect(marks).to_have_text(["", *"ABCDEFGHIJKLMNO", *map(str, range(1, 16))])
    page.locator("#language").click()
    expect(marks).to_have_text(["", *map(str, range(1, 16)), *"ABCDEFGHIJKLMNO"])


def test_a_position_is_simulated(scrabble: Page) -> None:
    scrabble.locator("summary", has_text="Simulate").click()
    scrabble.get_by_label("Opponent's tiles, if known").fill("QZ")
    panel = scrabble.locator("details", has=scrabble.locator("summary", has_text="Simulate"))
    panel.get_by_role("button", name="Simulate").click()
    expect(panel.locator("tbody tr")).to_have_count(11, timeout=60_000)
    expect(panel.locator("tbody tr").first).to_contain_text("±")
    panel.get_by_role("button", name="UTENSIL").first.click()
    expect(scrabble.locator(".verdict")).to_contain_text("Legal")
    panel.get_by_label("Moves to compare").fill("H1 UTENSIL., -EIU")
    panel.get_by_label("Maximum racks").select_option("100")
    panel.get_by_label("Turns").select_option("1")
    panel.get_by_role("button", name="Simulate").click()
    expect(panel.locator("tbody tr")).to_have_count(2, timeout=60_000)
    expect(panel).to_contain_text("turns: 1")


def test_the_page_of_an_analysis_steps_through_the_game(page: Page) -> None:
    game = "#player1 A\n#player2 B\n>A: AEMORST 8E MARS +12 12\n>B: ?EILNTU H8 .ILENT +7 7\n>A: AEEIOTT -EIO +0 12\n"
    result = _analysed_page(game)
    page.set_content(result)
    expect(page.locator(".board .tile")).to_have_count(9)
    expect(page.locator("#about")).to_contain_text("3 / 3: A with AEEIOTT: exchange EIO")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".board .new")).to_have_count(5)
    page.locator("#previous").click()
    expect(page.locator(".board .tile")).to_have_count(4)
    expect(page.locator("tr.now")).to_contain_text("MARS")
    page.keyboard.press("Home")
    expect(page.locator(".board .tile")).to_have_count(0)
    page.locator("tr[data-step='2'] td").first.click()
    expect(page.locator("#about")).to_contain_text("2 / 3: B with ?EILNTU: H8 (S)ILENT")


def _analysed_page(game: str) -> str:
    read_options = puzzle_type_named("scrabble").read_options({})
    record = only_one(analyse.read(game.encode(), read_options))  # type: ignore[arg-type, var-annotated]
    result = analyse.answer(record, analyse.ScrabbleAnalyseOptions(racks=0), unwatched).value
    return page_of(result.game, result.report, result.notation)


def test_a_word_list_of_ones_own_decides(page: Page, server: RunningServer) -> None:
    """A custom word list decides which words are valid, and returning to the default list restores its words."""
    page.goto(
        f"{server.address}#/scrabble?b=15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15&r=EILNTUS&t=8-8I.9-8L&lang=en"
    )
    with page.expect_file_chooser() as opened:
        page.get_by_label("Word list").select_option("my own file…")
    opened.value.set_files({"name": "mine.txt", "mimeType": "text/plain", "buffer": b"mars\nmarsi\nnut\n"})
    expect(page.get_by_label("Word list")).to_have_value("own")
    page.get_by_role("button", name="Find plays").click()
    words = page.locator(".moves tbody td:nth-child(2)")
    expect(words.first).to_be_visible()
    assert set(words.all_inner_texts()) <= {"MARSI", "NUT"}
    page.get_by_role("button", name="Game").click()
    expect(page.get_by_label("Word list")).to_have_value("own")
    page.get_by_label("Word list").select_option("default")
    expect(page.get_by_label("Word list")).to_have_value("")


def test_a_stored_word_list_is_chosen_by_name_and_kept_in_the_link(page: Page, server: RunningServer) -> None:
    position = "b=15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15&r=EILNTUS&lang=en"
    page.goto(f"{server.address}#/scrabble?{position}")
    chosen = page.get_by_label("Word list")
    chosen.select_option("club")
    page.get_by_role("button", name="Find plays").click()
    words = page.locator(".moves tbody td:nth-child(2)")
    expect(words.first).to_be_visible()
    assert set(words.all_inner_texts()) <= {"MARSI", "NUT"}
    expect(page).to_have_url(re.compile("list=club"))
    page.reload()
    expect(chosen.locator("option:checked")).to_have_text("club")
    page.get_by_role("button", name="Game").click()
    expect(page).to_have_url(re.compile("mode=game.*list=club"))
    page.goto(f"{server.address}#/scrabble?{position}&r=NUT")
    expect(chosen.locator("option:checked")).to_have_text("default")
