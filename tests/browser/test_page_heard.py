"""The page for screen readers: the browser's accessibility tree, and the announced sentences."""

import re
from typing import Any

from playwright.sync_api import Page, Route, expect
from service.running_server import RunningServer


def tree(page: Page) -> list[dict[str, Any]]:
    """Return role, name and live-region state of every node that is not ignored."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    return [
        {
            "role": node["role"]["value"],
            "name": node.get("name", {}).get("value", ""),
            "live": next(
                (about["value"]["value"] for about in node.get("properties", []) if about["name"] == "live"), ""
            ),
        }
        for node in nodes
        if not node.get("ignored")
    ]


def named(page: Page, role: str) -> list[str]:
    return [item["name"] for item in tree(page) if item["role"] == role]


def test_the_board_and_the_conflict_are_heard(page: Page, server: RunningServer) -> None:
    clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    page.goto(f"{server.address}#/sudoku?lock=1&g={clues}&m=..5{'.' * 78}")
    expect(page.locator(".verdict")).to_contain_text("Your 5 in r1c3 conflicts with")
    assert named(page, "grid") == ["Sudoku grid"]
    cells = named(page, "gridcell")
    assert len(cells) == 81
    assert cells[0].startswith("row 1, column 1, clue 5")
    assert "row 1, column 3, 5, in conflict" in cells
    assert any(item["role"] == "status" and item["live"] == "polite" for item in tree(page))


def test_a_hint_is_heard(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/sudoku")
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".hint p")).not_to_be_empty()
    first = page.locator(".hint p").inner_text()
    expect(page.locator("#heard")).to_have_text(first)
    page.get_by_role("button", name="More help").click()
    expect(page.locator(".hint p")).not_to_have_text(first)
    expect(page.locator("#heard")).to_have_text(page.locator(".hint p").inner_text())


def test_the_colours_of_a_guess_are_heard(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/wordle?mode=play&game=5")
    expect(page.locator(".verdict")).to_have_text("Guess 1 of 6")
    page.keyboard.type("crane")
    page.keyboard.press("Enter")
    expect(page.locator("#heard")).to_contain_text("R, ")
    words = page.locator("#heard").inner_text().split("; ")
    assert [item.split(", ")[0] for item in words] == list("CRANE")
    assert {item.split(", ")[1] for item in words} <= {"right place", "misplaced", "not in the word"}
    keys = [item for item in named(page, "button") if item.startswith("C, ")]
    assert keys == [f"C, {words[0].split(', ')[1]}"]  # the key announces its colour too


def test_a_command_that_is_chosen_before_the_board_is_there_waits_for_it(page: Page, server: RunningServer) -> None:
    held: list[Route] = []
    page.route("**/v1/takuzu/draw", lambda route: held.append(route))
    with page.expect_request("**/v1/takuzu/draw"):
        page.goto(f"{server.address}#/takuzu?g=.0../0.../.01./..1.")
    page.get_by_role("button", name="Hint", exact=True).click()
    held[0].continue_()
    expect(page.locator(".verdict")).to_contain_text("Look at")


def test_a_hint_marks_where_to_look_and_not_a_conflict(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/takuzu?g=.0../0.../.01./..1.")
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".verdict")).to_contain_text("Look at")
    names = [item for item in named(page, "button") if item.startswith("r")]
    assert any(name.endswith("look here") for name in names)
    assert not any("in conflict" in name for name in names)
    expect(page.locator(".drawn-board rect.marked")).to_have_count(0)


def test_the_reason_is_drawn_by_its_houses(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/")
    card = page.locator(".breakable").first
    verdict = card.locator('.verdict[data-tone="bad"]')
    expect(verdict).to_contain_text("because ")
    clues, _, rules = verdict.inner_text().partition("because ")
    marked = {(int(row), int(column)) for row, column in re.findall(r"r(\d)c(\d)", clues)}
    houses = {(kind, int(number)) for kind, number in re.findall(r"(row|column|box) (\d)", rules)}
    assert houses
    lit = {
        (row, column)
        for row in range(1, 5)
        for column in range(1, 5)
        if houses & {("row", row), ("column", column), ("box", (row - 1) // 2 * 2 + (column - 1) // 2 + 1)}
    } - marked
    expect(card.locator("rect.marked")).to_have_count(len(marked))
    expect(card.locator("rect.lit")).to_have_count(len(lit))  # the other houses named by the rules
