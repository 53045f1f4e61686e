// A conflict in sentences: the clues, and in a collapsed list the rules.

import { el } from "./dom.js";
import { language, t } from "./words.js";

export const sentenceList = (lines) => el("ul", {}, lines.map((item) => el("li", { text: item, lang: language() })));

/** Returns the first repairs as a list, one line each; an empty array if there are none. */
export const repairView = (repairs = [], most = 3) => (repairs.length ? [el("p", { text: t("repair") }), sentenceList(repairs.slice(0, most).map((item) => item.join(" + ")))] : []);

/** Returns the names of the cells in sentences; French ones about Sudoku name r1c3 as L1C3. */
export const cellsNamed = (texts) => (texts.join(" ").match(/\b(?:r\d+c\d+|L\d+C\d+)\b/g) || []).map((name) => name.toLowerCase().replace("l", "r"));

/** Returns a text about Sudoku with cells as players of the language of the page write them. */
export const inNotation = (text) => (language() === "fr" ? text.replace(/\br(\d+)c(\d+)\b/g, "L$1C$2") : text);

/** Returns the rules without trivial ones such as "r1c3 has one digit". */
export const tellingRules = (rules) => rules.filter((item) => !/^(?:r\d+c\d+|L\d+C\d+) \D*$/.test(item));

/** Returns the conflict as a list; without clues, the rules themselves conflict. */
export function reasonView(texts, rules = []) {
  if (!texts.length) return [sentenceList(rules)];
  return [sentenceList(texts), rules.length ? el("details", {}, el("summary", { text: t("by-rules") }), sentenceList(rules)) : ""];
}
