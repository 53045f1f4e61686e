"""Messages of the Wordle commands: assist, suggest, check, analyse and play."""

from typing import Literal

from entails.locale.message import Language, Message, Plural

SAY_WORD = Message(
    "Enter the word you played (empty: the first suggestion),",
    "Entrez le mot joué (vide : la première suggestion),",
)
FEEDBACK_HELP = {
    "colours": Message(
        "then its colours: g green, y yellow, b grey. Both may be on one line: crane bybbg.",
        "puis ses couleurs : g vert, y jaune, b gris. Le tout peut tenir sur une ligne : tarte bybbg.",
    ),
    "counts": Message(
        "then its counts, well placed and misplaced. Both may be on one line: crane 2,1.",
        "puis le nombre de lettres bien et mal placées. Le tout peut tenir sur une ligne : tarte 2,1.",
    ),
}
ALSO = Message(
    "Commands: ? (hint), undo, words (lists the words left), quit.",
    "Commandes : ? (indice), undo (annule le dernier essai), words (mots restants), quit (quitte).",
)
FOUND_IN = Message("Found in {guesses}: {word}.", "Trouvé en {guesses} : {word}.")
UNDO_HINT = Message("Type undo to remove the last guess.", "Tapez undo pour annuler le dernier essai.")
TREE_PLAYS = Message("The tree plays {word}.", "L'arbre joue {word}.")
TREE_LOST = Message("The game has left the tree.", "La partie est sortie de l'arbre.")
NOTHING_TO_UNDO = Message("nothing to undo", "rien à annuler")
WORD_PROMPT = Message("word> ", "mot> ")
FEEDBACK_PROMPT = Message("feedback of {word}> ", "réponse à {word}> ")
NOT_A_GUESS = Message(
    "{word} is not an allowed guess; used anyway",
    "{word} n'est pas un mot permis ; utilisé quand même",
)
NO_FEEDBACK = {
    "colours": Message(
        "invalid feedback {feedback} for {word}; expected {length} colours (g, y or b)",
        "réponse invalide {feedback} pour {word} ; il faut {length} couleurs (g, y ou b)",
    ),
    "counts": Message(
        "invalid feedback {feedback} for {word}; expected two counts, such as 2,1",
        "réponse invalide {feedback} pour {word} ; il faut deux nombres, par exemple 2,1",
    ),
}
ANALYSIS_HEADINGS = Message(
    "guess|words|left|to go|best guess|to go|skill|bits|expected|luck",
    "essai|mots|restent|encore|meilleur essai|encore|adresse|bits|attendus|chance",
)
AS_GOOD_AS_ANY = Message("this guess", "cet essai")
NO_GUESS_TO_ANALYSE = Message("no guess to analyse", "aucun essai à analyser")
NO_GUESS = Message("no guess", "aucun essai")
NOT_HERE = Message("{word} is not allowed here; used anyway", "{word} n'est pas permis ici ; utilisé quand même")
GAME_FOUND = Message("{word} found in {guesses}", "{word} trouvé en {guesses}")
GAME_OPEN = Plural(
    Message("1 word is left after {guesses}", "il reste 1 mot après {guesses}"),
    Message("{left} words are left after {guesses}", "il reste {left} mots après {guesses}"),
)
GUESSES = Plural(Message("1 guess", "1 essai"), Message("{count} guesses", "{count} essais"))
GAME_SKILL = Message("skill {skill}", "adresse {skill}")
GAME_LOST = Message("{lost} guesses lost", "{lost} essai perdu")
GAME_LUCK = Message("luck {luck} guesses", "chance {luck} essai")
GAME_BITS = Message("{won} bits, {bits} expected", "{won} bits, {bits} attendus")
LEFT = Plural(
    Message("1 word is left: {few}", "Il reste 1 mot : {few}"),
    Message("{count} words are left: {few}", "Il reste {count} mots : {few}"),
)
FALLEN_BACK = {
    "later": Message(
        "No answer of the list fits; these answers, which Wordle added since 2022, do.",
        "Aucune réponse de la liste ne convient ; ces réponses, ajoutées par Wordle depuis 2022, conviennent.",
    ),
    "allowed": Message(
        "No answer of the list fits; these other allowed words do.",
        "Aucune réponse de la liste ne convient ; ces autres mots permis conviennent.",
    ),
}
"""Notes about the words left if none of them is an answer of the list."""
FALLS_BACK = {
    "later": Message(
        "After guess {number} no answer of the list fits: answers that Wordle added since 2022 are counted.",
        "Après l'essai {number}, aucune réponse de la liste ne convient : les réponses ajoutées par Wordle depuis 2022 "
        "comptent.",
    ),
    "allowed": Message(
        "After guess {number} no answer of the list fits: other allowed words are counted.",
        "Après l'essai {number}, aucune réponse de la liste ne convient : les autres mots permis comptent.",
    ),
}
BOARD_FALLS_BACK = {
    "later": Message("board {number}: no answer of the list fits; answers that Wordle added since 2022 do"),
    "allowed": Message("board {number}: no answer of the list fits; other allowed words do"),
}
OTHERS_FIT = Message(
    "Also allowed and possible, but not in the list of answers: {few}",
    "Aussi permis et possibles, mais hors de la liste des réponses : {few}",
)
NONE_LEFT = Message(
    "no word is left: see entails wordle check for the reason",
    "il ne reste aucun mot : voir entails wordle check pour la raison",
)
TREE_IS_SILENT = Message("the tree has no guess here", "l'arbre n'a pas d'essai ici")
NONE = Message("none", "aucun")
YOURS = Message("yours", "le vôtre")
NOT_ALLOWED = Message("{word} is not an allowed guess now.", "{word} n'est pas un essai permis maintenant.")
THE_BEST = Message("{word} is the best guess.", "{word} est le meilleur essai.")
AS_GOOD = Message("{word} is as good as {best}.", "{word} vaut {best}.")
RANKS = Message("{word} ranks {rank} of {guesses}.", "{word} est au rang {rank} sur {guesses}.")
COSTS = Message(
    "{word} needs {expected} more guesses on average, {best} {best_expected}: a loss of {costs}.",
    "{word} demande encore {expected} essais en moyenne, {best} {best_expected} : une perte de {costs}.",
)
GAINS = Message(
    "{word} needs {expected} more guesses on average, {best} {best_expected}: a gain of {costs}.",
    "{word} demande encore {expected} essais en moyenne, {best} {best_expected} : un gain de {costs}.",
)
ITS_SKILL = Message("Its skill is {skill} of 100.", "Son adresse est de {skill} sur 100.")
SPLITS = Message(
    "It splits the {left} words into {parts} parts and leaves {size} on average; {best} makes {best_parts} "
    "and leaves {best_size}: {bits} bits against {best_bits}.",
    "Il partage les {left} mots en {parts} groupes et en laisse {size} en moyenne ; {best} en fait {best_parts} "
    "et en laisse {best_size} : {bits} bits contre {best_bits}.",
)
SPLITS_NOTHING = Message(
    "It cannot tell the {left} words apart; {best} splits them into {best_parts} parts.",
    "Il ne distingue pas les {left} mots ; {best} les partage en {best_parts} groupes.",
)
CAN_BE_SECRET = Message(
    "{can} can be the secret, {cannot} cannot.", "{can} peut être le mot secret, {cannot} ne le peut pas."
)
IN_NO_LIST = Message(
    "{word} is not an allowed guess; used anyway",
    "{word} n'est pas un mot permis ; utilisé quand même",
)
MORE_THAN = Message("more than ", "plus de ")
CONSISTENT = {
    "word": Plural(
        Message("consistent: {count} word is left", "cohérent : il reste {count} mot"),
        Message("consistent: {count} words are left", "cohérent : il reste {count} mots"),
    ),
    "string": Plural(
        Message("consistent: {count} letter sequence is left", "cohérent : il reste {count} suite de lettres"),
        Message("consistent: {count} letter sequences are left", "cohérent : il reste {count} suites de lettres"),
    ),
}
INCONSISTENT = {
    None: Message("inconsistent", "incohérent"),
    "letters": Message(
        "inconsistent: no letter sequence fits this feedback",
        "incohérent : aucune suite de lettres ne convient à ces réponses",
    ),
    "lexicon": Message(
        "inconsistent: some letter sequences fit, but no word of {lexicon}",
        "incohérent : des suites de lettres conviennent, mais aucun mot de {lexicon}",
    ),
}
AND_MORE = Message(" and {rest} more", " et {rest} autres")
CERTAIN = Message("Forced: {forced}.", "Forcé : {forced}.")
CONFLICT_HEADING = Message("These conflict{which}:", "Éléments en conflit{which} :")
REPAIR_HEADING = Message("Guesses to recheck (any one line):", "Essais à vérifier (l'une de ces lignes) :")
ELSEWHERE = Message("Allowed guesses that fit: {words}", "Mots permis qui conviennent : {words}")
GUESS_NUMBER = Message("guess {number}, {word}", "essai {number}, {word}")
THE_LEXICON = Message("the lexicon {lexicon}", "le lexique {lexicon}")
AND_ALSO = Message("; and ", " ; et ")
SUGGESTION_HEADINGS = Message(
    "|guess|to go|bits|parts|largest|left|chance", "|essai|encore|bits|groupes|le plus grand|restent|chance"
)

