"""Shipped lexicons: word counts, words that must or must not occur, order, frequencies, licences, damaged files."""

import hashlib
import json
import pickle
import shutil
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entails.data.lexicons import DEFAULT_OF_LANGUAGE, NAMES, entry, lexicon, lexicons
from entails.data.lexicons.store import LexiconStore, pack, pack_words, unpack_words
from entails.models.alphabet import to_letters
from entails.models.errors import EntailsError, InvalidOption
from entails.models.lexicon import Lexicon

FOLDER = Path(__file__).resolve().parents[2] / "entails" / "data" / "lexicons"
SIZES = {
    "enable": 168_548,
    "fr": 398_907,
    "es": 573_397,
    "nl": 220_273,
    "pl": 295_394,
    "sv": 670_128,
    "da": 561_245,
    "hu": 90_567,
    "ru": 413_700,
    "el": 735_833,
    "wordle-answers": 2315,
    "wordle-answers-2309": 2309,
    "wordle-answers-3158": 3158,
    "wordle-allowed": 12_972,
    "wordle-allowed-14855": 14_855,
}


def fresh(name: str) -> Lexicon:
    """Load a lexicon as a new process would."""
    return Lexicon(name, entry(name).language, entry(name), entry(name).alphabet)


def test_all_of_them_are_listed() -> None:
    assert {item.name: sum(item.counts.values()) for item in lexicons()} == SIZES
    assert set(NAMES) == SIZES.keys()
    assert set(DEFAULT_OF_LANGUAGE.values()) <= set(NAMES)
    assert all(item.about and item.origin and item.licence and item.frequency_licence for item in lexicons())


@pytest.mark.parametrize("name", NAMES)
def test_the_words_are_sorted_letters_of_the_right_number(name: str) -> None:
    words = lexicon(name)
    assert words.lengths == ((5,) if name.startswith("wordle") else tuple(range(2, 16)))
    for length, count in words.counts.items():
        letters = words.letters(length)
        assert letters.shape == (count, length)
        assert letters.dtype == np.uint8
        assert letters.max() <= max(words.alphabet.numbers.values())
        text = words.words(length)
        assert all(item < next_ for item, next_ in pairwise(map(bytes, letters)))
        assert words.alphabet.is_word("".join(text))


@pytest.mark.parametrize("name", [name for name in NAMES if name != "wordle-answers-2309"])
def test_the_words_are_those_that_were_built(name: str) -> None:
    words = lexicon(name)
    every = sorted(word for length in words.lengths for word in words.words(length))
    digest = hashlib.sha256("".join(f"{word}\n" for word in every).encode()).hexdigest()
    header = json.loads((FOLDER / f"{name}.lex").read_bytes().partition(b"\n")[0])
    assert digest == header["sha256"]


@pytest.mark.parametrize(
    ("name", "members", "strangers"),
    [
        ("enable", "aa cat quizzes zyzzyva uncopyrightable AARDVARK", "qi za xqz coeur anticonstitutionnellement"),
        (
            "fr",
            "aimerions jouassent chevaux cœur élève kilogrammes mètres wu ça",
            "km kg cm ftp www zeptogramme etc xqz",
        ),
        ("wordle-answers", "agora fibre lynch pupal slave wench crane", "salet soare"),
        ("wordle-answers-2309", "crane zonal aback", "agora fibre lynch pupal slave wench salet"),
        ("wordle-answers-3158", "kazoo guano snafu crane agora", "salet soare wench"),
        ("wordle-allowed", "crane salet soare roate agora", "tarse"),
        ("wordle-allowed-14855", "crane salet tarse", "qzxqz"),
    ],
)
def test_membership(name: str, members: str, strangers: str) -> None:
    words = lexicon(name)
    assert [word for word in members.split() if word not in words] == []
    assert [word for word in strangers.split() if word in words] == []


def test_the_lists_of_wordle_lie_inside_each_other() -> None:
    later_answers, answers, allowed, later_allowed = (
        set(lexicon(name).words(5))
        for name in ("wordle-answers-2309", "wordle-answers", "wordle-allowed", "wordle-allowed-14855")
    )
    assert later_answers < answers < allowed < later_allowed
    assert answers - later_answers == {"agora", "fibre", "lynch", "pupal", "slave", "wench"}


@pytest.mark.parametrize("name", NAMES)
def test_frequencies_stand_beside_the_words(name: str) -> None:
    words = lexicon(name)
    assert words.has_frequencies
    for length, count in words.counts.items():
        frequency, zipf = words.frequency(length), words.zipf(length)
        assert frequency is not None
        assert zipf is not None
        assert frequency.shape == zipf.shape == (count,)
        assert 0 <= frequency.min() <= frequency.max() < 0.1
        assert ((zipf == 0) == (frequency == 0)).all()


@pytest.mark.parametrize(
    ("name", "word", "zipf"),
    [
        ("enable", "the", 7.7),
        ("fr", "de", 7.7),
        ("wordle-answers-2309", "about", 6.4),
        ("wordle-allowed", "about", 6.4),
    ],
)
def test_known_frequencies(name: str, word: str, zipf: float) -> None:
    words = lexicon(name)
    index, zipfs = words.index_of(word), words.zipf(len(word))
    assert index is not None
    assert zipfs is not None
    assert zipfs[index] == pytest.approx(zipf, abs=0.1)


