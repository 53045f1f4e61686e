"""Steps in French: the same arguments as `words`, one function per way of arguing."""

from collections.abc import Callable, Sequence

from entails.models.sudoku import mask_digits
from entails.solvers.sudoku.steps.argument import Argument, Candidate
from entails.solvers.sudoku.steps.french_pattern_words import SAY as SAY_PATTERNS
from entails.solvers.sudoku.steps.french_saying import cells_fr, listed_fr, name_fr, of_unit_fr, ruled_out_fr, unit_fr
from entails.solvers.sudoku.steps.saying import named
from entails.solvers.sudoku.steps.trouble import trouble
from entails.solvers.sudoku.steps.words import two_that_meet


def french_sentence(step: Argument) -> str:
    """The step as a person would say it in French."""
    return _SAY[step.technique](step)


def _unit(step: Argument) -> str:
    return unit_fr(step, step.evidence.unit)


def _full_house(step: Argument) -> str:
    [(cell, digit)] = step.places
    of_unit = of_unit_fr(step, step.evidence.unit)
    return f"{step.shape.cell_name(cell)} est la dernière case libre {of_unit} : c'est un {digit}."


def _last_remaining(step: Argument) -> str:
    [(cell, digit)] = step.places
    return f"Dans {_unit(step)}, le {digit} ne peut aller qu'en {step.shape.cell_name(cell)}."


def _last_number(step: Argument) -> str:
    [(cell, digit)] = step.places
    return f"{step.shape.cell_name(cell)} voit tous les chiffres sauf le {digit} : c'est un {digit}."


def _naked_single(step: Argument) -> str:
    [(cell, digit)] = step.places
    return f"{digit} est le seul candidat qui reste en {step.shape.cell_name(cell)}."


def _hidden_single(step: Argument) -> str:
    [(cell, digit)] = step.places
    return f"Dans {_unit(step)}, {step.shape.cell_name(cell)} est la seule place qui reste pour le {digit}."


def _locked(step: Argument) -> str:
    [digit] = step.digits
    text = f"Dans {_unit(step)}, le {digit} ne peut être qu'en {cells_fr(step, step.cells, 'ou')}"
    if step.evidence.other < 0:
        seeing = cells_fr(step, (cell for cell, _ in step.removes))
        sees = "voit" if len(step.removes) == 1 else "voient"
        return f"{text} ; {seeing} les {sees} toutes, donc {ruled_out_fr(step)}."
    return f"{text} ; donc aucune autre case {of_unit_fr(step, step.evidence.other)} n'est un {digit}."


def _naked(step: Argument) -> str:
    return (
        f"{cells_fr(step, step.cells)} se partagent {listed_fr(step.digits)} ({name_fr(step)}) : aucune autre case "
        f"{of_unit_fr(step, step.evidence.unit)} n'est {listed_fr(step.digits, 'ou')}."
    )


def _hidden(step: Argument) -> str:
    return (
        f"Dans {_unit(step)}, {listed_fr(step.digits)} ne peuvent aller qu'en {cells_fr(step, step.cells)} "
        f"({name_fr(step)}) ; ces cases ne contiennent donc rien d'autre : {ruled_out_fr(step)}."
    )


def _fish(step: Argument) -> str:
    [digit] = step.digits
    size = step.shape.size
    rows = f"les lignes {listed_fr(sorted({cell // size + 1 for cell in step.cells}))}"
    columns = f"les colonnes {listed_fr(sorted({cell % size + 1 for cell in step.cells}))}"
    base, cover = (columns, rows) if step.evidence.case == 1 else (rows, columns)
    return (
        f"Dans {base}, le {digit} ne peut être que dans {cover} ({name_fr(step)} sur "
        f"{cells_fr(step, step.cells)}) ; donc {ruled_out_fr(step)}."
    )


def _wing(step: Argument) -> str:
    (pivot, x), (one, _), (other, y) = step.evidence.parts[0]
    z = step.removes[0][1]
    itself = [] if step.technique == "y-wing" else [z]
    some = [one, other] if step.technique == "y-wing" else [pivot, one, other]
    return (
        f"{step.shape.cell_name(pivot)} est {listed_fr([x, y, *itself], 'ou')} ; avec {x}, "
        f"{step.shape.cell_name(one)} est {z}, et avec {y}, {step.shape.cell_name(other)} est {z}. Donc "
        f"{cells_fr(step, some, 'ou')} est {z} ({name_fr(step)}), et {ruled_out_fr(step)}."
    )


def _colouring(step: Argument) -> str:
    [digit] = step.digits
    blue, green = ([cell for cell, _ in part] for part in step.evidence.parts)
    text = (
        f"Coloriez les {digit} tour à tour là où il ne reste que deux places : {cells_fr(step, blue)} en bleu, "
        f"{cells_fr(step, green)} en vert"
    )
    if step.evidence.case:
        same, cells = ("bleue", blue) if step.evidence.case == 1 else ("verte", green)
        two = cells_fr(step, two_that_meet(step, cells))
        return f"{text}. Mais {two}, toutes deux {same}s, se voient ; donc aucune case {same} n'est {digit}."
    seeing = cells_fr(step, (cell for cell, _ in step.removes))
    sees = "voit" if len(step.removes) == 1 else "voient"
    they = "elle n'est" if len(step.removes) == 1 else "elles ne sont"
    return f"{text}. L'une des couleurs est partout {digit} ; {seeing} {sees} les deux, donc {they} pas {digit}."


