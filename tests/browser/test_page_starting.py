"""A view opened while the server starts, or without a drawing, says so and completes itself."""

import json

from playwright.sync_api import Page, Route, expect
from service.running_server import RunningServer

STARTING = json.dumps({"status": 503, "detail": "kernels are being compiled: 4 of 15 ready, now Scrabble"})


def test_a_view_waits_for_the_start_and_fills_in(page: Page, server: RunningServer, request: object) -> None:
    request.node.expected_complaints = ("503",)  # type: ignore[attr-defined]
    starting = True

    def answer(route: Route) -> None:
        if starting:
            headers = {"Retry-After": "1", "Content-Type": "application/problem+json"}
            route.fulfill(status=503, headers=headers, body=STARTING)
        else:
            route.fallback()

    page.route("**/readyz", answer)
    page.route("**/v1/takuzu/*", answer)
    page.goto(f"{server.address}#/takuzu?g=.0../0.../.01./..1.")
    expect(page.locator("#starting")).to_have_text(
        "The server is still starting (4/15). This view appears when it is ready."
    )
    for name in ("Clear", "Undo", "Hint", "Solve"):
        page.get_by_role("button", name=name, exact=True).click()
    starting = False
    expect(page.locator(".verdict")).to_contain_text("A solution.")  # the last command waited for the board
    page.get_by_role("button", name="Back to my puzzle").click()
    expect(page.locator(".verdict")).to_have_text("Unique solution.")
    expect(page.locator("#starting")).to_be_empty()
    expect(page.locator(".spot")).to_have_count(11)  # the open cells


def test_a_drawing_that_is_not_finished_is_reported(page: Page, server: RunningServer) -> None:
    late = json.dumps({"status": "undecided", "reason": "time", "drawing": None, "puzzle": ""})
    page.route("**/v1/takuzu/draw", lambda route: route.fulfill(content_type="application/json", body=late))
    page.goto(f"{server.address}#/takuzu?g=.0../0.../.01./..1.")
    expect(page.locator("#notice")).to_contain_text("Undecided: the time limit was reached.")
    page.get_by_role("button", name="Clear").click()
