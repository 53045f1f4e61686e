"""Every reader on foreign input: file names, addresses of other types, truncated or repeated texts, junk.

A reader returns a valid puzzle, or raises an error with one sentence.
"""

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from helpers import outside_data
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pencil_small import SMALL

import entails
from entails.formats.text import in_rows, joined, number_text
from entails.models.errors import Invalid, UnsupportedPuzzle
from entails.models.fields import ENDINGS, is_file_name
from entails.puzzles import puzzle_type_named, puzzles
from entails.queries import find_query, queries_of
from entails.queries.parse import only_one

LINKS = ("link", "fpuzzles", "sudokupad", "sudokuwiki")
FILE_NAMES = [
    *(
        "grid.txt",
        "ab.txt",
        "a.csv",
        "1.txt",
        "grid1.txt",
        "puzzle.json",
        "x.cnf",
        "abc.opb",
        "crane.words",
        "GRID.TXT",
    ),
    *("grids/a.txt", "my-sudoku-16.txt", "data.1/ab.txt", "my grid.sdk", "grid.tar.gz", "abcdefg.foo", "a/b/c.d.sdm"),
    *("./ab", "../ab", "../grids/one", "~/grids/one", "/tmp/grid", "/tmp/grid.txt", "C:\\grids\\a.txt", "C:/grids/a"),
    "sudoku-2024-05-17-very-difficult.txt",
]
ADDRESSES = [
    *("https://example.org/", "http://a.b/c?d=e#f", "ftp://x.y/z", "mailto:a@b.c", "www.example.org/puzzle"),
    *("https://www.nytimes.com/games/wordle/index.html", "https://sudokupad.app/abc123", "https://puzz.link/p?"),
    *("https://puzz.link/p?nawabari/4/4/h2g", "puzz.link/p?nawabari/4/4/h2g", "nawabari/4/4/h2g"),
]


def read(name: str, text: str) -> Any:
    """Return the puzzle, or None if the text is rejected; any other exception is a fault."""
    puzzle_type = puzzle_type_named(name)
    try:
        return only_one(puzzle_type.read(text.encode(errors="surrogatepass"), puzzle_type.read_options({})))
    except Invalid as refused:
        sentence = str(refused)
    assert len(sentence.splitlines()) == 1
    return None


@cache
def links() -> dict[str, list[str]]:
    """Return addresses of the shipped examples, by puzzle type."""
    result: dict[str, list[str]] = {}
    for name in puzzles():
        puzzle_type = puzzle_type_named(name)
        for form in LINKS:
            for example in puzzle_type.examples[:2] if form in puzzle_type.formats else ():
                try:
                    link = puzzle_type.formats[form](read(name, example.text)).strip()
                except UnsupportedPuzzle:
                    continue
                result.setdefault(name, []).append(link)
    return result


@pytest.mark.parametrize("name", puzzles())
def test_a_file_name_is_no_puzzle(name: str) -> None:
    for text in FILE_NAMES:
        assert is_file_name(text), text
        assert read(name, text) is None, text
        assert read(name, f"{text}\n") is None, text
    with pytest.raises(Invalid, match=r"expected .|file name"):
        entails.parse(name, "grid.txt")


@pytest.mark.parametrize("name", puzzles())
def test_file_names_are_no_puzzles_of_queries_with_readers_of_their_own(name: str) -> None:
    for verb in queries_of(name):
        reader = find_query(name, verb).input.read
        for text in FILE_NAMES if reader is not None else ():
            with pytest.raises(Invalid):
                only_one(reader(text.encode(), puzzle_type_named(name).read_options({})))


def test_a_list_of_file_names_is_no_list_of_puzzles() -> None:
    assert all(entry.error for entry in entails.parse_many("numbrix", "ab.txt\ncd.txt\n"))
    assert all(entry.error for entry in entails.parse_many("lits", "ab.txt\n\ncd.txt\n"))


@pytest.mark.parametrize("name", puzzles())
def test_no_text_of_a_puzzle_is_a_file_name(name: str) -> None:
    puzzle_type = puzzle_type_named(name)
    for example in puzzle_type.examples:
        puzzle = read(name, example.text)
        assert puzzle is not None
        texts = [example.text, puzzle_type.format(puzzle)]
        for form, write in puzzle_type.formats.items():
            try:
                texts.append(write(puzzle))
            except UnsupportedPuzzle:
                assert form in (*LINKS, "ipuz")
        assert not any(map(is_file_name, texts))
        assert not any(is_file_name(line) for line in example.text.splitlines())


