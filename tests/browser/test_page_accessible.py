"""Everybody can use the page: axe-core finds nothing, at both widths, in both colours, in both languages."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from service.running_server import RunningServer

PLACES = {
    "home": "",
    "problem": "problem",
    "sudoku": "sudoku",
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
    "clash": "hitori?g=342215/365631/636541/613653/424463/114323",
}


@pytest.mark.parametrize("place", PLACES)
def test_axe_finds_nothing(page: Page, server: RunningServer, place: str) -> None:
    page.emulate_media(reduced_motion="reduce")  # no colour is looked at while it fades into another one
    page.goto(f"{server.address}#/{PLACES[place]}")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for look in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if look == "dark" else "light")
        found = Axe().run(page).response["violations"]
        assert [(look, one["id"], [node["html"][:200] for node in one["nodes"][:3]]) for one in found] == []


@pytest.mark.parametrize("place", PLACES)
def test_nothing_sticks_out_of_a_narrow_screen(page: Page, server: RunningServer, place: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{server.address}#/{PLACES[place]}")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
