"""Messages of the Sudoku steps: names of techniques, and the sentences of their arguments.

Placeholders mean the same in every message: `cell` and `cells` are names of cells, `digit` and `digits` digits, `unit`
a row, column, box or region, `name` the technique, `so` the removed candidates. A prefix marks the form of an argument:
`or_digits` is "1 or 2", `of_unit` is "of row 3" ("de la ligne 3").
"""

import re
from collections.abc import Iterable

from entails.locale.message import Argument, Language, Message, Plural, Sentence, Series

NAMES: dict[str, Message] = {
    "full-house": Message("last free cell", "dernière case"),
    "last-remaining-box": Message("last remaining cell in a box", "seule place du bloc"),
    "last-remaining-row": Message("last remaining cell in a row", "seule place de la ligne"),
    "last-remaining-column": Message("last remaining cell in a column", "seule place de la colonne"),
    "last-remaining-line": Message("last remaining cell in a line", "seule place de la rangée"),
    "last-possible-number": Message("last possible number", "seul chiffre possible"),
    "naked-single": Message("naked single", "singleton nu"),
    "hidden-single-box": Message("hidden single in a box", "singleton caché du bloc"),
    "hidden-single-line": Message("hidden single in a line", "singleton caché d'une rangée"),
    "pointing-pair": Message("pointing pair", "paire pointante"),
    "pointing-triple": Message("pointing triple", "triplet pointant"),
    "box-line-reduction": Message("box-line reduction", "réduction bloc-ligne"),
    "naked-pair": Message("naked pair", "paire nue"),
    "hidden-pair": Message("hidden pair", "paire cachée"),
    "naked-triple": Message("naked triple", "triplet nu"),
    "hidden-triple": Message("hidden triple", "triplet caché"),
    "naked-quad": Message("naked quad", "quadruplet nu"),
    "hidden-quad": Message("hidden quad", "quadruplet caché"),
    "x-wing": Message("X-wing", "X-wing"),
    "swordfish": Message("swordfish", "espadon"),
    "jellyfish": Message("jellyfish", "méduse"),
    "y-wing": Message("Y-wing", "aile XY"),
    "xyz-wing": Message("XYZ-wing", "aile XYZ"),
    "simple-colouring": Message("simple colouring", "coloriage simple"),
    "unique-rectangle": Message("unique rectangle", "rectangle unique"),
    "x-chain": Message("X-chain", "chaîne X"),
    "xy-chain": Message("XY-chain", "chaîne XY"),
    "disjunction": Message("disjunction", "disjonction"),
    "nested-disjunction": Message("disjunction within a disjunction", "disjonction emboîtée"),
    "backtracking": Message("backtracking", "retour en arrière"),
    "skyscraper": Message("skyscraper", "gratte-ciel"),
    "two-string-kite": Message("two-string kite", "cerf-volant"),
    "turbot-fish": Message("turbot fish", "turbot"),
    "empty-rectangle": Message("empty rectangle", "rectangle vide"),
    "multi-colouring": Message("multi-colouring", "coloriage multiple"),
    "remote-pair": Message("remote pair", "paires distantes"),
    "w-wing": Message("W-wing", "aile W"),
    "finned-x-wing": Message("finned X-wing", "X-wing à nageoire"),
    "finned-swordfish": Message("finned swordfish", "espadon à nageoire"),
    "finned-jellyfish": Message("finned jellyfish", "méduse à nageoire"),
    "sashimi-x-wing": Message("sashimi X-wing", "X-wing sashimi"),
    "sashimi-swordfish": Message("sashimi swordfish", "espadon sashimi"),
    "sashimi-jellyfish": Message("sashimi jellyfish", "méduse sashimi"),
    "unique-rectangle-5": Message("unique rectangle of type 5", "rectangle unique de type 5"),
    "unique-rectangle-6": Message("unique rectangle of type 6", "rectangle unique de type 6"),
    "hidden-rectangle": Message("hidden rectangle", "rectangle caché"),
    "avoidable-rectangle": Message("avoidable rectangle", "rectangle évitable"),
    "unique-loop": Message("unique loop", "boucle unique"),
    "bug": Message("bivalue universal grave", "BUG"),
    "m-wing": Message("M-wing", "aile M"),
    "s-wing": Message("S-wing", "aile S"),
    "l-wing": Message("L-wing", "aile L"),
    "aligned-pair-exclusion": Message("aligned pair exclusion", "exclusion de paires alignées"),
    "sue-de-coq": Message("Sue de Coq", "Sue de Coq"),
    "als-xz": Message("ALS-XZ", "ALS-XZ"),
    "als-xy-wing": Message("ALS-XY-wing", "aile XY d'ALS"),
    "aic": Message("alternating chain", "chaîne alternée"),
    "aic-loop": Message("alternating loop", "boucle alternée"),
    "grouped-aic": Message("grouped alternating chain", "chaîne alternée groupée"),
    "grouped-aic-loop": Message("grouped alternating loop", "boucle alternée groupée"),
    "als-chain": Message("ALS chain", "chaîne d'ALS"),
    "als-aic": Message("alternating chain with almost locked sets", "chaîne alternée avec ALS"),
    "als-aic-loop": Message("alternating loop with almost locked sets", "boucle alternée avec ALS"),
    "death-blossom": Message("death blossom", "fleur de mort"),
    "aligned-triplet-exclusion": Message("aligned triplet exclusion", "exclusion de triplets alignés"),
    "nishio": Message("Nishio", "Nishio"),
    "multiple-forcing-chains": Message("multiple forcing chains", "chaînes de forçage"),
    "dynamic-forcing-chains": Message("dynamic forcing chains", "chaînes de forçage dynamiques"),
    "nested-forcing-chains": Message("nested forcing chains", "chaînes de forçage emboîtées"),
    "locked-pair": Message("locked pair", "paire verrouillée"),
    "locked-triple": Message("locked triple", "triplet verrouillé"),
    "franken-x-wing": Message("franken X-wing", "X-wing franken"),
    "franken-swordfish": Message("franken swordfish", "espadon franken"),
    "franken-jellyfish": Message("franken jellyfish", "méduse franken"),
    "finned-franken-x-wing": Message("finned franken X-wing", "X-wing franken à nageoire"),
    "finned-franken-swordfish": Message("finned franken swordfish", "espadon franken à nageoire"),
    "finned-franken-jellyfish": Message("finned franken jellyfish", "méduse franken à nageoire"),
    "mutant-x-wing": Message("mutant X-wing", "X-wing mutant"),
    "mutant-swordfish": Message("mutant swordfish", "espadon mutant"),
    "mutant-jellyfish": Message("mutant jellyfish", "méduse mutante"),
    "finned-mutant-x-wing": Message("finned mutant X-wing", "X-wing mutant à nageoire"),
    "finned-mutant-swordfish": Message("finned mutant swordfish", "espadon mutant à nageoire"),
    "finned-mutant-jellyfish": Message("finned mutant jellyfish", "méduse mutante à nageoire"),
    "template": Message("template", "gabarit"),
    "squirmbag": Message("squirmbag", "calmar"),
    "whale": Message("whale", "baleine"),
    "leviathan": Message("leviathan", "léviathan"),
    "finned-squirmbag": Message("finned squirmbag", "calmar à nageoire"),
    "finned-whale": Message("finned whale", "baleine à nageoire"),
    "finned-leviathan": Message("finned leviathan", "léviathan à nageoire"),
    "sashimi-squirmbag": Message("sashimi squirmbag", "calmar sashimi"),
    "sashimi-whale": Message("sashimi whale", "baleine sashimi"),
    "sashimi-leviathan": Message("sashimi leviathan", "léviathan sashimi"),
    "franken-squirmbag": Message("franken squirmbag", "calmar franken"),
    "franken-whale": Message("franken whale", "baleine franken"),
    "franken-leviathan": Message("franken leviathan", "léviathan franken"),
    "finned-franken-squirmbag": Message("finned franken squirmbag", "calmar franken à nageoire"),
    "finned-franken-whale": Message("finned franken whale", "baleine franken à nageoire"),
    "finned-franken-leviathan": Message("finned franken leviathan", "léviathan franken à nageoire"),
    "mutant-squirmbag": Message("mutant squirmbag", "calmar mutant"),
    "mutant-whale": Message("mutant whale", "baleine mutante"),
    "mutant-leviathan": Message("mutant leviathan", "léviathan mutant"),
    "finned-mutant-squirmbag": Message("finned mutant squirmbag", "calmar mutant à nageoire"),
    "finned-mutant-whale": Message("finned mutant whale", "baleine mutante à nageoire"),
    "finned-mutant-leviathan": Message("finned mutant leviathan", "léviathan mutant à nageoire"),
    "kraken-fish-1": Message("kraken fish of type 1", "poisson kraken de type 1"),
    "kraken-fish-2": Message("kraken fish of type 2", "poisson kraken de type 2"),
    "exocet": Message("exocet", "exocet"),
}
"""The names that players use; the web interface has the same French names."""

