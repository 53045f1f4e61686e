"""Recall and precision of lexicons, and the note about a partial lexicon wherever it is used."""

import re
from importlib.resources import files
from pathlib import Path

from cli.runner import entails
from hypothesis import given
from hypothesis import strategies as st

from entails.data.lexicons import COVERAGE, DEFAULT_OF_LANGUAGE, partial_notes
from entails.models.fields import Document
from entails.queries.lexicon.check import coverage

WORDS = st.sets(st.text("abc", min_size=2, max_size=4), min_size=1)
NOTE = "lexicon pl is partial: it has 9 % of the words of SJP"


def listed(words: set[str], name: str) -> Document:
    return Document("\n".join(sorted(words)).encode(), name)


@given(WORDS, WORDS)
def test_recall_and_precision_are_shares_of_the_common_words(ours: set[str], theirs: set[str]) -> None:
    report = coverage(listed(theirs, "theirs"), listed(ours, "ours"))
    common = len(ours & theirs)
    assert (report.words, report.list_words, report.common) == (len(ours), len(theirs), common)
    assert report.recall == round(100 * common / len(theirs), 1)
    assert report.precision == round(100 * common / len(ours), 1)
    assert sum(line.common for line in report.lengths) == common


def test_the_command_compares_a_file_with_the_lexicon_of_a_language(tmp_path: Path) -> None:
    words = tmp_path / "mine.txt"
    words.write_text("Élève\ncœur\nzzz\n")
    ran = entails("lexicon", "coverage", words, "--lang", "fr", "--json")
    assert ran.code == 0, ran.err
    assert (ran.line["list_words"], ran.line["common"], ran.line["recall"]) == (3, 2, 66.7)
    shown = entails("lexicon", "coverage", words, "--lang", "fr")
    assert "recall      66.7 %  (2 of 3 words)" in shown.out
    words.write_text("\n")
    assert entails("lexicon", "coverage", words).code == 2


def test_partial_lexicons_are_marked_in_lists() -> None:
    ran = entails("lexicon", "list", "--json")
    marked = {line["name"]: line["recall"] for line in ran.lines if line["partial"]}
    assert marked == {"nl": 60.0, "pl": 9.1}
    assert "partial: 9.1 % of SJP, precision 99.3 %" in entails("lexicon", "info", "pl").out
    assert "coverage" not in entails("lexicon", "info", "sv").out


def test_a_partial_lexicon_is_named_where_it_is_chosen() -> None:
    for command in (
        ("scrabble", "best", "empty", "-r", "ŁĄKA", "--lang", "pl"),
        ("scrabble", "best", "empty", "-r", "ŁĄKA", "--lexicon", "pl", "--tiles", "polish"),
        ("lexicon", "check", "łąka", "--lang", "pl"),
    ):
        ran = entails(*command)
        assert (ran.code, ran.err.count(NOTE)) == (0, 1), (command, ran.err)
    assert "partial" not in entails("scrabble", "best", "empty", "-r", "CAT").err
    assert partial_notes("no such list") == ()


def test_documentation_and_page_have_the_same_figures() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "lexicons.md").read_text("utf-8")
    for name, known in COVERAGE.items():
        mark = ", partial" if known.is_partial else ""
        row = rf"\| `{name}` \| {known.against} \| [\d,]+ \| {known.recall} %{mark} \| {known.precision} % \|"
        assert re.search(row, manual), name
    page = files("entails.service").joinpath("page/word_languages.js").read_text("utf-8")
    shown = dict(re.findall(r"(\w+): (\d+)", re.findall(r"PARTIAL = \{(.*?)\}", page)[0]))
    partial = {code: COVERAGE[name] for code, name in DEFAULT_OF_LANGUAGE.items() if name in COVERAGE}
    assert shown == {code: f"{known.recall:.0f}" for code, known in partial.items() if known.is_partial}
