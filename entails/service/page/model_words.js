import { learn } from "./words.js";

learn({
  en: {
    "m-about": "The puzzle as variables and constraints, as the solver reads it.", "m-variables": "Variables", "m-names": "Names", "m-domain": "Domain", "m-rules": "Rules", "m-clues": "Clues", "m-objective": "Objective",
    "m-counts": "Variables: {variables}. Constraints: {constraints}.", "m-types": "Constraints by type", "m-type-count-of": "{type}: {count}", "m-copy": "Copy as Markdown", "m-more": "and {count} more",
    "m-type-clause": "clause", "m-type-clauses": "clauses", "m-type-count": "count", "m-type-all_different": "all different", "m-type-sum": "sum", "m-type-compare": "comparison", "m-type-distance": "distance", "m-type-product": "product", "m-type-table": "table", "m-type-automaton": "automaton", "m-type-logic": "logic", "m-type-element": "element", "m-type-differ": "different rows", "m-type-connected": "connected", "m-type-loop": "loop",
  },
  fr: {
    "m-about": "Le jeu sous forme de variables et de contraintes, tel que le solveur le lit.", "m-variables": "Variables", "m-names": "Noms", "m-domain": "Domaine", "m-rules": "Règles", "m-clues": "Indices", "m-objective": "Objectif",
    "m-counts": "Variables : {variables}. Contraintes : {constraints}.", "m-types": "Contraintes par type", "m-type-count-of": "{type} : {count}", "m-copy": "Copier en Markdown", "m-more": "et {count} autres", "m-more-1": "et {count} autre",
    "m-type-clause": "clause", "m-type-clauses": "clauses", "m-type-count": "décompte", "m-type-all_different": "tous différents", "m-type-sum": "somme", "m-type-compare": "comparaison", "m-type-distance": "distance", "m-type-product": "produit", "m-type-table": "table", "m-type-automaton": "automate", "m-type-logic": "logique", "m-type-element": "élément", "m-type-differ": "lignes différentes", "m-type-connected": "connexité", "m-type-loop": "boucle",
  },
});