_A_NAME = Message("{article} {name}", "{name}")
_VOWELS = ("X", "M", "S-", "L-", "ALS", "a", "e", "u")
"""The beginnings of names that start with a vowel sound, except "unique"."""


def a_technique(technique: str) -> Sentence:
    """Return the name of a technique with its article, such as "an X-wing", by its id."""
    message = NAMES[technique]
    if message.en.endswith("chains") or message.en == "Nishio":
        return message()
    vowel = message.en.startswith(_VOWELS) and not message.en.startswith("unique")
    return _A_NAME(article="an" if vowel else "a", name=message)


_CELL = re.compile(r"\br(\d+)c(\d+)\b")


def in_players_notation(text: str, language: Language) -> str:
    """Return a sentence with cells as players of a language write them: r9c2 is L9C2 in French.

    >>> in_players_notation("r9c2 est 5", "fr")
    'L9C2 est 5'
    """
    return _CELL.sub(r"L\1C\2", text) if language == "fr" else text


def cell(name: str) -> Message:
    """Return the name of a cell as players of each language write it.

    >>> cell("r9c2").wording("fr")
    'L9C2'
    """
    return Message(name, in_players_notation(name, "fr"))


# Parts of sentences

_UNITS = {
    "row": Message("row {number}", "la ligne {number}"),
    "column": Message("column {number}", "la colonne {number}"),
    "box": Message("box {number}", "le bloc {number}"),
    "region": Message("region {number}", "la région {number}"),
    "diagonal": Message("diagonal {number}", "la diagonale {number}"),
}
_OF_UNITS = {
    "row": Message("of row {number}", "de la ligne {number}"),
    "column": Message("of column {number}", "de la colonne {number}"),
    "box": Message("of box {number}", "du bloc {number}"),
    "region": Message("of region {number}", "de la région {number}"),
    "diagonal": Message("of diagonal {number}", "de la diagonale {number}"),
}


