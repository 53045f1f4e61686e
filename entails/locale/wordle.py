"""Messages of the Wordle commands: assist, suggest, check, analyse and play."""

from typing import Literal

from entails.locale.message import Language, Message, Plural

SAY_WORD = Message(
    "Say the word you played (Enter: the first suggestion),",
    "Dites le mot que vous avez joué (Entrée : la première suggestion),",
)
HOW_TO_SAY = {
    "colours": Message(
        "then the colours it got: g green, y yellow, b grey. Both fit on one line: crane bybbg.",
        "puis ses couleurs : g vert, y jaune, b gris. Les deux sur une ligne : tarte bybbg.",
    ),
    "counts": Message(
        "then its counts, well placed and misplaced. Both fit on one line: crane 2,1.",
        "puis ses comptes, bien et mal placées. Les deux sur une ligne : tarte 2,1.",
    ),
}
ALSO = Message(
    "Also: undo, words (lists what is left), quit.",
    "Aussi : undo (revient en arrière), words (les mots restants), quit (la fin).",
)
FOUND_IN = Message("Found in {guesses}: {word}.", "Trouvé en {guesses} : {word}.")
UNDO_HINT = Message("undo takes back the last guess.", "undo reprend le dernier coup.")
TREE_PLAYS = Message("The tree plays {word}.", "L'arbre joue {word}.")
TREE_LOST = Message("The tree does not know this game.", "L'arbre ne connaît pas cette partie.")
NOTHING_TO_UNDO = Message("there is nothing to undo", "il n'y a rien à reprendre")
WORD_PROMPT = Message("word> ", "mot> ")
FEEDBACK_PROMPT = Message("{word} got> ", "{word} a reçu> ")
NOT_A_GUESS = Message(
    "{word} is not among the allowed guesses; it is taken as it is",
    "{word} n'est pas parmi les mots permis ; il est pris tel quel",
)
NO_FEEDBACK = {
    "colours": Message(
        "{feedback} is no feedback that {word} can get; expected {length} colours, g, y and b",
        "{feedback} n'est pas une réponse que {word} peut recevoir ; il faut {length} couleurs, g, y et b",
    ),
    "counts": Message(
        "{feedback} is no feedback that {word} can get; expected two counts, as 2,1",
        "{feedback} n'est pas une réponse que {word} peut recevoir ; il faut deux comptes, comme 2,1",
    ),
}
ANALYSIS_HEADINGS = Message(
    "guess|words|left|to go|best guess|to go|skill|bits|expected|luck",
    "coup|mots|restent|encore|meilleur coup|encore|adresse|bits|attendus|chance",
)
AS_GOOD_AS_ANY = Message("as good", "aussi bon")
NO_GUESS_TO_ANALYSE = Message("there is no guess to look at", "il n'y a pas de coup à examiner")
NO_GUESS = Message("no guess", "aucun coup")
NOT_HERE = Message(
    "{word} may not be guessed here; it is taken as it is", "{word} n'est pas permis ici ; il est pris tel quel"
)
GAME_FOUND = Message("{word} found in {guesses}", "{word} trouvé en {guesses}")
GAME_OPEN = Plural(
    Message("1 word is left after {guesses}", "il reste 1 mot après {guesses}"),
    Message("{left} words are left after {guesses}", "il reste {left} mots après {guesses}"),
)
GUESSES = Plural(Message("1 guess", "1 coup"), Message("{count} guesses", "{count} coups"))
GAME_SKILL = Message("skill {skill}", "adresse {skill}")
GAME_LOST = Message("{lost} guesses lost", "{lost} coup perdu")
GAME_LUCK = Message("luck {luck} guesses", "chance {luck} coup")
GAME_BITS = Message("{won} bits, {bits} expected", "{won} bits, {bits} attendus")
LEFT = Plural(
    Message("1 word is left: {few}", "Il reste 1 mot : {few}"),
    Message("{count} words are left: {few}", "Il reste {count} mots : {few}"),
)
NONE_LEFT = Message(
    "no word is left: see entails wordle check for the reason",
    "il ne reste aucun mot : entails wordle check dit pourquoi",
)
TREE_IS_SILENT = Message("the tree has no guess here", "l'arbre n'a pas de coup ici")
NONE = Message("none", "aucun")
YOURS = Message("yours", "le vôtre")
NOT_ALLOWED = Message(
    "{word} is not among the guesses that are allowed now.", "{word} n'est pas parmi les coups permis maintenant."
)
THE_BEST = Message("{word} is the best guess there is.", "{word} est le meilleur coup.")
AS_GOOD = Message("{word} is as good as {best}.", "{word} vaut {best}.")
RANKS = Message("{word} ranks {rank} of {guesses}.", "{word} est au rang {rank} sur {guesses}.")
COSTS = Message(
    "{word} leaves {expected} more guesses on average, {best} {best_expected}: it costs {costs}.",
    "{word} laisse encore {expected} coups en moyenne, {best} {best_expected} : il en coûte {costs}.",
)
GAINS = Message(
    "{word} leaves {expected} more guesses on average, {best} {best_expected}: it saves {costs}.",
    "{word} laisse encore {expected} coups en moyenne, {best} {best_expected} : il en gagne {costs}.",
)
SPLITS = Message(
    "It splits the {left} words into {parts} parts and leaves {size} on average, {best} into "
    "{best_parts} and {best_size}: {bits} bits against {best_bits}.",
    "Il partage les {left} mots en {parts} parts et en laisse {size} en moyenne, {best} en {best_parts} "
    "et {best_size} : {bits} bits contre {best_bits}.",
)
CAN_BE = Message("{can} can be the secret, {cannot} cannot.", "{can} peut être le mot secret, {cannot} ne le peut pas.")
IN_NO_LIST = Message(
    "{word} is in no list of allowed guesses; it is taken as it is",
    "{word} n'est dans aucune liste de mots permis ; il est pris tel quel",
)
MORE_THAN = Message("more than ", "plus de ")
CONSISTENT = {
    "word": Plural(
        Message("consistent: {count} word is left", "cohérent : il reste {count} mot"),
        Message("consistent: {count} words are left", "cohérent : il reste {count} mots"),
    ),
    "string": Plural(
        Message("consistent: {count} string of letters is left", "cohérent : il reste {count} suite de lettres"),
        Message("consistent: {count} strings of letters are left", "cohérent : il reste {count} suites de lettres"),
    ),
}
INCONSISTENT = {
    None: Message("inconsistent", "incohérent"),
    "letters": Message(
        "inconsistent: no string of letters at all gives this feedback",
        "incohérent : aucune suite de lettres ne donne ces réponses",
    ),
    "lexicon": Message(
        "inconsistent: some strings of letters fit, but no word of {lexicon}",
        "incohérent : des suites de lettres conviennent, mais aucun mot de {lexicon}",
    ),
}
AND_MORE = Message(" and {rest} more", " et {rest} autres")
CERTAIN = Message("Certain: {forced}.", "Certain : {forced}.")
CANNOT_ALL_BE_TRUE = Message("These cannot all be true{which}:", "Tout ceci ne peut pas être vrai à la fois{which} :")
WHAT_TO_DOUBT = Message("What to doubt (one line is enough):", "De quoi douter (une ligne suffit) :")
ELSEWHERE = Message(
    "Other words that may be guessed would fit: {words}", "D'autres mots permis conviendraient : {words}"
)
GUESS_NUMBER = Message("guess {number}, {word}", "essai {number}, {word}")
THE_LEXICON = Message("that the secret is in {lexicon}", "que le mot secret soit dans {lexicon}")
AND_ALSO = Message("; and ", " ; et ")
SUGGESTION_HEADINGS = Message(
    "|guess|to go|bits|parts|largest|left|chance", "|coup|encore|bits|parts|la plus grande|restent|chance"
)

