"""Messages of the Scrabble game in the terminal."""

from typing import Literal

from entails.locale.message import Message

ChallengeRule = Literal["void", "single", "double", "5pt"]

EXAMPLES = {
    "gcg": Message("8E MARS across, H8 SILENT down", "8E MARS horizontal, H8 SILENCE vertical"),
    "french": Message("H5 MARS across, 8H SILENT down", "H5 MARS horizontal, 8H SILENCE vertical"),
}
"""Examples of typed plays, by notation."""

YOU = Message("you", "vous")
WELCOME = Message(
    "Scrabble against entails ({against}), lexicon {lexicon}. Game {seed}.",
    "Scrabble contre entails ({against}), lexique {lexicon}. Partie {seed}.",
)
DUPLICATE = Message(
    "Duplicate: find the top play of each rack, lexicon {lexicon}. Game {seed}.",
    "Duplicate : trouvez le top de chaque tirage, lexique {lexicon}. Partie {seed}.",
)
RESUMED = Message("The game resumes at turn {number}.", "La partie reprend au coup {number}.")
HELP = Message(
    "Type a play ({example}, blanks in lower case), -TILES to exchange, - to pass; ? for a hint, ?? for "
    "the best plays, * for the unseen tiles. Ctrl-D saves and leaves the game.",
    "Tapez un coup ({example}, un joker en minuscule), -LETTRES pour échanger, - pour passer ; ? donne "
    "un indice, ?? les meilleurs coups, * les lettres non vues. Ctrl-D enregistre et quitte la partie.",
)
HELP_DUPLICATE = Message(
    "Type a play ({example}, blanks in lower case), or - for none; ? for a hint, * for the unseen tiles. "
    "Ctrl-D saves and leaves the game.",
    "Tapez un coup ({example}, un joker en minuscule), ou - si vous n'avez rien ; ? donne un indice, * "
    "les lettres non vues. Ctrl-D enregistre et quitte la partie.",
)
PROMPT = Message("{number}> ")
RACK = Message("rack", "chevalet")
BAG = Message("{count} in the bag", "{count} dans le sac")
STANDING = Message("turn {number}   you {total}   top {top}", "coup {number}   vous {total}   top {top}")
PLAYS = Message("{name}: {play}  +{points}", "{name} : {play}  +{points}")
EXCHANGES = Message("{name}: exchange {count}", "{name} : échange {count}")
PASSES = Message("{name}: pass", "{name} : passe")
HINT = Message(
    "The best play scores {points} and lays {tiles} of your tiles.",
    "Le meilleur coup rapporte {points} points et pose {tiles} de vos lettres.",
)
HINT_BONUS = Message(
    "The best play scores {points} and lays all your tiles.",
    "Le meilleur coup rapporte {points} points : c'est un scrabble.",
)
HINT_NONE = Message(
    "No play is possible: exchange (-TILES) or pass (-).",
    "Aucun coup n'est possible : échangez (-LETTRES) ou passez (-).",
)
UNSEEN = Message("{count} unseen tiles:", "{count} lettres non vues :")
REFUSED = Message("Illegal play:", "Coup illégal :")
BLANK_IS_SMALL = Message("(a small letter is a blank)", "(une minuscule est un joker)")
UNCLEAR = Message("{error}", "Je ne comprends pas ce coup. Exemple : {example}")
NO_EXCHANGE = Message(
    "The bag has {count} tiles, too few for an exchange.",
    "Il reste {count} lettres dans le sac, trop peu pour échanger.",
)
NEVER_EXCHANGE = Message(
    "Exchanges are not allowed in duplicate: type a play, or - for none.",
    "On n'échange pas en duplicate : jouez, ou - si vous n'avez rien.",
)
NOT_SO_MANY = Message("The bag has only {count} tiles.", "Le sac n'a que {count} lettres.")
NOT_YOURS = Message(
    "Not all of these tiles are on your rack, {rack}.", "Ces lettres ne sont pas toutes sur votre chevalet, {rack}."
)
TOPPED = Message("The top! {play}  +{points}", "Le top ! {play}  +{points}")
TOP_WAS = Message(
    "{mine}. The top was {play}, {points} ({share} %).", "{mine}. Le top était {play}, {points} ({share} %)."
)
TOP_SHARE = Message(
    "You scored {total} of {top}: {share} % of the top. Tops found: {tops} of {turns}.",
    "Vous avez {total} points sur {top} : {share} % du top. Tops trouvés : {tops} sur {turns}.",
)
NO_TOP = Message("no play", "aucun coup")
OUT = Message("The game is over: {name} went out.", "La partie est finie : {name} a posé toutes ses lettres.")
ZEROS = Message(
    "The game is over: too many consecutive turns without points.",
    "La partie est finie : trop de coups de suite n'ont rien rapporté.",
)
WON = Message("You win by {margin}.", "Vous gagnez de {margin} points.")
LOST = Message("{name} wins by {margin}.", "{name} gagne de {margin} points.")
DRAWN = Message("A draw.", "Égalité.")
RESULT = Message("{before} {change:+d} for the tiles left", "{before} {change:+d} pour les lettres restantes")
SAVED = Message(
    "Game saved in {file}; resume it with: entails scrabble play --resume {name}",
    "Partie enregistrée dans {file} ; pour la reprendre : entails scrabble play --resume {name}",
)
KEPT = Message("Game saved in {file}.", "Partie enregistrée dans {file}.")
DECIMAL = Message(".", ",")
OPPONENTS: dict[str, Message] = {
    "beginner": Message(
        "It knows only very common words and plays the highest score with them.",
        "Il ne connaît que les mots de tous les jours et joue ceux qui rapportent le plus.",
    ),
    "casual": Message(
        "It knows the words that most people know and plays the highest score with them.",
        "Il connaît les mots que la plupart des gens connaissent et joue ceux qui rapportent le plus.",
    ),
    "best": Message(
        "It knows every word and plays the highest score. Other opponents: --against beginner, casual, "
        "equity, strong, simulation.",
        "Il connaît tous les mots et joue celui qui rapporte le plus. Autres adversaires : --against "
        "beginner, casual, equity, strong, simulation.",
    ),
    "equity": Message(
        "It knows every word and plays by score and leave.",
        "Il connaît tous les mots et joue selon le score et le reliquat.",
    ),
    "strong": Message(
        "It plays by score and leave, and solves endgames.",
        "Il joue selon le score et le reliquat et résout les fins de partie.",
    ),
    "simulation": Message(
        "It simulates the best moves against your possible racks, and solves endgames.",
        "Il simule les meilleurs coups contre vos chevalets possibles et résout les fins de partie.",
    ),
    "arrangements": Message(
        "It plays the strategy of Guzniczak (2018).",
        "Il joue la stratégie de Guzniczak (2018).",
    ),
    "random": Message("It plays a random legal play.", "Il joue un coup permis au hasard."),
}
CHALLENGES: dict[str, Message] = {
    "single": Message(
        "An invalid word is challenged off, and you lose your turn; ! challenges a word of entails, at no cost.",
        "Un mot inconnu est contesté et retiré, et votre tour est perdu ; ! conteste un mot d'entails, ce "
        "qui ne coûte rien.",
    ),
    "double": Message(
        "An invalid word is challenged off, and you lose your turn; ! challenges a word of entails, and costs "
        "your turn if the word is valid.",
        "Un mot inconnu est contesté et retiré, et votre tour est perdu ; ! conteste un mot d'entails et "
        "coûte votre tour s'il est valable.",
    ),
    "5pt": Message(
        "An invalid word is challenged off, and you lose your turn; ! challenges a word of entails, which "
        "gains 5 points if the word is valid.",
        "Un mot inconnu est contesté et retiré, et votre tour est perdu ; ! conteste un mot d'entails, qui "
        "gagne 5 points s'il est valable.",
    ),
}
COSTS: dict[str, Message] = {
    "single": Message("A failed challenge costs nothing.", "Une contestation perdue ne coûte rien."),
    "double": Message(
        "Your challenge fails and costs your turn.", "Votre contestation est perdue et coûte votre tour."
    ),
    "5pt": Message(
        "Your challenge fails; entails gains 5 points.", "Votre contestation est perdue ; entails gagne 5 points."
    ),
}
TAKEN_BACK = Message(
    "entails challenges: {words} is not in lexicon {lexicon}. You take your tiles back and lose your turn.",
    "entails conteste : {words} n'est pas dans le lexique {lexicon}. Vous reprenez vos lettres et perdez le tour.",
)
STANDS = Message("{word} is valid.", "{word} est valable.")
NOTHING_TO_CHALLENGE = Message(
    "There is nothing to challenge (see --challenge).", "Il n'y a rien à contester (voir --challenge)."
)
CLOCK = Message(
    "You have {minutes} minutes; each minute over time costs {penalty} points.",
    "Vous avez {minutes} minutes ; chaque minute de retard coûte {penalty} points.",
)
LEFT = Message("your clock {time}", "votre pendule {time}")
LATE = Message("{minutes} minutes over time: -{points} points.", "{minutes} minutes de retard : -{points} points.")
