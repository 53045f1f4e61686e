import { learn } from "./words.js";

learn({
  en: {
    "b-colon": ": ", "b-board": "Board", "b-notes": "Notes", "b-noted": "notes {what}", "b-rules-title": "Rules", "b-empty": "empty", "b-clash": "in conflict", "b-look": "look here", "b-above": "above {cell}", "b-below": "below {cell}", "b-left-of": "left of {cell}", "b-right-of": "right of {cell}", "b-from-to": "from {cell} to {other}", "b-between": "between {cell} and {other}",
    "f-water": "water", "f-not-water": "no water", "f-ship": "ship", "f-not-ship": "no ship", "f-line": "line", "f-not-line": "no line", "f-border": "border", "f-not-border": "no border", "f-black": "black", "f-not-black": "not black", "f-bulb": "bulb", "f-not-bulb": "no bulb", "f-mine": "mine", "f-not-mine": "no mine", "f-queen": "queen", "f-not-queen": "no queen", "f-star": "star", "f-not-star": "no star", "f-tent": "tent", "f-not-tent": "no tent", "f-neutral": "neutral", "f-white": "no triangle", "f-yes": "yes", "f-not-yes": "no",
    "b-example-several": "several solutions", "b-example-clash": "conflict", "b-example-two-ways": "two solutions", "b-example-three-ways": "three solutions", "b-example-three-given": "three givens",
    "b-keys": "Values", "b-erase": "Erase", "b-solve": "Solve", "b-certain": "Forced facts", "b-paste": "Paste a puzzle", "b-read": "Load",
    "b-type": "Fill in the board, or choose a command.", "b-one": "Unique solution.", "b-many": "Several solutions.", "b-full": "Solved. Well done!", "b-solved": "A solution.",
    "b-none": "No solution. These conflict:", "b-none-plain": "No solution.",
    "b-forced": "{count} facts are true in every solution.", "b-forced-1": "{count} fact is true in every solution.", "b-list": "More puzzles", "b-unknown": "Unknown puzzle.", "b-all": "All puzzles", "b-back": "Back to my puzzle",
    "b-hint": "Hint", "b-more": "More help", "b-path": "Steps", "b-step": "Step {number} of {count}:", "b-before": "Previous", "b-next": "Next", "b-no-step": "No step found.",
  },
  fr: {
    "b-colon": " : ", "b-board": "Grille", "b-notes": "Notes", "b-noted": "notes {what}", "b-rules-title": "Règles", "b-empty": "vide", "b-clash": "en conflit", "b-look": "regardez ici", "b-above": "au-dessus de {cell}", "b-below": "au-dessous de {cell}", "b-left-of": "à gauche de {cell}", "b-right-of": "à droite de {cell}", "b-from-to": "de {cell} à {other}", "b-between": "entre {cell} et {other}",
    "f-water": "eau", "f-not-water": "pas d'eau", "f-ship": "navire", "f-not-ship": "pas de navire", "f-line": "trait", "f-not-line": "pas de trait", "f-border": "frontière", "f-not-border": "pas de frontière", "f-black": "noir", "f-not-black": "pas noir", "f-bulb": "lampe", "f-not-bulb": "pas de lampe", "f-mine": "mine", "f-not-mine": "pas de mine", "f-queen": "dame", "f-not-queen": "pas de dame", "f-star": "étoile", "f-not-star": "pas d'étoile", "f-tent": "tente", "f-not-tent": "pas de tente", "f-neutral": "neutre", "f-white": "pas de triangle", "f-yes": "oui", "f-not-yes": "non",
    "b-example-small": "petit", "b-example-several": "plusieurs solutions", "b-example-clash": "conflit", "b-example-classic": "classique", "b-example-two-ways": "deux solutions", "b-example-three-ways": "trois solutions", "b-example-large": "grand", "b-example-larger": "plus grand", "b-example-heart": "cœur", "b-example-cat": "chat", "b-example-umbrella": "parapluie", "b-example-key": "clé", "b-example-eight": "huit", "b-example-three-given": "trois dames données", "b-example-ten": "dix", "b-example-corner": "coin", "b-example-two-stars": "deux étoiles",
    "b-keys": "Valeurs", "b-erase": "Gommer", "b-solve": "Résoudre", "b-certain": "Faits certains", "b-paste": "Collez un jeu", "b-read": "Charger",
    "b-type": "Remplissez la grille, ou choisissez une commande.", "b-one": "Solution unique.", "b-many": "Plusieurs solutions.", "b-full": "Résolu. Bravo !", "b-solved": "Une solution.",
    "b-none": "Aucune solution. Éléments en conflit :", "b-none-plain": "Aucune solution.",
    "b-forced": "{count} faits sont vrais dans toutes les solutions.", "b-forced-1": "{count} fait est vrai dans toutes les solutions.", "b-list": "Autres jeux", "b-unknown": "Jeu inconnu.", "b-all": "Tous les jeux", "b-back": "Retour à mon jeu",
    "b-hint": "Coup de pouce", "b-more": "Plus d'aide", "b-path": "Étapes", "b-step": "Étape {number} sur {count} :", "b-before": "Précédent", "b-next": "Suivant", "b-no-step": "Aucune étape trouvée.",
  },
});
