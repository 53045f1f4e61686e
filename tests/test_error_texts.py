"""French error messages: each entry belongs to a message of the code, and nearly every message has one."""

import ast
import re
from pathlib import Path

import pytest
from french import Pair, faults

from entails.locale.error_expectations import EXPECTATIONS, PLACES
from entails.locale.error_problems import PROBLEMS
from entails.locale.error_progress import PROGRESS
from entails.locale.error_values import VALUES
from entails.locale.errors import error_text
from entails.models import errors

ROOT = Path(__file__).parent.parent / "entails"
READERS = (
    "formats/penpa",
    "formats/puzzlink",
    "formats/scrabble",
    "formats/sudoku",
    "formats/variant",
    "formats/wordle",
)
"""Folders whose messages a user of the page meets, besides those below."""
FOLDERS = (*READERS, "models", "puzzles", "service")
NEEDED = 0.85
ELSEWHERE = {
    "kernels are being compiled: {number} of {number2} ready, now {phrase}",
    "the link is truncated: it ends after {number} of {number2} places",
    "property name enclosed in double quotes",
    "unexpected 'the end of the file'",
    "{number} / {number2}, {number3} tried, about {number4} s left",
    "{text} is off the board of {amount} and {amount2}",
}
"""Messages of the standard library, and messages that the code joins from several parts."""
HOLE = re.compile(r"\{[^{}]*\}")


def template(node: ast.expr) -> str | None:
    """Return a literal or an f-string with {} for each value."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


def problems_of(path: Path) -> set[str]:
    """Return the templates that are raised as errors in a file."""
    names = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, Exception)}
    calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call) and node.args]
    raised = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id in names]
    return {text for node in raised if (text := template(node)) is not None}


def test_nearly_every_problem_of_readers_has_a_french_text() -> None:
    texts = {text for folder in FOLDERS for path in (ROOT / folder).rglob("*.py") for text in problems_of(path)}
    known = {text for text in texts if error_text(HOLE.sub("7", text), "fr") != HOLE.sub("7", text)}
    assert len(known) >= NEEDED * len(texts), sorted(texts - known)


def test_no_entry_is_stale() -> None:
    code = "\n".join(path.read_text("utf-8") for path in ROOT.rglob("*.py") if not path.name.startswith("error_"))
    code = re.sub(r'"\s*\n?\s*f?"', "", code).replace("--", "")

    def occurs(english: str) -> bool:
        parts = [part for part in HOLE.split(english) if re.search(r"\w", part)]
        return all(part.strip() in code or part.strip().replace("'", "\\'") in code for part in parts)

    entries = {**VALUES, **PROBLEMS, **PROGRESS, **EXPECTATIONS}.keys() - ELSEWHERE
    assert [english for english in entries if not occurs(english.replace("{{", "{").replace("}}", "}"))] == []


@pytest.mark.parametrize("table", [VALUES, PROBLEMS, PROGRESS, PLACES, EXPECTATIONS])
def test_both_languages_have_the_same_placeholders(table: dict[str, str]) -> None:
    names = re.compile(r"\{(\w+)\}")
    assert [
        english for english, french in table.items() if sorted(names.findall(english)) != sorted(names.findall(french))
    ] == []


def test_both_languages_mention_the_same_numbers_and_comparisons() -> None:
    """Single words may deny in one language only ("wrong", "incorrect"), so negations are not compared."""
    tables = {**VALUES, **PROBLEMS, **PLACES, **EXPECTATIONS}
    by_entry = {english: faults(Pair("", english, french)) for english, french in tables.items()}
    kinds = re.compile("numbers|at most|one/two|empty|next")
    assert {english: text for english, texts in by_entry.items() for text in texts if kinds.match(text)} == {}


@pytest.mark.parametrize(
    ("english", "french"),
    [
        (
            "row 1, column 2: unexpected '5'; expected 0 to 4, or .",
            "ligne 1, colonne 2 : '5' inattendu ; attendu : 0 à 4, ou .",
        ),
        (
            "guess 1, CRAN: 5 colours; expected 4, one for each letter",
            "essai 1, CRAN : 5 couleurs ; attendu : 4, un par lettre",
        ),
        (
            "the board is not a square: 1 row of 2 cells; expected rows of 0, 1 and .",
            "le plateau n'est pas carré : 1 ligne de 2 cases ; attendu : des lignes de 0, 1 et .",
        ),
        (
            "link: the site of this link is not supported; expected a complete link",
            "lien : le site de ce lien n'est pas pris en charge ; attendu : un lien complet",
        ),
        (
            "no categories; expected categories such as `colour: red`, then clues such as `red = dog` or `red ~ dog`",
            "aucune catégorie ; attendu : des catégories telles que `colour: red`, puis des indices tels que "
            "`red = dog` ou `red ~ dog`",
        ),
        (
            "the code for this request is still being compiled (kernels are being compiled: 3 of 15 ready, now "
            "Scrabble and word trees); try again in a moment",
            "le code de cette requête n'est pas encore prêt (compilation : 3 parties sur 15 sont prêtes, en cours : "
            "Scrabble, arbres de mots) ; réessayez dans un instant",
        ),
        (
            "no cells; expected rows of a new kind, or one of . 0 for an empty cell",  # translated as a whole
            "aucune case ; attendu : rows of a new kind, or one of . 0 for an empty cell",
        ),
        ("/n: invalid value '3'; expected a whole number", "/n : valeur non valide '3' ; attendu : un nombre entier"),
        ("a sentence that no table has: 3 cells", "a sentence that no table has: 3 cells"),
        ("3 / 20, 1,504 tried, about 12 s left", "3 / 20, 1\u202f504 essayées, encore 12 s environ"),
        (
            "cage a: missing result; expected a result such as a=6+",
            "cage a : résultat absent ; attendu : un résultat tel que a=6+",
        ),
        (
            "1 board; expected a puzz.link address, or rows of letters that name the regions, a semicolon and rows of "
            "numbers, . and ?",
            "1 grille ; attendu : une adresse puzz.link, ou des lignes de lettres qui nomment les régions, un "
            "point-virgule et des lignes de nombres, . et ?",
        ),
        ("1,200 guesses; expected at most 1,000", "1\u202f200 essais ; attendu : au plus 1\u202f000"),
    ],
)
def test_places_problems_and_expectations_are_translated(english: str, french: str) -> None:
    assert error_text(english, "fr") == french
    assert error_text(english, "en") == english
