import { learn } from "./words.js";

learn({
  en: {
    "p-title": "A problem of your own", "p-about": "Variables with finitely many values, and statements about them, as a JSON document; or a DIMACS file. Statements marked doubtable may be given up.", "p-text": "Document", "p-statements": "Statements",
    "p-type": "Write a document, or choose an example.", "p-consistent": "Nothing clashes: there is an answer.", "p-clash": "No answer. These clash:", "p-repair": "It would be enough to give up one of:", "p-others": "Other contradictions known: {count}.",
    "p-solve": "Solve", "p-count-it": "How many?", "p-steps": "Step by step", "p-unique": "The only answer:", "p-several": "An answer; there are others:", "p-answer": "An answer:", "p-no-answer": "There is no answer.",
    "p-count": "Exactly {count} answers.", "p-at-least": "At least {count} answers.", "p-no-step": "Nothing is forced.", "p-doubtable": "doubtable", "p-more": "and {count} more",
  },
  fr: {
    "p-title": "Votre propre problème", "p-about": "Des variables à valeurs finies et des énoncés à leur sujet, en document JSON ; ou un fichier DIMACS. On peut renoncer aux énoncés marqués douteux.", "p-text": "Document", "p-statements": "Énoncés",
    "p-type": "Écrivez un document, ou choisissez un exemple.", "p-consistent": "Rien ne se contredit : il y a une réponse.", "p-clash": "Aucune réponse. Ceci se contredit :", "p-repair": "Il suffirait de renoncer à l'un de ceux-ci :", "p-others": "Autres contradictions connues : {count}.",
    "p-solve": "Résoudre", "p-count-it": "Combien ?", "p-steps": "Pas à pas", "p-unique": "La seule réponse :", "p-several": "Une réponse ; il y en a d'autres :", "p-answer": "Une réponse :", "p-no-answer": "Il n'y a pas de réponse.",
    "p-count": "Exactement {count} réponses.", "p-at-least": "Au moins {count} réponses.", "p-no-step": "Rien n'est forcé.", "p-doubtable": "douteux", "p-kind-compare": "comparaison", "p-kind-sum": "somme", "p-kind-all_different": "tous différents", "p-kind-at_most": "au plus", "p-kind-at_least": "au moins", "p-kind-exactly": "exactement", "p-more": "et {count} autres",
  },
});
