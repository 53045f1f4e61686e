import { learn } from "./words.js";

learn({
  en: {
    "p-title": "Custom problem", "p-about": "Variables with finite domains and constraints on them, as a JSON document; or a DIMACS file. Constraints marked soft may be removed.", "p-text": "Document", "p-statements": "Constraints",
    "p-type": "Enter a document, or choose an example.", "p-consistent": "No conflict: there is a solution.", "p-clash": "No solution. These conflict:", "p-repair": "To fix it, remove one of:", "p-others": "Other known conflicts: {count}.",
    "p-solve": "Solve", "p-count-it": "Count", "p-steps": "Steps", "p-unique": "Unique solution:", "p-several": "One of several solutions:", "p-answer": "A solution:", "p-no-answer": "No solution.",
    "p-count": "Exactly {count} solutions.", "p-at-least": "At least {count} solutions.", "p-no-step": "No step found.", "p-doubtable": "soft", "p-more": "and {count} more",
  },
  fr: {
    "p-title": "Votre propre problème", "p-about": "Des variables à domaine fini et des contraintes, en document JSON ; ou un fichier DIMACS. Les contraintes marquées souples peuvent être retirées.", "p-text": "Document", "p-statements": "Contraintes",
    "p-type": "Écrivez un document, ou choisissez un exemple.", "p-consistent": "Aucun conflit : il y a une solution.", "p-clash": "Aucune solution. Ceci se contredit :", "p-repair": "Pour réparer, retirez l'un de ceux-ci :", "p-others": "Autres conflits connus : {count}.",
    "p-solve": "Résoudre", "p-count-it": "Compter", "p-steps": "Étapes", "p-unique": "Solution unique :", "p-several": "L'une de plusieurs solutions :", "p-answer": "Une solution :", "p-no-answer": "Aucune solution.",
    "p-count": "Exactement {count} solutions.", "p-at-least": "Au moins {count} solutions.", "p-no-step": "Aucune étape trouvée.", "p-doubtable": "souple", "p-kind-compare": "comparaison", "p-kind-sum": "somme", "p-kind-all_different": "tous différents", "p-kind-at_most": "au plus", "p-kind-at_least": "au moins", "p-kind-exactly": "exactement", "p-more": "et {count} autres",
  },
});
