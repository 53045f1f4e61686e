"""The gallery shows every puzzle that can be drawn, as it is."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from clausal.puzzles import kind, own_puzzles

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "puzzles"


def test_the_gallery_is_up_to_date() -> None:
    ran = subprocess.run([sys.executable, ROOT / "scripts" / "gallery.py", "--check"], check=False)
    assert ran.returncode == 0, "run make gallery"


def test_every_puzzle_with_a_drawing_is_in_it() -> None:
    page = (ROOT / "docs" / "puzzles.md").read_text("utf-8")
    drawn = {name for name in own_puzzles() if kind(name).drawing is not None}
    assert {path.stem for path in PICTURES.glob("*.svg")} == drawn
    for name in drawn:
        assert f"](puzzles/{name}.svg)" in page
        ElementTree.parse(PICTURES / f"{name}.svg")
