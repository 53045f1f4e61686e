"""What a coach says of a guess, in the language of the player, from the reason for it."""

from typing import Literal

from entails.models.wordle.spoken import spoken
from entails.solvers.wordle.refusals import Speech

Reason = Literal["won", "only", "best", "nearly", "cost", "opener best", "opener", "estimate", "wasted"]
"""Why a verdict is what it is; programs read this, people read the sentence."""

NEARLY = 0.05
"""Fewer guesses than that nobody notices."""

_SENTENCES: dict[Reason, dict[Speech, str]] = {
    "won": {"en": "{guess} was the word.", "fr": "{guess} était le mot."},
    "only": {
        "en": "{best} was the only word left; {guess} could not win.",
        "fr": "{best} était le seul mot possible ; {guess} ne pouvait pas gagner.",
    },
    "best": {
        "en": "No guess is better than {guess}: {expected} more on average{how}.",
        "fr": "Aucun coup n'est meilleur que {guess} : encore {expected} en moyenne{how}.",
    },
    "nearly": {
        "en": "{guess} is as good as the best in practice: {best} saves {loss} of a guess on average{how}.",
        "fr": "{guess} vaut le meilleur en pratique : {best} gagne {loss} coup en moyenne{how}.",
    },
    "cost": {
        "en": "{guess} leaves {expected} more on average, {best} {best_expected}: it costs {loss} of a guess{how}.",
        "fr": "{guess} laisse encore {expected} coups en moyenne, {best} {best_expected} : {loss} coup de perdu{how}.",
    },
    "opener best": {
        "en": "{guess} opens as well as any word that was looked at: {expected} more on average{how}.",
        "fr": "{guess} ouvre aussi bien que tout mot examiné : encore {expected} en moyenne{how}.",
    },
    "opener": {
        "en": "As an opener {guess} needs {expected} more on average, {best} {best_expected}{how}.",
        "fr": "En ouverture {guess} demande encore {expected} coups en moyenne, {best} {best_expected}{how}.",
    },
    "estimate": {
        "en": "{guess} was expected to tell {bits} bits, {best} {best_bits}.",
        "fr": "{guess} devait apporter {bits} bits, {best} {best_bits}.",
    },
    "wasted": {
        "en": "{guess} could tell nothing; {best} leaves {best_expected} more on average{how}.",
        "fr": "{guess} ne pouvait rien apprendre ; {best} laisse encore {best_expected} coups en moyenne{how}.",
    },
}
_HOW: dict[str, dict[Speech, str]] = {
    "exact": {"en": "", "fr": ""},
    "beam": {"en": " (by a beam, not proven)", "fr": " (recherche en faisceau, sans preuve)"},
    "bits": {"en": "", "fr": ""},
}


def verdict(reason: Reason, speech: Speech, engine: str, **parts: str | float) -> str:
    """The sentence for a reason; numbers with two digits, and the comma of the language."""
    told = {
        name: part if isinstance(part, str) else spoken(part, speech)
        for name, part in parts.items()
        if part is not None
    }
    return _SENTENCES[reason][speech].format(how=_HOW[engine][speech], **told)
