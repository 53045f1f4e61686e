// A contradiction in sentences: what was stated, and, folded away, the rules by which it cannot be.

import { el } from "./dom.js";
import { language, t } from "./words.js";

export const sentenceList = (lines) => el("ul", {}, lines.map((one) => el("li", { text: one, lang: language() })));

/** Rules that say more than that a cell with a digit has no other one: "r1c3 has one digit" tells nobody anything. */
export const tellingRules = (rules) => rules.filter((one) => !/^r\d+c\d+ \D*$/.test(one));

/** Where nothing was stated, the rules themselves are the contradiction. */
export function reasonView(texts, rules = []) {
  if (!texts.length) return [sentenceList(rules)];
  return [sentenceList(texts), rules.length ? el("details", {}, el("summary", { text: t("by-rules") }), sentenceList(rules)) : ""];
}
