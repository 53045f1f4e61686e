"""What a game of Scrabble says at the terminal, in English and in French."""

from dataclasses import dataclass
from typing import Literal

from entails.locale.message import Language

ChallengeRule = Literal["void", "single", "double", "5pt"]

EXAMPLES = {
    ("en", "gcg"): "8E MARS across, H8 SILENT down",
    ("en", "french"): "H5 MARS across, 8H SILENT down",
    ("fr", "gcg"): "8E MARS horizontal, H8 SILENCE vertical",
    ("fr", "french"): "H5 MARS horizontal, 8H SILENCE vertical",
}
"""How a play is typed, by language and notation."""


@dataclass(frozen=True)
class ScrabblePhrases:
    """One language. Parts in braces are filled in where they are said."""

    you: str
    welcome: str
    duplicate: str
    resumed: str
    help: str
    help_duplicate: str
    prompt: str
    rack: str
    bag: str
    standing: str
    plays: str
    exchanges: str
    passes: str
    hint: str
    hint_bonus: str
    hint_none: str
    unseen: str
    refused: str
    blank_is_small: str
    unclear: str
    no_exchange: str
    never_exchange: str
    not_so_many: str
    not_yours: str
    topped: str
    top_was: str
    top_share: str
    no_top: str
    out: str
    zeros: str
    won: str
    lost: str
    drawn: str
    result: str
    saved: str
    kept: str
    decimal: str
    opponents: dict[str, str]
    challenges: dict[str, str]
    costs: dict[str, str]
    taken_back: str
    stands: str
    nothing_to_challenge: str
    clock: str
    left: str
    late: str