def unit(name: str) -> Sentence:
    """Return the sentence for a unit from its name: "row 3", "la ligne 3"."""
    kind, number = name.split()
    return _UNITS[kind](number=number)


def of_unit(name: str) -> Sentence:
    """Return the sentence for a unit after "of": "of row 3", "de la ligne 3"."""
    kind, number = name.split()
    return _OF_UNITS[kind](number=number)


SEMICOLON = Message("; ", " ; ")
THEN = Message(", then ", ", donc ")
NEXT = Message(", then ", ", puis ")
SO = Message(", so ", ", donc ")
_NOR = Message(", ", " ni ")


def one_of(items: Iterable[Argument]) -> Series:
    """Build the list that follows "one of": "a and b", in French "a ou b"."""
    return Series(tuple(items), last=Message(" and ", " ou "))


def none_of(items: Iterable[Argument]) -> Series:
    """Build the list that follows "none of": "a and b", in French "a ni b"."""
    return Series(tuple(items), _NOR, Message(" and ", " ni "))


def not_any_of(items: Iterable[Argument]) -> Series:
    """Build the list that follows "not": "a or b", in French "a ni b"."""
    return Series(tuple(items), _NOR, Message(" or ", " ni "))


ROWS = Message("rows {numbers}", "les lignes {numbers}")
COLUMNS = Message("columns {numbers}", "les colonnes {numbers}")
IS = Message("{cell} is {digit}", "{cell} est {digit}")
IS_NOT = Message("{cell} is not {digit}", "{cell} n'est pas {digit}")
ONE_IS = Message("one of {cells} is {digit}", "{cells} est {digit}")
NEITHER_IS = Message("neither {cells} is {digit}", "ni {cells} n'est {digit}")
NONE_IS = Message("none of {cells} is {digit}", "ni {cells} n'est {digit}")
LOSES_DIGIT = Plural(
    Message("{cells} is not {digits}", "{cells} n'est pas {digits}"),
    Message("{cells} are not {digits}", "{cells} ne sont pas {digits}"),
)
LOSES_DIGITS = Plural(
    Message("{cells} is not {digits}", "{cells} n'est ni {digits}"),
    Message("{cells} are not {digits}", "{cells} ne sont ni {digits}"),
)

