"""Generate docs/page.png, a screenshot of the start page with explained conflicts.

.venv/bin/python scripts/page_picture.py http://127.0.0.1:8000/     (a running `entails serve`; needs Chromium)
"""

import shutil
import sys
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

TARGET = Path(__file__).resolve().parent.parent / "docs" / "page.png"
COLOURS = 96
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")


def main() -> int:
    """Take the screenshot and reduce its colours, so that the file stays small."""
    if len(sys.argv) != 2:
        print("page_picture.py ADDRESS", file=sys.stderr)
        return 2
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900}, locale="en-GB")
        page.goto(f"{sys.argv[1]}#/")
        page.locator('.verdict[data-tone="bad"]').first.wait_for()
        whole = page.get_by_role("button", name="Break it")
        for _ in range(whole.count()):
            whole.first.click()
        page.locator('.verdict[data-tone="bad"]').nth(3).wait_for()
        page.wait_for_timeout(500)
        picture = Image.open(BytesIO(page.screenshot()))
        browser.close()
    picture.convert("RGB").quantize(COLOURS).save(TARGET, optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
