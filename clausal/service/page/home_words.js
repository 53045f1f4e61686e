import { learn } from "./words.js";

learn({
  en: {
    "h-title": "A puzzle program that says why.", "h-lead": "Say a puzzle as constraints. Is there an answer, is there only one, what is the next step, how hard is it? And when it cannot be: which statements clash, in sentences, the shortest first.",
    "h-try": "Break one", "h-break": "Break it", "h-mend": "Mend it", "h-because": "This cannot be:", "h-one": "Exactly one solution.", "h-words": "{count} words are left: {words}",
    "h-gallery": "All puzzles", "h-own": "A problem of your own", "h-own-about": "A timetable, a zebra puzzle, a DIMACS file: give the statements, and see which of them contradict each other.", "h-own-link": "State it",
  },
  fr: {
    "h-title": "Un programme de jeux qui dit pourquoi.", "h-lead": "Énoncez un jeu par ses contraintes. A-t-il une réponse, une seule, quel est le prochain pas, est-ce difficile ? Et quand c'est impossible : quels énoncés se contredisent, en phrases, la plus courte d'abord.",
    "h-try": "Cassez-en un", "h-break": "Casser", "h-mend": "Réparer", "h-because": "C'est impossible :", "h-one": "Une solution et une seule.", "h-words": "Il reste {count} mots : {words}",
    "h-gallery": "Tous les jeux", "h-own": "Votre propre problème", "h-own-about": "Un emploi du temps, une énigme du zèbre, un fichier DIMACS : donnez les énoncés, et voyez lesquels se contredisent.", "h-own-link": "L'énoncer",
  },
});
