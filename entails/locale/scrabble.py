"""Messages of a game of Scrabble at the terminal."""

from typing import Literal

from entails.locale.message import Message

ChallengeRule = Literal["void", "single", "double", "5pt"]

EXAMPLES = {
    "gcg": Message("8E MARS across, H8 SILENT down", "8E MARS horizontal, H8 SILENCE vertical"),
    "french": Message("H5 MARS across, 8H SILENT down", "H5 MARS horizontal, 8H SILENCE vertical"),
}
"""How a play is typed, by notation."""

YOU = Message("you", "vous")
WELCOME = Message(
    "Scrabble against entails ({against}), words of {lexicon}. Game {seed}.",
    "Scrabble contre entails ({against}), mots de {lexicon}. Partie {seed}.",
)
DUPLICATE = Message(
    "Duplicate: find the top of each rack, words of {lexicon}. Game {seed}.",
    "Duplicate : trouvez le top de chaque tirage, mots de {lexicon}. Partie {seed}.",
)
RESUMED = Message("The game goes on with turn {number}.", "La partie reprend au coup {number}.")
HELP = Message(
    "Type a play ({example}, a blank in lower case), -TILES to exchange, - to pass; ? is a hint, ?? "
    "shows the best plays, * the tiles unseen. Ctrl-D leaves the game, which is saved.",
    "Tapez un coup ({example}, un joker en minuscule), -LETTRES pour échanger, - pour passer ; ? donne "
    "un indice, ?? les meilleurs coups, * les lettres non vues. Ctrl-D quitte la partie, qui est "
    "enregistrée.",
)
HELP_DUPLICATE = Message(
    "Type a play ({example}, a blank in lower case), or - for none; ? is a hint, * shows the tiles "
    "unseen. Ctrl-D leaves the game, which is saved.",
    "Tapez un coup ({example}, un joker en minuscule), ou - si vous n'avez rien ; ? donne un indice, * "
    "les lettres non vues. Ctrl-D quitte la partie, qui est enregistrée.",
)
PROMPT = Message("{number}> ")
RACK = Message("rack", "tirage")
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
    "The best play scores {points}, and lays them all.",
    "Le meilleur coup rapporte {points} points : c'est un scrabble.",
)
HINT_NONE = Message(
    "No play is possible: exchange (-TILES) or pass (-).",
    "Aucun coup n'est possible : échangez (-LETTRES) ou passez (-).",
)
UNSEEN = Message("{count} tiles unseen:", "{count} lettres non vues :")
REFUSED = Message("This cannot be played:", "Ce coup n'est pas permis :")
BLANK_IS_SMALL = Message("(a small letter is a blank)", "(une minuscule est un joker)")
UNCLEAR = Message("{error}", "Je ne comprends pas ce coup. Exemple : {example}")
NO_EXCHANGE = Message(
    "There are {count} tiles in the bag, too few to exchange.",
    "Il reste {count} lettres dans le sac, trop peu pour échanger.",
)
NEVER_EXCHANGE = Message(
    "Nobody exchanges in duplicate: play, or - for nothing.",
    "On n'échange pas en duplicate : jouez, ou - si vous n'avez rien.",
)
NOT_SO_MANY = Message("The bag has {count} tiles.", "Le sac a {count} lettres.")
NOT_YOURS = Message(
    "These tiles are not all on your rack, {rack}.", "Ces lettres ne sont pas toutes dans votre tirage, {rack}."
)
TOPPED = Message("The top! {play}  +{points}", "Le top ! {play}  +{points}")
TOP_WAS = Message(
    "{mine}. The top was {play}, {points} ({share} %).", "{mine}. Le top était {play}, {points} ({share} %)."
)
TOP_SHARE = Message(
    "You scored {total} of {top}: {share} % of the top. Tops found: {tops} of {turns}.",
    "Vous avez {total} points sur {top} : {share} % du top. Tops trouvés : {tops} sur {turns}.",
)
NO_TOP = Message("nothing", "rien")
OUT = Message("The game is over: {name} went out.", "La partie est finie : {name} a posé toutes ses lettres.")
ZEROS = Message(
    "The game is over: too many turns in a row brought nothing.",
    "La partie est finie : trop de coups de suite n'ont rien rapporté.",
)
WON = Message("You win by {margin}.", "Vous gagnez de {margin} points.")
LOST = Message("{name} wins by {margin}.", "{name} gagne de {margin} points.")
DRAWN = Message("A draw.", "Égalité.")
RESULT = Message("{before} {change:+d} for the tiles left", "{before} {change:+d} pour les lettres restantes")
SAVED = Message(
    "The game is in {file}: entails scrabble play --resume {name}",
    "La partie est dans {file} : entails scrabble play --resume {name}",
)
KEPT = Message("The whole game is in {file}.", "La partie entière est dans {file}.")
DECIMAL = Message(".", ",")
OPPONENTS: dict[str, Message] = {
    "beginner": Message(
        "It knows only words of everyday talk, and plays the highest score they make.",
        "Il ne connaît que les mots de tous les jours et joue ceux qui rapportent le plus.",
    ),
    "casual": Message(
        "It knows the words that most people know, and plays the highest score they make.",
        "Il connaît les mots que la plupart des gens connaissent et joue ceux qui rapportent le plus.",
    ),
    "best": Message(
        "It knows every word and plays the highest score; --against chooses from beginner, casual, equity "
        "and strong to simulation.",
        "Il connaît tous les mots et joue celui qui rapporte le plus ; --against choisit de beginner, "
        "casual, equity et strong à simulation.",
    ),
    "equity": Message(
        "It knows every word and weighs score and the tiles it keeps.",
        "Il connaît tous les mots et pèse le score et le reliquat.",
    ),
    "strong": Message(
        "It weighs score and leave, and solves endgames.", "Il pèse score et reliquat et résout les fins de partie."
    ),
    "simulation": Message(
        "It tries the best moves against racks that you may have, and solves endgames.",
        "Il essaie les meilleurs coups contre les lettres que vous pouvez avoir et résout les fins de partie.",
    ),
    "arrangements": Message(
        "It finds what the strategy of Guzniczak (2018) finds.",
        "Il trouve ce que trouve la stratégie de Guzniczak (2018).",
    ),
    "random": Message("It plays any legal word, all alike.", "Il joue n'importe quel mot permis."),
}
CHALLENGES: dict[str, Message] = {
    "single": Message(
        "A word that is none is challenged off, and your turn with it; ! challenges a word of entails, which "
        "costs nothing.",
        "Un mot inconnu est contesté et retiré, et votre tour est perdu ; ! conteste un mot de entails, ce "
        "qui ne coûte rien.",
    ),
    "double": Message(
        "A word that is none is challenged off, and your turn with it; ! challenges a word of entails, and "
        "costs your turn if it is good.",
        "Un mot inconnu est contesté et retiré, et votre tour est perdu ; ! conteste un mot de entails et "
        "coûte votre tour s'il est bon.",
    ),
    "5pt": Message(
        "A word that is none is challenged off, and your turn with it; ! challenges a word of entails, which "
        "gains 5 points if it is good.",
        "Un mot inconnu est contesté et retiré, et votre tour est perdu ; ! conteste un mot de entails, qui "
        "gagne 5 points s'il est bon.",
    ),
}
COSTS: dict[str, Message] = {
    "single": Message("A challenge that fails costs nothing.", "Une contestation perdue ne coûte rien."),
    "double": Message(
        "Your challenge fails, and costs your turn.", "Votre contestation est perdue et coûte votre tour."
    ),
    "5pt": Message(
        "Your challenge fails, and entails gains 5 points.", "Votre contestation est perdue, et entails gagne 5 points."
    ),
}
TAKEN_BACK = Message(
    "entails challenges: {words} is not a word of {lexicon}. Your tiles come back, and your turn is lost.",
    "entails conteste : {words} n'est pas un mot du lexique {lexicon}. Vous reprenez vos lettres et perdez le tour.",
)
STANDS = Message("{word} is a word.", "{word} est un mot.")
NOTHING_TO_CHALLENGE = Message(
    "There is nothing to challenge here (see --challenge).", "Il n'y a rien à contester ici (voir --challenge)."
)
CLOCK = Message(
    "You have {minutes} minutes; each minute over time costs {penalty} points.",
    "Vous avez {minutes} minutes ; chaque minute de retard coûte {penalty} points.",
)
LEFT = Message("your clock {time}", "votre pendule {time}")
LATE = Message("{minutes} minutes over time: -{points} points.", "{minutes} minutes de retard : -{points} points.")
