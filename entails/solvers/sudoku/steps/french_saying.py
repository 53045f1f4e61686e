"""How cells, digits, units and eliminations are said in French."""

from collections.abc import Iterable, Sequence

from entails.models.sentence import Language
from entails.models.sudoku.statement import unit_name
from entails.solvers.sudoku.steps.argument import Argument, Candidate
from entails.solvers.sudoku.steps.saying import cells_in_words, listed, not_any_more
from entails.solvers.sudoku.steps.technique import technique

NAMES: dict[str, str] = {
    "full-house": "dernière case",
    "last-remaining-box": "seule place du bloc",
    "last-remaining-row": "seule place de la ligne",
    "last-remaining-column": "seule place de la colonne",
    "last-possible-number": "seul chiffre possible",
    "naked-single": "seul candidat",
    "hidden-single-box": "seule place du bloc",
    "hidden-single-line": "seule place de la ligne",
    "pointing-pair": "paire pointante",
    "pointing-triple": "triplet pointant",
    "box-line-reduction": "réduction bloc-ligne",
    "naked-pair": "paire nue",
    "hidden-pair": "paire cachée",
    "naked-triple": "triplet nu",
    "hidden-triple": "triplet caché",
    "naked-quad": "quadruplet nu",
    "hidden-quad": "quadruplet caché",
    "x-wing": "X-wing",
    "swordfish": "espadon",
    "jellyfish": "méduse",
    "y-wing": "aile XY",
    "xyz-wing": "aile XYZ",
    "simple-colouring": "coloriage simple",
    "unique-rectangle": "rectangle unique",
    "x-chain": "chaîne X",
    "xy-chain": "chaîne XY",
    "disjunction": "disjonction",
    "nested-disjunction": "disjonction emboîtée",
    "backtracking": "retour en arrière",
    "skyscraper": "gratte-ciel",
    "two-string-kite": "cerf-volant",
    "turbot-fish": "turbot",
    "empty-rectangle": "rectangle vide",
    "multi-colouring": "coloriage multiple",
    "remote-pair": "paires distantes",
    "w-wing": "aile W",
    "unique-rectangle-5": "rectangle unique de type 5",
    "unique-rectangle-6": "rectangle unique de type 6",
    "hidden-rectangle": "rectangle caché",
    "avoidable-rectangle": "rectangle évitable",
    "unique-loop": "boucle unique",
    "bug": "BUG",
    "m-wing": "aile M",
    "s-wing": "aile S",
    "l-wing": "aile L",
    "aligned-pair-exclusion": "exclusion de paires alignées",
    "sue-de-coq": "Sue de Coq",
    "als-xz": "ALS-XZ",
    "als-xy-wing": "aile XY d'ALS",
    "aic": "chaîne alternée",
    "aic-loop": "boucle alternée",
    "grouped-aic": "chaîne alternée groupée",
    "grouped-aic-loop": "boucle alternée groupée",
    "als-chain": "chaîne d'ALS",
    "als-aic": "chaîne alternée avec ALS",
    "als-aic-loop": "boucle alternée avec ALS",
    "death-blossom": "fleur de mort",
    "aligned-triplet-exclusion": "exclusion de triplets alignés",
    "nishio": "Nishio",
    "multiple-forcing-chains": "chaînes de forçage",
    "dynamic-forcing-chains": "chaînes de forçage dynamiques",
    "nested-forcing-chains": "chaînes de forçage emboîtées",
    "locked-pair": "paire verrouillée",
    "locked-triple": "triplet verrouillé",
    **{
        f"{kind}-{fish}": f"{fish_name} {kind_name}".replace("méduse mutant", "méduse mutante")
        for kind, kind_name in {
            "finned": "à nageoire",
            "sashimi": "sashimi",
            "franken": "franken",
            "finned-franken": "franken à nageoire",
            "mutant": "mutant",
            "finned-mutant": "mutant à nageoire",
        }.items()
        for fish, fish_name in {"x-wing": "X-wing", "swordfish": "espadon", "jellyfish": "méduse"}.items()
    },
    "template": "gabarit",
}
"""What French players call the techniques; the page has the same names."""


_IS_NOT = "n'est"


def listed_fr(words: Iterable[object], joint: str = "et") -> str:
    """ "1", "1 et 2", "1, 2 et 3"."""
    return listed(words, joint)


def cells_fr(step: Argument, cells: Iterable[int], joint: str = "et") -> str:
    """ "r1c1, r1c2 et r1c3"."""
    return cells_in_words(step, cells, joint)


def technique_name(name: str, language: Language) -> str:
    """A technique, by its id, in a language."""
    return NAMES[name] if language == "fr" else technique(name).name


def name_fr(step: Argument) -> str:
    return NAMES[step.technique]


def unit_fr(step: Argument, index: int | None) -> str:
    """ "la ligne 3", "le bloc 5"."""
    return unit_name(step.shape.units[index or 0]).say("fr")


def of_unit_fr(step: Argument, index: int | None) -> str:
    """ "de la ligne 3", "du bloc 5"."""
    return of_fr(unit_fr(step, index))


def of_fr(unit: str) -> str:
    return f"de {unit}".replace("de les ", "des ").replace("de le ", "du ")


def ruled_out_fr(step: Argument, removes: Sequence[Candidate] | None = None) -> str:
    """ "r1c1 et r1c2 ne sont pas 5 ; r1c3 n'est ni 5 ni 8"."""
    return " ; ".join(
        f"{cells_fr(step, cells)} {_IS_NOT if len(cells) == 1 else 'ne sont'} {_none_of(digits)}"
        for digits, cells in not_any_more(step, removes).items()
    )


def _none_of(digits: Sequence[int]) -> str:
    return f"pas {digits[0]}" if len(digits) == 1 else " ".join(f"ni {digit}" for digit in digits)
