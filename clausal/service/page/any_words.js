import { learn } from "./words.js";

learn({
  en: {
    "b-board": "Board", "b-empty": "empty", "b-clash": "in conflict", "b-black": "black", "b-no": "no", "b-line": "line", "b-star": "star", "b-queen": "queen",
    "b-keys": "What to put in", "b-erase": "Erase", "b-solve": "Solve", "b-certain": "What is certain?", "b-paste": "Paste a puzzle", "b-read": "Read it",
    "b-type": "Fill in the board, or ask.", "b-one": "One solution.", "b-many": "More than one solution.", "b-full": "Solved. Well done!", "b-solved": "A solution.",
    "b-none": "No solution. These clash:", "b-none-plain": "No solution.", "b-rules": "by these rules", "b-repair": "It would be enough to give up: {what}",
    "b-forced": "{count} facts hold in every solution.", "b-list": "More puzzles", "b-unknown": "There is no puzzle of this name.", "b-all": "All puzzles", "b-back": "Back to mine",
    "b-hint": "Hint", "b-more": "Tell me more", "b-path": "Step by step", "b-step": "Step {number} of {count}:", "b-before": "Before", "b-next": "Next", "b-no-step": "Nothing is forced.",
  },
  fr: {
    "b-board": "Grille", "b-empty": "vide", "b-clash": "en conflit", "b-black": "noir", "b-no": "non", "b-line": "trait", "b-star": "étoile", "b-queen": "dame",
    "b-keys": "Que mettre", "b-erase": "Gommer", "b-solve": "Résoudre", "b-certain": "Qu'est-ce qui est sûr ?", "b-paste": "Collez un jeu", "b-read": "Lire",
    "b-type": "Remplissez la grille, ou demandez.", "b-one": "Une seule solution.", "b-many": "Plus d'une solution.", "b-full": "Résolu. Bravo !", "b-solved": "Une solution.",
    "b-none": "Aucune solution. Ceci se contredit :", "b-none-plain": "Aucune solution.", "b-rules": "d'après ces règles", "b-repair": "Il suffirait de renoncer à : {what}",
    "b-forced": "{count} faits valent dans toute solution.", "b-list": "D'autres jeux", "b-unknown": "Il n'y a pas de jeu de ce nom.", "b-all": "Tous les jeux", "b-back": "Revenir au mien",
    "b-hint": "Indice", "b-more": "Dites-m'en plus", "b-path": "Pas à pas", "b-step": "Pas {number} sur {count} :", "b-before": "Avant", "b-next": "Après", "b-no-step": "Rien n'est forcé.",
  },
});
