"""Long work on the page: its place in the queue is told, and it goes on when the server dies and comes back."""

from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Page, expect
from service.running_server import RunningServer, running_server
from service.test_service_calls import pigeons

GAME = "#player1 Ana Ana A.\n#player2 Bob Bob B.\n>Ana: AEMORST 8E MARS +12 12\n>Bob: ?EILNTU H8 .ILENT +7 7\n"
CHOSEN = {"warm": False, "workers": 1, "job_workers": 1}


def test_the_queue_is_told_and_a_dead_server_loses_nothing(
    page: Page, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    request.node.expected_complaints = ("ERR_",)  # the browser says so when nobody answers
    first = RunningServer(tmp_path, **CHOSEN)
    try:
        first.ready()
        with first.client() as client:
            others = [client.begin("cnf/solve", puzzle=pigeons(13)).id for _ in range(2)]
        page.goto(f"{first.address}#/scrabble?mode=analyse&lang=en&gcg={quote(GAME)}")
        expect(page.locator(".busy")).to_contain_text("1 before yours.")
    finally:
        first.kill()
    expect(page.locator(".busy")).to_contain_text("The server does not answer; your work is kept.")
    with running_server(tmp_path, port=urlsplit(first.address).port, **CHOSEN) as again:
        again.ready()
        with again.client() as client:
            for other in others:
                client.cancel(other)
        expect(page.locator(".game-moves li")).to_have_count(2)
        expect(page.locator(".busy")).to_be_empty()
        expect(page.locator("#notice")).to_be_empty()
