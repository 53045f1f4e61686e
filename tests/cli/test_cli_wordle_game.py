"""`entails wordle play|assist|analyse|boards|decode`, operated through a pipe as a person would."""

import os
import pty
import re
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from cli.runner import Ran, entails, published, start
from cli.schema import problems

PUBLISHED = published()
GRID = "Wordle 1,234 4/6\n\n⬛🟨⬛⬛🟩\n🟨⬛⬛⬛🟩\n🟩🟩⬛🟩🟩\n🟩🟩🟩🟩🟩"
HARD_GRID = "Wordle 1,234 3/6*\n\n🟩⬛⬛⬛🟩\n⬛🟩🟩⬛🟩\n🟩🟩🟩🟩🟩"


def wordle(*arguments: object, stdin: str | bytes | None = "") -> Ran:
    ran = entails("wordle", *arguments, stdin=stdin)
    assert "bug" not in ran.err
    assert "Traceback" not in ran.err
    return ran


def fits(line: Any, report: str) -> bool:
    schema = PUBLISHED[f"wordle-{report}"]
    return not problems(line, schema, schema)


@pytest.fixture
def animals(tmp_path: Path) -> Path:
    path = tmp_path / "animals.txt"
    path.write_text("cat\ncow\ndog\nhen\npig\nrat\nbat\nbug\n")
    return path


@pytest.fixture
def tree(tmp_path: Path, animals: Path) -> Path:
    path = tmp_path / "tree.json"
    assert wordle("tree", "--answers", animals, "--opener", "rat", "-o", path).code == 0
    return path


# play


def test_play_in_english() -> None:
    ran = wordle("play", "--secret", "horse", stdin="crane\nxxxxx\n?\nSLATE\nhorse\nignored\n")
    assert ran.code == 0
    assert "Find the word of 5 letters in 6 guesses." in ran.out
    assert "XXXXX is not in the word list" in ran.out
    assert "Hint: 40 words are left. No guess is better than SOUTH: 1.43 more guesses on average." in ran.out
    assert " C  R  A  N  E   ⬛🟨⬛⬛🟩" in ran.out
    assert "Found in 3: HORSE." in ran.out
    assert ran.out.endswith("Entails 3/6\n\n⬛🟨⬛⬛🟩\n🟨⬛⬛⬛🟩\n🟩🟩🟩🟩🟩\n")


def test_play_in_french() -> None:
    ran = wordle(
        "play", "--lang", "fr", "--secret", "carte", "--turns", 2, "--hard", stdin="tarte\nzzzzz\nété\nCÄRTE\n"
    )
    assert "Trouvez le mot de 5 lettres en 2 essais." in ran.out
    assert "Mode difficile" in ran.out
    assert "ZZZZZ n'est pas dans la liste des mots" in ran.out
    assert "'ete' n'est pas un mot de 5 lettres" in ran.out
    assert "Trouvé en 2 : CARTE." in ran.out
    assert "Entails 2/2*" in ran.out
    assert "   A  z  E  R  T  y" in ran.out


def test_play_french_hint_and_leaving() -> None:
    ran = wordle("play", "--lang", "fr", "--length", 6, "--game", 7, stdin="?\n")
    assert ran.code == 0
    assert "(partie 7)" in ran.out
    assert "Indice : " in ran.out
    assert "," in ran.out.split("apporter ")[1][:4]
    assert "Partie terminée. Le mot était " in ran.out


def test_the_number_of_a_game() -> None:
    first = wordle("play", "--game", 1, "--turns", 1, stdin="crane\n")
    assert first.out == wordle("play", "--game", 1, "--turns", 1, stdin="crane\n").out
    assert "(game 1)" in first.out
    assert "The word was QUAKE." in first.out
    assert "Entails 1 X/1" in first.out


def test_play_with_counts() -> None:
    ran = wordle("play", "--feedback", "counts", "--secret", "horse", stdin="crane\nhorse\n")
    assert "CRANE  1 well placed, 1 misplaced" in ran.out
    assert "🟢🟡⚫⚫⚫" in ran.out
    assert "qwerty" not in ran.out.replace(" ", "")


def test_play_against_the_adversary(animals: Path) -> None:
    guesses = "cat\ncow\ndog\nhen\npig\nrat\nbat\nbug\n"
    ran = wordle("play", "--adversary", "--answers", animals, stdin=guesses)
    assert "The host has no secret and keeps" in ran.out
    assert " C  A  T   ⬛⬛⬛" in ran.out
    assert "Entails Absurdle" in ran.out
    assert "Left" not in wordle("play", "--adversary", stdin="crane\n").out