NO_CANDIDATE = Message("{cell} has no candidate left", "{cell} n'a plus de candidat")
TWICE = Message("{unit} contains {digit} twice", "{unit} contient deux fois le {digit}")
NO_PLACE = Message("{unit} has no place left for {digit}", "{unit} n'a plus de place pour le {digit}")

# Singles

FULL_HOUSE = Message(
    "{cell} is the last free cell {of_unit}: it is {digit}.",
    "{cell} est la dernière case libre {of_unit} : c'est un {digit}.",
)
LAST_REMAINING = Message(
    "In {unit}, the {digit} can only go in {cell}.", "Dans {unit}, le {digit} ne peut aller qu'en {cell}."
)
LAST_NUMBER = Message(
    "{cell} sees every digit but {digit}: it is {digit}.",
    "{cell} voit tous les chiffres sauf le {digit} : c'est un {digit}.",
)
NAKED_SINGLE = Message(
    "{digit} is the only candidate left in {cell}.", "{digit} est le seul candidat qui reste en {cell}."
)
HIDDEN_SINGLE = Message(
    "In {unit}, {cell} is the only candidate left for the {digit}.",
    "Dans {unit}, {cell} est la seule place qui reste pour le {digit}.",
)

# Intersections and subsets

LOCKED = Message(
    "In {unit}, the {digit} can only be in {cells}, so no other cell {of_other} is {digit}.",
    "Dans {unit}, le {digit} ne peut être qu'en {cells} ; donc aucune autre case {of_other} n'est un {digit}.",
)
LOCKED_SEEN = Plural(
    Message(
        "In {unit}, the {digit} can only be in {cells}; {seeing} sees them all, so {so}.",
        "Dans {unit}, le {digit} ne peut être qu'en {cells} ; {seeing} les voit toutes, donc {so}.",
    ),
    Message(
        "In {unit}, the {digit} can only be in {cells}; {seeing} see them all, so {so}.",
        "Dans {unit}, le {digit} ne peut être qu'en {cells} ; {seeing} les voient toutes, donc {so}.",
    ),
)
NAKED = Message(
    "{digits} in {cells} are {name} in {unit}, so no other cell {of_unit} is {or_digits}.",
    "{cells} se partagent {digits} ({name}) : aucune autre case {of_unit} n'est {or_digits}.",
)
HIDDEN = Message(
    "In {unit}, {digits} can only go in {cells} ({name}), so these cells contain nothing else: {so}.",
    "Dans {unit}, {digits} ne peuvent aller qu'en {cells} ({name}) ; ces cases ne contiennent donc rien d'autre : "
    "{so}.",
)
LOCKED_SET = Message(
    "{digits} in {cells} are {name}: no other cell of {line} or {box} is {or_digits}. So {so}.",
    "{cells} se partagent {digits} ({name}) : aucune autre case {of_line} ni {of_box} ne les prend. Donc {so}.",
)

# Fish

FISH = Message(
    "In {base}, the {digit} can only be in {cover} ({name} on {cells}), so {so}.",
    "Dans {base}, le {digit} ne peut être que dans {cover} ({name} sur {cells}) ; donc {so}.",
)
FINNED_FISH = Message(
    "In {base}, the {digit} is in {cover} (on {cells}), unless {fins} is {digit} ({name}). Either way, {so}.",
    "Dans {base}, le {digit} est dans {cover} (en {cells}), sauf si {fins} est {digit} ({name}). Dans les deux cas, "
    "{so}.",
)
ANY_FISH = Message(
    "The {digit}s of {base} are all in {cover} (on {cells}){unless} ({name}). There are as many covering houses as "
    "covered ones, so {so}.",
    "Les {digit} {of_base} sont tous dans {cover} (en {cells}){unless} ({name}). Il y a autant de régions qui couvrent "
    "que de régions couvertes, donc {so}.",
)
UNLESS = Message(", unless {fins} is {digit}", ", sauf si {fins} est {digit}")

