"""What a player is told about the next guess: a word that people know first, and a rare one only beside it, with what
it gains. The reason is data; the sentence is made of it in the language of the player."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from entails.models.sentence import Sentence, Template
from entails.models.wordle.spoken import spoken
from entails.solvers.wordle.refusals import Speech
from entails.solvers.wordle.suggest import Suggestion

HintReason = Literal["only", "best", "tied", "good", "opener best", "opener", "bits", "rare", "rare bits"]

WORTH_SAYING = 0.005
"""A rare word that saves less than that, in guesses or bits, is not worth learning."""
_SENTENCES: dict[HintReason, Template] = {
    "only": Template("{word} is the only word left.", "{word} est le seul mot possible."),
    "best": Template(
        "No guess is better than {word}: {expected} more on average{how}.",
        "Aucun coup n'est meilleur que {word} : encore {expected} en moyenne{how}.",
    ),
    "tied": Template(
        "{word} is as good as any: {expected} more on average{how}.",
        "{word} vaut les meilleurs : encore {expected} en moyenne{how}.",
    ),
    "good": Template(
        "{word} leaves {expected} more on average{how}.", "{word} laisse encore {expected} coups en moyenne{how}."
    ),
    "opener best": Template(
        "{word} opens as well as any word that was looked at: {expected} more on average{how}.",
        "{word} ouvre aussi bien que tout mot examiné : encore {expected} en moyenne{how}.",
    ),
    "opener": Template(
        "As an opener {word} needs {expected} more on average{how}.",
        "En ouverture {word} demande encore {expected} coups en moyenne{how}.",
    ),
    "bits": Template("{word} is expected to tell {bits} bits.", "{word} devrait apporter {bits} bits."),
    "rare": Template(
        "{word}, which few people know, would save {saves} of a guess against {usual}.",
        "{word}, que peu de gens connaissent, gagnerait {saves} coup sur {usual}.",
    ),
    "rare bits": Template(
        "{word}, which few people know, would tell {saves} bits more than {usual}.",
        "{word}, que peu de gens connaissent, apporterait {saves} bits de plus que {usual}.",
    ),
}
_NOT_PROVEN = Template(" (by a beam, not proven)", " (recherche en faisceau, sans preuve)")


@dataclass(frozen=True)
class Hint:
    """A guess, and why it is offered. `saves` is what a rare word saves against the usual one beside it: guesses on
    average, or bits where nobody counted turns."""

    found: Suggestion
    reason: HintReason
    usual: str = ""
    saves: float | None = None

    def says(self, speech: Speech = "en") -> str:
        """The sentence, with the numbers of the language."""
        found = self.found
        said: Sentence = _SENTENCES[self.reason](
            word=found.word.upper(),
            usual=self.usual.upper(),
            bits=spoken(found.bits, speech),
            expected="" if found.expected is None else spoken(found.expected, speech),
            saves="" if self.saves is None else spoken(self.saves, speech),
            how=_NOT_PROVEN().say(speech) if found.engine == "beam" else "",
        )
        return said.say(speech)


def hints_for(best_first: Sequence[Suggestion]) -> list[Hint]:
    """What to tell of these guesses, which are all good: the best usual word, then a rare one that is better."""
    if not best_first:
        return []
    first = best_first[0]
    usual = next((found for found in best_first if found.usual), first)
    hints = [Hint(usual, reason_for(usual, best_first))]
    saves = saved(first, usual)
    if first is not usual and saves >= WORTH_SAYING:
        hints.append(Hint(first, "rare bits" if first.expected is None else "rare", usual.word, saves))
    return hints


def saved(rare: Suggestion, usual: Suggestion) -> float:
    """What a rare word saves against a usual one: guesses, or bits."""
    if rare.expected is None or usual.expected is None:
        return rare.bits - usual.bits
    return usual.expected - rare.expected


def reason_for(found: Suggestion, best_first: Sequence[Suggestion]) -> HintReason:
    """Why this guess is offered among these."""
    if found.chance == 1:
        return "only"
    if found.expected is None:
        return "bits"
    if found.opener:
        return "opener best" if found.is_best else "opener"
    if not found.is_best:
        return "good"
    return "tied" if sum(other.is_best for other in best_first) > 1 else "best"
