"""Undo and redo on the Wordle and Scrabble boards, and copying and pasting of boards."""

import re

from playwright.sync_api import Page, expect
from service.running_server import RunningServer

COPIED = """() => { const data = new DataTransfer();
  document.body.dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, bubbles: true, cancelable: true }));
  return data.getData("text/plain"); }"""
PASTE = """(text) => { const data = new DataTransfer(); data.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event); }"""


def test_guesses_and_their_colours(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/wordle?h=crane:bybbg")
    tiles = page.locator(".guess .tile")
    tiles.nth(0).click()
    expect(tiles.nth(0)).to_have_attribute("data-mark", "near")
    page.keyboard.press("Control+z")
    expect(tiles.nth(0)).to_have_attribute("data-mark", "miss")
    page.keyboard.press("Control+y")
    expect(tiles.nth(0)).to_have_attribute("data-mark", "near")
    page.get_by_role("button", name="Clear").click()
    expect(tiles).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(tiles).to_have_count(5)
    page.get_by_label("Letters", exact=True).select_option("6")
    expect(tiles).to_have_count(0)
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    expect(page.get_by_label("Letters", exact=True)).to_have_value("5")
    expect(tiles).to_have_count(5)


def test_several_boards_are_undone_copied_and_pasted(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/wordle?mode=boards&q=crane:bybbg,ggggg,bbbbb,bbgbb")
    tiles = page.locator(".boards .tile")
    expect(tiles).to_have_count(20)
    copied = page.evaluate(COPIED)
    assert copied == "crane:bybbg,ggggg,bbbbb,bbgbb"
    page.get_by_role("button", name="Take back").click()
    expect(tiles).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(tiles).to_have_count(20)
    page.evaluate(PASTE, "slate:bbgyb,bbbbb")
    expect(tiles).to_have_count(10)
    expect(page.get_by_label("Boards")).to_have_value("2")
    page.evaluate(PASTE, copied)
    expect(tiles).to_have_count(20)


def test_a_position_of_scrabble(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}#/scrabble")
    expect(page.locator(".rack-tile")).to_have_count(7)
    page.locator(".rack-tile").first.click()
    laid = page.locator(".square.laid")
    expect(laid).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(laid).to_have_count(0)
    expect(page.locator(".rack-tile")).to_have_count(7)
    page.keyboard.press("Control+y")
    expect(laid).to_have_count(1)
    page.get_by_role("button", name="Place it").click()
    expect(page.locator(".square.tile-on")).to_have_count(5)
    page.get_by_role("button", name="Undo").click()
    expect(laid).to_have_count(1)
    expect(page.locator(".rack-tile")).to_have_count(6)


def test_a_turn_of_scrabble_is_taken_back(page: Page, server: RunningServer) -> None:
    """A Scrabble turn is undone and redone with the same result: game number and moves determine the game."""
    page.goto(f"{server.address}#/scrabble?mode=game&game=7")
    expect(page.locator(".rack-tile")).to_have_count(7)
    rack = page.locator(".rack-tiles").inner_text()
    page.get_by_role("button", name="Pass").click()
    turns = page.locator(".story li")
    expect(turns).to_have_count(2)
    answered = turns.nth(1).inner_text()
    page.keyboard.press("Control+z")
    expect(turns).to_have_count(0)
    assert page.locator(".rack-tiles").inner_text() == rack
    page.get_by_role("button", name="Redo").click()
    expect(turns.nth(1)).to_have_text(answered)
    assert re.match(r"^[\w/]+ [A-Z?]{7}/", page.evaluate(COPIED))  # the position as CGP
    page.get_by_role("button", name="New game").click()
    expect(turns).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(turns.nth(1)).to_have_text(answered)
