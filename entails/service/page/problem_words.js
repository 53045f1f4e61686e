import { learn } from "./words.js";

learn({
  en: {
    "p-title": "Custom problem", "p-about": "Variables with finite domains, and constraints on them. Constraints marked soft may be removed. The JSON tab takes a document or a DIMACS file.", "p-text": "Document", "p-statements": "Constraints",
    "p-type": "Enter a document, or choose an example.", "p-consistent": "No conflict: there is a solution.", "p-clash": "No solution. These conflict:", "p-others": "Other known conflicts: {count}.",
    "p-solve": "Solve", "p-count-it": "Count", "p-steps": "Steps", "p-unique": "Unique solution:", "p-several": "One of several solutions:", "p-answer": "A solution:", "p-no-answer": "No solution.",
    "p-count": "Exactly {count} solutions.", "p-count-1": "Exactly {count} solution.", "p-at-least": "At least {count} solutions.", "p-at-least-1": "At least {count} solution.", "p-no-step": "No step found.", "p-doubtable": "soft", "p-more": "and {count} more",
    "p-form": "Form", "p-json": "JSON", "p-no-form": "The form cannot show this text: it is not a model document, or has very large numbers.", "p-new": "New", "p-variables": "Variables", "p-values-hint": "Values: 1 to 4, or 1, 4, 9, or red, green, blue, or true, false.", "p-to": "to",
    "p-name-of": "Name of variable {number}", "p-values-of": "Values of {name}", "p-remove": "Remove: {name}", "p-add-variable": "Add a variable", "p-add-constraint": "Add a constraint", "p-grid": "grid of {rows} × {columns}: {name}, {values}",
    "p-sentence": "Sentence", "p-kind": "Type of constraint", "p-soft": "soft: may be removed", "p-facts-hint": "Facts, such as x=1, or !x=1 for its opposite; separated by commas.",
    "p-f-left": "Left", "p-f-right": "Right", "p-f-op": "Relation", "p-f-offset": "Plus", "p-f-over": "Variables", "p-f-terms": "Sum", "p-f-facts": "Facts", "p-f-value": "Number", "p-f-when": "Only if", "p-f-rest": "Further fields, as JSON",
    "p-kind-compare": "comparison", "p-kind-sum": "sum", "p-kind-all_different": "all different", "p-kind-count": "number of facts", "p-kind-clause": "at least one fact", "p-kind-product": "product", "p-kind-distance": "distance",
  },
  fr: {
    "p-title": "Votre propre problème", "p-about": "Des variables à domaine fini, et des contraintes. Les contraintes marquées souples peuvent être retirées. L'onglet JSON accepte un document ou un fichier DIMACS.", "p-text": "Document", "p-statements": "Contraintes",
    "p-type": "Écrivez un document, ou choisissez un exemple.", "p-consistent": "Aucun conflit : il y a une solution.", "p-clash": "Aucune solution. Éléments en conflit :", "p-others": "Autres conflits connus : {count}.",
    "p-solve": "Résoudre", "p-count-it": "Compter", "p-steps": "Étapes", "p-unique": "Solution unique :", "p-several": "L'une de plusieurs solutions :", "p-answer": "Une solution :", "p-no-answer": "Aucune solution.",
    "p-count": "Exactement {count} solutions.", "p-count-1": "Exactement {count} solution.", "p-at-least": "Au moins {count} solutions.", "p-at-least-1": "Au moins {count} solution.", "p-no-step": "Aucune étape trouvée.", "p-doubtable": "souple", "p-kind-compare": "comparaison", "p-kind-sum": "somme", "p-kind-all_different": "tous différents", "p-kind-count": "nombre de faits", "p-kind-clause": "au moins un fait", "p-kind-product": "produit", "p-kind-distance": "distance", "p-more": "et {count} autres", "p-more-1": "et {count} autre",
    "p-form": "Formulaire", "p-json": "JSON", "p-no-form": "Le formulaire ne peut pas montrer ce texte : ce n'est pas un document de modèle, ou il contient de très grands nombres.", "p-new": "Nouveau", "p-variables": "Variables", "p-values-hint": "Valeurs : 1 à 4, ou 1, 4, 9, ou rouge, vert, bleu, ou true, false.", "p-to": "à",
    "p-name-of": "Nom de la variable {number}", "p-values-of": "Valeurs de {name}", "p-remove": "Retirer : {name}", "p-add-variable": "Ajouter une variable", "p-add-constraint": "Ajouter une contrainte", "p-grid": "grille de {rows} × {columns} : {name}, {values}",
    "p-sentence": "Phrase", "p-kind": "Type de contrainte", "p-soft": "souple : peut être retirée", "p-facts-hint": "Des faits, comme x=1, ou !x=1 pour le contraire ; séparés par des virgules.",
    "p-f-left": "Gauche", "p-f-right": "Droite", "p-f-op": "Relation", "p-f-offset": "Plus", "p-f-over": "Variables", "p-f-terms": "Somme", "p-f-facts": "Faits", "p-f-value": "Nombre", "p-f-when": "Seulement si", "p-f-rest": "Autres champs, en JSON",
  },
});
