"""What the game says at the terminal, in English and in French."""

from dataclasses import dataclass
from typing import Literal

Speech = Literal["en", "fr"]


@dataclass(frozen=True)
class Phrases:
    """One language. Parts in braces are filled in where they are said."""

    welcome: str
    unlimited: str
    evading: str
    help: str
    hard: str
    prompt: str
    hint: str
    hint_of_tree: str
    off_tree: str
    left: str
    one_left: str
    won: str
    lost: str
    bye: str
    keyboard: tuple[str, str, str]
    counts: str
    game: str
    decimal: str


PHRASES: dict[Speech, Phrases] = {
    "en": Phrases(
        welcome="Find the word of {length} letters in {turns} guesses{game}.",
        unlimited="Find the word of {length} letters{game}.",
        evading="The host has no secret yet, and gives up no word before it must.",
        help="Type a word; ? is a hint, Ctrl-D ends the game.",
        hard="Hard mode: use what the colours have shown.",
        prompt="{number}{of}> ",
        hint="Hint: {word} tells {bits} bits; {left}.",
        hint_of_tree="Hint: the tree plays {word}; {left}.",
        off_tree="The tree does not know this game; this hint is by entropy.",
        left="{count:,} words are left",
        one_left="one word is left",
        won="Found in {count}: {word}.",
        lost="The word was {word}.",
        bye="Left. The word was {word}.",
        keyboard=("qwertyuiop", "asdfghjkl", "zxcvbnm"),
        counts="{well} well placed, {near} misplaced",
        game=" (game {number})",
        decimal=".",
    ),
    "fr": Phrases(
        welcome="Trouvez le mot de {length} lettres en {turns} essais{game}.",
        unlimited="Trouvez le mot de {length} lettres{game}.",
        evading="L'hôte n'a pas encore de mot secret, et n'en écarte aucun sans y être forcé.",
        help="Tapez un mot ; ? donne un indice, Ctrl-D termine la partie.",
        hard="Mode difficile : servez-vous de ce que les couleurs ont montré.",
        prompt="{number}{of}> ",
        hint="Indice : {word} apporte {bits} bits ; {left}.",
        hint_of_tree="Indice : l'arbre joue {word} ; {left}.",
        off_tree="L'arbre ne connaît pas cette partie ; cet indice vient de l'entropie.",
        left="il reste {count} mots",
        one_left="il reste un seul mot",
        won="Trouvé en {count} : {word}.",
        lost="Le mot était {word}.",
        bye="Partie quittée. Le mot était {word}.",
        keyboard=("azertyuiop", "qsdfghjklm", "wxcvbn"),
        counts="bien placées : {well}, mal placées : {near}",
        game=" (partie {number})",
        decimal=",",
    ),
}
