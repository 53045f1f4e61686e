"""What `wordle assist`, `suggest` and `check` say in a terminal, in the language of the player.

What a coach says of a guess, in the language of the player, from the reason for it.
"""

from typing import Final, Literal

from entails.locale.message import Language, spoken

SENTENCES: "Final[dict[str, dict[Language, str]]]" = {
    "say": {
        "en": "Say the word you played (Enter: the first suggestion),",
        "fr": "Dites le mot que vous avez joué (Entrée : la première suggestion),",
    },
    "colours": {
        "en": "then the colours it got: g green, y yellow, b grey. Both fit on one line: crane bybbg.",
        "fr": "puis ses couleurs : g vert, y jaune, b gris. Les deux sur une ligne : tarte bybbg.",
    },
    "counts": {
        "en": "then its counts, well placed and misplaced. Both fit on one line: crane 2,1.",
        "fr": "puis ses comptes, bien et mal placées. Les deux sur une ligne : tarte 2,1.",
    },
    "also": {
        "en": "Also: undo, words (lists what is left), quit.",
        "fr": "Aussi : undo (revient en arrière), words (les mots restants), quit (la fin).",
    },
    "found": {"en": "Found in {guesses}: {word}.", "fr": "Trouvé en {guesses} : {word}."},
    "back": {"en": "undo takes back the last guess.", "fr": "undo reprend le dernier coup."},
    "tree": {"en": "The tree plays {word}.", "fr": "L'arbre joue {word}."},
    "no tree": {"en": "The tree does not know this game.", "fr": "L'arbre ne connaît pas cette partie."},
    "nothing": {"en": "there is nothing to undo", "fr": "il n'y a rien à reprendre"},
    "word": {"en": "word> ", "fr": "mot> "},
    "got": {"en": "{word} got> ", "fr": "{word} a reçu> "},
    "unknown": {
        "en": "{word} is not among the allowed guesses; it is taken as it is",
        "fr": "{word} n'est pas parmi les mots permis ; il est pris tel quel",
    },
    "no colours": {
        "en": "{feedback} is no feedback that {word} can get; expected {length} colours, g, y and b",
        "fr": "{feedback} n'est pas une réponse que {word} peut recevoir ; il faut {length} couleurs, g, y et b",
    },
    "no counts": {
        "en": "{feedback} is no feedback that {word} can get; expected two counts, as 2,1",
        "fr": "{feedback} n'est pas une réponse que {word} peut recevoir ; il faut deux comptes, comme 2,1",
    },
    "analysed": {
        "en": "guess|words|left|to go|best guess|to go|skill|bits|expected|luck",
        "fr": "coup|mots|restent|encore|meilleur coup|encore|adresse|bits|attendus|chance",
    },
    "as good as any": {"en": "as good", "fr": "aussi bon"},
    "no guess": {"en": "there is no guess to look at", "fr": "il n'y a pas de coup à examiner"},
    "no guess at all": {"en": "no guess", "fr": "aucun coup"},
    "not here": {
        "en": "{word} may not be guessed here; it is taken as it is",
        "fr": "{word} n'est pas permis ici ; il est pris tel quel",
    },
    "game found": {"en": "{word} found in {guesses}", "fr": "{word} trouvé en {guesses}"},
    "game open": {"en": "{left} words are left after {guesses}", "fr": "il reste {left} mots après {guesses}"},
    "game nearly": {"en": "1 word is left after {guesses}", "fr": "il reste 1 mot après {guesses}"},
    "guesses": {"en": "{count} guesses", "fr": "{count} coups"},
    "one guess": {"en": "1 guess", "fr": "1 coup"},
    "game skill": {"en": "skill {skill}", "fr": "adresse {skill}"},
    "game lost": {"en": "{lost} guesses lost", "fr": "{lost} coup perdu"},
    "game luck": {"en": "luck {luck} guesses", "fr": "chance {luck} coup"},
    "game bits": {"en": "{won} bits, {bits} expected", "fr": "{won} bits, {bits} attendus"},
    "left": {"en": "{count} words are left: {few}", "fr": "Il reste {count} mots : {few}"},
    "one left": {"en": "1 word is left: {few}", "fr": "Il reste 1 mot : {few}"},
    "none left": {
        "en": "no word is left: see entails wordle check for the reason",
        "fr": "il ne reste aucun mot : entails wordle check dit pourquoi",
    },
    "tree is silent": {"en": "the tree has no guess here", "fr": "l'arbre n'a pas de coup ici"},
    "none": {"en": "none", "fr": "aucun"},
    "yours": {"en": "yours", "fr": "le vôtre"},
    "not allowed": {
        "en": "{word} is not among the guesses that are allowed now.",
        "fr": "{word} n'est pas parmi les coups permis maintenant.",
    },
    "the best": {"en": "{word} is the best guess there is.", "fr": "{word} est le meilleur coup."},
    "as good": {"en": "{word} is as good as {best}.", "fr": "{word} vaut {best}."},
    "ranks": {"en": "{word} ranks {rank} of {guesses}.", "fr": "{word} est au rang {rank} sur {guesses}."},
    "costs": {
        "en": "{word} leaves {expected} more guesses on average, {best} {best_expected}: it costs {costs}.",
        "fr": "{word} laisse encore {expected} coups en moyenne, {best} {best_expected} : il en coûte {costs}.",
    },
    "gains": {
        "en": "{word} leaves {expected} more guesses on average, {best} {best_expected}: it saves {costs}.",
        "fr": "{word} laisse encore {expected} coups en moyenne, {best} {best_expected} : il en gagne {costs}.",
    },
    "splits": {
        "en": "It splits the {left} words into {parts} parts and leaves {size} on average, {best} into {best_parts} "
        "and {best_size}: {bits} bits against {best_bits}.",
        "fr": "Il partage les {left} mots en {parts} parts et en laisse {size} en moyenne, {best} en {best_parts} et "
        "{best_size} : {bits} bits contre {best_bits}.",
    },
    "can be": {
        "en": "{can} can be the secret, {cannot} cannot.",
        "fr": "{can} peut être le mot secret, {cannot} ne le peut pas.",
    },
    "in no list": {
        "en": "{word} is in no list of allowed guesses; it is taken as it is",
        "fr": "{word} n'est dans aucune liste de mots permis ; il est pris tel quel",
    },
    "undecided": {
        "en": "undecided: stopped by the limit on {reason}",
        "fr": "indécis : arrêté par la limite ({reason})",
    },
    "more than": {"en": "more than ", "fr": "plus de "},
    "consistent, one word": {
        "en": "consistent: {count} word is left",
        "fr": "cohérent : il reste {count} mot",
    },
    "consistent, words": {"en": "consistent: {count} words are left", "fr": "cohérent : il reste {count} mots"},
    "consistent, one string": {
        "en": "consistent: {count} string of letters is left",
        "fr": "cohérent : il reste {count} suite de lettres",
    },
    "consistent, strings": {
        "en": "consistent: {count} strings of letters are left",
        "fr": "cohérent : il reste {count} suites de lettres",
    },
    "inconsistent": {"en": "inconsistent", "fr": "incohérent"},
    "inconsistent letters": {
        "en": "inconsistent: no string of letters at all gives this feedback",
        "fr": "incohérent : aucune suite de lettres ne donne ces réponses",
    },
    "inconsistent lexicon": {
        "en": "inconsistent: some strings of letters fit, but no word of {lexicon}",
        "fr": "incohérent : des suites de lettres conviennent, mais aucun mot de {lexicon}",
    },
    "and more": {"en": " and {rest} more", "fr": " et {rest} autres"},
    "certain": {"en": "Certain: {forced}.", "fr": "Certain : {forced}."},
    "one of": {"en": " ({number} of {count})", "fr": " ({number} sur {count})"},
    "cannot all be true": {
        "en": "These cannot all be true{which}:",
        "fr": "Tout ceci ne peut pas être vrai à la fois{which} :",
    },
    "one change": {"en": "One change would do:", "fr": "Un seul changement suffirait :"},
    "what to doubt": {
        "en": "What to doubt (one line is enough):",
        "fr": "De quoi douter (une ligne suffit) :",
    },
    "elsewhere": {
        "en": "Other words that may be guessed would fit: {words}",
        "fr": "D'autres mots permis conviendraient : {words}",
    },
    "maybe more": {"en": "there may be more", "fr": "il y en a peut-être d'autres"},
    "stopped": {"en": "stopped by the limit on {reason}", "fr": "arrêté par la limite ({reason})"},
    "a guess": {"en": "guess {number}, {word}", "fr": "essai {number}, {word}"},
    "the lexicon": {"en": "that the secret is in {lexicon}", "fr": "que le mot secret soit dans {lexicon}"},
    "and also": {"en": "; and ", "fr": " ; et "},
}


def said(key: str, speech: "Language", **parts: object) -> str:
    """One of the sentences, its parts filled in."""
    return SENTENCES[key][speech].format(**parts)


Reason = Literal["won", "only", "best", "nearly", "cost", "opener best", "opener", "estimate", "wasted"]
"""Why a verdict is what it is; programs read this, people read the sentence."""

NEARLY = 0.05
"""Fewer guesses than that nobody notices."""

_SENTENCES: dict[Reason, dict[Language, str]] = {
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
_HOW: dict[str, dict[Language, str]] = {
    "exact": {"en": "", "fr": ""},
    "beam": {"en": " (by a beam, not proven)", "fr": " (recherche en faisceau, sans preuve)"},
    "bits": {"en": "", "fr": ""},
}


def verdict(reason: Reason, speech: Language, engine: str, **parts: str | float) -> str:
    """The sentence for a reason; numbers with two digits, and the comma of the language."""
    told = {
        name: part if isinstance(part, str) else spoken(part, speech)
        for name, part in parts.items()
        if part is not None
    }
    return _SENTENCES[reason][speech].format(how=_HOW[engine][speech], **told)
