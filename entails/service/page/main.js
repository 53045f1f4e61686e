// The application frame: the current view, language and colours.

import { Problem, whileStarting } from "./api.js";
import { clear, el, oneTabStop } from "./dom.js";
import { here, takeUp } from "./place.js";
import { apply, language, setLanguage, t } from "./words.js";

const VIEWS = {
  "": () => import("./home.js"), wordle: () => import("./wordle.js"), sudoku: () => import("./sudoku.js"),
  scrabble: () => import("./scrabble.js"), problem: () => import("./problem.js"),
  setter: () => import("./setter.js"),
};
const main = document.getElementById("main");
const root = document.documentElement;
let mounted = null;
let turn = 0;

function keep(name, value) {
  try { localStorage.setItem(`entails.${name}`, value); } catch { /* then it holds for this page only */ }
}

/** Shows a notice, also to screen readers; an empty text removes it. */
export function notice(sentence) {
  const box = clear(document.getElementById("notice"));
  if (!sentence) return;
  box.append(
    el("p", {}, sentence, " ",
      el("button", { type: "button", class: "quiet", title: t("close"), aria: { label: t("close") }, on: { click: () => clear(box) } }, "✕")),
  );
}

/** Contents of fields that are not part of the address, kept while the browser is open. */
const draftName = (node) => `entails.draft.${shown}.${node.dataset.draft}`;
let shown = "";

function keepDrafts() {
  for (const node of main.querySelectorAll("[data-draft]")) {
    try { sessionStorage.setItem(draftName(node), node.value); } catch { /* then they are typed again */ }
  }
}

function takeUpDrafts() {
  for (const node of main.querySelectorAll("[data-draft]")) {
    try { node.value ||= sessionStorage.getItem(draftName(node)) || ""; } catch { /* nothing was kept */ }
  }
}

async function show() {
  const mine = (turn += 1);
  keepDrafts();
  if (!location.hash.includes("?")) takeUp(here().puzzle);
  const { puzzle: name, params } = here();
  const own = Object.hasOwn(VIEWS, name);
  for (const tab of document.querySelectorAll("[data-tab]")) {
    if (tab.dataset.tab === (name === "setter" ? "sudoku" : own ? name : "puzzles")) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  document.title = name ? `${name[0].toUpperCase()}${name.slice(1)} · Entails` : "Entails";
  mounted?.leave?.();
  mounted = null;
  notice("");
  try {
    const module = await (own ? VIEWS[name]() : import("./any_puzzle.js"));
    if (mine !== turn) return;
    shown = name;
    mounted = module.mount(clear(main), params, { notice, puzzle: name });
    takeUpDrafts();
  } catch (error) {
    console.error(error);
    clear(main).append(el("p", { class: "plain", text: t("broken") }));
  }
}

/** Shows an icon with its name; a narrow screen has the icon only. */
function icon(node, sign, name, short) {
  clear(node).append(sign, el("span", { text: short }));
  node.title = name;
  node.setAttribute("aria-label", name);
}

/** Shows that the server is still starting; the views fill in when it is ready. */
whileStarting((progress) => {
  const box = document.getElementById("starting");
  box.textContent = progress === null ? "" : t(progress ? "starting-at" : "starting", { progress });
});

function drawSwitches() {
  apply(document);
  root.lang = language();
  const themes = { auto: "◐", light: "☀", dark: "☾" };
  const theme = root.dataset.theme;
  icon(document.getElementById("theme"), themes[theme], t(`theme-${theme}`), t(`theme-${theme}-short`));
  const bright = root.dataset.palette === "strong";
  const palette = document.getElementById("palette");
  icon(palette, bright ? "◉" : "◎", t("palette"), t("palette-short"));
  palette.setAttribute("aria-pressed", String(bright));
  const other = document.getElementById("language");
  Object.assign(other, { textContent: language() === "fr" ? "EN" : "FR", title: t("language") });
  other.setAttribute("aria-label", t("language"));
}

document.getElementById("theme").addEventListener("click", () => {
  const order = ["auto", "light", "dark"];
  root.dataset.theme = order[(order.indexOf(root.dataset.theme) + 1) % order.length];
  keep("theme", root.dataset.theme);
  drawSwitches();
});
document.getElementById("palette").addEventListener("click", () => {
  root.dataset.palette = root.dataset.palette === "strong" ? "usual" : "strong";
  keep("palette", root.dataset.palette);
  drawSwitches();
});
document.getElementById("language").addEventListener("click", () => {
  setLanguage(language() === "fr" ? "en" : "fr");
  keep("language", language());
  drawSwitches();
  show();
});
document.getElementById("skip").addEventListener("click", () => main.focus());
window.addEventListener("hashchange", () => {
  if (document.activeElement?.closest(".bar")) main.focus({ preventScroll: true }); // else Enter would follow the link again
  show();
});
window.addEventListener("pagehide", keepDrafts);
window.addEventListener("unhandledrejection", (event) => {
  const expected = event.reason instanceof Problem || event.reason?.name === "AbortError";
  if (expected) event.preventDefault();
  if (event.reason?.name !== "AbortError") notice(event.reason instanceof Problem ? event.reason.message : t("failed"));
});

drawSwitches();
for (const stop of document.querySelectorAll(".links, .switches")) oneTabStop(stop);
show();
navigator.serviceWorker?.register("offline.js").catch(() => { /* the page works without, but only with its server */ });
