"""The gallery matches the puzzles; only a new puzzle may be missing until it is rebuilt."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from entails.puzzles import own_puzzles, puzzle_type_named

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "puzzles"


def test_the_gallery_is_up_to_date() -> None:
    ran = subprocess.run([sys.executable, ROOT / "scripts" / "gallery.py", "--check"], check=False)
    assert ran.returncode == 0, "run make gallery"


def test_every_picture_is_of_a_puzzle_and_on_the_page() -> None:
    page = (ROOT / "docs" / "puzzles.md").read_text("utf-8")
    drawn = {name for name in own_puzzles() if puzzle_type_named(name).is_drawn}
    pictures = {path.stem for path in PICTURES.glob("*.svg")}
    assert len(pictures) > 40
    assert pictures <= drawn
    for name in pictures:
        assert f"](puzzles/{name}.svg)" in page
        ElementTree.parse(PICTURES / f"{name}.svg")
