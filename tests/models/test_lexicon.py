"""Lexicons: folding, membership, order, custom lists in every encoding, and junk."""

import pickle
import string
import time
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entails.data.lexicons import lexicon
from entails.formats.word_list import WordListReport, read_lexicon, read_word_list
from entails.models.alphabet import fold, is_word, to_letters, to_words, without_accents
from entails.models.errors import InvalidData
from entails.models.lexicon import Lexicon, common_words, frequency_of, grade_of, zipf_of

FRENCH = ["Été", "cœur", "œuf", "Noël", "garçon", "ex", "æquo", "maïs", "thé", "ÉTÉ"]
FOLDED = sorted({"ete", "coeur", "oeuf", "noel", "garcon", "ex", "aequo", "mais", "the"})

words_of_letters = st.text(alphabet=string.ascii_lowercase, min_size=2, max_size=15)


def listed(data: bytes | str) -> list[str]:
    return read_word_list(data)[0]


def report_of(data: bytes | str) -> WordListReport:
    return read_word_list(data)[1]


@pytest.mark.parametrize(
    ("spelling", "folded"),
    [
        ("é", "e"),
        ("Œuvre", "oeuvre"),
        ("CURRICULUM-VITÆ", "curriculum-vitae"),
        ("FRANÇAIS", "francais"),
        ("aïeul", "aieul"),
        ("e\N{COMBINING ACUTE ACCENT}te\N{COMBINING ACUTE ACCENT}", "ete"),
        ("Straße", "strasse"),
        ("İstanbul", "istanbul"),
        ("plain", "plain"),
        ("", ""),
    ],
)
def test_fold(spelling: str, folded: str) -> None:
    assert fold(spelling) == folded


def test_accents_go_while_capitals_stay() -> None:
    assert without_accents("Élève Œ") == "Eleve OE"


@settings(deadline=None)
@given(st.text())
def test_folding_twice_changes_nothing_more(text: str) -> None:
    if is_word(fold(text)):
        assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize("text", ["", "a b", "l'eau", "é", "AB", "a1", "ª", "ﬁ", "а"])  # the last one is Cyrillic
def test_invalid_word(text: str) -> None:
    assert not is_word(text)


@settings(deadline=None)
@given(st.lists(st.text(alphabet=string.ascii_lowercase, min_size=4, max_size=4), max_size=20))
def test_words_and_letters_are_each_others_inverse(words: list[str]) -> None:
    letters = to_letters(words, 4)
    assert letters.shape == (len(words), 4)
    assert letters.dtype == np.uint8
    assert not letters.size or letters.max() <= 25
    assert to_words(letters) == words


def test_a_lexicon_of_words() -> None:
    lexicon = Lexicon.of(FRENCH, "mine", "fr")
    assert len(lexicon) == len(FOLDED)
    assert [word for length in lexicon.lengths for word in lexicon.words(length)] == sorted(
        FOLDED, key=lambda w: (len(w), w)
    )
    assert dict(lexicon.counts) == {2: 1, 3: 2, 4: 3, 5: 2, 6: 1}
    assert lexicon.letters(2).tolist() == [[4, 23]]
    assert "CŒUR" in lexicon
    assert lexicon.contains("ete")
    assert lexicon.index_of("thé") == 1


@pytest.mark.parametrize(
    "stranger", ["", "x", "zz", "cœurs", "a" * 16, "l'eau", "12", "\udcff", pytest.param("é" * 100_000, id="long")]
)
def test_what_is_not_in_it(stranger: str) -> None:
    lexicon = Lexicon.of(FRENCH, "mine")
    assert not lexicon.contains(stranger)
    assert lexicon.index_of(stranger) is None


def test_things_that_are_no_text_are_not_in_it() -> None:
    assert 5 not in Lexicon.of(FRENCH, "mine")


@pytest.mark.parametrize("length", [-1, 0, 1, 7, 16, 10**9])
def test_a_length_without_words_is_empty(length: int) -> None:
    lexicon = Lexicon.of(FRENCH, "mine")
    assert lexicon.words(length) == []
    assert lexicon.letters(length).shape[0] == 0
    assert lexicon.frequency(length) is None


def test_frequencies_of_ones_own_list_are_unknown() -> None:
    lexicon = Lexicon.of(FRENCH, "mine")
    assert not lexicon.has_frequencies
    assert lexicon.frequency(3) is None
    assert lexicon.zipf(3) is None


def test_letters_cannot_be_written_to() -> None:
    letters = Lexicon.of(FRENCH, "mine").letters(3)
    with pytest.raises(ValueError, match="read-only"):
        letters[0, 0] = 1


@pytest.mark.parametrize("word", ["a", "", "x" * 16, "l'eau", pytest.param("x" * 10_000_000, id="huge")])
def test_a_lexicon_of_something_else_is_refused_shortly(word: str) -> None:
    with pytest.raises(InvalidData, match="expected 2 to 15 letters") as refused:
        Lexicon.of(["good", word], "mine")
    assert len(str(refused.value)) < 120


def test_lexicons_pickle_and_compare_by_content() -> None:
    lexicon = Lexicon.of(FRENCH, "mine", "fr")
    lexicon.letters(3)
    again = pickle.loads(pickle.dumps(lexicon))
    assert again == lexicon
    assert hash(again) == hash(lexicon)
    assert again.words(3) == lexicon.words(3)
    assert again != Lexicon.of([*FRENCH, "encore"], "mine", "fr")


