"""Agreement of French and English in every message: numbers, placeholders, comparisons, directions, colours, negations.

Whole sentences of Sudoku steps are compared where the steps are tested (`french_steps`).
"""

import re
from collections.abc import Iterator

from french import KNOWN, Pair, faults, messages

SWAPS = [
    ("au plus", "au moins"),
    ("au moins", "au plus"),
    ("exactement", "au plus"),
    (r"\bplus grand", "plus petit"),
    (r"\bplus petit", "plus grand"),
    (r"\bavant\b", "après"),
    (r"\baprès\b", "avant"),
    (r"\bgauche\b", "droite"),
    (r"\bdroite\b", "gauche"),
    ("dessus", "dessous"),
    (r"\bnoir(?=e?s?\b)", "blanch"),
    (r"\bblanche?s?\b", "noires"),
    (r"\bpair(?=e?s?\b)", "impair"),
    (r"\bimpair", "pair"),
    (r"\bligne", "colonne"),
    (r"\bcolonne", "ligne"),
    (r"\bpremi(?:er|ère)", "dernier"),
    (r"\bderni(?:er|ère)", "premier"),
    (r"\b[Cc]haque\b", "aucun"),
    (r"\btous les\b", "aucun des"),
    (r"\b[Aa]ucune?\b", "une"),
    (r"\bne (\w+) pas\b", r"\1"),
    (r"\bn'(\w+) pas\b", r"\1"),
    (r"\bsans\b", "avec"),
    (r"\bverte?s?\b", "jaune"),
    (r"\bjaunes?\b", "vert"),
    (r"\bhorizontal", "vertical"),
    (r"\bvertical", "horizontal"),
    (r"\bcroissant", "décroissant"),
    (r"\bmêmes?\b", "différents"),
    (r"\bdeux\b", "trois"),
    (r"\btrois\b", "deux"),
    (r"\bgagn", "perd"),
    (r"\bsomme\b", "produit"),
    (r"\bproduit\b", "somme"),
    (r"\bmeilleur", "pire"),
    (r"\bfaciles?\b", "difficile"),
    (r"\bincohérent", "cohérent"),
    (r"\{\w+\}", "{}"),
    (r"(?<![\w.{])([1-9])(?![\w}])", r"1\1"),
]
"""Changes that alter the meaning of a French sentence."""


def changed(pair: Pair) -> Iterator[Pair]:
    """Yield the message with each applicable change, one at a time."""
    for words, instead in SWAPS:
        french = re.sub(words, instead, pair.fr, count=1)
        if french != pair.fr:
            yield pair._replace(fr=french)


def test_every_message_says_the_same_in_both_languages() -> None:
    assert len(messages()) > 1400
    wrong = [f"{pair} {result}" for pair in messages() if pair.fr not in KNOWN and (result := faults(pair))]
    assert wrong == []


def test_messages_that_differ_for_a_reason_exist() -> None:
    assert {pair.fr for pair in messages() if faults(pair)} == set(KNOWN)


def test_a_sentence_that_says_the_opposite_is_noticed() -> None:
    """A sentence that states the opposite is noticed, for every change where it applies; a few exceptions are known."""
    missed: dict[str, list[Pair]] = {}
    total = 0
    for pair in messages():
        for second in changed(pair):
            total += 1
            if pair.fr not in KNOWN and not faults(second):
                missed.setdefault(pair.fr, []).append(second)
    assert total > 1000
    assert sum(map(len, missed.values())) < total / 25, missed


def test_the_step_of_another_technique_is_noticed() -> None:
    """A sentence about another technique is noticed."""
    english = "In row 1, the 5 can only go in r1c2, so r1c2 is not 3."
    assert faults(Pair("", english, "Dans la ligne 1, le 5 ne peut aller qu'en r1c2, donc r1c2 n'est pas 3.")) == []
    for wrong in (
        "Dans la colonne 1, le 5 ne peut aller qu'en r1c2, donc r1c2 n'est pas 3.",
        "Dans la ligne 1, le 5 ne peut aller qu'en r1c2, donc r1c2 est 3.",
        "Dans la ligne 1, le 5 ne peut aller qu'en r1c2, donc r1c2 n'est pas 4.",
    ):
        assert faults(Pair("", english, wrong))