KRAKEN = {
    1: Message(
        "In {base}, the {digit} is in {cover} (on {cells}), so {so}, unless {fins} is {digit}. {branches}. "
        "In each case {so} ({name}).",
        "Dans {base}, le {digit} est dans {cover} (en {cells}), donc {so}, sauf si {fins} est {digit}. {branches}. "
        "Dans chaque cas, {so} ({name}).",
    ),
    2: Message(
        "In {base}, the {digit} is in {cover} (on {cells}), unless {fins} is {digit}. So one of {starts} is {digit}. "
        "{branches}. In each case {so} ({name}).",
        "Dans {base}, le {digit} est dans {cover} (en {cells}), sauf si {fins} est {digit}. Donc {starts} est {digit}. "
        "{branches}. Dans chaque cas, {so} ({name}).",
    ),
}
EXOCET = Message(
    "{base} hold two of {digits}. Beyond the band, the places of each of these in the three lines through {targets} "
    "and beside the base lie in two units. So each digit of the base is also in {targets} ({name}), and {so}.",
    "{base} contiennent deux des chiffres {digits}. Au-delà de la bande, les places de chacun d'eux dans les trois "
    "rangées qui passent par {targets} et à côté de la base sont dans deux régions. Chaque chiffre de la base est donc "
    "aussi en {targets} ({name}), et {so}.",
)

# Wings and colours

WING = Message(
    "{pivot} is {or_digits}; if {x}, {left} is {z}, and if {y}, {right} is {z}. So one of {cells} is {z} ({name}), "
    "and {so}.",
    "{pivot} est {or_digits} ; avec {x}, {left} est {z}, et avec {y}, {right} est {z}. Donc {cells} est {z} ({name}), "
    "et {so}.",
)
COLOURS = Message(
    "Colour the {digit}s alternately along the units with two places for {digit}: {blue} blue, {green} green",
    "Coloriez les {digit} en alternance là où il ne reste que deux places : {blue} en bleu, {green} en vert",
)
COLOURS_MEET = {
    1: Message(
        "{colours}. But {two}, both blue, see each other, so no blue cell is {digit}.",
        "{colours}. Mais {two}, toutes deux bleues, se voient ; donc aucune case bleue n'est {digit}.",
    ),
    2: Message(
        "{colours}. But {two}, both green, see each other, so no green cell is {digit}.",
        "{colours}. Mais {two}, toutes deux vertes, se voient ; donc aucune case verte n'est {digit}.",
    ),
}
COLOURS_SEEN = Plural(
    Message(
        "{colours}. One of the colours is {digit} throughout; {seeing} sees both, so it is not {digit}.",
        "{colours}. L'une des couleurs est partout {digit} ; {seeing} voit les deux, donc elle n'est pas {digit}.",
    ),
    Message(
        "{colours}. One of the colours is {digit} throughout; {seeing} see both, so they are not {digit}.",
        "{colours}. L'une des couleurs est partout {digit} ; {seeing} voient les deux, donc elles ne sont pas {digit}.",
    ),
)
TWO_GROUPS = Message(
    "Colour two groups of {digit}s alternately along the units with two places for it: {meeting} against {opposite}, "
    "{facing} against {facing_opposite} ({name}). {why}. So {so}.",
    "Coloriez deux groupes de {digit} en alternance là où il ne reste que deux places : {meeting} contre {opposite}, "
    "{facing} contre {facing_opposite} ({name}). {why}. Donc {so}.",
)
GROUPS_MEET = Message(
    "The first colours of the two groups see each other, so not both are {digit}, and one of the two others is",
    "Les premières couleurs des deux groupes se voient : elles ne sont pas toutes deux {digit}, et l'une des deux "
    "autres l'est",
)
GROUP_SEES_BOTH = Message(
    "The first colour sees both colours of the other group, one of which is {digit}",
    "La première couleur voit les deux couleurs de l'autre groupe, dont l'une est {digit}",
)
REMOTE_PAIR = Message(
    "{cells} are all {or_digits}, and each sees the next. So {ends} differ ({name}), and {so}.",
    "{cells} sont toutes {or_digits}, et chacune voit la suivante. Donc {ends} diffèrent ({name}), et {so}.",
)