def test_hints_of_a_tree(tree: Path, animals: Path) -> None:
    ran = wordle("play", "--answers", animals, "--tree", tree, "--secret", "dog", stdin="?\nhen\n?\n")
    assert "the tree plays RAT; 8 words are left" in ran.out
    assert "The game has left the tree" in ran.out
    assert wordle("play", "--tree", tree).code == 2


@pytest.mark.parametrize(
    "options",
    [
        ("--secret", "zzzzz"),
        ("--secret", "horses", "--length", 5),
        ("--hard", "--feedback", "counts"),
        ("--adversary", "--secret", "horse"),
        ("--length", 99),
        ("--turns", -1),
        ("--tree", "file not found"),
        ("--lang", "de"),
    ],
)
def test_play_with_rules_that_do_not_go_together(options: tuple[object, ...]) -> None:
    ran = wordle("play", *options)
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1


def test_play_with_junk() -> None:
    ran = wordle("play", "--secret", "horse", stdin=b"\xff\xfe\x00\n" + b"x" * 5000 + b"\n\n \n???\nhorse")
    assert ran.code == 0
    assert "Found in 1: HORSE." in ran.out
    assert max(map(len, ran.out.splitlines())) < 100
    ran = wordle("play", "--secret", "horse", stdin="y\n" * 20_000)
    assert (ran.code, "too many lines" in ran.err) == (2, True)


@pytest.mark.parametrize("end", ["\x04", "\x03"])
def test_play_at_a_terminal_ends_cleanly(end: str) -> None:
    mine, theirs = pty.openpty()
    process = start("wordle", "play", "--secret", "horse", stdin=theirs, stdout=theirs, env={"TERM": "xterm"})
    os.close(theirs)
    seen = until(mine, b"1/6> ")
    os.write(mine, b"crane\n")
    seen += until(mine, b"2/6> ")
    if end == "\x03":
        interrupt(process)
    else:
        os.write(mine, end.encode())
    error = process.communicate(timeout=60)[1].decode()
    os.close(mine)
    assert b"\x1b[" in seen
    assert "Traceback" not in error
    assert process.returncode == (130 if end == "\x03" else 0)


def interrupt(process: subprocess.Popen[bytes]) -> None:
    """Send Ctrl-C repeatedly: Python misses one between its prompt and its reading of the line."""
    for _ in range(10):
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=3)
            return


def until(terminal: int, wanted: bytes) -> bytes:
    """Return the terminal's output up to these bytes."""
    seen, deadline = b"", time.monotonic() + 60
    while wanted not in seen and time.monotonic() < deadline:
        seen += os.read(terminal, 4096)
    return seen


# assist


def test_assist() -> None:
    ran = wordle("assist", stdin="crane bybbg\nslate\nybbbg\nhorse:ggggg\n")
    assert ran.code == 0
    assert "40 words are left: THERE" in ran.out
    assert "1.  SOUTH  1.425" in ran.out
    assert "Found in 3: HORSE." in ran.out


def test_assist_takes_the_first_suggestion_lists_and_goes_back() -> None:
    ran = wordle("assist", "crane:bybbg", stdin="\nyybbb\nundo\nwords\nundo\nundo\nquit\nnot read\n")
    assert " S  O  U  T  H   🟨🟨⬛⬛⬛" in ran.out
    assert "THERE WHERE THREE STORE" in ran.out
    assert "nothing to undo" in ran.out
    assert ran.out.count("40 words are left") == 2
    assert ran.code == 0


def test_assist_explains_a_contradiction_and_goes_on() -> None:
    ran = wordle("assist", "crane:bybbg", stdin="slate bbgbg\nundo\nslate ybbbg\n")
    assert "guess 1 says there is no A" in ran.out
    assert "Type undo to remove the last guess." in ran.out
    assert "6 words are left" in ran.out
    assert ran.code == 0
    assert wordle("assist", "crane:bybbg", stdin="slate bbgbg\n").code == 1


@pytest.mark.parametrize("word", ["south", "zzzzz", "crane"])
def test_assist_takes_no_win_that_the_feedback_denies(word: str) -> None:
    for ran in (
        wordle("assist", stdin=f"crane bybbg\n{word} ggggg\n"),
        wordle("assist", "crane:bybbg", f"{word}:ggggg"),
    ):
        assert "Found" not in ran.out
        assert "inconsistent" in ran.out
        assert "Type undo to remove the last guess." in ran.out
        assert ran.code == 1
    ran = wordle("assist", stdin=f"crane bybbg\n{word} ggggg\nundo\nthere ggggg\n")
    assert "Found in 2: THERE." in ran.out
    assert ran.code == 0
    report = wordle("boards", "crane:bybbg,bbbbb", f"{word}:ggggg,bbbbb", "--json").line
    assert (report["solved"], report["consistent"], report["boards"][0]["count"]) == (0, False, 0)
    assert report["boards"][0]["solved"] is False


