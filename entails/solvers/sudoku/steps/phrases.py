"""How cells, digits, units and eliminations are said in French.

How cells, digits and eliminations are said, wherever a sentence needs them.

What is plainly wrong with a board, as sentences.
"""

from collections.abc import Iterable, Sequence

from entails.encoders.sudoku import unit_name
from entails.locale.message import Language, Message, Sentence
from entails.solvers.kernels import sudoku_board as trouble_code
from entails.solvers.sudoku.steps.argument import SHAPE, Candidate, StepArgument
from entails.solvers.sudoku.steps.technique import technique

_VOWELS = ("X", "M", "S-", "L-", "ALS", "a", "e", "u")
"""How names begin whose first sound is a vowel; "unique" does not."""


def listed(words: Iterable[object], joint: str = "and") -> str:
    """ "1", "1 and 2", "1, 2 and 3"."""
    *head, last = map(str, words)
    return f"{', '.join(head)} {joint} {last}" if head else last


def a_technique(step: StepArgument) -> str:
    """ "an X-wing", "a swordfish"."""
    name = technique(step.technique).name
    if name.endswith("chains") or name == "Nishio":
        return name
    vowel = name.startswith(_VOWELS) and not name.startswith("unique")
    return f"{'an' if vowel else 'a'} {name}"


def cells_in_words(step: StepArgument, cells: Iterable[int], joint: str = "and") -> str:
    """ "r1c1, r1c2 and r1c3"."""
    return listed(map(step.shape.cell_name, cells), joint)


def named(step: StepArgument, *candidates: Candidate) -> str:
    """ "r1c1=5, r1c2=4"."""
    return ", ".join(step.shape.candidate_name(*candidate) for candidate in candidates)


def ruled_out(step: StepArgument, removes: Sequence[Candidate] | None = None) -> str:
    """ "r1c1 and r1c2 are not 5; r1c3 is not 5 or 8"."""
    return "; ".join(
        f"{cells_in_words(step, cells)} {'is' if len(cells) == 1 else 'are'} not {listed(digits, 'or')}"
        for digits, cells in not_any_more(step, removes).items()
    )


def not_any_more(step: StepArgument, removes: Sequence[Candidate] | None = None) -> dict[tuple[int, ...], list[int]]:
    """What is ruled out, the cells together that lose the same digits."""
    lost: dict[int, list[int]] = {}
    for cell, digit in step.removes if removes is None else removes:
        lost.setdefault(cell, []).append(digit)
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell, digits in lost.items():
        alike.setdefault(tuple(digits), []).append(cell)
    return alike


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


_NEST_PAS = "n'est"


def listed_fr(words: Iterable[object], joint: str = "et") -> str:
    """ "1", "1 et 2", "1, 2 et 3"."""
    return listed(words, joint)


def cells_fr(step: StepArgument, cells: Iterable[int], joint: str = "et") -> str:
    """ "r1c1, r1c2 et r1c3"."""
    return cells_in_words(step, cells, joint)


def technique_name(name: str, language: Language) -> str:
    """A technique, by its id, in a language."""
    return NAMES[name] if language == "fr" else technique(name).name


def name_fr(step: StepArgument) -> str:
    return NAMES[step.technique]


def unit_fr(step: StepArgument, index: int | None) -> str:
    """ "la ligne 3", "le bloc 5"."""
    return unit_name(step.shape.units[index or 0]).say("fr")


def of_unit_fr(step: StepArgument, index: int | None) -> str:
    """ "de la ligne 3", "du bloc 5"."""
    return of_fr(unit_fr(step, index))


def of_fr(unit: str) -> str:
    return f"de {unit}".replace("de les ", "des ").replace("de le ", "du ")


def ruled_out_fr(step: StepArgument, removes: Sequence[Candidate] | None = None) -> str:
    """ "r1c1 et r1c2 ne sont pas 5 ; r1c3 n'est ni 5 ni 8"."""
    return " ; ".join(
        f"{cells_fr(step, cells)} {_NEST_PAS if len(cells) == 1 else 'ne sont'} {_none_of(digits)}"
        for digits, cells in not_any_more(step, removes).items()
    )


def _none_of(digits: Sequence[int]) -> str:
    return f"pas {digits[0]}" if len(digits) == 1 else " ".join(f"ni {digit}" for digit in digits)


NO_CANDIDATE = Message("{cell} has no candidate left", "{cell} n'a plus de candidat")
TWICE = Message("{unit} holds {digit} twice", "{unit} contient deux fois le {digit}")
NO_PLACE = Message("{unit} has no place left for {digit}", "{unit} n'a plus de place pour le {digit}")


def trouble(code: int) -> Sentence:
    """From the number that kernels give it."""
    kind, place = trouble_code.split(code)
    if kind == trouble_code.NO_CANDIDATE:
        return NO_CANDIDATE(cell=SHAPE.cell_name(place))
    unit, digit = unit_name(SHAPE.units[place // 9]), place % 9 + 1
    return (TWICE if kind == trouble_code.CLASH else NO_PLACE)(unit=unit, digit=digit)
