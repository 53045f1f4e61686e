"""Comparison of the French and English wording of messages by the concepts that they mention.

Pairs are collected from the source: `Message(en, fr)` and the strings of the web interface. What both languages say is
read back as a set of concepts. Words that exclude each other ("at most", "at least") must be the same on both sides; of
some concepts both sides must speak, or neither.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import entails

ROOT = Path(entails.__file__).parent
HOLE = re.compile(r"\{(\w*)[^{}]*\}")
FORM = re.compile(r"^(?:of|or)_")
"""Forms of an argument: `of_unit` is the unit, "of row 3"; `or_digits` the digits, "1 or 2"."""
NUMBER = re.compile(r"(?<![\w.-])\d+(?:[.,]\d+)?(?=\b|s\b)")


class Pair(NamedTuple):
    """The two wordings of a message, and their place in the source."""

    place: str
    en: str
    fr: str


# Concepts with their (English, French) expressions. Concepts of one line exclude each other.

OPPOSITES: list[dict[str, tuple[str, str]]] = [
    {
        "must": (r"\bmust\b|\bhas to\b|\bneeds?\b|\bexpected\b", r"\bdoit\b|\bdoivent\b|\bfaut\b"),
        "can": (r"\bcan\b|\bcannot\b|\bmay\b", r"\bpeu(?:t|vent|x)\b|\bpossible"),
    },
    {"next": (r"\bnext\b", r"\bsuivant"), "previous": (r"\bprevious\b", r"\bprécédent")},
    {"empty": (r"\bempty\b", r"\bvides?\b"), "full": (r"\bfull\b", r"\bpleine?s?\b|\bremplie?s?\b")},
    {
        "at most": (r"\bat most\b|no more than|or fewer|maximum", r"au plus|pas plus d|ne dépasse|maximum"),
        "at least": (r"at least|no fewer than|or more|minimum", r"au moins|ou plus|minimum"),
        "exactly": (r"exactly|precisely", r"exactement|et une seule|si et seulement si"),
    },
    {
        "more": (
            r"\bmore than\b|larg|great|\bhigh|longe",
            r"\bplus (?:grande?s?|de|d'|que|hautes?|longue?s?|élevée?s?)\b",
        ),
        "less": (
            r"less than|\bfewer|small|\blow|shorte|\bleast\b(?<!at least)",
            r"\bmoins (?:de|d'|que|élevée?s?)\b|\bplus (?:petite?s?|basse?s?|courte?s?)\b",
        ),
    },
    {"before": (r"\bbefore\b", r"\bavant\b|précède"), "after": (r"\bafter\b", r"\baprès\b|suit\b")},
    {
        "even": (
            r"\beven (?:digit|number|cell)|\bis even\b|\bbe even\b|^even$",
            r"\bpairs?\b|(?:case|valeur)s? paires?\b",
        ),
        "odd": (r"\bodd\b", r"\bimpaire?s?\b"),
    },
    {
        "left": (
            r"\b(?:to|from|on) (?:the |its |their )?left\b|\bthe left\b|\bleft (?:of|end)\b|^left$",
            r"\bgauche\b",
        ),
        "right": (r"\b(?:to|from|on) (?:the |its )?right\b|\bthe right\b|\bright (?:of|end)\b|^right$", r"\bdroite\b"),
    },
    {
        "above": (r"\babove\b|\bupwards?\b|\btop\b", r"au-dessus|\bhaut\b|vers le haut"),
        "below": (
            r"\bbelow\b|\bbeneath\b|\bdownwards?\b|\bunder\b|\bbottom\b",
            r"au-dessous|en dessous|ci-dessous|sous|\bbas\b",
        ),
    },
    {"black": (r"\bblacks?\b", r"\bnoire?s?\b"), "white": (r"\bwhites?\b", r"\bblanc(?:he)?s?\b")},
    {
        "green": (r"\bgreen\b", r"\bverte?s?\b"),
        "yellow": (r"\byellow\b", r"\bjaunes?\b"),
        "grey": (r"\bgr[ea]y\b", r"\bgrise?s?\b"),
    },
    {"row": (r"\b(?:row|line)s?\b", r"\b(?:ligne|rangée)s?\b"), "column": (r"\bcolumns?\b", r"\bcolonnes?\b")},
    {"across": (r"\bacross\b|\bhorizontal", r"\bhorizontal"), "down": (r"\bdown\b|\bvertical", r"\bvertical")},
    {"first": (r"\bfirst\b", r"\bpremi(?:er|ère)s?\b|d'abord"), "last": (r"\blast\b", r"\bderni(?:er|ère)s?\b")},
    {
        "same": (r"(?<!not the )\bsame\b|\bequal\b|\balike\b", r"\bmême\b|\bégale?s?\b|\bégaux\b|identique"),
        "different": (r"\bdiffer(?:ent)?\b|\bdistinct\b|not the same\b", r"\bdifféren|\bdistinct|\bdiffèrent\b"),
    },
    {
        "begins": (r"\bbegins?\b|\bstarts?\b", r"\bcommence|\bdébut"),
        "ends": (r"\bends?\b", r"\bfini|\bfin\b|\btermin|\bextrémité|\bbout\b|\barrêt"),
    },
    {
        "inside": (r"\binside\b|\bwithin\b", r"à l'intérieur|\bdedans\b"),
        "outside": (r"\boutside\b", r"à l'extérieur|\bdehors\b|\bhors\b|\bautour\b"),
    },
    {
        "in": (r"\bincreas|\brising\b|\bgrows?\b", r"\bcroissant|\baugment|\bmont(?:e|ent)\b"),
        "de": (r"\bdecreas|\bfalling\b", r"\bdécroissant|\bdiminu|\bdescend"),
    },
    {
        "sum": (r"\bsums?\b|\badds? up\b", r"\bsomme"),
        "product": (r"\bproducts?\b", r"\bproduit"),
        "difference": (r"\bdifference\b", r"\bdifférence\b|\bécart\b"),
    },
    {"win": (r"\bwins?\b|\bwon\b|\bgain|\bsaves?\b", r"\bgagn"), "lose": (r"\blos(?:es?|t|ing)\b", r"\bper(?:d|te)")},
    {
        "best": (r"\bbest\b|\bbetter\b", r"\bmeilleure?s?\b|\bmieux\b"),
        "worst": (r"\bworst\b|\bworse\b", r"\bpires?\b|\bmoins bon"),
    },
    {"easy": (r"\beas(?:y|iest)\b", r"\bfaciles?\b"), "hard": (r"\bhard(?:est|er)?\b(?! mode)", r"\bdifficiles?\b")},
    {"true": (r"\btrue\b", r"\bvraie?s?\b"), "false": (r"\bfalse\b|\bwrong\b", r"\bfau(?:x|sse)s?\b")},
    {
        "every": (
            r"\bevery\b|\beach\b|(?<!not )\ball\b|\bin any case\b",
            r"\bchaque|\btou(?:t|s|te|tes)\b|\bchacune?\b",
        ),
        "nothing": (
            r"\bnone\b|\bno\b|\bnothing\b|\bneither\b|\bnever\b|\bnobody\b",
            r"\baucune?s?\b|\brien\b|\bjamais\b|\bnulle?\b|\bpersonne\b|\bpas (?:de|d')",
        ),
    },
    {
        "legal": (r"(?<!not )\blegal\b|\ballowed\b", r"\blégal|\bvalables?\b|\bpermise?s?\b|\badmise?s?\b"),
        "illegal": (r"\billegal\b|\bnot legal\b|\bforbidden\b", r"\billég|\binterdit"),
    },
    {
        "consistent": (r"\bconsistent\b", r"\bcohérente?s?\b"),
        "inconsistent": (r"\binconsistent\b", r"\bincohérente?s?\b"),
    },
    {"open": (r"\bopens?\b", r"\bouvr|\bouvert"), "close": (r"\bcloses?d?\b", r"\bferm")},
    {"light": (r"\blight\b", r"\bclaire?s?\b"), "dark": (r"\bdark\b", r"\bfoncée?s?\b|\bsombres?\b")},
    {"long": (r"\blongest\b", r"\bplus longue?s?\b"), "short": (r"\bshortest\b", r"\bplus courte?s?\b")},
    {
        "one": (r"\bone\b|\b1\b", r"\bune?\b|\b1\b"),
        "two": (r"\btwo\b|\b2\b|\bboth\b|\btwice\b", r"\bdeux\b|\b2\b"),
        "three": (r"\bthree\b|\b3\b", r"\btrois\b|\b3\b"),
        "four": (r"\bfour\b|\b4\b", r"\bquatre\b|\b4\b"),
    },
]
NEGATION = (
    r"\bnot\b|\bno\b|\bnone\b|\bnothing\b|\bnever\b|\bcannot\b|n't\b|\bneither\b|\bnor\b|\bwithout\b|\bnobody\b"
    r"|\bun(?:seen|needed|known)|\bin(?:valid|consistent)|\bnon-|\bwrong\b|\bfalse\b|\billegal\b|\boutside\b|\bout of\b"
    r"|\bcontradicts?\b|\bclash|\bexcept\b|\bunless\b|\bbut +(?:\d|§)",
    r"\bne\b|\bn'(?!importe)|\bpas\b|\baucune?s?\b|\brien\b|\bjamais\b|\bni\b|\bsans\b|\bnon\b|\bimpossible|\bhors\b"
    r"|\bailleurs\b|\babsente?|\bcachée?s\b|\bin(?:connu|terdit|valide|cohér)|\billég|\bcontredi|\bsuperflu|\bfau(?:x|sse)"
    r"|\bsauf\b|\bdehors\b|\bextérieur|\btromp",
)
NOT_DENIED = re.compile(
    r"(?:\b(?:un|1|le|les|ce|de|des|chaque) |§ +)pas\b|^pas +(?:à pas|le|§)"
    r"|\bn(?:e |')\w+ (?:\w+ )?qu(?:e\b|')|\bne dépasse(?:nt)? pas\b"
)
"""French that only looks like a negation: "un pas" (step), "ne ... que" (only), "ne dépasse pas" (at most)."""
NOTHING = (
    r"\bnone\b|\bno\b|\bnothing\b|\bneither\b|\bnever\b|\bnobody\b",
    r"\baucune?s?\b|\brien\b|\bjamais\b|\bni\b|\bsans\b|\bpas\b|\bplus (?:de|ce)\b|\bnon\b|\bimpossible"
    r"|\binconnu|\bpersonne\b|\bnul",
)
"""French words that accompany "ne" where English has "no"."""
STRICT = ("at most", "at least", "exactly", "three", "four", "black", "white", "green", "yellow", "grey", "even", "odd")
"""Concepts that must be in both wordings or in neither."""
LOOSE = ("must/can", "one/two/three/four", "every/nothing", "win/lose", "same/different")
"""Lines on which one wording may have more: an article is also a number in French."""


def concepts(text: str, language: int) -> dict[str, set[str]]:
    """Return the concepts in a text, by the names of the lines of `OPPOSITES`."""
    bare = HOLE.sub(" § ", text.lower().replace("’", "'"))
    return {
        "/".join(line): {name for name, words in line.items() if re.search(words[language], bare)} for line in OPPOSITES
    }


def faults(pair: Pair) -> list[str]:
    """Return the disagreements between the two wordings of a message."""
    items = []
    for what, pattern in (("holes", HOLE), ("numbers", NUMBER)):
        english, french = (
            sorted({FORM.sub("", part) for part in pattern.findall(text)} - {"article"}) for text in (pair.en, pair.fr)
        )
        if what == "numbers":
            english, french = ([entry.replace(",", ".") for entry in side] for side in (english, french))
        if english != french:
            items.append(f"{what}: {english} / {french}")
    english, french = concepts(pair.en, 0), concepts(pair.fr, 1)
    for line, item in english.items():
        second = french[line]
        strict = {name for name in item ^ second if name in STRICT}
        agree = item == second if line not in LOOSE else bool(item & second)
        if strict or (item and second and not agree):
            items.append(f"{line}: {sorted(item)} / {sorted(second)}")
    bare = [HOLE.sub(" § ", text.lower().replace("’", "'")) for text in (pair.en, pair.fr)]
    if re.search(NOTHING[0], bare[0]) and not re.search(NOTHING[1], bare[1]):
        items.append("English says no, French does not")
    bare[1] = NOT_DENIED.sub(" ", bare[1])
    denied = [bool(re.search(words, text)) for words, text in zip(NEGATION, bare, strict=True)]
    if denied[0] != denied[1]:
        items.append(f"negation: {denied[0]} / {denied[1]}")
    return items


KNOWN = {
    "Je ne comprends pas ce coup. Exemple : {example}": "French has a sentence of its own, since errors are in English",
    "Si {cells} n'avaient que {digits}, la grille aurait deux solutions": "English says what may not be",
    "Si {cells} n'avaient que {digits}, la grille aurait deux solutions ({name}) ; {why} : {so}.": "English says what "
    "cannot be",
    " ni ": "stands between items of a list after a negation, where English has a conjunction",
    "il y a au plus un {letter}": "{number} is always one",
    "le chevalet n'a {count}": "{count} is 'aucun ...' there",
    "{this}, mais {that}": "'but' joins two statements there",
    "Valeurs : 1 à 4, ou 1, 4, 9, ou rouge, vert, bleu, ou true, false.": "true and false are typed in both languages",
    "Le fichier est trop grand ; au plus 900 000 caractères, un mot par ligne.": "French groups digits by spaces",
    "un pont au moins de {cell} à {to}": "the opposite of no bridge, which is not one bridge",
}
"""Messages that may differ, by their French text."""


def _literal(node: ast.AST) -> str | None:
    """Return a string of the source; the insertions of an f-string become placeholders."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _literal(node.left), _literal(node.right)
        return None if left is None or right is None else left + right
    return None