# Uniqueness

RECTANGLE = Message(
    "{cells} cannot all be {digits}, or the puzzle would have two solutions",
    "Si {cells} n'avaient que {digits}, la grille aurait deux solutions",
)
AVOIDABLE = Message(
    "None of {cells} is given, so they cannot all be {digits} ({name}), or exchanging these would give another "
    "solution",
    "Aucune de {cells} n'est donnée : si elles n'avaient que {digits}, les échanger donnerait une autre solution "
    "({name})",
)
SO_ONE_IS = Message("{text}; so {roof} is {digit}, and {so}.", "{text} ; donc {roof} est {digit}, et {so}.")
UNIT_LOCKS = Message(
    "{text}; in {unit}, {roof} is {digit}, so {so}.", "{text} ; or dans {unit}, {roof} est {digit}, donc {so}."
)
SUBSET_WITH = Message(
    "{text}; so {roof} is {more}. With {others}, it takes {digits} of {unit}, so {so}.",
    "{text} ; donc {roof} est {more}. Avec {others}, cela prend {digits} dans {unit}, donc {so}.",
)
RECTANGLE_SO = Message("{text}, so {so}.", "{text} ; donc {so}.")
AVOIDABLE_SO = Message("{text}; so {so}.", "{text} ; donc {so}.")
CANNOT_ALL = Message(
    "{cells} cannot all be {digits} ({name}), or the puzzle would have two solutions; {why}: {so}.",
    "Si {cells} n'avaient que {digits}, la grille aurait deux solutions ({name}) ; {why} : {so}.",
)
LOOP_REASONS = {
    1: Message(
        "so the cell with other candidates is neither",
        "donc celle qui peut être autre chose n'est ni l'un ni l'autre",
    ),
    2: Message(
        "so one of the cells with an extra candidate contains it",
        "donc l'une des cases qui ont un candidat de plus le contient",
    ),
    3: Message(
        "so one of the cells with extra candidates contains one of them, which makes a subset",
        "donc l'une des cases qui ont d'autres candidats prend l'un d'eux, ce qui fait un sous-ensemble",
    ),
    4: Message(
        "and one of {or_digits} must be in the two cells with other candidates",
        "or {or_digits} doit être dans les deux cases qui ont d'autres candidats",
    ),
}
CORNER_REASON = Message(
    "so one of the corners with the extra candidate contains it",
    "donc l'un des coins qui ont le candidat de plus le contient",
)
ALONE_AT_CORNERS = Message(
    "In {units}, the {digit} is only at corners of the rectangle {cells}. If {supposed}, all four would be {digits}, "
    "and the puzzle would have two solutions ({name}). So {so}.",
    "Dans {units}, le {digit} n'est que dans des coins du rectangle {cells}. Si {supposed}, les quatre seraient "
    "{digits}, et la grille aurait deux solutions ({name}). Donc {so}.",
)
CORNER_WERE = Message("{cell} were {digit}", "{cell} était {digit}")
CORNERS_WERE = Message("{cells} were {digit}, both would be", "{cells} était {digit}, les deux le seraient")
BUG = Plural(
    Message(
        "Without {candidates} every cell would have two candidates and every digit two places in each unit ({name}), "
        "and the puzzle would have no unique solution. So {candidates} is true, and {so}.",
        "Sans {candidates}, chaque case aurait deux candidats et chaque chiffre deux places dans chaque région "
        "({name}), et la grille n'aurait pas de solution unique. {candidates} est donc vrai, et {so}.",
    ),
    Message(
        "Without {candidates} every cell would have two candidates and every digit two places in each unit ({name}), "
        "and the puzzle would have no unique solution. So one of these is true, and {so}.",
        "Sans {candidates}, chaque case aurait deux candidats et chaque chiffre deux places dans chaque région "
        "({name}), et la grille n'aurait pas de solution unique. L'un d'eux est donc vrai, et {so}.",
    ),
)

# Chains

