// The constraint model in words: variables with domains, rules and clues with their sentences and formulas.

import { copyButton } from "./clipboard.js";
import { el } from "./dom.js";
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
  return [el("h2", { text: `${title} (${numbered(constraints.length)})` }),
    scrolling(title, el("ul", { class: "model-rows" },
      sentences.slice(0, MOST_SENTENCES).map(([sentence, formulas]) => el("li", {}, el("span", { text: sentence }), ...formulasView(formulas))),
      hidden > 0 && el("li", { class: "soft", text: t("m-more", { count: numbered(hidden) }) })))];
}

const variableCount = (report) => report.variables.reduce((sum, row) => sum + row.count, 0);

/** Returns the size of a model as a sentence. */
export const countsText = (report) => t("m-counts", { variables: numbered(variableCount(report)), constraints: numbered(report.constraints.length) });

/** Returns the report of `constraints` as elements. */
export function modelView(report) {
  const types = Object.entries(report.types).map(([type, number]) => el("li", { text: t("m-type-count-of", { type: t(`m-type-${type}`, {}, type), count: numbered(number) }) }));
  return [
    el("p", { class: "soft", text: t("m-about") }),
    el("p", { text: countsText(report) }),
    el("ul", { class: "model-types", aria: { label: t("m-types") } }, types),
    el("div", { class: "row" }, copyButton("m-copy", () => report.markdown)),
    el("h2", { text: `${t("m-variables")} (${numbered(variableCount(report))})` }), variablesView(report.variables),
    ...constraintsView(t("m-rules"), report.constraints.filter((row) => !row.soft)),
    ...constraintsView(t("m-clues"), report.constraints.filter((row) => row.soft)),
    ...(report.objective ? [el("h2", { text: t("m-objective") }), el("p", {}, el("code", { text: report.objective }))] : []),
  ];
}
