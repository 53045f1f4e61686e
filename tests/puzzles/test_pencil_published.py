"""Published pencil puzzles, and the boards with which another program tests its referees.

`pencil/links.jsonl` has addresses of puzzles with one solution each, `pencil/pzpr_checks.jsonl` boards with the rule
that each breaks, both outside of the project: below the folder that CLAUSAL_DATA names.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

import clausal
from clausal.models.pencil import Marks
from clausal.models.row_text import rows_of
from clausal.puzzles import kind
from clausal.puzzles.slitherlink import LoopLines

GENRES = {
    "hitori": "hitori",
    "nurikabe": "nurikabe",
    "slither": "slitherlink",
    "nonogram": "nonogram",
    "starbattle": "star-battle",
}
UNFINISHED = {"brNoShade", "brNoLine"}


def lines(name: str) -> list[dict[str, Any]]:
    file = Path(os.environ.get("CLAUSAL_DATA", "no-such-folder")) / "pencil" / name
    if not file.is_file():
        pytest.skip(f"{name} is not there: set CLAUSAL_DATA to the folder that holds pencil/{name}")
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def test_published_puzzles_have_one_solution() -> None:
    published = [one for one in lines("links.jsonl") if one["genre"] in GENRES]
    assert len(published) == 24
    for one in published:
        found = clausal.parse(GENRES[one["genre"]], one["link"])
        assert (found.board.columns, found.board.rows) == (one["width"], one["height"])
        checked = clausal.check(found)
        assert (checked.consistent, checked.unique) == (True, True), one["link"]


@pytest.mark.parametrize("genre", GENRES)
def test_referees_agree_with_another_program(genre: str) -> None:
    (case,) = [one for one in lines("pzpr_checks.jsonl") if one["genre"] == genre]
    name = GENRES[genre]
    seen, right = [], None
    for check in case["checks"]:
        if check["rule"] in UNFINISHED or check["options"] or not check["board"].startswith("pzprv3/"):
            continue
        puzzle, answer = board(genre, check["board"].split("/")[2:])
        seen.append(check["rule"] is None)
        assert (kind(name).rules(puzzle, answer) is None) == (check["rule"] is None), check
        right = answer if check["rule"] is None else right
    assert True in seen
    assert False in seen
    assert list(clausal.solutions(clausal.parse(name, f"{genre}/{case['url']}"))) == [right]


def board(genre: str, parts: list[str]) -> tuple[Any, Any]:
    """A board in the text form pzprv3, as a puzzle and what is drawn on it."""
    rows, columns = int(parts[0]), int(parts[1])
    body = [part.split() for part in parts[2:] if part.strip()]
    name = GENRES[genre]
    if genre == "hitori":
        numbers = "/".join(map("".join, body[:rows]))
        return clausal.parse(name, numbers), shaded(body[rows:], columns)
    if genre == "nurikabe":
        clues = "/".join("".join(cell if cell.isdecimal() else "." for cell in row) for row in body)
        return clausal.parse(name, clues), shaded(body, columns)
    if genre == "slither":
        clues, down, across = body[:rows], body[rows : 2 * rows], body[2 * rows :]
        drawn = [int(line == "1") for row in (*across, *down) for line in row]
        return clausal.parse(name, "/".join(map("".join, clues))), LoopLines(columns, tuple(drawn))
    if genre == "starbattle":
        stars, regions, marks = parts[2], body[2 : 2 + rows], body[2 + rows :]
        return clausal.parse(name, f"{stars}:{'/'.join(map(''.join, regions))}"), shaded(marks, columns)
    above, beside = (rows + 1) // 2, (columns + 1) // 2
    top = zip(*[row[beside:] for row in body[:above]], strict=True)
    clues = [[cell for cell in line if cell.isdecimal()] for line in (*top, *(row[:beside] for row in body[above:]))]
    text = f"{columns}x{rows}:" + "/".join(map(".".join, clues))
    return clausal.parse(name, text), shaded([row[beside:] for row in body[above:]], columns)


def shaded(rows: list[list[str]], columns: int) -> Marks:
    cells = [int(cell == "#") for row in rows_of("/".join(map("".join, rows))) for cell in row]
    return Marks(columns, tuple(cells))
