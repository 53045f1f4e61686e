// The verdict on a play: legal, or every reason why not, and the score word by word.

import { unfinished } from "./busy.js";
import { clear, el } from "./dom.js";
import { bare } from "./scrabble_board.js";
import { faultText } from "./scrabble_fault.js";
import { language, t } from "./words.js";

const sum = (word) => {
  const added = word.letters.map(({ value, multiplier }) => (multiplier > 1 ? `${value}×${multiplier}` : `${value}`)).join(" + ");
  return word.multiplier > 1 ? `(${added}) × ${word.multiplier}` : added;
};

export function sheet(box, answer) {
  const late = unfinished(answer);
  box.dataset.tone = late ? "warn" : answer.legal ? "good" : "bad";
  clear(box);
  if (late) return void box.append(late);
  box.append(el("p", { text: answer.legal ? t("x-legal", { count: answer.score }) : `${t("x-illegal")} ${answer.score === null ? "" : t("x-would", { score: answer.score })}` }));
  if (answer.reasons.length) box.append(el("ul", {}, answer.reasons.map((reason) => el("li", { text: faultText(reason), lang: language() }))));
  if (answer.words.length) {
    box.append(el("table", { class: "sheet" }, el("tbody", {},
      answer.words.map((word) => el("tr", {}, el("th", { scope: "row", class: "mono", text: bare(word.word) }), el("td", { text: sum(word) }), el("td", { class: "number", text: String(word.points) }))),
      answer.bonus ? el("tr", {}, el("th", { scope: "row", text: t("x-bonus") }), el("td", {}), el("td", { class: "number", text: `+${answer.bonus}` })) : null)));
  }
}