PHRASES: dict[Language, ScrabblePhrases] = {
    "en": ScrabblePhrases(
        you="you",
        welcome="Scrabble against entails ({against}), words of {lexicon}. Game {seed}.",
        duplicate="Duplicate: find the top of each rack, words of {lexicon}. Game {seed}.",
        resumed="The game goes on with turn {number}.",
        help="Type a play ({example}, a blank in lower case), -TILES to exchange, - to pass; ? is a hint, ?? shows the "
        "best plays, * the tiles unseen. Ctrl-D leaves the game, which is saved.",
        help_duplicate="Type a play ({example}, a blank in lower case), or - for none; ? is a hint, * shows the tiles "
        "unseen. Ctrl-D leaves the game, which is saved.",
        prompt="{number}> ",
        rack="rack",
        bag="{count} in the bag",
        standing="turn {number}   you {total}   top {top}",
        plays="{name}: {play}  +{points}",
        exchanges="{name}: exchange {count}",
        passes="{name}: pass",
        hint="The best play scores {points} and lays {tiles} of your tiles.",
        hint_bonus="The best play scores {points}, and lays them all.",
        hint_none="No play is possible: exchange (-TILES) or pass (-).",
        unseen="{count} tiles unseen:",
        refused="This cannot be played:",
        blank_is_small="(a small letter is a blank)",
        unclear="{error}",
        no_exchange="There are {count} tiles in the bag, too few to exchange.",
        never_exchange="Nobody exchanges in duplicate: play, or - for nothing.",
        not_so_many="The bag has {count} tiles.",
        not_yours="These tiles are not all on your rack, {rack}.",
        topped="The top! {play}  +{points}",
        top_was="{mine}. The top was {play}, {points} ({share} %).",
        top_share="You scored {total} of {top}: {share} % of the top. Tops found: {tops} of {turns}.",
        no_top="nothing",
        out="The game is over: {name} went out.",
        zeros="The game is over: too many turns in a row brought nothing.",
        won="You win by {margin}.",
        lost="{name} wins by {margin}.",
        drawn="A draw.",
        result="{before} {change:+d} for the tiles left",
        saved="The game is in {file}: entails scrabble play --resume {name}",
        kept="The whole game is in {file}.",
        decimal=".",
        opponents={
            "beginner": "It knows only words of everyday talk, and plays the highest score they make.",
            "casual": "It knows the words that most people know, and plays the highest score they make.",
            "best": "It knows every word and plays the highest score; --against chooses from beginner, casual, "
            "equity and strong to simulation.",
            "equity": "It knows every word and weighs score and the tiles it keeps.",
            "strong": "It weighs score and leave, and solves endgames.",
            "simulation": "It tries the best moves against racks that you may have, and solves endgames.",
            "arrangements": "It finds what the strategy of Guzniczak (2018) finds.",
            "random": "It plays any legal word, all alike.",
        },
        challenges={
            "single": "A word that is none is challenged off, and your turn with it; ! challenges a word of entails, "
            "which costs nothing.",
            "double": "A word that is none is challenged off, and your turn with it; ! challenges a word of entails, "
            "and costs your turn if it is good.",
            "5pt": "A word that is none is challenged off, and your turn with it; ! challenges a word of entails, "
            "which gains 5 points if it is good.",
        },
        costs={
            "single": "A challenge that fails costs nothing.",
            "double": "Your challenge fails, and costs your turn.",
            "5pt": "Your challenge fails, and entails gains 5 points.",
        },
        taken_back="entails challenges: {words} is not a word of {lexicon}. "
        "Your tiles come back, and your turn is lost.",
        stands="{word} is a word.",
        nothing_to_challenge="There is nothing to challenge here (see --challenge).",
        clock="You have {minutes} minutes; each minute over time costs {penalty} points.",
        left="your clock {time}",
        late="{minutes} minutes over time: -{points} points.",
    ),
    "fr": ScrabblePhrases(
        you="vous",
        welcome="Scrabble contre entails ({against}), mots de {lexicon}. Partie {seed}.",
        duplicate="Duplicate : trouvez le top de chaque tirage, mots de {lexicon}. Partie {seed}.",
        resumed="La partie reprend au coup {number}.",
        help="Tapez un coup ({example}, un joker en minuscule), -LETTRES pour échanger, - pour passer ; ? donne un "
        "indice, ?? les meilleurs coups, * les lettres non vues. Ctrl-D quitte la partie, qui est enregistrée.",
        help_duplicate="Tapez un coup ({example}, un joker en minuscule), ou - si vous n'avez rien ; ? donne un "
        "indice, * les lettres non vues. Ctrl-D quitte la partie, qui est enregistrée.",
        prompt="{number}> ",
        rack="tirage",
        bag="{count} dans le sac",
        standing="coup {number}   vous {total}   top {top}",
        plays="{name} : {play}  +{points}",
        exchanges="{name} : échange {count}",
        passes="{name} : passe",
        hint="Le meilleur coup rapporte {points} points et pose {tiles} de vos lettres.",
        hint_bonus="Le meilleur coup rapporte {points} points : c'est un scrabble.",
        hint_none="Aucun coup n'est possible : échangez (-LETTRES) ou passez (-).",
        unseen="{count} lettres non vues :",
        refused="Ce coup n'est pas permis :",
        blank_is_small="(une minuscule est un joker)",
        unclear="Je ne comprends pas ce coup. Exemple : {example}",
        no_exchange="Il reste {count} lettres dans le sac, trop peu pour échanger.",
        never_exchange="On n'échange pas en duplicate : jouez, ou - si vous n'avez rien.",
        not_so_many="Le sac a {count} lettres.",
        not_yours="Ces lettres ne sont pas toutes dans votre tirage, {rack}.",
        topped="Le top ! {play}  +{points}",
        top_was="{mine}. Le top était {play}, {points} ({share} %).",
        top_share="Vous avez {total} points sur {top} : {share} % du top. Tops trouvés : {tops} sur {turns}.",
        no_top="rien",
        out="La partie est finie : {name} a posé toutes ses lettres.",
        zeros="La partie est finie : trop de coups de suite n'ont rien rapporté.",
        won="Vous gagnez de {margin} points.",
        lost="{name} gagne de {margin} points.",
        drawn="Égalité.",
        result="{before} {change:+d} pour les lettres restantes",
        saved="La partie est dans {file} : entails scrabble play --resume {name}",
        kept="La partie entière est dans {file}.",
        decimal=",",
        opponents={
            "beginner": "Il ne connaît que les mots de tous les jours et joue ceux qui rapportent le plus.",
            "casual": "Il connaît les mots que la plupart des gens connaissent et joue ceux qui rapportent le plus.",
            "best": "Il connaît tous les mots et joue celui qui rapporte le plus ; --against choisit de beginner, "
            "casual, equity et strong à simulation.",
            "equity": "Il connaît tous les mots et pèse le score et le reliquat.",
            "strong": "Il pèse score et reliquat et résout les fins de partie.",
            "simulation": "Il essaie les meilleurs coups contre les lettres que vous pouvez avoir et résout les fins "
            "de partie.",
            "arrangements": "Il trouve ce que trouve la stratégie de Guzniczak (2018).",
            "random": "Il joue n'importe quel mot permis.",
        },
        challenges={
            "single": "Un mot inconnu est contesté et retiré, et votre tour est perdu ; ! conteste un mot de entails, "
            "ce qui ne coûte rien.",
            "double": "Un mot inconnu est contesté et retiré, et votre tour est perdu ; ! conteste un mot de entails "
            "et coûte votre tour s'il est bon.",
            "5pt": "Un mot inconnu est contesté et retiré, et votre tour est perdu ; ! conteste un mot de entails, "
            "qui gagne 5 points s'il est bon.",
        },
        costs={
            "single": "Une contestation perdue ne coûte rien.",
            "double": "Votre contestation est perdue et coûte votre tour.",
            "5pt": "Votre contestation est perdue, et entails gagne 5 points.",
        },
        taken_back="entails conteste : {words} n'est pas un mot du lexique {lexicon}. "
        "Vous reprenez vos lettres et perdez le tour.",
        stands="{word} est un mot.",
        nothing_to_challenge="Il n'y a rien à contester ici (voir --challenge).",
        clock="Vous avez {minutes} minutes ; chaque minute de retard coûte {penalty} points.",
        left="votre pendule {time}",
        late="{minutes} minutes de retard : -{points} points.",
    ),
}
