"""Accessibility of the page: axe-core reports nothing at both widths, in both colour schemes and languages."""

from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from service.running_server import RunningServer

PLACES = {
    "home": "",
    "problem": "problem",
    "sudoku": "sudoku",
    "model": "scrabble?b=15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15&r=EILNTUS&lang=en",
    "clues": "sudoku?g=1.....3..4.....2",
    "tree": "sudoku?lock=1&g=4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "setter": "setter?g=................&r=cage=4 r4c1 r4c2; renban r2c4 r3c4; arrow r1c1 > r1c2 r1c3; anti-knight",
    "boards": "wordle?mode=boards&q=crane:bybbg,ggggg,bbbbb,bbgbb",
    "analysis": "scrabble?mode=analyse&lang=en&gcg=>Ana: AEMORST 8E MARS %2B12 12\n>Bob: ?EILNTU H8 .ILENT %2B7 7\n",
    "wordle": "wordle?h=crane:bybbg",
    "contradiction": "wordle?h=crane:ybbbb+slate:bbgbb",
    "game": "wordle?mode=play&game=3",
    "scrabble": "scrabble",
    "match": "scrabble?mode=game&game=7",
    "list": "puzzles",
    "digits": "takuzu",
    "loop": "slitherlink",
    "runs": "nonogram",
    "cages": "killer",
    "variant": "variant?g=..../..../..../.... sandwich=5 r1c1 r1c2 r1c3 r1c4; quadruple=1,2 r2c2 r2c3 r3c2 r3c3",
    "outside": "setter?g=................&r=sandwich=5 r1c1 r1c2 r1c3 r1c4; clone r1c1 r1c2 > r3c3 r3c4",
    "spanish": "scrabble?mode=game&game=2&lang=es",
    "clash": "hitori?g=342215/365631/636541/613653/424463/114323",
}


@pytest.mark.parametrize("place", PLACES)
def test_axe_finds_nothing_and_nothing_sticks_out(page: Page, server: RunningServer, place: str) -> None:
    page.goto(f"{server.address}#/{quote(PLACES[place], safe='?=&:+/,;%')}")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    if place == "tree":
        page.get_by_role("button", name="Disjunctions").click()
        page.locator(".tree summary").first.click()
    if place in ("boards", "clues", "match", "model"):
        page.locator(".model > summary").click()
        expect(page.locator(".model h2").first).to_be_visible()
    if place == "outside":
        page.get_by_role("button", name="little killer").click()
    if place == "analysis":
        expect(page.locator(".game-moves li")).to_have_count(2)
    for look in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if look == "dark" else "light")
        result = Axe().run(page).response["violations"]
        assert [(look, item["id"], [node["html"][:200] for node in item["nodes"][:3]]) for item in result] == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
