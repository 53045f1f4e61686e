"""`entails scrabble play`: whole games through a pipe, rejected moves, saving, resuming and leaving."""

import json
import os
import signal
import subprocess
import time
from functools import cache
from pathlib import Path
from random import Random

import pytest
from cli.runner import Ran, entails, start

from entails.data.lexicons import lexicon
from entails.data.scrabble import replay_of_bytes, shipped_layout, shipped_tile_set
from entails.models.scrabble.board import Placement
from entails.models.scrabble.game import Game, write_move
from entails.solvers.scrabble.duplicate import Duplicate
from entails.solvers.scrabble.players import PLAYERS


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def kept_games(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "state").rglob("scrabble-*.jsonl"))


def play(*arguments: object, typed: str | list[str] = "") -> Ran:
    text = typed if isinstance(typed, str) else "".join(f"{line}\n" for line in typed)
    return entails("scrabble", "play", *arguments, stdin=text)


@cache
def whole_game(seed: int, against: str = "best") -> Game:
    """Return the game in which the person also plays the highest scores."""
    game = Game.start(
        ("you", "entails"), shipped_layout("standard"), shipped_tile_set("english"), lexicon("enable"), seed=seed
    )
    while game.end is None:
        player = PLAYERS["best" if game.to_move == 0 else against]
        game = game.play(player(game, Random(f"{seed}/{len(game.turns)}")))
    return game


def typed_moves(game: Game) -> list[str]:
    return [write_move(turn.move) for turn in game.turns if turn.player == 0]


def test_a_whole_game(tmp_path: Path) -> None:
    game, gcg = whole_game(3), tmp_path / "game.gcg"
    ran = play("--seed", 3, "--gcg", gcg, typed=typed_moves(game))
    assert ran.code == 0
    for points in game.final_scores:
        assert f" {points}  (" in ran.out
    margin = game.final_scores[0] - game.final_scores[1]
    assert (f"You win by {margin}." if margin > 0 else f"entails wins by {-margin}.") in ran.out
    assert kept_games(tmp_path) == []
    replayed = entails("scrabble", "gcg", gcg, "--json")
    assert replayed.code == 0, replayed.out
    assert replayed.line["totals"] == dict(zip(game.players, game.final_scores, strict=True))


@pytest.mark.parametrize("against", ["equity", "random", "arrangements", "simulation"])
def test_opponents(against: str) -> None:
    ran = play("--seed", 4, "--against", against, typed=["-", "-"])
    assert ran.code == 0
    assert ran.out.count("  entails: ") == 2
    again = play("--seed", 4, "--against", against, typed=["-", "-"])
    assert again.out.splitlines()[:-1] == ran.out.splitlines()[:-1]  # the last line names the file


def test_illegal_plays_get_their_reasons_and_another_try() -> None:
    first = whole_game(3).turns[0]
    bad = ["8D ZZZ", "1A QI", "H8", "-ZZ", "99Z AB", "junk", "\x00\x07", "8D " + "A" * 2000, "-1", ""]
    ran = play("--seed", 3, typed=[*bad, write_move(first.move)])
    assert ran.code == 0
    assert "- the rack has no Z, the play needs 3" in ran.out
    assert "does not cover the start" in ran.out
    assert "Not all of these tiles are on your rack" in ran.out
    assert "invalid place 'junk'" in ran.out
    assert f"  you: {write_move(first.move)}  +{first.score}" in ran.out
    assert len(ran.out) < 10_000


def test_small_letters_will_do_where_no_blank_could_be_meant() -> None:
    first = whole_game(3).turns[0]
    assert f"  you: {write_move(first.move)}" in play("--seed", 3, typed=[write_move(first.move).lower()]).out


def test_hints_and_tiles() -> None:
    best = whole_game(3).turns[0]
    ran = play("--seed", 3, typed=["?", "??", "*"])
    assert f"The best play scores {best.score}" in ran.out
    assert f"{best.score}  {write_move(best.move)}" in ran.out
    assert "93 unseen tiles:" in ran.out
    assert "you:" not in ran.out


