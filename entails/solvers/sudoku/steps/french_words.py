"""Steps in French: the same arguments as `words`, one function per way of arguing.

Named patterns in French: the same arguments as in `words`.
"""

from collections.abc import Callable, Sequence

from entails.models.sudoku.grid import mask_digits
from entails.solvers.sudoku.steps.argument import Candidate, StepArgument
from entails.solvers.sudoku.steps.phrases import (
    cells_fr,
    listed_fr,
    name_fr,
    named,
    of_fr,
    of_unit_fr,
    ruled_out_fr,
    trouble,
    unit_fr,
)
from entails.solvers.sudoku.steps.words import SAY as ENGLISH
from entails.solvers.sudoku.steps.words import alone_in, by_set, digits_of, reached, two_that_meet

Part = Sequence[Candidate]


def _end(step: StepArgument, part: Part, holds: bool) -> str:
    """ "r1c1 est 5", "ni r1c1 ni r1c2 n'est 5"."""
    digit = part[0][1]
    if len(part) == 1:
        return f"{step.shape.cell_name(part[0][0])} {'est' if holds else _IS_NOT} {digit}"
    if holds:
        return f"{_cells(step, part, 'ou')} est {digit}"
    return f"{' '.join(f'ni {step.shape.cell_name(cell)}' for cell in dict(part))} n'est {digit}"


_IS_NOT = "n'est pas"


def _cells(step: StepArgument, part: Part, joint: str = "et") -> str:
    return cells_fr(step, dict.fromkeys(cell for cell, _ in part), joint)


def _chain(step: StepArgument) -> str:
    first, *others = step.evidence.parts
    told = ", donc ".join(
        _end(step, part, turn % 2 == 0) + (" (ensemble presque verrouillé)" if by_set(step, turn + 1) else "")
        for turn, part in enumerate(others)
    )
    text = f"Si {_end(step, first, False)}, {told}"
    last, name, so = others[-1], name_fr(step), ruled_out_fr(step)
    if step.evidence.case == 3:
        closing = f"et de nouveau {_end(step, first, False)}. De deux voisins de cette boucle, un seul est vrai"
        return f"{text}, {closing} ({name}), donc {so}."
    if step.evidence.case == 4:
        return f"{text}. Donc {_end(step, first, True)} dans tous les cas ({name}), et {so}."
    if step.evidence.case == 1:
        both = cells_fr(step, dict.fromkeys(cell for part in (first, last) for cell, _ in part), "ou")
        return f"{text}. Donc {both} est {first[0][1]} ({name}), et {so}."
    return f"{text}. Donc {_end(step, first, True)} ou {_end(step, last, True)} ({name}), et {so}."


def _two_groups(step: StepArgument) -> str:
    meeting, opposite, facing, other = step.evidence.parts
    digit = meeting[0][1]
    groups = (
        f"Coloriez deux groupes de {digit} tour à tour là où il ne reste que deux places : {_cells(step, meeting)} "
        f"contre {_cells(step, opposite)}, {_cells(step, facing)} contre {_cells(step, other)} ({name_fr(step)})"
    )
    why = "Les premières de chaque groupe se voient : elles ne sont pas toutes deux {digit}, et l'une des autres l'est"
    if step.evidence.case == 2:
        why = "La première couleur voit les deux couleurs de l'autre groupe, dont l'une est {digit}"
    return f"{groups}. {why.format(digit=digit)}. Donc {ruled_out_fr(step)}."


def _avoidable(step: StepArgument) -> str:
    corners = [cell for cell, _ in step.evidence.parts[0]]
    text = (
        f"Aucune de {cells_fr(step, corners)} n'est donnée : si elles n'avaient que "
        f"{listed_fr(mask_digits(step.evidence.other))}, les échanger donnerait une autre solution ({name_fr(step)})"
    )
    if step.evidence.case == 1:
        return f"{text} ; donc {ruled_out_fr(step)}."
    return f"{text} ; donc {cells_fr(step, corners[:2], 'ou')} est {step.removes[0][1]}, et {ruled_out_fr(step)}."


