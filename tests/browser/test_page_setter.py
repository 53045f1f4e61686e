"""The setter's board: clues and rules drawn by mouse, touch and keyboard, checked while drawing, and exported."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from service.running_server import RunningServer

import entails
from entails.encoders.variant import RULE_TYPES

SMALL = "..../..../..../.... cage=4 r4c1 r4c2; renban r2c4 r3c4; between r1c4 r2c4 r2c3 r2c2"


def drag(page: Page, *cells: int) -> None:
    middles = [page.locator(f'.cell[data-cell="{cell}"]').bounding_box() for cell in cells]
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in middles if box]
    page.mouse.move(*points[0])
    page.mouse.down()
    for point in points[1:]:
        page.mouse.move(*point, steps=3)
    page.mouse.up()


@pytest.fixture
def setter(page: Page, server: RunningServer) -> Page:
    page.goto(f"{server.address}#/setter?g={'.' * 16}")
    expect(page.locator(".verdict")).to_have_text("Enter clues, or draw rules.")
    return page


def test_clues_are_checked_while_typing(setter: Page) -> None:
    setter.get_by_role("gridcell", name="row 1, column 1, empty").click()
    for digit in "1234":
        setter.keyboard.type(digit)
        setter.keyboard.press("ArrowRight")
    expect(setter.locator(".verdict")).to_have_text("Several solutions. Clues: 4.")
    for cell, digit in ((4, "3"), (6, "1"), (9, "1"), (12, "4")):
        setter.locator(f'.cell[data-cell="{cell}"]').click()
        setter.keyboard.type(digit)
    expect(setter.locator(".verdict")).to_have_text("Unique solution. Clues: 8.")
    expect(setter.locator(".judged-live")).to_contain_text("Redundant, each alone:")
    expect(setter.locator(".hardness")).to_have_text(re.compile("^Difficulty|^Effort"))
    assert setter.locator('.cell[data-tone="look"]').count() >= 3
    setter.locator('.cell[data-cell="15"]').click()
    setter.keyboard.type("4")
    expect(setter.locator('.verdict[data-tone="bad"]')).to_contain_text("r4c4 is 4 (given)")
    assert setter.locator(".cell.clash").count() >= 2


def test_rules_are_drawn_and_the_puzzle_is_taken_along(setter: Page) -> None:
    setter.get_by_role("button", name="cage", exact=True).click()
    setter.get_by_label("Number", exact=True).fill("4")
    drag(setter, 12, 13)
    setter.get_by_role("button", name="renban", exact=True).click()
    drag(setter, 7, 11)
    setter.get_by_label("More rules").select_option("between")
    drag(setter, 3, 7, 6, 5)
    expect(setter.locator(".verdict")).to_contain_text("Unique solution.")
    expect(setter.locator(".rules .rule")).to_have_count(3)
    expect(setter.get_by_label("As text")).to_have_value(SMALL)
    expect(setter.locator(".hardness")).to_contain_text("Effort")
    setter.get_by_role("button", name="f-puzzles").click()
    link = setter.get_by_role("link", name="Open in f-puzzles").get_attribute("href")
    assert link is not None
    assert entails.parse("variant", link) == entails.parse("variant", SMALL)
    setter.get_by_role("button", name="SudokuPad").click()
    expect(setter.get_by_role("link", name="Open in SudokuPad")).to_have_attribute(
        "href", re.compile(r"^https://sudokupad\.app/\?puzzleid=fpuzzles")
    )
    assert setter.evaluate("navigator.clipboard.readText()").startswith("https://sudokupad.app/")
    setter.reload()
    expect(setter.locator(".rules .rule")).to_have_count(3)
    setter.get_by_role("button", name="Remove renban").click()
    expect(setter.locator(".verdict")).to_contain_text("Several solutions.")
    setter.emulate_media(media="print")
    expect(setter.locator(".rules .rule")).to_have_count(2)
    expect(setter.locator(".tools")).to_be_hidden()
    setter.emulate_media(media="screen")
    setter.get_by_role("button", name="Play it here").click()
    expect(setter.get_by_role("heading", level=1)).to_have_text("variant")


def test_rules_by_keyboard_and_from_a_link(setter: Page) -> None:
    setter.get_by_role("button", name="thermometer", exact=True).click()
    setter.get_by_role("gridcell", name="row 1, column 1, empty").focus()
    setter.keyboard.press("ArrowDown")
    setter.keyboard.press("Shift+ArrowRight")
    setter.keyboard.press("Shift+ArrowRight")
    setter.keyboard.press("Enter")
    expect(setter.get_by_label("As text")).to_have_value(re.compile("thermometer r2c1 r2c2 r2c3$"))
    setter.get_by_label("anti-knight").check()
    expect(setter).to_have_url(re.compile("anti-knight"))
    link = "".join(entails.export(entails.parse("variant", SMALL), form="fpuzzles"))
    setter.get_by_label("As text").fill(link)
    setter.get_by_role("button", name="Load").click()
    expect(setter.get_by_label("As text")).to_have_value(SMALL)
    setter.locator("body").press("Control+z")
    expect(setter.get_by_label("As text")).to_have_value(re.compile("anti-knight$"))


def test_every_rule_of_the_statement_can_be_drawn(setter: Page) -> None:
    known = setter.evaluate(
        "import('./page/variant_rules.js').then(({ TOOLS, WHOLE }) => [...Object.keys(TOOLS), ...WHOLE])"
    )
    assert {"diagonal" if name.endswith(" diagonal") else name for name in known} == set(RULE_TYPES)
    offered = setter.locator(".tools [data-tool], .tools option[value]:not([value=''])")
    assert offered.count() == 1 + len([name for name in known if name not in wholes(setter)])
    for name in known:  # and each is explained in both languages
        for code in ("en", "fr"):
            text = setter.evaluate(
                "([name, code]) => Promise.all([import('./page/words.js'), import('./page/variant_words.js')])"
                ".then(([{ t, setLanguage }]) => { setLanguage(code); return [t(`r-${name}`), t(`e-${name}`)]; })",
                [name, code],
            )
            assert text[0] != f"r-{name}"
            assert name.endswith(" diagonal") or not text[1].startswith("e-")


def wholes(page: Page) -> list[str]:
    return [str(box.get_attribute("value") or box.input_value()) for box in page.locator(".whole input").all()]


def test_clues_beside_the_board_clones_and_circles_by_touch(browser: Browser, server: RunningServer) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, locale="en-GB")
    page = context.new_page()
    page.goto(f"{server.address}#/setter?g={'.' * 16}")

    def keys(*signs: str) -> None:
        for sign in signs:
            page.locator(".keys").get_by_role("button", name=sign, exact=True).tap()

    page.get_by_role("button", name="sandwich", exact=True).tap()
    page.get_by_role("button", name="left of row 1").tap()
    expect(page.locator("#notice")).to_have_text(re.compile("Enter the number first"))
    keys("5")
    page.get_by_role("button", name="left of row 1").tap()
    page.get_by_role("button", name="little killer", exact=True).tap()
    keys("1", "0")
    corner = page.get_by_role("button", name="above column 2")
    corner.tap()
    expect(page.locator(".rule-list")).to_contain_text("little killer 10 r1c3 r2c4")
    corner.tap()  # no other diagonal starts there, so it is removed
    expect(page.locator(".rule-list")).not_to_contain_text("little killer")
    page.get_by_role("button", name="corner at row 1, column 1").tap()
    page.get_by_label("More rules").select_option("clone")
    for cell in (0, 1):
        page.locator(f'.cell[data-cell="{cell}"]').tap()
    page.get_by_role("button", name="Draw").tap()
    expect(page.locator(".meaning")).to_contain_text("Now tap the first cell of the copy.")
    page.locator('.cell[data-cell="10"]').tap()
    page.get_by_label("More rules").select_option("quadruple")
    keys("1", "2")
    page.locator('.cell[data-cell="5"]').tap()
    page.get_by_label("all white dots given").check()
    text = page.get_by_label("As text")
    expect(text).to_have_value(
        "..../..../..../.... sandwich=5 r1c1 r1c2 r1c3 r1c4; little-killer=10 r1c1 r2c2 r3c3 r4c4; "
        "clone r1c1 r1c2 > r3c3 r3c4; quadruple=1,2 r2c2 r2c3 r3c2 r3c3; no-other-difference=1"
    )
    expect(page.locator(".rules .clue")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    entails.parse("variant", text.input_value())
    page.get_by_role("button", name="Play it here").tap()
    expect(page.locator(".legend-list li")).to_have_count(5)
    expect(page.locator(".drawn-board .rules .clue")).to_have_count(2)
    context.close()


def test_a_cage_by_touch(browser: Browser, server: RunningServer) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, locale="fr-FR")
    page = context.new_page()
    page.goto(f"{server.address}#/setter?g={'.' * 16}")
    page.get_by_role("button", name="cage", exact=True).tap()
    for cell in (0, 1, 4):
        page.locator(f'.cell[data-cell="{cell}"]').tap()
    page.get_by_role("button", name="Dessiner").tap()
    expect(page.locator(".rule-list li")).to_contain_text("cage r1c1 r1c2 r2c1")
    expect(page.locator(".verdict")).to_contain_text("Plusieurs solutions.")
    context.close()
