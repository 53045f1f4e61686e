"""Long work on the page: its place in the queue is told, it goes on when its reader looks elsewhere or the server dies,
and it ends when it is told to."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from service.running_server import RunningServer, running_server
from service.test_service_calls import pigeons

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CHOSEN = {"warm": False, "workers": 1, "job_workers": 1}


def order(page: Page) -> None:
    """An easy grid, made by a job."""
    page.get_by_label("Difficulty").select_option("easy")
    page.get_by_role("button", name="Generate").click()


def elsewhere_and_back(page: Page) -> None:
    page.get_by_role("link", name="Wordle", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Wordle")
    page.get_by_role("link", name="Sudoku", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sudoku")


def test_work_goes_on_while_its_reader_is_elsewhere_and_ends_when_told(page: Page, tmp_path: Path) -> None:
    """And a server that dies meanwhile loses nothing."""
    first = RunningServer(tmp_path, **CHOSEN)
    try:
        first.ready()
        with first.client() as client:
            for _ in range(2):
                client.begin("cnf/solve", puzzle=pigeons(13))
            page.goto(f"{first.address}#/sudoku?g={EASY}&lock=1")
            order(page)
            expect(page.locator(".busy").last).to_contain_text("1 job before yours.")
            elsewhere_and_back(page)
            expect(page.locator(".busy").last).to_contain_text("1 job before yours.")  # the same job, not another one
            waiting = [job for job in client.jobs() if job.call == "sudoku/generate"]
            assert [item.state for item in waiting] == ["queued"]
            page.locator(".cancel").click()
            expect(page.locator(".cancel")).to_have_count(0)
            elsewhere_and_back(page)
            expect(page.locator(".busy").last).to_be_empty()
            assert client.job(waiting[0].id).state == "cancelled"
            order(page)
            expect(page.locator(".busy").last).to_contain_text("1 job before yours.")
    finally:
        first.kill()
    expect(page.locator(".busy").last).to_contain_text("The server does not respond; your work is kept.")
    with running_server(tmp_path, port=urlsplit(first.address).port, **CHOSEN) as again:
        again.ready()
        expect(page.locator(".busy").last).to_contain_text(re.compile("before yours|is next|Working"))
        expect(page.locator("#notice")).to_be_empty()
        with again.client() as client:
            kept = [job for job in client.jobs() if job.call == "sudoku/generate"]
            assert len(kept) == 2  # what was ordered before its server died was not ordered once more
            page.locator(".cancel").click()
            expect(page.locator(".busy").last).to_be_empty()
            client.wait(kept[0].id)
            assert client.job(kept[0].id).state == "cancelled"


@pytest.fixture(autouse=True)
def _silence_is_expected(request: pytest.FixtureRequest) -> None:
    """The browser says so in its console when nobody answers."""
    request.node.expected_complaints = ("ERR_",)
