// Runs before the first paint, so that the page does not flash in the wrong colours; preloads the view with its modules.
(() => {
  const modules = { /* filled in by the server */ };
  const kept = (name) => {
    try { return localStorage.getItem(`entails.${name}`); } catch { return null; }
  };
  const root = document.documentElement;
  root.dataset.theme = kept("theme") || "auto";
  root.dataset.palette = kept("palette") || "usual";
  const french = (navigator.languages || [navigator.language || ""])[0].toLowerCase().startsWith("fr");
  root.lang = kept("language") || (french ? "fr" : "en");
  const view = /^#\/(sudoku|setter|wordle|scrabble|problem)\b/.exec(location.hash)?.[1] || (location.hash.length > 2 ? "any_puzzle" : "home");
  document.head.append(...(modules[`${view}.js`] || [`${view}.js`]).map((name) => Object.assign(document.createElement("link"), { rel: "modulepreload", href: `page/${name}` })));
})();