def test_a_win_with_a_word_of_no_list() -> None:
    """A game is won with a word in no list, if the feedback allows it as the secret."""
    ran = wordle("assist", stdin="crane bbbbb\nzzzzz ggggg\n")
    assert "ZZZZZ is not an allowed guess" in ran.out
    assert "Found in 2: ZZZZZ." in ran.out
    report = wordle("boards", "crane:bbbbb", "zzzzz:ggggg", "--json").line
    assert (report["solved"], report["boards"][0]["candidates"]) == (1, ["zzzzz"])


@pytest.mark.parametrize(
    ("options", "refused", "sentence"),
    [
        (["--hard"], "slump bbbbb", "hard mode: letter 5 must be E"),
        (["--hard"], "slate bbbbg", "hard mode: the word must contain R"),
        (["--hard"], "slate ggggg", "hard mode: the word must contain R"),
        (["--mode", "hard"], "slump bbbbb", "hard mode: letter 5 must be E"),
        (["--mode", "ultra"], "grape bgbbg", "ultra mode: the word must fit the feedback of CRANE"),
        (
            ["--mode", "ultra", "--feedback", "counts"],
            "slump 0,0",
            "ultra mode: the word must fit the feedback of CRANE",
        ),
    ],
)
def test_assist_keeps_to_hard_mode(options: list[str], refused: str, sentence: str) -> None:
    """`assist` in hard mode rejects a guess that ignores a hint, and continues the game."""
    first, there = ("1,1", "5,0") if "counts" in options else ("bybbg", "ggggg")
    ran = wordle("assist", *options, stdin=f"crane {first}\n{refused}\nthere {there}\n")
    assert sentence in ran.out
    assert "Found in 2: THERE." in ran.out
    assert ran.code == 0
    bad = wordle("assist", *options, f"crane:{first}", refused.replace(" ", ":"))
    assert (bad.code, bad.out) == (2, "")
    assert bad.err == f"entails: guess 2, {refused[:5].upper()}: {sentence}\n"


def test_hard_mode_needs_colours_from_the_first_guess_on() -> None:
    for verb in ("assist", "suggest"):
        ran = wordle(verb, "--hard", "--feedback", "counts")
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert "hard mode needs colours" in ran.err


def test_assist_keeps_to_hard_mode_in_french() -> None:
    ran = wordle("assist", "--hard", "--lang", "fr", "tarte:bybbg", stdin="fleur bbbbb\nquit\n")
    assert "mode difficile : la lettre 5 doit être E" in ran.out


def test_assist_explains_a_contradiction_in_french() -> None:
    ran = wordle("assist", "tarie:bybby", "--lang", "fr", stdin="tarte bbbbb\n")
    assert ran.code == 1
    for name in ("incohérent : aucune suite", "Essais à vérifier", "Tapez undo"):
        assert name in ran.out
    conflict = re.search(r"l'essai 1 : il y a un ([AE])\n.*l'essai 2 : il n'y a pas d['e] ?\1", ran.out)
    assert conflict, ran.out
    assert not any(word in ran.out for word in (" guess", "says", "doubt"))
    report = wordle("check", "crane:gbbbb", "slate:bbybb", "--language", "fr", "--json").line
    assert report["conflicts"][0]["texts"] == ["l'essai 1 : il n'y a pas de A", "l'essai 2 : il y a un A"]


def test_assist_refuses_with_a_sentence() -> None:
    ran = wordle("assist", stdin="cran bybb\ncrane bybb\ncrane qqqqq\ncrane\n\ncrane ggggy\ncrane\nggggg\n")
    for name in ("'cran' has 4 letters", "4 colours", "invalid colours", "no secret gives"):
        assert name in ran.out
    assert ran.code == 0


def test_guesses_of_no_list_are_taken_with_a_warning() -> None:
    ran = wordle("assist", stdin="qqqqq bbbbb\n")
    assert "QQQQQ is not an allowed guess" in ran.out
    ran = wordle("boards", "qqqqq:bbbbb,bbbbb", "--json", "--show", 1)
    assert (ran.code, ran.line["unknown"]) == (0, ["qqqqq"])
    assert "QQQQQ is not an allowed guess" in ran.err


