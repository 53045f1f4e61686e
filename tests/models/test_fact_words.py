"""Sentences about facts, and the existence of every sentence in every language."""

import pytest

import entails
from entails.locale.message import Argument, Message, Plural, Sentence, Series, denied, in_words, listed
from entails.puzzles import puzzle_type_named, puzzles
from entails.puzzles.zebra import Clue
from entails.queries.steps import stated

STATED = [
    name
    for name in puzzles()
    if name not in ("model", "fzn")  # their sentences are the user's
    and puzzle_type_named(name).statement(entails.parse(name, puzzle_type_named(name).examples[0].text)) is not None
]


@pytest.mark.parametrize(
    ("name", "english", "french"),
    [
        ("r1c1=5", "r1c1=5", "r1c1=5"),
        ("not r1c1=5", "r1c1≠5", "r1c1≠5"),
        ("black r4c6", "r4c6 black", "r4c6 noire"),
        ("not black r4c6", "r4c6 not black", "r4c6 non noire"),
        ("line left of r2c3", "a line left of r2c3", "un trait à gauche de r2c3"),
        ("not line r1c1-r1c2", "no line from r1c1 to r1c2", "aucun trait de r1c1 à r1c2"),
        ("not star r2c2", "no star in r2c2", "aucune étoile en r2c2"),
        ("not border r1c1|r2c1", "no border between r1c1 and r2c1", "aucune frontière entre r1c1 et r2c1"),
        ("r1c2-r2c2=2", "two bridges from r1c2 to r2c2", "deux ponts de r1c2 à r2c2"),
        ("not r1c2-r2c2=0", "a bridge from r1c2 to r2c2", "un pont au moins de r1c2 à r2c2"),
        ("white r1c1", "no triangle in r1c1", "aucun triangle en r1c1"),
        ("not water r1c1", "r1c1 empty", "r1c1 vide"),
        ("not r1c2 in the island of r1c1", "r1c2 not in the island of r1c1", "r1c2 hors de l'île de r1c1"),
        ("Ann is here", "Ann is here", "Ann is here"),
        ("not Ann is here", "not Ann is here", "non Ann is here"),
    ],
)
def test_a_fact_in_words(name: str, english: str, french: str) -> None:
    assert (in_words(name), in_words(name, "fr")) == (english, french)
    assert denied(denied(name)) == name


def test_lists() -> None:
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(["a", "b", "c"], language="fr") == "a, b et c"
    assert listed(["a", "b", "c"], 2, "fr") == "a, b et 1 autre"


def speaks_french(argument: Argument) -> bool:
    """Return whether a sentence and all sentences inside it have French text."""
    if isinstance(argument, Message):
        return speaks_french(argument())
    if isinstance(argument, Series):
        return all(map(speaks_french, argument.items))
    if not isinstance(argument, Sentence):
        return True
    wordless = not any(sign.isalpha() for sign in argument.say())
    return (bool(argument.template.fr) or wordless) and all(speaks_french(value) for _, value in argument.arguments)


@pytest.mark.parametrize("name", STATED)
def test_statements_and_facts_of_every_puzzle_have_french(name: str) -> None:
    puzzle = entails.parse(name, puzzle_type_named(name).examples[0].text)
    cnf, _ = stated(puzzle, "steps")
    groups = [group for group in cnf.groups if group.id != "definitions"]
    assert groups
    assert [group.text for group in groups if group.sentence is None or not speaks_french(group.sentence)] == []
    for fact in cnf.names[:: max(1, cnf.answers // 200)]:
        for item in (fact, f"not {fact}"):
            assert in_words(item, "fr") != item or "=" in item, item


def test_zero_is_plural_in_english_and_singular_in_french() -> None:
    cells = Plural(
        Message("{count} full cell", "{count} case pleine"), Message("{count} full cells", "{count} cases pleines")
    )
    assert [cells.say(number) for number in range(3)] == ["0 full cells", "1 full cell", "2 full cells"]
    assert [cells.say(number, "fr") for number in range(3)] == ["0 case pleine", "1 case pleine", "2 cases pleines"]


def test_the_offset_of_a_zebra_clue_has_a_direction() -> None:
    assert Clue("cat", "=", "dog", -2).sentence().say() == "cat is 2 places before dog"
    assert Clue("cat", "=", "dog", 1).sentence().say("fr") == "cat est 1 place après dog"