def _locked_set(step: StepArgument) -> str:
    line, box = (of_fr(unit_fr(step, unit)) for unit in (step.evidence.unit, step.shape.units_of[step.cells[0]][2]))
    return (
        f"{cells_fr(step, step.cells)} se partagent {listed_fr(step.digits)} ({name_fr(step)}) : aucune autre case "
        f"{line} ni {box} ne les prend. Donc {ruled_out_fr(step)}."
    )


def _any_fish(step: StepArgument) -> str:
    body, *fins = step.evidence.parts
    digit = body[0][1]
    bases, covers = (
        [unit_fr(step, unit) for unit in range(27) if bits >> unit & 1]
        for bits in (step.evidence.case, step.evidence.other)
    )
    unless = f", sauf si {_cells(step, fins[0], 'ou')} est {digit}" if fins else ""
    return (
        f"Les {digit} {listed_fr(map(of_fr, bases))} sont tous dans {listed_fr(covers)} (en {_cells(step, body)})"
        f"{unless} ({name_fr(step)}). Il y a autant de régions qui couvrent que de régions couvertes, donc "
        f"{ruled_out_fr(step)}."
    )


def _template(step: StepArgument) -> str:
    [digit] = step.digits
    ways = f"De toutes les façons de placer les {digit} à la fois ({name_fr(step)})"
    if step.evidence.other == 1:
        ways += " qui laissent une façon à chaque autre chiffre"
    if step.places:
        return f"{ways}, chacune a {named(step, *step.places)}."
    return f"{ways}, aucune n'a d'autre place que {cells_fr(step, step.cells)}. Donc {ruled_out_fr(step)}."


def _remote_pair(step: StepArgument) -> str:
    chain = [cell for cell, _ in step.evidence.parts[0]]
    return (
        f"{cells_fr(step, chain)} sont toutes {listed_fr(mask_digits(step.evidence.other), 'ou')}, et chacune voit la "
        f"suivante. Donc {cells_fr(step, [chain[0], chain[-1]])} diffèrent ({name_fr(step)}), et {ruled_out_fr(step)}."
    )