def test_assist_by_counts_in_french_and_by_a_tree(tree: Path, animals: Path) -> None:
    ran = wordle("assist", "--lang", "fr", "--feedback", "counts", stdin="tarte 2,1\n")
    assert "Il reste 190 mots" in ran.out
    ran = wordle("assist", "--answers", animals, "--length", 3, "--tree", tree, stdin="\nbbb\ncow bgb\n")
    assert "The tree plays RAT." in ran.out
    assert ran.code in (0, 1)
    assert wordle("assist", "--tree", tree).code == 2
    assert wordle("assist", "--lexicon", "none").code == 2


def test_analyse_speaks_french_to_the_end() -> None:
    ran = wordle("analyse", "tarte", "dette", "nette", "--secret", "nette", "--lang", "fr")
    assert "meilleur essai" in ran.out
    assert "NETTE trouvé en 3 essais : adresse " in ran.out
    assert "found" not in ran.out
    assert "2.1" not in ran.out


def test_assist_refuses_in_french() -> None:
    ran = wordle("assist", "--lang", "fr", "tarte:bbbbb", stdin="xx bbbbb\nfleur bbbbx3\nfleur ggggy\nquit\n")
    assert "'xx' n'est pas un mot de 5 lettres" in ran.out
    assert "réponse invalide 'bbbbx3' pour FLEUR" in ran.out
    assert "réponse invalide 'ggggy' pour FLEUR" in ran.out
    assert "expected" not in ran.out


def test_assist_speaks_french_and_counts_turns() -> None:
    ran = wordle("assist", "tarte:bybby", "--lang", "fr", stdin="quit\n")
    assert "Entrez le mot joué" in ran.out
    assert "mots : " in ran.out
    assert "en moyenne" in ran.out
    ran = wordle("assist", "crane:bybbg", "slate:ybbbg", stdin="quit\n")
    assert "WORSE is as good as any guess: 1.00 more guesses on average." in ran.out


# analyse


def test_analyse_for_people() -> None:
    ran = wordle("analyse", "crane", "slate", "house", "horse", "--secret", "horse")
    assert ran.code == 0
    assert "1.  CRANE  2,315    40   2.43  SALET        2.42     99  5.85      5.74" in ran.out
    assert "3. No guess is better than HOUSE: 1.00 more guesses on average." in ran.out
    assert "HORSE found in 4 guesses: skill 80, 0.60 guesses lost" in ran.out
    table = [line for line in ran.out.splitlines() if "  " in line]  # sentences are folded where there is a terminal
    assert max(map(len, table)) <= 80


def test_analyse_json() -> None:
    ran = wordle("analyse", "crane:bybbg", "slate:ybbbg", "--json")
    assert fits(ran.line, "analyse")
    assert (ran.code, ran.line["solved"], ran.line["secret"], len(ran.line["turns"])) == (0, False, None, 2)
    wrong = wordle("analyse", "crane:bybbg", "--secret", "slate", "--json")
    assert (wrong.code, wrong.line["consistent"], fits(wrong.line, "analyse")) == (1, False, True)


def test_analyse_a_share_text_and_many_games(tmp_path: Path) -> None:
    ran = wordle("analyse", GRID, "crane slate house horse")
    assert "HORSE found in 4 guesses" in ran.out
    path = tmp_path / "games.txt"
    path.write_text("crane:bybbg slate:ybbbg\ncrane:bybbg crane:bbbbb\n")
    ran = wordle("analyse", path)
    assert (ran.code, len(ran.out.splitlines())) == (1, 2)
    assert "no word is left after guess 2, CRANE" in ran.out


@pytest.mark.parametrize(
    "arguments",
    [("crane",), ("crane", "--secret", "horses"), ("crane", "--secret", "???"), ("no-such-file.txt",), ("crane:x",)],
)
def test_analyse_refuses(arguments: tuple[str, ...]) -> None:
    ran = wordle("analyse", *arguments)
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)


# boards


def test_boards_for_people() -> None:
    ran = wordle("boards", "crane:bybbg,ggbbb,bbbbb,ybybb")
    assert ran.code == 0
    assert "1 of 9 guesses, 0 of 4 boards solved" in ran.out
    assert "1.  POSIT  16.224  3.93  3.33  5.48  3.49" in ran.out
    ran = wordle("boards", "crane:bybbg,ggbbb", "slate:ybbbg,bbbyb", "horse:ggggg,bbybb")
    assert "CRYPT is the only word left on board 2." in ran.out
    assert "HORSE solved" in ran.out