NOT_A_WORD = Message("{word} is not a word of {length} letters", "{word} n'est pas un mot de {length} lettres")
NOT_IN_LIST = Message("{word} is not in the word list", "{word} n'est pas dans la liste des mots")
HARD_PLACE = Message(
    "hard mode: letter {place} must be {letter}", "mode difficile : la lettre {place} doit être {letter}"
)
HARD_LETTER = Plural(
    Message("hard mode: the word must have {letter}", "mode difficile : le mot doit avoir {letter}"),
    Message(
        "hard mode: the word must have {letter} {count} times",
        "mode difficile : le mot doit avoir {count} fois {letter}",
    ),
)
ULTRA = Message(
    "ultra mode: the word must fit the feedback of {guess}",
    "mode ultra : le mot doit convenir à la réponse reçue par {guess}",
)
GAME_OVER = Message("the game is over", "la partie est finie")

PLAY_WELCOME = Message(
    "Find the word of {length} letters in {turns} guesses{game}.",
    "Trouvez le mot de {length} lettres en {turns} essais{game}.",
)
PLAY_UNLIMITED = Message("Find the word of {length} letters{game}.", "Trouvez le mot de {length} lettres{game}.")
PLAY_EVADING = Message(
    "The host has no secret yet, and gives up no word before it must.",
    "L'hôte n'a pas encore de mot secret, et n'en écarte aucun sans y être forcé.",
)
PLAY_HELP = Message(
    "Type a word; ? is a hint, Ctrl-D ends the game.", "Tapez un mot ; ? donne un indice, Ctrl-D termine la partie."
)
PLAY_HARD = Message(
    "Hard mode: use what the colours have shown.", "Mode difficile : servez-vous de ce que les couleurs ont montré."
)
PLAY_PROMPT = Message("{number}{of}> ")
PLAY_HINT = Message("Hint: {left}. {says}", "Indice : {left}. {says}")
PLAY_HINT_OF_TREE = Message("Hint: the tree plays {word}; {left}.", "Indice : l'arbre joue {word} ; {left}.")
PLAY_OFF_TREE = Message(
    "The tree does not know this game; this hint is not its.",
    "L'arbre ne connaît pas cette partie ; cet indice n'est pas de lui.",
)
PLAY_LEFT = Plural(
    Message("one word is left", "il reste un seul mot"), Message("{count:,} words are left", "il reste {count} mots")
)
PLAY_WON = Message("Found in {count}: {word}.", "Trouvé en {count} : {word}.")
PLAY_LOST = Message("The word was {word}.", "Le mot était {word}.")
PLAY_BYE = Message("Left. The word was {word}.", "Partie quittée. Le mot était {word}.")
KEYBOARD = Message("qwertyuiop asdfghjkl zxcvbnm", "azertyuiop qsdfghjklm wxcvbn")
PLAY_COUNTS = Message("{well} well placed, {near} misplaced", "bien placées : {well}, mal placées : {near}")
PLAY_GAME = Message(" (game {number})", " (partie {number})")