def test_exchange(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    rack = str(whole_game(3).turns[0].rack)
    ran = play("--seed", 3, "--save", file, typed=[f"-{rack[:3].lower()}"])
    assert "  you: exchange 3" in ran.out
    assert json.loads(file.read_text().splitlines()[1])["move"] == f"-{rack[:3]}"


def test_the_program_may_begin() -> None:
    ran = play("--seed", 3, "--second", typed="")
    assert "  entails: " in ran.out
    assert ran.out.index("  entails: ") < ran.out.index("rack")


def test_french() -> None:
    ran = play("--seed", 3, "--lang", "fr", "--notation", "french", typed=["?", "H8 ZZZ", "bof", "-"])
    assert ran.out.startswith("Scrabble contre entails (best), lexique fr. Partie 3.")
    assert "H5 MARS horizontal" in ran.out
    assert "Le meilleur coup" in ran.out
    assert "sur le chevalet : aucun Z ; le coup en demande 3" in ran.out
    assert "ZZZ n'est pas dans le lexique fr" in ran.out
    assert "Je ne comprends pas" in ran.out
    assert "  vous : passe" in ran.out


def test_a_gcg_that_cannot_be_written_is_refused_before_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    ran = play("--seed", 3, "--save", file, "--gcg", tmp_path / "nowhere" / "game.gcg", typed=["-"])
    assert (ran.code, ran.out, file.exists()) == (2, "", False)
    assert ran.err.endswith("directory not found\n")


def test_save_leave_and_go_on(tmp_path: Path) -> None:
    game, file = whole_game(3), tmp_path / "game.jsonl"
    moves = typed_moves(game)
    left = play("--seed", 3, "--save", file, typed=moves[:4])
    assert f"--resume {file}" in left.out
    assert len(file.read_text().splitlines()) == 1 + 8
    again = play("--resume", file, typed=moves[4:6])
    assert "The game resumes at turn 9." in again.out
    file.write_text(file.read_text() + '{"player":0,"rack":"A')  # the power went off
    ended = play("--resume", file, typed=moves[6:])
    assert f" {game.final_scores[0]}  (" in ended.out
    assert len(file.read_text().splitlines()) == 1 + len(game.turns)
    assert "The game is over" in play("--resume", file).out


def test_without_a_file_the_last_game_can_go_on(tmp_path: Path) -> None:
    moves = typed_moves(whole_game(3))
    left = play("--seed", 3, typed=moves[:2])
    assert "entails scrabble play --resume last" in left.out
    assert len(kept_games(tmp_path)) == 1
    ended = play("--resume", "last", typed=moves[2:])
    assert "The game is over" in ended.out
    assert kept_games(tmp_path) == []
    none = play("--resume", "last")
    assert (none.code, "no saved game found" in none.err) == (2, True)


def test_a_game_without_a_move_is_not_kept(tmp_path: Path) -> None:
    assert play("--seed", 3).code == 0
    assert kept_games(tmp_path) == []


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_nothing_is_lost_when_it_is_ended(tmp_path: Path, number: signal.Signals) -> None:
    game, file = whole_game(3), tmp_path / "game.jsonl"
    process = start("scrabble", "play", "--seed", 3, "--save", file, stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write("".join(f"{move}\n" for move in typed_moves(game)[:3]).encode())
    process.stdin.flush()
    for _ in range(1200):
        if file.exists() and file.read_text().count("\n") == 1 + 6:
            break
        time.sleep(0.05)
    os.killpg(process.pid, number)
    _, errors = process.communicate(timeout=60)
    if number == signal.SIGINT:
        assert (process.returncode, errors) == (130, b"entails: stopped\n")
    assert [json.loads(line)["move"] for line in file.read_text().splitlines()[1:]] == [
        write_move(turn.move) for turn in game.turns[:6]
    ]
    assert "The game resumes at turn 7." in play("--resume", file).out


def test_duplicate(tmp_path: Path) -> None:
    game = Duplicate.start(shipped_layout("standard"), shipped_tile_set("french"), lexicon("fr"), seed=6)
    tops = []
    while game.top is not None:
        tops.append(write_move(game.top.placement, "french"))
        game = game.play(game.top.placement)
    file, gcg = tmp_path / "game.jsonl", tmp_path / "game.gcg"
    options = ("--lang", "fr", "--gcg", gcg)
    left = play("--duplicate", "--seed", 6, "--save", file, *options, typed=[tops[0], "-AB", "8A ZZZ", "-", "?"])
    assert f"Le top ! {tops[0]}" in left.out
    assert "On n'échange pas en duplicate" in left.out
    assert "aucun coup. Le top était" in left.out
    assert "Tops trouvés : 1 sur 2." in left.out
    ended = play("--resume", file, *options, typed=tops[2:])
    assert f"Tops trouvés : {len(tops) - 1} sur {len(tops)}." in ended.out
    total = game.top_total - game.turns[1].top.score
    share = f"{100 * total / game.top_total:.1f}".replace(".", ",")
    assert f"Vous avez {total} points sur {game.top_total} : {share} % du top." in ended.out
    replayed = entails("scrabble", "gcg", gcg, "--json")
    assert replayed.code == 0
    assert replayed.line["totals"] == {"top": game.top_total}


def test_files_that_do_not_fit(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    play("--seed", 3, "--save", file, typed=["-", "-"])
    assert "the file already exists" in play("--seed", 3, "--save", file).err
    both = play("--resume", file, "--save", tmp_path / "other")
    assert (both.code, "--save" in both.err) == (2, True)
    text = file.read_text()
    damages = {
        "does not follow": text.replace('"player":0,"rack":"', '"player":0,"rack":"ZZ', 1),
        "score": text.replace('"score":0}', '"score":7}', 1),
        "invalid line": text.replace('"move"', '"moved"', 1),
        "no game found": "",
        "not a game against the computer": text.replace('"against":"best"', '"against":"nobody"', 1),
        "line 1": "junk\n",
    }
    for item, damaged in damages.items():
        file.write_text(damaged)
        ran = play("--resume", file)
        assert ran.code == 2, item
        assert item in ran.err
        assert len(ran.err) < 700
    assert play("--resume", tmp_path / "none").code == 2
    nowhere = play("--save", tmp_path / "no" / "folder" / "game", "--seed", 1)
    assert (nowhere.code, "directory not found" in nowhere.err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--against", "nobody"], "nobody"),
        (["--seed", "-1"], "--seed"),
        (["--lexicon", "no-such-file"], "no-such-file"),
        (["--layout", "no-such-board"], "no-such-board"),
        (["--resume", "-"], "cannot be resumed from standard input"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_bad_options(arguments: list[str], text: str) -> None:
    ran = play(*arguments)
    assert ran.code == 2
    assert text in ran.err


def test_selfplay(tmp_path: Path) -> None:
    picture = tmp_path / "games.png"
    words = tmp_path / "words.txt"
    words.write_text("\n".join(lexicon("enable").words(2)))
    options = ("--players", "best,random", "--lexicon", words, "--workers", 1, "--seed", 5)
    ran = entails("scrabble", "selfplay", "-n", 4, *options, "--plot", picture)
    assert ran.code == 0
    assert "best" in ran.out.splitlines()[1]
    assert f"plot in {picture}" in ran.out
    assert picture.read_bytes().startswith(b"\x89PNG")
    report = entails("scrabble", "selfplay", "-n", 4, *options, "--json").line
    assert (report["games"], report["deals"], report["seed"]) == (4, 2, 5)
    assert report["players"][0]["score"]["mean"] > report["players"][1]["score"]["mean"]
    wrong = entails("scrabble", "selfplay", "-n", 1, "--players", "nobody")
    assert (wrong.code, "unknown player 'nobody'" in wrong.err) == (2, True)
    assert entails("scrabble", "selfplay", "-n", 1, "--plot", "games.txt").code == 2


def test_a_phony_is_challenged_off_and_costs_the_turn() -> None:
    tried = play("--seed", 3, "--challenge", "single", typed=["8G TLM", "!"])
    assert "entails challenges: TLM is not in lexicon enable" in tried.out
    assert "you: pass" in tried.out
    assert "is valid. A failed challenge costs nothing." in tried.out
    assert "Illegal play" in play("--seed", 3, typed=["8G TLM"]).out
    french = play("--seed", 3, "--lang", "fr", "--challenge", "double", typed=["-", "!"])
    assert "Votre contestation est perdue et coûte votre tour." in french.out
    assert french.out.count("vous : passe") == 2


def test_five_points_and_the_clock_are_kept_and_written(tmp_path: Path) -> None:
    file, gcg = tmp_path / "game.jsonl", tmp_path / "game.gcg"
    options = ("--seed", 3, "--challenge", "5pt", "--save", file, "--gcg", gcg)
    first = play(*options, "--clock", "1e-9", typed=["-", "!"])
    assert "entails gains 5 points" in first.out
    assert "your clock -0:00" in first.out
    assert "(challenge)" in file.read_text()
    resumed = play("--resume", file, "--gcg", gcg, typed=["-"] * 40)
    assert "over time: -10 points" in resumed.out
    written = gcg.read_text()
    assert "(challenge) +5" in written
    assert "(time) -10 " in written
    assert replay_of_bytes(gcg.read_bytes()).differences == ()


def test_a_beginner_knows_common_words_and_says_so(tmp_path: Path) -> None:
    game = whole_game(5, "beginner")
    words = lexicon("enable")
    for turn in game.turns:
        if turn.player == 1 and isinstance(turn.move, Placement):
            word = turn.move.word.lower()
            zipf = words.zipf(len(word))
            assert zipf is not None
            assert zipf[words.index_of(word)] >= 4.0
    assert game.scores[0] > game.scores[1]
    assert "very common words" in play("--against", "beginner").out
    assert "Other opponents: --against beginner" in play().out
    (tmp_path / "own.txt").write_text("cat\ndog\nat\n")
    refused = play("--against", "casual", "--lexicon", tmp_path / "own.txt")
    assert refused.code == 2
    assert "has no word frequencies" in refused.err


def test_one_deal_has_no_interval() -> None:
    errs = [entails("scrabble", "selfplay", "-n", games, "--workers", 1).err for games in (2, 4)]
    assert errs == ["entails: one deal gives no interval\n", ""]