def _rectangle(step: Argument) -> str:
    corners = [cell for cell, _ in step.evidence.parts[0]]
    pair = listed_fr(mask_digits(step.evidence.other))
    more_there = cells_fr(step, corners[:2], "ou")
    text = f"Si {cells_fr(step, corners)} n'avaient que {pair}, la grille aurait deux solutions"
    if step.evidence.case == 1:
        return f"{text} ; donc {more_there} est {step.removes[0][1]}, et {ruled_out_fr(step)}."
    if step.evidence.case == 2:
        locked = next(d for d in mask_digits(step.evidence.other) if d != step.removes[0][1])
        return f"{text} ; or dans {_unit(step)}, {more_there} est {locked}, donc {ruled_out_fr(step)}."
    if step.evidence.case == 3:
        more, others = ({digit for _, digit in part} for part in step.evidence.parts[1:])
        with_them = cells_fr(step, dict.fromkeys(cell for cell, _ in step.evidence.parts[2]))
        return (
            f"{text} ; donc {more_there} est {listed_fr(sorted(more), 'ou')}. Avec {with_them}, cela prend "
            f"{listed_fr(sorted(more | others))} dans {_unit(step)}, donc {ruled_out_fr(step)}."
        )
    return f"{text} ; donc {ruled_out_fr(step)}."


def _x_chain(step: Argument) -> str:
    [digit] = step.digits
    start, *between, end = [cell for cell, _ in reversed(step.evidence.parts[0])]
    turns = ("l'est", "ne l'est pas")
    links = [f"{step.shape.cell_name(cell)} {turns[turn % 2]}" for turn, cell in enumerate([*between, end])]
    return (
        f"Si {step.shape.cell_name(start)} n'est pas {digit}, {', donc '.join(links)}. Ainsi "
        f"{cells_fr(step, dict.fromkeys([start, end]), 'ou')} est {digit}, et {ruled_out_fr(step)}."
    )


def _xy_chain(step: Argument) -> str:
    (start, first), *links = reversed(step.evidence.parts[0])
    digit = step.removes[0][1]
    told = ", donc ".join(f"{step.shape.cell_name(cell)} est {digit}" for cell, digit in links)
    return (
        f"Si {step.shape.cell_name(start)} n'est pas {digit}, c'est un {first}, donc {told}. Ainsi "
        f"{cells_fr(step, [start, links[-1][0]], 'ou')} est {digit}, et {ruled_out_fr(step)}."
    )


def _disjunction(step: Argument) -> str:
    if step.evidence.case == 0:
        supposed, *links = step.evidence.parts[0]
        told = f"Alors {named(step, *links)}, et " if links else "Alors "
        wrong = trouble(step.evidence.other).say("fr")
        return f"Supposons {named(step, supposed)}. {told}{wrong}. Donc {ruled_out_fr(step, [supposed])}."
    (one, *first), (other, *second) = step.evidence.parts
    result = " et ".join(named(step, one) for one in step.places) or ruled_out_fr(step)
    return (
        f"Soit {named(step, one)}, soit {named(step, other)}. {_consequence(step, one, first)} "
        f"{_consequence(step, other, second)} Dans les deux cas, {result}."
    )


def _nested(step: Argument) -> str:
    supposed, *struck = step.evidence.parts[0]
    wrong = trouble(step.evidence.other).say("fr")
    inside = f"supposés l'un après l'autre, {named(step, *struck)} mènent chacun à une contradiction ; sans eux, "
    return (
        f"Supposons {named(step, supposed)}. Alors {inside if struck else ''}{wrong}. "
        f"Donc {ruled_out_fr(step, [supposed])}."
    )


def _consequence(step: Argument, supposed: Candidate, links: Sequence[Candidate]) -> str:
    if not links:
        return f"Si {named(step, supposed)}, c'est clair aussitôt."
    return f"Si {named(step, supposed)}, alors {named(step, *links)}."


_SAY: dict[str, Callable[[Argument], str]] = {
    "full-house": _full_house,
    **dict.fromkeys(("last-remaining-box", "last-remaining-row", "last-remaining-column"), _last_remaining),
    "last-possible-number": _last_number,
    "naked-single": _naked_single,
    **dict.fromkeys(("hidden-single-box", "hidden-single-line"), _hidden_single),
    **dict.fromkeys(("pointing-pair", "pointing-triple", "box-line-reduction"), _locked),
    **dict.fromkeys(("naked-pair", "naked-triple", "naked-quad"), _naked),
    **dict.fromkeys(("hidden-pair", "hidden-triple", "hidden-quad"), _hidden),
    **dict.fromkeys(("x-wing", "swordfish", "jellyfish"), _fish),
    **dict.fromkeys(("y-wing", "xyz-wing"), _wing),
    "simple-colouring": _colouring,
    "unique-rectangle": _rectangle,
    "x-chain": _x_chain,
    "xy-chain": _xy_chain,
    "disjunction": _disjunction,
    "nested-disjunction": _nested,
    **SAY_PATTERNS,
}
