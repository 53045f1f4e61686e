"""Alphabets as data: tiles of two letters, accented tiles, alphabets of maximum size.

The generator, the constraint model and the checker agree on them with trying everything; what people see has no letter
that is none."""

import json
from pathlib import Path
from random import Random

import pytest
from scrabble_positions import by_trying_everything, is_legal, random_positions
from typer.testing import CliRunner, Result

from entails.cli.main import app
from entails.data import scrabble as shipped
from entails.data.lexicons import lexicon
from entails.data.scrabble import read_tile_set
from entails.encoders.cpsat.compile import ChosenCpSat
from entails.formats.scrabble.gcg import gcg_bytes, read_gcg
from entails.formats.scrabble.position import draw, read_cgp, read_drawn, read_json, record_of, write_cgp, write_json
from entails.formats.scrabble.replay import replay
from entails.formats.scrabble.saved import gcg_of, read_saved, saved_game
from entails.models.alphabet import MOST_LETTERS, Alphabet
from entails.models.errors import SPELLED, bracketed, unbracketed
from entails.models.lexicon import Lexicon
from entails.models.limits import DEFAULTS, UNLIMITED
from entails.models.scrabble.board import read_layout
from entails.models.scrabble.game import Exchange, Game, read_move, write_move
from entails.models.scrabble.rules import score
from entails.models.scrabble.tiles import Rack, TileSet
from entails.puzzles.scrabble import ENCODERS
from entails.solvers.engine import engine, solutions
from entails.solvers.scrabble.generator import PlayTally, all_placements, best_placement, tally
from entails.solvers.scrabble.graph import word_graph
from entails.solvers.scrabble.players import play_best

