"""The Sudoku page, operated as a person would."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from service.running_server import RunningServer

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"

CHAINS = "1...5.....5.7.912..8.1..4....763.9..5.....8..6......1.....9..4..61.4..9..4.8.75.."


@pytest.fixture
def sudoku(page: Page, server: RunningServer) -> Page:
    page.goto(f"{server.address}#/sudoku?g={EASY}&lock=1")
    expect(page.locator(".verdict")).to_have_text("Unique solution.")
    return page


def cells(page: Page) -> str:
    return "".join(text.strip() or "." for text in page.locator(".sudoku .cell").all_inner_texts())


def test_typing_shows_conflicts_at_once(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/sudoku?g={'.' * 81}")
    page.get_by_role("gridcell", name="row 1, column 1, empty").click()
    page.keyboard.type("5")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("5")
    expect(page.locator(".cell.clash")).to_have_count(2)
    expect(page.locator(".verdict")).to_contain_text("r1c1 is 5 (given)")
    repairs = page.locator(".verdict p:has-text('remove any one line') + ul li")
    expect(repairs).to_have_text(["r1c1 is 5 (given)", "r1c2 is 5 (given)"])
    page.keyboard.press("Backspace")
    expect(page.locator(".cell.clash")).to_have_count(0)
    expect(page.locator(".verdict")).to_have_text("Several solutions.")


def test_a_link_carries_the_position(sudoku: Page, server: RunningServer) -> None:
    sudoku.get_by_role("gridcell", name="row 1, column 3, empty").click()
    sudoku.keyboard.type("4")
    expect(sudoku).to_have_url(re.compile(r"m=..4"))
    address = sudoku.url
    sudoku.goto(f"{server.address}#/wordle")
    sudoku.goto(address)
    expect(sudoku.get_by_role("gridcell", name="row 1, column 3, 4")).to_be_visible()
    assert cells(sudoku)[:3] == "534"


def test_solve(sudoku: Page) -> None:
    sudoku.get_by_role("button", name="Solve", exact=True).click()
    expect(sudoku.locator(".verdict")).to_have_text("Solved. Well done!")
    assert cells(sudoku) == SOLVED


def test_hints_in_three_strengths(sudoku: Page) -> None:
    sudoku.get_by_role("button", name="Hint", exact=True).click()
    expect(sudoku.locator(".hint")).to_contain_text("Look at")
    sudoku.get_by_role("button", name="More help").click()
    expect(sudoku.locator(".hint")).to_contain_text("Look for")
    sudoku.get_by_role("button", name="More help").click()
    expect(sudoku.locator('.cell[data-tone="place"]')).to_have_count(1)


def test_the_path_is_played_step_by_step(sudoku: Page) -> None:
    sudoku.get_by_role("button", name="Steps").click()
    expect(sudoku.locator(".player")).to_contain_text("Step 1 of 51")
    sudoku.get_by_role("button", name="Next →").click()
    expect(sudoku.locator(".player")).to_contain_text("Step 2 of 51")
    expect(sudoku.locator('.cell[data-tone="place"]')).to_have_count(1)
    sudoku.get_by_role("button", name="Last").click()
    expect(sudoku.locator(".player")).to_contain_text("Step 51 of 51")
    assert cells(sudoku) == SOLVED


def test_chains_are_drawn_over_the_board(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/sudoku?g={CHAINS}&lock=1")
    page.get_by_role("button", name="Steps").click()
    expect(page.locator(".player")).to_contain_text("Step 1 of")
    expect(page.locator(".sudoku .links")).to_have_count(0)
    page.locator(".player summary").click()
    page.locator(".step-list").get_by_role("button", name="xy chain").first.click()
    strong, weak = page.locator(".links .link.strong"), page.locator(".links .link.weak")
    assert strong.count() == weak.count() + 1 > 2
    expect(page.locator(".links .node.end")).to_have_count(2)
    expect(page.locator(".chain")).to_contain_text("=>")
    expect(page.locator(".legend")).to_contain_text("weak link")


def test_difficulty_with_its_parts(sudoku: Page) -> None:
    sudoku.get_by_role("button", name="Rating").click()
    expect(sudoku.locator(".rating strong")).to_have_text("easy")
    sudoku.get_by_text("All criteria").click()
    assert sudoku.locator(".rating tr").count() > 20


def test_the_tree_is_folded_and_walked_with_the_keyboard(page: Page, server: RunningServer) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{server.address}#/sudoku?g={HARD}&lock=1")
    page.get_by_role("button", name="Disjunctions").click()
    tree = page.get_by_role("region", name="Depth 1; 12 disjunctions.")
    expect(tree.locator("> ul > li > details")).to_have_count(12)
    expect(tree.locator("details[open]")).to_have_count(0)
    tree.focus()
    page.keyboard.press("ArrowDown")
    expect(tree.locator("summary").first).to_be_focused()
    expect(tree.locator("summary").first).to_have_text("r1c2=6⊥ cannot be true")
    page.keyboard.press("ArrowRight")
    expect(tree.locator(".contradiction")).to_have_text("Contradiction: box 7 has one 6.")
    expect(page.locator('.cell[data-tone="place"]')).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(tree.locator("summary").nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    expect(tree.locator("details[open]")).to_have_count(0)
    assert tree.evaluate("box => box.scrollWidth <= box.clientWidth && box.scrollHeight > box.clientHeight")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="SVG").click()
    assert Path(waiting.value.path()).read_text().startswith("<svg")


def test_dimacs_is_downloaded(sudoku: Page) -> None:
    with sudoku.expect_download() as waiting:
        sudoku.get_by_role("button", name="DIMACS file").click()
    text = Path(waiting.value.path()).read_text()
    assert re.search(r"^p cnf \d+ \d+$", text, re.MULTILINE)


def test_a_grid_is_made_to_order(sudoku: Page) -> None:
    sudoku.get_by_label("Difficulty").select_option("easy")
    sudoku.get_by_role("button", name="Generate").click()
    expect(sudoku).not_to_have_url(re.compile(re.escape(EASY)))
    expect(sudoku.locator(".verdict")).to_have_text("Unique solution.")
    sudoku.get_by_role("button", name="Rating").click()
    expect(sudoku.locator(".rating strong")).to_have_text("easy")


def test_pasting_any_form(sudoku: Page) -> None:
    rows = "\n".join(HARD[at : at + 9] for at in range(0, 81, 9))
    sudoku.get_by_text("Paste a grid").first.click()
    sudoku.locator("#s-paste-text").fill(rows)
    sudoku.get_by_role("button", name="Load").click()
    expect(sudoku).to_have_url(re.compile(re.escape(HARD)))
    sudoku.locator("#s-paste-text").fill("not a grid at all")
    sudoku.get_by_role("button", name="Load").click()
    expect(sudoku.locator("#notice")).to_contain_text("expected")


@pytest.fixture(autouse=True)
def _refusals_are_expected(request: pytest.FixtureRequest) -> None:
    """Allow the console message that the browser writes about a refused request."""
    if "pasting" in request.node.name:
        request.node.expected_complaints = ("422",)


def test_french_dark_and_narrow(page: Page, server: RunningServer) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{server.address}#/sudoku?g={EASY}&lock=1")
    page.get_by_role("button", name="Français").click()
    expect(page.locator(".verdict")).to_have_text("Solution unique.")
    expect(page.get_by_role("button", name="Résoudre")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.locator("#theme").click()
    page.locator("#theme").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_notes_colours_and_several_cells(sudoku: Page) -> None:
    sudoku.get_by_role("gridcell", name="row 1, column 3, empty").click()
    sudoku.get_by_role("button", name="Notes", exact=True).click()
    sudoku.keyboard.press("Shift+ArrowRight")
    sudoku.keyboard.type("24")
    for column in (3, 4):
        expect(sudoku.get_by_role("gridcell", name=f"row 1, column {column}, notes 2 4")).to_be_visible()
    sudoku.get_by_role("button", name="Colour", exact=True).click()
    sudoku.get_by_role("button", name="3", exact=True).click()
    expect(sudoku.locator('.cell[data-colour="3"]')).to_have_count(2)
    address = sudoku.url
    sudoku.reload()
    expect(sudoku.get_by_role("gridcell", name="row 1, column 4, notes 2 4")).to_be_visible()
    sudoku.get_by_role("gridcell", name="row 1, column 4, notes 2 4").click()
    sudoku.keyboard.type("2")
    expect(sudoku.get_by_role("gridcell", name="row 1, column 3, notes 4")).to_be_visible()
    sudoku.keyboard.press("Control+z")
    expect(sudoku).to_have_url(address)
    sudoku.keyboard.press("Control+y")
    expect(sudoku.get_by_role("gridcell", name="row 1, column 4, 2")).to_be_visible()


def test_marks_by_keys_alone_and_digits_that_are_done(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/sudoku?g={'.' * 81}")
    page.get_by_role("gridcell", name="row 1, column 1, empty").click()
    page.keyboard.press("Shift+Digit3")
    expect(page.get_by_role("gridcell", name="row 1, column 1, notes 3")).to_be_visible()
    page.keyboard.press("Alt+Digit4")
    expect(page.locator(".sudoku .centre")).to_have_text("4")
    page.locator(".sudoku .cell").first.dispatch_event("keydown", {"key": "é", "code": "Digit2"})  # a French keyboard
    expect(page.get_by_role("gridcell", name="row 1, column 1, clue 2")).to_be_visible()
    page.goto(f"{server.address}#/sudoku?g={SOLVED[:80]}.")
    expect(page.locator(".keys .done")).to_have_count(8)  # 9 has one place left


def test_a_wrong_digit_is_named_as_mine_and_taken_away(sudoku: Page) -> None:
    sudoku.get_by_role("gridcell", name="row 1, column 3, empty").click()
    sudoku.keyboard.type("5")
    expect(sudoku.locator(".verdict")).to_contain_text("Your 5 in r1c3 conflicts with the 5 in r1c1.")
    sudoku.keyboard.type("1")
    expect(sudoku.locator(".verdict")).to_contain_text("Your 1 in r1c3 is wrong.")
    sudoku.get_by_role("button", name="Remove it and continue").click()
    expect(sudoku.locator(".verdict")).to_have_text("Unique solution.")


def test_cells_have_french_names(page: Page, server: RunningServer) -> None:
    """In conflicts, mistakes and the tree; the cells are marked on the board all the same."""
    page.goto(f"{server.address}#/sudoku?g={EASY}&lock=1")
    page.get_by_role("button", name="Français").click()
    expect(page.locator(".verdict")).to_have_text("Solution unique.")
    page.get_by_role("gridcell").nth(2).click()
    page.keyboard.type("5")
    expect(page.locator(".verdict")).to_contain_text("Votre 5 en L1C3 est en conflit avec le 5 en L1C1.")
    page.keyboard.type("1")
    expect(page.locator(".verdict")).to_contain_text("Votre 1 en L1C3 est faux.")
    expect(page.locator(".verdict")).not_to_contain_text(re.compile(r"r\dc\d"))


def test_nothing_is_checked_until_it_is_asked_for(sudoku: Page) -> None:
    sudoku.get_by_label("Show mistakes immediately").uncheck()
    sudoku.get_by_role("gridcell", name="row 1, column 3, empty").click()
    sudoku.keyboard.type("5")
    expect(sudoku.locator(".verdict")).to_contain_text("Mistakes are shown when you check")
    expect(sudoku.locator(".cell.clash")).to_have_count(0)
    sudoku.get_by_role("button", name="Check").click()
    expect(sudoku.locator(".verdict")).to_contain_text("Your 5 in r1c3 conflicts with the 5 in r1c1.")
    sudoku.get_by_role("button", name="Remove it and continue").click()
    sudoku.reload()
    expect(sudoku.get_by_label("Show mistakes immediately")).not_to_be_checked()
    sudoku.get_by_role("gridcell", name="row 1, column 3, empty").click()
    sudoku.get_by_role("button", name="Centre").click()
    for digit in "12":
        sudoku.keyboard.type(digit)
    cell = sudoku.locator('.cell[data-cell="2"]')
    expect(cell).to_have_accessible_name("row 1, column 3, notes 1 2")
    expect(cell.locator(".centre")).to_have_text("12")
    sudoku.reload()
    expect(cell.locator(".centre")).to_have_text("12")
    sudoku.get_by_role("button", name="Hint", exact=True).click()
    expect(sudoku.locator('.cell[data-tone="look"]')).to_have_count(9)  # the house to look at


def test_a_grid_is_copied_and_pasted_on_the_board(sudoku: Page, server: RunningServer) -> None:
    sudoku.get_by_role("gridcell", name="row 1, column 3, empty").click()
    sudoku.keyboard.type("4")
    sudoku.keyboard.press("Control+c")
    assert sudoku.evaluate("navigator.clipboard.readText()") == f"534{EASY[3:]}"
    for pasted in (HARD, f"{server.address}#/sudoku?g={HARD}&lock=1"):
        sudoku.evaluate("text => navigator.clipboard.writeText(text)", pasted)
        sudoku.keyboard.press("Control+v")
        expect(sudoku).to_have_url(re.compile(re.escape(HARD)))
        sudoku.keyboard.press("Control+z")
    sudoku.evaluate("text => navigator.clipboard.writeText(text)", f"{server.address}#/takuzu?g=.0../0.../.01./..1.")
    sudoku.keyboard.press("Control+v")
    expect(sudoku.get_by_role("heading", level=1)).to_have_text("takuzu")


def test_the_time_is_kept_and_can_be_hidden(sudoku: Page) -> None:
    clock = sudoku.locator(".clock")
    expect(clock).to_have_text(re.compile("^0:0[1-9]$"))
    clock.click()
    expect(clock).to_have_text("")
    sudoku.reload()
    expect(clock).to_have_accessible_name("Show the time")
    clock.click()
    expect(clock).to_have_text(re.compile("^0:[0-5][1-9]$"))


def test_a_whole_grid_by_touch(browser: Browser, server: RunningServer) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, locale="en-GB")
    page = context.new_page()
    page.goto(f"{server.address}#/sudoku?g={SOLVED[:70]}{'.' * 11}&lock=1")
    for cell in range(70, 81):
        page.locator(f'.cell[data-cell="{cell}"]').tap()
        page.get_by_role("button", name=SOLVED[cell], exact=True).tap()
    expect(page.locator(".verdict")).to_have_text("Solved. Well done!")
    context.close()


def test_edit_the_clues_is_pressed_while_they_can_be_edited(sudoku: Page) -> None:
    edit = sudoku.get_by_role("button", name="Edit the clues", exact=True)

    def agrees(pressed: bool) -> None:
        expect(edit).to_have_attribute("aria-pressed", str(pressed).lower())
        before = cells(sudoku)[0]
        wanted = "1" if before != "1" else "2"
        sudoku.locator(".sudoku .cell").first.click()
        sudoku.keyboard.type(wanted)
        expect(sudoku.locator(".sudoku .cell").first).to_have_text(wanted if pressed else before)

    agrees(False)
    edit.click()
    agrees(True)
    edit.click()
    agrees(False)
    sudoku.get_by_role("button", name="Undo").click()
    agrees(True)
    sudoku.get_by_role("button", name="Clear", exact=True).click()
    expect(sudoku.locator(".sudoku .cell").first).to_have_text("")
    agrees(True)


def test_exactly_one_entry_is_pressed_and_it_is_what_keys_write(sudoku: Page) -> None:
    entries = sudoku.locator(".entries button[aria-pressed]")
    expect(entries).to_have_count(4)
    free = sudoku.locator(".sudoku .cell").nth(2)
    for number, kept_as in enumerate("mnkc"):  # digits, notes, centres, colours
        entries.nth(number).click()
        expect(sudoku.locator(".entries button[aria-pressed=true]")).to_have_count(1)
        expect(entries.nth(number)).to_have_attribute("aria-pressed", "true")
        free.click()
        sudoku.keyboard.type("4")
        expect(sudoku).to_have_url(re.compile(f"lock=1.*&{kept_as}=|&{kept_as}=.*lock=1"))
        sudoku.keyboard.press("Backspace")
        expect(sudoku).not_to_have_url(re.compile(f"&{kept_as}="))


def test_the_board_is_four_tab_stops_away_and_commands_are_grouped(sudoku: Page) -> None:
    sudoku.evaluate("document.activeElement.blur()")
    stops = 0
    while stops < 9 and not sudoku.evaluate("Boolean(document.activeElement.closest('.sudoku'))"):
        sudoku.keyboard.press("Tab")
        stops += 1
    assert stops <= 5  # four stops before it: skip, views, switches, modes
    groups = sudoku.locator("main [role=group]").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('aria-label'))"
    )
    assert {"Play", "Help", "Set", "Export"} <= set(groups)
    sudoku.locator(".links a").first.focus()
    sudoku.keyboard.press("ArrowRight")
    expect(sudoku.locator("[data-tab=wordle]")).to_be_focused()
