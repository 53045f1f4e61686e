"""The page on a phone: messages are beside the board, a finger selects several cells, targets are large enough."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from service.running_server import RunningServer

SMALL = ".0../0.../.01./..1."
LOW = """() => [...document.querySelectorAll('button, select, input:not([type=checkbox]), summary, .tabs a, .brand')]
  .filter((one) => one.checkVisibility() && !one.closest('.drawn-board, .skip') && one.id !== 'skip')
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, { width, height }]) => height < 43.5 || (width < 43.5 && !one.closest('.keys, .keyboard')))
  .map(([one, { width, height }]) => `${one.outerHTML.slice(0, 80)}: ${width} x ${height}`)"""


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale="fr-FR", reduced_motion="reduce"
    )
    context.set_default_timeout(60_000)
    page = context.new_page()
    yield page
    context.close()


def in_sight(page: Page, selector: str) -> bool:
    """Return whether the upper part of an element is on the screen without scrolling."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["y"] >= 0 and box["y"] + min(box["height"], 60) <= 740


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("", ".breakable .verdict"),
        ("sudoku", ".answer .verdict"),
        (f"takuzu?g={SMALL}", ".answer .verdict"),
        ("slitherlink", ".answer .verdict"),
        ("scrabble?mode=game&game=7", ".verdict"),
        ("wordle?h=crane:bybbg", ".answer .verdict"),
        ("wordle?h=crane:bybbg+slate:bbbbg", ".answer .verdict"),
    ],
)
def test_the_verdict_on_a_board_is_visible_beside_it(phone: Page, server: RunningServer, place: str, text: str) -> None:
    phone.goto(f"{server.address}#/{place}")
    expect(phone.locator(text).first).not_to_be_empty()
    phone.wait_for_load_state("networkidle")
    assert in_sight(phone, text)


@pytest.mark.parametrize(
    "place",
    [
        "",
        "sudoku",
        "setter",
        "wordle?h=crane:bybbg&lang=en",
        "wordle?mode=play&game=5",
        "wordle?mode=boards&q=crane:bybbg,ggggg,bbbbb,bbgbb",
        "scrabble",
        "scrabble?mode=game&game=7",
        "takuzu",
        "problem",
    ],
)
def test_every_target_is_large_enough_for_a_finger(phone: Page, server: RunningServer, place: str) -> None:
    """Every touch target has 44 pixels; keys that must fit in one row have at least that height."""
    phone.goto(f"{server.address}#/{place}")
    phone.wait_for_load_state("networkidle")
    expect(phone.get_by_role("heading", level=1)).to_be_visible()
    assert phone.evaluate(LOW) == []


def test_a_hint_and_the_board_it_speaks_of_are_both_in_sight(phone: Page, server: RunningServer) -> None:
    phone.goto(f"{server.address}#/sudoku")
    for _ in range(3):
        before = phone.locator(".hint").count() and phone.locator(".hint p").first.inner_text()
        (phone.locator(".hint button") if before else phone.get_by_role("button", name="Coup de pouce")).first.tap()
        expect(phone.locator(".hint p").first).not_to_have_text(before or "")
    assert in_sight(phone, ".hint")
    assert in_sight(phone, ".sudoku .line:last-of-type")
    expect(phone.locator(".sudoku .cell[data-tone=place]")).not_to_be_empty()  # the digit is in its cell
    assert phone.locator(".sudoku .cell[data-tone=house]").count() >= 5  # and its house is highlighted
    before = phone.locator(".sudoku .cell:not(:empty)").count()
    phone.get_by_role("button", name="Appliquer").tap()
    expect(phone.locator(".hint")).to_have_count(0)
    assert phone.locator(".sudoku .cell:not(:empty)").count() == before


def test_a_finger_that_goes_over_cells_chooses_them(phone: Page, server: RunningServer) -> None:
    phone.goto(f"{server.address}#/sudoku?g={'.' * 81}")
    first = phone.locator(".sudoku .cell").nth(0).bounding_box()
    assert first is not None
    touch = phone.context.new_cdp_session(phone)
    across = [{"x": first["x"] + first["width"] * (step + 0.5), "y": first["y"] + 10} for step in range(4)]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": across[:1]})
    for point in across[1:]:
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(phone.locator(".sudoku .cell[aria-selected=true]")).to_have_count(4)
    centre = phone.get_by_role("button", name="Centre")
    centre.click()  # a tap right after a drag may be taken for the end of a fling
    expect(centre).to_have_attribute("aria-pressed", "true")
    phone.locator(".keys button").nth(2).click()
    expect(phone.locator(".sudoku .centre")).to_have_count(4)


def test_the_table_of_suggestions_is_not_cut_off(phone: Page, server: RunningServer) -> None:
    phone.goto(f"{server.address}#/wordle?h=crane:bybbg&lang=en")
    table = phone.locator(".suggested")
    expect(table.locator("tbody tr")).to_have_count(8)
    assert table.evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_wordle_has_tiles_and_a_keyboard_of_its_own(phone: Page, server: RunningServer) -> None:
    phone.goto(f"{server.address}#/wordle?lang=en")
    for letter in "CRANE":
        phone.get_by_role("group", name="Clavier").get_by_role("button", name=letter, exact=True).tap()
    expect(phone.locator(".open-rows .tiles").first).to_have_text("CRANE")
    phone.get_by_role("button", name="Valider").tap()
    expect(phone.locator(".guess .tile")).to_have_text(list("CRANE"))


def test_the_table_of_a_simulation_is_not_cut_off(phone: Page, server: RunningServer) -> None:
    phone.goto(f"{server.address}#/scrabble?b=15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15&r=EILNTUS&lang=en")
    phone.locator("summary", has_text="Simuler").tap()
    phone.get_by_label("Chevalets au plus").select_option("100")
    phone.get_by_label("Secondes").select_option("5")
    phone.get_by_role("button", name="Simuler").tap()
    table = phone.locator(".simulated")
    expect(table.locator("tbody tr").first).to_be_visible()
    assert table.evaluate("(one) => one.scrollWidth <= one.parentElement.clientWidth")