TILES = {
    "small": {"A": [6, 1], "C": [3, 3], "CH": [2, 5], "E": [6, 1], "LL": [2, 8], "Ñ": [2, 8], "O": [5, 1], "?": [2, 0]},
    "narrow": {
        **{letter: [2, 1] for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
        **{letter: [4, 7] for letter in ("Ä", "Ñ", "Ö", "Ü", "Ő", "Ű", "CH", "LL", "RR", "SZ", "GY", "NY")},
        "?": [2, 0],
    },
    "full": {
        **{letter: [2, 1] for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
        **{letter: [2, 2] for letter in "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"},
        **{letter: [3, 3] for letter in ("Ä", "Ñ", "Ö", "Ж", "CH", "LL", "RR", "SZ", "GY", "NY")},
        "?": [2, 0],
    },
}
LAYOUTS = {"small": 1, "narrow": 1, "full": 2}
"""Numbers per edge of the word graph, see `scrabble_graph`."""
POSITIONS = {"small": 3, "narrow": 6, "full": 3}
"""Number of positions, without and with a blank: few where many plays are possible."""
LETTERS = {"small": 7, "narrow": 38, "full": MOST_LETTERS}
BOARD = {"name": "seven", "rows": ["=..'..=", '.-.".-.', "..'.'..", "'\".-.\"'", "..'.'..", '.-.".-.', "=..'..="]}


def tile_set(name: str) -> TileSet:
    return read_tile_set(json.dumps({"name": name, "language": "xx", "tiles": TILES[name]}), name)


def some_words(alphabet: Alphabet, count: int) -> Lexicon:
    """Build words of random letters, half of them from the end of the alphabet, where unusual letters are."""
    dice = Random(3)
    pool = alphabet.letters + 3 * alphabet.letters[-6:]
    sizes = (2, 2, 3, 3, 4, 5)
    words = {"".join(dice.choices(pool, k=dice.choice(sizes))) for _ in range(count)}
    return Lexicon.of(words, "some", "xx", alphabet)


@pytest.mark.parametrize("name", TILES)
def test_three_ways_find_the_same_plays(name: str) -> None:
    tiles = tile_set(name)
    words, cpsat = some_words(tiles.alphabet, 60 if name != "full" else 240), engine("cpsat")
    assert len(tiles.alphabet.letters) == LETTERS[name]
    assert word_graph(words).edges.ndim == LAYOUTS[name]
    encoder, number, modelled = ENCODERS["placement"], 0, 0
    assert isinstance(encoder, ChosenCpSat)
    for blanks in (0, 1):
        for position in random_positions(POSITIONS[name], 5 + blanks, blanks=blanks, words=words, tiles=tiles):
            expected = by_trying_everything(position)
            assert dict(all_placements(position)) == expected
            points = expected.values()
            assert tally(position) == PlayTally(len(expected), max(points, default=-1), sum(points))
            best = best_placement(position)
            assert (best.score if best else -1) == max(expected.values(), default=-1)
            if len(expected) < 50:  # the constraint model takes a second for a hundred plays
                assert set(solutions(cpsat, encoder.encode(position), UNLIMITED, DEFAULTS)) == set(expected)
                modelled += len(expected)
            number += len(expected)
    assert number >= modelled > 50


def test_every_form_of_a_position_and_a_game_comes_back() -> None:
    tiles, layout = tile_set("small"), read_layout(json.dumps(BOARD), "board")
    words = some_words(tiles.alphabet, 400)
    game, luck = Game.start(("Ana", "Bob"), layout, tiles, words, seed=4), Random(1)
    while game.end is None:
        game = game.play(play_best(game, luck))
    assert any(symbol in SPELLED for row in game.board.rows for symbol in row), "no tile of two letters was laid"
    record = record_of(game.position)
    assert read_json(write_json(record)).board == record.board
    assert tuple(map(bracketed, read_cgp(write_cgp(record)).board)) == record.board
    assert read_drawn(draw(game.board), layout) == game.board.rows
    assert tuple(map(unbracketed, record.board)) == game.board.rows
    assert read_saved(saved_game(game), lambda _: words)[0] == game
    again = replay(read_gcg(gcg_bytes(gcg_of(game))), layout, tiles)
    assert again.board == game.board
    assert not again.differences
    for text in (saved_game(game), gcg_bytes(gcg_of(game)).decode(), draw(game.board)):
        assert not set(text) & set(SPELLED)


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    (tmp_path / "tiles.json").write_text(
        json.dumps({"name": "mine", "language": "xx", "tiles": TILES["small"]}), "utf-8"
    )
    (tmp_path / "board.json").write_text(json.dumps(BOARD), "utf-8")
    (tmp_path / "words.txt").write_text("cacho\nllano\nacho\ncalle\nocho\nechó\naño\nche\nel\nca\n", "utf-8")
    return tmp_path


def run(folder: Path, *words: str) -> Result:
    options = ["--tiles", str(folder / "tiles.json"), "--layout", str(folder / "board.json")]
    result = CliRunner().invoke(app, ["scrabble", *words, *options, "--lexicon", str(folder / "words.txt")])
    assert not set(result.output) & set(SPELLED), result.output
    return result


MIDDLE = "7/7/7/1CA[CH]O2/7/7/7"


def test_what_people_ask_about_such_a_position(folder: Path) -> None:
    best = json.loads(run(folder, "best", "empty", "CHACO?A", "--json").output)
    assert (best["word"], best["score"]) == ("CA[CH]O", 2 * (3 + 1 + 3 * 5 + 2 * 1))
    assert "[CH]" in run(folder, "best", "empty", "CHACO").output
    check = json.loads(run(folder, "check", MIDDLE, "E1", "O[CH]O", "--json", "--rack", "CHOO").output)
    assert check["board"] == MIDDLE
    assert "4 squares" not in run(folder, "show", MIDDLE).output
    drawn = run(folder, "show", MIDDLE).output
    assert "[CH]" in drawn
    (folder / "drawn.txt").write_text(drawn, "utf-8")
    assert json.loads(run(folder, "check", MIDDLE, "F4", "O[CH]O", "--json").output)["legal"] is False
    explained = run(folder, "explain", MIDDLE, "--rack", "CHO", "--word", "4B CACHOE")
    assert "CA[CH]OE" in explained.output
    assert run(folder, "tally", str(folder / "none.tsv")).exit_code == 2
    (folder / "positions.tsv").write_text(f"{MIDDLE}\tCHOA\n", "utf-8")
    document = json.loads(run(folder, "tally", str(folder / "positions.tsv"), "--json").output.splitlines()[0])
    moves = [json.loads(line) for line in run(folder, "moves", MIDDLE, "CHOA", "--json").output.splitlines()]
    assert document["placements"] == len(moves) > 0
    unseen = json.loads(run(folder, "tiles", MIDDLE, "--json").output)
    assert unseen["counts"]["[CH]"] == 1


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"tiles": {"A": [1, 1], "XQ": [1, 1]}}, "invalid letter 'XQ'"),
        ({"tiles": {"A": [1, 1], "Ä": [1, 1], "ä": [1, 1]}}, "duplicate letter Ä"),
        ({"tiles": {"Ä": [1]}}, "invalid tile set"),
        ({"tiles": {"Ä": [1, -1]}}, "invalid tile set"),
        (
            {"tiles": {key: [1, 1] for key in [*TILES["full"], "Ü"] if key != "?"}},
            "the alphabet has 61 letters; expected 1 to 60",
        ),
    ],
)
def test_invalid_tile_set(folder: Path, change: dict[str, object], text: str) -> None:
    (folder / "tiles.json").write_text(json.dumps({"name": "mine", "language": "xx", **change}), "utf-8")
    result = run(folder, "best", "empty", "A")
    assert result.exit_code == 2
    assert text in result.output
    assert "no file of this name" not in result.output
    assert result.output.count("\n") == 1


