// The constraint model of a board: variables with domains, rules and clues with their sentences and formulas.
// It is requested when the panel is opened, and again when the board changes while it is open.

import { ask } from "./api.js";
import { copyButton } from "./clipboard.js";
import { clear, debounce, el } from "./dom.js";
import "./model_words.js";
import { language, t } from "./words.js";

const MOST_SENTENCES = 250, MOST_FORMULAS = 3;

const numbered = (count) => count.toLocaleString(language());

/** Groups constraints by sentence, in the order of the model. */
function bySentence(constraints) {
  const formulas = new Map();
  for (const { text, formula } of constraints) formulas.set(text, [...(formulas.get(text) || []), formula]);
  return [...formulas];
}

/** A region that scrolls, so that a long model does not move the rest of the page. */
const scrolling = (label, ...content) => el("div", { class: "scroll", tabindex: 0, role: "region", aria: { label } }, ...content);

const variablesView = (variables) => scrolling(t("m-variables"), el("table", { class: "domains" },
  el("thead", {}, el("tr", {}, el("th", { scope: "col", text: t("m-names") }), el("th", { scope: "col", text: t("m-domain") }))),
  el("tbody", {}, variables.map(({ names, domain }) => el("tr", {}, el("td", { class: "mono", text: names }), el("td", { class: "mono", text: domain }))))));

function constraintsView(title, constraints) {
  if (!constraints.length) return [];
  const sentences = bySentence(constraints), hidden = sentences.length - MOST_SENTENCES;
  const formulasView = (formulas) => [
    ...formulas.slice(0, MOST_FORMULAS).map((formula) => el("code", { text: formula })),
    formulas.length > MOST_FORMULAS && el("small", { text: t("m-more", { count: numbered(formulas.length - MOST_FORMULAS) }) })];
  return [el("h3", { text: `${title} (${numbered(constraints.length)})` }),
    scrolling(title, el("ul", { class: "model-rows" },
      sentences.slice(0, MOST_SENTENCES).map(([sentence, formulas]) => el("li", {}, el("span", { text: sentence }), ...formulasView(formulas))),
      hidden > 0 && el("li", { class: "soft", text: t("m-more", { count: numbered(hidden) }) })))];
}

function modelView(report) {
  const count = report.variables.reduce((sum, row) => sum + row.count, 0);
  const types = Object.entries(report.types).map(([type, number]) => el("li", { text: t("m-type-count-of", { type: t(`m-type-${type}`, {}, type), count: numbered(number) }) }));
  return [
    el("p", { text: t("m-counts", { variables: numbered(count), constraints: numbered(report.constraints.length) }) }),
    el("ul", { class: "model-types", aria: { label: t("m-types") } }, types),
    el("div", { class: "row" }, copyButton("m-copy", () => report.markdown)),
    el("h3", { text: `${t("m-variables")} (${numbered(count)})` }), variablesView(report.variables),
    ...constraintsView(t("m-rules"), report.constraints.filter((row) => !row.soft)),
    ...constraintsView(t("m-clues"), report.constraints.filter((row) => row.soft)),
    ...(report.objective ? [el("h3", { text: t("m-objective") }), el("p", {}, el("code", { text: report.objective }))] : []),
  ];
}

/** A panel with the model of the board. `request()` returns [call, body], or null if there is no model; `before` are
 * controls above the model. `changed()` must be called when the board changes. */
export function modelPanel(request, ...before) {
  const content = el("div", { class: "model-text", aria: { live: "polite", busy: "false" } });
  const root = el("details", { class: "card model no-print" }, el("summary", { text: t("m-title") }), el("p", { class: "soft", text: t("m-about") }), ...before, content);
  let pending = null, shown = "";

  async function load() {
    const wanted = request();
    root.classList.toggle("hidden", wanted === null);
    if (!root.open || !wanted) return;
    const key = JSON.stringify(wanted);
    if (key === shown) return;
    pending?.abort();
    const mine = (pending = new AbortController());
    if (!content.childElementCount) content.append(el("p", { class: "soft", text: t("working") }));
    content.setAttribute("aria-busy", "true");
    try {
      const report = await ask(`${wanted[0]}/constraints`, { ...wanted[1], language: language(), markdown: true }, mine.signal);
      if (mine !== pending) return;
      clear(content).append(...modelView(report));
      shown = key;
    } catch (error) {
      if (error.name === "AbortError") return;
      clear(content).append(el("p", { class: "soft", text: error.message }));
      shown = "";
    } finally {
      if (mine === pending) content.setAttribute("aria-busy", "false");
    }
  }

  const later = debounce(load, 400);
  root.addEventListener("toggle", load);
  return { root, changed: later, leave: () => { later.cancel(); pending?.abort(); } };
}