@settings(deadline=None)
@given(st.sets(words_of_letters, min_size=1, max_size=60), words_of_letters)
def test_membership_is_that_of_a_set(words: set[str], text: str) -> None:
    lexicon = Lexicon.of(words, "mine")
    assert all(word in lexicon for word in words)
    assert (text in lexicon) == (text in words)
    for length in lexicon.lengths:
        ordered = lexicon.words(length)
        assert all(a < b for a, b in pairwise(ordered))
        assert [lexicon.index_of(word) for word in ordered] == list(range(len(ordered)))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "iso-8859-1"])
def test_encodings(encoding: str) -> None:
    spellings = [word for word in FRENCH if encoding != "iso-8859-1" or "œ" not in word]
    lexicon, report = read_lexicon("\r\n".join(spellings).encode(encoding), "mine", "fr")
    assert sorted(word for length in lexicon.lengths for word in lexicon.words(length)) == sorted(
        {fold(word) for word in spellings}
    )
    assert report.skipped == {"duplicate": 1}


@pytest.mark.parametrize(
    "line",
    [
        "maïs",
        "  maïs  ",
        "maïs,12,noun",
        "maïs;12",
        "maïs\t12\t0.5",
        '"maïs","corn"',
        "maïs/S.() po:nom",
        "maïs po:nom is:inv",
        "maïs 12345",
        "MAÏS",
        "maïs|n",
    ],
)
def test_shapes_of_lines(line: str) -> None:
    assert listed(line) == ["mais"]


@pytest.mark.parametrize("line", ["ad hoc", "arc-en-ciel", "aujourd'hui", "12", "ab12", ",word", "/", "été été"])
def test_lines_that_hold_no_word(line: str) -> None:
    assert listed(line) == []
    assert report_of(line).skipped == {"not letters": 1}


def test_what_was_skipped_and_why() -> None:
    text = "# a comment\n84310\nchat\n\nx\nCHAT\nanticonstitutionnellement\nl'eau\nchats/S.\nchât\n"
    words, report = read_word_list(text)
    assert words == ["chat", "chats"]
    assert report.lines == 8
    assert report.kept == 2
    assert report.skipped == {"not letters": 2, "too short": 1, "duplicate": 2, "too long": 1}
    assert report.first_skipped == {"not letters": 2, "too short": 5, "duplicate": 6, "too long": 7}
    assert str(report).startswith("2 words, 6 of 8 lines skipped: 2 not letters (first: line 2), 1 too short")


def test_a_list_without_skipped_lines_is_reported_too() -> None:
    assert str(report_of("chat\nchien\n")) == "2 words, no line skipped"


def test_the_heading_of_a_table_is_no_word() -> None:
    assert listed("word,frequency\ncat,3\nword,2\n") == ["cat", "word"]
    assert listed("word\ncat\n") == ["cat", "word"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        b"1\n2\n",
        b"\xff\xfe",
        b"\xff\xfe\x00",
        b"\x89PNG\r\n\x1a\n\0\0\0",
        b"a\0" * 3 + b"\xd8",
        pytest.param(b"\0" * 1000, id="zeros"),
        "",
        "#only\n",
        pytest.param("x" * 10_000_000, id="huge line"),
        pytest.param("é'" * 1_000_000, id="huge line with accents"),
    ],
)
def test_lists_without_a_word_are_refused_shortly_and_fast(data: bytes | str) -> None:
    begun = time.process_time()
    with pytest.raises(InvalidData, match="mine") as refused:
        read_lexicon(data, "mine")
    assert len(str(refused.value)) < 200
    assert time.process_time() - begun < 10  # CPU seconds: only exponential growth fails


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_give_words_or_a_sentence(data: bytes) -> None:
    try:
        lexicon, report = read_lexicon(data, "junk")
    except InvalidData as problem:
        refused = problem
    else:
        assert len(lexicon) == report.kept > 0
        assert report.lines == report.kept + sum(report.skipped.values())
        return
    assert str(refused).startswith("junk")


@settings(deadline=None)
@given(st.text(max_size=300))
def test_any_text_gives_folded_words_of_the_right_length(text: str) -> None:
    words, report = read_word_list(text)
    assert all(is_word(word) and 2 <= len(word) <= 15 for word in words)
    assert report.lines == report.kept + sum(report.skipped.values())


@pytest.mark.parametrize(("frequency", "zipf"), [(0.0535, 7.73), (1e-4, 5.0), (1e-6, 3.0), (1e-8, 1.0), (1e-12, 1.0)])
def test_grades_keep_frequencies_within_a_step(frequency: float, zipf: float) -> None:
    grade = np.array([grade_of(frequency)], dtype=np.uint8)
    assert zipf_of(grade)[0] == pytest.approx(zipf, abs=0.016)
    assert frequency_of(grade)[0] == pytest.approx(10 ** (zipf - 9), rel=0.04)


def test_words_never_counted_have_no_frequency() -> None:
    assert grade_of(0.0) == 0
    none = np.zeros(1, dtype=np.uint8)
    assert zipf_of(none)[0] == frequency_of(none)[0] == 0.0


@settings(deadline=None)
@given(st.floats(min_value=1e-9, max_value=1.0), st.floats(min_value=1e-9, max_value=1.0))
def test_grades_keep_the_order(number: float, second: float) -> None:
    if number <= second:
        assert 1 <= grade_of(number) <= grade_of(second) <= 255


def test_common_words_reach_the_frequency() -> None:
    """A word whose Zipf value equals the minimum counts as common, even if it is the highest value."""
    words = lexicon("wordle-answers")
    zipf = words.zipf(5)
    assert zipf is not None
    for least in (3.0, float(zipf.max())):
        common = common_words(words, least)
        assert common is not None
        assert common.letters(5).tolist() == words.letters(5)[zipf >= least].tolist()
    assert common_words(words, float(zipf.max()) + 0.01) is None