def test_a_letter_that_the_set_has_not(folder: Path) -> None:
    for words in (("best", "7/7/7/1XA4/7/7/7", "A"), ("best", "empty", "AX"), ("check", MIDDLE, "F4", "XA")):
        result = run(folder, *words)
        assert result.exit_code == 2
        assert "X" in result.output


def test_the_checker_counts_a_tile_of_two_letters_once() -> None:
    tiles = tile_set("small")
    for position in random_positions(3, 9, words=some_words(tiles.alphabet, 60), tiles=tiles):
        for placement, points in all_placements(position):
            assert is_legal(position, placement)
            assert score(position.board, placement, tiles, position.rules).total == points


def test_a_game_spells_the_words_of_a_lexicon_with_its_tiles() -> None:
    game = Game.start(("a", "b"), shipped.layout(), shipped.tile_set("spanish"), lexicon("es"), seed=2)
    assert "[LL]" in str(game.rack)
    for _ in range(4):
        game = game.play(play_best(game, Random(0)))
    assert all(turn.score for turn in game.turns), "every one is legal, or the game would refuse it"


@pytest.mark.parametrize(
    ("typed", "written"), [("L L", "[L]L"), ("A C H", "A[C]H"), ("LL", "[LL]"), ("R R R RR", "[R][R]R[RR]")]
)
def test_two_tiles_are_not_written_like_one(typed: str, written: str) -> None:
    spanish = shipped.tile_set("spanish").alphabet
    rack = Rack.read(typed, spanish)
    assert str(rack) == written
    assert Rack.read(str(rack), spanish) == rack
    game = read_gcg(f"#player1 a\n>a: {written} -{written} +0 0\n")
    assert Rack.read(game.events[0].rack, spanish) == Rack.read(game.events[0].tiles, spanish) == rack
    cgp = f"15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 {written}/ 0/0 0"
    assert Rack.read(read_cgp(cgp).racks[0], spanish) == rack
    board = Game.start(("a", "b"), shipped.layout(), shipped.tile_set("spanish"), lexicon("es")).board
    exchange = read_move(f"-{written}", board)
    assert isinstance(exchange, Exchange)
    assert exchange.tiles == rack
    assert write_move(exchange) == f"-{written}"
