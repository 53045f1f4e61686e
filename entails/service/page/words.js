// Texts of the web interface in English and French. A puzzle adds its own with `learn`.

const words = {
  en: {
    skip: "Skip to the puzzle", puzzles: "Puzzles", close: "Close", language: "Français",
    "theme-auto": "System colours", "theme-light": "Light colours", "theme-dark": "Dark colours",
    palette: "Colour-blind palette", switches: "Page settings", "theme-auto-short": "Auto", "theme-light-short": "Light", "theme-dark-short": "Dark", "palette-short": "Palette", token: "Access token required:",
    "no-server": "The server does not respond. Is it still running?", failed: "An error occurred.",
    starting: "The server is still starting. This view appears when it is ready.", "starting-at": "The server is still starting ({progress}). This view appears when it is ready.",
    interrupted: "The server was interrupted too often while it worked on this; please start again.",
    broken: "This part of the page could not be loaded. Please reload.",
    colon: ": ", model: "Model", export: "Export", share: "Copy link", copied: "Link copied", print: "Print", clear: "Clear", undo: "Undo", cancel: "Cancel",
    working: "Working…", undecided: "Undecided: the time limit was reached.", more: "More", examples: "Examples",
    "not-decided-memory": "Undecided: the memory limit was reached.", "more-puzzles": "More", "own-problem": "Custom", redo: "Redo",
    "queue-next": "You are next.", "queue-before": "{count} jobs before yours.", "queue-before-1": "{count} job before yours.", "server-away": "The server does not respond; your work is kept. Trying again …", "job-gone": "The server has lost this job; please start again.",
    "clock-show": "Show the time", "clock-hide": "Hide the time", "copied-text": "Copied", "copy-puzzle": "Copy as text", "by-rules": "by these rules", repair: "To fix it, remove any one line:",
  },
  fr: {
    skip: "Aller au jeu", puzzles: "Jeux", close: "Fermer", language: "English",
    "theme-auto": "Couleurs du système", "theme-light": "Couleurs claires", "theme-dark": "Couleurs sombres",
    palette: "Palette pour daltoniens", switches: "Réglages de la page", "theme-auto-short": "Auto", "theme-light-short": "Clair", "theme-dark-short": "Sombre", "palette-short": "Palette", token: "Jeton d'accès requis :",
    "no-server": "Le serveur ne répond pas. Tourne-t-il encore ?", failed: "Une erreur est survenue.",
    starting: "Le serveur démarre encore. Cette vue apparaîtra quand il sera prêt.", "starting-at": "Le serveur démarre encore ({progress}). Cette vue apparaîtra quand il sera prêt.",
    interrupted: "Le serveur a été interrompu trop souvent pendant ce travail ; veuillez recommencer.",
    broken: "Cette partie de la page n'a pas pu être chargée. Veuillez recharger.",
    colon: " : ", model: "Modèle", export: "Exporter", share: "Copier le lien", copied: "Lien copié", print: "Imprimer", clear: "Effacer", undo: "Annuler", cancel: "Arrêter",
    working: "En cours…", undecided: "Indécis : le temps imparti est écoulé.", more: "Plus", examples: "Exemples",
    "not-decided-memory": "Indécis : la limite de mémoire est atteinte.", "more-puzzles": "Plus", "own-problem": "Problème", redo: "Rétablir",
    "queue-next": "C'est bientôt votre tour.", "queue-before": "{count} tâches avant la vôtre.", "queue-before-1": "{count} tâche avant la vôtre.", "server-away": "Le serveur ne répond pas ; votre travail est conservé. Nouvel essai …", "job-gone": "Le serveur a perdu cette tâche ; veuillez recommencer.",
    "clock-show": "Afficher le temps", "clock-hide": "Masquer le temps", "copied-text": "Copié", "copy-puzzle": "Copier comme texte", "by-rules": "d'après ces règles", repair: "Pour corriger, retirez une ligne au choix :",
  },
};

let current = document.documentElement.lang === "fr" ? "fr" : "en";

export const language = () => current;
export const setLanguage = (wanted) => { current = wanted in words ? wanted : "en"; };

/** Adds the texts of a puzzle: {en: {...}, fr: {...}}. */
export function learn(more) {
  for (const [name, text] of Object.entries(more)) Object.assign(words[name], text);
}

/** Returns whether a text with this number is in the singular: for 1, in French also for 0. */
const isSingular = (count) => String(count) === "1" || (current === "fr" && String(count) === "0");

/** Returns the text of a key, or of KEY-1 if `values.count` is singular, with {name} replaced by `values.name`. */
export function t(key, values = {}, otherwise = key) {
  const singular = isSingular(values.count) ? words[current][`${key}-1`] : undefined;
  const text = singular ?? words[current][key] ?? words.en[key] ?? otherwise;
  const unbroken = current === "fr" ? text.replace(/ (?=[;:?!»])|(?<=«) /g, "\u00a0") : text; // no line begins with such a sign
  return unbroken.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** Sets the texts of elements that name a key. */
export function apply(root) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll("[data-t-label]")) node.setAttribute("aria-label", t(node.dataset.tLabel));
}