@pytest.mark.parametrize("name", sorted(SMALL))
def test_no_written_puzzle_is_a_file_name(name: str) -> None:
    @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(SMALL[name].puzzles)
    def written(puzzle: Any) -> None:
        text = puzzle_type_named(name).format(puzzle)
        assert not is_file_name(text)
        assert not is_file_name(text.replace("/", "\n"))

    written()


@given(st.data())
@settings(max_examples=80, deadline=None, database=None)
def test_boards_with_letters_for_numbers_are_no_file_names(data: st.DataObject) -> None:
    """Boards with letters for numbers are not taken for file names; numbers go up to the number of cells."""
    rows, columns = data.draw(st.tuples(st.integers(1, 7), st.integers(2, 7)))
    numbers = st.integers(1, min(35, rows * columns)).map(number_text)
    words = data.draw(st.lists(numbers | st.just("."), min_size=rows * columns, max_size=rows * columns))
    assert not is_file_name(joined(in_rows(words, columns)))


def test_an_ending_of_a_board_is_none_of_a_file() -> None:
    """A board whose last cells spell a file extension is not taken for a file name."""
    for ending in sorted(ENDINGS):
        row = "." * (10 - len(ending)) + ending
        assert not is_file_name("/".join(["." * 10] * 9 + [row]))


def test_published_links_are_no_file_names() -> None:
    for line in outside_data("pencil/links.jsonl").read_text("utf-8").splitlines():
        link = json.loads(line)["link"]
        assert not is_file_name(link)
        assert not is_file_name(link.partition("?")[2])


@pytest.mark.parametrize("name", puzzles())
def test_the_address_of_another_puzzle_is_refused(name: str) -> None:
    """The address of another puzzle type is rejected; a plain Sudoku is accepted as a variant without rules."""
    for second, addresses in links().items():
        if second == name or (name, second) == ("variant", "sudoku"):
            continue
        for link in addresses:
            assert read(name, link) is None, link
            assert read(name, link.removeprefix("https://")) is None, link
    for address in ADDRESSES:
        assert read(name, address) is None, address


