"""What people read around contradictions, steps and clues, in every language.

What the terminal says around the steps of a Sudoku, in every language.
"""

from entails.locale.message import Template

NO_SOLUTION = Template("no solution", "aucune solution")
STOPPED = Template("undecided: stopped by the limit on {reason}", "indécis : arrêté par la limite ({reason})")

CONSISTENT = {
    True: Template("consistent: one solution", "cohérent : une seule solution"),
    False: Template("consistent: more than one solution", "cohérent : plus d'une solution"),
    None: Template(
        "consistent: not decided whether there is more than one solution",
        "cohérent : il n'est pas décidé s'il y a plus d'une solution",
    ),
}
INCONSISTENT = Template("inconsistent: no solution", "incohérent : aucune solution")
UNDECIDED = Template("undecided within the limits", "indécis dans les limites données")
NOTHING_TO_EXPLAIN = Template(
    "there is a solution, so there is nothing to explain", "il y a une solution : rien à expliquer"
)

CANNOT_ALL = Template("These cannot all hold{which}:", "Tout ceci ne peut être vrai à la fois{which} :")
AMONG_THESE = Template("Among these is a contradiction{which}:", "Il y a là une contradiction{which} :")
WHICH = Template(" ({number} of {count})", " ({number} sur {count})")
THE_RULES = Template("the rules themselves", "les règles elles-mêmes")
SINCE = Template("  since {rules}", "  car {rules}")
AND_MORE = Template(", and {number} more", ", et {number} autres")
ONE_LONGER = Template(
    "1 longer contradiction besides, which these explain (explain --long lists them)",
    "1 contradiction plus longue en outre, que celles-ci expliquent (explain --long les donne)",
)
LONGER = Template(
    "{count} longer contradictions besides, which these explain (explain --long lists them)",
    "{count} contradictions plus longues en outre, que celles-ci expliquent (explain --long les donne)",
)
ONE_CHANGE = Template("One change would do:", "Un seul changement suffirait :")
GIVE_UP = Template(
    "What to give up so that the rest is consistent (one line is enough):",
    "Que renier pour que le reste soit cohérent (une ligne suffit) :",
)
JOINED = Template(", and ", ", et ")
INSTEAD = Template(" (instead: {others})", " (à la place : {others})")
WEIGHS = Template(" (weighs {cost})", " (pèse {cost})")
MAYBE_MORE = Template("there may be more", "il y en a peut-être d'autres")
CUT = Template("stopped by the limit on {reason}", "arrêté par la limite ({reason})")
SMALLER_CONFLICT = Template("contradiction", "contradiction")
SMALLER_REPAIR = Template("repair", "réparation")
MAYBE_SMALLER = Template("; there may be a smaller {what}", "; il y a peut-être une plus petite {what}")
OR_A_SMALLER = Template(" or a smaller ", " ou une plus petite ")

SOLVED = Template("solved", "résolu")
SEVERAL = Template(
    "nothing more is forced: there are several solutions", "rien d'autre n'est forcé : il y a plusieurs solutions"
)
PATH = Template("{ending}: {steps}, the largest of {statements}", "{ending} : {steps}, la plus grande de {statements}")
STEPS = Template("{count} steps", "{count} étapes")
ONE_STEP = Template("1 step", "1 étape")
STATEMENTS = Template("{count} statements", "{count} énoncés")
ONE_STATEMENT = Template("1 statement", "1 énoncé")
CROSSED_OUT = Template("crossed out: {facts}, since {rules}.", "barré : {facts}, car {rules}.")

COULD_GO = Template(
    "Each of these could go, and there would still be one solution:",
    "Chacun de ceux-ci pourrait partir, et il resterait une seule solution :",
)
ENOUGH = Template("These are enough:", "Ceux-ci suffisent :")
ONLY_ONE_HAS = {
    "several": Template("there are several solutions", "il y a plusieurs solutions"),
    "none": Template("there is no solution", "il n'y a pas de solution"),
}
ALL_NEEDED = Template("every one of the {count} clues is needed", "chacun des {count} indices est nécessaire")
SOME_NEEDED = Template(
    "{kept} of {count} clues are enough: {claim}{cut}", "{kept} indices sur {count} suffisent : {claim}{cut}"
)
NO_FEWER = Template("no fewer are enough", "moins ne suffit pas")
NONE_CAN_GO = Template("none of these can go", "aucun de ceux-ci ne peut partir")
MAYBE_FEWER = Template("maybe fewer", "peut-être moins")
CUT_SHORT = Template(" (stopped by the limit on {reason})", " (arrêté par la limite : {reason})")

SUDOKU_ONE_STEP = Template("1 step", "1 pas")
SUDOKU_STEPS = Template("{count} steps", "{count} pas")
NO_STEP = Template("no step", "aucun pas")
ONE_NOW = Template("1 step can be taken now: {what}", "1 pas est possible maintenant : {what}")
NOW = Template("{count} steps can be taken now: {what}", "{count} pas sont possibles maintenant : {what}")
NONE_NOW = {
    "contradiction": Template("none: {why}", "aucun : {why}"),
    "solved": Template("the grid is full", "la grille est pleine"),
    "several": Template(
        "none: there is more than one solution, so nothing more is certain",
        "aucun : il y a plus d'une solution, donc rien de plus n'est sûr",
    ),
    "stuck": Template("none of these techniques finds a step here", "aucune de ces techniques ne trouve de pas ici"),
}
SUDOKU_SOLVED = Template("solved in {steps}", "résolu en {steps}")
SUDOKU_NO_SOLUTION = Template("no solution: after {steps}, {why}", "aucune solution : après {steps}, {why}")
SUDOKU_SEVERAL = Template(
    "stuck after {steps}: there is more than one solution", "bloqué après {steps} : il y a plus d'une solution"
)
STUCK = Template(
    "stuck after {steps}: none of these techniques finds more{rest}",
    "bloqué après {steps} : aucune de ces techniques ne trouve plus rien{rest}",
)
GUESSES = Template("; {count} guesses finish it", " ; {count} essais le finissent")
MORE = Template("{count} more", "{count} autres")