Reason = Literal["won", "only", "best", "nearly", "cost", "opener best", "opener", "estimate", "wasted"]
"""Reason of a verdict, for programs; people read the sentence."""

NEARLY = 0.05
"""Losses below this number of guesses count as negligible."""


_VERDICTS: dict[Reason, Message] = {
    "won": Message("{guess} was the word.", "{guess} était le mot."),
    "only": Message(
        "{best} was the only word left; {guess} could not win.",
        "{best} était le seul mot possible ; {guess} ne pouvait pas gagner.",
    ),
    "best": Message(
        "No guess is better than {guess}: {expected} more on average{how}.",
        "Aucun coup n'est meilleur que {guess} : encore {expected} en moyenne{how}.",
    ),
    "nearly": Message(
        "{guess} is as good as the best in practice: {best} saves {loss} of a guess on average{how}.",
        "{guess} vaut le meilleur en pratique : {best} gagne {loss} coup en moyenne{how}.",
    ),
    "cost": Message(
        "{guess} leaves {expected} more on average, {best} {best_expected}: it costs {loss} of a guess{how}.",
        "{guess} laisse encore {expected} coups en moyenne, {best} {best_expected} : {loss} coup de perdu{how}.",
    ),
    "opener best": Message(
        "{guess} opens as well as any word that was looked at: {expected} more on average{how}.",
        "{guess} ouvre aussi bien que tout mot examiné : encore {expected} en moyenne{how}.",
    ),
    "opener": Message(
        "As an opener {guess} needs {expected} more on average, {best} {best_expected}{how}.",
        "En ouverture {guess} demande encore {expected} coups en moyenne, {best} {best_expected}{how}.",
    ),
    "estimate": Message(
        "{guess} was expected to tell {bits} bits, {best} {best_bits}.",
        "{guess} devait apporter {bits} bits, {best} {best_bits}.",
    ),
    "wasted": Message(
        "{guess} could tell nothing; {best} leaves {best_expected} more on average{how}.",
        "{guess} ne pouvait rien apprendre ; {best} laisse encore {best_expected} coups en moyenne{how}.",
    ),
}
NOT_PROVEN = Message(" (by a beam, not proven)", " (recherche en faisceau, sans preuve)")


def verdict(reason: Reason, speech: Language, engine: str, **arguments: str | float | None) -> str:
    """Return the sentence for a reason, with numbers of two decimals formatted for the language."""
    rendered = {
        name: value if isinstance(value, str) else float(value)
        for name, value in arguments.items()
        if value is not None
    }
    return _VERDICTS[reason].say(speech, how=NOT_PROVEN if engine == "beam" else "", **rendered)