NOT_A_WORD = Message("{word} is not a word of {length} letters", "{word} n'est pas un mot de {length} lettres")
NOT_IN_LIST = Message("{word} is not in the word list", "{word} n'est pas dans la liste des mots")
HARD_PLACE = Message(
    "hard mode: letter {place} must be {letter}", "mode difficile : la lettre {place} doit être {letter}"
)
HARD_LETTER = Plural(
    Message("hard mode: the word must contain {letter}", "mode difficile : le mot doit contenir {letter}"),
    Message(
        "hard mode: the word must contain {letter} {count} times",
        "mode difficile : le mot doit contenir {count} fois {letter}",
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
    "The host has no secret and keeps as many words as it can.",
    "L'hôte n'a pas de mot secret et garde autant de mots que possible.",
)
PLAY_HELP = Message(
    "Type a word; ? gives a hint, Ctrl-D ends the game.", "Tapez un mot ; ? donne un indice, Ctrl-D termine la partie."
)
PLAY_HARD = Message(
    "Hard mode: green letters stay, revealed letters are used again.",
    "Mode difficile : les lettres vertes restent, les lettres révélées sont reprises.",
)
PLAY_PROMPT = Message("{number}{of}> ")
PLAY_HINT = Message("Hint: {left}. {says}", "Indice : {left}. {says}")
PLAY_HINT_OF_TREE = Message("Hint: the tree plays {word}; {left}.", "Indice : l'arbre joue {word} ; {left}.")
PLAY_OFF_TREE = Message(
    "The game has left the tree; this hint is computed.",
    "La partie est sortie de l'arbre ; cet indice est calculé.",
)
GUESS_SKILL = Message("{word}: skill {skill}.", "{word} : adresse {skill}.")
GUESS_SKILL_BEST = Message(
    "{word}: skill {skill} ({best} saves {loss} guesses).", "{word} : adresse {skill} ({best} économise {loss} essai)."
)
PLAY_SKILLS = Message("Skill: {skills}", "Adresse : {skills}")
PLAY_LEFT = Plural(
    Message("one word is left", "il reste un seul mot"), Message("{count:,} words are left", "il reste {count} mots")
)
PLAY_WON = Message("Found in {count}: {word}.", "Trouvé en {count} : {word}.")
PLAY_LOST = Message("The word was {word}.", "Le mot était {word}.")
PLAY_BYE = Message("Game ended. The word was {word}.", "Partie terminée. Le mot était {word}.")
KEYBOARD = Message("qwertyuiop asdfghjkl zxcvbnm", "azertyuiop qsdfghjklm wxcvbn")
PLAY_COUNTS = Message("{well} well placed, {near} misplaced", "bien placées : {well}, mal placées : {near}")
PLAY_GAME = Message(" (game {number})", " (partie {number})")

Reason = Literal["won", "only", "best", "nearly", "cost", "opener best", "opener", "estimate", "wasted"]
"""Reason of a verdict, for programs; people read the sentence."""

NEARLY = 0.05
"""Loss in guesses below which a guess counts as nearly as good as the best."""


_VERDICTS: dict[Reason, Message] = {
    "won": Message("{guess} was the word.", "{guess} était le mot."),
    "only": Message(
        "{best} was the only word left; {guess} could not win.",
        "{best} était le seul mot possible ; {guess} ne pouvait pas gagner.",
    ),
    "best": Message(
        "No guess is better than {guess}: {expected} more guesses on average{how}.",
        "Aucun essai n'est meilleur que {guess} : encore {expected} en moyenne{how}.",
    ),
    "nearly": Message(
        "{guess} is nearly as good as the best: {best} saves {loss} guesses on average{how}.",
        "{guess} vaut presque le meilleur : {best} économise {loss} essai en moyenne{how}.",
    ),
    "cost": Message(
        "{guess} needs {expected} more guesses on average, {best} {best_expected}: a loss of {loss}{how}.",
        "{guess} demande encore {expected} essais en moyenne, {best} {best_expected} : une perte de {loss}{how}.",
    ),
    "opener best": Message(
        "No known opener is better than {guess}: {expected} more guesses on average{how}.",
        "Aucune ouverture connue n'est meilleure que {guess} : encore {expected} en moyenne{how}.",
    ),
    "opener": Message(
        "As an opener, {guess} needs {expected} more guesses on average, {best} {best_expected}{how}.",
        "En ouverture, {guess} demande encore {expected} essais en moyenne, {best} {best_expected}{how}.",
    ),
    "estimate": Message(
        "{guess} was expected to give {bits} bits, {best} {best_bits}.",
        "{guess} devait apporter {bits} bits, {best} {best_bits}.",
    ),
    "wasted": Message(
        "{guess} could give no information; {best} needs {best_expected} more guesses on average{how}.",
        "{guess} ne pouvait rien apporter ; {best} demande encore {best_expected} essais en moyenne{how}.",
    ),
}
NOT_PROVEN = Message(" (beam search, not proven)", " (recherche en faisceau, sans preuve)")


def verdict(reason: Reason, speech: Language, engine: str, **arguments: str | float | None) -> str:
    """Return the sentence for a verdict, with numbers formatted for the language."""
    rendered = {
        name: value if isinstance(value, str) else float(value)
        for name, value in arguments.items()
        if value is not None
    }
    return _VERDICTS[reason].say(speech, how=NOT_PROVEN if engine == "beam" else "", **rendered)
