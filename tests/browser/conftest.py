"""A real browser and a real server. Without Chromium, these tests are skipped with a message."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from service.running_server import RunningServer, running_server

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
"""Browser programs in order of preference. The headless shell needs about half of the CPU time of a full browser."""
TIMEOUT_MS = 60_000
FLAGS = ("--no-sandbox", "--disable-dev-shm-usage")
UNUSED = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup")
"""Features of the browser's own window, which is never shown; they take half of the work of opening one."""
PICTURES = Path(".pytest_cache") / "browser"


def chromium() -> str:
    """Return the path of the machine's browser."""
    for name in NAMES:
        if result := shutil.which(name):
            return result
    how = "no Chromium here: the page is not tested in a browser (Debian, Ubuntu: apt install chromium)"
    if os.environ.get("ENTAILS_REQUIRE_BROWSER"):
        pytest.fail(how)
    pytest.skip(how)


opened_browsers = ExitStack()
"""The browser of this process, started on first use."""


@cache
def launched() -> Browser:
    playwright = opened_browsers.enter_context(sync_playwright())
    without = f"--disable-features={','.join(UNUSED)}"
    launched_browser = playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS, without])
    opened_browsers.callback(launched_browser.close)
    return launched_browser


@pytest.fixture
def browser() -> Browser:
    """Start one browser for all page tests; each test has its own context."""
    chromium()
    return launched()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Close the browser before tests in other folders: while Playwright runs, they cannot start an event loop."""
    if nextitem is None or nextitem.path.parent != Path(__file__).parent:
        launched.cache_clear()
        opened_browsers.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Start a server whose user has stored a word list, `club`."""
    chromium()
    folder = tmp_path_factory.mktemp("page")
    lists = folder / "data" / "entails" / "lexicons"
    lists.mkdir(parents=True)
    (lists / "club.txt").write_text("mars\nmarsi\nnut\n", encoding="utf-8")
    with ExitStack() as stack:
        with pytest.MonkeyPatch.context() as environment:  # of the server, not of tests in this process
            environment.setenv("XDG_DATA_HOME", str(folder / "data"))
            running = stack.enter_context(running_server(folder, seconds=60.0, warm=True))
        running.ready()
        yield running


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Open a page in English and light colours; any console message of its scripts fails the test.

    Colours change without transitions, during which axe-core would measure contrasts.
    """
    context = browser.new_context(
        viewport={"width": 1280, "height": 900},
        locale="en-GB",
        color_scheme="light",
        reduced_motion="reduce",
        permissions=["clipboard-read", "clipboard-write"],
        accept_downloads=True,
    )
    context.set_default_timeout(TIMEOUT_MS)
    expect.set_options(timeout=TIMEOUT_MS)
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    opened.on("request", lambda sent: complaints.append(sent.url) if is_foreign(sent.url) else None)
    yield opened
    if getattr(request.node, "failed", False):
        PICTURES.mkdir(parents=True, exist_ok=True)
        opened.screenshot(path=PICTURES / f"{request.node.name}.png", full_page=True)
    context.close()
    expected = getattr(request.node, "expected_complaints", ())
    assert [complaint for complaint in complaints if not any(part in complaint for part in expected)] == []


def is_foreign(address: str) -> bool:
    return not address.startswith(("http://127.0.0.1", "blob:", "data:"))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: Any) -> Iterator[Any]:
    """Record a failure, so that its page is photographed."""
    outcome = yield
    if outcome.get_result().failed:
        item.failed = True