def _in_python(path: Path) -> Iterator[Pair]:
    """Yield the messages of a module that have two wordings."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Message" and len(node.args) == 2:
            english, french = map(_literal, node.args)
            if english is not None and french is not None:
                yield Pair(f"{path.relative_to(ROOT)}:{node.lineno}", english, french)


_ENTRY = re.compile(r"""(?:"([\w -]+)"|\b([\w-]+)): (?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)""")


def _on_the_page(path: Path) -> Iterator[Pair]:
    text = path.read_text("utf-8")
    parts = re.split(r"^  (en|fr): \{", text, flags=re.MULTILINE)
    words: dict[str, dict[str, str]] = {"en": {}, "fr": {}}
    for language, part in zip(parts[1::2], parts[2::2], strict=True):
        for quoted, bare, word, ticked in _ENTRY.findall(part):
            words[language][quoted or bare] = word or ticked
    for key, word in words["en"].items():
        if key in words["fr"]:
            yield Pair(f"{path.name} {key}", word, words["fr"][key])


@cache
def messages() -> tuple[Pair, ...]:
    """Return every message that has two wordings."""
    python = (pair for path in sorted(ROOT.rglob("*.py")) for pair in _in_python(path))
    page = (pair for path in sorted((ROOT / "service" / "page").glob("*.js")) for pair in _on_the_page(path))
    return (*python, *page)