def test_answers_are_more_common_than_other_words() -> None:
    answers = np.mean(lexicon("wordle-answers").zipf(5))  # type: ignore[arg-type]
    allowed = np.mean(lexicon("wordle-allowed").zipf(5))  # type: ignore[arg-type]
    assert answers > allowed + 1


def test_one_length_loads_quickly_and_once() -> None:
    words = fresh("fr")
    begun = time.process_time()
    first = words.letters(10)
    assert time.process_time() - begun < 10  # CPU seconds: only exponential growth fails
    assert words.letters(10) is first


def test_the_same_lexicon_every_time() -> None:
    assert lexicon("fr") is lexicon("fr")
    assert fresh("fr") == lexicon("fr")
    assert fresh("fr") != lexicon("enable")


def test_a_shipped_lexicon_pickles_as_its_name() -> None:
    words = lexicon("fr")
    words.letters(5)
    packed = pickle.dumps(words)
    assert len(packed) < 500
    assert pickle.loads(packed) == words
    assert "chat" in pickle.loads(packed)


@pytest.mark.parametrize("name", ["", "ods", "../fr", "fr.lex", pytest.param("x" * 10_000_000, id="huge")])
def test_an_unknown_name_is_refused_shortly(name: str) -> None:
    with pytest.raises(InvalidOption, match="expected enable, fr") as refused:
        lexicon(name)
    assert len(str(refused.value)) < 250


def test_listing_does_not_import_anything_heavy() -> None:
    code = "import sys, entails.data.lexicons; sys.exit(bool({'numpy', 'pydantic', 'numba'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_two_processes_and_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    """The loader never writes: two processes can share a read-only copy."""
    copy = tmp_path / "entails"
    shutil.copytree(FOLDER.parents[1], copy, ignore=shutil.ignore_patterns("__pycache__"))
    for path in [*copy.rglob("*"), copy]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    code = "from entails.data.lexicons import lexicon as x; print(x('enable').index_of('zyzzyva'), 'chat' in x('fr'))"
    environment = {"PYTHONPATH": str(tmp_path), "PATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
    running = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=tmp_path, env=environment)
        for _ in range(2)
    ]
    text = [process.communicate(timeout=60)[0].decode().split() for process in running]
    for path in [copy, *copy.rglob("*")]:
        if path.is_dir():
            path.chmod(0o755)
    assert text[0] == text[1] == [str(lexicon("enable").index_of("zyzzyva")), "True"]


def test_everything_is_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.parent.rglob("*") if path.is_file()) < 10_000_000


def test_the_licences_are_there() -> None:
    assert "Mozilla Public License Version 2.0" in (FOLDER / "licences" / "MPL-2.0.txt").read_text(encoding="utf-8")
    assert "Attribution-ShareAlike 4.0" in (FOLDER / "licences" / "CC-BY-SA-4.0.txt").read_text(encoding="utf-8")


@settings(deadline=None)
@given(st.integers(2, 6).flatmap(lambda n: st.sets(st.text(alphabet="abcz", min_size=n, max_size=n), min_size=1)))
def test_front_coding_gives_the_words_back(words: set[str]) -> None:
    length = len(next(iter(words)))
    letters = to_letters(sorted(words), length)
    assert (unpack_words(pack_words(letters), *letters.shape) == letters).all()


@pytest.mark.parametrize("compression", ["xz", "zlib"])
@pytest.mark.parametrize(
    "damage", ["empty", "no header", "cut", "other bytes", "wrong count", "newer format", "unknown compression"]
)
def test_a_damaged_file_is_reported_in_a_sentence(
    tmp_path: Path, damage: str, compression: Literal["xz", "zlib"]
) -> None:
    letters = to_letters(["aa", "ab", "ba"], 2)
    whole = pack({"name": "x"}, {2: 3}, {2: pack_words(letters)}, compression)
    header, _, block = whole.partition(b"\n")
    damaged = {
        "empty": b"",
        "no header": block,
        "cut": whole[:-3],
        "other bytes": header + b"\n" + bytes(len(block)),
        "wrong count": header.replace(b"[2, 3,", b"[2, 9,") + b"\n" + block,
        "newer format": whole.replace(b'"format": 2', b'"format": 3'),
        "unknown compression": whole.replace(f'"{compression}"'.encode(), b'"none"'),
    }[damage]
    path = tmp_path / "x.lex"
    path.write_bytes(damaged)
    with pytest.raises(EntailsError, match=r"the lexicon file x\.lex is damaged"):
        LexiconStore.open(path).letters(2)


def test_frequencies_that_do_not_fit_the_words_are_damage(tmp_path: Path) -> None:
    path = tmp_path / "x.freq"
    path.write_bytes(pack({"name": "x"}, {2: 3}, {2: b"ab"}))
    with pytest.raises(EntailsError, match="damaged"):
        LexiconStore.open(path).numbers(2)
