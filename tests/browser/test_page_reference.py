"""The API reference at /docs: it has every operation, its examples run, and it is accessible."""

import json

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from service.openapi import openapi_text
from service.running_server import RunningServer


def test_an_example_runs_and_axe_finds_nothing(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.address}docs#solve")
    expect(page.get_by_role("heading", level=1)).to_have_text("HTTP API")
    operations = [path for methods in json.loads(openapi_text())["paths"].values() for path in methods]
    expect(page.locator("details")).to_have_count(len(operations))
    solve = page.locator("details#solve")
    expect(solve.get_by_role("row", name="puzzle (required)")).to_contain_text("The puzzle as text")
    solve.get_by_role("button", name="Run").click()
    expect(solve.locator("pre")).to_contain_text('"status": "yes"')
    page.locator("details#types_describe summary").click()
    page.locator("details#types_describe input").fill("takuzu")
    page.locator("details#types_describe").get_by_role("button", name="Run").click()
    expect(page.locator("details#types_describe pre")).to_contain_text('"name": "takuzu"')
    for look in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if look == "dark" else "light")
        result = Axe().run(page).response["violations"]
        assert [(look, each["id"], [node["html"][:200] for node in each["nodes"][:3]]) for each in result] == []
    page.set_viewport_size({"width": 360, "height": 740})
    page.wait_for_function("innerWidth === 360 && document.documentElement.scrollWidth <= 360")


def test_it_speaks_french(page: Page, server: RunningServer) -> None:
    page.add_init_script("localStorage.setItem('entails.language', 'fr')")
    page.goto(f"{server.address}docs")
    expect(page.get_by_role("heading", level=1)).to_have_text("API HTTP")
    operations = [each for methods in json.loads(openapi_text())["paths"].values() for each in methods.values()]
    expect(page.locator("details")).to_have_count(len(operations))
    summaries = page.locator("details summary span").all_text_contents()
    assert {each["summary"].replace("`", "") for each in operations} & set(summaries) == set()
    page.locator("details#check summary").click()
    expect(page.locator("details#check").get_by_role("button", name="Exécuter")).to_be_visible()
