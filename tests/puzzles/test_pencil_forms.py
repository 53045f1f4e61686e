"""Text formats of pencil puzzles: typed puzzles are restored, and invalid text gives a one-sentence error."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pencil_small import SMALL

import entails
from entails.formats.drawing.text import plain
from entails.models.errors import InvalidPuzzle
from entails.models.limits import Options
from entails.puzzles import puzzle_type_named
from entails.puzzles.detect import recognised

SAME = {
    "takuzu": (
        ".0../0.../.01./..1.",
        ".0..\n0...\n.01.\n..1.",
        ".0..0....01...1.",
        ". 0 . .\n0 . . .\n. 0 1 .\n. . 1 .",
        "┌─────────┐\n│ · 0 · · │\n│ 0 · · · │\n│ · 0 1 · │\n│ · · 1 · │\n└─────────┘",
    ),
    "futoshiki": (
        ".>3./..^/.../.<..",
        ".>3.\n..^\n...\n.<..",
        ".>3 .\n    ^\n. . .\n.<. .",
        ". > 3 .\n. . ^\n. . .\n. < . .",
        "┌───┬───┬───┐\n│ · > 3 │ · │\n├───┼───┼─^─┤\n│ · │ · │ · │\n├───┼───┼───┤\n│ · < · │ · │\n└───┴───┴───┘",
        "+---+---+---+\n| . > 3 | . |\n+---+---+-^-+\n| . | . | . |\n+---+---+---+\n| . < . | . |\n+---+---+---+",
        "3:0R,3,0,0,0,0U,0,0L,0,",
    ),
    "queens": (
        "Q.../..../..../....",
        "Q...\n....\n....\n....",
        "Q3/4/4/4",
        "q...............",
        "♛···\n····\n····\n····",
    ),
    "aquarium": ("aquarium/3/3/b0p0/g23g22", ". . 2 3/. A A B/2 C C B/2 C B B"),
    "magnets": ("magnets/2/2/111111110o000", ". 1 1 ./1 A A 1/1 B B 1/. 1 1 ."),
    "killer": (
        "AABB/CABD/CDDD/CEEE A=6 B=9 C=7 D=12 E=6 r1c1=1",
        "AABB\nCABD\nCDDD\nCEEE\nA=6 B=9 C=7\nD=12 E=6\nr1c1=1",
    ),
    "star-battle": (
        "1:000111/011122/033442/553342/544442/522222",
        "1:\n000111\n011122\n033442\n553342\n544442\n522222",
        "000111/011122/033442/553342/544442/522222",
        "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou",
    ),
    "nonogram": (
        "3x2:1/2/1/3/1",
        "width 3\nheight 2\n\nrows\n3\n1\n\ncolumns\n1\n2\n1\n",
        "columns\n1\n2\n1\nrows\n3\n1",
    ),
    "hitori": ("1114/1423/3321/4213", "1 1 1 4\n1 4 2 3\n3 3 2 1\n4 2 1 3", "puzz.link/p?hitori/4/4/1114142333214213"),
    "slitherlink": (
        "...../2022./...../0103./.....",
        ".....\n2022.\n.....\n0103.\n.....",
        "https://puzz.link/p?slither/5/5/k202cj010dj",
        "5x5t0:e2022f0103f",
    ),
    "nurikabe": (
        ".5.../..2../...../..1../...3.",
        ". 5 . . .\n. . 2 . .\n. . . . .\n. . 1 . .\n. . . 3 .",
        "nurikabe/5/5/g5k2o1k3g",
    ),
    "galaxies": ("tentaisho/5/5/er8eziek8a0", "tentaisho/5/5/er8eziek8ae", "tentaisho/5/5/er8eziek8a000000"),
    "kakuro": ("kakuro/4/4/la070n06m.06l498a", "kakuro/4/4/la07-n-6m.-6l498a"),
    "skyscrapers": (
        "skyscrapers/4/4/2g22g4i3g1g2h",
        ". 2 . 2 2 ./. . . . . ./3 . . . . 2/. . . . . ./1 . . . . ./. . 4 . . .",
        "building/4/4/2g22g4i3g1g2h",
        "skyscraper/4/4/2g22g4i3g1g2h",
        "skyscrapers/4/4/2g22g4i3g1g2hv",
    ),
    "numberlink": ("numlin/4/4/i2g1g1h2h3g3", "arukone/e/4/4/i2g1g1h2h3g3", "numberlink/4/4/i2g1g1h2h3g3"),
    "hashi": tuple(f"{genre}/5/5/g433h3441h4g34i34g2h" for genre in ("hashikake", "bridges", "hashi")),
    "heyawake": ("heyawake/5/5/0jdpohc2202g0", "heyawacky/5/5/0jdpohc2202g0"),
}

REFUSED = {
    "takuzu": {
        ".0./.../..1": "3 rows cannot have as many 0s as 1s; expected an even number of rows",
        "2./..": "row 1, column 1: unexpected '2'; expected 0, 1 or . for an empty cell",
        "../../..": "the board is not a square: 3 rows of 2 cells; expected rows of 0, 1 and .",
    },
    "futoshiki": {
        "4.../..../..../...5": "row 4, column 4: unexpected 5; expected 1 to 4, or . for an empty cell",
        "<../..": "row 1, column 0: a sign points outside the grid; expected a cell",
        "3:0R,0,0": "3 cells; expected 9",
        "2:0L,0,0,0": "row 1, column 0: a sign points outside the grid; expected a cell",
    },
    "queens": {
        "K./..": "row 1, column 1: unexpected 'K'; expected Q or .",
        "99": "99 rows of 99 cells; expected at most 60 rows of 60 cells",
    },
    "killer": {
        "AABB/CABD/CDDD/CEEE A=6": "cage B: missing sum; expected a sum such as B=10",
        "AABB/CABD/CDDD/CEEE A=6 B=9 C=7 D=12 E=6 F=1": (
            "F: unknown cage or cell; expected the name of each cell's cage, then sums such as A=10"
        ),
        "AABB/CABD/CDDD/CEEE A=six B=9 C=7 D=12 E=6": "cage A: unexpected 'six'; expected a number up to 64",
        "AAA/BBB/CCC A=6 B=6 C=6": "boxes: no boxes for 3 rows; expected boxes=ROWSxCOLUMNS, of 3 cells each",
    },
    "star-battle": {
        "x:AB/AB": "start: invalid number of stars 'x'; expected 1 to 9 and a colon",
        "2:AB/A": "row 2: 1 cell; expected 2, as in row 1",
    },
    "nonogram": {
        "3x2:1/2/1/3": "4 clues; expected 3 of columns and 2 of rows",
        "2x1:1/1/1234": "clue 3: a run is too long; expected 1 to 60",
        "rows\n1\n2": (
            "no clues of rows and columns; expected 5x3: and the clues of columns, then rows, between "
            "slashes, such as 1/1.1/3"
        ),
    },
    "hitori": {
        "12/1.": "row 2, column 2: unexpected '.'; expected a number",
        "hitori/2/2/12.1": "address: a cell has no number; expected a number for each cell",
    },
    "slitherlink": {
        "12/15": "row 2, column 2: unexpected '5'; expected 0 to 4, or .",
        "2x2:123": "3 cells; expected 2 times 2",
        "hitori/2/2/1211": "the address is of genre hitori; expected slither or slitherlink",
    },
    "aquarium": {". 1 2/1 A B/x A B": "row 2: unexpected 'x'; expected a number, or . for none"},
    "galaxies": {
        "1./..": "this puzzle cannot be typed in rows; expected a puzz.link address",
        "tentaisho/5/5/er8eziek8a000": (
            "address: the link is truncated: it ends after 10 of 25 places; expected the whole link"
        ),
    },
    "skyscrapers": {
        ". 1 ./1 . 1/2 1 .": "row 3, column 1: unexpected '2'; expected . in the corner",
        "skyscrapers/4/4/2g22g4i3g1g2h5u": "r1c1: height 5; expected 1 to 4",
        "skyscrapers/4/4/2g22g4i3g1g2h1t": (
            "address: the link is truncated: it ends after 15 of 16 places; expected the whole link"
        ),
    },
    "numberlink": {
        "arukone/x/4/4/i2g1g1h2h3g3": ("address: unknown rules 'x'; expected arukone and its size"),
    },
    "nurikabe": {"1!/..": "row 1, column 2: unexpected '!'; expected a number, ?, or . for an empty cell"},
}


@pytest.mark.parametrize("name", SAME)
def test_forms_that_mean_the_same(name: str) -> None:
    line, *others = SAME[name]
    puzzle = entails.parse(name, line)
    assert puzzle_type_named(name).format(puzzle) == line
    for text in others:
        assert entails.parse(name, text) == puzzle


@pytest.mark.parametrize(("name", "text"), [(name, text) for name in REFUSED for text in REFUSED[name]])
def test_an_invalid_puzzle_is_one_sentence(name: str, text: str) -> None:
    with pytest.raises(InvalidPuzzle) as refused:
        entails.parse(name, text)
    assert str(refused.value) == REFUSED[name][text]


@pytest.mark.parametrize("name", SAME)
def test_any_text_is_a_puzzle_or_refused(name: str) -> None:
    letters = sorted({character for text in SAME[name] for character in text})

    @given(st.text(st.sampled_from([*letters, "/", "\n", ":", "x", "9", "é"]), max_size=60) | st.text(max_size=30))
    def read(text: str) -> None:
        with suppress(InvalidPuzzle):
            puzzle = entails.parse(name, text)
            assert entails.parse(name, puzzle_type_named(name).format(puzzle)) == puzzle
            assert plain(puzzle_type_named(name).draw(puzzle, None))

    read()


@pytest.mark.parametrize("name", SMALL)
def test_what_is_written_is_read_again(name: str) -> None:
    @given(SMALL[name].puzzles)
    def again(puzzle: Any) -> None:
        assert entails.parse(name, puzzle_type_named(name).format(puzzle)) == puzzle

    again()


def test_lines_that_may_be_alike() -> None:
    puzzle = entails.parse("takuzu", "twins:.0../0.../.01./..1.")
    assert puzzle.twins
    assert puzzle_type_named("takuzu").format(puzzle) == "twins:.0../0.../.01./..1."


def test_boxes_of_another_form() -> None:
    text = "AAAAAA/BBBBBB/CCCCCC/DDDDDD/EEEEEE/FFFFFF A=21 B=21 C=21 D=21 E=21 F=21"
    assert entails.parse("killer", text).box == (2, 3)
    puzzle = entails.parse("killer", f"{text} boxes=3x2")
    assert puzzle.box == (3, 2)
    assert puzzle_type_named("killer").format(puzzle).endswith("boxes=3x2")


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        (
            "futoshiki",
            "┌───┬───┬───┐\n│ · > 3 │ · │\n├───┼───┼─^─┤\n│ · │ · │ · │\n├───┼───┼───┤\n│ · < · │ · │\n└───┴───┴───┘",
        ),
        ("takuzu", SAME["takuzu"][-1]),
        ("nonogram", "    1 2 1\n  ┌───────┐\n3 │ · · · │\n1 │ · · · │\n  └───────┘"),
        ("slitherlink", "·   ·   ·   ·   ·   ·\n\n·   ·   ·   ·   ·   ·\n  2   0   2   2\n·   ·   ·   ·   ·   ·"),
    ],
)
def test_how_it_is_drawn(name: str, drawn: str) -> None:
    shown = plain(puzzle_type_named(name).draw(entails.parse(name, SAME[name][0]), None))
    assert shown.startswith(drawn)


def test_a_whole_samurai_is_five_grids() -> None:
    wide, middle = "." * 9 + "###" + "." * 9, "#" * 6 + "." * 9 + "#" * 6
    puzzle = entails.parse(
        "samurai", "/".join([wide] * 6 + ["." * 21] * 3 + [middle] * 3 + ["." * 21] * 3 + [wide] * 6)
    )
    assert [puzzle.board.name(grid.cells[0]) for grid in puzzle.grids] == ["r1c1", "r1c13", "r7c7", "r13c1", "r13c13"]
    assert len(puzzle.held) == 369
    assert puzzle_type_named("samurai").check(puzzle, entails.solve(puzzle).answer) is None
    with pytest.raises(InvalidPuzzle, match="do not form several grids of 9x9"):
        entails.parse("samurai", "/".join(["." * 9] * 9))


def test_heights_that_are_given_stay() -> None:
    puzzle = entails.parse("skyscrapers", "skyscrapers/4/4/v3u")
    assert puzzle_type_named("skyscrapers").format(puzzle) == "skyscrapers/4/4/v3u"
    answers = list(entails.solutions(puzzle, options=Options(max_solutions=600)))
    assert len(answers) == 576 // 4  # Latin squares, of which a quarter have a 3 in the corner
    assert {answer.cells[0] for answer in answers} == {3}
    item = next(iter(entails.solutions(entails.parse("skyscrapers", "skyscrapers/4/4/v4u"))))
    assert puzzle_type_named("skyscrapers").check(puzzle, item) == "the height in r1c1 has changed"


def test_an_arukone_fills_the_board() -> None:
    """In a numberlink, adjacent ends may be joined directly; in an arukone only if the address has an e."""
    written = {
        text: list(entails.solutions(entails.parse("numberlink", f"{text}/2/2/1g1g")))
        for text in ("numlin", "arukone", "arukone/e")
    }
    assert [len(answers) for answers in written.values()] == [2, 1, 2]
    arukone = entails.parse("numberlink", "arukone/2/2/1g1g")
    assert recognised("arukone/2/2/1g1g") == "numberlink"
    assert puzzle_type_named("numberlink").format(arukone) == "arukone/2/2/1g1g"
    complaints = {puzzle_type_named("numberlink").check(arukone, answer) for answer in written["numlin"]}
    assert complaints == {None, "no line passes through r1c2"}