X_CHAIN = Message(
    "If {start} is not {digit}, then {links}. So {ends} is {digit}, and {so}.",
    "Si {start} n'est pas {digit}, {links}. Ainsi {ends} est {digit}, et {so}.",
)
X_LINKS = Message("{cell} is", "{cell} l'est"), Message("{cell} is not", "{cell} ne l'est pas")
XY_CHAIN = Message(
    "If {start} is not {digit}, it is {first}, then {links}. So {ends} is {digit}, and {so}.",
    "Si {start} n'est pas {digit}, c'est un {first}, donc {links}. Ainsi {ends} est {digit}, et {so}.",
)
CHAIN = Message("If {start}, then {links}", "Si {start}, {links}")
BY_SET = Message("{end} (almost locked set)", "{end} (ensemble presque verrouillé)")
CHAIN_ENDS = {
    1: Message(
        "{chain}. So {ends} is {digit} ({name}), and {so}.", "{chain}. Donc {ends} est {digit} ({name}), et {so}."
    ),
    2: Message(
        "{chain}. So {first} or {last} ({name}), and {so}.", "{chain}. Donc {first} ou {last} ({name}), et {so}."
    ),
    3: Message(
        "{chain}, and so {start} again. Of two neighbours in this loop exactly one is true ({name}), so {so}.",
        "{chain}, et de nouveau {start}. De deux voisins de cette boucle, exactement un est vrai ({name}), donc {so}.",
    ),
    4: Message(
        "{chain}. So {first} in any case ({name}), and {so}.",
        "{chain}. Donc {first} dans tous les cas ({name}), et {so}.",
    ),
}

# Almost locked sets, exclusion, templates

SETS_LOCKED = Message(
    "Almost locked sets: {sets}. Each of two shared digits can be in only one of them, so both are locked ({name}), "
    "and {so}.",
    "Ensembles presque verrouillés : {sets}. Chacun de deux chiffres communs ne peut être que dans l'un des deux, "
    "donc tous deux sont verrouillés ({name}), et {so}.",
)
TWO_SETS = Message(
    "Almost locked sets: {sets}; only one can have the {joint}. So one of them contains the {held} ({name}), and {so}.",
    "Ensembles presque verrouillés : {sets} ; un seul des deux peut avoir le {joint}. Donc l'un des deux contient le "
    "{held} ({name}), et {so}.",
)
MORE_SETS = Message(
    "Almost locked sets: {sets}; of two neighbours only one can have the digit that joins them: {joint}. So the "
    "first or the last contains the {held} ({name}), and {so}.",
    "Ensembles presque verrouillés : {sets} ; de deux qui se suivent, un seul peut avoir le chiffre qui les joint : "
    "{joint}. Donc le premier ou le dernier contient le {held} ({name}), et {so}.",
)
HAS_DIGITS = Plural(
    Message("{cells} has {digits}", "{cells} a {digits}"), Message("{cells} have {digits}", "{cells} ont {digits}")
)
BLOSSOM = Message(
    "{cells} is {or_digits}. Each of these removes its digit from one of the almost locked sets {sets}. So one of "
    "them is locked and contains the {held} ({name}), and {so}.",
    "{cells} est {or_digits}. Chacun enlève son chiffre à l'un des ensembles presque verrouillés {sets}. L'un "
    "d'eux est donc verrouillé et contient le {held} ({name}), et {so}.",
)
WITH_DIGITS = Message("{cells} with {digits}", "{cells} avec {digits}")
SUE_DE_COQ = Message(
    "Where {box} and {line} cross, {inner}, with {others}, have as many digits as cells, so each digit is there once "
    "({name}), and {so}.",
    "Là où {box} et {line} se croisent, {inner}, avec {others}, ont autant de chiffres que de cases ; chaque chiffre y "
    "est donc une fois ({name}), et {so}.",
)
CELLS_AND_DIGITS = Message("{cells} ({digits})")
ALIGNED = Message(
    "Try every way to fill {cells}: no digit twice where they see each other, and a candidate left for each of "
    "{others} ({name}). It follows that {so}.",
    "Essayez toutes les façons de remplir {cells} : pas deux fois le même chiffre là où elles se voient, et un "
    "candidat qui reste en {others} ({name}). Il en résulte que {so}.",
)
TEMPLATES = {
    False: Message(
        "Of all ways to place the {digit}s at once ({name})",
        "De toutes les façons de placer les {digit} à la fois ({name})",
    ),
    True: Message(
        "Of all ways to place the {digit}s at once ({name}) that leave a way for every other digit",
        "De toutes les façons de placer les {digit} à la fois ({name}) qui laissent une façon à chaque autre chiffre",
    ),
}
EACH_HAS = Message("{ways}, each has {candidates}.", "{ways}, chacune a {candidates}.")
NONE_USES = Message(
    "{ways}, none uses a place other than {cells}. So {so}.",
    "{ways}, aucune n'a d'autre place que {cells}. Donc {so}.",
)

