// What the page says, in English and in French. A puzzle adds its own words with `learn`.

const words = {
  en: {
    skip: "Skip to the puzzle", puzzles: "Puzzles", close: "Close", language: "Français",
    "theme-auto": "Colours of the system", "theme-light": "Light colours", "theme-dark": "Dark colours",
    palette: "Colours for colour-blind eyes", token: "This server wants a token:",
    "no-server": "The server does not answer. Is it still running?", failed: "That did not work.",
    interrupted: "The server was interrupted too often during this work; please start it again.",
    broken: "This part of the page could not be loaded. Please reload.",
    share: "Copy link", copied: "Link copied", print: "Print", clear: "Clear", undo: "Undo", cancel: "Cancel",
    working: "Working…", undecided: "Not decided within the time limit.", more: "More", examples: "Examples",
    "not-decided-memory": "Not decided: it would need too much memory.", "more-puzzles": "More", "own-problem": "Your own", redo: "Redo",
    "queue-next": "Yours is next.", "queue-one": "1 before yours.", "queue-before": "{count} before yours.", "server-away": "The server does not answer; your work is kept. Trying again …", "job-gone": "The server no longer knows this work; please start it again.",
    "clock-show": "Show the time", "clock-hide": "Hide the time", "copied-text": "Copied", "copy-puzzle": "Copy as text", "by-rules": "by these rules",
  },
  fr: {
    skip: "Aller au jeu", puzzles: "Jeux", close: "Fermer", language: "English",
    "theme-auto": "Couleurs du système", "theme-light": "Couleurs claires", "theme-dark": "Couleurs sombres",
    palette: "Couleurs pour daltoniens", token: "Ce serveur demande un jeton :",
    "no-server": "Le serveur ne répond pas. Tourne-t-il encore ?", failed: "Cela n'a pas marché.",
    interrupted: "Le serveur a été interrompu trop souvent pendant ce travail ; recommencez, s'il vous plaît.",
    broken: "Cette partie de la page n'a pas pu être chargée. Rechargez-la, s'il vous plaît.",
    share: "Copier le lien", copied: "Lien copié", print: "Imprimer", clear: "Effacer", undo: "Annuler", cancel: "Arrêter",
    working: "En cours…", undecided: "Pas décidé dans le temps imparti.", more: "Plus", examples: "Exemples",
    "not-decided-memory": "Pas décidé : il faudrait trop de mémoire.", "more-puzzles": "Plus", "own-problem": "Le vôtre", redo: "Refaire",
    "queue-next": "C'est bientôt votre tour.", "queue-one": "1 avant le vôtre.", "queue-before": "{count} avant le vôtre.", "server-away": "Le serveur ne répond pas ; votre travail est gardé. Nouvel essai …", "job-gone": "Le serveur ne connaît plus ce travail ; recommencez, s'il vous plaît.",
    "clock-show": "Montrer le temps", "clock-hide": "Cacher le temps", "copied-text": "Copié", "copy-puzzle": "Copier en texte", "by-rules": "d'après ces règles",
  },
};

let current = document.documentElement.lang === "fr" ? "fr" : "en";

export const language = () => current;
export const setLanguage = (wanted) => { current = wanted in words ? wanted : "en"; };

/** Adds the words of a puzzle: {en: {...}, fr: {...}}. */
export function learn(more) {
  for (const [name, said] of Object.entries(more)) Object.assign(words[name], said);
}

/** The words for a key, {name} in them replaced by `values.name`; where there are none, `otherwise`. */
export function t(key, values = {}, otherwise = key) {
  const said = words[current][key] ?? words.en[key] ?? otherwise;
  return said.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** Puts the words into elements that name them. */
export function apply(root) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll("[data-t-label]")) node.setAttribute("aria-label", t(node.dataset.tLabel));
}
