"""Messages around conflicts, steps and clues, in every language."""

from entails.locale.message import Message

NO_SOLUTION = Message("no solution", "aucune solution")
STOPPED = Message("undecided: stopped by the limit on {reason}", "indécis : arrêté par la limite ({reason})")

CONSISTENT = {
    True: Message("consistent: one solution", "cohérent : une seule solution"),
    False: Message("consistent: more than one solution", "cohérent : plus d'une solution"),
    None: Message(
        "consistent: undecided whether the solution is unique",
        "cohérent : unicité de la solution indécise",
    ),
}
INCONSISTENT = Message("inconsistent: no solution", "incohérent : aucune solution")
UNDECIDED = Message("undecided within the limits", "indécis dans les limites données")
NOTHING_TO_EXPLAIN = Message("the puzzle has a solution; no conflict", "le puzzle a une solution ; aucun conflit")

CANNOT_ALL = Message("These conflict{which}:", "Éléments en conflit{which} :")
AMONG_THESE = Message("These contain a conflict{which}:", "Éléments qui contiennent un conflit{which} :")
WHICH = Message(" ({number} of {count})", " ({number} sur {count})")
THE_RULES = Message("the rules themselves", "les règles elles-mêmes")
SINCE = Message("  because {rules}", "  car {rules}")
AND_MORE = Message(", and {number} more", ", et {number} autres")
ONE_LONGER = Message(
    "1 longer conflict, which these explain (explain --long lists it)",
    "1 conflit plus long, que ceux-ci expliquent (explain --long le donne)",
)
LONGER = Message(
    "{count} longer conflicts, which these explain (explain --long lists them)",
    "{count} conflits plus longs, que ceux-ci expliquent (explain --long les donne)",
)
ONE_CHANGE = Message("Single changes that fix it:", "Changements uniques qui suffisent :")
GIVE_UP = Message("Repairs (remove any one line):", "Réparations (retirer l'une de ces lignes) :")
JOINED = Message(", and ", ", et ")
INSTEAD = Message(" (instead: {others})", " (à la place : {others})")
WEIGHS = Message(" (cost {cost})", " (coût {cost})")
MAYBE_MORE = Message("there may be more", "il y en a peut-être d'autres")
CUT = Message("stopped by the limit on {reason}", "arrêté par la limite ({reason})")
SMALLER_CONFLICT = Message("a smaller conflict", "un conflit plus petit")
SMALLER_REPAIR = Message("a smaller repair", "une réparation plus petite")
MAYBE_SMALLER = Message("; there may be {what}", " ; il y a peut-être {what}")
OR_A_SMALLER = Message(" or ", " ou ")

SOLVED = Message("solved", "résolu")
SEVERAL = Message(
    "nothing more is forced: there are several solutions", "rien d'autre n'est forcé : il y a plusieurs solutions"
)
PATH = Message(
    "{ending}: {steps}; the largest uses {statements}", "{ending} : {steps} ; la plus grande utilise {statements}"
)
STEPS = Message("{count} steps", "{count} étapes")
ONE_STEP = Message("1 step", "1 étape")
STATEMENTS = Message("{count} constraints", "{count} contraintes")
ONE_STATEMENT = Message("1 constraint", "1 contrainte")
CROSSED_OUT = Message("crossed out: {facts}, because {rules}.", "barré : {facts}, car {rules}.")

COULD_GO = Message("Each of these alone is redundant:", "Chacun de ceux-ci, pris isolément, est redondant :")
ENOUGH = Message("Sufficient clues:", "Indices suffisants :")
ONLY_ONE_HAS = {
    "several": Message("there are several solutions", "il y a plusieurs solutions"),
    "none": Message("there is no solution", "il n'y a pas de solution"),
}
ALL_NEEDED = Message("each of the {count} clues is necessary", "chacun des {count} indices est nécessaire")
SOME_NEEDED = Message(
    "{kept} of {count} clues are sufficient: {claim}{cut}", "{kept} indices sur {count} suffisent : {claim}{cut}"
)
NO_FEWER = Message("fewer are not sufficient", "moins ne suffit pas")
NONE_CAN_GO = Message("none of these is redundant", "aucun de ceux-ci n'est redondant")
MAYBE_FEWER = Message("fewer may be sufficient", "moins suffit peut-être")
CUT_SHORT = Message(" (stopped by the limit on {reason})", " (arrêté par la limite : {reason})")

SUDOKU_ONE_STEP = Message("1 step", "1 pas")
SUDOKU_STEPS = Message("{count} steps", "{count} pas")
NO_STEP = Message("no step", "aucun pas")
ONE_NOW = Message("1 step can be taken now: {what}", "1 pas est possible maintenant : {what}")
NOW = Message("{count} steps can be taken now: {what}", "{count} pas sont possibles maintenant : {what}")
NONE_NOW = {
    "contradiction": Message("none: {why}", "aucun : {why}"),
    "solved": Message("the grid is full", "la grille est pleine"),
    "several": Message(
        "none: there is more than one solution, so nothing more is forced",
        "aucun : il y a plus d'une solution, donc rien de plus n'est forcé",
    ),
    "stuck": Message("none of these techniques finds a step here", "aucune de ces techniques ne trouve de pas ici"),
}
SUDOKU_SOLVED = Message("solved in {steps}", "résolu en {steps}")
SUDOKU_NO_SOLUTION = Message("no solution: after {steps}, {why}", "aucune solution : après {steps}, {why}")
SUDOKU_SEVERAL = Message(
    "stuck after {steps}: there is more than one solution", "bloqué après {steps} : il y a plus d'une solution"
)
STUCK = Message(
    "stuck after {steps}: none of these techniques finds a further step{rest}",
    "bloqué après {steps} : aucune de ces techniques ne trouve d'autre pas{rest}",
)
GUESSES = Message("; {count} guesses solve it", " ; {count} essais le résolvent")
MORE = Message("{count} more", "{count} autres")