def test_boards_json_files_and_no_guess(tmp_path: Path) -> None:
    path = tmp_path / "quordle.txt"
    path.write_text("# Tuesday\ncrane: bybbg, ggbbb\nslate: ybbbg, bbbyb\n")
    ran = wordle("boards", path, "--json", "--show", 2)
    assert fits(ran.line, "boards")
    assert [board["count"] for board in ran.line["boards"]] == [6, 1]
    assert ran.line["suggestions"][0]["word"] == "crypt"
    assert wordle("boards", "-", "--json", "--show", 2, stdin=path.read_text()).line == ran.line
    ran = wordle("boards", "--boards", 8, "-n", 1)
    assert "0 of 13 guesses" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_boards_that_contradict_themselves_and_bad_ones() -> None:
    ran = wordle("boards", "crane:ggggg,ggbbb", "crane:-,bbbbb")
    assert ran.code == 1
    assert "board 2 has no word left: see entails wordle check crane:ggbbb crane:bbbbb" in ran.out
    for wrong in (("crane:ggggg,ggbb",), ("crane:ggggg", "--boards", 2), ("nothing",), ("crane:x,y", "--length", 6)):
        ran = wordle("boards", *wrong)
        assert (ran.code, len(ran.err.splitlines())) == (2, 1)


# decode


def test_decode_for_people() -> None:
    ran = wordle("decode", GRID, "--answer", "horse")
    assert ran.code == 0
    assert "3.  🟩🟩⬛🟩🟩      2  HOUSE HOISE" in ran.out
    assert "1,183 words can be the answer" in wordle("decode", GRID).out
    assert wordle("decode", "bybbg", "ybbbg", "ggbgg", "ggggg", "--answer", "horse").out == ran.out


def test_decode_json_and_files(tmp_path: Path) -> None:
    path = tmp_path / "share.txt"
    path.write_text(GRID)
    ran = wordle("decode", path, "--answer", "horse", "--json")
    assert fits(ran.line, "decode")
    assert [row["count"] for row in ran.line["rows"]] == [144, 164, 2, 1]
    assert [len(row["words"]) for row in ran.line["rows"]] == [144, 164, 2, 1]
    assert wordle("decode", "-", "--answer", "horse", "--json", stdin=GRID).line == ran.line
    line = wordle("decode", path, "--json", "--show", 3).line
    assert (line["count"], len(line["answers"]), fits(line, "decode")) == (1183, 3, True)


def test_a_grid_that_cannot_be() -> None:
    ran = wordle("decode", GRID, "--answer", "mummy")
    assert ran.code == 1
    assert "row 3, 🟩🟩⬛🟩🟩: no allowed word gets this from MUMMY" in ran.out
    ran = wordle("decode", HARD_GRID, "--answer", "horse", "--json")
    assert (ran.code, ran.line["possible"]) == (1, False)
    assert ran.line["problem"] == "row 2, ⬛🟩🟩⬛🟩: it loses a green of the row before, which hard mode forbids"
    ran = wordle("decode", "ggggy", "--json")
    assert (ran.code, "row 1 of the grid: impossible row" in ran.err) == (2, True)


def test_an_answer_of_no_list_is_taken_as_it_is() -> None:
    ran = wordle("decode", "bybbg", "ggggg", "--answer", "qzxqe", "--json")
    assert ran.code == 0
    assert ran.line["rows"][1]["words"] == ["qzxqe"]
    assert "QZXQE is not in" in ran.err


@pytest.mark.parametrize(
    ("share", "options"),
    [
        (GRID, ("--answer", "horses")),
        (GRID.replace("4/6", "3/6"), ("--answer", "horse")),
        ("ggggg ggggg", ("--answer", "horse")),
        ("🟩🟩🟩🟩🟩\n🟩🟩", ()),
        ("", ()),
        ("no such file", ()),
        ("🟩" * 40, ()),
        ("🟩" * 150_000, ()),
    ],
)
def test_decode_refuses(share: str, options: tuple[str, ...]) -> None:
    ran = wordle("decode", share, *options)
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert len(ran.err) < 400


# suggest, by a tree


def test_suggest_by_a_tree(tree: Path, animals: Path) -> None:
    lists = ("--lexicon", animals, "--length", 3, "--tree", tree)
    assert [item["word"] for item in wordle("suggest", *lists, "--json").line] == ["rat"]
    assert wordle("suggest", "rat:bbb", *lists, "--json").code == 0
    assert wordle("suggest", "rat:ggg", *lists, "--json").line == []
    off = wordle("suggest", "hen:bbb", *lists)
    assert (off.code, "HEN is not the guess of the tree; expected RAT" in off.err) == (2, True)
    assert wordle("suggest", "crane:bbbbb", "--tree", tree).code == 2