def _finned(step: StepArgument) -> str:
    body, fins = step.evidence.parts
    digit, size, every = body[0][1], step.shape.size, (*body, *fins)
    turned = step.evidence.case == 1
    rows = sorted({cell // size + 1 for cell, _ in (body if turned else every)})
    columns = sorted({cell % size + 1 for cell, _ in (every if turned else body)})
    base, cover = f"les lignes {listed_fr(rows)}", f"les colonnes {listed_fr(columns)}"
    if turned:
        base, cover = cover, base
    return (
        f"Dans {base}, le {digit} est dans {cover} (en {_cells(step, body)}), sauf si {_cells(step, fins, 'ou')} est "
        f"{digit} ({name_fr(step)}). Dans les deux cas, {ruled_out_fr(step)}."
    )


def _sets(step: StepArgument) -> str:
    sets, joints = step.evidence.parts[::2], step.evidence.parts[1::2]
    told = " ; ".join(
        f"{_cells(step, part)} {'a' if len(dict(part)) == 1 else 'ont'} {listed_fr(digits_of(part))}" for part in sets
    )
    text, so = f"Ensembles presque verrouillés : {told}", ruled_out_fr(step)
    if step.evidence.case == 1:
        return (
            f"{text}. Ils ont en commun deux chiffres que chacun ne peut avoir qu'une fois, donc tous deux sont "
            f"verrouillés ({name_fr(step)}), et {so}."
        )
    only, one = f"un seul des deux peut avoir le {joints[0][0][1]}", "l'un des deux"
    if len(sets) > 2:
        joined = ", puis ".join(str(joint[0][1]) for joint in joints)
        only = f"de deux qui se suivent, un seul peut avoir le chiffre qui les joint : {joined}"
        one = "le premier ou le dernier"
    held = listed_fr([step.evidence.other] if step.evidence.other else sorted({digit for _, digit in step.removes}))
    return f"{text} ; {only}. Donc {one} contient le {held} ({name_fr(step)}), et {so}."


def _may_not_all(step: StepArgument) -> str:
    return (
        f"Si {_cells(step, step.evidence.parts[0])} n'avaient que {listed_fr(mask_digits(step.evidence.other))}, la "
        f"grille aurait deux solutions ({name_fr(step)})"
    )


def _loop(step: StepArgument) -> str:
    pair = listed_fr(mask_digits(step.evidence.other), "ou")
    why = {
        1: "donc celle qui peut être autre chose n'est ni l'un ni l'autre",
        2: "donc l'une de celles qui peuvent être autre chose l'est",
        3: "donc l'une de celles qui peuvent être autre chose l'est, ce qui fait un sous-ensemble",
        4: f"or {pair} doit être dans les deux qui peuvent être autre chose",
    }[step.evidence.case]
    return f"{_may_not_all(step)} ; {why} : {ruled_out_fr(step)}."


def _unique_rectangle(step: StepArgument) -> str:
    if step.technique == "unique-rectangle-5":
        why = "donc l'un des coins qui peuvent être autre chose l'est"
        return f"{_may_not_all(step)} ; {why} : {ruled_out_fr(step)}."
    digit, pair = step.evidence.case, listed_fr(mask_digits(step.evidence.other))
    where = listed_fr(unit_fr(step, unit) for unit in alone_in(step))
    supposed = f"{step.shape.cell_name(step.removes[0][0])} était {step.removes[0][1]}"
    if step.technique == "unique-rectangle-6":
        supposed = f"{cells_fr(step, (cell for cell, _ in step.removes), 'ou')} était {digit}, les deux le seraient"
    return (
        f"Dans {where}, le {digit} n'est que dans des coins du rectangle {_cells(step, step.evidence.parts[0])}. Si "
        f"{supposed}, les quatre seraient {pair}, et la grille aurait deux solutions ({name_fr(step)}). Donc "
        f"{ruled_out_fr(step)}."
    )


def _blossom(step: StepArgument) -> str:
    stem, *petals = step.evidence.parts
    told = " ; ".join(f"{_cells(step, part)} avec {listed_fr(digits_of(part))}" for part in petals)
    return (
        f"{_cells(step, stem)} est {listed_fr(digits_of(stem), 'ou')}. Chacun prend son chiffre à l'un de ces "
        f"ensembles presque verrouillés : {told}. L'un d'eux est donc verrouillé et contient le {step.evidence.other} "
        f"({name_fr(step)}), et {ruled_out_fr(step)}."
    )


def _sue_de_coq(step: StepArgument) -> str:
    inner, *others = step.evidence.parts
    told = " et ".join(f"{_cells(step, part)} ({listed_fr(digits_of(part))})" for part in others)
    box, line = unit_fr(step, step.evidence.unit), unit_fr(step, step.evidence.other)
    return (
        f"Là où {box} et {line} se croisent, {_cells(step, inner)} ({listed_fr(digits_of(inner))}), avec {told}, sont "
        f"autant de cases que de chiffres, dont chacun y va une fois ({name_fr(step)}). Donc {ruled_out_fr(step)}."
    )


def _grave(step: StepArgument) -> str:
    further = listed_fr((named(step, one) for one in step.evidence.parts[0]), "ou")
    one_of_them = "Ceci" if len(step.evidence.parts[0]) == 1 else "L'un d'eux"
    return (
        f"Sans {further}, chaque case aurait deux candidats et chaque chiffre deux places dans chaque région "
        f"({name_fr(step)}), et la grille n'aurait pas une seule solution. {one_of_them} est donc vrai, et "
        f"{ruled_out_fr(step)}."
    )


def _aligned(step: StepArgument) -> str:
    base, excluders = step.evidence.parts
    return (
        f"Essayez toutes les façons de remplir {_cells(step, base)} : pas deux fois le même chiffre là où elles se "
        f"voient, et un candidat qui reste en {_cells(step, excluders)} ({name_fr(step)}). Il en résulte que "
        f"{ruled_out_fr(step)}."
    )


def _branch(step: StepArgument, part: Part, supposed: str) -> str:
    told = named(step, *part[1:])
    return f"{supposed} : {told}" if told else f"{supposed}, aussitôt"


def _forcing(step: StepArgument) -> str:
    parts, case, off = step.evidence.parts, step.evidence.case, bool(step.evidence.other)
    result = " et ".join(named(step, one) for one in step.places) or ruled_out_fr(step)
    name = name_fr(step)
    (cell, digit), *between = parts[0]
    if case == 7:
        *then, last = between or [(cell, digit)]
        told = f"Alors {named(step, *then)}, et " if then else "Alors "
        start = _end(step, [(cell, digit)], not off)
        return f"Supposons que {start}. {told}{named(step, last)} devrait être vrai et faux ({name}). Donc {result}."
    heads = [f"si {named(step, part[0])}" for part in parts]
    if case == 1:
        heads = [heads[0], f"sinon (pas {named(step, parts[0][0])})"]
    first, *others = (_branch(step, reached(step, part), head) for head, part in zip(heads, parts, strict=True))
    opening = {1: "", 5: f"Quel que soit {step.shape.cell_name(cell)}", 6: f"Où que soit le {digit}"}[case]
    told = " ; ".join([f"{opening}, {first}" if opening else first[0].upper() + first[1:], *others])
    return f"{told}. Dans chaque cas, {result} ({name})."


_OTHER_WAYS: dict[str, Callable[[StepArgument], str]] = {
    "_chain": _chain,
    "_two_groups": _two_groups,
    "_avoidable": _avoidable,
    "_locked_set": _locked_set,
    "_any_fish": _any_fish,
    "_template": _template,
    "_remote_pair": _remote_pair,
    "_finned": _finned,
    "_sets": _sets,
    "_loop": _loop,
    "_unique_rectangle": _unique_rectangle,
    "_blossom": _blossom,
    "_sue_de_coq": _sue_de_coq,
    "_grave": _grave,
    "_aligned": _aligned,
    "_forcing": _forcing,
}

SAY: dict[str, Callable[[StepArgument], str]] = {name: _OTHER_WAYS[say.__name__] for name, say in ENGLISH.items()}
"""Which techniques argue alike is said once, by the English table."""


def french_sentence(step: StepArgument) -> str:
    """The step as a person would say it in French."""
    return _SAY[step.technique](step)


def _unit(step: StepArgument) -> str:
    return unit_fr(step, step.evidence.unit)


def _full_house(step: StepArgument) -> str:
    [(cell, digit)] = step.places
    of_unit = of_unit_fr(step, step.evidence.unit)
    return f"{step.shape.cell_name(cell)} est la dernière case libre {of_unit} : c'est un {digit}."


def _last_remaining(step: StepArgument) -> str:
    [(cell, digit)] = step.places
    return f"Dans {_unit(step)}, le {digit} ne peut aller qu'en {step.shape.cell_name(cell)}."


def _last_number(step: StepArgument) -> str:
    [(cell, digit)] = step.places
    return f"{step.shape.cell_name(cell)} voit tous les chiffres sauf le {digit} : c'est un {digit}."


def _naked_single(step: StepArgument) -> str:
    [(cell, digit)] = step.places
    return f"{digit} est le seul candidat qui reste en {step.shape.cell_name(cell)}."


def _hidden_single(step: StepArgument) -> str:
    [(cell, digit)] = step.places
    return f"Dans {_unit(step)}, {step.shape.cell_name(cell)} est la seule place qui reste pour le {digit}."


def _locked(step: StepArgument) -> str:
    [digit] = step.digits
    text = f"Dans {_unit(step)}, le {digit} ne peut être qu'en {cells_fr(step, step.cells, 'ou')}"
    if step.evidence.other < 0:
        seeing = cells_fr(step, (cell for cell, _ in step.removes))
        sees = "voit" if len(step.removes) == 1 else "voient"
        return f"{text} ; {seeing} les {sees} toutes, donc {ruled_out_fr(step)}."
    return f"{text} ; donc aucune autre case {of_unit_fr(step, step.evidence.other)} n'est un {digit}."


def _naked(step: StepArgument) -> str:
    return (
        f"{cells_fr(step, step.cells)} se partagent {listed_fr(step.digits)} ({name_fr(step)}) : aucune autre case "
        f"{of_unit_fr(step, step.evidence.unit)} n'est {listed_fr(step.digits, 'ou')}."
    )


def _hidden(step: StepArgument) -> str:
    return (
        f"Dans {_unit(step)}, {listed_fr(step.digits)} ne peuvent aller qu'en {cells_fr(step, step.cells)} "
        f"({name_fr(step)}) ; ces cases ne contiennent donc rien d'autre : {ruled_out_fr(step)}."
    )


def _fish(step: StepArgument) -> str:
    [digit] = step.digits
    size = step.shape.size
    rows = f"les lignes {listed_fr(sorted({cell // size + 1 for cell in step.cells}))}"
    columns = f"les colonnes {listed_fr(sorted({cell % size + 1 for cell in step.cells}))}"
    base, cover = (columns, rows) if step.evidence.case == 1 else (rows, columns)
    return (
        f"Dans {base}, le {digit} ne peut être que dans {cover} ({name_fr(step)} sur "
        f"{cells_fr(step, step.cells)}) ; donc {ruled_out_fr(step)}."
    )


def _wing(step: StepArgument) -> str:
    (pivot, x), (one, _), (other, y) = step.evidence.parts[0]
    z = step.removes[0][1]
    itself = [] if step.technique == "y-wing" else [z]
    some = [one, other] if step.technique == "y-wing" else [pivot, one, other]
    return (
        f"{step.shape.cell_name(pivot)} est {listed_fr([x, y, *itself], 'ou')} ; avec {x}, "
        f"{step.shape.cell_name(one)} est {z}, et avec {y}, {step.shape.cell_name(other)} est {z}. Donc "
        f"{cells_fr(step, some, 'ou')} est {z} ({name_fr(step)}), et {ruled_out_fr(step)}."
    )


def _colouring(step: StepArgument) -> str:
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


def _rectangle(step: StepArgument) -> str:
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


def _x_chain(step: StepArgument) -> str:
    [digit] = step.digits
    start, *between, end = [cell for cell, _ in reversed(step.evidence.parts[0])]
    turns = ("l'est", "ne l'est pas")
    links = [f"{step.shape.cell_name(cell)} {turns[turn % 2]}" for turn, cell in enumerate([*between, end])]
    return (
        f"Si {step.shape.cell_name(start)} n'est pas {digit}, {', donc '.join(links)}. Ainsi "
        f"{cells_fr(step, dict.fromkeys([start, end]), 'ou')} est {digit}, et {ruled_out_fr(step)}."
    )


def _xy_chain(step: StepArgument) -> str:
    (start, first), *links = reversed(step.evidence.parts[0])
    digit = step.removes[0][1]
    told = ", donc ".join(f"{step.shape.cell_name(cell)} est {digit}" for cell, digit in links)
    return (
        f"Si {step.shape.cell_name(start)} n'est pas {digit}, c'est un {first}, donc {told}. Ainsi "
        f"{cells_fr(step, [start, links[-1][0]], 'ou')} est {digit}, et {ruled_out_fr(step)}."
    )


def _disjunction(step: StepArgument) -> str:
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


def _nested(step: StepArgument) -> str:
    supposed, *struck = step.evidence.parts[0]
    wrong = trouble(step.evidence.other).say("fr")
    inside = f"supposés l'un après l'autre, {named(step, *struck)} mènent chacun à une contradiction ; sans eux, "
    return (
        f"Supposons {named(step, supposed)}. Alors {inside if struck else ''}{wrong}. "
        f"Donc {ruled_out_fr(step, [supposed])}."
    )


def _consequence(step: StepArgument, supposed: Candidate, links: Sequence[Candidate]) -> str:
    if not links:
        return f"Si {named(step, supposed)}, c'est clair aussitôt."
    return f"Si {named(step, supposed)}, alors {named(step, *links)}."


_SAY: dict[str, Callable[[StepArgument], str]] = {
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
    **SAY,
}
