"""The page on a slow phone: time to first paint and to the complete view, in Chromium with network and CPU throttled as
in Lighthouse.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.measure import figure

if TYPE_CHECKING:
    from playwright.sync_api import Browser

VISITS = 5
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
_TIMEOUT_MS = 120_000
DOWN, UP, LATENCY, SLOWER = 1_638_400 / 8, 675_000 / 8, 150, 4
"""Bytes per second, milliseconds per request, and the slow-down of the CPU."""
PLACES = {"home": "", "sudoku": "#/sudoku", "wordle": "#/wordle", "scrabble": "#/scrabble", "setter": "#/setter"}
_START = (
    "import sys; from entails.service.server import run; from entails.service.settings import ServiceSettings; "
    "run(ServiceSettings(port=0, warm=False, jobs_db=sys.argv[1]), lambda address: print(address, flush=True))"
)
_WATCH = """new MutationObserver(() => {
  if (!window.shownAfter && document.querySelector("main h1")) window.shownAfter = performance.now();
}).observe(document, {childList: true, subtree: true})"""
_PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


def main() -> None:
    """Print the median of a few first visits to each view."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        print("skipped: playwright is not installed")
        return
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None:
        print("skipped: there is no Chromium here")
        return
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-c", _START, str(Path(folder) / "jobs.sqlite")],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            with sync_playwright() as playwright:
                opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
                for name, place in PLACES.items():
                    visits = [_visit(opened, address + place) for _ in range(VISITS)]
                    painted, shown = (median(visit[at] for visit in visits) for at in (0, 1))
                    for what, after, limit in (("first paint", painted, 1), ("heading of the view", shown, 2)):
                        value = f"{after / 1000:.2f} s"
                        figure(f"page on a slow phone, {name}: {what}", value, f"{limit} s", after < 1000 * limit)
                opened.close()
        finally:
            server.terminate()
            server.wait(30)
    print(f"load average of this machine: {os.getloadavg()[0]:.1f}")


def _visit(browser: "Browser", address: str) -> tuple[float, float]:
    """Return the milliseconds to the first paint and to the heading of the view."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    throttle = context.new_cdp_session(page)
    throttle.send("Network.enable")
    throttle.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": LATENCY, "downloadThroughput": DOWN, "uploadThroughput": UP},
    )
    throttle.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(_WATCH)
    page.goto(address, wait_until="commit", timeout=_TIMEOUT_MS)
    page.locator("main h1").wait_for(timeout=_TIMEOUT_MS)
    painted, shown = page.evaluate(_PAINTED), page.evaluate("window.shownAfter")
    context.close()
    return float(painted), float(shown)
