"""Requirements on the French text of a step."""

import re

from french import Pair, faults

from entails.solvers.sudoku.steps.position import Step

ENGLISH = re.compile(r"\b(the|is|are|of|and|so|if|then|not|no|one|with|cells?|each|row|column|box)\b", re.IGNORECASE)


def assert_french_sentence(step: Step) -> None:
    """Assert that a step's French text consists of whole sentences that name its result and its cells."""
    sentence = step.say("fr")
    assert not ENGLISH.search(sentence), sentence
    assert re.fullmatch(r"[A-ZÉ1-9].*[^ .]\.", sentence), sentence
    english, french = set(re.findall(r"r(\d)c(\d)", step.sentence)), set(re.findall(r"L(\d)C(\d)", sentence))
    assert english == french, (step.sentence, sentence)
    assert not re.search(r"r\dc\d", sentence), sentence
    assert faults(Pair(step.technique, step.sentence, sentence)) == [], (step.sentence, sentence)