# Cases

SUPPOSE = Message("Suppose {supposed}. Then {wrong}. So {so}.", "Supposons {supposed}. Alors {wrong}. Donc {so}.")
SUPPOSE_LINKS = Message(
    "Suppose {supposed}. Then {links}, and {wrong}. So {so}.",
    "Supposons {supposed}. Alors {links}, et {wrong}. Donc {so}.",
)
SUPPOSE_NESTED = Message(
    "Suppose {supposed}. Then each of {struck}, supposed in turn, leads to a contradiction; without them, {wrong}. "
    "So {so}.",
    "Supposons {supposed}. Alors, supposés l'un après l'autre, {struck} mènent chacun à une contradiction ; sans eux, "
    "{wrong}. Donc {so}.",
)
EITHER = Message(
    "Either {left} or {right}. {first} {second} Either way, {result}.",
    "Soit {left}, soit {right}. {first} {second} Dans les deux cas, {result}.",
)
IF_THEN = Message("If {supposed}, then {links}.", "Si {supposed}, alors {links}.")
IF_AT_ONCE = Message("If {supposed}, this follows at once.", "Si {supposed}, cela en découle aussitôt.")
SUPPOSE_THEN = Message(
    "Suppose {start}. Then {links}, and {trouble} ({name}). So {result}.",
    "Supposons que {start}. Alors {links}, et {trouble} ({name}). Donc {result}.",
)
SUPPOSE_AT_ONCE = Message(
    "Suppose {start}. Then {trouble} ({name}). So {result}.",
    "Supposons que {start}. Alors {trouble} ({name}). Donc {result}.",
)
BRANCHES = Message(
    "{cases}. {branches}. In each case {result} ({name}).", "{cases}. {branches}. Dans chaque cas, {result} ({name})."
)
CASES_OF_CANDIDATE = Message("Either {cell} is {digit} or it is not", "Ou bien {cell} est {digit}, ou bien non")
CASES_OF_CELL = Message("The candidates of {cell} are {digits}", "Les candidats de {cell} sont {digits}")
CASES_OF_UNIT = Message("In {unit}, the {digit} is in {cells}", "Dans {unit}, le {digit} est en {cells}")
IF_FIRST = Message("If {supposed}", "Si {supposed}")
IF = Message("if {supposed}", "si {supposed}")
BRANCH = Message("{head}, then {links}", "{head}, alors {links}")
BRANCH_AT_ONCE = Message("{head}, this follows at once", "{head}, cela en découle aussitôt")
LINK = Message("{removed}, so {reached}", "{removed}, donc {reached}")
LINK_BY_PATTERN = Message("{reached} (a pattern shows it)", "{reached} (un motif le montre)")
MORE_LINKS = Message("… ({count} more) …", "… ({count} autres) …")
TWO_DIGITS = Message("{cell} would contain {digits}", "{cell} contiendrait {digits}")
BY_PATTERNS = Message(
    "patterns on the way leave no place for the {digit} of {cell}",
    "des motifs en chemin ne laissent aucune place au {digit} de {cell}",
)
SUPPOSE_FIRST = Message("Suppose {supposed}.", "Supposons que {supposed}.")
THEN_LINK = Message("Then {link}.", "Alors {link}.")
THEREFORE = Message("So {result}.", "Donc {result}.")
NEIGHBOURS = Message(
    "{cells} share {unit}, so they would be {digits}, one each.",
    "{cells} partagent {unit} : elles seraient {digits}, un chacune.",
)
