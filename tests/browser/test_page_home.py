"""The start view of the page, custom problems, and the page without its server."""

import json
import re
from urllib.parse import quote

import httpx
import pytest
from playwright.sync_api import Page, expect
from service.running_server import RunningServer


def test_every_small_puzzle_breaks_and_says_why(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/")
    cards = page.locator(".breakable:has(button)")
    reasons = ["you assume r1c3=4", "you assume r1c4=0", "there is no E", "CHATZ"]
    expect(cards).to_have_count(len(reasons))
    for number, reason in enumerate(reasons):
        card = cards.nth(number)
        if number == 0:  # a new visitor sees an inconsistent example
            expect(card.locator('.verdict[data-tone="bad"]')).to_contain_text(reason)
            card.get_by_role("button", name="Fix it").click()
        expect(card.locator('.verdict[data-tone="good"]')).to_be_visible()
        card.get_by_role("button", name="Break it").click()
        expect(card.locator('.verdict[data-tone="bad"]')).to_contain_text(reason)
        card.get_by_role("button", name="Fix it").click()
        expect(card.locator('.verdict[data-tone="good"]')).to_be_visible()


def test_every_puzzle_that_is_drawn_is_in_the_gallery(page: Page, server: RunningServer) -> None:
    known = httpx.get(f"{server.address}v1/puzzles").json()
    page.goto(f"{server.address}#/")
    for item in known:
        if item["drawn"]:
            link = page.locator(f'.gallery a[href="#/{item["name"]}"]')
            link.scroll_into_view_if_needed()
            expect(page.locator(f'.gallery li:has(a[href="#/{item["name"]}"]) svg')).to_be_visible()


def test_a_problem_of_ones_own_marks_what_conflicts(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/problem")
    expect(page.locator(".statements .clash")).to_have_count(3)
    expect(page.locator(".verdict")).to_contain_text("physics comes before chemistry")
    page.get_by_role("button", name="JSON").click()
    large = '{"kind": "sum", "terms": [[1, "x"]], "op": ">=", "value": 3, "text": "x is large"}'
    page.locator("textarea").fill(f'{{"variables": [{{"name": "x", "domain": [1, 3]}}], "constraints": [{large}]}}')
    expect(page.locator(".verdict")).to_have_text("No conflict: there is a solution.")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator(".verdict")).to_contain_text("Unique solution:")
    page.locator("textarea").fill("p cnf 2 3\n1 2 0\n-1 0\n-2 0\n")
    expect(page.locator(".statements .clash")).to_have_count(3)


def test_an_invalid_document_is_reported_with_its_place(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/problem")
    expect(page.locator(".statements .clash")).to_have_count(3)
    page.get_by_role("button", name="JSON").click()
    page.locator("textarea").fill('{"variables": [{"name": "x", "domain": [3, 1]}], "constraints": []}')
    expect(page.locator('.verdict[data-tone="bad"]')).to_contain_text("expected")


def test_a_problem_is_stated_in_a_form(page: Page, server: RunningServer) -> None:
    """A problem is stated without JSON: variables, a constraint from the list, a sentence; the JSON tab shows the
    document.
    """
    page.goto(f"{server.address}#/problem")
    expect(page.locator(".statements .clash")).to_have_count(3)
    page.get_by_role("button", name="New", exact=True).click()
    expect(page.locator(".verdict")).to_have_text("No conflict: there is a solution.")
    page.get_by_label("Values of x", exact=True).fill("7 to 9")
    page.get_by_label("Values of y", exact=True).fill("1, 2, 8")
    page.get_by_label("Name of variable 1").fill("tea time")
    page.get_by_label("Name of variable 1").press("Tab")
    page.get_by_label("Type of constraint").last.select_option("sum")
    page.get_by_role("button", name="Add a constraint").click()
    page.get_by_label("Sentence").fill("it is late")
    page.get_by_role("textbox", name="Sum").fill("2*tea time + y")
    page.get_by_label("Relation").select_option("≥")
    page.get_by_label("Number").fill("23")
    page.get_by_label("Only if").fill("!y=2")
    expect(page.locator(".verdict")).to_contain_text("These conflict:")
    expect(page.locator(".statements .clash")).to_contain_text(["it is late"])
    expect(page.locator(".statements summary").first).to_contain_text("tea time < y")
    page.locator(".statements .edit").get_by_label("soft: may be removed").check()
    page.get_by_role("button", name="JSON").click()
    assert json.loads(page.locator("textarea").input_value()) == {
        "variables": [{"name": "tea time", "domain": [7, 9]}, {"name": "y", "domain": {"values": [1, 2, 8]}}],
        "constraints": [
            {"kind": "compare", "left": "tea time", "op": "<", "right": "y"},
            {"kind": "sum", "terms": [[2, "tea time"], [1, "y"]], "op": ">=", "value": 23}
            | {"text": "it is late", "when": ["!y=2"], "soft": True},
        ],
    }
    page.get_by_role("button", name="Form").click()
    page.get_by_role("button", name="Remove: y").click()
    expect(page.locator('.verdict[data-tone="bad"]')).to_be_visible()


def test_every_example_survives_the_form(page: Page, server: RunningServer) -> None:
    """Every example survives the form: controls read back what they show; the rest stays JSON."""
    page.goto(f"{server.address}#/problem")
    expect(page.locator(".statements .clash")).to_have_count(3)
    for example in known_examples(server, "model"):
        page.get_by_label("Examples").select_option(label=example["about"])
        for summary in page.locator(".editable summary").all()[:3]:
            summary.click()
        sentence = page.locator(".editable .edit input").first
        sentence.press("End")
        sentence.press_sequentially("!")
        page.get_by_role("button", name="JSON").click()
        changed, document = json.loads(page.locator("textarea").input_value()), json.loads(example["text"])
        assert changed["constraints"][0]["text"] == document["constraints"][0].get("text", "") + "!"
        changed["constraints"][0].pop("text")
        document["constraints"][0].pop("text", None)
        assert changed == document
        page.get_by_role("button", name="Form").click()


@pytest.fixture(autouse=True)
def _refusals_are_expected(request: pytest.FixtureRequest) -> None:
    """Allow console messages about refused and unanswered requests, which the browser itself writes."""
    if "an_invalid_document" in request.node.name or "in_a_form" in request.node.name:
        request.node.expected_complaints = ("422",)
    if "without_its_server" in request.node.name:
        request.node.expected_complaints = ("ERR_INTERNET_DISCONNECTED",)


def test_the_page_opens_without_its_server(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/sudoku")
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.goto(f"{server.address}#/sudoku?g={'.' * 81}")
    page.reload()
    page.get_by_role("gridcell", name="row 1, column 1, empty").click()
    page.keyboard.type("5")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("5")
    expect(page.locator(".cell.clash")).to_have_count(2)
    page.context.set_offline(False)


def test_nothing_is_lost_by_changing_tab(page: Page, server: RunningServer) -> None:
    def there_and_back(place: str, tab: str) -> None:
        page.get_by_role("link", name="Custom").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Custom problem")
        page.get_by_role("link", name=tab, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(place)

    page.goto(f"{server.address}#/sudoku")
    page.get_by_role("gridcell", name="row 1, column 3, empty").click()
    page.keyboard.type("4")
    there_and_back("Sudoku", "Sudoku")
    expect(page.get_by_role("gridcell", name="row 1, column 3, 4")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.get_by_role("gridcell", name="row 1, column 3, empty")).to_be_visible()

    page.goto(f"{server.address}#/wordle?mode=play&game=5&h=slate:bbgyb")
    expect(page.locator(".verdict")).to_have_text("Guess 1 of 6")
    page.keyboard.type("crane")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_have_text("Guess 2 of 6")
    there_and_back("Wordle", "Wordle")
    expect(page.locator(".verdict")).to_have_text("Guess 2 of 6")
    page.get_by_role("button", name="Helper").click()
    expect(page.locator(".guess .tile").first).to_have_text("S")
    page.get_by_label("Next guess").fill("cran")
    there_and_back("Wordle", "Wordle")
    expect(page.get_by_label("Next guess")).to_have_value("cran")

    page.goto(f"{server.address}#/scrabble?mode=game&game=7")
    page.get_by_role("gridcell", name="8H, double word").click()
    page.keyboard.type("VO")
    there_and_back("Scrabble", "Scrabble")
    expect(page.locator(".square.laid")).to_have_count(2)


def test_the_examples_of_documents_are_french_on_the_french_page(page: Page, server: RunningServer) -> None:
    """The examples are French on the French page, with the same conflicts; back in English, they are unchanged."""
    page.goto(f"{server.address}#/problem")
    expect(page.locator(".statements .clash")).to_have_count(3)
    page.get_by_role("button", name="Français").click()
    expect(page.locator(".verdict")).to_contain_text("la physique vient avant la chimie")
    expect(page.locator(".statements .clash")).to_have_count(3)
    values = (
        page.get_by_label("Exemples").locator("option").evaluate_all("all => all.map(({value, text}) => [value, text])")
    )
    kept = {example["about"]: example["text"] for name in ("model", "cnf") for example in known_examples(server, name)}
    assert len(values) == len(kept)
    for (text, about), (english_about, english) in zip(values, kept.items(), strict=True):
        assert not ENGLISH.search(about), about
        assert re.findall(r"\d+", text) == re.findall(r"\d+", english), english_about
        if text.startswith("{"):
            document, original = json.loads(text), json.loads(english)
            words = [item["text"] for item in document["constraints"]]
            assert [item for item in words if ENGLISH.search(item)] == []
            assert len(words) == len(original["constraints"])
            names = [item["name"] for item in document.get("variables", [])]
            assert len(set(names)) == len(names) == len(original.get("variables", []))
    page.get_by_role("button", name="English").click()
    expect(page.locator(".verdict")).to_contain_text("physics comes before chemistry")


def known_examples(server: RunningServer, name: str) -> list[dict[str, str]]:
    known = httpx.get(f"{server.address}v1/puzzles").json()
    return next(list(item["examples"]) for item in known if item["name"] == name)


ENGLISH = re.compile(
    r"\b(the|is|are|of|and|there|which|look|no solution|given as|suppose|holds|scores|keeps|boards)\b", re.IGNORECASE
)
CHAINS = "1...5.....5.7.912..8.1..4....763.9..5.....8..6......1.....9..4..61.4..9..4.8.75.."
EVERY_STEP = """() => {
  const slider = document.querySelector(".player input[type=range]");
  return Array.from({ length: Number(slider.max) + 1 }, (_, at) => {
    slider.value = String(at);
    slider.dispatchEvent(new Event("input"));
    return document.querySelector(".player .sentence").textContent;
  });
}"""
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


@pytest.mark.parametrize(
    "place",
    [
        "",
        "problem",
        "problem?d=p cnf 1 2\n1 0\n-1 0\n",
        "sudoku",
        "takuzu?g=.0../0.../.01./..1.&m=r1c4=0",
        "slitherlink?g=11.2./.1.1./1...1/.1.12/.3..1&m=line above r1c1;not line above r1c2",
        "variant?g=..../..../..../.... sandwich=5 r1c1 r1c2 r1c3 r1c4; quadruple=1,2 r2c2 r2c3 r3c2 r3c3; anti-king",
        "wordle?mode=play&game=5&lang=en",
        "scrabble?mode=game&game=2&lang=es",
        "puzzles",
        "wordle?h=crane:bybbg eagle:bbbbb&lang=en",
        "wordle?mode=boards&q=crane:bybbg,ggggg,bbbbb,bbgbb&lang=en",
        "setter?g=12343.1..1..4...&r=cage=4 r4c1 r4c2; renban r2c4 r3c4; arrow r1c1 > r1c2 r1c3; anti-knight",
        "setter?g=12343.1..1..4...",
        "scrabble?mode=analyse&lang=en&gcg=>Ana: AEMORST 8E MARS +12 12\n>Bob: ?EILNTU H8 .ILENT +7 7\n",
    ],
)
def test_a_french_reader_meets_no_english_sentence(page: Page, server: RunningServer, place: str) -> None:
    page.goto(server.address)
    page.get_by_role("button", name="Français").click()
    page.goto(f"{server.address}#/{quote(place, safe='?=&:,;')}")
    if place:
        expect(page.locator(".hero")).to_have_count(0)  # the view of this address is shown
    page.wait_for_load_state("networkidle")
    for toggle in page.locator(".breakable button").all():
        toggle.click()
    if (tree := page.get_by_role("button", name="Disjonctions")).count():
        page.goto(f"{server.address}#/sudoku?lock=1&g={HARD}")
        tree.click()
        page.locator(".tree summary").first.click()
        texts = page.locator(".tree").all_inner_texts()
        assert texts
        assert not ENGLISH.search(" ".join(texts))
        page.goto(f"{server.address}#/sudoku?lock=1&g={CHAINS}")
        page.get_by_role("button", name="Étapes").click()
        expect(page.locator(".player .sentence")).not_to_be_empty()
        report = page.evaluate(EVERY_STEP)
        assert len(report) > 20
        assert [text for text in report if ENGLISH.search(text)] == []
        assert any(text.startswith("Si ") for text in report)
    if (hint := page.get_by_role("button", name="Coup de pouce", exact=True)).count():
        hint.click()
    page.wait_for_load_state("networkidle")
    if page.locator(".verdict").count():
        expect(page.locator(".verdict").first).not_to_have_text("…")
    seen = page.evaluate(
        "[...document.querySelectorAll('main *:not([lang=en])')].flatMap((one) => ["
        "...(one.children.length ? [] : [one.textContent]), one.ariaLabel, one.title, one.placeholder])"
        ".filter(Boolean)"
    )
    assert [text for text in seen if ENGLISH.search(text)] == []