@pytest.mark.parametrize("name", links())
def test_a_truncated_address_is_no_other_puzzle(name: str) -> None:
    for link in links()[name]:
        whole = read(name, link)
        for end in range(len("https:"), len(link), max(1, len(link) // 40)):
            assert read(name, link[:end]) in (None, whole), link[:end]


@pytest.mark.parametrize("name", links())
def test_an_address_with_too_much_in_it_is_refused(name: str) -> None:
    for link in links()[name]:
        if link.startswith("https://puzz.link"):
            assert read(name, f"{link}5z") is None, link


@pytest.mark.parametrize("name", puzzles())
def test_what_was_damaged_is_read_or_refused(name: str) -> None:
    random = Random(name)
    texts = [example.text for example in puzzle_type_named(name).examples if len(example.text) < 3000][:3]
    for text in texts:
        half = len(text) // 2
        for damaged in (
            text + text,
            f"{text}\n{text}",
            text[:half],
            text[half:],
            text[::-1],
            text.upper(),
            f"{text}\0",
        ):
            read(name, damaged)
        for _ in range(8):
            letters = list(text)
            for _ in range(random.randint(1, 3)):
                letters[random.randrange(len(letters))] = random.choice(' ./:;=,aZ09-?{}"\n')
            read(name, "".join(letters))


@pytest.mark.parametrize("name", puzzles())
def test_junk_is_read_or_refused(name: str) -> None:
    random = Random(name)
    signs = ' ./\n:;=,abcdxyzABC0123456789-+#?*{}[]"<>^v\t%é\\|()\udcff\u2028'
    for _ in range(40):
        read(name, "".join(random.choice(signs) for _ in range(random.randint(0, 40))))


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("zebra", "https://example.org/", "is an address"),
        ("zebra", "pet: cat dog", "one category and no clue"),
        ("killer", "AA/AA A=10 A=9", "A: given more than once"),
        ("kenken", "AA/AA A=6+ A=6+", "A: given more than once"),
        ("battleship", ".12/1../2.. fleet=1 fleet=2", "fleet: given more than once"),
        ("battleship", "battleship/6/6/13h4h2131gh0o0zi5//c", "invalid ship part"),
        ("masyu", "w?/..", "unexpected '?'"),
        ("masyu", "wk/..", "unexpected 'k'"),
        ("simple-loop", "2./..", "unexpected '2'"),
        ("light-up", "5./..", "unexpected '5'; expected 0 to 4, x for a black cell without a number"),
        ("mosaic", "a./..", "unexpected 'a'; expected a number from 0 to 9"),
        ("lits", "a@/bb", "unexpected '@'; expected a letter or a number that names a region"),
        ("nurimaze", "ab/ab;S0/.G", "unexpected '0'"),
        ("sashigane", "^v . ./. . .", "row 1, column 1: unexpected '^v'"),
        ("tents", ". 1 1/1 Tt ./1 . .", "row 1, column 1: unexpected 'Tt'"),
        ("tents", "5 1 1/1 T ./1 . .", "unexpected '5'; expected . in the corner"),
        ("minesweeper", "1../... mines=3 mines=4", "mines: given more than once"),
        ("tapa", "02 . ./. . .", "impossible clue '02'"),
        ("tapa", "2111 . ./. . ./. . .", "impossible clue '2111'"),
        ("heyawake", "AAB/AAB; 1.2/3..", "row 2, column 1: the region has another clue already"),
        ("star-battle", "1:AA/.A", "row 2, column 1: unexpected '.'"),
        ("nonogram", "nonogram/3/3/.g1g1g1g1g1g", "runs of unknown length are not supported"),
        ("yajilin", "3./..", "unexpected '3'; expected a direction and a number"),
    ],
)
def test_what_is_not_understood_is_refused(name: str, text: str, sentence: str) -> None:
    with pytest.raises(Invalid) as refused:
        entails.parse(name, text)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("name", "text", "same"),
    [
        ("queens", "4x4", "4"),
        ("light-up", "x./1.", "?./1."),
        ("minesweeper", "1../... Mines=3", "1../... mines=3"),
        ("takuzu", "  twins:01/10", "twins:01/10"),
        ("variant", "1 . . ./. . . ./. . . ./. . . . cage=3 r1c1 r1c2", "1.../..../..../.... cage=3 r1c1 r1c2"),
        (
            "variant",
            "1...\n....\n....\n....\nanti-knight\nx-sum=3 r1c1 r1c2 r1c3 r1c4",
            "1.../..../..../.... anti-knight; x-sum=3 r1c1 r1c2 r1c3 r1c4",
        ),
    ],
)
def test_other_spellings_of_a_puzzle(name: str, text: str, same: str) -> None:
    assert entails.parse(name, text) == entails.parse(name, same)


@pytest.mark.parametrize(
    "name", ["hidoku", "hitori", "minesweeper", "numbrix", "nurikabe", "slitherlink", "star-battle"]
)
@pytest.mark.parametrize(("rows", "columns"), [(1, 4), (4, 1), (1, 9), (12, 1), (1, 1)])
def test_boards_of_a_single_line_are_read_as_written(name: str, rows: int, columns: int) -> None:
    cells = {"hitori": "2", "star-battle": "A"}.get(name, ".")
    text = "/".join([",".join([cells] * columns) + ","] * rows) + "/"
    puzzle, puzzle_type = entails.parse(name, text), puzzle_type_named(name)
    assert (puzzle.board.rows, puzzle.board.columns) == (rows, columns)
    assert entails.parse(name, puzzle_type.format(puzzle)) == puzzle
    numbered = entails.parse("numbrix", "/".join([*["."] * 11, "12"]).replace("/", ",/") + ",")
    assert entails.parse("numbrix", puzzle_type_named("numbrix").format(numbered)) == numbered


def test_a_large_number_in_a_small_nurikabe_is_no_file_name() -> None:
    puzzle = entails.parse("nurikabe", "nurikabe/1/2/g-11")
    assert entails.parse("nurikabe", puzzle_type_named("nurikabe").format(puzzle)) == puzzle


def test_signs_of_pearls_are_those_of_people() -> None:
    pearls = entails.parse("masyu", ".1../..../..../...2")
    for text in (".w../..../..../...b", ".W../..../..../...B", ".○../..../..../...●"):
        assert entails.parse("masyu", text) == pearls
