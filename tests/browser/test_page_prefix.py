"""The page below a path prefix, behind a real proxy."""

from pathlib import Path

from playwright.sync_api import Page, expect
from service.proxy import behind_nginx, nginx
from service.running_server import RunningServer

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_the_page_works_below_a_prefix(page: Page, server: RunningServer, tmp_path: Path) -> None:
    nginx()
    with behind_nginx(server, tmp_path) as address:
        page.goto(f"{address}#/sudoku?g={GRID}&lock=1")
        expect(page.locator(".verdict")).to_have_text("Unique solution.")
        page.get_by_role("button", name="Set", exact=True).click()
        page.get_by_role("gridcell", name="row 1, column 1, empty").click()
        page.keyboard.type("5")
        expect(page.locator(".verdict")).to_have_text("Several solutions. Clues: 1.")
        page.goto(f"{address}#/puzzles")
        expect(page.locator("main")).to_contain_text("Takuzu")
        page.goto("about:blank")  # no request is sent after the proxy has ended
